"""Tables: what is printed reads as an equal tree, and errors are reported."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Text
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.tree.types import PLAYER, Type

from ..amount import some
from . import table_trees as trees
from .tiny import load, loaded

HERE = Path(__file__).parent
FINE = settings(
    max_examples=some(60, 150), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


@cache
def game() -> Game:
    return loaded((HERE / "tables.yaml").read_text(encoding="utf-8"))


def read(text: str, start: str) -> tuple[object, list[str]]:
    report = Report()
    context = Context(game().symbols, Text(text), {"find": trees.WARE, "rival": PLAYER}, this=trees.WARE)
    tree = resolve_text(Text(text), start, RESOLVERS[start], context, report)
    return tree, [f"{one.code}: {one.message}" for one in report.diagnostics]


def same(tree: object, start: str) -> None:
    printed = show(tree, game().symbols)
    found, wrong = read(printed, start)
    assert not wrong, (printed, wrong)
    assert found == tree, printed


@FINE
@given(trees.numbers)
def test_numbers(tree: object) -> None:
    same(tree, "expression")


@FINE
@given(trees.conditions)
def test_conditions(tree: object) -> None:
    same(tree, "condition_text")


@FINE
@given(trees.statements)
def test_statements(tree: object) -> None:
    same((tree,), "effect")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the player's gems in that", "RW201"),
        ("the player's gems in red", "RW211: red is not a key of 'gems'"),
        ("the player's silver in ruby", "RW201"),
        ("the player's gems + 1", "RW211: '+' cannot combine a number from 0 to 7 for each kind of gem"),
        ("the bank - the player's gems", "RW211: '-' cannot combine"),
        ("the bank reduced by (1)", "RW211: a table is needed, but this is the number 1"),
        ("the bank reduced by the mood", "RW211: these tables have different keys"),
        ("the total of the player's silver", "RW211: a table is needed"),
        ("the greater of the bank and 1", "RW211: 'greater' cannot combine"),
        (
            "wares with cost = the bank",
            "RW211: 'cost' is a number from 0 to 4 for each kind of gem: a filter",
        ),
        ("the bank if the total of the bank = 1, otherwise the mood", "RW211: one case is"),
        ("the total cost of wares", "RW210: 'cost' is not a number"),
    ],
)
def test_what_is_no_value(text: str, said: str) -> None:
    _, wrong = read(text, "expression")
    assert [one for one in wrong[:1] if one.startswith(said)], wrong


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the player's gems > the bank", "RW211: '>' compares numbers, but these are tables"),
        ("the player's gems = the mood", "RW211"),
        ("wares in the table differ in cost", "RW211: 'cost' is a table"),
        ("the player's gems is 3", "RW211"),
    ],
)
def test_what_is_not_compared(text: str, said: str) -> None:
    _, wrong = read(text, "condition_text")
    assert [one for one in wrong[:1] if one.startswith(said)], wrong


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pay 2 gems in red", "RW211: red is not a key of 'gems'"),
        ("pay 2 green", "RW205"),
        ("pay the bank from silver", "RW210: 'silver' is not a table that players have"),
        ("pay the bank into gems", "RW211: a table is paid from a table, and gained into a table"),
        ("gain the bank from gems", "RW211: a table is paid from a table, and gained into a table"),
        ("pay the mood from gems", "RW211: these tables have different keys"),
        ("pay the glow of the find from hues", "RW210: an amount cannot be below zero"),
        ("pay the bank from gems, with red for what is missing", "RW211: 'red' is no key of 'gems'"),
        ("pay the bank from gems, with gems for what is missing", "RW210: 'gems' is not a number"),
        ("pay the bank from gems, with silver for what is missing and 1 silver", "RW213: 'silver' is paid"),
        ("pay the bank from gems, with silver for what is missing and 1 ruby", "RW213: 'gems' is paid twice"),
        ("let due be the bank", "RW211: a table is given no name"),
        ("the bank goes up by 1", "RW211: this is the number 1, not a number from 0 to 9 for each kind"),
        ("the bank becomes the mood", "RW211"),
        ("the cost of the find goes up by the bank", "RW214"),
        ("the cost of the find in ruby becomes 1", "RW214"),
    ],
)
def test_what_cannot_be_done(text: str, said: str) -> None:
    _, wrong = read(text, "effect")
    assert [one for one in wrong[:1] if one.startswith(said)], wrong


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("cost: {ruby: 2}", "cost: {rubi: 2}", "RW202: 'rubi' is no key of 'cost'"),
        ("cost: {ruby: 2}", "cost: {ruby: 5}", "RW220: 'cost' is a number from 0 to 4"),
        ("cost: {ruby: 2}", "cost: 2", "RW220: 'cost' is a table"),
        ("bonus: onyx", "bonus: {onyx: 1}", "RW103: 'bonus' must be a text"),
        ("starts: 4}", "starts: {ruby: 4, pearl: 1}}", "RW202: 'pearl' is no key of 'bank'"),
        ("starts: 4}", "starts: 10}", "RW220"),
        (
            "hues: {type: 0..9 for each red or blue}",
            "hues: {type: 0..9 for each red}",
            "RW202: 'red' is no type",
        ),
        ("hues: {type: 0..9 for each red or blue}", "hues: {type: 9..0 for each red or blue}", "RW216"),
        (
            "hues: {type: 0..9 for each red or blue}",
            "hues: {type: 0..9 for each gem}",
            "RW216: a gem is no key",
        ),
        (
            "hues: {type: 0..9 for each red or blue}",
            "hues: {type: 0..9 for each red or red}",
            "RW216: a word",
        ),
        (
            "hues: {type: 0..9 for each red or blue}",
            "hues: {type: 0..9 for each square or none}",
            "RW216: a table",
        ),
        ("silver: {type: 0..9}", "silver: {type: 0..9, starts: {ruby: 1}}", "RW103: 'silver' must be a text"),
        ("singular: gem}", "singular: gem, paid: up}", "RW216: a table is paid down"),
        ("yield: {jade: 2}", "yield: {jad: 2}", "RW202: 'jad' is no key of 'yield'"),
    ],
)
def test_declarations(before: str, after: str, said: str) -> None:
    text = (HERE / "tables.yaml").read_text(encoding="utf-8")
    assert before in text
    _, report = load(text.replace(before, after, 1))
    found = [f"{one.code}: {one.message}" for one in report.diagnostics]
    assert any(one.startswith(said) for one in found), found


def test_what_is_not_named_is_the_number_next_to_0() -> None:
    ring = game().symbols.designs["ring"]
    assert ring.tables == {"cost": {"ruby": 2}, "glow": {"red": -1}}
    assert game().symbols.types["ware"].properties["glow"].type == Type(
        "table", ("red", "blue"), -3, 3, by="word"
    )
