"""A little English: the article of a noun, whether a name is a plural. Only the looks of texts depend on it."""

from __future__ import annotations

import re

from .vocabulary import IRREGULAR

_VOWEL_SOUND = re.compile(
    r"(?!(?:eu|ewe|uni(?!m|n)|us[aeiu]|ut[ei]|one\b|once\b))[aeiou]|h(?:our|onest|onou?r|eir)"
)
JOINTS = frozenset(
    {"of", "in", "at", "on", "for", "from", "to", "with", "by", "per", "under", "before", "after"}
)
"""What a name and what follows it are joined with: the head of the name stands before it."""
_IRREGULAR_PLURALS = frozenset(IRREGULAR.values())


def article(noun: str) -> str:
    """`a` or `an`, by the sound of the first word of a noun. A rule decides, so a rare word may be wrong."""
    return "an" if _VOWEL_SOUND.match(noun.casefold()) else "a"


def with_article(noun: str) -> str:
    return f"{article(noun)} {noun}"


def is_plural(name: str) -> bool:
    """Whether the head of a name is a plural: `hit points at the entrance`, `victories`, not `the glass`."""
    words = name.casefold().split()
    head = next((index for index, word in enumerate(words) if index and word in JOINTS), len(words))
    last = words[head - 1] if words else ""
    return last in _IRREGULAR_PLURALS or bool(re.search(r"[^siu]s$", last))
