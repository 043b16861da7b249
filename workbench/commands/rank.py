"""`rulewright rank`: a tournament of bots, with a rating for each."""

from __future__ import annotations

import argparse
import functools
import json
from collections import Counter
from pathlib import Path

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...interpreter import MatchError, SetupError
from ...interpreter.simulation.rank import Plan, Ranking, rank, tournament
from ...interpreter.simulation.simulate import BotMaker, Job, same
from ..agents import HELP, AgentError, agent, check_agents, learnt_with
from ..commandline.arguments import add_format, add_game, add_processes, identity, opened, whole_number
from ..commandline.cluster import add_cluster, working
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.engines import add_engine
from ..commandline.progress import Progress
from ..fault_reports import report_faults
from ..files.games import unfit
from ..matches import add_setup, options_of, playable, player_names
from ..terminal.ranking_tables import ranking_tables
from .simulate import Opened

DESCRIPTION = """\
Let bots play against each other, and rate them: every combination of bots plays, and each deal in several seatings,
so that every bot sits in each seat equally often with the same luck. Ratings are on Elo's scale with 95 % intervals.
The same seed gives the same table, in whichever order bots are named. Ctrl-C stops and shows the results so far."""
EXAMPLES = (
    "rulewright rank ./my-game random greedy search:100",
    "rulewright rank ./my-game greedy search:200 ./mine.py:Clever --matches 400 --seed 1",
    "rulewright rank ./my-game random greedy:4 greedy:20 search:50 --players 4 --format json",
)
EXIT_CODES = (
    "0 every match that was played ended, 1 errors in the game, faults of its rules or of an agent, or matches "
    "without an end, 2 bad usage"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=f"{HELP}. Name one twice to let it play against itself",
    )
    add_setup(parser)
    add_engine(parser)
    parser.add_argument(
        "--matches",
        type=whole_number,
        default=100,
        metavar="N",
        help="how many matches each combination of bots plays, rounded up to whole deals (default 100)",
    )
    add_processes(parser)
    add_cluster(parser)
    add_format(parser, people="table")
    parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened(args, console)
    if args.matches < 1 or args.processes < 1:
        return _refuse("--matches and --processes are at least 1", console)
    if args.output is not None and (reason := unfit(Path(args.output))) is not None:
        return _refuse(f"{args.output} cannot be written: {reason}", console)
    try:
        plan, job = _tournament(args, game)
        with (
            working(args, console) as (executor, workers),
            Progress(console, "matches", job.matches) as progress,
        ):
            found = rank(plan, job, processes=workers, executor=executor, progress=progress.update)
    except MatchError as error:
        return _refuse(f"{error.code}: {error}", console)
    except AgentError as error:
        console.remark(f"rulewright rank: {error}; correct the agent, or leave it out")
        return FINDINGS
    return _show(args, found, console, game)


def _refuse(why: str, console: Console) -> int:
    console.remark(f"rulewright rank: {why}")
    return BAD_USAGE


def _tournament(args: argparse.Namespace, game: Game) -> tuple[Plan, Job]:
    players = len(player_names(game, args.players or learnt_with(args.bots) or str(max(2, game.players[0]))))
    if players < 2:
        raise SetupError("bots cannot meet in matches of one player", "use 'simulate' or 'compare' instead")
    options = options_of(args.option)
    playable(game, player_names(game, str(players)), options)
    bots = _named(args.bots)
    check_agents(bots.values(), game, players)
    # Other machines need not have the files.
    here = Opened(game, args.game, tuple(args.variant))
    return tournament(
        here if args.cluster is None else functools.partial(same, game),
        bots,
        players=players,
        matches=args.matches,
        seed=args.seed or 0,
        options=options,
        engine=args.engine,
    )


def _named(bots: list[str]) -> dict[str, BotMaker]:
    """The bots by their names; those that are named again are numbered."""
    found, seen = dict[str, BotMaker](), Counter[str]()
    for text in map(str.strip, bots):
        seen[text] += 1
        found[text if seen[text] == 1 else f"{text} ({seen[text]})"] = agent(text)
    if len(found) < 2:
        raise SetupError("one bot alone cannot be rated", f"name at least two, such as random {bots[0]}")
    return found


def _show(args: argparse.Namespace, found: Ranking, console: Console, game: Game) -> int:
    if args.format == "json":
        set_up = dict(pair.split("=", 1) for pair in args.option)
        data = {**identity(game), "seed": args.seed or 0, "set_up": set_up, **found.as_json()}
        text = json.dumps(data, ensure_ascii=False, indent=2)
    else:
        text = "\n".join(ranking_tables(found, game.title[BASE], str if args.output else console.bold))
    if args.output:
        Path(args.output).write_text(text + "\n", encoding="utf-8")
    else:
        console.write(text)
    played = found.statistics
    report_faults([played], console)
    if found.deals and not found.telling:
        console.remark(
            "note: nobody has won a match that another bot did not win, so the ratings say nothing"
        )
    if played.lost:
        console.remark("rulewright rank: a process that played matches has died, or could not read the game")
    if played.interrupted:
        console.remark(f"stopped after {played.matches} matches")
    console.out.flush()
    return FINDINGS if played.faulty or played.unended or played.lost else CLEAN
