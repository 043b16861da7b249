"""Steps many matches of one game together, which lie in a row, and writes what their players see.

In: `Matches`, where everything lies, `Worker`, the room that one thread needs, and a range of rows. Out: the rows,
each one action further. Rows do not depend on each other, so threads can share them out.
"""

from __future__ import annotations

from ..ir import FORKS, LUCK, NONE, OVER, SECRET_LUCK, WINNERS
from ..memory.dice import Dice
from ..memory.luck import secret_bits, signed
from .counting import match_seed
from .deciding import Thought
from .kernel import (
    Bytes,
    Cells,
    Halves,
    Routine,
    Singles,
    clear,
    copy,
    copy_halves,
    copy_singles,
    real,
    record,
    wipe,
)
from .planes import Planes, write_planes
from .vectors import UNKNOWN, Past, Vectors, Writing, entry_of, fetch_ahead, write_vector

SAME, NEXT, NEVER = range(3)
"""When a row begins another match: in the step in which the last one ends, in the next step, or on request."""

FORCED_IN_A_ROW = 63
"""How many decisions without a choice a step takes by itself at most; journals have room for these."""
MOST_BEGUN = 100
"""After this many matches that end before anybody decides anything, a row gives up."""
NOTHING_TO_DECIDE = -1
"""The status of such a row."""
STRAND = 32
"""An entry of a journal is an action, and from this bit on a strand."""


@record
class Matches:
    """Matches in rows.

    Attributes:
        v: how positions become vectors.
        rows: how many matches there are, with `players` players; `size` is that of a memory.
        seat: the only seat that is asked, while all others choose at random; -1 if all are asked.
        template: the memory with which all begin, but for luck.
        seed: that of the batch. `begun` is by row the number of the match that begins next, `seeds` the seed of the
            present one.
        bound: after how many decisions a match is broken off.
        resets: when rows begin another match, one of the constants above. `forced`: whether decisions without a
        choice
            are taken; `may_force` says by entry of the frame plan where that tells nobody anything.
        scored: whether there are scores; else rewards are 1, 0 and -1.
        explicit: whether luck is a player.
        actions: how many there are, each with its number in `numbers`; `index_of` is the way back, or -1.
        memories, journals: by row.
        began: by row the length of the journal where players began to act simultaneously, or -1; `forks` the memory
            there.
        strands: by row the strand that decides, 0 if there is only the main one. `single`: there is only that.
        ended: by row whether the match is over and another has not begun.
        statuses: by row what has gone wrong, 0 if nothing has.
        dice: by row the state of the dice of whoever chooses at random.
        observations, masks, deciders, rewards, done, truncated, decisions: what a learner gets.
        pasts: what has been written to the observations.
        opening: the first observation of some match, if `has_opening`, and `opened` what was written to it; `kept`
            and `placed` are how many numbers a past has.
        finals: where the last observation of a match goes if another one begins in the same step. `has_finals`: it is
            wanted; `sees`: observations are written.
        planes: the planes of the observations, one board behind the other, made as `b` says. `lays`: they are
            written.
    """

    v: Vectors
    b: Planes
    rows: int
    players: int
    seat: int
    size: int
    template: Cells
    seed: int
    begun: Cells
    seeds: Cells
    bound: int
    resets: int
    forced: int
    may_force: Bytes
    scored: int
    explicit: int
    actions: int
    numbers: Cells
    index_of: Halves
    memories: list[Cells]
    journals: list[Cells]
    began: Cells
    forks: list[Cells]
    strands: Cells
    single: int
    ended: Bytes
    statuses: Cells
    dice: Cells
    observations: list[Singles]
    pasts: list[Past]
    opening: Singles
    opened: Past
    has_opening: int
    kept: int
    placed: int
    masks: Bytes
    deciders: Halves
    rewards: Singles
    done: Bytes
    truncated: Bytes
    decisions: Cells
    finals: list[Singles]
    has_finals: int
    sees: int
    planes: list[Singles]
    lays: int
    begin: Routine
    act: Routine
    options: Routine
    waiting: Routine
    player: Routine
    draw: Routine
    score: Routine


@record
class Worker:
    """The room of one thread.

    Attributes:
        w: for writing vectors; `fresh` for those of which nothing has been written.
        context: what the routines need.
        buffer: legal actions, `count` of them.
        dice: who chooses at random; `total` is the number of legal actions.
        result: of a routine, and `scores` of all players.
        memory: a memory as one of several players who act simultaneously sees it.
        thought: where a network decides; set only while one does.
    """

    w: Writing
    fresh: Past
    context: Cells
    buffer: Cells
    count: int
    dice: Dice
    total: Cells
    result: Cells
    scores: Cells
    memory: Cells
    thought: Thought


