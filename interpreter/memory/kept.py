"""Sets that follow from where pieces lie, for a memory in which pieces have been laid by hand."""

from __future__ import annotations

from ..ir import Layout
from ..ir.kept import kept_value
from .words import Memory, store_set


def keep_again(layout: Layout, m: Memory) -> None:
    """Computes all kept sets again. Programs keep them while they move pieces themselves."""
    for kept in layout.kept:
        store_set(m, kept.address, kept.words, kept_value(kept, layout, m))
