"""What options and cards turn out to be worth: differences with their intervals, and worth against cost.

In: the sums of many matches (`evidence`). Out: `Worths`, whose parts are plain data.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any

import attrs

from ...dsl.model.game import Game
from ..bots import RandomBot
from ..match.setup.options import OptionValue
from .evidence import Evidence, Paired, Sums
from .interval import Share, t_quantile, t_two_sided
from .otherwise import CARD, OPTION, Otherwise, Subject
from .prices import price, prices
from .simulate import BotMaker

BUDGET, QUICK_BUDGET = 40, 400
"""About how many playouts follow a match between bots that think, and between random players."""
QUICK_REPEATS = 4
"""How many playouts each of two possibilities gets between random players, who are quick and erratic."""
FEWEST = 8
"""In fewer matches than this, a difference says nothing."""
FEWEST_POINTS = 4
"""With fewer designs, there is no line of worth against cost."""
DRAWN = 100
"""How often a line is drawn anew to see how sure it is."""
NEAR = 0.1
"""Two designs whose costs differ by less than this part of all that they differ by say little about the slope."""
TINY = 1e-9
SURE = 0.05


@attrs.frozen
class WorthJob:
    """What to measure. `policies` are the bots by seat, as in `simulate.Job`; none means random players.

    Attributes:
        budget: about how many playouts follow a match; by default few if bots think, and many if they do not.
        then_random: whether all play on at random, after bots have chosen what is compared: a thousand times quicker.
        cost: the property of designs that is their cost; by default each with which the rules pay something.
    """

    loader: Callable[[], Game]
    matches: int
    players: int
    seed: int = 0
    options: dict[str, OptionValue] = attrs.field(factory=dict)
    policies: tuple[BotMaker, ...] = ()
    engine: str | None = None
    budget: int | None = None
    cost: str | None = None
    then_random: bool = False

    @property
    def quick(self) -> bool:
        """Whether all choose at random."""
        return all(name == "random" or name is RandomBot for name in self.policies)

    @property
    def plays_on_quickly(self) -> bool:
        """Whether playouts take hardly any time."""
        return self.quick or self.then_random

    @property
    def playouts(self) -> int:
        """About how many playouts follow a match."""
        return self.budget or (QUICK_BUDGET if self.plays_on_quickly else BUDGET)

    @property
    def repeats(self) -> int:
        """How many playouts each of two possibilities gets."""
        return QUICK_REPEATS if self.plays_on_quickly else 1


# --------------------------------------------------------------------------- results


@attrs.frozen
class Effect:
    """A difference with its standard error and 95 % interval.

    `pairs` is the number of playouts that were compared, each with another one, and `matches` that of matches.

    `p` is the probability of so large a difference if there is none, and `q` the same adjusted for the number of
    differences in a table (Benjamini and Hochberg): of all with q below 0.05, about one in 20 or fewer are there by
    luck.
    """

    value: float
    low: float
    high: float
    error: float
    pairs: int
    matches: int
    p: float
    q: float = 1.0

    @property
    def sure(self) -> bool:
        """Whether it differs from nothing, all things considered."""
        return self.q < SURE

    def as_json(self) -> dict[str, float]:
        """All figures."""
        return {name: float(f"{one:.4g}") for name, one in attrs.asdict(self).items()}


@attrs.frozen
class Worth:
    """What an option or a card is worth.

    Attributes:
        offered: in how many decisions an option was offered, or how often a card came to a player.
        chosen: in how many decisions it was chosen; for cards the same as `offered`.
        won: of those players who chose or had it, how many won; `won_otherwise` of those who could have chosen it
            but never did, or never had it.
        with_it: the share of playouts that were won with it; `without` that without it.
        effect: the difference of both. None if it could be measured in too few matches.
        when_chosen: the same difference, only where it was chosen in the match itself.
        score: the difference in the player's score, if the game keeps scores.
        stuck: how often a card could not be exchanged, since no other could be in its place.
        costs: what it costs, by the property that says so.
        instead: what the cards cost on average for which a card was exchanged.
    """

    subject: Subject
    offered: int
    chosen: int
    won: Share
    won_otherwise: Share
    with_it: float
    without: float
    effect: Effect | None
    when_chosen: Effect | None
    score: Effect | None
    stuck: int
    costs: dict[str, int] = attrs.field(factory=dict)
    instead: dict[str, float] = attrs.field(factory=dict)

    @property
    def name(self) -> str:
        """As people read it."""
        one = self.subject
        if one.kind == CARD:
            return f"{one.design} in {one.where}"
        return f"{one.where}: {one.design}" if one.design not in ("", one.where) else one.where

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        effects = {"worth": self.effect, "worth when chosen": self.when_chosen, "worth in score": self.score}
        return {
            "kind": self.subject.kind,
            "where": self.subject.where,
            "design": self.subject.design or None,
            "offered": self.offered,
            "chosen": self.chosen,
            "won when chosen": self.won.as_json(),
            "won otherwise": self.won_otherwise.as_json(),
            "won with it": round(self.with_it, 4),
            "won without it": round(self.without, 4),
            **{name: None if one is None else one.as_json() for name, one in effects.items()},
            "not exchanged": self.stuck,
            "costs": self.costs,
            "costs of others": {name: round(cost, 4) for name, cost in self.instead.items()},
        }


@attrs.frozen
class Point:
    """A design in a plot of worth against cost.

    Attributes:
        cost: what it costs.
        more: how much more that is than what the cards cost for which it was exchanged; for options all of it.
        off: how much more it is worth than the line says for this, with its 95 % interval.
        q: as in `Effect`, for all designs of the line.
    """

    row: Worth
    cost: int
    more: float
    off: float
    low: float
    high: float
    q: float

    @property
    def verdict(self) -> str:
        """Whether it is too strong or too weak; empty if that is not sure."""
        return "" if self.q >= SURE else "too strong" if self.off > 0 else "too weak"


@attrs.frozen
class Line:
    """Worth against cost: if it costs 0 (a card: no more than others), worth would be `base`, and each 1 more adds
    `slope`. The line is drawn so that a few designs that lie far from it do not move it (`fitted`)."""

    kind: str
    where: str
    cost: str
    base: float
    slope: float
    points: tuple[Point, ...]

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        points = [
            {
                "design": one.row.subject.design,
                "cost": one.cost,
                **{name: float(f"{getattr(one, name):.4g}") for name in ("more", "off", "low", "high", "q")},
                "verdict": one.verdict or None,
            }
            for one in self.points
        ]
        about = {"kind": self.kind, "where": self.where, "cost": self.cost}
        figures = {"base": float(f"{self.base:.4g}"), "slope": float(f"{self.slope:.4g}")}
        return {**about, **figures, "points": points}


@attrs.frozen
class Worths:
    """What all options and cards of a game are worth.

    Attributes:
        rows: options first, then cards; in each place the best first, and what could not be measured last.
        matches: how many were played; `ended` of them as the rules say.
        faulty: matches in which the rules went wrong; `wrong`: playouts; `unfit`: playouts after an exchange.
        exchanges: whether the game has places of players in which cards can be exchanged.
        lines: worth against cost, for each option and place whose designs cost something.
    """

    job: WorthJob
    rows: tuple[Worth, ...]
    matches: int
    ended: int
    faulty: int
    playouts: int
    wrong: int
    unfit: int
    exchanges: bool
    lines: tuple[Line, ...] = ()
    interrupted: bool = False
    lost: bool = False

    @property
    def options(self) -> tuple[Worth, ...]:
        """The options."""
        return tuple(one for one in self.rows if one.subject.kind == OPTION)

    @property
    def cards(self) -> tuple[Worth, ...]:
        """The cards in places of players."""
        return tuple(one for one in self.rows if one.subject.kind == CARD)

    def method(self) -> list[str]:
        """How it was measured, in sentences."""
        job = self.job
        luck = "with the same luck and by the same bots"
        if job.then_random and not job.quick:
            luck = "with the same luck, where all play on at random"
        found = [
            f"{self.matches:,} matches were played, and {self.playouts:,} playouts from positions in them.",
            f"Worth is a difference in the chance to win (in percentage points), {luck}: "
            "between taking an option and choosing again without it; "
            "between a card that has come to a player and another one of its type, drawn from where it came from "
            "(what it did before the next decision counts for neither).",
            "Each decision counts equally. Intervals are for 95 %, with each match as one cluster.",
            "q adjusts for the number of rows (Benjamini and Hochberg); a star marks q < 0.05.",
        ]
        if job.repeats > 1:
            found.insert(2, f"Each possibility was played on {job.repeats} times.")
        return found

    def notes(self) -> list[str]:
        """What could not be measured, and why."""
        found = []
        shares = {
            share for one in self.rows if one.effect is not None for share in (one.with_it, one.without)
        }
        if shares in ({0.0}, {1.0}):
            who = "Nobody has won any" if shares == {0.0} else "Everybody has won all"
            found.append(f"{who} of the playouts, so wins say nothing: let other bots play.")
        if not self.exchanges:
            found.append(
                "No card was exchanged: no place of a player holds pieces of a type that has several designs."
            )
        seldom = [one for one in self.options if one.effect is None]
        if seldom:
            found.append(
                f"{len(seldom)} of {len(self.options)} options were measured in fewer than {FEWEST} matches: "
                "they were seldom offered, or there was nothing else to choose."
            )
        stuck = [one for one in self.cards if one.effect is None]
        if stuck:
            found.append(
                f"{len(stuck)} of {len(self.cards)} cards were exchanged in fewer than {FEWEST} matches: "
                "they seldom came, or were gone before the next decision, or no other card could have come instead "
                "(one that the player does not know, in a place where the card itself has been)."
            )
        erring = [
            one.name
            for one in self.rows
            if one.when_chosen and one.when_chosen.sure and one.when_chosen.high < 0
        ]
        if erring and not self.job.quick:
            found.append(
                "These bots choose what surely harms them, so stronger ones may find other worths: "
                f"{'; '.join(erring)}."
            )
        if self.wrong:
            found.append(f"In {self.wrong:,} playouts, the rules went wrong; they do not count.")
        if self.unfit:
            found.append(
                f"In {self.unfit:,} playouts after an exchange, the rules went wrong, since what they had counted "
                "before did not fit the other card; they do not count."
            )
        return found

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "matches": self.matches,
            "ended": self.ended,
            "faults": self.faulty,
            "playouts": self.playouts,
            "faulty playouts": self.wrong,
            "faulty playouts after an exchange": self.unfit,
            "interrupted": self.interrupted,
            "method": self.method(),
            "notes": self.notes(),
            "rows": [one.as_json() for one in self.rows],
            "worth against cost": [one.as_json() for one in self.lines],
        }


def effect_of(found: Paired, *, shares: bool = True) -> Effect | None:
    """The difference that sums amount to; None of fewer than `FEWEST` matches.

    It is a ratio of sums over matches, whose variance is that of clusters. For `shares`, half a pair of each sort is
    added to the interval (Agresti and Min), so that few equal results are no certainty.
    """
    if found.clusters < FEWEST:
        return None
    value = found.total / found.pairs
    spread = found.squares - 2 * value * found.cross + value * value * found.sizes
    spread = max(spread, 0.0) * found.clusters / (found.clusters - 1)
    pairs, more = (found.pairs + 2, 1.0) if shares else (found.pairs, 0.0)
    error = math.sqrt(spread + more) / pairs
    middle, freedom = found.total / pairs, found.clusters - 1
    half = t_quantile(freedom) * error
    p = t_two_sided(middle / error, freedom) if error else float(middle == 0)
    low, high = middle - half, middle + half
    if shares:
        low, high = max(low, -1.0), min(high, 1.0)
    return Effect(value, low, high, error, found.pairs, found.clusters, p)


def false_discovery(ps: Iterable[float]) -> list[float]:
    """Probabilities adjusted by Benjamini and Hochberg's method, in the same order."""
    given = list(ps)
    found, least = [1.0] * len(given), 1.0
    order = sorted(range(len(given)), key=given.__getitem__, reverse=True)
    for place, number in enumerate(order):
        least = min(least, given[number] * len(given) / (len(given) - place))
        found[number] = least
    return found


