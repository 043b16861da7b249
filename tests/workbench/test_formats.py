"""What commands write for other programs, with or without colours, and what they print if an extra is missing."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rulewright.workbench.cli import main
from rulewright.workbench.commands import COMMANDS

from .conftest import ROOT, Run

GAME = """\
rulewright: 1
game: g
players: 2
flow:
  - phase: all
    do: the match ends
"""
SCENARIOS = """\
scenarios:
  it ends: {start: all, then: {over: yes}}
  it does not < end: {start: all, then: {over: no}}
"""


@pytest.fixture(autouse=True)
def _game() -> None:
    Path("g/scenarios").mkdir(parents=True)
    Path("g/game.yaml").write_text(GAME, encoding="utf-8")
    Path("g/scenarios/s.yaml").write_text(SCENARIOS, encoding="utf-8")


def test_annotations_for_github(rulewright: Run) -> None:
    Path("g/game.yaml").write_text(GAME.replace("the match", "the mathc 100%"), encoding="utf-8")
    done = rulewright("check", "g", "--format", "github")
    assert done.code == 1
    assert done.out.splitlines()[0] == (
        "::error title=rulewright RW202,file=g/game.yaml,line=6,col=13,endColumn=17::"
        "'mathc' means nothing here%0Ahelp: did you mean 'match'?"
    )
    assert rulewright("check", "nosuch", "--format", "github").out.startswith(
        "::error title=rulewright RW007::there is no game 'nosuch'"
    )


def test_scenarios_as_data(rulewright: Run) -> None:
    done = rulewright("test", "g", "--format", "json")
    data = json.loads(done.out)
    assert (done.code, data["passed"], data["failed"]) == (1, 1, 1)
    (file,) = data["files"]
    assert (file["file"], file["game"], file["variants"]) == ("g/scenarios/s.yaml", "g", [])
    assert len(file["content_hash"]) == 16
    ends, does_not = file["scenarios"]
    assert (ends["passed"], ends["seed"], ends["diagnostics"]) == (True, 0, [])
    assert (does_not["passed"], does_not["diagnostics"][0]["code"]) == (False, "RW601")


def test_scenarios_as_junit(rulewright: Run) -> None:
    done = rulewright("test", "g", "--format", "junit")
    root = ElementTree.fromstring(done.out)
    assert (root.tag, dict(root.attrib)) == (
        "testsuites",
        {"name": "rulewright", "tests": "2", "failures": "1", "errors": "0"},
    )
    cases = root.findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == ["it ends", "it does not < end"]
    failure = cases[1].find("failure")
    assert failure is not None
    assert failure.get("type") == "RW601"
    assert "g/scenarios/s.yaml:3:" in (failure.text or "")


def test_a_file_of_scenarios_that_cannot_be_run_is_an_error_in_junit(rulewright: Run) -> None:
    Path("g/scenarios/s.yaml").write_text("scenarioz: {}\n\x07", encoding="utf-8")
    done = rulewright("test", "g", "--format", "junit")
    root = ElementTree.fromstring(done.out)
    assert (done.code, root.get("errors"), root.get("tests")) == (1, "1", "1")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("argv", "environment", "terminal", "painted"),
    [
        ((), {}, True, True),
        ((), {}, False, False),
        ((), {"FORCE_COLOR": "1"}, False, True),
        ((), {"FORCE_COLOR": ""}, False, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        (("--color", "always"), {"NO_COLOR": "1"}, False, True),
        (("--color=never",), {"FORCE_COLOR": "1"}, True, False),
        (("--color", "auto"), {}, True, True),
        (("--color", "auto"), {"NO_COLOR": "1"}, True, False),
    ],
)
@pytest.mark.parametrize("first", [True, False], ids=["before the command", "behind it"])
def test_colours(
    monkeypatch: pytest.MonkeyPatch,
    argv: tuple[str, ...],
    environment: dict[str, str],
    terminal: bool,
    painted: bool,
    first: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    command = ("check", "./g")
    assert main([*argv, *command] if first else [*command, *argv]) == 0
    assert ("\x1b[1m./g\x1b[0m: clean" in stream.getvalue()) == painted


def test_a_colour_that_there_is_not(rulewright: Run) -> None:
    for argv in (("--color", "pink", "version"), ("version", "--color", "pink"), ("--color",)):
        done = rulewright(*argv)
        assert (done.code, done.out) == (2, "")
        assert "--color" in done.err


def test_completion_knows_commands_and_options(rulewright: Run) -> None:
    for shell in ("bash", "zsh", "fish"):
        done = rulewright("completion", shell)
        assert (done.code, done.err) == (0, "")
        assert all(command.name in done.out for command in COMMANDS)
        assert "stdin-filename" in done.out
        assert "sarif" in done.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes(rulewright: Run) -> None:
    Path("c.bash").write_text(rulewright("completion", "bash").out, encoding="utf-8")

    def completed(*words: str) -> set[str]:
        line = " ".join(("rulewright", *words))
        script = (
            f"source ./c.bash; COMP_WORDS=({line}); COMP_CWORD={len(words)}; "
            'complete -p rulewright >/dev/null && _shtab_rulewright; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        return set(done.stdout.split())

    assert completed("chec") == {"check"}
    assert completed("check", "--format", "s") == {"sarif"}
    assert completed("check", "g") == {"g"}


def without(library: str, program: str) -> subprocess.CompletedProcess[str]:
    """Runs a program as if a library were not installed."""
    hidden = f"import sys; sys.modules[{library!r}] = None\n"  # importing it raises ModuleNotFoundError
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    return subprocess.run(
        [sys.executable, "-c", hidden + program], capture_output=True, text=True, env=environment, check=False
    )


@pytest.mark.parametrize(
    ("library", "extra", "command"),
    [("shtab", "cli", ["completion", "bash"]), ("watchfiles", "cli", ["check", "./g", "--watch"])],
)
def test_a_missing_extra_of_a_command(library: str, extra: str, command: list[str]) -> None:
    done = without(library, f"from rulewright.workbench.cli import main; sys.exit(main({command!r}))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f'rulewright: this needs {library}, which is not installed: pip install "rulewright[{extra}]"\n'
    )


@pytest.mark.parametrize(
    ("library", "adapter"),
    [
        ("gymnasium", "gymnasium"),
        ("numpy", "gymnasium"),
        ("gymnasium", "pettingzoo"),
        ("pettingzoo", "pettingzoo"),
        ("pyspiel", "openspiel"),
        ("numpy", "openspiel"),
    ],
)
def test_a_missing_extra_of_an_adapter(library: str, adapter: str) -> None:
    done = without(library, f"import rulewright.workbench.adapters.{adapter}")
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1
    assert last.endswith(f'this needs {library}, which is not installed: pip install "rulewright[{adapter}]"')
    assert "MissingExtraError" in last


@pytest.mark.skipif(sys.platform != "linux", reason="no such names elsewhere")
@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_name_of_a_file_that_is_no_text(rulewright: Run, form: str) -> None:
    Path(os.fsdecode(b"g/scenarios/\xff <a>.yaml")).write_text("scenarios: 5\n", encoding="utf-8")
    done = rulewright("check", "g", "--format", form)
    assert (done.code, done.err) == (1, "")
    if form == "sarif":
        (run,) = json.loads(done.out)["runs"]
        place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert place["uri"] == "g/scenarios/%FF%20%3Ca%3E.yaml"
