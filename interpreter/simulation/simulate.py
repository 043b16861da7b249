"""Plays many matches between bots and counts their results.

    statistics = simulate(Job(loader, matches=1000, players=3, seed=1), progress=print)

Match number i of a job has the seed `match_seed(job.seed, i)`, whichever process plays it, so a job has
the same counts however many processes share it. After an interrupt, the finished matches still count.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Generator, Mapping

import attrs
from rulewright.dsl.model.game import Game

from ..bots.registry import Bot, RandomBot, make_bot
from ..match.errors import BrokenRulesError
from ..match.match import Match
from ..match.options import OptionValue
from ..memory.dice import Dice
from ..memory.faults import RulesFault, diagnostic_of
from .statistics import MatchSummary, Statistics
from .workers import WorkerLost, share

CHUNK = 25
"""The number of matches between random players in one task of a process; with bots that think, it is one."""
WORTH_A_PROCESS = 100
"""This many matches between random players take about as long as starting a process."""
Progress = Callable[[int, int], None]
BotMaker = str | Callable[[int], Bot]


@attrs.frozen
class Job:
    """What to simulate. Every process calls `loader` to get the game; `policies` has a bot for each seat: a name
    (`random`, `search:500`), or a function that makes one from a seed."""

    loader: Callable[[], Game]
    matches: int
    players: int
    seed: int = 0
    options: Mapping[str, OptionValue] = attrs.field(factory=dict)
    policies: tuple[BotMaker, ...] = ()
    detail: bool = True


def match_seed(seed: int, number: int) -> int:
    """The seed of the n-th match of a job, mixed as in SplitMix64, so that similar seeds have different results."""
    z = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return z ^ (z >> 31)


def play_one(game: Game, job: Job, number: int) -> MatchSummary:
    """Plays one match of a job and summarizes it."""
    seed = match_seed(job.seed, number)
    try:
        match = Match(game, job.players, seed, job.options)
    except BrokenRulesError as broken:
        return _broken_off(MatchSummary(seed=seed), broken)
    names = job.policies or ("random",) * job.players
    bots = [make_bot(name, seed + seat) for seat, name in enumerate(names)]
    quick = all(type(bot) is RandomBot for bot in bots)
    summary = MatchSummary(seed=seed)
    dice = Dice.of(seed)
    try:
        while not match.is_over and summary.decisions < game.step_bound:
            if quick:
                _quick_step(match, dice, summary)
            else:
                _step(match, bots, summary)
        summary.scores = (match.scores or ()) if match.is_over else ()
        summary.ended = match.is_over
        summary.winners = match.winners
    except BrokenRulesError as broken:
        summary = _broken_off(summary, broken)
    except RulesFault as fault:  # while a bot looks at the match
        summary = _broken_off(summary, BrokenRulesError(diagnostic_of(fault.fault), match.record()))
    try:
        _count_details(match, job, summary)
    except RulesFault as fault:
        if not summary.fault:
            summary = _broken_off(summary, BrokenRulesError(diagnostic_of(fault.fault), match.record()))
    return summary


def _count_details(match: Match, job: Job, summary: MatchSummary) -> None:
    """The details that only a replay of the match shows."""
    if job.detail:
        summary.reached.update(match.reached())
        summary.turns = match.turns()


def _broken_off(summary: MatchSummary, broken: BrokenRulesError) -> MatchSummary:
    return attrs.evolve(summary, fault=str(broken), record=broken.record, diagnostic=broken.diagnostic)


def _quick_step(match: Match, dice: Dice, summary: MatchSummary) -> None:
    """A random choice that does not turn action numbers into options."""
    position = match.position
    strand = position.first_strand()
    legal = position.legal(strand)
    number = legal[dice.below(len(legal))]
    summary.count(match.rules, legal, number)
    match.take(strand, number)


def _step(match: Match, bots: list[Bot], summary: MatchSummary) -> None:
    decision = match.decision
    bot = bots[decision.player] if decision.player >= 0 else bots[0]
    option = bot.choose(match, decision)
    summary.count(match.rules, [one.number for one in decision.options], option.number)
    match.choose(option)


# ------------------------------------------------------------------- many processes

_GAMES: dict[str, Game] = {}


def _prepare_worker(loader: Callable[[], Game]) -> None:
    _GAMES["game"] = loader()


def _play_chunk(job: Job, first: int, last: int) -> Statistics:
    game = _GAMES.get("game") or job.loader()
    _GAMES["game"] = game
    statistics = Statistics(players=job.players)
    for number in range(first, last):
        statistics.add(play_one(game, job, number))
    return statistics


def simulate(job: Job, *, processes: int = 1, progress: Progress | None = None) -> Statistics:
    """Plays all matches of a job. `progress` is called with (finished matches, all matches). After an interrupt,
    returns the statistics of the finished matches with `interrupted` set, and also `lost` if a process died."""
    total = Statistics(players=job.players)
    quick = all(name == "random" for name in job.policies)
    size = CHUNK if quick else 1
    most = min(processes, job.matches // WORTH_A_PROCESS if quick else job.matches)
    chunks = [(first, min(first + size, job.matches)) for first in range(0, job.matches, size)]
    source = _alone(job, chunks) if most <= 1 else _together(job, chunks, most)
    try:
        with contextlib.closing(source):
            for part in source:
                total.merge(part)
                if progress is not None:
                    progress(total.matches, job.matches)
    except KeyboardInterrupt:
        total.interrupted = True
    except WorkerLost:  # the results of the other processes are kept
        total.interrupted = total.lost = True
    return total


def _alone(job: Job, chunks: list[tuple[int, int]]) -> Generator[Statistics, None, None]:
    _prepare_worker(job.loader)
    for first, last in chunks:
        yield _play_chunk(job, first, last)


def _together(job: Job, chunks: list[tuple[int, int]], processes: int) -> Generator[Statistics, None, None]:
    first, work = functools.partial(_prepare_worker, job.loader), functools.partial(_play_chunk, job)
    yield from share(first, work, chunks, processes)


__all__ = ["Job", "Statistics", "match_seed", "play_one", "simulate"]
