"""Lists as people write them: with commas, and with a word before the last part. Sets with a name are counted."""

from __future__ import annotations

import pytest
from rulewright.dsl.printing.statements import show

from .attachments import audit

LISTS = [
    ("gain 1 gold, 2 stock in stone and 3 marble", "gain 1 gold and 2 stock in stone and 3 marble"),
    ("gain 1 gold, 2 stock in stone, and 3 marble", "gain 1 gold and 2 stock in stone and 3 marble"),
    ("pay 1 gold, 2 stone and 3 marble: nothing", "pay 1 gold and 2 stone and 3 marble: nothing"),
    (
        "gain 1 gold, 2 stone and 3 marble, as far as possible",
        "gain 1 gold and 2 stone and 3 marble, as far as possible",
    ),
    (
        "gain 1 gold for each stone, 2 stone for each marble and 3 marble",
        "gain (1 gold for each stone) and (2 stone for each marble) and 3 marble",
    ),
    (
        "if the leader can pay 1 gold, 2 stone and 3 marble: nothing",
        "if the leader can pay 1 gold and 2 stone and 3 marble: nothing",
    ),
    ("gain 1 gold, and swim", "gain 1 gold; swim"),
    ("gain 1 gold, 2 stone and 3 marble and swim", "gain 1 gold and 2 stone and 3 marble; swim"),
    ("reveal stones, marbles and cubes in the table", "reveal stones and marbles and cubes in the table"),
    ("choose a stone, marble or cube", "choose a stone or marble or cube"),
    ("choose a stone, a marble or a cube", "choose a stone or a marble or a cube"),
    ("reveal cards, dice in the table", "RW201"),
    ("gain 1 gold, 2 stone", "RW201"),
    ("gain 1 gold, 2 stone, and swim", "RW201"),
    ("choose a stone, marble", "RW201"),
    (
        "gain 1 gold for each stone, 2 stone for each die and 3 marble for each marble in the table",
        "RW217",
    ),
    ("let x be the number of lot", "let x be the number of cards among lot"),
    ("let x be the number of lot with face = n", "let x be the number of cards among lot with face = n"),
    ("let x be the number of lot - 1", "let x be (the number of cards among lot) - 1"),
    ("let x be the number of leader", "RW210"),
    ("let x be the number of table", "RW210"),
    ("reveal cards with face = the number of players", "reveal cards with face = (the number of players)"),
    ("pay the number of players gold", "pay (the number of players) gold"),
    ("let x be the price of the number of players", "let x be the price of (the number of players)"),
    (
        "the leader chooses up to the number of players cards in the table",
        "the leader chooses up to (the number of players) cards in the table",
    ),
    ("reveal cards with face = the number of dice in the table", "RW201"),
    ("reveal cards with face = the number of players who are rest", "RW201"),
    ("reveal cards with face = the number of players and value = 2", "RW201"),
]


@pytest.mark.parametrize(("text", "same"), LISTS)
def test_a_list_is_read_as_people_write_it(text: str, same: str) -> None:
    tree, findings = audit.meaning(text, "effect")
    if same.startswith("RW"):
        assert [one.code for one in findings] == [same]
        return
    assert findings == ()
    assert (tree, ()) == audit.meaning(same, "effect")
    assert audit.meaning(show(tree, audit.game().symbols), "effect") == (tree, ())


@pytest.mark.parametrize("text", [text for text, same in LISTS if same == "RW201" and text.count(",") == 1])
def test_what_a_list_lacks_is_said(text: str) -> None:
    _, findings = audit.meaning(text, "effect")
    before, _, last = text.rpartition(", ")
    joint = "or" if text.startswith("choose") else "and"
    assert [one.message for one in findings] == [f"the last of a list is joined with '{joint}'"]
    assert audit.meaning(f"{before} {joint} {last}", "effect")[1] == ()
