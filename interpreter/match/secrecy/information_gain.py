"""Finds the actions that revealed something, which cannot be undone, because nobody can be made to forget it.

An action reveals something if luck decides; if a player gets to know a piece; if simultaneous answers become public;
or if the position that a player sees afterwards depends on a secret state, or on pieces that this player does not
know. The last case is found by trial: other secrets are tried that looked the same before; if the same action then
leads to a different view, it reveals something about the secret.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from operator import or_
from typing import Any, Literal

import attrs

from ...ir import FORKS, LUCK, NONE, SECRET_LUCK, WORD_BITS, CellKind
from ...ir.widths import signed_word
from ...memory.dice import Dice
from ...memory.faults import RulesFault
from ...memory.words import Memory
from ..state.forks import fork_now
from ..state.history import History
from ..state.journal import JournalEntry
from ..state.position import Position, known_by_each
from ..state.rename_pieces import rename
from .observations import observation, secret_cells
from .unknown_pieces import deal

RevelationKind = Literal["luck", "answers", "knowledge"]

SETS = (CellKind.PIECES, CellKind.DESIGNS, CellKind.PLAYERS, CellKind.PLACES)

MOST_TRIED = 40
"""How many other secrets are tried for each reader of an action, and at most how many values of one state."""
DEALS = 4
"""How many other deals of what a reader does not know are tried."""


@attrs.frozen
class Revelation:
    """What the `step`-th action of the journal revealed: luck decided, simultaneous answers became public, or
    `player` learnt something (NONE: the player is not reported)."""

    step: int
    kind: RevelationKind
    player: int = NONE


@attrs.frozen
class _Step:
    """An action, and the positions before and after it."""

    number: int
    entry: JournalEntry
    before: Position
    after: Position
    learnt: tuple[int, ...]  # for each player, all pieces that were known at some moment during the action


def revelations(history: History, since: int = 0) -> Iterator[Revelation]:
    """What was revealed, from the `since`-th action on: one entry for each action that revealed anything."""
    for step in _steps(history, since):
        found = _revelation(history, step)
        if found is not None:
            yield found


def _steps(history: History, since: int) -> Iterator[_Step]:
    rules = history.rules
    before = history.at(since)
    for number in range(since, len(history.journal)):
        entry, m = history.journal[number], before.memory[:]
        sink = _Watch(history, m)
        rules.tracing.act(m, entry.strand, entry.action, sink)
        fork = fork_now(rules.engine, m, before.fork, before.memory[FORKS], number + 1)
        after = history.position(m, fork, number + 1)
        yield _Step(number, entry, before, after, tuple(map(or_, sink.learnt, after.knowledge())))
        before = after


class _Watch(list[Any]):
    """A sink of the tracing engine that notes, at each event, which pieces are known. A piece that is looked at,
    and then moved where nobody can follow it, is no longer known at the end."""

    def __init__(self, history: History, m: Memory) -> None:
        super().__init__()
        self.rules, self.m = history.rules, m
        self.learnt = (0,) * len(history.players)

    def append(self, emitted: tuple[int, ...]) -> None:
        self.learnt = tuple(map(or_, self.learnt, known_by_each(self.rules, self.m, len(self.learnt))))


def _revelation(history: History, step: _Step) -> Revelation | None:
    before, after = step.before.memory, step.after.memory
    decided = next(one for one in step.before.pending() if one.strand == step.entry.strand)
    if decided.player == NONE or before[LUCK] != after[LUCK] or before[SECRET_LUCK] != after[SECRET_LUCK]:
        return Revelation(step.number, "luck")
    for player, (known, learnt) in enumerate(zip(step.before.knowledge(), step.learnt, strict=True)):
        if learnt & ~known:
            return Revelation(step.number, "knowledge", player)
    if _opens_answers(step):
        return Revelation(step.number, "answers")
    for player in range(len(history.players)):
        if _reveals_secrets(history, step, player):
            return Revelation(step.number, "knowledge", player)
    return None


def _opens_answers(step: _Step) -> bool:
    """Whether this action is the last simultaneous answer, so that all answers become public."""
    if step.before.fork is None or step.before.fork is step.after.fork:
        return False
    return any(entry.strand != step.entry.strand for entry in step.before.answers)


# ------------------------------------------------------------------------- trying it out


def _reveals_secrets(history: History, step: _Step, player: int) -> bool:
    """Whether the player would see something else after an action if secrets were different."""
    if step.before.fork is not None:  # players see only their own answers, which depend on no secret
        return False
    others = list(_otherwise(history, step, player))
    if not others:
        return False
    engine, forks = history.rules.engine, step.before.memory[FORKS]
    before, after = observation(step.before, player), observation(step.after, player)
    for m in others:
        try:
            if observation(history.position(m, None, step.number), player) != before:
                continue  # the player could have noticed the difference before
            if step.entry.action not in engine.actions(m, step.entry.strand):
                continue
            m = m[:]
            engine.act(m, step.entry.strand, step.entry.action)
            fork = fork_now(engine, m, None, forks, step.number + 1)
            if observation(history.position(m, fork, step.number + 1), player) != after:
                return True
        except (RulesFault, ArithmeticError, IndexError):  # such a position is impossible
            continue
    return False


def _otherwise(history: History, step: _Step, player: int) -> Iterator[Memory]:
    """The memory before an action, with other secrets: always the same ones for the same match."""
    rng = Dice.of(history.seed, step.number, player)
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
    """The memory, with one secret state changed that the player does not see."""
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
            changes = [(address + bit // WORD_BITS, signed_word(1 << bit % WORD_BITS)) for bit in bits]
            changes = [(at, m[at] ^ bit) for at, bit in changes]
        else:
            values = {*range(cell.least, min(cell.most, cell.least + MOST_TRIED) + 1), cell.most}
            changes = [(address, value) for value in sorted(values - {m[address]})]
        for at, value in changes:
            other = array("q", m)
            other[at] = value
            yield other


def _united(m: Memory, others: list[Memory]) -> Memory:
    """The memory, with all the changes of others."""
    found = m[:]
    for other in others:
        for address, (old, new) in enumerate(zip(m, other, strict=True)):
            if old != new:
                found[address] = new
    return found
