"""Resolves winning, and the end of a turn, a phase or the match."""

from __future__ import annotations

from .. import tree as t
from ..syntax.parser import Syntax
from ..tree.types import PLAYER
from .calls import doer
from .context import Context, StatementResolver, children, find
from .expressions import expression


def _win(tree: Syntax, c: Context) -> t.Stmt:
    subject = find(tree, "subject")
    if subject is None:
        return t.Win(doer(tree, c) or t.Actor(span=c.span(tree), type=PLAYER), span=c.span(tree))
    winners = expression(children(subject)[0], c)
    if winners.type.kind not in ("player", "players"):
        raise c.fail("RW212", f"players win, not {winners.type}", subject)
    return t.Win(winners, span=c.span(tree))


def _end_turn(tree: Syntax, c: Context) -> t.Stmt:
    _in_flow(tree, c)
    if not c.turn:
        raise c.fail("RW221", "it is nobody's turn here", tree, "say it in an option; or: the phase ends")
    return t.EndOfTurn(span=c.span(tree))


def _in_flow(tree: Syntax, c: Context) -> None:
    """Fails outside the flow: a phrase may happen anywhere, so it is not clear which turn or phase would end."""
    if not c.flow:
        raise c.fail(
            "RW221", "this can only be said in the flow itself", tree, "say it where the phrase is used"
        )


def _end_phase(tree: Syntax, c: Context) -> t.Stmt:
    _in_flow(tree, c)
    return t.EndOfPhase(span=c.span(tree))


def _end_match(tree: Syntax, c: Context) -> t.Stmt:
    return t.EndOfMatch(span=c.span(tree))


STATEMENTS: dict[str, StatementResolver] = {
    "win": _win,
    "end_turn": _end_turn,
    "end_phase": _end_phase,
    "end_match": _end_match,
}
