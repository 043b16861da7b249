"""Resolves abilities and the texts of declarations (types, places, turns, repetitions, player counts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import attrs

from .. import tree as t
from ..diagnostics.suggest import closest
from ..model.symbols import BOARDS, Phrase, Slot, a_board
from ..syntax.english import with_article
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
    PLACE,
    PLAYER,
    YES_NO,
    Kind,
    Type,
    fits,
    number,
    table,
)
from .calls import Said, arguments, said
from .change_events import EVENTS
from .conditions import condition
from .context import Context, Unclear, children, find, token
from .expressions import expression, is_any_number, noun_phrase, number_said, numeric
from .meanings import taken
from .selections import selection
from .statements import as_said, body

MOST_PLAYERS = 12
LEFT_OUT = "leave the key out where there is none"
NEVER_MISSING = {
    "number": ("a number", "let a number of its own mean that, such as 0"),
    "words": ("a list of words", "an empty list means that"),
    "table": ("a table", "let a number of its own mean that, such as 0"),
    "effect": ("an effect", LEFT_OUT),
    "condition": ("a condition", LEFT_OUT),
}

# -------------------------------------------------------------------- abilities

THAT_NUMBER = "that number"
"""What a number is called that an event matched."""
SETS = frozenset({"pieces", "players", "kinds", "cells", "words", "numbers"})
"""The kinds of types that stand for several at once."""


def ability(tree: Syntax, c: Context) -> t.Ability:
    """One ability: scopes and limits in front, then a trigger, a change of a number, or a phrase."""
    *prefixes, core = children(tree)
    with c.scope():
        scope = tuple(condition(children(part)[0], c) for part in prefixes if part.data == "while_")
        limit = _limit(prefixes, c)
        if core.data == "trigger":
            return _trigger(core, scope, limit, c)
        if core.data in ("more", "less"):
            return _modifier(core, scope, c)
        return _ability_call(core, scope, limit, c)


def _limit(prefixes: list[Syntax], c: Context) -> str | None:
    for part in prefixes:
        if part.data == "once":
            period = token(part, "PERIOD")
            assert period is not None
            return str(period)
    return None


WHEN: dict[str, t.When] = {"before": "before", "after": "after", "instead of": "instead of"}


def _trigger(core: Syntax, scope: tuple[t.Expr, ...], limit: str | None, c: Context) -> t.Ability:
    hook_tree = find(core, "hook")
    call_tree = find(core, "call", "_call")
    suite = find(core, "suite")
    assert hook_tree is not None
    assert suite is not None
    when = WHEN[" ".join(str(hook_tree.children[0]).split("_"))]
    if call_tree is None:
        return _of_change(core, when, scope, limit, c)
    call = said(call_tree, c)
    phrase = c.symbols.phrases[call.signature]
    if phrase.ability:
        raise c.fail("RW208", f"'{call.signature}' is an ability: it never happens", call_tree)
    if phrase.holds:
        raise c.fail("RW208", f"'{call.signature}' holds or not: it never happens", call_tree)
    if call.imperative:
        message = "it is not said who does this"
        raise c.fail("RW212", message, call_tree, "say whom it is about: a player …, the player …")
    pattern = tuple(
        _pattern(phrase, slot, given, call_tree, c)
        for slot, given in zip(phrase.slots, call.slots, strict=True)
    )
    hook = t.Hook(when, call.signature, pattern, span=c.span(call_tree))
    about = _players_of(phrase, pattern, call.slots, c)
    return _triggered(core, hook, about, scope, limit, c)


def _triggered(
    core: Syntax,
    hook: t.Hook,
    about: tuple[str, ...],
    scope: tuple[t.Expr, ...],
    limit: str | None,
    c: Context,
) -> t.Trigger:
    """What an event sets off."""
    suite = find(core, "suite")
    assert suite is not None
    test_tree = find(core, "condition")
    test = condition(children(test_tree)[0], c) if test_tree is not None else None
    with c.done_by(Unclear(about) if about else c.does):
        statements = body(suite, c)
    may = find(core, "may_") is not None
    return t.Trigger(scope, limit, may, hook, test, statements, span=c.span(core))


def _of_change(
    core: Syntax, when: t.When, scope: tuple[t.Expr, ...], limit: str | None, c: Context
) -> t.Trigger:
    """An ability that acts on a change of a number: `after: a player gains any gold: …`."""
    given = next(one for one in children(core) if str(one.data).removeprefix("_") in ("event", *EVENTS))
    event = taken(given, c)
    verb, prop = EVENTS[str(event.data)], token(event, "PROP")
    parts = children(event)
    if prop is not None:
        owner: Syntax | None = parts[0]
        how_much = parts[1] if len(parts) > 1 else None
        kind = "player"
        if how_much is not None:
            way = taken(how_much, c)
            how_much = children(way)[0] if way.data == "so_much" else None
    else:
        changing = taken(parts[0], c)
        prop = token(changing, "PROP", "NAME")
        assert prop is not None
        owner = (
            None
            if changing.data == "state"
            else changing
            if changing.data == "of_any"
            else children(changing)[0]
        )
        how_much = parts[1] if len(parts) > 1 else None
        kind = "game" if owner is None else _owner_kind(owner, c)
    signature = c.symbols.changes.get((verb, kind, str(prop)))
    if signature is None:
        raise c.fail("RW210", f"'{prop}' is no number that changes like this", event)
    c.symbols.use("state" if kind == "game" else "property", str(prop))
    phrase = c.symbols.phrases[signature]
    said_ = [how_much] if owner is None else [owner, how_much]
    pattern = []
    for slot, one in zip(phrase.slots, said_, strict=True):
        if one is None:
            c.bind(THAT_NUMBER, slot.type)
            pattern.append(t.SlotPattern(THAT_NUMBER, None, None, span=c.span(event)))
        else:
            pattern.append(_matched(slot, one, None, c))
    hook = t.Hook(when, signature, tuple(pattern), span=c.span(event))
    return _triggered(core, hook, _players_of(phrase, hook.pattern, said_, c), scope, limit, c)


def _owner_kind(owner: Syntax, c: Context) -> str:
    return noun_phrase(owner, c).type.kind


def _players_of(
    phrase: Phrase, pattern: tuple[t.SlotPattern, ...], said_: Sequence[Syntax | None], c: Context
) -> tuple[str, ...]:
    """How the players are called whom an event is about: what it sets off could be done by them too."""
    found = []
    for slot, one, given in zip(phrase.slots, pattern, said_, strict=True):
        if slot.type.kind == "player" and not isinstance(one.exact, t.Actor):
            found.append(one.name or (as_said(given, c) if given is not None else "that player"))
    return tuple(found)


def _pattern(phrase: Phrase, slot: Slot, given: Syntax | None, at: Syntax, c: Context) -> t.SlotPattern:
    """`a monster among prey` matches members and binds `that monster`; any other value must be equal."""
    if given is None:  # a form that leaves the slot out: anything
        noun = slot.type.of[0] if slot.type.of else slot.type.kind.removesuffix("s")
        c.bind("that " + noun, slot.type)
        return t.SlotPattern("that " + noun, _of_all(slot, at, c), None, span=c.span(at))
    return _matched(slot, given, phrase, c)


def _of_all(slot: Slot, at: Syntax, c: Context) -> t.Expr | None:
    """What fills a slot of several types, said as a set; of one type nothing need be said."""
    if len(slot.type.of) < 2 or slot.type.kind != "piece":
        return None
    return t.Select(
        "types", " or ".join(slot.type.of), (), span=c.span(at), type=Type("pieces", slot.type.of)
    )


def _matched(slot: Slot, given: Syntax, phrase: Phrase | None, c: Context) -> t.SlotPattern:
    value = noun_phrase(given, c)
    span = c.span(given)
    if is_any_number(value) and slot.type.kind == "number":
        c.bind(THAT_NUMBER, slot.type)
        return t.SlotPattern(THAT_NUMBER, None, None, span=span)
    if not fits(value.type, slot.type):
        if phrase is not None:
            raise c.misfit(phrase, slot, value.type, given)
        way_out = c.piece_of(slot, value.type, given)
        raise c.fail("RW209", f"'{slot.name}' is {slot.type}, but this is {value.type}", given, way_out)
    if isinstance(value, t.Quantity) and (value.how != "one" or slot.type.kind in SETS):
        one = slot.type.of[0] if slot.type.of else "player"
        way_out = f"'a {one} …' matches each that fits; a value, such as 'the …', must be the same"
        if slot.type.kind in SETS:
            way_out = "say a set: it must be the same; a form of the phrase without this slot matches any"
        raise c.fail("RW213", f"'{slot.name}' cannot be matched by so many", given, way_out)
    if isinstance(value, t.Quantity) and isinstance(value.of, t.NumberRange):
        c.bind(THAT_NUMBER, slot.type)
        return t.SlotPattern(THAT_NUMBER, value.of, None, span=span)
    if isinstance(value, t.Quantity) and value.how == "one":
        select = value.of
        assert isinstance(select, t.Select)
        noun = "kind" if select.base in ("kind", "any kind") else select.name
        noun = select.type.of[0] if select.base in ("of design", "types") else noun
        name = "that " + noun
        c.bind(name, value.type)
        whole = select.base in ("type", "player", "kind", "cell") and not select.filters
        whole = whole and set(slot.type.of) <= set(select.type.of)
        return t.SlotPattern(name, None if whole else select, None, span=span)
    return t.SlotPattern(None, None, value, span=span)


def _modifier(core: Syntax, scope: tuple[t.Expr, ...], c: Context) -> t.Ability:
    name, pattern = _changed(children(core)[0], c)
    if name is None:
        raise c.fail(
            "RW215",
            "abilities change numbers that the game defines",
            core,
            "declare it under 'numbers:', or let the ability act on an action",
        )
    if c.symbols.numbers[name].value.type.kind == "table":
        way_out = "let a table that it reduces or adds change: the player's bonuses go up by …"
        raise c.fail("RW215", f"'{name}' is a table, which no ability changes", core, way_out)
    amount = numeric(children(core)[1], c)
    sign: Literal[1, -1] = 1 if core.data == "more" else -1
    return t.Modifier(scope, name, sign, amount, pattern, span=c.span(core))


def _changed(tree: Syntax, c: Context) -> tuple[str | None, tuple[t.SlotPattern, ...]]:
    """The number that an ability changes, and for what in its slots; None if it is no number of the game."""
    tree = taken(tree, c)
    if tree.data != "computed":
        target = expression(tree, c)
        if not isinstance(target, t.NumberValue) or target.type.kind != "number":
            return None, ()
        exact = tuple(t.SlotPattern(None, None, value, span=value.span) for value in target.arguments)
        return target.name, exact
    name, slots, given = number_said(tree, c)
    return name, tuple(_matched(slot, one, None, c) for slot, one in zip(slots, given, strict=True))


def _ability_call(core: Syntax, scope: tuple[t.Expr, ...], limit: str | None, c: Context) -> t.Ability:
    tree = children(core)[0]
    call: Said = said(tree, c)
    if not c.symbols.phrases[call.signature].ability:
        raise c.fail(
            "RW208", f"'{call.signature}' is an action: say when it happens", tree, "before:, after: …"
        )
    given = arguments(call, tree, c)
    _check_ranges(given, call, tree, c)
    return t.AbilityCall(scope, limit, call.signature, given, span=c.span(core))


def _check_ranges(given: tuple[t.Expr, ...], call: Said, tree: Syntax, c: Context) -> None:
    """What an ability is given it reads again and again, so its whole range must fit the slot."""
    phrase = c.symbols.phrases[call.signature]
    for slot, at, value in zip(phrase.slots, call.slots, given, strict=True):
        want, have = slot.type, value.type
        if want.kind == "number" and not (want.least <= have.least and have.most <= want.most):
            raise c.misfit(phrase, slot, have, at or tree)


# ----------------------------------------------------------------- declarations


def type_text(tree: Syntax, c: Context) -> t.TypeText:
    """`2..4`, `yes or no`, `white or dark`, `kind of hero or none`, `list of kinds of equipment`, …"""
    atoms = children(tree)
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
        _check_words(words, tree, c)
        return t.TypeText(Type("word", words, optional=optional), span=span)
    if rest[0].data in TABLES:
        return t.TypeText(_table(rest, optional, tree, c), span=span)
    base = _type_atom(rest[0], c) if len(rest) == 1 else _one_of_several(rest, tree, c)
    if optional and base.kind in NEVER_MISSING:
        what, way_out = NEVER_MISSING[base.kind]
        raise c.fail("RW216", f"{what} is never missing", tree, way_out)
    return t.TypeText(attrs.evolve(base, optional=optional), span=span)


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
            if not c.symbols.types[name].designs:
                raise c.fail("RW216", f"a {name} has no designs, so there are no keys", keys)
            return table("kind", (name,), least, most)
        if name not in c.symbols.cells:
            way_out = f"of its designs: for each kind of {name}" if name in c.symbols.types else None
            raise c.fail("RW216", f"{with_article(name)} is no key of a table", keys, way_out)
        return table("cell", (c.symbols.cells[name],), least, most)
    if any(atom.data != "word" for atom in atoms[1:]):
        raise c.fail("RW216", "this mixes several types", tree, "keys are one type, or words joined by 'or'")
    words = (name, *(str(atom.children[0]) for atom in atoms[1:]))
    known = _words_of(name, c) if len(words) == 1 else None
    if known is None:
        _check_words(words, tree, c)
    return table("word", known or words, least, most)


def _words_of(name: str, c: Context) -> tuple[str, ...] | None:
    """The words that a state or a property can be, which is declared above."""
    symbols = c.symbols
    declared = [symbols.game, symbols.players, *(one.properties for one in symbols.types.values())]
    declared += [one.properties for one in symbols.places.values()]
    found = next((owner[name].type for owner in declared if name in owner), None)
    return found.of if found is not None and found.kind in ("word", "words") else None


def _check_words(words: tuple[str, ...], tree: Syntax, c: Context) -> None:
    """A list of words has several: a single one is most likely a misspelt type."""
    if len(set(words)) < len(words):
        raise c.fail("RW216", "a word stands twice in this list", tree, "name each once")
    if len(words) > 1:
        return
    types = [name for type_ in c.symbols.types.values() for name in (type_.name, type_.plural)]
    guess = closest(words[0], [*types, "player", "players", "place", "abilities"])
    several = "name a type, a range as 0..9, or several words: red or green"
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


SORTS: dict[str, t.CellSort] = {"IN_ROWS": "row", "IN_PILES": "pile"}
SIGHTS: dict[str, t.Sight] = {
    "HIDDEN": "hidden",
    "OWNER_SEES": "owner",
    "OTHERS_SEE": "others",
    "BY_SIDE": "side",
}
PLACES: dict[str, t.PlaceKind] = {one.upper(): one for one in get_args(t.PlaceKind)}


def place_text(tree: Syntax, c: Context) -> t.PlaceText:
    kind = find(tree, "place_kind")
    assert kind is not None
    types = tuple(str(child) for child in tree.children if not hasattr(child, "data"))
    types = tuple(name for name in types if name in c.symbols.types)
    mods = {str(mod.children[0].type) for mod in children(tree) if mod.data == "place_mod"}  # type: ignore[union-attr]
    what = PLACES[str(kind.children[0].type)]  # type: ignore[union-attr]
    said = [sight for mod, sight in SIGHTS.items() if mod in mods]
    if len(said) > 1:
        raise c.fail("RW216", "a place is seen in one way", tree, "say only once who sees what lies there")
    each = _each_cell(what, mods, tree, c)
    sight: t.Sight = said[0] if said else "owner" if what == "hand" else "open"
    per_player = "PER_PLAYER" in mods or what == "hand"
    columns, rows = _size(what, tree, c)
    between = _edges_between(what, per_player, tree, c)
    if sight in ("owner", "others") and not per_player:
        who = "its owner" if sight == "owner" else "all but its owner"
        raise c.fail("RW216", f"a place seen by {who} is per player", tree, "add ', per player'")
    return t.PlaceText(what, types, per_player, sight, columns, rows, between, each, span=c.span(tree))


def _each_cell(what: str, mods: set[str], tree: Syntax, c: Context) -> t.CellSort:
    """What order each cell of a board keeps, if that is said."""
    said = [sort for mod, sort in SORTS.items() if mod in mods]
    if len(said) > 1:
        raise c.fail("RW216", "a cell is a row or a pile, not both", tree, "say only one of them")
    if said and what not in BOARDS:
        way_out = f"say '{said[0]} of …'; or a board: 'map of …, in {said[0]}s'"
        raise c.fail("RW216", f"'in {said[0]}s' is said of a board", tree, way_out)
    return said[0] if said else ""


def _size(what: str, tree: Syntax, c: Context) -> tuple[int, int]:
    """Columns and rows of a grid; for hexes the longest row, and the side."""
    sizes = [mod for mod in children(tree) if mod.data in ("grid_size", "side")]
    wanted = {"grid": "grid_size", "hexes": "side"}.get(what)
    if [str(one.data) for one in sizes] != ([wanted] if wanted else []):
        if what in ("grid", "hexes"):
            way_out = "grid of marks, 3 by 3" if what == "grid" else "hexes of marks, side 3"
            raise c.fail(
                "RW216", f"{a_board(what)} {'needs' if what == 'grid' else 'need'} one size", tree, way_out
            )
        raise c.fail("RW216", "a grid, and only a grid, has a size", tree, "grid of marks, 3 by 3")
    if not sizes:
        return 0, 0
    numbers = [int(str(part)) for part in sizes[0].children if is_number(str(part))]
    if what == "hexes":
        numbers = [2 * numbers[0] - 1, numbers[0]]
    columns, rows = numbers
    cells = columns * rows if what == "grid" else 3 * rows * (rows - 1) + 1
    if not 1 <= cells <= 400:
        raise c.fail(
            "RW216", f"{a_board(what)} {'has' if what == 'grid' else 'have'} from 1 to 400 cells", sizes[0]
        )
    return columns, rows


def _edges_between(what: str, per_player: bool, tree: Syntax, c: Context) -> str:
    """The board whose cells edges lie between."""
    given = find(tree, "between_cells")
    if (what == "edges") != (given is not None):
        raise c.fail(
            "RW216", "edges, and only they, lie between cells", tree, "edges of walls, between hexes"
        )
    if given is None:
        return ""
    board = c.symbols.cells.get(str(given.children[-1]))
    if board is None or c.symbols.places[board].text.kind not in ("grid", "hexes"):
        raise c.fail(
            "RW216", "edges lie between the cells of a grid or of hexes", given, "declare that board above"
        )
    theirs = c.symbols.places[board].text.per_player
    if theirs != per_player:
        so = "is per player, and so are its edges" if theirs else "is not per player, nor are its edges"
        message = f"'{board}' {so}"
        raise c.fail("RW216", message, tree, f"{'add' if theirs else 'leave out'} ', per player'")
    return board


def players(tree: Syntax, c: Context) -> t.Players:
    numbers = [int(str(part)) for part in tree.children if is_number(str(part))]
    if numbers[0] > numbers[-1]:
        raise c.fail(
            "RW216", f"the range {numbers[0]}..{numbers[-1]} is empty", tree, "the least comes first"
        )
    if not 1 <= numbers[0] <= numbers[-1] <= MOST_PLAYERS:
        raise c.fail("RW216", f"a game has from 1 to {MOST_PLAYERS} players", tree, "players: 2..4")
    return t.Players(numbers[0], numbers[-1], span=c.span(tree))


def turns(tree: Syntax, c: Context) -> t.Turns:
    first = find(tree, "clockwise", "counterclockwise")
    assert first is not None
    start = expression(children(first)[0], c)
    if start.type.kind != "player":
        raise c.fail("RW212", f"turns begin with a player, not with {start.type}", first)
    of = selection(tree, c)
    if of.type.kind != "players":
        raise c.fail("RW212", f"players take turns, not {of.type}", tree)
    span = c.span(tree)
    back = first.data == "counterclockwise"
    ending = find(tree, "until_left", "until", "once_each")
    if ending is None or ending.data == "once_each":
        return t.Turns(start, of, "once", 0, None, back, span=span)
    if ending.data == "until_left":
        count = int(str(token(ending, "INT")))
        return t.Turns(start, of, "left", count, None, back, span=span)
    return t.Turns(start, of, "until", 0, condition(children(ending)[0], c), back, span=span)


def repetition(tree: Syntax, c: Context) -> t.Repetition:
    span = c.span(tree)
    if tree.data == "for_ever":
        return t.Repetition("for ever", None, span=span)
    inner = children(tree)[0]
    if tree.data == "times":
        return t.Repetition("times", numeric(inner, c), span=span)
    how: Literal["while", "until"] = "while" if tree.data == "while_" else "until"
    return t.Repetition(how, condition(inner, c), span=span)


__all__ = ["ability", "place_text", "players", "repetition", "turns", "type_text"]
