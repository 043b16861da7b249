"""Statements: what a text does."""

from __future__ import annotations

from typing import Literal

import attrs

from .values import Amount, Expr, Node, Quantity, Variable

Secrecy = Literal["secretly", "openly"]
Order = Literal["printed order", "from top", "from bottom", "clockwise", "counterclockwise", "any order"]
"""The order in which the members of a set are treated."""
Ranking = Literal["from highest", "from lowest"]


@attrs.frozen(kw_only=True)
class Stmt(Node):
    pass


@attrs.frozen
class Nothing(Stmt):
    pass


@attrs.frozen
class Put(Stmt):
    what: Expr
    how: Literal["into", "on top of", "under"]
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
    """`player` is None where luck chooses. `of` is a Quantity; the pick is bound to `name`. `secrecy`: secretly,
    openly, or None where that follows from what becomes of the pick."""

    player: Expr | None
    of: Quantity
    name: str
    secrecy: Secrecy | None = None


@attrs.frozen
class Branch(Node):
    """`label` is its name in the rules, in which articles mean nothing; `said` is the label as it was written."""

    label: str
    test: Expr | None
    body: tuple[Stmt, ...]
    said: str = attrs.field(default="", eq=False, repr=False, kw_only=True)


@attrs.frozen
class ChooseOne(Stmt):
    """`secrecy` as in `Choose`."""

    player: Expr
    branches: tuple[Branch, ...]
    secrecy: Secrecy | None = None


@attrs.frozen
class May(Stmt):
    """`otherwise` is carried out if the player does not want to, or cannot."""

    player: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@attrs.frozen
class Alternatives(Stmt):
    """One of several bodies, which the player picks by their effects."""

    player: Expr
    bodies: tuple[tuple[Stmt, ...], ...]


@attrs.frozen
class MayRepeatedly(Stmt):
    """As often as the player wants, while it can be begun."""

    player: Expr
    body: tuple[Stmt, ...]


@attrs.frozen
class AnyOrder(Stmt):
    """Each of these as often as it is listed, in the order in which the player picks them, until the player stops."""

    player: Expr
    of: tuple[Stmt, ...]


@attrs.frozen
class Offer(Stmt):
    """Each player in turn, from `start`, may take a branch or pass, until all have passed one after the other.
    `back`: counterclockwise."""

    name: str
    players: Expr
    start: Expr | None
    branches: tuple[Branch, ...]
    back: bool = False


@attrs.frozen
class Pay(Stmt):
    player: Expr
    amounts: tuple[Amount, ...]


@attrs.frozen
class Swap(Stmt):
    """Two pieces change places."""

    left: Expr
    right: Expr


@attrs.frozen
class Gain(Stmt):
    player: Expr
    amounts: tuple[Amount, ...]
    clamp: bool


@attrs.frozen
class Perform(Stmt):
    """The player carries out an effect that a design or a cell prints."""

    player: Expr
    of: Expr


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
    """A number goes up (or down, `sign` -1) by an amount; `clamp`: as far as possible. `event` is the action that
    happens if abilities act on this change."""

    target: Expr
    sign: Literal[1, -1]
    amount: Expr
    clamp: bool
    event: Call | None = None


@attrs.frozen
class Win(Stmt):
    """The match ends; the winners may be an empty set."""

    winners: Expr


@attrs.frozen
class EndOfMatch(Stmt):
    """The match ends; the players with the highest score have won."""


@attrs.frozen
class EndOfTurn(Stmt):
    pass


@attrs.frozen
class EndOfPhase(Stmt):
    pass


@attrs.frozen
class If(Stmt):
    """Cases of (condition, body), then the body of `otherwise`."""

    cases: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@attrs.frozen
class ForEach(Stmt):
    """An order from highest or lowest goes by the property `by`, or by the number `value`, in which `by` is the name
    of the member; equals come in the order `ties`. `start` is where clockwise or counterclockwise begins. `together`:
    the body is one call, which is a single event for all members (`docs/decisions/together.md`)."""

    name: str
    of: Expr
    order: Order | Ranking
    start: Expr | None
    body: tuple[Stmt, ...]
    by: str | None = None
    ties: Order | None = None
    value: Expr | None = None
    together: bool = False

    @property
    def event(self) -> Call:
        """The call that happens to all members together, in terms of one of them."""
        (call,) = self.body
        assert self.together
        assert isinstance(call, Call)
        return call

    @property
    def subject(self) -> int:
        """The slot of the call that is filled by each member."""
        return next(
            at
            for at, value in enumerate(self.event.arguments)
            if isinstance(value, Variable) and value.name == self.name
        )


@attrs.frozen
class Repeat(Stmt):
    """`bound`: the most repetitions."""

    how: Literal["while", "until", "times"]
    test: Expr
    bound: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class Simultaneously(Stmt):
    players: Expr
    body: tuple[Stmt, ...]


@attrs.frozen
class OnlyIf(Stmt):
    """If the costs (actions, and amounts to pay with them) can be begun one after the other, all of them happen, and
    then the rest; otherwise nothing happens."""

    costs: tuple[Stmt, ...]
    body: tuple[Stmt, ...]


@attrs.frozen
class Call(Stmt):
    """A phrase happens (an action) or is in force (an ability), by its signature."""

    phrase: str
    arguments: tuple[Expr, ...]
