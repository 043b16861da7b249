"""How many cases are tested. Where a test has very many of one sort, a sample is run, the same one every time; with
`pytest --whole`, which `make fuzz` gives, all are run.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_whole = False


def choose(whole: bool) -> None:
    """Says which it is, before tests are collected."""
    global _whole
    _whole = whole


def is_whole() -> bool:
    return _whole


def some(usual: int, whole: int) -> int:
    """A number of cases that are numbered."""
    return whole if _whole else usual


def sample(cases: Sequence[T], most: int) -> list[T]:
    """At most so many of the cases, in their order. How a case is printed decides whether it is drawn, so that a new
    case changes the sample by one."""
    if _whole or len(cases) <= most:
        return list(cases)
    drawn = sorted(range(len(cases)), key=lambda number: zlib.crc32(str(cases[number]).encode("utf-8")))
    return [cases[number] for number in sorted(drawn[:most])]
