"""The extension for VS Code: its types, its own tests, and the file that people install.

All of this needs Node.js and the packages of the extension (`make extension` fetches them). Where they are missing,
these tests are skipped, but in CI they fail.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import rulewright
from rulewright.workbench.cli import main

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "workbench" / "lsp" / "vscode"
NODE = shutil.which("node")
PACKED = (
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENCES.txt",
    "extension/LICENSE.txt",
    "extension/changelog.md",
    "extension/extension.js",
    "extension/icon.png",
    "extension/package.json",
    "extension/readme.md",
    "extension/snippets.json",
)
LIBRARIES = (
    "vscode-languageclient",
    "vscode-jsonrpc",
    "vscode-languageserver-protocol",
    "semver",
    "minimatch",
)

needs_node = pytest.mark.skipif(
    "CI" not in os.environ and (NODE is None or not (EXTENSION / "node_modules").exists()),
    reason="Node.js or the packages of the extension are missing",
)


def node(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Node.js in the folder of the extension."""
    assert NODE is not None
    return subprocess.run(
        [NODE, *arguments],
        cwd=EXTENSION,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, **environment},
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that people install."""
    folder = tmp_path_factory.mktemp("extension")
    done = node("build.mjs", "--out", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = folder.iterdir()
    return file


@needs_node
def test_types() -> None:
    done = node("node_modules/typescript/bin/tsc", "--noEmit")
    assert done.returncode == 0, done.stdout


@needs_node
def test_its_own_tests() -> None:
    command = json.dumps([sys.executable, "-m", "rulewright"])
    path = os.pathsep.join(one for one in (str(ROOT / ".ns"), os.environ.get("PYTHONPATH")) if one)
    done = node("--test", RULEWRIGHT=command, PYTHONPATH=path)
    assert done.returncode == 0, done.stdout[-6000:]


@needs_node
def test_the_file_has_what_it_needs_and_nothing_else(built: Path) -> None:
    assert built.name == f"rulewright-{rulewright.__version__}.vsix"
    with zipfile.ZipFile(built) as packed:
        assert sorted(packed.namelist()) == sorted(PACKED)
        manifest = json.loads(packed.read("extension/package.json"))
        program = packed.read("extension/extension.js").decode("utf-8")
        licences = packed.read("extension/LICENCES.txt").decode("utf-8")
        page = packed.read("extension/readme.md").decode("utf-8")
        assert packed.read("extension/LICENSE.txt") == (ROOT / "LICENSE").read_bytes()
    assert manifest["version"] == rulewright.__version__
    assert not {"scripts", "dependencies", "devDependencies", "private"} & set(manifest)
    assert {one[1] for one in re.findall(r"""\brequire\((["'])([^"']+)\1\)""", program)} <= {
        *(
            "vscode",
            "child_process",
            "fs",
            "os",
            "path",
            "util",
            "crypto",
            "net",
            "url",
            "readline",
            "worker_threads",
        ),
        *("node:child_process", "node:fs", "node:os", "node:path"),
    }
    for library in LIBRARIES:
        assert f"{library} " in licences
    assert str(ROOT) not in program
    for command in manifest["contributes"]["commands"]:
        assert command["command"].startswith("rulewright.")
    for setting in manifest["contributes"]["configuration"]["properties"]:
        assert f"`{setting}`" in page


@needs_node
def test_the_same_sources_give_the_same_bytes(built: Path, tmp_path: Path) -> None:
    done = node("build.mjs", "--out", str(tmp_path), TZ="Asia/Tokyo")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / built.name).read_bytes() == built.read_bytes()


def test_the_change_log_names_the_version() -> None:
    assert f"\n## {rulewright.__version__}\n" in (EXTENSION / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_lock_names_no_registry() -> None:
    assert '"resolved"' not in (EXTENSION / "package-lock.json").read_text(encoding="utf-8")


def filled(body: list[str]) -> str:
    """What a snippet inserts if nobody types anything."""
    text = "\n".join(body)
    defaults = dict(re.findall(r"\$\{(\d+):((?:\\.|[^}\\])*)\}", text))
    text = re.sub(r"\$\{(\d+):((?:\\.|[^}\\])*)\}", lambda found: found[2], text)
    text = re.sub(r"\$(\d+)", lambda found: defaults.get(found[1], ""), text)
    return re.sub(r"\\(.)", r"\1", text)


def test_snippets_are_what_they_promise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without any change they form a game, a variant of it and a scenario, in which nothing is wrong."""
    bodies = {
        one["prefix"].split()[-1]: filled(one["body"])
        for one in json.loads((EXTENSION / "snippets.json").read_text(encoding="utf-8")).values()
    }
    folder = tmp_path / "my-game"
    for name, file in (
        ("game", "game.yaml"),
        ("variant", "variants/my-variant.yaml"),
        ("scenarios", "scenarios/first.yaml"),
    ):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(bodies[name], encoding="utf-8")
    assert main(["check", str(folder)]) == 0, capsys.readouterr().out
    assert main(["check", str(folder), "--variant", "my-variant"]) == 0, capsys.readouterr().out
    assert main(["test", str(folder)]) == 0, capsys.readouterr().out
