"""From the grammar to the parser's tables, by Lark. The only importer of Lark: reading texts needs only the tables.

Guarantee: a conflict of the grammar raises here, so there is exactly one action for each word in each state.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import Lexer as LarkLexer
from lark.lexer import TerminalDef

from . import parser_tables
from .grammar import STARTS, grammar_mark, grammar_text, terminals

_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "strict": True,
    "start": list(STARTS),
    "maybe_placeholders": False,
}


class _NoLexer(LarkLexer):
    """Lark requires a lexer; the lattice feeds the parser instead."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Any:
        return iter(())


@cache
def build() -> Lark:
    """The parser, built from the grammar, once: it takes seconds. A conflict raises: the grammar is wrong then."""
    declared = grammar_text() + "\n%declare " + " ".join(terminals()) + "\n"
    return Lark(declared, lexer=_NoLexer, **_OPTIONS)


def packed_tables() -> str:
    """The text that `grammar.tables` should hold."""
    data, memo = build().memo_serialize([TerminalDef, Rule])
    return parser_tables.pack({"data": data, "memo": memo}, grammar_mark(), STARTS)
