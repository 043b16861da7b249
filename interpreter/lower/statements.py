"""Lowers statements. Those that cannot suspend become structured instructions; the others end blocks.

`body` lowers a sequence and returns the scope after it, with the new bindings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.tree.passes import table
from rulewright.dsl.tree.types import PLACE, PLAYER, Type, member

from ..ir import (
    Assign,
    Binary,
    Branch,
    Call,
    CallFrame,
    CellKind,
    Check,
    Const,
    Expr,
    ForEachBit,
    Fork,
    Halt,
    If,
    Jump,
    Learn,
    Pick,
    PlaceEnd,
    Put,
    PutAll,
    PutPile,
    Reg,
    Return,
    Run,
    Store,
    StoreRanged,
    StoreSet,
    Table,
    Unary,
    While,
)
from ..ir.walk import FLAT
from .builder import NOTHING, Builder, Scope, kind_of
from .choices import Choices
from .costs import Costs
from .lists import AsOften
from .loops import Loops
from .numbering import Slot
from .preconditions import Beginnings
from .values import SETS, base, fold, load_bits, may_be_missing
from .windows import Windows

if TYPE_CHECKING:
    from .lowerer import Lowerer

Body = tuple[t.Stmt, ...]


class Statements:
    """Lowering of statements into the builder of the current procedure."""

    def __init__(self, low: Lowerer) -> None:
        self.low = low
        self.ex = low.expressions
        self.choices: Choices = Choices(low, self)
        self.loops: Loops = Loops(low, self)
        self.costs: Costs = Costs(low, self)
        self.windows: Windows = Windows(low, self)
        self.beginnings: Beginnings = Beginnings(low, self)

    def body(self, body: Body, scope: Scope, b: Builder) -> Scope:
        for node in body:
            if not b.open:
                break
            scope = _HANDLERS[type(node)](self, node, scope, b) or scope
            self.low.sides.after(node, b)
            self.low.watches.after(node, scope, b)
        return scope

    def expr(self, node: t.Expr, scope: Scope, b: Builder) -> Expr:
        """An expression, preceded by checks that the values whose properties it reads are not none."""
        with self.ex.assuming(self.ex.guard_none(node, scope, b)):
            return self.ex.lower(node, scope)

    def set_expr(self, node: t.Expr, scope: Scope, b: Builder) -> Expr:
        """The same as a set."""
        with self.ex.assuming(self.ex.guard_none(node, scope, b)):
            return self.ex.as_set(node, scope)

    # ----------------------------------------------------------------- simple ones

    def nothing(self, node: t.Nothing, scope: Scope, b: Builder) -> None:
        return None

    def put(self, node: t.Put, scope: Scope, b: Builder) -> None:
        place = self.needed(self.expr(node.place, scope, b), node.place, PLACE, b)
        what = self.expr(node.what, scope, b)
        held = self.low.unit.symbols.held_in(node.place.type)
        certain = bool(node.what.type.of) and set(node.what.type.of) <= set(held)
        if not (certain and (isinstance(node.place, t.PlaceValue) or node.place.type.kind == "cell")):
            self.holds(place, node, scope, b)
        if self._unseen(node, scope):
            drawn = isinstance(node.what, t.Variable) and node.what.name in scope.drawn
            what = self.low.moving.conceal(what, node.what.type.kind == "piece", drawn, node.span, b)
        fault = self.low.unit.fault("RW402", "there is nothing to put, or the place is full", node.span)
        bottom = node.how == "under"
        if node.what.type.kind == "piece":
            if isinstance(node.what, t.EndOf):
                self.low.unit.emit_event("taken", b, what)
            b.emit(Put(what, place, bottom, fault, span=node.span))
            self._seen(node.what, scope, b)
            return
        if isinstance(node.what, t.EndOf):
            self._one_by_one(node.what, what, place, bottom, fault, scope, b)
            return
        source = _whole_pile(node.what, self.low)
        if source is not None:
            from_ = self.ex.there(source, self.ex.lower(source, scope))
            b.emit(PutPile(from_, place, bottom, fault, span=node.span))
        else:
            b.emit(PutAll(what, place, bottom, fault, span=node.span))
            self._seen(node.what, scope, b)

    def _one_by_one(
        self, of: t.EndOf, pieces: Expr, place: Expr, bottom: bool, fault: int, scope: Scope, b: Builder
    ) -> None:
        """Moves the pieces at an end of a place, each after the one that lay further out."""
        from_, goal = b.register(CellKind.PLACE), b.register(CellKind.PLACE)
        rest, each = b.register(CellKind.PIECES), b.register(CellKind.PIECE)
        source = self.ex.there(of.place, self.ex.lower(of.place, scope))
        b.emit(Assign(from_.index, source, span=of.place.span))
        b.emit(Assign(goal.index, place, span=of.span))
        b.emit(Assign(rest.index, pieces, span=of.span))
        with b.inside() as body:
            b.emit(Assign(each.index, PlaceEnd(from_, rest, of.top), span=of.span))
            b.emit(Assign(rest.index, Binary("minus", rest, Unary("bit", each))))
            b.emit(Put(each, goal, bottom, fault, span=of.span))
        b.emit(While(rest, tuple(body), span=of.span))

    def _seen(self, what: t.Expr, scope: Scope, b: Builder) -> None:
        """Emits that players may see now what a name of the text stands for, if only for a moment."""
        if isinstance(what, t.Variable):
            value = scope.variables.get(what.name)
            # Anything else may have changed with it.
            held: Expr = value if isinstance(value, Reg) else NOTHING
            pieces = Unary("bit", held) if what.type.kind == "piece" and held != NOTHING else held
            key = f"phrase {scope.phrase}" if what.name in scope.slots else "seen"
            self.low.unit.emit_event("seen", b, pieces, key=key)

    def _unseen(self, node: t.Put, scope: Scope) -> bool:
        """Whether a chosen piece may go where others do not see it, so that they do not know which it was."""
        if not isinstance(node.what, t.Variable) or node.what.name not in scope.chosen:
            return False
        if isinstance(node.place, t.PlaceValue):
            return self.low.unit.symbols.places[node.place.name].text.sight != "open"
        places = self.low.unit.symbols.places.values()
        boards = (
            self.low.unit.symbols.places[name]
            for name in node.place.type.of
            if node.place.type.kind == "cell"
        )
        known = boards if node.place.type.kind == "cell" else places
        return any(place.text.sight != "open" for place in known)

    def swap(self, node: t.Swap, scope: Scope, b: Builder) -> None:
        """Two pieces change places; in ordered places, they take each other's positions."""
        pieces = []
        for one in (node.left, node.right):
            register = b.register(CellKind.PIECE)
            b.emit(Assign(register.index, self.expr(one, scope, b), span=one.span))
            pieces.append(register)
        self.low.moving.swap(pieces[0], pieces[1], node.span, b)

    def holds(self, place: Expr, node: t.Put, scope: Scope, b: Builder) -> None:
        """Checks that pieces of this type may lie in a place that is known only at run time."""
        tables = self.low.unit.tables
        masks = tuple(
            sum(tables.mask_of_type(name) for name in tables.types_held(place_name))
            for place_name, _ in tables.place_numbers
        )
        allowed = Table(tables.constant(masks), place)
        fault = self.low.unit.fault("RW402", "this cannot lie in that place", node.span)
        wrong = Binary("minus", self.ex.as_set(node.what, scope), allowed)
        b.emit(Check(Binary("eq", wrong, Const(0)), fault, span=node.span))

    def shuffle(self, node: t.Shuffle, scope: Scope, b: Builder) -> None:
        place = self.needed(self.expr(node.place, scope, b), node.place, PLACE, b)
        self.low.luck.shuffle(place, node.span, b)

    def look(self, node: t.Look, scope: Scope, b: Builder) -> Scope:
        player = self.player(node.player, scope, b)
        return self.learn(Unary("bit", player), node.what, node.name, scope, b, shows=node)

    def reveal(self, node: t.Reveal, scope: Scope, b: Builder) -> Scope:
        return self.learn(self.low.unit.everyone(), node.what, node.name, scope, b, told=True)

    def show(self, node: t.Show, scope: Scope, b: Builder) -> Scope:
        return self.learn(self.set_expr(node.to, scope, b), node.what, None, scope, b, shows=node)

    def learn(
        self,
        players: Expr,
        what: t.Expr,
        name: str | None,
        scope: Scope,
        b: Builder,
        *,
        told: bool = False,
        shows: t.Look | t.Show | None = None,
    ) -> Scope:
        """Players learn what pieces are; with `told`, the log says so to all, with `shows` to these players."""
        value = self.expr(what, scope, b)
        if name is not None:
            register = b.register(kind_of(what.type))
            b.emit(Assign(register.index, value, span=what.span))
            value = register
            b.call_it(register, name, what.type)
            scope = scope.bind(name, register, what.type)
        if what.type.kind == "piece":
            fault = self.low.unit.fault("RW402", "there is no piece to look at", what.span)
            b.emit(Check(Binary("ge", value, Const(0)), fault, span=what.span))
            value = Unary("bit", value)
        if told and not self.low.unit.trying:
            self.low.unit.emit_event("revealed", b, value)
        if shows is not None and not self.low.unit.trying:
            self.low.reports.shown(shows, value, players, scope, b)
        b.emit(Learn(players, value, span=what.span))
        self._seen(what, scope, b)
        return scope

    def let(self, node: t.Let, scope: Scope, b: Builder) -> Scope:
        register = b.register(kind_of(node.value.type))
        b.emit(Assign(register.index, self.expr(node.value, scope, b), span=node.span))
        b.call_it(register, node.name, node.value.type, self.low.unit.disclosure.shown(node))
        return scope.bind(node.name, register, node.value.type)

    # --------------------------------------------------------------------- states

    def become(self, node: t.Become, scope: Scope, b: Builder) -> None:
        target = node.target
        if isinstance(target, t.Property) and target.of.type.kind in ("players", "pieces", "cells"):
            self.become_each(node, target, scope, b)
            return
        if target.type.kind == "table":
            self.costs.stocks.become(target, node.value, scope, b)
            return
        as_set = target.type.kind in SETS
        value = self.set_expr(node.value, scope, b) if as_set else self.expr(node.value, scope, b)
        self.store(target, value, node.value.type, scope, b)

    def become_each(self, node: t.Become, target: t.Property, scope: Scope, b: Builder) -> None:
        single = member(target.of.type)
        owner = b.register(kind_of(single))
        value = self.expr(node.value, scope, b)
        slot = self.low.unit.tables.slot_of(single, target.name)
        if slot.bits and isinstance(value, Const):
            self.store_bits(slot, self.set_expr(target.of, scope, b), value.value, node.span, b)
            return
        with b.inside() as inner:
            self.store_slot(slot, owner, value, node.value.type, node.span, b)
        has_cell = self.low.unit.tables.has_cell(target.of.type, target.name, owner)
        if has_cell is not None:
            inner = [If(has_cell, tuple(inner), span=node.span)]
        b.emit(ForEachBit(owner.index, self.set_expr(target.of, scope, b), tuple(inner), span=node.span))

    def change(self, node: t.Change, scope: Scope, b: Builder) -> None:
        if node.event is not None:
            self.happens(node.event, lambda b: self.bare_change(node, scope, b), scope, b)
        else:
            self.bare_change(node, scope, b)

    def happens(self, event: t.Call, bare: Callable[[Builder], None], scope: Scope, b: Builder) -> None:
        """A change of a number as an action; a change by zero, or in the other direction, does not count as one."""
        amount = event.arguments[-1]
        least = amount.type.least
        if least > 0:
            self.call(event, scope, b)
            return
        test = Binary("gt", self.expr(amount, scope, b), Const(0))
        if self.low.unit.trying or not self.low.suspension.framed(event.phrase):
            with b.inside() as then:
                self.call(event, scope, b)
            with b.inside() as other:
                if least < 0:
                    bare(b)
            b.emit(If(test, tuple(then), tuple(other), span=event.span))
            return
        act, otherwise, after = b.block(), b.block(), b.block()
        b.end(Branch(test, act, otherwise, span=event.span))
        b.start(act)
        self.call(event, scope, b)
        b.end(Jump(after))
        b.start(otherwise)
        if least < 0:
            bare(b)
        b.end(Jump(after))
        b.start(after)

    def bare_change(self, node: t.Change, scope: Scope, b: Builder) -> None:
        if node.target.type.kind == "table":
            self.costs.stocks.go(node, scope, b)
            return
        amount = self.expr(node.amount, scope, b)
        now = self.expr(node.target, scope, b)
        value = fold(Binary("add" if node.sign > 0 else "sub", now, amount))
        want = node.target.type
        if node.clamp:
            value = Binary("max", Const(want.least), Binary("min", Const(want.most), value))
        have = want if node.clamp else Type("number", least=want.least - 1, most=want.most)
        self.store(node.target, value, have, scope, b)

    def store(self, target: t.Expr, value: Expr, have: Type, scope: Scope, b: Builder) -> None:
        if isinstance(target, t.GameState | t.Property) and target.key is not None:
            self.costs.stocks.store_entry(target, target.key, value, have, scope, b)
        elif isinstance(target, t.GameState):
            self.store_slot(self.low.unit.tables.game_states[target.name], None, value, have, target.span, b)
        elif isinstance(target, t.PhraseState):
            self.store_slot(scope.state[target.name], None, value, have, target.span, b)
        else:
            assert isinstance(target, t.Property)
            single = attrs.evolve(target.of.type, optional=False)
            owner = self.needed(self.expr(target.of, scope, b), target.of, single, b)
            slot = self.low.unit.tables.slot_of(target.of.type, target.name)
            has_cell = self.low.unit.tables.has_cell(single, target.name, owner)
            with b.inside() as inner:
                self.store_slot(slot, owner, value, have, target.span, b)
            if has_cell is None:
                b.instructions.extend(inner)
            else:
                b.emit(If(has_cell, tuple(inner), span=target.span))

    def store_slot(
        self, slot: Slot, owner: Expr | None, value: Expr, have: Type, span: Any, b: Builder
    ) -> None:
        if slot.bits:
            assert owner is not None
            self.store_bit(slot, owner, value, span, b)
            return
        address: Expr = Const(base(slot))
        if owner is not None:
            scaled = owner if slot.words == 1 else Binary("mul", owner, Const(slot.words))
            address = fold(Binary("add", scaled, address))
        want = slot.type
        if want.kind in SETS:
            b.emit(StoreSet(address, slot.words, value, span=span))
        elif want.kind == "number" and not (want.least <= have.least and have.most <= want.most):
            message = f"the value is outside {want.least}..{want.most}"
            fault = self.low.unit.fault("RW401", message, span)
            b.emit(StoreRanged(address, value, want.least, want.most, fault, span=span))
        elif have.optional and not want.optional and want.kind in ("piece", "kind", "player"):
            fault = self.low.unit.fault("RW403", "this is none, where something is needed", span)
            b.emit(StoreRanged(address, value, 0, 1 << 40, fault, span=span))
        else:
            b.emit(Store(address, value, span=span))

    def store_bit(self, slot: Slot, owner: Expr, value: Expr, span: Any, b: Builder) -> None:
        bit = Unary("bit", owner)
        if isinstance(value, Const):
            self.store_bits(slot, bit, value.value, span, b)
            return
        now = load_bits(slot)
        new = Pick(value, Binary("or", now, bit), Binary("minus", now, bit))
        b.emit(StoreSet(Const(slot.address), slot.words, new, span=span))

    def store_bits(self, slot: Slot, owners: Expr, value: int, span: Any, b: Builder) -> None:
        """Sets a yes-or-no state of all owners in a set to the same value."""
        new = Binary("or" if value else "minus", load_bits(slot), owners)
        b.emit(StoreSet(Const(slot.address), slot.words, new, span=span))

    # ------------------------------------------------------------------------ ends

    def win(self, node: t.Win, scope: Scope, b: Builder) -> None:
        winners = self.set_expr(node.winners, scope, b)
        self.low.unit.leave_secrets(b)
        b.end(Halt(winners, span=node.span))

    def end_of_match(self, node: t.EndOfMatch, scope: Scope, b: Builder) -> None:
        self.low.unit.leave_secrets(b)
        b.end(Halt(self.low.scores.best(), span=node.span))

    def perform(self, node: t.Perform, scope: Scope, b: Builder) -> None:
        assert isinstance(node.of, t.Property)
        player = self.player(node.player, scope, b)
        of = node.of.of
        this = self.needed(self.expr(of, scope, b), of, attrs.evolve(of.type, optional=False), b)
        self.low.printed.perform(node, player, this, b)

    def end_of_turn(self, node: t.EndOfTurn, scope: Scope, b: Builder) -> None:
        self.low.unit.leave_secrets(b)
        b.end(Jump(self.low.unit.turn_end, span=node.span))

    def end_of_phase(self, node: t.EndOfPhase, scope: Scope, b: Builder) -> None:
        self.low.unit.leave_secrets(b)
        b.end(Jump(self.low.unit.phase_end, span=node.span))

    # ------------------------------------------------------------------- branching

    def if_(self, node: t.If, scope: Scope, b: Builder) -> None:
        with self.low.reports.secretly(self.low.unit.disclosure.hides(node), scope, b):
            if self.low.suspension.suspends(node):
                self.if_blocks(node, scope, b)
            elif len(node.cases) > FLAT:
                self.if_flat(node, scope, b)
            else:
                self.if_plain(list(node.cases), node.otherwise, scope, b)

    def if_plain(self, cases: list[tuple[t.Expr, Body]], otherwise: Body, scope: Scope, b: Builder) -> None:
        if not cases:
            self.body(otherwise, scope, b)
            return
        (test, body), *rest = cases
        lowered = self.expr(test, scope, b)
        with b.inside() as then:
            self.body(body, scope, b)
        with b.inside() as other:
            self.if_plain(rest, otherwise, scope, b)
        b.emit(If(lowered, tuple(then), tuple(other), span=test.span))

    def if_flat(self, node: t.If, scope: Scope, b: Builder) -> None:
        """Many cases: nested in each other, they would be too deep, so each checks whether an earlier one held."""
        found = b.register(CellKind.NUMBER)
        b.emit(Assign(found.index, Const(0), span=node.span))
        for test, body in node.cases:
            with b.inside() as case:
                lowered = self.expr(test, scope, b)
                with b.inside() as then:
                    b.emit(Assign(found.index, Const(1), span=test.span))
                    self.body(body, scope, b)
                b.emit(If(lowered, tuple(then), span=test.span))
            b.emit(If(Unary("not", found), tuple(case), span=test.span))
        with b.inside() as other:
            self.body(node.otherwise, scope, b)
        if other:
            b.emit(If(Unary("not", found), tuple(other), span=node.span))

    def if_blocks(self, node: t.If, scope: Scope, b: Builder) -> None:
        after = b.block()
        for test, body in node.cases:
            then, other = b.block(), b.block()
            b.end(Branch(self.expr(test, scope, b), then, other, span=test.span))
            b.start(then)
            self.body(body, scope, b)
            b.end(Jump(after))
            b.start(other)
        self.body(node.otherwise, scope, b)
        b.start(after)

    # ------------------------------------------------------------- phrases, strands

    def argument(self, value: t.Expr, want: Type, scope: Scope, b: Builder) -> Expr:
        """What a call gives to a slot of this type."""
        as_set = want.kind in SETS
        lowered = self.set_expr(value, scope, b) if as_set else self.expr(value, scope, b)
        lowered = self.needed(lowered, value, want, b)
        return self.in_range(lowered, value, want, b)

    def call(self, node: t.Call, scope: Scope, b: Builder) -> None:
        slots = self.low.unit.symbols.phrases[node.phrase].slots
        pairs = zip(node.arguments, slots, strict=True)
        arguments = [self.argument(value, slot.type, scope, b) for value, slot in pairs]
        if self.low.unit.trying:
            number = self.beginnings.tried(node.phrase)
            b.emit(Run(Call(number, (scope.actor, *arguments)), span=node.span))
            return
        number = self.low.event_procedure(node.phrase)
        arguments += self.low.events.already(node.phrase, scope)
        if self.low.suspension.framed(node.phrase):
            after = b.block()
            b.end(CallFrame(number, (scope.actor, *arguments), None, after, span=node.span))
            b.start(after)
        else:
            b.emit(Run(Call(number, (scope.actor, *arguments)), span=node.span))

    def player(self, node: t.Expr, scope: Scope, b: Builder) -> Expr:
        """The player who chooses or looks: there must be one."""
        player = self.expr(node, scope, b)
        if player == Const(-1):  # nobody acts, as in a phase without turns
            fault = self.low.unit.fault("RW403", "nobody acts here, so nobody can choose or look", node.span)
            b.emit(Check(Const(0), fault, span=node.span))
        return self.needed(player, node, PLAYER, b)

    def needed(self, lowered: Expr, value: t.Expr, want: Type, b: Builder) -> Expr:
        """Checks that an argument that may be none is not."""
        if not may_be_missing(value) or want.optional or want.kind in SETS:
            return lowered
        register = b.register(kind_of(value.type))
        b.emit(Assign(register.index, lowered, span=value.span))
        fault = self.low.unit.fault("RW403", "this is none, where something is needed", value.span)
        b.emit(Check(Binary("ge", register, Const(0)), fault, span=value.span))
        return register

    def in_range(self, lowered: Expr, value: t.Expr, want: Type, b: Builder) -> Expr:
        """Checks that a number lies in the range of the slot that it fills."""
        have = value.type
        if want.kind != "number" or (want.least <= have.least and have.most <= want.most):
            return lowered
        register = b.register(CellKind.NUMBER)
        b.emit(Assign(register.index, lowered, span=value.span))
        inside = Binary(
            "both", Binary("ge", register, Const(want.least)), Binary("le", register, Const(want.most))
        )
        fault = self.low.unit.fault("RW401", f"the value is outside {want.least}..{want.most}", value.span)
        b.emit(Check(inside, fault, span=value.span))
        return register

    def simultaneously(self, node: t.Simultaneously, scope: Scope, b: Builder) -> None:
        inner = Builder(f"strand {len(self.low.unit.procedures)}", node.span)
        actor = inner.parameter(CellKind.PLAYER)
        variables: dict[str, Expr] = {}
        arguments: list[Expr] = []
        for name, value in scope.variables.items():
            if isinstance(value, Const):
                variables[name] = value
            elif name in scope.types:
                variables[name] = inner.parameter(kind_of(scope.types[name]))
                arguments.append(value)
        strand = Scope(actor, variables, dict(scope.types), scope.this, scope.state)
        outer, self.low.unit.secret_depth = self.low.unit.secret_depth, 0
        inner.call_it(actor, "the player", PLAYER)
        self.low.unit.emit_event("strand", inner, actor)
        self.body(node.body, strand, inner)
        self.low.unit.secret_depth = outer
        inner.end(Return())
        number = self.low.unit.add(inner, framed=True)
        after = b.block()
        players = self.expr(node.players, scope, b)
        b.end(Fork(players, number, tuple(arguments), after, span=node.span))
        b.start(after)
        self.low.unit.emit_event("joined", b)
        self.low.unit.uses_strands = True


