"""Moving sets and piles at once does what moving each piece in turn does."""

from __future__ import annotations

import random
from array import array

import pytest
from rulewright.interpreter.ir import PLAYERS, Program
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.moves import Moves
from rulewright.interpreter.memory.places import Places, cleared
from rulewright.interpreter.memory.words import Memory, members

from .assembler import Assembler, block, framed
from .hand_made import halt

VIEWERS = (0, 0b111, 0b010, 0b111)


def board(pieces: int) -> Program:
    """Ordered and unordered places with different viewers, and pieces that lie nowhere."""
    a = Assembler((0,) * pieces, players=3)
    rest = list(range(pieces - 2))
    for number, viewers in enumerate(VIEWERS):
        a.place(f"pile {number}", tuple(rest[number::8]), viewers=viewers)
        a.place(f"area {number}", tuple(rest[number + 4 :: 8]), viewers=viewers, ordered=False)
    return a.program(framed("main", block(halt())))


def memory(program: Program) -> Memory:
    m = array("q", program.initial)
    m[PLAYERS] = 3
    return m


@pytest.mark.parametrize("pieces", [24, 63, 64, 140])
@pytest.mark.parametrize("to_bottom", [False, True])
def test_many_at_once_is_one_after_the_other(pieces: int, to_bottom: bool) -> None:
    program, rng = board(pieces), random.Random(pieces)
    places = Places(program.layout)
    moves = Moves(places, program.faults)
    m = memory(program)
    for _ in range(300):
        source, target = rng.randrange(8), rng.randrange(8)
        one = m[:]
        if rng.random() < 0.4 and places.ordered[source]:
            moves.put_pile(target, to_bottom)(m, source, 0)
            moved = places.pieces(one, source).tolist()
        else:
            mask = rng.getrandbits(pieces) if rng.random() < 0.8 else -1
            chosen = places.set_of(m, source) & mask
            if rng.random() < 0.2:  # from here and there
                chosen |= 1 << rng.randrange(pieces)
            moves.put_all(target, to_bottom)(m, chosen, 0)
            moved = members(chosen)
        for piece in moved:
            moves.put(target, to_bottom)(one, piece, 0)
        assert m == one


@pytest.mark.parametrize("pieces", [24, 64, 140])
def test_all_pieces_together_is_one_after_the_other(pieces: int) -> None:
    program, rng = board(pieces), random.Random(pieces)
    moves, m = Moves(Places(program.layout), program.faults), memory(program)
    for turn in range(60):
        target = rng.randrange(8)
        if turn % 7 == 0:
            m = memory(program)
            m[PLAYERS] = rng.randrange(1, 4)
        for _ in range(20):
            moves.put(rng.randrange(8), rng.random() < 0.5)(m, rng.randrange(pieces), 0)
        one = m[:]
        moves.put_all(target, False)(m, (1 << pieces) - 1, 0)
        for piece in range(pieces):
            moves.put(target, False)(one, piece, 0)
        assert m == one
        assert bool(cleared(program.layout, target, False)) == program.layout.places[target].ordered


def test_nothing_to_move_is_no_fault() -> None:
    program = board(24)
    moves, m = Moves(Places(program.layout), program.faults), memory(program)
    before = m[:]
    for target in range(8):
        moves.put_all(target, False)(m, 0, 0)
    assert m == before


@pytest.mark.parametrize("ordered", [False, True])
def test_a_full_place_is_the_fault_that_is_given(ordered: bool) -> None:
    a = Assembler((0,) * 6, players=3)
    a.place("source", (0, 1, 2), ordered=False)
    a.place("pile", (3, 4))
    small = a.place("small", (5,), ordered=ordered, capacity=3)
    program = a.program(framed("main", block(halt())))
    moves = Moves(Places(program.layout), program.faults)
    for move, what in ((moves.put_all, 0b111), (moves.put_all, 0b11111)):
        with pytest.raises(RulesFault, match="f2"):
            move(small, False)(memory(program), what, 2)
    m = memory(program)
    moves.put_pile(small, False)(m, 1, 2)
    with pytest.raises(RulesFault, match="f2"):
        moves.put(small, False)(m, 0, 2)
