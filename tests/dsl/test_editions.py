"""Editions of the language: a warning in one is an error in the next; and `anywhere`, the first such thing."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.codes import CODES
from rulewright.dsl.diagnostics.diagnostic import Diagnostic, Severity
from rulewright.dsl.diagnostics.editions import EDITIONS, NEWEST, STRICTER, Editions, judged
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.load import load_game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.roundtrip import read_again
from rulewright.interpreter.match.match import Match

GAME = """\
rulewright: {edition}
game: rats
players: 2
components:
  rat:
    properties: {{size: 1..3}}
    {starts}
    designs: {{grey rat: {{size: 1, copies: 3}}, white rat: {{size: 3}}}}
places:
  deck: {deck}
  market: row of rats
game has:
  spot: {{type: rat or none}}
players have:
  gold: {{type: 0..99}}
phrases:
  "{{prey: rat}} can be seen": {{holds: prey is in the market}}
  "{{prey: rat}} is big": {{holds: the size of prey > 2}}
names:
  lot: rats in the market
flow:
  - phase: play
    do: |
      {text}
    turns: clockwise from player 1, each player
    turn: |
      choose one:
        wait: nothing
        more: gain 1 gold
score: the player's gold
"""


def findings(
    text: str, edition: int = 1, starts: str = "starts in: the deck", deck: str = "'pile of rats, hidden'"
) -> tuple[Diagnostic, ...]:
    report = Report()
    source = Source("g.yaml", GAME.format(edition=edition, text=text, starts=starts, deck=deck))
    load_game([source], report)
    return tuple(one for one in report.diagnostics if one.code not in ("RW302", "RW303", "RW306"))


def codes(text: str, edition: int = 1, **how: str) -> list[str]:
    return [one.code for one in findings(text, edition, **how)]


COUNTED = [
    "for each rat: nothing",
    "for each rat with size > 2: nothing",
    "if there is a white rat: nothing",
    "if there is no rat: nothing",
    "player 1's gold becomes the number of rats",
    "player 1's gold becomes the total size of rats",
    "player 1's gold becomes the highest size of rats",
    "player 1's gold becomes 2 for each rat",
    "player 1 gains 1 gold for each rat",
    "if rats differ in size: nothing",
    "if there is a rat where (that rat is big): nothing",
    "player 1's gold becomes the number of rats but the spot",
]
PLACED = [
    "for each rat in the deck: nothing",
    "let n be the number of rats among lot",
    "let n be the number of lot",
    "if there is a rat where (that rat is in the market): nothing",
    "if there is a rat where (that rat is not in the deck): nothing",
    "if there is a rat where (that rat can be seen): nothing",
    "put rats into the market",
    "player 1's gold becomes the number of kinds of rats",  # these are designs
    "choose a kind of rat at random, as the guess",
]


@pytest.mark.parametrize("text", COUNTED)
def test_pieces_that_are_counted_wherever_they_lie(text: str) -> None:
    (found,) = findings(text)
    assert (found.code, found.severity) == ("RW233", Severity.WARNING)
    assert found.notes[0].message == "from edition 2 of the language on, this is an error"
    assert found.fix is not None
    (stricter,) = findings(text, edition=2)
    assert (stricter.code, stricter.severity, stricter.notes) == ("RW233", Severity.ERROR, ())
    # what the fix writes says that this is meant, and is clean in both editions
    start = found.fix.span.start
    source = found.fix.span.source.text
    fixed = source[:start] + found.fix.replacement + source[start:]
    for edition in EDITIONS:
        report = Report()
        game = load_game([Source("g.yaml", fixed.replace("rulewright: 1", f"rulewright: {edition}"))], report)
        assert game is not None
        assert not any(one.code == "RW233" for one in report.diagnostics)
        for one in game.texts:
            printed, tree, again = read_again(game, one)
            assert tree == one.tree, printed
            assert not again.has_errors


@pytest.mark.parametrize("text", PLACED)
def test_pieces_of_which_the_text_says_where_they_lie(text: str) -> None:
    assert "RW233" not in codes(text, edition=2)


def test_pieces_that_all_players_always_see_need_no_place() -> None:
    assert codes("for each rat: nothing", deck="row of rats") == []
    assert codes("for each rat: nothing", deck="'area of rats, hidden'") == ["RW233"]
    assert codes("for each rat: nothing", starts="plural: rats", deck="row of rats") == ["RW233"]


def test_anywhere_is_said_once_and_of_pieces() -> None:
    for text in (
        "let n be the number of rats anywhere in the deck",
        "let n be the number of rats among lot anywhere",
        "for each player anywhere: nothing",
        "choose a kind of rat anywhere at random, as the guess",
    ):
        assert codes(text)[:1] == ["RW234"], text


def test_anywhere_stands_by_the_noun_in_the_canonical_text() -> None:
    report = Report()
    texts = "let n be the number of rats with size > 2 anywhere\n      for each grey rat anywhere: nothing"
    source = Source(
        "g.yaml", GAME.format(edition=2, text=texts, starts="starts in: the deck", deck="row of rats")
    )
    game = load_game([source], report)
    assert game is not None, report
    (text,) = (one for one in game.texts if one.where == "phase 'play'" and one.start == "effect")
    assert show(text.tree, game.symbols).split("\n") == [
        "let n be the number of rats anywhere with size > 2",
        "for each grey rat anywhere, in printed order: nothing",
    ]


def test_anywhere_changes_nothing_in_a_match() -> None:
    said = []
    for text in ("player 1 gains 1 gold for each rat", "player 1 gains 1 gold for each rat anywhere"):
        source = Source(
            "g.yaml",
            GAME.format(edition=1, text=text, starts="starts in: the deck", deck="'pile of rats, hidden'"),
        )
        game = load_game([source], Report())
        assert game is not None
        match = Match(game, 2, seed=3)
        said.append(match.snapshot())
    assert said[0] == said[1]


# ---------------------------------------------------------------------- editions


def test_a_newer_word_is_still_a_name_in_the_edition_before() -> None:
    text = GAME.format(edition=1, text="anywhere becomes 2", starts="starts in: the deck", deck="row of rats")
    text = text.replace("game has:\n", "game has:\n  anywhere: {type: 0..5}\n")
    for edition, severity in ((1, Severity.WARNING), (2, Severity.ERROR)):
        report = Report()
        game = load_game([Source("g.yaml", text.replace("rulewright: 1", f"rulewright: {edition}"))], report)
        (found,) = (one for one in report.diagnostics if one.code == "RW218")
        assert (found.severity, found.stricter) == (severity, "newer word")
        assert (game is not None) == (edition == 1)


@pytest.mark.parametrize("edition", ["0", "3", "1.0", "two", "²"])
def test_an_edition_that_there_is_not(edition: str) -> None:
    found = findings("nothing", edition=edition)  # type: ignore[arg-type]
    assert [one.code for one in found] == ["RW108"]
    assert found[0].help == f"write 'rulewright: {NEWEST}'"


VARIANT = """\
rulewright: {edition}
variant: big
of: rats
set:
  score: the player's gold + the number of rats
