"""From a lattice to syntax trees: the parser of the one grammar, forked over all readings of the words.

The only importer of Lark. Guarantee: `read` gives every reading; no reading comes with where the
parser got stuck and what it could have gone on with.
"""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from typing import Any

import attrs
import lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.grammar import Rule
from lark.lexer import Lexer as LarkLexer
from lark.lexer import TerminalDef
from lark.parsers.lalr_interactive_parser import InteractiveParser

from . import tables
from .lexer import Lattice

__all__ = ["STARTS", "Readings", "Stuck", "Syntax", "Token", "Tree", "parser", "read"]

Syntax = Tree[Token]
STARTS = (
    "effect",
    "ability",
    "condition_text",
    "expression",
    "type",
    "place",
    "players",
    "turns",
    "repetition",
)
GRAMMAR, TABLES = "grammar.lark", "grammar.tables"
_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "strict": True,
    "start": list(STARTS),
    "maybe_placeholders": False,
    "propagate_positions": True,
}
MOST_READINGS = 64
MOST_STEPS = 200_000
DEEPEST = 300
"""So much may wait to be finished: an open bracket is one or two, an open block about five. No rule needs as
much, and each fork copies it."""


class _NoLexer(LarkLexer):
    """Lark wants a lexer; the lattice feeds the parser instead."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Any:
        return iter(())


def grammar_text() -> str:
    return _shipped(GRAMMAR)


def _shipped(name: str) -> str:
    data = pkgutil.get_data(__package__, name)
    assert data is not None, name
    return data.decode("utf-8")


def terminals() -> list[str]:
    """Every terminal of the grammar."""
    rules = re.sub(r"//.*", "", grammar_text())
    rules = re.sub(r"->\s*\w+", "", rules)
    return sorted(set(re.findall(r"(?<![\w$])_?[A-Z][A-Z_]*\b", rules)))


def build_tables() -> Lark:
    """The parser's tables, built from the grammar (a conflict raises: the grammar is wrong then)."""
    declared = grammar_text() + "\n%declare " + " ".join(terminals()) + "\n"
    return Lark(declared, lexer=_NoLexer, **_OPTIONS)


def packed_tables() -> str:
    """The text that `grammar.tables` should hold."""
    data, memo = build_tables().memo_serialize([TerminalDef, Rule])
    return tables.pack({"data": data, "memo": memo}, _mark(), STARTS)


def _mark() -> str:
    return tables.fingerprint(grammar_text(), lark.__version__)


@cache
def parser() -> Lark:
    """The parser, from the shipped tables; they are built anew if they are of another grammar or Lark."""
    serialized = tables.unpack(_shipped(TABLES), _mark(), {**_OPTIONS, "lexer": _NoLexer})
    if serialized is None:
        return build_tables()
    return Lark.__new__(Lark)._load(serialized)


@attrs.frozen
class Stuck:
    """Where no reading went on: the node of the lattice, and the terminals that could have followed.

    `too_deep` if it was not for a word that cannot follow, but because too much is nested.
    """

    node: int
    expected: tuple[str, ...]
    too_deep: bool = False


@attrs.frozen
class Readings:
    trees: tuple[Syntax, ...]
    stuck: Stuck | None


def read(lattice: Lattice, start: str) -> Readings:
    """All readings of a text as the given start symbol."""
    first = parser().parse_interactive("", start=start)
    todo: list[tuple[int, InteractiveParser]] = [(0, first)]
    trees: list[Syntax] = []
    far = 0
    furthest: list[InteractiveParser] = []
    steps = 0
    while todo and steps < MOST_STEPS and len(trees) < MOST_READINGS:
        steps += 1
        node, state = todo.pop()
        if node > far:
            far, furthest = node, []
        if node == far:
            furthest.append(state)
        if len(state.parser_state.state_stack) > DEEPEST:
            return Readings((), Stuck(node, (), too_deep=True))
        if node == lattice.end:
            tree = _finish(state)
            if tree is not None:
                trees.append(tree)
            continue
        _step(lattice, node, state, todo)
    if trees:
        return Readings(tuple(trees), None)
    expected = sorted({name for state in furthest for name in state.accepts()})  # type: ignore[no-untyped-call]
    return Readings((), Stuck(far, tuple(expected)))


def _step(
    lattice: Lattice, node: int, state: InteractiveParser, todo: list[tuple[int, InteractiveParser]]
) -> None:
    row = state.choices()  # type: ignore[no-untyped-call]
    edges = [edge for edge in lattice.edges(node) if edge.terminal in row]
    for edge in edges:
        fork = _fork(state)
        token = Token(
            edge.terminal,
            edge.value,
            start_pos=lattice.pieces[node].start,
            end_pos=lattice.pieces[edge.to - 1].end,
            line=1,
            column=1,
            end_line=1,
            end_column=1,
        )
        try:
            fork.feed_token(token)
        except UnexpectedToken:
            continue  # the table's row admits the token for some look-ahead only
        todo.append((edge.to, fork))


def _fork(state: InteractiveParser) -> InteractiveParser:
    """A copy that shares finished trees. Lark grows the children of unfinished (inlined) ones in place."""
    fork: InteractiveParser = state.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    values = fork.parser_state.value_stack
    for index, value in enumerate(values):
        if isinstance(value, Tree) and value.data.startswith("_"):
            values[index] = Tree(value.data, list(value.children), value.meta)
    return fork


def _finish(state: InteractiveParser) -> Syntax | None:
    try:
        tree = _fork(state).feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken:
        return None
    return tree if isinstance(tree, Tree) else None
