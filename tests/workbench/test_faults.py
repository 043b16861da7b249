"""Rules that go wrong, and rules that the checker refuses: every command reports the same."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.memory.faults import STEP_LIMIT, RulesFault

from ..amount import sample
from .conftest import Run

HEAD = """\
rulewright: 1
game: faulty
players: 2..3
players have: {gold: 0..9}
components:
  card: {starts in: the deck, designs: {ace: {copies: 2}}}
places:
  deck: {is: "pile of cards, hidden"}
  hand: {is: hand of cards}
flow:
"""
PLAY = """\
  - phase: play
    repeat: until the match ends
    turns: clockwise from player 1, each player, once each
    options:
      win: {do: the player wins}
"""
AT_ONCE = """\
  - phase: setup
    turns: clockwise from player 1, each player, once each
    turn: choose a card in the player's hand, as the pick
"""
EXCERPT = "   13 |     turn: choose a card in the player's hand, as the pick"
NOBODY = '  - phase: setup\n    do: "for each player: the player\'s gold goes up by 1"\n'


@pytest.fixture(params=["play", "simulate", "coverage"])
def plays(request: pytest.FixtureRequest) -> list[str]:
    """The commands that play a game."""
    more = {"play": ["--bots"], "simulate": ["--matches", "20"], "coverage": ["--matches", "3"]}
    return [request.param, "g.yaml", *more[request.param]]


def _written(setup: str) -> None:
    Path("g.yaml").write_text(HEAD + setup + PLAY, encoding="utf-8")


def test_rules_that_go_wrong_before_the_first_decision_are_told_with_their_place(
    rulewright: Run, plays: list[str]
) -> None:
    _written(AT_ONCE)
    done = rulewright(*plays)
    assert done.code == 1
    assert done.err.startswith("g.yaml:13:11: error RW404: there is nothing to choose from\n" + EXCERPT)
    assert "rulewright explain RW404" in done.err
    assert "fault of Rulewright" not in done.err


def test_rules_that_go_wrong_are_counted(rulewright: Run) -> None:
    _written(AT_ONCE)
    told = rulewright("simulate", "g.yaml", "--matches", "20", "--players", "2")
    assert "in 20 of 20 matches of 2 players, the first with seed" in told.err
    counts = json.loads(rulewright("simulate", "g.yaml", "--matches", "20", "--format", "json").out)
    assert (counts["faults"], len(counts["fault list"])) == (20, 20)
    data = json.loads(rulewright("coverage", "g.yaml", "--matches", "3", "--format", "json").out)
    assert [(one["code"], one["line"], len(one["notes"])) for one in data["faults"]] == [("RW404", 13, 2)]


def test_processes_tell_each_fault_once(rulewright: Run) -> None:
    _written(AT_ONCE)
    arguments = ("simulate", "g.yaml", "--matches", "200", "--players", "2", "--processes")
    assert rulewright(*arguments, "2") == rulewright(*arguments, "1")


def test_coverage_counts_what_was_reached_before_the_rules_went_wrong(rulewright: Run) -> None:
    Path("g.yaml").write_text(HEAD + LATER + AT_ONCE, encoding="utf-8")
    data = json.loads(rulewright("coverage", "g.yaml", "--matches", "3", "--format", "json").out)
    assert [one["code"] for one in data["faults"]] == ["RW404"]
    assert data["texts run by random matches"]["missing"] == ["phase setup", "turn setup"]


def test_what_the_checker_refuses_is_not_played(rulewright: Run, plays: list[str]) -> None:
    _written(NOBODY)
    assert "error RW311" in rulewright("check", "g.yaml").out
    done = rulewright(*plays)
    assert (done.code, done.out) == (1, "")
    assert "error RW311: nobody acts here" in done.err
    assert "warning" not in done.err


def test_scenarios_of_rules_that_the_checker_refuses_are_not_run(rulewright: Run) -> None:
    _written(NOBODY)
    Path("scenarios").mkdir()
    Path("scenarios/s.yaml").write_text("scenarios:\n  any: {then: {over: no}}\n", encoding="utf-8")
    done = rulewright("test", "g.yaml")
    assert done.code == 1
    assert "error RW311: nobody acts here" in done.out
    assert done.out.endswith("0 passed, 1 failed\n")


LATER = PLAY.replace("    repeat: until the match ends\n", "").replace("the player wins", "nothing")


def test_the_record_of_a_fault_is_kept_and_gone_on_with(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("g.yaml").write_text(HEAD + LATER + AT_ONCE, encoding="utf-8")
    arguments = ("simulate", "g.yaml", "--matches", "5", "--players", "2")
    assert "'rulewright play g.yaml --resume FILE'" in rulewright(*arguments).err
    kept = rulewright(*arguments, "--keep", "r.json")
    assert "'rulewright play g.yaml --resume r.json'" in kept.err
    monkeypatch.setattr("sys.stdin", io.StringIO("log\nquit\n"))
    played = rulewright("play", "g.yaml", "--resume", "r.json")
    assert "g.yaml:17:11: error RW404" in played.err
    assert "resumes just before this" in played.err
    assert played.code == 0


def test_the_record_of_a_fault_at_the_beginning_shows_it_once(rulewright: Run) -> None:
    _written(AT_ONCE)
    rulewright("simulate", "g.yaml", "--matches", "5", "--keep", "r.json")
    played = rulewright("play", "g.yaml", "--resume", "r.json")
    assert (played.code, played.err.count("error RW404")) == (1, 1)


def test_a_place_where_no_record_can_be_kept(rulewright: Run) -> None:
    _written(AT_ONCE)
    done = rulewright("simulate", "g.yaml", "--matches", "5", "--keep", "nowhere/r.json")
    assert (done.code, done.err) == (
        2,
        "rulewright simulate: nowhere/r.json cannot be written: there is no such folder\n",
    )


def test_rules_are_never_written_over(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("save g.yaml\nquit\n"))
    text = HEAD + LATER
    Path("g.yaml").write_text(text, encoding="utf-8")
    for option in ("--keep", "--output"):
        done = rulewright("simulate", "g.yaml", "--matches", "1", option, "g.yaml")
        assert (done.code, "it holds rules" in done.err) == (2, True)
    assert rulewright("play", "g.yaml", "--save", "g.yaml").code == 2
    assert "g.yaml cannot be written: it holds rules" in rulewright("play", "g.yaml", "--forced", "ask").out
    assert Path("g.yaml").read_text(encoding="utf-8") == text


def test_leaving_a_match_does_not_write_over_the_record_of_its_fault(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("g.yaml").write_text(HEAD + LATER + AT_ONCE, encoding="utf-8")
    rulewright("simulate", "g.yaml", "--matches", "5", "--players", "2", "--keep", "r.json")
    record = Path("r.json").read_text(encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert "saved to g.yaml.save" in rulewright("play", "g.yaml", "--resume", "r.json").out
    assert Path("r.json").read_text(encoding="utf-8") == record
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert "saved to g.yaml.save" in rulewright("play", "g.yaml", "--resume", "g.yaml.save").out


def test_a_save_of_other_rules_says_how_to_try_it(rulewright: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("save my.save\nquit\n"))
    _written("")
    assert rulewright("play", "g.yaml", "--forced", "ask").code == 0
    Path("g.yaml").write_text((HEAD + PLAY).replace("copies: 2", "copies: 3"), encoding="utf-8")
    refused = rulewright("play", "g.yaml", "--resume", "my.save", "--bots")
    assert refused.code == 2
    assert "RW705: the rules have changed" in refused.err
    assert "'--other-rules' tries it" in refused.err
    assert rulewright("play", "g.yaml", "--resume", "my.save", "--bots", "--other-rules").code == 0


WRONG = (
    ("play", "--bots", "--seed", "1"),
    ("simulate", "--matches", "2", "--processes", "1"),
    ("test",),
    ("coverage",),
)


LOOKED_AT = [
    (where, command)
    for where in ("log_lines", "reached", "determinize", "view", "pending")
    for command in WRONG
]


@pytest.mark.parametrize(
    ("where", "command"), sample(LOOKED_AT, 8), ids=lambda one: one if isinstance(one, str) else one[0]
)
def test_rules_that_go_wrong_where_a_match_is_looked_at(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], where: str
) -> None:
    """Rules run there too: in numbers, in guards, and when a match is replayed."""

    def wrong(self: Match, *args: object, **options: object) -> None:
        raise RulesFault(STEP_LIMIT)

    monkeypatch.setattr(Match, where, wrong)
    options = ("--bot", "greedy:1") if command[0] in ("play", "simulate") else ()
    more = ("--matches", "2") if command[0] == "coverage" else ()
    done = rulewright(command[0], "classics/pig", *command[1:], *options, *more)
    assert done.code in (0, 1), done
    assert "Traceback" not in done.err
    assert "this is a fault of Rulewright" not in done.err
    if done.code and command[0] != "coverage":
        assert "RW410" in done.out + done.err or "RW603" in done.out


def test_other_rules_stop_before_what_they_do_not_have_and_keep_the_save(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    renamed = TURNS.replace("win:", "triumph:")
    Path("g.yaml").write_text(TURNS, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("\nwait\n\nwait\n\nsave my.save\nquit\n"))
    assert rulewright("play", "g.yaml", "--people", "2", "--seed", "1").code == 0
    kept = Path("my.save").read_text(encoding="utf-8")
    Path("g.yaml").write_text(TURNS.replace("      wait:", "      pass by:"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("\nquit\n"))
    found = rulewright("play", "g.yaml", "--people", "2", "--resume", "my.save", "--other-rules")
    assert "choice 1 was" in found.err
    assert "'wait'" in found.err
    assert "after 0 of 2 choices" in found.err
    assert Path("my.save").read_text(encoding="utf-8") == kept
    Path("g.yaml").write_text(renamed, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert rulewright("play", "g.yaml", "--people", "2", "--resume", "my.save", "--other-rules").code == 0


TURNS = """\
rulewright: 1
game: g
players: 2
flow:
  - phase: guess
    repeat: 9 times
    turns: clockwise from player 1, each player, once each
    options:
      win: {do: the player wins}
      wait: {do: nothing}
"""
