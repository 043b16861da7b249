"""What numbers of the memory are called: pieces, designs, players, words, in English and in Czech."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.dsl.model.game import Counted
from rulewright.dsl.model.symbols import Name, State
from rulewright.dsl.tree.types import Kind, Type

from ..ir import NONE
from ..memory.words import members

if TYPE_CHECKING:
    from ..lower import Lowered

LANGUAGES = ("en", "cs")
MIXED = {"en": "an unknown piece", "cs": "neznámý předmět"}
"""What an unknown piece is called that lies face down with pieces of other types."""
UNKNOWN = {"en": "an unknown {}", "cs": "neznámá karta ({})"}
NOBODY = {"en": "none", "cs": "nic"}
UNTOLD = {
    "number": {"en": "an unknown number", "cs": "neznámé číslo"},
    "player": {"en": "an unknown player", "cs": "neznámý hráč"},
    "": {"en": "something unknown", "cs": "něco neznámého"},
}
"""What stands for a value, by its kind, that the reader may not be told."""
TRUTH = {"en": ("no", "yes"), "cs": ("ne", "ano")}
SETS = ("pieces", "players", "kinds", "list", "cells", "places", "words", "numbers")
"""The kinds of values that hold several things, which are shown one after the other."""


class Names:
    """Names for one match: the players' names are its own."""

    def __init__(self, lowered: Lowered, players: Sequence[str]) -> None:
        self.lowered = lowered
        self.symbols = lowered.game.symbols
        self._mixed = self.symbols.mixed_face_down()
        self.players = tuple(players)

    def of(self, name: Name, language: str, form: str = "nom") -> str:
        """A name in a language and form; English stands in for what Czech lacks, the nominative for a case."""
        if language == "cs":
            return name.cs.get(form) or name.cs.get("nom") or name.en
        return name.plural if form == "plural" and name.plural else name.en

    def design(self, number: int, language: str = "en", form: str = "nom") -> str:
        if number == NONE:
            return NOBODY[language]
        name = self.lowered.tables.design_names[number]
        return self.of(self.symbols.designs[name].names, language, form)

    def piece(self, number: int, language: str = "en", form: str = "nom", *, known: bool = True) -> str:
        if number == NONE:
            return NOBODY[language]
        if not known:
            return self.back(number, language)
        return self.design(self.lowered.program.layout.designs[number], language, form)

    def back(self, piece: int, language: str = "en") -> str:
        """What a piece is called by who does not know it: by its type, and what its back shows."""
        name = self.lowered.tables.piece_types[piece]
        type_ = self.symbols.types[name]
        shown = self.back_text(piece, language)
        if name in self._mixed:
            return " ".join(filter(None, (MIXED[language], shown)))
        return UNKNOWN[language].format(" ".join(filter(None, (self.of(type_.names, language), shown))))

    def on_back(self, piece: int) -> list[tuple[State, int]]:
        """What the back of a piece shows: printed properties with their values."""
        tables = self.lowered.tables
        properties = self.symbols.types[tables.piece_types[piece]].properties
        return [(properties[name], value) for name, value in tables.backs[piece]]

    def back_text(self, piece: int, language: str = "en") -> str:
        """The same as text: words and numbers by themselves, what holds by the name of the property."""
        found = []
        for state, value in self.on_back(piece):
            if state.type.kind != "yes-no":
                found.append(self.value(state.type, value, language))
            elif value:
                found.append(self.of(state.names, language) if state.names is not None else state.name)
        return " ".join(found)

    def player(self, number: int, language: str = "en") -> str:
        return self.players[number] if 0 <= number < len(self.players) else NOBODY[language]

    def place(self, number: int, language: str = "en", form: str = "nom") -> str:
        """A place, with its owner if it is a player's; a cell by its name."""
        info = self.lowered.tables.places[number]
        if language == "en" and info.owner == NONE:
            return info.name
        name = next(key for key, known in self.lowered.tables.place_numbers.items() if known == number)[0]
        board = self.lowered.tables.board_of_cell.get(name)
        if board is not None:
            printed = self.symbols.places[board].printed.get(name)
            name = self.of(printed.names, language, form) if printed is not None else name
        else:
            name = self.of(self.symbols.places[name].names, language, form)
        if info.owner == NONE:
            return name
        owner = self.player(info.owner, language)
        return f"{owner}'s {name}" if language == "en" else f"{name} ({owner})"

    def word(self, number: int, language: str = "en") -> str:
        if number == NONE:
            return NOBODY[language]
        word = self.lowered.tables.words[number]
        return self.lowered.game.labels.get(word, {}).get(language, word)

    def counted(self, noun: Counted, number: int, language: str = "en") -> str:
        """A number with what it counts: 1 coin, 2 coins; 1 karta, 2 karty, 5 karet."""
        one, few, many = noun.forms[language]
        said = one if abs(number) == 1 else few if language == "cs" and 2 <= abs(number) <= 4 else many
        return f"{number} {said or noun.name}"

    def untold(self, type_: Type, language: str = "en") -> str:
        """What is said for a value that its reader may not be told."""
        return UNTOLD.get(type_.kind, UNTOLD[""])[language]

    def value(
        self, type_: Type, number: int, language: str = "en", form: str = "nom", known: int = -1
    ) -> str:
        """Any value of a type; `known` is the set of pieces that the reader knows (-1: all)."""
        if type_.kind == "number":
            return str(number)
        if type_.kind == "yes-no":
            return TRUTH[language][number]
        if type_.kind == "player":
            return self.player(number, language)
        if type_.kind == "kind":
            return self.design(number, language, form)
        if type_.kind == "word":
            return self.word(number, language)
        if type_.kind == "piece":
            return self.piece(number, language, form, known=number >= 0 and bool(known >> number & 1))
        return self._several(type_, number, language, form, known)

    def _several(self, type_: Type, number: int, language: str, form: str, known: int) -> str:
        if type_.kind in ("place", "cell") and number != NONE:
            return self.place(number, language, form)
        singles: dict[Kind, Kind] = {
            "pieces": "piece",
            "players": "player",
            "kinds": "kind",
            "list": "kind",
            "cells": "cell",
            "places": "place",
            "words": "word",
        }
        single = singles.get(type_.kind)
        if single is None:
            return NOBODY[language]
        parts = [self.value(Type(single), one, language, form, known) for one in members(number)]
        return ", ".join(parts) or NOBODY[language]
