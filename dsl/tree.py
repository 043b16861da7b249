"""The resolved tree of a text: names bound, defaults filled in. Spans and types do not count for equality.

Two texts say the same if and only if their trees are equal; the printer turns a tree into the canonical
text of its meaning. A binding (`let`, `as`, `for each`, a slot) is referred to by its name.
"""

from __future__ import annotations

import attrs

from .source import Span
from .types import Type


@attrs.frozen(kw_only=True)
class Node:
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen(kw_only=True)
class Expr(Node):
    """An expression; `type` is what it gives."""

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
class GameState(Expr):
    name: str


@attrs.frozen
class OptionValue(Expr):
    """An option of the set-up."""

    name: str


@attrs.frozen
class NumberValue(Expr):
    """A number that the game defines and abilities may change."""

    name: str


@attrs.frozen
class PhraseState(Expr):
    """A state of the ability's piece, declared by its phrase."""

    name: str


@attrs.frozen
class Property(Expr):
    """A property of a piece, a design or a player; `kind` is the built-in one of pieces."""

    of: Expr
    name: str


@attrs.frozen
class PlaceValue(Expr):
    """A place; `owner` for one that is per player."""

    name: str
    owner: Expr | None


@attrs.frozen
class EndOf(Expr):
    """The top or bottom piece of an ordered place."""

    place: Expr
    top: bool
    noun: str


@attrs.frozen
class Arithmetic(Expr):
    op: str  # + - *
    left: Expr
    right: Expr


# ------------------------------------------------------------------- selections


@attrs.frozen(kw_only=True)
class Filter(Node):
    pass


@attrs.frozen
class WithProperty(Filter):
    name: str
    op: str  # = != < <= > >= even odd
    value: Expr | None


@attrs.frozen
class InPlace(Filter):
    """In a place, on a list, in a set that is a property."""

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
class Select(Expr):
    """The set of the `base` that pass every filter. `base` is a type, `of design` a design, `kind` all
    designs of a type, `player` the players, `any kind` designs of a list."""

    base: str  # type | design | kind | player | any kind
    name: str
    filters: tuple[Filter, ...]


@attrs.frozen
class Quantity(Expr):
    """A selection with how many of it: `one` (a), `any` (no matter which), `up to` n, `exactly` n, `each`."""

    how: str
    count: Expr | None
    of: Expr


@attrs.frozen
class CountOf(Expr):
    of: Expr


@attrs.frozen
class Aggregate(Expr):
    """`total`, `highest` or `lowest` value of a property over a set (0 over the empty set)."""

    how: str
    name: str
    of: Expr


@attrs.frozen
class KindsOf(Expr):
    """The designs of the members of a set of pieces."""

    of: Expr


# ------------------------------------------------------------------- conditions


@attrs.frozen
class Compare(Expr):
    op: str
    left: Expr
    right: Expr


@attrs.frozen
class Holds(Expr):
    """A yes-or-no state of something holds."""

    of: Expr | None  # None: a state of the game
    name: str


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
class Exists(Expr):
    of: Expr


@attrs.frozen
class Not(Expr):
    of: Expr


@attrs.frozen
class Both(Expr):
    of: tuple[Expr, ...]


@attrs.frozen
class Either(Expr):
    of: tuple[Expr, ...]


# ------------------------------------------------------------------- statements


@attrs.frozen(kw_only=True)
class Stmt(Node):
    pass


@attrs.frozen
class Nothing(Stmt):
    pass


@attrs.frozen
class Put(Stmt):
    """`how`: into, on top of, under."""

    what: Expr
    how: str
    place: Expr


@attrs.frozen
class Shuffle(Stmt):
    place: Expr


@attrs.frozen
class Look(Stmt):
    player: Expr
    what: Expr
    name: str | None


@attrs.frozen
class Reveal(Stmt):
    what: Expr
    name: str | None


@attrs.frozen
class Show(Stmt):
    what: Expr
    to: Expr


@attrs.frozen
class Choose(Stmt):
    """`player` is None where luck chooses. `of` is a Quantity; the pick is bound to `name`."""

    player: Expr | None
    of: Quantity
    name: str


@attrs.frozen
class Branch(Node):
    label: str
    test: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class ChooseOne(Stmt):
    player: Expr
    branches: tuple[Branch, ...]


@attrs.frozen
class May(Stmt):
    player: Expr
    body: tuple[Stmt, ...]


@attrs.frozen
class Let(Stmt):
    name: str
    value: Expr


@attrs.frozen
class Become(Stmt):
    target: Expr
    value: Expr


@attrs.frozen
class Change(Stmt):
    """A number goes up (or down, `sign` -1) by an amount; `clamp`: as far as possible."""

    target: Expr
    sign: int
    amount: Expr
    clamp: bool


@attrs.frozen
class Win(Stmt):
    """The match ends; `winners` is None for nobody."""

    winners: Expr | None


@attrs.frozen
class EndOfTurn(Stmt):
    pass


@attrs.frozen
class EndOfPhase(Stmt):
    pass


@attrs.frozen
class If(Stmt):
    """Cases of (condition, body), then the body otherwise."""

    cases: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@attrs.frozen
class ForEach(Stmt):
    """`order`: printed order, from the top, from the bottom, clockwise, in any order."""

    name: str
    of: Expr
    order: str
    start: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class Repeat(Stmt):
    """`how`: while, until, times; `bound`: how often at most."""

    how: str
    test: Expr
    bound: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class Simultaneously(Stmt):
    players: Expr
    body: tuple[Stmt, ...]


@attrs.frozen
class Call(Stmt):
    """A phrase happens (an action) or is in force (an ability), by its signature."""

    phrase: str
    arguments: tuple[Expr, ...]


# -------------------------------------------------------------------- abilities


@attrs.frozen
class Hook(Node):
    """`before`, `after` or `instead of` an action. `pattern`: per slot an expression to equal, a set to be in
    (with the name it is bound to), or None for anything."""

    when: str
    phrase: str
    pattern: tuple[SlotPattern, ...]


@attrs.frozen
class SlotPattern(Node):
    """Matches a slot: `members` a set it must be in (None: anything); `exact` a value it must equal."""

    name: str | None
    members: Expr | None
    exact: Expr | None


@attrs.frozen
class Trigger(Node):
    """An ability that acts on an action. `limit`: the phase per which it acts once."""

    scope: tuple[Expr, ...]
    limit: str | None
    may: bool
    hook: Hook
    test: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class Modifier(Node):
    """An ability that changes a number of the game while it is in force."""

    scope: tuple[Expr, ...]
    number: str
    sign: int
    amount: Expr


@attrs.frozen
class AbilityCall(Node):
    scope: tuple[Expr, ...]
    limit: str | None
    phrase: str
    arguments: tuple[Expr, ...]


Ability = Trigger | Modifier | AbilityCall


# ---------------------------------------------------------- texts of declarations


@attrs.frozen
class TypeText(Node):
    type: Type


@attrs.frozen
class PlaceText(Node):
    """`kind`: pile, row, area, hand. `sight`: open, hidden, owner."""

    kind: str
    types: tuple[str, ...]
    per_player: bool
    sight: str


@attrs.frozen
class Players(Node):
    least: int
    most: int


@attrs.frozen
class Turns(Node):
    """Turns of the players of a set, clockwise from one of them. `ending`: left (n), until, once."""

    start: Expr
    players: Expr
    ending: str
    left: int
    test: Expr | None


@attrs.frozen
class Repetition(Node):
    """`how`: for ever, until, while, times."""

    how: str
    test: Expr | None
