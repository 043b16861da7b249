"""The commands, in the order in which help lists them; each is a module of the same name in this package.

A command's module has `DESCRIPTION`, `EXAMPLES` (one line each), `EXIT_CODES`, `arguments(parser)`, which declares
the arguments, and `run(args, console)`, which carries out the command and returns the exit code. It is imported only
when it is used, so no command waits for imports of another one.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

import attrs

from ..commandline.parsers import Module


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
    Command("rules", "show what the rulebook says, who implements it, and what was decided beside it"),
    Command("paraphrase", "print the texts of a game as they were understood"),
    Command("cards", "print the cards of a game as a sheet or a page, in any of its languages"),
    Command("texts", "find out whether printed texts say what their effects do"),
    Command("prose", "find what does not fit between a published rulebook and the game"),
    Command("explain", "explain a code such as RW101, and what to do about it"),
    Command("play", "play a match at this terminal, against bots or people"),
    Command("simulate", "play many matches between bots and count the results"),
    Command("compare", "play a game in two ways, and show what differs"),
    Command("rank", "let bots play against each other, and rate them"),
    Command("report", "write what simulations say of a game as a page with pictures"),
    Command("worth", "measure what options and cards are worth, whoever chooses them"),
    Command("prove", "prove what always holds in a game, and find what can happen in it"),
    Command("serve", "let people play in their browsers (a web server), or another program by JSON messages"),
    Command("site", "write a site on which games are played without a server"),
    Command("test", "run the scenarios of a game"),
    Command("coverage", "show what scenarios and random matches never reach"),
    Command("mutate", "make mistakes in a game, and see whether its checks notice"),
    Command("lsp", "the language server, which editors start"),
    Command("mcp", "the server by which language models write, check and play games"),
    Command("new", "create a game or a variant from a skeleton that can be played"),
    Command("schema", "print the JSON Schema of YAML files, for editors"),
    Command("cache", "show or delete the machine code that is kept"),
    Command("completion", "print a completion script for bash, zsh or fish"),
    Command("version", "print the version of Rulewright"),
)
