"""`rulewright simulate`: plays many matches between bots, and counts the results."""

from __future__ import annotations

import argparse
import functools
import json
from pathlib import Path
from shlex import quote
from typing import Any

import attrs

from ...dsl.diagnostics.report import Report
from ...dsl.model.game import Game
from ...interpreter import MatchError
from ...interpreter.match.errors import EngineError
from ...interpreter.simulation.recorded import counted
from ...interpreter.simulation.simulate import Job, same, simulate
from ...interpreter.simulation.statistics import Statistics
from ..agents import AgentError, learnt_with
from ..commandline.arguments import add_format, add_processes, identity, opened
from ..commandline.cluster import add_cluster, working
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.progress import Progress
from ..fault_reports import report_faults
from ..files.games import open_game, unfit
from ..files.saves import unfit_for_save, write_save
from ..matches import add_matches, bots_for, options_of, playable, player_names
from ..records import recorded
from ..terminal.rows import rows_text
from ..terminal.text_tables import statistics_tables

DESCRIPTION = """\
Play many matches between bots and count: wins by seat and by order, how long matches are, how often each
option and each design was used and how those fared who used it, and what never happened. Shares have 95 % intervals.
The same seed gives the same counts. Ctrl-C stops and shows the results so far."""
EXAMPLES = (
    "rulewright simulate ./my-game --matches 10000 --players 4",
    "rulewright simulate ./my-game --matches 100 --players 2 --bot search:100 --bot random",
    "rulewright simulate ./my-game --matches 200 --bot greedy --short",
    "rulewright simulate ./my-game --seed 3 --format json --output counts.json",
    "rulewright simulate ./my-game --matches 100000 --rows matches.csv",
    "rulewright simulate ./my-game --records played      what people did who sent you records",
    "rulewright simulate ./my-game --matches 10000000 --cluster tcp://192.168.0.9:8786",
)
EXIT_CODES = (
    "0 every match that was played ended, 1 errors in the game, faults of its rules or matches without an end, "
    "2 bad usage"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    add_matches(parser, "how many matches (default 1000)")
    add_processes(parser)
    add_cluster(parser)
    add_format(parser, "csv", people="table")
    parser.add_argument(
        "--short",
        action="store_true",
        help="show only the results in the table: nothing about options, designs and rules one by one",
    )
    parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")
    parser.add_argument(
        "--rows",
        metavar="FILE",
        help="write a row for each match: CSV, or lines of JSON if the name ends in .jsonl",
    )
    parser.add_argument("--keep", metavar="FILE", help="write the record of the first match that goes wrong")
    parser.add_argument(
        "--records",
        metavar="FOLDER",
        help="count the matches that people have played, from the records in this folder, and none between bots",
    )
    parser.add_argument(
        "--no-detail",
        action="store_true",
        help="do not count turns, changes of the lead and reached rules (faster)",
    )


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened(args, console)
    if args.matches < 1 or args.processes < 1:
        console.remark("rulewright simulate: --matches and --processes are at least 1")
        return BAD_USAGE
    for file, why in ((args.output, unfit), (args.rows, unfit), (args.keep, unfit_for_save)):
        if file is not None and (reason := why(Path(file))) is not None:
            console.remark(f"rulewright simulate: {file} cannot be written: {reason}")
            return BAD_USAGE
    if args.records is not None:
        return _records(args, game, console)
    try:
        job = _job(args, game)
    except MatchError as error:
        console.remark(f"rulewright simulate: {error.code}: {error}")
        return BAD_USAGE
    try:
        with (
            working(args, console) as (executor, workers),
            Progress(console, "matches", job.matches) as progress,
        ):
            statistics = simulate(job, processes=workers, executor=executor, progress=progress.update)
    except EngineError as error:
        console.remark(f"rulewright simulate: {error.code}: {error}")
        return BAD_USAGE
    except AgentError as error:
        console.remark(f"rulewright simulate: {error}; correct the agent, or leave it out")
        return FINDINGS
    if args.rows is not None and not _written(args.rows, rows_text(statistics, args.rows), console):
        return BAD_USAGE
    return _show(args, job, statistics, console, game)


def _records(args: argparse.Namespace, game: Game, console: Console) -> int:
    """Counts the matches in a folder of records."""
    if args.bot or args.seed is not None:
        console.remark("rulewright simulate: with --records nobody plays; leave out --bot and --seed")
        return BAD_USAGE
    try:
        wanted = None if args.players is None else len(player_names(game, args.players))
        found = recorded(game, Path(args.records), wanted)
    except MatchError as error:
        console.remark(f"rulewright simulate: {error.code}: {error}")
        return BAD_USAGE
    except OSError as error:
        console.remark(f"rulewright simulate: {args.records} cannot be read: {error.strerror}")
        return BAD_USAGE
    for line in found.left_out:
        console.remark(line)
    if not found.matches:
        console.remark(f"rulewright simulate: there is no record of a whole match in {args.records}")
        return BAD_USAGE
    statistics = counted(found.players, found.options, found.matches, detail=not args.no_detail)
    if args.rows is not None:
        console.remark("rulewright simulate: --rows is for matches between bots")
    job = Job(functools.partial(same, game), statistics.matches, found.players, options=found.options)
    return _show(args, job, statistics, console, game)


def load(name: str, variants: tuple[str, ...]) -> Game:
    """The game in a worker process."""
    game = open_game(name, Report(), variants=variants)
    if game is None:  # it has changed since the command started
        raise OSError(f"{name} has changed and can no longer be read")
    return game


@attrs.frozen
class Opened:
    """A loader that gives the game that this process has read. Other processes get `load`, and read the files again:
    that is faster than to send them a game."""

    game: Game
    name: str
    variants: tuple[str, ...]

    def __call__(self) -> Game:
        return self.game

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial, (load, self.name, self.variants)


def _job(args: argparse.Namespace, game: Game) -> Job:
    names = player_names(game, args.players or learnt_with(args.bot))
    options = options_of(args.option)
    playable(game, names, options)
    bots = bots_for(args.bot, len(names), game)
    here = Opened(game, args.game, tuple(args.variant))
    return Job(
        # Other machines need not have the files.
        loader=here if args.cluster is None else functools.partial(same, game),
        matches=args.matches,
        players=len(names),
        seed=args.seed or 0,
        options=options,
        policies=bots,
        detail=not args.no_detail,
        rows=args.rows is not None,
        engine=args.engine,
    )


def _show(args: argparse.Namespace, job: Job, statistics: Statistics, console: Console, game: Game) -> int:
    if args.format == "json":
        asked = {
            "seed": job.seed,
            "bots": _bot_names(args, job.players),
            "set_up": {name: str(value) for name, value in job.options.items()},
        }
        data = {**identity(game), **asked, **statistics.as_json(game)}
        text = json.dumps(data, ensure_ascii=False, indent=2)
    elif args.format == "csv":
        text = statistics.as_csv().rstrip("\n")
    else:
        bold = console.bold if not args.output else str
        bots = _bot_names(args, job.players)
        text = "\n".join(statistics_tables(statistics, game, bold, bots=bots, short=args.short))
    if args.output:
        if not _written(args.output, text + "\n", console):
            return BAD_USAGE
    else:
        console.write(text)
    report_faults([statistics], console)
    if statistics.faults:
        console.remark(_kept(args, statistics))
    if statistics.lost:
        console.remark(
            "rulewright simulate: a process that played matches has died, or could not read the game"
        )
    if statistics.interrupted:
        console.remark(f"stopped after {statistics.matches} matches")
    console.out.flush()
    return FINDINGS if statistics.faults or statistics.endless or statistics.lost else CLEAN


def _bot_names(args: argparse.Namespace, players: int) -> list[str]:
    """The bot of each seat, as it was written; none if people have played."""
    if args.records is not None:
        return []
    bots: list[str] = args.bot
    return bots * players if len(bots) == 1 else bots or ["random"] * players


def _written(file: str, text: str, console: Console) -> bool:
    """Writes a file; if that fails, says why."""
    try:
        Path(file).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        console.remark(f"rulewright simulate: {file} cannot be written: {error.strerror}")
        return False
    return True


def _kept(args: argparse.Namespace, statistics: Statistics) -> str:
    """Writes the record of the first fault, if requested; returns a line that says how to look at it."""
    again = " ".join(
        [
            "rulewright play",
            quote(args.game),
            *(f"--variant {quote(one)}" for one in args.variant),
            "--resume",
        ]
    )
    if args.keep is None:
        return (
            f"'--keep FILE' writes the record of the first, and '{again} FILE' resumes just before the fault"
        )
    try:
        write_save(Path(args.keep), statistics.faults[0][2] + "\n")
    except OSError as error:
        return f"rulewright simulate: {args.keep} cannot be written: {error.strerror}"
    return f"wrote the record of the first: '{again} {quote(args.keep)}' resumes just before the fault"
