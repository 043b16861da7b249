"""Moves in machine code do what those of the Python engine do, also where they move all pieces together."""

from __future__ import annotations

import pytest
from rulewright.interpreter.ir import (
    Assign,
    CellKind,
    Choose,
    Const,
    Learn,
    PlaceAt,
    PlaceCount,
    Put,
    PutAll,
    Random,
    Shuffle,
    Unary,
    While,
)
from rulewright.interpreter.memory.places import cleared

from ..assembler import Assembler, block, const, framed, op, plain_option, r
from ..hand_made import halt
from .lockstep import both, play


@pytest.mark.parametrize("pieces", [5, 64, 70])
@pytest.mark.parametrize("viewers", [0, 0b01, 0b11])
def test_all_pieces_are_gathered(pieces: int, viewers: int) -> None:
    a = Assembler((0,) * pieces, players=2)
    for number in range(4):
        own = tuple(range(number, pieces - 1, 4))
        a.place(f"place {number}", own, viewers=number, ordered=number % 2 == 0)
    pile = a.place("pile", viewers=viewers)
    everything = Const((1 << pieces) - 1)
    strew = While(
        op("gt", r(0), 0),
        (
            Assign(0, op("sub", r(0), 1)),
            Random(1, const(pieces)),
            Random(2, const(pile + 1)),
            Put(r(1), r(2), False, 0),
        ),
    )
    main = framed(
        "main",
        block(Assign(0, const(pieces)), strew, Choose(0, const(0), (plain_option(0, 1),), 0)),
        block(
            PutAll(everything, const(pile), False, 0),
            Choose(1, const(1), (plain_option(1, 2), plain_option(2, 3)), 0),
        ),
        block(
            Shuffle(const(pile)), Assign(0, const(3)), strew, Choose(2, const(0), (plain_option(3, 1),), 0)
        ),
        block(halt()),
        kinds=(CellKind.NUMBER, CellKind.PIECE, CellKind.PLACE),
    )
    program = a.program(main, actions=4)
    assert cleared(program.layout, pile, False)
    engines = both(program)
    for seed in range(6):
        assert play(*engines, 1 + seed % 2, seed, 40).fault is None


@pytest.mark.parametrize("to_bottom", [False, True])
@pytest.mark.parametrize("pieces", [9, 70])
def test_pieces_are_drawn_from_a_pile(pieces: int, to_bottom: bool) -> None:
    """To every place, the pile itself among them, until it is empty or a place is full."""
    a = Assembler((0,) * pieces, players=2)
    deck = a.place("deck", tuple(range(pieces)))
    a.place("open", viewers=3)
    a.place("row", ordered=False, viewers=1)
    a.place("small", capacity=5, viewers=2)
    shelf = a.place("shelf", ordered=False, capacity=3)
    top = PlaceAt(const(deck), const(-1))
    main = framed(
        "main",
        block(Shuffle(const(deck)), Choose(0, const(0), (plain_option(0, 1),), 0)),
        block(
            Random(0, const(shelf + 2)),
            Put(top, r(0), to_bottom, 0),
            Put(top, const(1), to_bottom, 1),
            Choose(
                1, const(1), (plain_option(1, 1), plain_option(2, 0, op("gt", PlaceCount(const(deck)), 1))), 0
            ),
        ),
        kinds=(CellKind.PLACE,),
    )
    program = a.program(main, actions=3)
    engines = both(program)
    ends = {play(*engines, 1 + seed % 2, seed, 80).fault for seed in range(12)}
    # Many pieces last until one is sent to a place that does not exist.
    assert {fault[0].code for fault in ends if fault is not None} == ({"f0", "f1"} if pieces == 9 else {"f0"})


@pytest.mark.parametrize("pieces", [7, 64, 65, 131])
def test_shuffles_split_and_merge_pools(pieces: int) -> None:
    """Three piles that nobody sees: pieces go from one to another, become known to all, and are shuffled."""
    pools_of(pieces)


def pools_of(pieces: int) -> None:
    a = Assembler((0,) * pieces, players=2)
    for number in range(3):
        a.place(f"pile {number}", tuple(range(number, pieces, 3)))
    piece, pile = Random(1, const(pieces)), Random(2, const(3))
    learn = (Assign(0, op("sub", r(0), 1)), piece, Learn(const(0b11), Unary("bit", r(1))))
    main = framed(
        "main",
        block(
            Assign(0, const(4 * pieces)),
            While(op("gt", r(0), 0), learn),
            Choose(0, const(0), (plain_option(0, 1), plain_option(1, 2)), 0),
        ),
        block(piece, pile, Put(r(1), r(2), False, 0), Choose(1, const(0), (plain_option(3, 2),), 0)),
        block(
            pile,
            Shuffle(r(2)),
            Choose(2, const(0), (plain_option(4, 0), plain_option(5, 1), plain_option(6, 2)), 0),
        ),
        kinds=(CellKind.NUMBER, CellKind.PIECE, CellKind.PLACE),
    )
    engines = both(a.program(main, actions=7))
    for seed in range(12):
        assert play(*engines, 1 + seed % 2, seed, 60).fault is None
