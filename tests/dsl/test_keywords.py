"""Every keyword has a meaning and an example, and every example that is a whole text can be read."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Text
from rulewright.dsl.model.game import Game
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.syntax.keywords import WORDS, Word
from rulewright.dsl.syntax.vocabulary import words
from rulewright.dsl.tree.types import Type

from .tiny import load

CARD, MONSTER = Type("piece", ("card",)), Type("piece", ("monster",))
BOUND = {"catch": CARD, "foe": MONSTER, "that monster": MONSTER, "prey": Type("pieces", ("monster",))}
FRAGMENTS = {"otherwise: …", "…, as the pick", "repeat while …, at most 9 times: …"}
"""Examples that show only the part of a text that the word belongs to."""


@cache
def game() -> Game:
    text = (Path(__file__).parent / "words.yaml").read_text(encoding="utf-8")
    found, report = load(text, strict=False)
    assert found is not None, report.diagnostics
    return found


def readings(value: str) -> dict[str, Any]:
    """What a text means, for each start symbol as which it means something."""
    found = {}
    for start, resolver in RESOLVERS.items():
        context = Context(game().symbols, Text(value), variables=dict(BOUND), this=CARD)
        tree = resolve_text(Text(value), start, resolver, context, Report())
        if tree is not None:
            found[start] = tree
    return found


def whole(example: str) -> str:
    """The example with something to do where it leaves that open."""
    if example == "choose one:":
        return "choose one:\n  keep: nothing"
    if example.startswith("offer"):
        return example.replace(" …", "\n  keep: nothing")
    return example.replace(": …", ": nothing") + (" nothing" if example.endswith(":") else "")


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.name)
def test_a_word_says_what_it_means_and_shows_it(word: Word) -> None:
    assert word.meaning.endswith((".", ")"))
    assert word.example
    said = words(word.example)
    spellings = [words(spelling) for spelling in word.spellings]
    assert any(said[at : at + len(run)] == run for run in spellings for at in range(len(said)))


@pytest.mark.parametrize("example", sorted({word.example for word in WORDS} - FRAGMENTS))
def test_an_example_can_be_read(example: str) -> None:
    assert readings(whole(example))
