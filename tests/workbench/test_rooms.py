"""Grids at the terminal, drawn as boxes: rooms with what lies in them, passages, and pieces on edges."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter.match.match import Match
from rulewright.workbench.terminal.board import view_lines
from rulewright.workbench.terminal.boards import draw_boards
from rulewright.workbench.terminal.legend import legend_lines
from rulewright.workbench.terminal.unshown import without_unshown

from ..interpreter.small_games import shipped_game
from .conftest import Run

GAME = """
rulewright: 1
game: vault
players: 1
components:
  tile:
    starts in: the box
    designs:
      cellar: {cs: sklep}
      kitchen: {plural: kitchens, cs: kuchyně}
      hall of a hundred mirrors: {plural: halls of a hundred mirrors, cs: sál}
  beast:
    state: {asleep: {type: yes or no, cs: spí}}
    starts in: the box
    designs: {rat: {copies: 4, cs: krysa}, adder: {cs: zmije}}
  wall: {starts in: the box, designs: {palisade: {cs: hradba}}}
places:
  box: {is: area of tiles and beasts and walls, shown: no}
  vault: {is: "grid of tiles and beasts, 9 by 6", cell: room, cs: sklepení}
  doors:
    is: "edges of walls, between rooms"
    cell: door
    cs: dveře
    state: {ajar: {type: yes or no, cs: pootevřené}}
flow:
  - phase: only
    do: |
      put any cellar into c3
      put any kitchen into d3
      put any hall of a hundred mirrors into c4
      for each beast in the box: put that beast into c3
      for each adder in c3: that beast becomes asleep
      let east be the door between c3 and d3
      if east is not none: the ajar of east becomes yes
      let north be the door between c3 and c4
      if north is not none: the ajar of north becomes yes; put any wall into north
"""

PICTURE = """
  vault:
    ┌─ c4 ────────────────────┐
    │hall of a hundred mirrors│
    └────────────#────────────┘
    ┌─ c3 ───────#────────────┐ ┌─ d3 ────────────────────┐
    │cellar                   ╞═╡kitchen                  │
    │adder (asleep), 4 × rat  │ │                         │
    └─────────────────────────┘ └─────────────────────────┘
  doors:
    c3-c4: palisade
"""

CZECH = """
  sklepení:
    ┌─ c4 ──────┐
    │sál        │
    └─────#─────┘
    ┌─ c3 #─────┐ ┌─ d3 ──────┐
    │sklep      ╞═╡kuchyně    │
    │4 × krysa, │ │           │
    │zmije (spí)│ │           │
    └───────────┘ └───────────┘
  dveře:
    c3-c4: hradba
