"""Kernels that play many matches at random and count them, as `simulation.tally` does in Python.

They are added to the module of a game, so that they call its functions directly. All that they read and write belongs
to the caller: one array of numbers, named below, one memory and one context for each thread. What is counted, and
where, the numbers say: the kernels know neither a game nor a layout.

A match in which the rules go wrong ends the batch. What it has counted until then is in the counts, so the caller
throws these away, plays the matches before it once more, and leaves this one to Python.
"""

from __future__ import annotations

from collections.abc import Mapping

from llvmlite import ir

from ..ir import LUCK, NONE, OVER, SECRET_LUCK, WINNERS
from .kernel import Cells, cells, copy, high_product, lowest, routine, shifted
from .redealing import dice_of
from .translate import add_kernels

# The numbers of a batch. Those that end in _TABLE, _LIST or _AT are addresses of cells.
SEED = 0  # the seed of the job
PLAYERS = 1
BOUND = 2  # the most decisions of a match
SINGLE = 3  # whether there is only one strand
CONTEXT = 4  # the address of the context
SEEN, UNSEEN = 5, 6  # what it has at first: the addresses of events that are counted, and that are not
LISTED_AT = 7  # where the legal actions of a decision are listed
M = 8  # the address of the memory
SIZE = 9  # its cells
TEMPLATE_AT = 10  # the memory before it is prepared
PREPARE = 11  # the address of a routine, or 0
COUNTS = 12  # the address of the counts
RESULT = 13  # for the result of a routine
DICE, TOTAL = 14, 15  # the state of the dice, and the number of legal actions
NOW = 16  # the number of decisions and matches so far: a mark of what is already counted in one of these
FAMILY_TABLE = 17  # the family of each action
FAMILY_MARKS_AT = 18  # when a family was last counted
USES_TABLE = 19  # for each action where its designs begin in the list, and one more
USES_LIST = 20
USE_MARKS_AT = 21  # when a player last chose a design: players * DESIGNS
USED_AT = 22  # what was chosen in this match: (player, design)...
USED = 23  # how many of these there are
DESIGNS = 24
INVARIANTS_LIST = 25  # how many, and the address of the routine of each
SCORE = 26  # the address of a routine, or 0
SCORES_AT = 27  # by player
LEAD = 28  # the address of a routine, or 0
LEAD_EVERY = 29
AT_TURNS = 30  # whether leads are looked at only when turns begin
VALUES_AT = 31  # by player
LEADER, CHANGES = 32, 33
TURNS_LIST = 34  # how many events begin turns, and these
TURNS_SEEN = 35  # how many turns have begun when leads were last looked at
EVENTS = 36  # how many events there are; 0 if they are not counted
TEXTS_LIST = 37  # how many texts there are, and for each the number of its events, and these
PIECES = 38  # the number of pieces whose moves are counted
PIECES_FROM = 39  # the address of the place of the first
PLACES_TABLE = 40  # where each piece lies at first
DESIGN_TABLE = 41  # the design of each piece
DESIGN_MARKS_AT = 42
# How many states may be sides; for each its address, its first value, how many values there are in a table, and that
# table: the number of a value, or -1.
SIDES_LIST = 43
BEFORE_AT = 44  # the sides of the players at the beginning
MOST_ENDLESS = 45
ENDLESS_MATCHES = 46  # how many are listed
ENDLESS_AT = 47  # their numbers
ROWS_AT = 48  # the address of rows, or 0
ROWS = 49  # how many there are
BINS, EXACT, FINE = 50, 51, 52  # what lengths share a count
FIRST_SECTION = 53  # from here on, where each section of the counts begins; -1 if it has no cells

(
    MATCHES,
    ENDED,
    ENDLESS,
    SHARED,
    NOBODY,
    DECISIONS,
    OPTIONS,
    FORCED,
    SHORTEST,
    LONGEST,
    WIDEST,
    SQUARES,
    LENGTHS,
    TURNS,
    TURN_SQUARES,
    WINNER_SETS,
    WINS,
    STARTED,
    STARTER_WON,
    ORDER_WON,
    SCORE_SUM,
    SCORE_SQUARES,
    SCORE_LEAST,
    SCORE_MOST,
    CHOSEN,
    OFFERED,
    REACHED,
    MOVED,
    WON_WITH,
    LOST_WITH,
    LED,
    LEAD_CHANGES,
    LEAD_SQUARES,
    SIDE_CHANGES,
    SIDE_HELD,
    SIDE_WON,
) = range(FIRST_SECTION, FIRST_SECTION + 36)
ALLIES_TABLE = FIRST_SECTION + 36  # by seat: the first seat that leads together with it
NUMBERS = ALLIES_TABLE + 1

