"""`rulewright paraphrase`: prints the texts of a game as they were understood, with every default spelled out."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence

from ...dsl import tree as t
from ...dsl.languages import BASE, catalogue, tags
from ...dsl.model.game import Game, ResolvedText
from ...dsl.model.survey import abilities
from ...dsl.printing.patterns.printer import PatternPrinter
from ...dsl.printing.statements import show_as
from ...dsl.tree.walk import walk
from ..commandline.arguments import add_format, add_game, identity, opened_in_language
from ..commandline.console import CLEAN, FINDINGS, Console
from ..stages.stages import Stages

DESCRIPTION = """\
Print the texts of a game as they were understood: what each word refers to, who chooses, and in what order, with
every default spelled out. With WORDs, print only the texts of parts (designs, phrases, options …) whose names contain
all of them. With --stages, print each text on its way through all passes: words, readings, tree, program, Python."""
EXAMPLES = (
    "rulewright paraphrase ./my-game          every text",
    "rulewright paraphrase ./my-game torch    the texts of the torch",
    "rulewright paraphrase ./my-game torch --stages",
    "rulewright paraphrase ./my-game --lang LANGUAGE",
)
TITLES = {
    "words": "words, and what each can be",
    "readings": "readings of the grammar",
    "tree": "the one that names and types leave, as a tree",
    "understood": "the tree as a text",
    "program": "the program",
    "python": "Python",
}
EXIT_CODES = "0 printed, 1 errors in the game or no such part, 2 bad usage or no such game"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="a word in the name of the part")
    languages = ", ".join(tag for tag in tags() if tag == BASE or catalogue(tag).patterns)  # type: ignore[union-attr]
    parser.add_argument("--lang", metavar="LANGUAGE", default=BASE, help=f"the language: {languages}")
    parser.add_argument("--stages", action="store_true", help="print what each pass makes of the texts")
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened_in_language(args, console, "paraphrase", FINDINGS)
    printer = PatternPrinter(game, args.lang) if args.lang != BASE else None
    texts = asked_for(game, args.words)
    if not texts:
        console.remark(f"rulewright paraphrase: no part of {args.game} has this name")
        return FINDINGS
    stages = Stages(game) if args.stages else None
    if args.format == "json":
        result = {**identity(game), "texts": [data(text, game, printer, stages) for text in texts]}
        console.write(json.dumps(result, ensure_ascii=False, indent=2))
        return CLEAN
    blocks = [
        f"{console.bold(f'{text.span}: {text.where}')}\n"
        f"{textwrap.indent(chr(10).join(_lines(text, game, printer, stages)), '  ')}"
        for text in texts
    ]
    console.write("\n\n".join(blocks))
    if printer is not None and printer.missing:
        name = game.language(args.lang).name
        console.remark(f"without {name} words: {', '.join(repr(one) for one in printer.missing)}")
    if printer is not None and printer.unformed:
        unformed = ", ".join(f"'{one}' ({form})" for one, form in printer.unformed.items())
        console.remark(f"without a {game.language(args.lang).name} form: {unformed}")
    return CLEAN


def asked_for(game: Game, words: Sequence[str]) -> list[ResolvedText]:
    """The texts of parts with all words in their names, in reading order; lone numbers and names are left out."""
    wanted = [word.casefold() for word in words]
    texts = [text for text in game.texts if text.start != "expression" or " " in text.value.strip()]
    found = [text for text in texts if all(word in text.where.casefold() for word in wanted)]
    return sorted(found, key=lambda text: (text.span.source.name, text.span.start))


def _lines(
    text: ResolvedText, game: Game, printer: PatternPrinter | None, stages: Stages | None
) -> list[str]:
    said = [understood(text, game, printer), *notes(text, game, printer)]
    if stages is None:
        return said
    found = stages.of(text)
    found["understood"] = said
    order = ("words", "readings", "tree", "understood", "program", "python")
    return [
        line
        for number, name in enumerate(order, 1)
        for line in (f"{number}. {TITLES[name]}", *(textwrap.indent(one, "   ") for one in found[name]))
    ]


def understood(text: ResolvedText, game: Game, printer: PatternPrinter | None) -> str:
    if printer is not None:
        return printer.text(text.tree)
    return show_as(text.start, text.tree, game.symbols)


def notes(text: ResolvedText, game: Game, printer: PatternPrinter | None) -> list[str]:
    """What happens to many together, and in what order, which no sentence of the language says."""
    together = [node for node in walk(text.tree) if isinstance(node, t.ForEach) and node.together]
    if printer is not None or not together:
        return []
    acting = {one.hook.when for one in abilities(game) if isinstance(one, t.Trigger) and _acts(one, together)}
    stages = [f"what acts {when} it" for when in ("instead of", "before") if when in acting]
    stages += ["the action", *(["what acts after it"] if "after" in acting else [])]
    order = "in an order that is picked" if together[0].order == "any order" else "in printed order"
    return [f"(one event for all of them, {order}: for each {', then for each '.join(stages)})"]


def _acts(trigger: t.Trigger, together: Sequence[t.ForEach]) -> bool:
    return any(trigger.hook.phrase == node.event.phrase for node in together)


def data(
    text: ResolvedText, game: Game, printer: PatternPrinter | None, stages: Stages | None
) -> dict[str, object]:
    return {
        "file": text.span.source.name,
        "line": text.span.line,
        "column": text.span.column,
        "part": text.where,
        "written": text.value.strip(),
        "understood": understood(text, game, printer),
        "notes": notes(text, game, printer),
        **({} if stages is None else {"stages": stages.of(text)}),
    }
