"""`rulewright fmt`."""

import io
import os
import stat
import sys
from pathlib import Path

import pytest
import yaml
from rulewright.workbench.commands import COMMANDS, fmt

from .conftest import ROOT, Run

WRONG = "rulewright:   1\ngame: 'g'\nplayers:  2\nflow:\n- phase: all   # x\n  do: the match ends\n"
RIGHT = 'rulewright: 1\ngame: "g"\nplayers: 2\nflow:\n  - phase: all   # x\n    do: the match ends\n'


@pytest.fixture(autouse=True)
def game() -> Path:
    file = Path("g/game.yaml")
    (file.parent / "variants").mkdir(parents=True)
    file.write_text(WRONG, encoding="utf-8")
    (file.parent / "variants/v.yaml").write_text("rulewright: 1\nvariant: v\nof: g\n", encoding="utf-8")
    return file


@pytest.mark.parametrize("path", ["g", "g/game.yaml", ".", ""])
def test_files_are_laid_out(rulewright: Run, game: Path, path: str) -> None:
    game.chmod(0o640)
    done = rulewright("fmt", *([path] if path else []))
    left = "" if path == "g/game.yaml" else ", 1 file unchanged"
    assert (done.code, done.out) == (0, "formatted g/game.yaml\n")
    assert done.err == f"1 file formatted{left}\n"
    assert game.read_text(encoding="utf-8") == RIGHT
    assert stat.S_IMODE(game.stat().st_mode) == 0o640
    again = rulewright("fmt", "g")
    assert (again.code, again.out, again.err) == (0, "", "2 files unchanged\n")


def test_check_and_diff_change_nothing(rulewright: Run, game: Path) -> None:
    done = rulewright("fmt", "--check", "g")
    assert (done.code, done.out) == (1, "would change g/game.yaml\n")
    assert done.err == "1 file would change, 1 file unchanged\n"
    done = rulewright("fmt", "--diff", "g")
    assert done.code == 1
    assert "--- g/game.yaml\n+++ g/game.yaml\n" in done.out
    assert '+game: "g"\n' in done.out
    assert game.read_text(encoding="utf-8") == WRONG


def test_standard_input(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    typed("a:   'x'\n")
    assert rulewright("fmt", "-").out == 'a: "x"\n'
    typed("a:   'x'\n")
    done = rulewright("fmt", "-", "--check", "--stdin-filename", "g.yaml")
    assert (done.code, done.out) == (1, "would change g.yaml\n")
    typed("a: [\n")
    done = rulewright("fmt", "-", "--stdin-filename", "g.yaml")
    assert (done.code, done.out) == (1, "")
    assert "g.yaml:" in done.err
    assert "RW01" in done.err
    assert rulewright("fmt", "-", "g").code == 2


def test_what_is_no_yaml_is_reported_and_kept(rulewright: Run, game: Path) -> None:
    game.write_text("game: g\nplayers: [\n", encoding="utf-8")
    done = rulewright("fmt", "g")
    assert (done.code, done.out) == (1, "")
    assert "error RW01" in done.err
    assert done.err.endswith("1 file unchanged, 1 file not formatted\n")
    game.write_text("game: g\rplayers: 2\r", encoding="utf-8", newline="")
    done = rulewright("fmt", "g/game.yaml")
    assert done.code == 1
    assert "it has line breaks that most editors do not show" in done.err


def test_other_yaml_is_skipped(rulewright: Run) -> None:
    other = Path("g/compose.yaml")
    other.write_text("services:   {}\n", encoding="utf-8")
    Path("g/.hidden").mkdir()
    Path("g/.hidden/game.yaml").write_text(WRONG, encoding="utf-8")
    assert "compose" not in rulewright("fmt", "--check", "g").out
    done = rulewright("fmt", "g/compose.yaml", "g/variants/v.yaml")
    assert done.code == 0
    assert done.err == "skipped g/compose.yaml: it is not a rule file\n1 file unchanged\n"
    assert other.read_text(encoding="utf-8") == "services:   {}\n"


def test_what_is_not_there(rulewright: Run) -> None:
    done = rulewright("fmt", "g/gaem.yaml")
    assert (done.code, done.out) == (2, "")
    assert "there is no file or folder g/gaem.yaml; did you mean g/game.yaml?" in done.err
    Path("empty").mkdir()
    assert rulewright("fmt", "empty").code == 2


def test_a_file_that_changes_meanwhile_is_kept(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch, game: Path
) -> None:
    def change(source: object, report: object) -> str:
        game.write_text(WRONG + "# more\n", encoding="utf-8")
        return RIGHT

    real = Path.read_bytes
    before = iter([WRONG.encode()])
    monkeypatch.setattr(fmt, "formatted", change)
    monkeypatch.setattr(Path, "read_bytes", lambda path: next(before, None) or real(path))
    done = rulewright("fmt", "g/game.yaml")
    assert done.code == 1
    assert "it has changed in the meantime" in done.err
    assert game.read_text(encoding="utf-8").endswith("# more\n")


def test_hooks_run_commands_that_there_are(rulewright: Run, game: Path) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    for hook in hooks:
        program, command, *options = hook["entry"].split()
        assert (program, hook["language"]) == ("rulewright", "python")
        assert command in {one.name for one in COMMANDS}
        done = rulewright(command, *options, "g/game.yaml", "g/variants/v.yaml")
        assert done.code == 0, done
    assert os.path.exists(game)


def test_several_files_of_a_game_are_checked_once(rulewright: Run) -> None:
    Path("g/flow.yaml").write_text("conventions: {chooser: the player}\n", encoding="utf-8")
    done = rulewright("check", "g/game.yaml", "g/flow.yaml", "g/variants/v.yaml")
    assert [line for line in done.out.splitlines() if line.startswith("g")] == [
        "g/game.yaml: clean",
        "g/game.yaml + v: clean",
        "g + v: clean",
    ]


def test_an_empty_path_is_not_the_current_folder(rulewright: Run, game: Path) -> None:
    done = rulewright("fmt", "")
    assert (done.code, done.out) == (2, "")
    assert "a PATH is empty" in done.err


@pytest.mark.parametrize("command", ["fmt", "check"])
def test_a_link_that_leads_nowhere_is_not_offered_in_its_own_place(rulewright: Run, command: str) -> None:
    Path("game.yaml").symlink_to("nowhere")
    done = rulewright(command, "./game.yaml")
    assert done.code == 2
    assert "did you mean" not in done.out + done.err
