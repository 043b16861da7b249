"""Converts data from JSON to attrs classes and back.

    @attrs.frozen
    class Seat:
        '''A player and a seat.'''
        number: int = field("from 0")
        name: str | None = field("the name of the player", None)

The types can be bool, int, str, None, Any, unions, tuples of one type, dicts with text keys, literals and attrs
classes. Nothing is coerced: a number is not a text, true is not a number, and an unknown key is refused.
"""

from __future__ import annotations

import types
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from ...dsl.diagnostics.suggest import closest

T = TypeVar("T")

PLAIN: dict[Any, tuple[str, str]] = {
    bool: ("boolean", "true or false"),
    int: ("integer", "a whole number"),
    float: ("number", "a number"),
    str: ("string", "a text"),
    type(None): ("null", "null"),
}
LARGEST_INTEGER = 1 << 63
"""Whole numbers are at least minus this and less than this, as other languages can hold them."""


MISSING: Any = object()
"""The value of a field whose key is left out of the data."""


class ShapeError(ValueError):
    """Data of the wrong shape; `path` says where: `params.players[2]`."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is sent to another process."""
        return ShapeError, (self.path, self.message)


def field(says: str, default: Any = attrs.NOTHING) -> Any:
    """A field of a class, with its meaning."""
    return attrs.field(default=default, metadata={"says": says}, kw_only=True)


def key_of(name: str) -> str:
    """The key of a field: its name, without the `_` that keeps it apart from a keyword of Python."""
    return name.removesuffix("_")


def read(cls: type[T], data: object, path: str) -> T:
    """Data as an instance of an attrs class. Raises `ShapeError`."""
    if not isinstance(data, dict):
        raise ShapeError(path, f"this should be an object, not {_named(data)}")
    hints = get_type_hints(cls)
    fields = attrs.fields_dict(cls)  # type: ignore[arg-type]
    keys = [key_of(name) for name in fields]
    for key in data:
        if key not in keys:
            meant = closest(str(key)[:50], keys)
            hint = f"did you mean '{meant}'?" if meant else f"known are: {', '.join(keys) or 'none'}"
            raise ShapeError(path, f"there is no '{str(key)[:50]}' here; {hint}")
    found = {}
    for name, one in fields.items():
        key = key_of(name)
        if key in data:
            found[name] = _value(hints[name], data[key], f"{path}.{key}")
        elif one.default is attrs.NOTHING:
            raise ShapeError(path, f"'{key}' is missing: {one.metadata['says']}")
    return cls(**found)


def _value(hint: Any, data: object, path: str) -> Any:
    """Data as a value of a type. Raises `ShapeError`."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(hint), data, path)
    if hint is Any:
        return data
    if origin is Literal:
        if isinstance(data, str) and data in get_args(hint):
            return data
        if isinstance(data, str):
            raise ShapeError(path, f"this should be {expected(hint)}, not '{_text(data, path)[:50]}'")
    elif origin is tuple and isinstance(data, list):
        member = get_args(hint)[0]
        return tuple(_value(member, one, f"{path}[{number}]") for number, one in enumerate(data))
    elif origin is dict and isinstance(data, dict):
        member = get_args(hint)[1]
        return {_text(key, path): _value(member, one, f"{path}.{key[:50]}") for key, one in data.items()}
    elif attrs.has(hint):
        return read(hint, data, path)
    elif _fits(hint, data):
        return _text(data, path) if isinstance(data, str) else _bounded(data, path)
    raise ShapeError(path, f"this should be {expected(hint)}, not {_named(data)}")


def _one_of(hints: tuple[Any, ...], data: object, path: str) -> Any:
    for hint in hints:
        container = dict if attrs.has(hint) else {tuple: list, dict: dict}.get(get_origin(hint) or hint)
        if (container is not None and isinstance(data, container)) or _fits(hint, data):
            return _value(hint, data, path)
    raise ShapeError(path, f"this should be {' or '.join(map(expected, hints))}, not {_named(data)}")


def _fits(hint: Any, data: object) -> bool:
    return hint in PLAIN and type(data) is hint


def _text(text: str, path: str) -> str:
    """A text that UTF-8 can encode: one with half of a surrogate pair is refused."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ShapeError(path, "this text holds half of a surrogate pair") from None
    return text


def _bounded(data: Any, path: str) -> Any:
    if isinstance(data, int) and not -LARGEST_INTEGER <= data < LARGEST_INTEGER:
        raise ShapeError(path, "this number needs more than 64 bits")
    return data


def expected(hint: Any) -> str:
    """A type in words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(map(expected, arguments))
    if hint in PLAIN:
        return PLAIN[hint][1]
    if origin is Literal:
        return " or ".join(f"'{one}'" for one in arguments)
    if origin is tuple:
        return f"a list, each {expected(arguments[0])}"
    if origin is dict:
        return f"an object, under each key {expected(arguments[1])}"
    return "anything" if hint is Any else f"an object ({hint.__name__})"


def _named(data: object) -> str:
    if isinstance(data, list | dict):
        return "a list" if isinstance(data, list) else "an object"
    return "a number with a fraction" if isinstance(data, float) else PLAIN[type(data)][1]


def write(value: Any) -> Any:
    """An instance of an attrs class, or anything inside one, as data for JSON."""
    if attrs.has(type(value)):
        named = ((one.name, getattr(value, one.name)) for one in attrs.fields(type(value)))
        return {key_of(name): write(one) for name, one in named if one is not MISSING}
    if isinstance(value, tuple | list):
        return [write(one) for one in value]
    if isinstance(value, dict):
        return {key: write(one) for key, one in value.items()}
    return value


def data_of(message: Any) -> dict[str, Any]:
    """An instance of an attrs class as data for JSON."""
    found: dict[str, Any] = write(message)
    return found


def classes_in(cls: type) -> list[type]:
    """A class and those that its fields hold, each once."""
    found = [cls]
    for hint in get_type_hints(cls).values():
        for one in _leaves(hint):
            found += [inner for inner in classes_in(one) if inner not in found]
    return found


def _leaves(hint: Any) -> list[type]:
    if get_origin(hint) is Literal:
        return []
    if get_args(hint):
        return [leaf for one in get_args(hint) for leaf in _leaves(one)]
    return [hint] if isinstance(hint, type) and attrs.has(hint) else []
