"""What the terminal leaves out: states and places with `shown: no`, which only help the rules.

The command `view` shows them as well, and so does the view as data.
"""

from __future__ import annotations

from typing import Any

from ...dsl.model.game import Game
from ...interpreter.match.output.view import View


def without_unshown(game: Game, view: View) -> View:
    """The view without what only helps the rules."""
    symbols = game.symbols
    return {
        **view,
        "game state": _kept(
            view["game state"], {name for name, one in symbols.game.items() if not one.shown}
        ),
        **_lying(game, view),
        "players": [
            {
                **player,
                "state": _kept(player["state"], {n for n, one in symbols.players.items() if not one.shown}),
                **_lying(game, player),
            }
            for player in view["players"]
        ],
    }


def _lying(game: Game, owner: dict[str, Any]) -> dict[str, Any]:
    """The places and boards of a player, or of nobody, and the pieces there."""
    left_out = {name for name, place in game.symbols.places.items() if not place.shown}
    states = _of_pieces(game)
    places = {
        name: {**place, "pieces": [_piece(one, states) for one in place["pieces"]]}
        for name, place in _kept(owner["places"], left_out).items()
    }
    boards = {
        name: {**board, "cells": _cells(game, name, board["cells"], states)}
        for name, board in _kept(owner["boards"], left_out).items()
    }
    return {"places": places, "boards": boards}


def _cells(game: Game, board: str, cells: dict[str, Any], of_pieces: set[str]) -> dict[str, Any]:
    properties = game.symbols.places[board].properties
    left_out = {name for name, state in properties.items() if not state.shown}
    return {
        cell: {**_kept(one, left_out), "pieces": [_piece(piece, of_pieces) for piece in one["pieces"]]}
        for cell, one in cells.items()
    }


def _of_pieces(game: Game) -> set[str]:
    """The states that no type of pieces shows."""
    declared = [
        (name, state.shown)
        for type_ in game.symbols.types.values()
        for name, state in type_.properties.items()
    ]
    return {name for name, _ in declared} - {name for name, shown in declared if shown}


def _piece(piece: Any, left_out: set[str]) -> Any:
    if not isinstance(piece, dict):
        return piece
    kept = _kept(piece, left_out)
    return kept if len(kept) > 1 else kept["name"]


def _kept(states: dict[str, Any], left_out: set[str]) -> dict[str, Any]:
    return {name: value for name, value in states.items() if name not in left_out}
