"""Pieces with two sides in places where the side decides who sees them."""

from __future__ import annotations

from typing import Any, cast

import pytest
from rulewright.dsl.checks.secrecy import half_secret, secrecy
from rulewright.dsl.checks.sides import sides
from rulewright.dsl.checks.simultaneous import simultaneous
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.schema.classes import GameDoc
from rulewright.interpreter import Match

NO_DOCUMENT = cast(GameDoc, None)  # these checks ask the game alone
TEXT = """
rulewright: 1
game: sides
players: 2
components:
  spy:
    plural: spies
    properties: {skill: 1..5}
    state: {exposed: {type: yes or no, until: round}}
    face up: exposed
    starts in: heap
    designs:
      clerk: {skill: 1, copies: 3}
      master: {skill: 5, copies: 3}
places:
  heap: "pile of spies, hidden"
  bag: "pile of spies, by side"
  ring: "row of spies, per player, by side"
  board: {is: "grid of spies, 2 by 2, by side", cell: square}
players have: {luck: 0..99}
flow:
  - phase: round
    repeat: 2 times
    phases:
      - phase: go
        turns: clockwise from player 1, each player, once each
        turn: DO
"""


def loaded(do: str, text: str = TEXT) -> tuple[Game | None, Report]:
    report = Report()
    lines = "|\n" + "\n".join(" " * 10 + line for line in do.splitlines())
    game = load_game([Source("sides.yaml", text.replace("DO", lines))], report, strict=False)
    if game is not None:
        for check in (half_secret, secrecy, simultaneous, sides):
            check(game, NO_DOCUMENT, report)
    return game, report


def after(do: str) -> Match:
    """A match in which the first player has done this, and has been asked."""
    game, report = loaded(do + "\nchoose one:\n  on: nothing\n  off: nothing")
    assert game is not None, report.diagnostics
    assert not report.has_errors, report.diagnostics
    return Match(game, 2, 1)


def shown(match: Match, reader: int | None) -> dict[str, list[Any]]:
    """Which pieces a reader sees by their names."""
    view = match.view(reader)
    places = {
        **view["places"],
        **{f"ring {n}": one["places"]["ring"] for n, one in enumerate(view["players"])},
    }
    cells = {name: cell for board in view["boards"].values() for name, cell in board["cells"].items()}
    return {
        name: [one and one["name"] for one in place["pieces"]]
        for name, place in (places | cells).items()
        if place["pieces"] and name != "heap"
    }


UP = "let agent be the top spy of the heap\nthe agent becomes exposed\n"


@pytest.mark.parametrize(
    ("do", "seen"),
    [
        ("put the top spy of the heap into the player's ring", {"ring 0": [None]}),
        (UP, {}),
        (UP + "put the agent into the player's ring", {"ring 0": ["master"]}),
        (UP + "put the agent into b1", {"b1": ["master"]}),
        (UP + "put the agent into the bag\nshuffle the bag", {"bag": ["master"]}),
        (
            UP + "put the agent into the player's ring\nthe agent becomes not exposed",
            {"ring 0": ["master"]},
        ),
        (
            "let agent be the top spy of the heap\nput the agent into the player's ring\nthe agent becomes exposed",
            {"ring 0": ["master"]},
        ),
        (
            "let agent be the top spy of the heap\nput the agent into the bag\nspies in the bag become exposed",
            {"bag": ["master"]},
        ),
        (
            UP + "put the bottom spy of the heap into the player's ring\n"
            "swap the agent and the last spy in the player's ring",
            {"ring 0": ["master"]},
        ),
    ],
)
def test_what_lies_face_up_all_know(do: str, seen: dict[str, list[Any]]) -> None:
    match = after(do)
    for reader in (None, 0, 1):
        assert shown(match, reader) == seen
    for seed in range(8):
        other = match.determinize(1, seed)
        assert other.audit() == []
        assert other.view(1) == match.view(1)


def test_in_a_hidden_pile_the_side_tells_nothing() -> None:
    match = after(UP)
    assert match.view(0)["places"]["heap"]["pieces"] == [None] * 6


def test_an_option_says_what_lies_face_up() -> None:
    game, report = loaded(
        "if the player's ring is empty:\n"
        "  put the top spy of the heap into the player's ring\n"
        "  let agent be the last spy in the player's ring\n"
        "  the agent becomes exposed\n"
        "  put the bottom spy of the heap into the player's ring\n"
        "choose a spy in the player's ring"
    )
    assert game is not None, report.diagnostics
    match = Match(game, 2, 1)
    assert [option.label() for option in match.decision.options] == ["#1 (master)", "#2"]


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("there is a spy in the player's ring that is exposed with skill > 2", False),
        ("there is a spy in the player's ring that is exposed", False),
        ("there is a spy in the player's ring with skill > 2", True),
        ("there is a spy in the player's ring that is not exposed with skill > 2", True),
        ("the highest skill of spies in the player's ring that are exposed > 2", False),
        ("the highest skill of spies in the player's ring > 2", True),
    ],
)
def test_what_is_offered_may_depend_on_what_lies_face_up(test: str, told: bool) -> None:
    _, report = loaded(f"choose one:\n  good, if {test}: the player's luck goes up by 1\n  bad: nothing")
    assert ("RW316" in [one.code for one in report.errors]) == told, report.diagnostics


def test_what_is_put_face_up_keeps_no_secret_of_who_chose_it() -> None:
    text = TEXT.replace("players have: {", "players have: {mark: {type: kind of spy or none, secret: yes}, ")
    text = text.replace('  heap: "pile', '  holding: hand of spies\n  heap: "pile')
    told = "choose a spy in the player's holding, as the agent\nthe player's mark becomes the kind of the agent\n"
    for place, mixed in (("ring", True), ("holding", False)):
        _, report = loaded(f"{told}put the agent into the player's {place}", text)
        assert ("RW322" in [one.code for one in report.errors]) == mixed, report.diagnostics


def test_nothing_is_turned_up_while_players_act_at_once() -> None:
    _, report = loaded(
        "simultaneously, each player:\n  put all spies in the player's ring into the player's ring"
    )
    assert "RW318" in [one.code for one in report.errors]


def test_pieces_of_such_a_place_say_which_side_is_up() -> None:
    _, report = loaded("nothing", TEXT.replace("    face up: exposed\n", ""))
    assert {one.code for one in report.errors} == {"RW216"}
    _, report = loaded("nothing", TEXT.replace("face up: exposed", "face up: skill"))
    assert "RW216" in [one.code for one in report.errors]
