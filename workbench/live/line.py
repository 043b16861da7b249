"""A line of play at a design table: choices, and what was set by hand between them.

It is kept by what it means: choices by names, as records have them, and what was set in the notation of scenarios. So
it can be repeated under other rules, as far as that goes.
"""

from __future__ import annotations

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.document.reader import Node, read_document
from ...dsl.model.game import Game
from ...dsl.scenarios.notation import Unreadable
from ...interpreter import Match
from ...interpreter.match.records.record import entries_of, read_record
from ...interpreter.match.records.replaying import retrace
from ...interpreter.scenarios.given import set_in
from ...interpreter.scenarios.values import notation_of


@attrs.frozen
class Stretch:
    """What was set by hand (as the mapping of `given:`; nothing at the beginning), and the record of the choices
    since."""

    given: str
    record: str

    @property
    def choices(self) -> int:
        return len(entries_of(read_record(self.record)))


@attrs.frozen
class PlayLine:
    """All of it, from the beginning of the match."""

    stretches: tuple[Stretch, ...]

    @classmethod
    def of(cls, match: Match) -> PlayLine:
        """The line of a match in which nothing was set by hand."""
        return cls((Stretch("", match.record()),))

    def now(self, match: Match, at: int) -> PlayLine:
        """The line that has come to a match in its stretch `at`; later ones do not count any more."""
        here = attrs.evolve(self.stretches[at], record=match.record())
        return PlayLine((*self.stretches[:at], here))

    def then(self, given: str, match: Match) -> PlayLine:
        """The line with something set by hand, that has led to a match."""
        return PlayLine((*self.stretches, Stretch(given, match.record())))

    @property
    def choices(self) -> int:
        return sum(one.choices for one in self.stretches)


@attrs.frozen
class Halt:
    """Before which step a line has halted, from 1, why, and the fault of the rules if it is one."""

    step: int
    message: str
    fault: Diagnostic | None = None


@attrs.frozen
class Repeated:
    """How far a line could be repeated: the match, in which stretch it stands, and what has halted it."""

    match: Match
    at: int
    halt: Halt | None


def repeated(game: Game, line: PlayLine) -> Repeated:
    """Repeats a line under the rules of a game. Raises `MatchError` if the match cannot even begin."""
    first, *later = line.stretches
    found = Match.retrace(game, first.record)
    match, before = found.match, 0
    stop = found.stop
    for at, one in enumerate((first, *later)):
        if at:
            before += line.stretches[at - 1].choices
            try:
                set_by_hand(match, one.given)
            except Unreadable as problem:
                message = (
                    f"what was set by hand after choice {before} cannot be set any more: {problem.message}"
                )
                return Repeated(match, at - 1, Halt(before + 1, message))
            stop = retrace(match, read_record(one.record))
        if stop is not None:
            fault = None if stop.fault is None else stop.fault.diagnostic
            return Repeated(match, at, Halt(before + stop.step, stop.message, fault))
    return Repeated(match, len(later), None)


def set_by_hand(match: Match, given: str) -> None:
    """Sets what a mapping of `given:` names. Raises `Unreadable`; then nothing has changed."""
    set_in(match, notation_of(match.game, len(match.players)), node_of(given))


def node_of(given: str) -> Node:
    """The mapping of `given:` as a node. Raises `Unreadable`."""
    report = Report()
    node = read_document(Source("what was set", given), report)
    if node is None or report.errors:
        found = next(iter(report.errors))
        assert found.span is not None
        raise Unreadable(found.message, found.span)
    return node
