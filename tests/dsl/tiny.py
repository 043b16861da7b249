"""A game of a few words for tests of texts, and reading one text in it."""

from functools import cache
from pathlib import Path
from typing import Any

from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import Text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.tree.types import PLAYER, Type, number

ROOT = Path(__file__).parents[2]
SMALL = Path(__file__).parent / "errors" / "small.yaml"
VARIABLES = {"find": Type("piece", ("card",)), "n": number(0, 9), "rival": PLAYER}


def load(text: str, *, strict: bool = True, name: str = "g.yaml") -> tuple[Game | None, Report]:
    report = Report()
    return load_game([Source(name, text)], report, strict=strict), report


def loaded(text: str) -> Game:
    game, report = load(text)
    assert game is not None, to_text(report.diagnostics)
    return game


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with some of it replaced. What is replaced must stand in it once, so that no test changes nothing."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@cache
def small() -> Game:
    return loaded(SMALL.read_text(encoding="utf-8"))


@cache
def boards() -> Game:
    """A game of boards, costs and printed effects: what `board_trees` speaks of."""
    game, report = load((Path(__file__).parent / "boards.yaml").read_text(encoding="utf-8"), strict=False)
    assert game is not None, to_text(report.diagnostics)
    return game


GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))
"""Every game in `games/`."""


@cache
def shipped(name: str) -> Game:
    report = Report()
    files = sorted((ROOT / "games" / name).glob("*.yaml"))
    game = load_game([Source(path.name, path.read_text(encoding="utf-8")) for path in files], report)
    assert game is not None, to_text(report.diagnostics)
    return game


def read(value: str, start: str = "effect", game: Game | None = None) -> tuple[Any, tuple[Diagnostic, ...]]:
    """What a text says in the small game (`find` a card, `n` a number, `rival` a player), and findings."""
    report = Report()
    text = Text(value)
    game = game or small()
    context = Context(game.symbols, text, variables=dict(VARIABLES), this=Type("piece", ("card",)))
    tree = resolve_text(text, start, RESOLVERS[start], context, report)
    return tree, report.diagnostics
