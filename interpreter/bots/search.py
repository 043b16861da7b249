"""Information-set Monte Carlo tree search with one observer (Cowling, Powley and Whitehouse, 2012).

Every iteration re-deals what the bot's player cannot know (`Match.determinize`), walks down one tree that all
deals share, adds a node, plays on at random, and credits each player on the path with the worth of the end to
that player. The walk follows UCB1, which counts for each action how often it could be chosen.

If the game declares a heuristic, random play stops as soon as another player has a choice, and all have answered
who act simultaneously; then the heuristic values the position. (If it is the same for all players, or
there is only one, random play stops after a few choices.) So the search also works in long matches in
which random players hardly ever reach the goal. A single answer is no choice: whoever can only pass
does not end another's move, and costs no iteration. Only the heuristic knows the scale of its numbers, so they
are placed between the lowest and the highest that this search has met (`Scale`); an end that the tree reaches
stays certain.

If players act simultaneously, each decides in a tree of their own below the same node, keyed only by that
player's own actions, so that nobody reacts to something that they could not see. As usual for this search, the
tree assumes that everybody sees what others do in turn; luck is not part of it.
"""

from __future__ import annotations

import math
import time

import attrs

from ..engine.protocol import Pending
from ..ir import FORKS, NONE, OVER
from ..match.decisions.decision import Decision, Option
from ..match.match import Match
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..memory.words import Memory
from .base import Budget, ThinkingBot, Thought
from .deals import Deals
from .native_walk import NativeWalk, native_walk
from .playout import MOST_ENDLESS, Playout
from .tree import DEEPEST, JOINED, ROOT, STRAND, FullError, Tree

EXPLORE = 0.7
MOST_REPEATED = 64
"""How many iterations with deals by Python are done again if machine code takes over."""
CERTAIN = 0.1
"""How far values of ends lie outside the range of values that only estimate."""


class SearchBot(ThinkingBot):
    """`search` thinks for 200 iterations, `search:1000` for 1000, and `search:2s` for two seconds."""

    usual = Budget(iterations=200)

    def think(self, match: Match, decision: Decision) -> Thought:
        if len(decision.options) == 1:
            return decision.options[0]
        match.rules.tiers.expect_thought(self.budget.iterations, self.budget.seconds)
        since = time.monotonic()
        seeds = self.random.next(), self.random.next()
        walk = self._walk(match, decision, seeds)
        done, spent = 0, time.monotonic() - since
        while not done or not (walk.stopped or self.is_done(done, spent)):
            since = time.monotonic()
            if isinstance(walk, Walk):
                walk = self._taken_over(walk, match, seeds, done)
            done += walk.run(1 if isinstance(walk, Walk) else self.slice(done, spent))
            if self.progress is not None:
                self.progress(done, self.budget.iterations)
            spent += time.monotonic() - since
            yield
        return max(decision.options, key=walk.verdict)

    def _walk(self, match: Match, decision: Decision, seeds: tuple[int, int]) -> Walk | NativeWalk:
        """Machine code, if the match is played by machine code."""
        deals = Deals(match, decision.player, Dice(seeds[0]))
        playout = Playout(match.rules, Dice(seeds[1]), alone=len(match.players) == 1)
        return native_walk(decision, playout, deals) or Walk(decision, playout, deals)

    def _taken_over(self, walk: Walk, match: Match, seeds: tuple[int, int], done: int) -> Walk | NativeWalk:
        """If machine code has become ready meanwhile, it repeats what has been done, which takes it hardly any time,
        and then continues with the same dice. (Where Python deals, that would take as long again.)"""
        ready = match.rules.engine.name == "native" != walk.engine.name
        if not ready or (walk.deals.origin is None and done > MOST_REPEATED):
            return walk
        other = self._walk(match, walk.decision, seeds)
        if done:
            other.run(done)
        return other


