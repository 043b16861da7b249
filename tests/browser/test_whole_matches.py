"""Whole matches, played by clicks alone: one person reads English and the other Czech, and neither learns the secrets
of the other."""

from __future__ import annotations

import random
import re

import pytest
import rulewright
from rulewright.dsl.model.game import Game

from ..amount import sample
from .people import LARGE, Match, Page, Server, play, secrets

EVERY = 25
"""After how many clicks secrets are looked for."""


class Spy:
    """Looks for the secrets of each person in the other one's page."""

    def __init__(self, game: Game, pages: list[Page]) -> None:
        self.pages = pages
        self.game, self.clicks, self.found = game, 0, 0

    def __call__(self) -> None:
        self.clicks += 1
        if self.clicks % EVERY == 1:
            self.look()

    def look(self) -> None:
        for page in self.pages:
            page.settled()  # what is being revealed is no secret any more
        for seat, page in enumerate(self.pages):
            secret = secrets(page, self.game, seat)
            self.found += len(secret)
            for other in self.pages:
                if other is not page:
                    shown = set(re.findall(r'data-id="([^"]+)"', other.document()))
                    assert not secret & shown, f"seat {seat} alone may know where {secret & shown} are"


@pytest.mark.parametrize("name", sample(list(LARGE), 3))
def test_a_match_is_played_to_the_end(name: str, server: Server, pair: list[Page]) -> None:
    game = rulewright.load(name)
    match: Match = server.match(name, *["person"] * max(2, game.players[0]), seed=LARGE[name])
    assert len(match.tokens) == 2, "two people are enough for each large game"
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    spy = Spy(game, pair)
    clicks = play(pair, random.Random(LARGE[name]), between=spy)
    assert clicks > 3
    english, czech = (page.text("[data-end]") for page in pair)
    assert english
    assert czech
    assert english != czech
    for page in pair:
        assert page.problems() == []
