"""Runs scenarios: sets up, makes the choices, compares.

Comes in: a game and a document of scenarios. Goes out: a `Result` for each; what did not hold is in the
report, at the place of the expectation. Also tells which texts of the game the scenarios reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs
from rulewright.dsl import resolve_stmt
from rulewright.dsl.context import Context
from rulewright.dsl.diagnostics import Diagnostic, Report, Severity
from rulewright.dsl.document import Mapping, Node, Text
from rulewright.dsl.game import Game, Phase
from rulewright.dsl.structure import structure
from rulewright.dsl.suggest import closest
from rulewright.dsl.texts import resolve_text

from ..errors import BrokenRulesError, MatchError
from ..lower import Start
from ..match import Match
from ..rules import Rules, prepare
from .expect import check
from .given import Given
from .schema import ScenarioDoc, ScenarioFile
from .values import PLAYER, Unreadable, known_option, pairs, player_number, text_of


@attrs.frozen
class Result:
    """One scenario that was run: whether all held, and what it cites and reached."""

    name: str
    passed: bool
    rules: tuple[str, ...]
    reached: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]
    match: Match | None = attrs.field(default=None, repr=False, eq=False)


def read_scenarios(node: Node, report: Report) -> ScenarioFile | None:
    """The scenarios of a document."""
    return structure(node, ScenarioFile, report)


def run_scenarios(game: Game, file: ScenarioFile, *, only: str | None = None) -> list[Result]:
    """Runs all scenarios of a file (or those whose name contains `only`)."""
    return [
        run_scenario(game, name, doc)
        for name, doc in file.scenarios.items()
        if only is None or only in str(name)
    ]


def run_scenario(game: Game, name: Text, doc: ScenarioDoc) -> Result:
    report = Report()
    runner = _Runner(game, name, doc, report)
    try:
        runner.run()
    except _UnreadableEffectError:
        pass  # the report says why already
    except Unreadable as problem:
        problem.tell(report)
    except BrokenRulesError as broken:
        if not runner.expected_fault(broken):
            report.error("RW603", f"the rules went wrong: {broken}", name.span)
    except MatchError as error:
        report.error("RW602", str(error), name.span)
    for rule in doc.rule:
        if str(rule) not in game.rules:
            guess = closest(str(rule), game.rules)
            hint = f"did you mean '{guess}'?" if guess else "cite a rule of the game"
            report.error("RW301", f"there is no rule '{rule}'", rule.span, help=hint)
    failed = any(found.severity is Severity.ERROR for found in report.diagnostics)
    rules = tuple(str(rule) for rule in doc.rule)
    return Result(str(name), not failed, rules, runner.reached(), report.diagnostics, runner.match)


class _UnreadableEffectError(Exception):
    """The text of `do` cannot be read."""


class _Runner:
    def __init__(self, game: Game, name: Text, doc: ScenarioDoc, report: Report) -> None:
        self.game = game
        self.name = name
        self.doc = doc
        self.report = report
        self.match: Match | None = None

    def run(self) -> None:
        names, seed = self._players(), self._number(self.doc.seed, 0)
        options = {str(key): str(value) for key, value in self.doc.options.items()}
        rules = self._rules()
        given = Given(rules.lowered, len(names))
        given.read(self.doc.given)
        actor = player_number(self.doc.as_, len(names)) if self.doc.as_ is not None else 0
        edit = given.apply if self.doc.given is not None else None
        self.match = Match.begin(rules, names, seed, options, edit=edit, actor=actor)
        for step in self.doc.when:
            self._step(step)
        if self.doc.then is not None:
            then = self.doc.then
            if isinstance(then, Mapping) and then.get("fault") is not None:
                self.report.error("RW601", "the rules should have gone wrong here, but did not", then.span)
            check(self.match, then, self.report)

    def expected_fault(self, broken: BrokenRulesError) -> bool:
        """Whether the scenario says that the rules go wrong in this way."""
        then = self.doc.then
        wanted = then.get("fault") if isinstance(then, Mapping) else None
        return isinstance(wanted, Text) and str(wanted) == broken.fault_code

    def reached(self) -> frozenset[str]:
        """The texts of the game that the match went through."""
        if self.match is None:
            return frozenset()
        return frozenset(self.match.reached())

    def _players(self) -> list[str]:
        text = self.doc.players
        if text is not None and not str(text).isdecimal():
            return [part.strip() for part in str(text).split(",")]
        count = self._number(text, self.game.players[0])
        return [f"player {number + 1}" for number in range(count)]

    def _number(self, text: Text | None, usual: int) -> int:
        if text is None:
            return usual
        if not re.fullmatch(r"\d{1,18}", str(text)):
            raise Unreadable(f"'{text}' is no number", text.span)
        return int(str(text))

    def _rules(self) -> Rules:
        if self.doc.do is not None:
            symbols = attrs.evolve(self.game.symbols)  # seats of this many players can be named
            symbols.least_players = len(self._players())
            context = Context(symbols, self.doc.do, flow=False)
            effect = resolve_text(self.doc.do, "effect", resolve_stmt.body, context, self.report)
            if effect is None:
                raise _UnreadableEffectError
            return prepare(self.game, start=Start(effect=effect))
        if self.doc.start is None:
            return prepare(self.game)
        path = str(self.doc.start)
        known = list(_paths(self.game.flow))
        if path not in known:
            guess = closest(path, known)
            help_text = f"did you mean '{guess}'?" if guess else "phases: " + ", ".join(known)
            raise Unreadable(f"there is no phase '{path}'", self.doc.start.span, help_text)
        return prepare(self.game, start=Start(phase=path, times=self._times(path)))

    def _times(self, path: str) -> tuple[tuple[str, int], ...]:
        """Which time it is of the phases that are repeated so many times, where a scenario begins."""
        found = []
        for name, text in self.doc.times.items():
            if str(name) not in path.split("/"):
                message = f"the scenario does not begin in phase '{name}'"
                raise Unreadable(message, name.span, "name one of: " + ", ".join(path.split("/")))
            found.append((str(name), self._number(text, 1)))
        return tuple(found)

    def _step(self, step: Node) -> None:
        """`player 1: draw`, a mapping of the same, `expect: …` or `cannot: …`; `undo` takes back the last choice."""
        assert self.match is not None
        if isinstance(step, Text):
            self._short_step(step)
            return
        for who, what in pairs(step, "a step"):
            if str(who) == "expect":
                check(self.match, what, self.report)
            elif str(who) == "cannot":
                self._cannot(what)
            else:
                self._choose(player_number(who, len(self.match.players)), text_of(what))

    def _short_step(self, step: Text) -> None:
        assert self.match is not None
        if str(step) == "undo":
            self.match.undo()
            return
        who, colon, what = str(step).partition(":")
        if not colon:
            raise Unreadable(f"'{step}' is no step", step.span, "write 'player 1: <option>'")
        player = player_number(Text(who, step.span), len(self.match.players))
        self._choose(player, Text(what.strip(), step.span))

    def _choose(self, player: int, option: Text) -> None:
        assert self.match is not None
        reason = self.match.why_not(str(option), player)
        if reason is not None:
            raise Unreadable(f"player {player + 1} cannot choose '{option}': {reason}", option.span)
        self.match.choose(str(option), player)

    def _cannot(self, node: Node) -> None:
        """`draw` (whoever decides) or `player 2: draw`, as a text or a mapping."""
        assert self.match is not None
        if isinstance(node, Mapping):
            for who, what in node.items:
                self._cannot_choose(text_of(what), player_number(who, len(self.match.players)))
            return
        whole = text_of(node)
        name, colon, option = str(whole).partition(":")
        if colon and PLAYER.match(name):
            player = player_number(Text(name, whole.span), len(self.match.players))
            self._cannot_choose(Text(option.strip(), whole.span), player)
        else:
            self._cannot_choose(whole, None)

    def _cannot_choose(self, option: Text, player: int | None) -> None:
        """A name that the game does not have could never be chosen, and shows nothing."""
        assert self.match is not None
        known_option(self.match, option)
        if self.match.why_not(str(option), player) is None:
            self.report.error("RW601", f"'{option}' should not be open, but is", option.span)


def _paths(phases: Iterable[Phase]) -> Iterable[str]:
    for phase in phases:
        yield phase.path
        yield from _paths(phase.phases)
