"""Resolves expressions: syntax trees to typed trees with every name bound."""

from __future__ import annotations

from typing import get_args

import attrs

from .. import tree as t
from ..model import uses
from ..model.symbols import BOARDS, Slot, State
from ..model.uses import (
    BUILTIN,
    CELL,
    DESIGN,
    NOUN,
    NUMBER,
    OPTION,
    PHRASE_STATE,
    PROPERTY,
    STATE,
    TYPE,
    VARIABLE,
)
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..tree.types import NONE, PLACE, PLAYER, SET_OF, YES_NO, Type, fits, number, outside, set_of
from .context import UNSURE, Context, Resolver, Unresolved, children, token
from .meanings import resolved
from .mentioned import check_others

SAID: dict[str, t.Comparison] = {
    "at most": "<=",
    "at least": ">=",
    "less than": "<",
    "fewer than": "<",
    "more than": ">",
    "exactly": "=",
}
OPPOSITE: dict[t.Comparison, t.Comparison] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}
COMPARISONS: dict[str, t.Comparison] = {
    **{one: one for one in get_args(t.Comparison)},
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    **{f"{verb}{said}": op for said, op in SAID.items() for verb in ("", "is ", "are ")},
    **{f"{verb}not {said}": OPPOSITE[op] for said, op in SAID.items() for verb in ("", "is ", "are ")},
}
COUNT_MOST = 1_000_000
PICKED = ("one", "exactly", "up to", "at least")


def expression(tree: Syntax, c: Context) -> t.Expr:
    """Any expression that has a value, but none that a player would have to pick first."""
    value = noun_phrase(tree, c)
    if is_any_number(value):
        raise c.fail(
            "RW213", "'any number' can stand only in an event", tree, "say which: choose a number from 1 to …"
        )
    if isinstance(value, t.Quantity) and value.how in PICKED:
        raise c.fail(
            "RW213", "this does not say who picks it", tree, "pick it first: the player chooses …, as …"
        )
    return value


def is_any_number(value: t.Expr) -> bool:
    """Whether this is `any number`, which matches every number and has no value."""
    return isinstance(value, t.Quantity) and value.how == "any" and isinstance(value.of, t.NumberRange)


def noun_phrase(tree: Syntax, c: Context) -> t.Expr:
    """Any expression, including `a card` and `two cards`, for texts in which these are picked or matched."""
    if not tree.certain:
        return resolved(tree, c, _one_way)
    return _one_way(tree, c)


def _one_way(tree: Syntax, c: Context) -> t.Expr:
    while tree.data in ("expression", "value", "atom"):
        tree = children(tree)[0]
        if not tree.certain:
            return resolved(tree, c, _one_way)
    return c.ways.expressions[tree.data](tree, c)


# ----------------------------------------------------------------------- atoms


def _number(tree: Syntax, c: Context) -> t.Expr:
    value = int(str(tree.children[0]))
    return t.Number(value, span=c.span(tree), type=number(value, value))


def _negative(tree: Syntax, c: Context) -> t.Expr:
    value = -int(str(tree.children[1]))
    return t.Number(value, span=c.span(tree), type=number(value, value))


def _name(tree: Syntax, c: Context) -> t.Expr:
    said = tree.children[0]
    word = str(said)
    span = c.span(tree)
    if word in c.variables:
        c.use(VARIABLE, word, said)
        return t.Variable(word, span=span, type=c.variables[word])
    if word in c.state:
        c.use(PHRASE_STATE, word, said)
        return t.PhraseState(word, span=span, type=c.state[word])
    if word == "player":
        c.use(BUILTIN, word, said)
        return t.Actor(span=span, type=PLAYER)
    symbols = c.symbols
    if word in symbols.game:
        c.use(STATE, word, said)
        return t.GameState(word, span=span, type=symbols.game[word].type)
    if _is_computed(word, c):
        c.use(NUMBER, word, said)
        value = symbols.named_values[word].value
        check_others(value, tree, c)
        return t.NumberValue(word, span=span, type=value.type)
    if word in symbols.options:
        c.use(OPTION, word, said)
        return t.OptionValue(word, span=span, type=symbols.options[word].type)
    if word in symbols.named_cells:
        board = symbols.named_cells[word]
        symbols.use(uses.PLACE, board)
        c.use(CELL, word, said, (board,))
        return t.CellValue(word, span=span, type=Type("cell", (board,)))
    if word in symbols.places:
        return _place(said, None, tree, c)
    if word in symbols.vocabulary.names(["NAME"]):
        raise _not_computed(word, tree, c)
    raise c.fail("RW202", f"'{word}' is not named at this point", tree, "name it before, with 'as' or 'let'")


