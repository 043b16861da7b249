"""Bots: they play every game, look at nothing that is hidden, repeat themselves, and the better ones win."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, SetupError
from rulewright.interpreter.bots import Bot, Budget, GreedyBot, SearchBot
from rulewright.interpreter.bots.registry import BOTS, make_bot, read_bot
from rulewright.interpreter.bots.searcher import AHEAD
from rulewright.interpreter.ir import FORKS, OVER, WINNERS
from rulewright.interpreter.kernels.search import try_out
from rulewright.interpreter.simulation.simulate import Job, simulate

from .searches import search_of, seeming, while_deciding, worth
from .small_games import shipped_game, small_game

CLEVER = ("greedy:2", "search:12")


def won(game: Game, bot: str, matches: int) -> float:
    """The share of matches that a bot wins against a random one, half of them from each seat."""
    wins = 0
    for seat in (0, 1):
        bots = (bot, "random") if seat == 0 else ("random", bot)
        job = Job(lambda: game, matches // 2, 2, seed=11 + seat, policies=bots, detail=False)
        wins += simulate(job).wins[seat]
    return wins / matches


def test_search_beats_random_clearly_where_skill_counts() -> None:
    assert won(shipped_game("do-podzemi"), "search:40", 60) >= 0.75


def test_greedy_beats_random_clearly_where_skill_counts() -> None:
    assert won(shipped_game("do-podzemi"), "greedy:6", 60) >= 0.75


def test_search_is_not_worse_than_random_where_nothing_can_be_known() -> None:
    """Of 60 matches that are a coin's toss, fewer than 22 are won once in 70 times."""
    assert won(small_game("signs"), "search:20", 60) >= 22 / 60


@pytest.mark.parametrize("name", CLEVER)
@pytest.mark.parametrize("game", ["do-podzemi", "signs", "heist", "faulty"])
@pytest.mark.parametrize("explicit_chance", [False, True])
def test_bots_play_every_game_with_luck_drawn_or_explicit(
    name: str, game: str, explicit_chance: bool
) -> None:
    rules = shipped_game(game) if game == "do-podzemi" else small_game(game)
    match = Match(rules, 2, 5, explicit_chance=explicit_chance)
    bots = [make_bot(name, seat) for seat in range(2)]
    dice = random.Random(5)
    for _ in range(12):
        if match.is_over:
            break
        decision = dice.choice(match.decisions)
        if decision.is_chance:
            match.choose(dice.choice(decision.options))
            continue
        option = bots[decision.player].choose(match, decision)
        assert option in decision.options
        if game == "faulty":
            with_fault = match.clone()
            try:
                with_fault.choose(option, decision.player)
            except ValueError:
                break
        match.choose(option, decision.player)


class Blindfold:
    """A match of which only what a bot may use is there."""

    ALLOWED = ("determinize", "rules", "game", "players", "view")

    def __init__(self, match: Match) -> None:
        self._match = match

    def __getattr__(self, name: str) -> Any:
        assert name in self.ALLOWED, f"a bot looked at {name}"
        return getattr(self._match, name)


@pytest.mark.parametrize("name", CLEVER)
@pytest.mark.parametrize("game", ["do-podzemi", "signs"])
def test_bots_look_at_nothing_but_re_dealt_matches(name: str, game: str) -> None:
    match = Match(shipped_game(game) if game == "do-podzemi" else small_game(game), 2, 3)
    bot = make_bot(name, 1)
    for _ in range(8):
        if match.is_over:
            break
        decision = match.decision
        match.choose(bot.choose(Blindfold(match), decision))  # type: ignore[arg-type]


def test_with_iterations_a_bot_repeats_itself() -> None:
    match = Match(shipped_game("do-podzemi"), 3, 9)
    for name in CLEVER:
        for seed in range(5):
            first, second = (make_bot(name, seed).choose(match, match.decision) for _ in range(2))
            assert first == second


def test_thinking_is_told_and_ends() -> None:
    told: list[tuple[int, int | None]] = []
    match = Match(shipped_game("do-podzemi"), 2, 9)
    for name, of in (("search:7", 7), ("greedy:7", 7), ("search:20ms", None), ("greedy:0.02s", None)):
        told.clear()
        bot = make_bot(name, 1, lambda done, of: told.append((done, of)))
        bot.choose(match, match.decision)
        counts = [done for done, _ in told]
        assert counts == sorted(set(counts))
        assert counts[0] >= 1
        assert told[-1] == (of or counts[-1], of)


