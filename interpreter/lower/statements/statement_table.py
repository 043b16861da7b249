"""Lowers statements: the table of all that can be lowered, and what ends a turn, a phase or the match.

Statements that cannot suspend become structured instructions; the others end blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....dsl import tree as t
from ....dsl.tree.passes import table
from ...ir import Halt
from ..building.builder import Builder, Scope
from ..choices.choosing import Choices
from ..choices.windows import Windows
from ..procedures.scores import Scores
from ..procedures.watches import Watches
from ..recursion import Body
from ..values.common import OnValues, Values
from ..values.lists import AsOften
from .branching import Branching
from .calls import Calls
from .costs import Costs
from .loops import Loops
from .moves import Moves
from .sides import Sides
from .states import States


class Ends(OnValues):
    def __init__(self, values: Values, scores: Scores) -> None:
        super().__init__(values)
        self.scores = scores

    def win(self, node: t.Win, scope: Scope, b: Builder) -> None:
        winners = self.values.checked_set(node.winners, scope, b)
        self.unit.leave_secrets(b)
        b.end(Halt(winners, span=node.span))

    def end_of_match(self, node: t.EndOfMatch, scope: Scope, b: Builder) -> None:
        self.unit.leave_secrets(b)
        b.end(Halt(self.scores.best(), span=node.span))

    def end_of_turn(self, node: t.EndOfTurn, scope: Scope, b: Builder) -> None:
        self.unit.leave_secrets(b)
        b.jump(self.unit.turn_end, node.span)

    def end_of_phase(self, node: t.EndOfPhase, scope: Scope, b: Builder) -> None:
        self.unit.leave_secrets(b)
        b.jump(self.unit.phase_end, node.span)


class Statements:
    """Lowers statements into the builder of the current procedure."""

    def __init__(self, sides: Sides, watches: Watches, *parts: object) -> None:
        self.sides, self.watches = sides, watches
        self._handlers: dict[type, Callable[[Any, Scope, Builder], Scope | None]] = {}
        for part in parts:
            for kind, handler in HANDLERS[type(part)].items():
                self._handlers[kind] = partial(handler, part)

    def body(self, body: Body, scope: Scope, b: Builder) -> Scope:
        for node in body:
            if not b.open:
                break
            scope = self._handlers[type(node)](node, scope, b) or scope
            self.sides.after(node, b)
            self.watches.after(node, scope, b)
        return scope


Handler = Callable[[Any, Any, Scope, Builder], Scope | None]
"""Lowers one class of statements; the first argument is the part of lowering that it is a method of."""

HANDLERS: dict[type, dict[type, Handler]] = {
    Moves: {
        t.Put: Moves.put,
        t.Swap: Moves.swap,
        t.Shuffle: Moves.shuffle,
        t.Look: Moves.look,
        t.Reveal: Moves.reveal,
        t.Show: Moves.show,
    },
    Choices: {t.Choose: Choices.choose, t.ChooseOne: Choices.choose_one, t.May: Choices.may},
    Windows: {
        t.MayRepeatedly: Windows.may_repeatedly,
        t.AnyOrder: Windows.any_order_of,
        t.Alternatives: Windows.alternatives,
        t.Offer: Windows.offer,
    },
    States: {t.Let: States.let, t.Become: States.become, t.Change: States.change},
    Costs: {t.Pay: Costs.pay, t.Gain: Costs.gain},
    Branching: {t.Nothing: Branching.nothing, t.If: Branching.if_, t.OnlyIf: Branching.only_if},
    Loops: {t.ForEach: Loops.for_each, t.Repeat: Loops.repeat, AsOften: Loops.as_often},
    Calls: {t.Call: Calls.call, t.Perform: Calls.perform, t.Simultaneously: Calls.simultaneously},
    Ends: {
        t.Win: Ends.win,
        t.EndOfMatch: Ends.end_of_match,
        t.EndOfTurn: Ends.end_of_turn,
        t.EndOfPhase: Ends.end_of_phase,
    },
}

table(__name__, "statements", t.Stmt, {kind: one for part in HANDLERS.values() for kind, one in part.items()})
