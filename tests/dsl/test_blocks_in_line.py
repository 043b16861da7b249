"""Blocks on one line: what they reach to, and whose an `otherwise` is."""

from __future__ import annotations

import pytest
from rulewright.dsl.printing.statements import show

from .attachments import audit

SAID = """
if n = 1: if n = 2: swim -> if n = 1: | if n = 2: the player swims
for each player: for each player but that player: that player gains 1 gold -> for each player, in printed order: \
| for each player but that player, in printed order: that player gains 1 coin
for each player: that player may pay 1 gold: that player swims -> for each player, in printed order: \
| that player may: | that player pays 1 coin | that player swims
choose a player; for each card in the table: that player gains 1 gold -> the player chooses a player \
| for each card in the table, in printed order: that player gains 1 coin
swim; repeat 3 times: shuffle the deck; swim -> the player swims | repeat 3 times: | shuffle the deck \
| the player swims
swim and for each card in the table: shuffle the deck -> the player swims \
| for each card in the table, in printed order: shuffle the deck
swim, then if n = 1: shuffle the deck -> the player swims | if n = 1: shuffle the deck
swim; pay 1 gold: shuffle the deck -> the player swims | the player pays 1 coin | shuffle the deck
swim; deal 2: shuffle the deck -> the player swims | deal 2: shuffle the deck
swim and pay 1 gold: shuffle the deck -> the player swims and the player pays 1 coin: shuffle the deck
if n = 1, swim -> if n = 1: the player swims
if n = 1, then swim -> if n = 1: the player swims
if n = 1, then swim, otherwise deal 2 -> if n = 1: the player swims | otherwise: deal 2
if n = 1, swim | otherwise: deal 2 -> if n = 1: the player swims | otherwise: deal 2
for each card in the table, bless the leader -> for each card in the table, in printed order: bless the leader
for each player, clockwise from the leader, that player swims -> for each player, clockwise from the leader: \
that player swims
the tally becomes 1 if n = 1, otherwise 2 -> tally becomes (1 if n = 1, otherwise 2)
the tally becomes 1 if n = 1, 3 if n = 2, otherwise n + 1; swim \
-> tally becomes (1 if n = 1, 3 if n = 2, otherwise n + 1) | the player swims
if n = 1: the tally becomes 1; otherwise: deal 2 -> if n = 1: tally becomes 1 | otherwise: deal 2
if n = 1: the tally becomes 1 if n = 2, otherwise 3, otherwise deal 2 \
-> if n = 1: tally becomes (1 if n = 2, otherwise 3) | otherwise: deal 2
if n = 1: swim; otherwise: deal 2 -> if n = 1: the player swims | otherwise: deal 2
if n = 1: swim, otherwise deal 2 -> if n = 1: the player swims | otherwise: deal 2
if n = 1: swim; otherwise deal 2; deal 3 -> if n = 1: the player swims | otherwise: | deal 2 | deal 3
if n = 1: swim; otherwise if n = 2: deal 2; otherwise: deal 3 -> if n = 1: the player swims \
| otherwise if n = 2: deal 2 | otherwise: deal 3
if n = 1: swim, otherwise if n = 2: deal 2 -> if n = 1: the player swims | otherwise if n = 2: deal 2
if n = 1: swim | otherwise if n = 2: deal 2; otherwise deal 3 -> if n = 1: the player swims \
| otherwise if n = 2: deal 2 | otherwise: deal 3
if n = 1: swim; otherwise if n = 2: deal 2 | otherwise: deal 3 -> if n = 1: the player swims \
| otherwise if n = 2: deal 2 | otherwise: deal 3
if n = 1: swim | otherwise: if n = 2: deal 2; otherwise: deal 3 -> if n = 1: the player swims | otherwise: \
| if n = 2: deal 2 | otherwise: deal 3
may pay 1 gold: swim; otherwise: deal 2 -> the player may: | the player pays 1 coin | the player swims \
| otherwise: deal 2
may: swim, otherwise: deal 2 -> the player may: the player swims | otherwise: deal 2
repeat 2 times: if n = 1: swim; otherwise: deal 2 -> repeat 2 times: | if n = 1: the player swims | otherwise: deal 2
if n = 1: repeat 2 times: swim; otherwise: deal 2 -> if n = 1: | repeat 2 times: the player swims | otherwise: deal 2
if n = 1: if n = 2: swim; otherwise: deal 2; otherwise: deal 3 -> if n = 1: | if n = 2: the player swims \
| otherwise: deal 2 | otherwise: deal 3
if n = 1: the leader may: swim; otherwise if n = 2: deal 2 -> if n = 1: | the leader may: the leader swims \
| otherwise if n = 2: deal 2
if n = 1: (if n = 2: swim); otherwise: deal 2 -> if n = 1: | if n = 2: the player swims | otherwise: deal 2
if n = 1: choose one: |   a: swim |   b: if n = 2: swim; otherwise: deal 2 -> if n = 1: | the player chooses one: \
| a: the player swims | b: | if n = 2: the player swims | otherwise: deal 2
if n = 1: swim / deal 2; otherwise: deal 3 -> if n = 1: | the player swims / deal 2 | otherwise: deal 3
if n = 1: pay 1 gold: swim / deal 2 -> if n = 1: | (the player pays 1 coin; the player swims) / deal 2
(if n = 1: swim; otherwise: deal 2) / deal 3 -> (if n = 1: the player swims; otherwise: deal 2) / deal 3
the leader may (for each card in the table: swim) -> the leader may: | for each card in the table, in printed order: \
the leader swims
swim; (repeat 2 times: deal 2); swim -> the player swims | repeat 2 times: deal 2 | the player swims
"""


