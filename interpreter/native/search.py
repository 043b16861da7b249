"""Kernels that search: they deal, walk down the tree, play on at random, and credit what was found.

They repeat what `bots.search`, `bots.playout` and `bots.worth` do in Python: the same draws in the same order, and
the same operations on floats in the same order, so that both choose the same. The rules of the game are routines of
the module that was built from its program. The tree is an array of arms, which the caller makes longer.
"""

from __future__ import annotations

from typing import Any

from ..ir import FORKS, LUCK, NONE, OVER, PLAYERS, SECRET_LUCK, WINNERS
from ..ir.frames import FIRST_ENTRY
from .kernel import Cells, as_floats, cells, floats, real, root, routine
from .redealing import (
    CLASSES,
    ORIGIN,
    SIZE,
    STACK,
    STACKS,
    WAITS,
    below,
    dice_of,
    exchange,
    next_bits,
    rename,
)
from .redealing import KERNELS as REDEALING_KERNELS
from .translate import translate

# The numbers of a search, which its caller owns. Those of its re-dealing are at REDEAL.
ACT, OPTIONS, WAITING, PLAYER, DRAW, FINISH = 0, 1, 2, 3, 4, 5  # addresses of routines
SCORE, HEURISTIC = 6, 7  # addresses of routines, or 0
CONTEXT = 8  # the address of the context of the thread
M = 9  # the address of a memory for the match that is tried out
REDEAL = 10  # the address of the numbers of re-dealing, or 0
DEALT = 11  # if the caller deals: the address of the addresses of the memories of this call
DICE = 12  # the state of the dice of walks and playouts
DEALS = 13  # the state of the dice of deals
DECIDER = 14  # the strand of the decision
BOUND = 15  # the limit of steps of a match
TRIES = 16  # how often pieces are dealt again
DEEPEST = 17
TOGETHER = 18  # whether the heuristic is the same for all players
# The address of the statuses that mean that the rules do not end, and before them their number.
ENDLESS_FAULTS = 19
ENDLESS = 20  # how often the rules did not end
MOST_ENDLESS = 21
UNJUDGED = 22  # the status of a score or heuristic that does not end
ARMS = 23  # the number of arms of the tree
ROOM = 24  # the number of arms for which there is room
MOST_ARMS = 25
MARGIN = 26  # the number of arms that one iteration can add
TREE = 27  # the address of the arms
# The address of the slots: a power of two of numbers that find an arm by its node, player and action.
SLOTS = 28
MASK = 29  # one less than the number of slots
LENGTH = 30  # the length of the path
PATH = 31  # the address of DEEPEST pairs: player, arm
LEGAL = 32  # the address of the legal actions
CHOSEN = 33  # the address of their arms
OWN = 34  # the address of the node of each strand, -1 for none
STRANDS = 35
NODE = 36  # where the walk stands
NEW_ARM = 37  # whether the walk has come to the end of the tree
LOGS = 38  # the address of the logarithms of 0 (unused), 1, 2, ...
WIDEST = 39  # a float: the largest number met
LOW, HIGH = 40, 41  # addresses of floats, by player: the scale of the heuristic
MET = 42  # whether there is a scale
REWARDS = 43  # the address of floats, by player
NUMBER = 44  # for the result of a routine
DONE = 45  # the iterations of a call
DEALING = 46  # the state of the dice of a deal
TRIAL = 47  # one step ahead: the address of another memory
TOTALS = 48  # the address of floats, by option; the options are at CHOSEN
TRIED = 49  # the number of options
WHOSE = 50  # the player who decides
MEMORY = 51  # the cells of a memory
FORKED = 52  # how often players had begun to act simultaneously before the last action of a path
AHEAD = 53  # for how many choices random play goes on before the heuristic judges
# Addresses, by player: the first player who always has the same number.
SCORE_ALLIES, HEURISTIC_ALLIES = 54, 55
RIVALS = 56  # the address of floats, by player
SEARCH = 57

# An arm.
FROM, WHO, ACTION, COULD, TAKEN, JUDGED = 0, 1, 2, 3, 4, 5
TOTAL, SEEMED = 6, 7  # floats
ARM = 8

FINE, FULL, BROKEN = 0, 1, 2
"""What a call says: all iterations are done, or too many did not end; the tree needs room; or no position
can be valued (UNJUDGED says why)."""

