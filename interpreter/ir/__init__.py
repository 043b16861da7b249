"""The intermediate representation: what checked rules are lowered to, and what every engine runs.

A program is a set of procedures over one flat array of signed 64-bit integers, the memory. Inside a
block, instructions are structured (`If`, `While`, `ForEachBit`) and never suspend. Between blocks,
terminators transfer control; only they can suspend (`Choose`, `Chance`, `Fork`, a `CallFrame`).

Values are integers. A *set* is a non-negative integer used as a bit mask; in memory it takes
`words` cells of 64 bits each, lowest first; a cell is signed, so its highest bit is the sign.
`none` is -1. Truth is 0 or 1.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

# Everything that these modules define belongs to the representation: a new node needs no line here.
from .expressions import *
from .program import *

if TYPE_CHECKING:
    from . import groups as groups
    from .instructions import *

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imports instructions on first use: code that only numbers things needs none of them."""
        if name == "groups":
            return import_module(".groups", __name__)
        try:
            return getattr(import_module(".instructions", __name__), name)
        except AttributeError:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
