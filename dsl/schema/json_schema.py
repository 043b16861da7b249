"""Schema classes → JSON Schema, for editors that complete and check YAML.

In: a class of `schema` (or any attrs class whose fields are made by `schema.key`), and the meanings of its keys.
Out: a JSON Schema (draft 7, which every editor knows) as plain data. It agrees with `structure` about which keys
there are, which are required, and whether a text, a list or a mapping stands under them. It does not check the texts
themselves. YAML types plain scalars before a validator sees them, so a text is also a number, true or false.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs

from ..document.reader import Text
from ..languages import BASE, TAG, catalogue, tags
from .known import KnownKey

Schema = dict[str, Any]
Meanings = Mapping[str, Mapping[str, str]]
"""What each key of each class means, in Markdown; `…` is the key of the field that takes all others."""

LANGUAGE = "<language>"
"""What stands for every key that is a language; in its meaning, `{language}` for what the language is called."""
DIALECT = "http://json-schema.org/draft-07/schema#"
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def yaml_key(field: attrs.Attribute[Any]) -> str:
    """The key as it is written; `…` for the field that takes all others, `LANGUAGE` for that of languages."""
    if field.metadata["rest"]:
        return "…"
    if field.metadata["languages"]:
        return LANGUAGE
    return field.metadata["key"] or field.name.rstrip("_").replace("_", " ")


def json_schema(
    cls: type, meanings: Meanings, title: str, *, partial: bool = False, parts_of: type | None = None
) -> Schema:
    """The schema of a file that holds a `cls`; `partial` if its required keys may stand in another file. Its fields
    that hold parts are as in the class `parts_of`, and nothing inside them is required."""
    definitions: Schema = {"Text": _TEXT}
    hints = get_type_hints(cls)
    within: list[type] = []
    if parts_of is not None:
        keys = {field.name for field in attrs.fields(cls) if field.metadata["part"]}
        hints |= {name: hint for name, hint in get_type_hints(parts_of).items() if name in keys}
        within = [one for name in sorted(keys) for kind in _classes(hints[name]) for one in classes_in(kind)]
    for one in dict.fromkeys([*classes_in(cls), *within]):
        own = hints if one is cls else get_type_hints(one)
        loose = one in within or (partial and one is cls)
        explained = dict(meanings[one.__name__])
        if one is cls and parts_of is not None:
            explained = {**meanings[parts_of.__name__], **explained}
        definitions[one.__name__] = _of_class(one, own, explained, loose)
    return {
        "$schema": DIALECT,
        "title": title,
        "allOf": [{"$ref": f"#/definitions/{cls.__name__}"}],
        "definitions": definitions,
    }


def classes_in(cls: type) -> list[type]:
    """A class and the classes under its keys, each once."""
    found = [cls]
    for one in found:
        for hint in get_type_hints(one).values():
            found += [inner for inner in dict.fromkeys(_classes(hint)) if inner not in found]
    return found


def _classes(hint: Any) -> list[type]:
    if get_args(hint):
        return [inner for one in get_args(hint) for inner in _classes(one)]
    return [hint] if attrs.has(hint) and hint is not Text else []


def _of_class(cls: type, hints: Mapping[str, Any], meanings: Mapping[str, str], partial: bool) -> Schema:
    whole: Schema = {"type": "object", "properties": {}, "additionalProperties": False}
    needed = []
    alone, others = False, None
    for field in attrs.fields(cls):
        key, inner = yaml_key(field), _of_field(field, hints[field.name])
        described = {"description": _plain(meanings[key]), **inner}
        if field.metadata["languages"]:
            whole["properties"] |= _by_language(inner, described["description"])
            others = inner["additionalProperties"]
            continue
        if field.metadata["rest"]:
            whole["additionalProperties"] = inner["additionalProperties"]
            continue
        whole["properties"][key] = described
        alone = alone or field.metadata["alone"]
        if field.default is attrs.NOTHING or field.metadata["needed"]:
            needed.append(key)
    if others is not None and whole["additionalProperties"] is False:
        # A game may declare languages of its own. What is no language at all `structure` reports.
        short = "|".join(f"{key}$" for key in whole["properties"] if TAG.fullmatch(key))
        whole["patternProperties"] = {f"^(?!{short}){TAG.pattern}$": others}
    if needed and not partial:
        whole["required"] = needed
    return {"anyOf": [_ref("Text"), whole]} if alone else whole


def _of_field(field: attrs.Attribute[Any], hint: Any) -> Schema:
    """What can stand under a key; where keys are known of which no class speaks, these and others."""
    known = field.metadata["known"]
    if not known:
        return _of_type(hint)
    if get_origin(hint) is not list:
        return _of_keys(known)
    return _any_of([_ref("Text"), {"type": "array", "items": _any_of([_ref("Text"), _of_keys(known)])}])


def _of_keys(known: tuple[KnownKey, ...]) -> Schema:
    """A mapping with these keys, and any others."""
    whole: Schema = {"type": "object", "properties": {}, "patternProperties": {}}
    for one in known:
        under = _of_type(one.hint)
        if one.keys:
            under = _of_keys(one.keys) if one.hint is Any else _any_of([under, _of_keys(one.keys)])
        whole["patternProperties" if one.pattern else "properties"][one.pattern or one.name] = {
            "description": _plain(one.says),
            **under,
        }
    return {name: part for name, part in whole.items() if part}


def _by_language(inner: Schema, meaning: str) -> Schema:
    """The keys of the languages that have a catalogue."""
    known = [one for tag in tags() if tag != BASE and (one := catalogue(tag)) is not None]
    return {
        one.tag: {"description": meaning.format(language=one.name), **inner["additionalProperties"]}
        for one in known
    }


def _of_type(hint: Any) -> Schema:
    """What can stand under a key, by the type of its field."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = [_of_type(one) for one in arguments if one is not types.NoneType]
        return _any_of(kinds)
    if origin is dict:
        return {"type": "object", "additionalProperties": _of_type(arguments[1])}
    if origin is list:
        member = _of_type(arguments[0])
        several = {"type": "array", "items": member}
        # `structure` takes a bare text for a list of one
        return _any_of([_ref("Text"), several]) if arguments[0] in (Text, Any) else several
    return {} if hint is Any else _ref(hint.__name__)


def _any_of(kinds: list[Schema]) -> Schema:
    """Each kind once, with nested alternatives flattened."""
    flat = [inner for kind in kinds for inner in kind.get("anyOf", [kind])]
    once = [kind for number, kind in enumerate(flat) if kind not in flat[:number]]
    return once[0] if len(once) == 1 else {"anyOf": once}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _plain(markdown: str) -> str:
    """A meaning without its links, which lead nowhere from an editor."""
    return _LINK.sub(r"\1", markdown)
