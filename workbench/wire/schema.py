"""The JSON Schema of the classes that go over a wire (see `shapes`)."""

from __future__ import annotations

import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from .shapes import LARGEST_INTEGER, PLAIN, write


def schema(cls: type, *, strict: bool = True) -> dict[str, Any]:
    """The JSON Schema of a class; it refers to classes inside as `#/$defs/NAME`.

    Later versions may add keys to replies, so these are described without `strict`; requests must have no other keys.
    """
    hints = get_type_hints(cls)
    fields = attrs.fields(cls)
    properties = {}
    for one in fields:
        properties[one.name] = {**schema_of(hints[one.name]), "description": one.metadata["says"]}
        if one.default is not attrs.NOTHING and not isinstance(one.default, attrs.Factory):  # type: ignore[arg-type]
            properties[one.name]["default"] = write(one.default)
    found: dict[str, Any] = {"type": "object", "description": (cls.__doc__ or "").strip()}
    found["properties"] = properties
    found["required"] = [one.name for one in fields if one.default is attrs.NOTHING or not strict]
    if strict:
        found["additionalProperties"] = False
    return found


def schema_of(hint: Any) -> dict[str, Any]:
    """The schema of a type."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(one) for one in arguments]}
    if hint is int:
        return {"type": "integer", "minimum": -LARGEST_INTEGER, "maximum": LARGEST_INTEGER - 1}
    if hint in PLAIN:
        return {"type": PLAIN[hint][0]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    return {} if hint is Any else {"$ref": f"#/$defs/{hint.__name__}"}
