"""What `paraphrase --stages` shows of a text: what each pass makes of it."""

import json

import pytest
from rulewright.dsl.model.game import Game
from rulewright.dsl.syntax.forest import Tree
from rulewright.workbench.stages import reading, running
from rulewright.workbench.stages.stages import Stages

from ..dsl.tiny import load
from .conftest import Run

GAME = """\
rulewright: 2
game: small
players: 2
components:
  card: {properties: {cost: 0..9}, starts in: the deck, designs: {rat: {cost: 1}, cat: {cost: 2}}}
places:
  deck: "pile of cards, hidden"
  heap: area of cards
players have:
  gold: 0..9
flow:
  - phase: all
    do: |
      put the top card of the deck into the heap
      for each player: that player gains (the number of cards in the heap) gold
  - phase: end
    turns: clockwise from player 1, each player
    turn: |
      choose one:
        rich: gain 2 gold
        poor: nothing
"""


@pytest.fixture(scope="module")
def game() -> Game:
    game, report = load(GAME)
    assert game is not None, str(report)
    return game


def stages(game: Game, where: str) -> dict[str, list[str]]:
    return Stages(game).of(next(text for text in game.texts if text.where == where))


def test_each_stage_shows_the_text(game: Game) -> None:
    found = stages(game, "phase 'all'")
    assert any(line.split() == ["put", "PUT"] for line in found["words"])
    assert any(line.split() == ["deck", "NAME"] for line in found["words"])
    assert any(line.strip().startswith("line > put") for line in found["readings"])
    assert found["tree"][:2] == ["Put how into", "  what: EndOf top True noun card"]
    assert any("Put(" in line for line in found["program"])
    assert any("put_top_" in line for line in found["python"])


def test_only_the_lines_of_the_text_are_shown(game: Game) -> None:
    first, last = stages(game, "phase 'all'"), stages(game, "turn of 'end'")
    assert not any("Put(" in line for line in last["program"])
    assert any("put_top_" in line for line in first["python"])
    assert not any("put_top_" in line for line in last["python"])
    assert any("StoreRanged(" in line for line in last["program"]), last["program"]


def test_readings_that_names_and_types_rule_out_are_counted(game: Game) -> None:
    text = next(text for text in game.texts if text.where == "phase 'all'")
    tree = reading.syntax(game, text, reading.lattice_of(game, text))
    outline = list(reading.syntax_outline(tree))
    assert reading.readings(tree) == 1 + sum(line.strip() == "or" for line in outline)


def test_a_choice_of_two_readings_counts_twice() -> None:
    from rulewright.dsl.syntax.forest import Choice

    one = Choice("cond", [Tree("a", [], 0, 1), Tree("b", [], 0, 1)])
    assert reading.readings(Tree("both", [one, one], 0, 1)) == 4
    assert list(reading.syntax_outline(one)) == ["either", "  a", "or", "  b"]


def test_a_text_that_became_part_of_others_says_so(game: Game) -> None:
    text = next(text for text in game.texts if text.where == "cost of a design")
    assert list(running.instructions(running.program_of(game), text)) == []
    assert stages(game, "cost of a design")["program"] == [
        "(nothing of its own: it became part of what uses it)"
    ]


def test_the_command_prints_the_stages_in_order(rulewright: Run) -> None:
    out = rulewright("paraphrase", "do-podzemi", "meets", "--stages").out
    heads = [
        line.strip() for line in out.splitlines() if line.startswith("  ") and line.strip()[:2] in NUMBERS
    ]
    assert [head[0] for head in heads] == list("123456")


NUMBERS = tuple(f"{number}." for number in range(1, 7))


def test_json_has_the_stages_only_when_asked(rulewright: Run) -> None:
    with_them = json.loads(
        rulewright("paraphrase", "do-podzemi", "meets", "--stages", "--format", "json").out
    )
    without = json.loads(rulewright("paraphrase", "do-podzemi", "meets", "--format", "json").out)
    assert set(with_them["texts"][0]["stages"]) == {"words", "readings", "tree", "program", "python"}
    assert "stages" not in without["texts"][0]
