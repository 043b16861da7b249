"""Reads tables in scenarios: `gems: {ruby: 2}`, `gems: 0`, `gems in ruby: 2`."""

from __future__ import annotations

from collections.abc import Mapping as Named

import attrs
from rulewright.dsl.document.reader import Mapping, Node, Text
from rulewright.dsl.model.table_keys import usual

from ..lower.numbering import Slot
from .values import Unreadable, is_number_text, text_of, unknown


@attrs.frozen
class Entry:
    """The value of one entry of a table; entries that are not named get the value that tables start with."""

    key: str
    slot: Slot
    number: int


def entries_of(slot: Slot, node: Node) -> list[Entry]:
    """All entries of a table: one number for all, or a mapping. Raises `Unreadable`."""
    if not isinstance(node, Mapping):
        number = _number(slot, text_of(node))
        return [Entry(key, one, number) for key, one in zip(slot.keys, slot.entries, strict=True)]
    given: dict[str, int] = {}
    for key, value in node.items:
        if str(key) not in slot.keys:
            raise unknown("key", str(key), key.span, list(slot.keys))
        given[str(key)] = _number(slot, text_of(value))
    missing = usual(slot.type)
    pairs = zip(slot.keys, slot.entries, strict=True)
    return [Entry(key, one, given.get(key, missing)) for key, one in pairs]


def _number(slot: Slot, text: Text) -> int:
    of = slot.type
    if not is_number_text(str(text)):
        raise Unreadable(f"'{text}' is not a number", text.span, "write a number for each key: {…: 1}")
    if not of.least <= int(str(text)) <= of.most:
        raise Unreadable(f"{text} is outside {of.least}..{of.most}", text.span)
    return int(str(text))


def written(slot: Slot, numbers: Named[str, int]) -> str:
    """A table, in the notation of scenarios."""
    missing = usual(slot.type)
    named = [f"{key}: {number}" for key, number in numbers.items() if number != missing]
    return "{" + ", ".join(named) + "}"


__all__ = ["Entry", "entries_of", "written"]
