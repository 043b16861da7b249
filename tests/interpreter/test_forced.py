"""Decisions that leave no choice: asked, or carried out where that tells nobody anything."""

import random

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, MatchError, NoDecisionError

RULES = """\
rulewright: 1
game: forced
players: 2
components:
  card:
    properties: {worth: 1..3}
    starts in: the deck
    designs: {pebble: {worth: 1, copies: 2}, rock: {worth: 2, copies: 2}}
places:
  deck: pile of cards, hidden
  tray: area of cards
  held: hand of cards
game has:
  round: 0..9
players have:
  points: 0..30
%s
flow:
  - phase: deal
    do: |
      put the top card of the deck into the tray
      put the top card of the deck into player 1's held
      put the top card of the deck into player 2's held
  - phase: play
    turns: clockwise from player 1, each player, until the round >= 2
    options:
      take:
        if: the tray is not empty
        do: choose a card in the tray, as the find; put the find into the deck; round goes up by 1
      show:
        do: |
          choose a card in the player's held, as the shown one
          the player's points go up by the worth of the shown one
          round goes up by 1
"""


def game(more: str = "") -> Game:
    report = Report()
    found = load_game([Source("forced.yaml", RULES % more)], report)
    assert found is not None, str(report)
    return found


def test_what_all_know_is_not_asked() -> None:
    asking, taking = Match(game()), Match(game(), forced="take")
    for match in (asking, taking):
        match.choose("take")
    assert len(asking.journal) == 1
    # The one card of the tray, and then the one option that is left: that there is a card in a hand is known.
    assert len(taking.journal) == 3
    assert taking.decision.player == 1
    for _ in range(2):
        asking.choose(asking.decision.options[0])
    assert asking.snapshot() == taking.snapshot()
    assert asking.log() == taking.log()


def test_what_lies_in_a_hand_is_asked() -> None:
    match = Match(game(), forced="take")
    match.choose("show")
    assert match.decision.kind == "choose"
    assert len(match.decision.options) == 1


def test_an_author_may_want_it_asked() -> None:
    match = Match(game("ask:\n  find: {en: Which card do you take, always: yes}"), forced="take")
    match.choose("take")
    assert match.decision.ask() == "Which card do you take"
    assert len(match.decision.options) == 1


def test_a_save_is_loaded_in_both_ways() -> None:
    taking = Match(game(), forced="take")
    taking.choose("take")
    for forced in ("ask", "take"):
        loaded = Match.load(game(), taking.save(), forced=forced)
        assert loaded.snapshot() == taking.snapshot()
        assert loaded.journal == taking.journal
    asking = Match(game())
    asking.choose("take")
    assert Match.load(game(), asking.save(), forced="take").journal == taking.journal


def test_undo_steps_over_what_was_taken() -> None:
    match = Match(game(), forced="take")
    before = match.snapshot()
    match.choose("take")
    assert len(match.journal) == 3
    match.undo()
    assert match.snapshot() == before
    assert not match.journal
    match.choose("take")
    match.undo(0)
    assert match.snapshot() == before
    assert not match.journal
    with pytest.raises(NoDecisionError):
        match.undo()


@pytest.mark.parametrize("seed", range(6))
def test_the_same_choices_give_the_same_match(seed: int) -> None:
    asking, taking, luck = (
        Match(game(), seed=seed),
        Match(game(), seed=seed, forced="take"),
        random.Random(seed),
    )
    while not taking.is_over:
        option = luck.choice(taking.decision.options)
        taking.choose(option)
        while len(asking.journal) < len(taking.journal):
            asking.choose(taking.journal[len(asking.journal)].action)
        assert asking.snapshot() == taking.snapshot()
    assert asking.record() == taking.record()


def test_another_word_is_refused() -> None:
    with pytest.raises(MatchError, match="ask"):
        Match(game(), forced="never")  # type: ignore[arg-type]
