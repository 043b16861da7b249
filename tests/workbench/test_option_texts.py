"""At the terminal, options that are cards show the effect printed on them, if it is short and the only one."""

from __future__ import annotations

import io

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter import Match
from rulewright.workbench.cli import main
from rulewright.workbench.terminal.option_texts import LONGEST, option_text

from ..interpreter.small_games import shipped_game

GAME = """
rulewright: 1
game: fair
players: 2
components:
  card:
    properties: {text: effect}
    starts in: the stall
    designs:
      pear: {text: gold goes up by 2, cs: hruška}
      plum: {text: gold goes up by 1; gold goes up by 1; gold goes up by 1; gold goes up by 1, cs: švestka}
      nut: {text: nothing, cs: ořech}
  charm:
    properties: {day: effect, night: effect}
    starts in: the stall
    designs: {stone: {day: gold goes up by 1, night: nothing, cs: kámen}}
  beast:
    properties: {voice: effect}
    starts in: the stall
    designs: {ox: {voice: gold goes up by 3, cs: vůl}}
places:
  stall: {is: area of cards and charms and beasts}
  yard: {is: "grid of beasts, 2 by 1", cell: pen}
game has:
  gold: 0..99
flow:
  - phase: only
    turns: clockwise from player 1, each player, once each
    options:
      trade:
        do: |
          for each beast in the stall: put that beast into a1
          the player chooses a card in the stall, as fruit
          do the text of fruit
          the player chooses a charm in the stall, as jewel
          do the day of jewel
          the player chooses a beast in the yard, as one
          do the voice of one
          the player chooses a kind of beast, as sort
          do the voice of sort
"""


def texts(match: Match, language: str = "en") -> dict[str, str]:
    """The texts at the open decision, by the labels of the options."""
    options = match.decision.options
    return {one.label(language): option_text(match.game, one, language) for one in options}


def fair() -> Match:
    report = Report()
    game = load_game([Source("fair.yaml", GAME)], report, strict=False)
    assert game is not None, str(report)
    return Match(game, 2)


def test_short_effects_of_cards_are_shown_in_the_language_of_the_rules() -> None:
    match = fair()
    match.choose("trade")
    assert texts(match) == {"pear": "gold goes up by 2", "plum": "", "nut": ""}
    assert texts(match, "cs") == {"hruška": "", "švestka": "", "ořech": ""}


NAMED = (
    GAME.replace(
        "card:\n    properties: {text: effect}", "card:\n    properties: {text: effect in any order}"
    )
    + """
labels:
  gold goes up by 1: {en: 1 gold, cs: 1 zlato}
  gold goes up by 2: {en: 2 gold, cs: 2 zlata}
"""
)


def test_in_another_language_the_labels_call_the_effect_or_all_its_parts() -> None:
    report = Report()
    text = NAMED.replace("text: nothing", "text: gold goes up by 2 / gold goes up by 1")
    game = load_game([Source("fair.yaml", text)], report, strict=False)
    assert game is not None, str(report)
    assert "is never used" not in str(report)
    match = Match(game, 2)
    match.choose("trade")
    assert texts(match, "cs") == {
        "hruška": "2 zlata",
        "švestka": "1 zlato; 1 zlato; 1 zlato; 1 zlato",
        "ořech": "2 zlata / 1 zlato",
    }
    half = text.replace("  gold goes up by 1: {en: 1 gold, cs: 1 zlato}\n", "")
    game = load_game([Source("fair.yaml", half)], Report(), strict=False)
    assert game is not None
    match = Match(game, 2)
    match.choose("trade")
    assert texts(match, "cs") == {"hruška": "2 zlata", "švestka": "", "ořech": ""}


def test_of_several_printed_effects_none_is_shown_and_pieces_on_boards_are_no_cards() -> None:
    match = fair()
    match.choose("trade")
    match.choose("pear")
    assert texts(match) == {"stone": ""}
    match.choose("stone")
    assert texts(match) == {"ox a1": ""}
    match.choose("ox a1")
    assert texts(match) == {"ox": "gold goes up by 3"}


@pytest.mark.parametrize("seed", range(3))
def test_a_text_belongs_to_what_the_option_is_called(seed: int) -> None:
    """What is shown follows from the name that the player reads anyway, so it gives nothing away."""
    match = Match(shipped_game("classics/love-letter"), 3, seed)
    shown: dict[str, str] = {}
    while not match.is_over:
        for option in match.decision.options:
            text = option_text(match.game, option, "en")
            assert shown.setdefault(option.bare.get("en", option.label()), text) == text
            assert len(text) <= LONGEST
        match.choose(match.decision.options[-1])
    assert shown["handmaid"] == "the player becomes not exposed"


def test_the_texts_are_listed_with_the_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    listed = []
    for language in ("en", "cs"):
        monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
        save = f"{tmp_path}/{language}.save"
        assert (
            main(["play", "cookbook/printed-effects", "--seed", "1", "--lang", language, "--save", save]) == 0
        )
        listed.append([line for line in capsys.readouterr().out.splitlines() if line.startswith("  1. ")])
    assert listed[0][1] == "  1. blessing (gain 2 gold)"
    assert "(" not in listed[1][1]
