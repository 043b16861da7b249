"""Matches that have been played, by people for example, counted as simulated ones are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..match.match import Match
from ..match.setup.options import OptionValue
from ..match.setup.rules import prepare
from .scheme import Scheme
from .statistics import Statistics
from .tally import Tally


def counted(
    players: int, options: Mapping[str, OptionValue], matches: Iterable[Match], *, detail: bool = True
) -> Statistics:
    """The statistics of matches that are over. All are of the same rules, with this number of players and these
    options of the set-up, and none of them begins with a position that was set by hand."""
    tally: Tally | None = None
    for number, match in enumerate(matches):
        if tally is None:
            tally = Tally(Scheme(prepare(match.game), players, detail, 1), options)
        tally.given_match(number, match.seed, match.journal, None)
    if tally is None:
        return Statistics(players=players)
    return Statistics.of(tally.scheme, tally.take())
