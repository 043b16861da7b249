"""What the backs of pieces show, and states that all see of pieces whose faces nobody does."""

from __future__ import annotations

import random
from typing import cast

import pytest
from rulewright.dsl.checks.secrecy import secrecy
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.schema.classes import GameDoc
from rulewright.interpreter import Match
from rulewright.interpreter.match.output.encoding.encoder import Encoder
from rulewright.interpreter.match.secrecy.unknown_pieces import classes

NO_DOCUMENT = cast(GameDoc, None)  # the check asks the game alone
TEXT = """
rulewright: 1
game: backs
players: 2
components:
  chest:
    properties: {sort: forest or cave, age: 1..3, worth: 0..9, rare: yes or no}
    public: [sort, age]
    state: {wounds: 0..9, tapped: yes or no, cursed: {type: yes or no, secret: yes}}
    starts in: heap
    designs:
      basket: {sort: forest, age: 1, worth: 1, rare: no, copies: 3}
      hamper: {sort: forest, age: 1, worth: 2, rare: no, copies: 3}
      coffer: {sort: cave, age: 2, worth: 5, rare: yes, copies: 3}
places:
  heap: "pile of chests, hidden"
  field: "area of chests, hidden"
  bag: "area of chests, per player, seen by its owner"
flow:
  - phase: set up
    do: |
      shuffle the heap
      repeat 4 times: put the top chest of the heap into the field
  - phase: play
    repeat: 4 times
    phases:
      - phase: go
        turns: clockwise from player 1, each player, once each
        turn: DO
score: the player's luck
players have: {luck: 0..99}
"""


def game_of(do: str) -> tuple[Game | None, Report]:
    report = Report()
    lines = "|\n" + "\n".join(" " * 10 + line for line in do.splitlines())
    game = load_game([Source("backs.yaml", TEXT.replace("DO", lines))], report, strict=False)
    if game is not None:
        secrecy(game, NO_DOCUMENT, report)
    return game, report


def match_of(do: str, seed: int = 1) -> Match:
    game, report = game_of(do)
    assert game is not None, report.diagnostics
    assert not report.has_errors, report.diagnostics
    return Match(game, 2, seed)


TAKE = "choose a chest in the field, as the prize\nput the prize into the player's bag"


def test_everybody_sees_the_backs_of_what_lies_face_down() -> None:
    match = match_of(TAKE)
    for reader in (None, 0, 1):
        seen = match.view(reader)["places"]
        shown = [(one["name"], one["sort"], one["age"]) for one in seen["heap"]["pieces"]]
        assert {name for name, _, _ in shown} == {None}
        assert {(sort, age) for _, sort, age in shown} <= {("forest", 1), ("cave", 2)}


def test_a_match_is_dealt_again_with_the_same_backs() -> None:
    match = match_of(TAKE, 3)
    worths = set()
    for seed in range(30):
        other = match.determinize(0, seed)
        assert other.audit() == []
        assert other.view(0) == match.view(0)
        worths.add(
            str(other.view(None)) + str([other.rules.lowered.tables.pieces[i] for i in pieces_of(other)])
        )
    assert len(worths) > 5
    backs = match.rules.lowered.tables.backs
    assert all(len({backs[piece] for piece in some}) == 1 for some in classes([match.position], 0))


def pieces_of(match: Match) -> list[int]:
    place = match.rules.lowered.tables.place_numbers[("heap", -1)]
    base = match.rules.lowered.program.layout.places[place].base
    return list(match.memory[base + 1 : base + 1 + match.memory[base]])


