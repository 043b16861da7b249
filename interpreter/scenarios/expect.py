"""Compares a match with the expectations of a scenario; every difference is a diagnostic at the expectation.

The keys of `then` (and of `expect` between choices) are in `dsl.scenarios.keys`. A place is written as the exact
list of its pieces (from the bottom if it has an order; `3 orc` means three orcs), as `empty`, or as the number of
its pieces.
"""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.diagnostics.diagnostic import Note
from ...dsl.diagnostics.report import Report
from ...dsl.document.reader import Node, Sequence, Text
from ...dsl.languages import BASE
from ...dsl.model.table_keys import usual
from ...dsl.scenarios.notation import (
    Notation,
    Sort,
    Thing,
    Unreadable,
    is_count,
    numbers,
    text_of,
    texts_of,
    truth,
)
from ...dsl.scenarios.reading import expected_in
from ...dsl.tree.types import SETS, Type, member
from ..ir import NONE
from ..lower.numbering import StateSlot
from ..match.match import Match
from ..match.output.view import Viewer, read
from ..memory.words import members
from .values import (
    Owned,
    copies_lying,
    keeps_order,
    known_option,
    number_of,
    owned_by,
    place_number,
    written,
)
from .views import Seen


def check(match: Match, notation: Notation, node: Node, report: Report, *, at_the_end: bool = False) -> None:
    """Reports every expectation that does not hold. An expected fault is left to the caller, since it ends the
    scenario."""
    expect = _Expect(match, notation, report, at_the_end)
    for one in expected_in(notation, node, expect.problem, at_the_end=at_the_end):
        try:
            if isinstance(one.about, int):
                Seen(Viewer(match.position, one.about, BASE), notation, expect).check(one.wanted)
            elif isinstance(one.about, Thing):
                expect.thing(one.about, one.name, one.wanted)
            else:
                expect.keys[one.about.name](one.wanted)
        except Unreadable as problem:
            expect.problem(problem)


MOST_NAMED = 8
"""The number of options that a note names."""


