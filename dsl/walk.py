"""Walks resolved trees: every node in reading order."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from . import tree as t


def walk(node: object) -> Iterator[t.Node]:
    """A node and everything below it; tuples are walked through."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
        return
    if not isinstance(node, t.Node):
        return
    yield node
    for name in parts_of(type(node)):
        value = getattr(node, name)
        if isinstance(value, tuple | t.Node):
            yield from walk(value)


_PARTS: dict[type[t.Node], tuple[str, ...]] = {}


def parts_of(kind: type[t.Node]) -> tuple[str, ...]:
    """The fields of a node that can hold nodes."""
    known = _PARTS.get(kind)
    if known is None:
        known = tuple(field.name for field in attrs.fields(kind) if field.name not in ("span", "type"))
        _PARTS[kind] = known
    return known
