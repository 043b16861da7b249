"""How a scenario begins: reads its players, options, start and position, using the names of the game.

In: a game and a scenario. Nothing is run. Names that the game does not have raise `Unreadable`; a text that cannot
be read is added to the report and raises `UnreadableEffectError`; players and options that the game does not have
raise `SetupError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from ...dsl.diagnostics.editions import judged
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.suggest import closest
from ...dsl.document.reader import Text
from ...dsl.model.game import Game, Phase
from ...dsl.resolve import statements
from ...dsl.resolve.readings import resolve_text
from ...dsl.scenarios.classes import ScenarioDoc
from ...dsl.scenarios.effects import context_of
from ...dsl.scenarios.notation import Notation, Unreadable
from ..lower.numbering import Tables
from ..lower.start import Start
from ..match.errors import MatchError
from ..match.setup.options import OptionValue, names_of
from .given import Given
from .values import notation_of


class UnreadableEffectError(Exception):
    """The text of `do` cannot be read."""


class Beginning:
    """Reads the parts of a scenario that set its match up."""

    def __init__(self, game: Game, doc: ScenarioDoc, report: Report) -> None:
        self.game = game
        self.doc = doc
        self.report = report

    def players(self) -> list[str]:
        text = self.doc.players
        if text is not None and not re.fullmatch("[0-9]+", str(text)):
            return [part.strip() for part in str(text).split(",")]
        count = len(names_of(self.game, self._number(text, self.game.players[0])))
        return [f"player {number + 1}" for number in range(count)]

    def seed(self) -> int:
        return self._number(self.doc.seed, 0)

    def options(self) -> dict[str, OptionValue]:
        return {str(key): str(value) for key, value in self.doc.options.items()}

    @cached_property
    def notation(self) -> Notation:
        """What the names of the scenario mean."""
        return notation_of(self.game, len(self.players()))

    def actor(self) -> int:
        return self.notation.player(self.doc.as_) if self.doc.as_ is not None else 0

    def given(self, tables: Tables) -> Given:
        given = Given(tables, self.notation)
        given.read(self.doc.given)
        return given

    def start(self) -> Start | None:
        """Where the match begins, if not at the start of the flow."""
        if self.doc.do is not None and self.doc.start is not None:
            message = "a scenario begins at a phase or with an effect, not both"
            raise Unreadable(message, self.doc.start.span, "delete 'start:' or 'do:'")
        if self.doc.do is not None and self.doc.end is not None:
            message = "a scenario with 'do:' ends after its effect, not with a phase"
            raise Unreadable(message, self.doc.end.span, "delete 'end:' or 'do:'")
        if self.doc.times and self.doc.start is None:
            message = "'times:' needs a phase in which the scenario starts"
            raise Unreadable(message, next(iter(self.doc.times)).span, "add 'start:' with a path of phases")
        if self.doc.do is not None:
            return self._effect(self.doc.do)
        end = None if self.doc.end is None else self._path(self.doc.end)
        if self.doc.start is None:
            return None if end is None else Start(end=end)
        path = self._path(self.doc.start)
        return Start(phase=path, times=self._times(path), end=end)

    def _effect(self, text: Text) -> Start:
        """Reads an effect. Many scenarios of a game begin with the same one, and most are read several times: to find
        mistakes, to lower all effects together, and to run. So what could be read is kept."""
        known: dict[tuple[str, int], Start] = self.game.made.setdefault("effects", {})
        key = text.value, len(self.players())
        if key in known:
            return known[key]
        context = context_of(self.game.symbols, text, len(self.players()))
        found = Report()
        effect = resolve_text(text, "effect", statements.body, context, found)
        for one in found.diagnostics:
            self.report.add(judged(one, self.game.edition))
        if effect is None:
            raise UnreadableEffectError
        start = Start(effect=effect)
        if not found.count:  # otherwise whoever reads it next reports it, too
            known[key] = start
        return start

    def _path(self, text: Text) -> str:
        """Reads the path of a phase."""
        path = str(text)
        known = list(_paths(self.game.flow))
        if path not in known:
            guess = closest(path, known)
            help_text = f"did you mean '{guess}'?" if guess else "phases: " + ", ".join(known)
            raise Unreadable(f"there is no phase '{path}'", text.span, help_text)
        return path

    def _times(self, path: str) -> tuple[tuple[str, int], ...]:
        """The rounds of repeated phases in which a scenario begins."""
        found = []
        for name, text in self.doc.times.items():
            if str(name) not in path.split("/"):
                message = f"the scenario does not begin in phase '{name}'"
                raise Unreadable(message, name.span, "name one of: " + ", ".join(path.split("/")))
            if str(name) not in _counted(self.game.flow):
                message = f"phase '{name}' is not repeated a number of times"
                raise Unreadable(message, name.span, "delete it: nothing counts its rounds")
            found.append((str(name), self._number(text, 1)))
        return tuple(found)

    def _number(self, text: Text | None, usual: int) -> int:
        if text is None:
            return usual
        if not re.fullmatch("[0-9]{1,19}", str(text)) or int(str(text)) >= 1 << 63:
            raise Unreadable(f"'{text}' is not a number", text.span)
        return int(str(text))


def start_of(game: Game, doc: ScenarioDoc) -> Start | None:
    """Where the match of a scenario begins; None also if the scenario cannot be read (whoever runs it says why)."""
    try:
        return Beginning(game, doc, Report()).start()
    except (UnreadableEffectError, Unreadable, MatchError):
        return None


def _paths(phases: Iterable[Phase]) -> Iterable[str]:
    for phase in phases:
        yield phase.path
        yield from _paths(phase.phases)


def _counted(phases: Iterable[Phase]) -> set[str]:
    """The phases whose rounds are counted."""
    found: set[str] = set()
    for phase in phases:
        if phase.repeat is not None and phase.repeat.how == "times":
            found.add(phase.name)
        found |= _counted(phase.phases)
    return found


def cited(game: Game, doc: ScenarioDoc, report: Report) -> None:
    """Reports rules that a scenario cites but the game does not have."""
    for rule in doc.rule:
        if str(rule) not in game.rules:
            guess = closest(str(rule), game.rules)
            hint = f"did you mean '{guess}'?" if guess else "cite a rule of the game"
            report.error("RW301", f"there is no rule '{rule}'", rule.span, help=hint)
