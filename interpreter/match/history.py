"""The history of a match: its set-up, the memory in which its journal begins, and the journal of actions since.

All of it is data: if a scenario edits the memory before the rules begin, the edited memory is kept. So a history can
be written down, copied, and sent to another process. It is replayed for everything that depends on the past: undo,
the log, what players have learnt, other pasts with other secrets.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from ..engine.protocol import Engine, Sink
from ..ir import ACTOR, SECRET_LUCK
from ..memory.words import Memory
from .journal import Entry
from .names import Names
from .options import OptionValue, option_cells
from .position import Position
from .rules import Rules
from .simultaneous import fork_now, replayed

TAKEN = -2
"""The player of a forced action in a match that takes forced actions by itself."""

Edit = Callable[[Memory], None]
"""Edits a memory before the rules begin."""


@attrs.define(eq=False)
class History:
    """The past of a match. `start` is the memory in which the journal begins (None: the beginning of the match),
    `given` the memory with which the rules begin, if it was edited, and `actor` the player who acts there.

    The journal grows with the match; everything derived from it remembers how far it has read.
    """

    rules: Rules
    names: Names
    seed: int
    options: dict[str, OptionValue]
    actor: int = 0
    given: bytes | None = None
    start: bytes | None = None
    journal: list[Entry] = attrs.field(factory=list)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names."""
        return self.names.players

    def begin(self, edit: Edit | None) -> Memory:
        """The memory at the first decision; keeps the memory that `edit` makes before the rules begin. Raises
        `SetupError` for options that the game does not have, and `RulesFault`."""
        if edit is None:
            return self._started(self.rules.engine)

        def keeping(m: Memory) -> None:
            edit(m)
            self.given = m.tobytes()

        return self._started(self.rules.engine, edit=keeping)

    def beginning(self, secret_luck: int | None = None) -> Memory:
        """The memory in which the journal begins, with another state of secret luck if one is given."""
        if self.start is not None:
            return _memory(self.start)
        return self._started(self.rules.engine, edit=self._given(secret_luck))

    def traced_beginning(self, sink: Sink) -> Memory:
        """The same; sends events before the first decision to a sink."""
        if self.start is not None:
            return _memory(self.start)
        return self._started(self.rules.tracing, sink, self._given())

    def _given(self, secret_luck: int | None = None) -> Edit | None:
        if self.given is None and secret_luck is None:
            return None

        def edit(m: Memory) -> None:
            if self.given is not None:
                m[:] = _memory(self.given)
            if secret_luck is not None:
                m[SECRET_LUCK] = secret_luck

        return edit

    def _started(self, engine: Engine, sink: Sink | None = None, edit: Edit | None = None) -> Memory:
        cells = {ACTOR: self.actor, **option_cells(self.rules.lowered.tables, self.options)}
        return engine.start(len(self.players), self.seed, sink, cells, edit)

    def replayed(self, entries: Sequence[Entry]) -> Position:
        """The position after some actions from the beginning of the journal."""
        memory, fork = replayed(self.rules.engine, self.beginning(), entries)
        answers = () if fork is None else tuple(entries[fork.began :])
        return Position(self.rules, self.names, memory, fork, answers)

    def position_of(self, memory: Memory) -> Position:
        """The position of a memory to which the journal leads."""
        one_strand = self.rules.single  # with one strand, nobody acts simultaneously
        fork = None if one_strand else fork_now(self.rules.engine, memory, None, 0, 0)
        if fork is None or not self.journal:
            return Position(self.rules, self.names, memory, fork)
        then = self.replayed(self.journal)
        return Position(self.rules, self.names, memory, then.fork, then.answers)

    def deciders(self) -> list[int]:
        """The player of each action in the journal (NONE: luck)."""
        engine, memory = self.rules.engine, self.beginning()
        found = []
        for entry in self.journal:
            found.append(next(one.player for one in engine.pending(memory) if one.strand == entry.strand))
            engine.act(memory, entry.strand, entry.action)
        return found

    def forced_actions(self) -> list[bool]:
        """For each action in the journal, whether it was forced and taken without asking."""
        engine, memory = self.rules.engine, self.beginning()
        found = []
        for entry in self.journal:
            one = next(one for one in engine.pending(memory) if one.strand == entry.strand)
            at = Position(self.rules, self.names, memory)
            found.append(at.is_forced(one))
            engine.act(memory, entry.strand, entry.action)
        return found

    def clone(self) -> History:
        """The same history with a journal of its own."""
        return self.of_start(self.start, self.journal[:])

    def of_start(self, start: bytes | None, journal: list[Entry]) -> History:
        """A history with the same set-up whose journal begins elsewhere."""
        return History(
            self.rules, self.names, self.seed, self.options, self.actor, self.given, start, journal
        )

    def __reduce__(self) -> tuple[Any, ...]:
        plain = (self.seed, self.options, self.actor, self.given, self.start, self.journal)
        return _restored, (self.rules, self.players, *plain)


def _restored(rules: Rules, players: tuple[str, ...], *plain: Any) -> History:
    return History(rules, Names(rules.lowered, players), *plain)


def _memory(raw: bytes) -> Memory:
    memory = array("q")
    memory.frombytes(raw)
    return memory


__all__ = ["TAKEN", "Edit", "History"]
