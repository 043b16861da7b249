"""Records under other rules: what was chosen is found again by its name, or the replay stops and says what it was."""

from __future__ import annotations

import json
import random
import re

import attrs
import pytest
import rulewright
from rulewright import Match, StaleSaveError
from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.records.record import _sealed

from .small_games import shipped_game, small_game

VILLAGE = """\
rulewright: 1
game: village
players: 2
components:
  worker:
    starts in: the camp
    designs:
      digger: {copies: 2}
      baker: {copies: 1}
places:
  camp: area of workers
  land: {is: "grid of workers, 2 by 2", cell: square}
players have:
  coins: 0..30
score: the player's coins
flow:
  - phase: work
    repeat: 2 times
    turns: clockwise from player 1, each player, once each
    options:
      mill: {do: the player's coins go up by 1}
      market: {do: the player's coins go up by 2}
      hire:
        do: |
          choose a worker in the camp, as the hired
          choose an empty square in the land, as the spot
          put the hired into the spot
      send home:
        do: |
          choose a worker in the land, as the tired
          put the tired into the camp
"""
"""Words, pieces of which two look the same, cells, and a piece that is known by where it stands."""


def _game(text: str = VILLAGE) -> Game:
    return rulewright.loads(text, name="village.yaml")


def _changed(*changes: tuple[str, str]) -> Game:
    text = VILLAGE
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return _game(text)


def _played(*names: str, game: Game | None = None) -> Match:
    match = Match(game or _game(), ["Ann", "Bob"], seed=3)
    for name in names:
        match.choose(name)
    return match


INSERTED = ("      mill:", "      abbey: {do: the player's coins go up by 9}\n      mill:")
OLDER = ("      digger:", "      apprentice: {copies: 3}\n      digger:")


def test_an_option_that_is_inserted_changes_no_move() -> None:
    match = _played("mill", "mill")
    again = Match.replay(_changed(INSERTED), match.record(), other_rules=True)
    assert again.log() == match.log() == ["Ann: mill", "Bob: mill"]
    loaded = Match.load(_changed(INSERTED), match.save(), other_rules=True)
    assert loaded.log() == match.log()


def test_designs_that_are_inserted_or_removed_change_no_move() -> None:
    match = _played("hire", "baker", "a1", "hire", "digger", "b2", "send home", "baker a1", "mill")
    older = _changed(OLDER)
    again = Match.replay(older, match.record(), other_rules=True)
    assert again.log() == match.log()
    back = Match.replay(_game(), again.record(), other_rules=True)
    assert back.snapshot() == match.snapshot()


def test_the_piece_is_the_one_that_stood_there() -> None:
    """Which of two equal pieces it was is no fact of the table: where it stood is."""
    match = _played("hire", "digger", "a1", "hire", "digger", "b2", "send home", "digger b2")
    changed = _changed(
        OLDER,
        (
            "choose a worker in the camp, as the hired",
            "choose a worker in the camp, as the hired\n          nothing",
        ),
    )
    retraced = Match.retrace(changed, match.record())
    assert retraced.stop is None
    assert retraced.match.log() == match.log()
    retraced.match.choose("send home")
    assert [str(one) for one in retraced.match.decision.options] == ["digger a1"]


BIDS = """\
rulewright: 1
game: bids
players: 1
players have:
  gold: {type: 0..40}
  food: {type: 0..40}
score: the player's gold
flow:
  - phase: round
    repeat: 3 times
    turns: clockwise from player 1, each player
    turn: |
      FIRST
      choose a number from 1 to 3
      the player's gold goes up by that number
      SECOND
"""
OTHER = "choose a number from 1 to 3\n      the player's food goes up by that number"


@pytest.mark.parametrize(("first", "second"), [(OTHER, "nothing"), ("nothing", OTHER)])
def test_an_equal_choice_that_is_inserted_is_not_taken_for_the_old_one(first: str, second: str) -> None:
    """Nothing would stop the replay: the same player would be asked the same in the same part of the rules."""
    text = BIDS.replace("FIRST", first).replace("SECOND", second)
    once = BIDS.replace("FIRST", "nothing").replace("SECOND", "nothing")
    match = Match(_game(once), 1, seed=3)
    for name in "123":
        match.choose(name)
    retraced = Match.retrace(_game(text), match.record())
    assert retraced.taken == 0
    assert retraced.stop is not None
    assert retraced.stop.why == "elsewhere"
    assert str(retraced.stop).endswith("now the decision is 'choose a number from 1 to 3 (1 of 2)'")
    both = Match(_game(text), 1, seed=3)
    both.choose("1")
    both.choose("2")
    more = text.replace("0..40", "0..50")
    assert Match.replay(_game(more), both.record(), other_rules=True).log() == both.log()


