"""Numbers everything that has a name, and lays it out in memory.

In: a checked game. Out: `Tables`, in which the rest of lowering, and the match, look up names. Each step builds on
those before it: names, memory, states, and here the places.
"""

from __future__ import annotations

from functools import cached_property

from ....dsl.model.game import Game
from ....dsl.model.symbols import BOARDS, Place
from ....dsl.tree.types import Type
from ...ir import NONE, CellKind, PlaceInfo
from .boards import NumberedBoard, board_of
from .states import StatePlan


class Tables(StatePlan):
    """The numbering of a game, and the part of its layout that is known before procedures are lowered."""

    def __init__(self, game: Game, start: object = None) -> None:
        super().__init__(game, start)
        self.places: list[PlaceInfo] = []
        self.place_numbers: dict[tuple[str, int], int] = {}
        self.boards: dict[tuple[str, int], NumberedBoard] = {}
        self.board_of_cell: dict[str, str] = {}
        self._lay_out_places()
        pieces = len(self.pieces)
        self.at = self.take("where pieces lie", CellKind.PLACE, pieces, Type("place"))
        self.pools = self.take("pools", CellKind.PIECE, pieces, Type("piece"))
        self.knows = self.take("knowledge", CellKind.PIECES, self.most_players, Type("pieces"))

    def _lay_out_places(self) -> None:
        declared = self.game.symbols.places
        everyone = (1 << self.most_players) - 1
        for name in self.in_order:
            place = declared[name]
            ordered = place.text.kind in ("pile", "row") or place.text.sight != "open"
            for owner in range(self.most_players) if place.text.per_player else [NONE]:
                own = 1 << max(owner, 0)
                sights = {"open": everyone, "hidden": 0, "owner": own, "others": everyone & ~own, "side": 0}
                if place.text.kind in BOARDS:
                    self._lay_out_cells(place, owner, sights[place.text.sight])
                else:
                    self._lay_out(name, place, owner, ordered, sights[place.text.sight])
        # Whoever lists places does so in the order of their declarations.
        order = {name: at for at, name in enumerate(declared)}
        numbers = sorted(
            self.place_numbers.items(), key=lambda one: order[self.board_of_cell.get(one[0][0], one[0][0])]
        )
        self.place_numbers = dict(numbers)

    def _lay_out_cells(self, place: Place, owner: int, viewers: int) -> None:
        """The cells of a board as places; they have no order, unless the board declares one."""
        symbols = self.game.symbols
        board = board_of(symbols, place, owner, len(self.places))
        self.boards[place.name, owner] = board
        lettered = [one for one in symbols.places.values() if one.text.kind in ("grid", "hexes")]
        plain = place.text.kind == "map" or len(lettered) == 1
        for bare in board.names:
            name = bare if plain else f"{place.name} {bare}"
            self.board_of_cell[name] = place.name
            self._lay_out(name, place, owner, bool(place.text.each), viewers)

    def _lay_out(self, name: str, place: Place, owner: int, ordered: bool, viewers: int) -> None:
        """A place; a set has room for all pieces."""
        held = sum(self.mask_of_type(kind).bit_count() for kind in place.text.types)
        capacity = held if ordered else len(self.pieces)
        label = name if owner == NONE else f"player {owner + 1}'s {name}"
        self.place_numbers[name, owner] = len(self.places)
        self.places.append(PlaceInfo(label, owner, ordered, self.size, capacity, viewers))
        self.size += 1 + capacity if ordered else self.piece_words

    def mask_of_places(self, name: str) -> int:
        """The places of a name: the cells of a board, each for every player if it is per player."""
        return self._places_by_name.get(name, 0)

    @cached_property
    def _places_by_name(self) -> dict[str, int]:
        found: dict[str, list[int]] = {}
        for (name, _), number in self.place_numbers.items():
            found.setdefault(self.board_of_cell.get(name, name), []).append(number)
        return {name: sum(1 << number for number in numbers) for name, numbers in found.items()}

    @cached_property
    def loose(self) -> int:
        """The number of a table that says of each place whether it keeps no order."""
        return self.constant(tuple(int(not place.ordered) for place in self.places))

    def types_held(self, place: str) -> tuple[str, ...]:
        """The types of pieces that can lie in a place, or on a cell of a grid."""
        return self.game.symbols.places[self.board_of_cell.get(place, place)].text.types
