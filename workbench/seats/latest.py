"""Keeping only the latest: a dictionary in which what was used last stands last, and the first entries go."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Kept = TypeVar("Kept")


def keep(known: dict[Key, Kept], key: Key, value: Kept, most: int) -> list[Key]:
    """Puts a value last, and drops the first ones beyond `most`. Returns the keys of those."""
    known.pop(key, None)
    known[key] = value
    dropped = list(known)[:-most]
    for oldest in dropped:
        del known[oldest]
    return dropped
