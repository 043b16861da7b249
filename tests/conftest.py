"""Settings of all tests: the same examples every time; `--hypothesis-profile=fuzz` looks for new ones, and `--whole`
runs all cases of tests that usually run a sample. Where a test does not say which engine plays, it is Python's.

All workers of a run, and the processes that they start, share a folder that is deleted at the end: it holds the
machine code of games, and bytecode if Python writes none elsewhere, so that nothing is compiled twice. Nothing is
written to the cache of whoever runs the tests.
"""

import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

from . import amount

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile("steady")

OF_THE_RUN = pytest.StashKey[str]()
"""The folder of the run, in the process that started it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="all cases, where usually a sample of them is run")
    parser.addoption("--sample", type=int, help="the number of the sample (usually, each day has its own)")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.sample is None:
        config.option.sample = amount.of_today()  # which the workers are given, too
    amount.choose(config.option.whole, config.option.sample)
    gc.set_threshold(100_000, 20, 20)  # as for the command line: games are large trees that live long
    if not hasattr(config, "workerinput"):
        config.stash[OF_THE_RUN] = folder = tempfile.mkdtemp(prefix="rulewright-tests-")
        os.environ["RULEWRIGHT_ENGINE"] = "python"
        os.environ["RULEWRIGHT_CACHE"] = folder
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):  # each process would compile all modules
            os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(folder, "bytecode")


def pytest_unconfigure(config: pytest.Config) -> None:
    if (folder := config.stash.get(OF_THE_RUN, None)) is not None:
        shutil.rmtree(folder, ignore_errors=True)


def pytest_report_header(config: pytest.Config) -> str:
    if config.option.whole:
        return "cases: all"
    return f"cases: where there are very many, sample {config.option.sample} (--sample); --whole runs all"


@pytest.fixture(autouse=True, scope="module")
def _what_lives_on_is_not_searched_again() -> None:
    """Games that are kept for other tests are large: without this, whatever collects garbage searches all of them, up
    to a second each time."""
    gc.collect()
    gc.freeze()
