"""`rulewright cards`: the cards of a game as a sheet for card makers, or as a page to print."""

from __future__ import annotations

import argparse
import csv
import html
import io
import json

from ...dsl.languages import BASE
from ...interpreter.match.output.objects.cards import Card, cards
from ..commandline.arguments import add_game, identity, opened
from ..commandline.console import CLEAN, FINDINGS, Console

DESCRIPTION = """\
Print the designs of a game: name, type, copies, numbers, words and text of each. The sheet (CSV) is for card makers
such as nanDECK, Squib and Tabletop Simulator, the page (HTML) for a printer. Texts come from the rules themselves, in
the language that you ask for; a text without words in it stays as it was written."""
EXAMPLES = (
    "rulewright cards ./my-game > cards.csv         a sheet in English",
    "rulewright cards ./my-game --format html > cards.html",
)
EXIT_CODES = "0 printed, 1 errors in the game or no such language, 2 bad usage or no such game"
FORMATS = ("csv", "html", "json")

_STYLE = """\
@page { margin: 10mm }
body { font-family: system-ui, sans-serif; margin: 0 }
main { display: flex; flex-wrap: wrap; gap: 2mm }
article { box-sizing: border-box; width: 63mm; height: 88mm; padding: 4mm; border: 0.3mm solid #000;
  border-radius: 3mm; display: flex; flex-direction: column; break-inside: avoid; overflow: hidden }
h2 { font-size: 11pt; margin: 0 }
p.type { font-size: 8pt; color: #444; margin: 0 0 2mm }
dl { font-size: 9pt; margin: 0; display: grid; grid-template-columns: auto 1fr; column-gap: 2mm }
dd { margin: 0 }
p.text { font-size: 9pt; white-space: pre-line; margin: auto 0 0 }"""


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


def run(args: argparse.Namespace, console: Console) -> int:
    game = opened(args, console)
    if args.lang not in game.languages:
        console.remark(
            f"rulewright cards: the game has no language '{args.lang}'; it has: {', '.join(game.languages)}"
        )
        return FINDINGS
    found = cards(game, args.lang)
    if args.format == "json":
        data = [{**vars_of(card), "facts": dict(card.facts)} for card in found]
        console.write(json.dumps({**identity(game), "cards": data}, ensure_ascii=False, indent=2))
    elif args.format == "html":
        console.write(page(found, game.title.get(args.lang) or game.title[BASE], args.lang))
    else:
        console.write(sheet(found).rstrip("\n"))
    return CLEAN


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


def page(found: list[Card], title: str, language: str) -> str:
    """A page with a card for each copy, in the size of poker cards."""
    parts = [one for card in found for one in [_article(card)] * card.copies]
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{html.escape(language)}">',
            f'<head><meta charset="utf-8"><title>{html.escape(title)}</title><style>',
            _STYLE,
            "</style></head>",
            "<body><main>",
            *parts,
            "</main></body></html>",
        )
    )


def _article(card: Card) -> str:
    facts = "".join(
        f"<dt>{html.escape(label)}</dt><dd>{html.escape(value)}</dd>" for label, value in card.facts
    )
    text = f'<p class="text">{html.escape(card.text)}</p>' if card.text else ""
    return (
        f'<article><h2>{html.escape(card.name)}</h2><p class="type">{html.escape(card.type)}</p>'
        f"<dl>{facts}</dl>{text}</article>"
    )
