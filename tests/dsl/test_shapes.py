"""A wrong shape at any key of a game or a variant is reported at its place, and nothing in a file is skipped."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.diagnostic import Diagnostic, Severity
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.load import load_game
from rulewright.dsl.schema import classes
from rulewright.dsl.schema.structure import structure

from ..amount import sample
from .front import is_inside, plain, read
from .shapes import SHAPES, Raw, Spot, fits, put, spots, written

TEXT = (Path(__file__).parent / "shapes.yaml").read_text(encoding="utf-8")
TREE = plain(read(TEXT))
VARIANT = {
    "rulewright": "1",
    "variant": "other",
    "of": "shapes",
    "title": {"en": "Other"},
    "add": {"components/card/designs/elm": {"value": "3", "tone": "red", "feared": "oak", "lucky": "yes"}},
    "replace": {"places/table": "row of cards"},
    "set": {"players": "2", "components/card/designs/oak/value": "3"},
    "remove": ["edition"],
}
GAME_SPOTS = spots(TREE, classes.GameDoc)
VARIANT_SPOTS = spots(VARIANT, classes.VariantDoc)
SINGLE = [
    spot for spot in GAME_SPOTS if spot.key in ("value", "tone", "feared", "lucky", "deed", "apt", "gift")
]
SINGLE += [spot for spot in GAME_SPOTS if spot.owner == "CellDoc" and spot.key in ("fine", "note")]


def told(text: str, *variants: str) -> tuple[Diagnostic, ...]:
    report = Report()
    patches = [Source("v.yaml", variant) for variant in variants]
    game = load_game([Source("g.yaml", text)], report, variants=patches)
    assert (game is None) == report.has_errors, text
    assert all(is_inside(found) for found in report.diagnostics)
    assert to_text(report.diagnostics)  # the game has warnings as it is
    return tuple(one for one in report.diagnostics if one.severity is Severity.ERROR)


def test_the_game_is_right_and_has_every_class() -> None:
    assert not told(TEXT)
    assert not told(TEXT, written(VARIANT))
    own = {
        cls.__name__
        for cls in vars(classes).values()
        if isinstance(cls, type) and hasattr(cls, "__attrs_attrs__") and cls.__module__ == classes.__name__
    }
    assert own - {"VariantDoc"} <= {spot.owner for spot in GAME_SPOTS}


@pytest.mark.parametrize("shape", SHAPES)
def test_what_does_not_fit_is_told_by_the_structure(shape: str) -> None:
    for spot in sample(GAME_SPOTS, 40):
        if spot.owner == "item" and shape == "nothing":
            continue  # brackets with nothing in them are an empty list
        report = Report()
        structure(read(written(put(TREE, spot.path, Raw(SHAPES[shape])))), classes.GameDoc, report)
        assert fits(spot.kind, shape) == (not report.has_errors), f"{spot}: {SHAPES[shape]}"


@pytest.mark.parametrize("spot", sample(GAME_SPOTS, 40), ids=str)
def test_any_shape_at_any_key_of_a_game(spot: Spot) -> None:
    for shape in ("list", "empty list", "empty text"):
        text = written(put(TREE, spot.path, Raw(SHAPES[shape])))
        assert told(text) or fits(spot.kind, shape), f"{shape}: {text}"


@pytest.mark.parametrize("spot", VARIANT_SPOTS, ids=str)
def test_any_shape_at_any_key_of_a_variant(spot: Spot) -> None:
    for shape, raw in SHAPES.items():
        text = written(put(VARIANT, spot.path, Raw(raw)))
        nothing = spot.owner == "item" and shape == "nothing"
        assert told(TEXT, text) or fits(spot.kind, shape) or nothing, f"{shape}: {text}"


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if "list" in shape])
@pytest.mark.parametrize("spot", SINGLE, ids=str)
def test_a_list_where_one_value_is_printed(spot: Spot, shape: str) -> None:
    found = told(written(put(TREE, spot.path, Raw(SHAPES[shape]))))
    assert any(one.code == "RW103" for one in found)
    if shape == "list":
        (one,) = found
        assert one.message == f"'{spot.key}' must be one text, but this is a list"
        assert one.help == f"one value is meant here: `{spot.key}: …`"
        assert one.span is not None
        assert one.span.source.text[one.span.start : one.span.end] == SHAPES["list"][1:-1]


@pytest.mark.parametrize(
    ("path", "key"),
    [
        (("options", "goal"), "type"),
        (("game has", "purse"), "type"),
        (("components", "card", "state", "load"), "type"),
        (("components", "card", "properties", "value"), "type"),
        (("places", "table"), "is"),
        (("numbers", "income"), "is"),
        (("rules", "r.1"), "says"),
        (("invariants", "poor"), "holds"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_part_that_says_nothing(path: tuple[str, ...], key: str) -> None:
    """It is reported once, and not again wherever its name is used."""
    (found,) = told(written(put(TREE, path, Raw("{}"))))
    assert (found.code, found.message) == ("RW102", f"the key '{key}' is missing in '{path[-1]}'")


@pytest.mark.parametrize(
    "key", ["plural: decks", "shape: '##'", "legend: {o: {}}", "steps: {one up from: here}"]
)
def test_keys_of_boards_where_there_is_no_board(key: str) -> None:
    (found,) = told(TEXT.replace("cs: balíček", key))
    assert (found.code, found.message) == ("RW216", "only a board has cells")
    assert found.help == f"delete '{key.partition(':')[0]}:'"
