"""What scenarios can fix and point at: luck, the end, single copies, cells of a player's own board."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.workbench.files.games import find_game

from .test_scenarios import only, run

GAME = """\
rulewright: 1
game: told
players: 1..12
components:
  token:
    starts in: the bag
    state:
      wounds: 0..5
      mate: token or none
    designs: {red token: {copies: 3}, blue token: {copies: 2}}
places:
  bag: area of tokens
  pile: pile of tokens
  land: {is: "grid of tokens, 3 by 1, per player", cell: field}
game has:
  sum: 0..99
  luckiest: player or none
flow:
  - phase: cast
    do: |
      choose a number from 1 to 6 at random, as the eyes
      sum goes up by the eyes
      choose a player at random, as the lucky
      luckiest becomes the lucky
  - phase: lay
    turns: clockwise from player 1, each player, once each
    turn: |
      choose a token in the bag at random, as the drawn
      choose an empty field in the player's land, as the spot
      put the drawn into the spot
  - phase: late
    do: sum becomes 50
"""


def told() -> Game:
    return loaded(GAME)


@cache
def loaded(text: str) -> Game:
    report = Report()
    game = load_game([Source("told.yaml", text)], report, strict=False)
    assert game is not None, to_text(report.diagnostics)
    return game


def passes(body: str) -> None:
    result = run(body, told())
    assert result.passed, to_text(result.diagnostics)


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_luck_chooses_what_the_scenario_says(seed: int) -> None:
    passes(
        f"seed: {seed}\nplayers: 3\nluck: [5, player 3, blue token, red token]\n"
        "when: ['player 1: b1', 'player 2: a1']\n"
        "then: {sum: 5, luckiest: player 3, player 1: {b1: [blue token]}, player 2: {a1: [red token]}, "
        "decides: player 3}"
    )


def test_luck_is_taken_back_with_the_choice_before_it() -> None:
    passes(
        "players: 2\nluck: [5, player 1, blue token, red token]\n"
        "when: ['player 1: b1', undo, 'player 1: c1', 'player 2: a1']\n"
        "then: {sum: 50, player 1: {b1: empty, c1: [blue token]}, player 2: {a1: [red token]}, over: yes}"
    )


@pytest.mark.parametrize(
    ("luck", "code", "message"),
    [
        ("[7]", "RW602", "luck cannot choose '7' here"),
        ("[5, player 3]", "RW602", "luck cannot choose 'player 3' here"),
        ("[5, player 1, green token]", "RW602", "luck cannot choose 'green token' here"),
        ("[5, player 1, red token, blue token]", "RW601", "luck never had to choose 'blue token'"),
    ],
)
def test_luck_that_does_not_come_is_told(luck: str, code: str, message: str) -> None:
    found = only(run(f"players: 2\nluck: {luck}\n", told()))
    assert found.code == code
    assert found.message == message


def test_a_scenario_ends_with_a_phase() -> None:
    passes("players: 2\nluck: [4]\nend: cast\nthen: {sum: 4, over: yes, winners: nobody}")
    passes("start: lay\nend: lay\nwhen: ['player 1: a1']\nthen: {sum: 0, over: yes}")
    passes("start: late\nend: lay\nthen: {sum: 50, over: yes}")
    assert only(run("end: lya", told())).help == "did you mean 'lay'?"
    assert "ends after its effect" in only(run("do: nothing\nend: lay", told())).message


def test_copies_have_states_of_their_own() -> None:
    passes(
        "given: {pile: [2 red token, blue token], red token's wounds: [1, 3]}\ndo: nothing\n"
        "then: {red token's wounds: [3, 1, 0], pile's red token's wounds: [1, 3], pile's blue token's wounds: 0}"
    )
    passes(
        "given: {pile: [2 red token], bag: [red token], pile's red token's wounds: [4, 2], "
        "bag's red token's wounds: 5}\n"
        "do: put the top token of the pile into the bag\n"
        "then: {pile's red token's wounds: 4, bag's red token's wounds: [5, 2]}"
    )
    passes(
        "given: {player 1: {b1: [blue token], b1's blue token's wounds: 2}, pile: [blue token]}\ndo: nothing\n"
        "then: {player 1: {b1's blue token's wounds: 2}, pile's blue token's wounds: 0}"
    )
    passes(
        "given: {pile: [red token], pile's red token's mate: blue token}\ndo: nothing\n"
        "then: {pile's red token's mate: [blue token]}"
    )


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        (
            "given: {pile: [2 red token], pile's red token's wounds: [1]}",
            "RW602",
            "2 pieces of 'red token' lie there",
        ),
        (
            "given: {pile: [red token], pile's blue token's wounds: 1}",
            "RW602",
            "0 pieces of 'blue token' lie there",
        ),
        ("given: {pile: [red token], pile's red token's wounds: 9}", "RW602", "9 is outside 0..5"),
        (
            "given: {pile: [red token]}\ndo: nothing\nthen: {pile's red token's wounds: 1}",
            "RW601",
            "should be '1', but is '0'",
        ),
        (
            "given: {pile: [red token]}\ndo: nothing\nthen: {pile's blue token's wounds: 1}",
            "RW601",
            "should be [1], but is []",
        ),
    ],
)
def test_copies_that_are_not_so_are_told(body: str, code: str, message: str) -> None:
    found = only(run(body, told()))
    assert found.code == code
    assert message in found.message


def test_a_cell_of_ones_own_board() -> None:
    passes(
        "players: 2\nstart: lay\nwhen: ['player 1: b1', 'player 2: b1']\nthen: {player 1: {b1: 1}, player 2: {b1: 1}}"
    )
    found = only(run("players: 2\nstart: lay\nwhen: [cannot: {player 1: b1}]", told()))
    assert "'b1' should not be open, but is" in found.message


def test_what_is_forced_is_named_as_the_step_that_is_missing() -> None:
    body = "players: 1\nstart: lay\ngiven: {player 1: {a1: [red token], b1: [blue token]}}\nwhen: ['player 1: b1']"
    found = only(run(body, told()))
    assert found.help == 'an earlier decision has only one option: write "player 1: c1" before this step'


def test_what_is_forced_is_named_as_players_read_it() -> None:
    turn = "turn: |\n      choose a token in the pile, as the pick\n      choose a player, as the other\n"
    game = loaded(GAME.replace("turn: |\n", turn, 1).replace("{copies: 2}", "{copies: 2, en: sapphire}"))
    found = only(
        run("players: 2\nstart: lay\ngiven: {pile: [blue token]}\nwhen: ['player 1: player 2']", game)
    )
    assert (
        found.help == 'an earlier decision has only one option: write "player 1: sapphire" before this step'
    )


def test_a_cell_that_several_boards_of_a_player_have_is_named_with_its_board() -> None:
    sea = '  land: {is: "grid of tokens, 3 by 1, per player", cell: field}\n'
    game = loaded(GAME.replace(sea, sea + sea.replace("land", "sea").replace("field", "wave")))
    body = "players: 2\nstart: lay\nwhen: ['player 1: STEP', 'player 2: land a1']\nthen: {player 1: {land b1: 1}}"
    found = only(run(body.replace("STEP", "b1"), game))
    assert found.help == "write 'land b1': the cells of several boards have this name"
    assert run(body.replace("STEP", "land b1"), game).passed


def test_twelve_may_play() -> None:
    passes("players: 12\nluck: [6, player 12]\nend: cast\nthen: {sum: 6, luckiest: player 12}")
    game = told()
    assert game.players == (1, 12)
    match = Match(game, players=12, seed=4)
    for seat in range(4):  # there are five tokens
        assert match.decision.player == seat
        assert len(match.view(11)["players"]) == 12
        match.choose(match.decision.options[0])
    copy = match.clone()
    assert bytes(copy.memory) == bytes(match.memory)


@pytest.mark.parametrize(
    ("players", "fits"), [("1..12", True), ("12", True), ("1..13", False), ("0..4", False)]
)
def test_how_many_may_play(players: str, fits: bool) -> None:
    report = Report()
    text = GAME.replace("players: 1..12", f"players: {players}")
    assert (load_game([Source("g.yaml", text)], report, strict=False) is not None) == fits
    if not fits:
        assert "a game has from 1 to 12 players" in to_text(report.diagnostics)


def test_games_of_one_file_have_scenarios_of_their_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(GAME.replace("told", name), encoding="utf-8")
        (tmp_path / "scenarios" / name).mkdir(parents=True)
        (tmp_path / "scenarios" / name / "s.yaml").write_text("scenarios: {}\n", encoding="utf-8")
    (tmp_path / "three.yaml").write_text(GAME.replace("told", "three"), encoding="utf-8")
    (tmp_path / "scenarios" / "shared.yaml").write_text("scenarios: {}\n", encoding="utf-8")
    files = {name: find_game(str(tmp_path / f"{name}.yaml"), Report()) for name in ("one", "two", "three")}
    shown = {
        name: [Path(str(path)).relative_to(tmp_path / "scenarios").as_posix() for path in found.scenarios()]
        for name, found in files.items()
        if found is not None
    }
    assert shown == {"one": ["one/s.yaml"], "two": ["two/s.yaml"], "three": ["shared.yaml"]}
