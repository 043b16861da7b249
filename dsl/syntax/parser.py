"""From a lattice to a syntax tree: the one grammar, its parser's tables, and all readings of the words.

Guarantee: `read` gives a tree that holds every reading, or says where none went on and what could have followed, or
which stated bound is passed.
"""

from __future__ import annotations

import pkgutil
import re
from functools import cache

from . import parser_tables
from .forest import Token, TooLarge, Tree
from .lexer import Lattice
from .stacks import Large, Stacks, Stuck, Table
from .unfold import unfold

__all__ = ["STARTS", "Large", "Stuck", "Syntax", "Token", "Tree", "read", "table"]

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
MOST_KEPT = 5_000
"""So many texts are kept as they were read."""
GRAMMAR, TABLES = "grammar.lark", "grammar.tables"


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


def mark() -> str:
    """What says of tables that they are this grammar's."""
    return parser_tables.fingerprint(grammar_text())


@cache
def _tables() -> parser_tables.Tables:
    """The shipped tables; they are built anew if they are of another grammar."""
    found = parser_tables.read(_shipped(TABLES), mark())
    if found is None:
        from .lark_tables import packed_tables  # only who changes the grammar has to wait for it

        found = parser_tables.read(packed_tables(), mark())
        assert found is not None
    return found


@cache
def table(start: str) -> Table:
    """The parser's table from a start symbol."""
    found = _tables()
    return Table(found.starts[start], found.ends[start], found.states)


def read(lattice: Lattice, start: str, most_slots: int) -> Syntax | Stuck | Large:
    """All readings of a text as the given start symbol, in one tree; phrases have at most so many slots. What was
    read with the same words is not read again: variants of a game, and games with one mistake more, say nearly the
    same texts."""
    key = (start, most_slots, lattice.text, lattice.vocabulary.mark)
    known = _READ.get(key)
    if known is None:
        if len(_READ) >= MOST_KEPT:
            _READ.clear()
        known = _READ[key] = _read(lattice, start, most_slots)
    return known


_READ: dict[tuple[str, int, str, tuple[int, ...]], Syntax | Stuck | Large] = {}


def _read(lattice: Lattice, start: str, most_slots: int) -> Syntax | Stuck | Large:
    found = Stacks(lattice, table(start), most_slots).run()
    if isinstance(found, Stuck | Large):
        return found
    try:
        return unfold(found, lattice.pieces)
    except TooLarge as large:
        return Large(large.what, large.start, large.end)
