"""Values: expressions, selections and conditions, each with its type."""

from __future__ import annotations

from typing import Literal

import attrs

from ..diagnostics.source import Span
from .types import Type

Operation = Literal["+", "-", "*", "down", "up", "smaller", "greater", "reduced"]
"""`down` and `up`: division, rounded. `reduced`: a table minus another table, but not below 0."""
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
Extreme = Literal["highest", "lowest"]
HowMany = Literal["one", "any", "up to", "exactly", "at least", "each"]
Base = Literal["type", "types", "of design", "kind", "any kind", "player", "cell", "number", "word"]


@attrs.frozen(kw_only=True)
class Node:
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen(kw_only=True)
class Expr(Node):
    """An expression; `type` is the type of its value."""

    type: Type = attrs.field(eq=False, repr=False)


@attrs.frozen
class Number(Expr):
    value: int


@attrs.frozen
class Truth(Expr):
    value: bool


@attrs.frozen
class WordValue(Expr):
    """A word of a list."""

    word: str


@attrs.frozen
class NoneValue(Expr):
    pass


@attrs.frozen
class KindValue(Expr):
    """A design as a value."""

    design: str


@attrs.frozen
class Variable(Expr):
    """A binding of the text, by its name (`that monster` is a binding called `that monster`)."""

    name: str


@attrs.frozen
class Actor(Expr):
    """`the player`: whose turn (or strand) it is."""


@attrs.frozen
class This(Expr):
    """The piece whose ability it is."""


@attrs.frozen
class Here(Expr):
    """The cell that prints the text, or on which the piece with the text lies."""


@attrs.frozen
class GameState(Expr):
    """A state of the game; with a `key` an entry of a table."""

    name: str
    key: Expr | None = None


@attrs.frozen
class OptionValue(Expr):
    """An option of the set-up."""

    name: str


@attrs.frozen
class NumberValue(Expr):
    """A named value of the game (abilities may change it if it is a number), with the values of its slots."""

    name: str
    arguments: tuple[Expr, ...] = ()


@attrs.frozen
class PhraseState(Expr):
    """A state of the ability's piece, declared by its phrase."""

    name: str


@attrs.frozen
class Property(Expr):
    """A property of a piece, a design or a player; `kind` is the built-in property of pieces. With a `key`, an entry
    of a table."""

    of: Expr
    name: str
    key: Expr | None = None


@attrs.frozen
class PlaceValue(Expr):
    """A place; with an `owner` if it is per player."""

    name: str
    owner: Expr | None


@attrs.frozen
class EndOf(Expr):
    """The top or bottom piece of an ordered place; with a `count`, that many from there, or all that there are."""

    place: Expr
    top: bool
    noun: str
    count: Expr | None = None


@attrs.frozen
class Arithmetic(Expr):
    op: Operation
    left: Expr
    right: Expr


@attrs.frozen
class TotalOf(Expr):
    """The sum of the entries of a table."""

    of: Expr


@attrs.frozen
class Cases(Expr):
    """The value of the first case whose condition holds."""

    cases: tuple[tuple[Expr, Expr], ...]  # condition, value
    otherwise: Expr


@attrs.frozen
class Seat(Expr):
    """The player on a seat, counted from 1."""

    number: int


@attrs.frozen
class PlayerAfter(Expr):
    """The next player clockwise, or counterclockwise if `before`."""

    of: Expr
    before: bool = False


@attrs.frozen
class NumberRange(Expr):
    """The numbers from one to another, as a set to choose from."""

    least: Expr
    most: Expr


@attrs.frozen
class Listed(Expr):
    """A set of things that are named one by one, to choose from."""

    members: tuple[Expr, ...]


@attrs.frozen
class CellValue(Expr):
    """A cell by its name; with an `owner` if its board is per player."""

    name: str
    owner: Expr | None = None


@attrs.frozen
class Between(Expr):
    """The edge (by the noun for it) that two cells share, or none."""

    noun: str
    left: Expr
    right: Expr


@attrs.frozen
class Distance(Expr):
    """The number of steps between cells; `way` is None or a spelling of STEP."""

    way: str | None
    start: Expr
    goal: Expr


@attrs.frozen
class Direction(Expr):
    """The direction in which a neighbouring cell lies, or none."""

    start: Expr
    goal: Expr


# ------------------------------------------------------------------- selections


@attrs.frozen(kw_only=True)
class Filter(Node):
    pass


@attrs.frozen
class WithProperty(Filter):
    name: str
    op: Comparison | Literal["even", "odd"]
    value: Expr | None


@attrs.frozen
class WithEither(Filter):
    """At least one of several groups, of which all filters hold. They are `WithProperty`, or `WithEither` again."""

    of: tuple[tuple[Filter, ...], ...]


@attrs.frozen
class InPlace(Filter):
    """In a place, on a list, or in a set that is a property."""

    place: Expr


@attrs.frozen
class AmongSet(Filter):
    members: Expr


