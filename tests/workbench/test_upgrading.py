"""`rulewright fmt --upgrade`: a game in the newest edition, which plays as before. (Old games: tests/editions.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from ..editions.matches import HERE
from .conftest import Run


def copied(name: str, to: Path) -> Path:
    for file in (HERE / "1" / name).rglob("*.yaml"):
        target = to / name / file.relative_to(HERE / "1" / name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    return to / name


def test_a_game_and_its_variant_are_upgraded(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rats = copied("rats", tmp_path)
    monkeypatch.chdir(tmp_path)
    before = {file: file.read_text() for file in rats.rglob("*.yaml")}
    shown = rulewright("fmt", "--upgrade", "--diff", "./rats")
    assert shown.code == 1
    assert "+rulewright: 2" in shown.out
    assert "+          gain 1 gold for each rat anywhere with size = 3" in shown.out
    listed = rulewright("fmt", "--upgrade", "--check", "./rats")
    assert listed.out.split("\n")[:2] == [
        "would change rats/game.yaml",
        "would change rats/variants/more-cats.yaml",
    ]
    assert {file: file.read_text() for file in rats.rglob("*.yaml")} == before
    done = rulewright("fmt", "--upgrade", "./rats")
    assert (done.code, done.err) == (0, "")
    assert rulewright("check", "./rats", "--strict").code == 0
    again = rulewright("fmt", "--upgrade", "./rats")
    assert (again.code, again.out, again.err) == (0, "", "./rats is in the newest edition\n")


def test_what_needs_an_author_is_listed_and_keeps_its_edition(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roads = copied("roads", tmp_path)
    monkeypatch.chdir(tmp_path)
    done = rulewright("fmt", "--upgrade", "./roads")
    assert done.code == 1
    assert "RW218" in done.err
    assert "rulewright: 1" in (roads / "game.yaml").read_text()


def test_a_game_with_errors_is_left_as_it_is(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rats = copied("rats", tmp_path)
    monkeypatch.chdir(tmp_path)
    path = rats / "game.yaml"
    path.write_text(path.read_text().replace("shuffle the deck", "shuffle the dekc"))
    done = rulewright("fmt", "--upgrade", "./rats")
    assert done.code == 1
    assert "is left as it is" in done.err
    assert "rulewright: 1" in path.read_text()


def test_what_is_no_game_is_not_upgraded(rulewright: Run) -> None:
    assert rulewright("fmt", "--upgrade", "-").code == 2
    assert rulewright("fmt", "--upgrade", "./nowhere").code == 2
    assert rulewright("fmt", "--upgrade", "classics/pig").code == 2


def test_fixes_of_check_say_anywhere_too_and_keep_the_edition(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rats = copied("rats", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert rulewright("check", "./rats", "--fix").code == 0
    text = (rats / "game.yaml").read_text()
    assert "for each rat anywhere with size = 3" in text
    assert "rulewright: 1" in text


def test_a_new_game_and_a_new_variant_are_in_the_newest_edition(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert rulewright("new", "game", "mine").code == 0
    assert rulewright("new", "variant", "longer", "--dir", "mine").code == 0
    for file in Path("mine").rglob("*.yaml"):
        assert "\nrulewright: 2 " in file.read_text()
    assert rulewright("check", "./mine", "--strict").code == 0


CHEESE = """\
rulewright: 1
game: cheese
players: 2
components:
  rat:
    properties: {text: effect}
    starts in: the deck
    designs:
      grey rat: {copies: 5, text: gain 1 gold for each rat / gain 1 gold}
      white rat: {copies: 2, text: "gain 1 gold for each white rat / gain 2 gold"}
places:
  deck: pile of rats, hidden
  yard: row of rats
players have:
  gold: {type: 0..99}
flow:
  - phase: play
    do: shuffle the deck
    turns: clockwise from player 1, each player
    turn: |
      put the top rat of the deck into the yard
      do the text of the first rat in the yard
      the player may: gain 1 gold for each rat
score: the player's gold
labels:
  "the player gains 1 gold for each rat": cheese
  "the player gains 1 gold": crumbs
ask:
  the player gains 1 gold for each rat: {en: "Do you want cheese?"}
"""
CHOSEN = """\
scenarios:
  cheese:
    given: {deck: [2 white rat, 4 grey rat], yard: [grey rat]}
    start: play
    when: [{player 1: cheese}]
    then: {prompt: "Do you want cheese?"}
  no cheese:
    given: {deck: [4 grey rat, 1 white rat], yard: [white rat]}
    start: play
    then:
      options: [the player gains 1 gold for each white rat, the player gains 2 gold]
"""


def test_what_is_called_by_a_text_of_the_rules_is_called_by_the_new_text(
    rulewright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("game.yaml", CHEESE), ("scenarios/chosen.yaml", CHOSEN)):
        path = tmp_path / "cheese" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert rulewright("test", "./cheese").code == 0
    done = rulewright("fmt", "--upgrade", "./cheese")
    assert (done.code, done.err) == (0, "")
    text = (tmp_path / "cheese/game.yaml").read_text()
    assert '  "the player gains 1 gold for each rat anywhere": cheese\n' in text
    assert "  the player gains 1 gold for each rat anywhere: {en:" in text
    assert "for each white rat anywhere," in (tmp_path / "cheese/scenarios/chosen.yaml").read_text()
    assert rulewright("check", "./cheese", "--strict").code == 0
    assert rulewright("test", "./cheese").code == 0
