"""`rulewright paraphrase`: prints the texts of a game as they were understood, with every default spelled out."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence

from rulewright.dsl.model.game import Game, ResolvedText
from rulewright.dsl.printing.statements import show_as

from ..commandline.arguments import add_format, add_game, identity, opened
from ..commandline.console import CLEAN, FINDINGS, Console

DESCRIPTION = """\
Print the texts of a game as they were understood: what each word refers to, who chooses, and in what order, with
every default spelled out. With WORDs, print only the texts of parts (designs, phrases, options …) whose names contain
all of them."""
EXAMPLES = (
    "rulewright paraphrase ./my-game          every text",
    "rulewright paraphrase ./my-game torch    the texts of the torch",
)
EXIT_CODES = "0 printed, 1 errors in the game or no such part, 2 bad usage or no such game"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="a word in the name of the part")
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened(args, console)
    texts = asked_for(game, args.words)
    if not texts:
        console.remark(f"rulewright paraphrase: no part of {args.game} has this name")
        return FINDINGS
    if args.format == "json":
        result = {**identity(game), "texts": [data(text, game) for text in texts]}
        console.write(json.dumps(result, ensure_ascii=False, indent=2))
        return CLEAN
    blocks = [
        f"{console.bold(f'{text.span}: {text.where}')}\n{textwrap.indent(understood(text, game), '  ')}"
        for text in texts
    ]
    console.write("\n\n".join(blocks))
    return CLEAN


def asked_for(game: Game, words: Sequence[str]) -> list[ResolvedText]:
    """The texts of parts with all words in their names, in reading order; lone numbers and names are left out."""
    wanted = [word.casefold() for word in words]
    texts = [text for text in game.texts if text.start != "expression" or " " in text.value.strip()]
    found = [text for text in texts if all(word in text.where.casefold() for word in wanted)]
    return sorted(found, key=lambda text: (text.span.source.name, text.span.start))


def understood(text: ResolvedText, game: Game) -> str:
    return show_as(text.start, text.tree, game.symbols)


def data(text: ResolvedText, game: Game) -> dict[str, object]:
    return {
        "file": text.span.source.name,
        "line": text.span.line,
        "column": text.span.column,
        "part": text.where,
        "written": text.value.strip(),
        "understood": understood(text, game),
    }
