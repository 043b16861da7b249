"""Resolves the texts that declare types."""

from __future__ import annotations

from typing import cast, get_args

import attrs

from .. import tree as t
from ..diagnostics.suggest import closest
from ..model.uses import PROPERTY, STATE
from ..syntax.english import with_article
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..syntax.vocabulary import is_number
from ..tree.types import (
    ABILITIES,
    ANY_NUMBER,
    CONDITION,
    DIRECTION,
    DIRECTIONS,
    EFFECT,
    NONE,
    PARTS,
    PLACE,
    PLAYER,
    YES_NO,
    Kind,
    Type,
    number,
    table,
)
from .context import Context, children
from .lists import joined

PLACES: dict[str, t.PlaceKind] = {one.upper(): one for one in get_args(t.PlaceKind)}
LEFT_OUT = "leave the key out where there is none"
NEVER_MISSING = {
    "number": ("a number", "use a number of its own for that, such as 0"),
    "words": ("a list of words", "an empty list means that"),
    "table": ("a table", "use a number of its own for that, such as 0"),
    "effect": ("an effect", LEFT_OUT),
    "condition": ("a condition", LEFT_OUT),
}


# ----------------------------------------------------------------- declarations


def type_text(tree: Syntax, c: Context) -> t.TypeText:
    """`2..4`, `yes or no`, `white or dark`, `kind of hero or none`, `list of kinds of equipment`, …"""
    atoms = children(tree)
    joined(atoms, "or", c)
    names = [str(atom.data) for atom in atoms]
    span = c.span(tree)
    if names == ["yes", "no"]:
        return t.TypeText(YES_NO, span=span)
    optional = "none" in names[1:]
    rest = [atom for atom in atoms if atom.data != "none"]
    if not rest:
        return t.TypeText(NONE, span=span)
    if rest[0].data == "some_of" and all(atom.data == "word" for atom in rest[1:]):
        words = tuple(str(atom.children[-1]) for atom in rest)
        _check_words(words, tree, c)
        return t.TypeText(Type("words", words), span=span)
    if all(atom.data == "word" for atom in rest):
        words = tuple(str(atom.children[0]) for atom in rest)
        known = _words_of(words[0], cast(Token, rest[0].children[0]), c) if len(words) == 1 else None
        if known is None:
            _check_words(words, tree, c)
        return t.TypeText(Type("word", known or words, optional=optional), span=span)
    _words_beside_types(rest, c)
    if rest[0].data in TABLES:
        return t.TypeText(_table(rest, optional, tree, c), span=span)
    base = _type_atom(rest[0], c) if len(rest) == 1 else _one_of_several(rest, tree, c)
    if optional and base.kind in NEVER_MISSING:
        what, way_out = NEVER_MISSING[base.kind]
        raise c.fail("RW216", f"{what} is never missing", tree, way_out)
    return t.TypeText(attrs.evolve(base, optional=optional), span=span)


def _words_beside_types(atoms: list[Syntax], c: Context) -> None:
    """`card or treasure`, where cards are pieces: the first cannot be a word here, and the second is no type."""
    named = next((one for one in atoms if one.data in ("piece", "pieces")), None)
    word = next((one for one in atoms if one.data == "word"), None)
    if named is not None and word is not None:
        text = str(c.text)
        said, beside = (text[one.start_pos : one.end_pos] for one in (named, word))
        message = f"'{said}' is a type, and '{beside}' a word, but a list has only types, or only words"
        raise c.fail(
            "RW216", message, named, f"call the word differently, not '{said}'; or declare '{beside}'"
        )


def _one_of_several(atoms: list[Syntax], tree: Syntax, c: Context) -> Type:
    """`card or noble`, `cards or nobles`, `kind of card or noble`: pieces or designs of several types."""
    found = [_type_atom(atom, c) for atom in atoms]
    kind = found[0].kind
    alike = {"kind": ("kind", "piece"), "kinds": ("kinds", "pieces")}.get(kind, (kind,))
    if kind not in ("piece", "pieces", "kind", "kinds") or any(one.kind not in alike for one in found):
        way_out = "a type is one thing, words joined by 'or', or types of pieces: card or die"
        raise c.fail("RW216", "this mixes several types", tree, way_out)
    names = tuple(name for one in found for name in one.of)
    if len(set(names)) < len(names):
        raise c.fail("RW216", "a type stands twice in this list", tree, "name each once")
    return Type(kind, names)


TABLES = ("table", "table_negative")


