"""What a report says of a game: several simulations, one after the other, within a time.

    found = study(Wanted(loader, (2, 3, 4), 3, minutes=5), progress=print)

The bots are the strongest that the time allows: of a ladder of bots each plays a little, and it is worked out how
many matches the strongest could play. Random players are counted beside them, as what they are to be held against.
The same seed, bots and number of matches give the same counts; what the time limits need not.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import Any

import attrs

from ...dsl.model.game import Game
from ..bots.registry import make_bot
from ..match.match import Match
from ..match.setup.options import OptionValue
from .interval import Mean
from .leading import Known, known
from .rank import Entrant, Ranking, middle, rank, tournament
from .simulate import BotMaker, Job, scheme_of, simulate
from .statistics import Statistics
from .worth import measure
from .worths import BUDGET, WorthJob, Worths

LADDER = ("random", "greedy", "search:20", "search:100", "search:500")
"""Bots, from the weakest to the strongest, as far as is known before they have met."""
STRONGEST = ("search:500", "search:100", "greedy", "greedy:4", "random")
"""By which bot the matches are played: the first that is quick enough."""
ENOUGH = 60
"""The number of matches for which the bots must be quick enough, at the usual number of players."""
LEARNT = 40
"""How many matches a pair of the ladder must be able to play, or else the slower one is left out."""
MOST_MATCHES = 2000
MOST_COUNTS = 5
TRIED = 40
"""How many decisions a bot is tried at, to find out how long it takes."""
SHARES = {"bots": 0.06, "matches": 0.42, "random": 0.03, "skill": 0.22, "luck": 0.07, "worth": 0.2}
"""Which part of the time each step has; what one leaves is for those after it."""
STEP = 400 * math.log10(3)
"""By how much a rating must be higher on Elo's scale to win 75 % of matches between two."""

Progress = Callable[[str, int, int], None]


@attrs.frozen
class Wanted:
    """What to study.

    Attributes:
        loader: every process calls it to get the game.
        counts: the numbers of players with which it is played; `players` is the usual one of them.
        bot: who plays all seats, by name; None: the strongest that the time allows.
        matches: the most matches of each simulation; None: as many as the time allows.
        minutes: how long all may take.
        ladder: the bots that meet; `sections` are left out if they are not named here.
    """

    loader: Callable[[], Game]
    counts: tuple[int, ...]
    players: int
    seed: int = 0
    options: Mapping[str, OptionValue] = attrs.field(factory=dict)
    bot: str | None = None
    maker: BotMaker | None = None
    matches: int | None = None
    minutes: float = 3.0
    engine: str | None = None
    ladder: tuple[str, ...] = LADDER


@attrs.frozen
class Luck:
    """How much of who wins is luck: each deal was played twice, by the same bots with other dice of their own.

    `share` is the part of the variance of who wins that the deal and the seat explain (an intraclass correlation),
    with the ends of its 95 % interval.
    """

    deals: int
    share: float
    low: float
    high: float
    bot: str

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        return {
            "bot": self.bot,
            "deals": self.deals,
            **{name: round(getattr(self, name), 4) for name in ("share", "low", "high")},
        }


