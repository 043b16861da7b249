"""The tests notice when the emitter is wrong: each mutant of it is caught by its test, which passes without it."""

from __future__ import annotations

import os

import pytest

from ...amount import sample
from .mutants import MUTANTS, verdict

pytestmark = [
    pytest.mark.skipif(
        not hasattr(os, "fork"), reason="a mutant may end its process, so it has one of its own"
    ),
    pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning"),
]


TRIED = sample(list(MUTANTS), 12)


@pytest.mark.parametrize("name", TRIED)
def test_a_mutant_is_caught(name: str) -> None:
    mutant = MUTANTS[name]
    mutant.mutated()  # raises if there is no longer such a place in the source
    assert verdict(mutant, mutant.test)


def test_without_a_mutant_the_tests_pass() -> None:
    """Those of the mutants, for otherwise they would catch nothing."""
    tests = {repr(MUTANTS[name].test): MUTANTS[name].test for name in sample(TRIED, 4)}
    assert {name: how for name, test in tests.items() if (how := verdict(None, test))} == {}
