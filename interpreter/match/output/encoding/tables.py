"""An encoder as tables for kernels (`kernels.vectors`): the same plan, as numbers.

In: the parts of an encoder, and what makes records for the machine that runs the kernels. Out: `Vectors`, and
`Writing`, of which each thread needs its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

import attrs

from .....dsl.tree.types import SETS
from ....ir import WORD_BITS, CellKind
from ....ir.frames import FIRST_ENTRY, EntryKind
from ....ir.widths import kind_words
from ....kernels import vectors as kernel
from ....kernels.kernel import Halves
from ....kernels.machine import Maker
from ....kernels.vectors import Coded, Group, Named, Order, Past, Scan, Source, Vectors, Writing
from ....lower.numbering import leaves
from .coders import Coder
from .contents import Contents
from .pieces import PieceRow, PieceStates
from .plan import Plan
from .situation import Situation
from .states import StateCode, States

_SORTS = {"piece": kernel.A_PIECE, "pieces": kernel.PIECES, "cell": kernel.A_CELL, "cells": kernel.CELLS}
_DECIDES = {EntryKind.CHOICE: 1, EntryKind.CHANCE: 2}


MOST_NOTED = 800
"""What is written to a vector is noted up to this, so that only that need be taken away; a vector with more is
cleared."""


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
    """How many words of sets a past keeps, once the plan has been made."""
    _coded: dict[Any, Coded] = attrs.field(factory=dict)

    def vectors(self) -> Vectors:
        """The plan."""
        plan, layout = self.plan, self.plan.layout
        v = self.maker.record(Vectors)
        v.size, v.players = len(plan.fields), plan.players
        v.at, v.pieces, v.knows, v.piece_words = layout.at, layout.pieces, layout.knows, layout.piece_words
        v.stacks, v.stack, v.strands, v.memory = layout.stacks, layout.stack, layout.strands, layout.size
        self._situation(v)
        self._underway(v)
        self._states(v)
        self._faces(v)
        self._contents(v)
        self._pieces(v)
        return v

    def writing(self) -> Writing:
        """Room for one thread."""
        maker, plan, faces = self.maker, self.plan, len(self.plan.faces.names)
        pieces, size = plan.layout.pieces, len(plan.fields)
        alike = max(pieces, *(len(rows) for rows, _ in self.states.abilities), 1)
        w = maker.record(Writing)
        w.piece, w.first, w.last, w.after, w.position = (maker.cells([0] * alike) for _ in range(5))
        w.known = maker.cells([0] * max(plan.layout.piece_words, 1))
        w.met, w.dirty, w.touched = (maker.cells([0] * max(faces, 1)) for _ in range(3))
        w.tally, w.done = maker.cells([0] * size), maker.cells([0] * size)
        w.most, w.unnoted = self.noted, maker.halves([0] * self.noted)
        w.marks = maker.cells([0] * max(-(-len(plan.layout.places) // WORD_BITS), 1))
        w.told = maker.cells([0] * max(len(self.situation.named), 1))
        w.head, w.tail = maker.cells([-1] * max(faces, 1)), maker.cells([-1] * max(faces, 1))
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
        made.keys = self.maker.halves([-1] * self.plan.layout.pieces)
        made.kept = self.maker.cells([0] * max(self.kept, 1))
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
        )
        words = max(words, self.most_words)
        if (words, key) not in self._coded:
            c = self._coded[(words, key)] = self.maker.record(Coded)
            c.kind, c.scale, c.wide = found.kind, float(found.scale), int(found.wide)
            c.least = min(found.at, default=0) if found.kind in (kernel.ONE, kernel.SPOT) else 0
            end = max(found.at, default=0) + 1
            if found.kind == kernel.MANY:
                end = max(end, WORD_BITS * words)
            c.at, c.copies = (
                self._table(found.at, c.least, end),
                self._table(found.copies, 0, max(found.copies, default=0) + 1),
            )
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
            c.kind, c.at, c.copies, c.along = (
                kernel.BIT,
                self.maker.halves([0]),
                self.maker.halves([0]),
                self.maker.floats(1),
            )
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
        v.place_count = len(plan.layout.places)
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
        groups: list[tuple[int, int, int, int]] = []
        sources: list[tuple[Any, ...]] = []
        rooms: list[int] = []
        for rows, indexes in self.states.abilities:
            groups.append((len(sources), len(rows), len(rows[0]), len(rooms)))
            for row in rows:
                sources += self._row(zip(row, accumulate(self._widths(row), initial=0), strict=False))
            rooms += [index for one in indexes for index in one]
        v.groups, v.group_count = self.maker.rows(Group, groups), len(groups)
        v.remembered, v.rooms = self.maker.rows(Source, sources), self.maker.halves(rooms)

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
        v.ordered = self.maker.bytes(int(place.ordered) for place in layout.places)

    def _contents(self, v: Vectors) -> None:
        of, faces = self.contents, range(v.faces)
        held = [-1] * v.faces  # nowhere
        for row in of.rows[: v.place_count]:
            held += [-1 if row is None else row.get(face, -1) for face in faces]
        v.held, v.contents, v.scales = self.maker.halves(held), of.first, self.maker.halves(of.scales)
        orders = [
            (one.base, int(one.pile), one.room, self._table(one.index, 0, v.faces)) for one in of.orders
        ]
        v.orders, v.order_count = self.maker.rows(Order, orders), len(orders)

    def _pieces(self, v: Vectors) -> None:
        plan, of, maker = self.plan, self.pieces, self.maker
        layout, types = plan.layout, plan.tables.piece_types
        kinds = list(dict.fromkeys(types))
        v.types, v.type_count = maker.halves(kinds.index(one) for one in types), max(len(kinds), 1)
        rows = [self._row(of.rows.get(piece, ())) for piece in range(layout.pieces)]
        v.states_from = maker.halves(accumulate(map(len, rows), initial=0))
        sources = [source for row in rows for source in row]
        rooms = {face: room.index for face, room in of.rooms.items()}
        v.room = self._table(rooms, 0, v.faces)
        widths = {face: len(room.fields) for face, room in of.rooms.items()}
        v.room_width = self._table(widths, 0, v.faces)
        v.alone = maker.bytes(int(face in of.rooms and of.rooms[face].alone) for face in range(v.faces))
        shared = [face for face in sorted(of.rooms) if not of.rooms[face].alone]
        v.shared, v.shared_count = maker.halves(shared), len(shared)
        cells = [-1] * ((v.place_count + 1) * v.type_count)
        for (cell, type_), index in of.cell_rooms.items():
            cells[(cell + 1) * v.type_count + kinds.index(type_)] = index
        v.cell_room = maker.halves(cells)
        self._scans(v)
        sources += self._outside(v, kinds, len(sources))
        v.states = maker.rows(Source, sources)

    def _scans(self, v: Vectors) -> None:
        """Where the states of pieces lie, and which pieces with states can show each face."""
        plan, maker, of = self.plan, self.maker, self.pieces
        v.bases = maker.halves(place.base for place in plan.layout.places)
        scans = []
        for slot in leaves(plan.tables.piece_states.values()) if of.rows else ():
            kind = plan.coders.of(slot.type).table.kind
            if slot.bits:
                scans.append((slot.address, 0, slot.words, 0, 0, 1))
            elif kind != kernel.NOTHING:
                none = 0 if kind in (kernel.NUMBER, kernel.MANY, kernel.FACES) else -1
                scans.append((slot.address, slot.count, slot.words, slot.first, none, 0))
        v.scans, v.scan_count = maker.rows(Scan, scans), len(scans)
        showing: list[list[tuple[int, ...]]] = [[] for _ in range(v.faces)]
        kinds, types = list(dict.fromkeys(plan.tables.piece_types)), [0] * v.faces
        for piece in of.rows:
            for face in (plan.faces.designs[piece], plan.faces.backs[piece]):
                showing[face].append((piece,))
                types[face] = kinds.index(plan.tables.piece_types[piece])
        v.face_from, v.face_pieces = self._lists(showing)
        v.face_type = maker.halves(types)

    def _outside(self, v: Vectors, kinds: Sequence[str], first: int) -> list[tuple[Any, ...]]:
        """The states that are seen of pieces whose faces are not, which depend on their places."""
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
