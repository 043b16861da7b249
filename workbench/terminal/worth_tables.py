"""The tables of what options and cards are worth."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from itertools import groupby

from ...interpreter.simulation.interval import Share
from ...interpreter.simulation.otherwise import CARD, OPTION
from ...interpreter.simulation.worths import Effect, Line, Point, Worth, Worths
from .text_tables import INTERVAL, brief, matches_of, played_by, table

NAMES = 40
"""At most this many characters of a name are shown beside figures."""
MOST_ROWS, EACH_END = 24, 8
"""If a table would have more rows, only this many from each end are shown."""
WIDTH = 118
Bold = Callable[[str], str]


def worth_tables(
    found: Worths, title: str, bots: list[str], bold: Bold = str, *, everything: bool = False
) -> list[str]:
    """The lines of all tables; without `everything`, only the ends of long ones."""
    head = f"{title}: {matches_of(found.matches, found.job.players)}{played_by(bots)}"
    lines = [bold(head)]
    if not found.matches:
        return lines
    lines += _sentences(found.method())
    shown = [one for one in found.rows if everything or one.effect is not None]
    plain = [
        one for one in shown if one.subject.kind == OPTION and one.subject.design in ("", one.subject.where)
    ]
    lines += _table("option", plain, bold, everything)
    others = [one for one in shown if one not in plain]
    for (kind, where), rows in groupby(others, key=lambda one: (one.subject.kind, one.subject.where)):
        place = kind == CARD
        lines += ["", bold(f"in a player's {where}" if place else brief(where, WIDTH))]
        lines += _table("card" if place else "design", [*rows], bold, everything)[1:]
    for line in found.lines:
        lines += ["", *_line(line, bold)]
    notes = found.notes()
    if len(shown) < len(found.rows):
        hidden = len(found.rows) - len(shown)
        notes.append(f"{hidden} rows without a measured worth are left out (--all shows them).")
    return [*lines, *([""] if notes else []), *_sentences(notes)]


def _sentences(sentences: Iterable[str]) -> list[str]:
    wrapped = textwrap.TextWrapper(WIDTH, initial_indent="  ", subsequent_indent="  ").wrap
    return [line for one in sentences for line in wrapped(one)]


def _table(what: str, rows: list[Worth], bold: Bold, everything: bool) -> list[str]:
    """A table with an empty line before it; nothing if it has no rows."""
    if not rows:
        return []
    rows = sorted(rows, key=lambda one: (one.effect is None, -(one.effect.value if one.effect else 0)))
    cards = rows[0].subject.kind == CARD
    scored = any(one.score is not None for one in rows)
    own = any(one.when_chosen is not None for one in rows)
    head = (
        what,
        *(("came",) if cards else ("offered", "chosen")),
        *(("won with it",) if cards else ("won when chosen",)),
        "otherwise",
        "worth",
        INTERVAL,
        "q",
        *(("where chosen", INTERVAL) if own else ()),
        *(("in score",) if scored else ()),
    )
    shown = rows if everything or len(rows) <= MOST_ROWS else [*rows[:EACH_END], *rows[-EACH_END:]]
    lines = ["", *table(head, [_row(one, cards=cards, own=own, scored=scored) for one in shown], bold)]
    if len(shown) < len(rows):
        lines.insert(2 + EACH_END, f"  … {len(rows) - len(shown)} in between (--all shows them)")
    return lines


def _row(one: Worth, *, cards: bool, own: bool, scored: bool) -> tuple[str, ...]:
    name = one.subject.design or one.subject.where
    return (
        brief(name, NAMES),
        f"{one.offered:,}",
        *(() if cards else (f"{one.chosen:,}",)),
        _share(one.won),
        _share(one.won_otherwise),
        *_effect(one.effect),
        "–" if one.effect is None else _q(one.effect),
        *(_effect(one.when_chosen) if own else ()),
        *((_score(one.score),) if scored else ()),
    )


def _share(share: Share) -> str:
    return f"{100 * share.share:.1f} %" if share.whole else "–"


def _effect(one: Effect | None) -> tuple[str, str]:
    if one is None:
        return "–", "–"
    star = "*" if one.sure else " "
    return f"{100 * one.value:+.1f} %{star}", f"{100 * one.low:+.1f} to {100 * one.high:+.1f} %"


def _q(one: Effect | Point) -> str:
    return f"{one.q:.3f}" if one.q >= 0.001 else "< 0.001"


def _score(one: Effect | None) -> str:
    if one is None:
        return "–"
    return f"{one.value:+.2f}{'*' if one.sure else ' '}"


def _line(line: Line, bold: Bold) -> list[str]:
    """A line, and what surely lies off it."""
    where = f"in a player's {line.where}" if line.kind == CARD else line.where
    rows = [
        (
            one.row.subject.design,
            f"{one.cost}",
            f"{100 * one.row.effect.value:+.1f} %" if one.row.effect else "–",
            f"{100 * one.off:+.1f} %",
            f"{100 * one.low:+.1f} to {100 * one.high:+.1f} %",
            _q(one),
            one.verdict,
        )
        for one in line.points
        if one.verdict
    ]
    head = ("design", line.cost, "worth", "off the line", INTERVAL, "q", "")
    height, slope = f"{100 * line.base:+.1f} %", f"{100 * line.slope:+.1f} %"
    at = f"with no more {line.cost} than other cards" if line.kind == CARD else f"at {line.cost} 0"
    told = f"{len(line.points)} designs: {at} {height}, for each 1 more {slope}"
    return [
        bold(f"worth against {line.cost}: {brief(where, WIDTH - 30)}"),
        f"  {told}; {'these lie off this line' if rows else 'none surely lies off this line'}",
        *(table(head, rows, bold) if rows else ()),
    ]