SECTIONS = {
    "matches": MATCHES,
    "ended": ENDED,
    "endless": ENDLESS,
    "shared": SHARED,
    "nobody": NOBODY,
    "decisions": DECISIONS,
    "options": OPTIONS,
    "forced": FORCED,
    "shortest": SHORTEST,
    "longest": LONGEST,
    "widest": WIDEST,
    "squares": SQUARES,
    "lengths": LENGTHS,
    "turns": TURNS,
    "turn_squares": TURN_SQUARES,
    "winners": WINNER_SETS,
    "wins": WINS,
    "started": STARTED,
    "starter_won": STARTER_WON,
    "order_won": ORDER_WON,
    "score_sum": SCORE_SUM,
    "score_squares": SCORE_SQUARES,
    "score_least": SCORE_LEAST,
    "score_most": SCORE_MOST,
    "chosen": CHOSEN,
    "offered": OFFERED,
    "reached": REACHED,
    "moved": MOVED,
    "won_with": WON_WITH,
    "lost_with": LOST_WITH,
    "led": LED,
    "lead_changes": LEAD_CHANGES,
    "lead_squares": LEAD_SQUARES,
    "side_changes": SIDE_CHANGES,
    "side_held": SIDE_HELD,
    "side_won": SIDE_WON,
}
"""Where the numbers say where each section of the counts begins."""

# A row; the scores follow, one for each player.
ROW_NUMBER, ROW_SEED, ROW_ENDED, ROW_DECISIONS, ROW_TURNS, ROW_STARTER, ROW_WINNERS, ROW_SCORED = range(8)
ROW = 8

# The fields of a context that are exchanged here.
_SEEN, _LISTED = 1, 4

_WIDE = 4  # the cells of a sum that may be large
_LOW = 0xFFFFFFFF


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


def draw(m: Cells, strand: int, dice: Cells, total: Cells, context: Cells) -> int:
    raise NotImplementedError


GIVEN = (begin, act, waiting, player, draw)


# ------------------------------------------------------------------------------ seeds