EXPLORE = 0.7
CERTAIN = 0.1
BETWEEN = 1 - 2 * CERTAIN
NOBODY = 0.5
SHARED = 0.75
MORE = 1 - SHARED
STRAND, JOINED = -2, -3
_SPREAD = 0x9E3779B97F4A7C15


# ------------------------------------------------------------------------- the tree


def slot_of(s: Cells, node: int, who: int, action: int) -> int:
    """The slot of an arm, or the empty one where it belongs."""
    slots = cells(s[SLOTS])
    at = node * _SPREAD + who * 0x632BE59BD9B4E019 + action * 0x8CB92BA72F3D8DD7
    at = ((at ^ (at >> 29)) * _SPREAD) >> 20 & s[MASK]
    while slots[at] != 0:
        one = cells(s[TREE]) + (slots[at] - 1) * ARM
        if one[FROM] == node and one[WHO] == who and one[ACTION] == action:
            return at
        at = (at + 1) & s[MASK]
    return at


def find_arm(s: Cells, node: int, who: int, action: int) -> int:
    """The number of an arm; -1 if there is none."""
    return cells(s[SLOTS])[slot_of(s, node, who, action)] - 1


def arm_of(s: Cells, node: int, who: int, action: int) -> int:
    """The number of an arm, a new one if there is none; -1 if the tree is full."""
    slots = cells(s[SLOTS])
    at = slot_of(s, node, who, action)
    if slots[at] != 0:
        return slots[at] - 1
    number = s[ARMS]
    if number >= s[MOST_ARMS]:
        return -1
    one = cells(s[TREE]) + number * ARM
    one[FROM] = node
    one[WHO] = who
    one[ACTION] = action
    one[COULD] = 0
    one[TAKEN] = 0
    one[JUDGED] = 0
    as_floats(one)[TOTAL] = 0.0
    as_floats(one)[SEEMED] = 0.0
    s[ARMS] = number + 1
    slots[at] = number + 1
    return number


def file_arms(s: Cells) -> None:
    """Fills the slots anew, which are all empty."""
    slots = cells(s[SLOTS])
    for number in range(s[ARMS]):
        one = cells(s[TREE]) + number * ARM
        slots[slot_of(s, one[FROM], one[WHO], one[ACTION])] = number + 1


def share(s: Cells, value: float) -> float:
    """A worth between 0 and 1."""
    if s[SCORE] == 0:
        return value
    return 0.5 + value / (2.0 * as_floats(s)[WIDEST])


def estimate(s: Cells, player: int, value: float) -> float:
    """A value of the heuristic between those that were met."""
    low = floats(s[LOW])[player]
    high = floats(s[HIGH])[player]
    place = 0.5
    if high > low:
        place = (value - low) / (high - low)
    return CERTAIN + BETWEEN * place


def value_of(s: Cells, player: int, number: int) -> float:
    """The average worth of an arm that has been taken."""
    one = cells(s[TREE]) + number * ARM
    taken = real(one[TAKEN])
    judged = real(one[JUDGED])
    ends = taken - judged
    ended = 0.0
    if ends > 0.0:
        ended = ends * share(s, as_floats(one)[TOTAL] / ends)
    if one[JUDGED] == 0:
        return ended / taken
    return (ended + judged * estimate(s, player, as_floats(one)[SEEMED] / judged)) / taken


def pick(s: Cells, player: int, count: int) -> int:
    """The arm to take, by its place among those of the legal actions."""
    arms = cells(s[CHOSEN])
    tree = cells(s[TREE])
    fresh = 0
    for number in range(count):
        one = tree + arms[number] * ARM
        one[COULD] = one[COULD] + 1
        if one[TAKEN] == 0:
            fresh += 1
    if fresh > 0:
        left = below(s + DICE, fresh)
        if count > 1:
            s[NEW_ARM] = 1
        number = 0
        while True:
            if (tree + arms[number] * ARM)[TAKEN] == 0:
                if left == 0:
                    return number
                left -= 1
            number += 1
    best = 0
    most = 0.0
    for number in range(count):
        one = tree + arms[number] * ARM
        bonus = root(floats(s[LOGS])[one[COULD]] / real(one[TAKEN]))
        score = value_of(s, player, arms[number]) + EXPLORE * bonus
        if number == 0 or score > most:
            best = number
            most = score
    return best


