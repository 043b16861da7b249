"""Plays many matches between bots and counts them.

    statistics = simulate(Job(loader, matches=1000, players=3, seed=1), progress=print)

Match number i of a job has the seed `match_seed(job.seed, i)`, whoever plays it, and counts are sums over matches. So
a job has the same counts however it is divided: among processes, threads or machines. After an interrupt, the matches
that have been counted still count.
"""

from __future__ import annotations

import contextlib
import pickle
import threading
import time
import uuid
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from heapq import heappop, heappush
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import attrs

from ...dsl.model.game import Game
from ..bots import Bot, RandomBot
from ..bots.registry import make_bot
from ..kernels.counting import match_seed
from ..match.errors import BrokenRulesError, EngineError
from ..match.match import Match
from ..match.records.record import entries_of, read_record
from ..match.setup.engine_choice import wanted_engine
from ..match.setup.options import OptionValue
from ..match.setup.rules import prepare
from ..memory.faults import RulesFault, diagnostic_of
from .choosing import Chooser
from .counts import Counts
from .machine import MachineTally
from .scheme import Scheme
from .statistics import Statistics
from .tally import Tally
from .workers import WorkerLost, pool

if TYPE_CHECKING:
    from ..native.compiling import Level

FIRST_CHUNK = 25
"""The number of matches in the first task of random players; with bots that think, it is one match.
Then it is known how long they take."""
TASK = 1.0
"""How many seconds the task of a process or machine should take, so that sending it does not matter."""
STEP = 0.05
"""How many seconds the task of a thread should take, and so how many pass between reports of progress, or until
Ctrl-C stops it."""
FASTER = 4
"""A task has at most this many times the matches of the largest one before it."""
WORTH_A_PROCESS = 0.5
"""How many seconds' worth of random matches a process must get, or else starting it is not worth while."""
JOBS_KEPT = 4
"""How many jobs a process keeps the games of: the last ones on which it has worked."""
LIVES = 3
"""How often a task is tried, if it fails or the process or machine that has it is lost."""
GLANCE = 0.5
"""How many seconds pass before it is looked whether tasks were cancelled, of which not every executor notifies."""
LEAD_EVERY = 10
"""Between random players, every tenth match is looked at for its leaders: that can take longer than to play."""
Progress = Callable[[int, int], None]
BotMaker = str | Callable[[int], Bot]


