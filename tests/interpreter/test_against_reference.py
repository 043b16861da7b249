"""Random programs: the Python engine does what the plain reference does, at every decision."""

from __future__ import annotations

import contextlib
import random

import pytest
from rulewright.interpreter.ir import (
    Any,
    Argument,
    Assign,
    BinaryOp,
    Branch,
    Call,
    CallFrame,
    Choose,
    Const,
    Emit,
    Expr,
    Filter,
    ForEachBit,
    Halt,
    HowMany,
    If,
    Instr,
    Jump,
    Load,
    Option,
    Pick,
    Procedure,
    Program,
    Reg,
    Return,
    Shift,
    Store,
    Terminator,
    Trial,
    Unary,
    UnaryOp,
    Union,
    While,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.ir.printer import print_program
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.words import Memory
from rulewright.interpreter.python.engine import PythonEngine

from ..amount import sample
from .assembler import Assembler, block, const, framed, load, op, plain, r
from .reference import Reference, TooLongError
from .test_python_engine import used_cells

REGISTERS, BOUND, CELLS, PATIENCE = 5, 3, 4, 400


def is_set(expr: Expr) -> bool:
    return isinstance(expr, Filter | Union | Shift) or getattr(expr, "op", "") in (
        "bit",
        "or",
        "and",
        "minus",
    )


def number(expr: Expr) -> Expr:
    """An expression where a number is meant."""
    return Unary("lowest", expr) if is_set(expr) else expr


def some(expr: Expr, of: int = (1 << 40) - 1) -> Expr:
    """An expression where a set is meant: what of these members it has, or, of a number, a set made from it."""
    if isinstance(expr, Reg | Load) or is_set(expr):
        return op("and", expr, of)
    return op("and", Unary("bit", op("mod", expr, 64)), of)


class Maker:
    """Makes one random program; every register has a value from the first block on."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.a = Assembler(players=1, stack=120)
        self.out = self.a.take("out", CELLS)
        self.action, self.site = 0, 0
        self.bound: list[int] = []  # the registers that the expressions around bind

    def program(self) -> Program:
        main = self.procedure("main", 0)
        subs = [self.procedure(f"sub{number}", 2) for number in (1, 2)]
        helper = plain(
            "helper",
            block(*self.instructions(2, call=False), Return(number(self.expr(2, call=False)))),
            REGISTERS,
            REGISTERS + BOUND,
        )
        return self.a.program(main, *subs, helper, actions=self.action + 1, step_limit=5000)

    def procedure(self, name: str, parameters: int) -> Procedure:
        self.count = self.random.randint(3, 12)
        start = [Assign(register, const(register)) for register in range(parameters, REGISTERS)]
        blocks = [block(*start, self.terminator(parameters == 0))]
        for _ in range(1, self.count):
            blocks.append(
                block(*self.instructions(self.random.randint(0, 3)), self.terminator(parameters == 0))
            )
        return framed(name, *blocks, parameters=parameters, kinds=REGISTERS + BOUND)

    def register(self) -> int:
        return self.random.randrange(REGISTERS)

    def target(self) -> int:
        return self.random.randrange(1, self.count)

    def terminator(self, main: bool) -> Terminator:
        match self.random.randrange(9):
            case 0 | 1:
                return Jump(self.target())
            case 2 | 3:
                return Branch(self.expr(2), self.target(), self.target())
            case 4 | 5 | 6:
                return self.choose()
            case 7:
                arguments = (number(self.expr(2)), number(self.expr(1)))
                register = self.random.choice((None, self.register()))
                return CallFrame(self.random.choice((1, 2)), arguments, register, self.target())
        return (
            Halt(Unary("bit", op("mod", number(self.expr(1)), 3))) if main else Return(number(self.expr(2)))
        )

    def choose(self) -> Choose:
        options = []
        for number in range(self.random.randint(1, 4)):
            guard: Expr = const(1)
            if number:
                guard = self.trial() if self.random.random() < 0.3 else self.expr(2, False)
            if self.random.random() < 0.5:
                candidates = op("or", some(self.expr(2, False), 15), 1)
                option = Option(
                    self.action, guard, Argument.VALUE, candidates, None, self.register(), self.target()
                )
                self.action += 4
            else:
                option = Option(self.action, guard, Argument.NONE, None, None, None, self.target())
                self.action += 1
            options.append(option)
        self.random.shuffle(options)
        self.site += 1
        return Choose(self.site, const(0), tuple(options), 0)

    def trial(self) -> Trial:
        return Trial(3, (*(number(self.expr(1, False)) for _ in range(3)), const(1), const(2)))

    def instructions(self, count: int, depth: int = 2, call: bool = True) -> list[Instr]:
        return [self.instruction(depth, call) for _ in range(count)]

    def instruction(self, depth: int, call: bool) -> Instr:
        kind = self.random.randrange(8 if depth else 5)
        if kind < 2:
            return Assign(self.register(), self.expr(3, call))
        if kind < 4:
            return Store(const(self.out + self.random.randrange(CELLS)), self.expr(3, call))
        if kind == 4:
            return Emit(self.random.randrange(9), (self.expr(2, False),))
        body = tuple(self.instructions(2, depth - 1, call))
        if kind == 5:
            return If(
                self.expr(2, call), body, tuple(self.instructions(self.random.randrange(2), depth - 1, call))
            )
        if kind == 6:
            return ForEachBit(self.register(), some(self.expr(2, call), 63), body)
        counter = self.random.randrange(CELLS) + self.out
        return While(op("lt", load(counter), 6), (*body, Store(const(counter), op("add", load(counter), 1))))

    def expr(self, depth: int, call: bool = True) -> Expr:
        """An expression that stays small: sums are taken modulo 64."""
        kind = self.random.randrange(9 if depth else 3)
        if kind == 0:
            return Const(self.random.randrange(-1, 8))
        if kind == 1:
            return r(self.random.choice([*range(REGISTERS), *self.bound]))
        if kind == 2:
            return Load(const(self.out + self.random.randrange(CELLS)))
        if kind == 8:
            return self.about_members(depth, call)
        deeper = [self.expr(depth - 1, call) for _ in range(3)]
        if kind == 3:
            return Pick(deeper[0], number(deeper[1]), number(deeper[2]))
        if kind == 4:
            small = op("mod", number(deeper[0]), 40)
            unary: tuple[UnaryOp, ...] = ("not", "bit", "lowest", "size")
            of_one = self.random.choice(unary)
            return Unary(of_one, small if of_one in ("not", "bit") else some(deeper[0]))
        if kind == 5 and call:
            arguments = (*map(number, deeper), const(1), const(2))
            return Call(3, arguments) if self.random.random() < 0.8 else Trial(3, arguments)
        name: BinaryOp = self.random.choice(
            (
                "add",
                "sub",
                "min",
                "max",
                "lt",
                "le",
                "eq",
                "ne",
                "or",
                "and",
                "minus",
                "both",
                "either",
                "both",
            )
        )
        if name in ("or", "and", "minus"):
            return some(op(name, some(deeper[0]), some(deeper[1])))
        if name in ("add", "sub", "min", "max"):
            whole = op(name, number(deeper[0]), number(deeper[1]))
            return op("mod", whole, 64) if name in ("add", "sub") else whole
        return op(name, deeper[0], deeper[1])

    def about_members(self, depth: int, call: bool) -> Expr:
        """An expression about each member of a set; sometimes it counts steps."""
        members = some(self.expr(depth - 1, call), 63)
        if len(self.bound) == BOUND:
            return Shift(members, self.random.randint(-3, 3))
        register, turn = REGISTERS + len(self.bound), self.random.choice((0, 0, 1500))
        self.bound.append(register)
        inside = self.expr(depth - 1, call)
        self.bound.pop()
        kind = self.random.choice((Filter, Any, HowMany, Union))
        if kind is Union:
            return Union(register, members, some(inside, 63), turn)
        return kind(register, members, inside, turn)


@pytest.mark.parametrize("seed", sample(range(300), 60))
def test_a_random_program(seed: int) -> None:
    program = Maker(seed).program()
    assert check_program(program) == []
    # A program may run into itself, or call too deeply, before it comes to a decision.
    with contextlib.suppress(TooLongError, RulesFault):
        play(program, seed)


def play(program: Program, seed: int) -> None:
    rng = random.Random(seed)
    heard: list[tuple[int, ...]] = []
    model = Reference(program, 1, PATIENCE)
    engine, traced = PythonEngine(program), PythonEngine(program, trace=True)
    m, traced_m = engine.start(1, 0), traced.start(1, 0, heard)
    for _ in range(30):
        cells = program.layout.stacks
        assert m[1:cells] == model.m[1:cells], print_program(program)
        assert m == traced_m
        assert heard == model.events
        check_stack(engine, m, model)
        if model.over:
            return
        actions = engine.actions_main(m)
        assert actions == model.actions(), print_program(program)
        action = rng.choice(actions)
        model.act(action)
        engine.act_main(m, action)
        traced.act_main(traced_m, action, heard)


def check_stack(engine: PythonEngine, m: Memory, model: Reference) -> None:
    """Every frame holds its live registers; every other cell of the stack is zero."""
    stack = engine.program.layout.stacks
    if model.over:
        assert not any(m[stack:])
        return
    frame = m[stack]
    for expected in reversed(model.frames):
        entry = engine.plan.entry(m[frame + 1])
        assert entry is not None
        assert (entry.procedure, entry.block) == (expected.procedure, expected.block)
        slots = engine.plan.frames[entry.procedure].slots
        for register in entry.held:
            assert m[frame + slots[register].offset] == expected.registers[register]
        frame = m[frame]
    assert frame == 0
    used = used_cells(engine, m, m[stack]) | {stack}
    assert not any(m[address] for address in range(stack, len(m)) if address not in used)
