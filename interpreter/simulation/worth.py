"""What options and cards are worth: how much more often somebody wins with them, and because of them.

    found = measure(WorthJob(loader, matches=400, players=3, policies=("greedy:4",) * 3), progress=print)

That a card is *won when chosen* may only mean that those choose it who win anyway. So matches between bots are gone
through once more, and at some of their decisions everything is played on twice, with the same luck and by the same
bots: an option is taken, or not; a card that has come to a player is left there, or exchanged for another one that
the rules could have dealt. The difference in wins is what it is worth.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
import uuid
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any

import attrs

from ...dsl.model.game import Game
from ..bots import RandomBot
from ..match.setup.options import OptionValue
from ..match.setup.rules import prepare
from .continuing import AtRandom, Players, Thinking
from .evidence import Evidence, Observer, Paired, Sums
from .interval import Share, t_quantile, t_two_sided
from .otherwise import CARD, OPTION, Otherwise, Subject, rates
from .scheme import Scheme
from .simulate import BotMaker, Progress, packed
from .workers import WorkerLost, pool

BUDGET, QUICK_BUDGET = 16, 400
"""About how many playouts follow a match between bots that think, and between random players."""
QUICK_REPEATS = 4
"""How many playouts each of two possibilities gets between random players, who are quick and erratic."""
SURVEYED = 20
"""In at most so many matches it is counted what can be measured how often, before measuring begins."""
FEWEST = 8
"""In fewer matches than this, a difference says nothing."""
TASK = 1.0
"""How many seconds a task should take."""
SURE = 0.05


@attrs.frozen
class WorthJob:
    """What to measure. `policies` are the bots by seat, as in `simulate.Job`; none means random players.

    Attributes:
        budget: about how many playouts follow a match; by default few if bots think, and many if they do not.
    """

    loader: Callable[[], Game]
    matches: int
    players: int
    seed: int = 0
    options: dict[str, OptionValue] = attrs.field(factory=dict)
    policies: tuple[BotMaker, ...] = ()
    engine: str | None = None
    budget: int | None = None

    @property
    def quick(self) -> bool:
        """Whether all choose at random."""
        return all(name == "random" or name is RandomBot for name in self.policies)

    @property
    def playouts(self) -> int:
        """About how many playouts follow a match."""
        return self.budget or (QUICK_BUDGET if self.quick else BUDGET)

    @property
    def repeats(self) -> int:
        """How many playouts each of two possibilities gets."""
        return QUICK_REPEATS if self.quick else 1


# --------------------------------------------------------------------------- results


@attrs.frozen
class Effect:
    """A difference with its 95 % interval. `pairs` of playouts were compared, in so many `matches`. `p` is the
    probability of so large a difference if there is none, and `q` the same adjusted for the number of differences in
    a table (Benjamini and Hochberg): of all with q below 0.05, about one in 20 or fewer are there by luck."""

    value: float
    low: float
    high: float
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
        }


@attrs.frozen
class Worths:
    """What all options and cards of a game are worth.

    Attributes:
        rows: options first, then cards; in each place the best first, and what could not be measured last.
        matches: how many were played; `ended` of them as the rules say.
        faulty: matches in which the rules went wrong; `wrong`: playouts.
        exchanges: whether the game has places of players in which cards can be exchanged.
    """

    job: WorthJob
    rows: tuple[Worth, ...]
    matches: int
    ended: int
    faulty: int
    playouts: int
    wrong: int
    exchanges: bool
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
        found = [
            f"{self.matches:,} matches were played, and {self.playouts:,} playouts from positions in them.",
            f"Worth is a difference in the chance to win, {luck}: "
            "between taking an option and choosing again without it; "
            "between a card that has come to a player and another one of its type, drawn from where it came from.",
            "Each decision counts equally. Intervals are for 95 %, with each match as one cluster.",
            "q adjusts for the number of rows (Benjamini and Hochberg); a star marks q < 0.05.",
        ]
        if job.repeats > 1:
            found.insert(2, f"Each possibility was played on {job.repeats} times.")
        return found

    def notes(self) -> list[str]:
        """What could not be measured, and why."""
        found = []
        if not self.exchanges:
            found.append(
                "No card was exchanged: no place of a player holds pieces of a type that has several designs."
            )
        stuck = [one for one in self.cards if one.effect is None]
        if stuck:
            found.append(
                f"{len(stuck)} of {len(self.cards)} cards were never exchanged: when they came to a player, no "
                "other design that the player did not know lay where they came from, or they were gone before the "
                "next decision."
            )
        if self.wrong:
            found.append(f"In {self.wrong:,} playouts, the rules went wrong; they do not count.")
        return found

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "matches": self.matches,
            "ended": self.ended,
            "faults": self.faulty,
            "playouts": self.playouts,
            "faulty playouts": self.wrong,
            "interrupted": self.interrupted,
            "method": self.method(),
            "notes": self.notes(),
            "rows": [one.as_json() for one in self.rows],
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
    return Effect(value, low, high, found.pairs, found.clusters, p)


def false_discovery(ps: Iterable[float]) -> list[float]:
    """Probabilities adjusted by Benjamini and Hochberg's method, in the same order."""
    given = list(ps)
    found, least = [1.0] * len(given), 1.0
    order = sorted(range(len(given)), key=given.__getitem__, reverse=True)
    for place, number in enumerate(order):
        least = min(least, given[number] * len(given) / (len(given) - place))
        found[number] = least
    return found


