"""The articles of English: which of `a` and `an` stands before a name."""

from __future__ import annotations

import re

_AS_A_VOWEL = re.compile(
    r"(?!eu|ewe|uni(?!n)|u[bcfhjkqrst][aeiou]|one\b|once)[aeiou]|hour|heir|honest|honou?r|8|1[18]\b", re.I
)
"""Matches the beginning of what is spoken with a vowel first: an hour, but a unicorn."""


def any_one(name: str) -> str:
    """A name with its article; a name of its own, with a capital letter or a number (`column 5`), has none."""
    if not name or name[0].isupper() or name[-1].isdigit():
        return name
    return f"{'an' if _AS_A_VOWEL.match(name) else 'a'} {name}"