class _Expect:
    def __init__(self, match: Match, notation: Notation, report: Report, at_the_end: bool) -> None:
        self.match = match
        self.notation = notation
        self.at_the_end = at_the_end
        self.report = report
        self.lowered = match.rules.lowered
        self.tables = match.rules.lowered.tables
        self.keys: dict[str, Callable[[Node], object]] = {
            "options": self._options,
            "options with": self._options_with,
            "options without": self._options_without,
            "decides": self._decides,
            "over": self._over,
            "winners": self._winners,
            "scores": self._scores,
            "log": self._log,
            "prompt": self._prompt,
            "fault": text_of,
        }

    def problem(self, found: Unreadable) -> None:
        found.report_to(self.report)

    def differ(
        self, what: str, wanted: object, got: object, node: Node, *, of_decision: bool = False
    ) -> None:
        """Reports a difference. If it is not one `of_decision`, a note says which decisions are still open."""
        notes = [*self._last_lines(), *(self._still_open() if self.at_the_end and not of_decision else ())]
        self.report.error("RW601", f"{what} should be {wanted}, but is {got}", node.span, notes=notes)

    def _still_open(self) -> list[Note]:
        """The decisions for which the match waits: it may not have got to what is expected."""
        notes = []
        for decision in () if self.match.is_over else self.match.decisions:
            names = [option.name for option in decision.options]
            more = f", and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            who = "luck" if decision.player == NONE else f"player {decision.player + 1}"
            options = ", ".join(names[:MOST_NAMED]) + more
            notes.append(Note(f"{who} still has to choose: {decision.ask()} ({options})"))
        return notes

    def _last_lines(self) -> list[Note]:
        lines = self.match.log(None)[-3:] if self.match.journal else []
        return [Note("the log ends: " + " / ".join(lines))] if lines else []

    # ----------------------------------------------------------------- states, places

    def thing(self, thing: Thing, name: Text, value: Node) -> None:
        key = str(name)
        if thing.sort is Sort.PLACE:
            self._place(key, thing, value)
        elif thing.sort is Sort.COMPUTED:
            self._computed(thing, name, value)
        elif thing.is_one:
            self._state(key, owned_by(self.tables, thing)[0], value)
        else:
            self._of_pieces(key, thing, value)

    def _computed(self, thing: Thing, name: Text, value: Node) -> None:
        """A number, or another computed value, from the point of view of the player who acts (`GAME`: nobody)."""
        if thing.name not in self.lowered.numbers:
            raise self.notation.unknown(name, thing.whose, ())
        number = self.match.number(thing.name, thing.whose)
        several = thing.type.kind in SETS
        one = member(thing.type) if several else thing.type
        got = sorted(self._shown(one, each) for each in (members(number) if several else (number,)))
        wanted = self._names(value)
        if one.kind == "player":
            wanted = [self._shown(one, self.notation.player(text)) for text in texts_of(value)]
        if got != sorted(wanted):
            self.differ(f"'{thing.name}'", _list(wanted), _list(got), value)

    def _shown(self, type_: Type, number: int) -> str:
        return self.match.names.value(type_, number)

    def _number(self, slot: StateSlot, text: Text) -> int:
        return number_of(self.tables, slot.type, self.notation.value(slot.type, text))

    def _of_pieces(self, key: str, thing: Thing, value: Node) -> None:
        """A state of the pieces of a design, of those in one place or of all that lie somewhere: one value for all,
        or one for each. If none lies anywhere, all of them are meant."""
        layout, owned = self.lowered.program.layout, owned_by(self.tables, thing)
        place = self.tables.place_numbers[(thing.place, thing.whose)] if thing.place else NONE
        lying = copies_lying(self.tables, layout, self.match.memory, place, thing.owner)
        there = [one for one in owned if one[1] in lying] or ([] if thing.place else owned)
        there.sort(key=lambda one: lying.index(one[1]) if lying else 0)
        if not isinstance(value, Sequence) and there:
            for one in there:
                self._state(key, one, value)
            return
        got = [self._read(*one) for one in there]
        wanted = [self._number(owned[0][0], text) for text in texts_of(value)]
        if not thing.place or not keeps_order(self.tables, layout, place):
            got, wanted = sorted(got), sorted(wanted)
        if got != wanted:
            shown = [self._named(thing.type, one) for one in got]
            self.differ(f"'{key}'", _list(self._names(value)), _list(shown), value)

    def _read(self, slot: StateSlot, owner: int) -> int:
        """A state, in the terms of a scenario: a piece is what its design is."""
        got = read(self.match.memory, slot, owner)
        return self.lowered.program.layout.designs[got] if slot.type.kind == "piece" and got != NONE else got

    def _named(self, of: Type, got: int) -> str:
        if of.kind == "piece" and got != NONE:
            return str(self.match.names.design(got))
        return self._shown(of, got)

    def _state(self, key: str, owned: Owned, value: Node) -> None:
        slot, owner = owned
        if slot.entries:
            wanted = self.notation.entries(slot.type, value)
            got = {
                name: read(self.match.memory, entry, owner)
                for name, entry in zip(slot.keys, slot.entries, strict=True)
            }
            if got != wanted:
                least = usual(slot.type)
                self.differ(f"'{key}'", written(wanted, least), written(got, least), value)
            return
        text = text_of(value)
        found = self._read(slot, owner)
        if found != self._number(slot, text):
            self.differ(f"'{key}'", f"'{text}'", f"'{self._named(slot.type, found)}'", text)

    def _place(self, key: str, place: Thing, value: Node) -> None:
        number = place_number(self.tables, place)
        pieces = [self.tables.pieces[piece] for piece in self.match.position.pieces_in(number)]
        if is_count(value):
            if str(value) != str(len(pieces)):
                self.differ(f"the number of pieces in '{key}'", value, len(pieces), value)
            return
        wanted = self.notation.pieces(place, value)
        ordered = keeps_order(self.tables, self.lowered.program.layout, number)
        if (pieces if ordered else sorted(pieces)) != (wanted if ordered else sorted(wanted)):
            self.differ(f"'{key}'", _list(wanted), _list(pieces), value)

    # ---------------------------------------------------------------------- decisions

    def _names(self, value: Node) -> list[str]:
        return [str(text) for text in texts_of(value)]

    def _options_named(self, value: Node) -> list[str]:
        """The names of options, as choices name them too: `b3` is on the board of the player who decides."""
        return [self._in_full(name) for name in self._names(value)]

    def _in_full(self, name: str) -> str:
        there = self._open()
        own = [f"player {decision.player + 1}'s {name}" for decision in self.match.decisions]
        return next((one for one in (name, *own) if one in there), name)

    def _open(self) -> list[str]:
        return [option.name for decision in self.match.decisions for option in decision.options]

    def _options(self, value: Node) -> None:
        wanted, got = sorted(self._options_named(value)), sorted(self._open())
        if wanted != got:
            self.differ("the options", _list(wanted), _list(got), value, of_decision=True)

    def _options_with(self, value: Node) -> None:
        missing = [name for name in self._options_named(value) if name not in self._open()]
        if missing:
            self.differ("the options", f"with {_list(missing)}", _list(self._open()), value, of_decision=True)

    def _options_without(self, value: Node) -> None:
        for text in texts_of(value):
            known_option(self.match, text)
        there = [name for name in self._options_named(value) if name in self._open()]
        if there:
            self.differ(
                "the options", f"without {_list(there)}", _list(self._open()), value, of_decision=True
            )

    def _decides(self, value: Node) -> None:
        wanted = self.notation.players(value)
        got = [decision.player for decision in self.match.decisions]
        if wanted != got:
            shown = _players(got) if got else "nobody"
            self.differ("who decides", _players(wanted), shown, value, of_decision=True)

    def _prompt(self, value: Node) -> None:
        got, wanted = self.match.decision.ask(), str(text_of(value))
        if wanted not in got and wanted not in self.match.decision.prompt:  # in the words of the rules
            self.differ("the prompt", f"'{value}'", f"'{got}'", value, of_decision=True)

    def _over(self, value: Node) -> None:
        wanted = truth(value)
        if self.match.is_over != wanted:
            self.differ("the match", "over" if wanted else "still going on", "the opposite", value)

    def _winners(self, value: Node) -> None:
        wanted, got = sorted(self.notation.players(value)), list(self.match.winners)
        if wanted != sorted(got):
            self.differ("the winners", _players(wanted), _players(got), value)

    def _scores(self, value: Node) -> None:
        """Compares the players' scores, in the order of their seats."""
        wanted, got = list(map(str, numbers(value))), [str(one) for one in self.match.scores or ()]
        if wanted != got:
            shown = _list(got) if got else "none: the game has no score"
            self.differ("the scores", _list(wanted), shown, value)

    def _log(self, value: Node) -> None:
        """Checks that each line stands in the log, after the previous one. A name may begin with a capital or not."""
        lines = self.match.log(None)
        position = 0
        for wanted in self._names(value):
            said = wanted.casefold()
            found = next((i for i in range(position, len(lines)) if said in lines[i].casefold()), None)
            if found is None:
                self.differ(
                    "the log", f"with the line '{wanted}'", " / ".join(lines[position:]) or "empty", value
                )
                return
            position = found + 1


def _list(items: list[str]) -> str:
    return "[" + ", ".join(items) + "]"


def _players(seats: list[int]) -> str:
    return _list([f"player {seat + 1}" for seat in seats])
