"""`rulewright report`: what simulations say of a game, as a page with pictures."""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from types import TracebackType
from typing import Any

import attrs

from ...dsl.languages import BASE, tags
from ...dsl.model.game import Game
from ...interpreter import MatchError
from ...interpreter.extras import needed
from ...interpreter.simulation.simulate import same
from ...interpreter.simulation.study import MOST_COUNTS, Study, Wanted, study
from ...interpreter.simulation.workers import pool
from ..agents import HELP, AgentError
from ..commandline.arguments import add_game, add_processes, identity, opened, whole_number
from ..commandline.cluster import add_cluster, working
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.engines import add_engine
from ..commandline.progress import Progress
from ..fault_reports import report_faults
from ..files.games import shown, unfit
from ..installation import installed
from ..matches import add_setup, bot_name, bots_for, options_of, playable, player_names
from ..report.page import page
from .simulate import load

DESCRIPTION = """\
Write a report of a game as one page (HTML) that opens from a disk: how long matches are, whether it is fair to each
seat and number of players, how early the winner is known, whether thinking pays and how much is luck, what options
and cards are worth, and what never happens. Bots play: the strongest that the time allows, unless you name one, and
random players as a baseline. Beside the page lies the same as JSON. Ctrl-C stops and writes what there is."""
EXAMPLES = (
    "rulewright report ./my-game",
    "rulewright report ./my-game --minutes 30 --language cs -o my-game.html",
    "rulewright report ./my-game --variant quick-start --players 2 --bot search:100",
    "rulewright report ./my-game --bot greedy:4 --matches 200 --seed 1",
)
EXIT_CODES = (
    "0 the report is written, 1 errors in the game, faults of its rules or matches without an end, "
    "2 bad usage"
)
MINUTES = 3.0


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("report.html"),
        metavar="FILE",
        help="the page to write (default report.html); its JSON lies beside it, as report.json",
    )
    parser.add_argument(
        "--language", choices=tags(), default=BASE, metavar="LANGUAGE", help="en (the default) or cs"
    )
    parser.add_argument(
        "--minutes",
        type=_minutes,
        default=MINUTES,
        metavar="M",
        help=f"how long it may take (default {MINUTES:g})",
    )
    parser.add_argument(
        "--matches",
        type=whole_number,
        metavar="N",
        help="how many matches each simulation has at most (default: as many as the time allows)",
    )
    parser.add_argument(
        "--bot",
        type=bot_name,
        metavar="BOT",
        help=f"who plays all seats (default: the strongest that the time allows): {HELP}",
    )
    add_setup(parser)
    add_engine(parser)
    add_processes(parser)
    add_cluster(parser)


def _minutes(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1e6:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of minutes above 0")
    return found


def run(args: argparse.Namespace, console: Console) -> int:
    needed("vl_convert", "report")
    game = opened(args, console)
    if args.processes < 1 or (args.matches is not None and args.matches < 1):
        return _refuse("--matches and --processes are at least 1", console)
    for file in (args.output, _beside(args.output)):
        if (reason := unfit(file)) is not None:
            return _refuse(f"{shown(file)} cannot be written: {reason}", console)
    if args.output.suffix == ".json":
        return _refuse(
            "the page cannot be called .json, since its JSON lies beside it: write -o FILE.html", console
        )
    try:
        wanted = _wanted(args, game)
        with _workers(args, console) as (executor, workers), _Steps(console) as steps:
            found = study(wanted, processes=workers, executor=executor, progress=steps.update)
    except MatchError as error:
        return _refuse(f"{error.code}: {error}", console)
    except AgentError as error:
        console.remark(f"rulewright report: {error}; correct the agent, or leave it out")
        return FINDINGS
    return _show(args, found, console, game)


def _refuse(why: str, console: Console) -> int:
    console.remark(f"rulewright report: {why}")
    return BAD_USAGE


def _beside(output: Path) -> Path:
    """Where the JSON lies."""
    return output.with_suffix(".json")


def _wanted(args: argparse.Namespace, game: Game) -> Wanted:
    least, most = game.players
    players = len(player_names(game, args.players))
    counts = (players,) if args.players else tuple(range(least, most + 1)[:MOST_COUNTS])
    if players not in counts:
        counts = tuple(sorted((*counts[:-1], players)))
    options = options_of(args.option)
    for count in counts:
        playable(game, player_names(game, str(count)), options)
    makers = [bots_for([args.bot] if args.bot else [], count, game) for count in counts]
    return Wanted(
        # Other machines need not have the files.
        loader=Kept(game, args.game, tuple(args.variant))
        if args.cluster is None
        else functools.partial(same, game),
        counts=counts,
        players=players,
        seed=args.seed or 0,
        options=options,
        bot=args.bot,
        maker=makers[0][0] if args.bot else None,
        matches=args.matches,
        minutes=args.minutes,
        engine=args.engine,
    )


@attrs.frozen
class Kept:
    """A loader that gives the game that this process has read. Other processes read its files, only once for
    all steps of the report."""

    game: Game
    name: str
    variants: tuple[str, ...]

    def __call__(self) -> Game:
        return self.game

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial, (_loaded, self.name, self.variants)


@functools.lru_cache(maxsize=2)
def _loaded(name: str, variants: tuple[str, ...]) -> Game:
    return load(name, variants)


@contextlib.contextmanager
def _workers(args: argparse.Namespace, console: Console) -> Iterator[tuple[Executor | None, int]]:
    """The cluster, or the same processes for all steps, so that each reads the game once."""
    with working(args, console) as (executor, workers):
        if executor is not None or workers < 2:
            yield executor, workers
        else:
            with pool(workers) as own:
                yield own, workers


class _Steps:
    """The progress of one step after the other."""

    def __init__(self, console: Console) -> None:
        self._console, self._step = console, ""
        self._progress: Progress | None = None

    def __enter__(self) -> _Steps:
        return self

    def update(self, step: str, done: int, of: int) -> None:
        """Shows how far a step is."""
        if step != self._step:
            self._end()
            self._step, self._progress = step, Progress(self._console, step, of).__enter__()
        if self._progress is not None:
            self._progress.update(done, of)

    def _end(self) -> None:
        if self._progress is not None:
            self._progress.__exit__(None, None, None)
        self._progress = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()


def _show(args: argparse.Namespace, found: Study, console: Console, game: Game) -> int:
    set_up = dict(pair.split("=", 1) for pair in args.option)
    data = {**identity(game), "seed": found.wanted.seed, "set_up": set_up, **found.as_json()}
    beside = _beside(args.output)
    try:
        args.output.write_text(page(found, args.language, installed()), encoding="utf-8", newline="")
        beside.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="")
    except OSError as error:
        return _refuse(f"{shown(args.output)} cannot be written: {error.strerror}", console)
    console.write(
        f"wrote {shown(args.output)} and {shown(beside)}: {found.main.ended} matches of {found.bot}"
    )
    report_faults(found.all_played, console)
    if found.interrupted:
        console.remark("stopped early: the report has what there was")
    console.out.flush()
    wrong = any(one.faulty or one.unended or one.lost for one in found.all_played)
    return FINDINGS if wrong else CLEAN
