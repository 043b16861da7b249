"""What the end of a match is worth to each player: what bots that think ahead aim for.

In comes a memory, out comes a number for each player. Where the game keeps no score, it is a share between 0
and 1 of having won. Where it does, it is by how much a player is ahead of the best other one (alone: what the
player has), and `share` brings such a number, or an average of them, between 0 and 1: on the scale of the
largest lead that was seen so far, for how far scores can go in practice no declaration tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl import tree as t
from rulewright.dsl.tree.walk import walk

from ..ir import OVER, PLAYERS, WINNERS
from ..match.rules import Rules
from ..memory.faults import STEP_LIMIT, RulesFault
from ..memory.words import Memory, members

NOBODY = 0.5
"""What a match is worth to everyone that ends without a winner, or does not end within its bound."""
SHARED = 0.75
"""What it is worth to win together with all others."""

Score = Callable[..., int]


class UnjudgedError(RulesFault):
    """The score or the heuristic goes on for ever: at this position, and so most likely at every one."""


def worth(m: Memory) -> list[float]:
    """What the end of a match without scores is worth to each player, from 0 to 1.

    1 to the only winner, 0 to who lost to another; less to winners the more they are, but always more than
    if nobody had won: so that players who can only win together try to.
    """
    players = m[PLAYERS]
    winners = members(m[WINNERS]) if m[OVER] else []
    if not winners:
        return [NOBODY] * players
    share = SHARED + (1 - SHARED) * ((players - len(winners)) / (players - 1) if players > 1 else 1)
    found = [0.0] * players
    for winner in winners:
        found[winner] = share
    return found


def lead(numbers: Sequence[int]) -> list[float]:
    """By how much each player is ahead of the best other one; alone, what that player has."""
    if len(numbers) == 1:
        return [float(numbers[0])]
    most = sorted(numbers)[-2:]
    return [float(one - (most[0] if one == most[1] else most[1])) for one in numbers]


def is_common(number: t.Expr | None) -> bool:
    """Whether a number is one of all players together: it does not ask whose it is."""
    return number is not None and not any(isinstance(node, t.Actor) for node in walk(number))


def _bounded(number: Score | None) -> Score | None:
    """The same number, whose endlessness is told apart from what else goes wrong."""
    if number is None:
        return None

    def bounded(m: Memory, player: int) -> int:
        try:
            return number(m, player)
        except RulesFault as fault:
            raise UnjudgedError(fault.fault) if fault.fault.code == STEP_LIMIT.code else fault from None

    return bounded


class Worth:
    """Values ends of matches, and positions by what the game declares for that. One for each decision of a bot."""

    def __init__(self, rules: Rules) -> None:
        # Where all have the same, nobody is ahead: then having won is what counts.
        self.score = None if is_common(rules.game.score) else _bounded(rules.score)
        self.standing = _bounded(rules.heuristic) if rules.game.heuristic is not None else None
        self._together = is_common(rules.game.heuristic)
        self._widest = 1.0

    def __call__(self, m: Memory) -> list[float]:
        """What the end of a match is worth to each player; of a match that is not over, as if nobody had won."""
        if self.score is None:
            return worth(m)
        players = m[PLAYERS]
        if not m[OVER]:
            return [0.0] * players
        found = self._leads(m, self.score)
        winners = members(m[WINNERS])
        # Who wins in another way than by score has won all the same.
        if winners and any(found[player] < 0 for player in winners):
            return [self._widest if player in winners else -self._widest for player in range(players)]
        return found

    def seems(self, m: Memory) -> list[float]:
        """How far ahead each player seems to be, by the game's heuristic; at an end more than it ever says."""
        assert self.standing is not None
        players = range(m[PLAYERS])
        if self._together:
            found = [float(self.standing(m, player)) for player in players]
            self._widest = max(self._widest, *map(abs, found))
        else:
            found = self._leads(m, self.standing)
        winners = members(m[WINNERS]) if m[OVER] else []
        if winners:
            return [2 * self._widest if player in winners else -2 * self._widest for player in players]
        return found

    def _leads(self, m: Memory, of: Score) -> list[float]:
        found = lead([of(m, player) for player in range(m[PLAYERS])])
        self._widest = max(self._widest, *map(abs, found))
        return found

    def nothing(self, m: Memory) -> list[float]:
        """What it is worth if the rules go wrong: a bot should neither seek nor flee that."""
        return [NOBODY if self.score is None else 0.0] * m[PLAYERS]

    def share(self, value: float) -> float:
        """A number of this kind between 0 and 1."""
        return value if self.score is None else 0.5 + value / (2 * self._widest)
