"""How many cases are tested. If a test has very many of one kind, a sample is run, the same one every time; with
`pytest --whole`, as in `make fuzz`, all are run.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_whole = False


def choose(whole: bool) -> None:
    """Sets which of the two it is, before tests are collected."""
    global _whole
    _whole = whole


def is_whole() -> bool:
    return _whole


def some(usual: int, whole: int) -> int:
    """How many numbered cases to run."""
    return whole if _whole else usual


def sample(cases: Sequence[T], most: int) -> list[T]:
    """At most this many of the cases, in their order. The text of a case decides whether it is in the sample, so a
    new case changes the sample by at most one."""
    if _whole or len(cases) <= most:
        return list(cases)
    drawn = sorted(range(len(cases)), key=lambda number: zlib.crc32(str(cases[number]).encode("utf-8")))
    return [cases[number] for number in sorted(drawn[:most])]