def test_a_match_that_was_over_and_is_not_over_any_more_is_reported() -> None:
    text = BIDS.replace("FIRST", "nothing").replace("SECOND", "nothing")
    match = Match(_game(text), 1, seed=3)
    for name in "123":
        match.choose(name)
    longer = _game(text.replace("3 times", "4 times"))
    retraced = Match.retrace(longer, match.record())
    assert retraced.taken == retraced.total == 3
    assert retraced.stop is not None
    assert (retraced.stop.step, retraced.stop.why) == (4, "goes on")
    with pytest.raises(StaleSaveError, match="was over after choice 3"):
        Match.replay(longer, match.record(), other_rules=True)


def test_a_renamed_option_stops_the_replay_and_is_named_as_it_was() -> None:
    match = _played("market", "mill", "market")
    renamed = _changed(("      mill:", "      windmill:"))
    retraced = Match.retrace(renamed, match.record())
    assert (retraced.taken, retraced.total) == (1, 3)
    assert retraced.match.log() == ["Ann: market"]
    stop = retraced.stop
    assert stop is not None
    assert stop.chosen is not None
    assert (stop.step, stop.why, stop.chosen.name, stop.chosen.player) == (2, "gone", "mill", 1)
    assert str(stop) == (
        "choice 2 was Bob: 'mill', at 'work'; the rules have no such option there any more; "
        "open are: windmill, market, hire"
    )
    with pytest.raises(StaleSaveError, match="choice 2 was Bob: 'mill'"):
        Match.replay(renamed, match.record(), other_rules=True)


HIRED = "choose a worker in the camp, as the hired"
MILLED = "mill: {do: the player's coins go up by 1}"
STOPS = (
    ("hire:\n", "hire:\n        if: the player's coins > 5\n", "closed", 1, "'hire'.* is not open now"),
    ("baker: {copies: 1}", "cook: {copies: 1}", "gone", 2, r"'baker' \(camp\), at 'choose a worker in the camp'"),
    ("clockwise from player 1", "clockwise from player 2", "not asked", 1, "now Bob must"),
    ("repeat: 2 times", "repeat: 1 times", "over", 5, "'mill'.* the match is over by then"),
    (HIRED, f"choose 1 or 2, as the fee\n          {HIRED}", "elsewhere", 2, "now the decision is .*1 and 2"),
    (MILLED, MILLED.replace("by 1", "by 31"), "fault", 4, "with choice 4, the rules go wrong"),
)  # fmt: skip
"""What changes in the village, and why the replay then stops, at which choice."""


@pytest.mark.parametrize(("old", "new", "why", "step", "said"), STOPS)
def test_why_a_replay_stops(old: str, new: str, why: str, step: int, said: str) -> None:
    match = _played("hire", "baker", "a1", "mill", "mill")
    retraced = Match.retrace(_changed((old, new)), match.record())
    assert retraced.stop is not None
    assert (retraced.stop.why, retraced.stop.step, retraced.taken) == (why, step, step - 1)
    assert re.search(said, str(retraced.stop)), retraced.stop


def test_the_same_rules_go_by_numbers_and_stop_at_nothing() -> None:
    match = _played("hire", "baker", "a1", "mill")
    retraced = Match.retrace(_game(), match.record())
    assert (retraced.taken, retraced.stop) == (4, None)
    assert retraced.match.snapshot() == match.snapshot()


def test_a_record_without_names_is_replayed_by_its_own_rules_only() -> None:
    match = _played("mill", "mill")
    data = {key: value for key, value in json.loads(match.save()).items() if key not in ("check", "chosen")}
    old = json.dumps(_sealed(data))
    assert Match.load(_game(), old).snapshot() == match.snapshot()
    assert Match.replay(_game(), old).snapshot() == match.snapshot()
    with pytest.raises(StaleSaveError, match="only the numbers of choices"):
        Match.replay(_changed(INSERTED), old, other_rules=True)
    retraced = Match.retrace(_changed(INSERTED), old)
    assert retraced.stop is not None
    assert (retraced.stop.why, retraced.taken) == ("unnoted", 0)


