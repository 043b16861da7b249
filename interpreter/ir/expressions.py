"""Expressions: free of side effects, except for a `Call`, whose procedure may have some."""

from __future__ import annotations

from typing import Literal, get_args

import attrs

WORD_BITS = 64
NONE = -1


class Expr:
    """An expression: free of side effects, except for a `Call`, whose procedure may have some."""

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
    """The memory cell at an address; one outside of the memory is the fault RANGE."""

    address: Expr


@attrs.frozen
class LoadSet(Expr):
    """The set stored in `words` cells, starting at an address; cells outside of the memory are the fault RANGE."""

    address: Expr
    words: int


# On numbers; `div` and `mod` round down, and by 0 they are the fault DIVISION. What may not fit into a cell stands in
# a `Fits`.
OfNumbers = Literal["add", "sub", "mul", "div", "mod", "min", "max", "lt", "le", "eq", "ne", "gt", "ge"]
OfTruths = Literal["both", "either"]
# On sets: union, intersection, difference; `has`: 1 if `right` is a member of the set `left` (a negative number is
# none, nor is one that is too large); `nth`: member number `right` of `left`, in ascending order, counted from 0, or
# -1 if there is no such member.
OfSets = Literal["or", "and", "minus", "has", "nth"]
BinaryOp = OfNumbers | OfTruths | OfSets
BINARY = frozenset(op for of in get_args(BinaryOp) for op in get_args(of))
# `bit`: the set that contains only that index; for a negative index (none), the empty set. An index beyond the
# largest set of the layout is the fault RANGE.
# `lowest`: the least member of a set, -1 for the empty set. `size`: the number of members.
UnaryOp = Literal["not", "neg", "bit", "lowest", "size"]
UNARY = frozenset(get_args(UnaryOp))


@attrs.frozen
class Binary(Expr):
    """`both` and `either` skip the right side if the left side decides."""

    op: BinaryOp
    left: Expr
    right: Expr


@attrs.frozen
class Unary(Expr):
    op: UnaryOp
    value: Expr


@attrs.frozen
class Table(Expr):
    """Entry `index` (from 0) of a constant table of the program; any other index is the fault RANGE."""

    table: int
    index: Expr


@attrs.frozen
class Pick(Expr):
    """`then` if the test is not 0, else `otherwise`; only one of them is evaluated."""

    test: Expr
    then: Expr
    otherwise: Expr


@attrs.frozen
class Binder(Expr):
    """An expression about each member of a set; while its last part is evaluated, a register holds the member.

    The set `members` is taken first; then its members come in ascending order. The register is known inside only: it
    is no parameter, no instruction assigns it, and no other binder inside binds it again.

    `turn` is 0, or the number of single operations that a member takes: then evaluating the expression counts
    `size(members) * turn // STEP` steps before the first member, however soon it stops (see `ir.steps`).
    """

    register: int
    members: Expr
    turn: int = 0


@attrs.frozen
class Filter(Binder):
    """The members for which the test is not 0."""

    test: Expr
    turn: int = 0


@attrs.frozen
class Any(Binder):
    """1 if the test is not 0 for some member, else 0; stops at the first one."""

    test: Expr
    turn: int = 0


@attrs.frozen
class HowMany(Binder):
    """The number of the members for which the test is not 0."""

    test: Expr
    turn: int = 0


@attrs.frozen
class Union(Binder):
    """The union of the sets that `value` gives for the members."""

    value: Expr
    turn: int = 0


@attrs.frozen
class Shift(Expr):
    """A set moved by a constant: member i becomes i + `by`. Members that would fall below 0 vanish.

    Lowering guarantees that no member passes the width of the set.
    """

    value: Expr
    by: int


@attrs.frozen
class Fits(Expr):
    """A number, if it fits into a cell (-2**63 to 2**63 - 1); otherwise the fault OVERFLOW.

    Every `add`, `sub`, `mul`, `div` and `neg` that might not fit stands directly inside one (see `ir.ranges`), so
    engines need not look at the results of any other.
    """

    value: Expr


@attrs.frozen
class PlaceCount(Expr):
    """The number of pieces in the place with this number. Here, and in all that names a place to read from, a number
    of no place is the fault RANGE."""

    place: Expr


@attrs.frozen
class PlaceSet(Expr):
    """The set of the pieces in the place with this number."""

    place: Expr


@attrs.frozen
class PlaceAt(Expr):
    """The piece at a position of an ordered place: 0 is the bottom; -1 is the top; -1 if there is none.

    Negative positions count from the top.
    """

    place: Expr
    position: Expr


@attrs.frozen
class PlaceEnd(Expr):
    """The topmost (or bottommost) piece of an ordered place that is in the set `among`; -1 if none is."""

    place: Expr
    among: Expr
    from_top: bool


@attrs.frozen
class Call(Expr):
    """Calls a plain procedure (one that cannot suspend); the value is what it returns (0 if nothing)."""

    procedure: int
    arguments: tuple[Expr, ...] = ()


@attrs.frozen
class Trial(Expr):
    """Calls a plain procedure on trial: computes its result, then restores the memory.

    The value is what the procedure returns. A fault that means that something cannot be done (IMPOSSIBLE) gives 0.
    Any other fault of the rules gives 1: it is reported later, when the same is done in earnest. Steps count as in a
    `Call`; if none are left, that is a fault of the caller. No events are emitted. The procedure draws no luck.
    """

    procedure: int
    arguments: tuple[Expr, ...] = ()


IMPOSSIBLE = frozenset({"RW402", "RW405"})
"""Faults that make a trial fail: there is nothing to move, or no room for it; or a cost cannot be paid."""
