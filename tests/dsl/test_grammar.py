"""The grammar: no conflicts, and the same words in the grammar, the registry and the vocabulary."""

import re
from pathlib import Path

import pytest
from lark.parsers.lalr_analysis import Shift
from rulewright.dsl.syntax import keywords, parser_tables
from rulewright.dsl.syntax.forest import Shape
from rulewright.dsl.syntax.grammar import STARTS, grammar_text, terminals
from rulewright.dsl.syntax.lark_tables import build, packed_tables
from rulewright.dsl.syntax.parser import table
from rulewright.dsl.syntax.vocabulary import common_vocabulary

SHIPPED = Path(__file__).parents[2] / "dsl" / "syntax" / "grammar.tables"

FROM_REGISTRY = {terminal for word in keywords.WORDS for terminal in word.terminals}


def test_it_is_lalr_and_has_no_conflicts() -> None:
    lark = build()  # `strict` makes any conflict, shift/reduce ones included, an exception
    assert lark.options.parser == "lalr"
    assert lark.options.strict


def test_every_terminal_is_declared_and_every_declared_one_is_used() -> None:
    known = FROM_REGISTRY | keywords.VOCABULARY.keys()
    assert set(terminals()) == known - {"$END"}


def test_the_shipped_tables_are_fresh() -> None:
    assert packed_tables() == SHIPPED.read_text(encoding="utf-8"), "python docs/generate.py"


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """Every state has the same actions as in the parser that Lark builds, wherever the numbers of states lead."""
    built = build().parser.parser._parse_table
    for start in STARTS:
        loaded = table(start)
        same = {built.start_states[start]: loaded.start}
        todo = [built.start_states[start]]
        while todo:
            state = todo.pop()
            row = loaded.states[same[state]]
            assert set(row) == set(built.states[state])
            for symbol, (action, what) in built.states[state].items():
                given = row[symbol]
                if action is not Shift:
                    assert isinstance(given, Shape)
                    assert (given.symbol, given.size) == (what.origin.name, len(what.expansion))
                    assert given.name == (
                        None if given.symbol.startswith("_") else what.alias or given.symbol
                    )
                elif what in same:
                    assert same[what] == given
                else:
                    assert isinstance(given, int)
                    same[what] = given
                    todo.append(what)
        assert same[built.end_states[start]] == loaded.end


def test_tables_of_another_grammar_are_not_used() -> None:
    assert parser_tables.read(SHIPPED.read_text(encoding="utf-8"), parser_tables.fingerprint("a: B")) is None


def test_no_terminal_is_declared_twice() -> None:
    assert not FROM_REGISTRY & keywords.VOCABULARY.keys()
    listed = [terminal for word in keywords.WORDS for terminal in word.terminals]
    assert len(listed) == len(set(listed))


def test_every_terminal_has_a_name_that_an_author_understands() -> None:
    for terminal in terminals():
        assert not re.fullmatch(r"_?[A-Z_]+", keywords.terminal_name(terminal)), terminal


def test_every_start_symbol_is_a_rule() -> None:
    rules = set(re.findall(r"^\??(\w+):", grammar_text(), re.MULTILINE))
    assert set(STARTS) <= rules


@pytest.mark.parametrize("word", keywords.WORDS, ids=lambda word: word.name)
def test_every_word_says_what_it_means(word: keywords.Word) -> None:
    assert word.meaning.endswith(".")
    assert word.spellings[0] == word.name


def test_the_vocabulary_begins_with_the_words_of_the_registry() -> None:
    found = {entry.terminal for entry in common_vocabulary().entries()}
    assert found == FROM_REGISTRY | {"INT"}
