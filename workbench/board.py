"""A view as lines of text for a terminal: what the player may know of the match, and nothing else."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rulewright.dsl.game import Game
from rulewright.dsl.geometry import cell_name
from rulewright.interpreter.view import View

HIDDEN = "?"
MANY = 10
EMPTY = "–"
WORDS = {"en": {True: "yes", False: "no", None: "none"}, "cs": {True: "ano", False: "ne", None: "nic"}}


def view_lines(game: Game, view: View, language: str = "en", *, brief: bool = False) -> list[str]:
    """The game's states and open places first, then what each player has.

    In brief: without empty places, and of a place with many pieces only how many.
    """
    lines = []
    states = _states(game, view["game state"], language)
    if states:
        lines.append(states)
    lines += _places(game, view["places"], language, brief=brief)
    lines += _grids(game, view["grids"], language)
    for player in view["players"]:
        state = _states(game, player["state"], language)
        places = "; ".join(line.strip() for line in _places(game, player["places"], language, brief=True))
        lines.append(f"{player['name']}: " + "; ".join(part for part in (state, places) if part))
        lines += _grids(game, player["grids"], language)
    return lines


def _grids(game: Game, grids: dict[str, Any], language: str) -> list[str]:
    """Each grid drawn: rows with their numbers, columns with their letters, a dot for an empty cell."""
    lines = []
    for name, rows in grids.items():
        cells = [["·" if not pieces else _pieces(pieces) for pieces in row] for row in rows]
        width = max(len(cell) for row in cells for cell in row)
        lines.append(f"  {_label(game, name, language)}:")
        for number, row in zip(range(len(rows), 0, -1), cells, strict=True):
            lines.append(f"  {number:>3} " + " ".join(f"{cell:<{width}}" for cell in row).rstrip())
        letters = (cell_name(column, 0)[:-1] for column in range(len(rows[0])))
        lines.append("      " + " ".join(f"{letter:<{width}}" for letter in letters).rstrip())
    return lines


def _label(game: Game, name: str, language: str) -> str:
    if language == "en":
        return name
    symbols = game.symbols
    place = symbols.places.get(name)
    state = symbols.game.get(name) or symbols.players.get(name)
    names = place.names if place is not None else state.names if state is not None else None
    return names.cs.get("nom", name) if names is not None else name


def _states(game: Game, states: dict[str, Any], language: str) -> str:
    shown = []
    for name, value in states.items():
        word = (
            WORDS[language].get(value, str(value))
            if not isinstance(value, int) or isinstance(value, bool)
            else value
        )
        shown.append(f"{_label(game, name, language)} {word}")
    return ", ".join(shown)


def _places(game: Game, places: dict[str, Any], language: str, *, brief: bool = False) -> list[str]:
    lines = []
    for name, place in places.items():
        if brief and not place["count"]:
            continue
        label = _label(game, name, language)
        many = brief and place["count"] > MANY
        shown = "…" if many and None not in place["pieces"] else _pieces(place["pieces"])
        lines.append(f"  {label} ({place['count']}): {shown}")
    return lines


def _pieces(pieces: list[Any]) -> str:
    """The pieces, with a run of unknown ones as one."""
    if not pieces:
        return EMPTY
    if all(piece is None for piece in pieces):
        return HIDDEN
    parts: list[str] = []
    for known, group in groupby(pieces, key=lambda piece: piece is not None):
        run = list(group)
        parts += (
            [_piece(piece) for piece in run]
            if known
            else [f"{len(run)} × {HIDDEN}" if len(run) > 1 else HIDDEN]
        )
    return ", ".join(parts)


def _piece(piece: Any) -> str:
    if isinstance(piece, dict):
        words = WORDS["en"]
        shown = {
            name: words.get(value, value) if value in (None, True, False) else value
            for name, value in piece.items()
        }
        states = ", ".join(f"{name} {value}" for name, value in shown.items() if name != "name")
        return f"{piece['name']} ({states})"
    return str(piece)