# ------------------------------------------------------------------------ the walk


def descend(s: Cells) -> int:
    """Walks down the tree, up to and including the first arm that had not been taken before, though there were
    others; returns a status."""
    m = cells(s[M])
    context = cells(s[CONTEXT])
    act = routine(s[ACT])
    options = routine(s[OPTIONS])
    waiting = routine(s[WAITING])
    player_of = routine(s[PLAYER])
    draw = routine(s[DRAW])
    legal = cells(s[LEGAL])
    chosen = cells(s[CHOSEN])
    path = cells(s[PATH])
    for _ in range(s[BOUND]):
        if m[OVER] != 0 or s[LENGTH] == s[DEEPEST]:
            return 0
        strand = s[DECIDER]
        if s[LENGTH] > 0:
            strand = waiting(m, context)
        player = player_of(m, strand, context)
        if player < NONE:
            return -2 - player
        if player == NONE:
            action = draw(m, strand, s + DICE, s + NUMBER, context)
            if action < 0:
                return -action
            status = act(m, strand, action, context)
            if status != 0:
                return status
            continue
        count = options(m, strand, legal, context)
        if count < 0:
            return -count
        node = place(s, strand)
        if node < 0:
            return 0
        for number in range(count):
            arm = arm_of(s, node, player, legal[number])
            if arm < 0:
                return 0
            chosen[number] = arm
        taken = pick(s, player, count)
        path[2 * s[LENGTH]] = player
        path[2 * s[LENGTH] + 1] = chosen[taken]
        s[LENGTH] = s[LENGTH] + 1
        s[FORKED] = m[FORKS]
        status = act(m, strand, legal[taken], context)
        if status != 0:
            return status
        if s[NEW_ARM] != 0:
            return 0
        if not move(s, m, strand, chosen[taken]):
            return 0
    return 0


def place(s: Cells, strand: int) -> int:
    """The node at which a strand decides; -1 if the tree is full."""
    if strand == 0:
        return s[NODE]
    own = cells(s[OWN])
    if own[strand] < 0:
        arm = arm_of(s, s[NODE], STRAND, strand)
        if arm < 0:
            return -1
        own[strand] = arm + 1
    return own[strand]


def move(s: Cells, m: Cells, strand: int, arm: int) -> bool:
    """Moves to the node to which an arm has led; not if the tree is full."""
    if strand == 0:
        s[NODE] = arm + 1
        return True
    own = cells(s[OWN])
    own[strand] = arm + 1
    waiting = routine(s[WAITING])
    if m[OVER] == 0 and m[FORKS] == s[FORKED] and waiting(m, cells(s[CONTEXT])) != 0:
        return True
    for one in range(s[STRANDS]):
        if own[one] >= 0:
            joined = arm_of(s, s[NODE], JOINED, own[one])
            if joined < 0:
                return False
            s[NODE] = joined + 1
            own[one] = -1
    return True


def play_while_deciding(s: Cells, player: int) -> int:
    """Plays on at random until another player has a choice, and all who act simultaneously have answered; returns a
    status. A single answer is no choice."""
    m = cells(s[M])
    context = cells(s[CONTEXT])
    act = routine(s[ACT])
    options = routine(s[OPTIONS])
    waiting = routine(s[WAITING])
    player_of = routine(s[PLAYER])
    draw = routine(s[DRAW])
    legal = cells(s[LEGAL])
    left = s[AHEAD]
    for _ in range(s[BOUND]):
        if m[OVER] != 0 or left == 0:
            return 0
        strand = waiting(m, context)
        decider = player_of(m, strand, context)
        if decider < NONE:
            return -2 - decider
        count = 0  # luck's own number of outcomes does not matter
        if decider != NONE:
            count = options(m, strand, legal, context)
            if count < 0:
                return -count
        if count != 1:
            if decider != player and (strand == 0 or m[FORKS] != s[FORKED]):
                return 0
            left -= 1
        action = 0
        if decider == NONE:
            action = draw(m, strand, s + DICE, s + NUMBER, context)
            if action < 0:
                return -action
        else:
            action = legal[below(s + DICE, count)]
        status = act(m, strand, action, context)
        if status != 0:
            return status
    return 0


