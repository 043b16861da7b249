"""Which engine plays, and that nobody can tell from the match."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright import load_scenarios
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.bots.registry import make_bot
from rulewright.interpreter.engine import background
from rulewright.interpreter.match.errors import EngineError
from rulewright.interpreter.match.setup import engine_choice, tiers
from rulewright.interpreter.match.setup.engine_choice import wanted_engine
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.match.setup.tiers import Tiers
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.native import building
from rulewright.interpreter.native.cache import cache
from rulewright.interpreter.native.statuses import CannotCompile

from .small_games import shipped_game

GAMES = ("classics/tic-tac-toe", "classics/leduc-poker", "do-podzemi", "classics/love-letter")


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling always seems to pay, from the fifth decision on."""
    for name, value in (("FIRST_LOOK", 5), ("FROM_CACHE", 0.0), ("LIGHT", 0.0), ("SAMPLE", 0.0)):
        monkeypatch.setattr(tiers, name, value)


def own(name: str) -> Game:
    """A game of which nothing has been prepared."""
    return attrs.evolve(shipped_game(name))


def tiers_of(match: Match) -> Tiers:
    return match.rules.tiers


def states(match: Match, seed: int) -> Iterator[tuple[bytes, list[tuple[int, list[int]]]]]:
    """The memory and the legal actions of every decision of a random match."""
    dice = Dice.of(seed)
    while True:
        position = match.position
        open_now = [(one.strand, position.legal(one.strand)) for one in position.pending()]
        yield match.memory.tobytes(), open_now
        if match.is_over:
            return
        strand, legal = dice.choice(open_now)
        match.take(strand, legal[dice.below(len(legal))])


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("name", GAMES)
def test_an_exchange_in_the_middle_of_a_match_changes_nothing(name: str) -> None:
    for seed in range(3):
        game = own(name)
        players = game.players[0]
        plain = states(Match(game, players, seed, engine="python"), seed)
        exchanged = Match(game, players, seed, engine="auto")
        engines = []
        for expected, found in zip(plain, states(exchanged, seed), strict=True):
            assert found == expected
            engines.append(exchanged.engine)
            if len(engines) == 7:
                tiers_of(exchanged).wait()
        assert engines[:3] == ["python"] * 3
        assert len(engines) < 9 or engines[-1] == "native"


@pytest.mark.usefixtures("eager")
def test_matches_of_several_threads_are_exchanged_together() -> None:
    game = own("do-podzemi")
    played: dict[int, list[bytes]] = {}

    def play(seed: int) -> None:
        played[seed] = [
            memory
            for number in range(20)
            for memory, _ in states(Match(game, 2, seed, engine="auto"), number)
        ]

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(3):
        assert played[seed] == [
            memory
            for number in range(20)
            for memory, _ in states(Match(game, 2, seed, engine="python"), number)
        ]
    tiers = prepare(game, engine="auto").tiers
    tiers.wait()
    assert (tiers.engine.name, tiers.level) == ("native", "light")
    assert len(cache().entries()) == 1, "it was compiled once"


def test_a_short_match_never_compiles() -> None:
    match = Match(own("classics/tic-tac-toe"), 2, 1, engine="auto")
    list(states(match, 1))
    assert match.engine == "python"
    assert tiers_of(match).why == "there has been too little to do to compile it"
    assert cache().entries() == []


def test_work_that_is_announced_counts() -> None:
    match = Match(own("classics/tic-tac-toe"), 2, 1, engine="auto")
    tiers_of(match).expect(10**9)
    tiers_of(match).wait()
    assert match.engine == "native"
    tiers_of(match).expect(10**12)
    tiers_of(match).wait()
    assert tiers_of(match).level == "full"
    assert "full" in tiers_of(match).why


@pytest.mark.parametrize("bot", ["search:1000000", "search:600s", "greedy:1000000"])
def test_a_bot_that_will_think_for_long_has_machine_code_soon(bot: str) -> None:
    match = Match(own("classics/connect-four"), 2, 1, engine="auto")
    thought = make_bot(bot, 1).think(match, match.decision)
    next(thought)
    tiers_of(match).wait()
    assert match.engine == "native"


def test_a_bot_that_thinks_briefly_does_not_compile() -> None:
    match = Match(own("classics/connect-four"), 2, 1, engine="auto")
    assert make_bot("search:3", 1).choose(match, match.decision) in match.decision.options
    tiers_of(match).wait()
    assert match.engine == "python"


def test_native_from_the_first_decision() -> None:
    game = own("do-podzemi")
    match = Match(game, 3, 5, engine="native")
    assert match.engine == "native"
    assert [*states(match, 1)] == [*states(Match(game, 3, 5, engine="python"), 1)]


def test_a_copy_and_a_pickle_keep_the_engine() -> None:
    match = Match(own("classics/tic-tac-toe"), 2, 1, engine="native")
    assert copy.copy(match).engine == "native"
    assert pickle.loads(pickle.dumps(match)).engine == "native"
    assert match.clone().engine == "native"


def test_a_save_and_a_record_resume_on_any_engine() -> None:
    game = own("do-podzemi")
    match = Match(game, 3, 5, engine="native")
    for _ in range(6):
        match.choose(match.decision.options[-1])
    for engine in ("python", "native"):
        for resumed in (
            Match.load(game, match.save(), engine=engine),
            Match.replay(game, match.record(), engine=engine),
        ):
            assert (resumed.engine, resumed.memory) == (engine, match.memory)


