"""What a picture of a board draws on the edges between its cells: pieces, and passages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...dsl.model import geometry
from ...dsl.model.game import Game
from ...dsl.model.symbols import Place

Pair = tuple[str, str]
"""The names of two neighbours, in the order of the cells of their board."""


def edges_blocked(game: Game, name: str, boards: dict[str, Any]) -> set[Pair]:
    """The pairs of cells of a board with a piece on the edge between them."""
    return {pair for _, pair, edge in _edges(game, name, boards) if edge["pieces"]}


def edges_open(game: Game, name: str, boards: dict[str, Any]) -> set[Pair]:
    """The pairs of cells with a passage between them: the only yes/no state of the edge holds."""
    return {
        pair
        for place, pair, edge in _edges(game, name, boards)
        if (state := passage_state(place)) is not None and edge.get(state) is True
    }


def passage_state(place: Place) -> str | None:
    """The state of an edge that is drawn as a passage: its only yes/no state that players see. With several of
    them, a picture could not show which holds."""
    found = [
        name
        for name, state in place.properties.items()
        if state.type.kind == "yes-no" and state.shown and not state.printed
    ]
    return found[0] if len(found) == 1 else None


def edges_between(game: Game, name: str) -> list[Place]:
    """The boards whose cells are the edges of this one."""
    return [place for place in game.symbols.places.values() if place.text.between == name]


def _edges(game: Game, name: str, boards: dict[str, Any]) -> Iterator[tuple[Place, Pair, dict[str, Any]]]:
    pairs = geometry.edges(game.symbols.places[name])
    for place in edges_between(game, name):
        if place.name in boards:
            for pair, edge in zip(pairs, boards[place.name]["cells"].values(), strict=True):
                yield place, pair, edge
