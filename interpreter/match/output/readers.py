"""What the readers of a match have seen so far: the log, and for each of them what they have learnt and how they name
pieces.

All of it derives from the history, on first use, and goes on from there when the journal grows. Whoever cuts the
journal calls `Readers.cut`, and whoever exchanges it makes new `Readers`; that is all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from ...ir import NONE
from ..secrecy.observations import ObservedPast, PlayerObservations, has_secrets
from ..state.history import History
from ..state.position import Position
from .log.line import LogLine
from .log.log import Log
from .objects.identities import PieceIds, PieceTracker
from .objects.observe import Observer


@attrs.frozen
class Origin:
    """What a player who is in a re-dealt match has seen before: the readers of the match that it comes from (None:
    no prompt needs them), and the player's ids of pieces at its beginning."""

    player: int
    readers: Readers | None
    identified: PieceIds


class Reader:
    """What one reader (None: an onlooker) has seen of a match."""

    def __init__(self, history: History, reader: int | None, began: PieceIds) -> None:
        self._history, self._reader, self._began = history, reader, began
        self._identities: PieceTracker | None = None
        self._observer: Observer | None = None
        self._witness: PlayerObservations | None = None
        self._past: tuple[Position, ObservedPast] | None = None

    def identified(self, step: int) -> PieceIds:
        """The ids that the reader has for known pieces, after this many actions of the journal."""
        if self._identities is None:
            self._identities = PieceTracker(self._history, self._reader, self._began)
        return self._identities.at(step)

    @property
    def identifies(self) -> bool:
        """Whether the reader has asked for ids of pieces."""
        return self._identities is not None

    def observer(self, position: Position) -> Observer:
        """The present position as the reader sees it. The last one is kept: what is clicked on has just been looked
        at, and most of what comes after it looks the same."""
        known = self._observer
        if known is None or known.of is not position:
            identified = self.identified(len(self._history.journal))
            known = self._observer = Observer(position, self._reader, identified, known)
        return known

    def past(self, position: Position, lines: Callable[[int], Iterable[LogLine]]) -> ObservedPast:
        """What the reader, who is a player, has seen up to the present position; `lines` gives those of the log from
        an action on."""
        if self._past is None or self._past[0] is not position:
            if self._witness is None:
                assert self._reader is not None, "onlookers do not play"
                self._witness = PlayerObservations(self._history, self._reader)
            count = len(self._history.journal) if position.fork is None else position.fork.began
            first = self._witness.go_on(count)
            self._past = position, self._witness.past(lines(first))
        return self._past[1]

    def cut(self, count: int, position: Position) -> None:
        """Forgets what is after the first `count` actions, which lead to this position."""
        if self._identities is not None:
            self._identities.cut(count, position)
        if self._witness is not None:
            self._witness.cut(count, position)
        self._past = None


class Readers:
    """All readers of a match. For a re-dealt one, `origin` is what its player has seen before."""

    def __init__(self, history: History, origin: Origin | None = None) -> None:
        self.history = history
        self._origin = origin
        self._log: Log | None = None
        self._shared: tuple[Log, int, int] | None = None  # for a clone: the log of its origin; see `log`
        self._readers: dict[int | None, Reader] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Readers, (self.history, self._origin)

    def __getitem__(self, reader: int | None) -> Reader:
        if reader not in self._readers:
            origin = self._origin
            began = origin.identified if origin is not None and origin.player == reader else {}
            self._readers[reader] = Reader(self.history, reader, began)
        return self._readers[reader]

    @property
    def log(self) -> Log:
        """The log. A clone takes over what the log of its origin has read by now, if that has not gone back."""
        if self._log is None and self._shared is not None and self._shared[0].cuts == self._shared[1]:
            log, _, common = self._shared
            self._log = log.copy_for(self.history, common)
        if self._log is None:
            self._log = Log(self.history)
        self._shared = None
        return self._log

    def forget_log(self) -> None:
        """Discards the log, to free memory; it is derived again on next use."""
        self._log = self._shared = None

    def cut(self, count: int, position: Position) -> None:
        """Forgets what is after the first `count` actions, which lead to this position."""
        if self._log is not None:
            self._log.cut(count, position.memory)
        elif self._shared is not None:
            log, cuts, common = self._shared
            self._shared = log, cuts, min(common, count)
        for reader in self._readers.values():
            reader.cut(count, position)

    def clone(self, history: History) -> Readers:
        """The same for a copy of the history."""
        copy = Readers(history, self._origin)
        copy._shared = (
            self._shared if self._log is None else (self._log, self._log.cuts, len(history.journal))
        )
        return copy

    def redealt(self, player: int, history: History) -> Readers:
        """Those of a match that is re-dealt for a player: the player is asked the same, and names pieces the same."""
        reader = self[player]
        asked = self.clone(self.history.clone()) if history.rules.asks else None
        identified = reader.identified(len(self.history.journal)) if reader.identifies else {}
        return Readers(history, Origin(player, asked, identified))

    # --------------------------------------------------------------------------- answers

    def asked(self, strand: int, player: int, name: str, language: str) -> str | None:
        """The prompt of this name, with its slots filled in for its player; None if the match begins after the slots
        got their values."""
        origin = self._origin
        if origin is not None and origin.player == player and origin.readers and not self.history.journal:
            return origin.readers.asked(strand, player, name, language)  # the player has seen the same there
        return self.log.writer.asked(strand, player, name, language)

    def past(self, player: int, position: Position) -> ObservedPast:
        """What a player has seen up to the present position."""
        return self[player].past(position, self.lines)

    def lines(self, since: int = 0) -> Iterator[LogLine]:
        """All lines of the log from the `since`-th action on, whoever may read them."""
        return self.log.writer.lines(since)

    def choices_known(self, position: Position, reader: int | None) -> int:
        """How many choices have been made so far, as far as a reader may know."""
        if has_secrets(self.history.rules):
            return self.log.transcript(reader).choices(position)
        own = NONE if reader is None else reader + 1
        hidden = sum(one.strand != own for one in position.answers)
        return len(self.history.journal) - hidden
