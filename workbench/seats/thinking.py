"""What a bot has to think about, and the bot that thinks about it, in this process or in another one."""

from __future__ import annotations

import time

import attrs

from ...interpreter import Match
from ...interpreter.bots import Bot
from ...interpreter.bots.registry import make_bot
from ...interpreter.match.decisions.decision import Decision
from ...interpreter.match.state.journal import JournalEntry
from ...interpreter.memory.faults import RulesFault


@attrs.frozen
class Thinking:
    """A decision that a bot has to make: after how many choices, for which seat, and which bot. `version` counts the
    changes of the match: with another one, the thought is useless. `site` is where in the rules it is asked, and
    `has_choice` whether it has several options."""

    choices: int
    seat: int
    bot: str
    version: int
    site: int = -1
    has_choice: bool = True


def thinker(match: Match, about: Thinking) -> Bot:
    """The bot for a decision. Its luck follows from the match and the number of choices, so that it chooses the same
    again after a restart, in a copy, and in another process."""
    return make_bot(about.bot, hash((match.seed, about.seat, about.choices)))


def decision_about(match: Match, about: Thinking) -> Decision | None:
    """The decision that a bot has to make; None if the match is another one now."""
    if len(match.journal) != about.choices:
        return None
    return next((one for one in match.decisions if one.player == about.seat), None)


class Thought:
    """A decision that a bot makes in parts. In between, others can think, and it can be asked to come to its end."""

    def __init__(self, match: Match, about: Thinking, decision: Decision) -> None:
        self.own = 0.0
        """Seconds that it has taken so far."""
        self._match, self._strand = match, decision.strand
        self._bot = thinker(match, about)
        self._steps = self._bot.think(match, decision)

    def go_on(self, seconds: float, last: bool = False) -> JournalEntry | None:
        """Thinks on for so long; at least one step. From the `last` time on, the bot decides as soon as it can.
        Returns the choice; None if it is not there yet. Raises `BrokenRulesError`."""
        if last:
            self._bot.hurry()
        began = time.monotonic()
        try:
            next(self._steps)
            while time.monotonic() - began < seconds:
                next(self._steps)
        except StopIteration as done:
            return JournalEntry(self._strand, done.value.number)
        except RulesFault as fault:
            raise self._match.broken(fault) from None
        finally:
            self.own += time.monotonic() - began
        return None
