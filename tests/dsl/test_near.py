"""Near-misses of phrases suggest them; texts about pieces that fit cells or designs have their own way out."""

import pytest
from rulewright.dsl.diagnostics.diagnostic import Diagnostic

from .test_mistakes import said
from .tiny import SMALL, load

BURNT = """\
  "{lost: card} is burnt for {n: 1..9} coins":
    do: put lost into the table
"""


def only(line: str) -> Diagnostic:
    """The one finding where the small game, which can burn cards too, also says a line."""
    text = SMALL.read_text(encoding="utf-8").replace("phrases:\n", "phrases:\n" + BURNT)
    old, new = said(line)
    _, report = load(text.replace(old, new), name="small.yaml")
    (found,) = [one for one in report.diagnostics if one.code != "RW302"]
    return found


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("any card in the deck is burnt", "RW201"),
        ("any card in the deck is burnt for 2 coin", "RW208"),
        ("any card in the deck is burnt for 2 income", "RW208"),
    ],
)
def test_a_phrase_that_is_nearly_said(line: str, code: str) -> None:
    found = only(line)
    assert found.code == code
    assert [note.message for note in found.notes] == [
        "a phrase is: {lost: card} is burnt for {n: 1..9} coins"
    ]
    assert str(found.notes[0].span).startswith("small.yaml:")


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("any card in the deck is burnt for 1 coin", []),
        ("any card in the deck is burnt for one coin", []),
        ("the player draws 1 extra card from the deck", []),
        ("draw 1 extra card from the deck", []),
        ("draw 2 extra cards from the deck", []),
        ("draw 2 extra card from the deck", ["RW208"]),
        ("draw income extra card from the deck", ["RW208"]),
    ],
)
def test_one_is_said_in_the_singular(line: str, codes: list[str]) -> None:
    """Whatever has a number slot in its phrase has a form for one, also as an order."""
    draws = '  "{p: player} draws {n: 0..99} extra cards from the deck": {do: nothing}\n'
    text = SMALL.read_text(encoding="utf-8").replace("phrases:\n", "phrases:\n" + draws + BURNT)
    old, new = said(line)
    _, report = load(text.replace(old, new), name="small.yaml", strict=False)
    errors = [one.code for one in report.diagnostics if one.severity.value == "error" and one.code != "RW302"]
    assert errors == codes


def test_a_phrase_with_other_words_in_it_is_to_be_said_as_it_is() -> None:
    assert only("the leader takes any card in the deck income").help == "say it as the phrase does"


@pytest.mark.parametrize(
    "line",
    [
        "purse goes up by income income",  # the word has a meaning of its own
        "if purse = 3: the leader takes the leader: nothing",
    ],
)
def test_what_is_wrong_elsewhere_shows_no_phrase(line: str) -> None:
    assert not [note for note in only(line).notes if note.message.startswith("a phrase is")]


@pytest.mark.parametrize(
    ("line", "code", "help"),
    [
        (
            "the leader takes cards in the deck: nothing",
            "RW209",
            "one after the other: 'for each card …: … that card …'",
        ),
        ("if purse = 3, purse goes up by 1; purse goes up by 2", "RW201", "say 'if …: …'"),
        (
            "players take cards in the deck",
            "RW209",
            "go through one of them: 'for each player …: … that player …'",
        ),
    ],
)
def test_the_way_out(line: str, code: str, help: str) -> None:
    found = only(line)
    assert (found.code, found.help) == (code, help)