def lines(text: str) -> str:
    return " | ".join(line.strip() for line in text.splitlines())


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_a_block_on_a_line_is_printed_on_lines_of_its_own(line: str) -> None:
    text, _, expected = line.partition(" -> ")
    tree, findings = audit.meaning(text.replace(" | ", "\n"), "effect")
    assert findings == ()
    printed = show(tree, audit.game().symbols)
    assert lines(printed) == expected.strip()
    assert audit.meaning(printed, "effect") == (tree, ())


TWO = [
    "if n = 1: if n = 2: swim; otherwise: deal 2",
    "if n = 1: if n = 2: swim, otherwise deal 2",
    "if n = 1: if n = 2: swim\notherwise: deal 2",
    "if n = 1: if n = 2: swim\notherwise:\n  deal 2\n  swim",
    "if n = 1: if n = 2: swim; otherwise if n = 3: deal 2",
    "if n = 1: the player may pay 1 gold: swim; otherwise: deal 2",
    "if n = 1: may: swim; otherwise: deal 2",
    "the player may pay 1 gold: if n = 1: swim; otherwise: deal 2",
    "if n = 1: swim; if n = 2: swim; otherwise: deal 2",
    "if n = 1: swim; otherwise if n = 2: if n = 3: swim; otherwise: deal 2",
    "the leader may swim; for each card in the table: deal 2",
    "the player may swim and repeat 2 times: deal 2",
    "may swim, then if n = 1: swim; otherwise: deal 2",
]


@pytest.mark.parametrize("text", TWO)
def test_two_readings_are_shown_and_each_can_be_written(text: str) -> None:
    _, findings = audit.meaning(text, "effect")
    assert [one.code for one in findings] == ["RW217"]
    readings = [note.message.removeprefix("one reading: ") for note in findings[0].notes]
    trees = []
    for reading in readings:
        tree, again = audit.meaning(reading, "effect")
        assert again == (), reading
        assert audit.meaning(show(tree, audit.game().symbols), "effect") == (tree, ())
        trees.append(tree)
    assert len(trees) == 2
    assert trees[0] != trees[1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("swim / deal 2; if n = 1: swim", "RW213"),
        ("swim; pay 1 gold: swim / deal 2", "RW213"),
        ("the leader swims and for each card in the table: gain 1 gold", "RW212"),
        ("for each player: if n = 1: gain 1 gold", "RW212"),
        ("if n = 1: the leader may: gain 1 gold; otherwise: gain 2 gold", "RW212"),
        ("if n = 1: the leader may: gain 1 gold; otherwise: the player gains 2 gold", "RW217"),
        ("swim; otherwise: deal 2", "RW201"),
        ("if n = 1, swim; deal 2", "RW201"),
        ("for each card in the table, swim and deal 2", "RW201"),
        ("the tally becomes 1 if n = 1", "RW201"),
        ("for each card in the table: swim; otherwise: deal 2", "RW201"),
        ("in any order: (if n = 1: swim); deal 2", "RW213"),
        (
            "choose a card in the table; for each card in the deck: reveal that card; put that card into the deck",
            None,
        ),
    ],
)
def test_what_is_refused_inside_a_line(text: str, code: str | None) -> None:
    _, findings = audit.meaning(text, "effect")
    assert [one.code for one in findings] == ([code] if code else [])
    assert all(one.help for one in findings)
