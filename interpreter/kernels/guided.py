"""Search that is guided from outside: the PUCT loop of AlphaZero (Silver and others, 2017), for many roots together.

A walk begins at a root, in a deal of what its player cannot know, and goes down the tree to the first decision that
has not been judged. There it stops and shows what whoever decides there may know. The caller answers with a prior for
each action and a value for each player; the walk then ends, and its arms are credited. A walk that meets the end of
the match is credited with the rewards, and the next one begins.

As in `search`, all deals share one tree, luck is not part of it, and whoever acts simultaneously decides in a tree of
their own, keyed by their own actions. An action that no deal had offered before has no prior: then its decision is
judged once more. A decision with one option is not judged, since there is nothing to choose.

Roots do not depend on each other, so threads can share them out. Each has an arm 0 that stands for the root itself: a
node has the number of the arm that leads there.
"""

from __future__ import annotations

from ..ir import FORKS, LUCK, NONE, OVER, SECRET_LUCK, WINNERS
from ..memory.luck import signed
from .kernel import Bytes, Cells, Floats, Singles, copy, real, record, root, wipe
from .redealing import Redealing, deal
from .stepping import Matches, Worker, observe_anew, take
from .tree import DEEPEST, JOINED, ROOT, STRAND

REWARD, WIN, LEAD = range(3)
"""What the end of a match is worth to a player: the reward that a batch gives; 1 for winners, and -1 for the others
if somebody has won; or the lead over the best other player."""

KEPT, DEALT, GIVEN = range(3)
"""How the memory of a root is dealt: only luck is new; pieces exchange their names; or the caller deals for each
walk."""

WAITING, CREDITED, MET, FULL = range(4)
"""What a walk says: a leaf waits for an answer; it has met the end of the match; it has met a leaf that waits
already; or there is no room for another arm."""

LONGEST = 500
"""A walk through more decisions than this, most of which have one option or are those of luck, is broken off."""
MOST_FAULTS = 3
"""After this many walks in which the rules went wrong, a root is done with, since each may take long."""
UNJUDGED = -1.0
"""The prior of an arm that has none yet."""


@record
class Branch:
    """An arm: an action of a player at a node, or (instead of a player: STRAND, JOINED) where strands begin or join.

    Attributes:
        next: the next arm of the same node, or -1; `head` and `tail` are the first and last of the node to which this
            one leads.
        taken: how often walks have been credited; `flying` walks are under way.
        prior: what the caller has said of it.
        total: the sum of the values to its player; `first` is the value when it was judged.
    """

    who: int
    action: int
    next: int
    head: int
    tail: int
    taken: int
    flying: int
    prior: float
    total: float
    first: float


@record
class Guided:
    """Searches from several roots. Each has `leaves` slots for walks that wait, which lie behind each other.

    Attributes:
        simulations: how many walks are credited for each root.
        seats: how many players there are.
        exploring: how much priors count; `unvisited` by how much an arm that has not been taken is worth less than
            its node. `share` is that of `noise` in the priors of a root.
        outcome: what the end of a match is worth, one of the constants above.
        origins: by root the memory; `kinds` how it is dealt; `fresh`: one that the caller has dealt is there.
            `redealings` say how pieces exchange their names, and `tries` how often that may be tried.
        strands: by root the strand that decides.
        alive: by root whether it is searched. `credited`, `pending`, `faults`: how many walks were, wait, and went
            wrong.
        arms: by root, `counts` of them; there is room for `room`. `full`: it was not enough.
        widest: by root the largest value that was met, at least 1.
        visits, totals: by root and action how often it was taken, and the sum of its values to whoever decides.
        worths: by root and player the sum of all values, `valued` of them.
        noise: by root and action.
        waiting: by slot whether it waits, at `nodes` (-1: too deep to grow). `paths` are the arms that lead there,
            and `lengths` how many these are.
        deciders, masks, observations: by slot what the caller judges; `given` where it has done so, in `priors` and
            `values`.
        own: by root, for each strand, where it stands, or -1. `chosen`: the arms of the legal actions.
        node, forks: by root where the walk stands; and how often players had begun to act simultaneously before the
            last action.
        worth: by root and player the value that is being credited.
    """

    simulations: int
    leaves: int
    seats: int
    exploring: float
    unvisited: float
    share: float
    outcome: int
    origins: list[Cells]
    kinds: Bytes
    fresh: Bytes
    redealings: list[Redealing]
    tries: int
    strands: Cells
    alive: Bytes
    credited: Cells
    pending: Cells
    faults: Cells
    arms: list[list[Branch]]
    counts: Cells
    room: int
    full: Bytes
    widest: Floats
    visits: Cells
    totals: Floats
    worths: Floats
    valued: Cells
    noise: Floats
    waiting: Bytes
    nodes: Cells
    paths: list[Cells]
    lengths: Cells
    deciders: Cells
    masks: Bytes
    observations: list[Singles]
    given: Cells
    priors: Singles
    values: Singles
    own: list[Cells]
    chosen: list[Cells]
    node: Cells
    forks: Cells
    worth: Floats


