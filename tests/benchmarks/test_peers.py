"""The comparison with others: what plays, how it is measured, and how goals are judged."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import rulewright
from rulewright.interpreter.lower import lower

from .scripts import scripts


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, Any]]:
    with scripts("compiled", "contenders", "goals", "measuring", "native", "peers", "thinking") as found:
        yield found


def bench(modules: dict[str, Any], title: str) -> Any:
    return next(one for one in modules["contenders"].BENCHES if one.title == title)


# ---------------------------------------------------------------------------- the games


def test_every_contender_plays_whole_matches(modules: dict[str, Any]) -> None:
    """At random, tic-tac-toe takes 5 to 9 moves, whoever plays it."""
    found = modules["contenders"].contenders(bench(modules, "tic-tac-toe, 2 players"))
    assert {
        "by hand in Python",
        "Rulewright, Python engine",
        "Rulewright, `Match`",
        "`rulewright simulate`",
    } <= set(found)
    for who, player in found.items():
        assert 5 * 20 <= player(20) <= 9 * 20, who


def test_contenders_that_are_not_there_are_left_out_and_named(
    modules: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(modules["native"].importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(modules["contenders"], "has_openspiel", lambda: False)
    monkeypatch.setattr(modules["peers"], "has_openspiel", lambda: False)
    found = modules["contenders"].contenders(bench(modules, "tic-tac-toe, 2 players"))
    assert not [who for who in found if " in C" in who or "OpenSpiel" in who or "native" in who]
    said = " ".join(modules["peers"].left_out())
    assert "OpenSpiel is not installed" in said
    assert "no C compiler" in said
    assert "llvmlite is not installed" in said


def test_every_goal_is_about_something_that_is_measured(modules: dict[str, Any]) -> None:
    titles = {one.title for one in modules["contenders"].BENCHES}
    assert {goal.title for goal in modules["goals"].GOALS} == titles


def test_a_report_has_a_table_of_each_game_and_of_its_goals(
    modules: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modules["contenders"], "simulate", lambda *_: None)  # a new process each time is slow
    games = [bench(modules, title) for title in ("tic-tac-toe, 2 players", "kuhn-poker, 2 players")]
    text = modules["peers"].report(games, 1, 0.01)
    assert capsys.readouterr().err.count("| Rulewright, Python engine |") == 2
    for part in text.split("\n\n")[1:]:
        widths = {line.count("|") for line in part.splitlines()}
        assert len(widths) == 1, part
    assert "| tic-tac-toe, 2 players | Rulewright, Python engine | 50,000 a second |" in text
    if not modules["native"].why_not():
        assert "| Rulewright, native engine |" in text
        assert "| kuhn-poker | " in text  # how long it takes to compile
    assert "hrad" not in text


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker"])
def test_native_matches_have_the_chances_of_those_by_hand(modules: dict[str, Any], name: str) -> None:
    """The loop over matches is the benchmark's own; what is in the matches, the tests of the engine compare."""
    if modules["native"].why_not() or modules["compiled"].why_not():
        return
    rules = rulewright.load(f"classics/{name}")
    matches = 100_000
    decisions, winners = modules["native"].Playouts(lower(rules).program).play(matches, 2)
    in_c, tally = modules["compiled"].playouts(name)(matches, seed=1)
    first = tally[0] if name == "tic-tac-toe" else tally[3] + tally[4]
    assert sum(winners) == matches
    assert winners[1] / matches == pytest.approx(first / matches, abs=0.01)
    assert decisions == pytest.approx(in_c, rel=0.005)


def test_the_search_is_measured_on_every_engine(modules: dict[str, Any]) -> None:
    search = modules["thinking"].Search("classics/connect-four", 2, 1)
    title, python, native, goal, reached = modules["thinking"].row(search, 3, 0.01)
    assert (title, goal) == ("connect-four, 2 players", "1")
    assert int(python.replace(",", "")) > 10
    assert (native, reached) == ("–", "–") if modules["native"].why_not() else reached == "yes"


@pytest.mark.parametrize("question", ["Your next order?", "Where do you fight?"])
def test_a_search_is_measured_where_a_question_is_asked(modules: dict[str, Any], question: str) -> None:
    game = rulewright.load("vladci-podzemi")
    begun = rulewright.Match(game, 4, 1, engine="python")
    match = modules["thinking"].asked(begun, question, random.Random(1))
    assert match.decision.ask() == question
    assert len(match.decision.options) > 1


def test_players_who_decide_simultaneously_play_whole_matches(modules: dict[str, Any]) -> None:
    """With the integers of the engine, and with `Match`."""
    for player in (modules["contenders"].kernel, modules["contenders"].with_match):
        assert 200 < player(rulewright.load("vladci-podzemi"), 4)(1) < 500


# ------------------------------------------------------------------------- measuring


def test_rounds_go_through_all_contenders_in_turn(modules: dict[str, Any]) -> None:
    played: list[str] = []

    def player(name: str) -> Any:
        def play(matches: int) -> int:
            played.append(name)
            sum(range(5000 * matches))
            return 3 * matches

        return play

    found = modules["measuring"].measure({"a": player("a"), "b": player("b")}, 3, 0.002)
    assert played[-6:] == ["a", "b"] * 3
    assert [len(one.seconds) for one in found.values()] == [3, 3]
    assert found["a"].length == 3


def test_a_process_that_has_ended_counts(modules: dict[str, Any]) -> None:
    def play(_: int) -> int:
        subprocess.run([sys.executable, "-c", "sum(range(3_000_000))"], check=True)
        return 1

    took, _ = modules["measuring"].spent(play, 1)
    assert took > 0.01


def test_speeds_are_medians_and_ratios_those_of_the_same_round(modules: dict[str, Any]) -> None:
    measured = modules["measuring"].Measured
    slow, fast = measured(1, [4.0, 40.0, 4.0], [1, 1, 1]), measured(1, [2.0, 10.0, 1.0], [1, 1, 1])
    assert fast.speed == 0.5
    assert fast.times(slow) == 4  # of 2, 4 and 4


# ------------------------------------------------------------------------------ goals


@pytest.mark.parametrize(
    ("seconds", "value", "reached"), [(0.001, "1,000 a second", "yes"), (0.002, "500 a second", "**no**")]
)
def test_a_goal_of_matches_a_second(
    modules: dict[str, Any], seconds: float, value: str, reached: str
) -> None:
    goal = modules["goals"].Goal("a game", "ours", 1000)
    results = {"a game": {"ours": modules["measuring"].Measured(1, [seconds], [1])}}
    assert goal.row(results) == ("a game", "ours", "1,000 a second", value, reached)
    assert goal.row({}) == ("a game", "ours", "1,000 a second", "not measured", "–")


@pytest.mark.parametrize(
    ("seconds", "value", "reached"), [(5, "5.0 times", "yes"), (6, "6.0 times", "**no**")]
)
def test_a_goal_beside_another(modules: dict[str, Any], seconds: float, value: str, reached: str) -> None:
    measured = modules["measuring"].Measured
    goal = modules["goals"].Goal("a game", "ours", other="theirs", most=5)
    both = {"ours": measured(1, [seconds], [1]), "theirs": measured(1, [1], [1])}
    assert goal.row({"a game": both})[2:] == ("5 times the time theirs", value, reached)
    assert goal.row({"a game": {"ours": both["ours"]}})[3:] == ("not measured", "–")
