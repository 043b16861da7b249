"""Scenarios that share one program end like scenarios that each have a program of their own."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.secrecy.disclosure import disclosure_of
from rulewright.interpreter.lower.start import Start
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.setup.rules import MOST_KEPT, Rules, prepare
from rulewright.interpreter.scenarios import Result, ScenarioDoc, run_scenario
from rulewright.interpreter.scenarios.beginning import start_of
from rulewright.interpreter.scenarios.run import get_ready
from rulewright.workbench.files.game_cache import GameCache
from rulewright.workbench.files.games import find_game

from ..amount import sample, some
from .test_scenarios import results

LESSONS = sorted(
    path.name for path in (Path(__file__).parents[2] / "games/cookbook").iterdir() if path.is_dir()
)
GAMES = ["do-podzemi", "hrad", "vladci-podzemi", *(f"cookbook/{name}" for name in sample(LESSONS, 8))]
SCENARIOS = some(5, 10_000)


def programs(game: Game) -> list[Rules]:
    """The rules that begin elsewhere, each once."""
    known: dict[Any, Rules] = game.made.get("rules", {})
    return list({id(rules): rules for rules in known.values() if rules.starts}.values())


def docs_of(name: str) -> tuple[Game, Game, list[tuple[Text, ScenarioDoc]]]:
    """A game, loaded twice, and its scenarios without variants."""
    found = find_game(name, Report())
    assert found is not None
    cache, other = GameCache(found), GameCache(found)
    docs = []
    for path in found.scenarios():
        file = cache.scenarios(path, Report())
        assert file is not None
        docs += list(file.scenarios.items()) if not file.variants else []
    games = cache.game(Report(), ()), other.game(Report(), ())
    assert games[0] is not None
    assert games[1] is not None
    return games[0], games[1], docs


def seen(result: Result) -> dict[str, object]:
    """Everything that can be seen of a match at its end, but for what the rules have named meanwhile: a program with
    several starts may hold it for longer."""
    match = result.match
    if match is None:
        return {}
    readers = range(len(match.players))
    views = [dict(match.view(reader)) for reader in readers]
    for view in views:
        del view["underway"]
    return {
        "log": [match.log(), *(match.log(reader) for reader in readers)],
        "views": views,
        "decisions": [(one.player, one.prompt, [o.name for o in one.options]) for one in match.decisions],
        "over": match.is_over,
        "journal": len(match.journal),
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_shared_program_shows_what_a_program_of_its_own_shows(name: str) -> None:
    shared, alone, docs = docs_of(name)
    wanted = sample([one for one in docs if start_of(shared, one[1]) is not None], SCENARIOS)
    get_ready(shared, [doc for _, doc in wanted])
    for key, doc in wanted:
        ours, own = run_scenario(shared, key, doc), run_scenario(alone, key, doc)
        assert ours == own, str(key)
        assert seen(ours) == seen(own), str(key)
    several = len({(start_of(shared, doc), bool(doc.luck)) for _, doc in wanted}) > 2
    assert not several or len(programs(shared)) < len(programs(alone)), "programs are shared"


def started(game: Game, *bodies: str) -> list[Result]:
    lines = (f"  s{number}: {body}\n" for number, body in enumerate(bodies))
    return results("scenarios:\n" + "".join(lines), game)


ROUNDS = """\
rulewright: 1
game: rounds
title: Rounds
players: 2
game has:
  years: 0..20
  seasons: 0..20
players have:
  gold: 0..9
  bid: {type: 0..9, secret: yes}
phrases:
  "{lord: player} owes {n: 0..9}":
    log: "{lord} owes {n}."
    do: lord's gold goes up by 1
flow:
  - phase: year
    repeat: 2 times
    do: years goes up by 1
    phases:
      - phase: season
        repeat: 3 times
        do: seasons goes up by 1
"""


def rounds() -> Game:
    """A game that no other test has prepared."""
    game = load_game([Source("rounds.yaml", ROUNDS)], Report())
    assert game is not None
    return game


def test_later_rounds_are_as_long_as_ever() -> None:
    game = rounds()
    later, last, first = started(
        game,
        "{start: year/season, times: {season: 2}, then: {years: 1, seasons: 5, over: yes}}",
        "{start: year/season, times: {year: 2, season: 3}, then: {years: 0, seasons: 1, over: yes}}",
        "{end: year/season, then: {years: 1, seasons: 1, over: yes}}",
    )
    assert all(one.passed for one in (later, last, first)), (later, last, first)
    assert len(programs(game)) == 1


CHOICES = (
    '{do: "choose one:\\n  pay: years becomes 1\\n  keep: nothing", %s}',
    '{do: "choose one:\\n  wait: years becomes 2\\n  keep: nothing", %s}',
)


def test_options_of_another_scenario_are_unknown() -> None:
    own = [
        effect % f"when: [{{cannot: {other}}}]"
        for effect, other in zip(CHOICES, ("wait", "pay"), strict=True)
    ]
    for result in started(rounds(), *own):
        (found,) = result.diagnostics
        assert (found.code, found.message.startswith("there is no option")) == ("RW602", True)


def test_a_match_that_shares_its_program_is_copied_undone_and_pickled() -> None:
    game = rounds()
    for index, result in enumerate(started(game, *(effect % "then: {over: no}" for effect in CHOICES))):
        match = result.match
        assert match is not None
        again = pickle.loads(pickle.dumps(match))
        assert again.snapshot() == match.snapshot()
        for one in (match, match.clone(), again):
            before = one.snapshot()
            one.choose(("pay", "wait")[index])
            assert one.memory[one.rules.lowered.tables.game_states["years"].address] == index + 1
            one.undo()
            assert one.snapshot() == before
            assert one.log() == match.log()


def test_a_shared_program_is_the_same_on_both_engines() -> None:
    pytest.importorskip("llvmlite")
    game = rounds()
    found = started(game, *(effect % "then: {over: no}" for effect in CHOICES))
    rules = {engine: prepare(game, start=_start(found[1]), engine=engine) for engine in ("python", "native")}
    matches = [Match.begin(one, ["Ann", "Bob"], 3, start=_start(found[1])) for one in rules.values()]
    assert [match.engine for match in matches] == ["python", "native"]
    for match in matches:
        match.choose("wait")
    assert matches[0].snapshot() == matches[1].snapshot()


def _start(result: Result) -> Start:
    assert result.match is not None
    return result.match.rules.starts[result.match.history.which]


def test_no_more_programs_are_kept_than_are_used() -> None:
    game = rounds()
    started(game, *(f"{{do: seasons becomes {number}, then: {{seasons: {number}}}}}" for number in range(20)))
    assert len(programs(game)) == 1
    for number in range(20):
        started(game, f"{{do: years becomes {number}, then: {{years: {number}}}}}")
    assert len(programs(game)) == MOST_KEPT


def test_an_effect_that_passes_a_secret_on_has_a_program_of_its_own() -> None:
    game = rounds()
    effects = ("player 1 owes 3", "player 1 owes 4", "player 1 owes player 1's bid")
    usual = disclosure_of(game).including()
    found = started(game, *(f'{{do: "{effect}", given: {{player 1: {{bid: 5}}}}}}' for effect in effects))
    logs = [one.match.log(1)[0] for one in found if one.match is not None]
    assert logs == ["player 1 owes 3.", "player 1 owes 4.", "player 1 owes an unknown number."]
    assert sorted(len(rules.starts) for rules in programs(game)) == [1, 2]
    assert disclosure_of(game).says_the_same_of_phrases(usual), "a scenario changes nothing about the game"