@attrs.frozen
class WhoIs(Filter):
    name: str
    holds: bool


@attrs.frozen
class ButNot(Filter):
    members: Expr


@attrs.frozen
class Step(Filter):
    """Cells one step away, in a direction (a spelling of STEP), from a cell or from any cell of a set."""

    direction: str
    start: Expr


@attrs.frozen
class WithoutPieces(Filter):
    """Empty cells."""


@attrs.frozen
class Within(Filter):
    """At most that many steps away; `way` is None or a spelling of STEP."""

    count: Expr
    way: str | None
    start: Expr


@attrs.frozen
class Nearest(Filter):
    """The nearest of what passes the filters before it: all that are at the shortest distance."""

    way: str | None
    start: Expr


@attrs.frozen
class Reachable(Filter):
    """Cells that steps lead to."""

    way: str | None
    start: Expr


@attrs.frozen
class WithExtreme(Filter):
    """Of what passes the filters before it, all that have the `highest` or `lowest` value of a property, or of an
    expression in which `name` is the member."""

    how: Extreme
    name: str
    value: Expr | None = None


@attrs.frozen
class Where(Filter):
    """Members for which a condition holds; in it, each is called `name`: `that card`."""

    name: str
    test: Expr


@attrs.frozen
class Select(Expr):
    """The members of the `base` that pass every filter: pieces of a type (of several `types`, of a design), designs
    of a type (`kind`) or of all types (`any kind`), players, cells of boards. `name` is the noun for them.
    `anywhere`: the text says that pieces are meant wherever they lie. `head` is where the noun stands."""

    base: Base
    name: str
    filters: tuple[Filter, ...]
    anywhere: bool = attrs.field(default=False, kw_only=True)
    head: Span | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class Quantity(Expr):
    """A selection with a count: `one` (a), `any` (no matter which; perhaps with a number), `up to` n, `exactly` n,
    `at least` n (0: any number), `each`."""

    how: HowMany
    count: Expr | None
    of: Expr


@attrs.frozen
class EndOfSet(Expr):
    """The first or last member of a selection, or none."""

    last: bool
    of: Select


@attrs.frozen
class CountOf(Expr):
    of: Expr


@attrs.frozen
class Aggregate(Expr):
    """The `total`, `highest` or `lowest` value over a set (0 over the empty set) of a property, or of an expression
    in which `name` is the member."""

    how: Extreme | Literal["total"]
    name: str
    of: Expr
    value: Expr | None = None


@attrs.frozen
class TimesListed(Expr):
    """How often a kind stands on a printed list."""

    kind: Expr
    of: Property


@attrs.frozen
class KindsOf(Expr):
    """The designs of the members of a set of pieces."""

    of: Expr


# ------------------------------------------------------------------- conditions


@attrs.frozen
class Compare(Expr):
    op: Comparison
    left: Expr
    right: Expr


@attrs.frozen
class Holds(Expr):
    """A yes-or-no state of something holds, or a condition that it prints; for `player`, by default the one who
    acts."""

    of: Expr | None  # None: a state of the game
    name: str
    player: Expr | None = None


@attrs.frozen
class IsEmpty(Expr):
    of: Expr


@attrs.frozen
class IsIn(Expr):
    what: Expr
    where: Expr


@attrs.frozen
class IsKind(Expr):
    """A piece is of a design (`the foe is a dragon`), or among a set."""

    what: Expr
    of: Expr


@attrs.frozen
class Differ(Expr):
    of: Expr
    name: str


@attrs.frozen
class MakeLine(Expr):
    """Pieces, or cells, make a line of this length on their grid."""

    of: Expr
    count: Expr


@attrs.frozen
class Exists(Expr):
    of: Expr


@attrs.frozen
class Amount(Node):
    """An amount of a number that players have or, with a `key`, of an entry of a table. A whole table is paid from a
    table, or gained into a table: `count` is that table. What a player lacks is then paid with the number `wild`, or
    with the entry `wild_key` of the same table. `event` is the `Call` that happens if abilities act on this payment
    or gain."""

    count: Expr
    name: str
    event: Node | None = None
    key: Expr | None = None
    wild: str | None = None
    wild_key: Expr | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The states that change."""
        return (self.name,) if self.wild is None else (self.name, self.wild)


@attrs.frozen
class CanPay(Expr):
    """Whether a player can pay all of the amounts together."""

    player: Expr
    amounts: tuple[Amount, ...]


@attrs.frozen
class CanBeDone(Expr):
    """Whether the beginning of an effect can be carried out."""

    of: Expr


@attrs.frozen
class So(Expr):
    """A phrase of the game that is a condition, by its signature."""

    phrase: str
    arguments: tuple[Expr, ...]


@attrs.frozen
class Not(Expr):
    of: Expr


@attrs.frozen
class Both(Expr):
    of: tuple[Expr, ...]


@attrs.frozen
class Either(Expr):
    of: tuple[Expr, ...]
