"""Which languages have a catalogue: those whose modules lie beside this one, and those that were added since."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Mapping
from importlib import import_module

from .catalogue import Catalogue

BASE = "en"
"""The language that rules are written in, and that stands in for what others lack."""
TAG = re.compile("[a-z]{2}")
"""What a language is called: by its ISO 639-1 code."""

SORTS = ("messages", "nouns", "commands", "library")
"""What a catalogue says, each by its keys."""

_shipped = sorted(
    one.name for one in pkgutil.iter_modules(sys.modules[__package__].__path__) if TAG.fullmatch(one.name)
)
_known: dict[str, Catalogue | None] = dict.fromkeys((BASE, *_shipped))  # None: not read yet


def tags() -> tuple[str, ...]:
    """The languages that have a catalogue, `BASE` first."""
    return tuple(_known)


def catalogue(tag: str) -> Catalogue | None:
    """The catalogue of a language; None if it has none."""
    if tag not in _known:
        return None
    found = _known[tag]
    if found is None:
        made: Catalogue = import_module(f".{tag}", __package__).CATALOGUE
        found = _known[tag] = made
    return found


def base() -> Catalogue:
    """The catalogue of `BASE`, which says everything."""
    found = catalogue(BASE)
    assert found is not None
    return found


def add(new: Catalogue) -> None:
    """Makes a language known, or replaces its catalogue. Raises `ValueError` for a tag that is no ISO 639-1 code."""
    if not TAG.fullmatch(new.tag):
        raise ValueError(f"a language is called by two small letters (ISO 639-1), not '{new.tag}'")
    _known[new.tag] = new


def remove(tag: str) -> None:
    """Forgets a catalogue that was added; one that ships is again as it ships."""
    if tag in (BASE, *_shipped):
        _known[tag] = None
    else:
        _known.pop(tag, None)


def lacks(tag: str) -> tuple[str, ...]:
    """What `BASE` says and a language does not: as `messages/KEY`, `library/KEY`. Raises `ValueError` for
    a language without a catalogue."""
    found, whole = catalogue(tag), base()
    if found is None:
        raise ValueError(f"there is no catalogue of '{tag}'; there are: {', '.join(tags())}")
    return tuple(
        f"{sort}/{key}" for sort in SORTS for key in getattr(whole, sort) if key not in getattr(found, sort)
    )


def in_language(texts: Mapping[str, str], language: str) -> str:
    """One of several texts by language: that of `BASE` where there is no other, and else nothing."""
    return texts.get(language) or texts.get(BASE, "")
