"""From the documents of a game to the parts that can be wrong: keys, names, types and rule texts, with their places.

The output is `Part`s in reading order: keys that the language or another part determines (not names that a mapping
declares, where another spelling is just another name), and every text that is not only for readers. `entries_of`
gives the entries of mappings that make up the rules. The files of a variant have parts at paths: the last step of a
path says what the part under it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

import attrs

from ...dsl.document.paths import parse_path
from ...dsl.document.reader import Mapping, Node, Sequence, Text
from ...dsl.languages import BASE, tags
from ...dsl.schema.classes import CellDoc, DesignDoc, GameDoc, Names, NodeDoc, VariantDoc
from ...dsl.schema.json_schema import LANGUAGE, yaml_key
from ...dsl.variants.parts import KEYS

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
READERS |= {"log", "says", "why", "shape", "cell names", "plain words", "also", "printed", "sections", "look"}
"""Keys whose values need not agree with another part, or are in plain words."""
DECLARED = {"phase"}
NAMES = {"until", "rule", "source", "kind", "secret", "conventions", "heuristic", "InvariantDoc.holds"}
NAMES |= {"QuestionDoc.possible", "QuestionDoc.always", "QuestionDoc.if"}
NAMES |= {"about", "cells show", "table", "DrawnDoc.shows", "DrawnDoc.colour", "BesideDoc.if"}
"""Keys whose values are names, or checks themselves (invariants), or pictures, not rules: only their spelling can be
wrong."""
TYPES = {"type", "properties", "players"}
GIVEN = {(GameDoc, "conventions"), (GameDoc, "labels"), (GameDoc, "ask"), (DesignDoc, "…"), (CellDoc, "…")}
"""Mappings whose keys are declared elsewhere."""

BESIDE = (
    READERS
    | DECLARED
    | {"rule", "source", "kind", "rules", "labels", "ask", "invariants", "questions", "conventions"}
)
BESIDE |= {"heuristic", "about", "steps", "drawn", "cells show", "beside", "table"}
"""Keys that can be left out without changing any rule, or that must not be left out."""

PATCHES = ("add", "replace", "set")
"""The keys of a variant under which parts of the game stand at their paths."""
HEADER = {yaml_key(field) for field in attrs.fields(VariantDoc)} - {*PATCHES, "remove", *KEYS}
"""The keys of a variant that say when it is applied, and how it is called: not rules."""
SIBLINGS = {"before", "after"}
"""The keys of a flow node that is added, with the name of the one beside it."""

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


def parts_of(document: Node, *, patches: bool = False) -> Iterator[Part]:
    """The parts of a file of a game, or of a variant, which `patches` one."""
    if isinstance(document, Mapping):
        yield from _in_variant(document) if patches else _in_class(document, GameDoc)


def entries_of(document: Node, *, patches: bool = False) -> Iterator[tuple[Text, Node]]:
    """The keys whose rules or declarations could be left out, each with the node under it."""
    if not patches:
        yield from _entries(document)
        return
    for key, value in document.items if isinstance(document, Mapping) else ():
        if key.value in PATCHES and isinstance(value, Mapping):
            rules = [(path, part) for path, part in value.items if not _stands_beside(path)]
            if len(rules) == len(value.items):
                yield key, value
            for path, part in rules:
                yield path, part
                yield from _entries(part)
        elif key.value == "remove":
            paths = value.items if isinstance(value, Sequence) else (value,)
            if not any(isinstance(path, Text) and _stands_beside(path) for path in paths):
                yield key, value
        elif key.value not in HEADER:
            yield from _entries(Mapping(((key, value),), value.span))


def _stands_beside(path: Text) -> bool:
    """Whether a part at a path can be left out without changing any rule."""
    return any(step.value in BESIDE or step.value in tags() for step in parse_path(path) or ())


def _entries(node: Node) -> Iterator[tuple[Text, Node]]:
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _entries(item)
    elif isinstance(node, Mapping):
        for key, value in node.items:
            if key.value not in BESIDE:
                yield key, value
                yield from _entries(value)


def _in_variant(document: Mapping) -> Iterator[Part]:
    for key, value in document.items:
        if key.value in KEYS:
            yield from _in_class(Mapping(((key, value),), value.span), GameDoc)
            continue
        yield _whole(key, KEY)
        if key.value == "rule":
            yield from _under(value, Text, VariantDoc, key.value)
        elif key.value == "remove":
            for path in value.items if isinstance(value, Sequence) else (value,):
                if isinstance(path, Text) and not path.is_empty:
                    yield _whole(path, NAME)
        elif key.value in PATCHES and isinstance(value, Mapping):
            for path, part in value.items:
                yield from _at_path(path, part, adds=key.value == "add")


def _at_path(path: Text, part: Node, *, adds: bool) -> Iterator[Part]:
    """A path, and the parts under it. The last step of what a variant `adds` is a name that it declares."""
    end = path.value.rfind("/", 0, _last_step(path)) if adds else len(path.value)
    if end > 0:
        yield Part(path, NAME, 0, end)
    if adds:
        yield from _slots(path)
    found = _schema_at(parse_path(path) or ())
    if found is not None:
        hint, cls, key = found
        if _role(cls, key) is not None:
            yield from _under(part, hint, cls, key)


def _last_step(path: Text) -> int:
    """Where the last step of a path begins."""
    return max((found.end() for found in re.finditer(r"(?<!\\)/", path.value)), default=0)


def _schema_at(steps: Iterable[Text]) -> tuple[Any, type, str] | None:
    """The type of what stands at a path, and the class and key under which it stands; None where the parts are only
    for readers, or where a game has nothing."""
    hint: Any = GameDoc
    cls: type = GameDoc
    key = ""
    for step in steps:
        inside, inner = _inside_mapping(hint), _class_of(hint)
        if inside is not None:
            hint = inside
        elif get_origin(hint) is list:
            (hint,) = get_args(hint)
        elif inner is None:
            return None
        else:
            fields, cls = {yaml_key(field): field for field in attrs.fields(inner)}, inner
            known = step.value in fields or (LANGUAGE not in fields or step.value not in tags())
            key = step.value if step.value in fields else "phases" if inner is NodeDoc else "…"
            if not known or key not in fields:
                return None
            hint = get_type_hints(inner)[fields[key].name]
            if key != step.value:
                hint = get_args(hint)[-1]
    return hint, cls, key


def _in_class(node: Mapping, cls: type) -> Iterator[Part]:
    hints, fields = get_type_hints(cls), {yaml_key(field): field for field in attrs.fields(cls)}
    for key, value in node.items:
        if LANGUAGE in fields and key.value in tags() and key.value not in fields:
            yield _whole(key, KEY)
            continue
        if cls is NodeDoc and key.value in SIBLINGS and isinstance(value, Text):
            yield _whole(key, KEY)
            yield _whole(value, NAME)
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
    elif (inside := _inside_mapping(hint)) is not None:
        for name, value in node.items:
            if (cls, key) in GIVEN:
                yield _whole(name, KEY)
            yield from _slots(name)
            yield from _under(value, inside, cls, key)
    elif inner is not None:
        yield from _in_class(node, inner)


def _role(cls: type, key: str) -> str | None:
    """The role of a text under a key; None if it cannot be wrong."""
    named = {key, f"{cls.__name__}.{key}"}
    if named & (READERS | DECLARED):
        return None
    return NAME if named & NAMES else TYPE if named & TYPES else RULE


def _inside_mapping(hint: Any) -> Any:
    """The type of the values, where a type is that of a mapping or has it as an alternative; else None."""
    if get_origin(hint) is dict:
        return get_args(hint)[1]
    tables = [one for one in get_args(hint) if get_origin(one) is dict]
    return get_args(tables[0])[1] if tables else None


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
