"""Seeded mistakes: a misspelt word of a text is a finding at that word, nearly always with the right word."""

import re
from collections import Counter

import pytest
from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Text
from rulewright.dsl.model.game import Game, ResolvedText
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.tree.walk import walk

from ..amount import sample
from .tiny import GAMES, shipped, small

NEW_NAME = re.compile(r"(?:as|let) (?:the )?(\w+)|^\s*(\w+)(?:, if [^:]*)?:$|^\s*(\w+): ", re.MULTILINE)


def misspelt(word: str) -> str:
    """A slip of the pen: the second and third letters change places, or the second is doubled."""
    swapped = word[0] + word[2] + word[1] + word[3:]
    return swapped if swapped != word else word[:2] + word[1:]


def mistakes(text: ResolvedText) -> list[tuple[str, str, int]]:
    """The text with one word misspelt, for each word of four letters or more that is no new name."""
    given = {name for match in NEW_NAME.finditer(text.value) for name in match.groups() if name}
    labels = (node.label for node in walk(text.tree) if isinstance(node, t.Branch))
    given |= {word for label in labels for word in label.split()}  # what branches are called is new too
    return [
        (text.value[: m.start()] + misspelt(m.group()) + text.value[m.end() :], m.group(), m.start())
        for m in re.finditer(r"\b[a-zA-Z]{4,}\b", text.value)
        if m.group() not in given
    ]


def findings(game: Game, text: ResolvedText, value: str) -> tuple[Diagnostic, ...]:
    report = Report()
    given = Text(value)
    context = Context(game.symbols, given, variables=dict(text.variables), this=text.this, state=text.state)
    resolve_text(given, text.start, RESOLVERS[text.start], context, report)
    return report.diagnostics


@pytest.mark.parametrize("name", ["small", *sample(GAMES, 2)])
def test_a_misspelt_word_is_found(name: str) -> None:
    game = small() if name == "small" else shipped(name)
    seen = Counter[str]()
    missed = []
    for text in sample(list({(text.start, text.value): text for text in game.texts}.values()), 80):
        for value, word, at in mistakes(text):
            found = findings(game, text, value)
            seen["all"] += 1
            seen["found"] += bool(found)
            seen["at the word"] += any(one.span is not None and one.span.start == at for one in found)
            seen["the right word"] += any(word in (one.help or "") for one in found)
            if not any(word in (one.help or "") for one in found):
                missed.append((value, word, [(one.code, one.message, one.help) for one in found]))
    assert seen["found"] == seen["all"], missed
    assert seen["at the word"] >= 0.99 * seen["all"], (seen, missed)
    assert seen["the right word"] >= 0.99 * seen["all"], (seen, missed)
