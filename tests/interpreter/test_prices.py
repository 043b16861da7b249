"""What designs cost: numbers, tables and effects that the rules pay with."""

from __future__ import annotations

import pytest
from rulewright.interpreter.simulation.prices import numbers, price, prices

from .small_games import shipped_game, small_game


@pytest.mark.parametrize(
    ("name", "found", "design", "costs"),
    [
        ("classics/gem-merchants", ("cost",), "diamond card 1", (4,)),  # a table: the sum of its entries
        ("hrdina-v-kostce", ("price",), "longsword", (4,)),  # a number in what a phrase computes
        ("vladci-podzemi", ("work", "price"), "dragon", (None, 4)),  # an effect: 2 food and 2 evil
        ("classics/love-letter", (), "guard", ()),  # no rank is paid
    ],
)
def test_prices_are_what_the_rules_pay(
    name: str, found: tuple[str, ...], design: str, costs: tuple[int | None, ...]
) -> None:
    game = shipped_game(name)
    assert prices(game) == found
    assert tuple(price(game.symbols.designs[design], one) for one in found) == costs


def test_what_is_not_paid_is_a_number_all_the_same() -> None:
    game = small_game("omens")
    assert prices(game) == ("fee",)
    assert numbers(game) == ("edge", "fee")
    assert price(game.symbols.designs["star"], "edge") == 5
    assert price(game.symbols.designs["star"], "shine") is None
