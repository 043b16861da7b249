"""What a player may know, as numbers: a vector of the same length for every position, for programs that learn.

It contains exactly what `view` contains, since both follow the same rules about what a reader may know. All numbers
lie between -1 and 1, except for counts of pieces on a cell; a value that does not exist, or that the reader may not
know, is 0. `fields` describes each number:

    the reader, the players who decide, the winners; the open decision, and what texts have named on the way to it
    states of the game, of players, of cells and of abilities
    in each place, how many pieces of each design (or of each back, where the face is not known) lie there
    in places that keep an order, where in it each of them lies; of a pile the top is 1, else the first
    the states of each piece; of several alike ones in the order of where they lie

There is room only for what the rules can put somewhere: a piece has no number in places that never hold its type.
`coders` defines how values are written. Two positions with different views have different vectors, with these
exceptions: if a text is underway several times, only the innermost one counts; if players act simultaneously, only
the reader's own decision, or else the first, counts; pieces that a text has named together are counted by design and
by cell, but not by both together; numbers with a range beyond 16 million are rounded.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import itemgetter

import attrs
from rulewright.dsl.languages import BASE

from ....ir import NONE, WORD_BITS
from ....lower.numbering import Board, Slot
from ....memory.words import Memory, load_set, members
from ...errors import MatchError
from ...match import Match
from ...secrecy.visibility import sees_state
from ...setup.names import SETS
from ..view import Viewer
from .action_space import ActionSpace, action_space
from .coders import Coder, Coders, Field, FlagsCoder, NumberCoder, Numbers, OnCellsCoder, Sites, SpotCoder
from .planes import BoardPlanes, Layer, Single, Vector, board_planes

MOST_KEPT = 64
"""The number of cached sets of known pieces, each with the faces of all pieces."""

Row = tuple[tuple["_Read", int], ...]
"""The states of a piece: each with where it stands in the room of the piece."""


@attrs.frozen
class _Read:
    """A value in the memory: a set that takes `words` cells, or (if that is 0) a number; `shift` is that of a
    yes-or-no state in its word, or -1."""

    address: int
    words: int
    shift: int
    coder: Coder

    def code(self, m: Memory, faces: Sequence[int]) -> Numbers:
        if self.shift >= 0:
            return TRUE if m[self.address] >> self.shift & 1 else ()
        value = load_set(m, self.address, self.words) if self.words else m[self.address]
        return self.coder.code(value, faces)


TRUE: Numbers = ((0, 1.0),)


def _reads(slot: Slot, owner: int, coders: Coders) -> list[_Read]:
    """How a state of an owner is read: of a table its entries, else the one that it is."""
    found = []
    for one in slot.entries or (slot,):
        if one.bits:
            word, shift = divmod(owner, WORD_BITS)
            found.append(_Read(one.address + word, 0, shift, NumberCoder(0, 1)))
        else:
            words = one.words if one.type.kind in SETS else 0
            found.append(_Read(one.address + (owner - one.first) * one.words, words, -1, coders.of(one.type)))
    return found


def _write(out: Vector, index: int, code: Numbers) -> None:
    for at, number in code:
        out[index + at] = number


def _write_row(out: Vector, index: int, codes: Sequence[Numbers], row: Row) -> None:
    """The states of a piece."""
    for code, (_, at) in zip(codes, row, strict=True):
        for offset, number in code:
            out[index + at + offset] = number


_WHERE = itemgetter(0, 1, 2)
MARKING = ("piece", "pieces", "cell", "cells")


@attrs.frozen
class _Named:
    """What a text names while a decision is open: where it is written, and where what says where it lies."""

    label: str
    kind: str
    coder: Coder
    index: int
    spot: Coder
    where: int


@attrs.frozen
class _Room:
    """Room for the states of the pieces with a face: the first number, what each says, and where in it each state
    stands. `alone`: there is one such piece."""

    index: int
    fields: tuple[Field, ...]
    offsets: dict[str, list[int]]
    alone: bool


@attrs.frozen
class _Static:
    """A state with a fixed address; `only` is the single player who sees it (None: everybody does)."""

    read: _Read
    index: int
    only: int | None


class Encoder:
    """Encodes positions of matches with the same rules and number of players as a given one.

    `fields` holds the name and range of each number in a vector; `size` is the length of a vector; `nothing` is a
    vector of zeros, which you must not change.
    """

    def __init__(self, match: Match) -> None:
        self.rules = match.rules
        self.players = len(match.players)
        self._lowered = match.rules.lowered
        self._tables = self._lowered.tables
        self._layout = self._lowered.program.layout
        self._sites = Sites(self._lowered, self.players)
        self._eyes = Viewer(match.position, None, BASE)
        self._fields: list[Field] = []
        self._name_faces()
        self._begin()
        self._underway()
        self._states()
        self._places()
        self._pieces()
        self.fields: tuple[Field, ...] = _unlike(self._fields)
        self.size = len(self.fields)
        self.nothing: Vector = array("f", bytes(4 * self.size))
        self._seen: dict[int, tuple[int, ...]] = {}

    @cached_property
    def actions(self) -> ActionSpace:
        """The actions that can ever be legal: the outputs of a learner, as this encoder defines its inputs."""
        return action_space(self.rules, self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """The meaning of each number in a vector."""
        return tuple(one.name for one in self.fields)

    def changes(self, before: Sequence[float], after: Sequence[float]) -> list[str]:
        """The differences between two vectors, as `name=number`, with numbers as in the rules."""
        pairs = zip(self.fields, before, after, strict=True)
        return [f"{one.name}={round(new * one.scale)}" for one, old, new in pairs if old != new]

    def vector(self, match: Match, player: int | None) -> Vector:
        """The numbers, in the order of `fields`, for a player or (None) an onlooker. Raises `MatchError` for a match
        with other rules, or another number of players, than the one that the encoder was made with."""
        if match.rules is not self.rules or len(match.players) != self.players:
            raise MatchError("this encoder was made for other rules, or for another number of players")
        eyes = Viewer(match.position, player, BASE)
        out = self.nothing[:]
        faces = self._faces(eyes.known)
        lies = eyes.m[self._layout.at : self._layout.at + len(self._designs)]
        self._write_begin(match, eyes, out, faces)
        self._write_states(eyes, out, faces)
        self._write_places(eyes.m, out, faces, lies)
        self._write_pieces(eyes.m, out, faces, lies)
        return out

    # ----------------------------------------------------------------- faces of pieces

    def _name_faces(self) -> None:
        """What can be seen of pieces: their designs, and what their backs show."""
        tables, names = self._tables, list(self._tables.design_names)
        self._first_back = len(names)
        backs: dict[tuple[tuple[str, int], ...], int] = {}
        self._designs = self._layout.designs
        self._backs = tuple(backs.setdefault(one, self._first_back + len(backs)) for one in tables.backs)
        for back in backs:
            shown = ", ".join(f"{name} {self._printed(name, value)}" for name, value in back)
            names.append(f"unknown ({shown})" if shown else "unknown")
        copies = [0] * len(names)
        types: dict[str, set[int]] = {name: set() for name in self._lowered.game.symbols.types}
        for piece, type_ in enumerate(tables.piece_types):
            for face in (self._designs[piece], self._backs[piece]):
                copies[face] += 1
                types[type_].add(face)
        of_types = {name: tuple(sorted(found)) for name, found in types.items()}
        self._coders = Coders(self._sites, self.players, tuple(names), tuple(copies), of_types)

    def _printed(self, name: str, value: int) -> str:
        types = self._lowered.game.symbols.types.values()
        kind = next(one.properties[name].type.kind for one in types if name in one.public)
        if kind == "yes-no":
            return "yes" if value else "no"
        named = {"word": self._tables.words, "kind": self._tables.design_names}.get(kind)
        return named[value] if named is not None else str(value)

    def _faces(self, known: int) -> tuple[int, ...]:
        """The face of each piece for a reader who knows these pieces."""
        found = self._seen.get(known)
        if found is None:
            if len(self._seen) >= MOST_KEPT:
                self._seen.clear()
            bits = bin(known | 1 << len(self._designs))[:2:-1]
            found = tuple(
                design if bit == "1" else back
                for bit, design, back in zip(bits, self._designs, self._backs, strict=True)
            )
            self._seen[known] = found
        return found

    # --------------------------------------------------------------------- the beginning

    def _add(self, fields: Iterable[Field]) -> int:
        """Makes room; gives the number of the first field."""
        first = len(self._fields)
        self._fields += fields
        return first

    def _begin(self) -> None:
        seats = [f"player {seat + 1}" for seat in range(self.players)]
        self._reader = self._add([Field(f"{seat} is looking") for seat in seats])
        self._over = self._add([Field("over")])
        self._deciding = self._add([Field(f"{seat} decides") for seat in seats])
        self._winners = self._add([Field(f"{seat} has won") for seat in seats])
        score = self._lowered.game.score
        self._score = Coder() if score is None else self._coders.of(score.type)
        self._scores = [self._add(self._score.fields(f"{seat}'s score at the end")) for seat in seats]

    def _write_begin(self, match: Match, eyes: Viewer, out: Vector, faces: Sequence[int]) -> None:
        if eyes.player is not None:
            out[self._reader + eyes.player] = 1
        for one in eyes.pending:
            if one.player != NONE:
                out[self._deciding + one.player] = 1
        if match.is_over:
            out[self._over] = 1
            for player in match.winners:
                out[self._winners + player] = 1
            for index, score in zip(self._scores, match.scores or (), strict=False):
                _write(out, index, self._score.code(score, faces))
        self._write_underway(eyes, out, faces)

    def _underway(self) -> None:
        """Which decision is open, and what texts have named on the way to it."""
        self._open = self._add([Field(f"open decision = {one.prompt}") for one in self._lowered.sites])
        self._named: dict[int, _Named] = {}  # by the identity of what a register stands for
        for (label, type_), registers in self.rules.named_registers.items():
            coder, spot, where = self._coders.of(type_), Coder(), label
            index = self._add(coder.fields(label))
            held = self._sites.holding(type_.of or tuple(self._coders.faces_of))
            if type_.kind == "piece":
                spot, where = SpotCoder(held, self._sites), f"{label}, where it lies"
            elif type_.kind == "pieces":
                spot, where = OnCellsCoder(held, self._sites), label
            named = _Named(label, type_.kind, coder, index, spot, self._add(spot.fields(where)))
            self._named.update(dict.fromkeys(registers, named))
        cells = [cell for board in self._sites.boards for cell in board.cells()]
        first = self._add(
            [Field(f"{self._sites.names[cell]} is named by what is under way") for cell in cells]
        )
        self._marks = {cell: first + at for at, cell in enumerate(cells)}

    def _write_underway(self, eyes: Viewer, out: Vector, faces: Sequence[int]) -> None:
        """Of a text that runs several times, the innermost time. The reader's own decision comes first."""
        mine = [one for one in eyes.pending if one.player == eyes.player] or eyes.pending
        if not mine:
            return
        at = mine[0]
        if at.player == eyes.player or not self.rules.site(at.site).secret:
            out[self._open + self.rules.facts.alike[at.site]] = 1
        found: dict[str, tuple[_Named, int]] = {}
        for frame in eyes.frames(at):
            for named, value in frame:
                known = self._named[id(named)]
                found[known.label] = known, value
        for known, value in found.values():
            _write(out, known.index, known.coder.code(value, faces))
            if value != NONE and known.kind in MARKING:
                self._mark(known, value, eyes.m, out, faces)

    def _mark(self, named: _Named, value: int, m: Memory, out: Vector, faces: Sequence[int]) -> None:
        """Says where pieces lie that are named and that the reader knows, and which cells are named."""
        places = [value] if named.kind in ("piece", "cell") else members(value)
        if named.kind in ("piece", "pieces"):
            at = self._layout.at
            places = [m[at + piece] for piece in places if faces[piece] < self._first_back]
        if named.kind == "piece" and places:
            _write(out, named.where, named.spot.code(places[0], faces))
        on_cells = [place for place in places if place in self._marks]
        if isinstance(named.spot, OnCellsCoder):
            _write(out, named.where, named.spot.counts(on_cells))
        for cell in on_cells:
            out[self._marks[cell]] = 1

    # ------------------------------------------------------------------------- states

    def _states(self) -> None:
        """States of the game, of players, of cells, and of abilities."""
        symbols, tables = self._lowered.game.symbols, self._tables
        self._static: list[_Static] = []
        self._cell_states: dict[tuple[str, str], dict[int, int]] = {}  # where those of each cell begin
        for name, slot in tables.game_states.items():
            if not symbols.game[name].secret:
                self._state(slot, 0, name, None)
        for seat in range(self.players):
            for name, slot in tables.player_states.items():
                whose = seat if symbols.players[name].secret else None
                self._state(slot, seat, f"player {seat + 1}'s {name}", whose)
        for board in self._sites.boards:
            for name, state in symbols.places[board.name].properties.items():
                if not state.printed and not state.secret:
                    where = self._of_cells(board, tables.cell_states[(board.name, name)], name)
                    self._cell_states.setdefault((board.name, name), {}).update(where)
        self._ability_states()
        readers = (None, *range(self.players))
        self._shown = {
            reader: [(one.read, one.index) for one in self._static if one.only in (None, reader)]
            for reader in readers
        }

    def _state(self, slot: Slot, owner: int, label: str, only: int | None) -> int:
        """Room for a state that only one player sees, or (None) everybody; gives where it begins."""
        reads = _reads(slot, owner, self._coders)
        found = self._room(slot, label, reads)
        self._static += [_Static(read, index, only) for read, index in zip(reads, found, strict=True)]
        return found[0] if found else len(self._fields)

    def _of_cells(self, board: Board, slot: Slot, name: str) -> dict[int, int]:
        """Room for a state of the cells of a board; gives where that of each begins."""
        names = {cell: self._sites.names[cell] for cell in board.cells()}
        if not slot.bits:
            return {cell: self._state(slot, cell, f"{name} of {of}", None) for cell, of in names.items()}
        coder = FlagsCoder(names)
        first = self._add(coder.fields(name))
        words = slot.words if slot.type.kind in SETS else 0
        self._static.append(_Static(_Read(slot.address, words, -1, coder), first, None))
        return {cell: first + at for at, cell in enumerate(names)}

    def _room(self, slot: Slot, label: str, reads: Sequence[_Read]) -> list[int]:
        """Room for a state; gives where each of its entries stands."""
        labels = [f"{label} in {key}" for key in slot.keys] if slot.entries else [label]
        return [self._add(read.coder.fields(name)) for name, read in zip(labels, reads, strict=True)]

    def _ability_states(self) -> None:
        """By design and name: which of several alike pieces remembers what is not to be seen."""
        found: dict[tuple[str, str], list[Slot]] = {}
        for (where, name, _), slot in self._tables.ability_states.items():
            if sees_state(None, self._eyes.secret_ability(where, name)):
                found.setdefault((where, name), []).append(slot)
        self._abilities: list[tuple[list[list[_Read]], list[list[int]]]] = []
        for (where, name), slots in found.items():
            rows = [_reads(slot, 0, self._coders) for slot in slots]
            design, _, ability = where.rpartition("/")
            label = f"{design}'s {name}" + (f", ability {int(ability) + 1}" if ability != "0" else "")
            labels = [label] if len(slots) == 1 else [f"{label}, {at + 1}" for at in range(len(slots))]
            rooms = [self._room(slots[0], one, rows[0]) for one in labels]
            self._abilities.append((rows, rooms))

    def _write_states(self, eyes: Viewer, out: Vector, faces: Sequence[int]) -> None:
        m = eyes.m
        for read, index in self._shown[eyes.player]:
            for at, number in read.code(m, faces):
                out[index + at] = number
        for rows, rooms in self._abilities:
            codes = sorted([read.code(m, faces) for read in row] for row in rows)
            for row, room in zip(codes, rooms, strict=True):
                for code, index in zip(row, room, strict=True):
                    _write(out, index, code)

    # ------------------------------------------------------------------------- places

    def _places(self) -> None:
        """How many pieces of each face lie in each place, and where in those that keep an order."""
        infos = self._layout.places
        self._rows: list[dict[int, int] | None] = [None] * (len(infos) + 1)  # the last: in no place
        self._scales: list[int] = []
        self._orders: list[tuple[int, bool, int, dict[int, int]]] = []
        first = len(self._fields)
        held = {place: self._counts(place) for place in self._sites.shown}
        for place in self._sites.shown:
            names = self._coders.face_names
            row = self._rows[place] = dict[int, int]()
            for face, most in held[place].items():
                label = f"{names[face]} in {self._sites.names[place]}"
                on_cell = place in self._sites.board
                row[face] = self._add([Field(label, 0, most) if on_cell else Field(label, 0, 1, most)])
                self._scales.append(1 if on_cell else most)
        self._first_count = first
        for place in self._sites.shown:
            room = sum(most for face, most in held[place].items() if face < self._first_back)
            if infos[place].ordered and room > 1:
                self._order(place, room, held[place])

    def _counts(self, place: int) -> dict[int, int]:
        """The faces that pieces in a place can show, and how many can show each. Where all players see what lies
        there, no face is unknown."""
        types, infos = self._sites.types_in(place), self._layout.places
        seen_by_all = infos[place].viewers == (1 << self._layout.max_players) - 1
        found: dict[int, int] = {}
        for piece, type_ in enumerate(self._tables.piece_types):
            if not types or type_ in types:
                for face in (self._designs[piece], *(() if seen_by_all else (self._backs[piece],))):
                    found[face] = found.get(face, 0) + 1
        return dict(sorted(found.items()))

    def _order(self, place: int, room: int, counts: dict[int, int]) -> None:
        """Where in a place its pieces lie. Of those whose faces are unknown it follows from the others, unless there
        are several backs."""
        backs = sum(face >= self._first_back for face in counts)
        name, of = self._sites.names[place], self._eyes.lying_in(place)
        pile = of is not None and "pile" in (of.text.kind, of.text.each)
        index = {}
        for face, most in counts.items():
            if face < self._first_back or backs > 1:
                called = [
                    self._coders.face_names[face] + (f" {at + 1}" if most > 1 else "") for at in range(most)
                ]
                index[face] = self._add([Field(f"place of {one} in {name}", 0, 1, room) for one in called])
        self._orders.append((self._layout.places[place].base, pile, room, index))

    def _write_places(self, m: Memory, out: Vector, faces: Sequence[int], lies: Sequence[int]) -> None:
        rows, counts = self._rows, dict[int, int]()
        for face, place in zip(faces, lies, strict=True):
            row = rows[place]
            if row is not None:
                index = row[face]
                counts[index] = counts.get(index, 0) + 1
        first, scales = self._first_count, self._scales
        for index, count in counts.items():
            out[index] = count / scales[index - first]
        for base, pile, room, index_of in self._orders:
            count = m[base]
            if count:
                self._write_order(m[base + 1 : base + 1 + count], pile, room, index_of, out, faces)

    def _write_order(
        self,
        pieces: Sequence[int],
        pile: bool,
        room: int,
        index_of: dict[int, int],
        out: Vector,
        faces: Sequence[int],
    ) -> None:
        met: dict[int, int] = {}
        for at, piece in enumerate(reversed(pieces) if pile else pieces):
            face = faces[piece]
            index = index_of.get(face)
            if index is not None:
                rank = met[face] = met.get(face, -1) + 1
                out[index + rank] = (room - at) / room

    # ------------------------------------------------------------------------- pieces

    def _pieces(self) -> None:
        """The states of pieces: of each face as many times as there are pieces with it."""
        types = self._tables.piece_types
        self._rows_of: dict[int, Row] = {}  # of the pieces that have states: how those are read
        self._rooms: dict[int, _Room] = {}  # of each face with states
        self._outside_rows: dict[tuple[int, int], Row] = {}
        self._showing: set[int] = set()  # the places where states are seen of pieces that lie face down
        self._ordered = [info.ordered for info in self._layout.places]
        first = {type_: types.index(type_) for type_ in dict.fromkeys(types)}
        known = {
            type_: [name for name in self._tables.piece_states if self._eyes.has_state(piece, name)]
            for type_, piece in first.items()
        }
        shown = {type_: self._outside(type_, piece) for type_, piece in first.items()}
        behind: dict[int, dict[str, int]] = {}  # what is seen of pieces with each back, and of which piece
        for piece, type_ in enumerate(types):
            if known[type_]:
                self._rows_of[piece] = self._row(piece, self._designs[piece], known[type_])
            behind.setdefault(self._backs[piece], {}).update(dict.fromkeys(shown[type_], piece))
        for back, names in behind.items():
            in_order = [name for name in self._tables.piece_states if name in names]
            most = sum(1 for piece, type_ in enumerate(types) if shown[type_] and self._backs[piece] == back)
            if most:
                self._give_room(back, [(name, names[name]) for name in in_order], most)
        self._on_cells()

    def _outside(self, type_: str, piece: int) -> set[str]:
        """The states that are seen somewhere of pieces of a type whose faces are not."""
        found: set[str] = set()
        for place in self._sites.holding((type_,)):
            names = self._eyes.states_outside(piece, place)
            found.update(names)
            if names:
                self._showing.add(place)
        return found

    def _row(self, piece: int, face: int, names: Sequence[str]) -> Row:
        """How the states of a piece are read, and where each stands in its room."""
        if face not in self._rooms:
            self._give_room(face, [(name, piece) for name in names], self._coders.copies[face])
        offsets = self._rooms[face].offsets
        return tuple(
            (read, at)
            for name in names
            for read, at in zip(
                _reads(self._tables.piece_states[name], piece, self._coders), offsets[name], strict=True
            )
        )

    def _give_room(self, face: int, states: Sequence[tuple[str, int]], copies: int) -> None:
        """Room for the states of `copies` pieces with a face; each state has a piece that shows how to read it."""
        fields: list[Field] = []
        offsets: dict[str, list[int]] = {}
        for name, piece in states:
            slot = self._tables.piece_states[name]
            labels = [f"{name} in {key}" for key in slot.keys] if slot.entries else [name]
            offsets[name] = []
            for label, read in zip(labels, _reads(slot, piece, self._coders), strict=True):
                offsets[name].append(len(fields))
                fields += read.coder.fields(label)
        called = self._coders.face_names[face]
        whose = [f"{called} {number + 1}" for number in range(copies)] if copies > 1 else [called]
        index = self._add(attrs.evolve(one, name=f"{name}'s {one.name}") for name in whose for one in fields)
        self._rooms[face] = _Room(index, tuple(fields), offsets, face < self._first_back and copies == 1)

    def _on_cells(self) -> None:
        """Room for the states of pieces that are alike, once more by the cells that they lie on: which of them is the
        first says little. Of several pieces of a type on one cell it is the first."""
        self._cell_rooms: dict[tuple[int, str], int] = {}
        types = self._tables.piece_types
        for board in self._sites.boards:
            held = self._sites.types_in(board.first)
            for type_ in held:
                room = next(
                    (
                        self._rooms[self._designs[piece]]
                        for piece in self._rows_of
                        if types[piece] == type_ and not self._rooms[self._designs[piece]].alone
                    ),
                    None,
                )
                if room is None:
                    continue
                for cell in board.cells():
                    where = f"of a {type_} on {self._sites.names[cell]}"
                    self._cell_rooms[(cell, type_)] = self._add(
                        attrs.evolve(one, name=f"{one.name}, {where}") for one in room.fields
                    )

    def _write_pieces(self, m: Memory, out: Vector, faces: Sequence[int], lies: Sequence[int]) -> None:
        """Of alike pieces the first is the one that lies in the first place, there at the bottom, and of those that
        lie alike the one with less."""
        alike: dict[int, list[tuple[int, int, tuple[Numbers, ...], int]]] = {}
        positions: dict[int, dict[int, int]] = {}
        first_back, rooms, showing, ordered = self._first_back, self._rooms, self._showing, self._ordered
        for piece, row in self._rows_of.items():
            place = lies[piece]
            if self._rows[place] is None:
                continue
            face = faces[piece]
            room = rooms.get(face)
            if room is None or (face >= first_back and place not in showing):
                continue
            if room.alone:
                for read, at in row:
                    for offset, number in read.code(m, faces):
                        out[room.index + at + offset] = number
                continue
            if face >= first_back:
                row = self._row_outside(piece, place, face)
            at = 0
            if ordered[place]:
                if place not in positions:
                    positions[place] = self._positions(m, place)
                at = positions[place][piece]
            codes = tuple([read.code(m, faces) for read, _ in row])
            alike.setdefault(face, []).append((place, at, codes, piece))
        types, done = self._tables.piece_types, set[int]()
        for face in sorted(alike):
            room = rooms[face]
            index = room.index - len(room.fields)
            for place, _, codes, piece in sorted(alike[face], key=_WHERE):
                index += len(room.fields)
                on_cell = self._cell_rooms.get((place, types[piece]), -1) if face < first_back else -1
                first_there = on_cell >= 0 and on_cell not in done
                done.add(on_cell)
                if not any(codes):
                    continue
                row = self._rows_of[piece] if face < first_back else self._row_outside(piece, place, face)
                _write_row(out, index, codes, row)
                if first_there:
                    _write_row(out, on_cell, codes, row)

    def _row_outside(self, piece: int, place: int, face: int) -> Row:
        """The states that are seen of a piece whose face is not."""
        row = self._outside_rows.get((piece, place))
        if row is None:
            names = self._eyes.states_outside(piece, place)
            row = self._outside_rows[(piece, place)] = self._row(piece, face, names)
        return row

    def _positions(self, m: Memory, place: int) -> dict[int, int]:
        """Where each piece lies in a place that keeps an order, from the bottom."""
        info = self._layout.places[place]
        return {piece: at for at, piece in enumerate(m[info.base + 1 : info.base + 1 + m[info.base]])}

    # ------------------------------------------------------------------------- boards

    @cached_property
    def boards(self) -> dict[str, BoardPlanes]:
        """The boards that can be seen as planes, by their names: all but maps, which have no geometry."""
        found = {}
        for board in self._sites.boards:
            at = {cell: self._sites.coordinates.get(cell, (0, 0)) for cell in board.cells()}
            if board.first in self._sites.extent:
                layers, singles = self._layers(board)
                name = self._sites.board_name(board)
                found[name] = board_planes(name, at, layers, singles, self.size)
        return found

    def _layers(self, board: Board) -> tuple[list[Layer], list[Single]]:
        """What the vector says of the cells of a board, and what is printed on them."""
        place, names = self._lowered.game.symbols.places[board.name], self._coders.face_names
        layers = [
            Layer(Field("a cell"), constants=dict.fromkeys(board.cells(), 1.0)),
            *self._printed_on(board),
        ]
        rows = {cell: self._rows[cell] or {} for cell in board.cells()}
        for face in rows[board.first]:
            counts = {cell: row[face] for cell, row in rows.items()}
            layers.append(Layer(attrs.evolve(self.fields[counts[board.first]], name=names[face]), counts))
        for state in place.properties:
            if (board.name, state) in self._cell_states:
                known = self._cell_states[(board.name, state)]
                coder = self._coders.of(place.properties[state].type)
                layers += _each(coder.fields(state), {cell: known[cell] for cell in board.cells()})
        singles: list[Single] = []
        for type_ in self._sites.types_in(board.first):
            self._piece_layers(board, type_, layers, singles)
        marks = {cell: self._marks[cell] for cell in board.cells()}
        return [*layers, Layer(Field("named by what is under way"), marks)], singles

    def _piece_layers(self, board: Board, type_: str, layers: list[Layer], singles: list[Single]) -> None:
        """The states of the pieces of a type that lie on cells."""
        types = self._tables.piece_types
        having = [piece for piece in self._rows_of if types[piece] == type_]
        if not having:
            return
        first = len(layers)
        fields = self._rooms[self._designs[having[0]]].fields
        named = [attrs.evolve(one, name=f"{one.name} of a {type_}") for one in fields]
        alike = {
            cell: self._cell_rooms[(cell, type_)]
            for cell in board.cells()
            if (cell, type_) in self._cell_rooms
        }
        layers += _each(named, alike)
        for face in {self._designs[piece] for piece in having}:
            room = self._rooms[face]
            for cell in board.cells() if room.alone else ():
                row = self._rows[cell] or {}
                singles.append(Single(cell, row[face], room.index, first, len(fields)))

    def _printed_on(self, board: Board) -> list[Layer]:
        """What is printed on cells: numbers, words, and what holds or not."""
        place, found = self._lowered.game.symbols.places[board.name], []
        for name, state in place.properties.items():
            if state.printed and state.type.kind in ("number", "yes-no", "word", "words"):
                coder = self._coders.of(state.type)
                values: list[dict[int, float]] = [{} for _ in coder.fields(name)]
                for cell, called in zip(board.cells(), board.names, strict=True):
                    value = place.printed[called].values.get(name) if called in place.printed else None
                    for at, number in (
                        coder.code(self._tables.value_of(value), ()) if value is not None else ()
                    ):
                        values[at][cell] = number
                found += [
                    Layer(one, constants=known) for one, known in zip(coder.fields(name), values, strict=True)
                ]
        return found


def _each(fields: Sequence[Field], firsts: dict[int, int]) -> list[Layer]:
    """A layer for each number of a value; `firsts` holds the first number of each cell."""
    return [Layer(one, {cell: first + at for cell, first in firsts.items()}) for at, one in enumerate(fields)]


def _unlike(fields: Iterable[Field]) -> tuple[Field, ...]:
    """With a number behind a name that was there before."""
    met: dict[str, int] = {}
    found = []
    for one in fields:
        count = met[one.name] = met.get(one.name, 0) + 1
        found.append(one if count == 1 else attrs.evolve(one, name=f"{one.name} ({count})"))
    return tuple(found)


__all__ = ["Encoder", "Field", "Vector"]