@attrs.frozen
class Job:
    """What to simulate.

    Attributes:
        loader: every process calls it to get the game.
        matches: how many matches to play.
        players: how many players take part.
        seed: the seed of the job.
        options: the options of the set-up.
        policies: a bot for each seat: a name (`random`, `search:500`), or a function that makes one from a seed.
        lineups: instead of `policies`, a bot for each seat of match 0, of match 1, and so on, from the beginning
            again after the last one.
        repeats: how many matches have the same seed, one after the other.
        detail: whether to count what needs events, or a further look at positions.
        rows: whether to keep a row for each match.
        journals: whether each row has what was chosen; then machine code counts no matches.
        engine: what plays: "auto", "python" or "native"; None: what the environment says where it is played.
    """

    loader: Callable[[], Game]
    matches: int
    players: int
    seed: int = 0
    options: Mapping[str, OptionValue] = attrs.field(factory=dict)
    policies: tuple[BotMaker, ...] = ()
    detail: bool = True
    rows: bool = False
    engine: str | None = None
    lineups: tuple[tuple[BotMaker, ...], ...] = ()
    repeats: int = 1
    journals: bool = False

    @property
    def quick(self) -> bool:
        """Whether all choose at random, so that no bot needs a `Match`."""
        if self.lineups or self.journals:
            return False
        return all(name == "random" or name is RandomBot for name in self.policies)

    def seed_of(self, number: int) -> int:
        """The seed of a match."""
        return match_seed(self.seed, number // self.repeats)

    def seated(self, number: int) -> tuple[BotMaker, ...]:
        """The bots of a match, by seat."""
        return self.lineups[number % len(self.lineups)] if self.lineups else self.policies


def same(game: Game) -> Game:
    """The game itself: `functools.partial(same, game)` is a loader that sends the game along with the job."""
    return game


def scheme_of(job: Job, game: Game) -> Scheme:
    """What is counted in a job."""
    return Scheme(prepare(game, engine=job.engine), job.players, job.detail, LEAD_EVERY if job.quick else 1)


# ----------------------------------------------------------------------------- matches


@attrs.frozen
class Played:
    """One match: how it ended, or which fault of the rules ended it, with the record that repeats it."""

    seed: int
    ended: bool
    decisions: int
    turns: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    fault: str = ""
    record: str = ""


def play_one(game: Game, job: Job, number: int) -> Played:
    """Plays one match of a job."""
    tally = Tally(scheme_of(job, game), job.options, rows=True)
    play(tally, job, number)
    counts = tally.take()
    (row,) = counts.rows
    wrong = [(one.fault, one.record) for one in counts.broken]
    return Played(
        row.seed, row.ended, row.decisions, row.turns, row.winners, row.scores, *(wrong[0] if wrong else ())
    )


def play(tally: Tally, job: Job, number: int) -> None:
    """Plays and counts one match of a job."""
    seed = job.seed_of(number)
    if job.quick:
        tally.random_match(number, seed)
        return
    seated = job.seated(number) or (RandomBot,) * job.players
    bots = [make_bot(name, seed + seat) for seat, name in enumerate(seated)]
    game = tally.scheme.game
    try:
        match = Match(game, job.players, seed, job.options, engine=job.engine)
    except BrokenRulesError as error:
        tally.given_match(number, seed, (), error)
        return
    broken: BrokenRulesError | None = None
    try:
        while not match.is_over and len(match.journal) < game.step_bound:
            decision = match.decision
            match.choose(bots[max(decision.player, 0)].choose(match, decision))
    except BrokenRulesError as error:
        broken = error
    except RulesFault as fault:  # while a bot looks at the match
        broken = BrokenRulesError(diagnostic_of(fault.fault, fault.callers), match.record())
    journal = match.journal if broken is None else entries_of(read_record(broken.record))
    tally.given_match(number, seed, journal, broken)


# ------------------------------------------------------------------------------- tasks


@attrs.frozen
class _Task:
    """The matches of a job from `first` to `last` - 1; `token` names the job, `level` says how to compile
    its rules (None: not at all).

    On its way to another process, the job is packed, and unpacked only to be played: if that fails, it is an error
    of the task, and does not end the process.
    """

    work: Job | bytes
    token: str
    first: int
    last: int
    attempt: int = 0
    level: Level | None = None

    def __lt__(self, other: _Task) -> bool:
        return self.first < other.first

    @property
    def job(self) -> Job:
        """The job. Raises whatever unpickling raises."""
        if isinstance(self.work, Job):
            return self.work
        found: Job = pickle.loads(self.work)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        work = packed(self.work) if isinstance(self.work, Job) else self.work
        return _Task, (work, self.token, self.first, self.last, self.attempt, self.level)

    def __dask_tokenize__(self) -> object:
        return self.token, self.first, self.last, self.attempt


def packed(job: object) -> bytes:
    """A job as bytes for other processes. Bots that are defined in the script itself, where others cannot import
    them, are packed by cloudpickle, which comes with Dask."""
    try:
        plain = pickle.dumps(job, protocol=5)
        if b"__main__" not in plain or find_spec("cloudpickle") is None:
            return plain
    except (pickle.PicklingError, AttributeError, TypeError):
        if find_spec("cloudpickle") is None:
            raise
    whole: bytes = import_module("cloudpickle").dumps(job)
    return whole


@attrs.frozen
class _Done:
    """What a task gave: its counts, how long it took in seconds, without the time to prepare the game, and what has
    played."""

    counts: Counts
    seconds: float
    level: Level | None


_SCHEMES: dict[str, Scheme] = {}
_LOADING = threading.Lock()


def _scheme(job: Job, token: str) -> Scheme:
    """What is counted in a job; its game is loaded once in a process."""
    with _LOADING:
        if token not in _SCHEMES:
            made = scheme_of(job, job.loader())
            while len(_SCHEMES) >= JOBS_KEPT:
                del _SCHEMES[next(iter(_SCHEMES))]
            _SCHEMES[token] = made
        return _SCHEMES[token]


class _Own(threading.local):
    """The job on which a thread works, and what counts it: in Python, and in machine code, made when it is needed."""

    token = ""
    job: Job
    tally: Tally | None = None
    machine: MachineTally | None = None
    level: Level | None = None


_OWN = _Own()


def _play(task: _Task) -> _Done:
    """Plays a task."""
    own = _OWN
    if task.token != own.token:
        own.token, own.tally, own.machine, own.level = "", None, None, None
        own.job = task.job
        own.token = task.token
    machine = None if task.level is None else _machine(task.token, task.level)
    if machine is not None:
        since = time.perf_counter()
        counts = machine.play(task.first, task.last)
        return _Done(counts, time.perf_counter() - since, task.level)
    if own.tally is None:
        scheme, job = _scheme(own.job, task.token), own.job
        own.tally = Tally(scheme, job.options, rows=job.rows, journals=job.journals)
    since = time.perf_counter()
    for number in range(task.first, task.last):
        play(own.tally, own.job, number)
    return _Done(own.tally.take(), time.perf_counter() - since, None)


def _machine(token: str, level: Level) -> MachineTally | None:
    """What counts the job of this thread in machine code; None if there can be none here."""
    own = _OWN
    if own.level != level:
        scheme = _scheme(own.job, token)
        try:
            own.machine = MachineTally(scheme, own.job.options, own.job.seed, level, rows=own.job.rows)
        except EngineError:  # this machine does without
            own.machine = None
        own.level = level
    return own.machine


class _Tasks:
    """Divides a job into tasks of about the same time, according to how long the first ones took."""

    def __init__(self, job: Job, seconds: float, workers: int, *, here: bool = True) -> None:
        self.job, self.seconds, self.workers = job, seconds, workers
        self.token = uuid.uuid4().hex
        self.given = 0
        self.chooser: Chooser | None = None
        if job.quick:
            self.chooser = Chooser(
                lambda: _scheme(job, self.token), wanted_engine(job.engine), max(workers, 1), here=here
            )
        self._again: list[_Task] = []
        self._largest = self._size = FIRST_CHUNK if job.quick else 1

    def __next__(self) -> _Task:
        """The next task. Raises StopIteration if all have been given out."""
        if self._again:
            return heappop(self._again)
        left = self.job.matches - self.given
        if not left:
            raise StopIteration
        size = max(1, min(self._size, -(-left // self.workers)))
        self._largest = max(self._largest, size)
        first, self.given = self.given, self.given + size
        return _Task(self.job, self.token, first, self.given, level=self.level)

    def __iter__(self) -> Iterator[_Task]:
        return self

    @property
    def level(self) -> Level | None:
        """What plays the next task."""
        return None if self.chooser is None else self.chooser.level

    def took(self, task: _Task, done: _Done) -> None:
        """Learns how long a task took."""
        if done.seconds <= 0:
            return
        each = done.seconds / (task.last - task.first)
        self._size = max(1, int(min(self.seconds / each, FASTER * self._largest)))
        if self.chooser is not None:
            self.chooser.learn(done.level, (self.job.matches - self.given) * each)

    def again(self, task: _Task) -> None:
        """Gives out a task once more."""
        heappush(self._again, attrs.evolve(task, attempt=task.attempt + 1))


# -------------------------------------------------------------------------- simulations


def simulate(
    job: Job,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    until: float | None = None,
) -> Statistics:
    """Plays all matches of a job.

    Args:
        job: what to simulate.
        processes: how many processes share the work; with an executor, for how many workers there should be tasks.
        executor: does the work instead of processes of our own: any executor of `concurrent.futures`, such as that
            of a Dask client.
        progress: called with (finished matches, all matches) after each task.
        until: when to stop, as `time.monotonic()` counts; the matches until then count, and at least one task.

    Returns:
        The statistics of all matches. After an interrupt, those of the tasks that were done, with `interrupted` set,
        and also `lost` if processes died again and again.

    Raises:
        EngineError: there is no such engine, or the native one cannot be had.
        Exception: whatever a loader or a bot raises.
    """
    total: Counts | None = None
    finished = 0
    interrupted = lost = False
    tasks = _Tasks(job, STEP, processes) if executor is None else _Tasks(job, TASK, processes, here=False)
    try:
        source = (
            _here(tasks, processes) if executor is None else _together(tasks, executor, max(processes, 1))
        )
        with contextlib.closing(source):
            for part in source:
                if total is None:
                    total = part
                else:
                    total.add(part)
                finished = total.one("matches")
                if progress is not None:
                    progress(finished, job.matches)
                if until is not None and time.monotonic() >= until:
                    break
    except KeyboardInterrupt:
        interrupted = True
    except WorkerLost:  # the results of the others are kept
        interrupted = lost = True
    if total is None:
        return Statistics(players=job.players, interrupted=interrupted, lost=lost)
    return Statistics.of(_scheme(job, tasks.token), total, interrupted=interrupted, lost=lost)


def _here(tasks: _Tasks, workers: int) -> Generator[Counts, None, None]:
    """The counts from this machine. Threads of this process share what machine code plays, other processes the rest,
    if they are worth while: the first tasks show how long matches take."""
    job = tasks.job
    if workers < 2:
        yield from _alone(tasks)
        return
    if job.quick:
        trial = next(tasks, None)
        if trial is None:
            return
        done = _play(trial)
        tasks.took(trial, done)
        yield done.counts
        if tasks.level is not None:
            with ThreadPoolExecutor(workers) as threads:
                yield from _together(tasks, threads, workers)
            return
        left = (job.matches - trial.last) / (trial.last - trial.first) * done.seconds
        workers = min(workers, int(left / WORTH_A_PROCESS))
        if workers < 2:
            tasks.workers = 1
            yield from _alone(tasks)
            return
    tasks.seconds = TASK
    yield from _shared(tasks, min(workers, job.matches))


def _alone(tasks: _Tasks) -> Generator[Counts, None, None]:
    for task in tasks:
        done = _play(task)
        tasks.took(task, done)
        yield done.counts


def _shared(tasks: _Tasks, processes: int) -> Generator[Counts, None, None]:
    """The counts from processes of our own. If processes die, others take their place, but not for ever."""
    tasks.chooser = None
    for _ in range(LIVES):
        with pool(processes) as executor:
            try:
                yield from _together(tasks, executor, processes)
                return
            except WorkerLost:
                continue
    raise WorkerLost("processes that played matches have died")


def _together(tasks: _Tasks, executor: Executor, workers: int) -> Generator[Counts, None, None]:
    """The counts of tasks, as they are done. A task that fails is repeated. Raises `WorkerLost` if the executor is of
    no more use; the tasks that are not done are given out again then."""
    busy: dict[Future[_Done], _Task] = {}
    try:
        while True:
            while len(busy) < 2 * workers and (task := next(tasks, None)) is not None:
                try:
                    busy[executor.submit(_play, task)] = task
                except BrokenExecutor:
                    tasks.again(task)
                    raise
            if not busy:
                return
            wait(busy, timeout=GLANCE, return_when=FIRST_COMPLETED)
            for future in [one for one in busy if one.done()]:
                task = busy[future]
                try:
                    done = future.result()
                except BrokenExecutor:
                    raise
                except Exception as error:
                    if task.attempt + 1 >= LIVES:
                        if isinstance(error, CancelledError):
                            raise WorkerLost("the executor does not carry out its tasks") from error
                        raise
                    del busy[future]
                    tasks.again(task)
                    continue
                del busy[future]
                tasks.took(task, done)
                yield done.counts
    except BrokenExecutor as error:
        for task in busy.values():
            tasks.again(task)
        raise WorkerLost("a process that played matches has died") from error
    finally:
        for future in busy:
            future.cancel()
