"""Every kind of violation is found, in a program that is sound but for it."""

from __future__ import annotations

import attrs
import pytest
from rulewright.interpreter.ir import (
    Any,
    Argument,
    Assign,
    Binary,
    Block,
    Branch,
    Call,
    CallFrame,
    Cell,
    CellKind,
    Chance,
    Check,
    Choose,
    Const,
    Emit,
    Filter,
    ForEachBit,
    Fork,
    Halt,
    If,
    Instr,
    Jump,
    Load,
    Option,
    PlaceAt,
    PlaceCount,
    PlaceSet,
    Procedure,
    Put,
    Random,
    Return,
    Run,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    Table,
    Terminator,
    Trial,
    Unary,
    While,
)
from rulewright.interpreter.ir.check import check_program

from .assembler import Assembler, block, const, framed, plain, plain_option, r
from .hand_made import ask, halt

SUB = framed("sub", block(ask(9, 90, 2, 1, 1)), block(Return(r(0))), parameters=1, kinds=2)
PLAIN = plain("plain", block(Return(r(0))), parameters=1)


def check(*blocks: Block, explicit: bool = False, others: tuple[Procedure, ...] = (SUB, PLAIN)) -> list[str]:
    a = Assembler((0, 1, 2))
    a.place("pile", (0, 1))
    a.place("bag", (2,), ordered=False)
    main = framed("main", *blocks, kinds=3)
    return check_program(a.program(main, *others, tables=((1, 2),), explicit=explicit))


def test_a_sound_program_has_no_violations() -> None:
    assert check(block(CallFrame(1, (const(1),), 0, 1)), block(Run(Call(2, (r(0),))), halt())) == []


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (Assign(3, Const(1)), "no register 3"),
        (Assign(0, r(1)), "register 1, which may have no value"),
        (Assign(0, Filter(3, Const(1), r(3))), "no register 3"),
        (
            Assign(0, Filter(0, Const(1), r(0))),
            "register 0 is bound by an expression and set by something else",
        ),
        (Store(Const(0), Filter(2, Const(1), Any(2, Const(1), r(2)))), "register 2 is bound again inside"),
        (
            Store(Const(0), Binary("add", Filter(2, Const(1), r(2)), r(2))),
            "register 2, which may have no value",
        ),
        (Store(Const(0), Filter(2, Const(1), r(2), -1)), "counts -1 operations"),
        (Store(Const(0), Binary("plus", Const(1), Const(1))), "unknown operation plus"),  # type: ignore[arg-type]
        (Store(Const(0), Unary("root", Const(1))), "unknown operation root"),  # type: ignore[arg-type]
        (Store(Const(0), Table(1, Const(0))), "no table 1"),
        (Store(Const(0), Table(0, Const(2))), "no entry 2"),
        (Store(Const(0), Load(Const(-1))), "no cell -1"),
        (Store(Const(0), PlaceCount(Const(2))), "no place 2"),
        (Store(Const(0), PlaceAt(Const(1), Const(0))), "bag has no order"),
        (Shuffle(Const(1)), "bag has no order"),
        (Put(Const(0), Const(5), False, 0), "no place 5"),
        (Put(Const(0), Const(0), False, 9), "no fault 9"),
        (Check(Const(1), -1), "no fault -1"),
        (StoreRanged(Const(0), Const(0), 3, 2, 0), "an empty range"),
        (Run(Call(7)), "no procedure 7"),
        (Run(Call(1, (Const(0),))), "sub is framed"),
        (Run(Trial(7)), "no procedure 7"),
        (Run(Trial(1, (Const(0),))), "sub is framed"),
        (Run(Call(2)), "plain takes 1 arguments, not 0"),
        (Jump(4), "no block 4"),
        (CallFrame(2, (Const(0),), None, 0), "plain is plain"),
        (CallFrame(1, (), None, 0), "sub takes 1 arguments, not 0"),
        (Fork(Const(1), 1, (Const(1),), 0), "sub takes 1 arguments, not 2"),
        (CallFrame(0, (), None, 0), "main must not be called"),
        (Return(), "main must end in Halt"),
        (Choose(0, Const(0), (), 0), "without options"),
        (Choose(0, Const(0), (plain_option(0, 0),), 8), "no fault 8"),
        (Chance(0, 0, Const(1), Argument.VALUE, 0, 0), "Chance in a program without"),
        (Choose(0, Const(0), (plain_option(100, 0),), 0), "actions 100..100 of 100"),
        (Choose(0, Const(0), (plain_option(5, 0), plain_option(5, 0)), 0), "action 5 belongs"),
        (Choose(0, Const(0), (plain_option(90, 0),), 0), "action 90 belongs"),
        (
            Choose(0, Const(0), (Option(0, Const(1), Argument.VALUE, None, None, 0, 0),), 0),
            "candidates without",
        ),
        (
            Choose(0, Const(0), (Option(0, Const(1), Argument.POSITION, Const(1), None, 0, 0),), 0),
            "needs a place",
        ),
    ],
)
def test_one_violation(part: Instr | Terminator, message: str) -> None:
    body = block(part, halt()) if isinstance(part, Instr) else block(part)
    found = check(body)
    assert any(message in text for text in found), found


