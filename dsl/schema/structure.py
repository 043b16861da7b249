"""Document → schema classes: which keys are allowed, and what stands under them.

In: a node, a class of `schema` (or any attrs class whose fields are made by `schema.key`) and a report. Out: an
instance, or None if the node is not of the right kind or lacks a required key. All problems are reported in one run;
a part that cannot be used is left out of the instance, so that the rest can still be checked. Fields of type `Any`
keep their node.

This is the only module that knows cattrs, which finds the hook for a type. Every hook here looks at the node that it
is given, so each problem is reported at its own place.
"""

from __future__ import annotations

import types
from collections.abc import Collection, Set
from functools import lru_cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin

import attrs
import cattrs

from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..diagnostics.suggest import closest, guess
from ..document.reader import Mapping, Node, Sequence, Text
from ..document.yaml_errors import quoting
from ..languages import BASE, tags

T = TypeVar("T")


def structure(
    node: Node,
    cls: type[T],
    report: Report,
    languages: Collection[str] = (),
    *,
    keep: bool = False,
) -> T | None:
    """An instance of `cls` from a node; see the module for what is guaranteed. Keys that are `languages`, or have a
    catalogue, are languages. If `keep`, what is made of a mapping without any problem stays with it,
    for the next time."""
    others = tuple(dict.fromkeys(one for one in (*tags(), *languages) if one != BASE))
    try:
        structurer = _FREE.pop()
    except IndexError:
        structurer = _Structurer()
    try:
        made: T = structurer.run(node, cls, _Run(report, others, keep))
    except _UnusableError:
        return None
    finally:
        _FREE.append(structurer)
    return made


class _UnusableError(Exception):
    """The node cannot become what is wanted; the report says why."""


@attrs.frozen
class _Plan:
    """The fields of a class by key, the field that takes all other keys, and the field that a bare text fills."""

    fields: dict[str, attrs.Attribute[Any]]
    rest: attrs.Attribute[Any] | None
    alone: attrs.Attribute[Any] | None


@lru_cache(maxsize=1000)
def _plan(cls: type, languages: tuple[str, ...]) -> _Plan:
    fields: dict[str, attrs.Attribute[Any]] = {}
    rest = alone = None
    own = {field.metadata.get("key") or field.name for field in attrs.fields(cls)}
    for field in attrs.fields(attrs.resolve_types(cls)):
        if field.metadata.get("rest"):
            rest = field
            continue
        if field.metadata.get("languages"):
            fields |= {language: field for language in languages if language not in own}
            continue
        fields[field.metadata.get("key") or field.name.replace("_", " ")] = field
        if field.metadata.get("alone"):
            alone = field
    return _Plan(fields, rest, alone)


@attrs.frozen(eq=False)
class _Run:
    """What one run is asked for, and the keys that lead to the node at hand (None for an entry of a list)."""

    report: Report
    languages: tuple[str, ...] = ()
    keep: bool = False
    trail: list[Text | None] = attrs.field(factory=list)


_NOTHING = _Run(Report())


