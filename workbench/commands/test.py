"""`rulewright test`: runs the scenarios of games."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import attrs

from ...dsl.diagnostics.text import to_json, to_text
from ..commandline.arguments import GAME_HELP, add_format, add_variant, found_game, identity
from ..commandline.console import BAD_USAGE, CLEAN, FINDINGS, Console
from ..commandline.engines import add_engine
from ..files.shipped import SUFFIX, shipped_games
from ..junit import to_junit
from ..scenarios import FileResult, run_all

DESCRIPTION = """\
Run the scenarios of a game: the files in its folder scenarios/. Without GAME, those of the game in the current
folder."""
EXAMPLES = (
    "rulewright test ./my-game",
    "rulewright test ./my-game --only torch                   those with 'torch' in their name",
    "rulewright test GAME --variant longer.yaml --scenarios longer-scenarios.yaml",
    "rulewright test --format junit > scenarios.xml    for a continuous integration server",
)
EXIT_CODES = "0 every scenario passed, 1 some failed, 2 bad usage, no such game or no such scenario"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=GAME_HELP)
    add_variant(parser)
    add_engine(parser)
    add_format(parser, "junit")
    parser.add_argument("--shipped", action="store_true", help="run the scenarios of every game that ships")
    parser.add_argument(
        "--scenarios",
        metavar="FILE",
        action="append",
        default=[],
        help="run the scenarios in this file instead; may be repeated",
    )
    parser.add_argument("--only", metavar="TEXT", help="only scenarios with this in their name")
    parser.add_argument(
        "--verbose", action="store_true", help="also list scenarios that pass, and show every failure"
    )


@attrs.define
class Tally:
    """How many scenarios passed and failed; `strange` are those that fail with a variant that they do not name."""

    passed: int = 0
    failed: int = 0
    strange: list[str] = attrs.field(factory=list)

    def add(self, file: FileResult) -> None:
        """Counts a file; one that cannot be read is one failure."""
        if file.report.has_errors:
            self.failed += 1
            return
        bad = [one.name for one in file.results if not one.passed]
        self.passed, self.failed = self.passed + len(file.results) - len(bad), self.failed + len(bad)
        self.strange += [] if file.own else bad


def run(args: argparse.Namespace, console: Console) -> int:
    names = list(dict.fromkeys(args.games or (shipped_games() if args.shipped else ["."])))
    if args.games and args.shipped:
        console.remark("rulewright test: --shipped tests the games that ship; leave out the names")
        return BAD_USAGE
    if args.scenarios and len(names) != 1:
        console.remark("rulewright test: --scenarios needs one game: rulewright test GAME --scenarios FILE")
        return BAD_USAGE
    missing = [name for name in args.scenarios if not Path(name).is_file()]
    if missing:
        console.remark(f"rulewright test: there is no file '{missing[0]}'")
        return BAD_USAGE
    chosen = tuple(Path(name) for name in args.scenarios)
    games = [attrs.evolve(found_game(name, console, args.variant), chosen=chosen) for name in names]
    tally = Tally()
    files: list[FileResult] = []
    for game in games:
        for file in run_all(game, variants=tuple(args.variant), only=args.only, coverage=False):
            tally.add(file)
            files.append(file)
            if args.format == "text":
                show(file, args.verbose, console)
    if args.only is not None and not tally.passed + tally.failed:
        console.remark(f"rulewright test: no scenario has '{args.only}' in its name")
        return BAD_USAGE
    if args.format == "json":
        console.write(json.dumps(as_json(files, tally), ensure_ascii=False, indent=2))
    elif args.format == "junit":
        console.write(to_junit(files))
    else:
        console.write(f"{tally.passed} passed, {tally.failed} failed")
        if tally.strange:
            console.write(_of_the_game(tally.strange, args))
    return FINDINGS if tally.failed else CLEAN


def as_json(files: list[FileResult], tally: Tally) -> dict[str, Any]:
    """The number of passed and failed scenarios, and each file with its game and its scenarios, in order. The
    `diagnostics` of a file say why nothing in it was run; those of a scenario say why it failed."""
    return {
        "passed": tally.passed,
        "failed": tally.failed,
        "files": [
            {
                "file": file.name,
                **(
                    identity(file.game)
                    if file.game is not None
                    else {"game": None, "content_hash": None, "variants": []}
                ),
                "diagnostics": to_json(file.report.errors),
                "scenarios": [
                    {
                        "name": one.name,
                        "passed": one.passed,
                        "rules": list(one.rules),
                        "seed": one.match.seed if one.match is not None else None,
                        "diagnostics": to_json(one.diagnostics),
                    }
                    for one in file.results
                ],
            }
            for file in files
        ],
    }


def _of_the_game(strange: list[str], args: argparse.Namespace) -> str:
    """Explains failures of scenarios that were written for the game without the variants."""
    names = ", ".join(Path(name).name.removesuffix(SUFFIX) for name in args.variant)
    count = f"{len(strange)} of these are" if len(strange) > 1 else "one of these is"
    lines = [
        f"{count} for the game without {names}, and may well end differently with it.",
        f"Scenarios of a variant belong in a file of their own that begins with 'variants: [{names}]'.",
        "Put it into the game's folder scenarios/, or name it with '--scenarios FILE'.",
    ]
    if not args.verbose:
        lines.append("'--verbose' shows how each of them failed.")
    return "\n".join(lines)


def show(file: FileResult, verbose: bool, console: Console) -> None:
    """Prints what failed, and why."""
    if file.report.has_errors:
        console.write(to_text(file.report.errors, colour=console.colour).rstrip())
        return
    for result in file.results:
        if result.passed:
            if verbose:
                console.write(f"passed: {result.name}")
            continue
        console.write(console.bold(f"failed: {result.name}"))
        if not (file.own or verbose):
            continue
        console.write(to_text(result.diagnostics, colour=console.colour).rstrip())
