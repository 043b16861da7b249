"""Many matches of a game, and the engine that plays them."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor

from ...dsl.model.game import Game
from ...interpreter import BrokenRulesError, Match, SetupError
from ...interpreter.bots.base import Bot
from ...interpreter.bots.registry import BOTS, make_bot, portable
from ...interpreter.engine.protocol import Engine
from ...interpreter.match.setup.options import OptionValue
from ...interpreter.match.setup.rules import prepare
from ...interpreter.simulation.compare import Comparison
from ...interpreter.simulation.compare import compare as compare_jobs
from ...interpreter.simulation.simulate import Job, same
from ...interpreter.simulation.simulate import simulate as simulate_job
from ...interpreter.simulation.statistics import Statistics

BotMaker = str | Callable[[int], Bot]
"""A bot's name, or a function that makes a bot from a seed: usually a class."""

bots = BOTS
"""The classes of bots by the names that commands, `make_bot` and `simulate` accept. Add your own."""


def simulate(
    game: Game,
    *,
    matches: int = 1000,
    players: int | None = None,
    seed: int = 0,
    bots: BotMaker | Sequence[BotMaker] = "random",
    options: Mapping[str, OptionValue] | None = None,
    processes: int = 1,
    executor: Executor | None = None,
    engine: str | None = None,
    detail: bool = True,
    rows: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Statistics:
    """Plays many matches between bots, and counts the results.

    Args:
        game: the game.
        matches: how many matches to play.
        players: how many players take part; by default as many as there are `bots`, or else three, or the allowed
            number nearest to three.
        seed: the same seed gives the same counts, however the work is divided.
        bots: a bot for every seat, or a list with one for each seat: a name as for `make_bot` (`"search:200"`), a
        class of
            your own, or any function that takes a seed and returns a bot.
        options: the options of the game's set-up, by name.
        processes: how many processes share the work. Each imports your script again. With more than one, call this
            under `if __name__ == "__main__":`, and define bots of your own where they can be imported. Where all
            choose at random and it pays, the native engine plays instead, in as many threads.
        executor: does the work instead of processes of this machine: any executor of `concurrent.futures`, such as
            `client.get_executor()` of a Dask client. Then `processes` says how many workers it has. What fails there
            is repeated twice.
        engine: what plays: "python", "native", or "auto": Python first, and machine code once that pays. Without it,
            the environment decides (`RULEWRIGHT_ENGINE`). The counts are the same.
        detail: whether to count turns, changes of the lead, and which texts of the rules were reached. Matches take
            a little longer with it.
        rows: whether to keep each match in `rows`: its seed, its length, who decided first, winners and scores.
        progress: called as `progress(done, matches)` from time to time.

    Returns:
        The counts. An interrupt (Ctrl-C) stops the simulation early: the matches counted until then are kept, and
        `interrupted` is set. A process that dies is replaced; if that happens again and again, the simulation stops
        early as well, and `lost` is set, too. A match in which the rules go wrong is one of the `faults`, with the
        record that repeats it.

    Raises:
        SetupError: the game does not allow that many players, has no such option, there is no such bot, or a
            number is too small.
        EngineError: there is no such engine, or the native one cannot be had.
        RuntimeError: no process could start.

    >>> counts = simulate(load("cookbook/everyday-words"), matches=20, players=2, seed=1)
    >>> counts.matches, counts.ended, len(counts.faults)
    (20, 20, 0)
    """
    job = _job(game, matches, players, seed, bots, options, engine, processes, detail=detail, rows=rows)
    counts = simulate_job(job, processes=processes, executor=executor, progress=progress)
    _has_started(counts)
    return counts


def compare(
    first: Game,
    second: Game | None = None,
    *,
    matches: int = 1000,
    players: int | None = None,
    seed: int = 0,
    bots: BotMaker | Sequence[BotMaker] = "random",
    second_bots: BotMaker | Sequence[BotMaker] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    second_options: Mapping[str, OptionValue] | None = None,
    processes: int = 1,
    executor: Executor | None = None,
    engine: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Plays two games (a game and a variant of it), or one game in two ways, with the same seeds, and compares what
    came of them.

    Args:
        first: the game to compare with.
        second: the other game; if you leave it out, the same game with other bots or options.
        matches: how many matches to play of each.
        players: how many players take part in both; chosen as for `simulate` if you leave it out.
        seed: the same seed gives the same results.
        bots: a bot for every seat, or one for each, as for `simulate`.
        second_bots: the bots of the second game, if they are others.
        options: the options of the set-up, by name.
        second_options: the options of the second game, if they are others.
        processes: how many processes share the work, as for `simulate`.
        executor: does the work instead, as for `simulate`.
        engine: what plays, as for `simulate`.
        progress: called as `progress(done, matches)` from time to time, with the matches of both.

    Returns:
        The statistics of both and their measures, each with the difference (second minus first), its 95 % interval,
        and the p of a test: a z-test for shares, Welch's t-test for means. `differing` are the measures whose p,
        adjusted for their number by Holm's method, is below 0.05.

    Raises:
        SetupError: a game does not allow that many players, has no such option, there is no such bot, or a
            number is too small.
        EngineError: there is no such engine, or the native one cannot be had.
        RuntimeError: no process could start.

    >>> game = load("cookbook/everyday-words")
    >>> found = compare(game, matches=50, players=2, bots="random", second_bots="greedy:1")
    >>> found.measures[0].name, found.first.matches, found.second.matches
    ('wins of seat 1', 50, 50)
    """
    other = first if second is None else second
    others = bots if second_bots is None else second_bots
    setting = options if second_options is None else second_options
    one = _job(first, matches, players, seed, bots, options, engine, processes)
    two = _job(
        other, matches, one.players if players is None else players, seed, others, setting, engine, processes
    )
    found = compare_jobs(one, two, processes=processes, executor=executor, progress=progress)
    _has_started(found.first)
    return found


def _job(
    game: Game,
    matches: int,
    players: int | None,
    seed: int,
    bots: BotMaker | Sequence[BotMaker],
    options: Mapping[str, OptionValue] | None,
    engine: str | None,
    processes: int,
    *,
    detail: bool = True,
    rows: bool = False,
) -> Job:
    """A job, after a look at whether it can be played."""
    if not isinstance(game, Game):
        raise TypeError(f"a match is of a Game, not {game!r}: rulewright.load gives one")
    for what, number, least in (("matches", matches, 0), ("processes", processes, 1)):
        if not isinstance(number, int):
            raise TypeError(f"{what} is a whole number, not {number!r}")
        if number < least:
            raise SetupError(f"{what} is at least {least}, not {number}")
    one = bots if isinstance(bots, str) or not isinstance(bots, Sequence) else None
    several = tuple(bots) if one is None and isinstance(bots, Sequence) else ()
    count = players if players is not None else len(several) or _usual_players(game)
    policies = several if one is None else (one,) * count
    if len(policies) != count:
        raise SetupError(f"{len(policies)} bots for {count} seats", "give one bot, or one for each seat")
    for number, bot in enumerate(policies):
        make_bot(bot, number)
    with contextlib.suppress(BrokenRulesError):  # faults of the rules are counted
        Match(game, count, seed, options, engine="python")  # nothing is compiled for this look
    return Job(
        functools.partial(same, game),
        matches,
        count,
        seed=seed,
        options=dict(options or {}),
        policies=tuple(portable(bot) for bot in policies),
        detail=detail,
        rows=rows,
        engine=engine,
    )


def _has_started(counts: Statistics) -> None:
    if counts.lost and not counts.matches:
        raise RuntimeError(
            "the processes that share the work cannot start: a script that uses several must call this under "
            "'if __name__ == \"__main__\":', and they must be able to import your bots"
        )


def _usual_players(game: Game) -> int:
    least, most = game.players
    return min(max(least, 3), most)


def kernel(game: Game, *, explicit_chance: bool = False, engine: str | None = None) -> Engine:
    """The engine under `Match`: the rules compiled to functions on one flat array of integers.

    It is meant for programs that play millions of decisions. It checks nothing and makes no objects for options; with
    an action that `actions` does not list, or a memory of another game, its behaviour is undefined.

    Args:
        game: the game. It is compiled once, and the result is kept with it.
        explicit_chance: whether luck becomes decisions of a player with the number -1.
        engine: "python", "native", which is compiled now or comes from the cache, or "auto": the one that plays the
            matches of this game at the moment. Without it, the environment decides (`RULEWRIGHT_ENGINE`).

    Returns:
        The engine, which threads may share. Its `name` says which it is. `start(players, seed)` returns a memory,
        `pending(memory)` the open decisions, and `actions(memory, strand)` the legal actions.
        `act(memory, strand, action)` carries out an action and runs to the next decision. `over(memory)` returns
        whether the match is over.

    Raises:
        EngineError: there is no such engine, or the native one cannot be had.

    >>> engine = kernel(load("cookbook/everyday-words"))
    >>> memory = engine.start(2, 7)
    >>> engine.pending(memory)[0].player, engine.actions(memory, 0)
    (0, [0, 1])
    """
    return prepare(game, explicit_chance=explicit_chance, engine=engine).engine