# ------------------------------------------------------------------- a match begins


def begin_row(s: Matches, k: Worker, row: int) -> int:
    """Begins the next match of a row; returns a status."""
    for again in range(MOST_BEGUN):
        number = s.begun[row]
        s.begun[row] = number + s.rows
        status = begin_with(s, k, row, match_seed(s.seed, number), s.forced)
        if status == 0 and s.memories[row][OVER] != 0 and s.forced != 0:
            status = begin_with(s, k, row, s.seeds[row], 0)  # at least one decision must be left
        if status != 0:
            return status
        if s.memories[row][OVER] == 0:
            return 0
    return NOTHING_TO_DECIDE


def begin_next(s: Matches, k: Worker, row: int) -> int:
    """Begins the next match of a row, whose observation is the opening from now on; returns a status. What was seen
    last is farther from what is seen first than another opening: most pieces lie where they did there."""
    status = begin_row(s, k, row)
    if status == 0 and s.has_opening != 0:
        past = s.pasts[row]
        opened = s.opened
        copy_singles(s.observations[row], s.opening, s.v.size)
        copy(past.kept, opened.kept, s.kept)
        copy_halves(past.places, opened.places, s.placed)
        copy_halves(past.noted, opened.noted, opened.noted[0] + 1)
    return status


def begin_with(s: Matches, k: Worker, row: int, seed: int, forced: int) -> int:
    """Begins a match with a seed; returns a status."""
    m = s.memories[row]
    s.seeds[row] = signed(seed)
    s.decisions[row] = 0
    s.began[row] = NONE
    s.ended[row] = 0
    k.dice.restart(seed)
    s.dice[row] = signed(k.dice.state)
    copy(m, s.template, s.size)
    m[LUCK] = signed(seed)
    m[SECRET_LUCK] = signed(secret_bits(seed))
    status = s.begin(m, k.context)
    if status != 0:
        return status
    note_fork(s, row, m, NONE)
    return find_decision(s, k, row, forced)


# -------------------------------------------------------------------- a match goes on


def take(s: Matches, k: Worker, row: int, action: int) -> int:
    """Takes an action by its number; returns a status."""
    m = s.memories[row]
    strand = s.strands[row]
    count = s.decisions[row]
    s.journals[row][count] = (strand << STRAND) | action
    s.decisions[row] = count + 1
    forks = m[FORKS]
    status = s.act(m, strand, action, k.context)
    if status == 0 and s.single == 0:
        note_fork(s, row, m, forks)
    return status


def note_fork(s: Matches, row: int, m: Cells, forks: int) -> None:
    """Keeps the memory where players begin to act simultaneously. `forks` is what the memory counted before."""
    if s.single != 0:
        return
    acting = False
    if m[OVER] == 0:
        for strand in range(1, s.v.strands):
            if entry_of(s.v, m, strand) != 0:
                acting = True
    if not acting:
        s.began[row] = NONE
    elif s.began[row] == NONE or m[FORKS] != forks:
        s.began[row] = s.decisions[row]
        copy(s.forks[row], m, s.size)


def find_decision(s: Matches, k: Worker, row: int, forced: int) -> int:
    """Finds out who decides and what is legal, and takes what leaves no choice, if it should; returns a status."""
    m = s.memories[row]
    left = FORCED_IN_A_ROW
    k.count = 0
    while m[OVER] == 0:
        strand = 0
        if s.single == 0:
            strand = s.waiting(m, k.context)
        who = s.player(m, strand, k.context)
        if who < NONE:
            return -2 - who
        s.strands[row] = strand
        s.deciders[row] = who
        if s.seat != NONE and who != s.seat and s.decisions[row] < s.bound:
            action = random_action(s, k, row)
            if action < 0:
                return -action
            status = take(s, k, row, action)
            if status != 0:
                return status
            continue
        count = s.options(m, strand, k.buffer, k.context)
        if count <= 0:
            return -count
        k.count = count
        if forced == 0 or count != 1 or left == 0 or who == NONE or s.decisions[row] >= s.bound:
            return 0
        if s.may_force[entry_of(s.v, m, strand)] == 0:
            return 0
        left -= 1
        status = take(s, k, row, k.buffer[0])
        if status != 0:
            return status
    return 0


