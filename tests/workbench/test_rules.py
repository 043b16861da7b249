"""`rulewright rules`: what the rulebook says, who cites and shows it, and what was decided beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..amount import sample
from ..interpreter.small_games import shipped_game
from .conftest import Run

RACE = """\
rulewright: 1
game: race
players: 2
options: {goal: {type: 9..30, default: 20, rule: ours.2}}
players have:
  miles: {type: 0..40, rule: race.2, singular: mile}
flow:
  - phase: race
    rule: race.1
    turns: clockwise from player 1, each player, until there is a player with miles >= goal
    options:
      run: {do: gain 3 miles, rule: race.2}
      rest: {do: nothing, rule: ours.1}
score: the player's miles
rules:
  race.1: {says: Players take turns., cs: Hráči se střídají.}
  race.2: {says: Whoever first has enough miles wins., cs: "Vyhrává, kdo má první dost mil."}
  ours.1:
    says: A player may rest.
    cs: Hráč smí odpočívat.
    kind: decision
    about: [race.1, race.2]
    why: {en: It does not say what a turn is., cs: "Neříká, co je tah."}
  ours.2:
    says: Twenty miles are enough.
    cs: Dvacet mil je dost.
    kind: public
    about: race.2
    why: The printed track has twenty spaces.
"""
SCENARIOS = """\
scenarios:
  whoever rests stays:
    rule: [race.1, ours.1]
    start: race
    when: [{player 1: rest}]
    then: {player 1: {miles: 0}, decides: player 2}
"""


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "race"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text(RACE, encoding="utf-8")
    (folder / "scenarios" / "turns.yaml").write_text(SCENARIOS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_decision_stands_beside_the_statements_that_it_touches(rulewright: Run, race: Path) -> None:
    assert rulewright("check", "./race", "--strict").code == 0
    done = rulewright("rules", "./race", "--decisions")
    assert done.code == 0
    assert done.out.split("\n\n") == [
        "ours.1 (decision): A player may rest.\n"
        "  why: It does not say what a turn is.\n"
        "  about:\n"
        "    race.1: Players take turns.\n"
        "    race.2: Whoever first has enough miles wins.\n"
        "  shown by: whoever rests stays",
        "ours.2 (public fact): Twenty miles are enough.\n"
        "  why: The printed track has twenty spaces.\n"
        "  about:\n"
        "    race.2: Whoever first has enough miles wins.\n"
        "  shown by: –\n",
    ]


def test_a_statement_with_who_cites_and_shows_it_and_what_is_about_it(rulewright: Run, race: Path) -> None:
    done = rulewright("rules", "./race", "race")
    assert done.out.split("\n\n") == [
        "race.1: Players take turns.\n"
        "  touched by: ours.1\n"
        "  cited by: phase 'race'\n"
        "  shown by: whoever rests stays",
        "race.2: Whoever first has enough miles wins.\n"
        "  touched by: ours.1; ours.2\n"
        "  cited by: state 'miles'; option 'run' of 'race'\n"
        "  shown by: –\n",
    ]


def test_in_another_language_and_in_the_language_of_the_rules_where_that_has_no_words(
    rulewright: Run, race: Path
) -> None:
    done = rulewright("rules", "./race", "--decisions", "--lang", "cs")
    assert "ours.1 (rozhodnutí): Hráč smí odpočívat.\n  proč: Neříká, co je tah.\n  týká se:\n" in done.out
    assert "    race.1: Hráči se střídají." in done.out
    assert "  proč: The printed track has twenty spaces." in done.out
    other = rulewright("rules", "./race", "--lang", "xx")
    assert other.code == 2
    assert "has no language 'xx'" in other.err


def test_as_data(rulewright: Run, race: Path) -> None:
    data = json.loads(rulewright("rules", "./race", "--decisions", "--lang", "cs", "--format", "json").out)
    first, second = data["rules"]
    assert data["game"] == "race"
    assert first["id"] == "ours.1"
    assert first["kind"] == "decision"
    assert first["why"] == "Neříká, co je tah."
    assert first["about"] == [
        {"id": "race.1", "kind": "rule", "says": "Hráči se střídají."},
        {"id": "race.2", "kind": "rule", "says": "Vyhrává, kdo má první dost mil."},
    ]
    assert first["cited_by"] == ["option 'rest' of 'race'"]
    assert first["shown_by"] == ["whoever rests stays"]
    assert second["kind"] == "public"
    every = json.loads(rulewright("rules", "./race", "--format", "json").out)["rules"]
    assert [one["id"] for one in every] == ["race.1", "race.2", "ours.1", "ours.2"]
    assert [one["id"] for one in every[1]["touched_by"]] == ["ours.1", "ours.2"]


def test_what_is_not_there(rulewright: Run, race: Path) -> None:
    done = rulewright("rules", "./race", "nowhere")
    assert done.code == 1
    assert "has no such rule or section" in done.err
    assert rulewright("rules", "classics/tic-tac-toe", "--decisions").out == (
        "Nothing was decided beside the rulebook.\n"
    )


BIG = ["do-podzemi", "hrad", "hrdina-v-kostce", "priseri", "vladci-podzemi"]


@pytest.mark.parametrize("name", sample(BIG, 2))
def test_every_decision_of_a_big_game_is_shown(rulewright: Run, name: str) -> None:
    ours = [rule for rule in shipped_game(name).rules.values() if rule.kind in ("decision", "public")]
    out = rulewright("rules", name, "--decisions").out
    assert [line.split()[0] for line in out.split("\n") if line and not line.startswith(" ")] == [
        rule.id for rule in ours
    ]
