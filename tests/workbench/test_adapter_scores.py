"""The adapters if a game keeps scores; the game type that OpenSpiel gets; its algorithms on the classics."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rulewright.interpreter import Match, SetupError

from ..interpreter.small_games import shipped_game, small_game
from .test_adapters import gym, library, zoo


def spiel(name: str, **more: Any) -> Any:
    pyspiel = library("pyspiel")
    library("rulewright.workbench.adapters.openspiel").register()
    return pyspiel.load_game("rulewright", {"game": name, **more})


def cached(name: str) -> Any:
    """A game of OpenSpiel that remembers all states of one of ours: for algorithms that visit the whole tree."""
    spiel(name)
    return library("pyspiel").load_game(f"cached_tree(game=rulewright(game={name},zero_sum=true))")


# --------------------------------------------------------------------- what is known before

NATURES = [
    ("classics/tic-tac-toe", 2, (-1, 1), True, False, False),
    ("classics/breakthrough", 2, (-1, 1), True, False, False),
    ("classics/rock-paper-scissors", 2, (-1, 1), True, False, True),
    ("classics/pig", 2, (0, 105), False, True, False),
    ("classics/kuhn-poker", 2, (-2, 2), False, True, True),
    ("classics/leduc-poker", 2, (-13, 13), False, True, True),
    ("classics/goofspiel", 3, (0, 91), False, True, True),
    ("do-podzemi", 3, (-1, 1), False, True, True),
]


@pytest.mark.parametrize(("name", "players", "worth", "zero_sum", "luck", "secrets"), NATURES)
def test_what_openspiel_is_told(
    name: str, players: int, worth: tuple[int, int], zero_sum: bool, luck: bool, secrets: bool
) -> None:
    of = library("pyspiel").GameType
    game = spiel(name, players=players)
    told = game.get_type()
    assert (game.min_utility(), game.max_utility()) == worth
    assert told.utility == (of.Utility.ZERO_SUM if zero_sum else of.Utility.GENERAL_SUM)
    assert told.chance_mode == (of.ChanceMode.EXPLICIT_STOCHASTIC if luck else of.ChanceMode.DETERMINISTIC)
    assert (told.information == of.Information.IMPERFECT_INFORMATION) == secrets
    assert game.utility_sum() == (0 if zero_sum else None)


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "kuhn-poker", "leduc-poker", "pig", "goofspiel", "love-letter"]
)
def test_openspiel_is_content(name: str) -> None:
    options = {"pig": "points to win:20", "goofspiel": "highest card:4"}.get(name, "")
    game = spiel(f"classics/{name}", options=options)
    library("pyspiel").random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_returns_are_the_scores() -> None:
    dice = random.Random(2)
    seen = set()
    for _ in range(20):
        state = spiel("classics/leduc-poker", zero_sum=True).new_initial_state()
        assert state.returns() == [0, 0]
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        assert state.returns() == list(state.match.scores)
        seen.add(tuple(state.returns()))
    assert len(seen) > 5


def test_a_game_that_is_not_zero_sum_does_not_pass_for_one() -> None:
    state = spiel("classics/goofspiel", zero_sum=True, options="highest card:3").new_initial_state()
    dice = random.Random(1)
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    with pytest.raises(SetupError, match="zero-sum"):
        state.returns()


def test_winning_together_is_not_zero_sum() -> None:
    """If the rules let a set of players win, it may be all of them; if they name one, the other has lost."""
    adapter = library("rulewright.workbench.adapters.nature")
    assert not adapter.nature(Match(shipped_game("do-podzemi"), 2, explicit_chance=True)).zero_sum
    assert adapter.nature(Match(small_game("heist"), 2, explicit_chance=True)).zero_sum
    assert not adapter.nature(Match(small_game("heist"), 3, explicit_chance=True)).zero_sum


# ------------------------------------------------------------------- algorithms of OpenSpiel


def exploitabilities(game: Any, rounds: int) -> list[float]:
    pyspiel = library("pyspiel")
    solver = pyspiel.CFRSolver(game)
    found = []
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(game, solver.average_policy()))
    return found


def test_cfr_learns_our_leduc_as_it_learns_openspiels() -> None:
    """The same game: the exploitability of the learner falls, by the same numbers."""
    found = exploitabilities(cached("classics/leduc-poker"), 8)
    assert found == pytest.approx(exploitabilities(library("pyspiel").load_game("leduc_poker"), 8), abs=1e-9)
    assert found[-1] < found[0] / 2


def test_cfr_solves_our_kuhn() -> None:
    game = cached("classics/kuhn-poker")
    solver = library("pyspiel").CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert library("pyspiel").exploitability(game, policy) < 0.005
    value = library("pyspiel").expected_returns(game.new_initial_state(), policy, -1, True)
    assert value == pytest.approx([-1 / 18, 1 / 18], abs=0.005)


def test_tic_tac_toe_is_a_draw() -> None:
    """OpenSpiel's minimax on our rules."""
    minimax = library("open_spiel.python.algorithms.minimax")
    state = spiel("classics/tic-tac-toe").new_initial_state()
    for name in ("a1", "b2", "c3"):
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a).endswith(name)))
    value, _ = minimax.alpha_beta_search(spiel("classics/tic-tac-toe"), state)
    assert value == 0


def test_mcts_beats_random_on_our_connect_four() -> None:
    mcts = library("open_spiel.python.algorithms.mcts")
    game = spiel("classics/connect-four")
    won = 0.0
    for seed in range(4):
        luck, dice = library("numpy").random.RandomState(seed), random.Random(seed)
        bot = mcts.MCTSBot(game, 1.4, 25, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
        state = game.new_initial_state()
        while not state.is_terminal():
            mine = state.current_player() == seed % 2
            state.apply_action(bot.step(state) if mine else dice.choice(state.legal_actions()))
        won += state.returns()[seed % 2]
    assert won >= 3


# ------------------------------------------------------------- Gymnasium and PettingZoo


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_is_content_with_blackjack() -> None:
    env = gym().RulewrightEnv(shipped_game("classics/blackjack"), render_mode="ansi")
    library("gymnasium.utils.env_checker").check_env(env, skip_render_check=True)


def test_blackjack_pays_its_score() -> None:
    """A player who stands immediately loses about a fifth of each stake on average, and never more than one stake."""
    env = gym().RulewrightEnv(shipped_game("classics/blackjack"))
    rewards = []
    for seed in range(400):
        _, info = env.reset(seed=seed)
        stand = int(info["action_mask"].nonzero()[0][-1])
        _, reward, terminated, truncated, _ = env.step(stand)
        assert terminated
        assert not truncated
        rewards.append(reward)
    assert set(rewards) == {-1.0, 0.0, 1.0}
    assert -0.3 < sum(rewards) / len(rewards) < -0.03


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["leduc-poker", "goofspiel"])
def test_pettingzoo_is_content_with_scores(name: str) -> None:
    def make() -> Any:
        return zoo().environment(shipped_game(f"classics/{name}"), 2)

    library("pettingzoo.test").api_test(make(), num_cycles=60)
    library("pettingzoo.test").seed_test(make, num_cycles=60)


def test_pettingzoo_pays_the_scores() -> None:
    env = zoo().environment(shipped_game("classics/leduc-poker"), 2)
    seen = set()
    for seed in range(30):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            total[agent] += reward
            mask = observation["action_mask"]
            env.step(None if termination or truncation else int(mask.nonzero()[0][seed % mask.sum()]))
        scores = env.unwrapped.player.match.scores
        assert [total[agent] for agent in env.possible_agents] == list(scores)
        seen.add(scores)
    assert len(seen) > 3
