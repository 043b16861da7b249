"""Resolves the texts of declarations: numbers, options, what states start as, what designs print."""

from __future__ import annotations

from . import tree as t
from .build_base import Texts
from .build_declare import longest_run
from .build_tables import printed_table, table_start
from .declare_states import names_of
from .diagnostics import Note
from .document import Text
from .resolve_expr import expression
from .schema import DesignDoc, Given, StateDoc
from .symbols import GameNumber, PieceType, State
from .types import Type
from .vocabulary import words

MISSING = -1
"""What stands for none among the values of a design."""
TEXTS = ("abilities", "effect", "condition")
"""Properties that are texts: they are resolved when all names are known."""
DESIGN_KEYS = ("copies", "plural", "en", "cs", "source", "rule")


def declarations(b: Texts) -> None:
    for text_number, doc in b.doc.numbers.items():
        slots = next((s for name, s in b.symbols.number_parts.values() if name == str(text_number)), ())
        variables = {slot.name: slot.type for slot in slots}
        where = f"number '{text_number}'"
        value = b.resolve(doc.is_, "expression", expression, where, variables=variables)
        b.cite(doc.rule, f"number '{text_number}'")
        if value is None:
            b.symbols.breaks(longest_run(str(text_number)))
            b.symbols.failed.add(str(text_number))
        else:
            names = names_of(str(text_number), "", doc.cs)
            number = GameNumber(str(text_number), value, names, slots, text_number.span)
            b.symbols.numbers[str(text_number)] = number
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
        for design, inner in component.designs.items():
            _design(b, owner, design, inner)


def _alike(b: Texts) -> None:
    """A state that pieces of several types have starts as the same for all."""
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
                    f"'{name}' starts otherwise for another type of pieces",
                    state.span,
                    notes=[Note("that is declared here", other.span)],
                    help="let both start as the same, or choose another name",
                )


def _first_place(b: Texts, text: Text | None, owner: PieceType) -> t.Expr | None:
    """Where pieces of a type lie at first: one place of the game that holds them."""
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


def _design(b: Texts, owner: PieceType, name: Text, doc: DesignDoc) -> None:
    b.cite(doc.rule, f"design '{name}'")
    design = b.symbols.designs.get(str(name))
    if design is None:
        return
    for prop, given in doc.properties.items():
        state = owner.properties.get(str(prop))
        if state is None and words(str(prop)) in b.symbols.broken:
            continue
        if state is None or not state.printed:
            guess = b.report.guess(str(prop), lambda: [*owner.properties, *DESIGN_KEYS])
            known = ", ".join(owner.properties) or "none"
            help_text = f"did you mean '{guess}'?" if guess else f"its properties: {known}"
            b.report.error("RW205", f"{owner.plural} have no property '{prop}'", prop.span, help=help_text)
            continue
        if state.type.kind == "table":
            design.tables[str(prop)] = printed_table(b, state, prop, given)
        elif state.type.kind not in TEXTS:
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
            if prop_name not in written:
                b.report.error("RW220", f"{name} has no {prop_name}", name.span, help=f"add '{prop_name}:'")


def printed_value(b: Texts, state: State, prop: Text, given: Given) -> int | str | tuple[str, ...] | None:
    """What a design or a cell prints under a key; None if it cannot be."""
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
            b.report.error("RW202", f"'{item}' is none of them", item.span, help=help_text)
    return tuple(str(item) for item in items if str(item) in known)


def _design_name(b: Texts, state: State, item: Text) -> str | None:
    design = b.symbols.designs.get(str(item))
    if design is not None and design.type in state.type.of:
        b.symbols.use("design", design.name)
        return design.name
    names = [name for name, known in b.symbols.designs.items() if known.type in state.type.of]
    shown = (name for name in names if b.symbols.designs[name].names.en == str(item))
    guess = next(shown, None) or b.report.guess(str(item), lambda: names)
    help_text = f"did you mean '{guess}'?" if guess else "there are: " + ", ".join(names)
    b.report.error("RW202", f"'{item}' is no {' or '.join(state.type.of)}", item.span, help=help_text)
    return None
