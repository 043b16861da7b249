"""Arguments that several commands share, and how to load what they name."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.text import to_text
from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ..files.games import GameFiles, find_game, find_variant, load_files
from .console import BAD_USAGE, FINDINGS, Console, RefusedError

GAME_HELP = "the name of a game that ships, or the path of a folder or file: ./my-game"


def whole_number(text: str) -> int:
    """A number on the command line, for argparse: only the digits 0 to 9, not all that Python accepts."""
    if not re.fullmatch("[+-]?[0-9]{1,25}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number written with the digits 0 to 9")
    return int(text)


def add_game(parser: argparse.ArgumentParser) -> None:
    """GAME and --variant."""
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_variant(parser)


def add_variant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="VARIANT",
        help="apply a variant, by name or path; may be repeated",
    )


def add_processes(parser: argparse.ArgumentParser) -> None:
    """--processes: how many share the playing of matches."""
    parser.add_argument(
        "--processes",
        type=whole_number,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes share the work, or threads if the native engine plays (default: all cores)",
    )


def add_format(parser: argparse.ArgumentParser, *more: str, people: str = "text") -> None:
    """--format: text, JSON, and other formats that the command offers."""
    parser.add_argument(
        "--format",
        choices=(people, "json", *more),
        default=people,
        metavar="FORMAT",
        help=f"{people} for people (the default); for programs: {', '.join(('json', *more))}",
    )


def found_game(name: str, console: Console, variants: Sequence[str] = ()) -> GameFiles:
    """The files of the requested game. Raises `RefusedError`, with the code of bad usage, if the game or one of the
    variants does not exist."""
    report = Report()
    found = find_game(name, report)
    if found is not None:
        remark_shadowed(found, console)
        for variant in variants:
            find_variant(found, variant, report)
    if found is None or report.has_errors:
        report_errors(report, console)
        raise RefusedError(BAD_USAGE)
    return found


def opened(args: argparse.Namespace, console: Console) -> Game:
    """The requested game, checked. Raises `RefusedError`, with the findings on standard error, if it has errors."""
    return loaded(found_game(args.game, console, args.variant), args.variant, console)


def loaded(found: GameFiles, variants: Sequence[str], console: Console) -> Game:
    """The checked game in these files. Raises `RefusedError` as `opened` does."""
    report = Report()
    game = load_files(found, report, variants=variants)
    if game is None:
        report_errors(report, console)
        raise RefusedError(FINDINGS)
    return game


def opened_in_language(
    args: argparse.Namespace, console: Console, command: str, code: int = BAD_USAGE
) -> Game:
    """The requested game, checked, if its texts can be said in the language of `--lang`. Raises `RefusedError`."""
    game = opened(args, console)
    if args.lang != BASE and (args.lang not in game.languages or not game.language(args.lang).patterns):
        console.remark(f"rulewright {command}: texts cannot be said in the language '{args.lang}'")
        raise RefusedError(code)
    return game


def identity(game: Game) -> dict[str, object]:
    """What identifies the rules in JSON output: the game, the hash of all its content, and its variants."""
    return {"game": game.id, "content_hash": game.content_hash, "variants": list(game.variants)}


def remark_shadowed(found: GameFiles, console: Console) -> None:
    """Notes which game is used if a folder here has the name of a shipped game."""
    if found.shadowed:
        console.remark(
            f"note: {found.name} is the game that ships; write {found.shadowed} for the folder here"
        )


def report_errors(report: Report, console: Console) -> None:
    """Prints on standard error why a game cannot be used. Only `check` prints warnings."""
    console.remark(to_text(report.errors, colour=console.remark_colour).rstrip())
