"""What is kept of games: it goes when they go, however many are loaded and played."""

from __future__ import annotations

import gc
import linecache
import tracemalloc
import weakref
from types import CodeType, FunctionType

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.bots.registry import make_bot
from rulewright.interpreter.match.setup.rules import MOST_KEPT, prepare
from rulewright.interpreter.python import known_code
from rulewright.interpreter.python.engine import PythonEngine
from rulewright.interpreter.scenarios import read_scenarios, run_scenario, run_scenarios

from .small_games import FOLDER

TEXT = (FOLDER / "signs.yaml").read_text(encoding="utf-8")


def fresh(number: int = 0) -> Game:
    """The game anew, of a text that no other has."""
    game = load_game([Source("signs.yaml", f"{TEXT}# {number}\n")], Report(), strict=False)
    assert game is not None
    return game


def played(game: Game) -> Match:
    """A match that has used all that games are made ready for."""
    match = Match(game, 2, seed=1)
    bot = make_bot("greedy", 1)
    for _ in range(4):
        if not match.is_over:
            decision = match.decision
            match.choose(bot.choose(match, decision), decision.player)
    match.view(0), match.log(0), match.position_key(), match.determinize(0, 1), match.reached()
    return match


def test_a_game_that_was_played_is_let_go() -> None:
    game = fresh()
    rules = weakref.ref(played(game).rules)
    known = weakref.ref(game)
    assert prepare(game) is rules()
    del game
    gc.collect()
    assert known() is None
    assert rules() is None


def test_sources_of_programs_that_are_gone_are_forgotten() -> None:
    gc.collect()
    before = len(linecache.cache)
    for number in range(5):
        played(fresh(number))
    gc.collect()
    assert len(linecache.cache) <= before


def test_of_a_game_only_the_last_programs_are_kept() -> None:
    game = fresh()
    usual = prepare(game)
    lines = "".join(f"  s{n}: {{do: 'the match ends', seed: {n}}}\n" for n in range(3))
    lines += "".join(f"  t{n}: {{do: '{'nothing; ' * n}the match ends'}}\n" for n in range(2 * MOST_KEPT))
    node = read_document(Source("s.yaml", f"scenarios:\n{lines}"), Report())
    assert node is not None
    file = read_scenarios(node, Report())
    assert file is not None
    for name, doc in file.scenarios.items():
        result = run_scenario(game, name, doc)
        assert result.passed, result.diagnostics
    assert prepare(game) is usual
    assert len(game.made["rules"]) == 1 + MOST_KEPT


def test_scenarios_that_are_run_together_share_a_program() -> None:
    game = fresh()
    prepare(game)
    lines = "".join(f"  t{n}: {{do: '{'nothing; ' * n}the match ends'}}\n" for n in range(2 * MOST_KEPT))
    node = read_document(Source("s.yaml", f"scenarios:\n{lines}"), Report())
    assert node is not None
    file = read_scenarios(node, Report())
    assert file is not None
    assert all(result.passed for result in run_scenarios(game, file))
    assert len({id(rules) for rules in game.made["rules"].values()}) == 2


@pytest.mark.parametrize("rounds", [20])
def test_loading_and_playing_again_and_again_takes_no_more_memory(rounds: int) -> None:
    for number in range(4):
        played(fresh(number))
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(rounds):
            played(fresh(number))
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000, f"{kept:,} bytes are kept of {rounds} games"


def test_functions_that_a_save_leaves_alone_are_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    compiled = known_code._compiled

    def counted(text: str, filename: str) -> CodeType:
        texts.append(text)
        return compiled(text, filename)

    monkeypatch.setattr(known_code, "_compiled", counted)
    first = PythonEngine(prepare(fresh(7)).lowered.program)
    texts.clear()
    same = PythonEngine(prepare(fresh(8)).lowered.program)
    assert not texts
    for engine in (first, same):
        places_of_functions(engine)
    changed = load_game(
        [Source("signs.yaml", TEXT.replace("score = 3", "score = 2"))], Report(), strict=False
    )
    assert changed is not None
    other = PythonEngine(prepare(changed).lowered.program)
    places_of_functions(other)
    assert 0 < len(texts) < len(generated(other)) / 2


def generated(engine: PythonEngine) -> list[CodeType]:
    """The code of all functions of an engine that were generated."""
    found = [one for one in engine.module.namespace.values() if isinstance(one, FunctionType)]
    return [one.__code__ for one in found if one.__globals__ is engine.module.namespace]


def places_of_functions(engine: PythonEngine) -> None:
    """Each function stands where its code says it does, with all functions inside it."""
    lines = engine.module.source.splitlines()
    for code in generated(engine):
        assert code.co_filename == engine.module.filename
        assert lines[code.co_firstlineno - 1].startswith(f"def {code.co_name}(")
        inner = [one for one in code.co_consts if isinstance(one, CodeType)]
        last = max(line for *_, line in code.co_lines() if line is not None)
        assert all(code.co_firstlineno < one.co_firstlineno <= last for one in inner)
        assert all(one.co_filename == engine.module.filename for one in inner)
        assert not any(line.startswith("def ") for line in lines[code.co_firstlineno : last])
