"""Settings of all tests: the same examples every time; `--hypothesis-profile=fuzz` looks for new ones, and `--whole`
runs all cases of tests that usually run a sample. Where a test does not say which engine plays, it is Python's, and
no test writes to the cache of whoever runs them.
"""

import os

import pytest
from hypothesis import settings

from . import amount

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="all cases, where usually a sample of them is run")


def pytest_configure(config: pytest.Config) -> None:
    amount.choose(config.getoption("--whole"))
    os.environ["RULEWRIGHT_ENGINE"] = "python"
    os.environ["RULEWRIGHT_CACHE"] = ""


def pytest_report_header() -> str:
    return "cases: all" if amount.is_whole() else "cases: a sample where there are very many (--whole: all)"
