"""Every game that ships, with all combinations of its variants. Nobody has to register a game."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

import attrs
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.model.game import Game
from rulewright.workbench.checking import CONFLICTS
from rulewright.workbench.files.game_cache import GameCache
from rulewright.workbench.files.games import GameFiles, find_game
from rulewright.workbench.files.shipped import shipped_games
from rulewright.workbench.scenarios import FileResult, run_all

from ..amount import sample

KEPT = 12
"""Of how many games the results of their scenarios are kept."""


@attrs.frozen
class Shipped:
    """A game with some of its variants."""

    name: str
    variants: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join((self.name, *self.variants))


@cache
def files(name: str) -> GameFiles:
    found = find_game(name, Report())
    assert found is not None
    return found


@cache
def all_shipped() -> tuple[Shipped, ...]:
    """Games alone come first, so that a game has one number in each list of parameters: pytest then runs all tests of
    a game behind each other (`scope="session"`), and a game is loaded once."""
    cases = []
    for name in shipped_games():
        own = files(name).choices()
        sets = [one for size in range(len(own) + 1) for one in combinations(own, size)]
        # Two conflicting variants are a finding, not a game.
        cases += [Shipped(name, one) for one in sets if len(one) < 2 or combines(name, one)]
    return tuple(sorted(cases, key=lambda case: bool(case.variants)))


COMBINED = 5
"""With how many combinations of variants the battery plays."""


def played() -> list[Shipped]:
    """All games that ship, and a sample of the combinations of their variants."""
    alone = [case for case in all_shipped() if not case.variants]
    return alone + sample([case for case in all_shipped() if case.variants], COMBINED)


@cache
def game_cache(name: str) -> GameCache:
    """What all tests of a game share, so that a worker reads and checks it once with each set of variants."""
    return GameCache(files(name))


def combines(name: str, variants: tuple[str, ...]) -> bool:
    report = Report()
    game = game_cache(name).game(report, variants)
    return game is not None or not any(found.code in CONFLICTS for found in report.diagnostics)


def loaded(case: Shipped) -> tuple[Game, Report]:
    report = Report()
    game = game_cache(case.name).game(report, case.variants)
    assert game is not None, [found.message for found in report.diagnostics]
    return game, report


@lru_cache(KEPT)
def ran(name: str) -> tuple[FileResult, ...]:
    """All scenarios of a game, with what they reach."""
    return tuple(run_all(files(name), cache=game_cache(name)))


def game_of(case: Shipped) -> Game:
    return loaded(case)[0]