def _computed(tree: Syntax, c: Context) -> t.Expr:
    """A named value with slots, and their values."""
    name, slots, given = number_with_slots(tree, c)
    values = []
    for slot, one in zip(slots, given, strict=True):
        value = expression(children(one)[0] if one.data == "atom" else one, c)
        if not fits(value.type, slot.type) or outside(value.type, slot.type):
            way_out = c.piece_of(slot, value.type, one)
            raise c.fail("RW209", f"'{slot.name}' is {slot.type}, but this is {value.type}", one, way_out)
        values.append(value)
    if not _is_computed(name, c):
        raise _not_computed(name, tree, c)
    type_ = c.symbols.named_values[name].value.type
    return t.NumberValue(name, tuple(values), span=c.span(tree), type=type_)


def _is_computed(name: str, c: Context) -> bool:
    """Whether a named value could be resolved. One that no text has read yet is resolved now."""
    resolve_it = c.symbols.pending.pop(name, None)
    if resolve_it is not None:
        resolve_it()
    return name in c.symbols.named_values


def _not_computed(name: str, tree: Syntax | Token, c: Context) -> Unresolved:
    """The failure of a named value that could not be resolved: its own text is wrong, or depends on itself."""
    if name in c.symbols.failed:
        return c.fail("RW202", f"'{name}' has an error of its own", tree, "correct that one first")
    return c.fail(
        "RW319", f"'{name}' depends on itself", tree, "let it read the values that it is made of, not itself"
    )


def number_with_slots(tree: Syntax, c: Context) -> tuple[str, tuple[Slot, ...], list[Syntax]]:
    """The named value with slots that a text uses, its slots, and the trees that fill them."""
    said = [child for child in tree.children if isinstance(child, Token)]
    runs = tuple(map(str, said))
    found = c.symbols.number_parts.get(runs)
    if found is None:
        raise c.fail("RW208", f"no number says '{' … '.join(runs)}' in this way", tree)
    for part, run in enumerate(said):
        c.use(NUMBER, found[0], run, part=2 * part)  # a slot follows each run
    return found[0], found[1], children(tree)


def _place(said: Syntax | Token, owner: t.Expr | None, tree: Syntax, c: Context) -> t.Expr:
    word = str(said)
    place = c.symbols.places[word]
    c.use(uses.PLACE, word, said)
    if place.text.per_player and owner is None:
        raise c.fail("RW204", f"there is one '{word}' per player", tree, f"say whose: the player's {word}")
    if place.text.kind in BOARDS:
        return t.PlaceValue(word, owner, span=c.span(tree), type=Type("cells", (word,)))
    type_ = Type("place", place.text.types, sort=place.text.kind, named=(word,))
    return t.PlaceValue(word, owner, span=c.span(tree), type=type_)


def _word(tree: Syntax, c: Context) -> t.Expr:
    word = str(tree.children[0])
    return t.WordValue(word, span=c.span(tree), type=Type("word", (word,)))


def _none(tree: Syntax, c: Context) -> t.Expr:
    return t.NoneValue(span=c.span(tree), type=NONE)


def _truth(tree: Syntax, c: Context) -> t.Expr:
    return t.Truth(tree.data == "yes", span=c.span(tree), type=YES_NO)


def _design(tree: Syntax, c: Context) -> t.Expr:
    design = c.symbols.designs[str(tree.children[0])]
    c.use(DESIGN, design.name, tree.children[0])
    return t.KindValue(design.name, span=c.span(tree), type=Type("kind", (design.type,)))


def _that(tree: Syntax, c: Context) -> t.Expr:
    said = children(tree)[0].children[0]
    name = "that " + str(said)
    c.use(noun_sort(str(said), c), str(said), said, variable=name)
    return _met(name, tree, c)


UNLIKELY = 100
"""More words and names than any reading has beyond the shortest one."""


def _that_word(tree: Syntax, c: Context) -> t.Expr:
    """`that colour`: the word that was chosen, or that a condition is about."""
    said = token(tree, "PROP", "NAME")
    assert said is not None
    name = "that " + str(said)
    if said.type == "NAME":
        state = c.symbols.game.get(str(said))
        if state is None or state.type.kind not in ("word", "words"):
            # Hardly what was meant: any other reading says better what is wrong.
            failure = c.fail("RW203", f"'{name}' refers to nothing here", tree, "pick or name one before")
            raise failure.with_tokens(UNLIKELY)
        c.use(STATE, str(said), said, variable=name)
        return _met(name, tree, c)
    having = tuple(c.symbols.having_words(str(said)))
    sort = PROPERTY if having else noun_sort(str(said), c)
    c.use(sort, str(said), said, having, variable=name)
    return _met(name, tree, c)


def noun_sort(noun: str, c: Context) -> str:
    """What a noun names: a type, or the cells of a board; players and kinds are the language's own."""
    return NOUN if noun in c.symbols.cells else TYPE if noun in c.symbols.types else BUILTIN


