"""From nodes to schema classes, and the uniting of files."""

from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.suggest import closest
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.merge import merge_documents
from rulewright.dsl.document.reader import Mapping, Text
from rulewright.dsl.schema import classes
from rulewright.dsl.schema.structure import structure

from .front import plain, read
from .golden import check

HEAD = "rulewright: 1\ngame: g\nplayers: 2..4\n"


def game(text: str) -> classes.GameDoc:
    report = Report()
    made = structure(read(HEAD + text), classes.GameDoc, report)
    assert made is not None
    assert not report.diagnostics, to_text(report.diagnostics)
    return made


def told(text: str) -> str:
    report = Report()
    structure(read(text, report=report), classes.GameDoc, report)
    return to_text(report.diagnostics, most=None)


def test_words_for_what_does_not_fit() -> None:
    check("structure_cases.txt", told)


def test_a_bare_text_fills_the_field_for_it() -> None:
    made = game("title: Game\nplaces: {a: pile of b, c: {is: area, cs: {nom: x, gen: y}}}\n")
    assert made.title == classes.Title(base=Text("Game"))
    assert made.places[Text("a")] == classes.PlaceDoc(is_=Text("pile of b"))
    assert made.places[Text("c")].names == {
        Text("cs"): classes.Names(nom=Text("x"), forms={Text("gen"): Text("y")})
    }


def test_a_bare_text_is_a_list_of_one() -> None:
    made = game('phrases:\n  "x": {do: y, rule: r.1}\n  "z": {ability: [a, b], rule: [r.2, r.3]}\n')
    assert made.phrases[Text("x")].rule == [Text("r.1")]
    assert made.phrases[Text("z")].ability == [Text("a"), Text("b")]


def test_other_keys_are_properties() -> None:
    made = game("components: {m: {designs: {d: {copies: 2, strength: 1, kit: [a, b]}}}}\n")
    design = made.components[Text("m")].designs[Text("d")]
    assert design.copies == Text("2")
    assert design.properties == {Text("strength"): Text("1"), Text("kit"): [Text("a"), Text("b")]}


def test_phases_stand_in_phases() -> None:
    made = game("flow:\n  - phase: a\n    phases:\n      - {phase: b, if: c, do: d}\n")
    assert made.flow[0].phases[0] == classes.NodeDoc(phase=Text("b"), if_=Text("c"), do=Text("d"))


def test_values_of_any_kind_stay_nodes() -> None:
    report = Report()
    text = "rulewright: 1\nvariant: v\nof: g\nadd: {a/b: {c: d}}\nset: {e: f}\n"
    made = structure(read(text), classes.VariantDoc, report)
    assert made is not None
    assert isinstance(made.add[Text("a/b")], Mapping)
    assert made.set == {Text("e"): Text("f")}


def test_the_rest_of_a_file_is_kept_when_a_part_is_wrong() -> None:
    report = Report()
    made = structure(read(HEAD + "places: {a: [x], b: y}\n"), classes.GameDoc, report)
    assert made is not None
    assert made.places == {Text("b"): classes.PlaceDoc(is_=Text("y"))}
    assert report.has_errors


def test_thousands_of_unknown_keys() -> None:
    text = HEAD + "places:\n" + "".join(f"  p{i}: {{is: x, iss{i}: y}}\n" for i in range(3000))
    report = Report()
    structure(read(text), classes.GameDoc, report)
    assert len(report.diagnostics) == 3000


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("strenght", "strength"),
        ("Strength", "strength"),
        ("copeis", "copies"),
        ("sc", "cs"),
        ("dragon", None),
        ("x", None),
        ("", None),
    ],
)
def test_closest(word: str, expected: str | None) -> None:
    assert closest(word, ["cs", "copies", "strength", "hit points at the entrance"]) == expected


def merged(*texts: str) -> tuple[object, str]:
    report = Report()
    node = merge_documents([read(text, f"games/g/{i}.yaml") for i, text in enumerate(texts)], report)
    return node and plain(node), to_text(report.diagnostics)


def test_files_are_united() -> None:
    assert merged("rulewright: 1\na: {b: c}", "rulewright: 1\na: {d: e}\nf: [g]") == (
        {"rulewright": "1", "a": {"b": "c", "d": "e"}, "f": ["g"]},
        "",
    )


def test_the_same_part_in_two_files() -> None:
    tree, shown = merged("a: {b: c}\nd: [e]\nf: 1", "a: {b: x}\nd: [y]\nf: 2")
    assert tree == {"a": {"b": "c"}, "d": ["e"], "f": "1"}
    assert [line.split(":")[3].strip() for line in shown.splitlines() if line.startswith("games/")] == [
        "error RW120",
        "error RW121",
        "error RW121",
    ]
    assert shown.count("(games/g/0.yaml:") == 3


def test_nothing_to_unite() -> None:
    assert merged("- a")[0] is None
    assert merge_documents([], Report()) is None


def test_the_games_fit() -> None:
    for folder in sorted((Path(__file__).parents[2] / "games").iterdir()):
        files = sorted(folder.glob("*.yaml"))
        if files:
            report = Report()
            documents = [read(file.read_text(encoding="utf-8"), str(file), report) for file in files]
            node = merge_documents(documents, report)
            assert node is not None
            structure(node, classes.GameDoc, report)
            assert not report.diagnostics, to_text(report.diagnostics)
