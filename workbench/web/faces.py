"""How long bots take for a choice that is none.

Sometimes a bot is asked although it has only one option: not to ask it would tell the others that it has no more. To
answer immediately would tell the same, so it takes as long as it did when it was asked the same and had a choice.
"""

from __future__ import annotations

from ...interpreter.bots.registry import read_bot
from ..seats.thinking import Thinking


class Faces:
    """What the bots of a table show of what they hold: nothing."""

    def __init__(self) -> None:
        self._usual: dict[tuple[int, int], float] = {}

    def least(self, about: Thinking, spent: float) -> float:
        """The seconds that a bot takes at least for what it has decided within `spent` seconds."""
        asked = about.seat, about.site
        if about.has_choice:
            self._usual[asked] = spent
            return 0
        return self._usual.get(asked, _budget(about.bot))


def _budget(bot: str) -> float:
    """The seconds for which a bot thinks, if it has been given some."""
    _, budget = read_bot(bot)
    return 0.0 if budget is None else budget.seconds or 0.0
