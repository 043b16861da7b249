"""The actions at which somebody learnt something: what cannot be taken back, because nobody can be made to forget it.

Somebody learns something where luck decides; where a player gets to know a piece; where answers that were given
simultaneously come out; and where the position that a player sees afterwards rests on a secret state, or on pieces
that this player does not know. The last is tried out: if with another secret, which looked the same before, the same
action leads to something that looks different, then it has told something of the secret.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from operator import or_
from typing import Any, Literal

import attrs

from ..ir import FORKS, LUCK, NONE, SECRET_LUCK, WORD_BITS, CellKind
from ..memory.faults import RulesFault
from ..memory.words import Memory
from .history import History
from .journal import Entry
from .position import Position, known_by_each
from .rename_pieces import rename
from .resample import observation, secret_cells
from .simultaneous import Fork, fork_now
from .unknown_pieces import deal

Kind = Literal["luck", "answers", "knowledge"]

SETS = (CellKind.PIECES, CellKind.DESIGNS, CellKind.PLAYERS, CellKind.PLACES)

MOST_TRIED = 40
"""So many other secrets are tried for each reader of an action, and so many values of one state at most."""
DEALS = 4
"""So often what a reader does not know is dealt otherwise."""


@attrs.frozen
class Lesson:
    """What was learnt at the `step`-th action of the journal: luck decided, simultaneous answers came out, or
    `player` got to know something (NONE: it is not told who)."""

    step: int
    kind: Kind
    player: int = NONE


@attrs.frozen
class _Step:
    """An action, and the position before and after it."""

    number: int
    entry: Entry
    before: Position
    after: Position
    learnt: tuple[int, ...]  # for each player, all the pieces that were known at some moment of it


def lessons(history: History, since: int = 0) -> Iterator[Lesson]:
    """What was learnt, from the `since`-th action on: one lesson for each action that told anybody anything."""
    for step in _steps(history, since):
        found = _lesson(history, step)
        if found is not None:
            yield found


def _steps(history: History, since: int) -> Iterator[_Step]:
    rules = history.rules
    before = history.replayed(history.journal[:since])
    for number in range(since, len(history.journal)):
        entry, m = history.journal[number], before.memory[:]
        sink = _Watch(history, m)
        rules.tracing.act(m, entry.strand, entry.action, sink)
        fork = fork_now(rules.engine, m, before.fork, before.memory[FORKS], number + 1)
        after = _position(history, m, fork, number + 1)
        yield _Step(number, entry, before, after, tuple(map(or_, sink.learnt, after.knowledge())))
        before = after


def _position(history: History, m: Memory, fork: Fork | None, actions: int) -> Position:
    """The position of a memory after so many actions of the journal."""
    answers = history.journal[fork.began : actions] if fork is not None else ()
    return Position(history.rules, history.names, m, fork, answers)


class _Watch(list[Any]):
    """What the tracing engine tells events to: at each of them it is noted what is known. What is looked at and
    then put where nobody can follow it is not known any more in the end."""

    def __init__(self, history: History, m: Memory) -> None:
        super().__init__()
        self.rules, self.m = history.rules, m
        self.learnt = (0,) * len(history.players)

    def append(self, told: tuple[int, ...]) -> None:
        self.learnt = tuple(map(or_, self.learnt, known_by_each(self.rules, self.m, len(self.learnt))))


def _lesson(history: History, step: _Step) -> Lesson | None:
    before, after = step.before.memory, step.after.memory
    decided = next(one for one in step.before.pending() if one.strand == step.entry.strand)
    if decided.player == NONE or before[LUCK] != after[LUCK] or before[SECRET_LUCK] != after[SECRET_LUCK]:
        return Lesson(step.number, "luck")
    for player, (known, learnt) in enumerate(zip(step.before.knowledge(), step.learnt, strict=True)):
        if learnt & ~known:
            return Lesson(step.number, "knowledge", player)
    if _comes_out(step):
        return Lesson(step.number, "answers")
    for player in range(len(history.players)):
        if _tells_secrets(history, step, player):
            return Lesson(step.number, "knowledge", player)
    return None


def _comes_out(step: _Step) -> bool:
    """Whether with this action the last player has answered, and what others had answered is open."""
    if step.before.fork is None or step.before.fork is step.after.fork:
        return False
    return any(entry.strand != step.entry.strand for entry in step.before.answers)


# ------------------------------------------------------------------------- trying it out


def _tells_secrets(history: History, step: _Step, player: int) -> bool:
    """Whether what the player sees after an action would be something else with other secrets."""
    if step.before.fork is not None:  # each sees where they began and the own answers: no secret comes in
        return False
    others = list(_otherwise(history, step, player))
    if not others:
        return False
    engine, forks = history.rules.engine, step.before.memory[FORKS]
    before, after = observation(step.before, player), observation(step.after, player)
    for m in others:
        try:
            if observation(_position(history, m, None, step.number), player) != before:
                continue  # the player could have told
            if step.entry.action not in engine.actions(m, step.entry.strand):
                continue
            m = m[:]
            engine.act(m, step.entry.strand, step.entry.action)
            fork = fork_now(engine, m, None, forks, step.number + 1)
            if observation(_position(history, m, fork, step.number + 1), player) != after:
                return True
        except (RulesFault, ArithmeticError, IndexError):  # such a position could not have been
            continue
    return False


def _otherwise(history: History, step: _Step, player: int) -> Iterator[Memory]:
    """The memory before an action, with other secrets than it holds: always the same ones for the same match."""
    rng = random.Random(f"{history.seed} {step.number} {player}")
    rules, m = history.rules, step.before.memory
    found = list(_other_states(history, m, player))
    yield from rng.sample(found, MOST_TRIED) if len(found) > MOST_TRIED else found
    if len(found) > 1:
        yield from (_united(m, rng.sample(found, min(len(found), 4))) for _ in range(DEALS))
    for _ in range(DEALS):
        new = deal([step.before], player, rng)
        if new != list(range(len(new))):
            yield rename(rules.lowered, rules.engine.plan, m, new)


def _other_states(history: History, m: Memory, player: int) -> Iterator[Memory]:
    """The memory with one secret state changed that the player does not see."""
    cells = {
        address: cell
        for cell in history.rules.lowered.program.layout.cells
        for address in range(cell.address, cell.address + cell.count * cell.words)
    }
    for address, words, mask in secret_cells(history.rules, player, len(history.players)):
        cell = cells[address]
        if cell.kind in SETS:
            inside = cell.most & mask
            bits = [bit for bit in range(WORD_BITS * words) if inside >> bit & 1][:MOST_TRIED]
            changes = [(address + bit // WORD_BITS, 1 << bit % WORD_BITS) for bit in bits]
            changes = [(at, m[at] ^ bit) for at, bit in changes]
        else:
            values = {*range(cell.least, min(cell.most, cell.least + MOST_TRIED) + 1), cell.most}
            changes = [(address, value) for value in sorted(values - {m[address]})]
        for at, value in changes:
            other = array("q", m)
            other[at] = value
            yield other


def _united(m: Memory, others: list[Memory]) -> Memory:
    """The memory with all the changes of others."""
    found = m[:]
    for other in others:
        for address, (old, new) in enumerate(zip(m, other, strict=True)):
            if old != new:
                found[address] = new
    return found


__all__ = ["Kind", "Lesson", "lessons"]