# ------------------------------------------------------------------------------ the tree


def add(g: Guided, row: int, node: int, who: int, action: int) -> int:
    """Another arm of a node, its last; -1 if there is no room."""
    number = g.counts[row]
    if number >= g.room:
        g.full[row] = 1
        return -1
    g.counts[row] = number + 1
    arms = g.arms[row]
    arm = arms[number]
    arm.who = who
    arm.action = action
    arm.next = NONE
    arm.head = NONE
    arm.tail = NONE
    arm.taken = 0
    arm.flying = 0
    arm.prior = UNJUDGED
    arm.total = 0.0
    arm.first = 0.0
    if number > ROOT:
        if arms[node].head == NONE:
            arms[node].head = number
        else:
            arms[arms[node].tail].next = number
        arms[node].tail = number
    return number


def find(g: Guided, row: int, node: int, hint: int, who: int, action: int) -> int:
    """The arm of an action at a node, or -1. It is looked for from `hint` on first (-1: from the first arm)."""
    arms = g.arms[row]
    at = hint
    while at != NONE:
        if arms[at].action == action and arms[at].who == who:
            return at
        at = arms[at].next
    at = arms[node].head
    while at != hint and at != NONE:
        if arms[at].action == action and arms[at].who == who:
            return at
        at = arms[at].next
    return NONE


def reach(g: Guided, row: int, node: int, who: int, action: int) -> int:
    """The same; a new one if there is none, or -1 if there is no room."""
    found = find(g, row, node, NONE, who, action)
    if found == NONE:
        found = add(g, row, node, who, action)
    return found


def place(g: Guided, row: int, strand: int) -> int:
    """The node at which a strand decides, as in `search`; -1 if there is no room."""
    if strand == 0:
        return g.node[row]
    own = g.own[row]
    if own[strand] < 0:
        own[strand] = reach(g, row, g.node[row], STRAND, strand)
    return own[strand]


def move(s: Matches, k: Worker, g: Guided, row: int, strand: int, arm: int) -> bool:
    """Moves to the node to which an arm has led, as in `search`. Not if there is no room."""
    if strand == 0:
        g.node[row] = arm
        return True
    m = s.memories[row]
    own = g.own[row]
    own[strand] = arm
    if m[OVER] == 0 and m[FORKS] == g.forks[row] and s.waiting(m, k.context) != 0:
        return True
    for one in range(s.v.strands):
        if own[one] >= 0:
            joined = reach(g, row, g.node[row], JOINED, own[one])
            if joined < 0:
                return False
            g.node[row] = joined
            own[one] = -1
    return True


def look_up(g: Guided, row: int, node: int, who: int, legal: Cells, count: int) -> bool:
    """Finds the arms of the legal actions. False if one of them has not been judged."""
    chosen = g.chosen[row]
    arms = g.arms[row]
    hint = NONE
    for at in range(count):
        found = find(g, row, node, hint, who, legal[at])
        if found == NONE or arms[found].prior < 0.0:
            return False
        chosen[at] = found
        hint = arms[found].next
    return True


def pick(g: Guided, row: int, count: int) -> int:
    """The place of the arm to take: the one with the largest sum of its value and its bonus, which grows with its
    prior and shrinks with how often it was taken. A walk under way counts as one that was lost."""
    arms = g.arms[row]
    chosen = g.chosen[row]
    widest = g.widest[row]
    seen = 0
    gained = 0.0
    mass = 0.0
    for at in range(count):
        arm = arms[chosen[at]]
        seen += arm.taken + arm.flying
        gained += arm.total - real(arm.flying) * widest
        mass += arm.prior
    untaken = (arms[chosen[0]].first + gained) / real(1 + seen) / widest - g.unvisited
    spread = g.exploring * root(real(1 + seen))
    best = 0
    most = 0.0
    for at in range(count):
        arm = arms[chosen[at]]
        times = arm.taken + arm.flying
        likely = 1.0 / real(count)
        if mass > 0.0:
            likely = arm.prior / mass
        score = untaken
        if times > 0:
            score = (arm.total - real(arm.flying) * widest) / real(times) / widest
        score += spread * likely / real(1 + times)
        if at == 0 or score > most:
            best = at
            most = score
    return best


# ------------------------------------------------------------------------------ a walk


