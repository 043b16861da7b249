"""The opening of an action: the statements with which its text begins, after which its line of the log is written.

What an action shows first, and what it names by `let`, comes before its line, so that the line can say it.
"""

from __future__ import annotations

from .. import tree as t
from ..tree.groups import SHOWS
from ..tree.types import Type

Body = tuple[t.Stmt, ...]


def opening(body: Body) -> Body:
    """The statements before the line of the log."""
    count = 0
    while count < len(body) and isinstance(body[count], (*SHOWS, t.Let)):
        count += 1
    return body[:count]


def named(node: t.Stmt) -> tuple[str, Type] | None:
    """The name that a statement gives for what follows it, with its type."""
    match node:
        case t.Let(name=name, value=value):
            return name, value.type
        case t.Choose(name=name, of=of):
            return name, of.type
        case t.Look(name=str() as name, what=what) | t.Reveal(name=str() as name, what=what):
            return name, what.type
    return None


def names_in_opening(body: Body) -> dict[str, Type]:
    """The names that the line of the log can show besides the slots of the action."""
    return dict(one for one in map(named, opening(body)) if one is not None)
