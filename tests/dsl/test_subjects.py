"""What each of several does: `each player …` in the place of the subject, or in a slot of a phrase."""

from __future__ import annotations

import pytest
from rulewright.dsl.printing.statements import show

from .attachments import audit

SAID = """
each player gains 2 gold                -> for each player, in printed order: that player gains 2 gold
each player swims                       -> for each player, in printed order: that player swims
each player but the leader pays 2 gold  -> for each player but the leader, in printed order: that player pays 2 gold
each player with gold > 3 or gold = 0 swims and gains 2 gold -> for each player with gold > 3 or gold = 0, \
in printed order: that player swims that player gains 2 gold
each stone in the table falls           -> for each stone in the table, in printed order: that card falls
each card in the table falls and rots, then becomes bright -> for each card in the table, in printed order: \
that card falls that card rots that card becomes bright
each player gains 2 gold for each card in the table and swims -> for each player, in printed order: \
that player gains 2 gold for each card in the table that player swims
each player gains 2 gold, as far as possible -> for each player, in printed order: \
that player gains 2 gold, as far as possible
each player may swim                    -> for each player, in printed order: that player may: that player swims
each player swims and may gain 2 gold   -> for each player, in printed order: \
that player swims that player may: that player gains 2 gold
each player may pay 2 gold: gain 3 gold -> for each player, in printed order: \
that player may: that player pays 2 gold that player gains 3 gold
each player may: |   swim |   gain 2 gold -> for each player, in printed order: \
that player may: that player swims that player gains 2 gold
each player chooses one: |   cheer: that player swims -> for each player, in printed order: \
that player chooses one: cheer: that player swims
each player chooses one: |   cheer: swim -> RW212
each player secretly chooses a card in the table, as the gift -> for each player, in printed order: \
that player secretly chooses a card in the table, as the gift
each player chooses a card in the table and puts that card into the deck -> for each player, in printed order: \
that player chooses a card in the table put that card into the deck
each player chooses a card in the table, as the gift; put the gift into the deck -> RW202
each player chooses a player and gains 2 gold -> RW212
each player puts the top card of the deck into the table and swims -> for each player, in printed order: \
put the top card of the deck into the table that player swims
each player swims and the leader swims  -> for each player, in printed order: that player swims the leader swims
each player swims and shuffle the deck  -> for each player, in printed order: that player swims shuffle the deck
each player swims; gain 2 gold          -> for each player, in printed order: that player swims \
the player gains 2 gold
each player swims and gain 2 gold       -> RW212
each player swims / gains 2 gold        -> RW212
each player may swim and gains 2 gold   -> RW212
each player may swim and gain 2 gold    -> RW217
each player swims: gain 2 gold          -> RW209
each player pays 2 gold: gain 3 gold    -> RW212
each player pays 2 gold and swims: gain 3 gold -> RW213
the leader may pay 2 gold and each player pays 2 gold: nothing -> RW213
(each player swims and gains 2 gold) / nothing -> (for each player, in printed order: that player swims; \
that player gains 2 gold) / nothing
each player swims and gains 2 gold / nothing -> RW212
nothing / each player swims and gains 2 gold -> RW213
(each player swims) / nothing           -> (for each player, in printed order: that player swims) / nothing
each player swims / nothing             -> RW213
in any order: each player swims; nothing -> RW213
each player becomes rest                -> each player becomes rest
each player becomes rest and swims      -> for each player, in printed order: \
that player becomes rest that player swims
each player wins                        -> each player wins
put each card in the table into the deck -> put each card in the table into the deck
the leader may (each player swims and gains 2 gold) -> the leader may: for each player, in printed order: \
that player swims that player gains 2 gold
for each player: |   each player swims  -> for each player, in printed order: \
for each player, in printed order: that player swims
choose a player; each player greets that player -> RW203
each player greets that player          -> for each player, in printed order: that player greets that player
the leader greets each player           -> for each player, in printed order: the leader greets that player
greet each player with gold > 3         -> for each player with gold > 3, in printed order: \
the player greets that player
the leader greets each player and swims -> for each player, in printed order: the leader greets that player \
the leader swims
the leader praises each player          -> the leader praises each player
the leader praises each player but the leader -> for each player but the leader, in printed order: \
the leader praises that player
the leader swims and greets each player, then swims -> the leader swims for each player, in printed order: \
the leader greets that player the leader swims
the leader greets each player and swim  -> RW212
each player greets each player          -> RW213
the leader greets each other player     -> for each player but the leader, in printed order: \
the leader greets that player
greet each other player                 -> for each player but the player, in printed order: \
the player greets that player
the leader may greet each other player  -> the leader may: for each player but the leader, in printed order: \
the leader greets that player
each other player swims                 -> RW212
bless each other player                 -> RW212
players gain 2 gold                     -> for each player, in printed order: that player gains 2 gold
all players gain 2 gold                 -> for each player, in printed order: that player gains 2 gold
everyone gains 2 gold                   -> for each player among everyone, in printed order: that player gains 2 gold
players with the highest gold gain 2 gold -> for each player with the highest gold, in printed order: \
that player gains 2 gold
players but the leader may swim         -> for each player but the leader, in printed order: \
that player may: that player swims
players choose a card in the table      -> for each player, in printed order: that player chooses a card in the table
players gain 2 gold and swim            -> RW212
players gain 2 gold and swims           -> RW212
players swim                            -> players swim
the table gains 2 gold                  -> RW212
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_each_of_several_does_it(line: str) -> None:
    text, _, expected = (part.strip() for part in line.partition("->"))
    tree, findings = audit.meaning(text.replace(" | ", "\n"), "effect")
    if findings:
        assert [one.code for one in findings] == [expected]
        return
    printed = show(tree, audit.game().symbols)
    assert " ".join(printed.split()) == expected
    assert audit.meaning(printed, "effect") == (tree, ())


@pytest.mark.parametrize(
    ("text", "way_out"),
    [
        ("each other player swims", "say which: each player but …"),
        ("each player greets each player", "say one of them on a line before: for each …: …"),
        ("each player chooses a player and gains 2 gold", "say: for each player, as the one: the one …"),
        ("each player swims / nothing", "put brackets around it: (… each …) / …"),
        (
            "each player chooses one:\n  cheer: swim",
            "say who: that player swims, or: the player swims",
        ),
    ],
)
def test_what_is_refused_says_what_to_write(text: str, way_out: str) -> None:
    _, findings = audit.meaning(text, "effect")
    assert [one.help for one in findings] == [way_out]
