"""Resolves the texts of declarations: named values, options, start values of states, what designs print."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.suggest import Guess
from ..document.reader import Text
from ..languages import tags
from ..model.symbols import NamedValue, PieceType, State
from ..resolve.expressions import expression
from ..schema.classes import DesignDoc, Given, NumberDoc, StateDoc
from ..syntax.vocabulary import words
from ..tree.types import Type
from .constant_numbers import worked_out
from .declare import longest_run
from .declare_states import names_of
from .designs_by_rule import given_numbers, types_of_numbers
from .number_tables import printed_table, table_start
from .texts import Texts

MISSING = -1
"""The word for none among the values of a design."""
TEXTS = ("abilities", "effect", "condition")
"""Properties that are texts, which are resolved when all names are known."""
DESIGN_KEYS = ("each", "copies", "plural", "source", "rule")


def declarations(b: Texts) -> None:
    _named(b)
    for name, option in b.doc.options.items():
        b.cite(option.rule, f"option '{name}'")
        known = b.symbols.options.get(str(name))
        if known is not None:
            where = f"default of option '{name}'"
            known.default = b.value(option.default, known.type, name, where) or known.default
    _states(b)
    _alike(b)
    for name_, place in b.doc.places.items():
        b.cite(place.rule, f"place '{name_}'")


def _named(b: Texts) -> None:
    """Named values: each is resolved when a text reads it, so they can stand in any order."""
    for sort, docs in (("number", b.doc.numbers), ("name", b.doc.names)):
        for name, doc in docs.items():
            b.symbols.pending[str(name)] = partial(_name_one, b, sort, name, doc)
    while b.symbols.pending:
        resolve_one = b.symbols.pending.pop(next(iter(b.symbols.pending)))
        resolve_one()


def _name_one(b: Texts, sort: str, name: Text, doc: NumberDoc) -> None:
    slots = next((s for known, s in b.symbols.number_parts.values() if known == str(name)), ())
    variables = {slot.name: slot.type for slot in slots}
    value = b.resolve(doc.is_, "expression", expression, f"{sort} '{name}'", variables=variables)
    b.cite(doc.rule, f"{sort} '{name}'")
    if value is not None and (value.type.kind in ("number", "table")) != (sort == "number"):
        span = doc.is_.span if doc.is_ is not None else name.span
        if sort == "number":
            message, way_out = f"a number is needed, but this is {value.type}", "declare it under 'names:'"
        else:
            message, way_out = (
                "this is a number",
                "declare it under 'numbers:', where abilities can change it",
            )
        b.report.error("RW210", message, span, help=way_out)
        value = None
    if value is None:
        b.symbols.breaks(longest_run(str(name)))
        b.symbols.failed.add(str(name))
    else:
        names = names_of(str(name), "", doc.names)
        b.symbols.named_values[str(name)] = NamedValue(str(name), value, names, slots, name.span)


def _states(b: Texts) -> None:
    sets = [(b.doc.game_has, b.symbols.game), (b.doc.players_have, b.symbols.players)]
    for docs, states in sets:
        for name, doc in docs.items():
            state_start(b, name, doc, states.get(str(name)))
    for type_name, component in b.doc.components.items():
        b.cite(component.rule, f"type '{type_name}'")
        owner = b.symbols.types.get(str(type_name))
        if owner is None:
            continue
        for name, doc in component.state.items():
            state_start(b, name, doc, owner.properties.get(str(name)))
        owner.starts_in = _first_place(b, component.starts_in, owner)
        computed = _Computed(b, component.designs.values())
        for design, inner in component.designs.items():
            _design(b, owner, design, inner, computed)


def _alike(b: Texts) -> None:
    """Report states of several types of pieces that do not have the same start value for all."""
    known: dict[str, State] = {}
    for owner in b.symbols.types.values():
        for name, state in owner.properties.items():
            if state.printed:
                continue
            other = known.setdefault(name, state)
            both = other.starts is not None and state.starts is not None
            if both and (other.starts, other.entries) != (state.starts, state.entries):
                b.report.error(
                    "RW218",
                    f"'{name}' starts with another value for another type of pieces",
                    state.span,
                    notes=[Note("that is declared here", other.span)],
                    help="give both the same start, or choose another name",
                )


def _first_place(b: Texts, text: Text | None, owner: PieceType) -> t.Expr | None:
    """The place where pieces of a type start: one place of the game that can hold them."""
    place = b.resolve(text, "expression", expression, f"start of {owner.name}")
    if place is None or text is None:
        return None
    if isinstance(place, t.CellValue) and place.owner is None:
        if owner.name in b.symbols.held_in(place.type):
            return place
        message, way_out = f"{owner.plural} cannot lie there", "name a place that holds them"
    elif not isinstance(place, t.PlaceValue) or place.owner is not None:
        message, way_out = "pieces start in one place of the game", "name a place that is not per player"
    elif owner.name not in place.type.of:
        message, way_out = f"{owner.plural} cannot lie there", "it holds " + ", ".join(place.type.of)
    else:
        return place
    b.report.error("RW206", message, text.span, help=way_out)
    return None


def state_start(b: Texts, name: Text, doc: StateDoc, state: State | None) -> None:
    b.cite(doc.rule, f"state '{name}'")
    if state is None:
        return
    if state.type.kind == "table":
        table_start(b, name, doc.starts, state)
    else:
        state.starts = b.value(b.single(doc.starts, name), state.type, name, f"start of '{name}'")


def _design(b: Texts, owner: PieceType, name: Text, doc: DesignDoc, computed: _Computed) -> None:
    b.cite(doc.rule, f"design '{name}'")
    design = b.symbols.designs.get(str(name))
    if design is None:
        return
    for prop, given in doc.properties.items():
        state = owner.properties.get(str(prop))
        if state is None and words(str(prop)) in b.symbols.broken:
            continue
        if state is None or not state.printed:
            guess = b.report.guess(str(prop), lambda: [*owner.properties, *DESIGN_KEYS, *tags()])
            known = ", ".join(owner.properties) or "none"
            help_text = f"did you mean '{guess}'?" if guess else f"its properties: {known}"
            b.report.error(
                "RW205", f"{owner.plural} have no property '{prop}'", prop.span, help=help_text, meant=guess
            )
            continue
        numbers = given_numbers(doc)
        if state.type.kind == "table":
            work = partial(computed.value, numbers=numbers) if numbers else None
            design.tables[str(prop)] = printed_table(b, state, prop, given, work)
        elif state.type.kind not in TEXTS:
            if numbers and state.type.kind == "number" and isinstance(given, Text):
                value: int | str | tuple[str, ...] | None = computed.value(state, given, numbers)
            else:
                value = printed_value(b, state, prop, given)
            if value is not None:
                design.values[str(prop)] = value
    for prop_name, state in owner.properties.items():
        if (
            state.printed
            and state.type.kind not in (*TEXTS, "list", "words", "table")
            and prop_name not in design.values
        ):
            written = {str(prop) for prop in doc.properties}
            if prop_name in written:
                continue
            if state.type.optional:
                design.values[prop_name] = MISSING
            else:
                help_text = f"add '{prop_name}:', {state.type}"
                b.report.error("RW220", f"{name} has no {prop_name}", name.span, help=help_text)


class _Computed:
    """The numbers that the designs of a type print, computed from the numbers that they were made with. A text that
    several designs share is resolved once, for all of these numbers."""

    def __init__(self, b: Texts, designs: Iterable[DesignDoc]) -> None:
        self.b = b
        self.known: dict[int, t.Expr | None] = {}
        self.types = types_of_numbers(designs)

    def value(self, state: State, text: Text, numbers: dict[str, int]) -> int | None:
        b, want = self.b, state.type
        if id(text) not in self.known:
            where, variables = f"{state.name} of a design", {name: self.types[name] for name in numbers}
            self.known[id(text)] = b.resolve(text, "expression", expression, where, variables=variables)
        tree = self.known[id(text)]
        if tree is None:
            return None
        if isinstance(tree, t.NoneValue) and want.optional:
            return MISSING
        value = worked_out(tree, numbers) if tree.type.kind == "number" else None
        if value is None:
            help_text = "compute it from numbers, and from " + ", ".join(numbers)
            b.report.error("RW220", "this cannot be worked out before the match", text.span, help=help_text)
        elif not want.least <= value <= want.most:
            given = ", ".join(f"{name} = {number}" for name, number in numbers.items())
            message = f"'{state.name}' is {want}, but where {given} this is {value}"
            b.report.error("RW220", message, text.span, help=f"give it {want}")
            return None
        return value


def printed_value(b: Texts, state: State, prop: Text, given: Given) -> int | str | tuple[str, ...] | None:
    """What a design or a cell prints under a key; None if the value is wrong."""
    if isinstance(given, dict):
        b.quote(given, prop)
        return None
    if state.type.kind == "list":
        items = given if isinstance(given, list) else [given]
        return tuple(item for item in (_design_name(b, state, item) for item in items) if item)
    if state.type.kind in ("words", "cells"):
        return _words(b, state, given if isinstance(given, list) else [given])
    text = b.single(given, prop)
    if text is None:
        return None
    if state.type.kind == "word" and not _is_word(state.type, str(text)):
        help_text = f"there are: {', '.join(state.type.of)}"
        b.report.error("RW202", f"'{text}' is no {state.name}", text.span, help=help_text)
        return None
    value = b.value(text, state.type, Text(state.name, text.span), f"{state.name} of a design")
    if isinstance(value, t.Number):
        return value.value
    if isinstance(value, t.Truth):
        return int(value.value)
    if isinstance(value, t.WordValue):
        return value.word
    if isinstance(value, t.NoneValue):
        return MISSING
    return value.design if isinstance(value, t.KindValue) else None


def _is_word(of: Type, text: str) -> bool:
    said = tuple(word for word in words(text) if word != "the")
    return said in {words(word) for word in of.of} or (of.optional and said == ("none",))


def _words(b: Texts, state: State, items: list[Text]) -> tuple[str, ...]:
    """Some of the words of a list, or some of the cells of a map."""
    known = list(state.type.of)
    if state.type.kind == "cells":
        known = [cell for board in state.type.of for cell in b.symbols.places[board].named]
    for item in items:
        if str(item) not in known:
            guess = b.report.guess(str(item), lambda: known)
            help_text = f"did you mean '{guess}'?" if guess else "there are: " + ", ".join(known)
            b.report.error("RW202", f"'{item}' is none of them", item.span, help=help_text, meant=guess)
    return tuple(str(item) for item in items if str(item) in known)


def _design_name(b: Texts, state: State, item: Text) -> str | None:
    design = b.symbols.designs.get(str(item))
    if design is not None and design.type in state.type.of:
        b.symbols.use("design", design.name)
        return design.name
    names = [name for name, known in b.symbols.designs.items() if known.type in state.type.of]
    shown = (name for name in names if b.symbols.designs[name].names.base == str(item))
    same = next(shown, None)
    guess = Guess(same, True) if same is not None else b.report.guess(str(item), lambda: names)
    help_text = f"did you mean '{guess}'?" if guess else "there are: " + ", ".join(names)
    b.report.error(
        "RW202", f"'{item}' is no {' or '.join(state.type.of)}", item.span, help=help_text, meant=guess
    )
    return None