def test_scenarios_run_on_any_engine() -> None:
    scenarios = load_scenarios("classics/tic-tac-toe")
    for scenario in scenarios:
        done = [scenario.run(engine=engine) for engine in ("python", "native")]
        assert [one.passed for one in done] == [True, True]
        assert [one.match.engine for one in done if one.match is not None] == ["python", "native"]


def test_engines_share_one_program() -> None:
    game = own("classics/tic-tac-toe")
    rules = [prepare(game, engine=engine) for engine in ("python", "auto", "native")]
    assert len({id(one.lowered) for one in rules}) == 1
    assert prepare(game, engine="auto") is rules[1]


def test_without_the_library_auto_plays_on_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_choice, "find_spec", lambda name: None)
    match = Match(own("classics/tic-tac-toe"), 2, 1, engine="auto")
    tiers_of(match).expect(10**9)
    list(states(match, 1))
    assert match.engine == "python"
    assert 'llvmlite, which is not installed: pip install "rulewright[native]"' in tiers_of(match).why
    assert tiers_of(match).worthwhile(10**9) is None
    with pytest.raises(EngineError, match=r'pip install "rulewright\[native\]"'):
        Match(own("classics/tic-tac-toe"), 2, 1, engine="native")


def test_a_program_that_cannot_be_compiled_is_played_on_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise CannotCompile("it is too large")

    monkeypatch.setattr(building, "build_module", refuse)
    match = Match(own("classics/tic-tac-toe"), 2, 1, engine="auto")
    tiers_of(match).expect(10**9)
    tiers_of(match).wait()
    list(states(match, 1))
    assert match.engine == "python"
    assert tiers_of(match).why == "the native engine cannot run this game: it is too large"
    with pytest.raises(EngineError, match="cannot run this game: it is too large") as caught:
        Match(own("classics/tic-tac-toe"), 2, 1, engine="native")
    assert caught.value.code == "RW708"


def test_a_fault_of_the_compiler_does_not_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "compile_image", lambda *_: 1 // 0)
    match = Match(own("classics/tic-tac-toe"), 2, 1, engine="auto")
    tiers_of(match).expect(10**9)
    tiers_of(match).wait()
    list(states(match, 1))
    assert match.engine == "python"
    assert "ZeroDivisionError" in tiers_of(match).why


def test_a_forked_process_that_cannot_compile_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background._state, "orphaned", True)
    match = Match(own("classics/tic-tac-toe"), 2, 1, engine="auto")
    tiers_of(match).expect(10**9)
    tiers_of(match).wait()
    assert match.engine == "python"
    assert "forked" in tiers_of(match).why
    with pytest.raises(EngineError, match="forked"):
        Match(own("classics/tic-tac-toe"), 2, 1, engine="native")


def test_code_is_freed_with_its_game() -> None:
    game = own("classics/tic-tac-toe")
    engine = prepare(game, engine="native").tiers.native("light")
    code = weakref.ref(engine.code)
    del engine
    assert code() is not None
    del game
    gc.collect()
    assert code() is None


def test_many_games_are_open_together() -> None:
    """Each plays on its own code, whatever is compiled or freed meanwhile."""
    games = [own(name) for name in GAMES for _ in range(5)]
    expected = [[*states(Match(game, game.players[0], 1, engine="python"), 1)] for game in games]
    matches = [Match(game, game.players[0], 1, engine="native") for game in games]
    del games[::2], matches[::2], expected[::2]
    gc.collect()
    assert [[*states(match, 1)] for match in matches] == expected


def test_the_environment_says_which_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_ENGINE", "native")
    assert wanted_engine() == "native"
    assert wanted_engine("python") == "python"
    monkeypatch.delenv("RULEWRIGHT_ENGINE")
    assert wanted_engine() == "auto"


@pytest.mark.parametrize("name", ["", "Native", "c"])
def test_an_engine_that_there_is_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EngineError, match="choose from auto, python, native"):
        Match(own("classics/tic-tac-toe"), engine=name)
    monkeypatch.setenv("RULEWRIGHT_ENGINE", name)
    with pytest.raises(EngineError, match=r"in RULEWRIGHT_ENGINE"):
        Match(own("classics/tic-tac-toe"))


def test_a_job_waits_for_a_compiler_only_if_it_pays() -> None:
    rules = prepare(own("do-podzemi"), engine="auto")
    levels = [rules.tiers.worthwhile(decisions) for decisions in (1, 10**6, 10**10)]
    assert levels[0] is None
    assert levels[2] == "full"
    order = [None, "light", "full"]
    assert [order.index(level) for level in levels] == sorted(order.index(level) for level in levels)


def test_an_effect_of_a_scenario_is_played_on_python() -> None:
    brief = Tiers(prepare(own("classics/tic-tac-toe")).lowered, "auto", brief=True)
    brief.expect(10**9)
    brief.wait()
    assert (brief.engine.name, brief.why) == ("python", "the program is for a few decisions only")


SHORT = """
import sys
import rulewright
match = rulewright.Match(rulewright.load("classics/tic-tac-toe"), 2, 1, engine="auto")
while not match.is_over:
    match.choose(match.decision.options[0])
print(match.engine, "llvmlite" in sys.modules, any("interpreter.native" in name for name in sys.modules))
"""


def test_a_short_match_does_not_even_import_the_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHORT],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / ".ns")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "python False False\n"
