"""Resolves costs, gains, and the execution of printed effects."""

from __future__ import annotations

from .. import tree as t
from ..printing.statements import show
from ..syntax.parser import Syntax
from ..tree.types import PLAYER
from .calls import chooser, default_chooser, doer
from .changes import with_events
from .conditions import amounts, either_amounts
from .context import Context, StatementResolver, children, find
from .expressions import expression


def pay(tree: Syntax, c: Context) -> t.Stmt:
    player = _acting(tree, c)
    return t.Pay(
        player, with_events("pay", player, amounts(tree, c, payer=player), False, c), span=c.span(tree)
    )


def pay_either(tree: Syntax, c: Context) -> t.Stmt:
    """`pay 1 gold or 2 score`: whoever pays chooses."""
    player = _acting(tree, c)
    usual = default_chooser(tree, c)
    if player != usual:
        who = show(player, c.symbols)
        way_out = f"say who: '{who} chooses one:', each with a label"
        raise c.fail(
            "RW212", f"this does not say who chooses: {show(usual, c.symbols)}, or {who}", tree, way_out
        )
    costs = [part for part in children(tree) if part.data != "subject"]
    bodies = []
    for amount in either_amounts(costs, c, player):
        paid = with_events("pay", player, (amount,), False, c)
        bodies.append((t.Pay(player, paid, span=amount.span),))
    if len(set(bodies)) < len(bodies):
        raise c.fail("RW213", "two of these costs are the same", tree, "name each once")
    return t.Alternatives(usual, tuple(bodies), span=c.span(tree))


def _gain(tree: Syntax, c: Context) -> t.Stmt:
    clamp = find(tree, "possible") is not None
    clamp = clamp or c.symbols.conventions.get("as far as possible") == "yes"
    player = _acting(tree, c)
    gained = with_events("gain", player, amounts(tree, c, paying=False), clamp, c)
    return t.Gain(player, gained, clamp, span=c.span(tree))


def _acting(tree: Syntax, c: Context) -> t.Expr:
    """The subject, or the player whose turn it is."""
    if find(tree, "subject") is not None:
        return chooser(tree, c)
    return doer(tree, c) or t.Actor(span=c.span(tree), type=PLAYER)


def _perform(tree: Syntax, c: Context) -> t.Stmt:
    noun = next(child for child in children(tree) if child.data != "subject")
    of = expression(noun, c)
    if of.type.kind != "effect":
        raise c.fail("RW211", f"an effect is done, not {of.type}", noun, "a property of type 'effect'")
    return t.Perform(_acting(tree, c), of, span=c.span(tree))


STATEMENTS: dict[str, StatementResolver] = {
    "pay": pay,
    "pay_either": pay_either,
    "gain": _gain,
    "perform": _perform,
}
