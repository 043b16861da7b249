"""The tables of a comparison of two simulations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...interpreter.simulation.compare import Comparison, Measure
from ...interpreter.simulation.interval import Share
from .text_tables import brief, matches_of, played_by, table

NAMES = 46
"""At most this many characters of the name of a measure are shown."""
ALWAYS = ("wins of ", "several winners", "no winner", "decisions", "turns", "lead changes", "score of ")
"""Measures that are shown even if they do not differ for sure."""


def comparison_tables(
    found: Comparison,
    first: str,
    second: str,
    bold: Callable[[str], str] = str,
    bots: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> list[str]:
    """The lines of the table, with the names of both sides, and which bots played."""
    one, two = found.first, found.second
    lines = [
        f"1: {first}: {matches_of(one.matches, one.players)}{played_by(bots[0])}",
        f"2: {second}: {matches_of(two.matches, two.players)}{played_by(bots[1])}",
    ]
    shown = [each for each in found.measures if each.differs or each.name.startswith(ALWAYS)]
    head = ("", "1", "2", "difference", "95 % interval", "p", "adjusted")
    if shown:
        lines += ["", *table(head, [_row(each) for each in shown], bold)]
    left = len(found.measures) - len(shown)
    if left:
        lines += ["", f"{left} other measures do not differ for sure (--format json lists all)."]
    if found.measures:
        lines += [
            "",
            f"{len(found.measures)} measures were compared; differences of shares are in percentage points.",
            "By luck alone, one measure in twenty has a p below 0.05. The adjusted p allows for their number;",
            "* marks what differs even so (adjusted p below 0.05).",
        ]
    return lines


def _row(one: Measure) -> tuple[str, ...]:
    difference = one.difference
    show = _points if one.is_share else _number
    low, high = show(difference.low), show(difference.high)
    return (
        brief(one.name, NAMES) + (" *" if one.differs else ""),
        _figure(one.first),
        _figure(one.second),
        show(difference.difference),
        f"{low} to {high}",
        _p(difference.p),
        _p(one.adjusted),
    )


def _figure(figure: object) -> str:
    if isinstance(figure, Share):
        return f"{100 * figure.share:.1f} %"
    return f"{getattr(figure, 'mean', 0.0):,.2f}"


def _points(value: float) -> str:
    return f"{100 * value:+.1f} %"


def _number(value: float) -> str:
    return f"{value:+,.2f}"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
