"""Many matches of a game, and the engine that plays them."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence

import attrs
from rulewright.dsl.model.game import Game
from rulewright.interpreter import BrokenRulesError, Match, SetupError
from rulewright.interpreter.bots.base import Bot
from rulewright.interpreter.bots.registry import BOTS, make_bot, portable
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.match.options import OptionValue
from rulewright.interpreter.match.rules import prepare
from rulewright.interpreter.simulation.simulate import Job
from rulewright.interpreter.simulation.simulate import simulate as simulate_job
from rulewright.interpreter.simulation.statistics import Statistics

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
    detail: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Statistics:
    """Plays many matches between bots, and counts the results.

    Args:
        game: the game.
        matches: how many matches to play.
        players: how many players take part; by default as many as there are `bots`, or else three, or the allowed
            number nearest to three.
        seed: the same seed gives the same counts, whatever the number of processes.
        bots: a bot for every seat, or a list with one for each seat: a name as for `make_bot` (`"search:200"`), a
        class of
            your own, or any function that takes a seed and returns a bot.
        options: the options of the game's set-up, by name.
        processes: how many processes share the work. Each imports your script again. With more than one, call this
            under `if __name__ == "__main__":`, and define bots of your own where they can be imported.
        detail: whether to count turns, and which texts of the rules were reached. Matches take longer with it.
        progress: called as `progress(done, matches)` from time to time.

    Returns:
        The counts. An interrupt (Ctrl-C) stops the simulation early, and so does a process that dies: the matches
        played until then are counted, and `interrupted` is set, for a dead process `lost` as well. A match in which
        the rules go wrong is one of the `faults`, with the record that repeats it.

    Raises:
        SetupError: the game does not allow that many players, has no such option, or there is no such bot.
        RuntimeError: no process could start.

    >>> counts = simulate(load("cookbook/everyday-words"), matches=20, players=2, seed=1)
    >>> counts.matches, counts.ended, len(counts.faults)
    (20, 20, 0)
    """
    one = bots if isinstance(bots, str) or not isinstance(bots, Sequence) else None
    several = tuple(bots) if one is None and isinstance(bots, Sequence) else ()
    count = players if players is not None else len(several) or _usual_players(game)
    policies = several if one is None else (one,) * count
    if len(policies) != count:
        raise SetupError(f"{len(policies)} bots for {count} seats", "give one bot, or one for each seat")
    for number, bot in enumerate(policies):
        make_bot(bot, number)
    with contextlib.suppress(BrokenRulesError):  # faults of the rules are counted
        Match(game, count, seed, options)
    job = Job(
        functools.partial(_same, attrs.evolve(game)),
        matches,
        count,
        seed=seed,
        options=dict(options or {}),
        policies=tuple(portable(bot) for bot in policies),
        detail=detail,
    )
    counts = simulate_job(job, processes=processes, progress=progress)
    if counts.lost and not counts.matches:
        raise RuntimeError(
            "the processes that share the work cannot start: a script that uses several must call this under "
            "'if __name__ == \"__main__\":', and they must be able to import your bots"
        )
    return counts


def _usual_players(game: Game) -> int:
    least, most = game.players
    return min(max(least, 3), most)


def _same(game: Game) -> Game:
    return game


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