def test_an_immediate_win_is_taken() -> None:
    """At the last step of a match the winning option is the best by far, for each clever bot."""
    for seed in range(3):
        match, option, player = _about_to_win(seed)
        for bot in (GreedyBot(1, Budget(iterations=10)), SearchBot(1, Budget(iterations=60))):
            assert bot.choose(match, next(d for d in match.decisions if d.player == player)) == option


def _about_to_win(seed: int) -> tuple[Match, Any, int]:
    """A match in which one option wins at once, and is not the only one."""
    match = Match(small_game("heist"), 2, seed)
    dice = random.Random(seed)
    while True:
        for decision, option in _answers(match):
            copy = match.clone()
            copy.choose(option, decision.player)
            if decision.player in copy.winners and len(copy.winners) == 1 and len(decision.options) > 1:
                return match, option, decision.player
        decision = dice.choice(match.decisions)
        match.choose(dice.choice(decision.options), decision.player)
        if match.is_over:
            match = Match(small_game("heist"), 2, dice.randrange(1000))


def _answers(match: Match) -> Iterator[tuple[Any, Any]]:
    if len(match.decisions) == 1:  # else it depends on the others
        yield from ((decision, option) for decision in match.decisions for option in decision.options)


@pytest.mark.parametrize("game", ["signs", "heist"])
def test_what_others_choose_at_once_is_drawn_anew_and_nothing_else_is(game: str) -> None:
    """After whole rounds, too; and where some ways to choose take longer than others."""
    dice = random.Random(7)
    differ = 0
    for seed in range(12):
        match = Match(small_game(game), 2, seed)
        for _ in range(seed):
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)
            if match.is_over:
                break
            for player in range(2):
                other = match.determinize(player, dice.getrandbits(32))
                assert other.view(player) == match.view(player)
                assert other.audit() == []
                deciding = [one.player for one in match.pending_for(player)]
                assert [d.player for d in other.decisions] == deciding
                differ += other.position_key() != match.position_key()
    assert differ


@pytest.mark.parametrize("answered", [1, 2, 3])
def test_a_simultaneous_choice_is_valued_once_all_have_answered(answered: int) -> None:
    """After any number of answers, but not beyond the turns that follow: whatever begins later is not played."""
    match = Match(small_game("sowing"), 2, 1)
    for _ in range(answered):
        decision = match.decisions[-1]
        match.choose(decision.options[1], decision.player)
    m = while_deciding(search_of(match.rules), match, match.decisions[-1].player, match.memory[FORKS])
    (pending,) = match.rules.engine.pending(m)
    assert pending.strand == 0
    assert m[FORKS] == 1
    crops = [match.rules.score(m, player) for player in range(2)] if match.rules.score else []
    assert sum(crops) > 0


def test_what_begins_after_a_move_is_not_played_for_others() -> None:
    match = Match(small_game("sowing"), 2, 1)
    while match.memory[FORKS] < 2:
        decision, before = match.decisions[0], match.memory[FORKS]
        match.choose(decision.options[0], decision.player)
    assert while_deciding(search_of(match.rules), match, 1, before) == match.memory


def test_a_move_goes_on_beyond_those_who_can_only_pass() -> None:
    """It ends where another player has a choice, and not between the two steps of this turn."""
    match = Match(small_game("errand"), 2, 1)
    match.choose("fetch")
    assert (match.decision.player, [option.name for option in match.decision.options]) == (1, ["pass"])
    m = while_deciding(search_of(match.rules), match, 0, match.memory[FORKS])
    (pending,) = match.rules.engine.pending(m)
    assert pending.player == 1
    assert len(match.rules.engine.actions(m, 0)) > 1


@pytest.mark.parametrize("engine", ["python", "native"])
def test_greedy_sees_beyond_a_pass_what_a_step_is_good_for(engine: str) -> None:
    """To fetch costs coins, and only the second step of the same turn brings them back."""
    for seed in range(10):
        match = Match(small_game("errand"), 2, seed, engine=engine)
        assert make_bot("greedy:60", seed).choose(match, match.decision).name == "fetch"


def test_a_heuristic_of_all_players_judges_after_a_few_decisions() -> None:
    """Even if nobody else ever decides, as in a match of one player."""
    match = Match(small_game("cellar"), 1, 1)
    waters = set()
    for seed in range(40):
        s = search_of(match.rules, seed)
        m = while_deciding(s, match, 0, match.memory[FORKS])
        assert not m[OVER]
        waters.add(60 - int(seeming(s, m, 1)[0]))
    assert waters == {20 - AHEAD + 3 * waits for waits in range(AHEAD + 1)}


