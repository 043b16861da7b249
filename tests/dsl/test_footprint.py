"""Footprints: what a condition reads and what a statement writes, as exactly as the text says it."""

from __future__ import annotations

import pytest
from rulewright.dsl.model.footprint import Keys, reads, writes
from rulewright.dsl.model.game import Game

from .tiny import boards, read, small

ALL_BOARDS = "yard land fences"
ANYWHERE = "deck table yard land fences"


def shown(keys: Keys) -> set[str]:
    """`table` for a place, `purse` for a state of the game, otherwise `owner.state`."""
    return {name if owner in ("place", "game") else f"{owner}.{name}" for owner, name in keys}


def condition(text: str, game: Game) -> set[str]:
    tree, told = read(text, "condition_text", game)
    assert tree is not None, told
    return shown(reads(tree, game.symbols))


def statement(text: str, game: Game) -> set[str]:
    tree, told = read(text, "effect", game)
    assert tree is not None, told
    return shown(writes(tree[-1], game.symbols))


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("purse = 3", "purse"),
        ("the player's gold >= 2", "player.gold"),
        ("player 1 is resting", "player.resting"),
        ("the highest gold of players = 3", "player.gold"),
        ("the player can pay 2 gold", "player.gold"),
        ("the table is empty", "table"),
        ("there is a card in the table with load >= 2", "table card.load"),
        ("there is a card in the table with value >= 2", "table"),
        ("the top card of the deck is a stone", "deck"),
        ("the spot is empty", "spot yard"),
        ("the spot is trodden", "spot cell of yard.trodden"),
        ("there is a square with dew >= 2", "cell of yard.dew"),
        ("there is a square in the yard with height >= 2", ""),
        ("there is an empty square in the yard", "yard"),
        ("there is a card in the yard", "yard"),
        ("there is a square next to the spot", "spot"),
        ("there is a square one climb from the spot", "spot"),
        ("the distance from a1 to b1 <= 2", ""),
        ("a1 sees the spot", "spot"),
        ("the square of the top card of the deck = a1", "deck yard"),
    ],
)
def test_what_a_condition_reads(text: str, keys: str) -> None:

    assert condition(text, boards()) == _keys(keys)


def _keys(text: str) -> set[str]:
    """Keys apart by spaces, but for those in `cell of …`."""
    return {key.replace("cell_of_", "cell of ") for key in text.replace("cell of ", "cell_of_").split()}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("purse goes up by 1", "purse"),
        ("the player gains 1 gold", "player.gold"),
        ("the player becomes resting", "player.resting"),
        ("the spot's dew goes up by 1", "cell of yard.dew"),
        ("put the top card of the deck into the table", "deck table"),
        ("put cards in the yard into the table", "yard table"),
        ("put any card in the table into a1", "table yard"),
        ("choose a card in the deck, as the find; put the find into the table", ANYWHERE),
        ("swap the top card of the deck and the top card of the table", "deck table"),
        ("shuffle the deck", "deck"),
        ("nothing", ""),
    ],
)
def test_what_a_statement_writes(text: str, keys: str) -> None:
    assert statement(text, boards()) == _keys(keys)


def test_numbers_read_what_abilities_change_them_by() -> None:
    """An oak in the table makes the income more: the income depends on what lies there."""
    assert condition("income > 3", small()) == {"purse", "table"}
