"""What `read` and `rules` show at the terminal: what is printed and declared, and nothing of any match."""

from __future__ import annotations

import pytest
from rulewright.dsl import languages
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.workbench.terminal.legend import legend_lines
from rulewright.workbench.terminal.lookup import read, rules_lines
from rulewright.workbench.terminal.speech import command_of, say

from ..interpreter.small_games import shipped_game

GAME = "do-podzemi"


def test_a_card_shows_its_numbers_its_texts_and_what_stands_behind_them() -> None:
    lines = read(shipped_game(GAME), "torch")
    assert lines[:4] == [
        "torch (piece of equipment, 2 copies)",
        "  power: kills monsters with strength <= 3",
        "  where:",
        "    kills prey: instead of: the hero fights a monster among prey: kill that monster",
    ]
    assert "    items.2: The torch kills monsters with strength 3 or less." in lines
    assert read(shipped_game(GAME), "golem") == ["golem (monster, 2 copies)", "  strength: 5"]
    assert read(shipped_game(GAME), "knight")[1:] == [
        "  health: 3",
        "  kit: plate armour, great shield, magic sword, dragon spear, holy grail, torch",
    ]


def test_effects_and_conditions_that_a_card_prints_are_read() -> None:
    lines = read(shipped_game("hrad"), "fire bolt")
    assert "  sort: incantation" in lines
    assert any(line.startswith("  fit: there is a figure where") for line in lines)
    assert any(line.startswith("  text: choose a figure where") for line in lines)


WORDS = """\
rulewright: 1
game: symbols
players: 1
labels:
  ranged: {en: ranged attack, cs: útok na dálku}
components:
  card:
    properties: {symbols: some of ranged or move}
    designs: {chill: {symbols: [ranged, move], cs: mrazení}}
flow:
  - phase: only
    do: the match ends
"""


def test_a_printed_word_that_players_read_otherwise_is_shown_as_authors_write_it() -> None:
    report = Report()
    game = load_game([Source("symbols.yaml", WORDS)], report, strict=False)
    assert game is not None, str(report)
    assert read(game, "chill")[1] == "  symbols: ranged attack (ranged), move"
    assert read(game, "mrazení", "cs")[1] == "  symbols: útok na dálku, move"


def test_every_design_of_every_text_can_be_read_in_both_languages() -> None:
    for name in (GAME, "classics/love-letter"):
        game = shipped_game(name)
        for design in game.symbols.designs.values():
            for language in ("en", "cs"):
                called = design.names.say(language)
                lines = read(game, called, language)
                assert any(line.startswith(f"{called} (") for line in lines), called
                assert all(len(line) <= 110 for line in lines), called


@pytest.mark.parametrize(
    ("asked", "language", "first"),
    [
        ("TORCH", "en", "torch (piece of equipment, 2 copies)"),
        ("pochodeň", "cs", "pochodeň (kus výzbroje, počet: 2)"),
        ("torch", "cs", "pochodeň (kus výzbroje, počet: 2)"),
        ("golem (bearer knight)", "en", "golem (monster, 2 copies)"),
        ("golem a5", "en", "golem (monster, 2 copies)"),
        ("tortch", "en", "nothing is called 'tortch'; did you mean 'torch'?"),
        ("xyzzy", "en", "nothing is called 'xyzzy'"),
        ("xyzzy", "cs", "nic se nejmenuje 'xyzzy'"),
        ("shield", "en", "'shield' is in several names: great shield, leather shield"),
        ("pasovat", "cs", "pasovat (možnost)"),
        ("summon", "en", "summon it (option)"),
        ("the hero dies", "en", "the hero dies (phrase)"),
        ("hit points at the entrance", "en", "hit points at the entrance (number)"),
        ("monster deck", "en", "monster deck (place)"),
        ("monster", "en", "monster"),
        ("victories", "en", "victories (state)"),
    ],
)
def test_names_in_any_form(asked: str, language: str, first: str) -> None:
    assert read(shipped_game(GAME), asked, language)[0] == first


