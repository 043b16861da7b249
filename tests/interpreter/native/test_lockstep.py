"""The native engine does what the Python engine does, byte for byte: on every shipped game, on random programs, on
small and on grown games, with luck drawn and with luck as decisions.
"""

from __future__ import annotations

import pytest
from rulewright.interpreter.lower import lower
from rulewright.interpreter.match.setup.rules import prepare

from ...amount import sample, some
from ...battery.games import Shipped, all_shipped, game_of
from ..small_games import small_game
from ..test_against_reference import Maker
from .lockstep import both, play

ALL = [(case, chance) for case in all_shipped() for chance in (False, True)]


@pytest.mark.parametrize(("case", "chance"), sample(ALL, 14), ids=str)
def test_a_shipped_game(case: Shipped, chance: bool) -> None:
    game = game_of(case)
    engines = both(prepare(game, explicit_chance=chance).lowered.program)
    least, most = game.players
    for seed in range(some(6, 40)):
        match = play(*engines, least + seed % (most - least + 1), seed, 400)
        assert match.fault is None


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("name", ["trail", "parley"])
def test_a_small_game(name: str, chance: bool) -> None:
    game = small_game(name)
    engines = both(lower(game, explicit_chance=chance).program)
    for seed in range(6):
        play(*engines, game.players[0] + seed % 2, seed, 120)


@pytest.mark.parametrize("seed", range(some(40, 600)))
def test_a_random_program(seed: int) -> None:
    """Such a program may run for ever, or call too deeply: then both engines say so."""
    engines = both(Maker(seed).program())
    for luck in range(2):
        play(*engines, 1, seed + luck, 40)
