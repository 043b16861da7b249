"""The parsers of commands: argparse, with suggestions, and with help that shows examples and exit codes."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

from ...dsl.diagnostics.suggest import closest
from .console import BAD_USAGE, COLORS, Console
from .visible import visible


class Module(Protocol):
    """What the module of a command provides."""

    DESCRIPTION: str
    EXAMPLES: tuple[str, ...]
    EXIT_CODES: str

    def arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace, console: Console) -> int: ...


class Parser(argparse.ArgumentParser):
    """argparse, with suggestions for misspelt options and a pointer to the help."""

    def arranged(self, words: Sequence[str]) -> list[str]:
        """The same words; where an option may or may not have a value, the name of a game that follows it (and cannot
        be its value) stands before it."""
        found = list(words)
        for at, word in enumerate(found[:-1]):
            if word == "--":
                break
            action = self._option_string_actions.get(word)
            if (
                action is not None
                and action.nargs == argparse.OPTIONAL
                and self._is_game(found[at + 1], action)
            ):
                found[at : at + 2] = found[at + 1], word
        return found

    def _is_game(self, word: str, action: argparse.Action) -> bool:
        """Whether a word names a game and is no value of an option."""
        if word.startswith("-"):
            return False
        try:
            self._get_value(action, word)
        except argparse.ArgumentError:
            from ..files.games import is_there  # most command lines have no such option

            return is_there(word)
        return False

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(visible(message), file)

    def error(self, message: str) -> NoReturn:
        hint = f"'{self.prog} --help' shows how it is used"
        unknown = re.match(r"unrecognized arguments: (\S+)", message)
        if unknown:
            meant = closest(unknown[1].partition("=")[0], sorted(self._option_string_actions))
            message = f"'{unknown[1]}' has no place here"
            hint = f"did you mean '{meant}'?" if meant else hint
        self.exit(BAD_USAGE, f"{self.prog}: {message}; {hint}\n")


def parser_of(name: str, module: Module) -> Parser:
    """The parser of a command, with its help."""
    shown = "".join(f"\n  {example}" for example in module.EXAMPLES)
    parser = Parser(
        prog=f"rulewright {name}",
        description=module.DESCRIPTION,
        epilog=f"examples:{shown}\n\nexit codes: {module.EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.arguments(parser)
    add_color(parser)
    return parser


def add_color(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--color",
        choices=COLORS,
        help="when to use colours; auto (the default): on terminals, unless NO_COLOR or FORCE_COLOR decides",
    )
