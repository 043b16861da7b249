"""Reads a text again after printing it, to test the guarantee `parse(print(tree)) == tree`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..diagnostics.report import Report
from ..document.reader import Text
from ..model.game import Game, ResolvedText
from ..printing.statements import show_as
from ..syntax.parser import Syntax
from . import abilities, declarations, statements, types
from .conditions import condition
from .context import Context, children
from .expressions import expression
from .readings import resolve_text

RESOLVERS: dict[str, Callable[[Syntax, Context], Any]] = {
    "effect": statements.body,
    "parts": statements.parts,
    "ability": abilities.ability,
    "condition_text": lambda tree, c: condition(children(tree)[0], c),
    "expression": expression,
    "type": types.type_text,
    "place": declarations.place_text,
    "players": declarations.players,
    "turns": declarations.turns,
    "repetition": declarations.repetition,
}


def read_again(game: Game, text: ResolvedText) -> tuple[str, Any, Report]:
    """The canonical text, the tree that it resolves to (or None), and the findings."""
    printed = show_as(text.start, text.tree, game.symbols)
    report = Report()
    context = Context(
        game.symbols, Text(printed), variables=dict(text.variables), this=text.this, state=text.state
    )
    return printed, resolve_text(Text(printed), text.start, RESOLVERS[text.start], context, report), report
