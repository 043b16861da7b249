"""How things look to one reader at one terminal: the language, the width, and pieces drawn as what they show.

A die whose type is `drawn:` is its value in its colour. Where the terminal shows no colours, a short sign for the
colour stands before the value: `r5`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import attrs

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...dsl.model.symbols import Drawn
from ...interpreter.match.decisions.disambiguate import part_states
from .paint import GROUNDS, painted

USUAL = 100
"""Columns that a picture should fit into if the width is not known."""
UNKNOWN = "?"


@attrs.frozen(slots=False)
class Screen:
    """`painted`: the terminal shows colours; `across`: its columns, None if they are not known."""

    game: Game
    language: str = BASE
    painted: bool = False
    across: int | None = None

    @property
    def room(self) -> int:
        """The columns that a picture should fit into."""
        return self.across or USUAL

    # ----------------------------------------------------------------------- pieces

    def piece(self, piece: Any) -> str | None:
        """A piece of a view as it is drawn; None if it has only its name."""
        states = piece if isinstance(piece, dict) else {"name": piece}
        found = self._drawn.get(states["name"])
        if found is None:
            return None
        drawn, printed = found
        value = states.get(drawn.shows, printed.get(drawn.shows)) if drawn.shows else ""
        colours = states.get(drawn.colour, printed.get(drawn.colour, ()))
        words = [
            self._words.get(one, one) for one in ((colours,) if isinstance(colours, str) else colours or ())
        ]
        rest = {key: one for key, one in states.items() if key not in ("name", drawn.shows, drawn.colour)}
        more = part_states(self.game, rest, self.language)
        text = self._token(UNKNOWN if value is None else str(value), words)
        return f"{text} ({more})" if more else text

    def _token(self, value: str, colours: list[str]) -> str:
        """A value in its colours; side by side, if there are several."""
        if self.painted and colours and all(one in GROUNDS for one in colours):
            first, *others = colours
            if not others:
                return painted(f" {value} ", first)
            return painted(f" {value}", first) + "".join(painted(" ", one) for one in others)
        return "/".join(self.sign(one) for one in colours) + value

    @cached_property
    def _drawn(self) -> dict[str, tuple[Drawn, dict[str, Any]]]:
        """How pieces are drawn and what is printed on them, by what they are called. Of pieces that look different
        but have the same name, a reader does not know which it is."""
        found: dict[str, tuple[Drawn, dict[str, Any]]] = {}
        twofold = set()
        for design in self.game.symbols.designs.values():
            called, type_ = design.names.say(self.language), self.game.symbols.types[design.type]
            if type_.drawn is None:
                twofold.add(called)
                continue
            one = type_.drawn, {name: design.values.get(name) for name in attrs.astuple(type_.drawn)}
            if found.setdefault(called, one) != one:
                twofold.add(called)
        return {called: one for called, one in found.items() if called not in twofold}

    # ---------------------------------------------------------------------- colours

    def sign(self, colour: str) -> str:
        """The short sign of a colour."""
        return self._signs.get(colour, colour)

    def is_colour(self, word: str) -> bool:
        """Whether pieces are drawn in a colour of this name, in the words of the rules or of the reader."""
        return self._words.get(word, word) in self._signs

    def coloured(self, word: str) -> str:
        """A colour by its sign, on its ground if the terminal shows colours."""
        colour = self._words.get(word, word)
        sign = self.sign(colour)
        return painted(sign, colour) if self.painted and colour in GROUNDS else sign

    def colours(self) -> str:
        """All signs with what they stand for; empty if no piece is drawn in a colour."""
        return ", ".join(f"{self.coloured(one)} {self.word(one)}" for one in self._signs)

    def word(self, word: str) -> str:
        """A word of the rules as the reader knows it."""
        return self.game.labels.get(word, {}).get(self.language, word)

    @cached_property
    def _signs(self) -> dict[str, str]:
        words = [
            word
            for type_ in self.game.symbols.types.values()
            if type_.drawn is not None and type_.drawn.colour
            for word in type_.properties[type_.drawn.colour].type.of
        ]
        known = list(dict.fromkeys(words))
        return dict(zip(known, short_signs([self.word(one) for one in known]), strict=True))

    @cached_property
    def _words(self) -> dict[str, str]:
        """The colours in the words of the rules, by those of the reader, which views have."""
        return {self.word(one): one for one in self._signs}


def short_signs(words: Iterable[str]) -> list[str]:
    """A sign for each of these words: its first letter or, if several begin with it, that and the first letter in
    which it differs from all of them. No two words have the same sign, unless they are the same."""
    known = list(words)
    found = [_sign(word, known) for word in known]
    return [
        sign if found.count(sign) == known.count(word) else word
        for word, sign in zip(known, found, strict=True)
    ]


def _sign(word: str, words: list[str]) -> str:
    others = [one for one in words if one != word]
    for length in range(1, len(word) + 1):
        if not any(one.startswith(word[:length]) for one in others):
            return word[0] + (word[length - 1] if length > 1 else "")
    return word
