"""Counts ends of matches: what both ways of counting have in common.

Machine code counts a match when it ends (`native.batch`), Python many equal ends together (`simulation.tally`):
`times` is how many matches ended like this.
"""

from __future__ import annotations

from ..ir import NONE
from ..memory.dice import MASK, high_product, shifted
from .kernel import Cells, Routine, lowest, record

WIDE = 4
"""The cells of a sum that may be large: 32 bits each, the lowest first; the last is signed."""
EXACT = 256
FINE = 7
"""Lengths from `EXACT` on share a bin with others that have the same first 8 bits."""
BINS = EXACT + (16 << FINE)
_LOW = 0xFFFFFFFF


@record
class Sections:
    """Where each section of the counts begins; -1 if it has no cells. `simulation.scheme` says what they hold."""

    matches: int
    ended: int
    faulty: int
    endless: int
    shared: int
    nobody: int
    decisions: int
    options: int
    forced: int
    shortest: int
    longest: int
    widest: int
    squares: int
    lengths: int
    turns: int
    turn_squares: int
    winners: int
    wins: int
    started: int
    starter_won: int
    order_won: int
    score_sum: int
    score_squares: int
    score_least: int
    score_most: int
    chosen: int
    offered: int
    reached: int
    moved: int
    won_with: int
    lost_with: int
    led: int
    lead_changes: int
    lead_squares: int
    side_changes: int
    side_held: int
    side_won: int


@record
class Side:
    """A state of players that may be a side: its address, its first value among the counts, and for each of `size`
    numbers in memory the number of the value, or -1."""

    address: int
    first: int
    size: int
    numbers: Cells


@record
class Counting:
    """The counts of a job, and what is counted of a match.

    Attributes:
        decisions: how many decisions and `turns` the match had.
        starter: who decided first, or -1.
        won: the set of winners, or -1 if the match has not ended.
        leader: who leads, and how often that has changed (`changes`); -1 if nobody has led.
        scored: whether there are scores, by player in `scores`.
        sides: `side_count` of them; `before` and `after` hold the values of all players at the beginning and at the
            end, by side.
        allies: by seat: the first seat that leads together with it.
        result: a cell for the result of a routine, and `context` what routines need.
    """

    counts: Cells
    at: Sections
    players: int
    decisions: int
    turns: int
    starter: int
    won: int
    leader: int
    changes: int
    scored: int
    scores: Cells
    sides: list[Side]
    side_count: int
    before: Cells
    after: Cells
    allies: Cells
    result: Cells
    context: Cells


# ------------------------------------------------------------------------------ seeds