def test_a_heuristic_of_each_player_judges_a_single_one_after_a_few_decisions() -> None:
    """Nobody else will ever decide, and random play to the end would hide what a decision was worth."""
    match = Match(small_game("pantry"), 1, 1)
    s = search_of(match.rules, alone=True)
    m = while_deciding(s, match, 0, match.memory[FORKS])
    assert not m[OVER]
    assert 0 <= seeming(s, m, 1)[0] <= AHEAD


CROWN = """\
rulewright: 1
game: crown
players: 2
flow:
  - phase: reign
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
      bow: {do: nothing}
      dance: {do: nothing}
      surrender: {do: players but the player win}
      seize the crown: {do: the player wins}
"""


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("bot", ["greedy:1", "greedy:4"])
def test_greedy_wins_where_it_can_however_lucky_it_was_elsewhere(bot: str, engine: str) -> None:
    """After each of the first two options, random players win every second match."""
    game = load_game([Source("crown.yaml", CROWN)], Report())
    assert game is not None
    match = Match(game, 2, 1, engine=engine)
    for seed in range(30):
        assert make_bot(bot, seed).choose(match, match.decision).name == "seize the crown"


@pytest.mark.parametrize("bot", ["greedy", "search:60"])
def test_a_single_player_fills_the_pantry(bot: str) -> None:
    match = Match(small_game("pantry"), 1, 1)
    player = make_bot(bot, 1)
    while not match.is_over:
        match.choose(player.choose(match, match.decision))
    assert match.scores == (15,)


@pytest.mark.parametrize("bot", ["greedy", "search:60"])
def test_a_single_player_keeps_the_water_down(bot: str) -> None:
    """Fifteen nights of random players nearly always end badly."""
    for seed in range(3):
        match = Match(small_game("cellar"), 1, seed)
        player = make_bot(bot, seed)
        while not match.is_over:
            match.choose(player.choose(match, match.decision))
        assert match.winners == (0,)


def test_those_who_win_together_lose_together() -> None:
    match = Match(small_game("cellar"), 2, 1)
    m = match.memory[:]
    m[OVER] = 1
    s = search_of(match.rules)
    assert worth(s, m, 2) == [0, 0]
    assert max(seeming(s, m, 2)) < -50
    m[WINNERS] = 0b11
    assert worth(s, m, 2) == [0.75, 0.75]
    assert min(seeming(s, m, 2)) > 50


def test_what_a_match_is_worth() -> None:
    match = Match(shipped_game("do-podzemi"), 4, 1)
    s, m = search_of(match.rules), match.memory[:]
    assert worth(s, m, 4) == [0.5] * 4
    m[OVER] = 1
    assert worth(s, m, 4) == [0.5] * 4
    m[WINNERS] = 0b0100
    assert worth(s, m, 4) == [0, 0, 1, 0]
    m[WINNERS] = 0b1111
    assert worth(s, m, 4) == [0.75] * 4
    m[WINNERS] = 0b0011
    assert worth(s, m, 4)[2:] == [0, 0]
    assert 0.75 < worth(s, m, 4)[0] < 1


def test_a_playout_that_does_not_end_or_goes_wrong_is_worth_nothing_special() -> None:
    rules = Match(small_game("faulty"), 2, 1).rules
    values = set()
    for seed in range(30):
        s = search_of(rules, seed)
        s.m = rules.engine.start(2, seed)
        assert try_out(s) == 0
        values.add(tuple(cast(list[float], s.rewards)))
    assert (0.5, 0.5) in values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("serch", "there is no bot 'serch'"),
        ("", "there is no bot ''"),
        ("random:5", "random does not think"),
        ("search:", "the budget after the colon is missing .write iterations"),
        ("search:0", "'0' is not a valid budget"),
        ("search:-3", "'-3' is not a valid budget"),
        ("search:1e9", "is not a valid budget"),
        ("search:9999999", "is not a valid budget"),
        ("search:1h", "is not a valid budget"),
        ("search:0s", "is not a valid budget"),
        ("search:١s", "is not a valid budget"),
    ],
)
def test_bots_that_there_are_not(text: str, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        read_bot(text)


def test_budgets() -> None:
    assert Budget.read("20") == Budget(iterations=20)
    assert Budget.read("1.5s") == Budget(seconds=1.5)
    assert Budget.read("250ms") == Budget(seconds=0.25)
    assert set(BOTS) == {"random", "greedy", "search"}
    assert all(isinstance(policy(1), Bot) for policy in BOTS.values())
