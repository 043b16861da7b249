"""The names, in a language, of numbers in the memory: pieces, designs, players, words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....dsl.languages import BASE, Noun, say
from ....dsl.model.game import Counted
from ....dsl.model.symbols import State
from ....dsl.tree.types import SETS, Kind, Type, member
from ...ir import NONE
from ...memory.words import members
from ..errors import MatchError
from .options import check_player, genders_of

if TYPE_CHECKING:
    from ...lower import Lowered
    from ..decisions.decision import Option

UNTOLD: dict[Kind, str] = {"number": "name.unknown number", "player": "name.unknown player"}
"""What the reader sees instead of a hidden value, by its kind; for all other kinds, `something unknown`."""
TRUTH = ("name.no", "name.yes")


class MatchNames:
    """The names in one match, which has its own players' names."""

    def __init__(self, lowered: Lowered, players: Sequence[str]) -> None:
        self.lowered = lowered
        self.game = lowered.game
        self.symbols = lowered.game.symbols
        self._mixed = self.symbols.mixed_face_down()
        self.players = tuple(players)
        # That read the same in all of this match; see `Position.option`.
        self.options: dict[tuple[int, int], Option] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that readers may use: those with a catalogue, and those that the game declares."""
        return self.game.languages

    def design(self, number: int, language: str = BASE, form: str = "nom") -> str:
        if number == NONE:
            return say("name.none", language)
        name = self.lowered.tables.design_names[number]
        return self.symbols.designs[name].names.say(language, form)

    def piece(self, number: int, language: str = BASE, form: str = "nom", *, known: bool = True) -> str:
        if number == NONE:
            return say("name.none", language)
        if not known:
            return self.back(number, language)
        return self.design(self.lowered.program.layout.designs[number], language, form)

    def back(self, piece: int, language: str = BASE) -> str:
        """The name of a piece for readers who do not know it: its type, and what its back shows."""
        name = self.lowered.tables.piece_types[piece]
        type_ = self.symbols.types[name]
        shown = self.back_text(piece, language)
        if name in self._mixed:
            return " ".join(filter(None, (say("name.unknown piece", language), shown)))
        called = " ".join(filter(None, (type_.names.say(language), shown)))
        return say("name.unknown card", language, type=called)

    def on_back(self, piece: int) -> list[tuple[State, int]]:
        """What the back of a piece shows: printed properties with their values."""
        tables = self.lowered.tables
        properties = self.symbols.types[tables.piece_types[piece]].properties
        return [(properties[name], value) for name, value in tables.backs[piece]]

    def back_text(self, piece: int, language: str = BASE) -> str:
        """The same as text: words and numbers as they are, yes-or-no properties that hold by their names."""
        found = []
        for state, value in self.on_back(piece):
            if state.type.kind != "yes-no":
                found.append(self.value(state.type, value, language))
            elif value:
                found.append(state.names.say(language) if state.names is not None else state.name)
        return " ".join(found)

    def player(self, number: int, language: str = BASE) -> str:
        return self.players[number] if 0 <= number < len(self.players) else say("name.none", language)

    def place(self, number: int, language: str = BASE, form: str = "nom", *, whose: int = NONE) -> str:
        """A place, with its owner if it is a player's, but not if that is `whose`; a cell by its name."""
        info = self.lowered.tables.places[number]
        if language == BASE and info.owner == NONE:
            return info.name
        name = next(key for key, known in self.lowered.tables.place_numbers.items() if known == number)[0]
        board = self.lowered.tables.board_of_cell.get(name)
        if board is not None:
            called = self.symbols.places[board]
            printed = called.printed.get(name.removeprefix(f"{board} "))
            if printed is not None and printed.names.forms.get(language):
                name = printed.names.say(language, form)
            elif name.startswith(f"{board} "):  # two boards have a cell of this name
                name = called.names.say(language, form) + name.removeprefix(board)
        else:
            name = self.symbols.places[name].names.say(language, form)
        if info.owner in (NONE, whose):
            return name
        return say("name.owned", language, owner=self.player(info.owner, language), name=name)

    def word(self, number: int, language: str = BASE) -> str:
        if number == NONE:
            return say("name.none", language)
        word = self.lowered.tables.words[number]
        return self.lowered.game.labels.get(word, {}).get(language, word)

    def counted(self, noun: Counted, number: int, language: str = BASE) -> str:
        """A number with what it counts: 1 coin, 2 coins; 1 karta, 2 karty, 5 karet."""
        forms = noun.forms.get(language) or noun.forms[BASE]
        said = forms.get(self.game.language(language).plural_of(number))
        return f"{number} {said or noun.name}"

    def agreeing(
        self, words: tuple[str, ...], type_: Type, number: int, language: str, known: int = -1
    ) -> str:
        """Which of several words agrees with the gender of what is named; see `LogSlot.agrees`."""
        if type_.kind == "player":
            gender = genders_of(self.players)[number] if 0 <= number < len(self.players) else ""
        elif type_.kind == "piece" and number >= 0 and not known >> number & 1:
            gender = Noun("card").say(language, "gender")
        else:
            gender = self.value(type_, number, language, "gender", known)
        return self.game.language(language).agreed(words, gender)

    def names_design(self, type_: Type, number: int, known: int) -> bool:
        """Whether a single value is said by the name of a design, which stands for one of several such pieces."""
        if number == NONE:
            return False
        return type_.kind == "kind" or (type_.kind == "piece" and bool(known >> number & 1))

    def hidden_value(self, type_: Type, language: str = BASE) -> str:
        """The text that replaces a value that its reader may not see."""
        return say(UNTOLD.get(type_.kind, "name.unknown value"), language)

    def value(
        self, type_: Type, number: int, language: str = BASE, form: str = "nom", known: int = -1
    ) -> str:
        """Any value of a type; `known` is the set of pieces that the reader knows (-1: all)."""
        if type_.kind == "number":
            return str(number)
        if type_.kind == "yes-no":
            return say(TRUTH[number], language)
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
        if type_.kind not in SETS or type_.kind == "numbers":
            return say("name.none", language)
        single = member(type_)
        several = members(number)
        parts = [self.value(single, one, language, form, known) for one in several]
        if single.kind == "piece":
            parts = self.in_order(several, parts, known)
        return ", ".join(parts) or say("name.none", language)

    def in_order(self, pieces: Sequence[int], said: Sequence[str], known: int) -> list[str]:
        """Sorts the texts of pieces so that their order reveals nothing: known pieces as their designs are declared,
        then unknown ones. The numbers of pieces would reveal the designs of unknown ones, and which of several equal
        pieces is meant."""
        designs = self.lowered.program.layout.designs
        keys = [(0, designs[one]) if known >> one & 1 else (1, 0) for one in pieces]
        return [text for _, text in sorted(zip(keys, said, strict=True))]


def check_reader(reader: int | None, language: str, names: MatchNames) -> None:
    """Refuses players who are not in the match, and unknown languages."""
    if reader is not None:
        check_player(reader, len(names.players))
    if language not in names.languages:
        known = ", ".join(names.languages)
        raise MatchError(f"there is no language '{language}'", f"there are: {known}")