def match_seed(seed: int, number: int) -> int:
    """The seed of the n-th match of a job, mixed as in SplitMix64, so that similar seeds have different results."""
    z = seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xBF58476D1CE4E5B9
    z = (z ^ shifted(z, 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ shifted(z, 27)) * 0x94D049BB133111EB
    return (z ^ shifted(z, 31)) & MASK


# ------------------------------------------------------------------------------- sums


def add_product(counts: Cells, at: int, left: int, right: int, times: int) -> None:
    """Adds a product to a sum of `WIDE` cells, as often as `times` says."""
    value = left * right * times
    for cell in range(at, at + WIDE - 1):
        counts[cell] += value & _LOW
        value >>= 32
    counts[at + WIDE - 1] += value


def add_one_product(counts: Cells, at: int, left: int, right: int, times: int) -> None:
    """`add_product` where numbers have 64 bits; `times` is 1."""
    low = left * right
    high = high_product(left, right)
    if left < 0:
        high -= right
    if right < 0:
        high -= left
    counts[at] += low & _LOW
    counts[at + 1] += shifted(low, 32)
    counts[at + 2] += high & _LOW
    counts[at + 3] += high >> 32


def length_bin(length: int) -> int:
    """The bin of a number of decisions: exact below `EXACT`, within 1 % above."""
    if length < EXACT:
        return length
    over = 1
    while length >> over >= EXACT:
        over += 1
    found = EXACT + ((over - 1) << FINE) + (length >> over) - (1 << FINE)
    if found >= BINS:
        return BINS - 1
    return found


def lower(counts: Cells, at: int, value: int) -> None:
    """Keeps the least of the values."""
    if value < counts[at]:
        counts[at] = value


def raise_to(counts: Cells, at: int, value: int) -> None:
    """Keeps the largest of the values."""
    if value > counts[at]:
        counts[at] = value


# ------------------------------------------------------------------------------- leads


def note_leader(c: Counting, lead: Routine, m: Cells) -> None:
    """Finds out who leads by a routine, which need not say anything before the end. Allies lead together."""
    result = c.result
    allies = c.allies
    leader = 0
    alone = True
    most = 0
    for seat in range(c.players):
        if lead(m, seat, result, c.context) != 0:
            return
        value = result[0]
        if seat == 0 or value > most:
            most = value
            leader = seat
            alone = True
        elif value == most and allies[seat] != allies[leader]:
            alone = False
    if alone and leader != c.leader:
        c.leader = leader
        c.changes += 1


# ------------------------------------------------------------------------------- ends


def count_end(c: Counting, times: int) -> None:
    """Counts a match that is over, or has not ended."""
    counts = c.counts
    at = c.at
    counts[at.matches] += times
    counts[at.decisions] += c.decisions * times
    lower(counts, at.shortest, c.decisions)
    raise_to(counts, at.longest, c.decisions)
    add_product(counts, at.squares, c.decisions, c.decisions, times)
    counts[at.lengths + length_bin(c.decisions)] += times
    counts[at.turns] += c.turns * times
    add_product(counts, at.turn_squares, c.turns, c.turns, times)
    if c.changes != NONE:
        counts[at.led] += times
        counts[at.lead_changes] += c.changes * times
        add_product(counts, at.lead_squares, c.changes, c.changes, times)
    if c.won != NONE:
        count_winners(c, times)
        count_scores(c, times)
        count_sides(c, times)


def count_winners(c: Counting, times: int) -> None:
    """Counts who has won."""
    counts = c.counts
    at = c.at
    won = c.won
    counts[at.ended] += times
    if won == 0:
        counts[at.nobody] += times
    if won & (won - 1) != 0:
        counts[at.shared] += times
    left = won
    while left != 0:
        winner = lowest(left)
        left = left & (left - 1)
        counts[at.wins + winner] += times
        if c.starter != NONE:
            counts[at.order_won + (winner - c.starter + c.players) % c.players] += times
    if at.winners != NONE:
        counts[at.winners + won] += times
    if c.starter != NONE:
        counts[at.started + c.starter] += times
        counts[at.starter_won + c.starter] += times * (won >> c.starter & 1)


def count_scores(c: Counting, times: int) -> None:
    """Counts the scores."""
    counts = c.counts
    at = c.at
    if c.scored == 0:
        return
    for seat in range(c.players):
        score = c.scores[seat]
        add_product(counts, at.score_sum + WIDE * seat, score, 1, times)
        add_product(counts, at.score_squares + WIDE * seat, score, score, times)
        lower(counts, at.score_least + seat, score)
        raise_to(counts, at.score_most + seat, score)


def count_sides(c: Counting, times: int) -> None:
    """Counts the sides of the players at the end, and whether they have changed."""
    counts = c.counts
    at = c.at
    for number in range(c.side_count):
        side = c.sides[number]
        for seat in range(c.players):
            before = c.before[number * c.players + seat]
            after = c.after[number * c.players + seat]
            if after != before and before != NONE:
                counts[at.side_changes + number] += times
            if after >= 0 and after < side.size and side.numbers[after] >= 0:
                value = side.first + side.numbers[after]
                counts[at.side_held + value] += times
                counts[at.side_won + value] += times * (c.won >> seat & 1)
