"""What people write before they know the language: the answer says how it is said, and that is then understood."""

import pytest

from .tiny import load

GAME = """\
rulewright: 1
game: frogs
players: 2..4
components:
  jump card:
    properties: {worth: 1..9, text: effect}
    starts in: the deck
    designs:
      hop: {worth: 1, text: "%s"}
  frog:
    starts in: the bank
    designs: {green frog: {copies: 2}}
players have:
  flies: 0..9
  points: 0..9
places:
  bank: area of frogs
  deck: "pile of jump cards, hidden"
  discard: area of jump cards
  hand: hand of jump cards
  pond: {is: "grid of frogs, 3 by 3", cell: pad}
phrases:
  "{taker: player} plays {tried: jump card}":
    do: the taker does the text of tried
flow:
  - phase: only
    do: |
      for each player:
        that player plays any hop
"""


def errors(effect: str) -> list[tuple[str, str]]:
    _, report = load(GAME % effect.replace("\n", "\\n"), name="frogs.yaml")
    return [(one.message, one.help or "") for one in report.diagnostics if one.severity.value == "error"]


EACH = "for each player: that player gains 1 flies"
OTHERS = "for each player but the player: that player gains 1 flies"
ONE_IF = "if the player's flies = 1: gain 1 points"
TWO_LINES = "if the deck is empty: gain 1 flies\notherwise: gain 1 points"
TOP = "put the top jump card of the deck into the discard"
LOOP = "repeat while not (the deck is empty), at most 9 times: gain 1 flies"


@pytest.mark.parametrize(
    ("written", "advised", "works"),
    [
        ("you gain 1 flies", "'the player' is who acts", "the player gains 1 flies"),
        ("your opponent gains 1 flies", "say whose", "the player's flies go up by 1"),
        ("opponents gain 1 flies", "for each player but the player", OTHERS),
        ("each other player gains 1 flies", "for each player but", OTHERS),
        ("every player gains 1 flies", "for each player: …", EACH),
        ("each player gains 1 flies", "for each player: that player …", EACH),
        ("if the player's flies = 1 then gain 1 points", "say 'if …: …'", ONE_IF),
        ("gain 1 points if the player's flies = 1", "say 'if …: …'", ONE_IF),
        ("gain 1 flies, otherwise gain 1 points", "on the next line", TWO_LINES),
        ("if the deck is empty: gain 1 flies\nelse: gain 1 points", "'otherwise:'", TWO_LINES),
        ("gain 1 flies.", "leave it out", "gain 1 flies"),
        ("gain 1 flies or gain 1 points", "'… / …'", "gain 1 flies / gain 1 points"),
        ("gain 1 flies twice", "'repeat 2 times: …'", "repeat 2 times: gain 1 flies"),
        ("gain flies equal to the player's points", "in brackets", "gain (the player's points) flies"),
        ("put the top card of the deck into the discard", "'jump card'", TOP),
        ("choose a jump card from the player's hand", "say 'in …'", "choose a jump card in the player's hand"),
        ("until the deck is empty: gain 1 flies", "repeat while not (…)", LOOP),
        ("put green frog into a1", "'any …'", "put any green frog into a1"),
        ("put any green frog into a9", "a1 to c3", "put any green frog into a3"),
        ("roll a die", "at random, as the roll", "choose a number from 1 to 6 at random, as the roll"),
    ],
)  # fmt: skip
def test_the_way_out_of_plain_english(written: str, advised: str, works: str) -> None:
    (_, help_text), *more = errors(written)
    assert advised in help_text
    assert not more
    assert errors(works) == []
