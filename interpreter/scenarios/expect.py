"""Compares a match with the expectations of a scenario; every difference is a diagnostic at the expectation.

Keys of `then` (and of `expect` between choices): names of states and places; `player N` with the names of that
player's; `options` (exactly), `options with`, `options without`; `decides`; `over`; `winners`; `log` (some of its
lines, in this order); `view of player N` (some of what the view shows, see `views`). A place is written as the exact
list of its pieces (from the bottom if it has an order; `3 orc` means three orcs), as `empty`, or as the number of
its pieces.
"""

from __future__ import annotations

from rulewright.dsl.diagnostics.diagnostic import Note
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Node, Sequence, Text
from rulewright.dsl.languages import BASE
from rulewright.dsl.tree.types import Type, member

from ..ir import NONE
from ..lower.numbering import Slot
from ..match.match import Match
from ..match.output.view import Viewer, read
from ..match.setup.names import SETS
from ..memory.words import members
from .number_tables import entries_of, written
from .values import (
    PLAYER,
    Unreadable,
    ability_slot,
    copies_in,
    copies_lying,
    designs_in,
    is_number,
    keeps_order,
    known_option,
    number_of,
    owned_states,
    pairs,
    player_number,
    state_named,
    text_of,
    types_of,
    unknown_thing,
)
from .views import Seen
from .wanted import SPECIAL, fault_expected


def check(match: Match, node: Node, report: Report, *, at_the_end: bool = False) -> None:
    """Reports every expectation that does not hold. An expected fault is left to the caller, since it ends the
    scenario."""
    expect = _Expect(match, report, at_the_end)
    for name, value in pairs(node, "what is expected"):
        try:
            if str(name) == "fault":
                fault_expected(name, value, at_the_end)
            else:
                expect.one(name, value)
        except Unreadable as problem:
            problem.report_to(report)


MOST_NAMED = 8
"""The number of options that a note names."""


