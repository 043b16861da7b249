"""`rulewright cards`: the cards of a game as a sheet for card makers, or as a page to print."""

from __future__ import annotations

import argparse
import csv
import io
import json
import re

from ...dsl.languages import BASE
from ...interpreter.match.output.objects.cards import Card, card_of
from ..card_page import LEAST, MOST, PAPERS, POKER, Layout, page
from ..commandline.arguments import add_game, found_game, identity, loaded
from ..commandline.console import CLEAN, FINDINGS, Console
from ..files.images import images_of

DESCRIPTION = """\
Print the designs of a game: name, type, copies, numbers, words and text of each. The sheet (CSV) is for card makers
such as nanDECK, Squib and Tabletop Simulator. The page (HTML) is for a printer: open it in a browser and print it, or
save it as PDF; it has marks where to cut. Texts come from the rules themselves, in
the language that you ask for; a text without words in it stays as it was written."""
EXAMPLES = (
    "rulewright cards ./my-game > cards.csv         a sheet in English",
    "rulewright cards ./my-game --format html > cards.html",
    "rulewright cards ./my-game --format html --type spell --size 44x68 > spells.html",
)
EXIT_CODES = "0 printed, 1 errors in the game or no such language, 2 bad usage or no such game"
FORMATS = ("csv", "html", "json")


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--lang", metavar="LANGUAGE", default=BASE, help=f"the language (default: {BASE})")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="csv",
        metavar="FORMAT",
        help="csv, a row for each design (the default); html, a card for each copy; json",
    )
    parser.add_argument(
        "--type",
        metavar="TYPE",
        action="append",
        default=[],
        help="only the designs of this type of pieces; can be repeated",
    )
    parser.add_argument(
        "--size",
        metavar="SIZE",
        type=_size,
        default=POKER,
        help="html: the size of a card in millimetres, as in 63x88 (the default)",
    )
    parser.add_argument(
        "--paper",
        choices=tuple(PAPERS),
        default="a4",
        metavar="PAPER",
        help="html: a4 (the default) or letter",
    )


def run(args: argparse.Namespace, console: Console) -> int:
    found = found_game(args.game, console, args.variant)
    game = loaded(found, args.variant, console)
    if args.lang not in game.languages:
        console.remark(
            f"rulewright cards: the game has no language '{args.lang}'; it has: {', '.join(game.languages)}"
        )
        return FINDINGS
    types = game.symbols.types
    for one in args.type:
        if one not in types:
            console.remark(f"rulewright cards: there is no type '{one}'; there are: {', '.join(types)}")
            return FINDINGS
    kept = [one for one in game.symbols.designs.values() if not args.type or one.type in args.type]
    if args.format == "json":
        all_ = [card_of(game, one, args.lang) for one in kept]
        data = [{**vars_of(card), "facts": dict(card.facts)} for card in all_]
        console.write(json.dumps({**identity(game), "cards": data}, ensure_ascii=False, indent=2))
    elif args.format == "html":
        title = game.title.get(args.lang) or game.title[BASE]
        images = images_of(found.folder, game)
        layout = Layout(PAPERS[args.paper], args.size)
        console.write(page(game, args.lang, title, kept, layout, images))
    else:
        console.write(sheet([card_of(game, one, args.lang) for one in kept]).rstrip("\n"))
    return CLEAN


def _size(text: str) -> tuple[float, float]:
    """A size such as 63x88."""
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9])?)x([0-9]{1,3}(?:\.[0-9])?)", text)
    if found is None or not all(LEAST <= float(side) <= MOST for side in found.groups()):
        raise argparse.ArgumentTypeError(
            f"write width x height in millimetres, each from {LEAST:g} to {MOST:g}, as in 63x88"
        )
    return float(found[1]), float(found[2])


def vars_of(card: Card) -> dict[str, object]:
    return {
        "id": card.design,
        "name": card.name,
        "type": card.type,
        "copies": card.copies,
        "text": card.text,
    }


def sheet(found: list[Card]) -> str:
    """Rows of comma-separated values: a column for each property that some card prints."""
    columns = list(dict.fromkeys(label for card in found for label, _ in card.facts))
    fixed = ("id", "name", "type", "copies", "text")
    own = [f"{label} (card)" if label in fixed else label for label in columns]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*fixed[:-1], *own, "text"))
    for card in found:
        facts = dict(card.facts)
        row = (card.design, card.name, card.type, card.copies)
        writer.writerow((*row, *(facts.get(label, "") for label in columns), card.text))
    return text.getvalue()
