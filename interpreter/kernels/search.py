"""Information-set Monte Carlo tree search with one observer (Cowling, Powley and Whitehouse, 2012), and looking one
step ahead.

Every iteration re-deals what the bot's player cannot know (`Match.determinize`), walks down one tree that all deals
share, adds a node, plays on at random, and credits each player on the path with the worth of the end to that player.
The walk follows UCB1, which counts for each action how often it could be chosen.

If the game declares a heuristic, random play stops as soon as another player has a choice, and all have answered who
act simultaneously; then the heuristic values the position. (If it is the same for all players, or there is only one,
random play stops after a few choices.) So the search also works in long matches in which random players hardly ever
reach the goal. A single answer is no choice: whoever can only pass does not end another's move, and costs no
iteration. Only the heuristic knows the scale of its numbers, so they are placed between the lowest and the highest
that this search has met (`estimate`); an end that the tree reaches stays certain.

If players act simultaneously, each decides in a tree of their own below the same node, keyed only by that player's
own actions, so that nobody reacts to something that they could not see. As usual for this search, the tree assumes
that everybody sees what others do in turn; luck is not part of it.

The rules of the game are routines: of the Python engine, or of a game's machine code. Each takes the memory first and
the context last, and returns a status, unless its description says otherwise: 0 if all went well, else the number of
a fault. Python and machine code draw the same numbers in the same order, and do the same sums in the same order, so
both choose the same.
"""

from __future__ import annotations

from ..ir import FORKS, NONE, OVER, PLAYERS, WINNERS
from ..memory.dice import Dice
from .kernel import Cells, Floats, Routine, copy, real, record, root
from .redealing import Redealing, deal
from .tree import JOINED, ROOT, STRAND, Tree

FINE, FULL, BROKEN = 0, 1, 2
"""What a call says: all iterations are done, or too many did not end; the tree needs room; or no position can be
valued (`unjudged` says why)."""

EXPLORE = 0.7
CERTAIN = 0.1
"""How far values of ends lie outside the range of values that only estimate."""
BETWEEN = 1 - 2 * CERTAIN
NOBODY = 0.5
"""The worth to everyone of a match that ends without a winner, or does not end within its bound."""
SHARED = 0.75
"""The worth of winning together with all others. If the heuristic is the same for all players, they can only win
together, so that an end without winners is lost by all, and worth 0."""
MORE = 1 - SHARED


@record
class Search:
    """A search, which belongs to its caller (`bots.searcher`).

    Attributes:
        act: `(m, strand, action, context)`.
        options: `(m, strand, legal, context)` writes the legal actions; returns their number, or minus a status.
        waiting: `(m, context)` returns the strand of the first open decision.
        player: `(m, strand, context)` returns who decides, NONE if luck does, or -2 minus a status.
        draw: `(m, strand, dice, result, context)` returns a random legal action, or minus a status.
        finish: `(m, dice, bound, context)` plays on at random; a status below 0 if the bound is reached.
        score: `(m, player, result, context)`; so does `heuristic`. `scores` and `judges` say whether they are used.
        context: of the thread.
        m: the memory of the match that is tried out.
        redeals: whether the kernels deal, by `redealing`, into `deal`. Otherwise `dealt` has a deal for each
            iteration of a call.
        tries: how often pieces are dealt again if a deal would leave a decision without options.
        dice: of walks and playouts; `deals` those that give each deal its own, `dealing`.
        decider: the strand of the decision.
        bound: the limit of steps of a match.
        ahead: for how many choices random play goes on before the heuristic judges.
        together: whether the heuristic is the same for all players.
        endless_faults: how many statuses mean that the rules do not end, and these.
        endless: how often the rules did not end; after `most_endless` times the search ends.
        unjudged: the status of a score or heuristic that does not end.
        deepest: how long a path may be.
        length: the length of the path: the players in `path`, and the numbers of their arms in `path_arms`.
        legal: the legal actions, `chosen` their arms.
        node: where the walk stands; `own` for each strand, -1 for none.
        forks: how often players had begun to act simultaneously before the last action of the path, so that none who
            begin now are meant.
        fresh: whether the walk has come to the end of the tree.
        logs: the logarithms of 0 (unused), 1, 2, ...
        widest: the largest number met so far, as no declaration says how high scores get in practice.
        low, high: by player the lowest and the highest value that the heuristic has returned, if it has (`met`).
        rewards: by player; so are `rivals`.
        score_allies: by player: the first player who always has the same score; so is `heuristic_allies`.
        result: a cell for the result of a routine.
        done: the iterations of a call, or its deals.
        tried: one step ahead: the actions that are tried, `try_count` of them, and what each has been worth in
            `totals`; `next_try` is the next one. `trial` is another memory.
        answered: the status of the answers of others.
        whose: the player who decides.
        size: the cells of a memory.
    """

    act: Routine
    options: Routine
    waiting: Routine
    player: Routine
    draw: Routine
    finish: Routine
    score: Routine
    heuristic: Routine
    scores: int
    judges: int
    context: Cells
    m: Cells
    redeals: int
    redealing: Redealing
    deal: Cells
    dealt: list[Cells]
    tries: int
    dice: Dice
    deals: Dice
    dealing: Dice
    decider: int
    bound: int
    ahead: int
    together: int
    endless_faults: Cells
    endless: int
    most_endless: int
    unjudged: int
    tree: Tree
    deepest: int
    length: int
    path: Cells
    path_arms: Cells
    legal: Cells
    chosen: Cells
    node: int
    own: Cells
    strands: int
    forks: int
    fresh: int
    logs: Floats
    widest: float
    low: Floats
    high: Floats
    met: int
    rewards: Floats
    rivals: Floats
    score_allies: Cells
    heuristic_allies: Cells
    result: Cells
    done: int
    tried: Cells
    try_count: int
    next_try: int
    totals: Floats
    trial: Cells
    answered: int
    whose: int
    size: int