def begin_walk(s: Matches, k: Worker, g: Guided, row: int) -> None:
    """Deals a memory to walk in."""
    m = s.memories[row]
    dice = k.dice
    dice.state = s.dice[row]
    seed = dice.next()
    s.dice[row] = signed(dice.state)
    dice.restart(seed)
    if g.kinds[row] == DEALT:
        deal(g.redealings[row], m, dice, g.tries, s.options, k.buffer, k.context)
    else:
        copy(m, g.origins[row], s.size)
        m[LUCK] = signed(dice.next())
        m[SECRET_LUCK] = signed(dice.next())
    s.decisions[row] = 0
    s.began[row] = NONE
    g.node[row] = ROOT
    g.forks[row] = m[FORKS]
    if s.single == 0:
        own = g.own[row]
        for strand in range(s.v.strands):
            own[strand] = -1
        if g.strands[row] != 0:
            s.began[row] = 0
            copy(s.forks[row], m, s.size)


def walk(s: Matches, k: Worker, g: Guided, row: int, slot: int) -> int:
    """A walk from a root; says how it ends."""
    m = s.memories[row]
    g.lengths[slot] = 0
    begin_walk(s, k, g, row)
    strand = g.strands[row]
    for number in range(LONGEST):
        if m[OVER] != 0:
            return credit_end(s, k, g, row, slot)
        if number > 0:
            strand = 0
            if s.single == 0:
                strand = s.waiting(m, k.context)
        who = s.player(m, strand, k.context)
        if who < NONE:
            return credit_fault(g, row, slot)
        arm = NONE
        action = 0
        if who == NONE:
            k.total[0] = 0
            action = s.draw(m, strand, k.dice, k.total, k.context)
            if action < 0:
                return credit_fault(g, row, slot)
        else:
            count = s.options(m, strand, k.buffer, k.context)
            if count <= 0:
                return credit_fault(g, row, slot)
            deep = g.lengths[slot] >= DEEPEST
            here = NONE
            if not deep:
                here = place(g, row, strand)
                if here < 0:
                    return FULL
            if count > 1:
                if deep or not look_up(g, row, here, who, k.buffer, count):
                    return show_leaf(s, k, g, row, slot, here, who, count)
                at = pick(g, row, count)
                arm = g.chosen[row][at]
                action = k.buffer[at]
            else:
                action = k.buffer[0]
                if not deep:
                    arm = reach(g, row, here, who, action)
                    if arm < 0:
                        return FULL
            if arm >= 0:
                g.paths[slot][g.lengths[slot]] = arm
                g.lengths[slot] += 1
                g.arms[row][arm].flying += 1
                g.forks[row] = m[FORKS]
        s.strands[row] = strand
        if take(s, k, row, action) != 0:
            return credit_fault(g, row, slot)
        if arm >= 0 and not move(s, k, g, row, strand, arm):
            return FULL
    clear_worth(g, row)
    credit(g, row, slot)
    return CREDITED


def show_leaf(s: Matches, k: Worker, g: Guided, row: int, slot: int, node: int, who: int, count: int) -> int:
    """Shows a decision that has not been judged to whoever decides there."""
    first = row * g.leaves
    for other in range(first, first + g.leaves):
        if g.waiting[other] != 0 and g.nodes[other] == node:
            return MET
    g.waiting[slot] = 1
    g.pending[row] += 1
    g.nodes[slot] = node
    g.deciders[slot] = who
    masks = g.masks
    start = slot * s.actions
    wipe(masks, start, s.actions)
    for at in range(count):
        masks[start + s.index_of[k.buffer[at]]] = 1
    observe_anew(s, k, row, who, g.observations[slot])
    return WAITING


def land(g: Guided, row: int, slot: int) -> None:
    """The walk of a slot is no longer under way."""
    path = g.paths[slot]
    arms = g.arms[row]
    for at in range(g.lengths[slot]):
        arms[path[at]].flying -= 1


# ------------------------------------------------------------------------------ credits


def clear_worth(g: Guided, row: int) -> None:
    """Nobody has won anything."""
    for seat in range(g.seats):
        g.worth[row * g.seats + seat] = 0.0


def credit_fault(g: Guided, row: int, slot: int) -> int:
    """If the rules fail, nobody is better off."""
    g.faults[row] += 1
    clear_worth(g, row)
    credit(g, row, slot)
    return CREDITED


def credit_end(s: Matches, k: Worker, g: Guided, row: int, slot: int) -> int:
    """Credits a walk with the end of the match."""
    m = s.memories[row]
    worth = g.worth
    first = row * g.seats
    won = m[WINNERS]
    for seat in range(g.seats):
        worth[first + seat] = 0.0
        if s.scored != 0 and g.outcome != WIN:
            if s.score(m, seat, k.result, k.context) != 0:
                return credit_fault(g, row, slot)
            k.scores[seat] = k.result[0]
            worth[first + seat] = real(k.result[0])
        elif (won >> seat) & 1 != 0:
            worth[first + seat] = 1.0
        elif won != 0:
            worth[first + seat] = -1.0
    if g.outcome == LEAD and s.scored != 0 and g.seats > 1:
        for seat in range(g.seats):
            best = k.scores[(seat + 1) % g.seats]
            for other in range(g.seats):
                if other != seat and k.scores[other] > best:
                    best = k.scores[other]
            worth[first + seat] = real(k.scores[seat] - best)
    credit(g, row, slot)
    return CREDITED


