"""The tables of a tournament of bots."""

from __future__ import annotations

from collections.abc import Callable

from ...interpreter.simulation.rank import Ranking, Standing
from .text_tables import INTERVAL, brief, matches_of, table

NAMES = 32
"""At most this many characters of the name of a bot are shown."""
MOST_COLUMNS = 8
"""With more bots, pairs are listed one below the other."""


def ranking_tables(found: Ranking, title: str, bold: Callable[[str], str] = str) -> list[str]:
    """The lines of all tables."""
    played, plan = found.statistics, found.plan
    lines = [bold(f"{title}: {matches_of(played.matches, played.players)}")]
    if not found.deals:  # stopped before the first one ended
        return lines
    some = (
        f" (of {plan.possible:,} possible, each bot equally often)"
        if len(plan.tables) < plan.possible
        else ""
    )
    lines.append(
        f"  {_count(len(plan.tables), 'combination')} of bots{some}, {_count(found.deals, 'deal')}, "
        f"each in {len(plan.seatings)} seatings"
    )
    head = ("bot", "rating", INTERVAL, "expected", INTERVAL, "matches", *_seat_heads(played.players))
    lines += ["", *table(head, [_row(one) for one in found.standings], bold)]
    lines += ["", *(_square(found, bold) if len(found.standings) <= MOST_COLUMNS else _list(found, bold))]
    return [
        *lines,
        "",
        "A rating of 400 more is ten times the strength; 0 is the mean of these bots. Expected is the chance against",
        "another of them, on average. The last table has the share of the bot on the left, draws as halves.",
    ]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _seat_heads(players: int) -> list[str]:
    return [f"seat {seat + 1}" for seat in range(players)]


def _row(one: Standing) -> tuple[str, ...]:
    share, low, high = one.expected
    return (
        brief(one.name, NAMES),
        f"{one.rating:+,.0f}",
        f"{one.low:+,.0f} to {one.high:+,.0f}",
        f"{100 * share:.1f} %",
        f"{100 * low:.1f}–{100 * high:.1f} %",
        f"{one.matches:,}",
        *(f"{100 * seat.share:.1f} %" for seat in one.seats),
    )


def _square(found: Ranking, bold: Callable[[str], str]) -> list[str]:
    names = [one.name for one in found.standings]
    scores = {(pair.first, pair.second): pair.score for pair in found.pairs}
    scores |= {
        (pair.second, pair.first): None if pair.score is None else 1 - pair.score for pair in found.pairs
    }
    rows = [(brief(name, NAMES), *(_percent(scores.get((name, other))) for other in names)) for name in names]
    return table(("against", *(brief(name, 14) for name in names)), rows, bold)


def _list(found: Ranking, bold: Callable[[str], str]) -> list[str]:
    rows = [
        (f"{brief(one.first, NAMES)} against {brief(one.second, NAMES)}", _percent(one.score))
        for one in found.pairs
    ]
    return table(("pair", "share"), rows, bold)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"
