"""Every game for one player as a Gymnasium environment: `pip install "rulewright[gymnasium]"`."""

from ..workbench.adapters.gymnasium import RulewrightEnv

__all__ = ["RulewrightEnv"]
