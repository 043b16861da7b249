"""Hand-made programs that several tests run."""

from __future__ import annotations

from rulewright.interpreter.ir import (
    Argument,
    Assign,
    Branch,
    CallFrame,
    CellKind,
    Chance,
    Choose,
    Const,
    Expr,
    Forget,
    Fork,
    Halt,
    Jump,
    Option,
    PlaceAt,
    PlaceCount,
    PlaceSet,
    Program,
    Put,
    Return,
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
                0,
                load(player),
                (plain_option(0, 3, op("gt", PlaceCount(const(deck)), 0)), plain_option(1, 4)),
                0,
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


def halt() -> Halt:
    return Halt(const(0))


def ask(site: int, action: int, count: int, register: int, target: int, player: int | Expr = 0) -> Choose:
    """A decision for one of `count` numbers."""
    numbers = const((1 << count) - 1)
    option = Option(action, const(1), Argument.VALUE, numbers, None, register, target)
    return Choose(site, const(player), (option,), 0)


def nested() -> Program:
    """Adds up numbers that are asked for at the bottom of calls that call themselves."""
    a = Assembler(stack=60)
    total = a.cell("total")
    main = framed(
        "main",
        block(Assign(0, const(7)), CallFrame(1, (const(3), const(5)), 1, 1)),
        block(Store(const(total), op("add", r(0), r(1))), CallFrame(1, (const(0), const(9)), None, 2)),
        block(halt()),
        kinds=2,
    )
    # sum(depth, extra): what is asked for plus extra at depth 0, else plus sum(depth - 1, 1)
    summing = framed(
        "sum",
        block(ask(0, 10, 5, 2, 1, 0)),
        block(Branch(r(0), 2, 4)),
        block(CallFrame(1, (op("sub", r(0), 1), const(1)), 3, 3)),
        block(Return(op("add", r(2), r(3)))),
        block(Return(op("add", r(2), r(1)))),
        parameters=2,
        kinds=4,
    )
    return a.program(main, summing)


def secret_numbers() -> Program:
    """All players choose two numbers at once; then the first is asked once more."""
    a = Assembler(players=3)
    chosen = a.take("chosen", 3)
    main = framed(
        "main",
        block(Assign(0, const(2)), Fork(const(7), 1, (const(10),), 1)),
        block(ask(2, 60, 5, 1, 2)),
        block(Store(const(chosen), op("add", r(0), r(1))), halt()),
        kinds=2,
    )
    own = framed(
        "own",
        block(Branch(op("eq", r(0), 2), 3, 1)),
        block(ask(0, 20, 5, 2, 2, r(0))),
        block(ask(1, 40, 5, 3, 4, r(0))),
        block(Store(op("add", r(0), chosen), const(99)), Return()),
        block(
            Store(op("add", r(0), chosen), op("add", op("mul", r(2), r(1)), r(3))),
            Return(),
        ),
        parameters=2,
        kinds=4,
    )
    return a.program(main, own)


def dealing() -> Program:
    """With explicit chance: two cards are dealt by luck, told apart by design; then one by its position."""
    a = Assembler((0, 0, 1, 1, 1, 2), players=2)
    deck = a.place("deck", tuple(range(6)))
    hand = a.place("hand", viewers=1)
    seen = a.cell("seen")
    deal = PlaceSet(const(deck))
    main = framed(
        "main",
        block(Forget(const(deck)), Chance(0, 0, deal, Argument.DESIGN, 0, 1)),
        block(Put(r(0), const(hand), False, 1), Chance(1, 10, deal, Argument.DESIGN, 0, 2)),
        block(
            Put(r(0), const(hand), False, 1),
            Choose(
                2,
                const(1),
                (Option(20, const(1), Argument.POSITION, PlaceSet(const(hand)), const(hand), 0, 3),),
                0,
            ),
        ),
        block(Store(const(seen), op("add", r(0), 1)), ask(3, 30, 2, 0, 4)),
        block(halt()),
        kinds=(CellKind.PIECE,),
    )
    return a.program(main, explicit=True)
