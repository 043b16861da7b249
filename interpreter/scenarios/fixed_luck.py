"""The choices of luck in a scenario: first those that the scenario lists, in order, and then those of the seed.

If a scenario has `luck:`, luck is a player who decides, and this module answers for it. The orders of shuffles always
come from the seed.
"""

from __future__ import annotations

from array import array

from ...dsl.diagnostics.report import Report
from ...dsl.document.reader import Text
from ...dsl.scenarios.keys import PLAYER
from ...dsl.scenarios.notation import Unreadable
from ..match.decisions.decision import Decision, Option
from ..match.match import Match
from ..memory.luck import below
from ..memory.words import Memory


class Fate:
    """Answers all decisions of luck in a match. `drawn` are the positions of its answers in the journal, each with
    the number of the scenario's choices that were used before it."""

    def __init__(self, match: Match, listed: list[Text], seed: int) -> None:
        self.match = match
        self.listed = listed
        self.used = 0
        self.drawn: list[tuple[int, int]] = []
        self.memory: Memory = array("q", [seed])

    def go_on(self) -> None:
        """Answers up to the next decision of a player. Raises `Unreadable` for a choice that luck cannot make."""
        while (decision := self._asked()) is not None:
            self.drawn.append((len(self.match.journal), self.used))
            shuffles = self.match.rules.site(decision.site).shuffle
            if shuffles or self.used == len(self.listed):
                option = self._by_seed(decision)
            else:
                option = self._option_named(decision, self.listed[self.used])
                self.used += 1
            self.match.take(decision.strand, option.number)

    def _asked(self) -> Decision | None:
        return next((one for one in self.match.decisions if one.is_chance), None)

    def _by_seed(self, decision: Decision) -> Option:
        drawn = below(self.memory, sum(option.weight for option in decision.options), 0)
        for option in decision.options:
            if drawn < option.weight:
                return option
            drawn -= option.weight
        raise AssertionError("the weights are those that were added up")

    def _option_named(self, decision: Decision, text: Text) -> Option:
        """The option with a name: what it is, as everywhere in a scenario, or its label."""
        name = str(text)
        seat = PLAYER.match(name)
        for option in decision.options:
            if seat and option.kind == "player" and option.argument == int(seat.group(1)) - 1:
                return option
        found = decision.option(name) or self._piece_of(name, decision)
        if found is None:
            names = [option.name for option in decision.options]
            listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
            raise Unreadable(f"luck cannot choose '{name}' here", text.span, f"it can choose: {listed}")
        return found

    def _piece_of(self, design: str, decision: Decision) -> Option | None:
        """The first piece of a design, since scenarios name pieces after their designs."""
        pieces = self.match.rules.lowered.tables.pieces_of_design(design)
        options = (one for one in decision.options if one.kind == "piece" and one.argument in pieces)
        return next(options, None)

    def begin_again(self) -> None:
        """Something was set: nothing before can be taken back any more, and luck goes on from there."""
        self.drawn.clear()
        self.go_on()

    def undo(self) -> None:
        """Takes back the last choice of a player, and the choices of luck since."""
        while self.drawn and self.drawn[-1][0] == len(self.match.journal) - 1:
            _, self.used = self.drawn.pop()
            self.match.undo()
        self.match.undo()

    def report_unused(self, report: Report) -> None:
        for text in self.listed[self.used :]:
            report.error("RW601", f"luck never had to choose '{text}'", text.span)
