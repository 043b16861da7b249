"""The logs of all games that ship read like reports: a line says what was asked, or does without a question."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from rulewright.dsl.languages import say
from rulewright.dsl.offers.choices import choices
from rulewright.dsl.tree.statements import Choose, May, MayRepeatedly
from rulewright.interpreter import Match
from rulewright.workbench.terminal.wording import in_moves

from .games import Shipped, all_shipped, loaded

ANSWERS = ("yes", "no", "nothing", "enough", "none of them")
"""Options that say nothing without the question."""
CASES = [one for one in all_shipped() if len(one.variants) < 2]
MOST = 150
"""How many choices of a match are read."""


def bare_names(match: Match, language: str) -> set[str]:
    """What says nothing alone: names of players, pieces, spaces and places, words of lists, answers."""
    names, tables = match.names, match.rules.lowered.tables
    found = {*match.players, *(names.word(number, language) for number in range(len(tables.words)))}
    found |= {names.design(number, language) for number in range(len(tables.design_names))}
    found |= {names.place(number, language) for number in range(len(tables.places))}
    found |= {say(f"option.{answer}", language) for answer in ANSWERS}
    return {name.casefold() for name in found}


def is_bare(line: str, players: tuple[str, ...], names: set[str]) -> bool:
    """Whether a line is a player's name and then nothing but names and numbers."""
    name, colon, rest = line.partition(": ")
    if not colon or name not in players:
        return False
    parts = [re.sub(r"^#?\d+( × )?", "", part).strip().casefold() for part in re.split(r", | – ", rest)]
    return all(not part or part in names for part in parts)


def played(case: Shipped, seed: int) -> Iterator[Match]:
    game, _ = loaded(case)
    for players in sorted({*game.players}):
        names = ["Ann", "Bob", "Cyril", "Dana", "Eva", "Fred"][:players]
        match, dice = Match(game, names, seed, forced="take"), random.Random(seed)
        for _ in range(MOST):
            if match.is_over:
                break
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)
        yield match


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_line_is_only_a_name_and_what_was_picked(case: Shipped) -> None:
    for match in played(case, 5):
        for language in ("en", "cs"):
            names = bare_names(match, language)
            for reader in (None, *range(len(match.players))):
                told = in_moves(match.log_parts(reader, language))
                lines = [*told, *match.log(reader, language)]
                lines += [one.text[language] for one in match.events(reader) if not one.said]
                bare = [line for line in lines if is_bare(line, match.players, names)]
                assert not bare, (language, reader, bare[:5])


@pytest.mark.parametrize(
    "line", ["Bot1: Bot2", "Ann: no", "Ann: 5", "Bot1: diamond, sapphire, ruby, diamond"]
)
def test_what_says_nothing_is_found(line: str) -> None:
    assert is_bare(line, ("Ann", "Bot1"), {"bot2", "no", "diamond", "sapphire", "ruby"})


@pytest.mark.parametrize(
    "name", [one.name for one in CASES if "cookbook" not in one.name and not one.variants]
)
def test_every_game_says_what_it_is_about(name: str) -> None:
    game, _ = loaded(Shipped(name))
    assert game.about.keys() >= {"en", "cs"}
    assert all(2 <= len(re.findall(r"[.!?](?:\s|$)", text)) <= 3 for text in game.about.values())
    assert game.wins.keys() >= {"en", "cs"}
    assert all(text.endswith(".") for text in game.wins.values())
    assert game.minutes is not None


@pytest.mark.parametrize("case", [one for one in CASES if "cookbook" not in one.name], ids=str)
def test_every_choice_is_asked_in_the_words_of_the_game(case: Shipped) -> None:
    game, _ = loaded(case)
    asked = (Choose, May, MayRepeatedly)
    for choice in choices(game.texts, game.symbols):
        if isinstance(choice.node, asked):
            assert game.asks.get(choice.name, {}).keys() >= {"en", "cs"}, choice.name
