"""The machine that plays a checked game: lowering, engines, matches, views, simulation."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .decision import Decision, Option
    from .errors import (
        BrokenRulesError,
        IllegalChoiceError,
        MatchError,
        NoDecisionError,
        SaveError,
        SetupError,
        StaleSaveError,
        UndoError,
    )
    from .match import Match

__all__ = [
    "BrokenRulesError",
    "Decision",
    "IllegalChoiceError",
    "Match",
    "MatchError",
    "NoDecisionError",
    "Option",
    "SaveError",
    "SetupError",
    "StaleSaveError",
    "UndoError",
]

_MODULES = {
    **{name: "errors" for name in __all__ if name.endswith("Error")},
    "Decision": "decision",
    "Option": "decision",
    "Match": "match",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imported when it is asked for: who only checks a game needs no engine."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
