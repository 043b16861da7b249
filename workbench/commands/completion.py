"""`rulewright completion`: a script for a shell to complete commands. Needs the extra `cli`."""

from __future__ import annotations

import argparse
from typing import Any

from ...interpreter.extras import needed
from ..commandline.console import CLEAN, Console
from ..commandline.parsers import add_color

SHELLS = ("bash", "zsh", "fish")
DESCRIPTION = """\
Print a completion script for your shell: it completes commands, options and the names of files. Print it again after
you update Rulewright."""
EXAMPLES = (
    'eval "$(rulewright completion bash)"                                     in ~/.bashrc',
    'rulewright completion zsh > "${fpath[1]}/_rulewright"                    then start zsh again',
    "rulewright completion fish > ~/.config/fish/completions/rulewright.fish",
)
EXIT_CODES = "0, or 2 for bad usage or if the extra is missing"

_PATHS = ("GAME", "FILE", "VARIANT", "FOLDER", "DIR")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def run(args: argparse.Namespace, console: Console) -> int:
    shtab = needed("shtab", "cli")
    console.write(shtab.complete(whole_parser(shtab.FILE), shell=args.shell).rstrip("\n"))
    return CLEAN


def whole_parser(path: Any) -> argparse.ArgumentParser:
    """All commands as one parser, with its path arguments marked for completion."""
    from . import COMMANDS

    whole = argparse.ArgumentParser(prog="rulewright")
    add_color(whole)
    commands = whole.add_subparsers(dest="command")
    for command in COMMANDS:
        parser = commands.add_parser(command.name, help=command.summary)
        command.load().arguments(parser)
        add_color(parser)
        for action in parser._actions:
            if action.metavar in _PATHS:
                action.complete = path  # type: ignore[attr-defined]  # as shtab expects
    return whole
