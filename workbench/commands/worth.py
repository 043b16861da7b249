"""`rulewright worth`: what options and cards are worth, because of them and not because of who chooses them."""

from __future__ import annotations

import argparse
import functools
import json
import time
from pathlib import Path

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...interpreter import MatchError, SetupError
from ...interpreter.bots.registry import SENSIBLE
from ...interpreter.simulation.prices import numbers
from ...interpreter.simulation.simulate import same
from ...interpreter.simulation.worth import measure
from ...interpreter.simulation.worths import WorthJob, Worths
from ..agents import HELP, AgentError
from ..commandline.arguments import add_format, add_game, add_processes, identity, opened, whole_number
from ..commandline.cluster import add_cluster, working
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.engines import add_engine
from ..commandline.progress import Progress
from ..files.games import unfit
from ..matches import add_setup, bot_name, bots_for, options_of, playable, player_names
from ..terminal.worth_tables import worth_tables
from .simulate import Opened

DESCRIPTION = """\
Measure what options and cards are worth: how much more often somebody wins because of them. At decisions of many
matches between bots, everything is played on twice with the same luck: with an option and without it, with a card and
with another one in its place. A card that is only chosen by whoever is winning anyway is worth nothing. Where cards
cost something, it is shown which of them are too strong or too weak for that. Ctrl-C stops and shows the results so
far."""
EXAMPLES = (
    "rulewright worth ./my-game --minutes 5",
    "rulewright worth ./my-game --bot search:50 --players 2 --minutes 30 --all",
    "rulewright worth ./my-game --bot random --matches 2000 --seed 1",
    "rulewright worth ./my-game --then random --minutes 10",
    "rulewright worth ./my-game --cost strength --format json --output worth.json",
)
EXIT_CODES = "0 measured, 1 errors in the game, faults of its rules or of an agent, 2 bad usage"
MINUTES = 2.0
"""For how long it is measured if nothing else is said."""
FEW = 40
"""After fewer matches, most of the table is missing."""
ENDLESS = 1_000_000
"""The number of matches if only a time limits them."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_setup(parser)
    add_engine(parser)
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        type=bot_name,
        metavar="BOT",
        help=f"how bots decide (default {SENSIBLE}); give it once for all seats, or once for each: {HELP}",
    )
    parser.add_argument(
        "--matches",
        type=whole_number,
        metavar="N",
        help="how many matches (default: as many as the time allows)",
    )
    parser.add_argument(
        "--minutes",
        type=_minutes,
        metavar="M",
        help=f"stop after this time (default {MINUTES:g}, unless --matches is given)",
    )
    parser.add_argument(
        "--playouts",
        type=whole_number,
        metavar="N",
        help="about how many playouts follow each match (default 40, and 400 between random players)",
    )
    parser.add_argument(
        "--then",
        choices=("bots", "random"),
        default="bots",
        help="how positions are played on: by the same bots (the default), or at random: much quicker, but worth is "
        "then what something is worth to somebody who goes on without a plan",
    )
    parser.add_argument(
        "--cost",
        metavar="NAME",
        help="the property of designs that is their cost (default: what the rules pay with)",
    )
    parser.add_argument("--all", action="store_true", help="show all rows of long tables")
    add_processes(parser)
    add_cluster(parser)
    add_format(parser, people="table")
    parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")


def _minutes(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1e6:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of minutes above 0")
    return found


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened(args, console)
    for name in ("matches", "processes", "playouts"):
        given = getattr(args, name)
        if given is not None and given < 1:
            return _refuse(f"--{name} is at least 1", console)
    if args.output is not None and (reason := unfit(Path(args.output))) is not None:
        return _refuse(f"{args.output} cannot be written: {reason}", console)
    try:
        job = _job(args, game)
        found = _measured(args, job, console)
    except MatchError as error:
        return _refuse(f"{error.code}: {error}", console)
    except AgentError as error:
        console.remark(f"rulewright worth: {error}; correct the agent, or leave it out")
        return FINDINGS
    return _show(args, found, console, game)


def _refuse(why: str, console: Console) -> int:
    console.remark(f"rulewright worth: {why}")
    return BAD_USAGE


def _job(args: argparse.Namespace, game: Game) -> WorthJob:
    names = player_names(game, args.players)
    options = options_of(args.option)
    playable(game, names, options)
    if args.cost is not None and args.cost not in (known := numbers(game)):
        raise SetupError(f"no design has a number '{args.cost}'", f"there are: {', '.join(known) or 'none'}")
    here = Opened(game, args.game, tuple(args.variant))
    return WorthJob(
        # Other machines need not have the files.
        loader=here if args.cluster is None else functools.partial(same, game),
        matches=args.matches or ENDLESS,
        players=len(names),
        seed=args.seed or 0,
        options=options,
        policies=bots_for(args.bot or [SENSIBLE], len(names), game),
        engine=args.engine,
        budget=args.playouts,
        cost=args.cost,
        then_random=args.then == "random",
    )


def _measured(args: argparse.Namespace, job: WorthJob, console: Console) -> Worths:
    began = time.monotonic()
    minutes = args.minutes or (MINUTES if args.matches is None else None)
    until = None if minutes is None else began + 60 * minutes
    what, of = ("matches", job.matches) if args.matches else ("seconds", int(60 * (minutes or 0)))
    with (
        working(args, console) as (executor, workers),
        Progress(console, what, of) as progress,
    ):

        def update(done: int, all_: int) -> None:
            progress.update(done if args.matches else min(int(time.monotonic() - began), of), of)

        return measure(job, processes=workers, executor=executor, progress=update, until=until)


def _show(args: argparse.Namespace, found: Worths, console: Console, game: Game) -> int:
    bots = args.bot or [SENSIBLE]
    bots = bots * found.job.players if len(bots) == 1 else bots
    if args.format == "json":
        set_up = dict(pair.split("=", 1) for pair in args.option)
        about = {**identity(game), "seed": found.job.seed, "players": found.job.players}
        data = {**about, "bots": bots, "set_up": set_up, **found.as_json()}
        text = json.dumps(data, ensure_ascii=False, indent=2)
    else:
        bold = str if args.output else console.bold
        text = "\n".join(worth_tables(found, game.title[BASE], bots, bold, everything=args.all))
    if args.output:
        Path(args.output).write_text(text + "\n", encoding="utf-8")
    else:
        console.write(text)
    if found.faulty:
        console.remark(
            f"rulewright worth: in {found.faulty} of {found.matches} matches the rules went wrong; "
            f"'rulewright simulate {args.game}' shows where"
        )
    if found.lost:
        console.remark("rulewright worth: a process that played matches has died, or could not read the game")
    if found.interrupted and args.matches is None and found.matches < FEW:
        ways = "more --minutes, quicker bots, " + (
            "or more --playouts" if found.job.then_random else "or --then random"
        )
        console.remark(
            f"note: there was time for {found.matches} matches only, in which little can be measured: try {ways}"
        )
    if found.interrupted and args.matches is not None:
        console.remark(f"stopped after {found.matches} matches")
    console.out.flush()
    return FINDINGS if found.faulty or found.wrong or found.lost else CLEAN
