"""Reads the signature of a phrase: runs of words, and slots `{name: type}` between them.

In: the signature as written, a function that finds the type of a text, and the names that are already taken. Out: its
parts, or None, with the reasons in the report. Guarantee: every slot has a name that nothing else in the game has, so
that a text in the phrase has one meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.reader import Text
from ..model.symbols import SLOT, Slot
from ..syntax.vocabulary import words
from ..tree.types import Type

Parts = tuple[tuple[str, ...] | Slot, ...]
Taken = Mapping[tuple[str, ...], tuple[str, Span]]

KEYWORD = "a keyword of the language"
KEYWORD = "a keyword of the language"
SHARED = ("a type", "a property")
"""What can share its name with a slot: `{card: card}`, and a property, which always has an owner in texts."""


def signature_parts(
    signature: Text, type_of: Callable[[Text], Type | None], taken: Taken, report: Report
) -> Parts | None:
    """The parts of a signature, in order."""
    text = str(signature)
    if not _slots_are_whole(signature, report):
        return None
    parts: list[tuple[str, ...] | Slot] = []
    position = 0
    for match in SLOT.finditer(text):
        parts.append(words(text[position : match.start()]))
        slot = _slot(signature, match, type_of)
        if slot is None or not _is_free(slot.name, signature.span_of(*match.span(1)), parts, taken, report):
            return None
        parts.append(slot)
        position = match.end()
    parts.append(words(text[position:]))
    return _checked(tuple(part for part in parts if part), signature, report)


def _slots_are_whole(signature: Text, report: Report) -> bool:
    """Reports braces that do not make a slot."""
    rest = SLOT.sub(lambda match: " " * len(match.group()), str(signature))
    found = re.search(r"\{[^{}]*\}?|\}", rest)
    if found is None:
        return True
    inner = found.group().strip("{} ")
    way_out = f"write {{{inner or 'name'}: type}}, such as {{n: 1..9}}"
    way_out = "close the brace: {name: type}" if ":" in inner else f"{way_out} or {{foe: player}}"
    report.error("RW216", "a slot has a name and a type", signature.span_of(*found.span()), help=way_out)
    return False


def _slot(signature: Text, match: re.Match[str], type_of: Callable[[Text], Type | None]) -> Slot | None:
    type_ = type_of(Text(match.group(2), signature.span_of(*match.span(2))))
    return None if type_ is None else Slot(match.group(1), type_)


def _is_free(
    name: str, span: Span, parts: list[tuple[str, ...] | Slot], taken: Taken, report: Report
) -> bool:
    if not words(name) or not any(map(str.isalnum, name)):
        report.error("RW218", "a slot's name needs letters or digits", span, help="write {some name: …}")
        return False
    if any(isinstance(part, Slot) and words(part.name) == words(name) for part in parts):
        report.error("RW218", f"two slots are called '{name}'", span, help="give each a name of its own")
        return False
    what, where = taken.get(words(name), ("", span))
    if not what or what in SHARED:
        return True
    notes = [] if what == KEYWORD else [Note(f"{what} is declared here", where)]
    message = f"'{name}' is {what}" if what == KEYWORD else f"'{name}' is already the name of {what}"
    report.error("RW218", message, span, help="choose another name", notes=notes)
    return False


def _checked(parts: Parts, signature: Text, report: Report) -> Parts | None:
    if all(isinstance(part, Slot) for part in parts):
        report.error(
            "RW216",
            "a phrase needs words of its own",
            signature.span,
            help='say what happens: "{taker: player} takes {prize: card}"',
        )
        return None
    if any(isinstance(left, Slot) and isinstance(right, Slot) for left, right in pairwise(parts)):
        report.error(
            "RW216", "two slots need words between them", signature.span, help="put a word between them"
        )
        return None
    return parts
