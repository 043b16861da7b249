"""Every game as a Gymnasium environment for one seat: `pip install "rulewright[gymnasium]"`.

Importing it registers the games that ship: `gymnasium.make("rulewright/<name>-v0")`.
"""

from ..workbench.adapters.gymnasium import RulewrightEnv, RulewrightVectorEnv, register

__all__ = ["RulewrightEnv", "RulewrightVectorEnv", "register"]
