"""Bots that search on different engines: the same choices, within their budgets, and they can be interrupted."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from types import FrameType

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.bots.base import FIRST_SLICE, Budget
from rulewright.interpreter.bots.registry import make_bot
from rulewright.interpreter.bots.search import SearchBot
from rulewright.interpreter.bots.searcher import Searcher
from rulewright.interpreter.match.decisions.decision import Decision, Option
from rulewright.interpreter.match.match import Match as AnyMatch
from rulewright.interpreter.native import images, searching
from rulewright.interpreter.native.cache import VARIABLE
from rulewright.interpreter.native.statuses import CannotCompile

from ..small_games import FOLDER, shipped_game
from ..test_bots import Blindfold
from .test_search import game_of


class Watched(SearchBot):
    """Remembers its searches."""

    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__(seed, budget)
        self.searches: list[Searcher] = []

    def _searcher(self, match: AnyMatch, decision: Decision, seeds: tuple[int, int]) -> Searcher:
        self.searches.append(super()._searcher(match, decision, seeds))
        return self.searches[-1]

    @property
    def engines(self) -> list[str]:
        """What has searched."""
        return [one.machine.name for one in self.searches]


def fresh(name: str) -> Game:
    """A game that no other test plays, so that its engine may be exchanged."""
    game = load_game(
        [Source(name, (FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))], Report(), strict=False
    )
    assert game is not None
    return game


def chosen(game: Game, players: int, engine: str, bot: str) -> list[tuple[int, int]]:
    """The actions of a match between bots of one kind."""
    match = Match(game, players, 4, engine=engine)
    bots = [make_bot(bot, 10 + seat) for seat in range(players)]
    found: list[tuple[int, int]] = []
    while not match.is_over and len(found) < 20:
        decision = match.decisions[0]
        option = bots[decision.player].choose(match, decision)
        found.append((decision.player, option.number))
        match.choose(option, decision.player)
    return found


@pytest.mark.parametrize(
    ("name", "players", "bot"),
    [
        ("do-podzemi", 3, "search:15"),
        ("heist", 2, "search:40"),
        ("harvest", 2, "search:60"),
        ("tower", 2, "search:20"),
        ("do-podzemi", 3, "greedy:3"),
        ("heist", 2, "greedy:8"),
        ("harvest", 2, "greedy:8"),
        ("tower", 2, "greedy:8"),
        ("classics/goofspiel", 2, "greedy:4"),
        ("classics/leduc-poker", 2, "greedy:8"),
        ("signs", 2, "greedy:8"),
    ],
)
def test_bots_choose_the_same_on_both_engines(name: str, players: int, bot: str) -> None:
    game = game_of(name)
    assert chosen(game, players, "python", bot) == chosen(game, players, "native", bot)


@pytest.mark.parametrize("seed", range(12))
def test_greedy_bots_bear_the_same_faults(seed: int) -> None:
    """Some options of this game fail, some never end, and after three of these the bot decides."""
    found = []
    for engine in ("python", "native"):
        match = Match(game_of("faulty"), 2, seed, engine=engine)
        told: list[int] = []

        def tell(done: int, of: int | None, told: list[int] = told) -> None:
            told.append(done)

        bot = make_bot("greedy:20", seed, tell)
        found.append((bot.choose(match, match.decision).number, told[-1]))
    assert found[0] == found[1]


def test_machine_code_searches_if_it_plays() -> None:
    bot = Watched(1, Budget(iterations=20))
    match = Match(game_of("tower"), 2, 1, engine="native")
    bot.choose(match, match.decision)
    assert bot.engines == ["native"]


@pytest.mark.parametrize("after", [1, 5, FIRST_SLICE, 100])
def test_machine_code_takes_over_in_the_middle(after: int) -> None:
    """The search ends as if one engine had done all of it."""
    match = Match(fresh("tower"), 2, 1, engine="python")
    alone = SearchBot(3, Budget(iterations=400)).choose(match, match.decision)
    bot = Watched(3, Budget(iterations=400))
    thought = bot.think(match, match.decision)
    while not bot.searches or bot.searches[0].done < after:
        next(thought)
    match.rules.tiers.native("light")
    option: Option | None = None
    try:
        while True:
            next(thought)
    except StopIteration as done:
        option = done.value
    assert bot.engines == ["python", "native"]
    assert option == alone
    assert sum(taken for taken, _ in map(bot.searches[1].verdict, match.decision.options)) == 400


def test_a_large_budget_has_the_rules_compiled() -> None:
    """The bot announces how much it is about to play."""
    match = Match(fresh("tower"), 2, 1, engine="auto")
    bot = Watched(3, Budget(iterations=1_000_000))
    thought = bot.think(match, match.decision)
    for _ in range(FIRST_SLICE + 1):
        next(thought)
    match.rules.tiers.wait()
    next(thought)
    assert match.rules.engine.name == "native"
    assert bot.engines[-1] == "native"


def test_iterations_are_counted_exactly_and_told() -> None:
    match = Match(shipped_game("do-podzemi"), 3, 2, engine="native")
    told: list[int] = []
    make_bot("search:5000", 1, lambda done, of: told.append(done)).choose(match, match.decision)
    assert told == sorted(set(told))
    assert told[-1] == 5000
    assert len(told) > 1


def test_a_time_is_kept() -> None:
    match = Match(shipped_game("do-podzemi"), 3, 2, engine="native")
    told: list[int] = []
    began = time.monotonic()
    make_bot("search:500ms", 1, lambda done, of: told.append(done)).choose(match, match.decision)
    assert time.monotonic() - began >= 0.5
    assert len(told) >= 2, "others have their turn in between"


@pytest.mark.skipif(os.name != "posix", reason="only there can a timer interrupt a test")
def test_thinking_can_be_interrupted() -> None:
    """Machine code returns to Python every few hundredths of a second, and leaves the match as it was."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    match = Match(shipped_game("do-podzemi"), 3, 2, engine="native")
    before = match.snapshot()
    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            make_bot("search:500s", 1).choose(match, match.decision)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert match.snapshot() == before


def test_machine_code_looks_at_nothing_but_re_dealt_matches() -> None:
    for name in ("do-podzemi", "signs"):
        match = Match(game_of(name), 2, 3, engine="native")
        bot = make_bot("search:30", 1)
        for _ in range(6):
            decision = match.decisions[0]
            seen: AnyMatch = Blindfold(match)  # type: ignore[assignment]
            match.choose(bot.choose(seen, decision), decision.player)


def test_python_searches_if_the_kernels_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the sources that they are made from are missing: the choice is the same."""
    match = Match(game_of("tower"), 2, 1, engine="native")
    usual = SearchBot(3, Budget(iterations=40)).choose(match, match.decision)

    def missing() -> None:
        raise CannotCompile("the sources are not there")

    monkeypatch.setattr(searching, "kernels", missing)
    bot = Watched(3, Budget(iterations=40))
    assert bot.choose(match, match.decision) == usual
    assert bot.engines == ["python"]


def test_kernels_are_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    made = searching.kernels.__wrapped__()
    monkeypatch.setattr(images, "compile_image", None)  # a second time, nothing is compiled
    assert searching.kernels.__wrapped__().code.image == made.code.image