# ------------------------------------------------------------------------- the tree


def share(s: Search, value: float) -> float:
    """A worth between 0 and 1."""
    if s.scores == 0:
        return value
    return 0.5 + value / (2.0 * s.widest)


def estimate(s: Search, player: int, value: float) -> float:
    """The position of a value of the heuristic between those that were met, short of a certain win or loss."""
    low = s.low[player]
    high = s.high[player]
    place = 0.5
    if high > low:
        place = (value - low) / (high - low)
    return CERTAIN + BETWEEN * place


def value_of(s: Search, player: int, number: int) -> float:
    """The average worth of an arm that has been taken, from 0 to 1."""
    arm = s.tree.arms[number]
    taken = real(arm.taken)
    judged = real(arm.judged)
    ends = taken - judged
    ended = 0.0
    if ends > 0.0:
        ended = ends * share(s, arm.total / ends)
    if arm.judged == 0:
        return ended / taken
    return (ended + judged * estimate(s, player, arm.seemed / judged)) / taken


def pick(s: Search, player: int, count: int) -> int:
    """The arm to take, by its place among those of the legal actions: a random one that has not been taken yet (it is
    `fresh` if there were others), or else the best by UCB1. Counts all arms."""
    arms = s.tree.arms
    chosen = s.chosen
    fresh = 0
    for number in range(count):
        arm = arms[chosen[number]]
        arm.could += 1
        if arm.taken == 0:
            fresh += 1
    if fresh > 0:
        if count > 1:
            s.fresh = 1
        return pick_fresh(s, s.dice.below(fresh))
    best = 0
    most = 0.0
    for number in range(count):
        arm = arms[chosen[number]]
        bonus = root(s.logs[arm.could] / real(arm.taken))
        score = value_of(s, player, chosen[number]) + EXPLORE * bonus
        if number == 0 or score > most:
            best = number
            most = score
    return best


def pick_fresh(s: Search, skipped: int) -> int:
    """The place of an arm that has not been taken, after this many others."""
    arms = s.tree.arms
    chosen = s.chosen
    left = skipped
    number = 0
    while arms[chosen[number]].taken != 0 or left > 0:
        if arms[chosen[number]].taken == 0:
            left -= 1
        number += 1
    return number


def arm_of(s: Search, action: int) -> int:
    """The arm of an option of the decision, or -1 if there is none."""
    node = ROOT
    if s.decider != 0:
        node = s.tree.find(ROOT, STRAND, s.decider) + 1
    return s.tree.find(node, s.whose, action)


def taken_of(s: Search, action: int) -> int:
    """How often an option of the decision was taken."""
    number = arm_of(s, action)
    if number < 0:
        return 0
    return s.tree.arms[number].taken


