"""Variants: what they change, what they may not, and that their order does not matter."""

import json
from itertools import permutations
from typing import Any, get_origin

import attrs
import pytest
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.paths import locate, parse_path
from rulewright.dsl.document.reader import Mapping, Text
from rulewright.dsl.schema import classes
from rulewright.dsl.variants.apply import apply_variants

from .front import plain, read
from .golden import check

GAME = """\
rulewright: 1
game: g
players: 2..4
components:
  monster:
    designs:
      goblin: {strength: 1, kit: [a, b]}
      orc: {strength: 2}
places: {deck: pile}
phrases:
  gain a/b: {do: nothing}
flow:
  - phase: round
    phases:
      - phase: bidding
        options:
          pass: {if: x, do: y}
      - phase: expedition
        do: z
"""


def applied(variants: list[tuple[str, str]]) -> tuple[object, tuple[Diagnostic, ...]]:
    report = Report()
    patches = [read(text, f"{name}.yaml", report) for name, text in variants]
    tree = apply_variants(read(GAME, "game.yaml"), patches, report)
    return plain(tree), report.diagnostics


def changes(before: Any, after: Any, path: str = "") -> list[str]:
    """What differs between two plain trees, a line for each place."""
    if isinstance(before, dict) and isinstance(after, dict):
        lines = []
        for key in [*before, *(key for key in after if key not in before)]:
            lines.extend(changes(before.get(key), after.get(key), f"{path}/{key}"))
        return lines
    if before == after:
        return []
    if before is None or isinstance(before, str) or not isinstance(after, list):
        return [f"{path[1:]}: {json.dumps(before)} -> {json.dumps(after)}"]
    return changes(_by_phase(before), _by_phase(after), path)


def _by_phase(flow: list[Any]) -> dict[str, Any]:
    named = {entry["phase"]: entry for entry in flow}
    return {"in order": " ".join(named), **named}


def told(text: str) -> str:
    parts = text.split("+++\n")
    variants = [(f"v{i}", f"rulewright: 1\nvariant: v{i}\nof: g\n{part}") for i, part in enumerate(parts)]
    trees = [applied(list(order)) for order in permutations(variants)]
    tree, found = trees[0]
    for other, also_found in trees[1:]:
        assert other == tree, text
        assert to_text(also_found) == to_text(found), text
    return "\n".join([*changes(plain(read(GAME)), tree), to_text(found)])


def test_what_variants_do() -> None:
    check("variants_cases.txt", told)


def test_parts_keep_the_spans_of_their_files() -> None:
    variant = read(
        "rulewright: 1\nvariant: v\nof: g\nset: {components/monster/designs/orc/strength: 7}", "v.yaml"
    )
    tree = apply_variants(read(GAME, "game.yaml"), [variant], Report())
    steps = parse_path(Text("components/monster/designs"))
    assert steps is not None
    designs, _ = locate(tree, steps)
    assert isinstance(designs, Mapping)
    orc = designs.get("orc")
    assert isinstance(orc, Mapping)
    assert [(str(key.span), str(node.span)) for key, node in orc.items] == [("v.yaml:4:38", "v.yaml:4:48")]
    assert str(designs.by_key["orc"][0].span) == "game.yaml:8:7"


@pytest.mark.parametrize(
    ("head", "code"),
    [("variant: v\nof: h", "RW150"), ("variant: v", "RW102"), ("variant: v\nof: g\nover: [v]", "RW156")],
)
def test_heads_that_do_not_fit(head: str, code: str) -> None:
    tree, found = applied([("v", f"rulewright: 1\n{head}\nremove: [places]\n")])
    assert [diagnostic.code for diagnostic in found] == [code]
    assert ("places" in tree) is (code != "RW156")  # type: ignore[operator]


def test_a_variant_of_a_variant_is_of_the_game() -> None:
    texts = [(name, f"rulewright: 1\nvariant: {name}\nof: {of}\n") for name, of in (("v", "g"), ("w", "v"))]
    _, found = applied(texts)
    assert [(one.code, one.help) for one in found] == [("RW150", "write `of: g` and `over: v`")]


def test_a_variant_given_twice() -> None:
    text = "rulewright: 1\nvariant: v\nof: g\nset: {players: 3}\n"
    tree, found = applied([("a", text), ("b", text)])
    assert tree["players"] == "3"  # type: ignore[index]
    assert [(diagnostic.code, str(diagnostic.span)) for diagnostic in found] == [("RW158", "b.yaml:2:10")]


def test_many_patches() -> None:
    added = "".join(f"  places/p{i}: x\n" for i in range(2000))
    tree, found = applied([("v", "rulewright: 1\nvariant: v\nof: g\nadd:\n" + added)])
    assert not found
    assert len(tree["places"]) == 2001  # type: ignore[index]


@pytest.mark.parametrize("path", ["", "a//b", "/a", "a/", " / "])
def test_paths_with_empty_steps(path: str) -> None:
    assert parse_path(Text(path)) is None


def test_steps_know_their_places() -> None:
    tree = read('"a / b\\\\/c": x')
    assert isinstance(tree, Mapping)
    steps = parse_path(tree.items[0][0])
    assert steps is not None
    assert [(step.value, step.span.column) for step in steps] == [("a", 2), ("b/c", 6)]


def test_every_key_of_a_game_with_names_under_it_is_one_of_a_variant() -> None:
    fields = attrs.fields(attrs.resolve_types(classes.GameDoc))
    with_names = [one.name for one in fields if get_origin(one.type) is dict or one.name == "look"]
    assert with_names == [one.name for one in classes.PARTS]
