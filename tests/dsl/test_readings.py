"""All readings of long texts: no finding depends on what else a text says, and the work grows with its length."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.document.reader import Text
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.context import Context, Trial
from rulewright.dsl.resolve.meanings import MOST_TRIALS
from rulewright.dsl.resolve.readings import local_vocabulary
from rulewright.dsl.resolve.syntax_errors import MOST_LETTERS
from rulewright.dsl.syntax.forest import Steps, Tree
from rulewright.dsl.syntax.lexer import Lattice
from rulewright.dsl.syntax.parser import read as read_lattice
from rulewright.dsl.syntax.parser import table
from rulewright.dsl.syntax.stacks import Stacks
from rulewright.dsl.syntax.unfold import MOST_READINGS
from rulewright.dsl.syntax.vocabulary import common_vocabulary
from rulewright.dsl.tree.walk import walk

from ..amount import some
from .front import is_inside, underlined
from .tiny import load, read

SOURCE = """\
rulewright: 1
game: g
players: 2
components:
  card: {designs: {stone: {copies: 4}}}
places: {deck: "pile of cards, hidden"}
game has:
  leader: {type: player or none}
  purse: {type: 0..99}
  mood: {type: red or green}
phrases:
  "bless {friend: player}": {do: the friend wins}
  "curse {foe: player}": {do: the foe wins}
  "bless {friend: player} and curse {foe: player}": {do: nothing}
  "hex {foe: player}": {do: the foe wins}
  "bless {friend: player} and hex {foe: card}": {do: nothing}
flow:
  - phase: p
    do: the match ends
"""
COUNTED = "purse becomes the number of cards in the deck"
AMBIGUOUS = "bless the leader and curse the leader"
PRUNED = "bless the leader and hex the leader"  # a player is no card, so these are two statements
SIZES = (5, 6, 20, 200)


@cache
def game() -> Game:
    found, report = load(SOURCE, strict=False)
    assert found is not None, report.diagnostics
    return found


def meaning(value: str, start: str = "effect") -> tuple[object, tuple[Diagnostic, ...]]:
    return read(value, start, game())


def told(value: str, start: str = "effect") -> list[tuple[str, str, str | None, tuple[str, ...], str]]:
    """The findings, by what they say of which words, wherever these stand."""
    _, found = meaning(value, start)
    return [
        (one.code, one.message, one.help, tuple(note.message for note in one.notes), underlined(one))
        for one in found
    ]


def steps(value: str, start: str = "effect") -> int:
    """How many steps the parser takes."""
    context = Context(game().symbols, Text(value))
    stacks = Stacks(Lattice(value, local_vocabulary(value, context)), table(start), 3)
    stacks.run()
    return stacks.steps


def syntax(value: str, start: str = "effect") -> Tree:
    context = Context(game().symbols, Text(value))
    tree = read_lattice(Lattice(value, local_vocabulary(value, context)), start, 3)
    assert isinstance(tree, Tree)
    return tree


# ------------------------------------------------------------------- measured


@pytest.mark.parametrize("count", SIZES)
def test_an_ambiguous_sentence_is_one_beside_any_number_of_lines(count: int) -> None:
    assert told(AMBIGUOUS)[0][:2] == ("RW217", "this text can be read in 2 ways")
    for text in ([COUNTED] * count + [AMBIGUOUS], [AMBIGUOUS] + [COUNTED] * count):
        assert told("\n".join(text)) == told(AMBIGUOUS)


@pytest.mark.parametrize("count", SIZES)
def test_a_valid_sentence_is_one_beside_any_number_of_lines(count: int) -> None:
    tree, found = meaning("\n".join([COUNTED] * count + [PRUNED]))
    assert not found
    assert isinstance(tree, tuple)
    assert [type(one) for one in tree] == [t.Become] * count + [t.Call, t.Call]


@pytest.mark.parametrize("count", SIZES)
def test_a_slip_of_the_pen_is_found_beside_any_number_of_lines(count: int) -> None:
    slip = "curse the leeder"
    assert told(slip)[0][:3] == ("RW202", "'leeder' means nothing here", "did you mean 'leader'?")
    assert told("\n".join([COUNTED] * count + [slip])) == told(slip)


@pytest.mark.parametrize("line", [COUNTED, AMBIGUOUS, PRUNED])
@pytest.mark.parametrize("between", ["\n", "; ", " and ", ", then "])
def test_the_steps_grow_with_the_length(line: str, between: str) -> None:
    ten, hundred = steps(between.join([line] * 10)), steps(between.join([line] * 100))
    assert hundred < 11 * ten


def test_the_steps_to_a_slip_of_the_pen_grow_with_the_length() -> None:
    ten, hundred = (steps("\n".join([COUNTED] * count + ["curse the leeder"])) for count in (10, 100))
    assert hundred < 11 * ten


@pytest.mark.parametrize("line", [COUNTED, AMBIGUOUS, PRUNED])
def test_the_trials_grow_with_the_length(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How often handlers are tried on a tree, whether it is divided in one way or in several."""
    tried: list[int] = []
    init = Trial.__init__

    def counted(self: Trial, told: tuple[int, ...] = ()) -> None:
        tried[-1] += 1
        init(self, told)

    monkeypatch.setattr(Trial, "__init__", counted)
    for count in (20, 200):
        tried.append(0)
        meaning("; ".join([line] * count))
    assert tried[1] < 11 * max(tried[0], 1)


