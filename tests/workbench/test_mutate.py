"""Mistakes made on purpose: where they are made, what notices them, and what the command prints."""

import json
from pathlib import Path
from random import Random

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.load import load_game
from rulewright.workbench.files.games import find_game
from rulewright.workbench.mutate.judge import Judge, Verdict, judge_of, verdicts
from rulewright.workbench.mutate.mistakes import KINDS, Mistake, mistakes_in, ranged
from rulewright.workbench.mutate.parts import parts_of
from rulewright.workbench.mutate.tally import chosen, tally

from .conftest import Run

GAME = """\
rulewright: 1
game: footrace
title: Race and chase
players: 2
conventions: {chooser: the player}
game has:
  opener: {type: player or none}
players have:
  metres: {type: 0..9}
  tired: {type: yes or no}
phrases:
  "{runner: player} runs {far: 1..3}":
    rule: run.1
    do: |
      the runner's metres go up by far, as far as possible
      the runner becomes tired
      if the runner's metres >= 5: the runner wins
flow:
  - phase: setup
    do: |
      choose a player at random, as chosen runner
      the opener becomes chosen runner
  - phase: running
    turns: clockwise from the opener, each player, until the highest metres of players >= 5
    options:
      walk: {do: "the player runs 1"}
      sprint: {if: 'the player is not tired', do: "the player runs 3"}
rules:
  run.1: Whoever is 5 metres away and has not stopped wins.
"""
SCENARIOS = """\
scenarios:
  far enough wins:
    rule: run.1
    given: {opener: player 1, player 1: {metres: 2}}
    start: running
    when: ["player 1: sprint"]
    then: {winners: player 1}
  a step less does not:
    rule: run.1
    given: {opener: player 1, player 1: {metres: 3}}
    start: running
    when: ["player 1: walk"]
    then: {over: no, decides: player 2, player 1: {metres: 4, tired: yes}}
"""


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> None:
    (tmp_path / "race" / "scenarios").mkdir(parents=True)
    (tmp_path / "race" / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "race" / "scenarios" / "running.yaml").write_text(SCENARIOS, encoding="utf-8")


def judge() -> Judge:
    found = find_game("race", Report())
    assert found is not None
    return judge_of(found, Report())


def mistakes(seed: int = 0) -> list[Mistake]:
    report = Report()
    game = load_game(judge().sources, report)
    assert game is not None, str(report)
    return mistakes_in(game, Random(seed))


def made(kind: str) -> set[tuple[str, str]]:
    return {(one.was, one.became) for one in mistakes() if one.kind == kind}


def test_what_can_be_got_wrong() -> None:
    text = """\
title: {en: A title}
conventions: {chooser: the player}
phrases: {"runs {far: 1..3}": {do: nothing, rule: run.1, log: {en: "{far}"}}}
components: {card: {cs: {nom: karta, acc: kartu}, designs: {ace: {worth: 1, source: house}}}}
places: {deck: pile of cards}
flow: [{phase: end, do: nothing}]
invariants: {sane: {holds: the player is sane}, calm: the player is calm}
rules: {run.1: Run., run.2: {says: Run., kind: note}}
labels: {runs: {en: run}}
"""
    node = read_document(Source("g.yaml", text), Report())
    assert node is not None
    parts = list(parts_of(node))
    names = ["the player", "run.1", "house", "the player is sane", "the player is calm", "note"]
    assert [part.value for part in parts if part.role == "name"] == names
    assert [part.value for part in parts if part.role == "type"] == ["1..3"]
    assert [part.value for part in parts if part.role == "rule"] == [
        "nothing",
        "1",
        "pile of cards",
        "nothing",
    ]
    keys = [part.value for part in parts if part.role == "key"]
    assert keys[:4] == ["title", "conventions", "chooser", "phrases"]
    assert {"worth", "runs", "phase"} <= set(keys)
    assert not {"deck", "ace", "run.1", "acc"} & set(keys), "names that are declared, and forms of names"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("comparisons", {(">=", ">"), (" not ", " ")}),
        ("numbers", {("5", "6"), ("5", "4"), ("1", "2"), ("1", "0"), ("3", "4"), ("3", "2")}),
        ("words", {("up by", "down by"), ("until", "while"), ("highest", "lowest")}),
        ("each", {("each", "any")}),
        ("may", set()),
    ],
)
def test_mistakes_of_a_kind(kind: str, expected: set[tuple[str, str]]) -> None:
    assert made(kind) >= expected
    assert made(kind) - expected <= {("clockwise", "counterclockwise")}


def test_statements_are_left_out_blocks_too() -> None:
    left_out = {was for was, became in made("deletions") if became == "nothing"}
    assert {"runner wins", "opener becomes chosen runner", "player runs 1"} <= left_out
    assert "if the runner's metres >= 5: the runner wins" in left_out
    assert len(left_out) == 8