def worth_of(s: Search, action: int) -> float:
    """The average worth of an option that has been taken."""
    return value_of(s, s.whose, arm_of(s, action))


# ------------------------------------------------------------------------ the walk


def descend(s: Search) -> int:
    """Walks down the tree, up to and including the first arm that had not been taken before, though there were
    others; returns a status. Begins with the bot's own decision."""
    m = s.m
    context = s.context
    strand = s.decider
    for _ in range(s.bound):
        if m[OVER] != 0 or s.length == s.deepest:
            return 0
        if s.length > 0:
            strand = s.waiting(m, context)
        player = s.player(m, strand, context)
        if player < NONE:
            return -2 - player
        if player == NONE:
            action = s.draw(m, strand, s.dice, s.result, context)
            if action < 0:
                return -action
        else:
            count = s.options(m, strand, s.legal, context)
            if count < 0:
                return -count
            taken = choose(s, m, strand, player, count)
            if taken < 0:
                return 0
            action = s.legal[taken]
        status = s.act(m, strand, action, context)
        if status != 0:
            return status
        if player != NONE and (s.fresh != 0 or not move(s, m, strand, s.path_arms[s.length - 1])):
            return 0
    return 0


def choose(s: Search, m: Cells, strand: int, player: int, count: int) -> int:
    """Puts an arm of the legal actions on the path; returns its place among them, or -1 if the tree is full."""
    node = place(s, strand)
    if node < 0:
        return -1
    tree = s.tree
    legal = s.legal
    chosen = s.chosen
    for number in range(count):
        arm = tree.arm(node, player, legal[number])
        if arm < 0:
            return -1
        chosen[number] = arm
    taken = pick(s, player, count)
    s.path[s.length] = player
    s.path_arms[s.length] = chosen[taken]
    s.length += 1
    s.forks = m[FORKS]
    return taken


def place(s: Search, strand: int) -> int:
    """The node at which a strand decides; each strand has its own, below the node at which all began. -1 if the tree
    is full."""
    if strand == 0:
        return s.node
    if s.own[strand] < 0:
        arm = s.tree.arm(s.node, STRAND, strand)
        if arm < 0:
            return -1
        s.own[strand] = arm + 1
    return s.own[strand]


def move(s: Search, m: Cells, strand: int, arm: int) -> bool:
    """Moves to the node to which an arm has led; once all strands have joined, to the one to which their own nodes
    lead together. Not if the tree is full."""
    if strand == 0:
        s.node = arm + 1
        return True
    own = s.own
    own[strand] = arm + 1
    if m[OVER] == 0 and m[FORKS] == s.forks and s.waiting(m, s.context) != 0:
        return True
    for one in range(s.strands):
        if own[one] >= 0:
            joined = s.tree.arm(s.node, JOINED, own[one])
            if joined < 0:
                return False
            s.node = joined + 1
            own[one] = -1
    return True


def play_while_deciding(s: Search, player: int) -> int:
    """Plays on at random until another player has a choice, which is the end of this player's move; or for `ahead`
    choices. Whoever acts simultaneously with the player answers first: until all have, nothing has come of the move.
    Returns a status.

    A single answer is no choice. Many who are asked can only pass: they are asked so that nobody learns that they
    have no answer, and that does not end a move."""
    m = s.m
    context = s.context
    left = s.ahead
    for _ in range(s.bound):
        if m[OVER] != 0 or left == 0:
            return 0
        strand = s.waiting(m, context)
        decider = s.player(m, strand, context)
        if decider < NONE:
            return -2 - decider
        count = 0  # luck's own number of outcomes does not matter
        if decider != NONE:
            count = s.options(m, strand, s.legal, context)
            if count < 0:
                return -count
        if count != 1:
            if decider != player and (strand == 0 or m[FORKS] != s.forks):
                return 0
            left -= 1
        action = 0
        if decider == NONE:
            action = s.draw(m, strand, s.dice, s.result, context)
            if action < 0:
                return -action
        else:
            action = s.legal[s.dice.below(count)]
        status = s.act(m, strand, action, context)
        if status != 0:
            return status
    return 0


# ----------------------------------------------------------------------- the worth
#
# If the game keeps no score, the worth of an end to a player is a share between 0 and 1 of the win. If it does, it is
# the player's lead over the best other player who is no ally (without such a player, the score).


