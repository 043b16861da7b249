"""The adapters: each library's own tests, on several games; secrets; and an algorithm of each on ours."""

from __future__ import annotations

import ast
import copy
import importlib
import os
import pickle
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter import Match, SetupError
from rulewright.interpreter.match.errors import IllegalChoiceError
from rulewright.workbench.files.shipped import shipped_games

from ..interpreter.small_games import shipped_game, small_game
from .conftest import ROOT

GAMES = ROOT / "tests" / "interpreter" / "games"
ADAPTERS = ROOT / "workbench" / "adapters"
OWN = {"pettingzoo": {"pettingzoo.py"}, "pyspiel": {"openspiel.py"}}
SHARED = {
    "gymnasium": {"spaces.py", "pettingzoo.py", "gymnasium.py", "vector.py"},
    "numpy": {"spaces.py", "openspiel.py", "vector.py"},
}
LEARNING = {
    "numpy": {
        f"interpreter/learning/{name}.py"
        for name in ("arrays", "batch", "bot", "given", "network", "rollout", "searching")
    }
}
"""What fills arrays by itself, for adapters and for programs that learn without them."""


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
        assert found[name] <= {f"workbench/adapters/{user}" for user in users} | LEARNING.get(name, set())


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
    check_env = library("gymnasium.utils.env_checker").check_env
    for mode in (None, "ansi"):
        env = adapter.RulewrightEnv(small_game("patience"), render_mode=mode)
        check_env(env, skip_render_check=True)
    check_env(adapter.RulewrightEnv(small_game("heist"), players=3, opponents="random", seat=2, planes=True))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["tic-tac-toe", "do-podzemi", "leduc-poker", "breakthrough", "pig"])
def test_shipped_games_are_registered(name: str) -> None:
    gym()
    gymnasium = library("gymnasium")
    env = gymnasium.make(f"rulewright/{name}-v0")
    library("gymnasium.utils.env_checker").check_env(env.unwrapped, skip_render_check=True)
    again = gymnasium.make(f"rulewright.adapters.gymnasium:rulewright/{name}-v0", opponents="greedy")
    assert again.unwrapped.opponents == "greedy"


def test_every_shipped_game_has_a_name_of_its_own() -> None:
    adapter, gymnasium = gym(), library("gymnasium")
    adapter.register()
    made = [one for one in gymnasium.registry.values() if one.namespace == "rulewright"]
    assert sorted(one.kwargs["game"] for one in made) == sorted(shipped_games())


def test_a_seat_among_bots() -> None:
    """Each seat is asked only about its own decisions, and learns at the end what the match was worth."""
    for seat in range(3):
        env = gym().RulewrightEnv(shipped_game("do-podzemi"), players=3, seat=seat, opponents="random")
        ends = set()
        for seed in range(8):
            seen, info = env.reset(seed=seed)
            over = False
            while not over:
                assert [one.player for one in env.player.match.pending()] == [seat]
                assert env.observation_space.contains(seen)
                legal = info["action_mask"].nonzero()[0]
                seen, reward, over, _, info = env.step(int(legal[seed % len(legal)]))
            assert reward == env.player.match.result[seat]
            ends.add(reward)
        assert ends == {1.0, -1.0}


@pytest.mark.parametrize("opponents", ["random", "greedy:5"])
def test_environments_pickle_and_copy_in_the_middle_of_a_match(opponents: str) -> None:
    make = gym().RulewrightEnv
    env = make(shipped_game("do-podzemi"), players=2, opponents=opponents)
    _, info = env.reset(seed=5)
    for _ in range(2):
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        assert not over
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    ways = [played_on(one, info["action_mask"]) for one in (*copies, env)]
    assert ways[0] == ways[1] == ways[2]
    assert len(ways[0]) > 2


def played_on(env: Any, mask: Any) -> list[Any]:
    """The observations to the end of the match, and through another one."""
    found = []
    for _ in range(2):
        over = False
        while not over:
            seen, reward, over, _, info = env.step(int(mask.argmax()))
            mask = info["action_mask"]
            found.append((seen["observation"].tobytes(), reward))
        seen, info = env.reset()
        mask = info["action_mask"]
        found.append((seen["observation"].tobytes(), 0))
    return found


def test_environments_of_pettingzoo_pickle_and_copy() -> None:
    env = maker("bluff", 2)(planes=True)
    env.reset(seed=4)
    for _ in range(2):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    for one in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert one.agent_selection == env.agent_selection
        assert one.unwrapped.player.match.snapshot() == env.unwrapped.player.match.snapshot()
        one.step(int(one.last()[0]["action_mask"].argmax()))
        assert one.unwrapped.player.match.snapshot() != env.unwrapped.player.match.snapshot()


def test_planes_are_observed_if_they_are_asked_for() -> None:
    env = gym().RulewrightEnv(shipped_game("hrad"), players=2, opponents="random", planes=True)
    seen, _ = env.reset(seed=1)
    assert {name: planes.shape[1:] for name, planes in seen["planes"].items()} == {
        "plan": (9, 9),
        "ramparts": (17, 17),
    }
    assert env.observation_space.contains(seen)


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
    with pytest.raises(SetupError, match=r'the other seats need bots .*opponents="random"'):
        gym().RulewrightEnv(small_game("bluff"))
    with pytest.raises(SetupError, match="the other seats need bots"):
        gym().RulewrightEnv(small_game("bluff"), players=2)
    with pytest.raises(SetupError):
        gym().RulewrightEnv(small_game("bluff"), opponents="random", seat=2)
    with pytest.raises(SetupError):
        gym().RulewrightEnv("no-such-game", opponents="random")


