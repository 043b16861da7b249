"""Single environments in machine code do what they do with a `Match`: the same seeds and actions lead to the same."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import attrs
import pytest
from rulewright.interpreter.match.errors import BrokenRulesError, IllegalChoiceError
from rulewright.interpreter.match.setup.rules import prepare

from ..interpreter.small_games import shipped_game, small_game
from .test_adapters import gym, zoo

GAMES: list[tuple[str, int, int]] = [
    ("classics/tic-tac-toe", 2, 6),
    ("classics/leduc-poker", 2, 6),
    ("classics/goofspiel", 3, 3),
    ("classics/love-letter", 3, 4),
    ("do-podzemi", 3, 3),
    ("cookbook/hexes-and-paths", 2, 1),
    ("bluff", 2, 4),
    ("signs", 2, 4),
    ("heist", 3, 4),
]
ENGINES = ("auto", "python")
"""With "auto", matches are stepped in machine code: by then the game has been compiled."""
SMALL = ("bluff", "signs", "heist", "patience", "faulty")
MOST = 60
"""Steps of a match that are compared."""


def game(name: str) -> Any:
    found = small_game(name) if name in SMALL else shipped_game(name)
    return compiled(found)


def compiled(found: Any) -> Any:
    """The game, when the light pipeline has compiled it."""
    prepare(found, engine="auto").tiers.native("light")
    return found


def told(seen: dict[str, Any]) -> tuple[Any, ...]:
    mask, numbers = seen["action_mask"], seen["observation"]
    assert mask.flags.writeable
    return (mask.dtype, mask.tolist(), numbers.dtype, numbers.tobytes())


def legal(seen: dict[str, Any], dice: random.Random) -> int:
    return int(dice.choice(seen["action_mask"].nonzero()[0]))


def zoo_story(env: Any, seeds: int) -> list[Any]:
    """All that can be seen of matches that are played at random."""
    found: list[Any] = []
    for seed in range(seeds):
        dice = random.Random(seed)
        env.reset(seed=seed if seed != 2 else None)
        for agent in env.agent_iter(MOST):
            seen, reward, over, cut, info = env.last()
            found.append((agent, told(seen), reward, over, cut, info, env.agents[:]))
            found.append([told(env.observe(one)) for one in env.agents])
            found.append([dict(env.rewards), dict(env.terminations), dict(env.truncations)])
            env.step(None if over or cut else legal(seen, dice))
    return found


@pytest.mark.parametrize(("name", "players", "seeds"), GAMES)
def test_pettingzoo_tells_the_same(name: str, players: int, seeds: int) -> None:
    stories = []
    for engine in ENGINES:
        env = zoo().environment(game(name), players, engine=engine)
        stories.append(zoo_story(env, seeds))
        env.reset()
        assert (env.unwrapped.player.row is not None) == (engine == "auto")
    assert len(stories[0]) > 20
    for one, other in zip(*stories, strict=True):
        assert one == other


def gym_story(env: Any, seeds: int) -> list[Any]:
    found: list[Any] = []
    for seed in range(seeds):
        dice, over = random.Random(seed), False
        seen, info = env.reset(seed=seed if seed != 2 else None)
        for _ in range(MOST):
            found.append((told(seen), info["action_mask"].tolist()))
            seen, reward, over, cut, info = env.step(legal(seen, dice))
            found.append((reward, over, cut))
            if over or cut:
                found.append(told(seen))
                break
    return found


@pytest.mark.parametrize(("name", "players", "seeds"), [*GAMES, ("patience", 1, 6)])
def test_gymnasium_tells_the_same(name: str, players: int, seeds: int) -> None:
    stories = []
    for engine in ENGINES:
        seat = players - 1
        opponents = "random" if players > 1 else None
        env = gym().RulewrightEnv(game(name), players=players, seat=seat, opponents=opponents, engine=engine)
        stories.append(gym_story(env, seeds))
        simultaneous = env.player.simultaneous and players > 1
        assert (env.player.row is not None) == (engine == "auto" and not simultaneous)
    for one, other in zip(*stories, strict=True):
        assert one == other


def test_bots_that_think_get_a_match() -> None:
    stories = []
    for engine in ENGINES:
        env = gym().RulewrightEnv(game("do-podzemi"), players=2, opponents="greedy:3", engine=engine)
        stories.append(gym_story(env, 2))
    assert stories[0] == stories[1]


@pytest.mark.parametrize("name", ["do-podzemi", "cookbook/hexes-and-paths"])
def test_planes_are_the_same(name: str) -> None:
    found = []
    for engine in ENGINES:
        env = zoo().environment(game(name), 2, planes=True, engine=engine)
        env.reset(seed=3)
        for _ in range(5):
            seen = env.last()[0]
            found.append((engine, {one: planes.tolist() for one, planes in seen.get("planes", {}).items()}))
            env.step(int(seen["action_mask"].argmax()))
    assert [one for _, one in found[:5]] == [one for _, one in found[5:]]


@pytest.mark.parametrize("look", ["render", "pickle", "deepcopy", "match"])
@pytest.mark.parametrize("name", ["do-podzemi", "signs"])
def test_a_look_changes_nothing(name: str, look: str) -> None:
    """Rendering, copies and the match itself are the same, and all goes on as it would have."""
    stories = []
    for engine in ENGINES:
        env, dice, found = (
            zoo().environment(game(name), 2, render_mode="ansi", engine=engine),
            random.Random(2),
            [],
        )
        env.reset(seed=4)
        for step in range(8):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                break
            found.append(told(seen))
            if step == 3:
                player = env.unwrapped.player
                if look == "render":
                    found.append(env.render())
                elif look == "match":
                    found.append((player.match.snapshot(), player.match.seed, len(player.match.journal)))
                    assert player.match is player.match
                else:
                    other = pickle.loads(pickle.dumps(env)) if look == "pickle" else copy.deepcopy(env)
                    assert (player.row is not None) == (engine == "auto")
                    other.step(legal(seen, random.Random(7)))
                    found.append(told(other.last()[0]))
                    other.reset(seed=9)
                    found.append(told(other.last()[0]))
            env.step(legal(seen, dice))
        stories.append(found)
    assert len(stories[0]) > 4
    assert stories[0] == stories[1]


def test_whoever_has_the_match_changes_it() -> None:
    env = zoo().environment(game("classics/tic-tac-toe"), 2, engine="auto")
    env.reset(seed=1)
    match = env.unwrapped.player.match
    env.step(4)
    assert len(match.journal) == 1
    env.reset()
    assert env.unwrapped.player.row is not None


@pytest.mark.filterwarnings("ignore")
def test_illegal_actions_are_the_same() -> None:
    stories = []
    for engine in ENGINES:
        found: list[Any] = []
        raw = zoo().RulewrightEnv(game("classics/tic-tac-toe"), 2, engine=engine)
        raw.reset(seed=1)
        raw.step(3)
        for wrong in (3, 9, -1, None):
            with pytest.raises(IllegalChoiceError) as caught:
                raw.step(wrong)
            found.append(str(caught.value))
        raw.step(2)
        found.append(raw.agent_selection)
        env = zoo().environment(game("classics/tic-tac-toe"), 2, engine=engine)
        with pytest.raises(AttributeError) as early:
            _ = env.agents
        found.append(str(early.value))
        env.reset(seed=1)
        with pytest.raises(AssertionError) as outside:
            env.step(9)
        found.append(str(outside.value))
        env.step(3)
        env.step(3)
        found.append(
            (env.last()[1:], dict(env.rewards), dict(env.terminations), env.agent_selection, str(env))
        )
        for _ in range(2):
            env.step(None)
        found.append(env.agents)
        stories.append(found)
    assert stories[0] == stories[1]


def test_rules_that_go_wrong_say_the_same() -> None:
    """The fault is that of the `Match`, and nothing has changed: another action can be taken."""
    stories = []
    for engine in ENGINES:
        found: list[Any] = []
        env = zoo().RulewrightEnv(game("faulty"), 2, engine=engine)
        for seed in range(40):
            dice = random.Random(seed)
            try:
                env.reset(seed=seed)
            except BrokenRulesError as fault:
                found.append(str(fault))
                continue
            for _ in range(MOST):
                seen, reward, over, cut, _ = env.last()
                found.append((told(seen), reward, over, cut))
                if over or cut:
                    break
                try:
                    env.step(legal(seen, dice))
                except BrokenRulesError as fault:
                    found.append((fault.fault_code, str(fault), env.agent_selection))
        stories.append(found)
    assert any(isinstance(one[0], str) for one in stories[0])
    assert stories[0] == stories[1]


def test_matches_are_broken_off_after_as_many_decisions() -> None:
    stories = []
    for engine in ENGINES:
        short = compiled(attrs.evolve(shipped_game("classics/goofspiel"), step_bound=5))
        env = zoo().environment(short, 2, engine=engine)
        stories.append(zoo_story(env, 2))
        single = gym().RulewrightEnv(
            attrs.evolve(game("classics/leduc-poker"), step_bound=2),
            players=2,
            opponents="random",
            engine=engine,
        )
        stories[-1] += gym_story(single, 4)
    assert any(one[4] for one in stories[0] if isinstance(one, tuple) and len(one) == 7)
    assert stories[0] == stories[1]


def test_until_a_game_is_compiled_its_matches_are_played_in_python() -> None:
    env = zoo().environment(attrs.evolve(shipped_game("classics/tic-tac-toe")), 2, engine="auto")
    env.reset(seed=1)
    player = env.unwrapped.player
    assert (player.row is None) == (player._tiers.level is None)
    player._tiers.native("light")
    seen = told(env.last()[0])
    env.reset(seed=1)
    assert player.row is not None
    assert told(env.last()[0]) == seen