"""


def match_of(text: str) -> Match:
    report = Report()
    game = load_game([Source("vault.yaml", text)], report, strict=False)
    assert game is not None, str(report)
    return Match(game, 1)


def box(shown: list[str], cell: str) -> list[str]:
    """The lines in the box of a cell."""
    top = next(number for number, line in enumerate(shown) if f"┌─ {cell} ─" in line)
    left = shown[top].index(f"┌─ {cell} ─")
    right = shown[top].index("┐", left)
    bottom = next(number for number in range(top, len(shown)) if shown[number][left : left + 1] == "└")
    return [line[left + 1 : right].strip() for line in shown[top + 1 : bottom]]


@pytest.mark.parametrize(("language", "picture"), [("en", PICTURE), ("cs", CZECH)])
def test_rooms_passages_and_walls(language: str, picture: str) -> None:
    """Only rooms are drawn, by the names of their cells; a list below says what lies on the edges."""
    match = match_of(GAME)
    shown = view_lines(match.game, match.view(0, language), language, brief=True)
    assert shown[:-1] == picture.strip("\n").split("\n")


def test_a_cell_with_a_passage_is_a_room_even_if_it_is_empty() -> None:
    match = match_of(GAME.replace("      put any kitchen into d3\n", ""))
    shown = "\n".join(view_lines(match.game, match.view(0), brief=True))
    assert "╡cellar" not in shown
    assert "cellar                   ╞═╡                         │" in shown


def test_a_wide_board_has_narrow_boxes_and_breaks_words_only_where_it_must() -> None:
    lines = "".join(
        f"      put any {tile} into {cell}\n" for tile, cell in (("kitchen", "a1"), ("cellar", "f1"))
    )
    text = GAME.replace("      put any cellar into c3\n      put any kitchen into d3\n", lines)
    match = match_of(text)
    shown = view_lines(match.game, match.view(0), brief=True)
    assert max(map(len, shown)) <= 100
    assert "─ a1 ─" in "\n".join(shown)
    assert "─ b1 ─" not in "\n".join(shown)
    assert box(shown, "c4") == ["hall of a", "hundred", "mirrors"]


def test_passages_are_drawn_only_if_it_is_clear_which_state_they_show() -> None:
    """Of two yes/no states, the list says which hold. Then there may be rooms without passages: all are drawn."""
    more = "state: {ajar: {type: yes or no, cs: pootevřené}, lit: {type: yes or no, cs: osvětlené}}"
    text = GAME.replace("state: {ajar: {type: yes or no, cs: pootevřené}}", more)
    match = match_of(text.replace("9 by 6", "5 by 4"))
    shown = view_lines(match.game, match.view(0), brief=True)
    assert "    c3-d3: ajar" in shown
    assert "    c3-c4: palisade, ajar" in shown
    assert not any("═" in line for line in shown)
    assert any("#" in line for line in shown)
    assert sum(line.count("┌") for line in shown) == 20


def test_a_grid_without_edges_has_a_line_for_each_row_if_there_is_room() -> None:
    doors = GAME[GAME.index("  doors:\n") : GAME.index("flow:\n")]
    text = GAME.replace(doors, "")
    text = text[: text.index("      let east")]
    match = match_of(text)
    wide = view_lines(match.game, match.view(0), brief=True)
    assert any("─ c4 ─" in line for line in wide)
    assert max(map(len, wide)) <= 100
    match = match_of(
        text.replace("9 by 6", "4 by 4").replace("put that beast into c3", "that beast becomes asleep")
    )
    narrow = view_lines(match.game, match.view(0), brief=True)
    assert not any("┌" in line for line in narrow)
    assert any(line.startswith("    3 ·") and line.endswith(" kitchen") for line in narrow)


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("grid of tiles and beasts, 9 by 6", ["kitchen", "2 × rat"]),
        ("grid of tiles and beasts, in piles, 9 by 6", ["rat, kitchen, rat"]),
    ],
)
def test_pieces_are_listed_by_type_unless_their_order_counts(kind: str, lines: list[str]) -> None:
    kitchen = "      put any kitchen into d3\n"
    rat = "      put any beast with asleep = no in the box into d3\n"
    text = GAME.replace(kitchen, rat + kitchen + rat)
    match = match_of(text.replace("grid of tiles and beasts, 9 by 6", kind))
    shown = view_lines(match.game, match.view(0), brief=True)
    assert [line for line in box(shown, "d3") if line] == lines


def test_an_empty_board_of_rooms_says_so() -> None:
    match = match_of(GAME[: GAME.index("    do: |")] + "    do: the match ends\n")
    assert view_lines(match.game, match.view(0), brief=True)[:2] == ["  vault:", "    –"]


def test_the_legend_explains_boxes_and_passages_by_the_names_of_the_game() -> None:
    game = match_of(GAME).game
    assert "  ╞═╡ ╥  a passage between two fields (doors: ajar)" in legend_lines(game)
    assert "  ╞═╡ ╥  cesta mezi dvěma poli (dveře: pootevřené)" in legend_lines(game, "cs")
    assert "  #  on an edge: doors" in legend_lines(game)
    assert any(line.startswith("  ┌─ b2 ─┐  ") for line in legend_lines(game))
    assert not any("·" in line for line in legend_lines(game))


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_dungeon_of_a_published_game_fits_a_terminal(language: str) -> None:
    game = shipped_game("priseri")
    match, luck = Match(game, 2, 3), random.Random(1)
    for _ in range(60):
        match.choose(luck.choice(match.decision.options))
        shown = draw_boards(game, without_unshown(game, match.view(0, language))["boards"], language)
        assert max(map(len, shown)) <= 100
        assert not any(line.startswith("    b2-c2") for line in shown)
    assert sum(line.count("┌") for line in shown) == 12  # rooms, of 30 fields


MEANT = """\
  - phase: then
    do: |
      player 1 chooses a room in the vault where (there is a tile in that room or that room = e3), as the goal
      put any cellar into the goal
"""


@pytest.mark.parametrize(
    ("language", "options"),
    [
        ("en", ["c3 (cellar)", "d3 (kitchen)", "e3", "c4 (hall of a hundred mirrors)"]),
        ("cs", ["c3 (sklep)", "d3 (kuchyně)", "e3", "c4 (sál)"]),
    ],
)
def test_an_option_that_is_a_room_says_which(
    rulewright: Run, monkeypatch: pytest.MonkeyPatch, language: str, options: list[str]
) -> None:
    """The beasts in it do not matter. It can still be chosen by the name of its cell."""
    Path("vault.yaml").write_text(GAME + MEANT, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("c4\n"))
    done = rulewright("play", "vault.yaml", "--lang", language)
    listed = [line.strip() for line in done.out.splitlines() if line[:4] in {f"  {n}." for n in range(1, 5)}]
    assert listed == [f"{number}. {text}" for number, text in enumerate(options, 1)], done.out
    assert "c4" in done.out.split("> ")[1]
