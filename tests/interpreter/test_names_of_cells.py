"""A cell that has a name in a language is called by it, also where two boards have a cell of that name."""

from pathlib import Path

import pytest
import rulewright

GAME = """\
rulewright: 1
game: two-boards
players: 2
components:
  pawn: {designs: {red pawn: {cs: červená figurka}}}
places:
  field: {is: "grid of pawns, 2 by 2", cell: square, cs: pole, cells: {a1: {cs: {nom: levý roh, gen: levého rohu}}}}
  court:
    is: "grid of pawns, 2 by 2, per player"
    cell: tile
    cs: dvůr
    cells: {b2: {cs: {nom: zadní vrata, gen: zadních vrat}}}
players have:
  stand: {type: tile or none, cs: stanoviště}
flow:
  - phase: walk
    turns: clockwise from player 1, each player, once each
    turn: "choose a tile in the player's court, as the spot; the player's stand becomes the spot"
ask: {spot: {en: Where, cs: Kam}}
"""


@pytest.mark.parametrize(("language", "said"), [("cs", "zadní vrata"), ("en", "court b2")])
def test_a_named_cell_is_called_by_its_name(tmp_path: Path, language: str, said: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    match = rulewright.Match(rulewright.load(tmp_path), players=2, seed=1)
    labels = [option.label(language) for option in match.decisions[0].options]
    assert said in labels
    assert not any("zadní" in label for label in labels if label != said)


SCENARIO = """\
scenarios:
  walk:
    players: 2
    start: walk
    then: {KEY: [NAMES]}
"""


@pytest.mark.parametrize(
    ("key", "names", "holds"),
    [
        ("options", "court a1, court a2, court b1, court b2", True),
        ("options", "player 1's court a1, court a2, court b1, court b2", True),
        ("options", "court a1, court a2, court b1", False),
        ("options with", "court b2", True),
        ("options without", "court b2", False),
    ],
)
def test_options_of_a_scenario_name_cells_of_ones_own_board(
    tmp_path: Path, key: str, names: str, holds: bool
) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    text = SCENARIO.replace("KEY", key).replace("NAMES", names)
    (scenario,) = rulewright.loads_scenarios(text, rulewright.load(tmp_path))
    assert bool(scenario.run()) == holds
