"""`check --fix`, `--diff` and `--watch`."""

import io
import json
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.suggest import guess
from rulewright.workbench.cli import main

from .conftest import ROOT, Run

GAME = """\
rulewright: 1
game: g
title: {en: Gems, cs: Drahokamy}
players: 2
components:
  card:
    cs: {nom: karta, acc: kartu}
    properties: {worth: 1..9}
    starts in: the deck
    designs:
      ruby: {worth: 4, source: house, cs: {nom: rubín, acc: rubín}}
places:
  deck: {is: pile of cards, cs: balíček}
flow:
  - phase: all
    do: |
      shuffle the deck
      if the worth of the top card of the deck > 3: the match ends
      the match ends
"""


def game(*changes: tuple[str, str]) -> Path:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = Path("g/game.yaml")
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode())
    return file


def test_a_key_and_a_text_with_a_colon_are_quoted(rulewright: Run) -> None:
    """And what stands wrong inside them is reported then."""
    flow, title = "flow:\n", "title: {en: Gems, cs: Drahokamy}\n"
    phrase = "phrases:\n  {taker: player} mines: nothing\n"
    file = game((flow, f"{phrase}{flow}"), (title, "title: Gems: a game\n"))
    before = file.read_text()
    done = rulewright("check", "g", "--fix")
    after = file.read_text()
    assert '\n  "{taker: player} mines": nothing\n' in after
    assert '\ntitle: "Gems: a game"\n' in after
    assert after.replace('"', "") == before
    assert "RW012" not in done.out


@pytest.mark.parametrize(
    "change",
    [
        ("players: 2", "plaeyrs: 2"),
        (": the match ends", ": the mathc ends"),
        ("shuffle the deck", "shuffle the dekc"),
        ("worth: 4", "wroth: 4"),
        ("starts in: the deck", "starts in: the dek"),
        ("designs:", '"desings":'),
        ("worth: 4", "worht : 4"),
    ],
    ids=lambda change: change[1],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_misspelt_word_is_put_right(rulewright: Run, change: tuple[str, str], ends: str) -> None:
    file = game(change)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", ends.encode()))
    file.chmod(0o640)
    done = rulewright("check", "./g", "--fix")
    assert (done.code, done.out, done.err) == (0, "./g: clean\n", "fixed 1 finding in g/game.yaml\n")
    fixed = file.read_bytes().decode("utf-8-sig").replace(ends, "\n").replace(" :", ":").replace('"', "")
    assert fixed == GAME
    assert file.read_bytes().startswith(b"\xef\xbb\xbf"), "nothing else is changed"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_what_a_fix_uncovers_is_fixed_too(rulewright: Run) -> None:
    game(("designs:", "desings:"), ("worth: 4", "wroth: 4"), ("match ends", "mathc edns"))
    done = rulewright("check", "g", "--fix")
    assert (done.code, done.err) == (0, "fixed 4 findings in g/game.yaml\n")
    assert Path("g/game.yaml").read_text(encoding="utf-8") == GAME


def test_where_two_ways_lead_out_nothing_is_changed(rulewright: Run) -> None:
    file = game(("the match", "the mach"))  # each, or match
    before = file.read_bytes()
    done = rulewright("check", "g", "--fix")
    assert (done.code, done.err) == (1, "")
    assert "did you mean" in done.out
    assert file.read_bytes() == before


def test_a_fix_that_leads_to_another_error_is_taken_back(rulewright: Run) -> None:
    file = game(("worth: 1..9", "worth: 1..9, deep: 1..3"), ("the match ends", "the deepp ends"))
    before = file.read_bytes()
    data = json.loads(rulewright("check", "g", "--format", "json").out)
    assert [one["fix"]["replacement"] for one in data["diagnostics"] if one["fix"]] == ["deep"]
    assert rulewright("check", "g", "--fix").code == 1
    assert file.read_bytes() == before


def test_a_difference_is_shown_and_nothing_changed(rulewright: Run) -> None:
    file = game(("match ends", "mathc ends"))
    before = file.read_bytes()
    done = rulewright("check", "g", "--diff")
    assert (done.code, done.err) == (1, "would fix 1 finding\n")
    line = "      if the worth of the top card of the deck > 3: the match ends\n"
    assert done.out == (
        "--- g/game.yaml\n+++ g/game.yaml\n@@ -15,5 +15,5 @@\n   - phase: all\n     do: |\n"
        f"       shuffle the deck\n-{line.replace('match', 'mathc')}+{line}       the match ends\n"
    )
    assert file.read_bytes() == before
    game()
    done = rulewright("check", "g", "--diff")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_variants_and_scenarios_are_fixed_too(rulewright: Run) -> None:
    game()
    for path, text in (
        (
            "g/variants/v.yaml",
            "rulewright: 1\nvariant: v\nof: g\nset: {components/card/desings/ruby/worth: 5}\n",
        ),
        ("g/scenarios/s.yaml", "scenarios:\n  it ends: {strat: all, then: {over: yes}}\n"),
        ("w.yaml", "rulewright: 1\nvariant: w\nof: g\nset: {componnets/card/designs/ruby/worth: 5}\n"),
    ):
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    done = rulewright("check", "g", "--fix")
    assert done.code == 0, done
    assert done.err == "fixed 2 findings in g/scenarios/s.yaml, g/variants/v.yaml\n"
    done = rulewright("check", "g", "--fix", "--variant", "w.yaml")
    assert (done.code, done.err) == (0, "fixed 1 finding in w.yaml\n")


def test_a_game_that_ships_is_not_changed(rulewright: Run) -> None:
    done = rulewright("check", "do-podzemi", "--fix")
    assert (done.code, done.out) == (2, "")
    assert done.err == "rulewright check: do-podzemi ships with Rulewright, so --fix does not change it\n"
    assert rulewright("check", "do-podzemi", "--diff").code == 0


def test_standard_input_is_fixed_to_standard_output(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    file = game()
    wrong = GAME.replace("match ends", "mathc ends")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(wrong.encode())))
    done = rulewright("check", "-", "--fix", "--stdin-filename", str(file))
    assert (done.code, done.out, done.err) == (0, GAME, "clean\n")


