"""`rulewright coverage`: which rules, designs and texts the scenarios and simulations of a game reach."""

from __future__ import annotations

import argparse
import functools
import json

from ...dsl.diagnostics.text import to_text
from ..commandline.arguments import add_format, add_game, found_game, identity, loaded, whole_number
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.progress import Progress
from ..coverage import Coverage, measure
from ..fault_reports import report_faults
from .simulate import load

DESCRIPTION = """\
Show what the scenarios of a game, and random matches, never reach: rules that no scenario cites, texts that never
ran, designs and options that were never used. Faults in random matches are reported, too. With --variant, those
scenarios are run that name no other variants, each as it is written."""
EXAMPLES = ("rulewright coverage ./my-game --matches 2000",)
EXIT_CODES = "0 everything was reached, 1 gaps or errors, 2 bad usage or no such game"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--matches",
        type=whole_number,
        default=300,
        metavar="N",
        help="random matches for each number of players, and for each value of each option",
    )
    parser.add_argument("--seed", type=whole_number, default=0)
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if args.matches < 0:
        console.remark("rulewright coverage: --matches is at least 0")
        return BAD_USAGE
    found = found_game(args.game, console, args.variant)
    game = loaded(found, args.variant, console)
    loader = functools.partial(load, args.game, tuple(args.variant))
    with Progress(console, "matches") as progress:
        coverage = measure(
            found, game, loader, args.matches, args.seed, tuple(args.variant), progress=progress.update
        )
    if args.format == "json":
        asked = {"seed": args.seed, "matches": args.matches, "bots": ["random"]}
        console.write(
            json.dumps({**identity(game), **asked, **coverage.as_json()}, ensure_ascii=False, indent=2)
        )
    else:
        for line in lines(coverage, console):
            console.write(line)
        if coverage.unread:
            console.remark(to_text(coverage.unread, colour=console.remark_colour).rstrip())
        report_faults(coverage.matches, console)
    return FINDINGS if coverage.gaps or coverage.wrong else CLEAN


def lines(coverage: Coverage, console: Console) -> list[str]:
    """A line for each kind of thing, and below it whatever was not reached."""
    found = []
    for name, part in coverage.parts.items():
        found.append(console.bold(f"{name}: {len(part.reached)} of {len(part.all)}"))
        found += [f"  not reached: {missing}" for missing in part.missing]
    return found
