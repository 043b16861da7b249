"""The geometry of boards and the catalogue of a game, as programs get them that draw a match."""

from __future__ import annotations

import itertools
import math
import re

import pytest
import rulewright
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter.match.output.objects.boards import boards
from rulewright.interpreter.match.output.objects.catalogue import catalogue
from rulewright.interpreter.match.output.objects.classes import UNSAID, Board, Sign

from .small_games import shipped_game

OPPOSITE = {
    "north": "south",
    "north-east": "south-west",
    "east": "west",
    "south-east": "north-west",
    "south": "north",
    "south-west": "north-east",
    "west": "east",
    "north-west": "south-east",
}
GAMES = ("hrad", "classics/breakthrough", "cookbook/rooms-and-portals", "cookbook/gardens", "do-podzemi")


def test_hexes_with_walls_between_them() -> None:
    found = boards(shipped_game("hrad"))
    plan, walls = found["board:plan"], found["board:ramparts"]
    assert (plan.sort, plan.rows, len(plan.cells)) == ("hexes", 5, 61)
    corner = plan.cells["cell:plan/a1"]
    assert (corner.x, corner.y) == (-4, 0)
    assert corner.neighbours == {
        "north": "cell:plan/a2",
        "north-east": "cell:plan/b2",
        "south-east": "cell:plan/b1",
    }
    assert corner.edges["north"] == ("edge:ramparts/a1-a2",)
    assert walls.between == "board:plan"
    assert walls.cells["edge:ramparts/a1-a2"].leads == ("cell:plan/a1", "cell:plan/a2")


def test_a_grid_and_a_map() -> None:
    (grid,) = boards(shipped_game("classics/breakthrough")).values()
    one = next(iter(grid.cells.values()))
    assert (one.name, one.x, one.y, sorted(one.neighbours)) == ("a1", 0, 0, ["east", "north", "north-east"])
    maps = [one for one in boards(shipped_game("cookbook/rooms-and-portals")).values() if one.sort == "map"]
    assert any(cell.leads for board in maps for cell in board.cells.values())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_next_to_a_cell_has_it_on_the_other_side(name: str) -> None:
    for board in boards(shipped_game(name)).values():
        for cell in board.cells.values():
            for direction, other in cell.neighbours.items():
                assert board.cells[other].neighbours[OPPOSITE[direction]] == cell.id
                assert board.cells[other].edges.get(OPPOSITE[direction]) == cell.edges.get(direction)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_has_the_cells_of_its_boards_and_the_designs_of_its_catalogue(name: str) -> None:
    game = shipped_game(name)
    match = rulewright.Match(game, game.players[1], 1)
    objects, known = match.objects(0), catalogue(game)
    cells = {key: board for board in boards(game).values() for key in board.cells}
    assert objects.cells.keys() == cells.keys()
    assert all(_board_of(cells, key).id == cell.board for key, cell in objects.cells.items())
    ids = {one for place in known.places.values() for one in place.ids}
    assert objects.places.keys() <= ids
    for piece in objects.pieces.values():
        assert piece.design is None or known.designs[piece.design].type == piece.type
        if piece.type is not None:
            assert piece.states.keys() <= known.types[piece.type].properties.keys()
    assert objects.states.keys() <= known.states.keys()
    # A site of several equal copies has the number of the first of them: the number tells nothing about a copy.
    for at, site in enumerate(known.sites):
        assert site.number <= at
        assert known.sites[site.number].number == site.number


def _board_of(cells: dict[str, Board], key: str) -> Board:
    return cells[key]


def test_a_design_has_its_names_values_texts_and_rules() -> None:
    known = catalogue(shipped_game("do-podzemi"))
    goblin = known.designs["design:goblin"]
    assert (goblin.labels["cs"], goblin.copies, goblin.values) == ("goblin", 2, {"strength": 1})
    assert known.designs["design:dragon spear"].abilities == ("kills dragons",)
    pathfinder = catalogue(shipped_game("hrad")).designs["design:pathfinder"]
    assert pathfinder.texts["fit"] == "the stage is peace or the stage is gathering"
    assert known.types["monster"].properties["strength"].most == 9
    assert known.rules["goal.1"]


def test_designs_have_texts_as_printed_and_cite_rules() -> None:
    known = catalogue(shipped_game("cookbook/keep-the-heroes-out"))
    assert known.designs["design:spider"].texts == {"text": "move; melee"}, "as it stands on the card"
    assert known.types["card"].properties["text"].says == "an effect in any order"
    assert known.designs["design:brawl"].rules == ("action.2", "action.8")


def test_a_design_says_what_its_card_says_in_each_language() -> None:
    known = catalogue(shipped_game("do-podzemi")).designs
    assert known["design:goblin"].facts == {"en": (("strength", "1"),), "cs": (("síla", "1"),)}
    assert known["design:goblin"].says == {}
    spear = known["design:dragon spear"].says
    assert spear["en"] == "kills dragons"
    assert spear["cs"] != spear["en"]


def test_statements_and_sections_are_told_in_each_language() -> None:
    known = catalogue(shipped_game("do-podzemi"))
    assert known.statements.keys() == known.rules.keys()
    assert all(says["en"] == known.rules[name] for name, says in known.statements.items())
    assert known.statements["goal.1"]["cs"] != known.rules["goal.1"]
    assert known.sections["goal"] == {"en": "Goal", "cs": "Cíl hry"}


