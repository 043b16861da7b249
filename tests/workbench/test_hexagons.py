"""Boards of hexagons at the terminal: neighbours share edges, exits turn with their tile, walls are drawn."""

from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter.match.match import Match
from rulewright.workbench.terminal.board import view_lines
from rulewright.workbench.terminal.hexagons import _headed
from rulewright.workbench.terminal.legend import legend_lines

GAME = """
rulewright: 1
game: islet
players: 1
components:
  tile:
    properties: {exits: directions}
    state: {turned: 0..5}
    turned by: turned
    designs: {strait: {exits: [north, south-east], cs: průliv}}
  wall: {designs: {palisade: {cs: hradba}}}
  hero: {plural: heroes, designs: {ann: {cs: Anna}}}
places:
  islet: {is: "hexes of tiles and heroes, side 2", cell: field}
  shores: {is: "edges of walls, between fields", cell: shore}
flow:
  - phase: only
    do: |
      put any tile into b2
      for each tile: the turned of that tile becomes 1
      put any hero into b2
      let gap be the shore between b2 and b3
      if gap is not none: put any wall into gap
"""

PICTURE = r"""
  islet:
                ________
               /b3      \
      ________/          \________
     /a2      \          /c2      \
    /          \########/          \
    \          /b2 ↗↓   \          /
     \________/ann       \________/
     /a1      \          /c1      \
    /          \________/          \
    \          /b1      \          /
     \________/          \________/
              \          /
               \________/
"""


def islet() -> Match:
    game = load_game([Source("islet.yaml", GAME)], Report(), strict=False)
    assert game is not None
    return Match(game, 1)


def test_a_picture_of_hexagons() -> None:
    match = islet()
    lines = view_lines(match.game, match.view(0))
    picture = PICTURE.strip("\n").split("\n")
    at = lines.index(picture[0])
    assert lines[at : at + len(picture)] == picture


def test_the_ways_are_drawn_in_czech_too() -> None:
    match = islet()
    lines = view_lines(match.game, match.view(0, "cs"), "cs")
    assert any("b2 ↗↓" in line for line in lines)
    assert any("Anna" in line for line in lines)


def test_ways_out_of_a_field_are_all_shown_or_one_sign_stands_for_them() -> None:
    game = islet().game
    assert _headed("g3", "↑↗↘") == "g3 ↑↗↘"
    assert _headed("g3", "↑↗↘↓↙↖") == "g3↑↗↘↓↙↖"
    assert _headed("aa10", "↑↗↘↓↙↖") == "aa10 *"
    assert any(line.startswith("  *  more exits ") for line in legend_lines(game))