def test_a_game_of_your_own_is_registered_by_its_path(tmp_path: Path) -> None:
    """As docs/learning.md shows: a path travels to other processes, and Gymnasium can print it."""
    gymnasium = library("gymnasium")
    gym()
    folder = shutil.copytree(ROOT / "games" / "classics" / "kuhn-poker", tmp_path / "poker")
    gymnasium.register(
        "house/poker-v0",
        entry_point="rulewright.adapters.gymnasium:RulewrightEnv",
        kwargs={"game": str(folder), "opponents": "random"},
    )
    try:
        env = gymnasium.make("house/poker-v0")
        _, info = env.reset(seed=1)
        assert info["action_mask"].any()
    finally:
        del gymnasium.registry["house/poker-v0"]


# ----------------------------------------------------------------------- OpenSpiel


def spiel(name: str, **more: Any) -> Any:
    pyspiel = library("pyspiel")
    adapter = library("rulewright.workbench.adapters.openspiel")
    adapter.register()
    adapter.register()
    path = name if name == "do-podzemi" or "/" in name else str(GAMES / f"{name}.yaml")
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
    """A state after the chance moves at the start."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(actions, weights)[0])
    return state


def test_who_cannot_tell_two_histories_apart_is_told_the_same() -> None:
    """One of two cards is put down hidden: the other player's information is the same, the player's own is not."""
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


@pytest.mark.parametrize(("name", "players"), [("classics/leduc-poker", 2), ("signs", 2), ("heist", 3)])
def test_a_state_is_written_and_read_again(name: str, players: int) -> None:
    pyspiel, game = library("pyspiel"), spiel(name, players=players)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state, dice = deal(game, random.Random(3)), random.Random(4)
    for _ in range(3):
        state.apply_action(dice.choice(state.legal_actions()))
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert again.match.snapshot() == state.match.snapshot()
    assert again.history() == state.history()
    for player in range(players):
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.information_state_tensor(player) == state.information_state_tensor(player)


def histories(state: Any, most: int, dice: random.Random) -> Iterator[list[Any]]:
    """Paths through a game: its states from the first to the last."""
    for _ in range(most):
        way = [state.clone()]
        while not way[-1].is_terminal():
            way.append(way[-1].child(dice.choice(way[-1].legal_actions())))
        yield way


@pytest.mark.parametrize(
    ("name", "players"),
    [("classics/leduc-poker", 2), ("bluff", 2), ("signs", 2), ("heist", 3), ("mounds", 2)],
)
def test_the_tensor_of_an_information_state_recalls_perfectly(name: str, players: int) -> None:
    """All earlier information of a player follows from it, and it is equal exactly if the string is."""
    game = spiel(name, players=players)
    strings: dict[tuple[int, bytes], str] = {}
    tensors: dict[str, bytes] = {}
    pasts: dict[tuple[int, bytes], tuple[bytes, ...]] = {}
    for way in histories(game.new_initial_state(), 25, random.Random(name)):
        for player in range(players):
            past: list[bytes] = []
            for state in way:
                if state.is_chance_node():
                    continue
                tensor = bytes(library("numpy").array(state.information_state_tensor(player)))
                string = state.information_state_string(player)
                if not past or past[-1] != tensor:
                    past.append(tensor)
                assert strings.setdefault((player, tensor), string) == string
                assert tensors.setdefault(string, tensor) == tensor
                assert pasts.setdefault((player, tensor), tuple(past)) == tuple(past)
    assert len(strings) > 30


def test_leduc_has_as_many_information_states_as_openspiels() -> None:
    policy = library("open_spiel.python.policy")
    ours = policy.TabularPolicy(spiel("classics/leduc-poker"))
    theirs = policy.TabularPolicy(library("pyspiel").load_game("leduc_poker"))
    assert len(ours.state_lookup) == len(theirs.state_lookup) == 936


def test_the_parts_of_an_information_state() -> None:
    observation = library("open_spiel.python.observation")
    game = spiel("classics/leduc-poker")
    state = deal(game, random.Random(2))
    recalls = library("pyspiel").IIGObservationType(perfect_recall=True)
    one = observation.make_observation(game, recalls)
    player = state.current_player()
    state.apply_action(state.legal_actions()[-1])
    one.set_from(state, 1 - player)
    assert set(one.dict) == {"observation", "choices", "story"}
    assert one.dict["observation"].tolist() == game.encoder.vector(state.match, 1 - player).tolist()
    last, *others = one.dict["choices"].tolist()
    assert last[player] == 1
    assert sum(last) == 2
    assert not any(map(any, others))


def test_cfr_solves_a_game_of_ours() -> None:
    """Rock, paper, scissors: each a third of the time, with an expected value of 0."""
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
    assert one.tensor.tolist() == game.encoder.vector(state.match, 0).tolist()
    assert one.string_from(state, 0) == state.observation_string(0)


def test_ours_and_openspiels_matches_are_the_same() -> None:
    """The same actions lead to the same memory, whoever applies them."""
    dice = random.Random(8)
    state = spiel("do-podzemi").new_initial_state()
    match = Match(shipped_game("do-podzemi"), 2, 0, explicit_chance=True)
    while not state.is_terminal():
        space = state.get_game().space
        numbers = space.chances if state.is_chance_node() else space.numbers
        action = dice.choice(state.legal_actions())
        state.apply_action(action)
        match.choose(numbers[action])
        assert state.match.snapshot() == match.snapshot()
    assert state.returns() == list(match.result or ())
