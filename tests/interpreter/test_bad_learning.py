"""What is given to batches, networks and searchers and makes no sense: each error says what was meant, and none comes
from numpy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
import rulewright
from rulewright import Batch, GuidedBot, Match, Network, Searcher
from rulewright.interpreter.match.errors import IllegalChoiceError, MatchError

from .small_games import shipped_game


@attrs.frozen
class Given:
    """What can be used wrongly: four rows of a game whose observations have 34 numbers and that has 9 actions."""

    batch: Batch
    off: Batch
    net: Network
    other: Network
    folder: Path

    def searched(self) -> Searcher:
        """A searcher whose leaves wait for answers."""
        searcher = Searcher(self.batch, 4)
        searcher.begin()
        return searcher


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Given:
    game = shipped_game("classics/tic-tac-toe")
    batch, off = Batch(game, 4, seed=1), Batch(game, 4, seed=1, autoreset="off")
    for _ in range(9):
        off.step_random()
    other = Network.new(Match(shipped_game("do-podzemi"), 2), (8,))
    return Given(batch, off, Network.new(batch, (8,)), other, tmp_path_factory.mktemp("bad"))


def ones(*shape: int) -> Any:
    return np.ones(shape, np.float32)


Case = tuple[Callable[[Given], object], str]

NETWORKS: list[Case] = [
    (lambda g: Network.new(g.batch, 16), r"as in hidden=\(64, 64\), not 16"),  # type: ignore[arg-type]
    (lambda g: Network.new(g.batch, "ab"), r"as in hidden=\(64, 64\), not 'ab'"),  # type: ignore[arg-type]
    (lambda g: Network.new(g.batch, (0,)), "'the width of a layer' is at least 1, not 0"),
    (lambda g: Network.new(g.batch, (1.5,)), "'the width of a layer' is a whole number, not 1.5"),  # type: ignore[arg-type]
    (lambda g: Network.new(g.batch, values=-1), "'values' is at least 0"),
    (lambda g: Network.new(g.batch, seed="x"), "'seed' is a whole number"),  # type: ignore[arg-type]
    (lambda g: Network.new(g.batch.game), "for a Batch or a Match, not for <game tic-tac-toe"),  # type: ignore[arg-type]
    (lambda g: Network.new("hrad"), "for a Batch or a Match, not for 'hrad'"),  # type: ignore[arg-type]
    (lambda g: Network.of(g.batch, [], None), "the policy is a pair of weights and biases, not None"),  # type: ignore[arg-type]
    (lambda g: Network.of(g.batch, 5, (ones(34, 9), ones(9))), "in a list, not 5"),  # type: ignore[arg-type]
    (lambda g: Network.of(g.batch, [ones(34, 3)], (ones(3, 9), ones(9))), "layer 1 is a pair"),
    (
        lambda g: Network.of(g.batch, [], (ones(3, 9), ones(9))),
        "takes 3 numbers .* observations have 34 numbers",
    ),
    (lambda g: Network.of(g.batch, [], (ones(34, 8), ones(8))), "knows 8 actions, .* there are 9 actions"),
    (lambda g: Network.of(g.batch, [], (ones(34, 9), ones(8))), r"biases of shape \(8,\)"),
    (lambda g: Network.of(g.batch, [], ([[1], [1, 2]], ones(9))), "arrays of numbers .*different lengths"),
    (lambda g: g.net.at("x"), "'temperature' is a number, not 'x'"),  # type: ignore[arg-type]
    (lambda g: g.net(g.batch.observations), r"network\(observations, masks\); a bot is network.bot"),
    (lambda g: g.net(g.batch.observations[:, :3], g.batch.masks), r"34 numbers .*not .*shape \(4, 3\)"),
    (lambda g: g.net(g.batch.observations, g.batch.masks[:, :3]), r"have shape \(4, 9\), not \(4, 3\)"),
    (lambda g: g.net.activations("x"), "34 numbers along their last axis, not 'x'"),  # type: ignore[arg-type]
    (lambda g: g.net.save(g.folder / "no" / "x.npz"), "cannot be written: no such file or directory"),
    (lambda g: g.net.save(g.folder), "cannot be written: is a directory"),
    (lambda g: GuidedBot.by("x", 10), "what guides a search is a Network, not 'x'"),  # type: ignore[arg-type]
    (lambda g: GuidedBot.by(g.net, "x"), "'simulations' is a whole number, not 'x'"),  # type: ignore[arg-type]
]

SEARCHERS: list[Case] = [
    (lambda g: Searcher("x"), "a Batch or a Match, not 'x'"),  # type: ignore[arg-type]
    (lambda g: Searcher(g.batch.game), "a Batch or a Match, not <game tic-tac-toe"),  # type: ignore[arg-type]
    (lambda g: Searcher(g.batch, 0), "'simulations' is at least 1, not 0"),
    (lambda g: Searcher(g.batch, leaves=1.5), "'leaves' is a whole number, not 1.5"),  # type: ignore[arg-type]
    (lambda g: Searcher(g.batch, c_puct="x"), "'c_puct' is a number, not 'x'"),  # type: ignore[arg-type]
    (lambda g: Searcher(g.batch).begin("x"), "a Batch or a Match, not 'x'"),  # type: ignore[arg-type]
    (lambda g: Searcher(g.batch).answer(1, 2), r"'priors' is an array with shape \(0, 9\) .*begin\(\)"),
    (lambda g: g.searched().answer(ones(2, 2), ones(4, 2)), r"'priors' .*shape \(4, 9\) here, not \(2, 2\)"),
    (lambda g: g.searched().answer(ones(4, 9), ones(4, 3)), r"'values' .*shape \(4, 2\) here, not \(4, 3\)"),
    (lambda g: g.searched().answer("x", ones(4, 2)), r"'priors' is an array .*, not 'x'"),
    (lambda g: g.searched().answer(ones(4, 9) * np.nan, ones(4, 2)), "priors are numbers of at least 0"),
    (lambda g: Searcher(g.batch).run("x"), "a judge gives priors and values .*, not 'x'"),  # type: ignore[arg-type]
    (lambda g: Searcher(g.batch).run(lambda seen, masks: 3), "as a pair, not 3"),  # type: ignore[arg-type,return-value]
    (lambda g: Searcher(g.batch).run(g.other), "plays 'do-podzemi', not 'tic-tac-toe'"),
    (lambda g: Searcher(g.batch).run(attrs.evolve(g.net, value=None)), "this network has no value"),
    (lambda g: g.searched().choose("x"), "'temperature' is a number, not 'x'"),  # type: ignore[arg-type]
]

BATCHES: list[Case] = [
    (lambda g: Batch(g.batch.game, "x"), "'matches' is a whole number, not 'x'"),  # type: ignore[arg-type]
    (lambda g: g.batch.reset([9]), "there is no row 9 .*from 0 to 3"),
    (lambda g: g.batch.reset([-1]), "there is no row -1"),
    (lambda g: g.batch.reset("x"), "rows are numbered from 0 to 3, or True or False .*, not 'x'"),
    (lambda g: g.batch.reset([0.5]), r"rows are numbered .*not an array of float64 with shape \(1,\)"),
    (lambda g: g.batch.reset([True]), r"for each of them, not an array of bool with shape \(1,\)"),
    (lambda g: g.batch.reset([1], seed=2), "a seed is for all rows .*leave out the rows"),
    (lambda g: g.batch.step([1]), r"one for each of 4 rows, not an array of int64 with shape \(1,\)"),
    (lambda g: g.batch.step(ones(4)), "whole numbers, .*not an array of float32"),
    (lambda g: g.batch.step([[1], [1, 2]]), "whole numbers, .*not lists of different lengths"),
    (lambda g: g.batch.step([1, 2, 3, None]), r"whole numbers, .*not \[1, 2, 3, None\]"),
    (lambda g: g.batch.step([9, 0, 0, 0]), "there is no action 9 .*from 0 to 8"),
    (lambda g: g.batch.step([-1, 0, 0, 0]), "there is no action -1"),
    (lambda g: g.off.step([0, 0, 0, 0]), r"row 0: the match is over \(call reset\(\[0\]\), or give -1"),
    (lambda g: g.batch.play(g.other), "plays 'do-podzemi', not 'tic-tac-toe'"),
    (lambda g: g.batch.play("greedy"), "'greedy' is no policy .*in simulate, not in a batch"),  # type: ignore[arg-type]
    (lambda g: g.batch.play(5), "5 is no policy"),  # type: ignore[arg-type]
    (lambda g: g.batch.play(g.net.bot), "a method is no policy"),  # type: ignore[arg-type]
    (lambda g: g.batch.play([g.net]), "1 policies for 2 seats"),
    (lambda g: g.batch.play(g.net, 2.5), "'steps' is a whole number, not 2.5"),  # type: ignore[arg-type]
    (lambda g: g.batch.play(g.net, 2, out="x"), "a Rollout of an earlier call, not 'x'"),  # type: ignore[arg-type]
    (lambda g: g.batch.play(g.net, 2, out=g.batch.play(g.net, 3)), "'out' has room for other steps"),
    (lambda g: g.batch.observe(2), "there is no player 2 .*from 0 to 1"),
    (lambda g: g.batch.observe("x"), "a player is a seat from 0 to 1, .*not 'x'"),
    (lambda g: g.batch.observe([0, 1]), r"one for each of 4 rows, not \[0, 1\]"),
    (lambda g: g.batch.observe(0, out=[1]), r"float32 with shape \(4, 34\), without gaps, not \[1\]"),  # type: ignore[arg-type]
    (lambda g: g.batch.state(out=g.batch.observations), "without gaps"),
    (lambda g: g.batch.match(4), "there is no row 4"),
    (lambda g: g.batch.match("x"), "'row' is a whole number, not 'x'"),  # type: ignore[arg-type]
    (lambda g: g.batch.memory(-1), "there is no row -1"),
    (lambda g: Batch.load(g.batch.game, b"junk"), r"no batch: it is no archive of arrays .*Batch.save"),
    (lambda g: Batch.load(g.batch.game, b""), "it is no archive of arrays"),
    (lambda g: Batch.load(g.batch.game, saved(g)), "it says nothing about a batch"),
    (lambda g: Batch.load(g.batch.game, "x.batch"), "bytes, as Batch.save gives them, not 'x.batch'"),  # type: ignore[arg-type]
    (lambda g: Batch.load("x", g.batch.save()), "a batch is of a Game, not 'x': rulewright.load"),  # type: ignore[arg-type]
]

BOTS: list[Case] = [
    (lambda g: rulewright.simulate(g.batch.game, matches=1, bots=[g.net, g.net]), "a bot is network.bot"),  # type: ignore[list-item]
    (
        lambda g: rulewright.simulate(g.batch.game, matches=1, bots=lambda seed: 3),  # type: ignore[arg-type]
        "no method 'choose', but is 3",
    ),
    (
        lambda g: rulewright.simulate(g.batch.game, matches=1, bots="a.npz"),
        r"rulewright.Network.load\('a.npz'\).bot",
    ),
    (lambda g: rulewright.simulate(g.batch.game, matches=1, bots=g.other.bot), "plays 'do-podzemi'"),
]


def saved(given: Given) -> bytes:
    """The file of a network."""
    path = given.folder / "net.npz"
    given.net.save(path)
    return path.read_bytes()


@pytest.mark.parametrize(("wrong", "said"), [*NETWORKS, *SEARCHERS, *BATCHES, *BOTS])
def test_the_error_says_what_was_meant(given: Given, wrong: Callable[[Given], object], said: str) -> None:
    with pytest.raises((MatchError, TypeError), match=f"(?s){said}"):
        wrong(given)


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_rows_that_have_ended_may_stay(engine: str) -> None:
    """With autoreset "off", -1 leaves them alone; whoever plays at random does so, too, and `play` notes it."""
    batch = Batch(shipped_game("classics/tic-tac-toe"), 12, seed=1, autoreset="off", engine=engine)
    for _ in range(7):
        batch.step_random()
        if batch.done.any():
            break
    over = batch.done.copy()
    assert 0 < over.sum() < 12
    before = [batch.memory(row) for row in range(12)]
    rewards, seen = batch.rewards.copy(), batch.observations.copy()
    batch.step(np.where(over, -1, batch.masks.argmax(axis=1)))
    assert [batch.memory(row) == before[row] for row in range(12)] == over.tolist()
    assert (batch.observations[over] == seen[over]).all()
    assert not batch.masks[over].any()
    assert rewards[over].any()
    assert not batch.rewards[over].any()  # they belong to the step in which the match has ended
    assert not batch.done[over].any()
    assert (batch.step_random()[over] == -1).all()
    assert (batch.play("random", 2).actions[:, over] == -1).all()
    with pytest.raises(IllegalChoiceError, match="the match is over"):
        batch.step(np.zeros(12, int))
    batch.reset(np.flatnonzero(over))
    assert batch.masks[over].any(axis=1).all()


def test_what_was_searched_nowhere_is_left_alone() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 2, seed=1, autoreset="off")
    searcher, network = Searcher(batch, 4), Network.new(batch, (8,))
    for _ in range(9):
        searcher.run(network)
        batch.step(searcher.choose())
    assert searcher.run(network).choose().tolist() == [-1, -1]


def test_a_network_judges_one_observation_or_many_steps() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 4, seed=1)
    network = Network.new(batch, (8,))
    played = batch.play(network, 3)
    many, values = network(played.observations, played.masks)
    assert many.shape == (3, 4, 9)
    assert values is not None
    assert values.shape == (3, 4, 1)
    assert np.allclose(many.sum(axis=-1), 1)
    one, _ = network(played.observations[1, 2], played.masks[1, 2])
    assert np.allclose(one, many[1, 2])
