"""From the documents of a game to the parts that can be wrong: keys, names, types and rule texts, with their places.

The output is `Part`s in reading order: keys that the language or another part determines (not names that a mapping
declares, where another spelling is just another name), and every text that is not only for readers. `entries_of`
gives the entries of mappings that make up the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import attrs
from rulewright.dsl.document.reader import Mapping, Node, Sequence, Text
from rulewright.dsl.languages import BASE, tags
from rulewright.dsl.schema.classes import CellDoc, DesignDoc, GameDoc, Names
from rulewright.dsl.schema.json_schema import LANGUAGE, yaml_key

KEY, NAME, TYPE, RULE = "key", "name", "type", "rule"

# Keys of any class; after the name of a class, a key of that class only.
READERS = {
    "rulewright",
    "game",
    "title",
    "edition",
    "GameDoc.steps",
    "sources",
    "plural",
    BASE,
    LANGUAGE,
    "label",
    "shown",
}
READERS |= {"log", "says", "why", "shape"}
"""Keys whose values need not agree with another part, or are in plain words."""
DECLARED = {"phase"}
NAMES = {"until", "rule", "source", "kind", "secret", "conventions", "heuristic", "InvariantDoc.holds"}
"""Keys whose values are names, or checks themselves (invariants), not rules: only their spelling can be wrong."""
TYPES = {"type", "properties", "players"}
GIVEN = {(GameDoc, "conventions"), (GameDoc, "labels"), (GameDoc, "ask"), (DesignDoc, "…"), (CellDoc, "…")}
"""Mappings whose keys are declared elsewhere."""

BESIDE = (
    READERS | DECLARED | {"rule", "source", "kind", "rules", "labels", "ask", "invariants", "conventions"}
)
BESIDE |= {"heuristic", "steps"}
"""Keys that can be left out without changing any rule, or that must not be left out."""

_SLOT = re.compile(r"\{[^:{}]+:\s*([^{}]+)\}")


@attrs.frozen
class Part:
    """`text.value[start:end]`, and its role: a key, a name, a type or (a part of) a rule."""

    text: Text
    role: str
    start: int
    end: int

    @property
    def value(self) -> str:
        return self.text.value[self.start : self.end]


def parts_of(document: Node) -> Iterator[Part]:
    """The parts of a file of a game."""
    if isinstance(document, Mapping):
        yield from _in_class(document, GameDoc)


def entries_of(node: Node) -> Iterator[tuple[Text, Node]]:
    """The keys whose rules or declarations could be left out, each with the node under it."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from entries_of(item)
    elif isinstance(node, Mapping):
        for key, value in node.items:
            if key.value not in BESIDE:
                yield key, value
                yield from entries_of(value)


def _in_class(node: Mapping, cls: type) -> Iterator[Part]:
    hints, fields = get_type_hints(cls), {yaml_key(field): field for field in attrs.fields(cls)}
    for key, value in node.items:
        if LANGUAGE in fields and key.value in tags() and key.value not in fields:
            yield _whole(key, KEY)
            continue
        written = key.value if key.value in fields else "…"
        if written not in fields or cls is Names:
            continue
        if written != "…" or (cls, written) in GIVEN:
            yield _whole(key, KEY)
        if _role(cls, written) is None:
            continue
        hint = hints[fields[written].name]
        yield from _under(value, hint if written != "…" else get_args(hint)[1], cls, written)


def _under(node: Node, hint: Any, cls: type, key: str) -> Iterator[Part]:
    """The parts under a key, by the type of its field."""
    inner = _class_of(hint)
    if isinstance(node, Text):
        role = _role(inner or cls, _alone(inner, key))
        if role is not None and not node.is_empty:
            yield _whole(node, role)
        return
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _under(item, hint, cls, key)
    elif get_origin(hint) is dict:
        for name, value in node.items:
            if (cls, key) in GIVEN:
                yield _whole(name, KEY)
            yield from _slots(name)
            yield from _under(value, get_args(hint)[1], cls, key)
    elif inner is not None:
        yield from _in_class(node, inner)


def _role(cls: type, key: str) -> str | None:
    """The role of a text under a key; None if it cannot be wrong."""
    named = {key, f"{cls.__name__}.{key}"}
    if named & (READERS | DECLARED):
        return None
    return NAME if named & NAMES else TYPE if named & TYPES else RULE


def _class_of(hint: Any) -> type | None:
    """The schema class inside a type, if there is one."""
    if isinstance(hint, type) and attrs.has(hint) and hint is not Text:
        return hint
    return next((found for one in get_args(hint) if (found := _class_of(one)) is not None), None)


def _alone(cls: type | None, key: str) -> str:
    """The key that a text stands for if it is given instead of a mapping."""
    fields = attrs.fields(cls) if cls is not None else ()
    return next((yaml_key(field) for field in fields if field.metadata["alone"]), key)


def _whole(text: Text, role: str) -> Part:
    return Part(text, role, 0, len(text.value))


def _slots(sentence: Text) -> Iterator[Part]:
    """The types of a phrase's slots."""
    for found in _SLOT.finditer(sentence.value):
        yield Part(sentence, TYPE, *found.span(1))
