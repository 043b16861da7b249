"""A small sample of the planted faults: one of each sort, in a small game, is found."""

from __future__ import annotations

from random import Random

import pytest

from .__main__ import judged
from .planting import SORTS, field

GAMES = {
    "dead option": "classics/no-thanks",
    "dead case": "cookbook/costs",
    "gap": "classics/no-thanks",
    "overlap": "classics/no-thanks",
    "unpayable cost": "cookbook/costs",
    "dominated card": "cookbook/actions-and-buys",
    "small bound": "classics/no-thanks",
    "stuck player": "classics/no-thanks",
}


@pytest.mark.parametrize("sort", SORTS)
def test_a_fault_of_each_sort_is_found(sort: str) -> None:
    one = field(GAMES[sort], Random(1))
    planted = next(planted for maker in SORTS[sort] for planted in maker(one))
    assert judged(planted, 1.0).is_found, planted


def test_what_is_planted_is_taken_out_again() -> None:
    one = field("classics/no-thanks", Random(1))
    before = str(one.documents)
    for makers in SORTS.values():
        for maker in makers:
            next(maker(one), None)
    for makers in SORTS.values():
        for maker in makers:
            for at, _ in enumerate(maker(one)):
                if at == 2:
                    break
    changed = str(one.documents)
    assert changed == before
