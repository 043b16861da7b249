"""Runs scenarios: sets up, makes the choices, compares.

In: a game and a document of scenarios. Out: a `Result` for each; failures are in the report, at the place of the
expectation. Results also list the texts of the game that the scenario reached.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic, Note, Severity
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Span
from ...dsl.document.reader import Mapping, Node, Text
from ...dsl.model.game import Game
from ...dsl.scenarios.classes import ScenarioDoc, ScenarioFile
from ...dsl.scenarios.notation import Notation, Unreadable
from ...dsl.scenarios.reading import Does, steps_in
from ..lower.start import Start
from ..match.errors import BrokenRulesError, MatchError
from ..match.match import Match
from ..match.setup.rules import prepare, prepare_together
from ..memory.faults import RulesFault, diagnostic_of, shortened
from ..memory.words import Memory
from .beginning import Beginning, UnreadableEffectError, cited, start_of
from .expect import check
from .fixed_luck import Fate
from .given import set_in
from .values import known_option


@attrs.frozen
class Result:
    """One scenario that was run: whether all expectations held, what it cites, and what it reached."""

    name: str
    passed: bool
    rules: tuple[str, ...]
    reached: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]
    match: Match | None = attrs.field(default=None, repr=False, eq=False)


def run_scenarios(
    game: Game, file: ScenarioFile, *, only: str | None = None, coverage: bool = True
) -> list[Result]:
    """Runs all scenarios of a file (or those whose name contains `only`); `coverage` as in `run_scenario`."""
    wanted = {name: doc for name, doc in file.scenarios.items() if only is None or only in str(name)}
    get_ready(game, wanted.values())
    return [run_scenario(game, name, doc, coverage=coverage) for name, doc in wanted.items()]


def get_ready(game: Game, docs: Iterable[ScenarioDoc]) -> None:
    """Lowers and compiles a game for all of these scenarios together, so that none of them need do it alone. This
    changes only how long they take."""
    starts: dict[bool, list[Start]] = {False: [], True: []}
    for doc in docs:
        start = start_of(game, doc)
        if start is not None:
            starts[bool(doc.luck)].append(start)
    for luck, found in starts.items():
        if len(found) > 1:
            prepare_together(game, found, explicit_chance=luck)


def run_scenario(
    game: Game, name: Text, doc: ScenarioDoc, engine: str | None = None, *, coverage: bool = True
) -> Result:
    """Runs a scenario, on the usual engine if none is given. Without `coverage`, it says nothing about what was
    reached, which takes less time: few scenarios need the log otherwise."""
    report = Report()
    runner = _Runner(game, name, doc, report, engine, traced=coverage)
    try:
        runner.run()
    except UnreadableEffectError:
        pass  # the report already says why
    except Unreadable as problem:
        problem.report_to(report)
    except BrokenRulesError as broken:
        if runner.expected_fault(broken):
            runner.after_fault()
        else:
            notes = (*_at_fault(broken.diagnostic), *broken.diagnostic.notes)
            report.error("RW603", f"the rules went wrong: {broken}", runner.now(), notes=notes)
    except RulesFault as fault:  # in an expectation that only reads the match: a view, a number
        found = diagnostic_of(fault.fault, fault.callers)
        notes = (*_at_fault(found), *found.notes)
        report.error("RW603", f"the rules went wrong: {fault}", name.span, notes=notes)
    except MatchError as error:
        report.error("RW602", str(error), name.span)
    cited(game, doc, report)
    failed = any(found.severity is Severity.ERROR for found in report.diagnostics)
    rules = tuple(str(rule) for rule in doc.rule)
    reached = runner.reached() if coverage else frozenset[str]()
    return Result(str(name), not failed, rules, reached, report.diagnostics, runner.match)


def _at_fault(fault: Diagnostic) -> tuple[Note, ...]:
    """The text of the rules in which they went wrong, which the report on a scenario does not underline."""
    return (Note(f"went wrong in: {shortened(fault.span)}", fault.span),) if fault.span is not None else ()


class _Runner:
    def __init__(
        self,
        game: Game,
        name: Text,
        doc: ScenarioDoc,
        report: Report,
        engine: str | None,
        *,
        traced: bool,
    ) -> None:
        self.game = game
        self.engine = engine
        self.traced = traced
        self.name = name
        self.doc = doc
        self.report = report
        self.begin = Beginning(game, doc, report)
        self.match: Match | None = None
        self.fate: Fate | None = None
        self.before = frozenset[str]()  # what was reached before something was set
        self.taken = 0  # the number of steps begun

    def run(self) -> None:
        begin = self.begin
        names, seed = begin.players(), begin.seed()
        luck = bool(self.doc.luck)
        start = begin.start()
        rules = prepare(self.game, start=start, explicit_chance=luck, engine=self.engine, traced=self.traced)
        given, actor = begin.given(rules.lowered.tables), begin.actor()

        def edit(m: Memory) -> None:
            given.apply(m, rules.lowered.program.layout)

        self.match = Match.begin(
            rules,
            names,
            seed,
            begin.options(),
            edit=edit if self.doc.given is not None else None,
            actor=actor,
            start=start,
        )
        if self.doc.luck:
            self.fate = Fate(self.match, self.doc.luck, seed)
            self.fate.go_on()
        for step in self.doc.when:
            self.taken += 1
            self._step(step)
        if self.fate is not None:
            self.fate.report_unused(self.report)
        if self.doc.then is not None:
            then = self.doc.then
            if isinstance(then, Mapping) and then.get("fault") is not None:
                self.report.error("RW601", "the rules should have gone wrong here, but did not", then.span)
            check(self.match, self.notation, then, self.report, at_the_end=True)

    @property
    def notation(self) -> Notation:
        return self.begin.notation

    def now(self) -> Span:
        """The step at which the scenario is; its name before the first."""
        step = self.doc.when[self.taken - 1] if self.taken else self.name
        return step.span

    def expected_fault(self, broken: BrokenRulesError) -> bool:
        """Whether the scenario expects this fault."""
        then = self.doc.then
        wanted = then.get("fault") if isinstance(then, Mapping) else None
        return isinstance(wanted, Text) and str(wanted) == broken.fault_code

    def after_fault(self) -> None:
        """Checks the other expectations, against the match before the fault; none is skipped."""
        for step in self.doc.when[self.taken :]:
            self.report.error("RW601", "the rules went wrong before this step", step.span)
        then = self.doc.then
        if self.match is not None:
            check(self.match, self.notation, then, self.report, at_the_end=True)
        elif isinstance(then, Mapping):
            for key, _ in then.items:
                if str(key) != "fault":
                    self.report.error("RW601", "the rules went wrong before the match began", key.span)

    def reached(self) -> frozenset[str]:
        """The texts of the game that the match reached."""
        if self.match is None:
            return frozenset()
        try:
            return self.before | self.match.reached()
        except RulesFault:  # the scenario already reports that
            return frozenset()

    def _step(self, node: Node) -> None:
        assert self.match is not None
        for step in steps_in(self.notation, node):
            if step.does is Does.UNDO:
                self.match.undo() if self.fate is None else self.fate.undo()
            elif step.does is Does.EXPECT:
                check(self.match, self.notation, step.node, self.report)
            elif step.does is Does.SET:
                self.before |= self.reached() if self.traced else frozenset()
                set_in(self.match, self.notation, step.node)
                if self.fate is not None:
                    self.fate.begin_again()
            elif step.does is Does.CANNOT:
                self._cannot_choose(step.option, step.player)
            else:
                assert step.player is not None
                self._choose(step.player, step.option)

    def _choose(self, player: int, option: Text) -> None:
        assert self.match is not None
        name = self._own(str(option), player)
        reason = self.match.why_not(name, player)
        if reason is not None:
            message = f"player {player + 1} cannot choose '{option}': {reason}"
            raise Unreadable(
                message, option.span, self._forced(name, player) or self._on_boards(name, player)
            )
        self.match.choose(name, player)
        if self.fate is not None:
            self.fate.go_on()

    def _own(self, name: str, player: int) -> str:
        """The option that a player means by a cell of their own board: `b3` is `player 1's b3`."""
        assert self.match is not None
        mine = f"player {player + 1}'s "
        for decision in self.match.decisions:
            if decision.player == player and decision.option(name) is None:
                found = [one.name for one in decision.options if one.name.replace(mine, "", 1) == name]
                if len(found) == 1:
                    return found[0]
        return name

    def _forced(self, name: str, player: int) -> str | None:
        """Help for a step that comes too early, because an earlier decision has only one option."""
        assert self.match is not None
        for decision in self.match.decisions:
            if len(decision.options) == 1:
                (only,) = decision.options
                step = f'"player {decision.player + 1}: {only.label()}"'
                if decision.player == player or self.match.why_not(name, decision.player) is not None:
                    return f"an earlier decision has only one option: write {step} before this step"
        return None

    def _on_boards(self, name: str, player: int) -> str | None:
        """Help for a cell of a player who has several boards: `c3` is `chart c3` or `sheet c3`."""
        assert self.match is not None
        mine = f"player {player + 1}'s "
        cells = [
            one for one in self.match.rules.lowered.tables.board_of_cell if one.rpartition(" ")[2] == name
        ]
        whole = [
            option.name.removeprefix(mine)
            for decision in self.match.decisions
            for option in decision.options
            if decision.player == player and option.name.removeprefix(mine) in cells
        ]
        return f"write '{whole[0]}': the cells of several boards have this name" if whole else None

    def _cannot_choose(self, option: Text, player: int | None) -> None:
        """Checks that an option cannot be chosen. A name that the game does not have raises: it proves nothing."""
        assert self.match is not None
        known_option(self.match, option)
        name = str(option) if player is None else self._own(str(option), player)
        if self.match.why_not(name, player) is None:
            self.report.error("RW601", f"'{option}' should not be open, but is", option.span)