def test_an_option_says_what_its_player_sees_of_the_piece() -> None:
    match = match_of(TAKE)
    labels = [option.label() for option in match.decision.options]
    seen = match.view(0)["places"]["field"]["pieces"]
    assert sorted(label.partition(" ")[2] for label in labels) == sorted(
        f"({one['sort']} {one['age']})" for one in seen
    )
    assert [option.name for option in match.decision.options] == ["#1", "#2", "#3", "#4"]


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("there is a chest in the field with sort = forest", False),
        ("the age of the top chest of the heap = 2", False),
        ("the highest age of chests in the field = 2", False),
        ("there is a chest in the field with wounds > 2", False),
        ("there is a chest in the heap with wounds > 2", True),
        ("there is a chest in the field with worth = 2", True),
        ("there is a chest in the field with sort = forest and worth = 2", True),
        ("there is a chest in the field that is tapped", False),
        ("there is a chest in the heap that is tapped", True),
        ("there is a chest in the field that is rare", True),
        ("there is a chest in the field where (that chest is rare)", True),
        ("there is a chest in the field where (that chest's worth = 2)", True),
        ("there is a chest in the field where (that chest's sort = cave)", False),
        ("there is a chest in the field with the highest worth", False),
        ("the worth of the top chest of the heap = 2", True),
        ("the highest worth of chests in the field = 2", True),
    ],
)
def test_what_is_offered_may_depend_on_backs_and_not_on_faces(test: str, told: bool) -> None:
    _, report = game_of(f"choose one:\n  good, if {test}: the player's luck goes up by 1\n  bad: nothing")
    assert ("RW316" in [one.code for one in report.errors]) == told, report.diagnostics


def test_whoever_does_not_know_a_piece_reads_what_its_back_shows() -> None:
    match = match_of(TAKE)
    piece = pieces_of(match)[0]
    words = match.rules.lowered.tables.backs[piece][0][1]
    sort = match.names.word(words)
    assert match.names.piece(piece, known=False).startswith(f"an unknown chest {sort} ")


def test_states_of_pieces_that_lie_hidden_in_an_area_are_seen_by_all_but_secret_ones() -> None:
    wound = "choose a chest in the field, as the target\nthe target's wounds go up by 2\nthe target becomes cursed"
    match = match_of(wound.replace("\nthe target becomes cursed", ""))
    match.choose(match.decision.options[2])
    for reader in (None, 0, 1):
        field = match.view(reader)["places"]["field"]["pieces"]
        assert sorted(one["wounds"] for one in field) == [0, 0, 0, 2]
        assert not any("cursed" in one for one in field)
        assert all("wounds" not in one for one in match.view(reader)["places"]["heap"]["pieces"])
    for seed in range(10):
        assert match.determinize(1, seed).view(1) == match.view(1)


def test_numbers_hold_what_is_seen_of_pieces_face_down() -> None:
    match = match_of(TAKE)
    encoder = Encoder(match)
    seen = encoder.vector(match, 0)
    field = {
        name
        for name, number in zip(encoder.names, seen, strict=True)
        if number and name.startswith("unknown") and name.endswith(" in field")
    }
    backs = {(one["sort"], one["age"]) for one in match.view(0)["places"]["field"]["pieces"]}
    assert field == {f"unknown (sort {sort}, age {age}) in field" for sort, age in backs}
    for seed in range(5):
        other = match.determinize(0, random.Random(seed).getrandbits(20))
        assert encoder.vector(other, 0) == encoder.vector(match, 0)


@pytest.mark.parametrize(
    "do",
    [
        "choose 2 chests in the field, as the pair\nthe player's mind becomes the pair",
        "choose 2 chests in the field, as the pair\nthe player may: put the pair into the player's bag",
    ],
    ids=["state", "named by a text"],
)
def test_the_order_in_which_unknown_pieces_are_listed_says_nothing(do: str) -> None:
    """Designs with one back are declared on both sides of a design with the other."""
    text = TEXT.replace("{luck: 0..99}", "{luck: 0..99, mind: chests}").replace(
        "      coffer:", "      coffer: {sort: forest, age: 1, worth: 5, rare: yes, copies: 3}\n      crate:"
    )
    text = text.replace("hamper: {sort: forest, age: 1", "hamper: {sort: cave, age: 2")
    lines = "|\n" + "\n".join(" " * 10 + line for line in do.splitlines())
    report = Report()
    game = load_game([Source("backs.yaml", text.replace("DO", lines))], report, strict=False)
    assert game is not None, report.diagnostics
    for seed in range(3):
        match = Match(game, 2, seed)
        dice = random.Random(seed)
        for _ in range(5):
            if match.is_over:
                break
            match.choose(dice.choice(match.decision.options))
            for player in range(2):
                for language in ("en", "cs"):
                    seen = match.view(player, language)
                    assert all(
                        match.determinize(player, other).view(player, language) == seen for other in range(3)
                    )