class _Structurer:
    """The hooks, which refer to it and it to them: a new one for each run would wait for the garbage collector, with
    all that it was used for."""

    def __init__(self) -> None:
        self.current = _NOTHING
        self.converter = cattrs.Converter(detailed_validation=False)
        factory = self.converter.register_structure_hook_factory
        factory(attrs.has, lambda cls: lambda node, _: self.instance(node, cls))
        factory(lambda kind: _origin(kind) is dict, lambda kind: lambda node, _: self.entries(node, kind))
        factory(lambda kind: _origin(kind) is list, lambda kind: lambda node, _: self.items(node, kind))
        factory(_is_text_or_entries, lambda kind: lambda node, _: self.text_or_entries(node, kind))
        factory(_is_text_or_list, lambda kind: lambda node, _: self.text_or_list(node))
        self.converter.register_structure_hook(Text, lambda node, _: self.text(node))

    def run(self, node: Node, cls: type[T], run: _Run) -> T:
        self.current = run
        try:
            return cast(T, self.make(node, cls))
        finally:
            self.current = _NOTHING

    def make(self, node: Node, kind: Any) -> Any:
        return self.converter.structure(node, kind)

    def make_at(self, step: Text | None, node: Node, kind: Any) -> Any:
        """What is under a key, or in a list (None)."""
        self.current.trail.append(step)
        try:
            return self.make(node, kind)
        finally:
            self.current.trail.pop()

    def text(self, node: Node) -> Text:
        if not isinstance(node, Text):
            advice = "" if isinstance(node, Sequence) else "; quote this text"
            message = f"{self._here()} must be a text, but this is {_kind(node)}{advice}"
            raise self._unusable(
                "RW103",
                message,
                node.span,
                quoting(node.span) if not isinstance(node, Sequence) else "write one text, not a list",
            )
        if node.is_empty:
            raise self._empty(node, "write it, or delete the key")
        return node

    def text_or_list(self, node: Node) -> Text | list[Text]:
        return self.items(node, list[Text]) if isinstance(node, Sequence) else self.text(node)

    def text_or_entries(self, node: Node, kind: Any) -> Text | list[Text] | dict[Text, Any]:
        """A text, a mapping of texts or, where allowed, a list. Any other mapping was meant as a text."""
        if isinstance(node, Mapping) and all(
            isinstance(one, Text) and not one.is_empty for _, one in node.items
        ):
            return self.entries(node, dict[Text, Text])
        return (
            self.items(node, list[Text]) if isinstance(node, Sequence) and _lists(kind) else self.text(node)
        )

    def items(self, node: Node, kind: Any) -> list[Any]:
        """A list; a bare text is a list of one."""
        (inner,) = get_args(kind)
        if isinstance(node, Mapping):
            message = f"{self._here()} must be a list, but this is a mapping"
            raise self._unusable("RW105", message, _first(node), "begin each entry with `- `")
        if isinstance(node, Text) and node.is_empty:
            raise self._empty(node, "write an entry, or delete the key")
        found = []
        for item in node.items if isinstance(node, Sequence) else (node,):
            try:
                found.append(self.make_at(None, item, inner))
            except _UnusableError:
                continue
        return found

    def entries(self, node: Node, kind: Any) -> dict[Text, Any]:
        """A mapping whose keys are the author's own names."""
        _, inner = get_args(kind)
        pairs = self._mapping(node).items
        return self._entries(pairs, inner)

    def _entries(self, pairs: tuple[tuple[Text, Node], ...], inner: Any) -> dict[Text, Any]:
        found: dict[Text, Any] = {}
        for key, value in pairs:
            try:
                found[key] = self.make_at(key, value, inner)
            except _UnusableError:
                continue
        return found

    def instance(self, node: Node, cls: type) -> Any:
        """An instance of an attrs class from a mapping, or from a text if the class has a field for it."""
        if not self.current.keep or not isinstance(node, Mapping):
            return self._instance(node, cls)
        use = cls, self.current.languages
        found = node.made.get(use)
        if found is None:
            before = self.current.report.count
            found = self._instance(node, cls)
            if self.current.report.count == before:
                node.made[use] = found
        return found

    def _instance(self, node: Node, cls: type) -> Any:
        plan = _plan(cls, self.current.languages)
        if isinstance(node, Text) and plan.alone is not None:
            return cls(**{plan.alone.alias or plan.alone.name: self.text(node)})
        mapping = self._mapping(node)
        by_key = {pair[0].value: pair for pair in mapping.items}  # `by_key` would stay in the memory
        arguments: dict[str, Any] = {}
        others = tuple(pair for pair in mapping.items if pair[0].value not in plan.fields)
        misspelt: set[str] = set()
        if plan.rest is not None:
            arguments[plan.rest.alias or plan.rest.name] = self._entries(others, get_args(plan.rest.type)[1])
        else:
            misspelt = self._unknown(others, plan, by_key.keys())
        for name, field in plan.fields.items():
            if name not in misspelt:
                self._field(mapping, by_key.get(name), name, field, arguments)
        required = {field.alias for field in plan.fields.values() if field.default is attrs.NOTHING}
        if not required <= arguments.keys():
            raise _UnusableError
        return cls(**arguments)

    def _field(
        self,
        mapping: Mapping,
        found: tuple[Text, Node] | None,
        name: str,
        field: attrs.Attribute[Any],
        arguments: dict[str, Any],
    ) -> None:
        if found is None:
            if mapping.whole and (field.default is attrs.NOTHING or field.metadata.get("needed")):
                message = f"the key '{name}' is missing{self._within()}"
                self.current.report.error("RW102", message, self._place(mapping), help=f"write `{name}: …`")
            return
        try:
            if field.metadata.get("languages"):
                made = self.make_at(*found, get_args(field.type)[1])
                arguments.setdefault(field.alias or field.name, {})[found[0]] = made
            else:
                arguments[field.alias or field.name] = self.make_at(*found, field.type)
        except _UnusableError:
            return

    def _unknown(self, others: tuple[tuple[Text, Node], ...], plan: _Plan, there: Set[str]) -> set[str]:
        """Report unknown keys; returns the absent keys that were perhaps meant."""
        free = [name for name in plan.fields if name not in there]
        misspelt = set()
        notes = [Note(f"the keys here are: {', '.join(plan.fields)}")]
        for key, _ in others:
            meant = fitting = None
            if self.current.report.may_guess():
                nearest = guess(
                    key.value, plan.fields
                )  # of all keys: one that is there already may be nearer
                meant = closest(key.value, free) or (nearest.word if nearest else None)
                fitting = nearest if nearest is not None and nearest.word == meant and meant in free else None
            misspelt |= {meant} if meant else set()
            help = f"did you mean '{meant}'?" if meant else None
            message = f"there is no key '{key}'{self._within()}"
            self.current.report.error("RW101", message, key.span, notes=notes, help=help, meant=fitting)
        return misspelt - there

    def _mapping(self, node: Node) -> Mapping:
        if isinstance(node, Mapping):
            return node
        if not self.current.trail:
            message = f"a rule file holds `key: value` lines, but this is {_kind(node)}"
            raise self._unusable("RW107", message, _first(node), "begin with `rulewright: 2`")
        if isinstance(node, Text) and node.is_empty:
            raise self._empty(node, "write what belongs here, {} if nothing does, or delete the key")
        message = f"{self._here()} must be a mapping, but this is {_kind(node)}"
        raise self._unusable("RW104", message, _first(node), "write `key: value` lines, or {key: value}")

    def _empty(self, node: Text, help: str) -> _UnusableError:
        key = self.current.trail[-1] if self.current.trail else None
        span = key.span if key is not None else node.span
        return self._unusable("RW106", f"there is nothing under {self._here()}", span, help)

    def _unusable(self, code: str, message: str, span: Span, help: str) -> _UnusableError:
        self.current.report.error(code, message, span, help=help)
        return _UnusableError()

    def _here(self) -> str:
        """The name of the current node in messages."""
        if self.current.trail and self.current.trail[-1] is None:
            return f"each entry of '{next((key for key in reversed(self.current.trail) if key), 'the list')}'"
        return f"'{self.current.trail[-1]}'" if self.current.trail else "this"

    def _within(self) -> str:
        key = next((key for key in reversed(self.current.trail) if key is not None), None)
        return f" in '{key}'" if key is not None else ""

    def _place(self, mapping: Mapping) -> Span:
        """Where to report that a mapping lacks something: at the key that it stands under, or at its first key."""
        key = self.current.trail[-1] if self.current.trail else None
        return key.span if key is not None else _first(mapping)


_FREE: list[_Structurer] = []
"""Those that are not in use."""


def _origin(kind: Any) -> Any:
    return get_origin(kind)


def _is_text_or_list(kind: Any) -> bool:
    if _origin(kind) not in (types.UnionType, Union):
        return False
    return {Text, list[Text]} == set(get_args(kind)) - {types.NoneType}


def _lists(kind: Any) -> bool:
    return list[Text] in get_args(kind)


def _is_text_or_entries(kind: Any) -> bool:
    if _origin(kind) not in (types.UnionType, Union):
        return False
    return {Text, dict[Text, Text]} == set(get_args(kind)) - {types.NoneType, list[Text]}


def _kind(node: Node) -> str:
    return {Text: "a text", Mapping: "a mapping", Sequence: "a list"}[type(node)]


def _first(node: Node) -> Span:
    """The first line of a node, or its first key, to underline."""
    if isinstance(node, Mapping) and node.items:
        return node.items[0][0].span
    span = node.span
    end = span.source.text.find("\n", span.start, span.end)
    return Span(span.source, span.start, end if end >= 0 else span.end)
