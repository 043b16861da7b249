"""Many steps without a break: networks decide as their arrays say, on each engine alike, and all of it is noted."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.learning.arrays import Array
from rulewright.interpreter.learning.batch import Batch
from rulewright.interpreter.learning.network import Network
from rulewright.interpreter.learning.rollout import Policy, Rollout
from rulewright.interpreter.match.errors import BrokenRulesError, MatchError, SetupError, StaleSaveError

from ..amount import sample
from ..battery.games import Shipped, all_shipped, loaded
from .small_games import shipped_game, small_game

ROWS = 3
ENGINES = ("python", "auto")


def network_for(batch: Batch, **how: Any) -> Network:
    """A network whose choices are far from even."""
    made = Network.new(batch, **{"hidden": (7, 9), "seed": 4, **how})
    return attrs.evolve(made, policy=attrs.evolve(made.policy, weights=made.policy.weights * 200))


def same(one: Rollout, other: Rollout) -> None:
    for name in attrs.fields_dict(Rollout):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name


def likely(network: Network, found: Rollout, by: Array) -> None:
    """Checks the probabilities of what was chosen where `by` says that this network decided."""
    seen, masks = found.observations[by], found.masks[by][:, : network.actions]
    numbers = np.where(masks, network.policy(network.activations(seen)[-1]).astype(float), -np.inf)
    numbers /= network.temperature
    logs = numbers - np.log(np.exp(numbers - numbers.max(1, keepdims=True)).sum(1, keepdims=True))
    logs -= numbers.max(1, keepdims=True)
    chosen = np.take_along_axis(logs, found.actions[by][:, None], 1)[:, 0]
    assert np.allclose(chosen, found.log_probabilities[by], atol=1e-4)


def both(game: Game, players: int, steps: int, **how: Any) -> Rollout:
    """Plays on both engines: the first seats by a network, the last at random."""
    made: list[tuple[Batch, Rollout]] = []
    for engine in ENGINES:
        batch = Batch(game, ROWS, players, seed=5, engine=engine, **how)
        assert batch.engine == ("python" if engine == "python" else "native")
        network = network_for(batch, activation="tanh").at(0.7)
        policies: list[Policy] = [network] * max(players - 1, 1) + ["random"] * (players > 1)
        made.append((batch, batch.play(policies, steps)))
    (plain, one), (machine, other) = made
    same(one, other)
    assert all(plain.memory(row) == machine.memory(row) for row in range(ROWS))
    assert (plain.observations == machine.observations).all()
    likely(network, one, (one.players >= 0) & (one.players < max(players - 1, 1)))
    return one


@pytest.mark.parametrize("case", sample([one for one in all_shipped() if not one.variants], 8), ids=str)
def test_a_shipped_game(case: Shipped) -> None:
    game, _ = loaded(case)
    found = both(game, game.players[0], 12)
    assert (found.actions >= 0).all()


@pytest.mark.parametrize("reset", ["same-step", "next-step", "off"])
@pytest.mark.parametrize("forced", ["ask", "take"])
def test_when_matches_end(reset: str, forced: str) -> None:
    found = both(shipped_game("classics/leduc-poker"), 2, 60, autoreset=reset, forced=forced)
    ends = found.done.sum(axis=0)
    assert (ends == 1).all() if reset == "off" else (ends > 3).all()
    idle = found.actions < 0
    assert (idle == (found.players < 0)).all()
    assert not found.rewards[~found.done].any()
    expected = {"same-step": 0, "next-step": ends.sum() - found.done[-1].sum()}
    assert reset == "off" or idle.sum() == expected[reset]


def test_players_who_act_simultaneously() -> None:
    both(shipped_game("cookbook/secret-orders"), 3, 40)


def test_explicit_luck_has_its_own_probabilities() -> None:
    found = both(shipped_game("classics/leduc-poker"), 2, 40, explicit_chance=True)
    luck = (found.players < 0) & (found.actions >= 0)
    assert luck.sum() > 10
    assert not found.log_probabilities[luck].any()


def test_one_seat_plays_against_random_ones() -> None:
    found = both(shipped_game("classics/leduc-poker"), 2, 40, seat=0)
    assert (found.players == 0).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_noted_is_what_steps_lead_to(engine: str) -> None:
    game = shipped_game("do-podzemi")
    batch, again = (Batch(game, 4, 2, seed=9, engine=engine) for _ in range(2))
    found = batch.play(network_for(batch), 30)
    for at in range(30):
        assert (found.observations[at] == again.observations).all()
        assert (found.masks[at] == again.masks).all()
        assert (found.players[at] == again.players).all()
        again.step(found.actions[at])
        assert (found.rewards[at] == again.rewards).all()
        assert (found.done[at] == again.done).all()
    assert (batch.observations == again.observations).all()
    assert all(batch.match(row).snapshot() == again.memory(row) for row in range(4))


def test_blocks_and_threads_change_nothing() -> None:
    game = shipped_game("do-podzemi")
    one, two, three = (Batch(game, 130, 2, seed=2, threads=threads) for threads in (1, 1, 2))
    network = network_for(one)
    whole = one.play(network, 24)
    same(whole, three.play(network, 24))
    first = two.play(network, 10)
    parts = first, two.play(network, 14)
    for name in attrs.fields_dict(Rollout):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert (joined == getattr(whole, name)).all()
    assert two.play(network, 10, out=first) is first
    assert (first.players == one.play(network, 10).players).all()


def test_journals_grow_while_it_plays() -> None:
    batch = Batch(shipped_game("classics/connect-four"), 2, autoreset="off")
    found = batch.play("random", 500)
    assert (found.done.sum(axis=0) == 1).all()
    assert (found.actions >= 0).sum() == batch.decisions.sum()
    going_on = Batch(shipped_game("do-podzemi"), 2, 3, autoreset="next-step", forced="take")
    assert going_on.play("random", 300).done.sum() > 2
    assert [going_on.match(row).snapshot() for row in range(2)] == [going_on.memory(row) for row in range(2)]


def test_a_network_chooses_as_often_as_it_says() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 4000, seed=3)
    network = network_for(batch)
    found = batch.play(network, 1)
    assert len(np.unique(found.log_probabilities)) > 3
    probabilities = network(found.observations[0], found.masks[0])[0][0]
    often = np.bincount(found.actions[0], minlength=batch.actions) / 4000
    assert np.abs(often - probabilities).max() < 0.04
    batch.reset(seed=3)
    first = batch.play(network.at(0), 1)
    assert (first.actions == probabilities.argmax()).all()
    assert not first.log_probabilities.any()


def test_a_network_without_hidden_layers() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 50, seed=3)
    network = network_for(batch, hidden=())
    found = batch.play(network, 9)
    likely(network, found, found.players >= 0)


def test_without_observations() -> None:
    game = shipped_game("classics/tic-tac-toe")
    one, two = Batch(game, 8, seed=3), Batch(game, 8, seed=3)
    network = network_for(one)
    brief = one.play(network, 20, observations=False)
    assert brief.observations.size == 0
    assert (brief.actions == two.play(network, 20).actions).all()
    blind = Batch(game, 8, seed=3, observe=False)
    with pytest.raises(MatchError, match="observe=True"):
        blind.play(network, 5, observations=False)
    assert (blind.play("random", 5, observations=False).actions >= 0).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_rules_that_go_wrong_say_in_which_row(engine: str) -> None:
    batch = Batch(small_game("faulty"), 40, seed=2, engine=engine)
    with pytest.raises(BrokenRulesError) as wrong:
        batch.play(network_for(batch), 400)
    assert "in row " in wrong.value.__notes__[0]
    assert batch.truncated.any()
    assert not batch.done[batch.truncated].any()


def test_what_cannot_decide_is_refused() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 2)
    network = network_for(batch)
    with pytest.raises(SetupError, match="3 policies for 2 seats"):
        batch.play([network] * 3)
    with pytest.raises(SetupError, match="'greedy' is no policy"):
        batch.play("greedy")  # type: ignore[arg-type]
    with pytest.raises(StaleSaveError, match="plays 'leduc-poker'"):
        batch.play(Network.new(Match(shipped_game("classics/leduc-poker"))))
    with pytest.raises(SetupError, match="'steps' is at least 1"):
        batch.play(network, 0)
    with pytest.raises(MatchError, match="'out' has room for other steps"):
        batch.play(network, 4, out=batch.play(network, 5))