def random_action(s: Matches, k: Worker, row: int) -> int:
    """A random legal action of whoever decides, by its number; or minus a status."""
    k.dice.state = s.dice[row]
    k.total[0] = 0
    action = s.draw(s.memories[row], s.strands[row], k.dice, k.total, k.context)
    s.dice[row] = signed(k.dice.state)
    return action


def show(s: Matches, k: Worker, row: int) -> None:
    """Writes the mask and the observation of whoever decides; `find_decision` has just looked at the row."""
    first = row * s.actions
    wipe(s.masks, first, s.actions)
    masks = s.masks
    buffer = k.buffer
    index_of = s.index_of
    for at in range(k.count):
        masks[first + index_of[buffer[at]]] = 1
    if s.sees != 0:
        reader = s.deciders[row]
        decider = UNKNOWN
        if s.single != 0 and s.ended[row] == 0:
            decider = reader
        observe_row(s, k, row, reader, decider, s.observations[row], s.pasts[row])
        if s.lays != 0:
            write_planes(s.b, s.observations[row], s.planes[row])


def observe_anew(s: Matches, k: Worker, row: int, reader: int, out: Singles) -> None:
    """Writes what a reader sees to where nothing is known of what is there."""
    k.fresh.noted[0] = NONE
    observe_row(s, k, row, reader, UNKNOWN, out, k.fresh)


def observe_row(s: Matches, k: Worker, row: int, reader: int, decider: int, out: Singles, past: Past) -> None:
    """Writes what a reader sees: while players act simultaneously, nobody sees the answers of others. `write_vector`
    says what the `decider` is."""
    m = s.memories[row]
    began = s.began[row]
    if began != NONE and reader >= NONE:
        m = s.forks[row]
        own = False
        for at in range(began, s.decisions[row]):
            entry = s.journals[row][at]
            if entry >> STRAND == reader + 1 and reader != NONE:
                if not own:
                    own = True
                    copy(k.memory, m, s.size)
                    m = k.memory
                s.act(m, entry >> STRAND, entry & ((1 << STRAND) - 1), k.context)
    if m[OVER] != 0 and s.scored != 0:
        for seat in range(s.players):
            s.score(m, seat, k.result, k.context)
            k.scores[seat] = k.result[0]
    write_vector(s.v, k.w, m, reader, decider, k.scores, s.player, k.context, out, past)


def play_row(s: Matches, k: Worker, row: int, action: int) -> None:
    """One step of a row that has not ended."""
    chooser = s.deciders[row]
    status = take(s, k, row, action)
    if status == 0:
        status = find_decision(s, k, row, s.forced)
    if status == 0:
        status = note_end(s, k, row)
    if status == 0 and s.ended[row] != 0:
        status = close_row(s, k, row, chooser)
    if status == 0:
        show(s, k, row)
    s.statuses[row] = status


def note_end(s: Matches, k: Worker, row: int) -> int:
    """Notes that a match is over, or has gone on for too long; returns a status."""
    m = s.memories[row]
    if m[OVER] == 0:
        if s.decisions[row] >= s.bound:
            s.truncated[row] = 1
            s.ended[row] = 1
        return 0
    s.done[row] = 1
    s.ended[row] = 1
    first = row * s.players
    won = m[WINNERS]
    for seat in range(s.players):
        if s.scored != 0:
            status = s.score(m, seat, k.result, k.context)
            if status != 0:
                return status
            s.rewards[first + seat] = real(k.result[0])
        elif (won >> seat) & 1 != 0:
            s.rewards[first + seat] = 1.0
        elif won != 0:
            s.rewards[first + seat] = -1.0
    return 0


def close_row(s: Matches, k: Worker, row: int, chooser: int) -> int:
    """Shows the end of a match to whoever has chosen last, and begins another one if it should; returns a status."""
    if s.resets == SAME:
        if s.has_finals != 0:
            observe_anew(s, k, row, chooser, s.finals[row])
        return begin_next(s, k, row)
    k.count = 0
    s.deciders[row] = chooser
    return 0


# --------------------------------------------------------------------------- all rows


def clear_step(s: Matches, row: int) -> None:
    """Nothing has happened yet in this step. There are rewards only where a match was over."""
    if s.done[row] != 0:
        s.done[row] = 0
        clear(s.rewards, row * s.players, s.players)
    s.truncated[row] = 0


def prepare(s: Matches, row: int, last: int) -> None:
    """Says that a row comes next."""
    if row < last and s.sees != 0:
        fetch_ahead(s.v, s.memories[row], s.pasts[row])


