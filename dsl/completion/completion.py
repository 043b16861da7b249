"""What can stand at a place of a rule file: words of its texts, keys, names, rules, paths.

In: a draft, a place in one of its files (or in a file of scenarios), and what the caller knows of the file. Out:
items, the best first, with offsets in the file. It works from the lines around the place, so the file may be broken.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterator, Sequence
from typing import Any, get_origin

import attrs

from ..build.declare import CONVENTIONS
from ..draft.draft import Draft
from ..languages import BASE, PLAIN, catalogue, tags
from ..schema.classes import GameDoc, VariantDoc
from ..schema.classes import Names as NamesDoc
from .items import Item
from .lines import asked
from .place import PATHS, Meaning
from .shape import Slot, alone, fields, is_text, keyed, kinds
from .values import ValuesOfKeys
from .yaml_place import spot

_GIVEN_NAME = re.compile(r"\bas (?:the )?([^\W\d_]+(?: [^\W\d_]+)?)\s*(?=[,;:\n/]|$)")
_GAMES: weakref.WeakKeyDictionary[Draft, Draft] = weakref.WeakKeyDictionary()


class Completer(ValuesOfKeys):
    """All items of a place."""

    def items(self) -> Iterator[Item]:
        if self.here.sort == "key":
            yield from self._keys()
        elif self.is_path():
            yield from self.paths(self.here.before)
        elif self.at:
            yield from self.values(alone(self.at[-1]))

    def _keys(self) -> Iterator[Item]:
        path = self.here.path
        if self.root is VariantDoc and len(path) == 1 and path[0] in PATHS:
            yield from self.paths(self.here.before)
            return
        if path in (("phrases",), ("numbers",), ("names",)) and "{" in self.here.before:
            yield from self.signature()
            return
        if not self.at:
            return
        slot = self.at[-1]
        if is_text(slot.hint) and slot.hint is not Any and path and path[-1] is None:
            yield from self.values(alone(slot))
        if self.is_scenario() and slot.hint is Any:
            facts = slot.key in ("given", "then") or "expect" in path
            yield from self.facts() if facts else self.moves()
            return
        cls = keyed(slot.hint)
        if cls is not None:
            yield from self._keys_of(cls)
        elif any(get_origin(one) is dict for one in kinds(slot.hint)) or slot.hint is Any:
            for name, detail in self._names_under(slot):
                yield self.key_item(name, "name", detail)

    def _keys_of(self, cls: type) -> Iterator[Item]:
        there = self.here.others
        for number, (field, key, hint) in enumerate(fields(cls)):
            if field.metadata["rest"]:
                for name, detail in self._forms_of_name() if cls is NamesDoc else self.printed():
                    yield self.key_item(name, "property", detail, (0, number))
            elif field.metadata["languages"]:
                for tag in (*tags(), *self.languages):
                    if tag != BASE:
                        known = catalogue(tag)
                        yield self.key_item(tag, "language", known.name if known else "", (2, number))
            elif key not in there:
                needed = field.default is attrs.NOTHING or field.metadata["needed"]
                yield self.key_item(key, "key", "", (0 if needed else 1, number), nested=not is_text(hint))

    def _forms_of_name(self) -> Iterator[tuple[str, str]]:
        """The forms of a name in the language at hand."""
        known = catalogue(self.language())
        for form in (*known.forms, "gender") if known is not None else ():
            if form not in self.here.others and form != PLAIN:
                yield form, f"a form in {known.name}" if known is not None else ""

    def _names_under(self, slot: Slot) -> Iterator[tuple[str, str]]:
        """The names that can be keys of a mapping of names."""
        there, symbols = self.here.others, self.symbols
        where = (slot.owner.__name__ if slot.owner else "", slot.key)
        known: Iterator[tuple[str, str]] = iter(())
        if where == ("GameDoc", "conventions") or where == ("VariantDoc", "conventions"):
            known = iter(CONVENTIONS.items())
        elif where[0] == "LookDoc":
            known = self._looks(slot)
        elif where[1] == "ask":
            own = dict.fromkeys(one.name for one in asked(self.draft))
            known = ((name, "a choice") for name in {**own, **dict.fromkeys(self._choices())})
        elif where[1] == "labels":
            known = ((name, "a word") for name in symbols.vocabulary.names(["WORD"]))
        elif where[1] == "sections":
            known = ((name, "a section of the rules") for name in self._sections())
        elif where[1] == "starts":
            known = iter(())
        elif self.is_scenario() and where[1] == "options":
            known = ((name, str(one.type)) for name, one in symbols.options.items())
        elif self.is_scenario() and where[1] == "times":
            known = ((name, "a phase") for name in symbols.phases)
        elif where[1] in ("plain words",):
            known = ((tag, "a language") for tag in (*tags(), *self.languages))
        for name, detail in known:
            if name not in there:
                yield name, detail

    def _looks(self, slot: Slot) -> Iterator[tuple[str, str]]:
        symbols = self.symbols
        if slot.key == "types":
            yield from ((name, "a type") for name in symbols.types)
        elif slot.key == "designs":
            yield from ((name, f"a kind of {one.type}") for name, one in symbols.designs.items())
        elif slot.key == "places":
            yield from ((name, "a place") for name in symbols.places)
        elif slot.key == "words":
            yield from ((name, "a word") for name in symbols.vocabulary.names(["WORD"]))
        elif slot.key == "cells" and slot.name in symbols.places:
            yield from ((name, "a cell") for name in symbols.places[slot.name].named)
        elif slot.key == "cells":
            yield from ((name, "a board") for name, one in symbols.places.items() if one.named)

    def _choices(self) -> list[str]:
        """The names after `as`, and the labels of branches, in all texts."""
        found: dict[str, None] = {}
        for attempt in self.draft.attempts:
            for match in re.finditer(
                r"\bas (?:the )?([^\W\d_]+(?: [^\W\d_]+)?)\s*(?=[,;:\n/]|$)", attempt.text.value
            ):
                found[match[1]] = None
        found.update(
            dict.fromkeys(f"that {name}" for name in (*self.symbols.types, "kind", "number", "player"))
        )
        return list(found)

    def _sections(self) -> list[str]:
        doc = self.draft.doc
        return (
            list(dict.fromkeys(str(name).partition(".")[0] for name in doc.rules)) if doc is not None else []
        )


def _nothing(path: tuple[str, ...]) -> str | None:
    return None


def _without_variants(draft: Draft) -> Draft:
    """The game alone, where a variant that has just begun is too broken to be applied."""
    found = _GAMES.get(draft)
    if found is None:
        found = _GAMES[draft] = Draft.of([draft.sources[name] for name in draft.own])
    return found


def complete(
    draft: Draft,
    source: str,
    offset: int,
    *,
    text: str | None = None,
    root: type | None = None,
    meaning: Meaning = _nothing,
    variants: Sequence[str] = (),
) -> list[Item]:
    """What can stand at an offset of a source. `text` is what a file that is none of the draft's says, and `root` the
    class of its document; `variants` are the names of the game's variants."""
    if text is None:
        if source not in draft.sources:
            return []
        text = draft.sources[source].text
    here = spot(text, offset)
    if here.sort == "comment":
        return []
    if root is None:
        root = VariantDoc if re.search(r"^variant:", text, re.MULTILINE) else GameDoc
    known = draft if draft.model is not None else _without_variants(draft)
    found = Completer(draft, known, source, offset, here, root, meaning, variants).items()
    return sorted(found, key=lambda item: item.sort_key)