def lines_of(rows: Iterable[Worth]) -> tuple[Line, ...]:
    """Worth against cost, wherever at least `FEWEST_POINTS` designs with different costs were measured."""
    found = dict[tuple[str, str, str], list[tuple[Worth, Effect, float]]]()
    for row in rows:
        for name, cost in row.costs.items():
            if row.effect is not None:
                key = row.subject.kind, row.subject.where, name
                found.setdefault(key, []).append((row, row.effect, cost - row.instead.get(name, 0.0)))
    return tuple(
        _line(*key, points)
        for key, points in found.items()
        if len(points) >= FEWEST_POINTS and len({one.costs[key[2]] for one, _, _ in points}) > 1
    )


def _line(kind: str, where: str, name: str, given: list[tuple[Worth, Effect, float]]) -> Line:
    costs, values = [cost for _, _, cost in given], [one.value for _, one, _ in given]
    errors = [one.error or TINY for _, one, _ in given]
    base, slope = fitted(costs, values, errors)
    spreads = _spreads(costs, values, errors)
    offs = [value - base - slope * cost for cost, value in zip(costs, values, strict=True)]
    freedoms = [one.matches - 1 for _, one, _ in given]
    ps = map(t_two_sided, (off / spread for off, spread in zip(offs, spreads, strict=True)), freedoms)
    halves = [t_quantile(one) * spread for one, spread in zip(freedoms, spreads, strict=True)]
    points = [
        Point(row, row.costs[name], cost, off, off - half, off + half, q)
        for (row, _, cost), off, half, q in zip(given, offs, halves, false_discovery(ps), strict=True)
    ]
    return Line(kind, where, name, base, slope, tuple(sorted(points, key=lambda one: -one.off)))


