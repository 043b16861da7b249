"""At which actions somebody learnt something: what cannot be taken back, because nobody can be made to forget it.

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
from typing import TYPE_CHECKING, Any, Literal

import attrs

from ..ir import FORKS, LUCK, NONE, SECRET_LUCK, WORD_BITS, CellKind
from ..memory.faults import RulesFault
from ..memory.words import Memory, load_set
from .determinize import deal
from .journal import Entry
from .rename_pieces import rename
from .resample import observation, secret_cells
from .simultaneous import Fork, fork_now, replayed

if TYPE_CHECKING:
    from .match import Match

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
    before: Memory
    fork_before: Fork | None
    after: Memory
    fork: Fork | None
    learnt: tuple[int, ...]  # for each player, all the pieces that were known at some moment of it


def lessons(match: Match, since: int = 0) -> Iterator[Lesson]:
    """What was learnt, from the `since`-th action on: one lesson for each action that told anybody anything."""
    for step in _steps(match, since):
        found = _lesson(match, step)
        if found is not None:
            yield found


def _steps(match: Match, since: int) -> Iterator[_Step]:
    engine, players = match.rules.tracing, len(match.players)
    m, fork = replayed(match.rules.engine, match.beginning(), match.journal[:since])
    for number in range(since, len(match.journal)):
        entry, before, old = match.journal[number], m[:], fork
        sink = _Watch(match, m)
        engine.act(m, entry.strand, entry.action, sink)
        fork = fork_now(match.rules.engine, m, old, before[FORKS], number + 1)
        learnt = tuple(map(or_, sink.learnt, _knows(match, m, players)))
        yield _Step(number, entry, before, old, m[:], fork, learnt)


class _Watch(list[Any]):
    """What the tracing engine tells events to: at each of them it is noted what is known. What is looked at and
    then put where nobody can follow it is not known any more in the end."""

    def __init__(self, match: Match, m: Memory) -> None:
        super().__init__()
        self.match, self.m = match, m
        self.learnt = (0,) * len(match.players)

    def append(self, told: tuple[int, ...]) -> None:
        self.learnt = tuple(map(or_, self.learnt, _knows(self.match, self.m, len(self.learnt))))


def _knows(match: Match, m: Memory, players: int) -> tuple[int, ...]:
    layout = match.rules.lowered.program.layout
    words = layout.piece_words
    return tuple(load_set(m, layout.knows + player * words, words) for player in range(players))


def _lesson(match: Match, step: _Step) -> Lesson | None:
    before, after = step.before, step.after
    chance = next(one for one in match.rules.engine.pending(before) if one.strand == step.entry.strand)
    if chance.player == NONE or before[LUCK] != after[LUCK] or before[SECRET_LUCK] != after[SECRET_LUCK]:
        return Lesson(step.number, "luck")
    players = len(match.players)
    for player, (known, learnt) in enumerate(zip(_knows(match, before, players), step.learnt, strict=True)):
        if learnt & ~known:
            return Lesson(step.number, "knowledge", player)
    if _comes_out(match, step):
        return Lesson(step.number, "answers")
    for player in range(players):
        if _tells_secrets(match, step, player):
            return Lesson(step.number, "knowledge", player)
    return None


def _comes_out(match: Match, step: _Step) -> bool:
    """Whether with this action the last player has answered, and what others had answered is open."""
    fork = step.fork_before
    if fork is None or fork is step.fork:
        return False
    return any(entry.strand != step.entry.strand for entry in match.journal[fork.began : step.number])


# ------------------------------------------------------------------------- trying it out


def _tells_secrets(match: Match, step: _Step, player: int) -> bool:
    """Whether what the player sees after an action would be something else with other secrets."""
    eyes, engine = match.clone(), match.rules.engine
    journal = match.journal[: step.number + 1]

    def seen(m: Memory, fork: Fork | None, actions: int) -> Any:
        eyes.place(m, fork, journal[:actions])
        return observation(eyes, player)

    if step.fork_before is not None:  # each sees where they began and the own answers: no secret comes in
        return False
    others = list(_otherwise(match, step, player))
    if not others:
        return False
    before = seen(step.before[:], None, step.number)
    after = seen(step.after[:], step.fork, step.number + 1)
    for m in others:
        try:
            if seen(m, None, step.number) != before:
                continue  # the player could have told
            if step.entry.action not in engine.actions(m, step.entry.strand):
                continue
            m = m[:]
            engine.act(m, step.entry.strand, step.entry.action)
            fork = fork_now(engine, m, None, step.before[FORKS], step.number + 1)
            if seen(m, fork, step.number + 1) != after:
                return True
        except (RulesFault, ArithmeticError, IndexError):  # such a position could not have been
            continue
    return False


def _otherwise(match: Match, step: _Step, player: int) -> Iterator[Memory]:
    """The memory before an action, with other secrets than it holds: always the same ones for the same match."""
    rng = random.Random(f"{match.seed} {step.number} {player}")
    found = list(_other_states(match, step.before, player))
    yield from rng.sample(found, MOST_TRIED) if len(found) > MOST_TRIED else found
    if len(found) > 1:
        yield from (_united(step.before, rng.sample(found, min(len(found), 4))) for _ in range(DEALS))
    eyes, lowered = match.clone(), match.rules.lowered
    eyes.place(step.before[:], None, match.journal[: step.number])
    for _ in range(DEALS):
        new = deal(eyes, player, rng)
        if new != list(range(len(new))):
            yield rename(lowered, match.rules.engine.plan, step.before[:], new)


def _other_states(match: Match, m: Memory, player: int) -> Iterator[Memory]:
    """The memory with one secret state changed that the player does not see."""
    cells = {
        address: cell
        for cell in match.rules.lowered.program.layout.cells
        for address in range(cell.address, cell.address + cell.count * cell.words)
    }
    for address, words, mask in secret_cells(match.rules, player, len(match.players)):
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
