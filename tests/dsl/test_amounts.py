"""Amounts as cards say them: equal to a number, for each few, all of it, half of it, one or the other."""

from __future__ import annotations

import pytest
from rulewright.dsl.printing.statements import show

from .attachments import audit

SAID = """
gain gold equal to n -> the player gains n gold
gain gold equal to the face of the pick + 1 and 1 gold -> the player gains (the face of the pick + 1) gold and 1 coin
gain gold equal to the number of cards in the table -> the player gains (the number of cards in the table) gold
gain gold equal to the smaller of n and 2: swim -> RW201
pay gold equal to the price of n: swim -> the player pays (the price of n) gold | the player swims
gain 1 gold for each 2 cards in the table \
-> the player gains (the number of cards in the table divided by 2 rounded down) gold
gain 2 gold for each 3 cards -> the player gains (2 * (the number of cards divided by 3 rounded down)) gold
pay 1 gold for each n cards -> RW210
pay 1 gold for each (n + 1) cards -> the player pays (the number of cards divided by (n + 1) rounded down) gold
purse becomes 2 for each 2 dice -> purse becomes 2 * (the number of dice divided by 2 rounded down)
gain 1 gold for each two dice -> the player gains (the number of dice divided by 2 rounded down) gold
pay all gold -> the player pays (the player's gold) gold
the leader pays all gold -> the leader pays (the leader's gold) gold
the leader may pay all gold: swim -> the leader may: | the leader pays (the leader's gold) gold | the leader swims
for each player: that player pays all gold -> for each player, in printed order: \
that player pays (that player's gold) gold
pay all gold for each card -> RW210
pay all the player's gold -> the player pays (the player's gold) gold
pay all the leader's gold -> RW212
gain all gold -> RW210
gain all the leader's gold -> RW210
if the leader can pay all gold: nothing -> RW210
pay half of the player's gold, rounded down -> the player pays (the player's gold divided by 2 rounded down) gold
pay half the player's gold rounded up -> the player pays (the player's gold divided by 2 rounded up) gold
the leader pays half of the player's gold, rounded up -> RW212
pay half of the player's gold -> RW201
purse becomes twice n -> purse becomes 2 * n
purse becomes twice the number of cards in the table -> purse becomes 2 * the number of cards in the table
purse becomes twice n + 1 -> RW217
purse becomes (twice n) + 1 -> purse becomes 2 * n + 1
purse becomes 1 + twice n -> purse becomes 1 + (2 * n)
purse becomes half of n, rounded down -> purse becomes n divided by 2 rounded down
purse becomes half the face of the pick rounded up -> purse becomes the face of the pick divided by 2 rounded up
purse becomes half of (n + 1), rounded up -> purse becomes (n + 1) divided by 2 rounded up
purse becomes half of n -> RW201
tally goes down by half of tally, rounded up, as far as possible \
-> tally goes down by tally divided by 2 rounded up, as far as possible
deal twice n -> deal 2 * n
pay 1 gold or 2 gold -> the player pays 1 coin / the player pays 2 gold
pay 1 gold or 2 gold: swim -> the player pays 1 coin / the player pays 2 gold | the player swims
pay 1 gold, 2 gold or 3 gold -> the player pays 1 coin / the player pays 2 gold / the player pays 3 gold
the leader may pay 1 gold or 2 gold: swim -> the leader may: | the leader pays 1 coin / the leader pays 2 gold \
| the leader swims
the leader pays 1 gold or 2 gold -> RW212
pay 1 gold or 1 gold -> RW213
pay 1 gold and 2 gold or 3 gold -> RW201
if the leader can pay 2 gold or 3 gold: nothing -> if the leader can pay 2 gold or the leader can pay 3 gold: nothing
reveal cards with face 2 more than n -> reveal cards with face = (n + 2)
reveal cards with face n less than purse in the table -> reveal cards with face = (purse - n) in the table
reveal cards with face 1 more than n and value = 2 -> reveal cards with face = (n + 1) and value = 2
reveal cards with face more than 2 -> reveal cards with face > 2
reveal cards with face 2 -> reveal cards with face = 2
reveal cards with bright 2 more than n -> RW211
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_an_amount_means_what_it_says(line: str) -> None:
    text, _, expected = (part.strip() for part in line.partition("->"))
    tree, findings = audit.meaning(text, "effect")
    if findings:
        assert [one.code for one in findings] == [expected]
        assert findings[0].help
    else:
        printed = show(tree, audit.game().symbols)
        assert " | ".join(one.strip() for one in printed.split("\n")) == expected
        assert audit.meaning(printed, "effect") == (tree, ())


def test_how_half_is_rounded_is_asked_with_both_ways() -> None:
    _, findings = audit.meaning("pay half of the player's gold", "effect")
    assert findings[0].help == "say: half of …, rounded down, or: half of …, rounded up"