def test_a_position_that_was_set_by_hand_is_not_carried_over() -> None:
    match = _played("mill")
    match.forget_history()
    match.choose("mill")
    assert Match.load(_game(), match.save()).snapshot() == match.snapshot()
    with pytest.raises(StaleSaveError, match="set by hand"):
        Match.load(_changed(INSERTED), match.save(), other_rules=True)


def test_explicit_luck_is_noted_by_what_it_chose() -> None:
    game = shipped_game("classics/pig")
    match = Match(game, 2, seed=1, explicit_chance=True)
    dice = random.Random(4)
    for _ in range(12):
        match.choose(dice.choice(match.decision.options))
    luck = [one for one in json.loads(match.record())["chosen"]["players"] if one == "/"]
    assert luck
    other = attrs.evolve(game, content_hash="0" * 16)
    assert Match.replay(other, match.record(), other_rules=True).snapshot() == match.snapshot()


def test_simultaneous_choices_are_found_by_their_players() -> None:
    game = small_game("signs")
    match = Match(game, ["Ann", "Bob"], seed=1)
    match.choose("rock", 1)
    match.choose("paper", 0)
    match.choose("scissors", 0)
    other = attrs.evolve(game, content_hash="0" * 16)
    again = Match.replay(other, match.record(), other_rules=True)
    assert again.snapshot() == match.snapshot()
    assert [one.player for one in again.decisions] == [1]


NONSENSE: tuple[object, ...] = (
    None,
    {},
    {"sites": [], "options": [], "places": [], "players": "0", "lay": []},
    {"sites": [["turn", "", 1]], "options": [], "places": [], "players": "0", "lay": []},
    {"sites": [["turn", "", ""]], "options": [[0, 7, 0, "x"]], "places": [], "players": "0", "lay": []},
    {"sites": [["turn", "", ""]], "options": [[0, 0, 6, "x"]], "places": [], "players": "0", "lay": [3]},
    {"sites": [["turn", "", ""]], "options": [[0, 0, 0, "x", 1]], "places": [], "players": "0", "lay": []},
    {"sites": [["turn", "", ""]], "options": [[0, 0, 0, "x"]], "places": [], "players": "00", "lay": []},
)


@pytest.mark.parametrize("told", NONSENSE, ids=str)
def test_nonsense_is_refused(told: object) -> None:
    match = _played("mill")
    data = {key: value for key, value in json.loads(match.record()).items() if key != "check"}
    data["chosen"] = told
    with pytest.raises(rulewright.SaveError, match="nothing sensible under 'chosen'"):
        Match.replay(_changed(INSERTED), json.dumps(_sealed(data)), other_rules=True)


LARGE = ("do-podzemi", "hrad", "hrdina-v-kostce", "priseri", "vladci-podzemi")
SMALL = ("classics/breakthrough", "classics/gem-merchants", "classics/love-letter")


@pytest.mark.parametrize("name", [*LARGE, *SMALL])
def test_names_lead_to_the_same_match_in_shipped_games(name: str) -> None:
    """Whatever is chosen in a game, its name finds it again."""
    game = shipped_game(name)
    other = attrs.evolve(game, content_hash="0" * 16)
    match, dice = Match(game, game.players[0], seed=5), random.Random(5)
    while not match.is_over and len(match.journal) < 60:
        match.choose(dice.choice(match.decision.options))
    assert Match.replay(other, match.record(), other_rules=True).snapshot() == match.snapshot()


def test_a_record_grows_by_few_bytes_with_each_choice() -> None:
    """Names are written once; each choice adds its number, its player, and where a piece lay."""
    game = shipped_game("classics/breakthrough")
    match, dice = Match(game, 2, seed=5), random.Random(5)
    while not match.is_over:
        match.choose(dice.choice(match.decision.options))
    data = json.loads(match.record())
    each = [data["chosen"]["players"], data["chosen"]["lay"]]
    assert len(json.dumps(each, separators=(",", ":"))) < 5 * len(match.journal)
    assert len(data["chosen"]["options"]) <= len(set(map(str, data["actions"])))


def test_a_save_that_is_resumed_and_saved_again_still_knows_what_was_chosen() -> None:
    game = shipped_game("classics/breakthrough")
    match, dice = Match(game, 2, seed=5), random.Random(5)
    while len(match.journal) < 150 and not match.is_over:
        match.choose(dice.choice(match.decision.options))
    again = Match.load(game, match.save())
    assert again.history.claimed, "its past positions are used"
    assert json.loads(again.record())["chosen"] == json.loads(match.record())["chosen"]
    assert again.clone().record() == match.record()
    again.undo()
    match.undo()
    assert again.record() == match.record()