def worths_of(
    job: WorthJob, found: Evidence, exchanges: bool, *, interrupted: bool = False, lost: bool = False
) -> Worths:
    """What the evidence amounts to."""
    rows = [_row(subject, sums) for subject, sums in sorted(found.sums.items())]
    for name in ("effect", "when_chosen", "score"):
        effects = [getattr(row, name) for row in rows]
        qs = iter(false_discovery(one.p for one in effects if one is not None))
        rows = [
            row if one is None else attrs.evolve(row, **{name: attrs.evolve(one, q=next(qs))})
            for row, one in zip(rows, effects, strict=True)
        ]
    rows.sort(key=_order)
    return Worths(
        job, tuple(rows), found.matches, found.ended, found.faulty, found.playouts, found.wrong, exchanges,
        interrupted, lost,
    )  # fmt: skip


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


# --------------------------------------------------------------------------- measuring


def measure(
    job: WorthJob,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Worths:
    """Measures what options and cards are worth.

    Args:
        job: what to measure.
        processes: how many processes share the work; with an executor, for how many workers there should be tasks.
        executor: does the work instead of processes of our own.
        progress: called with (finished matches, all matches) after each task.
        until: when to stop, as `time.monotonic()` counts; the matches until then count.

    Returns:
        What was found; after an interrupt, in the matches that were done.

    Raises:
        EngineError: there is no such engine, or the native one cannot be had.
        Exception: whatever a loader or a bot raises.
    """
    token, found = uuid.uuid4().hex, Evidence()
    exchanges = _observer(job, token).exchanges
    stopped = lost = False
    try:
        with _working(processes, executor) as (workers, given):
            surveyed = _surveyed(job, token, given, workers)
            taken = rates(surveyed.chances, surveyed.matches, job.playouts)
            tasks = _Tasks(job, token, taken, until)
            for part in tasks.done(given, workers):
                found.include(part)
                if progress is not None:
                    progress(found.matches, job.matches)
            stopped = found.matches < job.matches
    except KeyboardInterrupt:
        stopped = True
    except (WorkerLost, BrokenExecutor):
        stopped = lost = True
    return worths_of(job, found, exchanges, interrupted=stopped, lost=lost)


@contextlib.contextmanager
def _working(processes: int, executor: Executor | None) -> Generator[tuple[int, Executor | None], None, None]:
    """How many workers there are, and what they belong to; None if this process works."""
    if executor is not None:
        yield max(processes, 1), executor
    elif processes < 2:
        yield 1, None
    else:
        with pool(processes) as own:
            yield processes, own


def _surveyed(job: WorthJob, token: str, executor: Executor | None, workers: int) -> Evidence:
    """How often everything can be measured, in the first matches."""
    matches, found = min(SURVEYED, max(4, job.matches // 10)), Evidence()
    tasks = [_Task(job, token, number, number + 1, None) for number in range(matches)]
    if executor is None:
        parts: Iterable[Evidence] = map(_work, tasks)
    else:
        parts = executor.map(_work, tasks)
    for part in parts:
        found.include(part)
    return found


@attrs.frozen
class _Task:
    """The matches of a job from `first` to `last` - 1. Without rates, they are only surveyed."""

    work: WorthJob
    token: str
    first: int
    last: int
    rates: dict[Subject, float] | None

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (packed(self.work), self.token, self.first, self.last, self.rates)


def _unpacked(work: bytes, *rest: Any) -> _Packed:
    return _Packed(work, rest)


@attrs.frozen
class _Packed:
    """A task on its way: the job is unpacked only when it is worked on, so that a failure is one of the task."""

    work: bytes
    rest: tuple[Any, ...]

    def task(self) -> _Task:
        """The task. Raises whatever unpickling raises."""
        import pickle

        return _Task(pickle.loads(self.work), *self.rest)


class _Tasks:
    """Gives out the matches of a job, in tasks that take about a second each."""

    def __init__(self, job: WorthJob, token: str, taken: dict[Subject, float], until: float | None) -> None:
        self._job, self._token, self._rates, self._until = job, token, taken, until
        self._given, self._size = 0, 1

    def _next(self) -> _Task | None:
        if self._given >= self._job.matches or (
            self._until is not None and self._given and time.monotonic() >= self._until
        ):
            return None
        first = self._given
        self._given = min(first + self._size, self._job.matches)
        return _Task(self._job, self._token, first, self._given, self._rates)

    def _took(self, matches: int, seconds: float) -> None:
        """Learns how long a task took."""
        if seconds > 0:
            self._size = max(1, min(int(TASK * matches / seconds), 4 * matches))

    def done(self, executor: Executor | None, workers: int) -> Generator[Evidence, None, None]:
        """What is found in each task."""
        if executor is None:
            while (task := self._next()) is not None:
                began = time.monotonic()
                found = _work(task)
                self._took(found.matches, time.monotonic() - began)
                yield found
            return
        busy: dict[Future[Evidence], float] = {}
        try:
            while True:
                while len(busy) < workers + 1 and (task := self._next()) is not None:
                    busy[executor.submit(_work, task)] = time.monotonic()
                if not busy:
                    return
                ready, _ = wait(busy, return_when=FIRST_COMPLETED)
                for future in ready:
                    found, began = future.result(), busy.pop(future)
                    self._took(found.matches, time.monotonic() - began)
                    yield found
        finally:
            for future in busy:
                future.cancel()


@attrs.frozen
class _Observing:
    observer: Observer
    exchanges: bool


_OBSERVERS: dict[str, _Observing] = {}
_LOADING = threading.Lock()
_KEPT = 4


def _observer(job: WorthJob, token: str) -> _Observing:
    """What measures; made once for a job in a process."""
    with _LOADING:
        if token not in _OBSERVERS:
            while len(_OBSERVERS) >= _KEPT:
                del _OBSERVERS[next(iter(_OBSERVERS))]
            game = job.loader()
            rules = prepare(game, engine=job.engine)
            otherwise = Otherwise(Scheme(rules, job.players, detail=False))
            players: Players = (
                AtRandom(rules, job.players, job.options)
                if job.quick
                else Thinking(rules, job.players, job.options, job.policies, job.engine)
            )
            observer = Observer(otherwise, players, job.players, job.seed, job.repeats)
            _OBSERVERS[token] = _Observing(observer, otherwise.exchanges)
        return _OBSERVERS[token]


def _work(given: _Task | _Packed) -> Evidence:
    """Does a task."""
    task = given.task() if isinstance(given, _Packed) else given
    observer = _observer(task.work, task.token).observer
    if task.rates is None:
        return observer.survey(task.first, task.last)
    return observer.measure(task.first, task.last, task.rates)