class _Expect:
    def __init__(self, match: Match, report: Report, at_the_end: bool) -> None:
        self.match = match
        self.at_the_end = at_the_end
        self.report = report
        self.lowered = match.rules.lowered

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

    def one(self, name: Text, value: Node) -> None:
        key = str(name)
        if key in SPECIAL:
            handler = getattr(self, "_" + key.replace(" ", "_"))
            handler(value)
        elif key.startswith("view of "):
            player = Text(key.removeprefix("view of "), name.span)
            self._view(player_number(player, len(self.match.players)), value)
        elif PLAYER.match(key):
            player_ = player_number(name, len(self.match.players))
            for inner, wanted in pairs(value, "what is expected of a player"):
                self._thing(inner, wanted, player_)
        else:
            self._thing(name, value, NONE)

    # ----------------------------------------------------------------- states, places

    def _thing(self, name: Text, value: Node, owner: int) -> None:
        tables = self.lowered.tables
        key = str(name)
        if (key, owner) in tables.place_numbers:
            self._place(key, tables.place_numbers[(key, owner)], value)
            return
        states = tables.game_states if owner == NONE else tables.player_states
        slot = state_named(states, key) or ability_slot(tables, key)
        copies = copies_in(tables, key, owner) if slot is None else None
        if copies is not None:
            self._of_copies(key, *copies, value)
            return
        owned = owned_states(self.lowered.tables, key, owner) if slot is None else []
        if owned:
            self._of_several(key, owned, value)
            return
        if slot is None and key in self.lowered.numbers:
            self._named(key, owner, value)
            return
        if slot is None:
            raise unknown_thing(tables, name, owner, SPECIAL)
        self._state(key, slot, max(owner, 0), value)

    def _named(self, key: str, owner: int, value: Node) -> None:
        """A number, or another named value, from the point of view of the player who acts (NONE: nobody)."""
        type_ = self.lowered.game.symbols.named_values[key].value.type
        number = self.match.number(key, owner)
        several = type_.kind in SETS
        one = member(type_) if several else type_
        got = sorted(self._shown(one, each) for each in (members(number) if several else (number,)))
        wanted = self._names(value)
        if one.kind == "player":
            players = len(self.match.players)
            numbers = (number_of(self.lowered.tables, one, Text(name), players) for name in wanted)
            wanted = [self._shown(one, each) for each in numbers]
        if got != sorted(wanted):
            self.differ(f"'{key}'", _list(wanted), _list(got), value)

    def _shown(self, type_: Type, number: int) -> str:
        return self.match.names.value(type_, number)

    def _of_several(self, key: str, owned: list[tuple[Slot, int]], value: Node) -> None:
        """A state of a cell, or of all pieces of a design that lie somewhere: one value, or a list of values."""
        at = self.lowered.program.layout.at
        on_cell = owned[0][0] in self.lowered.tables.cell_states.values()
        there = [one for one in owned if on_cell or self.match.memory[at + one[1]] != NONE] or owned
        if not isinstance(value, Sequence):
            for slot, of in there:
                self._state(key, slot, of, value)
            return
        slot = there[0][0]
        got = sorted(read(self.match.memory, slot, of) for _, of in there)
        players = len(self.match.players)
        wanted = sorted(
            number_of(self.lowered.tables, slot.type, text_of(item), players) for item in value.items
        )
        if got != wanted:
            shown = [self.match.names.value(slot.type, one) for one in got]
            self.differ(f"'{key}'", _list(self._names(value)), _list(shown), value)

    def _of_copies(self, key: str, slot: Slot, place: int, design: str, value: Node) -> None:
        """A state of the copies of a design that lie in a place: one value for all, or one for each."""
        layout, players = self.lowered.program.layout, len(self.match.players)
        pieces = copies_lying(self.lowered.tables, layout, self.match.memory, place, design)
        if not isinstance(value, Sequence) and pieces:
            for piece in pieces:
                self._state(key, slot, piece, text_of(value))
            return
        got = [read(self.match.memory, slot, piece) for piece in pieces]
        if slot.type.kind == "piece":
            got = [one if one == NONE else layout.designs[one] for one in got]
        items = value.items if isinstance(value, Sequence) else (value,)
        wanted = [number_of(self.lowered.tables, slot.type, text_of(item), players) for item in items]
        if place == NONE or not keeps_order(self.lowered.tables, layout, place):
            got, wanted = sorted(got), sorted(wanted)
        if got != wanted:
            names = self.match.names
            named = names.design if slot.type.kind == "piece" else lambda one: names.value(slot.type, one)
            shown = ["none" if one == NONE and slot.type.optional else str(named(one)) for one in got]
            self.differ(f"'{key}'", _list(self._names(value)), _list(shown), value)

    def _table(self, key: str, slot: Slot, owner: int, value: Node) -> None:
        """Compares each entry; entries that are not named must be 0."""
        wanted = {one.key: one.number for one in entries_of(slot, value)}
        pairs = zip(slot.keys, slot.entries, strict=True)
        got = {name: read(self.match.memory, entry, owner) for name, entry in pairs}
        if got != wanted:
            self.differ(f"'{key}'", written(slot, wanted), written(slot, got), value)

    def _state(self, key: str, slot: Slot, owner: int, value: Node) -> None:
        if slot.entries:
            self._table(key, slot, owner, value)
            return
        text = text_of(value)
        got = read(self.match.memory, slot, owner)
        if slot.type.kind == "piece" and got != NONE:
            got = self.lowered.program.layout.designs[got]
        wanted = number_of(self.lowered.tables, slot.type, text, len(self.match.players))
        if got != wanted:
            type_ = slot.type
            shown = (
                self.match.names.design(got) if type_.kind == "piece" else self.match.names.value(type_, got)
            )
            self.differ(f"'{key}'", f"'{text}'", f"'{shown}'", text)

    def _place(self, key: str, number: int, value: Node) -> None:
        pieces = [self.lowered.tables.pieces[p] for p in self.match.position.pieces_in(number)]
        if is_number(value):
            if str(value) != str(len(pieces)):
                self.differ(f"the number of pieces in '{key}'", value, len(pieces), value)
            return
        wanted = designs_in(self.lowered.tables, value, types_of(self.lowered.tables, key))
        ordered = keeps_order(self.lowered.tables, self.lowered.program.layout, number)
        if (pieces if ordered else sorted(pieces)) != (wanted if ordered else sorted(wanted)):
            self.differ(f"'{key}'", _list(wanted), _list(pieces), value)

    # ---------------------------------------------------------------------- decisions

    def _names(self, value: Node) -> list[str]:
        items = value.items if isinstance(value, Sequence) else (value,)
        return [str(text_of(item)) for item in items]

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
        for item in value.items if isinstance(value, Sequence) else (value,):
            known_option(self.match, text_of(item))
        there = [name for name in self._options_named(value) if name in self._open()]
        if there:
            self.differ(
                "the options", f"without {_list(there)}", _list(self._open()), value, of_decision=True
            )

    def _decides(self, value: Node) -> None:
        items = value.items if isinstance(value, Sequence) else (value,)
        wanted = [player_number(text_of(item), len(self.match.players)) for item in items]
        got = [decision.player for decision in self.match.decisions]
        if wanted != got:
            shown = _list([f"player {player + 1}" for player in got]) if got else "nobody"
            self.differ(
                "who decides", _list([f"player {one + 1}" for one in wanted]), shown, value, of_decision=True
            )

    def _prompt(self, value: Node) -> None:
        got = self.match.decision.ask()
        if str(text_of(value)) not in got:
            self.differ("the prompt", f"'{value}'", f"'{got}'", value, of_decision=True)

    def _over(self, value: Node) -> None:
        text = text_of(value)
        if str(text) not in ("yes", "no"):
            raise Unreadable(f"'{text}' is neither yes nor no", text.span)
        wanted = str(text) == "yes"
        if self.match.is_over != wanted:
            self.differ("the match", "over" if wanted else "still going on", "the opposite", value)

    def _winners(self, value: Node) -> None:
        empty = isinstance(value, Text) and str(value) in ("none", "nobody")
        items = () if empty else value.items if isinstance(value, Sequence) else (value,)
        wanted = sorted(player_number(text_of(item), len(self.match.players)) for item in items)
        if wanted != sorted(self.match.winners):
            got = _list([f"player {one + 1}" for one in self.match.winners])
            self.differ("the winners", _list([f"player {one + 1}" for one in wanted]), got, value)

    def _scores(self, value: Node) -> None:
        """Compares the players' scores, in the order of their seats."""
        wanted, got = self._names(value), [str(one) for one in self.match.scores or ()]
        if wanted != got:
            self.differ(
                "the scores", _list(wanted), _list(got) if got else "none: the game has no score", value
            )

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

    # --------------------------------------------------------------------------- views

    def _view(self, player: int, node: Node) -> None:
        Seen(Viewer(self.match.position, player, BASE), self.differ).check(node)


def _list(items: list[str]) -> str:
    return "[" + ", ".join(items) + "]"


__all__ = ["check"]
