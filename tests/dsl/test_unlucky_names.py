"""A name that cannot be one is reported once, where it is declared; errors that only follow from it are not."""

from __future__ import annotations

import pytest

from .tiny import SMALL, load

TEXT = SMALL.read_text(encoding="utf-8")
THORN = "      thorn: {value: 4, cs: {nom: trn, acc: trn}, power: stops cards with value <= 2}\n"
INCOME = "  income: {is: purse, cs: příjem}\n"
PLACES = "places:\n"
BRANCH = "            lay, if income < 9:\n"
LEADER = "      the leader becomes the starter\n"


def told(*changes: tuple[str, str]) -> list[tuple[str, str, str]]:
    """The code, the message and the underlined words, for the small game with changes."""
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    _, report = load(text, name="small.yaml")
    return [
        (one.code, one.message, text[one.span.start : one.span.end] if one.span else "")
        for one in report.diagnostics
    ]


def way_out(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        text = text.replace(old, new)
    _, report = load(text, name="small.yaml")
    (found,) = report.diagnostics
    return found.help or ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("step", "it is a word of the language"),
        ("first pick", "it begins with 'first', a word of the language"),
        ("thorn", "it is the name of a type or a design"),
    ],
)
def test_a_name_that_a_text_gives_and_cannot_says_why(name: str, reason: str) -> None:
    line = f"      choose a player, as the {name}\n"
    ((code, message, _),) = told((LEADER, LEADER + line))
    assert (code, message) == ("RW201", f"'{name}' cannot be a new name: {reason}")


@pytest.mark.parametrize(
    ("town", "noun"),
    [("map of cards, cells: {well: {}, mill: {}}", "room"), ('"grid of cards, 3 by 3"', "square")],
)
def test_cells_without_a_noun_are_given_one_that_fits(town: str, noun: str) -> None:
    text = TEXT.replace(PLACES, f"{PLACES}  town: {{cs: město, is: {town}}}\n")
    _, report = load(text, name="small.yaml")
    help_texts = [one.help for one in report.diagnostics if one.code == "RW216"]
    assert help_texts[-1:] == [f"add what one of them is called: 'cell: {noun}'"]


def test_a_number_is_no_name_of_a_design() -> None:
    values = "value: 3, power: stops cards with value <= 3"
    found = told((THORN, f'      "3": {{{values}, cs: trn}}\n'), (LEADER, LEADER + "      purse becomes 3\n"))
    assert [(code, at) for code, _, at in found] == [("RW218", '"3"')]


@pytest.mark.parametrize("name", ["number", "top"])
def test_a_property_of_cells_that_cannot_be_one_is_told_where_it_is_declared(name: str) -> None:
    cells = ", ".join(f"{cell}: {{{name}: 2}}" for cell in ("well", "mill", "barn"))
    board = (
        f"  town:\n    is: map of cards\n    cell: site\n    cs: město\n"
        f"    properties: {{{name}: 0..3}}\n    cells: {{{cells}}}\n"
    )
    found = [one for one in told((PLACES, PLACES + board)) if one[0] not in ("RW502", "RW302", "RW306")]
    assert [(code, at) for code, _, at in found] == [("RW218", name)]


def test_what_reads_a_broken_number_is_not_told_of() -> None:
    more = "  wealth: {is: income + 2, cs: bohatství}\n  riches: {is: wealth + income, cs: jmění}\n"
    found = told(
        (INCOME, "  income: {is: prse + 1, cs: příjem}\n" + more),
        (LEADER, LEADER + "      purse becomes riches\n"),
    )
    assert [(code, at) for code, _, at in found] == [("RW202", "prse")]


def test_what_reads_a_broken_number_with_slots_is_not_told_of() -> None:
    more = '  "due for {ware: card}": {is: prse, cs: daň}\n'
    more += "  riches: {is: due for the top card of the deck, cs: jmění}\n"
    found = told((INCOME, INCOME + more), (LEADER, LEADER + "      purse becomes riches\n"))
    assert [(code, at) for code, _, at in found] == [("RW202", "prse")]


def test_a_number_may_be_declared_further_down() -> None:
    found = told((INCOME, "  wealth: {is: income + 2, cs: bohatství}\n" + INCOME))
    assert {code for code, _, _ in found} == {"RW302"}


@pytest.mark.parametrize("label", ["lay 2", "use die 2", "2 cards"])
def test_a_digit_in_the_label_of_a_branch_is_said_to_be_one(label: str) -> None:
    change = (BRANCH, BRANCH.replace("lay", label))
    (found,) = told(change)
    assert found[:2] == ("RW201", f"'{label}' has a digit: the label of a branch is made of words")
    assert "'labels:'" in way_out(change)


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("the starter takes stone", "'any stone in …', or 'choose a stone in …, as …'"),
        ("the starter takes the stone", "'any stone in …'"),
        (
            "choose a kind of card at random, as the wanted; the starter takes the wanted",
            "'any card in … with kind = …'",
        ),
    ],
)
def test_who_gives_a_design_where_a_piece_is_asked_for_is_told_how_to_say_a_piece(
    said: str, way: str
) -> None:
    assert way in way_out((LEADER, f"      {said}\n{LEADER}"))


def test_the_way_out_is_one() -> None:
    assert told((LEADER, f"      the starter takes any stone in the table\n{LEADER}")) == []


@pytest.mark.parametrize(
    ("change", "braces"),
    [
        ((BRANCH, BRANCH), None),
        (("      draw:\n", '      draw:\n        label: "use {purse + 1}"\n'), "{purse + 1}"),
        (("      draw:\n", '      draw:\n        label: {en: draw, cs: "dober {purse}"}\n'), "{purse}"),
        (("flow:\n", 'labels:\n  keep: {en: "keep {purse}"}\nflow:\n'), "{purse}"),
        (("  - phase: round\n", '  - phase: round\n    title: "Round {"\n'), "{"),
        (("{en: A small game, cs: Malá hra}", '{en: "A {small} game", cs: Malá hra}'), "{small}"),
    ],
)
def test_braces_that_players_would_read_are_told_of(change: tuple[str, str], braces: str | None) -> None:
    found = [(code, at) for code, _, at in told(change) if code == "RW201"]
    assert found == ([("RW201", braces)] if braces else [])
