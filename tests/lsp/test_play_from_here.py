"""`rulewright play --scenario`: what the code lens 'play from here' starts."""

import io
from pathlib import Path

import pytest
from rulewright.workbench.cli import main

ROOT = Path(__file__).parents[2]
AFTER = ROOT / "games/do-podzemi/scenarios/after.yaml"


def test_bots_play_on_from_a_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        ["play", "do-podzemi", "--bots", "random", "--scenario", f"{AFTER}:one victory each does not win"]
    )
    out = capsys.readouterr().out
    assert code == 0
    assert "player 2 succeeds." in out
    assert "The match is over" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--scenario", "nothing"], "FILE:NAME"),
        (
            ["--scenario", f"{AFTER}:one victory each does not"],
            "did you mean 'one victory each does not win'",
        ),
        (["--scenario", "none.yaml:a"], "does not exist"),
        (["--scenario", f"{AFTER}:one victory each does not win", "--seed", "1"], "leave out --seed"),
    ],
)
def test_what_cannot_begin_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "do-podzemi", "--bots", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_variants_of_a_scenario_are_applied(capsys: pytest.CaptureFixture[str]) -> None:
    file = ROOT / "games/do-podzemi/scenarios/variant-three-victories.yaml"
    name = next(
        line.strip(" :\n")
        for line in file.read_text().splitlines()
        if line.startswith("  ") and line.endswith(":")
    )
    assert main(["play", "do-podzemi", "--bots", "random", "--scenario", f"{file}:{name}"]) == 0
    assert "The match is over" in capsys.readouterr().out


def test_it_is_never_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("save\nquit\n"))
    assert main(["play", "do-podzemi", "--scenario", f"{AFTER}:one victory each does not win"]) == 0
    assert "cannot be resumed" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