def step_rows(s: Matches, k: Worker, chosen: Cells, first: int, last: int) -> int:
    """Steps rows by the indexes of actions, all of which are legal. A row that has ended begins another match, or
    stays where it is."""
    for row in range(first, last):
        prepare(s, row + 1, last)
        clear_step(s, row)
        if s.ended[row] == 0:
            play_row(s, k, row, s.numbers[chosen[row]])
        elif s.resets != NEVER:
            start_row(s, k, row)
    return 0


def random_rows(s: Matches, k: Worker, chosen: Cells, first: int, last: int) -> int:
    """Steps rows by random legal actions, which it notes."""
    for row in range(first, last):
        prepare(s, row + 1, last)
        clear_step(s, row)
        chosen[row] = NONE
        if s.ended[row] != 0:
            if s.resets != NEVER:
                start_row(s, k, row)
        else:
            action = random_action(s, k, row)
            if action < 0:
                s.statuses[row] = -action
            else:
                chosen[row] = s.index_of[action]
                play_row(s, k, row, action)
    return 0


def start_row(s: Matches, k: Worker, row: int) -> None:
    """Begins the next match of a row, and shows it."""
    status = begin_next(s, k, row)
    if status == 0:
        show(s, k, row)
    s.statuses[row] = status


def start_rows(s: Matches, k: Worker, chosen: Cells, first: int, last: int) -> int:
    """Begins the next match of the rows that are not 0 in `chosen`."""
    for row in range(first, last):
        if chosen[row] != 0:
            clear_step(s, row)
            start_row(s, k, row)
    return 0


def seed_rows(s: Matches, k: Worker, chosen: Cells, first: int, last: int) -> int:
    """Begins in each row the match with the seed in `chosen`, if somebody decides something in it."""
    for row in range(first, last):
        clear_step(s, row)
        status = begin_with(s, k, row, chosen[row], s.forced)
        if status == 0 and s.memories[row][OVER] != 0:
            status = NOTHING_TO_DECIDE
        elif status == 0:
            show(s, k, row)
        s.statuses[row] = status
    return 0


def first_illegal(s: Matches, k: Worker, chosen: Cells, first: int, last: int) -> int:
    """The first row whose action is not legal, or `last`. Rows that stay where they are have -1."""
    for row in range(first, last):
        action = chosen[row]
        if s.ended[row] != 0:
            if s.resets == NEVER and action != NONE:
                return row
        elif action < 0 or action >= s.actions or s.masks[row * s.actions + action] == 0:
            return row
    return last


def observe_rows(s: Matches, k: Worker, readers: Cells, out: list[Singles], first: int, last: int) -> int:
    """Writes what a reader of each row sees."""
    for row in range(first, last):
        observe_anew(s, k, row, readers[row], out[row])
    return 0


def lay_rows(s: Matches, k: Worker, vectors: list[Singles], out: list[Singles], first: int, last: int) -> int:
    """Writes the planes of vectors."""
    for row in range(first, last):
        write_planes(s.b, vectors[row], out[row])
    return 0


def replay_row(s: Matches, k: Worker, row: int, seed: int, entries: Cells, count: int) -> int:
    """Plays a match by its journal; returns how many actions were legal. Nothing is shown, and nobody chooses at
    random."""
    seat = s.seat
    s.seat = NONE
    found = replay(s, k, row, seed, entries, count)
    s.seat = seat
    return found


def replay(s: Matches, k: Worker, row: int, seed: int, entries: Cells, count: int) -> int:
    """`replay_row` without a seat."""
    if begin_with(s, k, row, seed, 0) != 0:
        return NONE
    m = s.memories[row]
    for at in range(count):
        strand = entries[at] >> STRAND
        action = entries[at] & ((1 << STRAND) - 1)
        if m[OVER] != 0 or strand < 0 or strand >= s.v.strands:
            return at
        legal = s.options(m, strand, k.buffer, k.context)
        found = False
        for one in range(legal):
            if k.buffer[one] == action:
                found = True
        if not found:
            return at
        s.strands[row] = strand
        if take(s, k, row, action) != 0:
            return at
    if find_decision(s, k, row, 0) != 0:
        return NONE
    return count


def show_rows(s: Matches, k: Worker, chosen: Cells, first: int, last: int) -> int:
    """Writes the masks and observations of the rows that are not 0 in `chosen`."""
    for row in range(first, last):
        if chosen[row] != 0:
            k.count = 0
            status = 0
            if s.ended[row] == 0:
                status = find_decision(s, k, row, 0)
            if status == 0:
                show(s, k, row)
            s.statuses[row] = status
    return 0
