"""The wheel that people install: built, installed into an environment of its own, and used from elsewhere."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from rulewright.workbench.files.shipped import shipped_games

from .amount import sample

ROOT = Path(__file__).parents[1]

pytest.importorskip("hatchling")
pytest.importorskip("hatch_fancy_pypi_readme")

CORE = ("attr", "attrs", "cattr", "cattrs", "lark", "yaml", "_yaml", "typing_extensions.py")
WEB = ("starlette", "uvicorn", "websockets", "anyio", "click", "h11", "idna", "sniffio")
"""What is linked into the environment of the wheel."""

PLAY = """
import random
import sys
from importlib.resources import files
import rulewright

assert "site-packages" in str(files("rulewright.games")), files("rulewright.games")
assert "site-packages" in rulewright.__file__
for name in sys.argv[1:] or rulewright.shipped_games():
    game = rulewright.load(name)
    match = rulewright.Match(game, players=game.players[0], seed=1)
    luck = random.Random(1)
    while not match.is_over:
        match.choose(luck.choice(match.decision.options))
    print(name, "played", len(match.journal), "decisions")
"""


def run(*command: object, cwd: Path, **changes: str) -> str:
    """The output of a command that must succeed, without the import path of this test run."""
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
    venv.create(home)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    options = ("--quiet", "--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check")
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    run(*pip, "install", *options, wheel, cwd=home)
    site = run(
        scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home
    ).strip()
    for name in (*CORE, *WEB):
        there = Path(sysconfig.get_path("purelib")) / name
        if there.exists():
            Path(site, name).symlink_to(there)
    return scripts


def test_what_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"rulewright"}
    for needed in (
        "__init__.py",
        "py.typed",
        "adapters/gymnasium.py",
        "dsl/syntax/grammar.lark",
        "dsl/py.typed",
        "interpreter/py.typed",
        "workbench/py.typed",
        "workbench/skeletons/game.yaml",
        "workbench/schemas/game.schema.json",
        "workbench/web/static/index.html",
        "workbench/web/static/not-found.html",
        "workbench/web/static/page.js",
        "workbench/web/static/page.css",
        "workbench/web/static/LICENCES.txt",
    ):
        assert f"rulewright/{needed}" in names
    sources = ("rulewright/workbench/web/page/", "rulewright/workbench/lsp/vscode/")
    assert not [name for name in names if name.startswith(sources)]
    rules = [path.relative_to(ROOT).as_posix() for path in (ROOT / "games").rglob("*.yaml")]
    assert {f"rulewright/{path}" for path in rules} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc") or "/tests/" in name]


def test_the_description_has_no_link_that_leads_nowhere(wheel: Path) -> None:
    """A package index shows the README without the files next to it."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        described = packed.read(name).decode("utf-8")
    assert "## Embed it" in described
    assert re.findall(r"\]\((?!https?:)[^)]*\)", described) == []


def test_the_command_line_works_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "rulewright", "version", cwd=tmp_path).startswith("rulewright ")
    listed = run(installed / "rulewright", "games", cwd=tmp_path).splitlines()[1:]
    assert [line.split()[0] for line in listed] == list(shipped_games())
    run(installed / "rulewright", "check", *sample(list(shipped_games()), 6), cwd=tmp_path)
    run(installed / "rulewright", "new", "game", "my-game", cwd=tmp_path)
    assert run(installed / "rulewright", "check", "my-game", cwd=tmp_path) == "my-game: clean\n"


def test_python_m_rulewright_is_the_command(installed: Path, tmp_path: Path) -> None:
    by_name = run(installed / "rulewright", "version", cwd=tmp_path)
    assert run(installed / "python", "-m", "rulewright", "version", cwd=tmp_path) == by_name


def test_a_match_is_played_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    games = sample(list(shipped_games()), 6)
    assert "played" in run(installed / "python", "-c", PLAY, *games, cwd=tmp_path)


def test_the_page_is_served_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "rulewright"), "serve", "--http", "--port", "0"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    server = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        for path, part in (("/", "page.js"), ("/static/page.js", "WebSocket"), ("/api/games", "do-podzemi")):
            with urllib.request.urlopen(found[0] + path, timeout=30) as answer:
                assert part in answer.read().decode("utf-8")
    finally:
        server.terminate()
        server.wait(20)


def test_a_source_distribution_is_tested_where_it_is_unpacked(tmp_path: Path) -> None:
    """An editable install makes the links, which archives do not have; then tests run as they do here."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (root,) = (path for path in tmp_path.iterdir() if path.is_dir())
    namespace = root / ".ns" / "rulewright"
    assert not (namespace / "dsl").exists()
    assert (root / "README.md").exists()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel:editable", "-d", tmp_path, cwd=root)
    assert (namespace / "dsl").resolve() == root / "dsl"
    (editable,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(editable) as packed_wheel:
        (path,) = [name for name in packed_wheel.namelist() if name.endswith(".pth")]
        assert packed_wheel.read(path).decode().strip() == str(root / ".ns")
    some = ("tests/test_architecture.py", "tests/dsl/test_variants.py", "tests/interpreter/test_match.py")
    done = run(sys.executable, "-P", "-c", "import pytest; pytest.console_main()", "-q", *some, cwd=root)
    assert " passed" in done
    assert "failed" not in done
