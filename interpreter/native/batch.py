"""Kernels that play many matches at random and count them, as `simulation.tally` does in Python.

They are added to the module of a game, so that they call its functions directly. All that they read and write belongs
to the caller: a `Batch`, one memory and one context for each thread. What is counted, and where, the records say: the
kernels know neither a game nor a layout.

A match in which the rules go wrong ends the batch. What it has counted until then is in the counts, so the caller
throws these away, plays the matches before it once more, and leaves this one to Python.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import LUCK, NONE, OVER, SECRET_LUCK, WINNERS
from ..kernels.counting import Counting, count_end, match_seed, note_leader
from ..kernels.kernel import Cells, Routine, copy, record
from ..memory.dice import Dice, shifted
from ..memory.luck import secret_bits
from . import assembly as ir
from .context import ContextFields
from .translate import add_kernels
from .twins import SWAPS, TWINS


@record
class Line:
    """A row: one match. Its scores, by player, are in `scores` of the batch."""

    number: int
    seed: int
    ended: int
    decisions: int
    turns: int
    starter: int
    winners: int
    scored: int


@record
class Batch:
    """What is played, and what is counted beside the ends.

    Attributes:
        seed: the seed of the job.
        bound: the most decisions of a match.
        single: whether there is only one strand.
        fields: the context. It has `seen` and `unseen` at first: the counts of events that are counted, and that are
            not; `events` is how many there are, 0 if they are not counted.
        legal: where the legal actions of a decision are listed.
        m: the memory, `size` its cells, and `template` what it is before it is prepared.
        prepares: whether the routine `prepare` does that.
        dice: who decides; `total` is the number of legal actions.
        now: the number of decisions and matches so far: a mark of what is already counted in one of these.
        family_of: the family of each action; `family_marks`: when a family was last counted.
        uses_from: for each action where its designs begin in `uses`, and one more.
        use_marks: when a player last chose a design, by player * `designs`.
        used: what was chosen in this match: (player, design)..., `used_count` of them.
        invariants: `invariant_count` routines.
        has_score, has_lead: whether there are these routines. Leads are looked at in matches whose number is a
            multiple of `lead_every`, and there only when turns begin, if `lead_at_turns`; `turns_seen` is how many
            had begun when they were.
        turns: a table: the events that begin turns.
        texts: a table: for each text the number of its events, and these.
        pieces: the number of pieces whose moves are counted; `pieces_from` is the address of the place of the first,
            `first_places` where each lies at first, and `design_of` its design.
        design_marks: when a design was last counted.
        endless: the numbers of the first `most_endless` matches without an end, of which there are `endless_count`.
        has_rows: whether matches are listed: in `rows`, of which there are `row_count`.
    """

    c: Counting
    seed: int
    bound: int
    single: int
    fields: ContextFields
    seen: Cells
    unseen: Cells
    events: int
    legal: Cells
    m: Cells
    size: int
    template: Cells
    prepares: int
    prepare: Routine
    dice: Dice
    total: Cells
    now: int
    family_of: Cells
    family_marks: Cells
    uses_from: Cells
    uses: Cells
    use_marks: Cells
    designs: int
    used: Cells
    used_count: int
    invariants: list[Routine]
    invariant_count: int
    has_score: int
    score: Routine
    has_lead: int
    lead: Routine
    lead_every: int
    lead_at_turns: int
    turns: Cells
    turns_seen: int
    texts: Cells
    pieces: int
    pieces_from: int
    first_places: Cells
    design_of: Cells
    design_marks: Cells
    endless: Cells
    endless_count: int
    most_endless: int
    has_rows: int
    rows: list[Line]
    row_count: int
    scores: Cells


# ------------------------------------------------- functions of the module of a game


def begin(m: Cells, context: Cells) -> int:
    """See `driver`, as for the following ones."""
    raise NotImplementedError


def act(m: Cells, strand: int, action: int, context: Cells) -> int:
    raise NotImplementedError


def waiting(m: Cells, context: Cells) -> int:
    raise NotImplementedError


def player(m: Cells, strand: int, context: Cells) -> int:
    raise NotImplementedError


def draw(m: Cells, strand: int, dice: Dice, total: Cells, context: Cells) -> int:
    raise NotImplementedError


GIVEN = (begin, act, waiting, player, draw)


# ------------------------------------------------------------------ a match begins


def begin_match(j: Batch, seed: int) -> int:
    """Makes the memory, and runs the rules to the first decision; returns a status."""
    m = j.m
    context = j.c.context
    copy(m, j.template, j.size)
    m[LUCK] = seed
    m[SECRET_LUCK] = secret_bits(seed)
    for event in range(j.events):
        j.seen[event] = 0
    if j.prepares != 0:
        j.fields.seen = j.unseen
        status = j.prepare(m, j.c.result, context)
        if status != 0:
            return status
    j.fields.seen = j.seen
    status = begin(m, context)
    j.fields.seen = j.unseen
    return status


def begin_counting(j: Batch) -> int:
    """Looks at the first position; returns a status."""
    m = j.m
    c = j.c
    j.now += 1
    j.used_count = 0
    j.turns_seen = 0
    c.leader = NONE
    c.changes = NONE
    c.starter = NONE
    note_sides(c, m, c.before)
    if m[OVER] == 0:
        first = 0
        if j.single == 0:
            first = waiting(m, c.context)
        if first == 0:
            c.starter = player(m, 0, c.context)
            if c.starter < NONE:
                return -2 - c.starter
    return 0


def note_sides(c: Counting, m: Cells, values: Cells) -> None:
    """Remembers the sides of the players."""
    for number in range(c.side_count):
        for seat in range(c.players):
            values[number * c.players + seat] = m[c.sides[number].address + seat]


# ------------------------------------------------------------------ a match goes on


def play_on(j: Batch, mark: int, looks: int) -> int:
    """Plays to the end, or to the bound, and counts decisions; returns a status. `looks`: leads are looked at."""
    # What does not change is kept here: a count might be any of the numbers, as far as the compiler knows.
    m = j.m
    c = j.c
    context = c.context
    fields = j.fields
    dice = j.dice
    total = j.total
    single = j.single
    bound = j.bound
    seen = j.seen
    unseen = j.unseen
    uses_from = j.uses_from
    family_of = j.family_of
    counts = c.counts
    chosen = c.at.chosen
    offered = c.at.offered
    decisions = 0
    options = 0
    forced = 0
    widest = 0
    while decisions < bound and m[OVER] == 0:
        strand = 0
        if single == 0:
            strand = waiting(m, context)
        total[0] = 0
        action = draw(m, strand, dice, total, context)
        if action < 0:
            return -action
        size = total[0]
        options += size
        if size == 1:
            forced += 1
        if size > widest:
            widest = size
        if fields.listed == 0:
            counts[offered + family_of[action]] += 1
        else:
            count_offer(j, fields.listed)
        counts[chosen + action] += 1
        if uses_from[action] != uses_from[action + 1]:
            who = player(m, strand, context)
            if who < 0:
                return -2 - who
            note_uses(j, who, action, mark)
        fields.seen = seen
        status = act(m, strand, action, context)
        fields.seen = unseen
        if status != 0:
            return status
        decisions += 1
        if violates(j, m):
            return 1
        if looks != 0:
            look_who_leads(j, m)
    c.decisions = decisions
    count_decisions(c, options, forced, widest)
    return 0


def violates(j: Batch, m: Cells) -> bool:
    """Whether something does not hold that should, or cannot be found out."""
    c = j.c
    for number in range(j.invariant_count):
        holds = j.invariants[number]
        if holds(m, NONE, c.result, c.context) != 0 or c.result[0] == 0:
            return True
    return False


def count_offer(j: Batch, listed: int) -> None:
    """Counts the families of the options of a decision."""
    legal = j.legal
    marks = j.family_marks
    family_of = j.family_of
    counts = j.c.counts
    offered = j.c.at.offered
    j.now += 1
    now = j.now
    last = NONE
    for number in range(listed):
        family = family_of[legal[number]]
        if family != last:
            last = family
            if marks[family] != now:
                marks[family] = now
                counts[offered + family] += 1


def note_uses(j: Batch, who: int, action: int, mark: int) -> None:
    """Remembers which designs an action chooses."""
    first = who * j.designs
    for at in range(j.uses_from[action], j.uses_from[action + 1]):
        design = j.uses[at]
        if j.use_marks[first + design] != mark:
            j.use_marks[first + design] = mark
            j.used[2 * j.used_count] = who
            j.used[2 * j.used_count + 1] = design
            j.used_count += 1


def count_decisions(c: Counting, options: int, forced: int, widest: int) -> None:
    """Counts how many options there were."""
    counts = c.counts
    counts[c.at.options] += options
    counts[c.at.forced] += forced
    if widest > counts[c.at.widest]:
        counts[c.at.widest] = widest


def turns_begun(j: Batch) -> int:
    """How many turns have begun."""
    events = j.turns
    turns = 0
    for number in range(events[0]):
        turns += j.seen[events[1 + number]]
    return turns


def look_who_leads(j: Batch, m: Cells) -> None:
    """Finds out who leads, if a turn has begun, the match has ended, or nothing in the game is a turn."""
    if j.lead_at_turns != 0:
        turns = turns_begun(j)
        if turns == j.turns_seen and m[OVER] == 0:
            return
        j.turns_seen = turns
    note_leader(j.c, j.lead, m)


# --------------------------------------------------------------------- a match ends


def take_scores(j: Batch) -> int:
    """Asks for the scores at the end; returns a status."""
    m = j.m
    c = j.c
    c.scored = 0
    if m[OVER] != 0 and j.has_score != 0:
        c.scored = 1
        for seat in range(c.players):
            status = j.score(m, seat, c.result, c.context)
            if status != 0:
                return status
            c.scores[seat] = c.result[0]
    return 0


def end_match(j: Batch, number: int, seed: int, mark: int) -> None:
    """Counts a match that is over, or has reached the bound."""
    m = j.m
    c = j.c
    c.turns = turns_begun(j)
    c.won = NONE
    if m[OVER] != 0:
        c.won = m[WINNERS]
        note_sides(c, m, c.after)
    count_end(c, 1)
    if j.events != 0:
        count_texts(j)
    if m[OVER] != 0:
        count_moves(j, mark)
        count_uses(j, m[WINNERS])
    else:
        count_endless(j, number)
    if j.has_rows != 0:
        add_row(j, number, seed)


def count_texts(j: Batch) -> None:
    """Counts the texts that were reached. There is no branch that would be hard to foresee."""
    counts = j.c.counts
    reached = j.c.at.reached
    seen = j.seen
    table = j.texts
    at = 1
    for text in range(table[0]):
        times = 0
        events = table[at]
        for number in range(at + 1, at + 1 + events):
            times += seen[table[number]]
        counts[reached + text] += shifted(-times, 63)
        at += 1 + events


def count_endless(j: Batch, number: int) -> None:
    """Counts a match without an end."""
    j.c.counts[j.c.at.endless] += 1
    if j.endless_count < j.most_endless:
        j.endless[j.endless_count] = number
        j.endless_count += 1


def count_moves(j: Batch, mark: int) -> None:
    """Counts the designs of the pieces that lie elsewhere than at first."""
    m = j.m
    counts = j.c.counts
    moved = j.c.at.moved
    first_places = j.first_places
    design_of = j.design_of
    marks = j.design_marks
    first = j.pieces_from
    for piece in range(j.pieces):
        if m[first + piece] != first_places[piece]:
            design = design_of[piece]
            if marks[design] != mark:
                marks[design] = mark
                counts[moved + design] += 1


def count_uses(j: Batch, won: int) -> None:
    """Counts the designs that were chosen, by whether their players have won."""
    counts = j.c.counts
    for number in range(j.used_count):
        section = j.c.at.lost_with
        if (won >> j.used[2 * number]) & 1 != 0:
            section = j.c.at.won_with
        counts[section + j.used[2 * number + 1]] += 1


def add_row(j: Batch, number: int, seed: int) -> None:
    """Adds a row."""
    m = j.m
    c = j.c
    row = j.rows[j.row_count]
    row.number = number
    row.seed = seed
    row.ended = 0
    row.winners = 0
    if m[OVER] != 0:
        row.ended = 1
        row.winners = m[WINNERS]
    row.decisions = c.decisions
    row.turns = c.turns
    row.starter = c.starter
    row.scored = c.scored
    for seat in range(c.players):
        j.scores[j.row_count * c.players + seat] = c.scores[seat]
    j.row_count += 1


# ------------------------------------------------------------------------ all matches


def play(j: Batch, number: int) -> int:
    """Plays and counts a match; returns a status."""
    seed = match_seed(j.seed, number)
    status = begin_match(j, seed)
    if status == 0:
        status = begin_counting(j)
    if status != 0:
        return status
    if violates(j, j.m):
        return 1
    j.dice.restart(seed)
    mark = j.now
    looks = 0
    if j.has_lead != 0 and number % j.lead_every == 0:
        looks = 1
    status = play_on(j, mark, looks)
    if status == 0:
        status = take_scores(j)
    if status == 0:
        end_match(j, number, seed, mark)
    return status


def batch(j: Batch, first: int, last: int) -> int:
    """Plays and counts the matches from `first` to `last` - 1. Returns `last`, or the number of the first match in
    which the rules went wrong."""
    for number in range(first, last):
        if play(j, number) != 0:
            return number
    return last


def add_batch(module: ir.Module, functions: Mapping[str, ir.Function]) -> None:
    """Adds `batch(j, first, last)` to the module of a game, whose functions are `functions`. Raises `OSError` where
    Python's sources are missing."""
    given = {one: functions[one.__name__] for one in GIVEN}
    add_kernels(module, (batch,), TWINS, SWAPS, given)
