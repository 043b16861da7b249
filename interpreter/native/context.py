"""What machine code needs besides the memory: one context for each thread that runs it."""

from __future__ import annotations

import ctypes
from array import array


class Fields(ctypes.Structure):
    """The fields as machine code finds them."""

    _fields_ = (
        ("steps_left", ctypes.c_int64),
        ("seen", ctypes.c_void_p),
        ("scratch", ctypes.c_void_p),
        ("unseen", ctypes.c_void_p),
        ("listed", ctypes.c_int64),
        ("trial", ctypes.c_void_p),
    )


class Context:
    """Room for one thread. `address` is what functions take.

    Only code that counts uses more than the scratch. `seen` has a number for each event: how often it happened.
    `unseen` is as large: events of what is only tried out are counted there, and nobody reads it. `listed` is the
    number of actions of which the last one was drawn, at the end of the scratch; 0 if they need not be listed, since
    all are members of one option. `trial` is the record of the current trial, in the scratch.
    """

    def __init__(self, scratch_cells: int, events: int = 0) -> None:
        self.scratch = array("q", bytes(8 * scratch_cells))
        self.seen = array("q", bytes(8 * max(events, 1)))
        self._unseen = self.seen[:]
        places = (self.seen, self.scratch, self._unseen)
        self.fields = Fields(0, *(place.buffer_info()[0] for place in places), 0, None)
        self.address = ctypes.addressof(self.fields)
