"""Networks as arrays: what they give, and the files in which they are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.learning.batch import Batch
from rulewright.interpreter.learning.network import Network
from rulewright.interpreter.match.errors import MatchError, SaveError, StaleSaveError
from rulewright.interpreter.match.output.encoding.encoder import Encoder

from .small_games import shipped_game

GAME = "classics/leduc-poker"


def made(**how: Any) -> Network:
    return Network.new(Match(shipped_game(GAME)), hidden=(8, 6), seed=3, **how)


def test_what_it_gives_is_what_its_arrays_say() -> None:
    batch = Batch(shipped_game(GAME), 5, engine="python")
    dice = np.random.default_rng(1)
    first, second = dice.normal(size=(batch.encoder.size, 4)), dice.normal(size=(4, batch.actions))
    biases, value = dice.normal(size=4), (dice.normal(size=(4, 2)), np.array([1.0, 2.0]))
    network = Network.of(batch, [(first, biases)], (second, np.ones(batch.actions)), value, activation="tanh")
    probabilities, values = network(batch.observations, batch.masks)
    hidden = np.tanh(batch.observations @ first + biases)
    likely = np.where(batch.masks, np.exp(hidden @ second), 0)
    assert np.allclose(probabilities, likely / likely.sum(axis=1, keepdims=True), atol=1e-5)
    assert (probabilities[~batch.masks] == 0).all()
    assert values is not None
    assert np.allclose(values, hidden @ value[0] + value[1], atol=1e-4)
    assert not network(batch.observations, np.zeros_like(batch.masks))[0].any()


@pytest.mark.parametrize("how", [{}, {"values": 0, "activation": "tanh"}, {"values": 2}], ids=str)
def test_a_file_holds_all_of_it(tmp_path: Path, how: dict[str, Any]) -> None:
    network = made(**how).at(0.5)
    network.save(tmp_path / "agent")
    again = Network.load(tmp_path / "agent")
    for one in (
        "game",
        "hash",
        "meaning",
        "players",
        "options",
        "activation",
        "temperature",
        "size",
        "actions",
    ):
        assert getattr(again, one) == getattr(network, one)
    seen = np.random.default_rng(2).random((7, network.size), np.float32)
    for found, expected in zip(again.activations(seen), network.activations(seen), strict=True):
        assert (found == expected).all()
    legal = np.ones((7, network.actions), bool)
    assert (again(seen, legal)[0] == network(seen, legal)[0]).all()
    assert (again.value is None) == (network.value is None)
    again.check(Encoder(Match(shipped_game(GAME))))


Change = Callable[[dict[str, Any], dict[str, Any]], None]


def _without_policy(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    del arrays["policy_biases"]


def _wrong_shape(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["weights1"] = arrays["weights1"][:-1]


def _not_finite(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["biases0"][2] = np.nan


def _something_else(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    about["format"] = "rulewright-batch"


def _newer(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    about["version"] = 2


def _no_game(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    del about["game"]


def _unknown(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["noise"] = np.zeros(3)


def _wrong_activation(about: dict[str, Any], arrays: dict[str, Any]) -> None:
    about["activation"] = "gelu"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_without_policy, "policy_biases"),
        (_wrong_shape, "the layer 2 takes 7 numbers, but gets 8"),
        (_not_finite, "the layer 1 has numbers that are not finite"),
        (_something_else, "it says that it is something else"),
        (_newer, "it is of version 2, and this Rulewright reads version 1"),
        (_no_game, "its 'game' is None"),
        (_unknown, "nobody knows its array 'noise'"),
        (_wrong_activation, "'activation' is one of relu, tanh, not 'gelu'"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, change: Change, said: str) -> None:
    path = tmp_path / "agent.npz"
    made().save(path)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    about = json.loads(arrays["about"].tobytes())
    change(about, arrays)
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(path, **arrays)
    with pytest.raises(SaveError) as refused:
        Network.load(path)
    assert said in str(refused.value)
    assert str(path) in str(refused.value)


def test_what_is_no_archive_of_arrays_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "agent.npz"
    with pytest.raises(SaveError, match=r"agent.npz cannot be read: no such file"):
        Network.load(path)
    with pytest.raises(SaveError, match="it is not an ordinary file"):
        Network.load(tmp_path)
    path.write_bytes(b"not an archive")
    with pytest.raises(SaveError, match="is no network"):
        Network.load(path)
    made().save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SaveError, match="is no network"):
        Network.load(path)
    damaged = bytearray(whole)
    damaged[len(whole) // 3] ^= 255
    path.write_bytes(damaged)
    with pytest.raises(SaveError, match="is no network"):
        Network.load(path)
    objects: Any = np.array([{"a": print}], dtype=object)
    np.savez(path, about=objects)
    with pytest.raises(SaveError, match="is no network"):
        Network.load(path)
    np.savez(path, other=np.zeros(3))
    with pytest.raises(SaveError, match="about"):
        Network.load(path)


def test_it_plays_only_the_game_that_it_has_learnt() -> None:
    network, encoder = made(), Encoder(Match(shipped_game(GAME)))
    others: list[tuple[Network, str]] = [
        (attrs.evolve(network, game="whist"), "this network plays 'whist', not 'leduc-poker'"),
        (attrs.evolve(network, hash="0" * 16), "by other rules"),
        (attrs.evolve(network, meaning="0" * 16), "numbers meant something else"),
        (attrs.evolve(network, players=3), "this network plays with 3 players, not 2"),
    ]
    for other, said in others:
        with pytest.raises(StaleSaveError, match=said):
            other.check(encoder)
    match = Match(shipped_game(GAME))
    policy = (
        np.zeros((encoder.size, len(encoder.actions.numbers) + 1)),
        np.zeros(len(encoder.actions.numbers) + 1),
    )
    with pytest.raises(MatchError, match="and knows"):
        Network.of(match, [], policy)


def test_arrays_that_do_not_fit_are_refused() -> None:
    match = Match(shipped_game(GAME))
    size = Encoder(match).size
    with pytest.raises(MatchError, match="weights of shape"):
        Network.of(match, [(np.zeros((size, 3)), np.zeros(4))], (np.zeros((3, 2)), np.zeros(2)))
    with pytest.raises(MatchError, match="the value has 3 outputs"):
        made(values=3)
    with pytest.raises(MatchError, match="'temperature' is at least 0"):
        made().at(-1)