def test_a_file_that_is_changed_meanwhile_is_kept(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    file = game(("match ends", "mathc ends"))
    from rulewright.workbench.commands import check

    monkeypatch.setattr(check, "original", lambda edit, edits: Path(os.devnull))
    before = file.read_bytes()
    done = rulewright("check", "g", "--fix")
    assert (done.code, done.out) == (1, "")
    assert done.err == "rulewright check: g/game.yaml cannot be written: it has changed in the meantime\n"
    assert file.read_bytes() == before


def test_the_fix_is_in_sarif(rulewright: Run) -> None:
    game(("match ends", "mathc ends"))
    data = json.loads(rulewright("check", "g", "--format", "sarif").out)
    (fix,) = data["runs"][0]["results"][0]["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "g/game.yaml"}
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 18, "startColumn": 57, "endLine": 18, "endColumn": 62},
            "insertedContent": {"text": "match"},
        }
    ]


@pytest.mark.parametrize(
    ("word", "candidates", "expected", "sure"),
    [
        ("strenght", ["strength", "length"], "strength", True),
        ("mach", ["each", "match"], "each", False),
        ("mach", ["match", "match"], "match", True),
        ("form", ["farm", "from"], "from", False),
        ("componentsxyz", ["components"], "components", False),
        ("yse", ["yes", "no"], "yes", True),
    ],
)
def test_which_guess_is_sure(word: str, candidates: list[str], expected: str, sure: bool) -> None:
    found = guess(word, candidates)
    assert found is not None
    assert (found.word, found.sure) == (expected, sure)


@pytest.mark.parametrize(
    "argv", [("-", "--watch"), (".", "--watch", "--format", "json"), (".", "--watch", "--diff")]
)
def test_what_cannot_be_watched(rulewright: Run, argv: tuple[str, ...]) -> None:
    done = rulewright("check", *argv)
    assert (done.code, done.out) == (2, "")


def test_watching_nothing_ends(rulewright: Run) -> None:
    assert rulewright("check", "nosuch", "--watch").code == 2


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_watching() -> None:
    game()
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # like a terminal
        "from rulewright.workbench.cli import main; sys.exit(main(['check', './g', '--watch']))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".ns")}
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == "./g: clean\n"
        assert running.stderr.readline() == "watching for changes; Ctrl-C stops\n"
        seen = threading.Event()

        def change() -> None:  # repeatedly: the watcher may start a moment after its message
            while not seen.wait(0.2):
                game(("match ends", "mathc ends"))

        writer = threading.Thread(target=change)
        writer.start()
        assert "error RW202: 'mathc' means nothing here" in running.stdout.readline()
        seen.set()
        writer.join()
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=30)
    assert running.returncode == 130


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_standard_input_gives_back_no_other_file(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong in another file of the game is neither fixed nor written out in the place of what came in."""
    file = game()
    other = file.with_name("more.yaml")
    other.write_text("places:\n  well: plie of cards\n", encoding="utf-8")
    given(monkeypatch, GAME.encode())
    done = rulewright("check", "-", "--fix", "--stdin-filename", str(file))
    assert (done.code, done.out) == (1, GAME)
    assert "more.yaml" in done.err
    given(monkeypatch, GAME.encode())
    done = rulewright("check", "-", "--diff", "--stdin-filename", str(file))
    assert (done.code, done.out) == (0, "")
    assert "plie" in other.read_text(encoding="utf-8")


def test_standard_input_that_is_no_text_comes_back_as_it_was(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = "title: Příšeří\r\n".encode("cp1250")
    given(monkeypatch, data)
    assert main(["check", "-", "--fix"]) == 1
    out, err = capfdbinary.readouterr()
    assert out == data
    assert b"error RW001" in err


@pytest.mark.parametrize("name", ["do-podzemi", "nowhere/game.yaml", "nowhere/variants/longer.yaml"])
def test_standard_input_is_what_is_checked(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Also under the name of a shipped game, and in a folder that is not there yet."""
    given(monkeypatch, GAME.replace("match ends", "mathc ends").encode())
    done = rulewright("check", "-", "--stdin-filename", name)
    assert (done.code, done.err) == (1, "")
    assert "mathc" in done.out


@pytest.mark.parametrize("argv", [("check", "g", "--fix"), ("fmt", "g/game.yaml")], ids=["fix", "fmt"])
def test_a_read_only_file_is_kept(rulewright: Run, argv: tuple[str, ...]) -> None:
    file = game(("match ends", "mathc ends"), ("players: 2", "players:   2"))
    file.chmod(0o444)
    before = file.read_bytes()
    done = rulewright(*argv)
    assert done.code == 1
    assert "g/game.yaml cannot be written: it is read-only" in done.err
    assert file.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(rulewright: Run) -> None:
    file = game(("match ends", "mathc ends"))
    os.chown(file, 1234, 2345)
    assert rulewright("check", "g", "--fix").code == 0
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 2345)
