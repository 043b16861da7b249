"""Writes a given text as somebody would who knows nothing by heart: with what completion offers.

In: the text that is to be written, and a function that says what is offered behind what is written so far. Out: the
steps: items that were taken, and what had to be typed. What can be typed is layout (spaces, line ends, quotes, the
slashes of paths), numbers, articles, which mean nothing, and what nobody can offer: new names, and texts for
people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import attrs
from rulewright.dsl.completion.items import plain


class Offered(Protocol):
    """An item, as `Item` is one; offsets are those of the text that is written."""

    @property
    def label(self) -> str: ...
    @property
    def insert(self) -> str: ...
    @property
    def snippet(self) -> bool: ...
    @property
    def start(self) -> int: ...


@attrs.frozen
class Step:
    """What was added. `how` is `item`, `layout`, `number`, `article` or `own`."""

    how: str
    added: str
    label: str = ""
    rank: int = -1


_LAYOUT = re.compile(r"\s+|[\"'](?:\s+)?|[\[\]{}|>,:/-]\s*")
_NUMBER = re.compile(r"\d+")
_ARTICLE = re.compile(r"the\b ?", re.IGNORECASE)
_OWN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|.")


def write(wanted: str, offer: Callable[[str], Sequence[Offered]], written: str = "") -> Iterator[Step]:
    """The steps in which a text is written, from what is written already."""
    while len(written) < len(wanted):
        step, written = _next(wanted, written, offer(written))
        yield step


def _next(wanted: str, written: str, items: Sequence[Offered]) -> tuple[Step, str]:
    best: tuple[str, Step] | None = None
    for rank, item in enumerate(items):
        for end in ("", " "):  # behind a word, a space can be typed in the same step
            whole = written[: item.start] + _until_slot(item)
            after = whole.rstrip() if not end else whole.rstrip() + end
            if (
                len(after.rstrip()) > len(written.rstrip())
                and _goes_on(wanted, after)
                and (best is None or len(after) > len(best[0]))
            ):
                best = after, Step("item", after[len(written) :], item.label, rank)
    if best is not None:
        return best[1], best[0]
    at = len(written)
    for how, pattern in (("layout", _LAYOUT), ("number", _NUMBER), ("article", _ARTICLE), ("own", _OWN)):
        match = pattern.match(wanted, at)
        if match is not None:
            return Step(how, match.group()), written + match.group()
    raise AssertionError(f"nothing can be written behind {written!r}")


def _until_slot(item: Offered) -> str:
    """What an item inserts, up to the first place to fill in."""
    return plain(re.split(r"\$\{\d+:", item.insert)[0]) if item.snippet else item.insert


def _goes_on(wanted: str, after: str) -> bool:
    """Whether a text begins so, and not within a word."""
    if not wanted.startswith(after):
        return False
    inside = after[-1:].isalnum() and wanted[len(after) : len(after) + 1].isalnum()
    return not inside