def fitted(costs: list[float], values: list[float], errors: list[float]) -> tuple[float, float]:
    """The line through points with these standard errors: its height at 0, and its slope. Both are medians: of the
    slopes of all pairs that are not too near (Theil and Sen), and of what each point then says of the height."""
    near = NEAR * (max(costs) - min(costs))
    points = list(zip(costs, values, errors, strict=True))
    slope = weighted_median(
        [
            ((b - a) / (y - x), 1 / math.hypot(one, other))
            for (x, a, one), (y, b, other) in combinations(points, 2)
            if abs(x - y) > near
        ]
    )
    return weighted_median([(value - slope * cost, 1 / error) for cost, value, error in points]), slope


def _spreads(costs: list[float], values: list[float], errors: list[float]) -> list[float]:
    """The standard error of how far each point lies off the line, with that of the line itself: points and line are
    drawn anew many times (a parametric bootstrap)."""
    dice = random.Random(0)
    sums, squares = [0.0] * len(costs), [0.0] * len(costs)
    for _ in range(DRAWN):
        drawn = [value + dice.gauss(0, error) for value, error in zip(values, errors, strict=True)]
        base, slope = fitted(costs, drawn, errors)
        for at, (cost, value) in enumerate(zip(costs, drawn, strict=True)):
            off = value - base - slope * cost
            sums[at] += off
            squares[at] += off * off
    found = [
        math.sqrt(max(square / DRAWN - (one / DRAWN) ** 2, 0.0))
        for one, square in zip(sums, squares, strict=True)
    ]
    # A point through which the line happens to go is no more certain than the point itself.
    return [max(one, error) for one, error in zip(found, errors, strict=True)]


