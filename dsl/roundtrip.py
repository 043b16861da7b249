"""Reads a text again after printing it: what the guarantee `parse(print(tree)) == tree` is tested with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import resolve_other, resolve_stmt
from .context import Context, children
from .diagnostics import Report
from .document import Text
from .game import Game, ResolvedText
from .print_english import show
from .resolve_cond import condition
from .resolve_expr import expression
from .syntax import Syntax
from .texts import resolve_text

RESOLVERS: dict[str, Callable[[Syntax, Context], Any]] = {
    "effect": resolve_stmt.body,
    "ability": resolve_other.ability,
    "condition_text": lambda tree, c: condition(children(tree)[0], c),
    "expression": expression,
    "type": resolve_other.type_text,
    "place": resolve_other.place_text,
    "players": resolve_other.players,
    "turns": resolve_other.turns,
    "repetition": resolve_other.repetition,
}


def read_again(game: Game, text: ResolvedText) -> tuple[str, Any, Report]:
    """The canonical text, the tree that it resolves to (None if to none), and what was found wrong."""
    printed = show(text.tree, game.symbols)
    report = Report()
    context = Context(
        game.symbols, Text(printed), variables=dict(text.variables), this=text.this, state=text.state
    )
    return printed, resolve_text(Text(printed), text.start, RESOLVERS[text.start], context, report), report
