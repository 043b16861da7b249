"""Information-set Monte Carlo tree search with one observer (Cowling, Powley and Whitehouse, 2012).

Every iteration re-deals what the bot's player cannot know (`Match.determinize`), walks down one tree that all
deals share, adds a node, plays on at random, and credits each player on the path with the worth of the end to
that player. The walk follows UCB1, which counts for each action how often it could be chosen.

If the game declares a heuristic, random play stops as soon as another player decides, and the heuristic values
the position. So the search also works in long matches in which random players hardly ever reach the goal. Only
the heuristic knows the scale of its numbers, so they are placed between the lowest and the highest that this
search has met (`Scale`); an end that the tree reaches stays certain.

If players act simultaneously, each decides in a tree of their own below the same node, keyed only by that
player's own actions, so that nobody reacts to something that they could not see. As usual for this search, the
tree assumes that everybody sees what others do in turn; luck is not part of it.
"""

from __future__ import annotations

import math
import time

import attrs

from ..engine.protocol import Pending
from ..ir import NONE, OVER
from ..match.decision import Decision, Option
from ..match.match import Match
from ..memory.faults import RulesFault
from ..memory.words import Memory
from .base import Budget, ThinkingBot, Thought
from .playout import MOST_ENDLESS, Playout

EXPLORE = 0.7
DEEPEST = 200
"""The maximum depth of the tree, in decisions."""
CERTAIN = 0.1
"""How far values of ends lie outside the range of values that only estimate."""


@attrs.define(eq=False)
class Arm:
    """An action at a node: how often it could be taken and was, and the total worth of the ends that it led to.
    Positions that the heuristic valued are summed separately, as their scale is not known yet."""

    could: int = 0
    taken: int = 0
    total: float = 0.0
    judged: int = 0
    seemed: float = 0.0


@attrs.define(eq=False)
class Node:
    """The actions tried at one point, by player (luck can pass the move to another) and action."""

    arms: dict[tuple[int, int], Arm] = attrs.field(factory=dict)
    next: dict[object, Node] = attrs.field(factory=dict)

    def child(self, key: object) -> Node:
        found = self.next.get(key)
        if found is None:
            found = self.next[key] = Node()
        return found


class SearchBot(ThinkingBot):
    """`search` thinks for 200 iterations, `search:1000` for 1000, and `search:2s` for two seconds."""

    usual = Budget(iterations=200)

    def think(self, match: Match, decision: Decision) -> Thought:
        if len(decision.options) == 1:
            return decision.options[0]
        root = Node()
        walk = Walk(match, decision, root, Playout(match.rules, self.random))
        done, spent = 0, 0.0
        while not done or not (walk.playout.endless >= MOST_ENDLESS or self.is_done(done, spent)):
            since = time.monotonic()
            walk.iterate(match.determinize(decision.player, self.random.getrandbits(64)).memory)
            done += 1
            if self.progress is not None:
                self.progress(done, self.budget.iterations)
            spent += time.monotonic() - since
            yield
        return max(decision.options, key=walk.verdict)


