"""Words that a reader could take for something else, and statements that are never reached, are reported."""

from __future__ import annotations

import pytest
import rulewright

from .card_english.judge import HERE

PHRASES = """\
  "{boss: player} retires":
    do: the leader becomes the player after the boss
  "it begins":
    do: |
"""


def found(text: str) -> list[tuple[str, str]]:
    """The codes of what is reported about a text of the game, each with the words that it is about."""
    base = (HERE / "base.yaml").read_text(encoding="utf-8")
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    source = base.replace("flow:\n", f"{PHRASES}{lines}flow:\n", 1)
    findings = [one for one in rulewright.check_text(source) if one.code in ("RW338", "RW339", "RW310")]
    return [(one.code, source[one.span.start : one.span.end]) for one in findings if one.span is not None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "for each card in the market: for each card in exile: put that card into the deck",
            [("RW338", "that card")],
        ),
        (
            "for each player: that player chooses a player; that player gains 1 gold",
            [("RW338", "that player")],
        ),
        (
            "for each player: for each player but that player: that player gains 1 gold",
            [("RW338", "that player")],
        ),
        (
            "for each player, as the first one: for each player but the first one: that player gains 1 gold",
            [],
        ),
        ("for each card in the market: for each card in exile with cost = that card's cost: gain 1 gold", []),
        ("for each player: that player chooses a player, as the foe; the foe gains 1 gold", []),
        ("each player hits each other player for 2", []),
        (
            "choose a card in exile; put that card into the deck; choose a card in the market; kill that card",
            [],
        ),
        (
            "choose a number from 1 to 3; choose a number from 1 to 3; gain that number gold",
            [("RW338", "that number")],
        ),
        (
            "choose a card in exile; choose a card in the market with cost = that card's cost; kill that card",
            [],
        ),
        ("the leader retires and gains 1 gold", [("RW338", "gains 1 gold")]),
        ("the leader retires, then rests", [("RW338", "rests")]),
        ("the leader retires; the leader gains 1 gold", []),
        ("the leader rests and gains 1 gold", []),
        ("let boss be the leader; boss retires and gains 1 gold", []),
        ("the leader wins and the target wins", [("RW339", "target wins")]),
        ("if doom > 3: the match ends; gain 1 gold", [("RW339", "gain 1 gold")]),
        ("if doom > 3: the match ends\ngain 1 gold", []),
        ("the leader and the target win", []),
        ("choose a number from 5 to 1, as the bid; gain bid gold", [("RW310", "a number from 5 to 1")]),
        ("choose a number from 1 to 5, as the bid; gain bid gold", []),
        ("choose a number from clock to 5, as the bid; gain bid gold", []),
    ],
)
def test_what_could_be_taken_otherwise_is_reported(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected
