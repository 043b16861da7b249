"""`parse(print(tree)) == tree`, over trees that nobody wrote."""

import pytest
from hypothesis import HealthCheck, given, settings
from rulewright.dsl import tree as t
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import Printer, show
from rulewright.dsl.syntax.english import article, is_plural
from rulewright.dsl.tree.walk import walk

from ..amount import some
from . import board_trees, trees
from .tiny import boards, read, small

FINE = settings(
    max_examples=some(60, 150), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def same(tree: object, start: str, game: Game | None = None) -> None:
    game = game or small()
    printed = show(tree, game.symbols)
    found, wrong = read(printed, start, game)
    assert not wrong, (printed, wrong)
    assert found == tree, printed


@FINE
@given(trees.numbers)
def test_expressions(tree: object) -> None:
    same(tree, "expression")


@FINE
@given(trees.card_sets | trees.player_sets)
def test_selections(tree: object) -> None:
    same(tree, "expression")


@FINE
@given(trees.conditions)
def test_conditions(tree: object) -> None:
    same(tree, "condition_text")


@FINE
@given(trees.simple.map(lambda statement: (statement,)))
def test_simple_statements(tree: object) -> None:
    same(tree, "effect")


@FINE
@given(trees.bodies)
def test_bodies(tree: object) -> None:
    same(tree, "effect")


def in_line(node: object) -> bool:
    return not isinstance(node, t.ChooseOne)


@FINE
@given(trees.statements.filter(lambda tree: all(map(in_line, walk(tree)))))
def test_blocks_on_one_line(tree: t.Stmt) -> None:
    """Brackets close each block inside another."""
    printed = Printer(small().symbols).in_line((tree,))
    found, wrong = read(f"({printed})", "effect", small())
    assert not wrong, (printed, wrong)
    assert found == (tree,), printed


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("orc", "an"),
        ("card", "a"),
        ("hour glass", "an"),
        ("unicorn", "a"),
        ("unnamed one", "an"),
        ("one-eyed", "a"),
    ],
)
def test_articles(noun: str, expected: str) -> None:
    assert article(noun) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hit points at the entrance", True),
        ("victories", True),
        ("dice", True),
        ("purse", False),
        ("glass", False),
        ("number of lives", False),
        ("bonus", False),
    ],
)
def test_plurals(name: str, expected: bool) -> None:
    assert is_plural(name) is expected


@FINE
@given(trees.abilities)
def test_abilities(tree: object) -> None:
    same(tree, "ability")


# ------------------------------------------------------------ boards, costs, windows


@FINE
@given(board_trees.numbers | board_trees.cases)
def test_expressions_of_boards(tree: object) -> None:
    same(tree, "expression", boards())


@FINE
@given(
    board_trees.square_sets
    | board_trees.town_sets
    | board_trees.site_sets
    | board_trees.card_sets
    | board_trees.player_sets
    | board_trees.square_ends
    | board_trees.card_ends
)
def test_selections_on_boards(tree: object) -> None:
    same(tree, "expression", boards())


@FINE
@given(board_trees.conditions)
def test_conditions_on_boards(tree: object) -> None:
    same(tree, "condition_text", boards())


@FINE
@given(board_trees.simple.map(lambda statement: (statement,)))
def test_costs_effects_and_picks(tree: object) -> None:
    same(tree, "effect", boards())


@FINE
@given(board_trees.bodies)
def test_windows_and_orders(tree: object) -> None:
    same(tree, "effect", boards())