class Walk:
    """The tree of one decision, and the path of the current iteration."""

    def __init__(self, match: Match, decision: Decision, root: Node, playout: Playout) -> None:
        self.engine = match.rules.engine
        self.decision = decision
        self.root = root
        self.playout = playout
        self.scale = Scale()
        self._node = root
        self._own: dict[int, Node] = {}
        self._joint: list[tuple[int, int]] = []

    def verdict(self, option: Option) -> tuple[int, float]:
        """How good an option has turned out to be: how often it was taken, then its worth."""
        player = self.decision.player
        arm = self._first().arms.get((player, option.number))
        return (arm.taken, self._value(player, arm)) if arm is not None and arm.taken else (0, 0.0)

    def _first(self) -> Node:
        """The node of the decision: that of its own strand, if players act simultaneously."""
        strand = self.decision.strand
        return self.root.child(("strand", strand)) if strand else self.root

    def iterate(self, m: Memory) -> None:
        """One iteration in a re-dealt match, which uses up its memory."""
        self._node, self._own, self._joint = self.root, {}, []
        path: list[tuple[int, Arm]] = []
        try:
            new = False
            while not new and not m[OVER] and len(path) < DEEPEST:
                new = self._step(m, self._pending(m, first=not path), path)
            if self.playout.worth.standing is not None and path:
                self.playout.while_deciding(m, path[-1][0])
                if not m[OVER]:
                    self._judge(self.playout.worth.seems(m), path)
                    return
            rewards = self.playout(m)
        except RulesFault as fault:
            self.playout.bear(fault)
            rewards = self.playout.worth.nothing(m)
        for player, arm in path:
            arm.taken += 1
            arm.total += rewards[player]

    def _judge(self, seems: list[float], path: list[tuple[int, Arm]]) -> None:
        """Credits the players on a path with the heuristic's value of the position that it led to."""
        self.scale.meet(seems)
        for player, arm in path:
            arm.taken += 1
            arm.judged += 1
            arm.seemed += seems[player]

    def _pending(self, m: Memory, first: bool) -> Pending:
        """The open decision to continue with: the bot's own first, then by strand."""
        pending = self.engine.pending(m)
        if first:
            return next(one for one in pending if one.strand == self.decision.strand)
        return pending[0]

    def _step(self, m: Memory, pending: Pending, path: list[tuple[int, Arm]]) -> bool:
        """Takes one action; returns whether it had not been tried before, so that the tree ends here."""
        strand, player = pending.strand, pending.player
        if player == NONE:
            self.engine.act(m, strand, self.playout.draw(m, strand, player))
            return False
        node = self._place(strand)
        legal = self.engine.actions(m, strand)
        arms = [node.arms.setdefault((player, action), Arm()) for action in legal]
        number, new = self._pick(player, arms)
        path.append((player, arms[number]))
        self.engine.act(m, strand, legal[number])
        self._move(m, strand, player, legal[number])
        return new

    def _place(self, strand: int) -> Node:
        """The node at which a strand decides; each strand has its own, below the node at which all began."""
        if not strand:
            return self._node
        if strand not in self._own:
            self._own[strand] = self._node.child(("strand", strand))
        return self._own[strand]

    def _move(self, m: Memory, strand: int, player: int, action: int) -> None:
        if not strand:
            self._node = self._node.child((player, action))
            return
        self._own[strand] = self._own[strand].child(action)
        self._joint.append((strand, action))
        if m[OVER] or all(not one.strand for one in self.engine.pending(m)):
            self._node = self._node.child(tuple(sorted(self._joint)))
            self._own, self._joint = {}, []

    def _pick(self, player: int, arms: list[Arm]) -> tuple[int, bool]:
        """The arm to take: a random one that has not been taken yet, or else the best by UCB1. Counts all arms."""
        for arm in arms:
            arm.could += 1
        fresh = [number for number, arm in enumerate(arms) if not arm.taken]
        if fresh:
            return fresh[self.playout.dice.below(len(fresh))], len(arms) > 1
        scores = [
            self._value(player, arm) + EXPLORE * math.sqrt(math.log(arm.could) / arm.taken) for arm in arms
        ]
        return max(range(len(arms)), key=scores.__getitem__), False

    def _value(self, player: int, arm: Arm) -> float:
        """The average worth of an arm to a player, from 0 to 1."""
        ends = arm.taken - arm.judged
        ended = ends * self.playout.worth.share(arm.total / ends) if ends else 0.0
        if not arm.judged:
            return ended / arm.taken
        return (ended + arm.judged * self.scale.share(player, arm.seemed / arm.judged)) / arm.taken


@attrs.define(eq=False)
class Scale:
    """The lowest and the highest value that the heuristic has returned for each player in this search."""

    low: list[float] = attrs.field(factory=list)
    high: list[float] = attrs.field(factory=list)

    def meet(self, numbers: list[float]) -> None:
        if not self.low:
            self.low, self.high = numbers[:], numbers[:]
            return
        self.low = [*map(min, self.low, numbers)]
        self.high = [*map(max, self.high, numbers)]

    def share(self, player: int, value: float) -> float:
        """The position of a value between them, from `CERTAIN` to 1 - `CERTAIN`, short of a certain win or loss."""
        low, high = self.low[player], self.high[player]
        place = (value - low) / (high - low) if high > low else 0.5
        return CERTAIN + (1 - 2 * CERTAIN) * place
