"""A view as lines of text for a terminal: what the player may know of the match, and nothing else."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.game import Game
from rulewright.interpreter.view import View

from .boards import draw_boards, marked_cells
from .wording import label_of, pieces_text, states_text

MANY = 10


def view_lines(game: Game, view: View, language: str = "en", *, brief: bool = False) -> list[str]:
    """The game's states and open places first, then what each player has.

    In brief: without empty places, and of a place with many pieces only how many.
    """
    lines = []
    states = states_text(game, view["game state"], language, brief=brief)
    if states:
        lines.append(states)
    lines += _places(game, view["places"], language, brief=brief)
    marks = marked_cells(game, view)
    lines += draw_boards(game, view["boards"], language, marks)
    for player in view["players"]:
        state = states_text(game, player["state"], language, brief=brief)
        places = "; ".join(line.strip() for line in _places(game, player["places"], language, brief=True))
        lines.append(f"{player['name']}: " + "; ".join(part for part in (state, places) if part))
        lines += draw_boards(game, player["boards"], language, marks)
    return lines


def _places(game: Game, places: dict[str, Any], language: str, *, brief: bool = False) -> list[str]:
    lines = []
    for name, place in places.items():
        if brief and not place["count"]:
            continue
        label = label_of(game, name, language)
        many = brief and place["count"] > MANY
        shown = "…" if many and None not in place["pieces"] else pieces_text(game, place["pieces"], language)
        lines.append(f"  {label} ({place['count']}): {shown}")
    return lines
