"""A sample of cases is always the same, and there is a way to run all of them."""

import re
from pathlib import Path

import pytest

from . import amount

CASES = [f"case {number}" for number in range(100)]
MAKEFILE = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amount, "_whole", False)


def test_a_sample_is_always_the_same_and_keeps_its_order() -> None:
    drawn = amount.sample(CASES, 10)
    assert drawn == amount.sample(CASES, 10) == sorted(drawn, key=CASES.index)
    assert len(set(drawn)) == 10
    assert amount.sample(CASES, 100) == amount.sample(CASES, 1000) == CASES


def test_a_new_case_changes_the_sample_by_one_at_most() -> None:
    for number in range(100):
        without = [case for case in CASES if case != f"case {number}"]
        assert len(set(amount.sample(CASES, 10)) - set(amount.sample(without, 10))) <= 1


def test_all_cases_can_be_run() -> None:
    amount.choose(whole=True)
    assert amount.sample(CASES, 10) == CASES
    assert amount.some(3, 30) == 30
    assert amount.is_whole()


def test_what_is_left_out_of_usual_runs_is_run_by_make_fuzz(pytestconfig: pytest.Config) -> None:
    assert isinstance(pytestconfig.getoption("--whole"), bool)
    (fuzz,) = re.findall(r"^fuzz:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert re.search(r"/pytest .*--whole\b", fuzz)
