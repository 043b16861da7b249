"""The adapters: each library's own tests, on several games; secrets; and an algorithm of each on ours."""

from __future__ import annotations

import ast
import importlib
import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from rulewright.interpreter import Match, SetupError
from rulewright.interpreter.match.errors import IllegalChoiceError

from ..interpreter.small_games import shipped_game, small_game
from .conftest import ROOT

GAMES = ROOT / "tests" / "interpreter" / "games"
ADAPTERS = ROOT / "workbench" / "adapters"
OWN = {"pettingzoo": {"pettingzoo.py"}, "pyspiel": {"openspiel.py"}}
SHARED = {"gymnasium": {"spaces.py", "pettingzoo.py", "gymnasium.py"}, "numpy": {"spaces.py", "openspiel.py"}}


def library(*names: str) -> Any:
    """The last of these modules. Without them, tests are skipped here, and fail in CI."""
    try:
        return [importlib.import_module(name) for name in names][-1]
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{names[0]} is not installed: its adapter is NOT TESTED (pip install -e '.[dev]')")


def test_each_adapter_is_the_only_importer_of_its_library() -> None:
    found: dict[str, set[str]] = {}
    for package in ("dsl", "interpreter", "workbench"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and not node.level:
                    names = [node.module or ""]
                for name in names:
                    found.setdefault(name.partition(".")[0], set()).add(path.relative_to(ROOT).as_posix())
    for name, users in {**OWN, **SHARED}.items():
        assert found[name] <= {f"workbench/adapters/{user}" for user in users}


# ---------------------------------------------------------------------- PettingZoo


def zoo() -> Any:
    library("pettingzoo")
    return library("rulewright.workbench.adapters.pettingzoo")


ZOO: list[tuple[str, int]] = [("do-podzemi", 3), ("bluff", 2), ("signs", 2), ("heist", 3)]


def maker(name: str, players: int) -> Callable[..., Any]:
    adapter = zoo()
    game = shipped_game(name) if name == "do-podzemi" else small_game(name)
    return lambda **more: adapter.environment(game, players, **more)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "players"), ZOO)
