"""Random matches by the native engine, for `peers.py` and `run.py`."""

from __future__ import annotations

from measuring import Player


def native_playouts(name: str, players: int) -> Player | None:
    """Whole matches in machine code; None without a native engine."""
    del name, players
    return None
