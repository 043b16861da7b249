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
    )


class Context:
    """Room for one thread. `address` is what functions take; `seen` has one byte for each event that is counted."""

    def __init__(self, scratch_cells: int, events: int = 0) -> None:
        self.scratch = array("q", bytes(8 * scratch_cells))
        self.seen = bytearray(max(events, 1))
        self._events = (ctypes.c_char * len(self.seen)).from_buffer(self.seen)
        scratch, _ = self.scratch.buffer_info()
        self._fields = Fields(0, ctypes.addressof(self._events), scratch)
        self.address = ctypes.addressof(self._fields)
