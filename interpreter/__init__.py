"""The machine that plays a checked game: lowering, engines, matches, views, simulation."""

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
