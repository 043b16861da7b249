"""The grammar as text: its start symbols, its terminals, and the mark that identifies its tables."""

from __future__ import annotations

import pkgutil
import re

from . import parser_tables

STARTS = (
    "effect",
    "parts",
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


def grammar_text() -> str:
    """The grammar, in Lark's EBNF."""
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


def grammar_mark() -> str:
    """The mark of the tables of this grammar."""
    return parser_tables.fingerprint(grammar_text())


def shipped_tables() -> str:
    """The text of the shipped tables."""
    return _shipped(TABLES)
