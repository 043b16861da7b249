"""A tournament of bots: who meets whom, how often, and what came of it.

Every combination of bots plays deals of its own, and each deal in several seatings with the same seed, so that each
bot sits in each seat equally often with the same luck. The bots are numbered by their names: the order in which they
are given changes nothing. Only deals count of which every match has ended.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations, combinations_with_replacement
from typing import Any
from zlib import crc32

import attrs

from ...dsl.model.game import Game
from ..bots import Bot
from ..bots.registry import make_bot
from ..kernels.counting import match_seed
from ..match.setup.options import OptionValue
from .counts import Row
from .interval import Share
from .rating import Table, likely, rating, resampled
from .simulate import BotMaker, Job, Progress, simulate
from .statistics import Statistics

MOST_TABLES = 500
"""The number of combinations that are all played; of more, a sample in which each bot occurs equally often."""


@attrs.frozen
class Plan:
    """Which bots meet, and in which seats.

    Attributes:
        names: the bots by their numbers, sorted.
        tables: combinations of bots, each as many as there are seats.
        possible: how many combinations there are.
        seatings: the orders in which a combination sits: the place in it of who has the first seat, and so on.
    """

    names: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]
    possible: int
    seatings: tuple[tuple[int, ...], ...]

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """The bots by seat of all matches of one deal for each table."""
        return [
            tuple(table[place] for place in seating) for table in self.tables for seating in self.seatings
        ]


def planned(names: Sequence[str], players: int) -> Plan:
    """A plan for bots of these names, all different.

    With fewer bots than seats, some sit twice. Combinations go round the table, in both directions if all differ.
    """
    count, everyone = len(names), range(players)
    around = [tuple((first + at) % players for at in everyone) for first in everyone]
    if count >= players:
        around += [seating[::-1] for seating in around]
        possible = math.comb(count, players)
        tables = (
            list(combinations(range(count), players)) if possible <= MOST_TABLES else _sample(count, players)
        )
    else:
        tables = [one for one in combinations_with_replacement(range(count), players) if len(set(one)) > 1]
        possible = len(tables)
    return Plan(tuple(sorted(names)), tuple(tables), possible, tuple(dict.fromkeys(around)))


def _sample(count: int, players: int) -> list[tuple[int, ...]]:
    """Combinations in which each bot occurs equally often: with each, those that number all its bots one higher."""
    dice, found = random.Random(count), dict[tuple[int, ...], None]()
    steps = list(range(players))  # neighbours, so that all are connected
    while len(found) + count <= MOST_TABLES or not found:
        for by in range(count):
            found[tuple(sorted((one + by) % count for one in steps))] = None
        steps = dice.sample(range(count), players)
    return list(found)


@attrs.frozen
class Entrant:
    """Makes a bot with luck of its own: two bots of a kind that sit in the same seat with the same seed differ."""

    maker: BotMaker
    luck: int

    def __call__(self, seed: int) -> Bot:
        return make_bot(self.maker, match_seed(seed, self.luck))


@attrs.frozen
class Pair:
    """How two bots fared in the matches in which both sat: won by the first and not by the second, the other way
    round, and by both or neither; and the chance of the first in the model."""

    first: str
    second: str
    won: int
    lost: int
    drawn: int
    expected: float

    @property
    def score(self) -> float | None:
        """The share that the first has, draws as halves; None if they have not met."""
        met = self.won + self.lost + self.drawn
        return (self.won + self.drawn / 2) / met if met else None

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        score = None if self.score is None else round(self.score, 4)
        return {**attrs.asdict(self), "score": score, "expected": round(self.expected, 4)}


@attrs.frozen
class Standing:
    """How a bot stands.

    Attributes:
        rating: on Elo's scale, where 0 is the mean of all; `low` and `high` are the ends of its 95 % interval.
        expected: its chance against another of the bots, on average, with the ends of its interval.
        matches: how many it played. A match counts for each seat that it had.
        seats: how many of those that it played in each seat it won, alone or with others.
    """

    name: str
    rating: float
    low: float
    high: float
    expected: tuple[float, float, float]
    matches: int
    seats: tuple[Share, ...]

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        expected = dict(zip(("share", "low", "high"), (round(one, 4) for one in self.expected), strict=True))
        return {
            "bot": self.name,
            "rating": round(self.rating, 1),
            "low": round(self.low, 1),
            "high": round(self.high, 1),
            "expected": expected,
            "matches": self.matches,
            "wins by seat": [share.as_json() for share in self.seats],
        }


@attrs.frozen
class Ranking:
    """What came of a tournament.

    Attributes:
        plan: who met whom.
        standings: the bots, the best first.
        pairs: all pairs of bots, in that order.
        deals: how many deals count; each has as many matches as the plan has seatings.
        statistics: the counts of all matches, also of those that do not count here.
    """

    plan: Plan
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    deals: int
    statistics: Statistics

    @property
    def telling(self) -> bool:
        """Whether any match was won by some and not by others."""
        return any(one.won or one.lost for one in self.pairs)

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        played = self.statistics
        return {
            "players": played.players,
            "matches": played.matches,
            "deals": self.deals,
            "matches of a deal": len(self.plan.seatings),
            "combinations": len(self.plan.tables),
            "possible combinations": self.plan.possible,
            "faulty": played.faulty,
            "did not end": played.unended,
            "interrupted": played.interrupted,
            "bots": [one.as_json() for one in self.standings],
            "pairs": [one.as_json() for one in self.pairs],
        }


def tournament(
    loader: Callable[[], Game],
    bots: Mapping[str, BotMaker],
    *,
    players: int,
    matches: int,
    seed: int,
    options: Mapping[str, OptionValue] | None = None,
    engine: str | None = None,
) -> tuple[Plan, Job]:
    """The plan of a tournament and its matches: at least `matches` for each combination of bots, in whole deals."""
    plan = planned(list(bots), players)
    entrants = [Entrant(bots[name], crc32(name.encode())) for name in plan.names]
    deals = -(-matches // len(plan.seatings))
    return plan, Job(
        loader=loader,
        matches=deals * len(plan.tables) * len(plan.seatings),
        players=players,
        seed=seed,
        options=options or {},
        detail=False,
        rows=True,
        engine=engine,
        lineups=tuple(tuple(entrants[bot] for bot in lineup) for lineup in plan.lineups),
        repeats=len(plan.seatings),
    )


def rank(
    plan: Plan,
    job: Job,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Ranking:
    """Plays a tournament; the arguments are those of `simulate`. After an interrupt, it ranks by the deals that were
    done."""
    statistics = simulate(job, processes=processes, executor=executor, progress=progress, until=until)
    return ranking(plan, statistics, job.seed)


def ranking(plan: Plan, statistics: Statistics, seed: int) -> Ranking:
    """The ranking after these matches; the seed is for the intervals."""
    deals = defaultdict[int, list[Row]](list)
    for row in sorted(statistics.rows, key=lambda row: row.number):
        if row.ended:
            deals[row.number // len(plan.seatings)].append(row)
    whole = {number: rows for number, rows in deals.items() if len(rows) == len(plan.seatings)}
    rows = [row for number in sorted(whole) for row in whole[number]]
    count, tables = len(plan.names), _tables(plan, whole)
    strong, possible = likely(tables, count), resampled(tables, count, seed)
    seats = _seats(plan, rows, statistics.players)
    standings = [_standing(plan, bot, strong, possible, seats[bot]) for bot in range(count)]
    order = sorted(range(count), key=lambda bot: (-strong[bot], bot))
    return Ranking(
        plan,
        tuple(standings[bot] for bot in order),
        _pairs(plan, rows, order, strong),
        len(whole),
        statistics,
    )


def _lineup(plan: Plan, row: Row) -> tuple[int, ...]:
    table, seating = divmod(row.number % (len(plan.tables) * len(plan.seatings)), len(plan.seatings))
    return tuple(plan.tables[table][place] for place in plan.seatings[seating])


def _tables(plan: Plan, deals: dict[int, list[Row]]) -> list[Table]:
    """The results of each combination."""
    found = [Counter[tuple[float, ...]]() for _ in plan.tables]
    for number, rows in deals.items():
        bots = plan.tables[number % len(plan.tables)]
        won = dict.fromkeys(bots, 0.0)
        for row in rows:
            lineup = _lineup(plan, row)
            for seat in row.winners or range(len(lineup)):  # what nobody wins is everybody's
                won[lineup[seat]] += 1 / len(row.winners or lineup)
        found[number % len(plan.tables)][tuple(won.values())] += 1
    return [
        Table(Counter(bots), len(plan.seatings), outcomes)
        for bots, outcomes in zip(plan.tables, found, strict=True)
    ]


def _seats(plan: Plan, rows: list[Row], players: int) -> list[tuple[Share, ...]]:
    """For each bot, what it won in each seat."""
    sat, won = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for row in rows:
        for seat, bot in enumerate(_lineup(plan, row)):
            sat[bot, seat] += 1
            won[bot, seat] += seat in row.winners
    return [
        tuple(Share(won[bot, seat], sat[bot, seat]) for seat in range(players))
        for bot in range(len(plan.names))
    ]


def _pairs(plan: Plan, rows: list[Row], order: list[int], strong: list[float]) -> tuple[Pair, ...]:
    ahead, met = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for row in rows:
        lineup = _lineup(plan, row)
        winners = {lineup[seat] for seat in row.winners}
        for one in set(lineup):
            for other in set(lineup) - {one}:
                met[one, other] += 1
                ahead[one, other] += one in winners and other not in winners
    return tuple(
        Pair(
            plan.names[one], plan.names[other], ahead[one, other], ahead[other, one],
            met[one, other] - ahead[one, other] - ahead[other, one], strong[one] / (strong[one] + strong[other]),
        )
        for one, other in combinations(order, 2)
    )  # fmt: skip


def _standing(
    plan: Plan, bot: int, strong: list[float], possible: list[list[float]], seats: tuple[Share, ...]
) -> Standing:
    low, high = middle([rating(one[bot]) for one in possible])
    return Standing(
        plan.names[bot], rating(strong[bot]), low, high,
        (_expected(strong, bot), *middle([_expected(one, bot) for one in possible])),
        sum(share.whole for share in seats), seats,
    )  # fmt: skip


def _expected(strong: list[float], bot: int) -> float:
    """The chance of a bot against another one, on average."""
    others = [one for at, one in enumerate(strong) if at != bot]
    return sum(strong[bot] / (strong[bot] + other) for other in others) / len(others)


def middle(numbers: list[float]) -> tuple[float, float]:
    """The ends of the middle 95 % of numbers."""
    found, cut = sorted(numbers), round(0.025 * (len(numbers) - 1))
    return found[cut], found[-1 - cut]
