"""Every game as a PettingZoo environment: `pip install "rulewright[pettingzoo]"`."""

from ..workbench.adapters.pettingzoo import RulewrightEnv, environment

__all__ = ["RulewrightEnv", "environment"]
