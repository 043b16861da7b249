"""Plays many steps of many matches without a break, and notes all of them: networks decide, or luck.

In: `Matches` and `Worker`, as in `stepping`, and `Playing`: who decides, and where it is noted. Out: each row as many
steps further as it was asked for, or as there is room for in its journal.
"""

from __future__ import annotations

from ..ir import NONE
from ..memory.luck import signed
from .deciding import Net, decide, logarithm
from .kernel import Bytes, Cells, Halves, Singles, lanes, real, record
from .stepping import (
    FORCED_IN_A_ROW,
    NEVER,
    Matches,
    Worker,
    clear_step,
    play_row,
    random_action,
    start_row,
)


@record
class Playing:
    """What is played and noted. Arrays have a place for each step and row: those of a step lie together.

    Attributes:
        steps: how many each row takes; `taken` is by row how many it has taken.
        room: how many entries a journal has room for.
        nets: the networks. `seats` is by seat the number of the one that decides there; -1 if it chooses at random.
        size: how many numbers an observation has; 0 if none are noted.
        logs: the logarithms of the probabilities of the actions.
    """

    steps: int
    taken: Cells
    room: int
    nets: list[Net]
    seats: Cells
    size: int
    observations: Singles
    masks: Bytes
    players: Halves
    actions: Cells
    logs: Singles
    rewards: Singles
    done: Bytes
    truncated: Bytes


def play_rows(s: Matches, k: Worker, p: Playing, first: int, last: int) -> int:
    """Plays rows."""
    for row in range(first, last):
        s.statuses[row] = 0
        begin = p.taken[row]
        k.count = 0
        if s.ended[row] == 0:
            k.count = s.options(s.memories[row], s.strands[row], k.buffer, k.context)
        for step in range(begin, p.steps):
            if s.decisions[row] + FORCED_IN_A_ROW + 2 > p.room:
                break
            at = step * s.rows + row
            note_before(s, p, row, at)
            play_step(s, k, p, row, at)
            note_after(s, p, row, at)
            p.taken[row] = step + 1
            if s.statuses[row] != 0:
                break
    return last


def note_before(s: Matches, p: Playing, row: int, at: int) -> None:
    """Notes what is seen, and by whom."""
    players = p.players
    players[at] = NONE
    if s.ended[row] == 0:
        players[at] = s.deciders[row]
    size = p.size
    if size != 0:
        seen = s.observations[row]
        kept = p.observations
        place = at * size
        for number in lanes(size):
            kept[place + number] = seen[number]
    count = s.actions
    masks = s.masks
    noted = p.masks
    source = row * count
    to = at * count
    for number in lanes(count):
        noted[to + number] = masks[source + number]


def play_step(s: Matches, k: Worker, p: Playing, row: int, at: int) -> None:
    """One step of a row. A row whose match is over begins the next one, if it may."""
    clear_step(s, row)
    p.actions[at] = NONE
    p.logs[at] = 0.0
    if s.ended[row] != 0:
        if s.resets != NEVER:
            start_row(s, k, row)
        return
    who = s.deciders[row]
    chosen = NONE
    if who != NONE:
        chosen = p.seats[who]
    if chosen == NONE:
        action = random_action(s, k, row)
        if action < 0:
            s.statuses[row] = -action
            return
        if who != NONE:
            p.logs[at] = -logarithm(real(k.count))
    else:
        action = chosen_action(s, k, p.nets[chosen], row)
        p.logs[at] = k.thought.log
    p.actions[at] = s.index_of[action]
    play_row(s, k, row, action)


def chosen_action(s: Matches, k: Worker, net: Net, row: int) -> int:
    """The action that a network takes, by its number."""
    t = k.thought
    t.count = k.count
    for one in range(k.count):
        t.legal[one] = s.index_of[k.buffer[one]]
    k.dice.state = s.dice[row]
    place = decide(net, t, s.observations[row], k.dice)
    s.dice[row] = signed(k.dice.state)
    return k.buffer[place]


def note_after(s: Matches, p: Playing, row: int, at: int) -> None:
    """Notes what has become of it."""
    players = s.players
    for seat in range(players):
        p.rewards[at * players + seat] = s.rewards[row * players + seat]
    p.done[at] = s.done[row]
    p.truncated[at] = s.truncated[row]