def test_an_option_says_what_it_needs_and_does() -> None:
    lines = read(shipped_game(GAME), "draw a monster")
    assert lines[1] == "  needs: the monster deck is not empty"
    assert lines[2].startswith("  does: the player looks at the top monster")
    assert any(line.startswith("    draw.1: ") for line in lines)


def test_one_of_a_state_is_read_by_its_own_name() -> None:
    text = (
        "rulewright: 1\ngame: g\ntitle: G\nplayers: 2\nflow: [{phase: only, do: nobody wins}]\n"
        "players have:\n  coins: {type: 0..9, singular: coin}\n"
    )
    game = load_game([Source("g.yaml", text)], Report(), strict=False)
    assert game is not None
    assert read(game, "coin") == read(game, "coins") == ["coins (state)", "  is: a number from 0 to 9"]


def test_rules_by_section_by_number_and_none() -> None:
    game = shipped_game(GAME)
    first = rules_lines(game, "")
    assert first[:2] == ["Goal", next(line for line in first if line.startswith("goal.1: "))]
    assert first[3].startswith("sections (rules SECTION shows one): Goal, Components, Set-up")
    assert [line[:5] for line in rules_lines(game, "end")] == ["The e", "end.1", "end.2"]
    assert rules_lines(game, "priprava hry", "cs")[0] == "Příprava hry"
    assert rules_lines(game, "END.2") == ["end.2: A player who is the only one not eliminated wins."]
    assert rules_lines(game, "nowhere", "cs")[0].startswith("oddíl 'nowhere' tu není; jsou tu: Cíl hry, ")
    bare = load_game([Source("bare.yaml", BARE)], Report(), strict=False)
    assert bare is not None
    assert rules_lines(bare, "") == ["the game lists no rules"]


BARE = """\
rulewright: 1
game: bare
title: Bare
players: 2
flow:
  - phase: play
    do: player 1 wins
"""


def test_the_legend_explains_the_signs_that_the_game_has() -> None:
    lines = legend_lines(shipped_game("hrad"))
    assert any(line.startswith("  ↑ ↗ → ↘ ↓ ↙ ← ↖  ") for line in lines)
    assert "  #  on an edge: ramparts" in lines
    assert any(line.startswith("  (turned 2)  of a tile: ") for line in lines)
    assert any(line.startswith("  (natočení 2)  ") for line in legend_lines(shipped_game("hrad"), "cs"))
    assert legend_lines(shipped_game(GAME))[0] == "  there is no picture here, only lists"
    grid = legend_lines(shipped_game("classics/tic-tac-toe"))
    assert grid[0].startswith("  ·  an empty field")
    assert not any("edge" in line for line in grid)


def test_commands_have_words_in_every_language_and_none_means_two() -> None:
    catalogues = [one for tag in languages.tags() if (one := languages.catalogue(tag)) is not None]
    words = [word for one in catalogues for some in one.commands.values() for word in some]
    assert len(words) == len(set(words))
    assert {command_of(word.upper()) for word in words} == set(languages.base().commands)
    assert command_of("fly") is None
    for one in catalogues:
        for command, (word, *_) in one.commands.items():
            assert command == "help" or word in say("help", one.tag)


def test_a_printed_property_is_called_by_its_name_in_the_language_of_the_reader() -> None:
    named = WORDS.replace(
        "symbols: some of ranged or move", "symbols: {type: some of ranged or move, cs: znaky}"
    )
    for text, label in ((WORDS, "symbols"), (named, "znaky")):
        game = load_game([Source("symbols.yaml", text)], Report(), strict=False)
        assert game is not None
        assert read(game, "mrazení", "cs")[1].startswith(f"  {label}: ")
        assert read(game, "chill")[1].startswith("  symbols: ")