def is_endless(s: Search, status: int) -> bool:
    """Whether a status means that the rules do not end."""
    known = s.endless_faults
    found = False
    for number in range(known[0]):
        found = found or known[1 + number] == status
    return found


def reward_leads(s: Search, m: Cells, number: Routine, allies: Cells) -> int:
    """The lead of each player by a routine over the best player who is no ally, as the rewards; returns a status."""
    status = reward_numbers(s, m, number)
    if status != 0:
        return status
    rewards = s.rewards
    rivals = s.rivals
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


def reward_numbers(s: Search, m: Cells, number: Routine) -> int:
    """What a routine says for each player, as the rewards, not yet part of the scale; returns a status."""
    rewards = s.rewards
    for player in range(m[PLAYERS]):
        status = number(m, player, s.result, s.context)
        if status != 0:
            if is_endless(s, status):  # here, and so most likely everywhere
                s.unjudged = status
            return status
        rewards[player] = real(s.result[0])
    return 0


def widen(s: Search, players: int) -> None:
    """Remembers the largest number."""
    for player in range(players):
        one = s.rewards[player]
        if one < 0.0:
            one = 0.0 - one
        if one > s.widest:
            s.widest = one


def reward_all(s: Search, players: int, value: float) -> None:
    """The same for every player."""
    for player in range(players):
        s.rewards[player] = value


def reward_winners(s: Search, m: Cells, won: float, lost: float) -> None:
    """One value for winners, another for all others."""
    rewards = s.rewards
    for player in range(m[PLAYERS]):
        rewards[player] = lost
        if m[WINNERS] >> player & 1 != 0:
            rewards[player] = won


def reward_end(s: Search, m: Cells) -> int:
    """The worth of the end of a match to each player; returns a status. A match that is not over counts as one
    without winners."""
    if s.scores == 0:
        reward_win(s, m)
        return 0
    players = m[PLAYERS]
    if m[OVER] == 0:
        reward_all(s, players, 0.0)
        return 0
    status = reward_leads(s, m, s.score, s.score_allies)
    if status != 0:
        return status
    for player in range(players):  # a player can also win in another way than by score
        if m[WINNERS] >> player & 1 != 0 and s.rewards[player] < 0.0:
            reward_winners(s, m, s.widest, 0.0 - s.widest)
            return 0
    return 0


def reward_win(s: Search, m: Cells) -> None:
    """A single winner gets 1, and players who lose to a winner get 0. Several winners get less the more they are, but
    always more than if nobody had won, so that players who can only win together try to."""
    players = m[PLAYERS]
    winners = 0
    if m[OVER] != 0:
        for player in range(players):
            winners += m[WINNERS] >> player & 1
    if winners == 0:
        none = NOBODY
        if s.together != 0:
            none = 0.0
        reward_all(s, players, none)
        return
    apart = 1.0
    if players > 1:
        apart = real(players - winners) / real(players - 1)
    reward_winners(s, m, SHARED + MORE * apart, 0.0)


def reward_seeming(s: Search, m: Cells) -> int:
    """How far ahead each player seems to be by the heuristic, as the rewards; whoever has won is farther ahead than
    anything can seem. Returns a status."""
    status = 0
    if s.together != 0:
        status = reward_numbers(s, m, s.heuristic)
        if status == 0:
            widen(s, m[PLAYERS])
    else:
        status = reward_leads(s, m, s.heuristic, s.heuristic_allies)
    if status == 0 and m[OVER] != 0 and (m[WINNERS] != 0 or s.together != 0):
        widest = 2.0 * s.widest
        reward_winners(s, m, widest, 0.0 - widest)
    return status


def meet(s: Search, players: int) -> None:
    """Widens the scale of the heuristic."""
    for player in range(players):
        one = s.rewards[player]
        if s.met == 0 or one < s.low[player]:
            s.low[player] = one
        if s.met == 0 or one > s.high[player]:
            s.high[player] = one
    s.met = 1


# ------------------------------------------------------------------------- deals


def next_deal(s: Search) -> Cells:
    """The memory of another deal."""
    if s.redeals == 0:
        return s.dealt[s.done]
    s.dealing.restart(s.deals.next())
    deal(s.redealing, s.deal, s.dealing, s.tries, s.options, s.legal, s.context)
    return s.deal


# ------------------------------------------------------------------- an iteration


