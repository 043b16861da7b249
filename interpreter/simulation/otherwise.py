"""What could have been done otherwise in a match: an option not taken, a card exchanged for another one.

In: the scheme of a game. Out: for the legal actions of a decision, the options that can be taken and left; for a
memory, the pieces that have come to a player, and those for which each can be exchanged. An exchange renames two
pieces throughout the memory (`state.rename_pieces`), as a re-deal does: nothing is added or lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from ..engine.protocol import Engine
from ..ir import NONE, CellKind
from ..match.state.forks import acting
from ..match.state.rename_pieces import frame_registers, rename
from ..memory.faults import RulesFault
from ..memory.words import Memory, load_set
from .scheme import Scheme

OPTION, CARD = "option", "card"


@attrs.frozen(order=True)
class Subject:
    """What is measured.

    Attributes:
        kind: `option` or `card`.
        where: the option, by its name or the question that it answers; or the place of a player where the card lies.
        design: the design that is chosen, or that the card has; empty for an option as a whole.
    """

    kind: str
    where: str
    design: str = ""


@attrs.frozen
class Arrival:
    """A piece has come to a player who knows it. `index` is the number of the next decision, `trail` the places where
    it has lain before, the last one first."""

    index: int
    piece: int
    holder: int
    place: int
    trail: tuple[int, ...]
    subject: Subject


class Otherwise:
    """What can be measured in matches of a game."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        lowered = scheme.rules.lowered
        self._layout, tables = lowered.program.layout, lowered.tables
        names = {number: name for (name, _), number in tables.place_numbers.items()}
        self._places = {
            number: tables.board_of_cell.get(name, name)
            for number, name in names.items()
            if tables.places[number].owner != NONE
        }
        self._owners = [place.owner for place in tables.places]
        self._types, self._designs, self._backs = tables.piece_types, self._layout.designs, tables.backs
        self._varied = _varied(self._types, self._designs)
        self._lay = lowered.program.initial[self._layout.at : self._layout.at + self._layout.pieces]
        self._alone = _alone(scheme)
        self._subjects = [self._of_action(action) for action in range(len(scheme.family_of))]
        self._offers: dict[tuple[int, ...], dict[Subject, frozenset[int]]] = {}

    # ------------------------------------------------------------------------- options

    def _of_action(self, action: int) -> tuple[Subject, ...]:
        number = self.scheme.family_of[action]
        family, designs = self.scheme.families[number], self.scheme.designs_of[action]
        chosen = [Subject(OPTION, family, self.scheme.designs[one]) for one in designs]
        return tuple(chosen) if number in self._alone else (Subject(OPTION, family), *chosen)

    def subjects_of(self, action: int) -> tuple[Subject, ...]:
        """What an action takes."""
        return self._subjects[action]

    def offered(self, legal: tuple[int, ...]) -> dict[Subject, frozenset[int]]:
        """The options among legal actions, each with those actions that take it."""
        found = self._offers.get(legal)
        if found is None:
            actions: dict[Subject, set[int]] = {}
            for action in legal:
                for subject in self._subjects[action]:
                    actions.setdefault(subject, set()).add(action)
            found = self._offers[legal] = {subject: frozenset(those) for subject, those in actions.items()}
        return found

    # --------------------------------------------------------------------------- cards

    @property
    def exchanges(self) -> bool:
        """Whether some place of a player can hold pieces of a type that has several designs."""
        declared = self.scheme.game.symbols.places
        varied = {self._types[piece] for piece in self._varied}
        return any(varied & set(declared[name].text.types) for name in self._places.values())

    def places(self, m: Memory) -> list[int]:
        """Where each piece lies."""
        at = self._layout.at
        return m[at : at + self._layout.pieces].tolist()

    def arrivals(self) -> Arrivals:
        """What watches the pieces of one match."""
        return Arrivals(self, list(self._lay))

    def is_held(self, m: Memory, piece: int, place: int) -> bool:
        """Whether a piece lies in this place of a player who knows it."""
        return m[self._layout.at + piece] == place and bool(self._known(m, self._owners[place]) >> piece & 1)

    def _known(self, m: Memory, player: int) -> int:
        words = self._layout.piece_words
        return load_set(m, self._layout.knows + player * words, words)

    def partners(self, m: Memory, arrival: Arrival) -> list[int]:
        """The pieces with which the rules could have dealt another design instead: of the same type, with the same
        back, unknown to the holder, and in the last place where the piece itself has lain before and where there are
        such pieces now. Places of other players do not count."""
        known, piece, at = self._known(m, arrival.holder), arrival.piece, self._layout.at
        alike = [
            other
            for other in self._varied
            if self._types[other] == self._types[piece]
            and self._designs[other] != self._designs[piece]
            and self._backs[other] == self._backs[piece]
            and not known >> other & 1
        ]
        for place in arrival.trail:
            if self._owners[place] in (NONE, arrival.holder) and (
                found := [other for other in alike if m[at + other] == place]
            ):
                return found
        return []

    def design_of(self, piece: int) -> str:
        """The design of a piece."""
        return self.scheme.designs[self._designs[piece]]

    def busy(self, engine: Engine, m: Memory) -> int | None:
        """The set of the pieces that the rules are in the middle of doing something with; None while players act
        simultaneously: then nothing can be exchanged."""
        if acting(engine, m):
            return None
        found = 0
        for address, kind, words in frame_registers(engine.program, engine.plan, m):
            if kind is CellKind.PIECE and m[address] >= 0:
                found |= 1 << m[address]
            elif kind is CellKind.PIECES:
                found |= load_set(m, address, words)
        return found

    def exchanged(self, engine: Engine, m: Memory, piece: int, other: int) -> Memory | None:
        """The memory in which two pieces have changed places; None if that is no position that can be played on."""
        new = list(range(self._layout.pieces))
        new[piece], new[other] = other, piece
        found = rename(self.scheme.rules.lowered, engine.plan, m, new)
        try:
            for one in engine.pending(found):
                engine.actions(found, one.strand)
            holds = all(held(found, NONE) for _, held in self.scheme.rules.invariants)
        except RulesFault:
            return None
        return found if holds else None


