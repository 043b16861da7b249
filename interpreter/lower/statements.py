"""Lowers statements. What cannot suspend becomes structured instructions; what can ends blocks.

`body` lowers a sequence and gives the scope after it, with what the statements bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl import tree as t
from rulewright.dsl.types import Type, member

from ..ir import (
    PLAYERS,
    Assign,
    Binary,
    Branch,
    Call,
    CallFrame,
    CellKind,
    Check,
    Choose,
    Const,
    Expr,
    ForEachBit,
    ForEachIn,
    Fork,
    Halt,
    If,
    Instr,
    Jump,
    Learn,
    Load,
    Option,
    Pick,
    PlaceSet,
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
from .builder import Builder, Scope, kind_of
from .exprs import SETS, fold, load
from .tables import Slot

if TYPE_CHECKING:
    from .lowerer import Lowerer

Body = tuple[t.Stmt, ...]
ONE_SET = {"piece": "pieces", "kind": "kinds", "player": "players"}


class Statements:
    """Lowering of statements into the builder of the procedure at hand."""

    def __init__(self, low: Lowerer) -> None:
        self.low = low
        self.ex = low.expressions

    def body(self, body: Body, scope: Scope, b: Builder) -> Scope:
        for node in body:
            if not b.open:
                break
            scope = _HANDLERS[type(node)](self, node, scope, b) or scope
        return scope

    def expr(self, node: t.Expr, scope: Scope, b: Builder) -> Expr:
        """An expression, after checks that what may be none is there where it is read."""
        self.low.guard_none(node, scope, b)
        return self.ex.lower(node, scope)

    # ----------------------------------------------------------------- simple ones

    def nothing(self, node: t.Nothing, scope: Scope, b: Builder) -> None:
        return None

    def put(self, node: t.Put, scope: Scope, b: Builder) -> None:
        place = self.expr(node.place, scope, b)
        what = self.expr(node.what, scope, b)
        fault = self.low.fault("RW402", "nothing is there to be put, or the place is full", node.span)
        bottom = node.how == "under"
        if node.what.type.kind == "piece":
            b.emit(Put(what, place, bottom, fault, span=node.span))
            return
        source = _whole_pile(node.what, self.low)
        if source is not None:
            b.emit(PutPile(self.ex.lower(source, scope), place, bottom, fault, span=node.span))
        else:
            b.emit(PutAll(what, place, bottom, fault, span=node.span))

    def shuffle(self, node: t.Shuffle, scope: Scope, b: Builder) -> None:
        self.low.luck.shuffle(self.expr(node.place, scope, b), node.span, b)

    def look(self, node: t.Look, scope: Scope, b: Builder) -> Scope:
        player = self.expr(node.player, scope, b)
        return self.learn(Unary("bit", player), node.what, node.name, scope, b)

    def reveal(self, node: t.Reveal, scope: Scope, b: Builder) -> Scope:
        return self.learn(self.everyone(), node.what, node.name, scope, b)

    def show(self, node: t.Show, scope: Scope, b: Builder) -> Scope:
        self.low.guard_none(node.to, scope, b)
        return self.learn(self.ex.as_set(node.to, scope), node.what, None, scope, b)

    def everyone(self) -> Expr:
        return Table(self.low.everyone_table, Load(Const(PLAYERS)))

    def learn(self, players: Expr, what: t.Expr, name: str | None, scope: Scope, b: Builder) -> Scope:
        value = self.expr(what, scope, b)
        if name is not None:
            register = b.register(kind_of(what.type))
            b.emit(Assign(register.index, value, span=what.span))
            value = register
            scope = scope.bind(name, register, what.type)
        if what.type.kind == "piece":
            fault = self.low.fault("RW402", "there is no piece to look at", what.span)
            b.emit(Check(Binary("ge", value, Const(0)), fault, span=what.span))
            value = Unary("bit", value)
        b.emit(Learn(players, value, span=what.span))
        return scope

    def let(self, node: t.Let, scope: Scope, b: Builder) -> Scope:
        register = b.register(kind_of(node.value.type))
        b.emit(Assign(register.index, self.expr(node.value, scope, b), span=node.span))
        return scope.bind(node.name, register, node.value.type)

    # --------------------------------------------------------------------- states

    def become(self, node: t.Become, scope: Scope, b: Builder) -> None:
        target = node.target
        if isinstance(target, t.Property) and target.of.type.kind in ("players", "pieces"):
            self.become_each(node, target, scope, b)
            return
        value = self.expr(node.value, scope, b)
        if target.type.kind in SETS:
            self.low.guard_none(node.value, scope, b)
            value = self.ex.as_set(node.value, scope)
        self.store(target, value, node.value.type, scope, b)

    def become_each(self, node: t.Become, target: t.Property, scope: Scope, b: Builder) -> None:
        single = member(target.of.type)
        owner = b.register(kind_of(single))
        value = self.expr(node.value, scope, b)
        slot = self.low.slot_of(single, target.name)
        with b.inside() as inner:
            self.store_slot(slot, owner, value, node.value.type, node.span, b)
        b.emit(ForEachBit(owner.index, self.ex.as_set(target.of, scope), tuple(inner), span=node.span))

    def change(self, node: t.Change, scope: Scope, b: Builder) -> None:
        amount = self.expr(node.amount, scope, b)
        now = self.expr(node.target, scope, b)
        value = fold(Binary("add" if node.sign > 0 else "sub", now, amount))
        want = node.target.type
        if node.clamp:
            value = Binary("max", Const(want.least), Binary("min", Const(want.most), value))
        have = want if node.clamp else Type("number", least=want.least - 1, most=want.most)
        self.store(node.target, value, have, scope, b)

    def store(self, target: t.Expr, value: Expr, have: Type, scope: Scope, b: Builder) -> None:
        if isinstance(target, t.GameState):
            self.store_slot(self.low.tables.game_states[target.name], None, value, have, target.span, b)
        elif isinstance(target, t.PhraseState):
            self.store_slot(scope.state[target.name], None, value, have, target.span, b)
        else:
            assert isinstance(target, t.Property)
            owner = self.expr(target.of, scope, b)
            slot = self.low.slot_of(target.of.type, target.name)
            self.store_slot(slot, owner, value, have, target.span, b)

    def store_slot(
        self, slot: Slot, owner: Expr | None, value: Expr, have: Type, span: Any, b: Builder
    ) -> None:
        if slot.bits:
            assert owner is not None
            self.store_bit(slot, owner, value, span, b)
            return
        address: Expr = Const(slot.address)
        if owner is not None:
            scaled = owner if slot.words == 1 else Binary("mul", owner, Const(slot.words))
            address = fold(Binary("add", scaled, address))
        want = slot.type
        if want.kind in SETS:
            b.emit(StoreSet(address, slot.words, value, span=span))
        elif want.kind == "number" and not (want.least <= have.least and have.most <= want.most):
            message = f"the value is outside {want.least}..{want.most}"
            fault = self.low.fault("RW401", message, span)
            b.emit(StoreRanged(address, value, want.least, want.most, fault, span=span))
        elif have.optional and not want.optional and want.kind in ("piece", "kind", "player"):
            fault = self.low.fault("RW403", "this is none, where something is needed", span)
            b.emit(StoreRanged(address, value, 0, 1 << 40, fault, span=span))
        else:
            b.emit(Store(address, value, span=span))

    def store_bit(self, slot: Slot, owner: Expr, value: Expr, span: Any, b: Builder) -> None:
        now = load(Slot(slot.address, Type("pieces"), words=slot.words))
        bit = Unary("bit", owner)
        if isinstance(value, Const):
            new: Expr = Binary("or" if value.value else "minus", now, bit)
        else:
            new = Pick(value, Binary("or", now, bit), Binary("minus", now, bit))
        b.emit(StoreSet(Const(slot.address), slot.words, new, span=span))

    # ------------------------------------------------------------------------ ends

    def win(self, node: t.Win, scope: Scope, b: Builder) -> None:
        winners: Expr = Const(0)
        if node.winners is not None:
            self.low.guard_none(node.winners, scope, b)
            winners = self.ex.as_set(node.winners, scope)
        b.end(Halt(winners, span=node.span))

    def end_of_turn(self, node: t.EndOfTurn, scope: Scope, b: Builder) -> None:
        b.end(Jump(self.low.turn_end, span=node.span))

    def end_of_phase(self, node: t.EndOfPhase, scope: Scope, b: Builder) -> None:
        b.end(Jump(self.low.phase_end, span=node.span))

    # ------------------------------------------------------------------- branching

    def if_(self, node: t.If, scope: Scope, b: Builder) -> None:
        if self.low.suspends(node):
            self.if_blocks(node, scope, b)
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

    # ----------------------------------------------------------------------- loops

    def for_each(self, node: t.ForEach, scope: Scope, b: Builder) -> None:
        if self.low.suspends(node):
            self.for_each_blocks(node, scope, b)
            return
        single = member(node.of.type)
        each = b.register(kind_of(single))
        inner_scope = scope.bind(node.name, each, single)
        place = _ordered_source(node, self.low)
        members = self.expr(node.of, scope, b)
        if node.order.startswith("from") and place is not None:
            held = b.register(CellKind.PIECES)
            b.emit(Assign(held.index, members, span=node.span))
            with b.inside() as inner:
                self.body(node.body, inner_scope, b)
            guarded = If(Binary("has", held, each), tuple(inner))
            where = self.ex.lower(place, scope)
            b.emit(ForEachIn(each.index, where, node.order == "from top", (guarded,), span=node.span))
        elif node.order == "clockwise" and node.start is not None:
            self.clockwise(node, members, inner_scope, each, b)
        else:
            with b.inside() as inner:
                self.body(node.body, inner_scope, b)
            b.emit(ForEachBit(each.index, members, tuple(inner), span=node.span))

    def clockwise(self, node: t.ForEach, members: Expr, scope: Scope, each: Reg, b: Builder) -> None:
        assert node.start is not None
        rest = b.register(CellKind.PLAYERS)
        b.emit(Assign(rest.index, members, span=node.span))
        b.emit(Assign(each.index, self.expr(node.start, scope, b), span=node.span))
        with b.inside() as inner:
            b.emit(Assign(each.index, self.low.next_player(rest, each)))
            b.emit(Assign(rest.index, Binary("minus", rest, Unary("bit", each))))
            self.body(node.body, scope, b)
        b.emit(While(rest, tuple(inner), span=node.span))

    def for_each_blocks(self, node: t.ForEach, scope: Scope, b: Builder) -> None:
        single = member(node.of.type)
        kind = kind_of(single)
        rest = b.register(kind_of(node.of.type))
        each = b.register(kind)
        b.emit(Assign(rest.index, self.expr(node.of, scope, b), span=node.span))
        if node.order == "clockwise" and node.start is not None:
            b.emit(Assign(each.index, self.expr(node.start, scope, b)))
        head, inside, after = b.block(), b.block(), b.block()
        b.start(head)
        place = _ordered_source(node, self.low)
        if node.order.startswith("from") and place is not None:
            where = self.ex.lower(place, scope)
            b.emit(Assign(rest.index, Binary("and", rest, PlaceSet(where))))
            pick: Expr = self.low.end_most(where, rest, node.order == "from top")
        elif node.order == "clockwise" and node.start is not None:
            pick = self.low.next_player(rest, each)
        else:
            pick = Unary("lowest", rest)
        b.end(Branch(rest, inside, after, span=node.span))
        b.start(inside)
        if node.order == "any order":
            self.pick_one(self.low.chooser(scope), node.of, rest, each, scope, node.span, b)
        else:
            b.emit(Assign(each.index, pick, span=node.span))
        b.emit(Assign(rest.index, Binary("minus", rest, Unary("bit", each))))
        self.body(node.body, scope.bind(node.name, each, single), b)
        b.end(Jump(head))
        b.start(after)

    def repeat(self, node: t.Repeat, scope: Scope, b: Builder) -> None:
        left = b.register(CellKind.NUMBER) if node.how == "times" or node.bound is not None else None
        if left is not None:
            bound = node.test if node.how == "times" else node.bound
            assert bound is not None
            b.emit(Assign(left.index, self.expr(bound, scope, b), span=node.span))
        test: Expr = Binary("gt", left, Const(0)) if left is not None else Const(1)
        if node.how != "times":
            condition = self.ex.lower(node.test, scope)
            condition = Unary("not", condition) if node.how == "until" else condition
            test = fold(Binary("both", test, condition))
        step: list[Instr] = []
        if left is not None:
            step.append(Assign(left.index, Binary("sub", left, Const(1))))
        if not self.low.suspends(node):
            with b.inside() as inner:
                for instruction in step:
                    b.emit(instruction)
                self.body(node.body, scope, b)
            b.emit(While(test, tuple(inner), span=node.span))
            return
        head, inside, after = b.block(), b.block(), b.block()
        b.start(head)
        b.end(Branch(test, inside, after, span=node.span))
        b.start(inside)
        for instruction in step:
            b.emit(instruction)
        self.body(node.body, scope, b)
        b.end(Jump(head))
        b.start(after)

    # --------------------------------------------------------------------- choices

    def choose(self, node: t.Choose, scope: Scope, b: Builder) -> Scope:
        single = member(node.of.of.type)
        candidates = self.expr(node.of.of, scope, b)
        if node.of.how == "one":
            result = b.register(kind_of(single))
            if node.player is None:
                self.low.luck.pick(candidates, single, result, node.span, b)
            else:
                player = self.expr(node.player, scope, b)
                self.pick_one(player, node.of.of, candidates, result, scope, node.span, b)
            return scope.bind(node.name, result, single)
        result = self.pick_several(node, candidates, single, scope, b)
        return scope.bind(node.name, result, node.of.of.type)

    def pick_one(
        self, player: Expr, of: t.Expr, candidates: Expr, result: Reg, scope: Scope, span: Any, b: Builder
    ) -> None:
        """A decision among the candidates."""
        after = b.block()
        option = self.family(of, candidates, Const(1), result, after, scope)
        site = self.low.site("choose", of, span)
        self.low.name_action(option, of, site)
        fault = self.low.fault("RW404", "there is nothing to choose from", span)
        b.end(Choose(site, player, (option,), fault, span=span))
        b.start(after)

    def family(
        self, of: t.Expr, candidates: Expr, guard: Expr, result: Reg, target: int, scope: Scope
    ) -> Option:
        """The options that differ in which candidate is picked."""
        argument, width, place = self.low.argument(of, scope)
        action = self.low.actions(width)
        return Option(action, guard, argument, candidates, place, result.index, target)

    def pick_several(self, node: t.Choose, candidates: Expr, single: Type, scope: Scope, b: Builder) -> Reg:
        """One decision after the other, until there are enough (or the player has enough, with `up to`)."""
        assert node.of.count is not None
        kind = kind_of(node.of.of.type)
        result, left, each = b.register(kind), b.register(CellKind.NUMBER), b.register(kind_of(single))
        b.emit(Assign(result.index, Const(0)))
        b.emit(Assign(left.index, self.expr(node.of.count, scope, b), span=node.span))
        head, inside, picked, after = b.block(), b.block(), b.block(), b.block()
        b.start(head)
        rest = Binary("minus", candidates, result)
        more: Expr = Binary("gt", left, Const(0))
        if node.of.how == "up to":
            more = Binary("both", more, Binary("ne", rest, Const(0)))
        b.end(Branch(more, inside, after, span=node.span))
        b.start(inside)
        if node.player is None:
            self.low.luck.pick(rest, single, each, node.span, b)
            b.end(Jump(picked))
        else:
            self.several_site(node, rest, each, picked, after, scope, b)
        b.start(picked)
        b.emit(Assign(result.index, Binary("or", result, Unary("bit", each))))
        b.emit(Assign(left.index, Binary("sub", left, Const(1))))
        b.end(Jump(head))
        b.start(after)
        return result

    def several_site(
        self, node: t.Choose, rest: Expr, each: Reg, picked: int, after: int, scope: Scope, b: Builder
    ) -> None:
        assert node.player is not None
        player = self.expr(node.player, scope, b)
        site = self.low.site("choose", node.of, node.span)
        option = self.family(node.of.of, rest, Const(1), each, picked, scope)
        self.low.name_action(option, node.of.of, site)
        options = [option]
        if node.of.how == "up to":
            options.append(self.low.label_option(site, "enough", Const(1), after))
        fault = self.low.fault("RW404", "there is not enough to choose from", node.span)
        b.end(Choose(site, player, tuple(options), fault, span=node.span))

    def choose_one(self, node: t.ChooseOne, scope: Scope, b: Builder) -> None:
        player = self.expr(node.player, scope, b)
        site = self.low.site("choose one", node, node.span)
        after = b.block()
        options, bodies = [], []
        for branch in node.branches:
            target = b.block()
            guard = self.ex.lower(branch.test, scope) if branch.test is not None else Const(1)
            guard = fold(Binary("both", guard, self.can_start(branch.body, scope)))
            options.append(self.low.label_option(site, branch.label, guard, target, test=branch.test))
            bodies.append((target, branch.body))
        fault = self.low.fault("RW404", "no branch can be chosen", node.span)
        b.end(Choose(site, player, tuple(options), fault, span=node.span))
        for target, body in bodies:
            b.start(target)
            self.body(body, scope, b)
            b.end(Jump(after))
        b.start(after)

    def can_start(self, body: Body, scope: Scope) -> Expr:
        """Whether the first mandatory choice of a body has a candidate."""
        first = body[0] if body else None
        if isinstance(first, t.Choose) and first.of.how == "one":
            return Binary("ne", self.ex.lower(first.of.of, scope), Const(0))
        return Const(1)

    def may(self, node: t.May, scope: Scope, b: Builder) -> None:
        player = self.expr(node.player, scope, b)
        site = self.low.site("may", node, node.span)
        target, after = b.block(), b.block()
        guard = self.can_start(node.body, scope)
        options = (
            self.low.label_option(site, "yes", guard, target),
            self.low.label_option(site, "no", Const(1), after),
        )
        fault = self.low.fault("RW404", "nothing can be chosen", node.span)
        b.end(Choose(site, player, options, fault, span=node.span))
        b.start(target)
        self.body(node.body, scope, b)
        b.end(Jump(after))
        b.start(after)

    # ------------------------------------------------------------- phrases, strands

    def call(self, node: t.Call, scope: Scope, b: Builder) -> None:
        arguments = []
        slots = self.low.symbols.phrases[node.phrase].slots
        for value, slot in zip(node.arguments, slots, strict=True):
            self.low.guard_none(value, scope, b)
            lowered = self.ex.as_set(value, scope) if slot.type.kind in SETS else self.ex.lower(value, scope)
            arguments.append(self.needed(lowered, value, slot.type, b))
        number = self.low.event_procedure(node.phrase)
        if self.low.framed(node.phrase):
            after = b.block()
            b.end(CallFrame(number, (scope.actor, *arguments), None, after, span=node.span))
            b.start(after)
        else:
            b.emit(Run(Call(number, (scope.actor, *arguments)), span=node.span))

    def needed(self, lowered: Expr, value: t.Expr, want: Type, b: Builder) -> Expr:
        """Checks that an argument that may be missing is there."""
        missing = value.type.optional or isinstance(value, t.EndOf)
        if not missing or want.optional or want.kind in SETS:
            return lowered
        register = b.register(kind_of(value.type))
        b.emit(Assign(register.index, lowered, span=value.span))
        fault = self.low.fault("RW403", "this is none, where something is needed", value.span)
        b.emit(Check(Binary("ge", register, Const(0)), fault, span=value.span))
        return register

    def simultaneously(self, node: t.Simultaneously, scope: Scope, b: Builder) -> None:
        inner = Builder(f"strand {len(self.low.procedures)}", node.span)
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
        self.body(node.body, strand, inner)
        inner.end(Return())
        number = self.low.add(inner, framed=True)
        after = b.block()
        players = self.expr(node.players, scope, b)
        b.end(Fork(players, number, tuple(arguments), after, span=node.span))
        b.start(after)
        self.low.uses_strands = True


def _whole_pile(what: t.Expr, low: Lowerer) -> t.Expr | None:
    """The ordered place whose pieces, all of them, are moved: they keep their order."""
    if isinstance(what, t.Select) and what.base == "type" and len(what.filters) == 1:
        only = what.filters[0]
        if isinstance(only, t.InPlace) and isinstance(only.place, t.PlaceValue):
            place = low.symbols.places[only.place.name].text
            if low.is_ordered(only.place.name) and place.types == (what.name,):
                return only.place
    return None


def _ordered_source(node: t.ForEach, low: Lowerer) -> t.Expr | None:
    if isinstance(node.of, t.Select):
        for one in node.of.filters:
            if (
                isinstance(one, t.InPlace)
                and isinstance(one.place, t.PlaceValue)
                and low.is_ordered(one.place.name)
            ):
                return one.place
    return None


_HANDLERS: dict[type, Callable[[Statements, Any, Scope, Builder], Scope | None]] = {
    t.Nothing: Statements.nothing,
    t.Put: Statements.put,
    t.Shuffle: Statements.shuffle,
    t.Look: Statements.look,
    t.Reveal: Statements.reveal,
    t.Show: Statements.show,
    t.Choose: Statements.choose,
    t.ChooseOne: Statements.choose_one,
    t.May: Statements.may,
    t.Let: Statements.let,
    t.Become: Statements.become,
    t.Change: Statements.change,
    t.Win: Statements.win,
    t.EndOfTurn: Statements.end_of_turn,
    t.EndOfPhase: Statements.end_of_phase,
    t.If: Statements.if_,
    t.ForEach: Statements.for_each,
    t.Repeat: Statements.repeat,
    t.Simultaneously: Statements.simultaneously,
    t.Call: Statements.call,
}
