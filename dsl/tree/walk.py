"""Walks resolved trees: every node in reading order."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .. import tree as t


def walk(node: object) -> Iterator[t.Node]:
    """A node and everything below it, including the members of tuples."""
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(part[::-1])
        elif isinstance(part, t.Node):
            yield part
            for name in parts_of(type(part))[::-1]:
                value = getattr(part, name)
                if value and isinstance(value, tuple | t.Node):
                    todo.append(value)


def each_filter(filters: tuple[t.Filter, ...]) -> Iterator[t.Filter]:
    """Filters, and those inside a `WithEither`."""
    for one in filters:
        yield one
        if isinstance(one, t.WithEither):
            for all_of in one.of:
                yield from each_filter(all_of)


_PARTS: dict[type[t.Node], tuple[str, ...]] = {}


def parts_of(kind: type[t.Node]) -> tuple[str, ...]:
    """The fields of a node that can hold nodes."""
    known = _PARTS.get(kind)
    if known is None:
        known = tuple(field.name for field in attrs.fields(kind) if field.name not in ("span", "type"))
        _PARTS[kind] = known
    return known
