"""`rulewright compare`: plays a game in two ways with the same seeds, and shows what differs."""

from __future__ import annotations

import argparse
import functools
import json
from pathlib import Path

import attrs

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...interpreter import MatchError
from ...interpreter.match.errors import EngineError
from ...interpreter.simulation.compare import Comparison, compare
from ...interpreter.simulation.simulate import Job, same
from ..agents import AgentError, learnt_with
from ..commandline.arguments import (
    add_format,
    add_processes,
    found_game,
    identity,
    loaded,
)
from ..commandline.cluster import add_cluster, working
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.progress import Progress
from ..fault_reports import report_faults
from ..files.games import unfit
from ..matches import add_matches, bot_name, bots_for, options_of, playable, player_names
from ..terminal.comparison_tables import comparison_tables

DESCRIPTION = """\
Play a game in two ways, with the same seeds, and show what differs: with and without a variant, with two variants,
two kinds of bots, or two settings of an option. --variant, --bot and --option say how it is played; --with-variant,
--with-bot and --with-option what it is compared with. Without any of these three, that is the game without variants;
with one of them, whatever they do not mention is the same on both sides. Each difference has a 95 % interval and a p.
"""
EXAMPLES = (
    "rulewright compare ./my-game --variant quick-start",
    "rulewright compare ./my-game --variant mine.yaml --with-variant quick-start --matches 10000",
    "rulewright compare ./my-game --bot search:100 --with-bot greedy --matches 200 --format json",
)
EXIT_CODES = (
    "0 every match ended, 1 errors in the game, faults of its rules or matches without an end, 2 bad usage"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    add_matches(parser, "how many on each side (default 1000)")
    parser.add_argument(
        "--with-variant",
        action="append",
        default=[],
        metavar="VARIANT",
        help="compare with this variant applied",
    )
    parser.add_argument(
        "--with-bot",
        action="append",
        default=[],
        type=bot_name,
        metavar="BOT",
        help="compare with these bots",
    )
    parser.add_argument(
        "--with-option", action="append", default=[], metavar="NAME=VALUE", help="compare with this option"
    )
    add_processes(parser)
    add_cluster(parser)
    add_format(parser, people="table")
    parser.add_argument("--output", metavar="FILE", help="write to this file instead of standard output")


@attrs.frozen
class _Side:
    """One of the two ways to play."""

    game: Game
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    options: tuple[str, ...]

    def differs(self, other: _Side) -> str:
        """What sets it apart from another side, in words."""
        parts = []
        if set(self.variants) != set(other.variants):
            parts.append(" and ".join(self.variants) or "no variant")
        if self.bots != other.bots:
            parts.append(", ".join(self.bots) or "random")
        if self.options != other.options:
            parts.append(", ".join(self.options) or "usual options")
        return ", ".join(parts)

    def as_json(self) -> dict[str, object]:
        return {
            **identity(self.game),
            "bots": list(self.bots) or ["random"],
            "set_up": dict(pair.split("=", 1) for pair in self.options),
        }


def run(args: argparse.Namespace, console: Console) -> int:
    if args.matches < 1 or args.processes < 1:
        console.remark("rulewright compare: --matches and --processes are at least 1")
        return BAD_USAGE
    if args.output is not None and (reason := unfit(Path(args.output))) is not None:
        console.remark(f"rulewright compare: {args.output} cannot be written: {reason}")
        return BAD_USAGE
    second = _side(args, console, args.variant, args.bot, args.option)
    if args.with_variant or args.with_bot or args.with_option:
        variants = args.with_variant or args.variant
        first = _side(args, console, variants, args.with_bot or args.bot, args.with_option or args.option)
    else:
        first = _side(args, console, [], args.bot, args.option)
    if not first.differs(second):
        console.remark(
            "rulewright compare: both sides are the same; say what differs: --variant, or --with-variant, "
            "--with-bot or --with-option"
        )
        return BAD_USAGE
    try:
        usual = args.players or learnt_with([*first.bots, *second.bots])
        usual = usual or str(len(player_names(first.game, None)))
        jobs = _job(args, first, usual), _job(args, second, usual)
    except MatchError as error:
        console.remark(f"rulewright compare: {error.code}: {error}")
        return BAD_USAGE
    of = sum(job.matches for job in jobs)
    try:
        with working(args, console) as (executor, workers), Progress(console, "matches", of) as progress:
            found = compare(*jobs, processes=workers, executor=executor, progress=progress.update)
    except EngineError as error:
        console.remark(f"rulewright compare: {error.code}: {error}")
        return BAD_USAGE
    except AgentError as error:
        console.remark(f"rulewright compare: {error}; correct the agent, or leave it out")
        return FINDINGS
    return _show(args, found, first, second, console)


def _side(
    args: argparse.Namespace, console: Console, variants: list[str], bots: list[str], options: list[str]
) -> _Side:
    game = loaded(found_game(args.game, console, variants), variants, console)
    return _Side(game, tuple(variants), tuple(bots), tuple(options))


def _job(args: argparse.Namespace, side: _Side, players: str) -> Job:
    """The job of a side, with these players. Raises `SetupError`."""
    names = player_names(side.game, players)
    options = options_of(list(side.options))
    playable(side.game, names, options)
    return Job(
        loader=functools.partial(same, side.game),
        matches=args.matches,
        players=len(names),
        seed=args.seed or 0,
        options=options,
        policies=bots_for(list(side.bots), len(names), side.game),
        engine=args.engine,
    )


def _show(args: argparse.Namespace, found: Comparison, first: _Side, second: _Side, console: Console) -> int:
    if args.format == "json":
        sides = {"seed": args.seed or 0, "sides": {"first": first.as_json(), "second": second.as_json()}}
        text = json.dumps({**sides, **found.as_json()}, ensure_ascii=False, indent=2)
    else:
        title = first.game.title[BASE]
        names = [f"{title}, {one.differs(other)}" for one, other in ((first, second), (second, first))]
        bold = console.bold if not args.output else str
        bots = first.bots or ("random",), second.bots or ("random",)
        text = "\n".join(comparison_tables(found, names[0], names[1], bold, bots))
    if args.output:
        Path(args.output).write_text(text + "\n", encoding="utf-8")
    else:
        console.write(text)
    parts = [found.first, found.second]
    report_faults(parts, console)
    for part in parts:
        if part.lost:
            console.remark(
                "rulewright compare: a process that played matches has died, or could not read the game"
            )
        if part.interrupted:
            console.remark(f"stopped after {part.matches} matches")
    console.out.flush()
    return FINDINGS if any(one.faulty or one.unended or one.lost for one in parts) else CLEAN
