"""Runs the command line in this process, or in a new one."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from rulewright.workbench.cli import main

ROOT = Path(__file__).parents[2]


@attrs.frozen
class Outcome:
    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test is in an empty folder, at a terminal with a known width."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def rulewright(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*argv: str) -> Outcome:
        code = main(argv)
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return run


@pytest.fixture
def process() -> Run:
    """The same in a new process; anything that Python itself prints would be in `err`."""

    def run(*argv: str, **changes: str) -> Outcome:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns"), "PYTHONUTF8": "1", **changes}
        done = subprocess.run(
            [sys.executable, "-m", "rulewright.workbench", *argv],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment,
            timeout=60,
            check=False,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run
