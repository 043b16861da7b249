"""What people write before they know the language: the message suggests a wording, and that wording is accepted."""

import pytest
from rulewright.dsl.printing.statements import show

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
    return [(one.message, one.help or "") for one in report.errors]


EACH = "for each player: that player gains 1 flies"
FOR_HOPS = "for each hop: put that jump card into the discard"
OTHERS = "for each player but the player: that player gains 1 flies"
ONE_IF = "if the player's flies = 1: gain 1 points"
TWO_LINES = "if the deck is empty: gain 1 flies\notherwise: gain 1 points"
TOP = "put the top jump card of the deck into the discard"
LOOP = "repeat while not (the deck is empty), at most 9 times: gain 1 flies"


@pytest.mark.parametrize(
    ("written", "advised", "works"),
    [
        ("you gain 1 flies", "'the player' is the one who acts", "the player gains 1 flies"),
        ("gain 1 flies unless the deck is empty", "'if not (…): …'", "if not (the deck is empty): gain 1 flies"),
        ("put any green frog on a1", "say 'put … into …'", "put any green frog into a1"),
        ("for each hop: put that hop into the discard", "that jump card", FOR_HOPS),
        (
            "for each jump card whose worth is 1: put that jump card into the discard",
            "with strength = 3",
            "for each jump card with worth = 1: put that jump card into the discard",
        ),
        ("your opponent gains 1 flies", "say whose", "the player's flies go up by 1"),
        ("opponents gain 1 flies", "for each player but the player", OTHERS),
        ("each other player gains 1 flies", "each player but …", OTHERS),
        ("every player gains 1 flies", "for each player: …", EACH),
        ("if the player's flies = 1 then gain 1 points", "say 'if …: …'", ONE_IF),
        ("gain 1 points if the player's flies = 1", "say 'if …: …'", ONE_IF),
        ("gain 1 flies, otherwise gain 1 points", "it follows 'if …: …'", TWO_LINES),
        ("if the deck is empty: gain 1 flies\nelse: gain 1 points", "'otherwise:'", TWO_LINES),
        ("gain 1 flies.", "leave it out", "gain 1 flies"),
        ("gain 1 flies or gain 1 points", "'… / …'", "gain 1 flies / gain 1 points"),
        ("gain 1 flies twice", "'repeat 2 times: …'", "repeat 2 times: gain 1 flies"),
        ("put the top card of the deck into the discard", "'jump card'", TOP),
        ("choose a jump card from the player's hand", "say 'in …'", "choose a jump card in the player's hand"),
        ("until the deck is empty: gain 1 flies", "repeat while not (…)", LOOP),
        ("put green frog into a1", "'any …'", "put any green frog into a1"),
        ("put any green frog into a9", "a1 to c3", "put any green frog into a3"),
        ("let step be 3", "choose another name", "let pace be 3"),
        ("let n2 be 3", "in letters", "let pair be 3"),
        ("roll a die", "at random, as the roll", "choose a number from 1 to 6 at random, as the roll"),
    ],
)  # fmt: skip
def test_the_way_out_of_plain_english(written: str, advised: str, works: str) -> None:
    (_, help_text), *more = errors(written)
    assert advised in help_text
    assert not more
    assert errors(works) == []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("play any hop", "the player plays any hop"),
        ("the player may play any hop", "the player may: the player plays any hop"),
        (
            "the player may pay 2 flies: gain 1 points",
            "the player may:\n  the player pays 2 flies\n  the player gains 1 points",
        ),
        (
            "pay 1 flies and play any hop: gain 1 points",
            "the player pays 1 flies and the player plays any hop: the player gains 1 points",
        ),
        ("if the player has at least 2 flies: nothing", "if the player's flies >= 2: nothing"),
        ("if the player has no flies: nothing", "if the player's flies = 0: nothing"),
        ("if the player's flies are more than 2: nothing", "if the player's flies > 2: nothing"),
        ("pay the player's points flies", "the player pays (the player's points) flies"),
        ("gain the worth of this flies", "the player gains (the worth of this) flies"),
        (
            "put jump cards with worth at least 2 into the discard",
            "put jump cards with worth >= 2 into the discard",
        ),
    ],
)
def test_plain_english_that_is_understood(written: str, said: str) -> None:
    game, report = load(GAME % written)
    assert game is not None, report.diagnostics
    assert show(game.symbols.designs["hop"].effects["text"], game.symbols) == said


def test_an_order_is_given_to_whoever_acts() -> None:
    """Where somebody else is spoken of it must be said who does it, and an event names its player."""
    (_, help_text), *more = errors("for each player: play any hop")
    assert "say who: that player plays any hop" in help_text
    assert not more


def test_an_order_that_is_the_words_of_a_phrase_is_that_phrase() -> None:
    more = GAME.replace("flow:", '  "play {tried: jump card}": {do: nothing}\nflow:')
    game, report = load(more % "play any hop")
    assert game is not None, report.diagnostics
    assert show(game.symbols.designs["hop"].effects["text"], game.symbols) == "play any hop"


def test_one_of_a_number_has_a_name_of_its_own() -> None:
    """A card says what the printed card says; both ways of saying it mean the same, and print alike."""
    declared = GAME.replace("flies: 0..9", "flies: {type: 0..9, singular: fly}")
    shown = []
    for effect in ("gain 1 fly and 2 points", "gain 1 flies and 2 points", "gain a fly and 2 points"):
        game, report = load(declared % effect)
        assert game is not None, report
        shown += [show(game.symbols.designs["hop"].effects["text"], game.symbols)]
    assert shown == ["the player gains 1 fly and 2 points"] * 3


@pytest.mark.parametrize(
    ("written", "advised"),
    [("gain a flies", "say '1 fly'"), ("gain a points", "singular: …"), ("pay a frog", "what can")],
)
def test_an_article_goes_with_the_name_of_one(written: str, advised: str) -> None:
    declared = GAME.replace("flies: 0..9", "flies: {type: 0..9, singular: fly}")
    _, report = load(declared % written)
    assert advised in (report.errors[0].help or "")


def test_a_singular_that_is_no_other_word_is_left_out() -> None:
    _, report = load((GAME % "nothing").replace("points: 0..9", "points: {type: 0..9, singular: points}"))
    assert [(one.code, "delete 'singular:'" in (one.help or "")) for one in report.errors] == [
        ("RW218", True)
    ]


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("flies: {type: 0..9, singular: frog}", "RW218"),
        ("flies: {type: 0..9, singular: the}", "RW218"),
        ("flies: {type: yes or no, singular: fly}", "RW216"),
    ],
)
def test_a_singular_that_cannot_be_one(declared: str, code: str) -> None:
    _, report = load((GAME % "nothing").replace("flies: 0..9", declared))
    assert code in [one.code for one in report.diagnostics]
