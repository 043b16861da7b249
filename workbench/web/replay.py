"""A match from its beginning, as one reader could have seen it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpreter.match.state.journal import JournalEntry
from ..seats.seated import common
from ..wire.shapes import write
from .feed import news, told
from .messages import Frame
from .resume import beginning, follow
from .rules import Rules, encoded
from .store import MatchRow


def frames(row: MatchRow, rules: Rules, entries: Sequence[JournalEntry], reader: int | None) -> Iterator[str]:
    """The frames of a replay as JSON: all objects first, then what changed with each choice. Choices of which the
    reader has seen nothing have no frame, so their number stays a secret."""
    match = beginning(row, rules)
    match.back_to(common(match.journal, entries))
    now, _ = told(match, reader, frozenset())
    yield encoded(write(Frame(objects=now.objects, next=now.next)))
    while len(match.journal) < len(entries):
        follow(match, entries[: len(match.journal) + 1])
        now, message = news(match, reader, frozenset(), now)
        if message:
            yield encoded(write(Frame(changes=message["changes"], next=message["next"])))
