"""Names that are joined by `and` and `or`: subjects, exceptions, what changes, what moves, what something is."""

from __future__ import annotations

import pytest
from rulewright.dsl.printing.statements import show

from .attachments import audit

SAID = """
the leader and the player win            -> players where (that player is the leader or that player is the player) win
the leader and the player gain 2 gold    -> for each player where (that player is the leader or \
that player is the player), in printed order: that player gains 2 gold
the leader and the player may swim       -> for each player where (that player is the leader or \
that player is the player), in printed order: that player may: that player swims
for each player: that player and the leader gain 2 gold -> for each player, in printed order: \
for each player but (players but that player but the leader), in printed order: that player gains 2 gold
the leader and the player gain 2 gold and swim -> RW212
the leader and the player gain 2 gold and swims -> RW212
the pick and the leader gain 2 gold      -> RW212
the leader wins and the player wins      -> the leader wins the player wins
the leader swims and the leader and the player win -> the leader swims \
players where (that player is the leader or that player is the player) win
choose a player but the player and the leader, as the rival -> the player chooses a player but the player \
but the leader, as the rival
choose a player but the player or the leader, as the rival -> the player chooses a player but the player \
but the leader, as the rival
choose a player but the player and the leader wins -> the player chooses a player but the player the leader wins
choose a player but the player and gain 2 gold -> the player chooses a player but the player the player gains 2 gold
the tally and the purse go up by 1       -> tally goes up by 1 purse goes up by 1
the tally and the purse go down by n, as far as possible -> tally goes down by n, as far as possible \
purse goes down by n, as far as possible
the tally and the purse go up by the tally -> RW213
let x be the tally; the tally and the purse go up by x -> let x be tally tally goes up by x purse goes up by x
the tally and the pick go up by 1        -> RW210
the player may the tally and the purse go up by 1 -> the player may: tally goes up by 1 purse goes up by 1
"the tally and the purse go up by 1"     -> RW213
put the pick and the spare into the table -> put the pick into the table put the spare into the table
put the pick and the top card of the deck into the table -> put the top card of the deck into the table \
put the pick into the table
put the top card of the deck and the bottom card of the deck into the table -> RW213
put the pick and the top card of the deck under the deck -> RW213
put the pick and the spare into the deck and gain 2 gold -> put the pick into the deck put the spare into the deck \
the player gains 2 gold
put stones and marbles in the table into the deck -> put cards where (that card is a stone or that card is a marble) \
in the table into the deck
"""
TESTS = """
the leader is the player or the boss of the leader -> the leader is the player or the leader is the leader's boss
n is 3 or 4                              -> n = 3 or n = 4
n is not 3 or 4                          -> n != 3 and n != 4
n is 3 or 4 and purse is 2               -> (n = 3 or n = 4) and purse = 2
n is 3 or purse is 4                     -> n = 3 or purse = 4
tone is not red or blue                  -> the tone is not red and the tone is not blue
the pick is none or bright               -> the pick is none or the pick is bright
the pick is not none or bright           -> the pick is not none and the pick is not bright
the leader is rest and not the player    -> the leader is rest and the leader is not the player
the leader is not rest and not the player -> the leader is not rest and the leader is not the player
the leader is not rest and the player    -> RW217
the leader is rest and the player is rest -> the leader is rest and the player is rest
the leader is rest or the player is rest -> the leader is rest or the player is rest
the pick is in the deck or the table     -> the pick is in the deck or the pick is in the table
the pick is not in the deck or the table -> the pick is not in the deck and the pick is not in the table
the pick is a stone or bright            -> the pick is a stone or the pick is bright
the pick is not a stone or a marble      -> not (the pick is a card where (that card is a stone or \
that card is a marble))
the deck or table is empty               -> the deck is empty or the table is empty
the deck and table are empty             -> the deck is empty and the table is empty
the leader and the player are rest       -> the leader is rest and the player is rest
the leader and the player are not rest   -> RW217
the deck or table is not empty           -> RW217
cards and dice in the table are empty    -> cards and dice in the table are empty
the leader is the player or n            -> RW211
"""


@pytest.mark.parametrize(
    ("line", "start"),
    [(line, "effect") for line in SAID.strip().splitlines()]
    + [(line, "condition_text") for line in TESTS.strip().splitlines()],
)
def test_joined_names_mean_each_of_them(line: str, start: str) -> None:
    text, _, expected = (part.strip() for part in line.partition("->"))
    tree, findings = audit.meaning(text, start)
    if findings:
        assert [one.code for one in findings] == [expected]
        return
    printed = show(tree, audit.game().symbols)
    assert " ".join(printed.split()) == expected
    assert audit.meaning(printed, start) == (tree, ())


@pytest.mark.parametrize(
    "text",
    [
        "the leader and the player are not rest",
        "the deck or table is not empty",
        "the leader is not rest and the player",
    ],
)
def test_what_not_belongs_to_is_said_in_both_ways(text: str) -> None:
    _, findings = audit.meaning(text, "condition_text")
    ways = [one.message.removeprefix("one reading: ") for one in findings[0].notes]
    assert len(ways) == 2
    trees = [audit.meaning(way, "condition_text") for way in ways]
    assert [found for _, found in trees] == [(), ()]
    assert trees[0] != trees[1]
