"""The fingerprint of a program: equal for programs that every engine runs alike, whichever process made them.

In: a program. Out: the SHA-256 of its canonical form, which is everything that decides what it does and where its
faults are reported: all nodes with their classes, fields and spans, and the layout. What registers stand for in the
text is left out, for no engine reads it.
"""

from __future__ import annotations

import hashlib
from enum import Enum
from typing import Any

import attrs

from ...dsl.diagnostics.source import Span
from .program import IR_VERSION, Program

NO_CODE = {"names"}
"""Fields that say nothing about what a program does."""


@attrs.frozen
class Fingerprint:
    """`digest` is hexadecimal. `spans` are the program's spans in the order in which the canonical form first
    has them: what is kept beside the digest can name a span by its number. `size` is the number of nodes and values:
    what it takes to compile the program grows with it."""

    digest: str
    size: int
    spans: tuple[Span, ...] = attrs.field(repr=False)


def fingerprint(program: Program) -> Fingerprint:
    """The fingerprint of a program. Raises TypeError for a value that no program holds."""
    spans: dict[tuple[str, int, int], tuple[int, Span]] = {}
    parts = [f"program {IR_VERSION}"]
    ahead: list[Any] = [program]
    while ahead:  # no recursion: programs may be deep
        value = ahead.pop()
        kind = type(value)
        if kind is int:
            parts.append(f"i{value}")
        elif kind is Span:
            key = (value.source.name, value.start, value.end)
            number = spans.setdefault(key, (len(spans), value))[0]
            parts.append(f"@{number} {key[0]!r} {key[1]} {key[2]}")
        elif value is None or kind is bool:
            parts.append(f"{value}")
        elif kind is str:
            parts.append(repr(value))
        elif kind is tuple:
            parts.append(f"[{len(value)}")
            try:
                parts.append(",".join(map(int.__repr__, value)))
            except TypeError:  # not only integers
                ahead.extend(reversed(value))
        elif issubclass(kind, Enum):
            parts.append(f"{kind.__name__}.{value.name}")
        else:
            names = _fields(kind)
            parts.append(f"{kind.__name__}({','.join(names)}")
            ahead.extend([getattr(value, name) for name in reversed(names)])
    digest = hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return Fingerprint(digest, len(parts), tuple(span for _, span in spans.values()))


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    known = _FIELDS.get(kind)
    if known is None:
        if not attrs.has(kind):
            raise TypeError(f"no part of a program: {kind.__name__}")
        known = tuple(one.name for one in attrs.fields(kind) if one.name not in NO_CODE)
        _FIELDS[kind] = known
    return known
