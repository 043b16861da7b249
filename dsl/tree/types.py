"""Types of values, and what fits where."""

from __future__ import annotations

from typing import Literal

import attrs

Kind = Literal[
    "number",
    "numbers",
    "yes-no",
    "word",
    "words",
    "piece",
    "pieces",
    "kind",
    "kinds",
    "player",
    "players",
    "place",
    "places",
    "list",
    "cell",
    "cells",
    "abilities",
    "effect",
    "condition",
    "table",
    "none",
]


By = Literal["", "kind", "word", "cell"]


@attrs.frozen
class Type:
    """`of` names the types of pieces, the boards of cells, or the words of a list; `least`..`most` bound a number.
    For a place, `sort` says what it is (`pile`), and `named` which of the game's places it can be (empty: any). A
    table has a number for each key: `by` says what its keys are, out of `of`. An effect whose parts are done
    `in_any_order` is one that is read so; whatever does it does not differ."""

    kind: Kind
    of: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = False
    sort: str = ""
    named: tuple[str, ...] = ()
    by: By = ""
    in_any_order: bool = False

    def __str__(self) -> str:
        texts: dict[Kind, str] = {
            "number": f"a number from {self.least} to {self.most}"
            if self.least < self.most
            else f"the number {self.least}",
            "numbers": f"numbers from {self.least} to {self.most}",
            "words": "some of " + " or ".join(self.of),
            "effect": "an effect in any order" if self.in_any_order else "an effect",
            "condition": "a condition",
            "yes-no": "yes or no",
            "word": " or ".join(self.of),
            "piece": " or ".join(f"a {name}" for name in self.of) or "a piece",
            "pieces": "pieces (" + ", ".join(self.of) + ")" if self.of else "pieces",
            "kind": "a kind of " + " or ".join(self.of),
            "kinds": "kinds of " + " or ".join(self.of),
            "player": "a player",
            "players": "players",
            "place": f"a {self.sort} ({', '.join(self.of)})" if self.sort and not self.named else "a place",
            "places": "places",
            "cell": "a cell of " + " or ".join(self.of),
            "cells": "cells of " + " or ".join(self.of),
            "list": "a list of kinds of " + " or ".join(self.of),
            "abilities": "abilities",
            "table": f"a number from {self.least} to {self.most} for each "
            + {"kind": "kind of ", "word": "", "cell": "cell of ", "": ""}[self.by]
            + " or ".join(self.of),
            "none": "none",
        }
        text = texts[self.kind]
        return f"{text} or none" if self.optional else text


NONE = Type("none", optional=True)
YES_NO = Type("yes-no")
PLAYER = Type("player")
PLAYERS = Type("players")
PLACE = Type("place")
ABILITIES = Type("abilities")
EFFECT = Type("effect")
PARTS = Type("effect", in_any_order=True)
CONDITION = Type("condition")
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
DIRECTION = Type("word", COMPASS)
DIRECTIONS = Type("words", COMPASS)

SET_OF: dict[Kind, Kind] = {
    "piece": "pieces",
    "kind": "kinds",
    "player": "players",
    "cell": "cells",
    "place": "places",
    "word": "words",
    "number": "numbers",
}
MEMBER_OF: dict[Kind, Kind] = {**{several: one for one, several in SET_OF.items()}, "list": "kind"}
SETS: frozenset[Kind] = frozenset(MEMBER_OF)
"""The kinds of values with several members."""
UNORDERED: frozenset[Kind] = SETS - {"list"}
OF_PIECES: frozenset[Kind] = frozenset({"piece", "pieces"})
OF_PLAYERS: frozenset[Kind] = frozenset({"player", "players"})
OF_CELLS: frozenset[Kind] = frozenset({"cell", "cells"})
OF_WORDS: frozenset[Kind] = frozenset({"word", "words"})
OF_NUMBERS: frozenset[Kind] = frozenset({"number", "numbers"})
OF_PLACES: frozenset[Kind] = OF_CELLS | {"place", "places"}
OF_DESIGNS: frozenset[Kind] = OF_PIECES | {"kind", "kinds", "list"}
"""The kinds of values that are one thing or several of a sort: cells are places, and pieces are named by designs."""


def number(least: int, most: int) -> Type:
    return Type("number", least=least, most=most)


MOST_CHOSEN = 63
"""The most numbers, or words, in a set that is chosen from. With that many, the set is never negative as a signed
word of 64 bits."""
ANY_NUMBER = number(-1_000_000, 1_000_000)
"""The type of a slot that takes any number."""


def table(by: By, of: tuple[str, ...], least: int, most: int) -> Type:
    return Type("table", of, least, most, by=by)


def entry_of(of: Type) -> Type:
    """The type of an entry of a table."""
    return number(of.least, of.most)


def is_key(key: Type, of: Type) -> bool:
    """Whether every value of a type is a key of a table."""
    return key.kind == of.by and bool(key.of) and set(key.of) <= set(of.of)


def fits(have: Type, want: Type) -> bool:
    """Whether a value of type `have` can be given where `want` is asked. Ranges are checked at run time."""
    if have.kind == "none":
        return want.optional
    if have.optional and not want.optional and want.kind not in SET_OF.values():
        # An optional value can stand where a value is needed; a missing one is a fault at run time.
        have = attrs.evolve(have, optional=False)
    if want.kind == "words" and have.kind in OF_WORDS:
        return set(have.of) <= set(want.of)
    if want.kind in SET_OF.values() and have.kind in SET_OF and SET_OF[have.kind] == want.kind:
        return overlap(have, want)
    if have.kind == "list" and want.kind == "kinds":
        return overlap(have, want)
    if have.kind != want.kind:
        return False
    if have.kind == "word":
        return set(have.of) <= set(want.of)
    if want.kind == "place" and want.sort:
        return have.sort == want.sort and bool(have.of) and set(have.of) <= set(want.of)
    if have.kind == "table":
        return have.by == want.by and set(have.of) == set(want.of)
    return overlap(have, want)


def outside(have: Type, want: Type) -> bool:
    """Whether a number can never lie in the wanted range."""
    both = have.kind == want.kind == "number"
    return both and (have.most < want.least or have.least > want.most)


def overlap(left: Type, right: Type) -> bool:
    """Whether two types of pieces or kinds have a type of piece in common (no types named: any)."""
    return not left.of or not right.of or bool(set(left.of) & set(right.of))


def mixed(one: Type, other: Type) -> Type | None:
    """The type of a value of either type: a number in either range, a word of either list, an effect however it is
    read. None for all other types, and for directions, which turn with what prints them."""
    if one == other:
        return one
    if one.kind == other.kind == "effect":
        return EFFECT
    if one.kind != other.kind or one.kind not in ("number", "word", "words") or COMPASS in (one.of, other.of):
        return None
    of = tuple(dict.fromkeys((*one.of, *other.of)))
    least, most = min(one.least, other.least), max(one.most, other.most)
    return Type(one.kind, of, least, most, one.optional or other.optional)


def comparable(left: Type, right: Type) -> bool:
    """Whether two values can be compared for equality."""
    if left.kind == right.kind == "word" and set(left.of) & set(right.of):
        return True
    return fits(left, attrs.evolve(right, optional=True)) or fits(right, attrs.evolve(left, optional=True))


def member(of: Type) -> Type:
    """The type of a member of a set."""
    return attrs.evolve(of, kind=MEMBER_OF[of.kind], optional=False)


def set_of(of: Type) -> Type:
    """The type of a set of such values."""
    return attrs.evolve(of, kind=SET_OF[of.kind], optional=False)
