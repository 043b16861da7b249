"""The commands, in the order in which help lists them; each is the module of its name in this package.

A command's module has `DESCRIPTION`, `EXAMPLES` (a line each), `EXIT_CODES`, `arguments(parser)`, which declares
what may follow the command, and `run(args, console)`, which does it and returns the exit code. It is imported
only when it is asked for, so that no command waits for what another one needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

import attrs

from ..parsers import Module


@attrs.frozen
class Command:
    name: str
    summary: str

    def load(self) -> Module:
        return cast(Module, import_module(f".{self.name}", __package__))


COMMANDS: tuple[Command, ...] = (
    Command("games", "list the games that ship, with their variants"),
    Command("check", "find what is wrong in the rules of a game"),
    Command("fmt", "format rule files, without changing what they mean"),
    Command("paraphrase", "say the texts of a game back as they were understood"),
    Command("explain", "say what a code such as RW101 means, and what to do"),
    Command("play", "play a match at this terminal, against bots or people"),
    Command("simulate", "play many matches between bots and count what comes out"),
    Command("serve", "play matches for another program, by JSON messages"),
    Command("test", "run the scenarios of a game"),
    Command("coverage", "show what scenarios and simulations never reach"),
    Command("mutate", "make mistakes in a game, and see whether its checks notice"),
    Command("new", "begin a game or a variant from a skeleton that can be played"),
    Command("schema", "print the JSON Schema of YAML files, for editors"),
    Command("completion", "print a completion script for bash, zsh or fish"),
    Command("version", "print which Rulewright this is"),
)
