"""The tables that show the results of simulations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...interpreter.simulation.interval import Share
from ...interpreter.simulation.statistics import Statistics, Use, ordinal, seats_of

WIDEST = 72
"""At most this many characters of an option's name are shown."""
MOST_NAMES = 12
"""At most this many names of things that never happened are shown."""
INTERVAL = "95 % interval"


def statistics_tables(
    statistics: Statistics,
    game: Game,
    bold: Callable[[str], str] = str,
    *,
    bots: Sequence[str] = (),
    short: bool = False,
) -> list[str]:
    """The lines of all tables; if `short`, only of those about the results. `bots`: which bot had which seat."""
    title = f"{game.title[BASE]}: {matches_of(statistics.matches, statistics.players)}{played_by(bots)}"
    if not statistics.matches:  # stopped before the first one ended
        return [bold(title)]
    lines = [bold(title), *_figures(statistics)]
    scores = ("mean score", "least", "most") if statistics.scores else ()
    lines += ["", *table(("seat", "wins", "share", INTERVAL, *scores), _seats(statistics), bold)]
    for head, rows in _further_shares(statistics):
        if len(rows) > 1:
            lines += ["", *table((head, "wins", "of", "share", INTERVAL), rows, bold)]
    if short:
        return lines
    lines += ["", *table(("option", "offered", "chosen", "share"), _options(statistics), bold)]
    if statistics.designs:
        columns = ("design", "chosen", "by players", "won when chosen", INTERVAL, "won otherwise")
        lines += ["", *table(columns, _designs(statistics, game), bold)]
    used = {rule: count for rule, count in statistics.rules(game).items() if count}
    if used:
        reached = [(rule, f"{count:,}", _share(count, statistics.matches)) for rule, count in used.items()]
        lines += ["", *table(("rule that was reached", "matches", "share"), reached, bold)]
    return [*lines, *_never(statistics, bold)]


def _figures(statistics: Statistics) -> list[str]:
    summary, found = statistics.summary(), list[tuple[str, str]]()
    for name in ("decisions per match", "shortest", "longest", "turns per match", "options per decision"):
        if name in summary:
            found.append((name, f"{summary[name]:,}"))
    if statistics.percentiles:
        middle = f"{statistics.percentiles[5]:,} to {statistics.percentiles[95]:,}"
        found.insert(1, ("9 of 10 matches take", middle))
    if statistics.leads.count:
        of = f" (in {statistics.leads.count:,} of them)" if statistics.leads.count < statistics.ended else ""
        found.append(("lead changes per match", f"{statistics.leads.mean:>8.2f}{of}"))
    for name, happened, whole in (
        ("several winners", statistics.shared, statistics.ended),
        ("no winner", statistics.nobody, statistics.ended),
        ("faults", statistics.faulty, statistics.matches),
        ("did not end", statistics.unended, statistics.matches),
    ):
        if happened:
            found.append((name, f"{happened:>8,} ({_share(happened, whole)})"))
    return [f"  {name:<22}  {value:>8}" for name, value in found]


def _further_shares(statistics: Statistics) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Wins by the order of the first decision, by set of winners, and by side."""
    if len(statistics.started) > 1:  # otherwise the order is that of the seats
        yield (
            "order of the first decision",
            [(ordinal(place + 1), *_cells(share)) for place, share in statistics.by_order().items()],
        )
    if statistics.shared:
        yield (
            "winners",
            [
                (
                    f"seats {seats_of(winners)}" if len(winners) > 1 else f"only seat {seats_of(winners)}",
                    *_cells(share),
                )
                for winners, share in statistics.by_winners().items()
            ],
        )
    for side, values in statistics.sides.items():
        yield side, [(value, *_cells(share)) for value, share in values.items()]


def _cells(share: Share) -> tuple[str, ...]:
    return f"{share.part:,}", f"{share.whole:,}", _share(share.part, share.whole), _interval(share)


def _interval(share: Share) -> str:
    low, high = share.interval
    return f"{100 * low:.1f}–{100 * high:.1f} %" if share.whole else "–"


def _never(statistics: Statistics, bold: Callable[[str], str]) -> list[str]:
    """What never happened, a line each; the command `coverage` says more about texts and rules."""
    lines: list[str] = []
    for what, names in (
        ("never offered", statistics.never.offered),
        ("offered, but never chosen", statistics.never.chosen),
        ("texts never reached", statistics.never.texts),
    ):
        if names:
            lines += ["", bold(f"  {what}"), *(f"  {brief(name)}" for name in names[:MOST_NAMES])]
            if len(names) > MOST_NAMES:
                lines.append(f"  and {len(names) - MOST_NAMES} more")
    return lines


def matches_of(matches: int, players: int) -> str:
    """The number of matches and of players in words: `1 match of 2 players`."""
    several = "" if matches == 1 else "es"
    return f"{matches:,} match{several} of {players} player{'' if players == 1 else 's'}"


def played_by(bots: Sequence[str]) -> str:
    """Which bots played, in words: `, all greedy`; `, by search:100 and random`; `, all at random`."""
    if not bots:
        return ""
    if len(set(bots)) == 1:
        return ", all at random" if bots[0] == "random" else f", all {bots[0]}"
    return f", by {', '.join(bots[:-1])} and {bots[-1]}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _seats(statistics: Statistics) -> list[tuple[str, ...]]:
    return [
        (
            str(seat + 1),
            f"{share.part:,}",
            _share(share.part, max(share.whole, 1)),
            _interval(share),
            *_scores(statistics, seat),
        )
        for seat, share in statistics.by_seat().items()
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
            brief(name),
            f"{offered:,}",
            f"{statistics.chosen[name]:,}",
            _share(statistics.chosen[name], offered),
        )
        for name, offered in sorted(statistics.offered.items(), key=lambda pair: -pair[1])
    ]


def brief(name: str, widest: int = WIDEST) -> str:
    """A name cut so that the figures next to it have room: prompts of choices can be long."""
    return name if len(name) <= widest else name[: widest - 1].rstrip() + "…"


def _designs(statistics: Statistics, game: Game) -> list[tuple[str, ...]]:
    """How often each design was chosen and how those fared who chose it, and the designs of the same types that never
    were."""
    chosen = statistics.designs
    types = {game.symbols.designs[name].type for name in chosen}
    never = [
        name for name, design in game.symbols.designs.items() if design.type in types and not chosen[name]
    ]
    found = [(name, f"{count:,}", *_use(statistics.uses.get(name))) for name, count in chosen.most_common()]
    return [*found, *((name, "0", *_use(None)) for name in never)]


def _use(use: Use | None) -> tuple[str, str, str, str]:
    if use is None:
        return "–", "–", "–", "–"
    chosen, others = use.chosen, use.otherwise
    return (
        f"{chosen.whole:,}",
        _share(chosen.part, chosen.whole),
        _interval(chosen),
        _share(others.part, others.whole),
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]], bold: Callable[[str], str]) -> list[str]:
    """The first column aligned left, numbers right."""
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    lines = []
    for number, row in enumerate((head, *rows)):
        first = f"  {row[0]:<{widths[0]}}"
        rest = "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append(bold(first + rest) if number == 0 else first + rest)
    return lines
