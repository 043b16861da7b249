"""Variants that need others, that only serve others, and that join others."""

import json
from itertools import permutations
from pathlib import Path

import pytest
import rulewright as library

from .conftest import Run

FILES = {
    "game.yaml": "rulewright: 1\ngame: g\ntitle: {en: Small, cs: Malá}\nplayers: 2\ngame has: {gold: 0..20}\nflow:\n"
    "  - phase: all\n    turns: clockwise from player 1, each player, once each\n    turn: gold goes up by 1\n",
    "variants/shared.yaml": "rulewright: 1\nvariant: shared\nof: g\non its own: no\n"
    "game has: {honour: 0..9}\nphrases: {shine: {do: honour goes up by 1}}\n",
    "variants/fiends/head.yaml": "rulewright: 1\nvariant: fiends\nof: g\nneeds: shared\n",
    "variants/fiends/flow.yaml": "add: {flow/feast: {before: all, do: shine}}\n",
    "variants/beasts.yaml": "rulewright: 1\nvariant: beasts\nof: g\nneeds: [shared]\nover: fiends\n"
    'add: {flow/hunt: {before: all, do: "shine\\nshine"}}\n',
    "variants/both.yaml": "rulewright: 1\nvariant: both\nof: g\njoins: [beasts, fiends]\n"
    'set: {flow/hunt/do: "shine\\nshine\\nshine"}\n',
    "scenarios/both.yaml": "variants: [fiends, beasts]\nscenarios: {it shines: {then: {honour: 4}}}\n",
    "scenarios/beasts.yaml": "variants: [beasts]\nscenarios: {it shines alone: {then: {honour: 2}}}\n",
}


@pytest.fixture(autouse=True)
def game() -> None:
    write(FILES)


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        file = Path("g", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def test_all_that_can_be_named_is_checked_alone_and_together(rulewright: Run) -> None:
    done = rulewright("check", "g")
    assert done.out == "g: clean\ng + beasts: clean\ng + fiends: clean\ng + beasts + fiends: clean\n"
    assert rulewright("test", "g").out == "2 passed, 0 failed\n"
    assert library.variants_of(Path("g")) == ("beasts", "fiends")


@pytest.mark.parametrize(
    ("file", "names"),
    [("both.yaml", "beasts + fiends"), ("shared.yaml", "beasts"), ("fiends/flow.yaml", "fiends")],
)
def test_a_file_is_checked_in_a_game_to_which_it_is_applied(rulewright: Run, file: str, names: str) -> None:
    assert rulewright("check", f"g/variants/{file}").out == f"g + {names}: clean\n"


def test_the_order_of_the_names_changes_nothing() -> None:
    for one, other in permutations((["fiends", "beasts"], ["beasts", "fiends"])):
        match = library.Match(library.load(Path("g"), variants=one), 2, 3)
        saved = match.save()
        assert json.loads(saved)["variants"] == ["beasts", "fiends"]
        again = library.Match.load(library.load(Path("g"), variants=other), saved)
        assert again.snapshot() == match.snapshot()
    named = library.load(Path("g"), variants=["shared", "fiends"])
    assert named.variants == ("fiends",)
    assert named.content_hash == library.load(Path("g"), variants=["fiends"]).content_hash


def test_what_joins_is_applied_only_with_all_that_it_joins() -> None:
    for variants, honour in ((["beasts"], 2), (["fiends"], 1), (["fiends", "beasts"], 4)):
        text = f"scenarios: {{it shines: {{then: {{honour: {honour}}}}}}}"
        (scenario,) = library.loads_scenarios(text, library.load(Path("g"), variants=variants))
        assert scenario.run()


@pytest.mark.parametrize(
    ("named", "message", "help"),
    [
        (["shared"], "'shared' cannot be named alone", "name one that needs it: beasts, fiends"),
        (["both"], "'both' cannot be named", "name these instead: beasts, fiends"),
        (["both", "beasts", "fiends"], "'both' cannot be named", "name these instead: beasts, fiends"),
    ],
)
def test_what_cannot_be_named(named: list[str], message: str, help: str) -> None:
    with pytest.raises(library.RulesError) as raised:
        library.load(Path("g"), variants=named)
    (found,) = raised.value.diagnostics
    assert found.code == "RW160"
    assert message in found.message
    assert found.help == help


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "help"),
    [
        ("fiends/head.yaml", "needs: shared", "needs: sharde", "RW159", "did you mean 'shared'?"),
        ("both.yaml", "[beasts, fiends]", "[beasts, feinds]", "RW159", "did you mean 'fiends'?"),
        ("shared.yaml", "variant: shared", "variant: common", "RW159", "write `variant: shared`"),
        ("beasts.yaml", "needs: [shared]", "needs: [both]", "RW156", "delete one of these"),
        ("shared.yaml", "on its own: no", "on its own: never", "RW220", "on its own: no"),
    ],
)
def test_mistakes_are_found_by_check(
    rulewright: Run, file: str, old: str, new: str, code: str, help: str
) -> None:
    text = FILES[f"variants/{file}"]
    assert old in text
    write({f"variants/{file}": text.replace(old, new)})
    done = rulewright("check", "g")
    assert done.code == 1
    assert code in done.out
    assert help in done.out


