"""Named values of the form `… of {slot}`, used as properties of the members of a set."""

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.model.game import Game
from rulewright.dsl.resolve.roundtrip import read_again

from .tiny import load

GAME = """
rulewright: 1
game: ranks
players: 2
components:
  card: {{properties: {{worth: 1..9}}, starts in: the deck, designs: {{stone: {{worth: 1, copies: 9}}}}}}
places:
  deck: pile of cards
  pool: "area of cards, per player"
game has:
  tally: {{type: 0..99}}
  best: {{type: player, starts: player 1}}
  limit: {{type: 0..9}}
names:
  "friend of {{chap: player}}": the player after chap
numbers:
  "rank of {{chap: player}}": {rank}
flow:
  - phase: play
    do: |
{text}
"""


def read(text: str, rank: str = "the number of cards in the chap's pool") -> tuple[Game | None, Report]:
    return load(GAME.format(text="      " + text.replace("\n", "\n      "), rank=rank))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("players with the highest rank win", "players with the highest (the rank of that player) win"),
        (
            "tally becomes the lowest rank of players",
            "tally becomes the lowest (the rank of that player) of players",
        ),
        (
            "tally becomes the total rank of players",
            "tally becomes the total (the rank of that player) of players",
        ),
        ("players with rank >= limit win", "players where (the rank of that player >= limit) win"),
        ("players with friend = the best win", "players where (the friend of that player = the best) win"),
        (
            "for each player, from the highest rank, ties in printed order: tally becomes 1",
            "for each player, from the highest (the rank of that player), ties in printed order: tally becomes 1",
        ),
    ],
)
def test_it_is_said_like_a_property_of_each(said: str, meant: str) -> None:
    game, report = read(said)
    other, _ = read(meant)
    assert game is not None, report
    assert other is not None
    (one,), (two,) = (
        [text for text in g.texts if text.value.strip() == s] for g, s in ((game, said), (other, meant))
    )
    assert one.tree == two.tree
    printed, tree, _ = read_again(game, one)
    assert tree == one.tree, printed


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("players with rank < 1 or > 3 win", "RW205", "'where (…)'"),
        ("players with rank > best win", "RW211", ""),
        ("players with the highest friend win", "RW210", "'friend' is not a number"),
        (
            "for each player: tally becomes the number of players with rank = that player's rank",
            "RW203",
            "'that player' would mean each",
        ),
    ],
)
def test_what_it_cannot_be_is_reported(text: str, code: str, message: str) -> None:
    game, report = read(text)
    assert game is None
    (found,) = report.errors
    assert found.code == code
    assert message in f"{found.message} {found.help}"


def test_where_its_own_text_is_wrong_that_is_said() -> None:
    game, report = read("players with the highest rank win", rank="the number of crads in the chap's pool")
    assert game is None
    first, second = report.errors
    assert first.code == "RW202"
    assert "crads" in first.message
    assert "has an error of its own" in second.message


def test_a_name_that_is_also_words_of_the_language_is_shown() -> None:
    text = "tally becomes the first card's worth"
    whole = GAME.format(text="      " + text, rank="1")
    game, report = load(
        whole.replace("names:\n", "names:\n  first card: the first card in player 1's pool\n")
    )
    assert game is None
    (found,) = report.errors
    assert found.code == "RW217"
    readings = {note.message for note in found.notes}
    assert readings == {"one reading: the name 'first card'", "one reading: the words of the language"}


def test_who_holds_a_piece_cannot_be_set() -> None:
    game, report = read("for each card in the pool of player 1: that card's holder becomes player 2")
    assert game is None
    (found,) = report.errors
    assert (found.code, found.message) == ("RW214", "who holds a piece follows from where it lies")
