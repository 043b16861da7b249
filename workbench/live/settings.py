"""What can be set by hand at an object of the table, in the notation of scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from ...dsl.scenarios.notation import GAME, Sort, Thing
from ...interpreter import Match
from ...interpreter.scenarios.written import Line, Written
from .why import computed_of

Kind = Literal["number", "choice", "pieces", "text", "computed"]


@attrs.frozen
class Setting:
    """Something that can be set: whose it is (None: the game's), its key under `given:`, what it is now as text, and
    what it can be. What the rules compute (`computed`) cannot be set, only asked about."""

    of: int | None
    name: str
    value: str
    kind: Kind
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


def settings_at(match: Match, identity: str, reader: int | None) -> list[Setting]:
    """What can be set at an object, by its id as a reader has it; at the game, by 'game'."""
    there = Written(match)
    keys = _keys(there, match, identity, reader)
    found = (there.line(key, whose) for whose, key in keys)
    given = [_setting(there, one) for one in found if one is not None]
    seat = identity.partition("player:")[2]
    whose = int(seat) if seat.isdecimal() and int(seat) < len(match.players) else None
    if identity == "game" or whose is not None:
        computed = computed_of(match, GAME if whose is None else whose)
        given += [Setting(whose, name, str(value), "computed") for name, value in computed.items()]
    return given


def _keys(there: Written, match: Match, identity: str, reader: int | None) -> Iterator[tuple[int, str]]:
    sort, _, name = identity.partition(":")
    name, _, seat = name.partition("@")
    whose = int(seat) if seat.isdecimal() else GAME
    symbols = there.notation.symbols
    if identity == "game":
        yield from ((GAME, key) for key in symbols.game)
    elif sort == "player" and name.isdecimal() and int(name) < len(match.players):
        owned = [one for one in symbols.places.values() if one.text.per_player]
        boards = {one.name for one in owned} & set(there.notation.cells.values())
        places = [one.name for one in owned if one.name not in boards]
        yield from ((int(name), key) for key in (*symbols.players, *places))
    elif sort == "place":
        yield whose, name
    elif sort == "cell":
        board, _, cell = name.partition("/")
        key = cell if there.notation.cells.get(cell) == board else f"{board} {cell}"
        yield whose, key
        if board in symbols.places:
            yield from ((whose, f"{key}'s {state}") for state in symbols.places[board].properties)
    elif sort == "piece":
        piece = match.objects(reader).pieces.get(identity)
        if piece is not None:
            yield from _keys(there, match, piece.place, reader)


def _setting(there: Written, line: Line) -> Setting:
    thing, symbols = line.thing, there.notation.symbols
    of = None if line.whose == GAME else line.whose
    if thing.sort is Sort.PLACE:
        types = thing.type.of
        designs = tuple(name for name, one in symbols.designs.items() if one.copies and one.type in types)
        return Setting(of, line.key, line.value, "pieces", designs)
    if thing.is_table:
        return Setting(of, line.key, line.value, "text")
    if thing.type.kind == "number" and not thing.type.optional:
        return Setting(of, line.key, line.value, "number", (), thing.type.least, thing.type.most)
    choices = _choices(there, thing)
    return Setting(of, line.key, line.value, "choice" if choices else "text", choices)


def _choices(there: Written, thing: Thing) -> tuple[str, ...]:
    of, symbols = thing.type, there.notation.symbols
    found: tuple[str, ...] = ()
    if of.kind == "yes-no":
        found = ("yes", "no")
    elif of.kind == "word":
        found = tuple(of.of)
    elif of.kind == "player":
        found = tuple(f"player {seat + 1}" for seat in range(there.notation.seats))
    elif of.kind in ("kind", "piece"):
        found = tuple(name for name, one in symbols.designs.items() if not of.of or one.type in of.of)
    return (*found, "none") if found and of.optional else found