PARTS = """\
rulewright: 1
game: symbols
players: 1
components:
  card:
    properties: {text: effect in any order}
    designs: {staff: {text: gain 1 gold; gain 2 calm}}
players have:
  gold: {type: 0..9}
  calm: {type: 0..9}
places: {deck: pile of cards}
flow:
  - phase: only
    turns: clockwise from player 1, each player, once each
    turn: do the text of any staff
"""


def test_parts_in_any_order_are_left_out_each_and_all() -> None:
    report = Report()
    game = load_game([Source("game.yaml", PARTS)], report, strict=False)
    assert game is not None, str(report.diagnostics)
    found = {(one.was, one.became) for one in mistakes_in(game, Random(0)) if one.kind == "deletions"}
    parts = {"gain 1 gold", "gain 2 calm", "gain 1 gold; gain 2 calm"}
    assert {(part, "nothing") for part in parts} <= found


def test_keys_are_left_out_with_what_stands_under_them() -> None:
    left_out = {was for was, _ in made("omissions")}
    assert {
        "  tired: {type: yes or no}\n",
        "if: 'the player is not tired', ",
        ', do: "the player runs 3"',
    } <= left_out
    assert "game has:\n  opener: {type: player or none}\n" in left_out
    assert not any(was.strip().startswith(("rule:", "rules:", "phase:", "title:")) for was in left_out)
    for one in mistakes():
        if one.kind == "omissions":
            report = Report()
            assert read_document(one.made_in(judge().sources[0]), report) is not None, one.was


def test_advice_to_bots_is_no_rule() -> None:
    numbers = """\
numbers:
  head start: 1
  "rest of {lord: player}": 4 - lord's metres
  "hope of {lord: player}": rest of lord + 6
heuristic: hope of the player + 7
"""
    text = GAME.replace("phrases:\n", numbers + "phrases:\n").replace("runs 3", "runs (head start + 2)")
    report = Report()
    game = load_game([Source("g.yaml", text)], report)
    assert game is not None, str(report.diagnostics)
    found = mistakes_in(game, Random(0))
    assert {one.was for one in found if one.kind == "numbers"} == {"1", "2", "5"}
    assert "hope" in {one.was for one in found if one.kind == "names"}, "the checker notices that"


def test_a_range_of_what_texts_give_is_only_narrowed() -> None:
    text = """\
components:
  card: {properties: {worth: -3..3, loss: -9..-2}, state: {load: {type: 0..4}}, designs: {ace: {worth: 1, loss: -2}}}
phrases: {"runs {far: 1..3}": {do: nothing}}
"""
    node = read_document(Source("g.yaml", text), Report())
    assert node is not None
    types = [part for part in parts_of(node) if part.role == "type"]
    made = {
        part.value: {
            part.value[:start] + became + part.value[end:] for start, end, became in ranged(part, Random(0))
        }
        for part in types
    }
    assert made == {
        "-3..3": {"-2..3", "-3..2"},
        "-9..-2": {"-8..-2", "-9..-3"},
        "0..4": {"1..4", "-1..4", "0..5", "0..3"},
        "1..3": {"2..3", "1..2"},
    }


def test_values_get_another_type() -> None:
    assert {("0..9", "yes or no"), ("yes or no", "0..9"), ("1..3", "yes or no")} <= made("types")
    assert {was for was, became in made("types") if became == "opener"} == {"far", "1", "3", "5"}


def test_a_word_is_misspelt_in_three_ways() -> None:
    slips = [one.became for one in mistakes() if (one.kind, one.was) == ("names", "tired")]
    assert len(slips) == 6, "it stands twice in texts; where it is declared it is right"
    assert {len(slip) for slip in slips} == {4, 5}
    assert "tired" not in slips


def test_an_edit_is_made_where_it_stands() -> None:
    (source,) = judge().sources
    for one in mistakes():
        assert source.text[one.start :].startswith(one.was)
        changed = one.made_in(source).text
        assert len(changed) == len(GAME) + len(one.became) - len(one.was)
        assert changed[: one.start] == GAME[: one.start]


def test_the_seed_decides() -> None:
    assert mistakes(1) == mistakes(1)
    assert mistakes(1) != mistakes(2)


def verdict(line: str, was: str, became: str, kind: str = "words") -> tuple[str, str]:
    start = GAME.index(was, GAME.index(line))
    found = judge().verdict(Mistake(kind, str(Path("race", "game.yaml")), start, was, became))
    return found.by, found.how


def test_who_notices() -> None:
    assert verdict("becomes tired", "tired", "tried") == ("checker", "RW202: 'tried' means nothing here")
    assert verdict("metres >= 5", ">=", ">") == ("scenarios", "far enough wins")
    assert verdict("metres >= 5", "5", "4") == ("scenarios", "a step less does not")
    assert verdict("turns:", ">=", ">") == ("nobody", "")


