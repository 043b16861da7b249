"""What the command line prints when it is used wrongly, or interrupted."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rulewright.workbench.cli import main
from rulewright.workbench.commands import version

from .conftest import ROOT, Run

CASES = (
    (("chek",), "rulewright: there is no command 'chek'; did you mean 'rulewright check'?"),
    (("zzzzz",), "rulewright: there is no command 'zzzzz'; 'rulewright --help' lists the commands"),
    (("--hlp",), "rulewright: there is no option '--hlp'; 'rulewright --help' lists the commands"),
    (("check", "--formt"), "rulewright check: '--formt' has no place here; did you mean '--format'?"),
    (("check", "--variant", "x", "a", "b"), "rulewright check: --variant needs exactly one game; name it"),
    (("explain", "RW0006"), "rulewright explain: there is no code 'RW0006'; did you mean RW006?"),
    (
        ("new", "game", "Můj hrad"),
        "rulewright new: a name is lower-case letters, digits and hyphens; how about 'muj-hrad'?",
    ),
    (
        ("new", "game", "../x"),
        "rulewright new: a name is lower-case letters, digits and hyphens; how about 'x'?",
    ),
    (("new", "game", ""), "rulewright new: a name is lower-case letters, digits and hyphens"),
    (
        ("simulate", "hrad", "--matches", "٣"),
        "rulewright simulate: argument --matches: '٣' is not a whole number written with the digits 0 to 9; "
        "'rulewright simulate --help' shows how it is used",
    ),
    (
        ("play", "hrad", "--seed", "1_0"),
        "rulewright play: argument --seed: '1_0' is not a whole number written with the digits 0 to 9; "
        "'rulewright play --help' shows how it is used",
    ),
    (("new", "game", "x", "--of", "y"), "rulewright new: only a variant is of another game; leave out --of"),
)


@pytest.mark.parametrize(("argv", "message"), CASES, ids=lambda value: " ".join(value)[:30])
def test_bad_usage(rulewright: Run, argv: tuple[str, ...], message: str) -> None:
    done = rulewright(*argv)
    assert (done.code, done.out, done.err) == (2, "", f"{message}\n")
    assert not list(Path().iterdir())


def test_what_is_missing_is_said_with_the_way_to_the_help(rulewright: Run) -> None:
    done = rulewright("new")
    assert done.code == 2
    assert done.err.endswith("'rulewright new --help' shows how it is used\n")
    assert rulewright().code == 2


def test_new_where_nothing_can_be_made(rulewright: Run) -> None:
    Path("file").write_text("", encoding="utf-8")
    done = rulewright("new", "game", "x", "--dir", "file")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("rulewright new: cannot make file/x/game.yaml: ")


def test_a_variant_of_nothing(rulewright: Run) -> None:
    done = rulewright("new", "variant", "x")
    assert (done.code, done.out) == (1, "")
    assert "RW008" in done.err
    assert "--of GAME" in done.err


@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "\nstopped\n"),
        (BrokenPipeError(), 141, ""),
        (OSError(28, "No space left on device"), 3, "rulewright: cannot continue: "),
        (ZeroDivisionError("x"), 3, "rulewright: this is a fault of Rulewright, not of your rules: "),
        (RecursionError("x"), 3, "rulewright: this is a fault of Rulewright, not of your rules: "),
    ],
    ids=lambda value: type(value).__name__,
)
def test_trouble_within_a_command(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, code: int, said: str
) -> None:
    def run(args: object, console: object) -> int:
        raise trouble

    monkeypatch.setattr(version, "run", run)
    done = rulewright("version")
    assert done.code == code
    assert done.err.startswith(said)
    assert "Traceback" not in done.err
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    if isinstance(trouble, ZeroDivisionError):
        assert "Traceback" in rulewright("version").err


def test_colours_only_on_a_terminal_that_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def shown(**environment: str) -> str:
        stream = Terminal()
        with monkeypatch.context() as patch:
            patch.delenv("NO_COLOR", raising=False)
            for name, value in {"TERM": "xterm", **environment}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdout", stream)
            main(["check", "nosuch"])
        return stream.getvalue()

    assert "\x1b[1;31merror RW007\x1b[0m" in shown()
    assert "\x1b" not in shown(NO_COLOR="1")
    assert "\x1b" not in shown(TERM="dumb")
    assert "\x1b" in shown(NO_COLOR="")


def test_a_new_process(process: Run) -> None:
    done = process("check", "nosuch")
    assert (done.code, done.err) == (2, "")
    assert done.out.startswith("error RW007: there is no game 'nosuch', and no file or folder of that name\n")
    assert process("version").code == 0
    assert process("check", "--nosuch").code == 2


def test_a_stream_that_cannot_show_a_character(process: Run) -> None:
    done = process("games", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.code, done.err) == (0, "")


def test_the_reader_of_a_pipe_goes_away() -> None:
    command = [sys.executable, "-m", "rulewright.workbench", "explain"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=30) == 141


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_ctrl_c_in_the_middle_of_a_check(tmp_path: Path) -> None:
    # A pipe in place of a file would be refused, so the check is interrupted while it reads.
    program = (
        "import signal, sys, time; from rulewright.workbench import cli, files\n"
        "from rulewright.workbench.commands import check\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell may ignore it in tests
        "check.find_asked = lambda *a, **k: (print('ready', flush=True), time.sleep(30))\n"
        "sys.exit(cli.main(['check', 'x']))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"ready\n"
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, b"\nstopped\n")
