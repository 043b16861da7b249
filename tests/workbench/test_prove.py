"""`prove`: known counts of positions, what is found in small games, and the command."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.memory.words import Memory
from rulewright.workbench.prove.finding import Finding, Verdict
from rulewright.workbench.prove.searched.proving import Outcome, prove_by_searching
from rulewright.workbench.prove.searched.search import Bounds
from rulewright.workbench.prove.solved import Payoffs, solve, why_not_learnable, why_not_solvable

from ..interpreter.small_games import shipped_game, small_game
from .conftest import Run

LAMP = """\
rulewright: 2
game: lamp
players: 1
game has:
  light: {type: 0..3, starts: 0}
  cracks: {type: 0..1, starts: 0}
flow:
  - phase: play
    repeat: until the match ends
    turns: clockwise from player 1, each player, once each
    options:
      brighter: {if: light < 2 and cracks = 0, do: light goes up by 1}
      darker: {if: light > 0 and cracks = 0, do: light goes down by 1}
      blow: {if: light = 3, do: the player wins}
      break: {if: light = 1 and cracks = 0, do: cracks becomes 1}
      wait: {if: cracks = 1, do: nothing}
      leave: {if: light = 2, do: the match ends}
"""


def game_of(text: str) -> Game:
    report = Report()
    game = load_game([Source("lamp.yaml", text)], report)
    assert game is not None, to_text(report.diagnostics)
    return game


def searched(game: Game, players: int, **bounds: Any) -> Outcome:
    return prove_by_searching(Match(game, players, explicit_chance=True), Bounds(**bounds))


def by_claim(outcome: Outcome) -> dict[str, Finding]:
    return {one.claim: one for one in outcome.findings}


# ------------------------------------------------------------------------ known counts


def test_every_position_of_tic_tac_toe() -> None:
    outcome = searched(shipped_game("classics/tic-tac-toe"), 2)
    assert outcome.searched.whole
    assert (len(outcome.searched.space), len(outcome.searched.ends)) == (5478, 958)
    assert {one.verdict for one in outcome.findings} == {Verdict.HOLDS}


def histories(engine: Engine, m: Memory, met: set[bytes]) -> int:
    """How many histories there are from a position on; `met` gets all memories, without any renaming."""
    met.add(m.tobytes())
    if engine.over(m):
        return 1
    found = 1
    for action in engine.actions(m, 0):
        later = m[:]
        engine.act(later, 0, action)
        found += histories(engine, later, met)
    return found


def paths(outcome: Outcome) -> int:
    """The same, counted in the positions that a search has met: each way to each of them is a history."""
    edges, ways = outcome.searched.space.edges, [1] + [0] * (len(outcome.searched.space) - 1)
    for at in range(0, len(edges), 2):
        ways[edges[at + 1]] += ways[edges[at]]
    return sum(ways)


@pytest.mark.parametrize(("name", "count", "known"), [("kuhn-poker", 52, 58), ("leduc-poker", 4693, 9457)])
def test_every_position_of_poker(name: str, count: int, known: int) -> None:
    """Kuhn poker has 58 histories (the start, 3 first cards, 6 deals with 9 ways to bet each), Leduc poker 9,457."""
    game = shipped_game(f"classics/{name}")
    outcome = searched(game, 2)
    assert (outcome.searched.whole, len(outcome.searched.space)) == (True, count)
    match, met = Match(game, 2, explicit_chance=True), set[bytes]()
    assert histories(match.rules.engine, match.memory, met) == paths(outcome) == known
    assert len(met) >= count


# ---------------------------------------------------------------------- what is found


def test_a_dead_option_and_a_match_that_never_ends_are_found() -> None:
    found = by_claim(searched(game_of(LAMP), 1))
    dead = found["'blow' at 'play' can be chosen"]
    assert (dead.verdict, dead.fault) == (Verdict.FAILS, True)
    endless = found["from every position the match can still end"]
    assert endless.verdict is Verdict.FAILS
    assert endless.witness is not None
    assert endless.witness.steps == ("Player 1: brighter", "Player 1: break")
    assert endless.span is not None
    nobody = found["somebody can win"]
    assert (nobody.verdict, nobody.fault) == (Verdict.FAILS, False)
    assert found["the match can end"].verdict is Verdict.HOLDS


def test_a_witness_is_a_shortest_one_that_can_be_replayed() -> None:
    game = game_of(LAMP)
    end = by_claim(searched(game, 1))["the match can end"]
    assert end.witness is not None
    assert Match.replay(game, end.witness.text).is_over
    assert end.witness.steps == ("Player 1: brighter", "Player 1: brighter", "Player 1: leave")


def test_faults_of_the_rules_are_found_with_their_way() -> None:
    outcome = searched(small_game("faulty"), 1, positions=300, seconds=20)
    faults = [one for one in outcome.findings if one.claim.startswith("the rules never go wrong")]
    assert {one.said.partition(":")[0] for one in faults} >= {"RW401", "RW402", "RW410", "RW411"}
    assert all(one.span is not None and one.witness is not None for one in faults)
    invariant = by_claim(outcome)["invariant: nobody is rich"]
    assert (invariant.verdict, invariant.fault) == (Verdict.FAILS, True)


def test_a_bound_leaves_questions_open() -> None:
    outcome = searched(shipped_game("classics/tic-tac-toe"), 2, positions=50, seconds=0.2)
    found = by_claim(outcome)
    assert (outcome.searched.ended, outcome.searched.whole) == ("positions", False)
    assert found["the rules never go wrong, and nobody is stuck"].verdict is Verdict.OPEN
    assert found["player 2 can win"].verdict is Verdict.HOLDS  # in a random match
    assert not any(one.fault for one in outcome.findings)


def test_best_first_meets_the_same_positions() -> None:
    match = Match(shipped_game("classics/kuhn-poker"), 2, explicit_chance=True)
    outcome = prove_by_searching(match, Bounds(), best_first=True)
    assert (len(outcome.searched.space), outcome.searched.whole) == (52, True)


# --------------------------------------------------------------- the author's questions

ASKED = """\
questions:
  bright: {possible: light = 2}
  too bright: {possible: light = 3}
  dim: {always: light < 2}
  dim if broken: {always: light < 2, if: cracks = 1}
  bright and broken: {possible: light = 2, if: cracks = 1}
  won: {possible: the player wins}
  nobody won: {possible: nobody wins}
  over: {possible: the match ends}
