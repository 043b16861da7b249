"""The ids of known pieces for a reader, from decision to decision.

The only piece of a design is named after the design. If a design has several pieces, a reader can follow each of them
only as far as the reader's own views allow. So ids are computed from nothing but these views, in order, and cannot
reveal more than the views did. A piece that is shuffled away loses its id, and pieces that lie together and look the
same are interchangeable. Unknown pieces have no id here; see `observe`.

In: the history of a match and a reader. Out: for each step of the journal an `PieceIds`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import attrs

from ....ir import FIXED_HEAD, NONE
from ....lower.numbering import StateSlot
from ....memory.words import Memory, members
from ...state.forks import ForkPoint, fork_now
from ...state.history import History
from ...state.position import Position
from ..view import read
from .facts import ObjectFacts
from .ids import piece_id

UNKNOWN = -2
"""Represents an unknown piece among the designs of pieces."""


class Appearance(NamedTuple):
    """How one of several pieces of a design looks to a reader: its place, its states, and the states of others that
    refer to it, all as numbers. The reader cannot distinguish pieces that look the same."""

    place: int
    states: tuple[int, ...]
    meant: tuple[int, ...]


Appearances = tuple[tuple[Appearance, int, int], ...]
"""Of the known pieces of a design the look, the position, and the number, in ascending order."""


@attrs.frozen
class TrackedPieces:
    """The known pieces of a design with several pieces, and the number of each as the reader counts them; by piece
    its id, and those of all pieces that look the same. `fresh` are ids that did not look so before."""

    seen: Appearances
    numbers: tuple[tuple[int, Appearance], ...]
    ids: dict[int, str]
    alike: dict[int, tuple[str, ...]]
    fresh: frozenset[str] = frozenset()


PieceIds = dict[str, TrackedPieces]
"""By the name of the design, for designs of which the reader knows a piece."""

WAYS: tuple[Callable[[Appearance], object], ...] = (
    lambda look: look,
    lambda look: (look.place, look.states),
    lambda look: look.states,
    lambda look: look.place,
    lambda look: None,
)
"""What a piece may have in common with its earlier look: first everything, last only its design."""


def next_ids(before: PieceIds, seen: dict[str, Appearances]) -> PieceIds:
    """The next step. The numbers of pieces decide only which of two pieces that look the same gets which id."""
    return {design: _followed(design, before.get(design), pieces) for design, pieces in seen.items()}


def _followed(design: str, before: TrackedPieces | None, seen: Appearances) -> TrackedPieces:
    if before is not None and before.seen == seen:
        return attrs.evolve(before, fresh=frozenset()) if before.fresh else before
    old = before.numbers if before is not None else ()
    groups = _numbered(old, [look for look, _, _ in seen])
    numbers = tuple(sorted((number, look) for look, group in groups.items() for number in group))
    alike = {look: tuple(piece_id(design, number) for number in group) for look, group in groups.items()}
    own = {look: iter(names) for look, names in alike.items()}
    return TrackedPieces(
        seen,
        numbers,
        {piece: next(own[look]) for look, _, piece in seen},
        {piece: alike[look] for look, _, piece in seen},
        frozenset(piece_id(design, number) for number, _ in set(numbers) - set(old)),
    )


def _numbered(
    old: tuple[tuple[int, Appearance], ...], looks: list[Appearance]
) -> dict[Appearance, list[int]]:
    """The numbers of the pieces that look so: those of before stay with what is most like them, and what is new takes
    the lowest that are free."""
    found: dict[Appearance, list[int]] = {look: [] for look in looks}
    left, rest = list(old), looks
    for way in WAYS:
        if not left or not rest:
            break
        waiting: dict[object, list[Appearance]] = {}
        for look in reversed(rest):
            waiting.setdefault(way(look), []).append(look)
        lost = []
        for number, look in left:
            group = waiting.get(way(look))
            if group:
                found[group.pop()].append(number)
            else:
                lost.append((number, look))
        left, rest = lost, sorted(look for group in waiting.values() for look in group)
    taken = {number for group in found.values() for number in group}
    free = (number for number in range(1, len(looks) + 1) if number not in taken)
    for look in rest:
        found[look].append(next(free))
    return {look: sorted(group) for look, group in found.items()}


class PieceTracker:
    """Follows the pieces of one match for a reader; resumes where it stopped when the journal grows. `called` holds
    the reader's ids at the beginning of the journal, if there were any before."""

    def __init__(self, history: History, reader: int | None, called: PieceIds) -> None:
        self._facts = history.rules.facts
        self._history = history
        self._reader = reader
        self._called = called
        self._steps: list[PieceIds] = []
        self._memory: Memory | None = None
        self._fork: ForkPoint | None = None
        self._shown: Memory | None = None

    def at(self, step: int) -> PieceIds:
        """The ids of the pieces after a number of actions of the journal."""
        if not self._facts.several:
            return {}
        if self._memory is None:
            self._memory = self._history.beginning()
            self._fork = fork_now(self._history.rules.engine, self._memory, None, 0, 0)
            self._add(0, self._called)
        while len(self._steps) <= step:
            done = len(self._steps)
            position = self._history.kept(done)
            if position is not None:  # the match has just been there
                m, self._fork = position.memory, position.fork
            else:
                m = self._memory[:]
                self._fork = self._history.step(m, done - 1, self._fork)
            self._memory = m
            self._add(done, self._steps[-1])
        return self._steps[step]

    def cut(self, count: int, position: Position) -> None:
        """Discards what is after the first `count` actions, which lead to this position."""
        if len(self._steps) > count + 1:
            del self._steps[count + 1 :]
            self._memory, self._fork, self._shown = position.memory[:], position.fork, None

    def _add(self, step: int, before: PieceIds) -> None:
        """Adds the next step."""
        assert self._memory is not None
        history = self._history
        seen_here = history.position(self._memory, self._fork, step).seen_by(self._reader)
        shown = seen_here.memory[FIXED_HEAD : history.rules.lowered.program.layout.stacks]
        if shown == self._shown:
            seen = {design: followed.seen for design, followed in before.items()}
        else:
            seen = _seen(seen_here, self._facts, self._reader)
        self._shown = shown
        self._steps.append(next_ids(before, seen))