def _met(name: str, tree: Syntax, c: Context) -> t.Expr:
    """What a text has mentioned last under this name."""
    if name not in c.variables:
        raise c.fail("RW203", f"'{name}' refers to nothing here", tree, "pick or name one before")
    if UNSURE + name in c.variables:
        if c.variables[name].kind in SET_OF.values():
            message = f"'{name}' is one, but several were chosen"
            raise c.fail("RW203", message, tree, "give them a name: …, as the picks; or: for each …")
        if name in c.of_event:
            slots = c.of_event[name]
            message = f"'{name}' could be any of the {len(slots)} that the event names"
            raise c.fail("RW203", message, tree, "say which: " + " or ".join(f"the {one}" for one in slots))
        message = f"'{name}' could be two things: the one with this name, and one that was mentioned since"
        raise c.fail("RW203", message, tree, "give both a name: …, as the pick")
    return t.Variable(name, span=c.span(tree), type=c.variables[name])


def _that_number(tree: Syntax, c: Context) -> t.Expr:
    name = "that number"
    if name not in c.variables:
        raise c.fail(
            "RW203", f"'{name}' refers to nothing here", tree, "an event names it: any number, any gold"
        )
    return t.Variable(name, span=c.span(tree), type=c.variables[name])


def _this(tree: Syntax, c: Context) -> t.Expr:
    if c.this is None:
        raise c.fail("RW203", "'this' means something only in the text of a piece", tree)
    return t.This(span=c.span(tree), type=c.this)


def _here(tree: Syntax, c: Context) -> t.Expr:
    if "here" in c.variables:  # in a step that the game declares
        return t.Variable("here", span=c.span(tree), type=c.variables["here"])
    found = here_of(c)
    if found is None:
        raise c.fail(
            "RW203", "'here' means something only in a text that a cell prints, or a piece on a board", tree
        )
    return t.Here(span=c.span(tree), type=found)


def here_of(c: Context) -> Type | None:
    """The type of `here`, if it has a meaning."""
    if c.this is None or c.this.kind == "cell":
        return c.this
    cells = [state.type for name, state in c.symbols.properties_of(c.this).items() if name in c.symbols.cells]
    return cells[0] if len(cells) == 1 else None


def _property(tree: Syntax, c: Context) -> t.Expr:
    return property_of(token(tree, "PROP", "PROP_W"), expression(children(tree)[0], c), tree, c)


def _its(tree: Syntax, c: Context) -> t.Expr:
    if c.this is None:
        way_out = "say whose: the player's …, that card's …"
        raise c.fail("RW203", "'its' means something only in the text of a piece", tree, way_out)
    of = t.This(span=c.span(tree), type=c.this)
    return property_of(token(tree, "PROP"), of, tree, c)


def _possessive(tree: Syntax, c: Context) -> t.Expr:
    return property_of(token(tree, "PROP"), expression(children(tree)[0], c), tree, c)


def property_of(said: Token | None, of: t.Expr, tree: Syntax, c: Context) -> t.Expr:
    """A property, a place or a computed number of something."""
    assert said is not None
    name = str(said)
    if of.type.kind == "player" and name in c.symbols.named_cells:
        board = c.symbols.named_cells[name]
        c.symbols.use(uses.PLACE, board)
        c.use(CELL, name, said, (board,))
        return t.CellValue(name, of, span=c.span(tree), type=Type("cell", (board,)))
    if of.type.kind == "player" and name in c.symbols.places and c.symbols.places[name].text.per_player:
        return _place(said, of, tree, c)
    if name == "kind" and of.type.kind == "piece":
        c.use(BUILTIN, name, said)
        return t.Property(of, name, span=c.span(tree), type=Type("kind", of.type.of))
    if c.symbols.has_holder(of.type, name):
        c.use(BUILTIN, name, said)
        return t.Property(of, name, span=c.span(tree), type=attrs.evolve(PLAYER, optional=True))
    computed = computed_of_one(said, of, tree, c)
    if computed is not None:
        return computed
    state = property_named(said, of.type, tree, c)
    return t.Property(of, name, span=c.span(tree), type=state.type)


def computed_of_one(said: Token, of: t.Expr, tree: Syntax | Token, c: Context) -> t.NumberValue | None:
    """A named value of the form `… of {slot}`, used like a property."""
    signature = c.symbols.owned(str(said), of.type)
    if signature is None:
        return None
    if not _is_computed(signature, c):
        if str(said) in c.symbols.properties_of(of.type):
            return None
        raise _not_computed(signature, tree, c)
    c.use(NUMBER, signature, said)
    type_ = c.symbols.named_values[signature].value.type
    return t.NumberValue(signature, (of,), span=c.span(tree), type=type_)