"""


def test_questions_in_the_words_of_the_rules() -> None:
    found = by_claim(searched(game_of(LAMP + ASKED), 1))
    names = [line.partition(":")[0].strip() for line in ASKED.splitlines()[1:]]
    yes = {name for name in names if found[name].verdict is Verdict.HOLDS}
    assert yes == {"bright", "dim if broken", "over", "nobody won"}
    assert {name for name in names if found[name].fault} == set(names) - yes
    dim = found["dim"]
    assert dim.witness is not None
    assert dim.witness.steps == ("Player 1: brighter", "Player 1: brighter")
    assert str(dim.span).startswith("lamp.yaml:21:3")


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("{possible: light = 2, always: light = 1}", "RW220"),
        ("{if: light = 2}", "RW220"),
        ("{possible: light goes up by 1}", "RW201"),
        ("{possible: 'light becomes 1; the player wins'}", "RW220"),
        ("{always: lihgt = 1}", "RW202"),
    ],
)
def test_a_question_that_means_nothing_is_reported(question: str, code: str) -> None:
    report = Report()
    text = LAMP + "questions:\n  it: " + question + "\n"
    load_game([Source("lamp.yaml", text)], report)
    assert code in {one.code for one in report.errors}


def test_questions_change_no_match() -> None:
    one, other = game_of(LAMP), game_of(LAMP + "questions:\n  bright: {possible: light = 2}\n")
    assert one.content_hash == other.content_hash
    programs = [Match(game, 1).rules.program_digest for game in (one, other)]
    assert programs[0] == programs[1]
    assert Match.load(other, Match(one, 1).save()).memory == Match(one, 1).memory


# ------------------------------------------------------------------------ what it is worth


def value(game: Game, players: int = 2) -> str:
    match = Match(game, players, explicit_chance=True)
    payoffs = Payoffs(match)
    outcome = prove_by_searching(match, Bounds(), also=[payoffs])
    return solve(match, outcome.searched, payoffs).said


def connect(width: int, height: int, length: int) -> int:
    """What Connect Four on a small board is worth to whoever begins, by trying everything, without our rules."""

    def is_line(board: tuple[str, ...], column: int) -> bool:
        at = (column, len(board[column]) - 1)
        mark = board[column][-1]

        def owned(x: int, y: int) -> bool:
            return 0 <= x < width and 0 <= y < len(board[x]) and board[x][y] == mark

        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                step = 1
                while owned(at[0] + sign * step * dx, at[1] + sign * step * dy):
                    run, step = run + 1, step + 1
            if run >= length:
                return True
        return False

    @cache
    def worth(board: tuple[str, ...], mark: str) -> int:
        best = None
        for column in range(width):
            if len(board[column]) < height:
                later = (*board[:column], board[column] + mark, *board[column + 1 :])
                found = 1 if is_line(later, column) else -worth(later, "o" if mark == "x" else "x")
                best = found if best is None else max(best, found)
        return 0 if best is None else best

    return worth(("",) * width, "x")


@pytest.mark.parametrize(("width", "height", "length"), [(3, 3, 3), (4, 2, 3), (4, 3, 4)])
def test_small_boards_of_connect_four_are_solved(width: int, height: int, length: int) -> None:
    path = Path(__file__).parents[2] / "games" / "classics" / "connect-four" / "game.yaml"
    text = path.read_text(encoding="utf-8").replace("7 by 6", f"{width} by {height}")
    discs = (width * height + 1) // 2
    text = text.replace("copies: 21", f"copies: {discs}").replace("a line of 4", f"a line of {length}")
    known = {1: "player 1 wins", 0: "nobody wins", -1: "player 2 wins"}[connect(width, height, length)]
    assert value(game_of(text)).startswith(known)


def test_luck_and_positions_that_come_again_are_solved() -> None:
    """The first player wins with 1/2 + 1/4 * p, so p = 2/3: as often again as the other."""
    text = """\
