"""What bots aim for: to be ahead, to win; and that it makes them better than random, whatever the game."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.bots.allies import allies, is_common
from rulewright.interpreter.bots.registry import SENSIBLE, make_bot
from rulewright.interpreter.ir import OVER, PLAYERS, WINNERS
from rulewright.interpreter.kernels.kernel import plain
from rulewright.interpreter.kernels.search import Search, bear, estimate, meet, reward_leads, share

from ..amount import sample
from .searches import search_of, worth
from .small_games import FOLDER, shipped_game, small_game


def lead(numbers: list[int], allies: tuple[int, ...]) -> list[float]:
    """The lead of each player where a routine says these numbers."""

    def number(m: list[int], player: int, result: list[int], context: object) -> int:
        result[0] = numbers[player]
        return 0

    s, players = plain(Search), len(numbers)
    s.rewards, s.rivals, s.result, s.context = [0.0] * players, [0.0] * players, [0], []
    m = [0] * PLAYERS + [players]
    assert reward_leads(s, m, number, [*allies]) == 0
    return s.rewards


def test_a_lead_is_over_the_best_other_player() -> None:
    assert lead([3, 7, 5], (0, 1, 2)) == [-4, 2, -2]
    assert lead([7, 7, 1], (0, 1, 2)) == [0, 0, -6]
    assert lead([-1, 1], (0, 1)) == [-2, 2]
    assert lead([-3], (0,)) == [-3]


def test_nobody_is_ahead_of_an_ally() -> None:
    assert lead([1, 5, 5], (0, 1, 1)) == [-4, 4, 4]
    assert lead([5, 5], (0, 0, 2)) == [5, 5]
    assert lead([9, 2, 2, 4, 4], (0, 1, 1, 3, 3)) == [5, -7, -7, -5, -5]


@pytest.mark.parametrize(
    ("heuristic", "expected"),
    [
        ("5 - pot if the player is player 1, otherwise 5 + pot", (0, 1, 1, 1)),
        ("pot if the player is player 2 or the player is player 4, otherwise 9 - pot", (0, 1, 0, 1)),
        (
            "pot if the player is not player 2 and not (the player is player 3), otherwise 9 - pot",
            (0, 1, 1, 0),
        ),
        ("2 * (pot if the player is player 1, otherwise 9)", (0, 1, 1, 1)),
        ("pot", (0, 0, 0, 0)),
        ("the player's coins if the player is player 1, otherwise pot", (0, 1, 1, 1)),
        ("the player's coins", (0, 1, 2, 3)),
        ("own", (0, 1, 2, 3)),
        ("pot if rich, otherwise 0", (0, 1, 2, 3)),
        ("pot if the player has the most, otherwise 0", (0, 1, 2, 3)),
        ("pot if pot = 3, otherwise 0", (0, 0, 0, 0)),
        ("1 if pot = 3, 2 if the player is player 1, otherwise 4", (0, 1, 1, 1)),
    ],
)
def test_allies_have_the_same_number(heuristic: str, expected: tuple[int, ...]) -> None:
    source = TEAMS.replace("HEURISTIC", heuristic)
    report = Report()
    game = load_game([Source("teams.yaml", source)], report, strict=False)
    assert game is not None, to_text(report.diagnostics)
    assert allies(game.heuristic, game) == expected
    assert is_common(game.heuristic, game.symbols) == (set(expected) == {0})


TEAMS = """
rulewright: 1
game: teams
players: 4
game has: {pot: 0..9}
players have: {coins: 0..9}
numbers: {own: the player's coins}
phrases:
  "rich": {holds: the player's coins > 3}
  "{owner: player} has the most": {holds: owner's coins = the highest coins of players}
flow:
  - phase: only
    turns: clockwise from player 1, each player, once each
    turn: |
      choose one:
        stay: nothing
        gain: pot goes up by 1, as far as possible
heuristic: HEURISTIC
"""


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("bot", ["greedy:2", "search:12"])
def test_allies_want_what_is_good_for_both_of_them(engine: str, bot: str) -> None:
    """Though their partner has as much of it as they."""
    source = TEAMS.replace("HEURISTIC", "9 - pot if the player is player 1, otherwise pot")
    game = load_game([Source("teams.yaml", source)], Report(), strict=False)
    assert game is not None
    for seed in range(4):
        match = Match(game, 4, seed, engine=engine)
        choices = []
        while not match.is_over:
            decision = match.decision
            option = make_bot(bot, seed).choose(match, decision)
            match.choose(option)
            choices.append(option.name)
        assert choices[:3] == ["stay", "gain", "gain"]  # the last choice ends the match, which nobody wins


def ended(game: Game, *choices: str) -> Match:
    match = Match(game, 2)
    for choice in choices:
        match.choose(choice)
    assert match.is_over
    return match


def test_the_end_is_worth_the_lead_where_there_are_scores() -> None:
    match = ended(small_game("harvest"), "one", "wait")
    s = search_of(match.rules)
    assert match.scores == (1, 5)
    assert worth(s, match.memory, 2) == [-4, 4]
    assert [share(s, one) for one in (-4, 0, 4)] == [0, 0.5, 1]
    level = ended(small_game("harvest"), "wait", "wait")
    assert worth(s, level.memory, 2) == [0, 0]
    assert share(s, 1) == 0.625  # the scale is that of the largest lead so far


def test_whoever_wins_otherwise_has_won_all_the_same() -> None:
    match = ended(small_game("harvest"), "one", "wait")
    s, m = search_of(match.rules), match.memory[:]
    m[WINNERS] = 0b01
    assert [share(s, one) for one in worth(s, m, 2)] == [1, 0]


def test_a_match_that_does_not_end_is_worth_nothing_to_anyone() -> None:
    match = ended(small_game("harvest"), "one", "wait")
    m = match.memory[:]
    m[OVER] = 0
    s = search_of(match.rules)
    assert worth(s, m, 2) == [0, 0]
    bear(s, 1, 2)
    assert s.rewards[0] == s.rewards[1] == 0


def test_a_score_is_common_where_it_does_not_ask_whose_it_is() -> None:
    harvest = small_game("harvest")
    assert not is_common(harvest.score, harvest.symbols)
    text = (FOLDER / "harvest.yaml").read_text(encoding="utf-8")
    common = text.replace(
        "score: the number of coins in the player's purse", "score: the number of coins in the field"
    )
    game = load_game([Source("common.yaml", common)], Report())
    assert game is not None
    assert is_common(game.score, game.symbols)
    # All have the same, and all with the best score have won: that is what counts then.
    match = ended(game, "one", "wait")
    assert match.scores == (14, 14)
    assert worth(search_of(match.rules), match.memory, 2) == [0.75, 0.75]


def test_greedy_takes_what_the_heuristic_says_and_search_what_the_end_brings() -> None:
    match = Match(small_game("harvest"), 2)
    assert make_bot("greedy:3", 1).choose(match, match.decision).name == "one"
    assert make_bot("search:60", 1).choose(match, match.decision).name == "wait"


def test_search_is_led_by_the_heuristic_to_an_end_that_is_out_of_reach() -> None:
    """At random nobody climbs so far in ten thousand matches; without a heuristic, search does not either."""
    assert _climbed(small_game("tower")) >= 36
    text = (FOLDER / "tower.yaml").read_text(encoding="utf-8")
    blind = load_game([Source("blind.yaml", text.replace("heuristic: the player's height\n", ""))], Report())
    assert blind is not None
    assert _climbed(blind) < 25


def _climbed(game: Game) -> int:
    """How high a searching first player comes against a random one."""
    match = Match(game, 2, seed=1)
    bots = [make_bot("search:16", 1), make_bot("random", 2)]
    while not match.is_over:
        decision = match.decision
        match.choose(bots[decision.player].choose(match, decision))
    return int(match.view()["players"][0]["state"]["height"])


def test_an_end_outweighs_whatever_only_seems_good() -> None:
    """A number of the heuristic lies between the lowest and the highest met, short of having lost and won."""
    s = plain(Search)
    s.low, s.high = [0.0, 0.0], [0.0, 0.0]
    s.rewards = [3.0, 9.0]
    meet(s, 2)
    assert estimate(s, 0, 3.0) == 0.5  # nothing to compare with yet
    s.rewards = [-1.0, 30.0]
    meet(s, 2)
    assert [estimate(s, 0, one) for one in (-1.0, 1.0, 3.0)] == [0.1, 0.5, 0.9]
    assert [estimate(s, 1, one) for one in (9.0, 30.0)] == [0.1, 0.9]


def balance(name: str, bot: str, matches: int) -> tuple[float, float]:
    """Of a bot among random ones, each seat as often: matches won less matches lost, and the score, on average."""
    game = shipped_game(name)
    players = game.players[0]
    won = scored = 0
    for seed in range(matches):
        seat = seed % players
        bots = [make_bot(bot if one == seat else "random", 100 * seed + one) for one in range(players)]
        match = Match(game, players, seed)
        while not match.is_over:
            decision = match.decision
            match.choose(bots[decision.player].choose(match, decision))
        won += (seat in match.winners) - any(one != seat for one in match.winners)
        scored += match.scores[seat] if match.scores is not None else 0
    return won / matches, scored / matches


@pytest.mark.parametrize(
    ("name", "bot", "matches", "least"),
    sample(
        [
            ("classics/tic-tac-toe", "search:30", 40, 0.6),
            ("classics/tic-tac-toe", "greedy:8", 40, 0.6),
            ("classics/connect-four", "search:20", 12, 0.5),
            ("classics/connect-four", "greedy:6", 12, 0.5),
            ("classics/breakthrough", "search:6", 10, 0.6),
            ("classics/goofspiel", "search:40", 16, 0.4),
            ("classics/goofspiel", "greedy:4", 16, 0.4),
            ("classics/pig", "search:12", 20, 0.4),
            ("classics/love-letter", "search:10", 20, 0.4),
            ("do-podzemi", "search:20", 24, 0.5),
        ],
        4,
    ),
)
def test_bots_that_think_win_more_than_they_lose(name: str, bot: str, matches: int, least: float) -> None:
    assert balance(name, bot, matches)[0] >= least


@pytest.mark.parametrize(
    ("name", "matches", "least"),
    sample(
        [
            ("classics/cant-stop", 20, 0.5),
            ("classics/connect-four", 20, 0.5),
            ("classics/love-letter", 30, 0.3),
            ("classics/no-thanks", 20, 0.5),
            ("classics/pig", 30, 0.3),
            ("do-podzemi", 24, 0.5),
            ("hrad", 8, 0.25),
            ("hrdina-v-kostce", 4, 1),
            ("vladci-podzemi", 6, 0.6),
        ],
        4,
    ),
)
def test_the_bot_of_empty_seats_wins_more_than_it_loses(name: str, matches: int, least: float) -> None:
    assert balance(name, SENSIBLE, matches)[0] >= least


@pytest.mark.parametrize(
    ("name", "bot", "matches", "least"),
    sample(
        [
            ("classics/kuhn-poker", "search:30", 600, 0.08),
            ("classics/kuhn-poker", "greedy:8", 600, 0.08),
            ("classics/leduc-poker", "search:40", 250, 0.8),
            ("classics/leduc-poker", "greedy:8", 250, 0.8),
        ],
        2,
    ),
)
def test_bots_that_think_win_chips(name: str, bot: str, matches: int, least: float) -> None:
    """Not hands: who folds early loses more of them, and less."""
    assert balance(name, bot, matches)[1] >= least


def test_bots_that_think_lose_less_at_blackjack() -> None:
    """Nobody wins in the long run; who plays at random loses a third of every stake."""
    assert (
        balance("classics/blackjack", "search:30", 400)[1]
        > balance("classics/blackjack", "random", 400)[1] + 0.15
    )


def test_nobody_is_better_than_random_at_rock_paper_scissors() -> None:
    """Against random signs all are worth the same; thinking must not make it worse."""
    assert abs(balance("classics/rock-paper-scissors", "search:20", 100)[0]) <= 0.25
