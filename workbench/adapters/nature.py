"""What can be said of a game before it is played: what it is worth at the end, whether luck and secrets play a part.

What is said always holds. Where it cannot be seen from the rules, the more careful answer is given: a game of
which it is not said that it is zero-sum, or that nothing is hidden, may be so all the same.
"""

from __future__ import annotations

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.tree.walk import walk
from rulewright.interpreter import Match


@attrs.frozen
class Nature:
    """`least` and `most` bound what the end is worth to a player."""

    least: float
    most: float
    zero_sum: bool
    luck: bool
    secrets: bool


def nature(match: Match) -> Nature:
    """What holds for all matches with the rules of this one, which has explicit chance, and as many players."""
    lowered = match.rules.lowered
    score = match.game.score
    return Nature(
        least=float(score.type.least) if score is not None else -1.0,
        most=float(score.type.most) if score is not None else 1.0,
        zero_sum=score is None and len(match.players) == 2 and not _can_share(match),
        luck=any(site.kind == "chance" for site in lowered.sites),
        secrets=_has_secrets(match),
    )


def _can_share(match: Match) -> bool:
    """Whether several may win together: somewhere it is said of a set."""
    won = [node.winners for text in match.game.texts for node in walk(text.tree) if isinstance(node, t.Win)]
    return any(winners is not None and winners.type.kind != "player" for winners in won)


def _has_secrets(match: Match) -> bool:
    """Whether a player may ever know what another does not; players who act at once do not know it either."""
    lowered = match.rules.lowered
    everyone = (1 << lowered.tables.most_players) - 1
    hidden = any(place.viewers & everyone != everyone for place in lowered.tables.places)
    secret = any(state.secret for state in match.game.symbols.players.values())
    return hidden or secret or lowered.program.layout.strands > 1


def ends_worth(match: Match) -> list[float]:
    """What a match was worth to each player: the scores where the game keeps them, else 1 to winners, -1 to those
    who lost to another, and 0 to all if nobody has won. While it goes on, 0."""
    if not match.is_over:
        return [0.0] * len(match.players)
    return [float(one) for one in (match.result or () if match.scores is None else match.scores)]