def try_out(s: Search) -> int:
    """One iteration in the memory to be tried out, which uses it up; returns a status if no position can be
    valued."""
    m = s.m
    players = m[PLAYERS]
    s.length = 0
    s.node = ROOT
    s.fresh = 0
    for strand in range(s.strands):
        s.own[strand] = -1
    status = descend(s)
    if status == 0 and s.judges != 0 and s.length > 0:
        status = play_while_deciding(s, s.path[s.length - 1])
        if status == 0 and m[OVER] == 0:
            status = reward_seeming(s, m)
            if status == 0:
                meet(s, players)
                credit_seeming(s)
                return 0
    if status == 0:
        status = s.finish(m, s.dice, s.bound, s.context)
        if status <= 0:  # over, or the bound is reached
            status = reward_end(s, m)
    if status != 0:
        if s.unjudged != 0:
            return s.unjudged
        bear(s, status, players)
    credit(s)
    return 0


def bear(s: Search, status: int, players: int) -> None:
    """If the rules fail, nobody is better off: a bot should neither seek nor avoid that."""
    if is_endless(s, status):
        s.endless += 1
    if s.scores == 0:
        reward_all(s, players, NOBODY)
    else:
        reward_all(s, players, 0.0)


def credit(s: Search) -> None:
    """Credits the players on the path with the rewards of an end."""
    arms = s.tree.arms
    for number in range(s.length):
        arm = arms[s.path_arms[number]]
        arm.taken += 1
        arm.total += s.rewards[s.path[number]]


def credit_seeming(s: Search) -> None:
    """Credits them with the heuristic's value of the position that the path led to."""
    arms = s.tree.arms
    for number in range(s.length):
        arm = arms[s.path_arms[number]]
        arm.taken += 1
        arm.judged += 1
        arm.seemed += s.rewards[s.path[number]]


def search(s: Search, count: int) -> int:
    """Does the given number of iterations; `done` says how many are done when it returns."""
    s.done = 0
    while s.done < count:
        if not s.tree.has_room():
            return FULL
        s.m = next_deal(s)
        if try_out(s) != 0:
            return BROKEN
        s.done += 1
        if s.endless >= s.most_endless:
            return FINE
    return FINE


# ----------------------------------------------------------------- one step ahead


def compare(s: Search, count: int) -> int:
    """Tries this many options. All are tried in the same deal before the next: `done` says how many deals are done
    with when it returns."""
    s.done = 0
    for _ in range(count):
        if s.next_try == 0:
            s.deal = next_deal(s)
            s.m = s.deal
            s.answered = let_others_answer(s)
            s.m = s.trial
        copy(s.trial, s.deal, s.size)
        if try_option(s, s.tried[s.next_try]) != 0:
            return BROKEN
        s.totals[s.next_try] += s.rewards[s.whose]
        s.next_try += 1
        if s.next_try == s.try_count:
            s.next_try = 0
            s.done += 1
            if s.endless >= s.most_endless:
                return FINE
    return FINE


def let_others_answer(s: Search) -> int:
    """If players act simultaneously, lets the others answer at random, so that every option is tried against the same
    answers; returns a status."""
    m = s.m
    context = s.context
    if s.decider == 0:
        return 0
    for _ in range(s.bound):
        strand = 0
        while strand < s.strands:
            if strand != s.decider and s.player(m, strand, context) >= NONE:
                break
            strand += 1
        if strand == s.strands:
            return 0
        action = s.draw(m, strand, s.dice, s.result, context)
        if action < 0:
            return -action
        status = s.act(m, strand, action, context)
        if status != 0:
            return status
    return 0


def try_option(s: Search, action: int) -> int:
    """Takes one option and values what it leads to, as the rewards; returns a status if that cannot be valued. If the
    option itself ends the match, the result is as certain as the deal."""
    m = s.m
    context = s.context
    players = m[PLAYERS]
    status = s.answered
    if status == 0:
        s.forks = m[FORKS]
        status = s.act(m, s.decider, action, context)
    if status == 0 and s.judges != 0:
        status = play_while_deciding(s, s.whose)
        if status == 0:
            status = reward_seeming(s, m)
    elif status == 0:
        if m[OVER] == 0:
            status = s.finish(m, s.dice, s.bound, context)
        if status <= 0:
            status = reward_end(s, m)
    if status != 0:
        if s.unjudged != 0:
            return s.unjudged
        bear(s, status, players)
    return 0
