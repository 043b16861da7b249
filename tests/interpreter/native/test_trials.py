"""Whatever a procedure does on trial, its result counts, and the memory is as before: on both engines.

The programs write few cells or many, one by one or as a set, before and after moves, in procedures that are called,
and in trials within trials.
"""

from __future__ import annotations

import pytest
from rulewright.interpreter.ir import (
    Call,
    Expr,
    ForEachBit,
    Forget,
    If,
    Instr,
    Learn,
    LoadSet,
    Procedure,
    Put,
    PutAll,
    PutPile,
    Return,
    Run,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Trial,
)
from rulewright.interpreter.native import trials
from rulewright.interpreter.native.unit import NOTES

from ..assembler import Assembler, block, const, load, op, plain, r
from .lockstep import both, play
from .test_emitter import asked_then

MANY = 60
assert NOTES < MANY < 2 * NOTES


class Board:
    """A pile of four pieces, an area that holds two of them, and cells: `out` gets the result."""

    def __init__(self) -> None:
        self.a = a = Assembler((0, 1, 2, 3, 4, 5), players=2)
        a.place("pile", (0, 1, 2, 3), viewers=1)
        a.place("area", (4, 5), ordered=False)
        self.out, self.left = a.take("out", 1), a.take("left", MANY)
        a.values |= {self.left + number: 100 + number for number in range(MANY)}

    def store(self, number: int, value: int | Expr) -> Store:
        return Store(const(self.left + number), const(value))

    def moves(self) -> dict[str, Instr]:
        return {
            "put": Put(const(4), const(0), False, 1),
            "put all": PutAll(const(0b110000), const(0), True, 1),
            "put a pile": PutPile(const(0), const(1), False, 1),
            "draw": Put(const(2), const(1), False, 1),
            "shuffle": Shuffle(const(0)),
            "forget": Forget(const(0)),
            "swap": SwapAt(const(0), const(0), const(3)),
            "learn": Learn(const(3), const(0b110000)),
        }

    def check(self, trying: Procedure, *more: Procedure, result: int) -> None:
        """Tries, in an option too, and compares every cell with the other engine and with what it was."""
        program = asked_then(Store(const(self.out), Trial(1, ())), a=self.a, more=(trying, *more))
        assert 1 in trials.writers(program)
        match = play(*both(program), 2, 1, 1)
        assert match.fault is None
        assert match.m[self.out] == result
        assert [match.m[self.left + number] for number in range(MANY)] == [*range(100, 100 + MANY)]
        start = both(program)[0].start(2, 1)
        assert match.m[self.a.at : self.out] == start[self.a.at : self.out]


BOARD = Board()


@pytest.mark.parametrize("count", [1, 2, NOTES - 1, NOTES, NOTES + 1, MANY])
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("moving", [False, True])
def test_cells_are_written(count: int, again: bool, moving: bool) -> None:
    """Also when there is no more room for notes, when cells are written again, and when a piece moves then."""
    write = ForEachBit(0, const((1 << count) - 1), (Store(op("add", r(0), BOARD.left), op("sub", r(0), 7)),))
    end = Return(load(BOARD.left + count - 1))
    body = block(*[write] * (1 + again), *[BOARD.moves()["draw"]] * moving, end)
    BOARD.check(plain("trying", body, registers=1), result=count - 8)


def test_sets_and_numbers_in_ranges_are_written() -> None:
    body = block(
        StoreSet(const(BOARD.left), 3, LoadSet(const(BOARD.left + 3), 3)),
        StoreRanged(const(BOARD.left + 3), const(1), 0, 3, 1),
        Return(op("add", load(BOARD.left + 2), load(BOARD.left + 3))),
    )
    BOARD.check(plain("trying", body), result=106)


@pytest.mark.parametrize("name", BOARD.moves())
def test_something_else_than_cells_changes(name: str) -> None:
    """What was written before it and after it is undone, too."""
    body = block(
        BOARD.store(0, 1),
        BOARD.moves()[name],
        BOARD.store(1, 2),
        BOARD.store(0, 3),
        Return(op("add", load(BOARD.left), load(BOARD.left + 1))),
    )
    BOARD.check(plain("trying", body), result=5)


@pytest.mark.parametrize("name", BOARD.moves())
def test_another_procedure_changes_something(name: str) -> None:
    body = block(BOARD.store(0, 1), Run(Call(2, ())), BOARD.store(2, 2), Return(load(BOARD.left + 1)))
    changing = plain("changing", block(BOARD.store(1, 8), BOARD.moves()[name], Return(const(0))))
    BOARD.check(plain("trying", body), changing, result=8)


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("second", [False, True])
def test_a_trial_within_a_trial(first: bool, second: bool) -> None:
    """The inner one undoes only what happened in it, whether or not either copies the memory."""
    move = BOARD.moves()["draw"]
    inner = plain(
        "inner",
        block(BOARD.store(0, 5), *[move] * second, BOARD.store(1, 6), Return(load(BOARD.left))),
    )
    sum_of = op("add", load(BOARD.left), op("add", load(BOARD.left + 1), load(BOARD.left + 2)))
    body = block(
        BOARD.store(0, 1),
        *[move] * first,
        BOARD.store(2, Trial(2, ())),
        If(op("eq", load(BOARD.left), 1), (BOARD.store(1, 3),)),
        Return(sum_of),
    )
    BOARD.check(plain("trying", body), inner, result=1 + 3 + 5)


def test_only_what_writes_on_trial_is_compiled_twice() -> None:
    pure = plain("pure", block(Return(load(BOARD.left))))
    writing = plain("writing", block(BOARD.store(0, 1), Return(const(0))))
    calling = plain("calling", block(Run(Call(2, ())), Return(const(0))))
    trying = plain("trying", block(Return(Trial(2, ()))))
    for tried, wanted in ((1, {2}), (3, {2, 3}), (4, {2})):
        more = (pure, writing, calling, trying)
        program = asked_then(Run(Trial(tried, ())), a=BOARD.a, more=more)
        assert trials.writers(program) == wanted
    assert trials.writers(asked_then(Run(Trial(1, ())), a=BOARD.a, more=more[:3])) == set()
    assert trials.writers(asked_then(Run(Call(3, ())), a=BOARD.a, more=more[:3])) == set()
