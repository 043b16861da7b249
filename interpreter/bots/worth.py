"""The worth of the end of a match to each player, which bots that think ahead maximize.

In: a memory. Out: a number for each player. If the game keeps no score, the number is a share between 0 and 1
of the win. If it does, the number is the player's lead over the best other player who is no ally (without such a
player, the score), and `share` scales such a number, or an average of them, to a value between 0 and 1. The scale is
the largest lead seen so far, since no declaration says how high scores get in practice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..ir import OVER, PLAYERS, WINNERS
from ..match.setup.rules import Rules
from ..memory.faults import STEP_LIMIT, RulesFault
from ..memory.words import Memory, members
from .allies import Allies, interests_of

NOBODY = 0.5
"""The worth to everyone of a match that ends without a winner, or does not end within its bound."""
SHARED = 0.75
"""The worth of winning together with all others. If the heuristic is the same for all players, they can only win
together, so that an end without winners is lost by all, and worth 0."""

Score = Callable[..., int]


class UnjudgedError(RulesFault):
    """The score or the heuristic never ends at this position, and so most likely at none."""


def worth(m: Memory, nobody: float = NOBODY) -> list[float]:
    """The worth of the end of a match without scores to each player, from 0 to 1.

    A single winner gets 1, and players who lose to a winner get 0. Several winners get less the more they are, but
    always more than if nobody had won, so that players who can only win together try to. `nobody` is the worth of
    an end without winners.
    """
    players = m[PLAYERS]
    winners = members(m[WINNERS]) if m[OVER] else []
    if not winners:
        return [nobody] * players
    share = SHARED + (1 - SHARED) * ((players - len(winners)) / (players - 1) if players > 1 else 1)
    found = [0.0] * players
    for winner in winners:
        found[winner] = share
    return found


def lead(numbers: Sequence[int], allies: Allies) -> list[float]:
    """The lead of each player over the best player who is no ally; the number itself if there is none."""
    exact = [*map(float, numbers)]
    seats = range(len(exact))
    others = ([exact[other] for other in seats if allies[other] != allies[seat]] for seat in seats)
    return [own - max(rivals) if rivals else own for own, rivals in zip(exact, others, strict=True)]


def _bounded(number: Score | None) -> Score | None:
    """The same function; if it never ends, it raises `UnjudgedError`, unlike for other faults."""
    if number is None:
        return None

    def bounded(m: Memory, player: int) -> int:
        try:
            return number(m, player)
        except RulesFault as fault:
            raise UnjudgedError(fault.fault) if fault.fault.code == STEP_LIMIT.code else fault from None

    return bounded


class Worth:
    """Values ends of matches, and positions by the game's heuristic. Each decision of a bot uses a new one."""

    def __init__(self, rules: Rules) -> None:
        self.interests = interests_of(rules.game)
        self.together = self.interests.common_heuristic
        # If all have the same, nobody is ahead: then only winning counts.
        self.score = None if self.interests.common_score else _bounded(rules.score)
        self.standing = _bounded(rules.heuristic) if rules.game.heuristic is not None else None
        self._widest = 1.0

    def __call__(self, m: Memory) -> list[float]:
        """The worth of the end of a match to each player; a match that is not over counts as one without winners."""
        if self.score is None:
            return worth(m, 0.0 if self.together else NOBODY)
        players = m[PLAYERS]
        if not m[OVER]:
            return [0.0] * players
        found = self._leads(m, self.score, self.interests.by_score)
        winners = members(m[WINNERS])
        # A player can also win in another way than by score.
        if winners and any(found[player] < 0 for player in winners):
            return [self._widest if player in winners else -self._widest for player in range(players)]
        return found

    def seems(self, m: Memory) -> list[float]:
        """How far ahead each player seems to be, by the game's heuristic; an end is worth more than its values."""
        assert self.standing is not None
        players = range(m[PLAYERS])
        if self.together:
            found = [float(self.standing(m, player)) for player in players]
            self._widest = max(self._widest, *map(abs, found))
        else:
            found = self._leads(m, self.standing, self.interests.by_heuristic)
        winners = members(m[WINNERS]) if m[OVER] else []
        if winners or (m[OVER] and self.together):
            return [2 * self._widest if player in winners else -2 * self._widest for player in players]
        return found

    def _leads(self, m: Memory, of: Score, allies: Allies) -> list[float]:
        found = lead([of(m, player) for player in range(m[PLAYERS])], allies)
        self._widest = max(self._widest, *map(abs, found))
        return found

    def nothing(self, m: Memory) -> list[float]:
        """The worth if the rules fail: a bot should neither seek nor avoid that."""
        return [NOBODY if self.score is None else 0.0] * m[PLAYERS]

    def share(self, value: float) -> float:
        """Scales such a number to a value between 0 and 1."""
        return value if self.score is None else 0.5 + value / (2 * self._widest)
