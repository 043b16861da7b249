"""The machine that plays a checked game: lowering, engines, matches, views, simulation."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .match.decisions.decision import Decision, Option
    from .match.errors import (
        BrokenRulesError,
        IllegalChoiceError,
        MatchError,
        NoDecisionError,
        SaveError,
        SetupError,
        StaleSaveError,
        UndoError,
    )
    from .match.match import Match

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
    **{name: "match.errors" for name in __all__ if name.endswith("Error")},
    "Decision": "match.decisions.decision",
    "Option": "match.decisions.decision",
    "Match": "match.match",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imports a name on first use: a program that only checks a game needs no engine."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
