"""A game's document → what in it can be got wrong: keys, names, types and rule texts, each with its place.

In come the documents of a game's files. Out come `Part`s in reading order: keys that the language or another
part gives (not the names that a mapping declares: one that is written otherwise there is another name), and
every text that is not for readers only. `entries_of` gives the entries of mappings that rules consist of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import attrs
from rulewright.dsl.document import Mapping, Node, Sequence, Text
from rulewright.dsl.json_schema import yaml_key
from rulewright.dsl.schema import DesignDoc, GameDoc, Names

KEY, NAME, TYPE, RULE = "key", "name", "type", "rule"

READERS = {"rulewright", "game", "title", "edition", "steps", "sources", "plural", "en", "cs", "label", "log"}
READERS |= {"says", "why"}
"""Keys under which nothing stands that a rule depends on, or that another part must agree with."""
DECLARED = {"phase"}
NAMES = {"until", "rule", "source", "kind", "secret", "conventions", "holds"}
"""What must only be spelt right; invariants are checks themselves, and nothing checks them."""
TYPES = {"type", "properties", "players"}
GIVEN = {(GameDoc, "conventions"), (GameDoc, "labels"), (DesignDoc, "…")}
"""Mappings whose keys are declared elsewhere."""

BESIDE = READERS | DECLARED | {"rule", "source", "kind", "rules", "labels", "invariants", "conventions"}
"""What can be left out without a change of any rule, or may not be left out."""

_SLOT = re.compile(r"\{[^:{}]+:\s*([^{}]+)\}")


@attrs.frozen
class Part:
    """`text.value[start:end]`, and what it is: a key, a name, a type or (a part of) a rule."""

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
    """The keys whose rules or declarations could be left out, each with what stands under it."""
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
        written = key.value if key.value in fields else "…"
        if written not in fields or cls is Names:
            continue
        if written != "…" or (cls, written) in GIVEN:
            yield _whole(key, KEY)
        if written in READERS | DECLARED:
            continue
        hint = hints[fields[written].name]
        yield from _under(value, hint if written != "…" else get_args(hint)[1], cls, written)


def _under(node: Node, hint: Any, cls: type, key: str) -> Iterator[Part]:
    """What stands under a key, by the type of its field."""
    inner = _class_of(hint)
    if isinstance(node, Text):
        key = _alone(inner, key)
        role = NAME if key in NAMES else TYPE if key in TYPES else RULE
        if key not in READERS and not node.is_empty:
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


def _class_of(hint: Any) -> type | None:
    """The class of schema in a type, if there is one."""
    if isinstance(hint, type) and attrs.has(hint) and hint is not Text:
        return hint
    return next((found for one in get_args(hint) if (found := _class_of(one)) is not None), None)


def _alone(cls: type | None, key: str) -> str:
    """The key that a bare text stands for."""
    fields = attrs.fields(cls) if cls is not None else ()
    return next((yaml_key(field) for field in fields if field.metadata["alone"]), key)


def _whole(text: Text, role: str) -> Part:
    return Part(text, role, 0, len(text.value))


def _slots(sentence: Text) -> Iterator[Part]:
    """The types of a phrase's slots."""
    for found in _SLOT.finditer(sentence.value):
        yield Part(sentence, TYPE, *found.span(1))
