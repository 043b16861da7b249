"""Kept sets hold what lies where, whatever moves pieces, one by one or together, to ordered places and others."""

from __future__ import annotations

import random
from collections.abc import Callable

import attrs
import pytest
from rulewright.interpreter.ir import (
    CellKind,
    Choose,
    Const,
    Expr,
    Instr,
    Kept,
    LoadSet,
    PlaceSet,
    Procedure,
    Program,
    Put,
    PutAll,
    PutPile,
    Return,
    Run,
    Unary,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.ir.kept import kept_value
from rulewright.interpreter.lower.passes.kept import with_kept_sets
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.kept import keep_again
from rulewright.interpreter.memory.words import load_set
from rulewright.interpreter.python.engine import PythonEngine

from ..amount import some
from .assembler import Assembler, block, const, framed, op, plain, plain_option, r
from .hand_made import halt

PIECES = 70
CELLS = 0b1101101
"""Two of the places are none of the board's."""


def program(move: Instr, seed: int) -> Program:
    """Pieces lie in seven places; procedure 1 makes one move, with registers for a piece and two places."""
    rng = random.Random(seed)
    a = Assembler(tuple(range(PIECES)), players=2)
    lying: list[list[int]] = [[] for _ in range(7)]
    for piece in range(PIECES):
        rng.choices(lying, weights=(1, 9, 1, 1, 9, 1, 1))[0].append(piece)  # cells are empty now and then
    lying[2] = lying[2] + lying[5]
    lying[5] = []
    for number, pieces in enumerate(lying):
        a.place(f"place {number}", tuple(pieces), ordered=number % 2 == 0)
    kept = (
        Kept(a.take("pieces", 1, 2, CellKind.PIECES), 2, CELLS, occupied=False),
        Kept(a.take("occupied", 1, 1, CellKind.PLACES), 1, CELLS, occupied=True),
    )
    reads = [Run(LoadSet(Const(one.address), one.words)) for one in kept]
    choose = Choose(0, const(0), (plain_option(0, 1),), 0)
    main = framed("main", block(*reads, choose), block(halt()))
    own = plain("move", block(move, Return()), 3)
    made = a.program(main, own)
    return with_kept_sets(attrs.evolve(made, layout=attrs.evolve(made.layout, kept=kept)))


def among(place: Expr, seed: int) -> Expr:
    """Some pieces: of one place, or of several."""
    some_pieces = random.Random(seed).getrandbits(PIECES)
    return op("and", PlaceSet(place), some_pieces) if seed % 2 else Const(some_pieces)


MOVES: dict[str, Callable[[int], Instr]] = {
    "a piece": lambda seed: Put(r(0), r(2), False, 0),
    "a piece to the bottom of a cell": lambda seed: Put(r(0), Const(2), seed % 2 == 0, 0),
    "a piece to elsewhere": lambda seed: Put(r(0), Const(4), False, 0),
    "the first piece of a place": lambda seed: Put(Unary("lowest", PlaceSet(r(1))), r(2), False, 0),
    "some pieces": lambda seed: PutAll(among(r(1), seed), r(2), False, 0),
    "some pieces to a cell": lambda seed: PutAll(among(r(1), seed), Const(3), False, 0),
    "some pieces to elsewhere": lambda seed: PutAll(among(r(1), seed), Const(1), False, 0),
    "a pile": lambda seed: PutPile(op("mul", op("div", r(1), 2), 2), r(2), False, 0),
    "a pile to elsewhere": lambda seed: PutPile(Const(2), Const(4), False, 0),
    "the pile from elsewhere": lambda seed: PutPile(Const(4), r(2), False, 0),
}


@pytest.mark.parametrize("seed", range(some(4, 20)))
@pytest.mark.parametrize("name", MOVES)
def test_kept_sets_follow_every_move(name: str, seed: int) -> None:
    made = program(MOVES[name](seed), seed)
    assert check_program(made) == []
    engine, rng = PythonEngine(made), random.Random(seed)
    m, move = engine.start(2, 0), engine.function(1)
    for _ in range(20):
        assert held(made, m) == [kept_value(one, made.layout, m) for one in made.layout.kept]
        before = m[:]
        try:
            move(m, rng.randrange(-1, PIECES), rng.randrange(7), rng.randrange(7))
        except RulesFault:
            m = before


def held(made: Program, m: object) -> list[int]:
    return [load_set(m, one.address, one.words) for one in made.layout.kept]  # type: ignore[arg-type]


def test_sets_that_nothing_reads_are_not_kept() -> None:
    made = program(MOVES["a piece"](0), 0)
    quiet = attrs.evolve(made, procedures=(framed("main", block(halt())), *made.procedures[1:]))
    assert with_kept_sets(attrs.evolve(quiet, procedures=(quiet.procedures[0],))).layout.kept == ()


def test_they_can_be_computed_again() -> None:
    made = program(MOVES["a piece"](0), 0)
    m = PythonEngine(made).start(2, 0)
    before = m[:]
    for one in made.layout.kept:
        m[one.address] = 0
    assert m != before
    keep_again(made.layout, m)
    assert m == before


def test_a_program_without_them_stays_as_it_is() -> None:
    a = Assembler((0, 1))
    a.place("bag", (0, 1), ordered=False)
    own: Procedure = plain("move", block(Put(const(0), const(0), False, 0), Return()), 0)
    made = a.program(framed("main", block(halt())), own)
    assert with_kept_sets(made) is made or with_kept_sets(made) == made