@attrs.define
class Study:
    """What was found.

    Attributes:
        bot: who played; `speeds` are seconds for a decision, of each bot that was tried.
        by_players: the matches between bots by the number of players.
        baseline: those between random players, by the number of players.
        known: how early the winner is known.
        ranking: the ladder of bots; None if they did not meet.
    """

    game: Game
    wanted: Wanted
    bot: str = "random"
    speeds: dict[str, float] = attrs.field(factory=dict)
    by_players: dict[int, Statistics] = attrs.field(factory=dict)
    baseline: dict[int, Statistics] = attrs.field(factory=dict)
    known: tuple[Known, ...] = ()
    ranking: Ranking | None = None
    luck: Luck | None = None
    worths: Worths | None = None
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def main(self) -> Statistics:
        """The matches with the usual number of players."""
        return self.by_players.get(self.wanted.players) or Statistics(players=self.wanted.players)

    @property
    def all_played(self) -> list[Statistics]:
        """The counts of all simulations."""
        ranked = [self.ranking.statistics] if self.ranking is not None else []
        return [*self.by_players.values(), *self.baseline.values(), *ranked]

    @property
    def steps(self) -> tuple[float, float, float] | None:
        """How many steps of 75 % lie between the best and the weakest bot, with an interval; None if bots did not
        meet, or if nobody won what another bot did not."""
        found = self.ranking
        if found is None or not found.telling or not found.deals:
            return None
        best, last = found.standings[0], found.standings[-1]
        half = math.hypot(best.high - best.low, last.high - last.low) / 2
        gap = best.rating - last.rating
        return gap / STEP, max(gap - half, 0.0) / STEP, (gap + half) / STEP

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "bot": self.bot,
            "seconds for a decision": {name: float(f"{one:.3g}") for name, one in self.speeds.items()},
            "players": self.wanted.players,
            "seconds": round(self.seconds, 1),
            "interrupted": self.interrupted,
            "by players": {
                str(count): {**one.as_json(self.game), "lengths": lengths(one)}
                for count, one in self.by_players.items()
            },
            "random": {str(count): one.as_json() for count, one in self.baseline.items()},
            "winner known": [one.as_json() for one in self.known],
            "skill": None if self.ranking is None else self.ranking.as_json(),
            "steps of 75 %": None if self.steps is None else [round(one, 3) for one in self.steps],
            "luck": None if self.luck is None else self.luck.as_json(),
            "worth": None if self.worths is None else self.worths.as_json(),
        }


def lengths(one: Statistics) -> dict[int, int]:
    """How many matches had each number of decisions."""
    return dict(sorted(Counter(row.decisions for row in one.rows if row.ended).items()))