# ----------------------------------------------------------------------- the worth


def is_endless(s: Cells, status: int) -> bool:
    """Whether a status means that the rules do not end."""
    known = cells(s[ENDLESS_FAULTS])
    found = False
    for number in range(known[0]):
        found = found or known[1 + number] == status
    return found


def reward_leads(s: Cells, m: Cells, number: int, allies: Cells) -> int:
    """The lead of each player by a routine over the best player who is no ally, as the rewards; returns a status."""
    status = reward_numbers(s, m, number)
    if status != 0:
        return status
    rewards = floats(s[REWARDS])
    rivals = floats(s[RIVALS])
    players = m[PLAYERS]
    for player in range(players):
        best = 0.0
        alone = True
        for other in range(players):
            if allies[other] != allies[player]:
                if alone or rewards[other] > best:
                    best = rewards[other]
                alone = False
        rivals[player] = best
    for player in range(players):
        rewards[player] = rewards[player] - rivals[player]
    widen(s, players)
    return 0


def reward_common(s: Cells, m: Cells, number: int) -> int:
    """What a routine says for each player, as the rewards; returns a status."""
    status = reward_numbers(s, m, number)
    if status == 0:
        widen(s, m[PLAYERS])
    return status


def reward_numbers(s: Cells, m: Cells, number: int) -> int:
    """The same, not yet part of the scale."""
    of = routine(number)
    context = cells(s[CONTEXT])
    rewards = floats(s[REWARDS])
    for player in range(m[PLAYERS]):
        status = of(m, player, s + NUMBER, context)
        if status != 0:
            if is_endless(s, status):
                s[UNJUDGED] = status
            return status
        rewards[player] = real(s[NUMBER])
    return 0


def widen(s: Cells, players: int) -> None:
    """Remembers the largest number."""
    rewards = floats(s[REWARDS])
    widest = as_floats(s) + WIDEST
    for player in range(players):
        one = rewards[player]
        if one < 0.0:
            one = 0.0 - one
        if one > widest[0]:
            widest[0] = one


def reward_all(s: Cells, players: int, value: float) -> None:
    """The same for every player."""
    rewards = floats(s[REWARDS])
    for player in range(players):
        rewards[player] = value


def reward_winners(s: Cells, m: Cells, won: float, lost: float) -> None:
    """One value for winners, another for all others."""
    rewards = floats(s[REWARDS])
    for player in range(m[PLAYERS]):
        rewards[player] = lost
        if m[WINNERS] >> player & 1 != 0:
            rewards[player] = won


def reward_end(s: Cells, m: Cells) -> int:
    """The worth of the end of a match to each player; returns a status."""
    players = m[PLAYERS]
    if s[SCORE] == 0:
        winners = 0
        if m[OVER] != 0:
            for player in range(players):
                winners += m[WINNERS] >> player & 1
        if winners == 0:
            none = NOBODY
            if s[TOGETHER] != 0:
                none = 0.0
            reward_all(s, players, none)
            return 0
        apart = 1.0
        if players > 1:
            apart = real(players - winners) / real(players - 1)
        reward_winners(s, m, SHARED + MORE * apart, 0.0)
        return 0
    if m[OVER] == 0:
        reward_all(s, players, 0.0)
        return 0
    status = reward_leads(s, m, s[SCORE], cells(s[SCORE_ALLIES]))
    if status != 0:
        return status
    rewards = floats(s[REWARDS])
    for player in range(players):
        if m[WINNERS] >> player & 1 != 0 and rewards[player] < 0.0:
            widest = as_floats(s)[WIDEST]
            reward_winners(s, m, widest, 0.0 - widest)
            return 0
    return 0


def reward_estimates(s: Cells, m: Cells) -> int:
    """How far ahead each player seems to be by the heuristic, as the rewards; returns a status."""
    if s[TOGETHER] != 0:
        return reward_common(s, m, s[HEURISTIC])
    return reward_leads(s, m, s[HEURISTIC], cells(s[HEURISTIC_ALLIES]))


