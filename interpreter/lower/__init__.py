"""From a checked game to a program: `lower`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .start import Start

if TYPE_CHECKING:
    from .lowered import Action, ChoiceSite, EmittedEvent, Lowered, Need
    from .lowerer import lower

__all__ = ["Action", "ChoiceSite", "EmittedEvent", "Lowered", "Need", "Start", "lower"]

_MODULES = {
    **dict.fromkeys(("Action", "EmittedEvent", "Lowered", "Need", "ChoiceSite"), "lowered"),
    "lower": "lowerer",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imports `lower` on first use: code that only needs the numbers of things lowers nothing."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
