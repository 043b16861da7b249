"""How a table draws designs and words: as the game says (`look:`), or else as their names suggest, by a colour, a
gem, a suit or a rank; or else in the colour of their type."""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from .....dsl.languages.en.signs import COLOURS, RANKS, SUIT_OF_DIAMONDS, THINGS
from .....dsl.model import look as looks
from .....dsl.model import symbols as names
from .....dsl.model.game import Game
from .classes import Sign

PALETTE = (
    "#38688f",
    "#94602a",
    "#46774a",
    "#7d4a80",
    "#a1493f",
    "#2b7577",
    "#7f7027",
    "#5b5fa3",
    "#9b4b72",
    "#5c6b57",
    "#7b6149",
    "#46709f",
)
"""One hue for each type, so far apart that neighbours look different."""

_SUITS = frozenset(("heart", "spade", "club"))
_PARTS = re.compile(r"[a-z]+")


@attrs.frozen
class Signs:
    """How the designs, types and words of a game are drawn."""

    types: dict[str, Sign]
    designs: dict[str, Sign]
    words: dict[str, Sign]


def signs(game: Game) -> Signs:
    """All of them, each type and design with a colour; a word only if it names one."""
    symbols, look = game.symbols, game.look
    known = tuple(symbols.vocabulary.names(["WORD"]))
    cards = any(_SUITS & _singular(name) for name in (*known, *symbols.designs))
    words = {
        word: found
        for word in known
        if (found := _over(look.words.get(word), _named(word, cards))) is not None
    }
    types = {
        name: Sign(
            colour=given.colour if given and given.colour else PALETTE[number % len(PALETTE)],
            symbol=given.symbol if given else None,
        )
        for number, name in enumerate(symbols.types)
        for given in [look.types.get(name)]
    }
    own: dict[str, Sign] = {}
    # What other designs print comes first: a card that prints a gem has the colour of the gem.
    for _, type_ in sorted(symbols.types.items(), key=lambda one: _prints_designs(one[1])):
        own |= _designs(game, type_, words, own, cards)
    designs = {
        name: _first((own.get(name), _sole(types[design.type], symbols.types[design.type])))
        for name, design in symbols.designs.items()
        if design.type in types
    }
    return Signs(types, designs, words)


def corners(type_: names.PieceType, look: looks.Look) -> tuple[str, ...]:
    """The printed properties whose numbers stand in the corners of a card: as the game says, or else the only one
    that the type has."""
    if type_.name in look.corners:
        return look.corners[type_.name]
    numbers = [
        name for name, state in type_.properties.items() if state.printed and state.type.kind == "number"
    ]
    return tuple(numbers) if len(numbers) == 1 else ()


def _designs(
    game: Game, type_: names.PieceType, words: dict[str, Sign], others: dict[str, Sign], cards: bool
) -> dict[str, Sign]:
    """The designs of a type that have a look of their own."""
    mine = [game.symbols.designs[name] for name in type_.designs]
    called = {one.name: _of_name(one.name, cards) for one in mine}
    # One "golden key" among fifty does not make a type of colours.
    telling = 2 * sum(found is not None for found in called.values()) > len(mine)
    telling = telling and (len(mine) > 1 or type_.name not in game.look.types)
    tinted = _tinted(game, type_, words, others)
    found = {}
    for one in mine:
        printed = _printed(one, tinted, words, others) if tinted else None
        all_ = (_said(game.look.designs.get(one.name)), printed, called[one.name] if telling else None)
        if any(sign is not None for sign in all_):
            found[one.name] = _first(all_)
    return found


def _sole(plain: Sign, type_: names.PieceType) -> Sign:
    """The look of a type, for a design without any; its symbol only where that stands for one design."""
    return Sign(colour=plain.colour, symbol=plain.symbol if len(type_.designs) < 2 else None)


def _first(some: Iterable[Sign | None]) -> Sign:
    there = [one for one in some if one is not None]
    return Sign(
        colour=next((one.colour for one in there if one.colour), None),
        symbol=next((one.symbol for one in there if one.symbol), None),
    )


def _said(given: looks.Sign | None) -> Sign | None:
    return None if given is None else Sign(colour=given.colour, symbol=given.symbol)


def _over(given: looks.Sign | None, named: Sign | None) -> Sign | None:
    return None if given is None and named is None else _first((_said(given), named))


def _prints_designs(type_: names.PieceType) -> bool:
    return any(state.printed and state.type.kind == "kind" for state in type_.properties.values())


def _tinted(game: Game, type_: names.PieceType, words: dict[str, Sign], others: dict[str, Sign]) -> str:
    """The printed property that gives the colour: a word of which all have one, or designs that mostly have."""
    for name, state in type_.properties.items():
        if not state.printed or not state.type.of:
            continue
        if state.type.kind in ("word", "words", "list"):
            if all(one in words and words[one].colour for one in state.type.of):
                return name
        elif state.type.kind == "kind":
            there = [one for other in state.type.of for one in game.symbols.types[other].designs]
            if 2 * sum(one in others for one in there) > len(there):
                return name
    return ""


def _printed(
    design: names.Design, tinted: str, words: dict[str, Sign], others: dict[str, Sign]
) -> Sign | None:
    value = design.values.get(tinted)
    if isinstance(value, tuple):
        value = value[0] if value else None
    return (words.get(value) or others.get(value)) if isinstance(value, str) else None


def _singular(name: str) -> set[str]:
    parts = _PARTS.findall(name.casefold())
    return {*parts, *(part[:-1] for part in parts if part.endswith("s"))}


def _named(word: str, cards: bool) -> Sign | None:
    """How one word is drawn that names a colour or a thing, or several of it."""
    for one in (word, word.removesuffix("s"), word.removesuffix("ies") + "y"):
        if one == "diamond" and cards:
            return Sign(colour=SUIT_OF_DIAMONDS[0], symbol=SUIT_OF_DIAMONDS[1])
        if one in COLOURS:
            return Sign(colour=COLOURS[one], symbol=None)
        if one in THINGS:
            return Sign(colour=THINGS[one][0], symbol=THINGS[one][1])
    return None


def _of_name(name: str, cards: bool) -> Sign | None:
    """By the first word of a name that tells something, and by its rank as a playing card."""
    parts = _PARTS.findall(name.casefold())
    sign = next((found for part in parts if (found := _named(part, cards)) is not None), None)
    rank = next((RANKS[part] for part in parts if part in RANKS), "")
    if not rank:
        return sign
    suit = sign.symbol or "" if sign else ""
    return Sign(colour=sign.colour if sign else None, symbol=rank + suit)