def test_sites_and_events_name_the_rules_that_are_cited_there() -> None:
    game = shipped_game("do-podzemi")
    match = rulewright.Match(game, ["Ann", "Bob"], 3)
    opened = match.objects(0).decision
    assert opened is not None
    assert opened.site.where == ""
    assert "bidding.2" in opened.site.rules, "those of the phase whose turn it is"
    match.choose("draw")
    opened = match.objects(0).decision
    assert opened is not None
    assert opened.site.where == "option 'draw' of 'round/bidding'"
    assert "draw.1" in opened.site.rules
    told = match.events(0)[0]
    chosen = next(event for event in match.events(0) if event.kind == "choice")
    assert told.kind == "event"
    assert set(told.rules) <= game.rules.keys()
    assert told.rules
    assert chosen.rules[0] == "bidding.4", "first those of the option, then those of the turn"
    assert "bidding.2" in chosen.rules


def test_a_site_in_a_printed_text_cites_what_the_card_cites() -> None:
    game = shipped_game("vladci-podzemi")
    sites = {site.where: site for site in catalogue(game).sites}
    troll = catalogue(game).designs["design:troll"]
    assert troll.rules
    assert sites["text of troll"].rules == troll.rules


def test_what_the_game_says_about_its_look_is_in_the_catalogue_and_the_boards() -> None:
    text = """
rulewright: 1
game: cave
players: 2
components: {guard: {starts in: the hall, designs: {lamp: {copies: 2}}}}
places: {cave: {is: map of guards, cell: room, cells: {hall: {to: [pit]}, pit: {to: [hall]}}}}
game has: {mood: calm or wild}
flow: [{phase: end, do: nobody wins}]
look:
  order: [cave]
  players: [red]
  types: {guard: {colour: "#123", symbol: g}}
  designs: {lamp: {symbol: l}}
  places: {cave: {colour: navy}}
  words: {wild: {symbol: w}}
  cells: {cave: {hall: {at: "1.5 -2", symbol: H}}}
"""
    game = load_game([Source("cave.yaml", text)], Report(), strict=False)
    assert game is not None
    known = catalogue(game)
    assert known.look.order == ("cave",)
    assert known.look.players == ("#ff0000",)
    assert known.look.words == {"wild": Sign(colour=None, symbol="w")}
    assert known.types["guard"].look == Sign(colour="#112233", symbol="g")
    assert known.designs["design:lamp"].look == Sign(colour=None, symbol="l")
    assert known.places["cave"].look == Sign(colour="#000080", symbol=None)
    cells = boards(game)["board:cave"].cells
    assert (cells["cell:cave/hall"].at, cells["cell:cave/hall"].look.symbol) == ((1.5, -2.0), "H")
    assert (cells["cell:cave/pit"].at, cells["cell:cave/pit"].look) == (None, UNSAID)


PAINTED = ("do-podzemi", "hrad", "priseri", "vladci-podzemi", "hrdina-v-kostce")
PICTURES = re.compile(
    "[\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a-\u23ff\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe"
    "\u2600-\u2604\u260e-\u2618\u261d\u2620-\u262f\u2638-\u263a\u2640\u2642\u2648-\u2653\u265f\u2660-\u2668\u267b-\u267f"
    "\u2692-\u26b1\u26bd-\u26fd\u2702-\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744-\u274e\u2753-\u2757\u2763\u2764"
    "\u2795-\u2797\u27a1\u27b0\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030-\u3299\U00010000-\U0010ffff]"
)
"""Characters that phones may draw as coloured pictures, or that few fonts have."""


def test_a_board_has_the_length_of_the_lines_that_win() -> None:
    assert boards(shipped_game("classics/connect-four"))["board:rack"].line == 4
    assert boards(shipped_game("classics/breakthrough"))["board:board"].line is None


@pytest.mark.parametrize("name", PAINTED)
def test_symbols_are_in_black_and_white_and_in_most_fonts(name: str) -> None:
    known = catalogue(shipped_game(name))
    signs = [one.look for part in (known.types, known.designs, known.places) for one in part.values()]
    signs += known.look.words.values()
    signs += [cell.look for board in boards(shipped_game(name)).values() for cell in board.cells.values()]
    symbols = {one.symbol for one in signs if one.symbol is not None}
    assert symbols
    assert not [one for one in symbols if PICTURES.search(one)]
    assert set(known.look.order) <= known.places.keys()


@pytest.mark.parametrize("name", PAINTED)
def test_the_cells_of_maps_lie_a_step_apart(name: str) -> None:
    for board in boards(shipped_game(name)).values():
        spots = [cell.at for cell in board.cells.values() if cell.at is not None]
        assert len(spots) == (len(board.cells) if board.sort == "map" else 0)
        assert all(math.dist(one, other) >= 1 for one, other in itertools.combinations(spots, 2))


def test_cells_have_names_in_the_languages_that_give_them_one() -> None:
    cells = boards(shipped_game("hrdina-v-kostce"))["board:initiative"].cells
    assert cells["cell:initiative/first card"].labels == {"cs": "karta pořadí 1"}
    plan = boards(shipped_game("hrad"))["board:plan"].cells
    assert plan["cell:plan/a1"].labels == {}


def test_a_grid_says_whether_it_is_drawn_whole() -> None:
    places = catalogue(shipped_game("priseri")).places
    assert places["dungeon"].crop
    assert not places["held"].crop
