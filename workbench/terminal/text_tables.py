"""The tables that show the results of simulations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl.languages import BASE
from rulewright.dsl.model.game import Game
from rulewright.interpreter.simulation.statistics import Statistics

WIDEST = 72
"""At most this many characters of an option's name are shown."""


def statistics_tables(statistics: Statistics, game: Game, bold: Callable[[str], str] = str) -> list[str]:
    """The lines of all tables."""
    summary = statistics.summary()
    ended = max(statistics.ended, 1)
    title = f"{game.title[BASE]}: {matches_of(statistics.matches, statistics.players)}"
    lines = [bold(title)]
    for name in ("decisions per match", "shortest", "longest", "turns per match", "options per decision"):
        if name in summary:
            lines.append(f"  {name:<22}{summary[name]:>8}")
    for name in ("shared", "nobody", "faults", "did not end"):
        if summary[name]:
            lines.append(f"  {name:<22}{summary[name]:>8}")
    scores = ("mean score", "least", "most") if statistics.scores else ()
    lines += ["", *_table(("seat", "wins", "share", *scores), _seats(statistics, ended), bold)]
    lines += ["", *_table(("option", "offered", "chosen", "share"), _options(statistics), bold)]
    if statistics.designs:
        lines += ["", *_table(("design", "chosen"), _designs(statistics, game), bold)]
    used = {rule: count for rule, count in statistics.rules(game).items() if count}
    if used:
        share = [(rule, f"{count:,}", _share(count, statistics.matches)) for rule, count in used.items()]
        lines += ["", *_table(("rule that was reached", "matches", "share"), share, bold)]
    return lines


def matches_of(matches: int, players: int) -> str:
    """The number of matches and of players in words: `1 match of 2 players`."""
    several = "" if matches == 1 else "es"
    return f"{matches:,} match{several} of {players} player{'' if players == 1 else 's'}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _seats(statistics: Statistics, ended: int) -> list[tuple[str, ...]]:
    return [
        (
            str(seat + 1),
            f"{statistics.wins[seat]:,}",
            _share(statistics.wins[seat], ended),
            *_scores(statistics, seat),
        )
        for seat in range(statistics.players)
    ]


def _scores(statistics: Statistics, seat: int) -> tuple[str, ...]:
    """The mean score of a seat, and its extremes; nothing if the game keeps no score."""
    if seat not in statistics.scores:
        return ()
    found = statistics.scores[seat].as_json()
    return f"{found['mean']:,.2f}", f"{found['least']:,}", f"{found['most']:,}"


def _options(statistics: Statistics) -> list[tuple[str, ...]]:
    return [
        (
            _brief(name),
            f"{offered:,}",
            f"{statistics.chosen[name]:,}",
            _share(statistics.chosen[name], offered),
        )
        for name, offered in sorted(statistics.offered.items(), key=lambda pair: -pair[1])
    ]


def _brief(name: str) -> str:
    """A name cut so that the figures next to it have room: prompts of choices can be long."""
    return name if len(name) <= WIDEST else name[: WIDEST - 1].rstrip() + "…"


def _designs(statistics: Statistics, game: Game) -> list[tuple[str, ...]]:
    """How often each design was chosen, and the designs of the same types that never were."""
    chosen = statistics.designs
    types = {game.symbols.designs[name].type for name in chosen}
    never = [
        name for name, design in game.symbols.designs.items() if design.type in types and not chosen[name]
    ]
    return [*((name, f"{count:,}") for name, count in chosen.most_common()), *((name, "0") for name in never)]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], bold: Callable[[str], str]) -> list[str]:
    """The first column aligned left, numbers right."""
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    lines = []
    for number, row in enumerate((head, *rows)):
        first = f"  {row[0]:<{widths[0]}}"
        rest = "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append(bold(first + rest) if number == 0 else first + rest)
    return lines