def property_named(said: Token, of: Type, tree: Syntax | Token, c: Context) -> State:
    """The property of a value's type; an unknown property is a failure that lists the known ones."""
    name = str(said)
    properties = c.symbols.properties_of(of)
    if name not in properties:
        if of.kind not in ("player", "piece", "kind", "cell"):
            raise c.fail("RW205", f"{of} has no properties", tree)
        there = ", ".join(f"'{known}'" for known in properties) or "none"
        raise c.fail("RW205", f"{of} has no property '{name}'", tree, f"its properties: {there}")
    c.symbols.use(PROPERTY, name)
    if c.uses is not None:
        sort, owner = c.symbols.declaring(of, name)
        c.use(sort, name, said, owner)
    return properties[name]


def _end_of(tree: Syntax, c: Context) -> t.Expr:
    *given, noun, of = children(tree)
    count = numeric(given[0], c) if given else None
    place = expression(of, c)
    word = str(noun.children[0])
    if not c.symbols.ordered(place.type):
        raise c.fail("RW206", "only a pile or a row has a top and a bottom", of, _in_order(place.type))
    held = c.symbols.held_in(place.type)
    want = Type("piece", held)
    if word not in held:
        where = f"in {place.name}" if isinstance(place, t.PlaceValue) else "there"
        raise c.fail("RW206", f"no {word} lies {where}", noun, "it holds " + ", ".join(held))
    if count is not None:
        want = set_of(want)
    return t.EndOf(place, tree.data == "top", word, count, span=c.span(tree), type=want)


def _in_order(where: Type) -> str | None:
    """A hint on how to give an order to a place that has none."""
    if where.kind == "cell":
        return "let the cells of the board keep an order: 'map of cards, in rows'"
    return "say what it is where it is declared: 'pile of cards'" if where == PLACE else None


def numeric(tree: Syntax, c: Context, *, tables: bool = False) -> t.Expr:
    """An expression that must be a number or, if allowed, a table of numbers."""
    value = expression(tree, c)
    if value.type.kind == "table" and not tables:
        way_out = "say which entry: … in …; or all of them: the total of …"
        raise c.fail("RW210", f"a number is needed, but this is {value.type}", tree, way_out)
    if value.type.kind not in ("number", "table"):
        raise c.fail("RW210", f"a number is needed, but this is {value.type}", tree)
    return value


def _cases(tree: Syntax, c: Context) -> t.Expr:
    """`3 if …, 4 if …, otherwise 5`: values of one type."""
    *cases, last = children(tree)
    found = []
    for case in cases:
        value, test = children(case)
        found.append((c.ways.condition(test, c), expression(value, c)))
    otherwise = expression(last, c)
    types = [value.type for _, value in found] + [otherwise.type]
    type_ = types[0]
    for other in types[1:]:
        if other.kind != type_.kind or (other.kind == "table" and not fits(other, type_)):
            raise c.fail("RW211", f"one case is {type_}, another {other}", tree)
        least, most = min(type_.least, other.least), max(type_.most, other.most)
        of = tuple(dict.fromkeys((*type_.of, *other.of)))
        type_ = Type(type_.kind, of, least, most, type_.optional or other.optional, by=type_.by)
    return t.Cases(tuple(found), otherwise, span=c.span(tree), type=type_)


def _seat(tree: Syntax, c: Context) -> t.Expr:
    seat = int(str(token(tree, "INT")))
    if seat < 1:
        raise c.fail("RW210", "seats are counted from 1", tree, "player 1")
    if seat > c.symbols.least_players:
        least = c.symbols.least_players
        message = f"there may be only {least} player{'s' if least > 1 else ''}"
        raise c.fail("RW210", message, tree, "name a seat that is always taken")
    return t.Seat(seat, span=c.span(tree), type=PLAYER)


def _player_after(tree: Syntax, c: Context) -> t.Expr:
    of = expression(children(tree)[0], c)
    if of.type.kind != "player":
        where = "before" if tree.data == "player_before" else "after"
        raise c.fail("RW212", f"a player sits {where} a player, not {where} {of.type}", tree)
    return t.PlayerAfter(of, tree.data == "player_before", span=c.span(tree), type=PLAYER)


EXPRESSIONS: dict[str, Resolver] = {
    "number": _number,
    "negative": _negative,
    "name": _name,
    "word": _word,
    "none": _none,
    "yes": _truth,
    "no": _truth,
    "design": _design,
    "that": _that,
    "that_number": _that_number,
    "that_word": _that_word,
    "this": _this,
    "its": _its,
    "property": _property,
    "possessive": _possessive,
    "top": _end_of,
    "bottom": _end_of,
    "cases": _cases,
    "seat": _seat,
    "here": _here,
    "computed": _computed,
    "player_after": _player_after,
    "player_before": _player_after,
}
