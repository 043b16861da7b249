"""Searchers that are guided from outside: they do what PUCT says, and find what there is to find."""

from __future__ import annotations

import random

import numpy as np
import pytest
import rulewright
from rulewright.interpreter import Match
from rulewright.interpreter.bots.deals import Deals
from rulewright.interpreter.learning.batch import Batch
from rulewright.interpreter.learning.searching import FIRST_ARMS, Searcher
from rulewright.interpreter.match.errors import MatchError, SetupError
from rulewright.interpreter.match.secrecy.observations import hides_nothing
from rulewright.interpreter.memory.dice import Dice

from ..amount import sample
from ..battery.games import Shipped, all_shipped, game_of
from .guiding import Whimsical, reference, uniform
from .small_games import shipped_game, small_game

ENGINES = ("python", "auto")
TURNS = [
    ("classics/tic-tac-toe", 2, 0),
    ("classics/connect-four", 2, 6),
    ("classics/kuhn-poker", 2, 0),
    ("classics/leduc-poker", 2, 1),
    ("classics/pig", 2, 3),
    ("classics/love-letter", 3, 2),
    ("do-podzemi", 3, 4),
]


def at(name: str, players: int, decisions: int, engine: str | None = None) -> Match:
    """A match in which some decisions were taken at random."""
    match, dice = Match(shipped_game(name), players, 11, engine=engine), random.Random(name)
    for _ in range(decisions):
        match.choose(dice.choice(match.decision.options))
    return match


def won(engine: str, *marks: str) -> Match:
    """A match of tic-tac-toe in which these cells were taken."""
    match = Match(shipped_game("classics/tic-tac-toe"), 2, 1, engine=engine)
    for mark in marks:
        match.choose(next(one for one in match.decision.options if one.name == mark))
    return match


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "players", "decisions"), TURNS, ids=[name for name, *_ in TURNS])
def test_the_numbers_of_a_plain_search(name: str, players: int, decisions: int, engine: str) -> None:
    """Exactly those, so what leaves show is what `Encoder` writes for whoever decides there, in the same deals."""
    match, judge = at(name, players, decisions, engine), Whimsical(players)
    searcher = Searcher(match, simulations=150, seed=5, c_puct=1.25, fpu=0.125).run(judge)
    expected = reference(match, 150, 5, judge, c_puct=1.25, fpu=0.125)
    assert searcher.visits.sum() == 150
    for action, count in expected.visits.items():
        assert searcher.visits[0, action] == count
        assert searcher.action_values[0, action] == expected.totals[action] / max(count, 1)
    assert searcher.values[0].tolist() == expected.values


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("leaves", [1, 5])
def test_it_wins_where_it_can_and_prevents_where_it_must(engine: str, leaves: int) -> None:
    """Judgements say nothing: what it finds are ends."""
    for marks, best in (
        (("a1", "b2", "a2", "c3"), "a3"),
        (("a1", "b2", "c3", "a3"), "c1"),
        (("b2", "a1", "c2"), "a2"),
    ):
        match = won(engine, *marks)
        searcher = Searcher(match, simulations=400, leaves=leaves).run(uniform)
        number = searcher.choose()[0]
        option = match.option(rulewright.Encoder(match).actions.numbers[number], match.decision.player)
        assert option.name == best
        assert searcher.visits.sum() == 400


def test_virtual_losses_spread_the_walks() -> None:
    """Leaves that are handed out together differ, and none of them is a walk too many."""
    batch = Batch(shipped_game("classics/connect-four"), 3, seed=1, engine="auto")
    searcher = Searcher(batch, simulations=30, leaves=4)
    leaves, most = searcher.begin(), 0
    assert leaves.rows.tolist() == [0, 1, 2]
    while len(leaves):
        for row in range(3):
            waiting = searcher._arrays["waiting"].reshape(3, 4)[row]
            nodes = searcher._arrays["nodes"].reshape(3, 4)[row][waiting].tolist()
            assert len({*nodes}) == len(nodes) == (leaves.rows == row).sum()
            most = max(most, len(nodes))
        leaves = searcher.answer(*uniform(leaves.observations, leaves.masks))
    assert most == 4
    assert searcher.visits.sum(axis=1).tolist() == [30] * 3


