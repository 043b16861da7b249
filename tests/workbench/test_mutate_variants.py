"""Mistakes in the files of variants: where they are made, what judges them, and what the command restricts."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.workbench.files.games import find_game
from rulewright.workbench.mutate.judge import Judge, Verdict, judge_of, verdicts
from rulewright.workbench.mutate.mistakes import Mistake, mistakes_in
from rulewright.workbench.mutate.parts import entries_of, parts_of

from .conftest import Run

GAME = str(Path(__file__).parents[2] / "games" / "cookbook" / "big-expansions")

PATCH = """\
rulewright: 1
variant: harder
of: race
title: Harder
over: [longer]
needs: longer
rule: [run.1]
add:
  components/card/designs/ace: {worth: 3, prices: {red: 2}}
  flow/round/night: {after: day, do: put cards into the box, title: {en: Night}}
  "phrases/{runner: player} rests {n: 1..2}": {do: runner's metres go up by n}
replace:
  places/box: row of cards
set:
  numbers/goal/is: "5"
  components/card/designs/two/copies: 3
  components/card/properties/worth/type: 1..9
  flow/round/day/phases/dawn/do: everybody rests
  flow/round/dawn/title/cs: Ráno
  "phrases/{runner: player} runs/do": the runner wins
  players: 2..3
remove: [labels/run]
rules: {run.1: Run., run.2: {says: Run., kind: note}}
components: {card: {designs: {king: {worth: 4}}}}
"""


def test_what_can_be_got_wrong_in_a_variant() -> None:
    node = read_document(Source("v.yaml", PATCH), Report())
    assert node is not None
    parts = list(parts_of(node, patches=True))
    found = {role: [part.value for part in parts if part.role == role] for role in ("rule", "type", "name")}
    assert found["rule"] == [
        *("3", "2", "put cards into the box", "runner's metres go up by n", "row of cards", "5", "3"),
        *("everybody rests", "the runner wins", "4"),
    ]
    assert found["type"] == ["player", "1..2", "1..9", "2..3"]
    assert found["name"] == [
        *("run.1", "components/card/designs", "flow/round", "day", "phrases", "places/box"),
        *("numbers/goal/is", "components/card/designs/two/copies", "components/card/properties/worth/type"),
        *("flow/round/day/phases/dawn/do", "flow/round/dawn/title/cs", "phrases/{runner: player} runs/do"),
        *("players", "labels/run", "note"),
    ]
    keys = {part.value for part in parts if part.role == "key"}
    assert {"needs", "over", "add", "worth", "red", "after", "do", "components"} <= keys
    assert not {"ace", "king", "run.2", "day"} & keys, "names that are declared, or not keys"


def test_what_can_be_left_out_of_a_variant() -> None:
    node = read_document(Source("v.yaml", PATCH), Report())
    assert node is not None
    left_out = [key.value for key, _ in entries_of(node, patches=True)]
    assert not {"rulewright", "variant", "of", "title", "over", "needs", "rule", "rules"} & set(left_out)
    assert {"add", "replace", "components/card/designs/ace", "prices", "red", "players"} <= set(left_out)
    assert "flow/round/dawn/title/cs" not in left_out, "a text for readers"
    assert "remove" not in left_out, "nothing but a label is removed"
    assert {"components", "designs", "king"} <= set(left_out)


@pytest.fixture(scope="module")
def judge() -> Judge:
    report = Report()
    found = find_game(GAME, report)
    assert found is not None
    made = judge_of(found, report)
    assert not report.has_errors
    assert made.complaint() is None
    return made


def mistakes(judge: Judge, seed: int = 0) -> list[Mistake]:
    games = [judge.games[names] for names in judge.combinations]
    return mistakes_in(judge.games[frozenset()], Random(seed), games)


def in_file(judge: Judge, ending: str, kind: str) -> set[tuple[str, str]]:
    found = (one for one in mistakes(judge) if one.kind == kind and one.file.endswith(ending))
    return {(one.was, one.became) for one in found}


def test_mistakes_are_made_in_all_files(judge: Judge) -> None:
    assert {("5", "6"), ("5", "4")} <= in_file(judge, "beasts-and-ghosts.yaml", "numbers")
    assert ("gain 2 courage", "nothing") in in_file(judge, "finds.yaml", "deletions")
    assert ("<=", "<") in in_file(judge, "night.yaml", "comparisons")
    assert ("each", "any") in in_file(judge, "night.yaml", "each")
    assert ("1", "0") in in_file(judge, "courage.yaml", "numbers"), "a variant that cannot be named alone"
    for one in mistakes(judge):
        source = next(source for source in judge.files() if source.name == one.file)
        assert source.text[one.start :].startswith(one.was)


def test_the_seed_decides(judge: Judge) -> None:
    assert mistakes(judge, 1) == mistakes(judge, 1)
    assert mistakes(judge, 1) != mistakes(judge, 2)


def wrong(judge: Judge, ending: str, line: str, was: str, became: str, kind: str = "numbers") -> Mistake:
    source = next(source for source in judge.files() if source.name.endswith(ending))
    return Mistake(kind, source.name, source.text.index(was, source.text.index(line)), was, became)


@pytest.mark.parametrize(
    ("ending", "line", "was", "became", "by", "how"),
    [
        ("finds.yaml", "bear: {", "worth: 5", "worth: 0", "scenarios", "a bear takes courage"),
        ("finds.yaml", "honey: {", "2 courage", "3 courage", "scenarios", "honey gives courage"),
        ("finds.yaml", "honey: {", "courage", "corage", "checker", "RW205: there is no property 'corage'"),
        ("ghosts/variant.yaml", "set:", "4", "3", "scenarios", "a lantern gives courage against the ghost"),
        ("beasts-and-ghosts.yaml", "set:", "5", "4", "scenarios", "there are five finds and no lanterns"),
        ("courage.yaml", "courage:", "starts: 1", "starts: 2", "scenarios", "a bear takes courage"),
        ("night.yaml", "for each", "the total", "total", "same", ""),
        ("/ghosts.yaml", "white lady", "dread: 1", "dread: 2", "nobody", ""),
    ],
)
def test_what_notices_a_mistake_in_a_variant(
    judge: Judge, ending: str, line: str, was: str, became: str, by: str, how: str
) -> None:
    found = judge.verdict(wrong(judge, ending, line, was, became))
    assert (found.by, found.how) == (by, how)


def test_only_scenarios_with_the_file_are_run(judge: Judge) -> None:
    def names(ending: str, line: str, was: str) -> tuple[list[str], list[str]]:
        near, far = judge.order(wrong(judge, ending, line, was, was))
        return [str(one.name) for one in near], [str(one.name) for one in far]

    both = "there are five finds and no lanterns"
    assert names("finds.yaml", "honey: {", "2 courage") == (
        ["honey gives courage"],
        ["a bear takes courage", both],
    )
    assert names("night.yaml", "for each", "courage") == (
        ["a lantern gives courage against the ghost"],
        [both],
    )
    near, far = names("game.yaml", "finds on the path:", "3")
    assert len(near) + len(far) == 7, "the base is in all of them"


def test_a_text_that_one_set_of_variants_replaces_is_judged_where_it_is_in_force(tmp_path: Path) -> None:
    """In the smaller combination the mistake changes nothing, and its scenario would pass."""
    (tmp_path / "pair" / "variants").mkdir(parents=True)
    (tmp_path / "pair" / "scenarios").mkdir()

    def write(name: str, text: str) -> None:
        (tmp_path / "pair" / name).write_text("rulewright: 1\n" * (name[0] != "s") + text, encoding="utf-8")

    write(
        "game.yaml",
        "game: pair\nplayers: 2\nnumbers: {goal: {is: '1'}, aim: goal}\nplayers have: {points: {type: 0..99}}\n"
        "flow:\n  - phase: all\n    do: |\n"
        "      for each player: that player gains (aim + goal) points\n      the match ends\n",
    )
    write("variants/core.yaml", "variant: core\nof: pair\non its own: no\nset: {numbers/goal/is: '4'}\n")
    header = "of: pair\nneeds: core\n"
    write("variants/a.yaml", f"variant: a\n{header}over: core\nset: {{numbers/goal/is: '6'}}\n")
    write("variants/b.yaml", f"variant: b\n{header}")
    for name, points in (("a", 12), ("b", 8)):
        write(
            f"scenarios/{name}.yaml",
            f"variants: {name}\nscenarios:\n  of {name}: {{then: {{player 1: {{points: {points}}}}}}}\n",
        )
    found = find_game(str(tmp_path / "pair"), Report())
    assert found is not None
    made = judge_of(found, Report())
    assert made.complaint() is None
    verdict = made.verdict(wrong(made, "core.yaml", "set:", "4", "5"))
    assert (verdict.by, verdict.how) == ("scenarios", "of b")


def test_the_same_verdicts_however_many_processes(judge: Judge) -> None:
    some = [one for one in mistakes(judge) if one.kind in ("numbers", "each") and "variants" in one.file][::4]
    alone, shared = (list(verdicts(judge, some, count, lambda done, of: None)) for count in (1, 2))
    assert alone == shared
    assert isinstance(alone[0], Verdict)


def test_the_command_makes_mistakes_in_some_variants_only(rulewright: Run) -> None:
    argv = ("mutate", GAME, "--kind", "numbers", "--processes", "1", "--format", "json")
    whole, ghosts = (json.loads(rulewright(*argv, *more).out) for more in ((), ("--variant", "ghosts")))
    assert 0 < ghosts["kinds"]["numbers"]["made"] < whole["kinds"]["numbers"]["made"]
    assert {Path(one["file"]).parent.name for one in ghosts["survivors"]} == {"ghosts"}
    assert {(one["line"], one["was"], one["became"]) for one in ghosts["survivors"]} >= {(8, "1", "2")}
    assert rulewright("mutate", GAME, "--variant", "goats").code == 2


def test_a_variant_with_an_error_is_not_measured(rulewright: Run, tmp_path: Path) -> None:
    (tmp_path / "goats.yaml").write_text(
        "rulewright: 1\nvariant: goats\nof: cookbook-big-expansions\nset: {numbers/finds on the path/is: fiv}\n",
        encoding="utf-8",
    )
    done = rulewright("mutate", GAME, "--variant", str(tmp_path / "goats.yaml"))
    assert (done.code, done.out) == (1, "")
    assert "has errors" in done.err