"""


@pytest.mark.parametrize(
    ("game", "variant", "severity"),
    [
        (1, 1, Severity.WARNING),
        (2, 1, Severity.WARNING),
        (1, 2, Severity.ERROR),
        (2, 2, Severity.ERROR),
    ],
)
def test_a_variant_has_an_edition_of_its_own(game: int, variant: int, severity: Severity) -> None:
    report = Report()
    text = GAME.format(
        edition=game, text="nothing", starts="starts in: the deck", deck="'pile of rats, hidden'"
    )
    patch = Source("v.yaml", VARIANT.format(edition=variant))
    load_game([Source("g.yaml", text)], report, variants=[patch])
    (found,) = (one for one in report.diagnostics if one.code == "RW233")
    assert found.severity is severity


def test_a_variant_in_an_edition_that_there_is_not() -> None:
    report = Report()
    text = GAME.format(edition=1, text="nothing", starts="starts in: the deck", deck="row of rats")
    load_game([Source("g.yaml", text)], report, variants=[Source("v.yaml", VARIANT.format(edition=9))])
    assert ("RW108", "v.yaml") in {(one.code, one.span.source.name) for one in report.diagnostics if one.span}


def test_files_of_one_game_in_two_editions() -> None:
    text = GAME.format(edition=1, text="nothing", starts="starts in: the deck", deck="row of rats")
    for other, wrong in (("rulewright: 1\n", False), ("rulewright: 2\n", True)):
        report = Report()
        load_game([Source("g.yaml", text), Source("h.yaml", other + "numbers: {n: 1}\n")], report)
        assert ("RW020" in {one.code for one in report.diagnostics}) == wrong


def test_a_draft_judges_by_the_edition_that_stands_there_now() -> None:
    text = GAME.format(
        edition=1, text="for each rat: nothing", starts="starts in: the deck", deck="'pile of rats, hidden'"
    )
    draft = Draft.of([Source("g.yaml", text)])
    seen = []
    for _ in EDITIONS:
        found = draft.check()
        assert found is not None
        seen.append(next(one.severity for one in found if one.code == "RW233"))
        draft.edit("g.yaml", len("rulewright: "), len("rulewright: 1"), "2")
    assert seen == [Severity.WARNING, Severity.ERROR]


def test_every_entry_of_the_registry_is_a_code_and_an_edition() -> None:
    for one in STRICTER.values():
        assert one.code in CODES
        assert one.since in EDITIONS[1:]


def test_a_finding_is_judged_once() -> None:
    report = Report()
    report.stricter("anywhere", "counted", None)
    (found,) = report.diagnostics
    early = judged(judged(found, 1), 1)
    assert (early.severity, len(early.notes)) == (Severity.WARNING, 1)
    assert judged(found, 2).severity is Severity.ERROR
    assert Editions(2, {"v.yaml": 1}).of("v.yaml") == 1
    assert Editions(2, {"v.yaml": 1}).of("g.yaml") == 2