@pytest.mark.parametrize("case", sample([one for one in all_shipped() if not one.variants], 10), ids=str)
def test_both_engines_and_all_threads_find_the_same(case: Shipped) -> None:
    """Also where players act simultaneously, and where luck is a player."""
    game = game_of(case)
    players = game.players[-1]
    for explicit in (False, True):
        found = []
        for engine, threads, rows in (("python", 1, 3), ("auto", 1, 3), ("auto", 2, 70)):
            batch = Batch(game, rows, players, seed=7, explicit_chance=explicit, engine=engine)
            for _ in range(2):
                batch.step((batch.masks * (1 + np.arange(batch.actions) % 3)).argmax(axis=1))
            searcher = Searcher(batch, simulations=12, seed=2, noise=0.25, leaves=2, threads=threads)
            searcher.run(Whimsical(players))
            alive = searcher.players[:3] >= 0
            assert ((searcher.visits[:3].sum(axis=1) > 0) == alive).all()
            assert not searcher.visits[:3][~batch.masks[:3]].any()
            found.append((searcher.visits[:3], searcher.values[:3], searcher.action_values[:3]))
        for one in found[1:]:
            assert all((a == b).all() for a, b in zip(found[0], one, strict=True))


def test_a_row_is_searched_as_its_match_is() -> None:
    for name in ("classics/love-letter", "classics/connect-four"):
        batch = Batch(shipped_game(name), 2, seed=4, engine="auto")
        batch.step_random()
        judge = Whimsical(2)
        rows = Searcher(batch, simulations=40, seed=9).run(judge)
        match = Searcher(batch.match(0), simulations=40, seed=9).run(judge)
        assert rows.visits[0].tolist() == match.visits[0].tolist()
        assert rows.values[0].tolist() == match.values[0].tolist()


@pytest.mark.parametrize("case", sample([one for one in all_shipped() if not one.variants], 30), ids=str)
def test_where_nothing_is_hidden_nothing_is_dealt(case: Shipped) -> None:
    """What is said of rules once holds at every position."""
    game = game_of(case)
    match, dice = Match(game, game.players[0], 3), random.Random(str(case))
    if not hides_nothing(match.rules, game.players[0]):
        return
    for _ in range(25):
        if match.is_over:
            return
        deals = Deals(match, match.decisions[0].player, Dice(1))
        assert deals.origin is not None
        assert deals.classes == []
        match.choose(dice.choice(match.decisions[0].options), match.decisions[0].player)


@pytest.mark.parametrize("name", ["classics/love-letter", "classics/goofspiel", "cookbook/secret-orders"])
def test_each_row_is_searched_from_where_it_is(name: str) -> None:
    """The first leaves are the roots, as their players see them."""
    batch = Batch(shipped_game(name), 12, 2, seed=4, engine="auto")
    for _ in range(3):
        batch.step_random()
    leaves = Searcher(batch, simulations=40).begin()
    roots = [row for row in range(12) if batch.masks[row].sum() > 1]
    assert len(roots) > 2
    for row in roots:
        at = leaves.rows.tolist().index(row)
        assert leaves.players[at] == batch.players[row]
        assert leaves.observations[at].tobytes() == batch.observations[row].tobytes()


def test_what_seeds_are_for() -> None:
    batch = Batch(shipped_game("classics/connect-four"), 2, seed=1, engine="auto")

    def visits(seed: int, noise: float) -> list[list[int]]:
        searcher = Searcher(batch, simulations=60, seed=seed, noise=noise)
        found: list[list[int]] = searcher.run(uniform).visits.tolist()
        return found

    assert visits(1, 0.25) == visits(1, 0.25)
    assert visits(1, 0.25) != visits(2, 0.25)
    assert visits(1, 0.25)[0] != visits(1, 0.25)[1]
    assert visits(1, 0.0) == visits(2, 0.0)  # this game has no luck
    first = Searcher(batch, simulations=60, seed=1, noise=0.25)
    assert first.run(uniform).visits.tolist() != first.run(uniform).visits.tolist()
    assert first.run(uniform, seed=2).visits.tolist() == visits(2, 0.25)


def test_a_policy_follows_from_visits() -> None:
    batch = Batch(shipped_game("classics/connect-four"), 2, seed=1, engine="auto")
    searcher = Searcher(batch, simulations=80).run(uniform)
    visits = searcher.visits[0]
    assert np.allclose(searcher.policy(1)[0], visits / 80)
    assert np.allclose(searcher.policy(0.5)[0], visits**2 / (visits**2).sum())
    assert searcher.policy(0)[0].tolist() == [float(at == visits.argmax()) for at in range(batch.actions)]
    assert searcher.choose().tolist() == [visits.argmax()] * 2
    drawn = [int(searcher.run(uniform).choose(1)[0]) for _ in range(20)]
    assert len({*drawn}) > 1
    with pytest.raises(MatchError, match="at least 0"):
        searcher.policy(-1)


