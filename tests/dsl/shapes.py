"""Documents with a wrong shape at one key: where keys can stand, what fits there, and a document as text again."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin

import attrs
from rulewright.dsl.document.reader import Text
from rulewright.dsl.languages import BASE, tags

SHAPES = {
    "text": "qq zz",
    "list": "[purse becomes 5, qq zz]",
    "list of one": "[qq zz]",
    "empty list": "[]",
    "list of lists": "[[qq zz]]",
    "list of mappings": "[{qq: zz}]",
    "mapping": "{qq: zz}",
    "mapping of mappings": "{qq: {zz: ww}}",
    "mapping of lists": "{qq: [zz, ww]}",
    "empty mapping": "{}",
    "nothing": "",
    "empty text": '""',
    "list of an empty text": '[""]',
}


class Raw(str):
    """YAML to be written as it is."""


@attrs.frozen
class Spot:
    """A key of a class of the schema (or an entry under an author's own key), and what may stand there."""

    path: tuple[str | int, ...]
    owner: str
    key: str
    kind: Any

    def __str__(self) -> str:
        return f"{self.owner}.{self.key}"


def spots(tree: Any, cls: type) -> list[Spot]:
    """Every key of every class that a document has, each once."""
    once: dict[tuple[str, str], Spot] = {}
    for spot in _spots(tree, cls, ()):
        once.setdefault((spot.owner, spot.key), spot)
    return list(once.values())


def _spots(node: Any, kind: Any, path: tuple[str | int, ...]) -> Iterator[Spot]:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (types.UnionType, Union):
        for one in arguments:
            yield from _spots(node, one, path)
    elif origin is dict and isinstance(node, dict):
        for key, inner in node.items():
            yield Spot((*path, key), "entry", str(path[-1]), arguments[1])
            yield from _spots(inner, arguments[1], (*path, key))
    elif origin is list and isinstance(node, list):
        for number, inner in enumerate(node):
            yield Spot((*path, number), "item", str(path[-1]), arguments[0])
            yield from _spots(inner, arguments[0], (*path, number))
    elif isinstance(kind, type) and kind is not Text and attrs.has(kind) and isinstance(node, dict):
        for key, inner_kind in _keys(node, kind):
            yield Spot((*path, key), kind.__name__, key, inner_kind)
            if key in node:
                yield from _spots(node[key], inner_kind, (*path, key))


def _keys(node: dict[str, Any], cls: type) -> Iterator[tuple[str, Any]]:
    known: dict[str, Any] = {}
    rest = None
    for field in attrs.fields(attrs.resolve_types(cls)):
        if field.metadata["rest"]:
            rest = get_args(field.type)[1]
        elif field.metadata["languages"]:
            known |= dict.fromkeys((one for one in tags() if one != BASE), get_args(field.type)[1])
        else:
            known[field.metadata["key"] or field.name.replace("_", " ")] = field.type
    yield from known.items()
    if rest is not None:
        yield from ((key, rest) for key in (*node, "new") if key not in known)


def fits(kind: Any, shape: str) -> bool:
    """Whether a value of this shape may stand where the schema says `kind`, whatever its texts say."""
    return _fits(kind, _VALUES[shape])


def _fits(kind: Any, value: Any) -> bool:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return value is not None
    if origin in (types.UnionType, Union):
        return any(_fits(one, value) for one in arguments if one is not types.NoneType)
    if origin is list:
        (inner,) = arguments
        return all(_fits(inner, one) for one in (value if isinstance(value, list) else [value]))
    if origin is dict:
        return isinstance(value, dict) and all(_fits(arguments[1], one) for one in value.values())
    if kind is Text:
        return isinstance(value, str)
    return _fits_class(kind, value)


def _fits_class(cls: type, value: Any) -> bool:
    fields = attrs.fields(attrs.resolve_types(cls))
    if isinstance(value, str):
        return any(field.metadata["alone"] for field in fields)
    if not isinstance(value, dict):
        return False
    rest = next((field for field in fields if field.metadata["rest"]), None)
    if any(field.default is attrs.NOTHING or field.metadata["needed"] for field in fields):
        return False  # no shape here has the keys of any class
    return not value or (rest is not None and all(_fits(get_args(rest.type)[1], v) for v in value.values()))


_VALUES: dict[str, Any] = {
    "text": "qq zz",
    "list": ["purse becomes 5", "qq zz"],
    "list of one": ["qq zz"],
    "empty list": [],
    "list of lists": [["qq zz"]],
    "list of mappings": [{"qq": "zz"}],
    "mapping": {"qq": "zz"},
    "mapping of mappings": {"qq": {"zz": "ww"}},
    "mapping of lists": {"qq": ["zz", "ww"]},
    "empty mapping": {},
    "nothing": None,
    "empty text": "",
    "list of an empty text": [""],
}


def put(node: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """The tree with a value at the end of a path."""
    if not path:
        return value
    if isinstance(node, list):
        return [put(one, path[1:], value) if number == path[0] else one for number, one in enumerate(node)]
    return {**node, path[0]: put(node.get(path[0]), path[1:], value)}


def written(node: Any) -> str:
    """A tree as YAML."""
    if isinstance(node, Raw):
        return str(node)
    if isinstance(node, list):
        return f"[{', '.join(map(written, node))}]"
    if isinstance(node, dict):
        return "{" + ", ".join(f"{written(key)}: {written(value)}" for key, value in node.items()) + "}"
    return json.dumps(node, ensure_ascii=False)
