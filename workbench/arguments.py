"""Arguments that several commands take, and what they lead to."""

from __future__ import annotations

import argparse
import re

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.model.game import Game

from .console import Console
from .files import open_game

GAME_HELP = "a shipped game's name, a folder or a file"


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


def add_format(parser: argparse.ArgumentParser, *more: str) -> None:
    """--format: text or JSON, or what else the command knows."""
    choices = ("text", "json", *more)
    parser.add_argument("--format", choices=choices, default="text", help="for people, or for programs")


def opened(args: argparse.Namespace, console: Console) -> Game | None:
    """The game that was asked for; None, and the findings on standard error, if it has errors."""
    report = Report()
    game = open_game(args.game, report, variants=args.variant)
    if game is None:
        tell_errors(report, console)
    return game


def tell_errors(report: Report, console: Console) -> None:
    """Why a game is not taken, beside what was asked for. Warnings are left to `check`."""
    console.remark(to_text(report.errors, colour=console.remark_colour).rstrip())