def _table(atoms: list[Syntax], optional: bool, tree: Syntax, c: Context) -> Type:
    """`0..7 for each kind of gem`, `… for each red or green`, `… for each square`."""
    if optional:
        raise c.fail("RW216", "a table is never missing", tree, NEVER_MISSING["table"][1])
    least, most = (int(str(part)) for part in atoms[0].children if is_number(str(part)))
    least = -least if atoms[0].data == "table_negative" else least
    if least > most:
        raise c.fail("RW216", f"the range {least}..{most} is empty", atoms[0], "the least comes first")
    keys = children(atoms[0])[0]
    name = str(keys.children[-1])
    if keys.data != "word_keys":
        if len(atoms) > 1:
            raise c.fail(
                "RW216", "this mixes several types", tree, "keys are one type, or words joined by 'or'"
            )
        if keys.data == "kind_keys":
            known_type = c.symbols.types.get(name)  # players, and cells of boards, have no designs either
            if known_type is None or not known_type.designs:
                raise c.fail("RW216", f"a {name} has no designs, so there are no keys", keys)
            return table("kind", (name,), least, most)
        if name not in c.symbols.cells:
            way_out = f"of its designs: for each kind of {name}" if name in c.symbols.types else None
            raise c.fail("RW216", f"{with_article(name)} is no key of a table", keys, way_out)
        return table("cell", (c.symbols.cells[name],), least, most)
    if any(atom.data != "word" for atom in atoms[1:]):
        raise c.fail("RW216", "this mixes several types", tree, "keys are one type, or words joined by 'or'")
    words = (name, *(str(atom.children[0]) for atom in atoms[1:]))
    known = _words_of(name, keys.children[-1], c) if len(words) == 1 else None
    if known is None:
        _check_words(words, tree, c)
    return table("word", known or words, least, most)


def _words_of(name: str, at: Syntax | Token, c: Context) -> tuple[str, ...] | None:
    """The words of a state or a property that is declared above."""
    symbols = c.symbols
    declared = {"": symbols.game, "player": symbols.players}
    declared |= {one.name: one.properties for one in symbols.types.values()}
    declared |= {one.name: one.properties for one in symbols.places.values()}
    owner = next((owner for owner, known in declared.items() if name in known), None)
    found = declared[owner][name].type if owner is not None else None
    if owner is None or found is None or found.kind not in ("word", "words"):
        return None
    if owner:
        c.use(PROPERTY, name, at, (owner,))
    else:
        c.use(STATE, name, at)
    return found.of


def _check_words(words: tuple[str, ...], tree: Syntax, c: Context) -> None:
    """Checks a list of words: it needs several, because a single one is most likely a misspelt type."""
    if len(set(words)) < len(words):
        raise c.fail("RW216", "a word stands twice in this list", tree, "name each once")
    if len(words) > 1:
        return
    types = [name for type_ in c.symbols.types.values() for name in (type_.name, type_.plural)]
    guess = closest(words[0], [*types, "player", "players", "place", "abilities"])
    several = "name a type, a range such as 0..9, or several words: red or green"
    raise c.fail("RW202", f"'{words[0]}' is no type", tree, f"did you mean '{guess}'?" if guess else several)


def _type_atom(atom: Syntax, c: Context) -> Type:
    if atom.data in ("range", "range_negative"):
        least, most = (int(str(part)) for part in atom.children if is_number(str(part)))
        least = -least if atom.data == "range_negative" else least
        if least > most:
            raise c.fail("RW216", f"the range {least}..{most} is empty", atom, "the least comes first")
        return number(least, most)
    name = str(atom.children[-1]) if atom.children else ""
    if atom.data in ("piece", "pieces") and name in c.symbols.cells:
        return Type("cell" if atom.data == "piece" else "cells", (c.symbols.cells[name],))
    if atom.data == "piece":
        return PLAYER if name == "player" else Type("piece", (name,))
    if atom.data == "pieces":
        return Type("players") if name == "player" else Type("pieces", (name,))
    simple = {
        "abilities": ABILITIES,
        "place": PLACE,
        "effect_type": EFFECT,
        "parts_type": PARTS,
        "condition_type": CONDITION,
        "direction_type": DIRECTION,
        "directions_type": DIRECTIONS,
    }
    if atom.data == "number_word":
        return ANY_NUMBER
    if atom.data in ("any_piece", "any_pieces"):
        if atom.data.removeprefix("any_") in c.symbols.words_of_types():
            raise c.fail("RW202", "the game has a type of this name", atom)
        return Type("piece" if atom.data == "any_piece" else "pieces", tuple(c.symbols.types))
    if str(atom.data) in simple:
        return simple[str(atom.data)]
    if atom.data == "sort_of_place":
        what = PLACES[str(atom.children[0].type)]  # type: ignore[union-attr]
        types = tuple(str(child) for child in atom.children if str(child) in c.symbols.types)
        return Type("place", types, sort=what)
    kinds: dict[str, Kind] = {"kind": "kind", "kinds": "kinds", "kind_list": "list"}
    if str(atom.data) not in kinds:
        raise c.fail("RW216", "this is no type", atom)
    return Type(kinds[str(atom.data)], (name,))
