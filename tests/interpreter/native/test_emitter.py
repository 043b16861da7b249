"""Programs made by hand for what random ones seldom meet: both engines do the same, and come to the same fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import attrs
import pytest
from rulewright.dsl.diagnostics.source import Source, Span
from rulewright.interpreter.ir import (
    STEP,
    Any,
    Argument,
    Assign,
    Binary,
    BinaryOp,
    Branch,
    CallFrame,
    CellKind,
    Choose,
    Count,
    Expr,
    Fault,
    Filter,
    ForEachBit,
    ForEachIn,
    Forget,
    HowMany,
    If,
    Instr,
    Jump,
    Learn,
    LoadSet,
    Option,
    Pick,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Procedure,
    Program,
    Put,
    PutAll,
    PutPile,
    Random,
    Return,
    Shift,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    Table,
    Trial,
    Unary,
    Union,
    While,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.native import unit

from ...amount import some
from ..assembler import Assembler, block, const, framed, load, op, plain, plain_option, r
from ..hand_made import ask, bidding, dealing, halt, nested, secret_numbers
from .lockstep import both, outcome, play

SOURCE = Source("rules.yaml", "what goes wrong, and where")
HERE, THERE = Span(SOURCE, 0, 4), Span(SOURCE, 5, 9)

MADE = {"bidding": bidding, "nested": nested, "secret numbers": secret_numbers, "dealing": dealing}


@pytest.mark.parametrize("name", MADE)
def test_a_program_made_by_hand(name: str) -> None:
    program = MADE[name]()
    engines = both(program)
    for seed in range(12):
        play(*engines, 1 + seed % program.layout.max_players, seed, 200)


# ------------------------------------------------------------------------------------- pieces


class Mover:
    """Makes programs that move many pieces, shuffle, look, and work with sets of several words.

    Three piles, two areas and a place with little room; the sets are of any width that the pieces need.
    """

    def __init__(self, pieces: int, seed: int) -> None:
        self.random, self.pieces = random.Random(f"{pieces} {seed}"), pieces
        self.a = a = Assembler(tuple(piece % 7 for piece in range(pieces)), players=3)
        first = self.random.randrange(pieces + 1)
        a.place("deck", tuple(range(first)))
        a.place("bag", tuple(range(first, pieces)), ordered=False, viewers=self.random.randrange(8))
        a.place("heap", viewers=self.random.randrange(8))
        a.place("area", ordered=False, viewers=1)
        a.place("row", capacity=2, viewers=6)
        a.place("box", capacity=3, ordered=False)
        self.out = a.take("out", 12)
        self.kinds = [CellKind.PIECES, CellKind.PIECES, CellKind.NUMBER, CellKind.PIECE, CellKind.PIECE]
        self.held = a.take("held", 2, a.words, CellKind.PIECES)

    def program(self) -> Program:
        a, count = self.a, 3
        blocks = []
        for number in range(count):
            instructions = [self.instruction() for _ in range(6)]
            options = Choose(
                number,
                const(self.random.randrange(3)),
                (
                    Option(300 * number, const(1), Argument.VALUE, const(7), None, 2, number + 1),
                    Option(
                        300 * number + 10,
                        op("gt", PlaceCount(const(2)), 0),
                        Argument.POSITION,
                        self.set(1),
                        const(2),
                        3,
                        number + 1,
                    ),
                    Option(
                        300 * number + 10 + self.pieces,
                        const(1),
                        Argument.DESIGN,
                        self.set(1),
                        None,
                        3,
                        number + 1,
                    ),
                ),
                0,
            )
            blocks.append(block(*instructions, options))
        start = block(
            Assign(0, const(0)),
            Assign(1, const(0)),
            Assign(2, const(0)),
            Assign(3, const(-1)),
            *blocks[0].instructions,
            blocks[0].terminator,
        )
        main = framed("main", start, *blocks[1:], block(halt()), kinds=tuple(self.kinds))
        return a.program(main, actions=300 * count)

    def bound(self) -> int:
        """A register for one expression to bind."""
        self.kinds.append(CellKind.PIECE)
        return len(self.kinds) - 1

    def place(self, ordered: bool | None = None) -> Expr:
        chosen = self.random.choice({True: (0, 2, 4), False: (1, 3, 5), None: range(6)}[ordered])
        if ordered is None and self.random.random() < 0.3:
            return op("add", op("mul", r(2), 0), chosen)  # known only at run time
        return const(chosen)

    def piece(self) -> Expr:
        match self.random.randrange(5):
            case 0:
                return const(self.random.choice((0, self.pieces - 1, self.pieces // 2)))
            case 1:
                return Unary("lowest", self.set(1))
            case 2:
                return op("nth", self.set(1), self.random.choice((0, 1, 5, 63, 64, 100)))
            case 3:
                return PlaceAt(self.place(True), const(self.random.choice((0, 1, -1, -2, 70))))
        return PlaceEnd(self.place(True), self.set(1), self.random.random() < 0.5)

    def set(self, depth: int) -> Expr:
        match self.random.randrange(9 if depth else 4):
            case 0:
                return PlaceSet(self.place())
            case 1:
                return LoadSet(const(self.held + self.random.randrange(2) * self.a.words), self.a.words)
            case 2:
                return r(self.random.randrange(2))
            case 3:
                return const(self.random.getrandbits(self.pieces))
            case 4:
                one = self.bound()
                return Filter(one, self.set(depth - 1), self.test(r(one)), self.random.choice((0, 900)))
            case 5:
                one = self.bound()
                return Union(one, self.set(depth - 1), Unary("bit", r(one)), 0)
            case 6:
                by = -self.random.choice((1, 7, 63, 64, 65))
                return Shift(self.set(depth - 1), by)
        name: BinaryOp = self.random.choice(("or", "and", "minus"))
        return op(name, self.set(depth - 1), self.set(depth - 1))

    def test(self, piece: Expr) -> Expr:
        match self.random.randrange(4):
            case 0:
                return op("has", self.set(0), piece)
            case 1:
                return op("lt", op("mod", piece, 7), self.random.randrange(-1, 7))
            case 2:
                one = self.bound()
                return Any(one, self.set(0), op("gt", r(one), self.random.choice((0, 63, 64, 128))), 700)
        return op(self.random.choice(("lt", "le", "eq", "ne", "gt", "ge")), self.set(0), self.set(0))

    def number(self) -> Expr:
        match self.random.randrange(6):
            case 0:
                return Unary("size", self.set(1))
            case 1:
                one = self.bound()
                return HowMany(one, self.set(1), self.test(r(one)), self.random.choice((0, 900)))
            case 2:
                return PlaceCount(self.place())
            case 3:
                return Pick(self.test(self.piece()), self.piece(), const(-5))
            case 4:
                return op(
                    self.random.choice(("div", "mod")),
                    op("sub", self.piece(), 40),
                    self.random.choice((-7, -1, 3, 8)),
                )
        return self.piece()

    def instruction(self, depth: int = 1) -> Instr:
        match self.random.randrange(13 if depth else 9):
            case 0:
                return Assign(self.random.randrange(2), self.set(2))
            case 1:
                return Store(const(self.out + self.random.randrange(12)), self.number())
            case 2:
                return StoreSet(const(self.held), self.a.words, self.set(2))
            case 3 | 4:
                # Mostly a piece that there is; sometimes a fault.
                some_piece = op("max", self.piece(), 0) if self.random.random() < 0.9 else self.piece()
                return Put(some_piece, self.place(), self.random.random() < 0.3, 0)
            case 5:
                few = op("and", self.set(1), 0b1011 << self.random.randrange(self.pieces))
                everywhere = op("and", few, (1 << self.pieces) - 1)
                return PutAll(everywhere, const(self.random.randrange(4)), self.random.random() < 0.3, 0)
            case 6:
                return PutPile(
                    self.place(True), const(self.random.randrange(4)), self.random.random() < 0.3, 0
                )
            case 7:
                return Learn(const(self.random.choice((7, self.random.randrange(8)))), self.set(1))
            case 8:
                return Forget(self.place())
            case 9:
                return Shuffle(self.place(True))
            case 10:
                return ForEachBit(4, self.set(1), (self.instruction(0),))
            case 11:
                return ForEachIn(4, self.place(True), self.random.random() < 0.5, (self.instruction(0),))
        return Random(2, const(self.random.choice((3, 3 << 61, (1 << 63) - 1))), self.random.random() < 0.5)


def moved(pieces: int, seed: int) -> None:
    program = Mover(pieces, seed).program()
    assert check_program(program) == []
    engines = both(program)
    for luck in range(3):
        play(*engines, 1 + luck, luck, 20)


@pytest.mark.parametrize("seed", range(some(4, 60)))
@pytest.mark.parametrize("pieces", [1, 63, 64, 65, 128, 129])
def test_pieces_on_the_limits_of_words(pieces: int, seed: int) -> None:
    moved(pieces, seed)


@pytest.mark.parametrize("seed", range(some(2, 20)))
def test_processors_without_a_fast_deposit_of_bits(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit, "_deposits", lambda: False)
    moved(64, seed)
    moved(129, seed)


# --------------------------------------------------------------------------- steps and calls


def numbers_below(register: int) -> Expr:
    return op("sub", Unary("bit", r(register)), 1)


def stepping() -> Program:
    """Four times a number is asked for, and that many steps are taken, each time in another way; 15 are allowed."""
    a = Assembler(players=1)
    a.take("out", 1)
    number = CellKind.NUMBER
    main = framed(
        "main",
        block(Assign(1, const(0)), ask(0, 0, 20, 0, 1)),
        block(While(op("lt", r(1), r(0)), (Assign(1, op("add", r(1), 1)),), span=HERE), ask(1, 20, 20, 0, 2)),
        block(Count(r(0), span=HERE), Count(r(0), span=THERE), ask(2, 40, 20, 0, 3)),
        block(
            Store(const(a.size - 1), HowMany(2, numbers_below(0), const(1), 2 * STEP), span=HERE),
            Count(const(3), span=THERE),
            ask(3, 60, 20, 0, 4),
        ),
        block(Store(const(a.size - 1), Any(2, numbers_below(0), const(1), STEP), span=HERE), halt()),
        kinds=(number, number, number),
    )
    return a.program(main, step_limit=15)


def test_steps_are_counted_one_by_one() -> None:
    engines = both(stepping())
    faults = [play(*engines, 1, seed, 10).fault for seed in range(60)]
    assert {fault[1] for fault in faults if fault is not None} == {HERE, THERE}
    assert None in faults, "the count begins anew at each decision"


@pytest.mark.parametrize("stack", range(40, 60))
def test_calls_go_as_deep_as_there_is_room(stack: int) -> None:
    """Two procedures, whose frames have different sizes, call each other as often as is asked for."""
    a = Assembler(players=1, stack=stack)

    def calling(name: str, other: int, kinds: int) -> Procedure:
        more = [Assign(register, const(register)) for register in range(1, kinds)]
        total = r(0)
        for register in range(1, kinds):
            total = op("add", total, r(register))
        return framed(
            name,
            block(*more, Branch(r(0), 1, 3)),
            block(CallFrame(other, (op("sub", r(0), 1),), 0, 2, span=HERE if other == 1 else THERE)),
            block(Return(total)),
            block(ask(1, 20 * other, 2, 0, 2)),
            parameters=1,
            kinds=kinds,
        )

    main = framed(
        "main",
        block(ask(0, 0, 20, 0, 1)),
        block(CallFrame(1, (r(0),), 0, 2)),
        block(Store(const(a.take("out", 1)), r(0)), ask(2, 80, 2, 0, 3)),
        block(halt()),
        kinds=1,
    )
    engines = both(a.program(main, calling("first", 2, 2), calling("second", 1, 4)))
    faults = [play(*engines, 1, seed, 10).fault for seed in range(40)]
    assert {fault[0].code for fault in faults if fault is not None} == {"RW411"}
    assert None in faults


def test_the_same_fault_at_two_places() -> None:
    a = Assembler((0,), players=1)
    main = framed(
        "main",
        block(Assign(1, const(-1)), ask(0, 0, 2, 0, 1)),
        block(Branch(r(0), 2, 3)),
        block(Store(r(1), const(5), span=HERE), Jump(4)),
        block(Store(r(1), const(5), span=THERE), Jump(4)),
        block(halt()),
        kinds=2,
    )
    engines = both(a.program(main))
    found = {play(*engines, 1, seed, 3).fault for seed in range(8)}
    assert {fault[1] for fault in found if fault is not None} == {HERE, THERE}


# -------------------------------------------------------------------------------- operators

LEAST, MOST = -(2**63), 2**63 - 1
VALUES = (LEAST, LEAST + 1, -(2**32), -64, -8, -7, -2, -1, 0, 1, 2, 7, 8, 63, 64, 65, 127, 128, 2**62, MOST)
CONSTANTS = (-8, -7, -1, 0, 1, 2, 3, 8, 63, 64, 127, 2**40)
X, Y, OUT = 0, 2, 4
"""Where the operands and results lie, in cells from the first that is free; each has two."""


def of_numbers(name: BinaryOp) -> Callable[[int], list[Expr]]:
    def made(first: int) -> list[Expr]:
        x, y = load(first + X), load(first + Y)
        some_of = [op(name, x, y), op(name, x, x)]
        return some_of + [one for c in CONSTANTS for one in (op(name, x, c), op(name, c, y))]

    return made


def of_sets(name: BinaryOp) -> Callable[[int], list[Expr]]:
    def made(first: int) -> list[Expr]:
        pairs = [(LoadSet(const(first + X), a), LoadSet(const(first + Y), b)) for a in (1, 2) for b in (1, 2)]
        # Which of two is the less is said of numbers, and of sets of several words only.
        found = [op(name, *pair) for pair in pairs[0 if name in ("or", "and", "minus", "eq", "ne") else 1 :]]
        masks = (0, 1, 1 << 63, (1 << 64) - 1, 1 << 64, 5 << 63, (1 << 128) - 1)
        return found + [e for c in masks for e in (op(name, pairs[2][0], c), op(name, c, pairs[1][1]))]

    return made


def of_members(name: BinaryOp) -> Callable[[int], list[Expr]]:
    def made(first: int) -> list[Expr]:
        sets: list[Expr] = [LoadSet(const(first + X), words) for words in (1, 2)]
        sets.append(op("or", sets[1], 1 << 64))
        numbers = [load(first + Y), *map(const, (-1, *CONSTANTS[3:-1]))]
        return [op(name, members, number) for members in sets for number in numbers]

    return made


def of_one(first: int) -> list[Expr]:
    x, y = load(first + X), load(first + Y)
    sets: list[Expr] = [LoadSet(const(first + X), words) for words in (1, 2)]
    sets.append(op("and", sets[1], LoadSet(const(first + Y), 2)))
    found: list[Expr] = [Unary("not", x), Unary("neg", x), Unary("size", Unary("bit", y))]
    found += [Unary(name, one) for name in ("lowest", "size") for one in sets]
    found += [Shift(one, -by) for one in sets for by in (0, 1, 31, 63, 64, 65, 127)]
    found += [Shift(op("and", sets[1], (1 << 64) - 1), by) for by in (1, 63, 64)]
    found += [op("both", x, y), op("either", x, y), op("both", op("div", x, y), op("eq", x, 0))]
    return found


OPERATORS: dict[str, Callable[[int], list[Expr]]] = {"one operand": of_one}
OPERATORS |= {
    name: of_numbers(name)
    for name in ("add", "sub", "mul", "div", "mod", "min", "max", "lt", "le", "eq", "ne", "gt", "ge")
}
OPERATORS |= {
    f"{name} of sets": of_sets(name) for name in ("or", "and", "minus", "lt", "le", "eq", "ne", "gt")
}
OPERATORS |= {name: of_members(name) for name in ("has", "nth")}


def stored(expr: Expr, address: int) -> Instr:
    if isinstance(expr, Shift) or (isinstance(expr, Binary) and expr.op in ("or", "and", "minus")):
        return StoreSet(const(address), 2, expr, span=HERE)
    return Store(const(address), expr, span=HERE)


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator(name: str) -> None:
    """Its value, and its truth, for all pairs of numbers that are likely to do harm."""
    a = Assembler((0,) * 128, players=1)
    first = a.take("numbers", 6)
    exprs = [one for expr in OPERATORS[name](first) for one in (expr, Pick(expr, const(11), const(22)))]
    blocks = [block(stored(expr, first + OUT), Jump(len(exprs) + 1)) for expr in exprs]
    options = tuple(plain_option(number, number + 1) for number in range(len(exprs)))
    main = framed("main", block(Choose(0, const(0), options, 0)), *blocks, block(halt()))
    one, other = both(a.program(main, actions=len(exprs)))
    start = one.start(1, 1)
    dice = random.Random(name)
    for number in range(len(exprs)):
        for x, y in [(x, y) for x in VALUES for y in VALUES]:
            m = start[:]
            m[first + X], m[first + X + 1], m[first + Y] = x, dice.choice(VALUES), y
            m[first + Y + 1] = dice.choice((0, m[first + X + 1], dice.choice(VALUES)))
            n = m[:]
            ends = [
                outcome(partial(engine.act, memory, 0, number)) for engine, memory in ((one, m), (other, n))
            ]
            assert ends[0] == ends[1], (exprs[number], m[first : first + 4])
            assert ends[0] is not None or m == n, (exprs[number], m[first:], n[first:])


# ----------------------------------------------------------------------- edges and leftovers


def asked_then(
    *instructions: Instr, a: Assembler, more: tuple[Procedure, ...] = (), count: int = 2
) -> Program:
    """A program that asks for a number, puts it into register 0, and then carries out these instructions."""
    kinds = (CellKind.NUMBER,) * 4
    main = framed(
        "main",
        block(ask(0, 0, count, 0, 1)),
        block(*instructions, ask(1, 64, 2, 3, 2)),
        block(halt()),
        kinds=kinds,
    )
    return a.program(main, *more)


@pytest.mark.parametrize("beyond", [-2, -1, 0, 1])
@pytest.mark.parametrize("words", [1, 2, 3])
def test_the_last_cells_of_the_memory(words: int, beyond: int) -> None:
    a = Assembler((0,) * 192, players=1)
    out, address = a.take("out", 3), a.cell("address")
    size = a.size + 2 * a.stack
    a.values[address] = size - words + beyond
    for instruction in (
        StoreSet(const(out), 3, LoadSet(load(address), words), span=HERE),
        StoreSet(load(address), words, LoadSet(const(out), words), span=HERE),
        Store(const(out), op("has", LoadSet(load(address), words), r(0)), span=HERE),
        *(
            (Store(const(out), load(load(address)), span=HERE), Store(load(address), const(0), span=HERE))
            * (words == 1)
        ),
        *((StoreRanged(load(address), r(0), 0, 3, 1, span=HERE),) * (words == 1)),
    ):
        match = play(*both(asked_then(instruction, a=a)), 1, 1, 3)
        assert (match.fault is not None) == (beyond > 0), instruction


def test_every_position_of_a_pile_and_more() -> None:
    a = Assembler((0,) * 8, players=1)
    a.place("pile", (3, 1, 2), capacity=4)
    a.place("empty")
    out = a.take("out", 40)
    found = [
        Store(const(out + 20 * place + number), PlaceAt(const(place), op("sub", r(0), const(number))))
        for place in (0, 1)
        for number in range(20)
    ]
    engines = both(asked_then(*found, a=a, count=20))
    for seed in range(30):
        play(*engines, 1, seed, 3)


@pytest.mark.parametrize("code", ["RW402", "RW405", "RW401"])
def test_a_trial_leaves_nothing_behind(code: str) -> None:
    """Neither if it succeeds nor if it fails; and only what cannot be done makes it fail."""
    a = Assembler((0, 0), players=1)
    a.place("bag", (0, 1), ordered=False)
    a.place("slot", capacity=1)
    out, left = a.take("out", 2), a.cell("left")
    trying = plain(
        "trying",
        block(
            Store(const(left), const(9)),
            Put(const(0), const(1), False, 1),
            If(r(0), (Put(const(1), const(1), False, 1),)),
            Return(const(3)),
        ),
        parameters=1,
    )
    program = asked_then(Store(const(out), Trial(1, (r(0),))), a=a, more=(trying,))
    program = attrs.evolve(program, faults=(program.faults[0], Fault(code, "it cannot be done")))
    engines, ends = both(program), set()
    for seed in range(8):
        match = play(*engines, 1, seed, 2)
        assert match.fault is None
        ends.add((match.m[out], match.m[left]))
    assert ends == {(3, 0), (1 if code == "RW401" else 0, 0)}


def test_steps_begin_anew_even_if_nobody_asks_for_the_options() -> None:
    for engine in both(stepping()):
        m = engine.start(1, 1)
        for action in (14, 27, 43):
            engine.act(m, 0, action)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 20, 21, 22, 41, 65])
def test_a_pile_is_shuffled(count: int) -> None:
    a = Assembler((0,) * count, players=2)
    a.place("pile", tuple(range(count)))
    engines = both(asked_then(Shuffle(const(0)), a=a))
    for seed in range(8):
        play(*engines, 2, seed, 3)


@pytest.mark.parametrize("members", [range(8), range(1, 9), range(3, 20), range(64), range(40, 63)])
def test_members_that_are_tested_side_by_side(members: range) -> None:
    a = Assembler((0,) * 5, players=1)
    for number in range(64):
        a.place(f"cell {number}", (number // 9,) if number % 9 == 0 and number < 45 else (), ordered=False)
    cells, out = a.take("cells", 64), a.take("out", 30)
    a.values |= {cells + number: number * number % 7 - 3 for number in range(64)}
    all_of_them, one = const(sum(1 << member for member in members)), r(1)
    tests = [
        op("lt", one, op("add", r(0), 10)),
        op("has", op("sub", Unary("bit", r(0)), 1), one),
        op("gt", load(op("add", one, cells)), r(0)),
        op("eq", Table(0, one), r(0)),
        op("both", op("eq", PlaceCount(one), 0), op("le", r(0), one)),
        op("either", op("has", PlaceSet(one), r(0)), Unary("not", op("ne", Table(0, one), 2))),
        op("ne", op("minus", PlaceSet(one), 5), op("and", PlaceSet(one), 7)),
        op("ge", op("or", PlaceSet(one), r(0)), Table(0, one)),
    ]
    found = []
    for number, test in enumerate(tests):
        found += [
            StoreSet(const(out + 3 * number), 1, Filter(1, all_of_them, test)),
            Store(const(out + 3 * number + 1), HowMany(1, all_of_them, test)),
            Store(const(out + 3 * number + 2), Any(1, all_of_them, op("both", test, op("gt", one, 5)))),
        ]
    program = asked_then(*found, a=a, count=12)
    program = attrs.evolve(program, tables=(tuple(number % 5 for number in range(64)),))
    engines = both(program)
    for seed in range(16):
        play(*engines, 1, seed, 3)


def test_a_union_over_nothing_is_empty() -> None:
    """Its value is never computed, but it has no lowest member, and nothing contains that."""
    a = Assembler((0,) * 70, players=1)
    held, nothing, out = (
        a.take("held", 1, 2, CellKind.PIECES),
        a.take("nothing", 1, 2, CellKind.PIECES),
        a.cell("out"),
    )
    united = Union(1, LoadSet(const(nothing), 2), Unary("bit", r(1)), 0)
    within = op("has", LoadSet(const(held), 2), Unary("lowest", united))
    engines = both(asked_then(Store(const(out), Pick(within, const(1), const(2))), a=a))
    match = play(*engines, 1, 1, 2)
    assert match.fault is None
    assert match.m[out] == 2
