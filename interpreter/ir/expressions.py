"""Expressions: evaluated without side effects, but for a `Call`, whose procedure may have some."""

from __future__ import annotations

from typing import Literal, get_args

import attrs

WORD_BITS = 63
NONE = -1


class Expr:
    """An expression: evaluated without side effects (but for `Call`, whose procedure may have some)."""

    __slots__ = ()


@attrs.frozen
class Const(Expr):
    value: int


@attrs.frozen
class Reg(Expr):
    """A register of the procedure."""

    index: int


@attrs.frozen
class Load(Expr):
    """The memory cell at an address."""

    address: Expr


@attrs.frozen
class LoadSet(Expr):
    """The set held in `words` cells from an address on."""

    address: Expr
    words: int


# Of numbers; `div` and `mod` floor, dividing by zero is a fault that lowering guards against.
OfNumbers = Literal["add", "sub", "mul", "div", "mod", "min", "max", "lt", "le", "eq", "ne", "gt", "ge"]
OfTruths = Literal["both", "either"]
# Of sets: union, intersection, difference; `has`: 1 if the bit `right` is in the set `left` (right >= 0);
# `nth`: the member of `left` with the number `right`, in ascending order from 0 (there is one).
OfSets = Literal["or", "and", "minus", "has", "nth"]
BinaryOp = OfNumbers | OfTruths | OfSets
BINARY = frozenset(op for of in get_args(BinaryOp) for op in get_args(of))
# `bit`: the set that holds only that index; of a negative index (none) the empty set.
# `lowest`: the least member of a set, -1 of the empty set. `size`: how many members.
UnaryOp = Literal["not", "neg", "bit", "lowest", "size"]
UNARY = frozenset(get_args(UnaryOp))


@attrs.frozen
class Binary(Expr):
    """`both` and `either` do not evaluate the right side when the left decides."""

    op: BinaryOp
    left: Expr
    right: Expr


@attrs.frozen
class Unary(Expr):
    op: UnaryOp
    value: Expr


@attrs.frozen
class Table(Expr):
    """Entry `index` (from 0) of a constant table of the program."""

    table: int
    index: Expr


@attrs.frozen
class Pick(Expr):
    """`then` if the test is not 0, else `otherwise`; only one of them is evaluated."""

    test: Expr
    then: Expr
    otherwise: Expr


@attrs.frozen
class PlaceCount(Expr):
    """How many pieces lie in the place with this number."""

    place: Expr


@attrs.frozen
class PlaceSet(Expr):
    """The set of the pieces in the place with this number."""

    place: Expr


@attrs.frozen
class PlaceAt(Expr):
    """The piece at a position of an ordered place: 0 is the bottom; -1 is the top; -1 if there is none.

    A position from -1 downwards counts from the top.
    """

    place: Expr
    position: Expr


@attrs.frozen
class PlaceEnd(Expr):
    """The uppermost (or lowest) piece of an ordered place that is in the set `among`; -1 if none is."""

    place: Expr
    among: Expr
    from_top: bool


@attrs.frozen
class Call(Expr):
    """Calls a plain procedure (one that cannot suspend) and gives what it returns (0 if nothing)."""

    procedure: int
    arguments: tuple[Expr, ...] = ()


@attrs.frozen
class Trial(Expr):
    """Calls a plain procedure to see what it comes to, and takes back all that it has done to the memory.

    Gives what it returns. A fault that says that something cannot be done (IMPOSSIBLE) gives 0. Any other fault of
    the rules gives 1: it is told when what was tried is done. Steps count as in a `Call`; none left is a fault of
    whoever tries. Events are told to nobody. The procedure draws no luck.
    """

    procedure: int
    arguments: tuple[Expr, ...] = ()


IMPOSSIBLE = frozenset({"RW402", "RW405"})
"""Faults by which a trial says no: nothing is there to be moved, or no room for it; a cost cannot be paid."""
