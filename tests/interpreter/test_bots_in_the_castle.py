"""Bots in positions of the castle: each side fights when that pays, and not when it does not."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.interpreter import Match
from rulewright.interpreter.bots.registry import make_bot
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios

from ..amount import sample
from .small_games import shipped_game

BOTS = [(bot, seed) for bot in ("greedy:20", "search:200") for seed in (1, 2, 3)]
LORD, HERO = 0, 1
POSITION = """\
scenarios:
  a position:
    players: 3
    given:
      e5: [star, knight]
      e4: [star]
      e3: [star]
      d4: [star]
      MONSTER_FIELD: [MONSTER]
      knight's leader: player 2
      knight's life: LIVES
      MONSTER's leader: player 1
      MONSTER's life: LEFT
      g1: [open gate, dwarf]
      dwarf's leader: player 3
      dwarf's life: 30
      player 2: {held: [HELD]}
      first hero: knight
      rounds: 8
    start: START
    then: {rounds: 8}
"""


def standing(
    start: str, lives: int, left: int, monster: str = "ogre", field: str = "e6", held: str = ""
) -> Match:
    """The knight on e5 with a monster around, and what the knight's player holds."""
    text = POSITION
    values = {
        "MONSTER_FIELD": field,
        "MONSTER": monster,
        "LIVES": lives,
        "LEFT": left,
        "START": start,
        "HELD": held,
    }
    for key, value in values.items():
        text = text.replace(key, str(value))
    report = Report()
    node = read_document(Source("position.yaml", text), report)
    assert node is not None
    file = read_scenarios(node, report)
    assert file is not None
    (result,) = run_scenarios(shipped_game("hrad"), file)
    assert result.match is not None, result.diagnostics
    return result.match


def rounds_of(match: Match) -> object:
    return match.view()["game state"]["rounds"]


def turn(match: Match, bot: str, seed: int, player: int) -> list[str]:
    """What a bot does for a player until somebody else has a choice or the round ends; those who can only pass do."""
    rounds = rounds_of(match)
    mind, taken = make_bot(bot, seed), []
    while not match.is_over and rounds_of(match) == rounds:
        decision = match.decision
        if decision.player != player:
            if len(decision.options) > 1:
                break
            match.choose(decision.options[0])
            continue
        option = mind.choose(match, decision)
        taken.append(option.name)
        match.choose(option)
    return taken


@pytest.mark.parametrize(("bot", "seed"), sample(BOTS, 3))
def test_a_monster_next_to_a_hero_with_one_life_strikes(bot: str, seed: int) -> None:
    match = standing("round/castle", lives=1, left=20)
    turn(match, bot, seed, LORD)
    assert "The knight dies." in match.log(None)


@pytest.mark.parametrize(("bot", "seed"), sample([("search:200", seed) for seed in (1, 2, 3)], 1))
def test_a_monster_comes_from_afar_to_strike_a_hero_with_one_life(bot: str, seed: int) -> None:
    match = standing("round/castle", lives=1, left=20, field="e7")
    turn(match, bot, seed, LORD)
    assert "The knight dies." in match.log(None)


def test_a_monster_comes_from_afar_to_strike_also_where_somebody_is_asked_between() -> None:
    """Whoever holds spells is asked after each action, and this one can only pass."""
    match = standing("round/castle", lives=1, left=20, field="e7", held="great weapon")
    assert match.decision.player == HERO
    turn(match, "search:200", 1, LORD)
    assert "The ogre attacks the knight." in match.log(None)


@pytest.mark.parametrize(("bot", "seed"), sample(BOTS, 3))
def test_a_hero_strikes_a_monster_with_one_life(bot: str, seed: int) -> None:
    match = standing("round/heroes", lives=26, left=1)
    turn(match, bot, seed, HERO)
    assert "The ogre dies." in match.log(None)


@pytest.mark.parametrize(("bot", "seed"), sample(BOTS, 3))
def test_a_hero_with_one_life_does_not_attack_a_fresh_monster(bot: str, seed: int) -> None:
    match = standing("round/heroes", lives=1, left=20)
    assert "attack" not in turn(match, bot, seed, HERO)