def test_pettingzoo_is_content(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    make = maker(name, players)
    library("pettingzoo.test").api_test(make(), num_cycles=60)
    library("pettingzoo.test").seed_test(make, num_cycles=60)
    library("pettingzoo.test").render_test(make)


def test_a_pettingzoo_match_to_its_end() -> None:
    env = maker("do-podzemi", 3)()
    for seed in range(5):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, termination, truncation, _ = env.last()
            total[agent] += reward
            mask = seen["action_mask"]
            assert env.observation_space(agent).contains(seen)
            env.step(None if termination or truncation else int(mask.argmax()))
        assert sorted(total.values()) == [-1, -1, 1]


def test_agents_see_what_their_seats_may_know() -> None:
    adapter = zoo()
    env = adapter.RulewrightEnv(small_game("bluff"), 2)
    env.reset(seed=4)
    real = env.player.match
    seen = {agent: env.observe(agent)["observation"].tolist() for agent in env.agents}
    for seat, agent in enumerate(env.agents):
        env.player.match = real.determinize(seat, 5)
        assert env.observe(agent)["observation"].tolist() == seen[agent]
        assert not env.observe(env.agents[1 - seat])["action_mask"].any() or env.agent_selection != agent


def test_an_illegal_action_is_refused_or_punished() -> None:
    adapter = zoo()
    raw = adapter.RulewrightEnv(small_game("bluff"), 2)
    raw.reset(seed=1)
    illegal = int((1 - raw.observe(raw.agent_selection)["action_mask"]).argmax())
    with pytest.raises(IllegalChoiceError):
        raw.step(illegal)
    env = maker("bluff", 2)()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(illegal)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


# ----------------------------------------------------------------------- Gymnasium


def gym() -> Any:
    library("gymnasium")
    return library("rulewright.workbench.adapters.gymnasium")


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_is_content() -> None:
    adapter = gym()
    for mode in (None, "ansi"):
        env = adapter.RulewrightEnv(small_game("patience"), render_mode=mode)
        library("gymnasium.utils.env_checker").check_env(env, skip_render_check=True)


def test_a_solo_match_can_be_won_and_lost() -> None:
    env = gym().RulewrightEnv(small_game("patience"), render_mode="ansi")
    rewards = set()
    for seed in range(20):
        seen, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            assert env.observation_space.contains(seen)
            legal = info["action_mask"].nonzero()[0]
            seen, reward, terminated, truncated, info = env.step(int(legal[-1]))
            assert not truncated
            assert "sum" in env.render()
        rewards.add(reward)
        assert not info["action_mask"].any()
    assert rewards == {1.0, 0.0}
    env.reset()
    assert env.step(10**6)[1:4] == (-1.0, True, False)
    with pytest.raises(library("gymnasium").error.ResetNeeded):
        env.step(0)


def test_a_game_for_several_is_no_solo_game() -> None:
    with pytest.raises(SetupError):
        gym().RulewrightEnv(small_game("bluff"))


# ----------------------------------------------------------------------- OpenSpiel


def spiel(name: str, **more: Any) -> Any:
    pyspiel = library("pyspiel")
    adapter = library("rulewright.workbench.adapters.openspiel")
    adapter.register()
    adapter.register()
    path = name if name == "do-podzemi" else str(GAMES / f"{name}.yaml")
    return pyspiel.load_game("rulewright", {"game": path, **more})


@pytest.mark.parametrize(("name", "players"), [*ZOO, ("patience", 1), ("duel", 2)])
def test_openspiel_is_content(name: str, players: int) -> None:
    game = spiel(name, players=players)
    library("pyspiel").random_sim_test(game, num_sims=4, serialize=False, verbose=False)


def test_openspiel_with_variants_and_options() -> None:
    game = spiel("do-podzemi", players=4, variants="three-victories", options="starting hero:mage")
    state = game.new_initial_state()
    assert state.match.game.variants == ("three-victories",)
    assert state.match.options == {"starting hero": "mage"}
    again = library("pyspiel").load_game(str(game)).new_initial_state()
    assert again.match.snapshot() == state.match.snapshot()
    for wrong in ({"players": 9}, {"variants": "none-such"}, {"options": "x:1"}, {"options": "x"}):
        with pytest.raises((SetupError, library("pyspiel").SpielError)):
            spiel("do-podzemi", **wrong)


def test_chance_has_probabilities_and_a_clone_is_independent() -> None:
    state = spiel("bluff").new_initial_state()
    assert state.is_chance_node()
    assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert state.history() == []
    assert copy.history() != []
    assert state.match.snapshot() != copy.match.snapshot()


def deal(game: Any, dice: random.Random) -> Any:
    """A state after the luck of the beginning."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(actions, weights)[0])
    return state


def test_who_cannot_tell_two_histories_apart_is_told_the_same() -> None:
    """Of two hands, one card is put down hidden; the other player's information is the same, the own is not."""
    state = deal(spiel("bluff"), random.Random(5))
    player = state.current_player()
    state.apply_action(next(a for a in state.legal_actions() if "hide" in state.action_to_string(a)))
    ways = [state.child(action) for action in state.legal_actions()]
    assert len(ways) > 1
    assert len({way.information_state_string(1 - player) for way in ways}) == 1
    assert len({way.information_state_string(player) for way in ways}) == len(ways)
    assert len({way.observation_string(1 - player) for way in ways}) == 1


def test_an_information_state_remembers_what_a_view_does_not() -> None:
    """Both rounds of choices look alike afterwards; their story does not."""
    state = spiel("signs").new_initial_state()
    first, second = state.clone(), state.clone()
    for one, actions in ((first, (0, 0, 1, 1)), (second, (1, 1, 0, 0))):
        for action in actions:
            one.apply_action(action)
    assert first.information_state_string(0) != second.information_state_string(0)
    lines = first.information_state_string(1).splitlines()
    assert sum(line.startswith("0:") for line in lines) == 0
    assert sum(line.startswith("1:") for line in lines) == 2


def test_cfr_solves_a_game_of_ours() -> None:
    """Rock, paper, scissors: each a third of the time, and worth nothing."""
    game = spiel("duel")
    solver = library("open_spiel.python.algorithms.cfr").CFRSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    state = game.new_initial_state()
    assert list(policy.action_probabilities(state).values()) == pytest.approx([1 / 3] * 3, abs=0.02)
    conv = library("open_spiel.python.algorithms.exploitability").nash_conv(game, policy)
    assert conv == pytest.approx(0, abs=0.05)


def test_openspiels_search_runs_on_a_game_of_ours() -> None:
    mcts = library("open_spiel.python.algorithms.mcts")
    numpy = library("numpy")
    game = spiel("heist")
    dice = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


def test_the_tensor_is_what_the_encoder_says() -> None:
    observation = library("open_spiel.python.observation")
    game = spiel("bluff")
    state = deal(game, random.Random(2))
    one = observation.make_observation(game)
    one.set_from(state, 0)
    assert one.tensor.tolist() == game.encoder.vector(state.match, 0)
    assert one.string_from(state, 0) == state.observation_string(0)


def test_ours_and_openspiels_matches_are_the_same() -> None:
    """The same actions lead to the same memory, whoever applies them."""
    dice = random.Random(8)
    state = spiel("do-podzemi").new_initial_state()
    match = Match(shipped_game("do-podzemi"), 2, 0, explicit_chance=True)
    while not state.is_terminal():
        action = dice.choice(state.legal_actions())
        state.apply_action(action)
        match.choose(action)
        assert state.match.snapshot() == match.snapshot()
    assert state.returns() == list(match.result or ())