def _seen(position: Position, facts: ObjectFacts, reader: int | None) -> dict[str, Appearances]:
    """The looks of the pieces that a reader knows, by design, of designs with several pieces."""
    layout, tables, m = facts.lowered.program.layout, facts.lowered.tables, position.memory
    known = position.known_pieces(reader)
    meant = _meant(facts, m, reader, len(position.players))
    found: dict[str, list[tuple[Appearance, int, int]]] = {}
    positions: dict[int, dict[int, int]] = {}
    for piece in members(known & facts.several):
        place = m[layout.at + piece]
        if place == NONE:
            continue
        height = 0
        if facts.places[place].ordered:
            if place not in positions:
                positions[place] = {one: at for at, one in enumerate(position.pieces_in(place))}
            height = positions[place][piece]
        states: list[int] = []
        for _, slot in facts.states[tables.piece_types[piece]]:
            states += _numbers(layout.designs, known, slot, m, piece)
        look = Appearance(place, tuple(states), tuple(meant.get(piece, ())))
        found.setdefault(tables.pieces[piece], []).append((look, height, piece))
    return {design: tuple(sorted(pieces)) for design, pieces in found.items()}


def _numbers(designs: tuple[int, ...], known: int, slot: StateSlot, m: Memory, owner: int) -> list[int]:
    """A state as numbers, with pieces replaced by their designs, so that equal looks have equal numbers."""
    if slot.entries:
        return [read(m, entry, owner) for entry in slot.entries]
    value = read(m, slot, owner)
    if slot.type.kind == "piece" and value != NONE:
        return [designs[value] if known >> value & 1 else UNKNOWN]
    if slot.type.kind == "pieces":
        return [
            value.bit_count(),
            *sorted(designs[one] if known >> one & 1 else UNKNOWN for one in members(value)),
        ]
    return [value]


def _meant(facts: ObjectFacts, m: Memory, reader: int | None, players: int) -> dict[int, list[int]]:
    """The pieces to which states that the reader sees refer, with the numbers of these states."""
    found: dict[int, list[int]] = {}
    for number, (slot, owner) in enumerate(facts.meaning(reader, players)):
        value = read(m, slot, owner)
        for piece in members(value) if slot.type.kind == "pieces" else [value] if value != NONE else []:
            found.setdefault(piece, []).append(number)
    return found