def weighted_median(given: list[tuple[float, float]]) -> float:
    """The number on each side of which lies half of the weight; each comes with its weight."""
    left = sum(weight for _, weight in given) / 2
    for number, weight in sorted(given):
        left -= weight
        if left <= 0:
            return number
    raise ValueError("there are no numbers")


def worths_of(
    job: WorthJob,
    found: Evidence,
    otherwise: Otherwise,
    *,
    interrupted: bool = False,
    lost: bool = False,
) -> Worths:
    """What the evidence amounts to."""
    game = otherwise.scheme.game
    names = prices(game) if job.cost is None else (job.cost,)
    costs = {
        design.name: {name: cost for name in names if (cost := price(design, name)) is not None}
        for design in game.symbols.designs.values()
    }
    rows = [
        attrs.evolve(
            _row(subject, sums), costs=costs.get(subject.design, {}), instead=_instead(sums.partners, costs)
        )
        for subject, sums in sorted(found.sums.items())
    ]
    for name in ("effect", "when_chosen", "score"):
        effects = [getattr(row, name) for row in rows]
        qs = iter(false_discovery(one.p for one in effects if one is not None))
        rows = [
            row if one is None else attrs.evolve(row, **{name: attrs.evolve(one, q=next(qs))})
            for row, one in zip(rows, effects, strict=True)
        ]
    rows.sort(key=_order)
    return Worths(
        job, tuple(rows), found.matches, found.ended, found.faulty, found.playouts, found.wrong, found.unfit,
        otherwise.exchanges, lines_of(rows), interrupted, lost,
    )  # fmt: skip


def _instead(partners: Mapping[str, int], costs: Mapping[str, dict[str, int]]) -> dict[str, float]:
    """What the partners cost on average, as far as they cost something."""
    sums, times = Counter[str](), Counter[str]()
    for design, count in partners.items():
        for name, cost in costs.get(design, {}).items():
            sums[name] += count * cost
            times[name] += count
    return {name: sums[name] / count for name, count in times.items()}


def _order(row: Worth) -> tuple[object, ...]:
    one, effect = row.subject, row.effect
    measured = (effect is None, -(effect.value if effect else 0.0))
    return one.kind != OPTION, one.where, bool(one.design), *measured, one.design


def _row(subject: Subject, sums: Sums) -> Worth:
    pairs = max(sums.worth.pairs, 1)
    return Worth(
        subject,
        sums.offered,
        sums.chosen if subject.kind == OPTION else sums.offered,
        Share(sums.held_won, sums.held),
        Share(sums.left_won, sums.left),
        sums.with_it / pairs,
        sums.without / pairs,
        effect_of(sums.worth),
        effect_of(sums.chosen_worth),
        effect_of(sums.score, shares=False),
        sums.stuck,
    )
