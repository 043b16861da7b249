"""Re-dealt memories of one decision, for bots that think ahead. A bot never gets a memory with the secrets of others.

In: a match and a player. Out: memories that look the same to the player. The first deal comes from the match
(`Match.determinize`). If it exchanged nothing but pieces, later deals re-deal that one: what the player cannot tell
apart there is the same as in the match, and so are the deals, but no match needs to be made for each.
"""

from __future__ import annotations

from ..match.match import Match
from ..match.secrecy.determinize import redealt
from ..match.secrecy.unknown_pieces import classes
from ..match.state.position import Position
from ..memory.dice import Dice
from ..memory.words import Memory


class Deals:
    """What one decision of a bot draws its deals from: dice of their own, so that deals can be made beforehand."""

    def __init__(self, match: Match, player: int, dice: Dice) -> None:
        first = match.determinize(player, dice.next())
        self.dice = dice
        self._match, self._player = match, player
        self.origin: Position | None = first.position if first.deals_only_pieces else None
        """The deal from which all others come; None if each comes from the match itself."""
        self.classes: list[list[int]] = []
        """The pieces of which at least two cannot be told apart, in classes."""
        if self.origin is not None:
            found = classes([self.origin], player)
            self.classes = [one for one in found if len(one) > 1]

    def next(self) -> Memory:
        """Another deal, which belongs to the caller."""
        seed = self.dice.next()
        if self.origin is None:
            return self._match.determinize(self._player, seed).memory
        return redealt(self.origin, self.classes, seed)