class Arrivals:
    """Watches where the pieces of one match lie, decision by decision."""

    def __init__(self, otherwise: Otherwise, lay: list[int]) -> None:
        self.found: list[Arrival] = []
        self._otherwise, self._lay = otherwise, lay
        self._trails: dict[int, tuple[int, ...]] = {}
        self._first = True

    def look(self, index: int, m: Memory) -> None:
        """Looks at the memory at a decision."""
        o = self._otherwise
        now, before = o.places(m), self._lay
        if now == before and not self._first:
            return
        for piece in o._varied:
            place, last = now[piece], before[piece]
            if place == last and not self._first:
                continue
            if place != last and last >= 0:
                self._trails[piece] = (last, *self._trails.get(piece, ()))
            if place in o._places and o.is_held(m, piece, place):
                self.found.append(self._arrival(index, piece, place))
        self._lay, self._first = now, False

    def _arrival(self, index: int, piece: int, place: int) -> Arrival:
        o = self._otherwise
        subject = Subject(CARD, o._places[place], o.design_of(piece))
        trail = tuple(dict.fromkeys(self._trails.get(piece, ())))
        return Arrival(index, piece, o._owners[place], place, trail, subject)


def _alone(scheme: Scheme) -> set[int]:
    """The families whose actions all choose one and the same design: it is no other thing than the option."""
    found: dict[int, set[tuple[int, ...]]] = {}
    for family, designs in zip(scheme.family_of, scheme.designs_of, strict=True):
        found.setdefault(family, set()).add(designs)
    return {family for family, of in found.items() if len(of) == 1 and len(next(iter(of))) == 1}


def _varied(types: list[str], designs: tuple[int, ...] | list[int]) -> list[int]:
    """The pieces of a type that has several designs."""
    of_type: dict[str, set[int]] = {}
    for one, design in zip(types, designs, strict=True):
        of_type.setdefault(one, set()).add(design)
    return [piece for piece, one in enumerate(types) if len(of_type[one]) > 1]


def rates(
    chances: Mapping[Subject, int], matches: int, budget: int, most: float = 2.0
) -> dict[Subject, float]:
    """How likely each chance to measure something is taken, so that about `budget` playouts follow a match.

    What is rare is measured whenever it happens. `chances` is how often each could have been measured in a number of
    matches; no subject is measured more than `most` times in a match on average.
    """
    means = Counter({subject: count / max(matches, 1) for subject, count in chances.items()})
    low, high = 0.0, most
    for _ in range(40):
        middle = (low + high) / 2
        if 2 * sum(min(mean, middle) for mean in means.values()) > budget:
            high = middle
        else:
            low = middle
    return {subject: min(1.0, high / mean) for subject, mean in means.items() if mean > 0}
