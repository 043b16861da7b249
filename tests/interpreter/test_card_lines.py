"""Lines as they stand on cards do in a match what their canonical text says."""

from __future__ import annotations

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import read_document
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios

from .small_games import small_game

SCENARIOS = """\
scenarios:
  a loop in a loop:
    players: 2
    given: {market: [moth, vole], exile: [vole, vole, hare]}
    do: "for each card in the market: for each card in the exile with cost = that card's cost: gain 1 gold"
    then: {player 1: {gold: 7}}
  everybody in turn may pay, and only those who do get something:
    players: 2
    do: "for each player: that player may pay 1 gold: that player gains 1 score"
    when: ["player 1: no", "player 2: yes"]
    then: {player 1: {gold: 5, score: 0}, player 2: {gold: 4, score: 1}}
  the rest of the line belongs to the block:
    players: 2
    do: "doom comes; repeat 3 times: doom comes; gain 1 gold"
    then: {doom: 4, player 1: {gold: 8}}
  otherwise on the line:
    players: 2
    given: {doom: 2}
    do: "if doom > 3: gain 1 gold; otherwise if doom > 1: gain 2 gold, otherwise gain 3 gold"
    then: {player 1: {gold: 7}}
  who does not pay:
    players: 2
    do: "may pay 1 gold: gain 1 score; otherwise: doom comes"
    when: ["player 1: no"]
    then: {doom: 1, player 1: {gold: 5, score: 0}}
  as many as something costs:
    players: 2
    given: {market: [hare], prize: hare}
    do: gain gold equal to the cost of the prize
    then: {player 1: {gold: 9}}
  for each few, whole times:
    players: 2
    given: {market: [moth, vole, hare, moth, moth]}
    do: gain 2 gold for each 2 cards in the market
    then: {player 1: {gold: 9}}
  all gold:
    players: 2
    do: "pay all gold: gain 3 score"
    then: {player 1: {gold: 0, score: 3}}
  all gold, of each player:
    players: 2
    given: {player 2: {gold: 0}}
    do: "for each player: that player pays all gold"
    then: {player 1: {gold: 0}, player 2: {gold: 0}}
  half of it:
    players: 2
    do: "pay half of the player's gold, rounded up"
    then: {player 1: {gold: 2}}
  twice:
    players: 2
    given: {market: [moth, vole]}
    do: "doom goes up by twice the number of cards in the market; clock goes up by half of doom, rounded down"
    then: {doom: 4, clock: 2}
  one cost or the other:
    players: 2
    given: {player 1: {score: 4}}
    do: "pay 1 gold or 2 score: doom comes"
    when: ["player 1: the player pays 2 score"]
    then: {doom: 1, player 1: {gold: 5, score: 2}}
  a cost that cannot be paid is not offered:
    players: 2
    do: "pay 1 gold or 2 score: doom comes"
    then: {options: [the player pays 1 gold]}
  somebody else may pay one or the other:
    players: 2
    given: {player 2: {score: 4}}
    do: "the leader may pay 1 gold or 2 score: doom comes"
    when: ["player 2: yes", "player 2: the leader pays 1 gold"]
    then: {doom: 1, player 2: {gold: 4, score: 4}}
  more than something else:
    players: 2
    given: {market: [moth, vole, hare], doom: 2}
    do: put each card in the market with cost 2 more than doom into the exile
    then: {market: [moth, vole], exile: [hare]}
  a comma in place of the colon:
    players: 2
    given: {market: [moth, vole]}
    do: |
      for each card in the market, the player drops that card
      if the market is empty, then doom comes, otherwise gain 1 gold
    then: {market: empty, exile: [moth, vole], doom: 1, player 1: {gold: 5}}
  cases without brackets:
    players: 2
    given: {doom: 5}
    do: "the player's gold becomes 1 if doom > 3, otherwise 2; doom comes"
    then: {doom: 6, player 1: {gold: 1}}
  a block between slashes:
    players: 2
    given: {market: [moth, moth]}
    do: "(for each card in the market: gain 1 gold) / doom comes"
    when: ["player 1: for each card in the market, in printed order: the player gains 1 gold"]
    then: {doom: 0, player 1: {gold: 7}}
"""


def test_lines_of_cards_are_played() -> None:
    report = Report()
    node = read_document(Source("s.yaml", SCENARIOS), report)
    file = read_scenarios(node, report) if node is not None else None
    assert file is not None, to_text(report.diagnostics)
    results = run_scenarios(small_game("wares"), file)
    assert not [to_text(one.diagnostics) for one in results if not one.passed]
    assert len(results) == SCENARIOS.count("do:")
