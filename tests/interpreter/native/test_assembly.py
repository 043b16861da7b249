"""What the writer of LLVM's language writes is what LLVM reads."""

from __future__ import annotations

import ctypes

import pytest
from rulewright.interpreter.native import assembly as ir
from rulewright.interpreter.native.compiling import LEVELS, Level, compiled

CELL, REAL, SHORT = ir.IntType(64), ir.DoubleType(), ir.FloatType()
LANES = ir.VectorType(CELL, 4)


def function(module: ir.Module, parameters: int, name: str = "f") -> ir.Function:
    return ir.Function(module, ir.FunctionType(CELL, [CELL] * parameters), name)


def answer(module: ir.Module, level: Level, *given: int) -> int:
    code = compiled(module, level)
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(given))
    found: int = kind(code.address("f"))(*given)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_a_loop_with_a_switch(level: Level) -> None:
    """3 for each number that is 1 or 4, else the number itself, from 0 to below the argument."""
    module = ir.Module()
    made = function(module, 1)
    entry, head, body, usual, special, after, done = (made.append_basic_block() for _ in range(7))
    b = ir.IRBuilder(entry)
    b.branch(head)
    b.position_at_end(head)
    number, total = b.phi(CELL), b.phi(CELL)
    for one in (number, total):
        one.add_incoming(CELL(0), entry)
    b.cbranch(b.icmp_signed("<", number, made.args[0]), body, done, (2000, 1))
    b.position_at_end(body)
    switch = b.switch(number, usual)
    switch.add_case(CELL(1), special)
    switch.add_case(CELL(4), special)
    for block in (usual, special):
        b.position_at_end(block)
        b.branch(after)
    b.position_at_end(after)
    more = b.phi(CELL)
    more.add_incoming(number, usual)
    more.add_incoming(CELL(3), special)
    total.add_incoming(b.add(total, more, flags=("nsw",)), after)
    number.add_incoming(b.add(number, CELL(1)), after)
    b.branch(head)
    b.position_at_end(done)
    b.ret(total)
    assert [answer(module, level, end) for end in (0, 1, 2, 6)] == [0, 0, 3, 3 + 2 + 3 + 3 + 5]


@pytest.mark.parametrize("level", LEVELS)
def test_numbers_of_every_sort(level: Level) -> None:
    module = ir.Module()
    b = ir.IRBuilder(function(module, 1).append_basic_block())
    (x,) = b.function.args
    real = b.root(b.fmul(b.sitofp(x, REAL), REAL(2.25)))
    short = b.fpext(b.fptrunc(b.fneg(real), SHORT), REAL)
    wide = b.trunc(
        b.lshr(b.mul(b.zext(x, ir.IntType(128)), ir.IntType(128)(1 << 64)), ir.IntType(128)(64)), CELL
    )
    small = b.sext(b.trunc(b.not_(x), ir.IntType(8)), CELL)
    bits = b.add(b.ctpop(x), b.cttz(x, ir.BIT(0)))
    found = b.sub(b.fptosi(b.fdiv(short, REAL(-0.5)), CELL), b.neg(b.add(wide, b.add(small, bits))))
    b.ret(b.select(b.fcmp_ordered(">", real, SHORT_OF_ALL), CELL(-1), found))
    assert answer(module, level, 4) == 6 + (4 - 5 + 1 + 2)


SHORT_OF_ALL = REAL(float("inf"))


@pytest.mark.parametrize("level", LEVELS)
def test_lanes_parts_and_what_lies_beside(level: Level) -> None:
    module = ir.Module()
    table = ir.GlobalVariable(module, ir.ArrayType(CELL, 4), "table")
    table.linkage, table.global_constant, table.unnamed_addr = "internal", True, True
    table.initializer = ir.Constant(table.kind, [5, -6, 7, 8])
    kept = ir.GlobalVariable(module, CELL, "kept")
    kept.initializer = ir.Constant(CELL, 2)
    b = ir.IRBuilder(function(module, 1).append_basic_block())
    (x,) = b.function.args
    nothing = ir.Constant(LANES, ir.Undefined)
    one = b.insert_element(nothing, x, ir.IntType(32)(0))
    all_x = b.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(ir.IntType(32), 4), [0] * 4))
    row = b.load(table, typ=LANES, align=8)
    larger = b.bitcast(b.icmp_signed(">", row, b.not_(b.not_(all_x))), ir.IntType(4))
    pair = ir.LiteralStructType([CELL, ir.BIT])
    both = b.insert_value(ir.Constant(pair, ir.Undefined), b.zext(larger, CELL), 0)
    both = b.insert_value(both, ir.BIT(1), 1)
    sum_ = b.sadd_with_overflow(b.extract_value(both, 0), b.load(kept, typ=CELL))
    overflows = b.or_(b.extract_value(sum_, 1), b.not_(b.extract_value(both, 1)))
    room = b.alloca(CELL, size=3)
    b.store(b.extract_value(sum_, 0), b.gep(room, [CELL(2)], source_etype=CELL, inbounds=True))
    last = b.load(b.gep(room, [CELL(2)], source_etype=CELL), typ=CELL)
    b.ret(b.select(overflows, CELL(-1), last))
    assert answer(module, level, 6) == 0b1100 + 2


def test_what_is_written_later_can_come_earlier() -> None:
    module = ir.Module()
    made = function(module, 1)
    first, second = made.append_basic_block("first"), made.append_basic_block("second")
    b = ir.IRBuilder(first)
    room = b.alloca(CELL)
    b.branch(second)
    b.position_at_end(second)
    found = b.load(room, typ=CELL)
    early = ir.IRBuilder(second)
    early.position_before_end(first)
    early.store(made.args[0], room)
    early.store(early.add(early.load(room, typ=CELL), CELL(1)), room)
    b.ret(found)
    assert answer(module, "light", 4) == 5


def test_a_name_is_given_once() -> None:
    module = ir.Module()
    function(module, 0)
    with pytest.raises(ValueError, match="there is a f already"):
        function(module, 1)
