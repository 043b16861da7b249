"""The page of the table in the browser: what git keeps is what its sources give, and its own tests pass.

Both need Node.js and the page's packages (`make page` fetches them). Where they are missing, these tests are skipped,
but in CI they fail.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ..dsl.test_errors_page import generate

WORKBENCH = Path(__file__).parents[2] / "workbench"
PAGE, STATIC = WORKBENCH / "web" / "page", WORKBENCH / "web" / "static"
NODE = shutil.which("node")
BUILT = ("site", "web")

needs_node = pytest.mark.skipif(
    "CI" not in os.environ and (NODE is None or not (PAGE / "node_modules").exists()),
    reason="Node.js or the page's packages are missing",
)


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Node.js in the folder of the page."""
    assert NODE is not None
    return subprocess.run([NODE, *arguments], cwd=PAGE, capture_output=True, text=True, check=False)


@needs_node
def test_git_keeps_what_the_sources_give(tmp_path: Path) -> None:
    done = node("build.mjs", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    for folder in BUILT:
        kept = WORKBENCH / folder / "static"
        names = {one.name for one in (tmp_path / folder).iterdir()}
        assert {one.name for one in kept.iterdir()} == names | (
            {"not-found.html"} if folder == "web" else set()
        )
        for name in names:
            assert (kept / name).read_bytes() == (tmp_path / folder / name).read_bytes(), (
                f"{name}: run 'make page'"
            )


@needs_node
def test_types() -> None:
    done = node("node_modules/typescript/bin/tsc", "--noEmit")
    assert done.returncode == 0, done.stdout


@needs_node
def test_its_own_tests() -> None:
    done = node("--test", "test/")
    assert done.returncode == 0, done.stdout[-4000:]


def test_types_of_messages_are_those_of_the_server() -> None:
    assert generate.PAGE_TYPES.read_text(encoding="utf-8") == generate.page_types(), (
        "run 'python docs/generate.py'"
    )


@pytest.mark.parametrize("folder", BUILT)
def test_no_address_and_no_style_in_the_html(folder: str) -> None:
    html = (WORKBENCH / folder / "static" / "index.html").read_text(encoding="utf-8")
    for unwanted in ("http:", "https:", "<style", "style="):
        assert unwanted not in html


def test_the_lock_names_no_registry() -> None:
    assert '"resolved"' not in (PAGE / "package-lock.json").read_text(encoding="utf-8")
