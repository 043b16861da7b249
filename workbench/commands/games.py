"""`rulewright games`: the games that ship, as a table or as JSON. It reads only the headers, so it is quick."""

from __future__ import annotations

import argparse
import json

from ...dsl.languages import BASE, catalogue, tags
from ..commandline.arguments import add_format
from ..commandline.console import CLEAN, Console
from ..files.games import GameFiles
from ..files.headers import listed
from ..files.shipped import rule_files, shipped_games

DESCRIPTION = "List the games that ship with Rulewright: names, players and variants."
EXAMPLES = ("rulewright games", "rulewright games --format json")
EXIT_CODES = "0, or 2 for bad usage"


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
