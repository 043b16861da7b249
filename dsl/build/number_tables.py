"""Printed tables and start values of tables: a number for each given key."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from .. import tree as t
from ..document.reader import Text
from ..model.symbols import State
from ..model.table_keys import keys_of, usual
from ..schema.classes import Given
from ..syntax.vocabulary import words
from ..tree.types import entry_of
from .texts import Texts


def printed_table(
    b: Texts,
    state: State,
    prop: Text,
    given: Given,
    worked_out: Callable[[State, Text], int | None] | None = None,
) -> dict[str, int]:
    """What a design or a cell prints under each key; keys that are not given have their `usual` value. `worked_out`
    computes the numbers of designs that a rule makes."""
    if not isinstance(given, dict):
        _needs_mapping(b, state, prop, given)
        return {}
    found: dict[str, int] = {}
    for key, text in _entries(b, state, given):
        if worked_out is not None:
            number = worked_out(attrs.evolve(state, type=entry_of(state.type)), text)
            found |= {key: number} if number is not None else {}
            continue
        value = b.value(text, entry_of(state.type), Text(state.name, text.span), f"{state.name} in {key}")
        if isinstance(value, t.Number):
            found[key] = value.value
        elif value is not None:
            message, way_out = "what is printed is a number", f"{key}: {usual(state.type)}"
            b.report.error("RW220", message, text.span, help=way_out)
    return found


def table_start(b: Texts, name: Text, given: Text | dict[Text, Text] | None, state: State) -> None:
    """The start values of a table: one number for all keys, or a mapping."""
    want = entry_of(state.type)
    if isinstance(given, dict):
        entries = {
            key: b.value(text, want, name, f"start of '{name}' in {key}")
            for key, text in _entries(b, state, given)
        }
        state.entries = {key: value for key, value in entries.items() if value is not None}
        state.starts = t.Number(usual(state.type), span=name.span, type=want)
    else:
        state.starts = b.value(given, want, name, f"start of '{name}'")


def _entries(b: Texts, state: State, given: dict[Text, Text]) -> list[tuple[str, Text]]:
    """The given keys in their declared form; an unknown key is an error."""
    known = {words(key): key for key in keys_of(state.type, b.symbols)}
    found = []
    for key, text in given.items():
        if words(str(key)) in known:
            found.append((known[words(str(key))], text))
            if state.type.by == "kind":
                b.symbols.use("design", known[words(str(key))])
            continue
        guess = b.report.guess(str(key), known.values)
        help_text = f"did you mean '{guess}'?" if guess else "there are: " + ", ".join(known.values())
        b.report.error("RW202", f"'{key}' is no key of '{state.name}'", key.span, help=help_text, meant=guess)
    return found


def _needs_mapping(b: Texts, state: State, prop: Text, given: Text | list[Text]) -> None:
    keys = keys_of(state.type, b.symbols)
    span = given.span if isinstance(given, Text) else given[0].span if given else prop.span
    way_out = f"{prop}: {{{keys[0] if keys else '…'}: {max(1, state.type.least)}}}"
    message = f"'{prop}' is a table: it names a number for each key"
    b.report.error("RW220", message, span, help=way_out)
