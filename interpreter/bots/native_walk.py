"""What bots try out in machine code: the same deals, playouts and tree as in Python, and so the same choices.

Only matches that are played by machine code use it; nothing of it is imported before.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

import attrs

from ..ir import Fault
from ..lower import Lowered
from ..match.decisions.decision import Decision, Option
from ..match.secrecy.determinize import TRIES
from ..match.state.position import Position
from ..match.state.rename_pieces import entry_registers, piece_cells_of
from ..memory.faults import STEP_LIMIT, RulesFault
from . import tree
from .deals import Deals
from .playout import MOST_ENDLESS, Playout
from .worth import UnjudgedError

if TYPE_CHECKING:
    from ..native.searcher import FrameTables, Redealing, Searcher
    from ..native.searching import Kernels, Routines


class NativeWalk:
    """What `search.Walk` is, in machine code, and how options are compared one step ahead."""

    def __init__(self, decision: Decision, searcher: Searcher) -> None:
        self.decision, self.searcher = decision, searcher

    def run(self, count: int) -> int:
        """Does up to this many iterations; returns how many. Raises `UnjudgedError`."""
        try:
            return self.searcher.run(count)
        except RulesFault as fault:
            raise UnjudgedError(fault.fault) from None

    @property
    def stopped(self) -> bool:
        """Whether too many playouts did not end."""
        return self.searcher.stopped

    def verdict(self, option: Option) -> tuple[int, float]:
        """How good an option has turned out to be: how often it was taken, then its worth."""
        strand, player = self.decision.strand, self.decision.player
        first = self.searcher.node(tree.ROOT, tree.STRAND, strand) if strand else tree.ROOT
        return self.searcher.taken(first, player, option.number)

    def compare(self, count: int) -> tuple[int, list[float]]:
        """Tries each option in up to this many deals; returns the number of all deals so far, and the sum of what
        each option has been worth in them. Raises `UnjudgedError`."""
        options = [option.number for option in self.decision.options]
        try:
            totals = self.searcher.compare(count, self.decision.player, options)
        except RulesFault as fault:
            raise UnjudgedError(fault.fault) from None
        return self.searcher.done, totals


def native_walk(decision: Decision, playout: Playout, deals: Deals) -> NativeWalk | None:
    """The walk of a decision; None if no machine code plays, or what it would need to search is not there."""
    if playout.engine.name != "native":
        return None
    from ..native.engine import NativeEngine
    from ..native.searching import kernels, routines_of
    from ..native.statuses import CannotCompile

    engine, lowered = playout.engine, playout.lowered
    assert isinstance(engine, NativeEngine)
    routines = routines_of(engine, lowered.score, lowered.heuristic)
    if routines is None:
        return None
    try:
        return walk_of(decision, playout, deals, routines, kernels())
    except CannotCompile:
        return None


def walk_of(
    decision: Decision, playout: Playout, deals: Deals, routines: Routines, kernels: Kernels
) -> NativeWalk:
    """The walk of a decision by these routines of its game."""
    from ..native.searcher import Searcher, Task

    worth = playout.worth
    used = attrs.evolve(
        routines,
        score=routines.score if worth.score is not None else 0,
        heuristic=routines.heuristic if worth.standing is not None else 0,
    )
    task = Task(
        program=playout.lowered.program,
        strand=decision.strand,
        dice=playout.dice.state,
        deals=deals.dice.state,
        bound=playout.bound,
        tries=TRIES,
        deepest=tree.DEEPEST,
        most_arms=tree.MOST_ARMS,
        most_endless=MOST_ENDLESS,
        endless=_endless(playout.lowered, routines),
        common=worth.together,
        score_allies=worth.interests.by_score,
        heuristic_allies=worth.interests.by_heuristic,
        ahead=playout.ahead,
    )
    deal = deals.next if deals.origin is None else _redealing(deals.origin, deals.classes)
    return NativeWalk(decision, Searcher(task, used, kernels, deal))


_ENDLESS: weakref.WeakKeyDictionary[Lowered, tuple[tuple[Fault, ...], tuple[int, ...]]] = (
    weakref.WeakKeyDictionary()
)


def _endless(lowered: Lowered, routines: Routines) -> tuple[int, ...]:
    """The statuses of rules that do not end, collected once for the machine code of a program."""
    found = _ENDLESS.get(lowered)
    if found is None or found[0] is not routines.faults:
        numbered = enumerate(routines.faults, 1)
        endless = tuple(one for one, fault in numbered if fault.code == STEP_LIMIT.code)
        found = _ENDLESS[lowered] = routines.faults, endless
    return found[1]


_FRAMES: weakref.WeakKeyDictionary[Lowered, FrameTables] = weakref.WeakKeyDictionary()


def _frames_of(origin: Position) -> FrameTables:
    """Where frames name pieces, collected once for a program, and kept as long as it."""
    from ..native.searcher import frame_tables

    lowered, plan = origin.rules.lowered, origin.rules.engine.plan
    found = _FRAMES.get(lowered)
    if found is None:
        registers = (entry_registers(lowered.program, plan, entry) for entry in plan.entries)
        found = _FRAMES[lowered] = frame_tables(plan, registers)
    return found


def _redealing(origin: Position, classes: list[list[int]]) -> Redealing:
    """How to exchange the pieces of these classes; what `rename` knows of a memory, as lists."""
    from ..native.searcher import Redealing

    lowered = origin.rules.lowered
    program, facts = lowered.program, piece_cells_of(lowered)
    others: dict[tuple[object, ...], list[int]] = {}
    remembered = lowered.tables.ability_states.items()
    for (where, name, piece), slot in remembered:
        others.setdefault((where, name), [-1] * program.layout.pieces)[piece] = slot.address
    return Redealing(
        origin=origin.memory,
        classes=classes,
        states=facts.per_piece,
        piles=facts.piles,
        names=facts.pieces,
        sets=facts.sets,
        abilities=[(slot.address, slot.words, others[key[:2]], key[2]) for key, slot in remembered],
        frames=_frames_of(origin),
    )
