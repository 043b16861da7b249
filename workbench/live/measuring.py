"""What a save has changed, as bots play: for a moment, many matches of the rules before and after.

In: two games with the same players and options. Out: what differs between them beyond chance, by the statistics of
`interpreter.simulation.compare`. Both are played with the same seeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from time import monotonic

import attrs

from ...dsl.model.game import Game
from ...interpreter.match.setup.engine_choice import wanted_engine
from ...interpreter.match.setup.options import OptionValue
from ...interpreter.simulation.choosing import Chooser
from ...interpreter.simulation.compare import Comparison, Measure, comparison
from ...interpreter.simulation.interval import Share
from ...interpreter.simulation.simulate import Job, same, scheme_of, simulate
from ...interpreter.simulation.statistics import Statistics

BOTS = ("random", "greedy")
"""The bots that play."""
SECONDS = 1.0
"""For how long each kind plays."""
MOST = 1_000_000
"""More matches than fit into that."""
SEED = 1
PATIENCE = 5.0
"""The most seconds to compile rules."""
ALWAYS = ("wins of ", "no winner", "several winners", "decisions", "turns", "score of ")
"""What is shown even if it does not differ for sure."""
REACHED, OFFERED, USED = "matches that reach: ", "chosen when offered: ", "won when chosen: "
LISTED = 12
"""How many other differences are shown."""


@attrs.frozen
class Figure:
    """One figure before and after: a share in percent, or a mean; `low` and `high` are the 95 % interval of the
    difference."""

    name: str
    is_share: bool
    before: float
    now: float
    low: float
    high: float
    differs: bool


@attrs.frozen
class Sample:
    """What one kind of bots has shown: in how many matches of the rules before and now, the figures, what does not
    happen any more, what happens for the first time, and the first fault of the rules."""

    bot: str
    matches_before: int
    matches: int
    figures: tuple[Figure, ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]
    never: int
    faulty: int
    fault: str


@attrs.frozen
class Setting:
    """With how many players, and with which options, bots play."""

    players: int
    options: Mapping[str, OptionValue]


def played(game: Game, setting: Setting, bot: str, seconds: float = SECONDS) -> Statistics:
    """Bots play for some seconds; at least a few matches."""
    ends: list[float] = []  # from the first matches on, before which the rules are made ready

    def enough(done: int, _: int) -> None:
        if not ends:
            ends.append(monotonic() + seconds)
        elif monotonic() > ends[0]:
            raise KeyboardInterrupt  # what was played until now counts

    policies = () if bot == "random" else (bot,) * setting.players
    job = Job(partial(same, game), MOST, setting.players, SEED, setting.options, policies)
    if not _is_quickly_compiled(job, game):
        job = attrs.evolve(job, engine="python")
    return simulate(job, progress=enough)


def _is_quickly_compiled(job: Job, game: Game) -> bool:
    """Whether machine code is there soon: of rules that have just changed, none is kept, and large ones take longer
    to compile than they are played here."""
    chooser = Chooser(lambda: scheme_of(job, game), wanted_engine(None), 1)
    return chooser.may_compile and chooser.cost("full") < PATIENCE


def sample(bot: str, before: Statistics | None, now: Statistics) -> Sample:
    """What has changed; without anything to compare with, how it is."""
    found = comparison(before if before is not None else now, now)
    return Sample(
        bot,
        0 if before is None else before.matches,
        now.matches,
        _figures(found),
        _only(found, lambda one: _part(one.first) > 0 and _part(one.second) == 0),
        _only(found, lambda one: _part(one.first) == 0 and _part(one.second) > 0),
        len(now.never.texts) + len(now.never.designs) + len(now.never.chosen),
        now.faulty,
        now.faults[0][1] if now.faults else "",
    )


def _figures(found: Comparison) -> tuple[Figure, ...]:
    """Those that matter to everybody, and then those that differ most surely."""
    chief = [one for one in found.measures if one.name.startswith(ALWAYS)]
    others = [one for one in found.measures if one.differs and one not in chief]
    others = [one for one in others if _part(one.first) and _part(one.second)]
    others.sort(key=lambda one: one.adjusted)
    return tuple(map(_figure, (*chief, *others[:LISTED])))


def _figure(one: Measure) -> Figure:
    scale = 100 if one.is_share else 1
    before, now = (side.share if isinstance(side, Share) else side.mean for side in (one.first, one.second))
    difference = one.difference
    return Figure(
        one.name,
        one.is_share,
        round(scale * before, 2),
        round(scale * now, 2),
        round(scale * difference.low, 2),
        round(scale * difference.high, 2),
        one.differs,
    )


def _part(side: object) -> int:
    return side.part if isinstance(side, Share) else 1


def _only(found: Comparison, holds: object) -> tuple[str, ...]:
    """What has come or gone for sure: texts that are reached, and options that are chosen."""
    assert callable(holds)
    return tuple(
        one.name.removeprefix(REACHED).removeprefix(OFFERED)
        for one in found.measures
        if one.differs and one.name.startswith((REACHED, OFFERED)) and holds(one)
    )[:LISTED]
