"""Hand-made programs that several tests run."""

from __future__ import annotations

from rulewright.interpreter.ir import (
    Argument,
    Assign,
    Branch,
    Choose,
    Const,
    Halt,
    Jump,
    Option,
    PlaceAt,
    PlaceCount,
    PlaceSet,
    Program,
    Put,
    Shuffle,
    Store,
    Unary,
    While,
)

from .assembler import Assembler, block, const, framed, load, op, plain_option, r


def bidding() -> Program:
    """Four players draw or pass; a drawn card goes to the row, or to the box with one piece of gear."""
    designs = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, *range(8, 14))
    a = Assembler(designs)
    deck = a.place("deck", tuple(range(13)))
    row = a.place("row")
    gear = a.place("gear", tuple(range(13, 19)), ordered=False, viewers=15)
    box = a.place("box", ordered=False)
    hand = [a.place(f"hand {p}", viewers=1 << p) for p in range(4)]
    bid, player = a.cell("bidding", 15), a.cell("player")
    step = op("mod", op("add", load(player), 1), 4)
    card = PlaceAt(op("add", hand[0], load(player)), const(-1))
    still = op("has", load(bid), load(player))
    main = framed(
        "main",
        block(Shuffle(const(deck)), Jump(1)),
        block(Branch(op("gt", Unary("size", load(bid)), 1), 2, 8)),
        block(
            While(Unary("not", still), (Store(const(player), step),)),
            Choose(
                0, load(player), (plain_option(0, 3, op("gt", PlaceCount(const(deck)), 0)), plain_option(1, 4)), 0
            ),
        ),
        block(
            Assign(0, PlaceAt(const(deck), const(-1))),
            Put(r(0), op("add", hand[0], load(player)), False, 1),
            Choose(
                1,
                load(player),
                (plain_option(2, 5), plain_option(3, 6, op("ne", PlaceSet(const(gear)), 0))),
                0,
            ),
        ),
        block(Store(const(bid), op("minus", load(bid), Unary("bit", load(player)))), Jump(7)),
        block(Put(card, const(row), False, 1), Jump(7)),
        block(
            Choose(
                2,
                load(player),
                (Option(10, Const(1), Argument.DESIGN, PlaceSet(const(gear)), None, 0, 9),),
                0,
            )
        ),
        block(Store(const(player), step), Jump(1)),
        block(Halt(load(bid))),
        block(Put(r(0), const(box), False, 1), Put(card, const(box), False, 1), Jump(7)),
        kinds=1,
    )
    return a.program(main)
