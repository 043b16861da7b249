"""Mistakes that authors make: each gets one message, with its code, at the words that are wrong."""

import pytest

from .front import underlined
from .tiny import SMALL, load

PHRASE = '  "{taker: player} takes {prize: card}":\n'
BONUS = '  "+{n: 1..3} income":\n'
STATE = "  purse: {type: 0..99, cs: měšec}\n"
FIRST = "      the leader becomes the first\n"


def found(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    """The codes and the underlined words of what is said to the small game with some of its text changed."""
    text = SMALL.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    _, report = load(text, name="small.yaml")
    return [(one.code, underlined(one)) for one in report.diagnostics]


def said(line: str) -> tuple[str, str]:
    """The small game whose setup also says a line."""
    return FIRST, "".join(f"      {part}\n" for part in line.split("\n")) + FIRST


@pytest.mark.parametrize(
    ("signature", "code", "where"),
    [
        ("{player} takes {prize: card}", "RW216", "{player}"),
        ("{} takes {prize: card}", "RW216", "{}"),
        ("{taker: player takes {prize: card}", "RW216", "{taker: player takes {prize: card}"),
        ("{taker: player} takes {prize: card", "RW216", "{prize: card"),
        ("taker: player} takes {prize: card}", "RW216", "}"),
        ("{prize: player} takes {prize: card}", "RW218", "prize"),
        ("{purse: player} takes {prize: card}", "RW218", "purse"),
        ("{each: player} takes {prize: card}", "RW218", "each"),
        ("{...: player} takes {prize: card}", "RW218", "..."),
        ("{taker: player} {prize: card}", "RW216", '"{taker: player} {prize: card}"'),
    ],
)
def test_signatures(signature, code, where):
    assert (code, where) in found((PHRASE, f'  "{signature}":\n'))


def test_a_slot_may_stand_anywhere_and_be_called_like_a_type():
    assert found((PHRASE, '  "{ 5..3taker: player} takes {prize: card}":\n'))  # once an error of Python
    body = "put prize into the taker's store"
    assert (
        found(
            (PHRASE, PHRASE.replace("prize", "card")),
            (body, body.replace("prize", "card")),
            ("the value of prize,", "the value of card,"),
            ("bere: {prize:acc}", "bere: {card:acc}"),
            ("takes the {prize}", "takes the {card}"),
        )
        == []
    )


def test_a_design_whose_name_is_taken():
    thorn = "      thorn: {value: 4, cs: {nom: trn, acc: trn}, power: stops cards with value <= 2}\n"
    assert found((thorn, thorn.replace("thorn", "pile")))[0] == ("RW218", "pile")
