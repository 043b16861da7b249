"""The grammar: no conflicts, and the same words in the grammar, the registry and the vocabulary."""

import re
from pathlib import Path

import pytest
from rulewright.dsl import registry, tables
from rulewright.dsl.syntax import STARTS, build_tables, grammar_text, packed_tables, parser, terminals
from rulewright.dsl.vocabulary import function_words

FROM_REGISTRY = {terminal for word in registry.WORDS for terminal in word.terminals}


def test_it_is_lalr_and_has_no_conflicts():
    lark = build_tables()  # `strict` makes any conflict, shift/reduce ones included, an exception
    assert lark.options.parser == "lalr"
    assert lark.options.strict


def test_every_terminal_is_declared_and_every_declared_one_is_used():
    known = FROM_REGISTRY | registry.VOCABULARY.keys()
    assert set(terminals()) == known - {"$END"}


def test_the_shipped_tables_are_fresh():
    shipped = (Path(__file__).parents[2] / "dsl" / "grammar.tables").read_text(encoding="utf-8")
    packed = packed_tables()
    release = packed.partition(",")[0]
    if not shipped.startswith(release):
        pytest.skip(f"the shipped tables were made with another Lark than {release}")
    assert packed == shipped, "python docs/generate.py"


def test_the_shipped_tables_are_those_of_the_grammar():
    built, loaded = build_tables(), parser()
    assert [str(rule) for rule in loaded.rules] == [str(rule) for rule in built.rules]
    assert loaded.options.start == built.options.start
    assert loaded.options.propagate_positions


def test_tables_of_another_grammar_are_not_used():
    text = (Path(__file__).parents[2] / "dsl" / "grammar.tables").read_text(encoding="utf-8")
    assert tables.unpack(text, tables.fingerprint("a: B", "1.3.1"), {"lexer": None, "start": []}) is None
    assert tables.fingerprint("a: B", "1.3.1") != tables.fingerprint("a: B", "1.4.0")


def test_no_terminal_is_declared_twice():
    assert not FROM_REGISTRY & registry.VOCABULARY.keys()
    listed = [terminal for word in registry.WORDS for terminal in word.terminals]
    assert len(listed) == len(set(listed))


def test_every_terminal_has_a_name_that_an_author_understands():
    for terminal in terminals():
        assert not re.fullmatch(r"_?[A-Z_]+", registry.terminal_name(terminal)), terminal


def test_every_start_symbol_is_a_rule():
    rules = set(re.findall(r"^\??(\w+):", grammar_text(), re.MULTILINE))
    assert set(STARTS) <= rules


@pytest.mark.parametrize("word", registry.WORDS, ids=lambda word: word.name)
def test_every_word_says_what_it_means(word):
    assert word.meaning.endswith(".")
    assert word.spellings[0] == word.name


def test_the_vocabulary_begins_with_the_words_of_the_registry():
    found = {entry.terminal for entry in function_words().entries()}
    assert found == FROM_REGISTRY | {"INT"}
