"""Counts the work of a program: inserts a `Count` wherever it could run without bound.

In: a program. Out: the same program with its steps counted, so that every engine reaches the limit at the same
instruction. A step is one iteration of a `While`, or about `STEP` single operations of any other kind. Cheap
procedures are counted by their callers, so most procedures of a game count nothing and cost nothing extra.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from ...dsl.diagnostics.source import Span
from ...dsl.tree.passes import over
from . import (
    STEP,
    Assign,
    Binary,
    Binder,
    Block,
    CallFrame,
    CellKind,
    Chance,
    Choose,
    Const,
    Count,
    Emit,
    Expr,
    ForEachBit,
    ForEachIn,
    Fork,
    If,
    Instr,
    PlaceCount,
    Procedure,
    Program,
    PutAll,
    PutPile,
    Reg,
    Shuffle,
    Terminator,
    Unary,
    While,
)
from .cycles import callees_first, components, entered_again, reachable
from .kinds import SETS, Kinds
from .rewrite import each_expression
from .walk import all_expressions, binders, called, flat, successors, terminator_children
from .weights import EACH, FRAMED, MOVED, SHUFFLED, Weights

FEW = 2
"""Up to this many steps, a loop counts as if its set were as large as possible: measuring the set would cost more."""


def counted(program: Program) -> Program:
    """The program with its steps counted."""
    return _Counter(program).run()


class _Counter:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.weights = Weights(program.layout)
        # Of each framed procedure, the weight of a call that the procedure itself does not count.
        self.frames: dict[int, int] = {}
        self.counting: set[int] = set()  # the plain procedures that count steps, or call one that does
        self.kinds: list[CellKind] = []  # of the registers of the current procedure
        self.values = Kinds(program)
        self.procedure = program.procedures[program.main]

    def run(self) -> Program:
        procedures = list(self.program.procedures)
        calls = {
            number: called(all_expressions(procedure)) | _framed_calls(procedure)
            for number, procedure in enumerate(procedures)
        }
        recurring = {number for loop in components(calls) for number in loop}
        for number in callees_first(calls):
            procedure = procedures[number]
            new = self._framed(number, procedure, number in recurring) if procedure.framed else None
            procedures[number] = new or self._plain(number, procedure)
        return attrs.evolve(self.program, procedures=tuple(procedures))

    def _counts(self, exprs: Iterable[Expr]) -> bool:
        exprs = list(exprs)
        return any(one.turn for one in binders(exprs)) or not self.counting.isdisjoint(called(exprs))

    # ------------------------------------------------------------------- procedures

    def _begin(self, procedure: Procedure) -> Procedure:
        """The procedure, with the expressions about sets measured that may have many members."""
        self.procedure = procedure
        self.kinds = self.weights.kinds = list(procedure.kinds)
        if not any(binders(all_expressions(procedure))):
            return procedure
        blocks = tuple(
            Block(
                tuple(each_expression(instr, self._measured) for instr in block.instructions),
                each_expression(block.terminator, self._measured),
            )
            for block in procedure.blocks
        )
        return attrs.evolve(procedure, blocks=blocks)

    def _measured(self, expr: Expr) -> Expr:
        if not isinstance(expr, Binder) or expr.turn:
            return expr
        turn = self.weights.turn(expr)
        return attrs.evolve(expr, turn=turn) if turn * self.weights.most_of(expr) >= FEW * STEP else expr

    def _plain(self, number: int, procedure: Procedure) -> Procedure:
        procedure = self._begin(procedure)
        block = procedure.blocks[0]
        instructions, weight = self._body(block.instructions)
        weight += self.weights.of(terminator_children(block.terminator))
        self.weights.calls[number] = weight if weight < STEP else 0
        if weight >= STEP:
            instructions = (_count(weight // STEP, procedure.span), *instructions)
        new = Block(instructions, block.terminator)
        counts = any(isinstance(instr, Count | While) for instr in flat(instructions))
        counts = counts or self._counts(all_expressions(procedure))
        if counts:
            self.counting.add(number)
        return attrs.evolve(procedure, kinds=tuple(self.kinds), blocks=(new,), counts=counts)

    def _framed(self, number: int, procedure: Procedure, recurs: bool) -> Procedure:
        """Counts every iteration of a loop of blocks that may run without a decision, and the call itself if it is
        much work or may recur."""
        procedure = self._begin(procedure)
        done = [self._block(block) for block in procedure.blocks]
        steps = [weight // STEP for _, weight in done]
        small = [weight if weight < STEP else 0 for _, weight in done]
        graph = {index: _ways_on(block.terminator) for index, block in enumerate(procedure.blocks)}
        for loop in components(graph):
            turn = 1 + sum(small[index] for index in loop) // STEP
            for index in entered_again(graph, loop):
                steps[index] += turn
        whole = sum(small[index] for index in reachable(graph, [0]))
        self.frames[number] = whole
        if (recurs or whole >= STEP) and number != self.program.main:
            self.frames[number] = 0
            steps[0] += 1 + whole // STEP
        blocks = tuple(
            Block((_count(count, block.terminator.span), *body), block.terminator)
            if count
            else Block(body, block.terminator)
            for block, (body, _), count in zip(procedure.blocks, done, steps, strict=True)
        )
        return attrs.evolve(procedure, kinds=tuple(self.kinds), blocks=blocks, counts=True)

    @over(Terminator, subject="block.terminator", leaves="WAYS Halt Return")
    def _block(self, block: Block) -> tuple[tuple[Instr, ...], int]:
        body, weight = self._body(block.instructions)
        if not isinstance(block.terminator, Choose | Chance):
            weight += self.weights.of(terminator_children(block.terminator))
        if isinstance(block.terminator, CallFrame | Fork):
            often = self.program.layout.max_players if isinstance(block.terminator, Fork) else 1
            weight += (FRAMED + self.frames.get(block.terminator.procedure, 0)) * often
        return body, weight

    # ----------------------------------------------------------------- instructions

    def _body(self, instructions: Sequence[Instr]) -> tuple[tuple[Instr, ...], int]:
        """The instructions with their steps counted, and the weight of the work that remains uncounted."""
        found: list[Instr] = []
        weight = 0
        for instr in instructions:
            weight += self._instruction(instr, found)
        return tuple(found), weight

    @over(Instr, subject="instr", leaves="STORES KNOWLEDGE Assign Check Count Put Random Run SwapAt")
    def _instruction(self, instr: Instr, found: list[Instr]) -> int:
        """Appends an instruction; returns its uncounted weight."""
        own = self.weights.instruction(instr)
        match instr:
            case If(then=then, otherwise=otherwise):
                (then, first), (otherwise, second) = self._body(then), self._body(otherwise)
                found.append(attrs.evolve(instr, then=then, otherwise=otherwise))
                return own + max(first, second)
            case While(body=body):
                body, weight = self._body(body)
                more = (own + weight) // STEP
                body = (_count(more, instr.span), *body) if more else body
                found.append(attrs.evolve(instr, body=body))
                return own
            case ForEachBit(register=register, body=body):
                body, turn = self._body(body)
                most = self.weights.members(self.kinds[register])
                new = attrs.evolve(instr, body=body)
                kind = SETS.get(self.kinds[register], CellKind.NUMBER)
                return own + self._through_set(new, "members", turn + EACH, most, kind, found)
            case ForEachIn(place=place, body=body):
                body, turn = self._body(body)
                return own + self._through_place(attrs.evolve(instr, body=body), place, turn + EACH, found)
            case PutAll():
                return own + self._through_set(
                    instr, "pieces", MOVED, self.program.layout.pieces, CellKind.PIECES, found
                )
            case PutPile(source=place):
                return own + self._through_place(instr, place, MOVED, found)
            case Shuffle(place=place):
                return own + self._through_place(instr, place, SHUFFLED, found)
            case Emit():
                instr = self._event(instr, found)
        found.append(instr)
        return own

    def _through_set(
        self, instr: ForEachBit | PutAll, field: str, turn: int, most: int, kind: CellKind, found: list[Instr]
    ) -> int:
        """A body that runs for every member of a set of this kind. If there may be many, counts by their number."""
        members = getattr(instr, field)
        most = members.value.bit_count() if isinstance(members, Const) else most
        if turn * most < FEW * STEP:
            found.append(instr)
            return turn * most
        if not isinstance(members, Const | Reg):
            register = self._register(kind)
            found.append(Assign(register.index, members, span=instr.span))
            members = register
        found += [_by_size(Unary("size", members), turn, instr.span), attrs.evolve(instr, **{field: members})]
        return STEP

    def _through_place(self, instr: Instr, place: Expr, turn: int, found: list[Instr]) -> int:
        """The same for every piece in a place."""
        most = turn * self.weights.room(place)
        if most >= FEW * STEP:
            found.append(_by_size(PlaceCount(place), turn, instr.span))
            most = STEP
        found.append(instr)
        return most

    def _event(self, event: Emit, found: list[Instr]) -> Emit:
        """The arguments of an event count even if nothing listens, so that all engines count alike."""
        arguments = []
        for argument in event.arguments:
            if self._counts([argument]):
                kind = self.values.of(self.procedure, argument)
                register = self._register(kind if isinstance(kind, CellKind) else CellKind.NUMBER)
                found.append(Assign(register.index, argument, span=event.span))
                argument = register
            arguments.append(argument)
        return attrs.evolve(event, arguments=tuple(arguments))

    def _register(self, kind: CellKind) -> Reg:
        self.kinds.append(kind)
        return Reg(len(self.kinds) - 1)


def _count(steps: int, span: Span | None) -> Count:
    return Count(Const(steps), span=span)


def _by_size(size: Expr, turn: int, span: Span | None) -> Count:
    """The remaining fraction of a step is added to the work around it."""
    match size:
        case Unary(value=Const(value=members)):
            return _count(members.bit_count() * turn // STEP, span)
    return Count(Binary("div", Binary("mul", size, Const(turn)), Const(STEP)), span=span)


def _framed_calls(procedure: Procedure) -> set[int]:
    terminators = (block.terminator for block in procedure.blocks)
    return {t.procedure for t in terminators if isinstance(t, CallFrame | Fork)}


def _ways_on(terminator: Terminator) -> tuple[int, ...]:
    """The blocks that control reaches without a decision."""
    if isinstance(terminator, Choose | Chance):
        return ()
    return tuple(target for target, _ in successors(terminator))