def reward_seeming(s: Cells, m: Cells) -> int:
    """The same; whoever has won is farther ahead than anything can seem."""
    status = reward_estimates(s, m)
    if status == 0 and m[OVER] != 0 and (m[WINNERS] != 0 or s[TOGETHER] != 0):
        widest = 2.0 * as_floats(s)[WIDEST]
        reward_winners(s, m, widest, 0.0 - widest)
    return status


def meet(s: Cells, players: int) -> None:
    """Widens the scale of the heuristic."""
    rewards = floats(s[REWARDS])
    low = floats(s[LOW])
    high = floats(s[HIGH])
    for player in range(players):
        one = rewards[player]
        if s[MET] == 0 or one < low[player]:
            low[player] = one
        if s[MET] == 0 or one > high[player]:
            high[player] = one
    s[MET] = 1


# ------------------------------------------------------------------- an iteration


def deal(s: Cells) -> None:
    """Deals the pieces again into the memory to be tried out."""
    r = cells(s[REDEAL])
    m = cells(s[M])
    dice = s + DEALING
    dice[0] = dice_of(next_bits(s + DEALS))
    tries = s[TRIES]
    if cells(r[CLASSES])[0] == 0:
        tries = 0
    while tries > 0:
        exchange(r, dice)
        rename(r, m)
        if is_decidable(s, r, m):
            break
        tries -= 1
    if tries == 0:
        origin = cells(r[ORIGIN])
        for address in range(r[SIZE]):
            m[address] = origin[address]
    m[LUCK] = next_bits(dice)
    m[SECRET_LUCK] = next_bits(dice)


def is_decidable(s: Cells, r: Cells, m: Cells) -> bool:
    """Whether every open decision has an option."""
    options = routine(s[OPTIONS])
    waits = cells(r[WAITS])
    if m[OVER] != 0:
        return True
    for strand in range(s[STRANDS]):
        frame = m[r[STACKS] + strand * r[STACK]]
        if frame != 0:
            entry = m[frame + 1] - FIRST_ENTRY
            waiting = entry >= 0 and entry < waits[0] and waits[1 + entry] != 0
            if waiting and options(m, strand, cells(s[LEGAL]), cells(s[CONTEXT])) < 0:
                return False
    return True


def try_out(s: Cells) -> int:
    """One iteration in the memory to be tried out; returns a status if no position can be valued."""
    m = cells(s[M])
    players = m[PLAYERS]
    s[LENGTH] = 0
    s[NODE] = 0
    s[NEW_ARM] = 0
    own = cells(s[OWN])
    for strand in range(s[STRANDS]):
        own[strand] = -1
    status = descend(s)
    if status == 0 and s[HEURISTIC] != 0 and s[LENGTH] > 0:
        status = play_while_deciding(s, cells(s[PATH])[2 * s[LENGTH] - 2])
        if status == 0 and m[OVER] == 0:
            status = reward_seeming(s, m)
            if status == 0:
                meet(s, players)
                credit(s, 1)
                return 0
    if status == 0:
        finish = routine(s[FINISH])
        status = finish(m, s + DICE, s[BOUND], cells(s[CONTEXT]))
        if status <= 0:  # over, or the bound is reached
            status = reward_end(s, m)
    if status != 0:
        if s[UNJUDGED] != 0:
            return s[UNJUDGED]
        bear(s, status, players)
    credit(s, 0)
    return 0


def bear(s: Cells, status: int, players: int) -> None:
    """If the rules fail, nobody is better off."""
    if is_endless(s, status):
        s[ENDLESS] = s[ENDLESS] + 1
    if s[SCORE] == 0:
        reward_all(s, players, NOBODY)
    else:
        reward_all(s, players, 0.0)


def credit(s: Cells, judged: int) -> None:
    """Credits the players on the path with the rewards."""
    path = cells(s[PATH])
    rewards = floats(s[REWARDS])
    for number in range(s[LENGTH]):
        one = cells(s[TREE]) + path[2 * number + 1] * ARM
        one[TAKEN] = one[TAKEN] + 1
        one[JUDGED] = one[JUDGED] + judged
        sums = as_floats(one) + (TOTAL + judged)  # what seemed so stands behind what was so
        sums[0] = sums[0] + rewards[path[2 * number]]