def credit(g: Guided, row: int, slot: int) -> None:
    """Credits the arms of a walk, each with the value to its player."""
    worth = g.worth
    start = row * g.seats
    for seat in range(g.seats):
        value = worth[start + seat]
        g.worths[start + seat] += value
        if value > g.widest[row]:
            g.widest[row] = value
        if 0.0 - value > g.widest[row]:
            g.widest[row] = 0.0 - value
    g.valued[row] += 1
    land(g, row, slot)
    path = g.paths[slot]
    arms = g.arms[row]
    for at in range(g.lengths[slot]):
        arm = arms[path[at]]
        arm.taken += 1
        arm.total += worth[start + arm.who]
    if g.lengths[slot] > 0:
        g.credited[row] += 1


def judge(s: Matches, g: Guided, row: int, slot: int) -> None:
    """Gives the arms of a leaf their priors, and credits its walk with the values."""
    index = g.given[slot]
    who = g.deciders[slot]
    if g.nodes[slot] >= 0:
        grow(s, g, row, slot, index * s.actions, g.values[index * g.seats + who])
    for seat in range(g.seats):
        g.worth[row * g.seats + seat] = g.values[index * g.seats + seat]
    g.waiting[slot] = 0
    g.pending[row] -= 1
    credit(g, row, slot)


def grow(s: Matches, g: Guided, row: int, slot: int, first: int, value: float) -> None:
    """Gives the legal actions of a leaf arms with priors. Those that have one keep it."""
    mass = 0.0
    count = 0
    start = slot * s.actions
    for index in range(s.actions):
        if g.masks[start + index] != 0:
            mass += g.priors[first + index]
            count += 1
    arms = g.arms[row]
    node = g.nodes[slot]
    who = g.deciders[slot]
    hint = NONE
    for index in range(s.actions):
        if g.masks[start + index] != 0:
            prior = 1.0 / real(count)
            if mass > 0.0:
                prior = g.priors[first + index] / mass
            if g.lengths[slot] == 0 and g.share > 0.0:
                prior = (1.0 - g.share) * prior + g.share * g.noise[row * s.actions + index]
            found = find(g, row, node, hint, who, s.numbers[index])
            if found == NONE:
                found = add(g, row, node, who, s.numbers[index])
            if arms[found].prior < 0.0:
                arms[found].prior = prior
                arms[found].first = value
            hint = arms[found].next


# ------------------------------------------------------------------------------ all roots


def go_on(s: Matches, k: Worker, g: Guided, row: int) -> None:
    """Walks from a root until all of its slots wait, or it is done with."""
    if g.counts[row] == 0:
        add(g, row, ROOT, NONE, NONE)
    g.full[row] = 0
    slot = row * g.leaves
    last = slot + g.leaves
    if g.kinds[row] == GIVEN:
        last = slot + 1
    while slot < last and g.credited[row] + g.pending[row] < g.simulations and g.faults[row] < MOST_FAULTS:
        if g.waiting[slot] != 0:
            slot += 1
            continue
        if g.kinds[row] == GIVEN and g.fresh[row] == 0:
            return
        before = s.dice[row]
        said = walk(s, k, g, row, slot)
        if said == FULL:  # again from here, with more room
            land(g, row, slot)
            s.dice[row] = before
            return
        g.fresh[row] = 0
        if said == MET:
            land(g, row, slot)
            return


def guide_rows(s: Matches, k: Worker, g: Guided, first: int, last: int) -> int:
    """Ends the walks of these roots that have got an answer, and goes on."""
    for row in range(first, last):
        if g.alive[row] != 0:
            for slot in range(row * g.leaves, row * g.leaves + g.leaves):
                if g.waiting[slot] != 0 and g.given[slot] >= 0:
                    judge(s, g, row, slot)
            go_on(s, k, g, row)
    return last


def sum_rows(s: Matches, k: Worker, g: Guided, first: int, last: int) -> int:
    """Writes how often each action of these roots was taken, and what it was worth."""
    for row in range(first, last):
        if g.alive[row] != 0:
            arms = g.arms[row]
            node = ROOT
            if g.strands[row] != 0:
                node = find(g, row, ROOT, NONE, STRAND, g.strands[row])
            at = NONE
            if node != NONE:
                at = arms[node].head
            while at != NONE:
                if arms[at].who >= 0:
                    index = row * s.actions + s.index_of[arms[at].action]
                    g.visits[index] = arms[at].taken
                    g.totals[index] = arms[at].total
                at = arms[at].next
    return last
