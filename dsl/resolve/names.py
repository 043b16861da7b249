"""Resolves names that a text gives: `let … be …`, and `as the …`."""

from __future__ import annotations

import attrs

from .. import tree as t
from ..syntax.forest import Token
from ..syntax.parser import Syntax
from ..tree.types import Type
from .context import Context, StatementResolver, children, find, token
from .expressions import expression


def named(tree: Syntax, type_: Type, c: Context) -> str | None:
    """Binds the name after `as`, if there is one."""
    given = find(tree, "as_")
    if given is None:
        return None
    last = given.children[-1]
    name = new_name(str(last), last, c)
    c.bind(name, attrs.evolve(type_, optional=False))
    return name


def new_name(name: str, at: Syntax | Token, c: Context) -> str:
    """A name that a text gives. Nothing in the game may have it, so that its meaning is clear."""
    symbols = c.symbols
    for what, known in (
        ("a state of the game", symbols.game),
        ("a number", symbols.named_values),
        ("an option", symbols.options),
        ("a place", symbols.places),
    ):
        if name in known:
            way_out = f"choose another name; a state is set with: the {name} becomes …"
            raise c.fail("RW218", f"'{name}' is already the name of {what}", at, way_out)
    return name


def _let(tree: Syntax, c: Context) -> t.Stmt:
    given = token(tree, "NEWNAME")
    assert given is not None
    name = new_name(str(given), given, c)
    value = expression(children(tree)[-1], c)
    if value.type.kind == "table":
        message = "a table is given no name in a text"
        raise c.fail("RW211", message, tree, "name an entry: let … be … in …; or say it where it is needed")
    c.bind(name, value.type)
    return t.Let(name, value, span=c.span(tree))


STATEMENTS: dict[str, StatementResolver] = {
    "let": _let,
}