def test_what_nothing_needs_is_found(rulewright: Run) -> None:
    write({"variants/spare.yaml": "rulewright: 1\nvariant: spare\nof: g\non its own: no\n"})
    done = rulewright("check", "g")
    assert done.code == 1
    assert "no variant needs it: write `needs: spare` in one, or delete `on its own`" in done.out


def test_two_that_conflict_are_not_checked_together(rulewright: Run) -> None:
    for name in ("high", "low"):
        text = f"rulewright: 1\nvariant: {name}\nof: g\nset: {{game has/gold: 0..{len(name)}}}\n"
        write({f"variants/{name}.yaml": text})
    checked = [line.partition(":")[0] for line in rulewright("check", "g").out.splitlines()]
    assert checked == [
        "g",
        *(f"g + {one}" for one in ("beasts", "fiends", "high", "low", "beasts + fiends + high")),
    ]


def test_texts_may_join_each_other() -> None:
    base, texts = FILES["game.yaml"], ["fiends/head.yaml", "beasts.yaml", "both.yaml", "shared.yaml"]
    given = {name: FILES[f"variants/{name}"] for name in texts}
    given["fiends/head.yaml"] += FILES["variants/fiends/flow.yaml"]
    game = library.loads(base, variants=given)
    assert game.variants == ("beasts", "fiends")
    named = library.load(Path("g"), variants=["beasts", "fiends"])
    assert game.content_hash == named.content_hash


def reached(rulewright: Run, *variants: str) -> dict[str, list[str]]:
    """What `coverage` without matches says that scenarios did not reach."""
    words = [word for name in variants for word in ("--variant", name)]
    data = json.loads(rulewright("coverage", "g", *words, "--matches", "0", "--format", "json").out)
    return {name: data[name]["missing"] for name in ("rules shown by scenarios", "texts run by scenarios")}


def test_coverage_runs_the_scenarios_of_these_variants_as_they_are_written(rulewright: Run) -> None:
    rules = {
        "game.yaml": "rules: {gold.1: All get gold.}\n",
        "variants/shared.yaml": "rule: shared.1\nrules: {shared.1: Honour shines.}\n",
        "variants/beasts.yaml": "rule: [beasts.1, beasts.2]\nrules: {beasts.1: They hunt., beasts.2: They run.}\n",
        "variants/both.yaml": "rule: both.1\nrules: {both.1: They hunt longer.}\n",
    }
    write({name: FILES[name] + more for name, more in rules.items()})
    gold = "turn: gold goes up by 1"
    cited = (FILES["game.yaml"] + rules["game.yaml"]).replace(gold, f"{gold}\n    rule: gold.1")
    write({"game.yaml": cited})
    for name, rule, then in (
        ("game", "gold.1", "gold: 2"),
        ("beasts", "[shared.1, beasts.1]", "honour: 2"),
        ("both", "both.1", "honour: 4"),
    ):
        head = {"game": "", "beasts": "variants: beasts\n", "both": "variants: [beasts, fiends]\n"}[name]
        scenario = f"{head}scenarios: {{it is so: {{rule: {rule}, then: {{{then}}}}}}}\n"
        write({f"scenarios/{name}.yaml": scenario})
    assert rulewright("check", "g", "--strict").code == 0
    assert rulewright("test", "g").out == "3 passed, 0 failed\n"
    nothing: dict[str, list[str]] = {"rules shown by scenarios": [], "texts run by scenarios": []}
    assert reached(rulewright) == nothing
    assert reached(rulewright, "beasts")["rules shown by scenarios"] == ["beasts.2"]
    assert reached(rulewright, "fiends")["rules shown by scenarios"] == ["shared.1"], (
        "no file is for fiends alone"
    )
    assert reached(rulewright, "fiends")["texts run by scenarios"] == ["phase feast", "phrase shine"]


def test_a_name_that_a_joining_variant_removes_is_reported_with_its_removal(rulewright: Run) -> None:
    write({"variants/both.yaml": FILES["variants/both.yaml"] + "remove: [phrases/shine]\n"})
    done = rulewright("check", "g")
    assert done.code == 1
    assert "'shine' is removed here" in done.out
    assert "(g/variants/both.yaml:6)" in done.out