def _whole_pile(what: t.Expr, low: Lowerer) -> t.Expr | None:
    """The ordered place whose pieces are all moved, and keep their order."""
    if isinstance(what, t.Select) and what.base == "type" and len(what.filters) == 1:
        only = what.filters[0]
        where = only.place if isinstance(only, t.InPlace) else None
        if (
            where is not None
            and low.unit.keeps_order(where)
            and low.unit.symbols.held_in(where.type) == (what.name,)
        ):
            return where
    return None


_HANDLERS: dict[type, Callable[[Statements, Any, Scope, Builder], Scope | None]] = {
    t.Nothing: Statements.nothing,
    t.Put: Statements.put,
    t.Shuffle: Statements.shuffle,
    t.Look: Statements.look,
    t.Reveal: Statements.reveal,
    t.Show: Statements.show,
    t.Choose: lambda on, node, scope, b: on.choices.choose(node, scope, b),
    t.ChooseOne: lambda on, node, scope, b: on.choices.choose_one(node, scope, b),
    t.May: lambda on, node, scope, b: on.choices.may(node, scope, b),
    t.Let: Statements.let,
    t.Become: Statements.become,
    t.Change: Statements.change,
    t.Win: Statements.win,
    t.EndOfMatch: Statements.end_of_match,
    t.Perform: Statements.perform,
    t.Pay: lambda on, node, scope, b: on.costs.pay(node, scope, b),
    t.Swap: Statements.swap,
    t.Gain: lambda on, node, scope, b: on.costs.gain(node, scope, b),
    t.OnlyIf: lambda on, node, scope, b: on.beginnings.only_if(node, scope, b),
    t.MayRepeatedly: lambda on, node, scope, b: on.windows.may_repeatedly(node, scope, b),
    t.AnyOrder: lambda on, node, scope, b: on.windows.any_order_of(node, scope, b),
    t.Alternatives: lambda on, node, scope, b: on.windows.alternatives(node, scope, b),
    t.Offer: lambda on, node, scope, b: on.windows.offer(node, scope, b),
    t.EndOfTurn: Statements.end_of_turn,
    t.EndOfPhase: Statements.end_of_phase,
    t.If: Statements.if_,
    t.ForEach: lambda on, node, scope, b: on.loops.for_each(node, scope, b),
    AsOften: lambda on, node, scope, b: on.loops.as_often(node, scope, b),
    t.Repeat: lambda on, node, scope, b: on.loops.repeat(node, scope, b),
    t.Simultaneously: Statements.simultaneously,
    t.Call: Statements.call,
}

table(__name__, "statements", t.Stmt, _HANDLERS)
