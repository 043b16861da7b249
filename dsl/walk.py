"""Walks resolved trees: every node in reading order."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from . import tree as t
from .source import Span
from .types import Type


def walk(node: object) -> Iterator[t.Node]:
    """A node and everything below it; tuples are walked through."""
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
        return
    if not isinstance(node, t.Node):
        return
    yield node
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        if not isinstance(value, str | int | Span | Type) and value is not None:
            yield from walk(value)
