"""The learner of docs/learning.md beats bots that play at random, whatever its seed, and what it learnt is why."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .conftest import ROOT
from .test_adapters import library

PAGE = ROOT / "docs" / "learning.md"


def learner() -> Any:
    """The class from the page."""
    block = next(
        one
        for one in re.findall(r"```python[^\n]*\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        if "class Learner" in one
    )
    names: dict[str, Any] = {"numpy": library("numpy")}
    exec(block[: block.index("\npoker = ")], names)
    return names["Learner"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "rate", "matches", "margin"), [("leduc-poker", 0.003, 4000, 0.4), ("do-podzemi", 0.1, 500, 0.6)]
)
def test_it_beats_bots_that_play_at_random(name: str, rate: float, matches: int, margin: float) -> None:
    library("gymnasium")
    library("rulewright.adapters.gymnasium")
    gymnasium = library("gymnasium")
    for seed in (2, 3):
        one = learner()(gymnasium.make(f"rulewright/{name}-v0").unwrapped, rate, seed)
        before = one.worth()
        for _ in range(matches):
            one.play(learn=True)
        after = one.worth(600)
        assert after > margin
        assert after - before > margin


@pytest.mark.parametrize("autoreset", ["next-step", "same-step", "off"])
def test_a_vector_environment_is_a_row_of_environments(autoreset: Any) -> None:
    gymnasium, numpy = library("gymnasium"), library("numpy")
    library("rulewright.adapters.gymnasium")
    env = gymnasium.make_vec(
        "rulewright/do-podzemi-v0", num_envs=8, autoreset=autoreset, engine="auto", seat=1
    )
    single = gymnasium.make("rulewright/do-podzemi-v0", seat=1)
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    assert env.unwrapped.metadata["autoreset_mode"].value.lower().replace(
        "disabled", "off"
    ) == autoreset.replace("-", "")
    seen, infos = env.reset(seed=3)
    ends, dice = 0, numpy.random.default_rng(1)
    ended = numpy.zeros(8, bool)
    for _ in range(120):
        mask = infos["action_mask"]
        assert (mask == seen["action_mask"]).all()
        assert env.observation_space.contains(seen)
        assert mask.any(axis=1).tolist() == (~ended).tolist()
        playing = ~env.unwrapped.batch._arrays["ended"]
        assert (env.unwrapped.batch.players[playing] == 1).all()
        actions = (mask * dice.random(mask.shape)).argmax(axis=1)
        seen, rewards, done, truncated, infos = env.step(actions)
        assert set(rewards[~done]) <= {0.0}
        assert set(rewards[done]) <= {1.0, -1.0}
        assert not truncated.any()
        ends += done.sum()
        ended = done if autoreset == "next-step" else numpy.zeros(8, bool)
        if autoreset == "same-step" and done.any():
            assert infos["_final_obs"].tolist() == done.tolist()
            names = env.unwrapped.batch.encoder.names
            assert all(one["observation"][names.index("over")] == 1 for one in infos["final_obs"][done])
        if autoreset == "off" and done.any():
            seen, infos = env.reset(options={"reset_mask": done})
    assert ends > 8
    again, _ = env.reset(seed=3)
    first, _ = gymnasium.make_vec("rulewright/do-podzemi-v0", num_envs=8, engine="auto", seat=1).reset(seed=3)
    assert (again["observation"] == first["observation"]).all()
    match = env.unwrapped.batch.match(2)
    assert match.pending()[0].player == 1


@pytest.mark.parametrize("copy", [True, False])
def test_a_vector_environment_has_planes(copy: bool) -> None:
    gymnasium, numpy = library("gymnasium"), library("numpy")
    library("rulewright.adapters.gymnasium")
    name = "rulewright/tic-tac-toe-v0"
    env = gymnasium.make_vec(name, num_envs=4, autoreset="same-step", planes=True, copy=copy)
    single = gymnasium.make(name, planes=True)
    assert env.single_observation_space == single.observation_space
    seen, infos = env.reset(seed=3)
    batch, ends = env.unwrapped.batch, 0
    for _ in range(12):
        assert env.observation_space.contains(seen)
        boards = batch.planes_of(seen["observation"])
        assert (seen["planes"]["board"] == boards["board"]).all()
        assert numpy.shares_memory(seen["planes"]["board"], batch.planes["board"]) != copy
        seen, _, done, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        for last in infos["final_obs"][done] if done.any() else ():
            assert single.observation_space.contains(last)
            assert last["planes"]["board"][1:3].sum() >= 5  # a match is not over before
            ends += 1
    assert ends > 4
    assert "planes" not in gymnasium.make_vec("rulewright/do-podzemi-v0", 2, planes=True).reset()[0]


def test_a_vector_environment_has_only_random_opponents() -> None:
    gymnasium = library("gymnasium")
    library("rulewright.adapters.gymnasium")
    with pytest.raises(ValueError, match="vectorization_mode"):
        gymnasium.make_vec("rulewright/do-podzemi-v0", num_envs=2, opponents="greedy")
    env = gymnasium.make_vec(
        "rulewright/do-podzemi-v0", num_envs=2, opponents="greedy", vectorization_mode="sync"
    )
    assert env.reset(seed=1)[0]["observation"].shape[0] == 2