def test_luck_is_not_drawn_with_explicit_chance() -> None:
    found = check(block(Shuffle(Const(0)), Random(0, Const(2)), halt()), explicit=True)
    assert [text.split()[1] for text in found] == ["Shuffle", "Random"]


ASSIGN = Assign(0, Const(1))


WIDE = Unary("bit", Load(Const(0)))  # of any number


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (Assign(0, PlaceSet(Const(0))), "a set of pieces in register 0, which holds a number"),
        (Assign(2, PlaceSet(Const(0))), "a set of pieces in register 2, which holds a set of players"),
        (Assign(1, PlaceCount(Const(0))), "a number in register 1, which holds a set of pieces"),
        (
            Assign(1, Const(1 << 128)),
            "a set that may be too large for register 1, which holds a set of pieces",
        ),
        (Assign(2, WIDE), "a set that may be too large for register 2, which holds a set of players"),
        (Assign(2, Table(0, Const(1))), "a set that may be too large for register 2"),
        (Assign(0, WIDE), "a set that may be too large for register 0, which holds a number"),
        (
            Store(Const(7), PlaceSet(Const(0))),
            "a set of pieces in a single cell, for which it may be too large",
        ),
        (Store(Const(7), WIDE), "a set in a single cell, for which it may be too large"),
        (StoreSet(Const(8), 2, Const(1)), "a set in cell 8, which holds a place"),
        (StoreSet(Const(2), 2, Const(1)), "a set of players in 2 words, which takes 1"),
        (Store(PlaceSet(Const(0)), Const(1)), "Store of a set of pieces, where a number is meant"),
        (StoreSet(Load(Const(0)), 2, PlaceCount(Const(0))), "StoreSet of a number, where a set is meant"),
        (
            Run(Call(1, (PlaceSet(Const(0)),))),
            "a set of pieces in parameter 0 of two, which holds a set of players",
        ),
        (Run(Call(1, (WIDE,))), "a set that may be too large for parameter 0 of two"),
        (Assign(0, Call(1, (Const(1),))), "a set of players in register 0, which holds a number"),
        (CallFrame(2, (Const(1),), 0, 0), "a set of pieces in register 0, which holds a number"),
        (
            Assign(0, Binary("add", PlaceSet(Const(0)), Const(1))),
            "add of a set of pieces, where a number is meant",
        ),
        (Assign(0, Unary("size", PlaceCount(Const(0)))), "size of a number, where a set is meant"),
        (Run(Binary("or", Unary("size", Const(3)), Const(1))), "or of a number, where a set is meant"),
        (Put(PlaceSet(Const(0)), Const(0), False, 0), "Put of a set of pieces, where a number is meant"),
        (ForEachBit(3, PlaceCount(Const(0)), ()), "ForEachBit of a number, where a set is meant"),
        (Halt(PlaceAt(Const(0), Const(0))), "Halt of a piece, where a set is meant"),
        (Choose(0, PlaceSet(Const(0)), (plain_option(0, 0),), 0), "Choose of a set of pieces"),
    ],
)
def test_numbers_and_sets_stand_where_they_are_meant(part: Instr | Terminator, message: str) -> None:
    found = check_kinds_of(block(part, halt()) if isinstance(part, Instr) else block(part))
    assert any(message in text for text in found), found


def check_kinds_of(*blocks: Block, result: CellKind = CellKind.PLAYERS) -> list[str]:
    """Register 0 holds a number, 1 a set of pieces, which takes two words, 2 a set of players, 3 a piece."""
    a = Assembler((0,) * 70)
    a.cell("n")
    a.place("pile", (0, 1))
    kinds = (CellKind.NUMBER, CellKind.PIECES, CellKind.PLAYERS, CellKind.PIECE)
    two = Procedure("two", 1, (CellKind.PLAYERS,), (block(Return(r(0))),), False, result=result)
    pile = framed(
        "pile", block(ask(9, 90, 2, 0, 1)), block(Return(PlaceSet(const(0)))), parameters=1, kinds=1
    )
    program = a.program(framed("main", *blocks, kinds=kinds), two, pile, tables=((7, 1 << 69),))
    return check_program(attrs.evolve(program, layout=attrs.evolve(program.layout, members=0)))


