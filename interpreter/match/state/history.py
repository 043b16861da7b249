"""The history of a match: its set-up, the memory in which its journal begins, and the journal of actions since.

All of it is data: if a scenario edits the memory before the rules begin, the edited memory is kept. So a history can
be written down, copied, and sent to another process. It is replayed for everything that depends on the past: undo,
the log, what players have learnt, other pasts with other secrets. Whatever needs only the latest actions begins at a
position that was kept (`checkpoints`), so that its cost does not grow with the match.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import attrs

from ...engine.protocol import Engine, Pending, Sink
from ...ir import ACTOR, FORKS, OVER, SECRET_LUCK
from ...memory.faults import RulesFault
from ...memory.words import Memory, memory_of
from ..errors import NoDecisionError, SaveError
from ..records.named_choices import Note, place_chosen
from ..setup.names import MatchNames
from ..setup.options import OptionValue, option_cells
from ..setup.rules import Rules
from .checkpoints import Checkpoint, Checkpoints
from .forks import ForkPoint, fork_now
from .journal import JournalEntry
from .position import Position
from .verify_memory import resumable

TAKEN = -2
"""The player of a forced action in a match that takes forced actions by itself."""

Edit = Callable[[Memory], None]
"""Edits a memory before the rules begin."""

LATEST = 8
"""How many of the latest positions a history keeps, to go back to them without replaying anything."""

ELSEWHERE = "the actions of this match do not lead to the saved position"
NOT_TAKEN = "the actions of this match cannot have been taken"

T = TypeVar("T")


@attrs.define(eq=False)
class History:
    """The past of a match. `start` is the memory in which the journal begins (None: the beginning of the match),
    `given` the memory with which the rules begin, if it was edited, and `actor` the player who acts there. `which` is
    the number of the start with which this match begins, if the rules have several.

    The journal grows with the match; everything derived from it remembers how far it has read. The first `claimed`
    actions come from a save, which says where they lead (its checkpoints): they have not been replayed yet, so
    whatever replays them checks that they are legal and lead there, and raises `SaveError` if not.
    """

    rules: Rules
    names: MatchNames
    seed: int
    options: dict[str, OptionValue]
    actor: int = 0
    which: int = 0
    given: bytes | None = None
    start: bytes | None = None
    journal: list[JournalEntry] = attrs.field(factory=list)
    checkpoints: Checkpoints = attrs.field(factory=Checkpoints)
    claimed: int = 0
    _latest: deque[tuple[int, Position]] = attrs.field(factory=lambda: deque(maxlen=LATEST))
    _notes: list[Note | None] = attrs.field(factory=list)  # may be shorter than the journal
    _claims: list[Note] = attrs.field(factory=list)  # what a save says of the actions that it claims
    _forced: dict[int, bool] = attrs.field(factory=dict)
    _began: bytes | None = None  # the beginning, compressed, once it was needed again
    _now: tuple[int, Position] | None = None  # the number of actions, and the position after them

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
            return memory_of(self.start)
        if secret_luck is not None:
            return self._started(self.rules.engine, edit=self._given(secret_luck))
        if self._began is None:  # every reader of the match will ask for it
            m = self._started(self.rules.engine, edit=self._given())
            self._began = zlib.compress(m.tobytes(), 1)
            return m
        return memory_of(zlib.decompress(self._began))

    def traced_beginning(self, sink: Sink, begins: Callable[[Memory], None]) -> Memory:
        """The same; sends events before the first decision to a sink. `begins` is given the memory before the rules
        begin, so that the sink can look into it at each event."""
        if self.start is not None:
            return memory_of(self.start)
        given = self._given()

        def edit(m: Memory) -> None:
            if given is not None:
                given(m)
            begins(m)

        return self._started(self.rules.tracing, sink, edit)

    def _given(self, secret_luck: int | None = None) -> Edit | None:
        if self.given is None and secret_luck is None:
            return None

        def edit(m: Memory) -> None:
            if self.given is not None:
                m[:] = memory_of(self.given)
            if secret_luck is not None:
                m[SECRET_LUCK] = secret_luck

        return edit

    def _started(self, engine: Engine, sink: Sink | None = None, edit: Edit | None = None) -> Memory:
        cells = {ACTOR: self.actor, **option_cells(self.rules.lowered.tables, self.options)}
        if self.rules.lowered.start_cell is not None:
            cells[self.rules.lowered.start_cell] = self.which
        return engine.start(len(self.players), self.seed, sink, cells, edit)

    def explained(
        self, fault: RulesFault, before: Position | None, entry: JournalEntry | None = None
    ) -> RulesFault:
        """The same fault, with its callers, which only the Python engine knows: it repeats what another engine has
        done since the position `before` (None: since the beginning)."""
        python = self.rules.tiers.python
        if fault.callers is not None or self.rules.engine is python:
            return fault
        try:
            if before is None or entry is None:
                m = self._started(python, edit=self._given())
            else:
                m = before.memory[:]
                python.act(m, entry.strand, entry.action)
            for pending in python.pending(m):
                python.actions(m, pending.strand)
        except RulesFault as found:
            return found if found.fault == fault.fault else fault
        return fault

    def position(self, memory: Memory, fork: ForkPoint | None, count: int) -> Position:
        """The position of a memory to which the first `count` actions lead, and the fork that is open there."""
        answers = () if fork is None else tuple(self.journal[fork.began : count])
        return Position(self.rules, self.names, memory, fork, answers)

    def position_of(self, memory: Memory) -> Position:
        """The position of a memory to which the journal leads."""
        one_strand = self.rules.single  # with one strand, nobody acts simultaneously
        fork = None if one_strand else fork_now(self.rules.engine, memory, None, 0, 0)
        if fork is None or not self.journal:
            return Position(self.rules, self.names, memory, fork)
        then = self.at(len(self.journal))
        return Position(self.rules, self.names, memory, then.fork, then.answers)

    # --------------------------------------------------------------- forwards and back

    def add(self, entry: JournalEntry, before: Position, after: Position) -> None:
        """Adds an action to the journal, with the positions before and after it."""
        self._latest.append((len(self.journal), before))
        decider = before.decider(entry.strand)
        if decider is not None:
            if len(self._notes) < len(self.journal):
                self._notes += [None] * (len(self.journal) - len(self._notes))
            self._notes.append((decider, place_chosen(self.rules, before, entry.action)))
        self.journal.append(entry)
        self._now = len(self.journal), after
        if self.checkpoints.wants(len(self.journal), after.fork):
            self.checkpoints.keep(len(self.journal), after.memory, after.fork)

    def cut(self, count: int) -> None:
        """Forgets all but the first `count` actions."""
        for number in range(count, len(self.journal)):
            self._forced.pop(number, None)
        del self.journal[count:], self._notes[count:], self._claims[count:]
        self.checkpoints.cut(count)
        self.claimed = min(self.claimed, count)
        while self._latest and self._latest[-1][0] >= count:
            self._latest.pop()
        if self._now is not None and self._now[0] > count:
            self._now = None

    def claim(
        self, entries: list[JournalEntry], checkpoints: list[Checkpoint], notes: list[Note]
    ) -> Position:
        """Takes over the journal of a save, and the past positions that it says lead to its end (at least one).
        Replays only what follows the last one. Raises `SaveError` if that is impossible. The notes are believed by
        nobody, and only written down again."""
        self.journal, self.checkpoints, self.claimed = entries, Checkpoints(checkpoints), len(entries)
        self._claims = notes
        position = self.at(len(entries))
        self.claimed = checkpoints[-1].count
        return position

    def at(self, count: int) -> Position:
        """The position after the first `count` actions of the journal; replays few, however many there are."""
        for number, position in reversed(self._latest):
            if number == count:
                return position
        began, m, fork = self.checkpoint_before(count)
        for number in range(began, count):
            fork = self.step(m, number, fork)
            if self.checkpoints.wants(number + 1, fork):
                self.checkpoints.keep(number + 1, m[:], fork)
        return self.position(m, fork, count)

    def kept(self, count: int) -> Position | None:
        """The position after the first `count` actions, if they are among the latest. Do not change its memory."""
        if self._now is not None and self._now[0] == count:
            return self._now[1]
        return next((position for number, position in self._latest if number == count), None)

    def checkpoint_before(self, count: int) -> tuple[int, Memory, ForkPoint | None]:
        """The last kept position at or before the first `count` actions: how many actions lead to it, its memory,
        which belongs to the caller, and the fork that is open there."""
        checkpoint = self.checkpoints.nearest(count)
        if checkpoint is None:
            m = self.beginning()
            return 0, m, None if self.rules.single else fork_now(self.rules.engine, m, None, 0, 0)
        if checkpoint.doubtful:
            self._look_at(checkpoint)
        return checkpoint.count, *checkpoint.unpacked()

    def _look_at(self, checkpoint: Checkpoint) -> None:
        """Looks at a position that a save claims."""
        memory, _ = checkpoint.unpacked()
        if not resumable(Position(self.rules, self.names, memory)):
            raise SaveError(ELSEWHERE)
        self.checkpoints.trust(checkpoint)

    def carry_out(self, engine: Engine, m: Memory, number: int, sink: Sink | None = None) -> None:
        """Carries out an action of the journal, the `number`-th from 0, in the memory before it."""
        entry, claimed = self.journal[number], number < self.claimed
        if claimed:
            self._check_legal(m, entry)
        try:
            if sink is None:
                engine.act(m, entry.strand, entry.action)
            else:
                engine.act(m, entry.strand, entry.action, sink)
        except RulesFault:
            if claimed:
                raise SaveError(NOT_TAKEN) from None
            raise
        if claimed:
            checkpoint = self.checkpoints.nearest(number + 1)
            if checkpoint is not None and checkpoint.count == number + 1 and checkpoint.unpacked()[0] != m:
                raise SaveError(ELSEWHERE)

    def step(self, m: Memory, number: int, fork: ForkPoint | None) -> ForkPoint | None:
        """The same, by the engine that plays. `fork` is the one that is open before; returns the one that is open
        afterwards."""
        forks, engine = m[FORKS], self.rules.engine
        self.carry_out(engine, m, number)
        return None if self.rules.single else fork_now(engine, m, fork, forks, number + 1)

    def decision_at(self, m: Memory, number: int) -> Pending:
        """The decision at which an action of the journal was taken, by the memory before it."""
        strand = self.journal[number].strand
        if not m[OVER]:
            for one in self.rules.engine.pending(m):
                if one.strand == strand:
                    return one
        raise SaveError(NOT_TAKEN)

    def _check_legal(self, m: Memory, entry: JournalEntry) -> None:
        here = Position(self.rules, self.names, m)
        try:
            open_strands = [one.strand for one in here.pending()]
            if entry.strand in open_strands and entry.action in here.legal(entry.strand):
                return
        except RulesFault:
            pass
        raise SaveError(NOT_TAKEN)

    # ------------------------------------------------------------------- who has decided

    def decider(self, number: int) -> int:
        """The player of an action in the journal (NONE: luck)."""
        return self._note(number)[0]

    def _note(self, number: int) -> Note:
        """The player of an action in the journal, and the place of the piece that it chose."""
        known = self._notes[number] if number < len(self._notes) else None
        if known is None:
            found: dict[int, Note] = {}
            known = self._of_decision(number, found, self._noted)
            self._notes += [None] * (max(found) + 1 - len(self._notes))
            for step, note in found.items():
                self._notes[step] = note
        return known

    def _noted(self, before: Position, pending: Pending, entry: JournalEntry) -> Note:
        return pending.player, place_chosen(self.rules, before, entry.action)

    def notes(self) -> list[Note]:
        """The player of each action, and the place of the piece that it chose, for a record. Those of actions that a
        save claims are what the save says, if it says it. Raises `SaveError` if a save was forged."""
        claims = self._claims
        return [
            claims[number]
            if number < len(claims) and (number >= len(self._notes) or self._notes[number] is None)
            else self._note(number)
            for number in range(len(self.journal))
        ]

    def was_forced(self, number: int) -> bool:
        """Whether an action in the journal was forced and taken without asking."""
        return self._of_decision(number, self._forced, lambda here, pending, _: here.is_forced(pending))

    def last_asked(self) -> int:
        """The number of the last action that was not forced. Raises `NoDecisionError` if there is none."""
        for number in reversed(range(len(self.journal))):
            if not self.was_forced(number):
                return number
        raise NoDecisionError("there is nothing to take back")

    def _of_decision(
        self, number: int, known: dict[int, T], question: Callable[[Position, Pending, JournalEntry], T]
    ) -> T:
        """The answer to a question about the decision at which an action was taken. Answers it for all actions
        between two kept positions, so that a walk through the journal replays each action once."""
        if number not in known:
            first, m, fork = self.checkpoint_before(number)
            last = self.checkpoints.after(number)
            found: dict[int, T] = {}
            for step in range(first, len(self.journal) if last is None else last):
                here = Position(self.rules, self.names, m)
                found[step] = question(here, self.decision_at(m, step), self.journal[step])
                fork = self.step(m, step, fork)
            known.update(found)
        return known[number]

    def deciders(self) -> list[int]:
        """The player of each action in the journal (NONE: luck)."""
        return [self.decider(number) for number in range(len(self.journal))]

    def clone(self) -> History:
        """The same history with a journal of its own."""
        copy = self.of_start(self.start, self.journal)
        copy.checkpoints, copy.claimed, copy._latest = (
            self.checkpoints.clone(),
            self.claimed,
            self._latest.copy(),
        )
        copy._began, copy._now = self._began, self._now
        copy._notes, copy._claims = self._notes[:], self._claims[:]
        return copy

    def of_start(self, start: bytes | None, journal: Iterable[JournalEntry] = ()) -> History:
        """A history with the same set-up whose journal begins elsewhere."""
        return History(
            self.rules,
            self.names,
            self.seed,
            self.options,
            self.actor,
            self.which,
            self.given,
            start,
            list(journal),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        plain = (self.seed, self.options, self.actor, self.which, self.given, self.start, self.journal)
        kept = self.checkpoints.spread(len(self.journal))
        return _restored, (self.rules, self.players, *plain, Checkpoints(kept), self.claimed)


def _restored(rules: Rules, players: tuple[str, ...], *plain: Any) -> History:
    return History(rules, MatchNames(rules.lowered, players), *plain)
