"""Numbers everything that has a name: pieces, designs, words and places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from ....dsl import tree as t
from ....dsl.model import geometry
from ....dsl.model.game import Game
from ....dsl.model.survey import chosen_words
from ....dsl.model.symbols import BOARDS
from ....dsl.tree.types import COMPASS, Type
from ....dsl.tree.walk import walk
from ...ir.widths import words_for


class Names:
    """The numbers of what has a name. `start`: the effects with which matches of scenarios start, if they are not a
    part of the game."""

    def __init__(self, game: Game, start: object = None) -> None:
        self.game, self.start = game, start
        designs = game.symbols.designs
        self.design_names = list(designs)
        self.pieces = [name for name, design in designs.items() for _ in range(design.copies)]
        self.piece_types = [designs[name].type for name in self.pieces]
        self.words = _words(game)

    @property
    def most_players(self) -> int:
        return self.game.players[1]

    @property
    def piece_words(self) -> int:
        return words_for(len(self.pieces))

    @property
    def design_words(self) -> int:
        return words_for(len(self.design_names))

    @cached_property
    def place_count(self) -> int:
        """The number of places, including cells and the places of each player."""
        return sum(map(self.places_of, self.game.symbols.places))

    @cached_property
    def members(self) -> int:
        """The number of places that can be in a set of places."""
        return sum(map(self.places_of, self.in_sets))

    @cached_property
    def in_sets(self) -> tuple[str, ...]:
        """The places that can be in a set of places, by name: boards with their cells, and what can be chosen. They
        are numbered before all others, in this order, so that such sets are small."""
        symbols = self.game.symbols
        boards = [name for name, place in symbols.places.items() if place.text.kind in BOARDS]
        trees = (*(text.tree for text in self.game.texts), self.start)
        listed = [name for type_ in listed_places(trees) for name in symbols.possible_places(type_)]
        return tuple(dict.fromkeys((*boards, *listed)))

    @cached_property
    def in_order(self) -> tuple[str, ...]:
        """The names of all places, in the order in which they are numbered."""
        return tuple(dict.fromkeys((*self.in_sets, *self.game.symbols.places)))

    def places_of(self, name: str) -> int:
        """The number of places of a name: the cells of a board, each for every player if it is per player."""
        places = self.game.symbols.places
        place = places[name]
        under = places.get(place.text.between)
        one = len(geometry.cell_names(place, under)) if place.text.kind in BOARDS else 1
        return one * (self.most_players if place.text.per_player else 1)

    def word(self, word: str) -> int:
        return self.words.index(word)

    def design(self, name: str) -> int:
        return self._design_numbers[name]

    def pieces_of_design(self, name: str) -> range:
        return self._pieces_by_design.get(name, range(0))

    @cached_property
    def _design_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.design_names)}

    @cached_property
    def _pieces_by_design(self) -> dict[str, range]:
        """The pieces of each design have consecutive numbers. Only for use once all pieces are numbered."""
        last = {design: piece for piece, design in enumerate(self.pieces)}
        counts = Counter(self.pieces)
        return {name: range(last[name] + 1 - count, last[name] + 1) for name, count in counts.items()}

    def mask_of_design(self, name: str) -> int:
        return sum(1 << piece for piece in self.pieces_of_design(name))

    def mask_of_type(self, name: str) -> int:
        return sum(1 << index for index, kind in enumerate(self.piece_types) if kind == name)

    def designs_of_type(self, name: str) -> int:
        symbols = self.game.symbols
        return sum(1 << self.design(design) for design in symbols.types[name].designs)

    def printed(self, prop: str, *, by_design: bool) -> tuple[int, ...]:
        """A printed property of every piece (or design); 0 if its type does not have it."""
        designs = self.game.symbols.designs
        names = self.design_names if by_design else self.pieces
        return tuple(self.value_of(designs[name].values.get(prop, 0)) for name in names)

    @cached_property
    def backs(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """What the back of each piece shows: printed properties as names and values."""
        symbols = self.game.symbols
        found = []
        for name in self.pieces:
            design = symbols.designs[name]
            public = symbols.types[design.type].public
            found.append(
                tuple((one, self.value_of(design.values[one])) for one in public if one in design.values)
            )
        return tuple(found)

    def value_of(self, value: int | str | tuple[str, ...]) -> int:
        if isinstance(value, int):
            return value
        if isinstance(value, tuple):
            designs = self.game.symbols.designs
            return sum(1 << (self.design(n) if n in designs else self.word(n)) for n in set(value))
        return self.design(value) if value in self.game.symbols.designs else self.word(value)


def listed_places(trees: object) -> Iterator[Type]:
    """The types of the sets of places in texts: what a player or luck chooses from."""
    for node in walk(trees):
        if isinstance(node, t.Listed | t.Select) and node.type.kind == "places":
            yield node.type


def _words(game: Game) -> list[str]:
    """Every word that is a value of some state, property or option."""
    symbols = game.symbols
    states = [*symbols.game.values(), *symbols.players.values()]
    states += [state for owner in symbols.types.values() for state in owner.properties.values()]
    states += [state for phrase in symbols.phrases.values() for state in phrase.state.values()]
    states += [state for place in symbols.places.values() for state in place.properties.values()]
    types = [state.type for state in states] + [option.type for option in symbols.options.values()]
    types += [slot.type for phrase in symbols.phrases.values() for slot in phrase.slots]
    worded = [type_ for type_ in types if type_.kind in ("word", "words") or type_.by == "word"]
    found = [word for type_ in worded for word in type_.of]
    found = [*chosen_words(game), *found]  # first, so that a set of them is a small number
    if any(place.text.kind in ("grid", "hexes") for place in symbols.places.values()):
        found = [*COMPASS, *found]  # first, so that a set of directions is a small number
    return list(dict.fromkeys(found))
