"""A view as lines of text for a terminal: what the player may know of the match, and nothing else."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.languages import BASE
from rulewright.dsl.model.game import Game
from rulewright.interpreter.match.view import View

from .boards import draw_boards, marked_cells
from .unshown import without_unshown
from .wording import EMPTY, label_of, pieces_text, states_text

MANY = 10
"""Of a place with more sorts of pieces than this, the short picture shows only how many there are."""


Parts = dict[tuple[str, ...], list[str]]
"""The lines of a view by what they show: the state, a place, the boards, or a player by number."""


def view_lines(game: Game, view: View, language: str = BASE, *, brief: bool = False) -> list[str]:
    """The game's states and places first, then those of each player, all in the order of their declarations.

    `brief` leaves out what only helps the rules (`shown: no`), empty places, and states that say nothing (a player's
    0 does say something: usually it is the score). Of a place with many pieces it shows only the number."""
    return [line for part in view_parts(game, view, language, brief=brief).values() for line in part]


def view_parts(game: Game, view: View, language: str = BASE, *, brief: bool = False) -> Parts:
    """The same lines, in parts that change independently: states, each place, the boards, each player."""
    if brief:
        view = without_unshown(game, view)
    marks = marked_cells(game, view)
    states = states_text(game, view["game state"], language, brief=brief)
    parts: Parts = {("state",): [states] if states else []}
    for name, place in view["places"].items():
        parts[("place", name)] = _place(game, name, place, language, brief=brief)
    parts[("boards",)] = draw_boards(game, view["boards"], language, marks, brief=brief)
    for number, player in enumerate(view["players"]):
        own = states_text(game, player["state"], language, brief=brief, nought=True)
        places = player["places"].items()
        lines = [line for name, one in places for line in _place(game, name, one, language, brief=brief)]
        summary = "; ".join(part for part in (own, *(line.strip() for line in lines)) if part)
        parts[("player", str(number))] = [f"{player['name']}: {summary or EMPTY}"]
        boards = draw_boards(game, player["boards"], language, marks, brief=brief, owner=player["name"])
        parts[("boards", str(number))] = boards
    return parts


def changed_lines(game: Game, before: Parts, now: Parts, language: str = BASE) -> list[str]:
    """The lines to show to a player who has seen `before`; a place that has become empty is named."""
    lines = []
    for key, part in now.items():
        if part != before.get(key, []):
            lines += part or [f"  {label_of(game, name, language)} (0): {EMPTY}" for name in key[1:]]
    return lines


def _place(game: Game, name: str, place: dict[str, Any], language: str, *, brief: bool) -> list[str]:
    if brief and not place["count"]:
        return []
    many = brief and len({str(one) for one in place["pieces"]}) > MANY
    shown = "…" if many and None not in place["pieces"] else pieces_text(game, place["pieces"], language)
    return [f"  {label_of(game, name, language)} ({place['count']}): {shown}"]