def at(was: str, line: str) -> Mistake:
    return Mistake("numbers", str(Path("race", "game.yaml")), GAME.index(was, GAME.index(line)), was, "7")


def test_scenarios_that_reach_the_mistake_are_run_first() -> None:
    some = judge()
    assert [len(part) for part in some.order(at("3", "sprint:"))] == [0, 2], "nothing has been run yet"
    assert some.complaint() is None
    for line, was, near in (
        ("sprint:", "3", ["far enough wins"]),
        ("walk:", "1", ["a step less does not"]),
        ("metres >= 5", "5", ["far enough wins", "a step less does not"]),
    ):
        first, others = some.order(at(was, line))
        assert [str(one.name) for one in first] == near
        assert len(first) + len(others) == 2, "no scenario is left out"


def test_what_is_run_first_changes_no_verdict() -> None:
    some, ordered = mistakes()[::7], judge()
    assert ordered.complaint() is None
    assert [judge().verdict(one).by for one in some] == [ordered.verdict(one).by for one in some]


def test_what_means_the_same_is_no_mistake() -> None:
    assert verdict("runner becomes", "the ", "") == ("same", "")
    assert verdict("metres go up", "go", "goes") == ("same", "")
    assert verdict("  metres: ", "0..9", "00..9", "numbers") == ("same", "")
    assert verdict("walk:", "walk", "wlak", "names") == ("same", ""), "an option that nobody names"


def test_the_same_verdicts_however_many_processes() -> None:
    some = [one for one in mistakes() if one.kind in ("deletions", "each")]
    alone, shared = (list(verdicts(judge(), some, count, lambda done, of: None)) for count in (1, 2))
    assert alone == shared
    assert [one.mistake for one in alone] == some


def test_each_kind_gets_its_share() -> None:
    some = chosen(mistakes(), ["names", "words"], 3, Random(0))
    assert [one.kind for one in some].count("names") == [one.kind for one in some].count("words") == 3
    assert some == sorted(some, key=lambda one: one.start)


def test_counting() -> None:
    def one(by: str) -> Verdict:
        return Verdict(Mistake("words", "g.yaml", 0, "and", "or"), by)

    counts = tally(
        [one("checker"), one("checker"), one("scenarios"), one("nobody"), one("same"), one("fault")]
    )
    assert list(counts) == ["words"]
    found = counts["words"]
    assert (found.made, found.checker, found.scenarios, found.survived, found.same) == (5, 2, 1, 2, 1)
    assert found.share == "60 %"


def test_the_command(rulewright: Run) -> None:
    done = rulewright("mutate", "race", "--kind", "comparisons", "--processes", "1")
    assert (done.code, done.err) == (1, "")
    head, row, _, title, left = done.out.splitlines()
    assert head.split()[:5] == ["kind", "made", "checker", "scenarios", "nobody"]
    assert row.split() == ["comparisons", "3", "0", "2", "1", "66", "%", "0"]
    assert title == "noticed by nobody:"
    assert left.endswith("game.yaml:24:88: comparisons: '>=' became '>'")


def test_the_command_as_data(rulewright: Run) -> None:
    argv = (
        "mutate",
        "race",
        "--kind",
        "comparisons",
        "--kind",
        "each",
        "--format",
        "json",
        "--processes",
        "1",
    )
    done = rulewright(*argv)
    assert done.out == rulewright(*argv).out
    data = json.loads(done.out)
    assert data["kinds"]["each"] == {"made": 1, "checker": 1, "scenarios": 0, "survived": 0, "same": 0}
    assert list(data["kinds"]) == ["comparisons", "each"]
    (left,) = data["survivors"]
    assert (left["line"], left["column"], left["was"], left["became"]) == (24, 88, ">=", ">")
    assert rulewright("mutate", "race", "--kind", "each", "--processes", "1").code == 0


def test_what_the_command_refuses(rulewright: Run) -> None:
    assert rulewright("mutate", "race", "--limit", "0").code == 2
    assert rulewright("mutate", "race", "--kind", "jokes").code == 2
    assert "RW007" in rulewright("mutate", "nosuch").err
    Path("race/scenarios/running.yaml").write_text(
        SCENARIOS.replace("metres: 4", "metres: 3"), encoding="utf-8"
    )
    done = rulewright("mutate", "race")
    assert (done.code, done.out) == (1, "")
    assert done.err == "rulewright mutate: the game fails without any mistake: a step less does not\n"


def test_help_tells_every_kind(rulewright: Run) -> None:
    shown = rulewright("help", "mutate").out
    assert all(f"{kind} " in shown and says in shown for kind, says in KINDS.items())
