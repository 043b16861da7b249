"""A match in Czech has no English word in it: no line of the log, no prompt, no option, no board, nothing to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import rulewright
from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.output.objects.cards import cards
from rulewright.workbench.terminal.board import view_lines
from rulewright.workbench.terminal.lookup import read

from ..amount import sample
from ..interpreter.small_games import shipped_game

ROOT = Path(__file__).parents[2]
IN_CZECH = ["do-podzemi", "hrad", "priseri", "vladci-podzemi", "hrdina-v-kostce"]
IN_CZECH += sorted(f"classics/{one.parent.name}" for one in (ROOT / "games/classics").glob("*/game.yaml"))
RULE = re.compile(r"\b[\w-]+\.\d+:")
"""The id of a rule, by which all languages cite it."""
WORD = re.compile(r"[^\W\d_]{3,}")


def words(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


def english_words(game: Game) -> set[str]:
    """Those of the English names and lines of a game that no Czech name or line of it has."""
    symbols = game.symbols
    owners: list[Mapping[str, Any]] = [
        symbols.types,
        symbols.designs,
        symbols.places,
        symbols.game,
        symbols.players,
        symbols.options,
    ]
    owners += [symbols.named_values, *(type_.properties for type_ in symbols.types.values())]
    every = (one.names for owner in owners for one in owner.values())
    names = [one for one in every if one is not None]
    titles = [*game.labels.values(), game.title]
    lines = [
        *(
            {tag: " ".join(part for part in line if isinstance(part, str)) for tag, line in one.items()}
            for one in game.logs.values()
        ),
        *(
            {tag: " ".join(part for part in line if isinstance(part, str)) for tag, line in one.items()}
            for one in game.asks.values()
        ),
    ]
    own = {word for name in names for word in words(f"{name.base} {name.plural}")}
    own |= {word for signature in symbols.phrases for word in words(re.sub(r"\{[^{}]*\}", "", signature))}
    own |= {word for one in (*titles, *lines) for word in words(one.get("en", ""))}
    czech = {word for name in names for form in name.forms.get("cs", {}).values() for word in words(form)}
    czech |= {word for one in (*titles, *lines) for word in words(one.get("cs", ""))}
    czech |= {
        word
        for phrase in symbols.phrases.values()
        for text in phrase.sentences.get("cs", ())
        for word in words(text)
    }
    return own - czech - {"sto", "lze", "pro", "pole", "místo", "plan"}


def texts(match: rulewright.Match) -> Iterator[str]:
    """All that people read while a match is played to its end by chance."""
    bots = [rulewright.make_bot("random", 5 + seat) for seat in range(len(match.players))]
    for _ in range(150):
        if match.is_over:
            break
        decision = match.decisions[0]
        yield decision.ask("cs")
        yield from (option.label("cs") for option in decision.options)
        yield from view_lines(match.game, match.view(decision.player, "cs"), "cs")
        match.choose(bots[decision.player].choose(match, decision), decision.player)
    yield from match.log(None, "cs")


@pytest.mark.parametrize("name", sample(IN_CZECH, 8))
def test_a_match_in_czech_has_no_english_words(name: str) -> None:
    game = shipped_game(name)
    english = english_words(game)
    assert len(english) > 10
    least, most = game.players
    match = rulewright.Match(game, players=["Ana", "Bob", "Eva"][: max(least, min(3, most))], seed=7)
    found = {word: text for text in texts(match) for word in words(text) & english}
    assert not found


@pytest.mark.parametrize("name", sample(IN_CZECH, 8))
def test_cards_that_are_read_in_czech_have_no_english_words(name: str) -> None:
    check_cards(shipped_game(name))


def test_expansions_read_in_czech_have_no_english_words() -> None:
    check_cards(shipped_game("hrdina-v-kostce", "fiends-and-familiars", "monsters-and-minions"))


def check_cards(game: Game) -> None:
    english = english_words(game)
    found: dict[str, str] = {}
    for card in sample(list(cards(game, "cs")), 60, lambda one: one.design):
        for line in read(game, card.design, "cs"):
            found |= dict.fromkeys(words(RULE.sub("", line)) & english, line)
    assert not found
