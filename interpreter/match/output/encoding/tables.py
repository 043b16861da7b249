"""An encoder as tables for kernels (`kernels.vectors`): the same plan, as numbers.

In: the parts of an encoder, and what makes records for the machine that runs the kernels. Out: `Vectors`, and
`Writing`, of which each thread needs its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import prod
from typing import Any

import attrs

from .....dsl.tree.types import SETS
from ....ir import NONE, WORD_BITS, CellKind
from ....ir.frames import FIRST_ENTRY, EntryKind
from ....ir.widths import kind_words
from ....kernels import vectors as kernel
from ....kernels.kernel import LANE, Halves
from ....kernels.machine import Maker
from ....kernels.vectors import Coded, Group, Named, Order, Past, Source, Vectors, Writing
from ....memory.dice import MASK
from ....memory.luck import signed
from .coders import Coder
from .contents import Contents
from .pieces import PieceRow, PieceStates
from .plan import Plan
from .situation import Situation
from .states import StateCode, States

_SORTS = {"piece": kernel.A_PIECE, "pieces": kernel.PIECES, "cell": kernel.A_CELL, "cells": kernel.CELLS}
_DECIDES = {EntryKind.CHOICE: 1, EntryKind.CHANCE: 2}


MOST_NOTED = 400
"""What is written of a decision and of what is under way is noted up to this, so that only that need be taken away; a
vector with more is written again as a whole."""

MOST_PACKED = 1 << 62
"""Numbers that alike pieces are compared by are less."""

_OF_VALUES = (kernel.ONE, kernel.SPOT)
_OF_FACES = (kernel.FACE, kernel.FACES)
"""What is written so depends on what the reader knows of pieces."""


def _lanes(words: int) -> int:
    """So many words, and what is left of the last lane."""
    return -(-words // LANE) * LANE


@attrs.define(eq=False)
class Tables:
    """Makes the tables of an encoder; `maker` makes their records."""

    plan: Plan
    situation: Situation
    states: States
    contents: Contents
    pieces: PieceStates
    maker: Maker
    kept: int = 0
    """How many words a past keeps, once the plan has been made; and"""
    placed: int = 0
    """how many places and pieces."""
    _coded: dict[Any, Coded] = attrs.field(factory=dict)
    _depends: dict[int, dict[tuple[int, int], None]] = attrs.field(factory=dict)
    """What depends on each word of the memory, by its address."""
    _shown_by: dict[int, frozenset[int]] = attrs.field(factory=dict)
    """The faces that values can say, by the identity of how they are written."""
    _faces_of: dict[int, dict[tuple[int, int], None]] = attrs.field(factory=dict)
    """What depends on the faces of pieces, by the number of their type."""

    def vectors(self) -> Vectors:
        """The plan."""
        plan, layout = self.plan, self.plan.layout
        v = self.maker.record(Vectors)
        v.size, v.players = len(plan.fields), plan.players
        v.at, v.pieces, v.knows, v.piece_words = layout.at, layout.pieces, layout.knows, layout.piece_words
        v.stacks, v.stack, v.strands, v.memory = layout.stacks, layout.stack, layout.strands, layout.size
        self._faces(v)
        self._keep(v)
        self._situation(v)
        self._underway(v)
        self._states(v)
        self._contents(v)
        self._pieces(v)
        self._watch(v)
        return v

    def writing(self) -> Writing:
        """Room for one thread."""
        maker, plan, faces = self.maker, self.plan, len(self.plan.faces.names)
        pieces, size = plan.layout.pieces, len(plan.fields)
        alike = max(pieces, *(len(rows) for rows, _ in self.states.abilities), 1)
        w = maker.record(Writing)
        w.first, w.last, w.after, w.busy = (maker.cells([0] * alike) for _ in range(4))
        w.position = maker.cells([0] * (alike + LANE))
        w.moved, w.stirred, w.pieces, w.lies = (maker.cells([0] * (pieces + LANE)) for _ in range(4))
        w.known = maker.cells([0] * max(plan.layout.piece_words, 1))
        w.met, w.stale_faces, w.touched = (maker.cells([0] * max(faces, 1)) for _ in range(3))
        parts = len(self.states.static) + len(self.states.abilities) + len(self.contents.orders)
        w.stale, w.parts = (maker.cells([0] * max(parts, 1)) for _ in range(2))
        places = len(plan.layout.places) + 1
        cells = places * max(len(set(plan.tables.piece_types)), 1)
        w.stale_cells, w.cells = (maker.cells([0] * cells) for _ in range(2))
        w.met_types = maker.cells([0] * max(len(set(plan.tables.piece_types)), 1))
        w.laid, w.tally = maker.cells([0] * places), maker.cells([0] * size)
        w.most = self.noted
        w.marks = maker.cells([0] * max(-(-len(plan.layout.places) // WORD_BITS), 1))
        w.told = maker.cells([0] * max(len(self.situation.named), 1))
        rows = [code for rows, _ in self.states.abilities for row in rows for code in row]
        w.wide = max([len(room.fields) for room in self.pieces.rooms.values()], default=0)
        w.wide = max(w.wide, sum(len(code.coder.fields("")) for code in rows), 1)
        w.codes = maker.singles(alike * w.wide)
        return w

    @property
    def noted(self) -> int:
        """For how many numbers of a vector there is room to note that they were written; and one more."""
        return min(2 * len(self.plan.fields), MOST_NOTED) + 1

    def past(self) -> Past:
        """Nothing is known of what has been written."""
        made = self.maker.record(Past)
        made.kept = self.maker.cells([0] * max(self.kept, 1))
        made.places = self.maker.halves([0] * self.placed)
        made.noted = self.maker.halves([-1] * self.noted)
        return made

    # ------------------------------------------------------------------------- values

    def _table(self, values: Mapping[int, int], least: int, end: int) -> Halves:
        """A number for each value from the least on; -1 where there is none."""
        return self.maker.halves(values.get(one, -1) for one in range(least, max(end, least + 1)))

    def coded(self, coder: Coder, words: int = 1) -> Coded:
        """How a type is written, for sets of so many words."""
        found = coder.table
        key = (
            found.kind,
            found.scale,
            found.wide,
            tuple(found.at.items()),
            tuple(found.along.items()),
            tuple(found.copies.items()),
            found.least,
            found.most,
        )
        words = max(words, self.most_words)
        if (words, key) not in self._coded:
            c = self._coded[(words, key)] = self.maker.record(Coded)
            c.kind, c.scale, c.wide = found.kind, float(found.scale), int(found.wide)
            c.least = min(found.at, default=0) if found.kind in (kernel.ONE, kernel.SPOT) else found.least
            c.among = found.among
            if found.kind in _OF_FACES:
                self._shown_by[id(c)] = frozenset(found.at)
            end = max(max(found.at, default=0) + 1, c.least)
            if found.kind == kernel.MANY:
                end = max(end, WORD_BITS * words)
            c.at, c.copies = (
                self._table(found.at, c.least, end),
                self._table(found.copies, 0, max(found.copies, default=0) + 1),
            )
            c.ranks = self._table(found.ranks if found.kind in _OF_VALUES else {}, c.least, end)
            along = [found.along.get(one, (0.0, 0.0)) for one in range(c.least, end)] if found.along else []
            c.along = self.maker.floats(2 * len(along))
            for at, number in enumerate(number for pair in along for number in pair):
                c.along[at] = number
        return self._coded[(words, key)]

    def _source(
        self, code: StateCode, index: int, only: int | None = None, kept: int = -1
    ) -> tuple[Any, ...]:
        """A value in the memory, in the order of the fields of `Source`."""
        coder, words = code.coder, max(code.words, 1)
        coded = self.coded(coder, words)
        if code.shift >= 0:
            coded = self._bit()
        width = len(coder.fields(""))
        return (
            code.address,
            words,
            max(code.shift, 0),
            index,
            width,
            -1 if only is None else only,
            coded,
            kept,
        )

    def _bit(self) -> Coded:
        if "bit" not in self._coded:
            c = self._coded["bit"] = self.maker.record(Coded)
            c.kind, c.among, c.along = kernel.BIT, 2, self.maker.floats(1)
            c.at, c.copies, c.ranks = (self.maker.halves([0]) for _ in range(3))
        return self._coded["bit"]

    # ---------------------------------------------------------------------- situation

    def _situation(self, v: Vectors) -> None:
        of = self.situation
        v.reader, v.over, v.deciding, v.winners = of.reader, of.over, of.deciding, of.winners
        v.scores, v.score = of.scores[0], self.coded(of.score)
        v.score_width, v.scored = len(of.score.fields("")), int(self.plan.rules.game.score is not None)

    def _underway(self, v: Vectors) -> None:
        """The entries at which rules wait, and what is named there."""
        plan, rules, maker = self.plan, self.plan.rules, self.maker
        program, frames = rules.lowered.program, rules.engine.plan
        numbers = {
            id(one): at for at, one in enumerate({id(n): n for n in self.situation.named.values()}.values())
        }
        distinct = list({id(one): one for one in self.situation.named.values()}.values())
        decides, sites, secret = [0] * FIRST_ENTRY, [0] * FIRST_ENTRY, [0] * FIRST_ENTRY
        names: list[list[tuple[int, int, int, int]]] = [[] for _ in range(FIRST_ENTRY)]
        for entry in frames.entries:
            procedure = program.procedures[entry.procedure]
            terminator = procedure.blocks[entry.block].terminator
            kind = _DECIDES.get(entry.kind, 0)
            site: int = getattr(terminator, "site", 0) if kind else 0
            decides.append(kind)
            sites.append(self.situation.open + rules.facts.alike[site] if kind else 0)
            secret.append(int(kind > 0 and rules.site(site).secret))
            slots, found = frames.frames[entry.procedure].slots, []
            for one in procedure.names:
                named = self.situation.named.get(id(one))
                if one.register in entry.held and named is not None:
                    slot = slots[one.register]
                    words = slot.words if one.type.kind in SETS else 1
                    found.append((slot.offset, words, numbers[id(named)], int(one.shown == "chooser")))
            names.append(found[::-1])
        v.entries = len(decides)
        v.decides, v.site, v.secret = maker.halves(decides), maker.halves(sites), maker.bytes(secret)
        v.named_from, v.names = self._lists(names)
        v.named = maker.rows(
            Named,
            [
                (
                    self.coded(one.coder, plan.layout.piece_words),
                    one.index,
                    _SORTS.get(one.kind, kernel.NOWHERE),
                    self.coded(one.spot),
                    one.where,
                    *self._kept_set(one.coder),
                )
                for one in distinct
            ],
        )
        v.named_count, v.place_words = len(distinct), -(-v.place_count // WORD_BITS)
        v.named_cells = self._table(self.situation.named_cells, 0, WORD_BITS * v.place_words)
        v.marks_kept = self.kept
        self.kept += v.place_words

    def _kept_set(self, coder: Coder) -> tuple[int, int]:
        """The words of a set, and where the past keeps it."""
        if coder.table.kind != kernel.MANY:
            return 0, -1
        words, first = self.most_words, self.kept
        self.kept += words
        return words, first

    @property
    def most_words(self) -> int:
        """How many words a set of anything needs at most."""
        layout = self.plan.layout
        kinds = (CellKind.PIECES, CellKind.PLACES, CellKind.DESIGNS, CellKind.PLAYERS)
        return max(1, *(kind_words(layout, kind) for kind in kinds))

    def _lists(self, lists: Sequence[Sequence[tuple[int, ...]]]) -> tuple[Halves, Halves]:
        """Where each list begins, and one more; and all of them."""
        begins = accumulate(map(len, lists), initial=0)
        return self.maker.halves(begins), self.maker.halves(
            cell for one in lists for row in one for cell in row
        )

    # ------------------------------------------------------------------------- states

    def _states(self, v: Vectors) -> None:
        static, kept = [], self.kept
        for one in self.states.static:
            of_sets = one.code.shift < 0 and one.code.coder.table.kind == kernel.MANY
            static.append(self._source(one.code, one.index, one.only, kept if of_sets else -1))
            kept += max(one.code.words, 1) * of_sets
        v.kept_count = self.kept = kept
        v.static, v.static_count = self.maker.rows(Source, static), len(static)
        groups: list[tuple[int, ...]] = []
        sources: list[tuple[Any, ...]] = []
        rooms: list[int] = []
        for rows, indexes in self.states.abilities:
            widths = self._widths(rows[0])
            begin = indexes[0][0] if widths else 0
            groups.append((len(sources), len(rows), len(rows[0]), len(rooms), begin, len(rows) * sum(widths)))
            for row in rows:
                sources += self._row(zip(row, accumulate(self._widths(row), initial=0), strict=False))
            rooms += [index for one in indexes for index in one]
        v.groups, v.group_count = self.maker.rows(Group, groups), len(groups)
        self._state_parts(v, static, [sources[one[0] : one[0] + one[1] * one[2]] for one in groups])
        v.remembered, v.rooms = self.maker.rows(Source, sources), self.maker.halves(rooms)

    def _state_parts(
        self, v: Vectors, static: Sequence[tuple[Any, ...]], groups: Sequence[Sequence[tuple[Any, ...]]]
    ) -> None:
        """What the parts that are states depend on."""
        parts = [*([one] for one in static), *groups]
        for number, sources in enumerate(parts):
            for one in sources:
                self._on(one, (kernel.A_PART, number))
        private = [at for at, one in enumerate(static) if one[5] != NONE]
        v.private, v.private_count = self.maker.halves(private), len(private)
        for number, sources in enumerate(parts):
            self._facing(sources, (kernel.A_PART, number))

    @staticmethod
    def _widths(row: Iterable[StateCode]) -> list[int]:
        return [len(code.coder.fields("")) for code in row]

    def _row(self, row: Iterable[tuple[StateCode, int]]) -> list[tuple[Any, ...]]:
        return [self._source(code, at) for code, at in row]

    # ------------------------------------------------------------------------- pieces

    def _faces(self, v: Vectors) -> None:
        faces, layout = self.plan.faces, self.plan.layout
        v.designs, v.backs = self.maker.halves(faces.designs), self.maker.halves(faces.backs)
        v.first_back, v.faces = faces.first_back, len(faces.names)
        v.place_count = len(layout.places)
        v.ordered = self.maker.bytes(int(place.ordered) for place in layout.places)

    def _contents(self, v: Vectors) -> None:
        of, faces = self.contents, range(v.faces)
        held = [-1] * v.faces  # nowhere
        for row in of.rows[: v.place_count]:
            held += [-1 if row is None else row.get(face, -1) for face in faces]
        v.held, v.contents, v.scales = self.maker.halves(held), of.first, self.maker.halves(of.scales)
        orders: list[tuple[Any, ...]] = []
        for one in of.orders:
            index = self._table(one.index, 0, v.faces)
            begin = min(one.index.values(), default=0)
            orders.append((one.base, int(one.pile), one.room, index, begin, one.width, self.placed))
            self.placed += _lanes(1 + one.room)
        v.orders, v.order_count = self.maker.rows(Order, orders), len(orders)
        first = v.static_count + v.group_count
        v.parts = first + len(orders)
        number = {one.base: first + at for at, one in enumerate(of.orders)}
        bases = [place.base if place.ordered else None for place in self.plan.layout.places]
        v.order_of = self.maker.halves([-1, *(-1 if one is None else number.get(one, -1) for one in bases)])

    def _pieces(self, v: Vectors) -> None:
        plan, of, maker = self.plan, self.pieces, self.maker
        layout, types = plan.layout, plan.tables.piece_types
        kinds = list(dict.fromkeys(types))
        v.types, v.type_count = maker.halves(kinds.index(one) for one in types), max(len(kinds), 1)
        rows = [self._row(of.rows.get(piece, ())) for piece in range(layout.pieces)]
        v.states_from = maker.halves(accumulate(map(len, rows), initial=0))
        sources = [source for row in rows for source in row]
        for piece, row in enumerate(rows):
            for one in row:
                bit = one[6].kind == kernel.BIT
                self._on(one, (kernel.HOLDING, piece - one[2]) if bit else (kernel.STATES, piece))
        rooms = {face: room.index for face, room in of.rooms.items()}
        v.room = self._table(rooms, 0, v.faces)
        widths = {face: len(room.fields) for face, room in of.rooms.items()}
        v.room_width = self._table(widths, 0, v.faces)
        v.room_count = self._table({face: room.count for face, room in of.rooms.items()}, 0, v.faces)
        v.alone = maker.bytes(int(face in of.rooms and of.rooms[face].alone) for face in range(v.faces))
        self._cells(v, kinds)
        v.bases = maker.halves(place.base for place in layout.places)
        found = self._showing()
        for face, pieces in found.items():
            for piece in pieces:
                self._facing(rows[piece], (kernel.STATES, face))
        v.facing_from, v.facing = self._lists(
            [list(self._faces_of.get(one, ())) for one in range(v.type_count)]
        )
        showing = [found.get(face, []) for face in range(v.faces)]
        v.face_from, v.face_pieces = self._lists([[(piece,) for piece in one] for one in showing])
        sets = [sum(1 << piece for piece in one) for one in showing]
        words = [one >> WORD_BITS * word & MASK for one in sets for word in range(v.piece_words)]
        v.face_sets = maker.cells(signed(word) for word in words)
        alike: dict[int, list[list[tuple[Any, ...]]]] = {
            face: [rows[piece] for piece in pieces] for face, pieces in found.items() if face < v.first_back
        }
        sources += self._outside(v, kinds, len(sources), alike)
        v.packed = maker.bytes(int(self._is_packed(v, alike.get(face, []))) for face in range(v.faces))
        v.states = maker.rows(Source, sources)

    def _showing(self) -> dict[int, list[int]]:
        """The pieces with states that can show each face."""
        found: dict[int, list[int]] = {}
        for piece in self.pieces.rows:
            for face in (self.plan.faces.designs[piece], self.plan.faces.backs[piece]):
                found.setdefault(face, []).append(piece)
        return found

    def _cells(self, v: Vectors, kinds: Sequence[str]) -> None:
        """Where the states of alike pieces stand once more, and which pieces these are."""
        of, plan = self.pieces, self.plan
        shared: list[list[tuple[int, ...]]] = [[] for _ in range(v.type_count)]
        widths = [0] * v.type_count
        for face in sorted(of.rooms):
            if face < v.first_back and not of.rooms[face].alone:
                type_ = kinds.index(plan.tables.piece_types[plan.faces.designs.index(face)])
                shared[type_].append((face,))
                widths[type_] = len(of.rooms[face].fields)
        v.shared_from, v.shared = self._lists(shared)
        v.cell_width = self.maker.halves(widths)
        cells = [-1] * ((v.place_count + 1) * v.type_count)
        for (cell, name), index in of.cell_rooms.items():
            cells[(cell + 1) * v.type_count + kinds.index(name)] = index
        v.cell_room = self.maker.halves(cells)

    # ------------------------------------------------------------ what a past keeps

    def _keep(self, v: Vectors) -> None:
        """Room in a past for the reader, and for what is kept of pieces and faces."""
        v.known, v.busy = 1, 1 + v.piece_words
        v.outer = v.busy + v.piece_words
        v.shown = v.outer + v.piece_words
        v.ranked = v.shown + -(-v.faces // WORD_BITS)
        self.kept = v.ranked + -(-len(self.contents.orders) // WORD_BITS)
        v.at_lanes, v.far = -(-v.pieces // LANE), v.pieces + 1
        self.placed = max(_lanes(v.pieces), LANE)

    def _on(self, source: tuple[Any, ...], what: tuple[int, int]) -> None:
        """Says what depends on a value in the memory."""
        address, words, _, _, _, _, coded, _ = source
        for word in range(words if coded.kind != kernel.NOTHING else 0):
            self._depends.setdefault(address + word, {})[what] = None

    def _facing(self, sources: Iterable[tuple[Any, ...]], what: tuple[int, int]) -> None:
        """Says what depends on the faces of pieces that are the values of some sources."""
        types, designs = self.plan.tables.piece_types, self.plan.faces.designs
        kinds = list(dict.fromkeys(types))
        shown = {face for one in sources for face in self._shown_by.get(id(one[6]), ())}
        for number, type_ in enumerate(kinds):
            if any(designs[piece] in shown for piece, one in enumerate(types) if one == type_):
                self._faces_of.setdefault(number, {})[what] = None

    def _watch(self, v: Vectors) -> None:
        """The words of the memory on which parts of the vector depend, in lanes."""
        depends, size = self._depends, self.plan.layout.size
        lanes: list[int] = []
        on: list[list[tuple[int, ...]]] = []
        for address in sorted(depends):
            if not lanes or address >= lanes[-1] + LANE:
                lanes.append(max(min(address, size - LANE), 0))
                on += [[] for _ in range(LANE)]
            on[LANE * (len(lanes) - 1) + address - lanes[-1]] = list(depends[address])
        v.lanes, v.lane_count = self.maker.halves(lanes), len(lanes)
        v.on_from, v.on = self._lists(on)
        v.saved = self.kept
        self.kept += LANE * len(lanes)

    @staticmethod
    def _is_packed(v: Vectors, rows: Iterable[Iterable[tuple[Any, ...]]]) -> bool:
        """Whether the states of pieces that show one face can be compared as numbers, with their places."""
        kinds = {tuple((one[6].among, one[3], id(one[6])) for one in row) for row in rows}
        if len(kinds) != 1:
            return False
        among = [one[0] for one in kinds.pop()]
        return 0 not in among and prod(among) * (v.place_count + 1) * v.far**2 < MOST_PACKED

    def _outside(
        self,
        v: Vectors,
        kinds: Sequence[str],
        first: int,
        alike: dict[int, list[list[tuple[Any, ...]]]],
    ) -> list[tuple[Any, ...]]:
        """The states that are seen of pieces whose faces are not, which depend on their places; adds them to those
        of `alike` pieces, by face."""
        of, types = self.pieces, self.plan.tables.piece_types
        seen: dict[tuple[str, tuple[str, ...]], int] = {}
        numbers = [-1] * (len(kinds) * (v.place_count + 1))
        places: dict[int, tuple[str, int]] = {}
        for at, type_ in enumerate(kinds):
            for place in sorted(of.showing):
                names = (type_, tuple(of.names_outside(type_, place)))
                number = seen.setdefault(names, len(seen))
                places.setdefault(number, (type_, place))
                numbers[at * (v.place_count + 1) + place + 1] = number
        v.outside, v.outsides = self.maker.halves(numbers), max(len(seen), 1)
        sources: list[tuple[Any, ...]] = []
        bounds = [0] * (2 * len(types) * v.outsides)
        for piece, number, place in self._faceless(places):
            row = self._row(self._row_outside(piece, place))
            at = 2 * (piece * v.outsides + number)
            bounds[at], bounds[at + 1] = first + len(sources), first + len(sources) + len(row)
            sources += row
            alike.setdefault(self.plan.faces.backs[piece], []).append(row)
        v.outside_from = self.maker.halves(bounds)
        return sources

    def _faceless(self, places: Mapping[int, tuple[str, int]]) -> Iterator[tuple[int, int, int]]:
        """The pieces with states that may lie face down where something is seen of them; how many that is, and
        where."""
        back = self.plan.faces.backs
        for piece in self.pieces.rows:
            for number, (type_, place) in places.items():
                if self.plan.tables.piece_types[piece] == type_ and back[piece] in self.pieces.rooms:
                    yield piece, number, place

    def _row_outside(self, piece: int, place: int) -> PieceRow:
        return self.pieces.row_outside(piece, place, self.plan.faces.backs[piece])
