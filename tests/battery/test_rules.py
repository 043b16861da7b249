"""The common battery, first half: what can be checked without random matches."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.model.game import Game
from rulewright.dsl.resolve.roundtrip import read_again
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.lower import lower
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.scenarios.run import run_scenario
from rulewright.workbench import coverage
from rulewright.workbench.files.games import load_files, shown

from ..amount import is_whole, sample
from .games import Shipped, all_shipped, files, game_cache, game_of, loaded, played, ran

CASES = pytest.mark.parametrize("case", all_shipped(), ids=str, scope="session")
PLAYED = pytest.mark.parametrize("case", played(), ids=str, scope="session")
BASE = pytest.mark.parametrize(
    "case", [case for case in all_shipped() if not case.variants], ids=str, scope="session"
)

VARIED = pytest.mark.parametrize(
    "case", [case for case in all_shipped() if case.variants], ids=str, scope="session"
)


@CASES
def test_checks_clean_at_the_strictest_profile(case: Shipped) -> None:
    _, report = loaded(case)
    assert not [f"{found.span}: {found.code} {found.message}" for found in report.diagnostics]


@CASES
def test_every_text_prints_back_to_an_equal_tree(case: Shipped) -> None:
    game = game_of(case)
    assert game.texts
    for text in game.texts:
        printed, tree, report = read_again(game, text)
        assert tree == text.tree, (text.value, printed, [d.message for d in report.diagnostics])


@PLAYED
@pytest.mark.parametrize("explicit", [False, True], ids=["drawn", "explicit"])
def test_the_program_is_well_formed(case: Shipped, explicit: bool) -> None:
    assert check_program(prepare(game_of(case), explicit_chance=explicit).lowered.program) == []


@PLAYED
def test_lowering_gives_the_same_program_every_time(case: Shipped) -> None:
    report = Report()
    again = load_files(files(case.name), report, variants=case.variants)
    assert again is not None
    assert again.content_hash == game_of(case).content_hash
    assert lower(again).program == prepare(game_of(case)).lowered.program


@BASE
def test_scenarios_pass(case: Shipped) -> None:
    results = [result for file in ran(case.name) for result in file.results]
    broken = [file.report.diagnostics for file in ran(case.name) if file.report.has_errors]
    assert not broken
    assert results, "a game has scenarios"
    failed = {r.name: [f"{d.span}: {d.message}" for d in r.diagnostics] for r in results if not r.passed}
    assert not failed


ON_ANOTHER = 5
"""How many scenarios of each game are played on another engine, too."""


@BASE
def test_scenarios_pass_on_the_engine_that_emits_nothing(case: Shipped) -> None:
    """As they do on the one that tells what they reach, which played them above."""
    results = {(file.name, result.name): result for file in ran(case.name) for result in file.results}
    games = {file.name: file.game for file in ran(case.name)}
    docs = {
        (shown(path), str(name)): (name, doc)
        for path in files(case.name).scenarios()
        if (file := game_cache(case.name).scenarios(path, Report())) is not None
        for name, doc in file.scenarios.items()
    }
    for key in sample(list(docs), ON_ANOTHER):
        game = games[key[0]]
        assert game is not None
        other = run_scenario(game, *docs[key], "auto", coverage=False)  # a wish of its own: kept apart
        assert other == attrs.evolve(results[key], reached=frozenset()), key
        played, again = results[key].match, other.match
        assert played is not None
        assert again is not None
        assert not again.rules.engine.trace
        assert again.snapshot() == played.snapshot(), key


BATCHES = (5, 10, 15, 20, 30)
"""How many matches are played with each set-up, until everything is reached."""


@BASE
def test_every_rule_is_cited_and_shown_and_every_text_is_reached(
    case: Shipped, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With at most 80 matches for each set-up. Where chance soon defeats all players, so that none of these matches
    has a winner, the scenarios must run what it does not reach. If not all cases are run, no more matches are played
    once scenarios run all texts that these do not reach, and only a tenth of the options and designs is left."""
    game = game_of(case)
    monkeypatch.setattr(coverage, "run_all", lambda found: ran(case.name))  # once for both tests
    missing: dict[str, set[str]] = {}
    won = 0
    for number, matches in enumerate(BATCHES):
        measured = coverage.measure(files(case.name), game, lambda: game, matches=matches, seed=1 + number)
        left = {name: set(part.missing) for name, part in measured.parts.items()}
        missing = {name: one & missing.get(name, one) for name, one in left.items()}
        won += sum(part.matches - part.nobody for part in measured.matches)
        if not is_whole():
            missing = _without_a_few(missing, measured)
        if not any(missing.values()) or (not won and number == 2):
            break
    if not won and game.score is None:
        by_scenarios = measured.parts["texts run by scenarios"].reached
        missing["texts run by random matches"] -= by_scenarios
        del missing["options chosen by random matches"]
    assert {name: sorted(one) for name, one in missing.items() if one} == {}


def _without_a_few(missing: dict[str, set[str]], measured: coverage.Coverage) -> dict[str, set[str]]:
    """What is missing and may not be, if matches need not reach everything."""
    few = {"options chosen by random matches", "designs used by random matches"}
    left = {
        name: set() if name in few and len(one) <= len(measured.parts[name].all) // 10 else one
        for name, one in missing.items()
    }
    left["texts run by random matches"] -= measured.parts["texts run by scenarios"].reached
    return left


@VARIED
def test_every_rule_of_variants_is_shown(case: Shipped, monkeypatch: pytest.MonkeyPatch) -> None:
    """By scenarios of the game and of these variants, whose texts still mean the same with all of them. What several
    variants share is the same with each of them, so that a scenario with any of them shows it."""
    game = game_of(case)
    ours = [
        file for file in ran(case.name) if file.game is not None and {*file.game.variants} <= {*game.variants}
    ]
    monkeypatch.setattr(coverage, "run_all", lambda found, within: ours)
    measured = coverage.measure(files(case.name), game, lambda: game, 0, 0, case.variants)
    shown = {rule for file in ran(case.name) for result in file.results for rule in result.rules}
    missing = measured.parts["rules shown by scenarios"].missing
    assert [rule for rule in missing if not (_is_shared(game, rule) and rule in shown)] == []


def _is_shared(game: Game, rule: str) -> bool:
    """Whether a rule stands in a variant that only serves others, and so is not one of those that were named."""
    span = game.rules[rule].span
    assert span is not None
    _, between, within = span.source.name.partition("/variants/")
    return bool(between) and Path(within).parts[0].removesuffix(".yaml") not in game.variants


@BASE
def test_components_say_where_their_numbers_come_from(case: Shipped) -> None:
    game = game_of(case)
    sources = {"rulebook", "public", "house"}
    assert not [name for name, design in game.symbols.designs.items() if design.source not in sources]
    assert not [name for name, design in game.symbols.designs.items() if not design.names.has("cs")]
