"""What is offered where something is being written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs


@attrs.frozen
class Item:
    """One thing that can stand next. It replaces what stands from `start` to `end` with `insert`; in a snippet,
    `${1:n}` is a place to fill in. `rank` sorts: the less, the better it fits."""

    label: str
    kind: str
    insert: str
    start: int
    end: int
    snippet: bool = False
    detail: str = ""
    documentation: str = ""
    rank: tuple[int, ...] = ()
    filter: str = ""

    @property
    def sort_key(self) -> str:
        """The rank as a text that sorts as it does, then the label."""
        return "".join(f"{part:02d}" for part in self.rank) + " " + self.label.casefold()

    @property
    def plain(self) -> str:
        """What is inserted, with the names of what is still to be filled in."""
        return plain(self.insert) if self.snippet else self.insert


def narrowed(items: Sequence[Item], typed: Callable[[Item], str], most: int) -> list[Item]:
    """The items that an editor would still show for what is half `typed` of each, in their order, and `most` at most.
    Where they are too many, those with a word that begins so come first."""
    kept = []
    for item in items:
        match = _match(" ".join(typed(item).split()).casefold(), (item.filter or item.label).casefold())
        if match is not None:
            kept.append((match, item))
    if len(kept) > most:
        kept.sort(key=lambda one: one[0])
    return [item for _, item in kept[:most]]


def _match(typed: str, name: str) -> int | None:
    """0 if a name, or a word in it, begins as it is typed, 1 if it has all its letters in their order; None if it has
    not."""
    typed = typed.lstrip("\"'")
    if name.startswith(typed) or f" {typed}" in name:
        return 0
    letters = iter(name)
    return 1 if all(letter in letters for letter in typed if not letter.isspace()) else None


def plain(snippet: str) -> str:
    """A snippet as text."""
    return re.sub(r"\\([$}\\])", r"\1", re.sub(r"\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+", r"\1", snippet))


def quoted(text: str) -> str:
    """A text as a part of a snippet."""
    return re.sub(r"([$}\\])", r"\\\1", text)
