"""Texts that are refused show how the language says them, and `check --fix` writes it."""

from __future__ import annotations

import textwrap

import pytest
import rulewright
from rulewright.dsl.diagnostics.report import MOST_REWRITINGS, Report
from rulewright.dsl.document.reader import Text
from rulewright.dsl.resolve import rewritings

from .attachments import audit

GAME = """\
rulewright: 2
game: words
title: Words
players: 2..4
components:
  card:
    properties: {{cost: 0..9, hue: red or blue or green}}
    starts in: the deck
    designs:
      rat: {{cost: 1, hue: red, copies: 4}}
      wolf: {{cost: 2, hue: blue, copies: 3}}
places:
  deck: "pile of cards, hidden"
  market: row of cards
  exile: area of cards
  hand: hand of cards
game has:
  doom: {{type: 0..20}}
players have:
  gold: {{type: 0..20, starts: 5}}
  score: {{type: 0..50}}
flow:
  - phase: game
    turns: clockwise from player 1, each player
    options:
      act: {{do: {text}}}
      finish: {{do: the match ends}}
score: the player's score
"""


def _findings(text: str, style: str = "{!r}") -> tuple[rulewright.Diagnostic, ...]:
    return rulewright.check_text(GAME.format(text=style.format(text)), name="words.yaml")


def _help(text: str) -> str:
    (error,) = (found for found in _findings(text) if str(found.severity) == "Severity.ERROR")
    assert error.help is not None
    return error.help


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("put every card in the market into exile", "put each card in the market into exile"),
        ("doom goes up by 1 unless the deck is empty", "if not (the deck is empty): doom goes up by 1"),
        ("doom goes up by 1 twice", "repeat 2 times: doom goes up by 1"),
        ("gain 1 gold per card in the market", "gain 1 gold for each card in the market"),
        ("others lose 1 gold", "for each player but the player: that player's gold goes down by 1"),
        ("the first player's gold becomes your score", "the first player's gold becomes the player's score"),
        ("if your gold is greater than 3, gain 1 score", "if the player's gold > 3, gain 1 score"),
        ("increase doom by 2", "doom goes up by 2"),
        ("set doom to 3", "doom becomes 3"),
    ],
)
def test_what_has_one_other_wording_shows_it(text: str, said: str) -> None:
    assert _help(text) == f"write: {said}"
    assert not [found for found in _findings(said) if str(found.severity) == "Severity.ERROR"]


def test_what_could_be_meant_in_two_ways_shows_both_and_is_not_fixed() -> None:
    text = "lose 2 gold"
    (error,) = (found for found in _findings(text) if str(found.severity) == "Severity.ERROR")
    assert error.help == "write: the player's gold goes down by 2, or: pay 2 gold"
    assert error.fix is None


def test_a_rewriting_never_decides_who_does_something() -> None:
    assert _help("player 1 gains 1 gold and gain 2 gold").startswith("say who: ")


@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        ("put every card in the market into exile", "put each card in the market into exile"),
        ('"set doom to 3"', '"doom becomes 3"'),
        ("'set doom to 3'", "'doom becomes 3'"),
        (
            "gain 1 gold unless the deck is empty",
            '"if not (the deck is empty): gain 1 gold"',  # a colon needs quotes
        ),
    ],
)
def test_the_fix_keeps_the_style_of_the_file(written: str, fixed: str) -> None:
    source = GAME.format(text=written)
    (error,) = (found for found in rulewright.check_text(source) if str(found.severity) == "Severity.ERROR")
    assert error.fix is not None
    span = error.fix.span
    assert source[: span.start] + error.fix.replacement + source[span.end :] == GAME.format(text=fixed)


def test_a_fix_changes_one_line_of_a_block() -> None:
    block = "|\n" + textwrap.indent("gain 1 gold\nset doom to 3\ngain 2 gold", " " * 10)
    source = GAME.format(text="DO").replace("act: {do: DO}", "act:\n        do: " + block)
    (error,) = (found for found in rulewright.check_text(source) if str(found.severity) == "Severity.ERROR")
    assert error.help == "write: doom becomes 3"
    assert error.fix is not None
    span = error.fix.span
    mended = source[: span.start] + error.fix.replacement + source[span.end :]
    assert mended == source.replace("set doom to 3", "doom becomes 3")


def test_a_report_limits_how_many_texts_are_rewritten() -> None:
    report = Report(rewritings=1)
    assert report.may_rewrite()
    assert not report.may_rewrite()
    assert report.rewritings < 0 < MOST_REWRITINGS


def test_long_texts_are_tried_less_often() -> None:
    tried: list[str] = []
    long = "; ".join(["gain 1 gold, every card, twice"] * 200)
    assert rewritings.ways_out(Text(long), lambda value: tried.append(value), None) is None
    assert sum(value.count(" ") + 1 for value in tried) <= 3 * rewritings.MOST_READ


def test_cells_that_are_not_empty_could_be_none_or_not_all() -> None:
    _, findings = audit.meaning("if squares next to the spot are not empty: nothing", "effect")
    assert [one.code for one in findings] == ["RW213"]
    assert audit.meaning("if squares next to the spot are empty: nothing", "effect")[1] == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "you may pay 1 gold; if you do, set doom to 3",
            "the player may: pay 1 gold; doom becomes 3",
        ),
        (
            "exile a card in the market, then set doom to the cost of it",
            "choose a card in the market; put that card into exile, then doom becomes the cost of that card",
        ),
        (
            "each other player who has no gold loses 1 score",
            "for each player who has no gold but the player: that player's score goes down by 1, or: "
            "for each player who has no gold but the player: that player pays 1 score",
        ),
        (
            "gain 1 gold and set doom to 3 twice",
            "repeat 2 times: gain 1 gold and doom becomes 3, or: gain 1 gold; repeat 2 times: doom becomes 3",
        ),
        (
            "the player chooses one: red: gain 1 gold",
            "the player chooses one: ⏎   red: the player gains 1 gold",
        ),
    ],
)
def test_several_statements_are_rewritten_one_by_one(text: str, said: str) -> None:
    assert _help(text) == f"write: {said}"
