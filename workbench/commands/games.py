"""`rulewright games`: what ships, as a table or as JSON. Reads only the headers, so it is quick."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Mapping, Text, read_document
from rulewright.dsl.languages import BASE, catalogue, tags
from rulewright.dsl.schema.languages import declared_languages

from ..arguments import add_format
from ..console import CLEAN, Console
from ..files import GameFiles, read
from ..shipped import header, rule_files, shipped_games

DESCRIPTION = "List the games that ship with Rulewright: names, players and variants."
EXAMPLES = ("rulewright games", "rulewright games --format json")


def arguments(parser: argparse.ArgumentParser) -> None:
    add_format(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    games = [listed(GameFiles(name, rule_files(folder), folder)) for name, folder in shipped_games().items()]
    if args.format == "json":
        console.write(json.dumps(games, ensure_ascii=False, indent=2))
        return CLEAN
    others = [one for tag in tags() if tag != BASE and (one := catalogue(tag)) is not None]
    rows = [
        (
            game["name"],
            *(game["title"].get(tag, "") for tag in (BASE, *(one.tag for one in others))),
            game["players"],
            ", ".join(game["variants"]),
        )
        for game in games
    ]
    console.table(("game", "title", *(f"in {one.name}" for one in others), "players", "variants"), rows)
    return CLEAN


def listed(game: GameFiles) -> dict[str, Any]:
    """What the header of a game tells. A game that is broken is listed too: `check` says what is wrong."""
    top = _header(game)
    title = top.get("title") if top else None
    titles = dict.fromkeys(tags(), "") | {BASE: _text(title)}
    if isinstance(title, Mapping):
        titles |= {
            language: _text(title.get(language))
            for language in (*tags(), *(declared_languages(top) if top else ()))
        }
    return {
        "name": game.name,
        "title": titles,
        "players": _text(top.get("players")) if top else "",
        "variants": list(game.variants()),
    }


def _header(game: GameFiles) -> Mapping | None:
    file = header(game.files)
    source = read(file, Report()) if file is not None else None
    node = read_document(source, Report()) if source is not None else None
    return node if isinstance(node, Mapping) else None


def _text(node: object) -> str:
    return node.value if isinstance(node, Text) else ""
