"""`rulewright test`: runs the scenarios of games."""

from __future__ import annotations

import argparse

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.text import to_text

from ..arguments import GAME_HELP, add_variant, tell_errors
from ..console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..files import find_game
from ..scenarios import FileResult, run_all
from ..shipped import shipped_games

DESCRIPTION = """\
Run the scenarios of a game: the files in its folder scenarios/. Without GAME: of every game that ships."""
EXAMPLES = (
    "rulewright test my-game",
    "rulewright test my-game --only torch       those with 'torch' in their name",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=GAME_HELP)
    add_variant(parser)
    parser.add_argument("--only", metavar="TEXT", help="only scenarios with this in their name")
    parser.add_argument(
        "--verbose", action="store_true", help="name those that pass, too, and show every failure"
    )


def run(args: argparse.Namespace, console: Console) -> int:
    passed = failed = 0
    strange: list[str] = []  # scenarios that fail with a variant that they do not name
    for name in args.games or list(shipped_games()):
        report = Report()
        found = find_game(name, report)
        if found is None:
            tell_errors(report, console)
            failed += 1
            continue
        for file in run_all(found, variants=tuple(args.variant), only=args.only):
            good, bad = show(file, args.verbose, console)
            passed, failed = passed + good, failed + bad
            strange += [] if file.own else [one.name for one in file.results if not one.passed]
    if args.only is not None and not passed + failed:
        console.remark(f"rulewright test: no scenario has '{args.only}' in its name")
        return BAD_USAGE
    console.write(f"{passed} passed, {failed} failed")
    if strange:
        console.write(_of_the_game(strange, args))
    return FINDINGS if failed else CLEAN


def _of_the_game(strange: list[str], args: argparse.Namespace) -> str:
    """What failures mean of scenarios that were written for the game without the variants."""
    names = ", ".join(args.variant)
    count = f"{len(strange)} of these are" if len(strange) > 1 else "one of these is"
    told = [
        f"{count} of the game without {names}, and may well come out differently with it.",
        f"Scenarios of a variant lie in a file of their own that begins with 'variants: [{names}]'.",
    ]
    if not args.verbose:
        told.append("'--verbose' shows how each of them failed.")
    return "\n".join(told)


def show(file: FileResult, verbose: bool, console: Console) -> tuple[int, int]:
    """Shows what failed; gives how many passed and failed (a file that cannot be read is one failure)."""
    if file.report.has_errors:
        console.write(to_text(file.report.errors, colour=console.colour).rstrip())
        return 0, 1
    failed = 0
    for result in file.results:
        if result.passed:
            if verbose:
                console.write(f"passed: {result.name}")
            continue
        failed += 1
        console.write(console.bold(f"failed: {result.name}"))
        if not (file.own or verbose):
            continue
        console.write(to_text(result.diagnostics, colour=console.colour).rstrip())
    return len(file.results) - failed, failed
