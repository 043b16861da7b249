"""What is offered where something is being written."""

from __future__ import annotations

import re

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


def plain(snippet: str) -> str:
    """A snippet as text."""
    return re.sub(r"\\([$}\\])", r"\1", re.sub(r"\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+", r"\1", snippet))


def quoted(text: str) -> str:
    """A text as a part of a snippet."""
    return re.sub(r"([$}\\])", r"\\\1", text)
