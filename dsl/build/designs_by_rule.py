"""Designs that are made by a rule: one entry under `designs:` with `each:` stands for many.

In: the document of a game. Out: the same document, in which the designs that such an entry makes replace it, so that
variants, checks and texts know them by their names. A slot in braces stands for a word or a number of `each:`; under
the key of a language, for its name in that language, in the form named by the key. The values that a design was made
with stay in it (`each: {n: 55}`), for the numbers that it computes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set
from itertools import product

import attrs

from ..diagnostics.report import Report
from ..diagnostics.suggest import closest
from ..document.reader import Mapping, Node, Sequence, Text
from ..languages import BASE, PLAIN, tags
from ..schema.classes import DesignDoc
from ..schema.languages import declared_languages
from ..tree.types import Type

MOST_MADE = 1000
"""The most designs that one entry can make."""

_SLOT = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_NAMED = (BASE, "plural", "source")


@attrs.frozen
class _One:
    """The value of a slot in one design: the text, and the forms of its name, by language. Those under `None` serve
    every language in which the design has a name."""

    value: Text
    names: dict[str | None, dict[str, str]] = attrs.field(factory=dict)

    def say(self, language: str, form: str) -> str:
        forms = self.names.get(language) or self.names.get(None) or {}
        return forms.get(form) or forms.get(PLAIN) or str(self.value)


_Binding = dict[str, _One]


class _Done(Mapping):
    """The values that a design was made with; it is not expanded again."""


def make_designs(game: Mapping, report: Report) -> Mapping | None:
    """The document with all designs made. None if some cannot be made, because every use of their names would be
    reported."""
    components = game.get("components")
    if not isinstance(components, Mapping):
        return game
    inner = Report()
    languages = {*tags(), *declared_languages(game)} - {BASE}
    made = tuple((name, _in_type(component, languages, inner)) for name, component in components.items)
    for found in inner.diagnostics:
        report.add(found)
    if inner.has_errors:
        return None
    if all(new is old for (_, new), (_, old) in zip(made, components.items, strict=True)):
        return game
    return _with(game, "components", attrs.evolve(components, items=made))


def _with(mapping: Mapping, changed: str, node: Node) -> Mapping:
    items = tuple((key, node if str(key) == changed else value) for key, value in mapping.items)
    return Mapping(items, mapping.span, mapping.whole)


def _in_type(component: Node, languages: Set[str], report: Report) -> Node:
    designs = component.get("designs") if isinstance(component, Mapping) else None
    if not isinstance(component, Mapping) or not isinstance(designs, Mapping):
        return component
    found: dict[str, tuple[Text, Node]] = {}
    changed = False
    for name, design in designs.items:
        each = design.get("each") if isinstance(design, Mapping) else None
        new = [(name, design)]
        if isinstance(design, Mapping) and each is not None and not isinstance(each, _Done):
            new = _made(name, design, each, languages, report)
            changed = True
        for key, value in new:
            if str(key) in found:
                message = f"a second design would be called '{key}'"
                report.error("RW014", message, name.span, help="choose names that differ")
            else:
                found[str(key)] = (key, value)
    if not changed:
        return component
    return _with(component, "designs", Mapping(tuple(found.values()), designs.span, designs.whole))


def _made(
    name: Text, design: Mapping, each: Node, languages: Set[str], report: Report
) -> list[tuple[Text, Node]]:
    if not isinstance(each, Mapping):
        message = "'each' must be a mapping: what each slot of this design stands for"
        report.error("RW216", message, each.span, help="write `each: {n: 1..5}`")
        return []
    several = [_values(key, value, languages, report) for key, value in each.items]
    for (key, _), values in zip(each.items, several, strict=True):
        if f"{{{key}}}" not in str(name) and len(values) > 1:
            message = f"the designs are made for each {key}, but their name does not say which it is"
            report.error("RW216", message, name.span, help=f"write {{{key}}} into the name")
            return []
    count = 1
    for values in several:
        count *= len(values)
    if count > MOST_MADE:
        message = f"this makes {count:,} designs; at most {MOST_MADE:,} are allowed"
        report.error("RW216", message, each.span, help="make fewer, or give them copies")
        return []
    maker = _Maker(design, languages, report)
    keys = [str(key) for key, _ in each.items]
    return [maker.design(name, dict(zip(keys, one, strict=True))) for one in product(*several)]


def _values(key: Text, node: Node, languages: Set[str], report: Report) -> list[_One]:
    """The successive values of a slot: a range, a list, or words with their names in other languages."""
    if isinstance(node, Mapping):
        return [_One(word, _names(word, name, languages, report)) for word, name in node.items]
    found: list[_One] = []
    for item in node.items if isinstance(node, Sequence) else (node,):
        if not isinstance(item, Text) or item.is_empty:
            help = f"write `{key}: 1..5`, or `{key}: [one, another]`"
            report.error("RW216", f"'{key}' is a range of numbers, or words", item.span, help=help)
            continue
        numbers = _RANGE.fullmatch(str(item))
        if numbers is None:
            found.append(_One(item))
            continue
        least, most = int(numbers[1]), int(numbers[2])
        if not least <= most < least + MOST_MADE:
            message = f"a range goes from the smaller to the greater number, at most {MOST_MADE:,} of them"
            report.error("RW216", message, item.span, help=f"write `{key}: 1..5`")
            continue
        found += [_One(Text(str(number), item.span)) for number in range(least, most + 1)]
    return found


def _names(word: Text, node: Node, languages: Set[str], report: Report) -> dict[str | None, dict[str, str]]:
    if isinstance(node, Mapping) and node.items and all(str(key) in languages for key, _ in node.items):
        return {str(language): _forms(word, name, report) for language, name in node.items}
    return {None: _forms(word, node, report)}


def _forms(word: Text, node: Node, report: Report) -> dict[str, str]:
    if isinstance(node, Text):
        return {PLAIN: str(node)}
    if isinstance(node, Mapping):
        return {str(form): str(text) for form, text in node.items if isinstance(text, Text)}
    report.error("RW216", f"what '{word}' is called is a text, or forms", node.span)
    return {}


def given_numbers(doc: DesignDoc) -> dict[str, int]:
    """The numbers that a design was made with, by the names of their slots."""
    return {
        str(name): int(str(value))
        for name, value in doc.each.items()
        if isinstance(value, Text) and re.fullmatch("-?[0-9]{1,9}", str(value))
    }


def types_of_numbers(designs: Iterable[DesignDoc]) -> dict[str, Type]:
    """The types of the numbers in texts that compute with them: the range of all numbers of that name."""
    found: dict[str, list[int]] = {}
    for design in designs:
        for name, value in given_numbers(design).items():
            found.setdefault(name, []).append(value)
    return {name: Type("number", (), min(values), max(values)) for name, values in found.items()}


class _Maker:
    """Makes the designs of one entry; an error in it is reported only once."""

    def __init__(self, design: Mapping, languages: Set[str], report: Report) -> None:
        self.design_doc = design
        self.languages = languages
        self.report = report
        self.reported: set[int] = set()

    def design(self, name: Text, binding: _Binding) -> tuple[Text, Node]:
        items: list[tuple[Text, Node]] = []
        for key, node in self.design_doc.items:
            if str(key) == "each":
                assert isinstance(node, Mapping)
                node = _Done(tuple((k, binding[str(k)].value) for k, _ in node.items), node.span)
            elif str(key) in self.languages:
                node = self._named(node, binding, str(key))
            else:
                node = self._filled(node, binding, alone=str(key) not in _NAMED)
            items.append((key, node))
        filled = self._slots(name, binding, lambda one: str(one.value))
        return filled, Mapping(tuple(items), self.design_doc.span, self.design_doc.whole)

    def _named(self, node: Node, binding: _Binding, language: str) -> Node:
        def in_form(text: Text, form: str) -> Text:
            return self._slots(text, binding, lambda one: one.say(language, form))

        if isinstance(node, Mapping):
            items = tuple(
                (form, in_form(text, str(form)) if isinstance(text, Text) else text)
                for form, text in node.items
            )
            return Mapping(items, node.span, node.whole)
        return in_form(node, PLAIN) if isinstance(node, Text) else node

    def _filled(self, node: Node, binding: _Binding, *, alone: bool) -> Node:
        """A node with all slots filled; a value that is only the name of a slot becomes the value of the slot."""
        if isinstance(node, Sequence):
            return Sequence(tuple(self._filled(item, binding, alone=alone) for item in node.items), node.span)
        if not isinstance(node, Text):
            return node
        if alone and str(node) in binding:
            return Text(str(binding[str(node)].value), node.span)
        return self._slots(node, binding, lambda one: str(one.value))

    def _slots(self, text: Text, binding: _Binding, said: Callable[[_One], str]) -> Text:
        def fill(match: re.Match[str]) -> str:
            if match[1] in binding:
                return said(binding[match[1]])
            if text.span.start not in self.reported:
                self.reported.add(text.span.start)
                guess = closest(match[1], binding)
                help = f"did you mean {{{guess}}}?" if guess else "there are: " + ", ".join(binding)
                at = text.span_of(match.start(), match.end())
                self.report.error("RW216", f"'each:' has no '{match[1]}'", at, help=help)
            return match[0]

        filled = _SLOT.sub(fill, str(text))
        return text if filled == str(text) else Text(filled, text.span)