rulewright: 2
game: coin
players: 2
flow:
  - phase: play
    repeat: until the match ends
    turns: clockwise from player 1, each player, once each
    options:
      throw: {do: "choose a number from 1 to 2 at random, as the toss; if the toss = 1: the player wins"}
      wait: {do: nothing}
"""
    assert value(game_of(text)).startswith("about 0.333333 for player 1")


def test_tic_tac_toe_is_a_draw_and_others_say_why_they_are_open() -> None:
    assert value(shipped_game("classics/tic-tac-toe")).startswith("nobody wins")
    match = Match(shipped_game("classics/rock-paper-scissors"), 2, explicit_chance=True)
    outcome = prove_by_searching(match, Bounds())
    assert why_not_solvable(match) != ""
    assert "come again" in why_not_learnable(match, outcome.searched)


def test_the_value_of_poker_is_learnt(rulewright: Run) -> None:
    pytest.importorskip("pyspiel")
    done = rulewright("prove", "classics/kuhn-poker", "--solve", "--minutes", "0.02", "--format", "json")
    (said,) = (one["said"] for one in json.loads(done.out)["findings"] if one["part"] == "solved")
    least, most = map(float, re.findall(r"-?[0-9]+\.[0-9]+", said)[:2])
    assert least - 1e-4 <= -1 / 18 <= most + 1e-4
    assert most - least < 0.1


# ------------------------------------------------------------------------- the command


def test_the_command_shows_and_writes(rulewright: Run, tmp_path: Path) -> None:
    done = rulewright("prove", "classics/kuhn-poker", "--witnesses", "found")
    assert (done.code, done.err) == (0, "")
    assert "52 positions, all of them" in done.out
    (record,) = tmp_path.glob("found/player-2-can-win-*.json")
    again = rulewright("play", "classics/kuhn-poker", "--resume", str(record), "--bots")
    assert "Player 2 won" in again.out


def test_a_scenario_says_where_to_begin(rulewright: Run, tmp_path: Path) -> None:
    (tmp_path / "lamp.yaml").write_text(LAMP, encoding="utf-8")
    names = (
        "broken: {start: play, given: {cracks: 1}}",
        "odd: {given: {crack: 1}}",
        "lit: {given: {light: 1}}",
    )
    text = "scenarios:\n" + "".join(f"  {name}\n" for name in names)
    (tmp_path / "where.yaml").write_text(text, encoding="utf-8")
    done = rulewright("prove", "./lamp.yaml", "--scenario", "where.yaml:broken", "--format", "json")
    data = json.loads(done.out)
    said = {one["claim"]: one["verdict"] for one in data["findings"]}
    assert (data["positions"], said["the match can end"]) == (1, "fails")
    rulewright("prove", "./lamp.yaml", "--scenario", "where.yaml:lit", "--witnesses", "found")
    (record,) = tmp_path.glob("found/the-match-can-end-*.json")
    assert "match is over" in rulewright("play", "./lamp.yaml", "--resume", str(record), "--bots").out
    odd = rulewright("prove", "./lamp.yaml", "--scenario", "where.yaml:odd")
    assert (odd.code, "where.yaml:3" in odd.err) == (1, True)
    both = rulewright("prove", "./lamp.yaml", "--scenario", "where.yaml:odd", "--players", "1")
    assert (both.code, "leave out --players" in both.err) == (2, True)


def test_what_is_not_as_it_should_be_is_told_with_its_place(rulewright: Run, tmp_path: Path) -> None:
    (tmp_path / "lamp.yaml").write_text(LAMP, encoding="utf-8")
    done = rulewright("prove", "./lamp.yaml", "--format", "json")
    data = json.loads(done.out)
    assert (done.code, data["positions"], data["whole"]) == (1, 5, True)
    shown = rulewright("prove", "./lamp.yaml")
    assert "lamp.yaml:8:12" in shown.err
    assert "RW750" in shown.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--positions", "0"), "at least 1"),
        (("--minutes", "soon"), "not a number of minutes"),
        (("--players", "7"), "RW703"),
        (("--option", "x=1"), "RW703"),
    ],
)
def test_what_makes_no_sense_is_refused(rulewright: Run, arguments: tuple[str, ...], message: str) -> None:
    done = rulewright("prove", "classics/kuhn-poker", *arguments)
    assert (done.code, message in done.err) == (2, True)
