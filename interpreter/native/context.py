"""What machine code needs besides the memory: one context for each thread that runs it."""

from __future__ import annotations

from array import array

from ..kernels.kernel import Cells, record
from .records import address_of, stored


@record
class ContextFields:
    """A context as machine code finds it.

    Attributes:
        steps_left: of the current decision.
        seen: how often each event happened, for code that counts.
        scratch: cells for the code's own use.
        unseen: as many as `seen`: events of what is only tried out are counted there, and nobody reads it.
        listed: the number of actions of which the last one was drawn, at the end of the scratch, for code that
            counts; 0 if they need not be listed, since all are members of one option.
        trial: the record of the current trial, in the scratch.
    """

    steps_left: int
    seen: Cells
    scratch: Cells
    unseen: Cells
    listed: int
    trial: Cells


class Context:
    """Room for one thread. `address` is what functions take."""

    def __init__(self, scratch_cells: int, events: int = 0) -> None:
        self.fields = stored(ContextFields)
        self.scratch = array("q", bytes(8 * scratch_cells))
        self.seen, self.unseen = (array("q", bytes(8 * max(events, 1))) for _ in range(2))
        self.fields.scratch, self.fields.seen, self.fields.unseen = self.scratch, self.seen, self.unseen
        self.address = address_of(self.fields)