@pytest.mark.parametrize(
    ("start", "one", "between"),
    [
        ("expression", "the number of cards in the deck", " + "),
        ("condition_text", "purse = 1", " and "),
        ("condition_text", "purse = 1", " or "),
    ],
)
def test_the_steps_grow_with_the_length_of_an_expression(start: str, one: str, between: str) -> None:
    few, many = steps(between.join([one] * 50), start), steps(between.join([one] * 500), start)
    assert many < 11 * few


def test_the_number_of_is_said_in_one_way() -> None:
    words = [(entry.words, entry.terminal) for entry in common_vocabulary().entries()]
    assert len(words) == len(set(words))
    assert syntax("\n".join([COUNTED] * 20)).certain


# ---------------------------------------------------------------------- local


@pytest.mark.parametrize("between", ["\n", "; ", " and ", ", then "])
def test_each_statement_is_divided_for_itself(between: str) -> None:
    text = between.join([PRUNED] * 100)
    tree, found = meaning(text)
    assert not found
    assert isinstance(tree, tuple)
    assert len(tree) == 200


def test_a_row_that_can_be_divided_is_kept_as_its_steps() -> None:
    row = syntax("; ".join([PRUNED] * 100))
    while not isinstance(row, Steps):
        (row,) = (child for child in row.children if isinstance(child, Tree))
    assert len(row.steps) == 300


def test_what_types_decide_inside_an_expression_is_decided_there() -> None:
    """`red` is a number that was named and a word of `mood`: only the number can be added."""
    tree, found = meaning("let red be 1\npurse becomes " + " + ".join(["red"] * 60))
    assert not found
    assert sum(isinstance(node, t.Variable) for node in walk(tree)) == 60
    assert not any(isinstance(node, t.WordValue) for node in walk(tree))


def test_a_block_is_decided_inside() -> None:
    inner = "\n".join(["  " + PRUNED] * 50)
    tree, found = meaning(f"if purse = 1:\n{inner}\notherwise:\n{inner}\ncurse the leader")
    assert not found
    assert isinstance(tree, tuple)
    assert [len(tree), len(tree[0].cases[0][1]), len(tree[0].otherwise)] == [2, 100, 100]


def test_an_ambiguous_sentence_in_a_block_is_shown() -> None:
    text = "if purse = 1:\n  for each player:\n    " + AMBIGUOUS + "\ncurse the leader"
    (found,) = told(text)
    assert found[0] == "RW217"
    assert found[3] == (
        "one reading: bless the leader; curse the leader",
        "one reading: bless the leader and curse the leader",
    )


def test_many_ambiguous_sentences_are_one_finding() -> None:
    two, many = told("\n".join([AMBIGUOUS] * 2)), told("\n".join([AMBIGUOUS] * 40))
    assert [(one[0], one[1]) for one in two] == [("RW217", "this text can be read in 4 ways")]
    assert [(one[0], one[1]) for one in many] == [("RW217", "this text can be read in more than 16 ways")]
    assert many[0][4] == AMBIGUOUS


def test_a_failure_further_on_is_not_told_of_a_reading_that_fell_away() -> None:
    assert told("\n".join([PRUNED] * 10 + ["hex 3"])) == told("hex 3")


def test_a_later_statement_may_decide_between_what_was_bound() -> None:
    """Read in either way, the first statement is right; what it names must fit what follows."""
    tree, found = meaning("let red be mood\npurse becomes 2")
    assert not found
    assert tree is not None
    (ambiguous,) = told("let red be mood\nmood becomes red")
    assert ambiguous[:2] == ("RW217", "this text can be read in 2 ways")


# --------------------------------------------------------------------- bounds


def test_an_expression_with_too_many_readings_says_so() -> None:
    """`two` is a number that was named, and the number 2; neither is wrong in a sum."""
    assert [one[:2] for one in told("let two be 3\npurse becomes two + two")] == [
        ("RW217", "this text can be read in 4 ways")
    ]
    (found,) = told("let two be 3\npurse becomes " + " + ".join(["two"] * 20))
    assert found[0] == "RW222"
    assert found[4].startswith("two + two")
    assert MOST_TRIALS < 2**20


