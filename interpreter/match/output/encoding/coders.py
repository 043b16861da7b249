"""Values as numbers, for programs that learn: the room of each type in a vector, and the meaning of each number.

Numbers are scaled by their range, so that 0 stays 0; those with a wide range are squashed (`fields`). Words,
players, designs and places are one-hot: a number for each possible value, which is 1 for the actual one. A set has a
number for each member. A cell of a larger board has coordinates.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

import attrs

from .....dsl.tree.types import Type
from ....ir import NONE
from ....kernels import vectors
from ....memory.words import members
from .faces import Faces
from .fields import HALF, WIDE, Field, Numbers
from .place_index import PlaceIndex


@attrs.frozen
class Table:
    """How values are written, as data for kernels (`kernels.vectors` has the kinds).

    `at` says for each value, member or face where its number is; `along` what two numbers follow it; `copies` by how
    many a count of each face is divided. `least` and `most` are those of numbers.
    """

    kind: int = vectors.NOTHING
    scale: int = 1
    wide: bool = False
    at: Mapping[int, int] = attrs.field(factory=dict)
    along: Mapping[int, tuple[float, float]] = attrs.field(factory=dict)
    copies: Mapping[int, int] = attrs.field(factory=dict)
    least: int = 0
    most: int = 0

    @property
    def ranks(self) -> dict[int, int]:
        """For each of `at` a number, such that a value with more comes later among alike pieces; 0 is none."""
        codes = {value: ((at, 1.0), *self._behind(value, at)) for value, at in self.at.items()}
        numbers = {code: number for number, code in enumerate(sorted({*codes.values()}), 1)}
        return {value: numbers[code] for value, code in codes.items()}

    def _behind(self, value: int, at: int) -> Numbers:
        along = enumerate(self.along.get(value, ()), at + 1)
        return tuple((where, number) for where, number in along if number)

    @property
    def among(self) -> int:
        """How many values there are, if they can be compared as numbers; else 0."""
        if self.kind == vectors.NUMBER:
            return 0 if self.wide else self.most - self.least + 2
        if self.kind in (vectors.ONE, vectors.SPOT, vectors.FACE):
            return max(self.ranks.values(), default=0) + 1
        return 1 if self.kind == vectors.NOTHING else 0


class Coder:
    """How the values of a type are written; `fields` are named after the label of the owner of the value."""

    @property
    def table(self) -> Table:
        """The same as data."""
        return Table()

    def fields(self, label: str) -> list[Field]:
        return []

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        """`value` is as in the memory; `faces` holds, for each piece, what the reader sees of it."""
        return ()


class NumberCoder(Coder):
    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most
        far = max(abs(least), abs(most), 1)
        self.wide = far > WIDE
        self.scale = HALF if self.wide else far

    @property
    def table(self) -> Table:
        return Table(vectors.NUMBER, self.scale, self.wide, least=self.least, most=self.most)

    def fields(self, label: str) -> list[Field]:
        least, most = self._written(min(self.least, 0)), self._written(max(self.most, 0))
        return [Field(label, least, most, self.scale, self.wide)]

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        return ((0, self._written(value)),) if value else ()

    def _written(self, value: int) -> float:
        if not self.wide:
            return value / self.scale
        return float(array("f", [value / (abs(value) + self.scale)])[0])  # what differs only here is alike


class OneHotCoder(Coder):
    """One of several named values; all 0 for none."""

    def __init__(self, named: Mapping[int, str]) -> None:
        self.names = list(named.values())
        self._codes: dict[int, Numbers] = {value: ((at, 1.0),) for at, value in enumerate(named)}

    @property
    def table(self) -> Table:
        return Table(vectors.ONE, at={value: at for value, ((at, _),) in self._codes.items()})

    def fields(self, label: str) -> list[Field]:
        return [Field(f"{label} = {name}") for name in self.names]

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        return self._codes[value] if value != NONE else ()


class MultiHotCoder(Coder):
    """A set of several named values."""

    def __init__(self, named: Mapping[int, str]) -> None:
        self.names = list(named.values())
        self._at = {value: at for at, value in enumerate(named)}
        self._last: tuple[int, Numbers] = (0, ())  # most sets are as they were in the last position

    @property
    def table(self) -> Table:
        return Table(vectors.MANY, at=self._at)

    def fields(self, label: str) -> list[Field]:
        return [Field(f"{label} includes {name}") for name in self.names]

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        known, code = self._last
        if known != value:
            code = tuple(sorted((self._at[one], 1.0) for one in members(value)))
            self._last = value, code
        return code


class CellFlagsCoder(MultiHotCoder):
    """A state of cells that holds or not: of those of one board."""

    def __init__(self, named: Mapping[int, str]) -> None:
        super().__init__(named)
        self._cells = sum(1 << cell for cell in named)

    def fields(self, label: str) -> list[Field]:
        return [Field(f"{label} of {name}") for name in self.names]

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        return super().code(value & self._cells, faces)


class PlaceCoder(Coder):
    """A place or a cell. For a board with many cells: whether it is on the board, its column and its row."""

    def __init__(self, places: Iterable[int], index: PlaceIndex) -> None:
        self._fields: list[tuple[str, int]] = []
        self._codes: dict[int, Numbers] = {}
        boards: dict[int, int] = {}  # where the numbers of each large board begin
        for place in places:
            board = index.large.get(place)
            if board is None:
                self._codes[place] = ((len(self._fields), 1.0),)
                self._fields.append((f" = {index.names[place]}", 1))
                continue
            if board.first not in boards:
                boards[board.first] = len(self._fields)
                columns, rows = index.extent[board.first]
                name = index.board_name(board)
                self._fields += [
                    (f" is on {name}", 1),
                    (f", column on {name}", columns),
                    (f", row on {name}", rows),
                ]
            at = boards[board.first]
            known = zip((at + 1, at + 2), index.coordinates[place], index.extent[board.first], strict=True)
            self._codes[place] = (
                (at, 1.0),
                *((where, along / size) for where, along, size in known if along),
            )

    @property
    def table(self) -> Table:
        along = {}
        for place, ((at, _), *rest) in self._codes.items():
            behind = {where - at: number for where, number in rest}
            along[place] = (behind.get(1, 0.0), behind.get(2, 0.0))
        return Table(vectors.SPOT, at={place: code[0][0] for place, code in self._codes.items()}, along=along)

    def fields(self, label: str) -> list[Field]:
        return [Field(f"{label}{name}", 0, 1, scale) for name, scale in self._fields]

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        return self._codes[value] if value != NONE else ()


class FaceCoder(OneHotCoder):
    """A piece, by what the reader sees: its design, or its back."""

    def __init__(self, faces: Iterable[int], names: Sequence[str]) -> None:
        super().__init__({face: names[face] for face in faces})

    @property
    def table(self) -> Table:
        return attrs.evolve(super().table, kind=vectors.FACE)

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        return self._codes[faces[value]] if value != NONE else ()


class FaceCountsCoder(Coder):
    """A set of pieces: the number of pieces with each design, and with each back."""

    def __init__(self, faces: Iterable[int], names: Sequence[str], copies: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._at = {face: at for at, face in enumerate(self._faces)}
        self._names, self._copies = names, copies

    @property
    def table(self) -> Table:
        copies = {face: self._copies[face] for face in self._faces}
        return Table(vectors.FACES, at=self._at, copies=copies)

    def fields(self, label: str) -> list[Field]:
        return [
            Field(f"{label} includes {self._names[face]}", 0, 1, self._copies[face]) for face in self._faces
        ]

    def code(self, value: int, faces: Sequence[int]) -> Numbers:
        counts: dict[int, int] = {}
        for piece in members(value):
            counts[faces[piece]] = counts.get(faces[piece], 0) + 1
        return tuple(sorted((self._at[face], count / self._copies[face]) for face, count in counts.items()))


class CellCountsCoder(Coder):
    """The number of pieces of a set on each cell of the boards among these places."""

    def __init__(self, places: Iterable[int], index: PlaceIndex) -> None:
        cells = [place for place in places if place in index.board]
        self._at = {cell: at for at, cell in enumerate(cells)}
        self._names = [index.names[cell] for cell in cells]
        self._most = max(1, index.lowered.program.layout.pieces)

    @property
    def table(self) -> Table:
        """Of counts, which only their owner writes."""
        return Table(vectors.NOTHING, self._most, at=self._at)

    def fields(self, label: str) -> list[Field]:
        return [Field(f"{label} includes pieces on {name}", 0, 1, self._most) for name in self._names]

    def counts(self, cells: Sequence[int]) -> Numbers:
        return tuple((self._at[cell], cells.count(cell) / self._most) for cell in set(cells))


@attrs.frozen
class Coders:
    """Makes coders for the types of a game."""

    index: PlaceIndex
    players: int
    faces: Faces

    def of(self, type_: Type) -> Coder:
        """The coder for a type; None for types that are shown to nobody."""
        tables, kind = self.index.lowered.tables, type_.kind
        if kind == "yes-no":
            return NumberCoder(0, 1)
        if kind == "number":
            return NumberCoder(type_.least, type_.most)
        if kind == "numbers":
            return MultiHotCoder({one: str(one) for one in range(max(type_.most, 0) + 1)})
        if kind in ("word", "words"):
            words = {one: name for one, name in enumerate(tables.words) if name in type_.of or not type_.of}
            return OneHotCoder(words) if kind == "word" else MultiHotCoder(words)
        if kind in ("player", "players"):
            seats = {one: f"player {one + 1}" for one in range(self.players)}
            return OneHotCoder(seats) if kind == "player" else MultiHotCoder(seats)
        if kind in ("kind", "kinds", "list"):
            designs = self.designs(type_.of)
            return OneHotCoder(designs) if kind == "kind" else MultiHotCoder(designs)
        if kind in ("place", "places", "cell", "cells"):
            places = self.places(type_)
            if kind in ("place", "cell"):
                return PlaceCoder(places, self.index)
            return MultiHotCoder({one: self.index.names[one] for one in places})
        if kind == "piece":
            return FaceCoder(self.faces.of_types(type_.of), self.faces.names)
        if kind == "pieces":
            return FaceCountsCoder(self.faces.of_types(type_.of), self.faces.names, self.faces.copies)
        return Coder()

    def designs(self, types: Iterable[str]) -> dict[int, str]:
        tables = self.index.lowered.tables
        symbols = self.index.lowered.game.symbols
        wanted = [name for one in tuple(types) or symbols.types for name in symbols.types[one].designs]
        return {tables.design(name): name for name in wanted}

    def places(self, type_: Type) -> list[int]:
        """The places or cells that a value of a type can be."""
        symbols = self.index.lowered.game.symbols
        known = type_.of if type_.kind in ("cell", "cells") else symbols.possible_places(type_)
        return [number for name in known or self.index.of_name for number in self.index.of_name.get(name, ())]
