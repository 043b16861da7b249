"""Facts about a game before it is played: the bounds of its utility, and whether it has luck and secrets.

The answers are always safe. If the rules do not show a fact, the more careful answer is given: a game that is
reported as general-sum, or as having secrets, may still be zero-sum or have none.
"""

from __future__ import annotations

import attrs

from ...dsl import tree as t
from ...dsl.tree.walk import walk
from ...interpreter import Match


@attrs.frozen
class Nature:
    """`least` and `most` bound the utility of a match to a player."""

    least: float
    most: float
    zero_sum: bool
    luck: bool
    secrets: bool


def nature(match: Match) -> Nature:
    """The nature of all matches with the same rules and number of players as this one, which has explicit chance."""
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
    """Whether several players may win together: some text lets a set of players win."""
    won = [node.winners for text in match.game.texts for node in walk(text.tree) if isinstance(node, t.Win)]
    return any(winners is not None and winners.type.kind != "player" for winners in won)


def _has_secrets(match: Match) -> bool:
    """Whether a player may ever know what another does not, such as the choices of players who act simultaneously."""
    lowered = match.rules.lowered
    everyone = (1 << lowered.tables.most_players) - 1
    hidden = any(place.viewers & everyone != everyone for place in lowered.tables.places)
    secret = any(state.secret for state in match.game.symbols.players.values())
    return hidden or secret or lowered.program.layout.strands > 1


def utilities(match: Match) -> list[float]:
    """The utility of a match to each player: the scores if the game keeps them; otherwise 1 to winners, -1 to those
    who lost to another, and 0 to all if nobody has won. Until the match is over, 0."""
    if not match.is_over:
        return [0.0] * len(match.players)
    return [float(one) for one in (match.result or () if match.scores is None else match.scores)]
