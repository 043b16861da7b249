"""From a lattice to a syntax tree: the one grammar, its parser's tables, and all readings of the words.

Guarantee: `read` returns a tree that holds every reading, or says where all readings stopped and what could have
followed, or which stated bound was exceeded.
"""

from __future__ import annotations

from functools import cache

from . import parser_tables
from .forest import TooLarge, Tree
from .grammar import grammar_mark, shipped_tables
from .lexer import Lattice
from .stacks import Large, Stacks, Stuck, Table
from .unfold import unfold

Syntax = Tree
MOST_KEPT = 5_000
"""The number of texts whose readings are kept, unless a process wants to keep fewer (`keep_readings`)."""


@cache
def _tables() -> parser_tables.Tables:
    """The shipped tables, built again if they belong to another grammar."""
    found = parser_tables.read(shipped_tables(), grammar_mark())
    if found is None:
        from .lark_tables import packed_tables  # slow, and needed only after a change of the grammar

        found = parser_tables.read(packed_tables(), grammar_mark())
        assert found is not None
    return found


@cache
def table(start: str) -> Table:
    """The parser's table from a start symbol."""
    found = _tables()
    return Table(found.starts[start], found.ends[start], found.states)


def read(lattice: Lattice, start: str, most_slots: int) -> Syntax | Stuck | Large:
    """All readings of a text as the given start symbol, in one tree; phrases have at most `most_slots` slots. A text
    whose words mean the same is not read again: variants of a game, and games with one more mistake, have nearly the
    same texts, although some of their names differ."""
    key = (start, most_slots, lattice.text, lattice.mark)
    known = _READ.get(key)
    if known is None:
        if len(_READ) >= _most_kept:
            _READ.clear()
        known = read_afresh(lattice, start, most_slots)
        if _most_kept:
            _READ[key] = known
    return known


_most_kept = MOST_KEPT


def keep_readings(most: int) -> None:
    """Keeps the readings of at most this many texts from now on: of what is kept otherwise, a process that runs for
    long needs no second copy."""
    global _most_kept
    _most_kept = most


def forget_readings() -> None:
    """Lets go of all readings that are kept."""
    _READ.clear()


_READ: dict[tuple[str, int, str, tuple[int, ...]], Syntax | Stuck | Large] = {}


def read_afresh(lattice: Lattice, start: str, most_slots: int) -> Syntax | Stuck | Large:
    """Like `read`, for a text that will hardly be read again, such as one that is being written."""
    found = Stacks(lattice, table(start), most_slots).run()
    if isinstance(found, Stuck | Large):
        return found
    try:
        return unfold(found, lattice.pieces)
    except TooLarge as large:
        return Large(large.what, large.start, large.end)