@pytest.mark.parametrize("engine", ENGINES)
def test_where_there_is_nothing_to_search(engine: str) -> None:
    """Rows that have ended have no leaves, and all numbers of theirs are 0."""
    batch = Batch(shipped_game("classics/tic-tac-toe"), 8, seed=1, autoreset="off", engine=engine)
    for _ in range(6):
        batch.step(batch.masks.argmax(axis=1))
    while not batch._arrays["ended"].any():
        batch.step_random()
    ended = batch._arrays["ended"].copy()
    assert not ended.all()
    searcher = Searcher(batch, simulations=50).run(uniform)
    assert (searcher.players[ended] == -1).all()
    assert searcher.visits.sum(axis=1).tolist() == np.where(ended, 0, 50).tolist()
    assert not searcher.policy(1)[ended].any()
    assert not searcher.policy(0)[ended].any()
    assert not searcher.values[ended].any()
    match = won(engine, "a1", "b1", "a2", "b2", "a3")
    assert match.is_over
    assert len(Searcher(match).begin()) == 0


def test_what_an_end_is_worth() -> None:
    """By score, by what one is ahead, or only whether one wins."""
    game = shipped_game("classics/leduc-poker")
    found = {}
    for outcome in ("reward", "lead", "win"):
        batch = Batch(game, 16, 2, seed=3, engine="auto")
        for _ in range(3):
            batch.step_random()
        searcher = Searcher(batch, simulations=200, outcome=outcome)
        found[outcome] = searcher.run(lambda o, m: (np.ones(m.shape), np.zeros((len(m), 2)))).values
    assert np.abs(found["win"]).max() <= 1 < np.abs(found["reward"]).max()
    assert np.allclose(found["reward"].sum(axis=1), 0)
    # what one wins the other loses, so a lead is twice the reward
    assert np.allclose(found["lead"], 2 * found["reward"])


def test_there_is_room_for_more_arms_than_at_first() -> None:
    batch = Batch(shipped_game("classics/connect-four"), 1, seed=1, engine="auto")
    searcher = Searcher(batch, simulations=3 * FIRST_ARMS)
    again = Searcher(batch, simulations=3 * FIRST_ARMS)
    again._make_room(8 * 3 * FIRST_ARMS)
    judge = Whimsical(2)
    assert searcher.run(judge).values.tolist() == again.run(judge).values.tolist()
    assert searcher._g.room > FIRST_ARMS


@pytest.mark.parametrize("engine", ENGINES)
def test_rules_that_go_wrong_are_worth_nothing(engine: str) -> None:
    match = Match(small_game("faulty"), 2, 1, engine=engine)
    searcher = Searcher(match, simulations=40).run(uniform)
    assert 0 < searcher.visits.sum() <= 40
    assert searcher._arrays["faults"][0] > 0


def test_what_is_refused() -> None:
    game = shipped_game("classics/tic-tac-toe")
    batch = Batch(game, 2, seed=1, engine="auto")
    for wrong in (
        {"simulations": 0},
        {"leaves": 0},
        {"noise": 2},
        {"alpha": 0},
        {"c_puct": -1},
        {"fpu": float("nan")},
        {"outcome": "points"},
    ):
        with pytest.raises(SetupError, match=next(iter(wrong))):
            Searcher(batch, **wrong)
    searcher = Searcher(batch, simulations=4)
    searcher.begin()
    good = np.ones((2, 9)), np.zeros((2, 2))
    for priors, values, why in (
        (good[0][:1], good[1], r"'priors' is an array with shape \(2, 9\) here, not \(1, 9\)"),
        (good[0], np.zeros((2, 3)), r"'values' is an array with shape \(2, 2\) here"),
        (-good[0], good[1], "at least 0"),
        (good[0] * np.nan, good[1], "at least 0"),
        (good[0], good[1] + np.inf, "values are numbers"),
    ):
        with pytest.raises(MatchError, match=why):
            searcher.answer(priors, values)
    assert len(searcher.answer(*good)) == 2  # nothing has changed
    for other in (
        Batch(game, 3, seed=1, engine="auto"),
        Batch(shipped_game("classics/pig"), 2, engine="auto"),
    ):
        with pytest.raises(MatchError, match="another sort"):
            searcher.begin(other)
    with pytest.raises(MatchError, match="another sort"):
        searcher.begin(Match(game, 2, 1))
