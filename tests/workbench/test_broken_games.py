"""Every command that takes a game reports what is wrong with a broken one, and does not exit with 0."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.wire.refusals import RefusalError

from .conftest import Run

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("check",),
    ("test",),
    ("paraphrase",),
    ("play", "--bots"),
    ("simulate", "--matches", "2", "--processes", "1"),
    ("coverage", "--matches", "2"),
    ("mutate", "--limit", "1", "--processes", "1"),
    ("new", "variant", "longer", "--of"),
)


def binary(folder: Path) -> None:
    folder.joinpath("game.yaml").write_bytes(b"PK\x03\x04\x14\x00\x00\x00")


def cut_off(folder: Path) -> None:
    folder.joinpath("game.yaml").write_text("rulewright: 1\ngame: [", encoding="utf-8")


def wrong(folder: Path) -> None:
    folder.joinpath("game.yaml").write_text("rulewright: 1\ngame: g\nplayers: many\n", encoding="utf-8")


def empty(folder: Path) -> None:
    folder.joinpath("game.yaml").write_text("", encoding="utf-8")


def no_files(folder: Path) -> None:
    folder.joinpath("notes.txt").write_text("", encoding="utf-8")


@pytest.mark.parametrize("make", [binary, cut_off, wrong, empty, no_files], ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_game_that_cannot_be_used(
    rulewright: Run, command: tuple[str, ...], make: Callable[[Path], None]
) -> None:
    Path("g").mkdir()
    make(Path("g"))
    done = rulewright(*command, "g")
    assert done.code == (2 if make is no_files and command[0] != "new" else 1), done
    assert "error RW" in done.out + done.err
    assert "g/game.yaml" in done.out + done.err or make is no_files
    assert "Traceback" not in done.err


def made(rulewright: Run, scenarios: str, *more: str) -> None:
    assert rulewright("new", "game", "g").code == 0
    Path("g/scenarios").mkdir()
    for number, text in enumerate((scenarios, *more)):
        Path(f"g/scenarios/s{number}.yaml").write_text(text, encoding="utf-8")


def test_a_game_with_errors_is_told_once_not_for_each_file(rulewright: Run) -> None:
    made(rulewright, "scenarios: {a: {do: nothing}}\n", "scenarios: {b: {do: nothing}}\n")
    assert rulewright("test", "g").out == "2 passed, 0 failed\n"
    Path("g/game.yaml").write_text("rulewright: 1\ngame: g\nplayers: many\n", encoding="utf-8")
    done = rulewright("test", "g")
    assert (done.code, done.out.count("error RW")) == (1, 1)
    assert done.out.endswith("0 passed, 1 failed\n")


def test_scenarios_of_a_variant_that_is_broken_are_not_passed_over(rulewright: Run) -> None:
    made(rulewright, "variants: [odd]\nscenarios: {a: {do: nothing}}\n", "variants: [odd]\nscenarios: {}\n")
    Path("g/variants").mkdir()
    Path("g/variants/odd.yaml").write_text(
        "rulewright: 1\nvariant: odd\nof: g\nremove: [x]\n", encoding="utf-8"
    )
    done = rulewright("test", "g")
    assert done.code == 1
    assert "with odd the game has errors, so nothing in this file was run" in done.out
    assert done.out.endswith("0 passed, 2 failed\n")


@pytest.mark.parametrize(
    "broken", ["scenarios: [", "scenarios: {a: {doo: nothing}}", "variants: [odd]\nscenarios: {}"]
)
@pytest.mark.parametrize("command", COMMANDS[5:7], ids=lambda command: command[0])
def test_scenarios_that_cannot_be_read(rulewright: Run, command: tuple[str, ...], broken: str) -> None:
    made(rulewright, broken)
    done = rulewright(*command, "g")
    assert done.code == 1
    assert "g/scenarios/s0.yaml" in done.err or "odd" in done.err
    assert "Traceback" not in done.err
    assert "a fault of Rulewright" not in done.err


def test_a_game_whose_file_cannot_be_read_keeps_its_title_in_the_list(tmp_path: Path) -> None:
    head = "rulewright: 2\ngame: broken\ntitle: {en: Torn, cs: Rozbitá}\nplayers: 2..3\n"
    text = head + "components:\n  card: {designs: [a\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    library = GameLibrary([str(tmp_path)])
    found = library.titles()[-1]
    assert (found["title"], found["players"]) == ({"en": "Torn", "cs": "Rozbitá"}, "2..3")
    assert re.search(r"game\.yaml:6:\d+: ", str(found["trouble"]))
    with pytest.raises(RefusalError, match=r"game\.yaml:6:\d+: RW"):
        library.game(str(tmp_path), ())
    assert {one["trouble"] for one in library.titles()[:-1]} == {""}
