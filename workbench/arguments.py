"""Arguments that several commands take, and what they lead to."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.model.game import Game

from .console import BAD_USAGE, FINDINGS, Console, RefusedError
from .files import GameFiles, find_game, find_variant, load_files

GAME_HELP = "the name of a game that ships, or the path of a folder or file: ./my-game"


def whole_number(text: str) -> int:
    """A number that is typed, for argparse: with the digits 0 to 9, and nothing else that Python takes."""
    if not re.fullmatch("[+-]?[0-9]{1,25}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number, written with the digits 0 to 9")
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


def add_format(parser: argparse.ArgumentParser, *more: str, people: str = "text") -> None:
    """--output-format, or --format for short: text or JSON, or what else the command knows."""
    parser.add_argument(
        "--output-format",
        "--format",
        dest="format",
        choices=(people, "json", *more),
        default=people,
        metavar="FORMAT",
        help=f"{people} for people (the default); for programs: {', '.join(('json', *more))}",
    )


def found_game(name: str, console: Console, variants: Sequence[str] = ()) -> GameFiles:
    """The files of the game that was asked for, of which there are these variants. Raises `RefusedError`, with the
    code of bad usage, if there is no such game or variant."""
    report = Report()
    found = find_game(name, report)
    if found is not None:
        remark_shadowed(found, console)
        for variant in variants:
            find_variant(found, variant, report)
    if found is None or report.has_errors:
        tell_errors(report, console)
        raise RefusedError(BAD_USAGE)
    return found


def opened(args: argparse.Namespace, console: Console) -> Game:
    """The game that was asked for. Raises `RefusedError`, with the findings on standard error, if it has errors."""
    return loaded(found_game(args.game, console, args.variant), args.variant, console)


def loaded(found: GameFiles, variants: Sequence[str], console: Console) -> Game:
    """The checked game of files that were found. Raises `RefusedError` as `opened` does."""
    report = Report()
    game = load_files(found, report, variants=variants)
    if game is None:
        tell_errors(report, console)
        raise RefusedError(FINDINGS)
    return game


def identity(game: Game) -> dict[str, object]:
    """What names the rules in JSON: the game, the fingerprint of all its content, and the variants in it."""
    return {"game": game.id, "content_hash": game.content_hash, "variants": list(game.variants)}


def remark_shadowed(found: GameFiles, console: Console) -> None:
    """Says which of two games of one name is meant."""
    if found.shadowed:
        console.remark(
            f"note: {found.name} is the game that ships; write {found.shadowed} for the folder here"
        )


def tell_errors(report: Report, console: Console) -> None:
    """Why a game is not taken, beside what was asked for. Warnings are left to `check`."""
    console.remark(to_text(report.errors, colour=console.remark_colour).rstrip())
