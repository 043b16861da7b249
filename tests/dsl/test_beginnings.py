"""What the steps of a text need."""

from __future__ import annotations

import pytest
from rulewright.dsl import tree as t
from rulewright.dsl.offers.preconditions import beginnings_of

from ..interpreter.lower.micro import game_of, micro

STATES = """
players have:
  gold: {type: 0..9, starts: 2}
  stash: {type: 0..9, secret: yes}
game has:
  tally: 0..20
phrases:
  toil: {do: pay 1 gold}
  draw: {do: put the top card of the deck into the tray of the player}
  again: {do: "pay 1 gold\\n\\nagain"}
  "{rare: card} is dear": {holds: the worth of rare > 2}
"""
LAST = "choose a card in the table, as the find"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (f"pay 1 gold; {LAST}", ["Pay", "Choose"]),
        (f"toil; {LAST}", ["Call", "Choose"]),
        (f"draw; {LAST}", ["Call"]),
        (f"again; {LAST}", ["Call"]),
        (f"put the top card of the heap into the table; {LAST}", ["Put", "Choose"]),
        (f"put the top card of the deck into the table; {LAST}", ["Put"]),
        (f"put cards in the player's tray into the heap; {LAST}", ["Put", "Choose"]),
        (f"put cards in the player's sleeve into the heap; {LAST}", ["Put"]),
        (f"look at the top card of the deck; {LAST}", ["Look"]),
        (f"shuffle the deck; {LAST}", ["Shuffle"]),
        (f"gain (the player's gold) gold; {LAST}", ["Gain", "Choose"]),
        (f"gain (the player's stash) gold; {LAST}", ["Gain"]),
        (f"tally goes up by the worth of the top card of the heap; {LAST}", ["Change", "Choose"]),
        (f"tally goes up by the worth of the top card of the deck; {LAST}", ["Change"]),
    ],
)
def test_how_far_one_can_look(text: str, steps: list[str]) -> None:
    """What is behind luck, a decision, what is shown or what not every player knows cannot be foreseen."""
    body = text.replace("; ", "\n")
    game = game_of(
        micro(
            more=STATES, do=f"nothing\nfor each card in the table:\n  {body.replace(chr(10), chr(10) + '  ')}"
        )
    )
    loop = next(one for phase in game.flow for one in phase.body if isinstance(one, t.ForEach))
    found = beginnings_of(game).of(loop.body)
    assert [type(step.nodes[0]).__name__ for step in found] == steps


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("choose a card in the table where (the worth of that card > 2)", True),
        ("choose a card in the table where (that card is dear)", True),
        ("choose a card in the player's sleeve where (that card is dear)", False),
        ("choose a card in the table where (that card is not an ant)", True),
        ("choose a card in the player's sleeve where (that card is not an ant)", False),
        ("choose a card where (that card is dear)", False),
    ],
)
def test_what_others_know_about_candidates(text: str, public: bool) -> None:
    """Tests of the candidates need their faces, which all players see where all see the pieces."""
    game = game_of(micro(more=STATES, do=f"the player may: {text}"))
    may = next(one for phase in game.flow for one in phase.body if isinstance(one, t.May))
    assert beginnings_of(game).public(may.body) is public
