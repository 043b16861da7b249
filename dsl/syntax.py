"""From a lattice to a syntax tree: the one grammar, its parser's tables, and all readings of the words.

The only importer of Lark. Guarantee: `read` gives a tree that holds every reading, or says where none went on and
what could have followed, or which stated bound is passed.
"""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule, Terminal
from lark.lexer import Lexer as LarkLexer
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

from . import tables
from .forest import Shape, Token, TooLarge, Tree
from .lexer import Lattice
from .stacks import Action, Large, Stacks, Stuck, Table
from .unfold import unfold

__all__ = ["STARTS", "Large", "Stuck", "Syntax", "Token", "Tree", "parser", "read"]

Syntax = Tree
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


@cache
def table(start: str) -> Table:
    """The parser's table from a start symbol."""
    conf = parser().parse_interactive("", start=start).parser_state.parse_conf
    return Table(conf.start_state, conf.end_state, _states())


@cache
def _states() -> dict[int, dict[str, Action]]:
    """What to do in each state, for each symbol that can come there."""
    conf = parser().parse_interactive("", start=STARTS[0]).parser_state.parse_conf
    shapes: dict[int, Shape] = {}

    def shape(rule: Rule) -> Shape:
        if id(rule) not in shapes:
            shapes[id(rule)] = _shape(rule)
        return shapes[id(rule)]

    return {
        state: {str(name): what if action is Shift else shape(what) for name, (action, what) in row.items()}
        for state, row in conf.states.items()
    }


def _shape(rule: Rule) -> Shape:
    """What a rule makes of its parts, as in Lark's own trees: `_` leaves out, `?` lets a single child pass."""
    origin = str(rule.origin.name)
    kept = [
        at for at, part in enumerate(rule.expansion) if not (isinstance(part, Terminal) and part.filter_out)
    ]
    name = None if origin.startswith("_") else str(rule.alias or origin)
    passes = bool(rule.options.expand1) and not rule.alias
    return Shape(origin, len(rule.expansion), name, tuple(kept), passes)


def read(lattice: Lattice, start: str, most_slots: int) -> Syntax | Stuck | Large:
    """All readings of a text as the given start symbol, in one tree; phrases have at most so many slots."""
    found = Stacks(lattice, table(start), most_slots).run()
    if isinstance(found, Stuck | Large):
        return found
    try:
        return unfold(found, lattice.pieces)
    except TooLarge as large:
        return Large(large.what, large.start, large.end)
