"""The wheel that people install: built, installed into an environment of its own, and used from elsewhere."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytest.importorskip("hatchling")

PLAY = """
import random
from importlib.resources import files
from rulewright.dsl.diagnostics.report import Report
from rulewright.interpreter import Match
from rulewright.workbench.files import open_game
from rulewright.workbench.shipped import shipped_games

assert "site-packages" in str(files("rulewright.games")), files("rulewright.games")
report = Report()
for name in shipped_games():
    game = open_game(name, report)
    assert game is not None, report.diagnostics
    match = Match(game, players=game.players[0], seed=1)
    luck = random.Random(1)
    while not match.is_over:
        match.choose(luck.choice(match.decision.options))
    print(name, "played", len(match.journal), "decisions")
"""


def run(*command: object, cwd: Path, **changes: str) -> str:
    """The output of a command that must succeed, without what this run of the tests has on its path."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment, "PYTHONUTF8": "1", **changes},
        cwd=cwd,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a fresh environment that has the wheel, and the dependencies that are here already."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    options = ("--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
    run(scripts / "python", "-m", "pip", "install", *options, wheel, cwd=home)
    site = run(
        scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home
    ).strip()
    for name in ("attr", "attrs", "cattr", "cattrs", "lark", "yaml", "_yaml", "typing_extensions.py"):
        there = Path(sysconfig.get_path("purelib")) / name
        if there.exists():
            Path(site, name).symlink_to(there)
    return scripts


def test_what_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"rulewright"}
    assert "rulewright/__init__.py" not in names, "rulewright is a namespace"
    for needed in (
        "dsl/syntax/grammar.lark",
        "dsl/py.typed",
        "interpreter/py.typed",
        "workbench/py.typed",
        "workbench/skeletons/game.yaml",
        "workbench/schemas/game.schema.json",
    ):
        assert f"rulewright/{needed}" in names
    rules = [path.relative_to(ROOT).as_posix() for path in (ROOT / "games").rglob("*.yaml")]
    assert {f"rulewright/{path}" for path in rules} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc") or "/tests/" in name]


def test_the_command_line_works_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "rulewright", "version", cwd=tmp_path).startswith("rulewright ")
    shipped = run(installed / "rulewright", "games", cwd=tmp_path).splitlines()[1:]
    assert shipped
    run(installed / "rulewright", "check", cwd=tmp_path)
    run(installed / "rulewright", "new", "game", "my-game", cwd=tmp_path)
    assert run(installed / "rulewright", "check", "my-game", cwd=tmp_path) == "my-game: clean\n"


def test_a_match_is_played_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert "played" in run(installed / "python", "-c", PLAY, cwd=tmp_path)
