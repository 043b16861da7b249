"""The types of messages in TypeScript, from the classes that go over a wire (see `shapes`)."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from .shapes import MISSING, classes_in, key_of

_PLAIN: dict[Any, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
    type(None): "null",
    Any: "unknown",
}


def interfaces(classes: Iterable[type], aliases: Mapping[str, Any], may_be_missing: frozenset[str]) -> str:
    """The classes, and those that their fields hold, as interfaces in the order of the alphabet.

    Args:
        classes: the classes.
        aliases: names of types that are no classes.
        may_be_missing: fields, as `Class.field`, that need not be there, besides those that are `MISSING` by default.
    """
    every = {inner.__name__: inner for cls in classes for inner in classes_in(cls)}
    return "\n".join(_interface(every[name], aliases, may_be_missing) for name in sorted(every))


def _interface(cls: type, aliases: Mapping[str, Any], may_be_missing: frozenset[str]) -> str:
    hints = get_type_hints(cls)
    lines = [
        f"/** {(cls.__doc__ or '').strip()} */".replace("\n   ", "\n *"),
        f"export interface {cls.__name__} {{",
    ]
    for one in attrs.fields(cls):
        is_missing = one.default is MISSING or f"{cls.__name__}.{one.name}" in may_be_missing
        mark = "?" if is_missing else ""
        lines.append(f"  /** {one.metadata['says']} */")
        lines.append(f"  {key_of(one.name)}{mark}: {type_of(hints[one.name], aliases)};")
    return "\n".join([*lines, "}", ""])


def type_of(hint: Any, aliases: Mapping[str, Any]) -> str:
    """A type in TypeScript."""
    for name, meant in aliases.items():
        if hint == meant:
            return name
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " | ".join(type_of(one, aliases) for one in arguments)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        member = type_of(arguments[0], aliases)
        return f"({member})[]" if " | " in member else f"{member}[]"
    if origin is tuple:
        return f"[{', '.join(type_of(one, aliases) for one in arguments)}]"
    if origin is dict:
        return f"Record<string, {type_of(arguments[1], aliases)}>"
    return _PLAIN[hint] if hint in _PLAIN else str(hint.__name__)
