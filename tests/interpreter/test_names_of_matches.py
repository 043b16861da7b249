"""Matches of one game share what reads the same in all of them, and nothing that names their players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import rulewright
from rulewright.dsl.model.game import Game

from .small_games import shipped_game

STEPS = 120
ROOT = Path(__file__).parents[2]
GAMES = sorted(
    path.parent.relative_to(ROOT / "games").as_posix() for path in (ROOT / "games").glob("**/game.yaml")
)
GAMES = [name for name in GAMES if "/variants/" not in name]


def said(game: Game, players: list[str], language: str) -> Iterator[str]:
    match = rulewright.Match(game, players=players, seed=7)
    bots = [rulewright.make_bot("random", 5 + seat) for seat in range(len(players))]
    for _ in range(STEPS):
        if match.is_over:
            break
        decision = match.decisions[0]
        yield decision.ask(language)
        yield from (option.label(language) for option in decision.options)
        match.choose(bots[decision.player].choose(match, decision), decision.player)
    yield from match.log(None, language)


@pytest.mark.parametrize("name", GAMES)
def test_no_match_says_the_names_of_another(name: str) -> None:
    game = shipped_game(name)
    count = game.players[0]
    for language in ("en", "cs"):
        first = [f"Zuzana{seat}" for seat in range(count)]
        assert all(text is not None for text in said(game, first, language))
        others = [f"Quentin{seat}" for seat in range(count)]
        assert not [text for text in said(game, others, language) if "Zuzana" in text]