def search(s: Cells, count: int) -> int:
    """Does the given number of iterations; DONE says how many are done when it returns."""
    s[DONE] = 0
    while s[DONE] < count:
        if s[ARMS] + s[MARGIN] > s[ROOM] and s[ROOM] < s[MOST_ARMS]:
            return FULL
        if s[REDEAL] != 0:
            deal(s)
        else:
            s[M] = cells(s[DEALT])[s[DONE]]
        if try_out(s) != 0:
            return BROKEN
        s[DONE] = s[DONE] + 1
        if s[ENDLESS] >= s[MOST_ENDLESS]:
            return FINE
    return FINE


# ----------------------------------------------------------------- one step ahead


def compare(s: Cells, count: int) -> int:
    """Tries every option in this many deals, DONE of which are done when it returns."""
    totals = floats(s[TOTALS])
    s[DONE] = 0
    while s[DONE] < count:
        if s[REDEAL] != 0:
            deal(s)
        else:
            s[M] = cells(s[DEALT])[s[DONE]]
        dealt = s[M]
        answered = let_others_answer(s)
        s[M] = s[TRIAL]
        for number in range(s[TRIED]):
            copy(s, cells(dealt), cells(s[TRIAL]))
            if try_option(s, answered, cells(s[CHOSEN])[number]) != 0:
                s[M] = dealt
                return BROKEN
            totals[number] = totals[number] + floats(s[REWARDS])[s[WHOSE]]
        s[M] = dealt
        s[DONE] = s[DONE] + 1
        if s[ENDLESS] >= s[MOST_ENDLESS]:
            return FINE
    return FINE


def copy(s: Cells, source: Cells, target: Cells) -> None:
    """Copies a memory."""
    for address in range(s[MEMORY]):
        target[address] = source[address]


def let_others_answer(s: Cells) -> int:
    """If players act simultaneously, lets the others answer at random; returns a status."""
    m = cells(s[M])
    context = cells(s[CONTEXT])
    act = routine(s[ACT])
    player_of = routine(s[PLAYER])
    draw = routine(s[DRAW])
    if s[DECIDER] == 0:
        return 0
    for _ in range(s[BOUND]):
        strand = 0
        while strand < s[STRANDS]:
            if strand != s[DECIDER] and player_of(m, strand, context) >= NONE:
                break
            strand += 1
        if strand == s[STRANDS]:
            return 0
        action = draw(m, strand, s + DICE, s + NUMBER, context)
        if action < 0:
            return -action
        status = act(m, strand, action, context)
        if status != 0:
            return status
    return 0


def try_option(s: Cells, answered: int, action: int) -> int:
    """Takes one option and values what it leads to, as the rewards; returns a status if that cannot be valued.
    `answered` is the status of the answers of others."""
    m = cells(s[M])
    context = cells(s[CONTEXT])
    act = routine(s[ACT])
    finish = routine(s[FINISH])
    players = m[PLAYERS]
    status = answered
    if status == 0:
        s[FORKED] = m[FORKS]
        status = act(m, s[DECIDER], action, context)
    if status == 0 and s[HEURISTIC] != 0:
        status = play_while_deciding(s, s[WHOSE])
        if status == 0:
            status = reward_seeming(s, m)
    elif status == 0:
        if m[OVER] == 0:
            status = finish(m, s + DICE, s[BOUND], context)
        if status <= 0:
            status = reward_end(s, m)
    if status != 0:
        if s[UNJUDGED] != 0:
            return s[UNJUDGED]
        bear(s, status, players)
    return 0


KERNELS = (
    *REDEALING_KERNELS,
    slot_of,
    find_arm,
    arm_of,
    file_arms,
    share,
    estimate,
    value_of,
    pick,
    descend,
    place,
    move,
    play_while_deciding,
    is_endless,
    reward_numbers,
    reward_leads,
    reward_common,
    widen,
    reward_all,
    reward_winners,
    reward_end,
    reward_estimates,
    reward_seeming,
    meet,
    deal,
    is_decidable,
    try_out,
    bear,
    credit,
    search,
    compare,
    copy,
    let_others_answer,
    try_option,
)
EXPORTED = (search, compare, find_arm, file_arms, value_of)


def search_module() -> Any:
    """The module of the kernels, the same for every game. Raises `OSError` where Python's sources are missing."""
    return translate("search", KERNELS, EXPORTED)


__all__ = ["EXPORTED", "KERNELS", "search_module"]
