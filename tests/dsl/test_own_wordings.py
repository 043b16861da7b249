"""What a phrase of a game says in words that the language has learnt since, a text of that game goes on to mean."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import Text
from rulewright.dsl.model.game import Game
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.newer import NEWER, WORDS
from rulewright.dsl.resolve.readings import local_vocabulary, resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.syntax.forest import Token, Tree, ways_of
from rulewright.dsl.syntax.grammar import grammar_text
from rulewright.dsl.syntax.lexer import Lattice
from rulewright.dsl.syntax.parser import read
from rulewright.dsl.tree import Call, So
from rulewright.dsl.tree.walk import walk

from .test_nouns import FOLDER, game
from .tiny import load

OWN = (Path(__file__).parent / "own_wordings.txt").read_text(encoding="utf-8")
FIRST = (Path(__file__).parent / "first_rules.txt").read_text(encoding="utf-8").split()
"""The rules of the grammar of the first edition, and those that only group what others say."""
WAITS = '  "{fellow: player} waits": {do: nothing}\n  "{fellow: player} rests": {do: nothing}\n'


def rows() -> list[tuple[str, str, str]]:
    """The sort of a phrase, the phrase, and a text that says it; the language says each of these, too."""
    found = [re.fullmatch(r"(\w+): (.+) -> (.+)", line) for line in OWN.splitlines() if line[0] != "#"]
    return [(one[1], one[2], one[3]) for one in found if one is not None]


@cache
def game_with(sort: str, phrase: str) -> Game:
    body = "holds: doom = 3" if sort == "holds" else "do: nothing"
    phrases = f'phrases:\n{WAITS}  "{phrase}": {{{body}}}\n'
    source = (FOLDER / "game.yaml").read_text(encoding="utf-8").replace("phrases:\n", phrases, 1)
    found, report = load(source, strict=False)
    assert found is not None, to_text(report.diagnostics)
    return found


@pytest.mark.parametrize(("sort", "phrase", "text"), rows())
def test_a_phrase_of_the_game_goes_on_to_mean_what_it_says(sort: str, phrase: str, text: str) -> None:
    symbols = game_with(sort, phrase).symbols
    report = Report()
    tree = resolve_text(Text(text), "effect", RESOLVERS["effect"], Context(symbols, Text(text)), report)
    assert not report.diagnostics, to_text(report.diagnostics)
    assert [one.phrase for one in walk(tree) if isinstance(one, Call | So)] == [phrase]


def test_every_wording_is_tried() -> None:
    """The texts above hold each wording that the list has, so none is there by mistake, and none is untried."""
    rules, words = set[str](), set[str]()
    for _, phrase, text in rows():
        symbols = game_with("do", "{fellow: player} dances").symbols
        lattice = Lattice(text, local_vocabulary(text, Context(symbols, Text(text))))
        tree = read(lattice, "effect", symbols.most_slots + 1)
        assert isinstance(tree, Tree), (phrase, text)
        _collect(tree, rules, words)
    assert rules >= NEWER, NEWER - rules
    assert words >= WORDS, WORDS - words


def _collect(tree: Tree, rules: set[str], words: set[str]) -> None:
    for way in ways_of(tree):
        rules.add(str(way.data))
        for child in way.children:
            if isinstance(child, Token):
                words.add(child.type)
            else:
                _collect(child, rules, words)


def test_every_rule_of_the_grammar_is_of_the_first_edition_or_protected() -> None:
    """Whoever adds a wording to the grammar adds it to `newer.NEWER`, and a phrase that says it to the texts above; a
    rule that only groups what others say stands in `first_rules.txt`."""
    grammar = re.sub(r"//.*", "", grammar_text())
    names = {*re.findall(r"->\s*(\w+)", grammar), *re.findall(r"^\??([a-z]\w*):", grammar, re.MULTILINE)}
    assert names - NEWER - set(FIRST) == set()
    assert set(FIRST) & NEWER == set()
    assert (NEWER | set(FIRST)) - names == set()


def test_what_the_language_says_stays_where_no_phrase_says_it() -> None:
    assert game().symbols.phrases
    text = Text("if the leader has more gold than the target: nothing")
    report = Report()
    assert (
        resolve_text(text, "effect", RESOLVERS["effect"], Context(game().symbols, text), report) is not None
    )