class Walk:
    """The tree of one decision, and the path of the current iteration.

    What is drawn from the dice, in what order, and in what order numbers are added and multiplied, is the same in
    every engine that searches.
    """

    def __init__(self, decision: Decision, playout: Playout, deals: Deals) -> None:
        self.engine = playout.engine
        self.decision = decision
        self.deals = deals
        self.playout = playout
        self.tree = Tree()
        self.scale = Scale()
        self._node = ROOT
        self._own: dict[int, int] = {}  # the node of each strand, if players act simultaneously
        # How often players had begun to act simultaneously before the last action of the path.
        self._forks = 0

    def verdict(self, option: Option) -> tuple[int, float]:
        """How good an option has turned out to be: how often it was taken, then its worth."""
        tree, player = self.tree, self.decision.player
        first = tree.arms.get((ROOT, STRAND, self.decision.strand), -1) + 1 if self.decision.strand else ROOT
        arm = tree.arms.get((first, player, option.number))
        return (
            (tree.taken[arm], self._value(player, arm)) if arm is not None and tree.taken[arm] else (0, 0.0)
        )

    def run(self, count: int) -> int:
        """Does up to this many iterations; returns how many. Raises `UnjudgedError`."""
        for done in range(1, count + 1):
            self.iterate(self.deals.next())
            if self.stopped:
                return done
        return count

    @property
    def stopped(self) -> bool:
        """Whether too many playouts did not end."""
        return self.playout.endless >= MOST_ENDLESS

    def iterate(self, m: Memory) -> None:
        """One iteration in a re-dealt match, which uses up its memory."""
        self._node, self._own = ROOT, {}
        path: list[tuple[int, int]] = []
        try:
            self._descend(m, path)
            if self.playout.worth.standing is not None and path:
                self.playout.while_deciding(m, path[-1][0], self._forks)
                if not m[OVER]:
                    self._judge(self.playout.worth.seems(m), path)
                    return
            rewards = self.playout(m)
        except RulesFault as fault:
            self.playout.bear(fault)
            rewards = self.playout.worth.nothing(m)
        tree = self.tree
        for player, arm in path:
            tree.taken[arm] += 1
            tree.total[arm] += rewards[player]

    def _judge(self, seems: list[float], path: list[tuple[int, int]]) -> None:
        """Credits the players on a path with the heuristic's value of the position that it led to."""
        self.scale.meet(seems)
        tree = self.tree
        for player, arm in path:
            tree.taken[arm] += 1
            tree.judged[arm] += 1
            tree.seemed[arm] += seems[player]

    def _descend(self, m: Memory, path: list[tuple[int, int]]) -> None:
        """Walks down the tree, up to and including the first arm that had not been taken before, though there were
        others."""
        for _ in range(self.playout.bound):
            if m[OVER] or len(path) == DEEPEST:
                return
            pending = self._pending(m, first=not path)
            strand, player = pending.strand, pending.player
            if player == NONE:
                self.engine.act(m, strand, self.playout.draw(m, strand, player))
                continue
            legal = self.engine.actions(m, strand)
            try:
                node = self._place(strand)
                arms = [self.tree.arm(node, player, action) for action in legal]
            except FullError:
                return
            number, new = self._pick(player, arms)
            path.append((player, arms[number]))
            self._forks = m[FORKS]
            self.engine.act(m, strand, legal[number])
            if new:
                return
            try:
                self._move(m, strand, arms[number])
            except FullError:
                return

    def _pending(self, m: Memory, first: bool) -> Pending:
        """The open decision to continue with: the bot's own first, then by strand."""
        pending = self.engine.pending(m)
        if first:
            return next(one for one in pending if one.strand == self.decision.strand)
        return pending[0]

    def _place(self, strand: int) -> int:
        """The node at which a strand decides; each strand has its own, below the node at which all began."""
        if not strand:
            return self._node
        if strand not in self._own:
            self._own[strand] = self.tree.below(self._node, STRAND, strand)
        return self._own[strand]

    def _move(self, m: Memory, strand: int, arm: int) -> None:
        """Moves to the node to which an arm has led; once all strands have joined, to the one to which their own
        nodes lead together."""
        if not strand:
            self._node = arm + 1
            return
        self._own[strand] = arm + 1
        if m[OVER] or m[FORKS] != self._forks or not self.engine.pending(m)[0].strand:
            for _, node in sorted(self._own.items()):
                self._node = self.tree.below(self._node, JOINED, node)
            self._own = {}

    def _pick(self, player: int, arms: list[int]) -> tuple[int, bool]:
        """The arm to take, by its place among these: a random one that has not been taken yet (and whether there were
        others), or else the best by UCB1. Counts all arms."""
        could, taken = self.tree.could, self.tree.taken
        for arm in arms:
            could[arm] += 1
        fresh = [number for number, arm in enumerate(arms) if not taken[arm]]
        if fresh:
            return fresh[self.playout.dice.below(len(fresh))], len(arms) > 1
        scores = [
            self._value(player, arm) + EXPLORE * math.sqrt(math.log(could[arm]) / taken[arm]) for arm in arms
        ]
        return max(range(len(arms)), key=scores.__getitem__), False

    def _value(self, player: int, arm: int) -> float:
        """The average worth of an arm to a player, from 0 to 1."""
        taken, judged = self.tree.taken[arm], self.tree.judged[arm]
        ends = taken - judged
        ended = ends * self.playout.worth.share(self.tree.total[arm] / ends) if ends else 0.0
        if not judged:
            return ended / taken
        return (ended + judged * self.scale.share(player, self.tree.seemed[arm] / judged)) / taken


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