def test_results_are_what_procedures_say() -> None:
    right = block(Assign(2, Call(1, (Const(1),))), CallFrame(2, (Const(1),), 1, 1)), block(halt())
    assert check_kinds_of(*right) == []
    found = check_kinds_of(block(halt()), result=CellKind.PIECES)
    assert found == ["two: a set of players in the result, which holds a set of pieces"]
    assert check_kinds_of(block(halt()), result=CellKind.NUMBER) == [
        "two: a set of players in the result, which holds a number"
    ]


def test_what_returns_something_has_a_result() -> None:
    a = Assembler()
    program = a.program(framed("main", block(halt())), plain("two", block(Return(const(2)))))
    assert program.procedures[1].result is CellKind.NUMBER
    assert program.procedures[0].result is None
    silent = attrs.evolve(program.procedures[1], result=None)
    found = check_program(attrs.evolve(program, procedures=(program.procedures[0], silent)))
    assert found == ["two: returns something, but has no result"]


@pytest.mark.parametrize(
    "body",
    [
        If(Const(1), (ASSIGN,)),
        While(Const(1), (ASSIGN,)),
        ForEachBit(0, Const(3), ()),
    ],
)
def test_a_register_must_have_a_value_on_every_way(body: Instr) -> None:
    assert "register 0, which may have no value" in check(block(body, Check(r(0), 0), halt()))[0]


def test_ways_through_blocks_meet() -> None:
    merged = block(Check(r(0), 0), halt())
    branch = Branch(Const(1), 1, 2)
    assert check(block(branch), block(ASSIGN, Jump(2)), merged)
    assert check(block(branch), block(ASSIGN, Jump(3)), block(ASSIGN, Jump(3)), merged) == []
    assert check(block(If(Const(1), (ASSIGN,), (ASSIGN,)), Jump(1)), merged) == []
    assert check(block(ask(0, 0, 2, 0, 1)), merged) == []


def test_plain_procedures_do_not_recurse() -> None:
    one = plain("one", block(Return(Call(2))))
    two = plain("two", block(Run(Call(1)), Return()))
    assert [text.split(":")[0] for text in check(block(halt()), others=(one, two))] == ["one", "two"]


def test_what_decisions_and_events_read_changes_nothing() -> None:
    change = plain("change", block(Store(Const(0), Const(1)), Return()))
    indirect = plain("indirect", block(Run(Call(1)), Return()))
    main = block(Emit(1, (Call(1),)), Choose(0, Call(2), (plain_option(0, 1),), 0))
    found = check(main, block(halt()), others=(change, indirect))
    assert sorted(text.split()[1] for text in found) == ["Choose", "Emit"]
    assert all("which changes the memory" in text for text in found)
    main = block(Emit(1, (Trial(1),)), Choose(0, Trial(2), (plain_option(0, 1),), 0))
    assert check(main, block(halt()), others=(change, indirect)) == []  # what is tried is taken back


def test_plain_procedures_are_one_block() -> None:
    two = Procedure("two", 0, (), (block(Jump(1)), block(Return())), False)
    assert "must be one block" in check(block(halt()), others=(two,))[0]


def test_strands_of_players_do_not_end_fork_or_draw() -> None:
    inner = plain("inner", block(Shuffle(Const(0)), Return()))
    own = framed(
        "own", block(Run(Call(1)), Branch(r(0), 1, 2)), block(halt()), block(Return()), parameters=1, kinds=1
    )
    found = check(block(Fork(Const(1), 2, (), 1)), block(halt()), others=(inner, own))
    assert found == ["inner: Shuffle in a strand of a player", "own: Halt in a strand of a player"]


def test_cells_do_not_overlap() -> None:
    a = Assembler((0, 1))
    first = a.cell("first")
    a.cells.append(Cell("second", first, CellKind.NUMBER, 2))
    a.place("pile")
    program = a.program(framed("main", block(halt())))
    found = check_program(program)
    assert "cell first and cell second overlap" in found
    assert any("place pile" in text for text in found)
    assert "outside" in check_program(attrs.evolve(program, layout=attrs.evolve(program.layout, size=5)))[1]
