"""One decision of a bot that thinks ahead: what the kernels of `search` work on, filled in and read.

In: a decision, how to deal, and dice. Out: how often each arm was taken, and its worth; or what each option has been
worth one step ahead. Python runs the kernels, or machine code if it plays the match: then Python is free for other
threads meanwhile. All that kernels read and write belongs to one searcher, so those of several matches can run in
threads.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from typing import cast

from ..engine.protocol import Engine
from ..kernels import tree
from ..kernels.kernel import Floats
from ..kernels.machine import Machine, Maker, Plain, Routines
from ..kernels.redealing import Redealing
from ..kernels.search import BROKEN, FULL, Search
from ..kernels.tree import Arm
from ..match.decisions.decision import Decision, Option
from ..match.secrecy.determinize import TRIES
from ..match.setup.rules import Rules
from ..match.state.position import Position
from ..match.state.rename_pieces import redealing
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..memory.words import Memory
from .allies import interests_of
from .base import FIRST_SLICE
from .deals import Deals
from .routines import python_routines

MOST_ENDLESS = 3
"""After this many endless playouts, a bot decides with what it has found so far, since each takes long."""
AHEAD = 3
"""After this many random choices, the heuristic judges, if it is the same for all players, or if there is only one.

Players who stand and fall together have no opponent whose answer must be awaited, and a single player has nobody else
at all. What random players do with the rest of a long turn would only hide what the decision was worth."""
MOST_DEALT = 64
"""How many deals are made before they are tried out, if Python makes them for machine code."""


def searcher(decision: Decision, rules: Rules, deals: Deals, dice: Dice, alone: bool = False) -> Searcher:
    """What thinks about a decision: machine code if it plays, and what it needs to search is there; else Python.
    `alone`: it is a match of a single player."""
    engine = rules.engine
    found = _machine_code(rules, engine) if engine.name == "native" else None
    machine, routines = found or (Plain(), python_routines(rules, engine))
    return Searcher(decision, rules, engine, deals, dice, machine, routines, alone)


def _machine_code(rules: Rules, engine: Engine) -> tuple[Machine, Routines] | None:
    from ..native.engine import NativeEngine
    from ..native.searching import kernels, routines_of
    from ..native.statuses import CannotCompile

    assert isinstance(engine, NativeEngine)
    routines = routines_of(engine, rules.lowered.score, rules.lowered.heuristic)
    try:
        return None if routines is None else (kernels(), routines)
    except CannotCompile:
        return None


def kernel_redealing(origin: Position, classes: Sequence[Sequence[int]], maker: Maker) -> Redealing:
    """How kernels exchange the pieces of these classes; they deal the memory of `origin` again."""
    lowered, cells = origin.rules.lowered, maker.cells
    moving = [piece for pieces in classes for piece in pieces]
    r = redealing(lowered, origin.rules.engine.plan, moving, maker)
    r.origin, r.new = origin.memory[:], cells(range(lowered.program.layout.pieces))
    r.classes = cells([*(cell for one in classes for cell in (len(one), *one)), 0])
    return r


class Searcher:
    """A search, or a look one step ahead, that can be continued."""

    def __init__(
        self,
        decision: Decision,
        rules: Rules,
        engine: Engine,
        deals: Deals,
        dice: Dice,
        machine: Machine,
        routines: Routines,
        alone: bool = False,
    ) -> None:
        self.decision, self.deals, self.machine = decision, deals, machine
        self.engine = engine
        self.first_slice = FIRST_SLICE if machine.name == "native" else 1
        """For how many iterations it can surely think without a break."""
        self.done = 0
        """How many iterations, or deals one step ahead, are done with."""
        self._rules, self._routines = rules, routines
        self._dealt: list[Memory] = []
        self._logs = array("d", [0.0])  # nobody asks for that of 0
        self._size = rules.lowered.program.layout.size
        self.state = machine.record(Search)
        """What the kernels work on."""
        self._lend_routines()
        self._set_limits(alone)
        self.state.dice = machine.dice(dice.state)
        self._deal_by(deals)

    # ------------------------------------------------------------------ searching

    def run(self, count: int) -> int:
        """Does up to this many iterations; returns how many. Raises `RulesFault` if no position can be valued."""
        before = self.done
        if not before:
            self._plant()
        self._need_logs(before + count + 1)
        while self.done - before < count and not self.stopped:
            left = self._deal(count - (self.done - before))
            if self._dealt:  # then none may be left over
                self.machine.make_room(self.state.tree, left)
            self._call(self.machine.search, left)
        return self.done - before

    @property
    def stopped(self) -> bool:
        """Whether too many playouts did not end."""
        return self.state.endless >= MOST_ENDLESS

    @property
    def is_trying(self) -> bool:
        """Whether some options have not been tried in the current deal."""
        return self.state.next_try > 0

    @property
    def values_numbers(self) -> bool:
        """Whether a score or a heuristic says how good a position is, not only whether it is won."""
        return bool(self.state.scores or self.state.judges)

    def verdict(self, option: Option) -> tuple[int, float]:
        """How good an option has turned out to be: how often it was taken, then its worth."""
        taken = self.machine.taken_of(self.state, option.number)
        return taken, self.machine.worth_of(self.state, option.number) if taken else 0.0

    @property
    def arm_count(self) -> int:
        """How many arms the tree has."""
        return self.machine.arm_count(self.state.tree)

    def arm(self, number: int) -> Arm:
        """An arm of the tree."""
        return self.state.tree.arms[number]

    @property
    def tries(self) -> int:
        """How often an option has been tried."""
        return self.done * len(self.decision.options) + self.state.next_try

    @property
    def totals(self) -> list[float]:
        """What each option has been worth so far, in all deals together."""
        return [self.state.totals[number] for number in range(len(self.decision.options))]

    def compare(self, count: int) -> None:
        """Tries this many options, all in the same deal before the next. Raises `RulesFault` if no position can be
        valued."""
        s, options = self.state, self.decision.options
        if not s.try_count:
            s.tried, s.try_count = self.machine.cells(one.number for one in options), len(options)
            s.totals = self.machine.floats(len(options))
        goal = self.tries + count
        while self.tries < goal and (s.next_try or not self.stopped):
            # The first deal may be there already; the last one need not be finished.
            deals = self._deal(-(-(s.next_try + goal - self.tries) // len(options)), bool(s.next_try))
            self._call(self.machine.compare, min(goal - self.tries, deals * len(options) - s.next_try))

    def _deal(self, count: int, begun: bool = False) -> int:
        """Makes this many deals, or as many as are made together, unless kernels deal; returns how many. The first is
        there already if it is `begun`."""
        if self.state.redeals:
            return count
        count = min(count, MOST_DEALT)
        self._dealt = [*self._dealt[-1:] * begun, *(self.deals.next() for _ in range(count - begun))]
        self.state.dealt = self.machine.memories(self._dealt)
        return count

    def _call(self, kernel: Callable[[Search, int], int], count: int) -> None:
        said = kernel(self.state, count)
        self.done += self.state.done
        if said == BROKEN:
            raise RulesFault(self._routines.fault(self.state.unjudged))
        if said == FULL:
            self.machine.make_room(self.state.tree, 1)

    # --------------------------------------------------------------------- set-up

    def _lend_routines(self) -> None:
        s, lent = self.state, self._routines
        s.act, s.options, s.waiting, s.player = lent.act, lent.options, lent.waiting, lent.player
        s.draw, s.finish = lent.draw, lent.finish
        s.context = self.machine.context(lent.scratch)
        interests, game = interests_of(self._rules.game), self._rules.game
        # If all have the same, nobody is ahead: then only winning counts.
        if lent.score is not None and not interests.common_score:
            s.scores, s.score = 1, lent.score
        if lent.heuristic is not None and game.heuristic is not None:
            s.judges, s.heuristic = 1, lent.heuristic
        s.together = int(interests.common_heuristic)
        s.score_allies = self.machine.cells(interests.by_score)
        s.heuristic_allies = self.machine.cells(interests.by_heuristic)
        s.endless_faults = self.machine.cells([len(lent.endless), *lent.endless])

    def _set_limits(self, alone: bool) -> None:
        s, layout = self.state, self._rules.lowered.program.layout
        s.decider, s.whose = self.decision.strand, self.decision.player
        s.strands, s.size = layout.strands, layout.size
        s.bound, s.tries = self._rules.game.step_bound, TRIES
        s.ahead = AHEAD if alone or s.together else s.bound
        s.most_endless, s.widest = MOST_ENDLESS, 1.0
        s.result, s.legal = self._zeros(1), self._zeros(self._routines.most_options)
        s.rewards, s.rivals = self._floats(), self._floats()
        s.trial = array("q", bytes(8 * layout.size))

    def _plant(self) -> None:
        """Makes what only a search needs: the tree, and what it knows of a path."""
        s, strands = self.state, self.state.strands
        # A walk ends at a node with several new arms; before, there are only single ones, and nodes of strands.
        margin = self._routines.most_options + 3 * tree.DEEPEST + strands
        s.tree = self.machine.tree(tree.MOST_ARMS, margin)
        s.deepest, s.path, s.path_arms = tree.DEEPEST, self._zeros(tree.DEEPEST), self._zeros(tree.DEEPEST)
        s.own, s.chosen = self._zeros(strands), self._zeros(self._routines.most_options)
        s.low, s.high = self._floats(), self._floats()

    def _deal_by(self, deals: Deals) -> None:
        s = self.state
        if deals.origin is None or not self.machine.deals:
            return
        s.redeals, s.deal = 1, array("q", bytes(8 * self._size))
        s.redealing = kernel_redealing(deals.origin, deals.classes, self.machine)
        s.deals, s.dealing = self.machine.dice(deals.dice.state), self.machine.dice(0)

    def _zeros(self, count: int) -> list[int]:
        return cast(list[int], self.machine.cells([0] * max(count, 1)))

    def _floats(self) -> Floats:
        return self.machine.floats(self._rules.lowered.program.layout.max_players)

    def _need_logs(self, count: int) -> None:
        """Has the logarithms of all numbers below this one: Python's, so that no machine has others."""
        if len(self._logs) < count:
            self._logs.extend(map(math.log, range(len(self._logs), max(count, 2 * len(self._logs)))))
            self.state.logs = self._logs
