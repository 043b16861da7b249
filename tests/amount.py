"""How many cases are tested. If a test has very many of one kind, a sample is run: each day another one, whose number
stands at the head of the run, and which `pytest --sample NUMBER` runs again. With `pytest --whole`, as in
`make fuzz`, all are run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, TypeVar

T = TypeVar("T")

_whole = False
_number = 0


def choose(whole: bool, number: int = 0) -> None:
    """Sets which cases are run, before tests are collected: all, or the sample with this number."""
    global _whole, _number
    _whole, _number = whole, number


def of_today() -> int:
    """The number of the sample that is run today."""
    return date.today().toordinal()


def is_whole() -> bool:
    return _whole


def some(usual: int, whole: int) -> int:
    """How many numbered cases to run."""
    return whole if _whole else usual


def sample(cases: Sequence[T], most: int, name: Callable[[Any], str] = str) -> list[T]:
    """At most this many of the cases, in their order. The number of the sample and the name of a case, which must be
    the same in every process, decide whether it is in it; so a new case changes a sample by at most one."""
    if _whole or len(cases) <= most:
        return list(cases)
    drawn = sorted(range(len(cases)), key=lambda at: _draw(name(cases[at])))
    return [cases[at] for at in sorted(drawn[:most])]


def _draw(case: str) -> bytes:
    """Where a case stands in the order in which the sample is drawn."""
    return hashlib.sha256(f"{_number} {case}".encode()).digest()
