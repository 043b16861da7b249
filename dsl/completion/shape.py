"""What can stand where in a document, by its schema classes: which keys, and where in them a path leads."""

from __future__ import annotations

import types
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs

from ..document.reader import Text
from ..languages import BASE, tags
from ..schema.classes import GameDoc, VariantDoc
from .yaml_place import Path


@attrs.frozen
class Slot:
    """A part of a document: what it is (a class, `Text`, `dict[…]`, `list[…]`, or several of them), and the class and
    key that it stands under. `name` is the author's name for it, where the key is one."""

    hint: Any
    owner: type | None = None
    key: str = ""
    name: str = ""


def slots(root: type, path: Path, languages: Sequence[str] = ()) -> list[Slot]:
    """All that a path leads through, from the root on; none if it leads nowhere. A name of a phase is a step, too."""
    found = [Slot(root)]
    for step in path:
        inner = _inner(found[-1], step, tuple(languages))
        if inner is None:
            return []
        found.append(inner)
    return found


def _inner(slot: Slot, step: str | None, languages: tuple[str, ...]) -> Slot | None:
    for one in kinds(slot.hint):
        origin, arguments = get_origin(one), get_args(one)
        if origin is list and step is None:
            return attrs.evolve(slot, hint=arguments[0])
        if origin is list and attrs.has(arguments[0]):  # a phase, by its name
            return Slot(arguments[0], slot.owner, slot.key, step or "")
        if origin is dict and step is not None:
            own = (
                slot.name if slot.key == "…" else step
            )  # in a table that is printed, the name of the property
            return attrs.evolve(slot, hint=arguments[1], name=own)
        if one is Any:
            return attrs.evolve(slot, name=step or slot.name)
        if isinstance(one, type) and attrs.has(one) and one is not Text and step is not None:
            return _of_class(one, step, languages)
    return None


def _of_class(cls: type, step: str, languages: tuple[str, ...]) -> Slot | None:
    rest = None
    for field, key, hint in fields(cls):
        if field.metadata["rest"]:
            rest = Slot(get_args(hint)[1], cls, "…", step)
        elif field.metadata["languages"]:
            if step != BASE and step in (*tags(), *languages):
                return Slot(get_args(hint)[1], cls, "<language>", step)
        elif key == step:
            return Slot(hint, cls, key)
    if cls.__name__ == "NodeDoc" and rest is None:  # `flow/round/bidding`: the phases inside
        return Slot(cls, cls, "phases", step)
    return rest


@lru_cache(maxsize=100)
def fields(cls: type) -> tuple[tuple[attrs.Attribute[Any], str, Any], ...]:
    """The fields of a class, with their keys and types. The parts of a variant are those of a game."""
    hints = get_type_hints(cls)
    if cls is VariantDoc:
        of_game = get_type_hints(GameDoc)
        parts = {field.name for field in attrs.fields(cls) if field.metadata["part"]}
        hints |= {name: hint for name, hint in of_game.items() if name in parts}
    return tuple(
        (field, field.metadata["key"] or field.name.rstrip("_").replace("_", " "), hints[field.name])
        for field in attrs.fields(cls)
    )


def kinds(hint: Any) -> list[Any]:
    """What a type can be, one by one."""
    if get_origin(hint) in (Union, types.UnionType):
        return [one for one in get_args(hint) if one is not types.NoneType]
    return [hint]


def keyed(hint: Any) -> type | None:
    """The class whose keys can stand in a part."""
    return next(
        (one for one in kinds(hint) if isinstance(one, type) and attrs.has(one) and one is not Text), None
    )


def is_text(hint: Any) -> bool:
    """Whether a text can stand there."""
    for one in kinds(hint):
        if one is Text or one is Any:
            return True
        cls = keyed(one)
        if cls is not None and any(field.metadata["alone"] for field, _, _ in fields(cls)):
            return True
        if get_origin(one) is list and is_text(get_args(one)[0]):
            return True
    return False


def alone(slot: Slot) -> Slot:
    """Where a text stands in place of a class: the part of the class that it is."""
    cls = keyed(slot.hint)
    if cls is None or Text in kinds(slot.hint):
        return slot
    for field, key, hint in fields(cls):
        if field.metadata["alone"]:
            return Slot(hint, cls, key, slot.name)
    return slot