@pytest.mark.parametrize("between", [" and ", " or "])
def test_a_condition_of_many_ambiguous_clauses_is_ambiguous(between: str) -> None:
    (found,) = told("let red be mood\nif " + between.join(["red = red"] * 50) + ": nothing")
    assert found[:2] == ("RW217", "this text can be read in more than 16 ways")


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("expression", " + ".join(["1"] * 195)),
        ("expression", "+".join(["1"] * 100_000)),
        ("expression", "(" * 500),
        ("expression", "(" * 200 + "purse" + " + 1)" * 200),
        ("expression", "the player after " * 150 + "the player"),
        ("expression", "the leader" + "'s kind" * 500),
        ("condition_text", "not (" * 100 + "purse = 1" + ")" * 100),
        ("condition_text", "there is a card where (" * 60 + "purse = 1" + ")" * 60),
        (
            "effect",
            "\n".join("  " * depth + "if purse = 1:" for depth in range(60)) + "\n" + "  " * 60 + "nothing",
        ),
        ("effect", "\n".join([COUNTED] * (MOST_LETTERS // len(COUNTED) + 1))),
    ],
)
def test_what_is_too_large_is_refused(start: str, text: str) -> None:
    _, found = meaning(text, start)
    assert [one.code for one in found] == ["RW222"]
    assert found[0].help
    assert is_inside(found[0])


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("expression", " + ".join(["1"] * 95)),
        ("expression", "(" * 90 + "purse" + " + 1)" * 90),
        ("expression", "(" * 140 + "purse" + ")" * 140),
        ("condition_text", " and ".join(["purse = 1"] * 2_000)),
        ("condition_text", "not (" * 30 + "purse = 1" + ")" * 30),
        ("effect", " and ".join(["curse the leader"] * 2_000)),
        ("effect", "if purse = 1: nothing" + "\notherwise if purse = 2: nothing" * 500),
        (
            "effect",
            "\n".join("  " * depth + "if purse = 1:" for depth in range(40)) + "\n" + "  " * 40 + "nothing",
        ),
    ],
)
def test_what_is_large_is_read_and_printed(start: str, text: str) -> None:
    tree, found = meaning(text, start)
    assert not found
    assert show(tree, game().symbols)


def test_a_deep_expression_that_can_be_read_in_two_ways_is_read() -> None:
    """Trying both ways at each level stays within Python's own bound."""
    tree, found = meaning("let red be 1\npurse becomes red" + " + 1" * 90)
    assert not found
    assert tree is not None
    tree, found = meaning("let red be 1\npurse becomes " + "(" * 90 + "red" + " + 1)" * 90)
    assert not found
    assert tree is not None


@pytest.mark.parametrize(
    "text",
    [
        "let red be 1\npurse becomes red" + " + 1" * 90,
        "let red be 1\nif " + "not (" * 30 + "purse = red" + ")" * 30 + ": nothing",
        "\n".join("  " * depth + "if purse = 1:" for depth in range(42)) + "\n" + "  " * 42 + PRUNED,
    ],
)
def test_what_is_deep_is_read_from_deep_within_a_program(text: str) -> None:
    """Whoever calls has called functions before, a notebook some fifty; Python takes a thousand in all."""

    def called(depth: int) -> tuple[object, tuple[Diagnostic, ...]]:
        return called(depth - 1) if depth else meaning(text)

    tree, found = called(150)
    assert not found
    assert tree is not None


def test_the_readings_of_one_place_are_bounded() -> None:
    assert MOST_READINGS < MOST_TRIALS


# ----------------------------------------------------------------- properties

VALID = (
    COUNTED,
    PRUNED,
    "curse the leader",
    "bless the leader; hex the leader",
    "let n be the number of cards in the deck",
    "mood becomes green",
    "choose a card in the deck at random, as the pick",
    "if purse = 1 and mood = red:\n  bless the leader and hex the leader\notherwise: nothing",
    "for each player:\n  curse that player\n  bless the leader and hex that player",
    "purse goes up by the number of cards in the deck + 1, as far as possible",
    "the player chooses a card in the deck",
    "nothing",
)
ODD = (
    AMBIGUOUS,
    "curse the leeder",
    "hex 3",
    "purse becomes mood",
    "purse becomes",
    "purse becomes the number of",
    "bless the leader and vex the leader",
    "mood becomes purse",
    "if purse = mood: nothing",
    "the leader's kind becomes 3",
    "put a card in the deck into the deck",
)


@settings(max_examples=some(60, 150), deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(VALID), max_size=25),
    st.sampled_from(ODD),
    st.lists(st.sampled_from(VALID), max_size=25),
)
def test_a_finding_does_not_depend_on_the_sentences_around(
    before: list[str], odd: str, after: list[str]
) -> None:
    alone = told(odd)
    assert len(alone) == 1
    assert told("\n".join([*before, odd, *after])) == alone


@settings(max_examples=some(40, 100), deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(VALID), min_size=1, max_size=40))
def test_valid_sentences_are_valid_together(lines: list[str]) -> None:
    tree, found = meaning("\n".join(lines))
    assert not found
    assert isinstance(tree, tuple)
    again, found = meaning(show(tree, game().symbols))
    assert not found
    assert again == tree
