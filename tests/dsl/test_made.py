"""Designs made by a rule: names, numbers, Czech names, variants, and what is wrong with them."""

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game

GAME = """\
rulewright: 1
game: g
players: 2
components:
  card:
    properties: {value: 0..20, colour: red or blue}
    designs:
DESIGNS
places: {deck: pile of cards}
flow:
  - phase: all
    do: the match ends
"""
ONE = """\
      "{colour} {n}":
        each: {colour: [red, blue], n: 1..5}
        value: n + 2
        colour: colour
        copies: 3 if n = 1, 1 if n = 5, otherwise 2
"""


def load(designs: str, variant: str = "", *, strict: bool = False) -> tuple[Game | None, Report]:
    report = Report()
    variants = [Source("v.yaml", f"rulewright: 1\nvariant: v\nof: g\n{variant}")] if variant else []
    text = GAME.replace("DESIGNS", designs.rstrip())
    game = load_game([Source("g.yaml", text)], report, variants=variants, strict=strict)
    return game, report


def printed(game: Game | None) -> dict[str, tuple[object, ...]]:
    assert game is not None
    return {name: (design.copies, *design.values.values()) for name, design in game.symbols.designs.items()}


def test_a_design_for_each() -> None:
    game, report = load(ONE)
    assert not report.diagnostics
    made = printed(game)
    assert list(made) == [f"{colour} {n}" for colour in ("red", "blue") for n in range(1, 6)]
    assert made["red 1"] == (3, 3, "red")
    assert made["blue 4"] == (2, 6, "blue")
    assert made["blue 5"] == (1, 7, "blue")


def test_names_in_both_languages() -> None:
    game, report = load(
        "      card {n} of {c}:\n        each: {n: [3, 7..8], c: {red: {nom: červená, acc: červenou}, blue: modrá}}\n"
        '        colour: c\n        value: n\n        en: "{c}, {n}"\n'
        '        cs: {nom: "{c} {n}", acc: "{c} {n}ku"}\n'
    )
    assert not report.diagnostics
    assert game is not None
    names = {name: design.names for name, design in game.symbols.designs.items()}
    assert list(names)[:3] == ["card 3 of red", "card 3 of blue", "card 7 of red"]
    assert names["card 8 of red"].base == "red, 8"
    assert names["card 8 of red"].forms["cs"] == {"nom": "červená 8", "acc": "červenou 8ku"}
    assert names["card 8 of blue"].forms["cs"] == {"nom": "modrá 8", "acc": "modrá 8ku"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("n", 6),
        ("n divided by 4 rounded up", 2),
        ("(the greater of n and 8) - 1", 7),
        ("0 if n is a multiple of 4, 9 if n is a multiple of 3, otherwise 1", 9),
        ("3 if n < 2 or (n >= 6 and n != 7), otherwise 4", 3),
        ("3 if not (n = 6), 4 if n = 6, otherwise 5", 4),
        ("14", 14),
    ],
)
def test_numbers_are_worked_out(text: str, value: int) -> None:
    game, report = load(
        f"      card {{n}}:\n        each: {{n: 5..6}}\n        colour: red\n        value: {text}\n"
    )
    assert not report.diagnostics
    assert game is not None
    assert game.symbols.designs["card 6"].values["value"] == value


def test_variants_know_them_by_their_names() -> None:
    game, report = load(
        ONE,
        "remove: [components/card/designs/red 1]\nset: {components/card/designs/red 2/value: 20}\n"
        "add:\n  components/card/designs/more {n}: {each: {n: 7..8}, value: n, colour: blue}\n",
    )
    assert not report.diagnostics
    made = printed(game)
    assert "red 1" not in made
    assert made["red 2"] == (2, 20, "red")
    assert made["more 8"] == (1, 8, "blue")


@pytest.mark.parametrize(
    ("designs", "code", "message", "column"),
    [
        ("      c {m}: {each: {n: 1}, value: n, colour: red}", "RW216", "'each:' has no 'm'", 9),
        ("      card: {each: {n: 1..2}, value: n, colour: red}", "RW216", "does not say which it is", 7),
        ("      c {n}: {each: {n: 2..1}, value: n, colour: red}", "RW216", "from the smaller", 25),
        ("      c {n}: {each: {n: 1..9999}, value: n, colour: red}", "RW216", "at most 1,000", 25),
        (
            "      c {n} {m}: {each: {n: 1..99, m: 1..99}, value: n, colour: red}",
            "RW216",
            "this makes 9,801 designs",
            25,
        ),
        ("      c {n}: {each: {n: 19..21}, value: n, colour: red}", "RW220", "where n = 21 this is 21", 41),
        ("      c {n}: {each: {n: 1..2}, value: m, colour: red}", "RW202", "'m' means nothing here", 39),
        (
            "      c {n}: {each: {n: 1..2}, value: the number of cards in the deck, colour: red}",
            "RW220",
            "cannot be worked out",
            39,
        ),
        ("      c {n}: {each: {n: 0..1}, copies: n, value: 1, colour: red}", "RW220", "'copies' is", 40),
        ("      c {n}: {each: {n: [1, 01, 1]}, value: 1, colour: red}", "RW014", "would be called 'c 1'", 7),
        ("      c {n}: {each: many, value: 1, colour: red}", "RW216", "what each slot", 21),
    ],
)
def test_what_is_wrong_is_told_at_its_place(designs: str, code: str, message: str, column: int) -> None:
    game, report = load(designs + "\n")
    assert game is None
    found = report.errors[0]
    assert found.code == code
    assert message in found.message
    assert found.span is not None
    assert (found.span.line, found.span.column) == (8, column)
    assert len([one for one in report.errors if one.message == found.message]) == 1


def test_what_is_divided_may_come_out_equal() -> None:
    """What is known of `n divided by 2` is not what is known of `n * 2`."""
    game, report = load(
        "      card {n}:\n        each: {n: 1..20}\n        colour: red\n"
        "        value: 1 if n divided by 2 rounded down * 2 = n, otherwise 0\n",
        strict=True,
    )
    assert not [found for found in report.diagnostics if found.code == "RW310"]
    assert game is not None
    assert [design.values["value"] for design in game.symbols.designs.values()] == [0, 1] * 10
