"""The intermediate representation: what checked rules are lowered to, and what every engine runs.

A program is a set of procedures over one flat array of signed 64-bit integers, the memory. Inside a
block, instructions are structured (`If`, `While`, `ForEachBit`) and never suspend. Between blocks,
terminators transfer control; only they can suspend (`Choose`, `Chance`, `Fork`, a `CallFrame`).

Values are integers. A *set* is a non-negative integer used as a bit mask; in memory it takes
`words` cells of 64 bits each, lowest first; a cell is signed, so its highest bit is the sign.
`none` is -1. Truth is 0 or 1.

What engines must have in common, besides what each node says:

- A number fits into a cell (-2**63 to 2**63 - 1); what may not stands in a `Fits`, which is the fault OVERFLOW then.
  Nothing wraps around. A set that does not fit into its cells is that fault, too.
- No index counts from the end, except for the position in `PlaceAt`: an address, an index of a table or a place that
  is not there is the fault RANGE. `ir.ranges` says which of them can be bad, so that engines check only these.
- Operands are evaluated from left to right, before the operation; the fields of an instruction in their order, except
  that a store evaluates its value before its address. What a decision or an event reads may be evaluated any number
  of times, or never.
- A fault of an engine has the span of the innermost instruction or terminator with one, around the expression.
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
