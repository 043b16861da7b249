"""The examples in README.md and docs/*.md are run.

    ```console          commands after `$ `, and below each what it prints; `python` has the scripts of docs/
    ```python           run; the blocks of a page follow each other
    ```python needs=X   the same, if the module X can be imported; in CI it must
    ```output           what the Python block above it prints
    ```yaml PATH        stands so in that file of the project, perhaps indented more
    ```yaml file=PATH   is written to that file, for what follows; so are json, text and python
    ```said START       texts of that start symbol, read in the game tests/dsl/words.yaml; below each, after
                        `= `, its canonical text, or after `! ` the code and the beginning of its message
    ```reads START      texts of that start symbol, one a line (and what is indented below it, and `otherwise`),
                        each of which reads in the same game; `  # …` is a comment

`…` in output stands for anything, and alone on a line for any number of lines. Each page runs in a
folder of its own that has a copy of the games.
"""

import contextlib
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.variants.closure import Others
from rulewright.workbench.cli import main
from rulewright.workbench.commands import COMMANDS
from rulewright.workbench.files import games, shipped

from .amount import is_whole
from .dsl.test_keywords import BOUND, CARD
from .dsl.test_keywords import game as words_game

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "games").glob("*/*.md"))]

SLOW = "rulewright mutate"
"""Runs with `--whole` only: it checks a game anew for each of hundreds of mistakes."""
_PLAIN = re.compile(r"rulewright [^|<>&;*$`\n]*")
"""A command that a shell would only take apart."""
_FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]+)\n(?P<body>.*?)^ *```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


@attrs.frozen
class Block:
    """A fenced block: the words after the fence, its text, and the line it begins on."""

    info: str
    body: str
    line: int

    @property
    def kind(self) -> str:
        return self.info.split()[0]

    @property
    def argument(self) -> str:
        return self.info.partition(" ")[2].strip()


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(found["info"].strip(), textwrap.dedent(found["body"]), line)


def fits(expected: str, printed: str) -> bool:
    """Whether the output is as expected; `…` stands for anything."""
    pattern = re.escape(expected.strip("\n")).replace("\\\n", "\n")
    pattern = re.sub(r"(?m)^…$\n?", "(?s:.*)", pattern).replace("…", "[^\n]*")
    return re.fullmatch(pattern, printed.strip("\n")) is not None


def said(block: Block) -> None:
    """Compares each text of a block with the line below it."""
    for found in re.finditer(r"((?:^(?![=!] ).*\n)+)((?:^[=!] .*\n)+)", block.body, re.MULTILINE):
        text = Text(textwrap.dedent(found[1]).strip("\n"))
        expected = re.sub(r"^[=!] ", "", found[2], flags=re.MULTILINE).rstrip("\n")
        report = Report()
        context = Context(words_game().symbols, text, variables=dict(BOUND), this=CARD)
        tree = resolve_text(text, block.argument, RESOLVERS[block.argument], context, report)
        if found[2].startswith("="):
            printed = "" if tree is None else show(tree, words_game().symbols)
            assert printed == expected, f"{text}: {printed} {report.diagnostics}"
        else:
            told = [f"{one.code}: {one.message}" for one in report.diagnostics]
            assert len(told) == 1, f"{text}: {told}"
            assert told[0].startswith(expected), f"{text}: {told}"


def reads(block: Block) -> None:
    """Reads each text of a block."""
    body = re.sub(r" +# .*$", "", block.body, flags=re.MULTILINE)
    for text in re.split(r"\n+(?=[^ \n])(?!otherwise)", body.strip("\n")):
        report = Report()
        context = Context(words_game().symbols, Text(text), variables=dict(BOUND), this=CARD)
        tree = resolve_text(Text(text), block.argument, RESOLVERS[block.argument], context, report)
        assert tree is not None, f"{text}: {report.diagnostics}"


_checked: dict[object, tuple[Game | None, tuple[Diagnostic, ...]]] = {}


def load_once(
    sources: Sequence[Source],
    report: Report,
    *,
    variants: Sequence[tuple[Source, ...]] = (),
    others: Others | None = None,
    **more: Any,
) -> Game | None:
    """`load_game`, for commands that follow each other: the same texts are checked, lowered and compiled once."""
    texts = [sources, *variants, *(read(Report()) for read in (others or {}).values())]
    asked = report.guesses, report.rewritings
    key = asked, tuple(tuple((one.name, one.text) for one in some) for some in texts)
    if key not in _checked:
        inner = Report(*asked)
        game = load_game(sources, inner, variants=variants, others=others, **more)
        _checked[key] = game, inner.diagnostics
    game, found = _checked[key]
    for one in found:
        report.add(one)
    return game


class Runner:
    """Runs the blocks of a page, one after the other."""

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch
        self.names: dict[str, object] = {"__name__": "__example__"}
        self.printed: str | None = ""
        namespace = scratch / ".ns" / "rulewright"
        namespace.mkdir(parents=True)
        shutil.copytree(ROOT / "games", scratch / "games", ignore=shutil.ignore_patterns("__pycache__"))
        for script in (ROOT / "docs").glob("*.py"):
            shutil.copy(script, scratch)
        for package in ("dsl", "interpreter", "workbench"):
            (namespace / package).symlink_to(ROOT / package)
        (namespace / "__init__.py").symlink_to(ROOT / ".ns" / "rulewright" / "__init__.py")
        (namespace / "games").symlink_to(scratch / "games")
        command = scratch / ".ns" / "rulewright.sh"
        command.write_text(f'exec "{sys.executable}" -m rulewright.workbench "$@"\n', encoding="utf-8")
        found = scratch / ".ns" / "bin" / "rulewright"  # what Python blocks find that start the command
        found.parent.mkdir()
        path = f'PYTHONPATH="{scratch / ".ns"}"'
        found.write_text(f'#!/bin/sh\n{path} exec sh "{command}" "$@"\n', encoding="utf-8")
        found.chmod(0o755)

    def run(self, block: Block) -> None:
        if block.kind in ("yaml", "json", "text", "python") and block.argument.startswith("file="):
            file = self.scratch / block.argument.removeprefix("file=")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.body, encoding="utf-8")
        elif block.kind == "yaml" and block.argument:
            self.quote(block)
        elif block.kind == "said":
            said(block)
        elif block.kind == "reads":
            reads(block)
        elif block.kind == "console":
            self.console(block)
        elif block.kind == "python":
            self.python(block)
        elif block.kind == "output":
            assert self.printed is None or fits(block.body, self.printed), self.printed

    def quote(self, block: Block) -> None:
        text = (ROOT / block.argument).read_text(encoding="utf-8")
        indents = {re.match(" *", line)[0] for line in text.splitlines()}  # type: ignore[index]
        ways = (textwrap.indent(block.body.rstrip("\n"), indent) for indent in indents)
        assert any(f"\n{way}\n" in f"\n{text}\n" for way in ways), f"{block.argument} reads otherwise now"

    def console(self, block: Block) -> None:
        for part in re.split(r"(?m)^\$ ", block.body)[1:]:
            command, _, expected = part.partition("\n")
            if command.startswith(SLOW) and not is_whole():
                continue
            printed = self.here(command) if _PLAIN.fullmatch(command) else self.shell(command)
            assert fits(expected, printed), f"$ {command}\n{printed}"

    def here(self, command: str) -> str:
        """What a command of ours prints that needs no shell: in this process, which has all modules already."""
        printed = io.StringIO()
        with (
            pytest.MonkeyPatch.context() as patch,
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
        ):
            patch.setattr(sys, "stdin", io.StringIO())
            patch.setattr(shipped, "files", lambda package: self.scratch / "games")
            patch.setattr(games, "load_game", load_once)
            patch.setenv("COLUMNS", "100")
            main(shlex.split(command)[1:])
        return printed.getvalue()

    def shell(self, command: str) -> str:
        ours = f'rulewright() {{ sh "{self.scratch}/.ns/rulewright.sh" "$@"; }}\n'
        script = f'{ours}python() {{ "{sys.executable}" "$@"; }}\n{command}\n'
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.scratch / ".ns"),
            "PYTHONUTF8": "1",
            "COLUMNS": "100",
            "OPENBLAS_NUM_THREADS": "1",  # on a busy machine, several threads of numpy wait for each other
        }
        done = subprocess.run(
            ["sh", "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            cwd=self.scratch,
            env=environment,
            timeout=120,
            check=False,
        )
        return done.stdout

    def python(self, block: Block) -> None:
        needed = block.argument.removeprefix("needs=")
        if needed and not os.environ.get("CI") and importlib.util.find_spec(needed) is None:
            warnings.warn(f"{needed} is not installed: an example is NOT RUN", stacklevel=1)
            self.printed = None
            return
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            exec(compile(block.body, f"example on line {block.line}", "exec"), self.names)
        self.printed = stream.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = Runner(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / ".ns" / "bin"), prepend=os.pathsep)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / ".ns"))
    for block in blocks(page):
        try:
            runner.run(block)
        except Exception as error:
            raise AssertionError(f"{page.relative_to(ROOT)}:{block.line}: {error}") from error


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"(?ms)^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"))
    missing = [link for link in _LINK.findall(text) if not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_headings(page: Path) -> None:
    text = re.sub(r"(?ms)^ *```.*?^ *```$|`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    missing = [
        f"{path}#{heading}"
        for path, heading in re.findall(r"\]\((?!https?:)([^)#\s]*\.md|)#([^)\s]+)\)", text)
        if heading not in headings(page.parent / path if path else page)
    ]
    assert not missing


@cache
def headings(page: Path) -> frozenset[str]:
    """The anchors of the headings of a page."""
    text = re.sub(r"(?ms)^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"))
    found = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", one).strip().casefold().replace(" ", "-") for one in found)


def test_the_contents_of_the_cookbook_are_its_sections() -> None:
    text = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    contents = re.findall(r"^- \[(.*)\]\(#.*\)$", text, re.MULTILINE)
    assert contents == re.findall(r"^### (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"(?:`|^\$ )rulewright ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named - {command.name for command in COMMANDS} == set()


@pytest.mark.skipif(os.name == "nt", reason="no make")
def test_the_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"^make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page.name}: make {target}"
