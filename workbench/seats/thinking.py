"""What a bot has to think about, and the bot that thinks about it, in this process or in another one."""

from __future__ import annotations

import attrs

from ...interpreter import Match
from ...interpreter.bots import Bot
from ...interpreter.bots.registry import make_bot
from ...interpreter.match.decisions.decision import Decision


@attrs.frozen
class Thinking:
    """A decision that a bot has to make: after how many choices, for which seat, and which bot. `version` counts the
    changes of the match: with another one, the thought is useless."""

    choices: int
    seat: int
    bot: str
    version: int


def thinker(match: Match, about: Thinking) -> Bot:
    """The bot for a decision. Its luck follows from the match and the number of choices, so that it chooses the same
    again after a restart, in a copy, and in another process."""
    return make_bot(about.bot, hash((match.seed, about.seat, about.choices)))


def decision_about(match: Match, about: Thinking) -> Decision | None:
    """The decision that a bot has to make; None if the match is another one now."""
    if len(match.journal) != about.choices:
        return None
    return next((one for one in match.decisions if one.player == about.seat), None)