def seed_of_match(seed: int, number: int) -> int:
    """The seed of a match, as `simulation.simulate.match_seed` mixes it."""
    z = seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xBF58476D1CE4E5B9
    z = (z ^ shifted(z, 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ shifted(z, 27)) * 0x94D049BB133111EB
    return z ^ shifted(z, 31)


def secret_seed_of(seed: int) -> int:
    """The seed of secret luck, as `memory.luck.secret_seed` mixes it."""
    z = seed ^ 0x5851F42D4C957F2D
    z = (z ^ shifted(z, 33)) * 0xFF51AFD7ED558CCD
    return z ^ shifted(z, 33)


# ------------------------------------------------------------------------------- sums


def add_wide(sums: Cells, low: int, high: int) -> None:
    """Adds a number of 128 bits to a sum, whose cells take 32 bits each."""
    sums[0] += low & _LOW
    sums[1] += shifted(low, 32)
    sums[2] += high & _LOW
    sums[3] += high >> 32


def add_square(sums: Cells, value: int) -> None:
    """Adds the square of a number to a sum."""
    size = value
    if value < 0:
        size = -value
    add_wide(sums, size * size, high_product(size, size))


def bin_of(j: Cells, length: int) -> int:
    """The bin of a number of decisions: `simulation.scheme.length_bin`."""
    exact = j[EXACT]
    if length < exact:
        return length
    over = 0
    while shifted(length, over) >= exact:
        over += 1
    found = exact + ((over - 1) << j[FINE]) + (shifted(length, over) - (1 << j[FINE]))
    if found >= j[BINS]:
        return j[BINS] - 1
    return found


# ------------------------------------------------------------------------ one match


def begin_match(j: Cells, m: Cells, context: Cells, seed: int) -> int:
    """Makes the memory, and runs the rules to the first decision."""
    copy(m, cells(j[TEMPLATE_AT]), j[SIZE])
    m[LUCK] = seed
    m[SECRET_LUCK] = secret_seed_of(seed)
    seen = cells(j[SEEN])
    for event in range(j[EVENTS]):
        seen[event] = 0
    if j[PREPARE] != 0:
        context[_SEEN] = j[UNSEEN]
        prepare = routine(j[PREPARE])
        status = prepare(m, cells(j[RESULT]), context)
        if status != 0:
            return status
    context[_SEEN] = j[SEEN]
    status = begin(m, context)
    context[_SEEN] = j[UNSEEN]
    return status


def violates(j: Cells, m: Cells, context: Cells) -> bool:
    """Whether something does not hold that should, or cannot be found out."""
    invariants = cells(j[INVARIANTS_LIST])
    result = cells(j[RESULT])
    for number in range(invariants[0]):
        holds = routine(invariants[1 + number])
        if holds(m, NONE, result, context) != 0 or result[0] == 0:
            return True
    return False


def count_offer(j: Cells, offered: Cells, family_of: Cells, listed: int) -> None:
    """Counts the families of the options of a decision."""
    legal = cells(j[LISTED_AT])
    marks = cells(j[FAMILY_MARKS_AT])
    j[NOW] += 1
    now = j[NOW]
    last = NONE
    for number in range(listed):
        family = family_of[legal[number]]
        if family != last:
            last = family
            if marks[family] != now:
                marks[family] = now
                offered[family] += 1


def note_uses(j: Cells, who: int, action: int, mark: int) -> None:
    """Remembers which designs an action chooses."""
    begins = cells(j[USES_TABLE]) + action
    designs = cells(j[USES_LIST])
    marks = cells(j[USE_MARKS_AT]) + who * j[DESIGNS]
    for at in range(begins[0], begins[1]):
        design = designs[at]
        if marks[design] != mark:
            marks[design] = mark
            used = cells(j[USED_AT]) + 2 * j[USED]
            used[0] = who
            used[1] = design
            j[USED] += 1


def turns_seen(j: Cells) -> int:
    """How many turns have begun."""
    events = cells(j[TURNS_LIST])
    seen = cells(j[SEEN])
    turns = 0
    for number in range(events[0]):
        turns += seen[events[1 + number]]
    return turns


def look_who_leads(j: Cells, m: Cells, context: Cells) -> None:
    """Finds out who leads, if a turn has begun, the match has ended, or nothing in the game is a turn."""
    if j[AT_TURNS] != 0:
        turns = turns_seen(j)
        if turns == j[TURNS_SEEN] and m[OVER] == 0:
            return
        j[TURNS_SEEN] = turns
    lead = routine(j[LEAD])
    result = cells(j[RESULT])
    allies = cells(j[ALLIES_TABLE])
    leader = 0
    alone = 1
    most = 0
    for seat in range(j[PLAYERS]):
        if lead(m, seat, result, context) != 0:
            return
        if seat == 0 or result[0] > most:
            most = result[0]
            leader = seat
            alone = 1
        elif result[0] == most and allies[seat] != allies[leader]:
            alone = 0
    if alone != 0 and leader != j[LEADER]:
        j[LEADER] = leader
        j[CHANGES] += 1


def play(j: Cells, number: int) -> int:
    """Plays and counts a match; returns a status."""
    m = cells(j[M])
    context = cells(j[CONTEXT])
    counts = cells(j[COUNTS])
    seed = seed_of_match(j[SEED], number)
    status = begin_match(j, m, context, seed)
    if status != 0:
        return status
    j[NOW] += 1
    mark = j[NOW]
    j[USED] = 0
    j[LEADER] = NONE
    j[CHANGES] = NONE
    j[TURNS_SEEN] = 0
    looks = 0
    if j[LEAD] != 0 and number % j[LEAD_EVERY] == 0:
        looks = 1
    note_sides(j, m)
    starter = NONE
    if m[OVER] == 0:
        first = 0
        if j[SINGLE] == 0:
            first = waiting(m, context)
        if first == 0:
            starter = player(m, 0, context)
            if starter < NONE:
                return -2 - starter
    if violates(j, m, context):
        return 1
    j[DICE] = dice_of(seed)
    dice = j + DICE
    total = j + TOTAL
    # What does not change is kept here: a count might be any of the numbers, as far as the compiler knows.
    single = j[SINGLE]
    bound = j[BOUND]
    seen = j[SEEN]
    unseen = j[UNSEEN]
    begins = cells(j[USES_TABLE])
    family_of = cells(j[FAMILY_TABLE])
    chosen = counts + j[CHOSEN]
    offered = counts + j[OFFERED]
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
        listed = context[_LISTED]
        if listed == 0:
            offered[family_of[action]] += 1
        else:
            count_offer(j, offered, family_of, listed)
        chosen[action] += 1
        if begins[action] != begins[action + 1]:
            who = player(m, strand, context)
            if who < 0:
                return -2 - who
            note_uses(j, who, action, mark)
        context[_SEEN] = seen
        status = act(m, strand, action, context)
        context[_SEEN] = unseen
        if status != 0:
            return status
        decisions += 1
        if violates(j, m, context):
            return 1
        if looks != 0:
            look_who_leads(j, m, context)
    scored = 0
    if m[OVER] != 0 and j[SCORE] != 0:
        score = routine(j[SCORE])
        scores = cells(j[SCORES_AT])
        result = cells(j[RESULT])
        scored = 1
        for seat in range(j[PLAYERS]):
            status = score(m, seat, result, context)
            if status != 0:
                return status
            scores[seat] = result[0]
    counts[j[OPTIONS]] += options
    counts[j[FORCED]] += forced
    if widest > counts[j[WIDEST]]:
        counts[j[WIDEST]] = widest
    turns = turns_seen(j)
    count_match(j, counts, decisions, turns)
    if m[OVER] == 0:
        count_endless(j, counts, number)
    elif m[WINNERS] != NONE:
        count_end(j, counts, m, starter)
        count_sides(j, counts, m)
        if scored != 0:
            count_scores(j, counts)
    if m[OVER] != 0:
        count_moves(j, counts, m, mark)
        count_uses(j, counts, m[WINNERS])
    if j[ROWS_AT] != 0:
        add_row(j, m, number, seed, decisions, turns, starter, scored)
    return 0


# ------------------------------------------------------------------- its beginning


def note_sides(j: Cells, m: Cells) -> None:
    """Remembers the sides of the players."""
    sides = cells(j[SIDES_LIST])
    before = cells(j[BEFORE_AT])
    one = sides + 1
    for side in range(sides[0]):
        for seat in range(j[PLAYERS]):
            before[side * j[PLAYERS] + seat] = m[one[0] + seat]
        one = one + (3 + one[2])


# -------------------------------------------------------------------------- its end


def count_match(j: Cells, counts: Cells, decisions: int, turns: int) -> None:
    """Counts what every match has."""
    counts[j[MATCHES]] += 1
    counts[j[DECISIONS]] += decisions
    if decisions < counts[j[SHORTEST]]:
        counts[j[SHORTEST]] = decisions
    if decisions > counts[j[LONGEST]]:
        counts[j[LONGEST]] = decisions
    add_square(counts + j[SQUARES], decisions)
    counts[j[LENGTHS] + bin_of(j, decisions)] += 1
    counts[j[TURNS]] += turns
    add_square(counts + j[TURN_SQUARES], turns)
    if j[CHANGES] != NONE:
        counts[j[LED]] += 1
        counts[j[LEAD_CHANGES]] += j[CHANGES]
        add_square(counts + j[LEAD_SQUARES], j[CHANGES])
    if j[EVENTS] != 0:
        count_texts(j, counts)


def count_texts(j: Cells, counts: Cells) -> None:
    """Counts the texts that were reached. There is no branch that would be hard to foresee."""
    reached = counts + j[REACHED]
    seen = cells(j[SEEN])
    one = cells(j[TEXTS_LIST])
    texts = one[0]
    one = one + 1
    for text in range(texts):
        times = 0
        events = one[0]
        for number in range(events):
            times += seen[one[1 + number]]
        reached[text] += shifted(-times, 63)
        one = one + (1 + events)


def count_endless(j: Cells, counts: Cells, number: int) -> None:
    """Counts a match without an end."""
    counts[j[ENDLESS]] += 1
    if j[ENDLESS_MATCHES] < j[MOST_ENDLESS]:
        listed = cells(j[ENDLESS_AT])
        listed[j[ENDLESS_MATCHES]] = number
        j[ENDLESS_MATCHES] += 1


def count_end(j: Cells, counts: Cells, m: Cells, starter: int) -> None:
    """Counts who has won."""
    players = j[PLAYERS]
    won = m[WINNERS]
    counts[j[ENDED]] += 1
    if won == 0:
        counts[j[NOBODY]] += 1
    if won & (won - 1) != 0:
        counts[j[SHARED]] += 1
    left = won
    while left != 0:
        winner = lowest(left)
        left = left & (left - 1)
        counts[j[WINS] + winner] += 1
        if starter != NONE:
            counts[j[ORDER_WON] + (winner - starter + players) % players] += 1
    if j[WINNER_SETS] != NONE:
        counts[j[WINNER_SETS] + won] += 1
    if starter != NONE:
        counts[j[STARTED] + starter] += 1
        counts[j[STARTER_WON] + starter] += (won >> starter) & 1


def count_scores(j: Cells, counts: Cells) -> None:
    """Counts the scores."""
    scores = cells(j[SCORES_AT])
    for seat in range(j[PLAYERS]):
        score = scores[seat]
        add_wide(counts + (j[SCORE_SUM] + _WIDE * seat), score, score >> 63)
        add_square(counts + (j[SCORE_SQUARES] + _WIDE * seat), score)
        if score < counts[j[SCORE_LEAST] + seat]:
            counts[j[SCORE_LEAST] + seat] = score
        if score > counts[j[SCORE_MOST] + seat]:
            counts[j[SCORE_MOST] + seat] = score


def count_sides(j: Cells, counts: Cells, m: Cells) -> None:
    """Counts the sides of the players at the end, and whether they have changed."""
    sides = cells(j[SIDES_LIST])
    before = cells(j[BEFORE_AT])
    one = sides + 1
    for side in range(sides[0]):
        for seat in range(j[PLAYERS]):
            first = before[side * j[PLAYERS] + seat]
            last = m[one[0] + seat]
            if last != first and first != NONE:
                counts[j[SIDE_CHANGES] + side] += 1
            if last >= 0 and last < one[2] and one[3 + last] >= 0:
                value = one[1] + one[3 + last]
                counts[j[SIDE_HELD] + value] += 1
                counts[j[SIDE_WON] + value] += (m[WINNERS] >> seat) & 1
        one = one + (3 + one[2])


def count_moves(j: Cells, counts: Cells, m: Cells, mark: int) -> None:
    """Counts the designs of the pieces that lie elsewhere than at first."""
    places = cells(j[PLACES_TABLE])
    design_of = cells(j[DESIGN_TABLE])
    marks = cells(j[DESIGN_MARKS_AT])
    moved = counts + j[MOVED]
    now = m + j[PIECES_FROM]
    for piece in range(j[PIECES]):
        if now[piece] != places[piece]:
            design = design_of[piece]
            if marks[design] != mark:
                marks[design] = mark
                moved[design] += 1


def count_uses(j: Cells, counts: Cells, won: int) -> None:
    """Counts the designs that were chosen, by whether their players have won."""
    used = cells(j[USED_AT])
    for number in range(j[USED]):
        section = j[LOST_WITH]
        if (won >> used[2 * number]) & 1 != 0:
            section = j[WON_WITH]
        counts[section + used[2 * number + 1]] += 1


def add_row(
    j: Cells, m: Cells, number: int, seed: int, decisions: int, turns: int, starter: int, scored: int
) -> None:
    """Adds a row."""
    row = cells(j[ROWS_AT]) + j[ROWS] * (ROW + j[PLAYERS])
    j[ROWS] += 1
    row[ROW_NUMBER] = number
    row[ROW_SEED] = seed
    row[ROW_ENDED] = 0
    row[ROW_WINNERS] = 0
    if m[OVER] != 0:
        row[ROW_ENDED] = 1
        row[ROW_WINNERS] = m[WINNERS]
    row[ROW_DECISIONS] = decisions
    row[ROW_TURNS] = turns
    row[ROW_STARTER] = starter
    row[ROW_SCORED] = scored
    scores = cells(j[SCORES_AT])
    for seat in range(j[PLAYERS]):
        row[ROW + seat] = scores[seat]


# ------------------------------------------------------------------------ all matches


def batch(j: Cells, first: int, last: int) -> int:
    """Plays and counts the matches from `first` to `last` - 1. Returns `last`, or the number of the first match in
    which the rules went wrong."""
    for number in range(first, last):
        if play(j, number) != 0:
            return number
    return last


KERNELS = (
    dice_of,
    seed_of_match,
    secret_seed_of,
    add_wide,
    add_square,
    bin_of,
    begin_match,
    violates,
    count_offer,
    note_uses,
    turns_seen,
    look_who_leads,
    play,
    note_sides,
    count_match,
    count_texts,
    count_endless,
    count_end,
    count_scores,
    count_sides,
    count_moves,
    count_uses,
    add_row,
    batch,
)


def add_batch(module: ir.Module, functions: Mapping[str, ir.Function]) -> None:
    """Adds `batch(numbers, first, last)` to the module of a game, whose functions are `functions`. Raises `OSError`
    where Python's sources are missing."""
    add_kernels(module, KERNELS, (batch,), {one: functions[one.__name__] for one in GIVEN})


__all__ = ["add_batch"]
