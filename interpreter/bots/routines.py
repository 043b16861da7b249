"""The rules of a game as routines of Python, for kernels that run in Python. Any engine can be asked for them."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.protocol import Engine
from ..ir import NONE, OVER, Fault
from ..kernels.kernel import Cells, Routine
from ..kernels.machine import Routines
from ..match.setup.rules import Rules
from ..memory.dice import Dice
from ..memory.faults import STEP_LIMIT, RulesFault
from ..memory.words import Memory

GOES_WRONG, NEVER_ENDS = 1, 2
"""The statuses."""
NOBODY_DECIDES = -3


def python_routines(rules: Rules, engine: Engine) -> Routines:
    """The routines of one search."""
    made = _Routines(engine)
    return Routines(
        act=made.act_main if rules.single else made.act,
        options=made.options_main if rules.single else made.options,
        waiting=made.waiting_main if rules.single else made.waiting,
        player=made.player,
        draw=made.draw,
        finish=made.finish_main if rules.single else made.finish,
        fault=made.fault,
        endless=(NEVER_ENDS,),
        most_options=rules.lowered.program.actions + 1,
        score=made.called(rules.score),
        heuristic=made.called(rules.heuristic),
    )


class _Routines:
    """`_main`: for games with one strand, in which luck decides by itself. The context says nothing here."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._act, self._actions = engine.act, engine.actions
        self._act_main, self._actions_main = engine.act_main, engine.actions_main
        self._last: Fault | None = None

    def fault(self, status: int) -> Fault:
        """The last fault."""
        assert self._last is not None
        return self._last

    def _status(self, fault: RulesFault) -> int:
        self._last = fault.fault
        return NEVER_ENDS if fault.fault.code == STEP_LIMIT.code else GOES_WRONG

    def act(self, m: Memory, strand: int, action: int, context: Cells) -> int:
        try:
            self._act(m, strand, action)
        except RulesFault as fault:
            return self._status(fault)
        return 0

    def act_main(self, m: Memory, strand: int, action: int, context: Cells) -> int:
        try:
            self._act_main(m, action)
        except RulesFault as fault:
            return self._status(fault)
        return 0

    def options(self, m: Memory, strand: int, legal: list[int], context: Cells) -> int:
        try:
            legal[:] = self._actions(m, strand)
        except RulesFault as fault:
            return -self._status(fault)
        return len(legal)

    def options_main(self, m: Memory, strand: int, legal: list[int], context: Cells) -> int:
        try:
            legal[:] = self._actions_main(m)
        except RulesFault as fault:
            return -self._status(fault)
        return len(legal)

    def waiting(self, m: Memory, context: Cells) -> int:
        return self._engine.waiting(m)

    def waiting_main(self, m: Memory, context: Cells) -> int:
        return 0

    def player(self, m: Memory, strand: int, context: Cells) -> int:
        try:
            return self._engine.player(m, strand)
        except LookupError:
            return NOBODY_DECIDES

    def draw(self, m: Memory, strand: int, dice: Dice, result: Cells, context: Cells) -> int:
        try:
            return self._drawn(m, strand, dice)
        except RulesFault as fault:
            return -self._status(fault)

    def _drawn(self, m: Memory, strand: int, dice: Dice) -> int:
        """A legal action; all are equally likely, unless luck decides: then each has its own probability."""
        if self._engine.player(m, strand) == NONE:
            outcomes = self._engine.outcomes(m, strand)
            return outcomes[dice.weighted([weight for _, weight in outcomes])][0]
        legal = self._actions(m, strand)
        return legal[dice.below(len(legal))]

    def finish(self, m: Memory, dice: Dice, bound: int, context: Cells) -> int:
        waiting, act = self._engine.waiting, self._act
        try:
            for _ in range(bound):
                if m[OVER]:
                    break
                strand = waiting(m)
                act(m, strand, self._drawn(m, strand, dice))
        except RulesFault as fault:
            return self._status(fault)
        return 0

    def finish_main(self, m: Memory, dice: Dice, bound: int, context: Cells) -> int:
        below, actions, act = dice.below, self._actions_main, self._act_main
        try:
            for _ in range(bound):
                if m[OVER]:
                    break
                legal = actions(m)
                act(m, legal[below(len(legal))])
        except RulesFault as fault:
            return self._status(fault)
        return 0

    def called(self, number: Callable[..., int] | None) -> Routine | None:
        """A score or a heuristic."""
        if number is None:
            return None

        def call(m: Memory, player: int, result: list[int], context: Cells) -> int:
            try:
                result[0] = number(m, player)
            except RulesFault as fault:
                return self._status(fault)
            return 0

        return call