def study(
    wanted: Wanted,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Study:
    """Studies a game. After an interrupt, what there is.

    Args:
        wanted: what to study.
        processes: how many processes share the work; with an executor, for how many workers there should be tasks.
        executor: does the work instead of processes of our own.
        progress: called with (step, done, all) after each task.

    Raises:
        EngineError: there is no such engine, or the native one cannot be had.
        BrokenRulesError: the rules go wrong while bots are tried.
    """
    at_work = _Work(wanted, processes, executor, progress or (lambda *_: None))
    try:
        for _ in range(processes if executor is not None else 0):
            executor.submit(_read, wanted.loader)  # type: ignore[union-attr]
        for step in (
            at_work.bots,
            at_work.matches,
            at_work.random,
            at_work.skill,
            at_work.luck,
            at_work.worth,
        ):
            step()
            if at_work.found.interrupted:
                break
    except KeyboardInterrupt:
        at_work.found.interrupted = True
    at_work.found.seconds = time.monotonic() - at_work.began
    return at_work.found


def _read(loader: Callable[[], Game]) -> None:
    """Lets a process read the game while bots are chosen here."""
    loader()


class _Work:
    """The steps of a study."""

    def __init__(self, wanted: Wanted, processes: int, executor: Executor | None, progress: Progress) -> None:
        self.wanted, self.processes, self.executor, self.progress = wanted, processes, executor, progress
        self.began = time.monotonic()
        self.found = Study(wanted.loader(), wanted)
        self._decisions = 0.0

    def _ends(self, step: str) -> float:
        """When a step should end: as far on in all the time as the steps up to it have a part of it."""
        passed = 0.0
        for name, share in SHARES.items():
            passed += share
            if name == step:
                break
        return self.began + 60 * self.wanted.minutes * passed

    def _left(self, step: str) -> float:
        return max(self._ends(step) - time.monotonic(), 0.0)

    def _told(self, step: str) -> Callable[[int, int], None]:
        def tell(done: int, of: int) -> None:
            self.progress(step, done, of)

        return tell

    def _most(self) -> int:
        return self.wanted.matches or MOST_MATCHES

    def _job(self, players: int, **more: Any) -> Job:
        wanted = self.wanted
        return Job(
            wanted.loader, self._most(), players, wanted.seed, wanted.options, engine=wanted.engine, **more
        )

    def _simulate(self, step: str, job: Job, until: float) -> Statistics:
        told = self._told(step)
        found = simulate(job, processes=self.processes, executor=self.executor, progress=told, until=until)
        self.found.interrupted |= found.interrupted
        return found

    @property
    def _bot(self) -> BotMaker:
        return self.wanted.maker or self.found.bot

    # --------------------------------------------------------------------------- steps

    def bots(self) -> None:
        """Chooses who plays."""
        wanted, found = self.wanted, self.found
        self.progress("bots", 0, 1)
        if wanted.bot is not None:
            found.bot = wanted.bot
        if wanted.bot is not None and wanted.matches is not None:
            return  # nothing depends on how long they take
        players = wanted.players
        length = self._try("greedy:4", players, 60 * wanted.minutes * SHARES["bots"] / 2, whole=True)
        self._decisions = length
        parts = len(wanted.counts) + 1
        afford = 60 * wanted.minutes * SHARES["matches"] * 2 / parts * self.processes / ENOUGH
        limit = 60 * wanted.minutes * SHARES["bots"] / 2 / 3
        for name in ("greedy", "search:20", "search:100", "search:500"):
            self._try(name, players, limit)
            if found.speeds[name] * length > 4 * afford:
                break
        if wanted.bot is None:
            quick = [one for one in STRONGEST if found.speeds.get(one, math.inf) * length <= afford]
            found.bot = quick[0] if quick else "greedy:4" if "greedy:4" in found.speeds else "random"

    def _try(self, name: str, players: int, seconds: float, *, whole: bool = False) -> float:
        """Finds out how long a bot takes for a decision; returns how many decisions the match had, or seems to
        have had until it was stopped."""
        wanted = self.wanted
        match = Match(self.found.game, players, wanted.seed, wanted.options, engine=wanted.engine)
        bots = [make_bot(name, wanted.seed + seat) for seat in range(players)]
        began, made = time.monotonic(), 0
        while not match.is_over and made < self.found.game.step_bound:
            decision = match.decision
            match.choose(bots[max(decision.player, 0)].choose(match, decision))
            made += 1
            if time.monotonic() > began + seconds or (not whole and made >= TRIED):
                break
        self.found.speeds[name] = (time.monotonic() - began) / max(made, 1)
        return float(made)

    def matches(self) -> None:
        """The matches between these bots: the usual number of players has twice the time of each other one."""
        wanted, found = self.wanted, self.found
        others = [count for count in wanted.counts if count != wanted.players]
        left = self._left("matches")
        for count, part in ((wanted.players, 2), *((one, 1) for one in others)):
            if count != wanted.players and not self._left("matches"):
                break
            until = time.monotonic() + left * part / (len(others) + 2)
            job = self._job(count, policies=(self._bot,) * count, rows=True, journals=True)
            found.by_players[count] = self._simulate("matches", job, until)
            if count == wanted.players:
                found.known = known(scheme_of(job, found.game), wanted.options, found.main.rows)
            if found.interrupted:
                break
        found.by_players = dict(sorted(found.by_players.items()))

    def random(self) -> None:
        """The matches between random players."""
        left = self._left("random")
        for count in sorted(self.wanted.counts, key=lambda count: count != self.wanted.players):
            if count != self.wanted.players and not self._left("random"):
                break
            job = self._job(count, rows=True)
            until = time.monotonic() + left / len(self.wanted.counts)
            self.found.baseline[count] = self._simulate("random", job, until)
            if self.found.interrupted:
                break

    def skill(self) -> None:
        """The ladder of bots."""
        wanted, found = self.wanted, self.found
        most = found.game.players[1]
        if most < 2 or len(wanted.ladder) < 2 or not self._left("skill"):
            return
        players = next((one for one in sorted(wanted.counts) if one >= 2), None)
        if players is None:
            return
        names = self._ladder(players)
        plan, job = tournament(
            wanted.loader, {name: name for name in names}, players=players,
            matches=min(self._most(), MOST_MATCHES // 2), seed=wanted.seed, options=wanted.options,
            engine=wanted.engine,
        )  # fmt: skip
        until = time.monotonic() + self._left("skill")
        told = self._told("skill")
        found.ranking = rank(
            plan, job, processes=self.processes, executor=self.executor, progress=told, until=until
        )
        found.interrupted |= found.ranking.statistics.interrupted

    def _ladder(self, players: int) -> list[str]:
        """Those bots that are quick enough to play some matches with each other."""
        wanted, left = self.wanted, self._left("skill") * self.processes
        if wanted.matches is not None and wanted.bot is not None:
            return list(wanted.ladder)
        kept = ["random"]
        for name in wanted.ladder:
            speed = self.found.speeds.get(name)
            if name == "random" or speed is None:
                continue
            trial = [*kept, name]
            pairs = len(trial) * (len(trial) - 1) / 2
            mean = sum(self.found.speeds.get(one, 0.0) for one in trial) / len(trial)
            if len(kept) > 1 and pairs * LEARNT * mean * self._decisions > left:
                break
            kept = trial
        return kept

    def luck(self) -> None:
        """Each deal twice, with other dice of the bots."""
        wanted, players = self.wanted, self.wanted.players
        if players < 2 or not self._left("luck"):
            return
        name = self.found.bot if self.wanted.bot is not None else "greedy:4"
        maker = self._bot if self.wanted.bot is not None else name
        lineups = tuple(
            tuple(Entrant(maker, 1 + seat + players * time_) for seat in range(players)) for time_ in range(2)
        )
        job = self._job(players, lineups=lineups, repeats=2, rows=True, detail=False)
        found = self._simulate("luck", job, time.monotonic() + self._left("luck"))
        self.found.luck = luck_of(found, wanted.seed, name)

    def worth(self) -> None:
        """What cards and options are worth."""
        wanted, players = self.wanted, self.wanted.players
        name = self.found.bot if self.wanted.bot is not None else "greedy:4"
        maker = self._bot if self.wanted.bot is not None else name
        job = WorthJob(
            wanted.loader, self._most() if wanted.matches else 1_000_000, players, wanted.seed,
            dict(wanted.options), (maker,) * players, wanted.engine,
        )  # fmt: skip
        ends = self.began + 60 * wanted.minutes
        left = ends - time.monotonic()
        if left <= 0:
            return
        each = self.found.speeds.get("greedy:4", 0.0) * self._decisions / 2 * BUDGET
        job = attrs.evolve(job, then_random=not job.quick and each * ENOUGH > left * self.processes)
        told = self._told("worth")
        self.found.worths = measure(
            job, processes=self.processes, executor=self.executor, progress=told, until=ends
        )


FEWEST_DEALS = 8


def luck_of(found: Statistics, seed: int, bot: str) -> Luck | None:
    """What two plays of each deal say of luck; None of too few deals, or where all win or lose together."""
    pairs: dict[int, list[tuple[int, ...]]] = {}
    for row in sorted(found.rows, key=lambda row: row.number):
        if row.ended:
            won = tuple(int(seat in row.winners) for seat in range(found.players))
            pairs.setdefault(row.number // 2, []).append(won)
    deals = [(one[0], one[1]) for one in pairs.values() if len(one) == 2]
    if len(deals) < FEWEST_DEALS:
        return None
    share = _explained(deals)
    if share is None:
        return None
    dice = random.Random(seed)
    drawn = [_explained([deals[dice.randrange(len(deals))] for _ in deals]) for _ in range(300)]
    low, high = middle([share if one is None else one for one in drawn])
    return Luck(len(deals), share, low, high, bot)


def _explained(deals: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> float | None:
    """The intraclass correlation of two plays, over all deals and seats, around the mean of all; None without any
    variance."""
    values = [value for one, other in deals for pair in zip(one, other, strict=True) for value in pair]
    mean = Mean(len(values), sum(values), sum(value * value for value in values)).mean
    within = between = 0.0
    for one, other in deals:
        for first, second in zip(one, other, strict=True):
            within += (first - second) ** 2 / 2
            between += (first + second - 2 * mean) ** 2 / 2
    if not within + between:
        return None
    return max(0.0, (between - within) / (between + within))
