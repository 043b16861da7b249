"""The numbers of everything in a game, and where it lies in memory."""

from .boards import NumberedBoard
from .slots import StateSlot, leaves
from .tables import Tables

__all__ = ["NumberedBoard", "StateSlot", "Tables", "leaves"]
