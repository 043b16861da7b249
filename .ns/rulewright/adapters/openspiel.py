"""Every game as a game of OpenSpiel: `pip install "rulewright[openspiel]"`."""

from ..workbench.adapters.openspiel import RulewrightGame, RulewrightState, register

__all__ = ["RulewrightGame", "RulewrightState", "register"]
