"""A sample of cases can be repeated, each day has another one, and there is a way to run all cases."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from . import amount

CASES = [f"case {number}" for number in range(100)]
ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amount, "_whole", False)
    monkeypatch.setattr(amount, "_number", 7)


def test_a_sample_is_always_the_same_and_keeps_its_order() -> None:
    drawn = amount.sample(CASES, 10)
    assert drawn == amount.sample(CASES, 10) == sorted(drawn, key=CASES.index)
    assert len(set(drawn)) == 10
    assert amount.sample(CASES, 100) == amount.sample(CASES, 1000) == CASES


def test_another_number_is_another_sample_and_the_same_number_is_the_same() -> None:
    first = amount.sample(CASES, 10)
    drawn = set()
    for number in range(100):
        amount.choose(whole=False, number=number)
        drawn |= set(amount.sample(CASES, 10))
    assert drawn == set(CASES), "every case has its day"
    amount.choose(whole=False, number=7)
    assert amount.sample(CASES, 10) == first


def test_the_number_of_a_sample_stands_at_the_head_of_a_run(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it(): pass\n", encoding="utf-8")
    folder = str(tmp_path)
    options = ["--sample=5", "-p", "tests.conftest", "--rootdir", folder, folder]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )
    assert "sample 5 " in done.stdout, done.stdout + done.stderr


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
