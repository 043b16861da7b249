"""Compares two simulations: what differs, with an interval and a test for each difference.

Both are played with the same seeds, so what is equal in both is not a source of differences. The tests treat the
matches as independent; where the same seed leads to similar matches, the true uncertainty is smaller than they say.
Many measures are compared together, and one in twenty would differ by luck with p < 0.05. So each has an `adjusted` p
as well, by Holm's method: the probability that among all measures, one so small occurs by luck is at most that.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

import attrs

from .interval import Difference, Mean, Share, between_means, between_shares
from .simulate import Job, Progress, simulate
from .statistics import Statistics, ordinal

SURE = 0.05
"""A measure differs for sure if its adjusted p is below this."""


@attrs.frozen
class Measure:
    """One figure in both simulations. `difference` is the second minus the first.

    Attributes:
        name: what it is, with seats numbered from 1.
        first: the share or mean in the first simulation; `second` in the second.
        adjusted: the p of the difference, adjusted for the number of measures.
    """

    name: str
    first: Share | Mean
    second: Share | Mean
    difference: Difference
    adjusted: float = 1.0

    @property
    def is_share(self) -> bool:
        """Whether it is a share, not a mean."""
        return isinstance(self.first, Share)

    @property
    def differs(self) -> bool:
        """Whether the two differ for sure."""
        return self.adjusted < SURE

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        return {
            "name": self.name,
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            **self.difference.as_json(),
            "adjusted p": float(f"{self.adjusted:.3g}"),
            "differs": self.differs,
        }


@attrs.frozen
class Comparison:
    """Two simulations side by side.

    Attributes:
        first: the statistics of the first; `second` of the second.
        measures: what can be compared, in the order of the statistics.
    """

    first: Statistics
    second: Statistics
    measures: tuple[Measure, ...]

    @property
    def differing(self) -> tuple[Measure, ...]:
        """The measures that differ for sure."""
        return tuple(one for one in self.measures if one.differs)

    def as_json(self) -> dict[str, Any]:
        """Both summaries and all measures, as plain data."""
        return {
            "first": self.first.summary(),
            "second": self.second.summary(),
            "measures": [one.as_json() for one in self.measures],
        }


def compare(
    first: Job,
    second: Job,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Plays two jobs and compares them; the arguments are those of `simulate`. `progress` counts the matches of both
    together. After an interrupt, the second job may have no matches."""
    of = first.matches + second.matches

    def shifted(by: int) -> Progress | None:
        return None if progress is None else lambda done, _: progress(by + done, of)

    one = simulate(first, processes=processes, executor=executor, progress=shifted(0))
    if one.interrupted:
        return comparison(one, Statistics(players=second.players, interrupted=True, lost=one.lost))
    two = simulate(second, processes=processes, executor=executor, progress=shifted(first.matches))
    return comparison(one, two)


def comparison(first: Statistics, second: Statistics) -> Comparison:
    """What differs between two simulations."""
    texts = sorted(
        one for one in first.reached.keys() | second.reached.keys() if not one.startswith("moved ")
    )
    ones, others = _figures(first, texts), _figures(second, texts)
    found = []
    for name in ones:
        one, other = ones[name], others.get(name)
        if isinstance(one, Share) and isinstance(other, Share) and (one.part or other.part):
            found.append(Measure(name, one, other, between_shares(one, other)))
        elif isinstance(one, Mean) and isinstance(other, Mean):
            found.append(Measure(name, one, other, between_means(one, other)))
    adjusted = holm([one.difference.p for one in found])
    return Comparison(
        first,
        second,
        tuple(attrs.evolve(one, adjusted=p) for one, p in zip(found, adjusted, strict=True)),
    )


def holm(ps: list[float]) -> list[float]:
    """Probabilities adjusted for their number, by Holm's method, in the same order."""
    found, largest = [1.0] * len(ps), 0.0
    for place, number in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        largest = max(largest, min(1.0, (len(ps) - place) * ps[number]))
        found[number] = largest
    return found


def _figures(one: Statistics, texts: list[str]) -> dict[str, Share | Mean]:
    """The figures that can be compared, by name; none of nothing."""
    found: dict[str, Share | Mean] = {}
    for seat, share in one.by_seat().items():
        found[f"wins of seat {seat + 1}"] = share
    for place, share in one.by_order().items():
        found[f"wins of the {ordinal(place + 1)} to decide"] = share
    found["several winners"] = Share(one.shared, one.ended)
    found["no winner"] = Share(one.nobody, one.ended)
    found["decisions"] = one.length
    if one.turns:
        found["turns"] = one.turn_count
    found["lead changes"] = one.leads
    for seat, scores in one.scores.items():
        found[f"score of seat {seat + 1}"] = scores.mean
    for option in sorted(one.offered):
        found[f"chosen when offered: {option}"] = Share(one.chosen[option], one.offered[option])
    for design, use in sorted(one.uses.items()):
        found[f"won when chosen: {design}"] = use.chosen
    for text in texts:
        found[f"matches that reach: {text}"] = Share(one.reached[text], one.matches)
    return {
        name: figure
        for name, figure in found.items()
        if (figure.whole if isinstance(figure, Share) else figure.count)
    }
