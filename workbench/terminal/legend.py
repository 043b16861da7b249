"""Explains the signs in pictures of boards: only those that can occur in this game's pictures."""

from __future__ import annotations

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ...dsl.tree.types import DIRECTIONS
from ...interpreter.match.decisions.disambiguate import part_label
from .edges import edges_between, passage_state
from .hexagons import ARROWS, BLOCKED, MANY_WAYS
from .look import Screen
from .rooms import ENDS, PASSAGE
from .small_grids import EMPTY, is_small
from .speech import say
from .wording import label_of

PICTURES = ("grid", "hexes")
"""The kinds of boards that are drawn."""


def has_picture(game: Game) -> bool:
    return any(place.text.kind in PICTURES for place in game.symbols.places.values())


def legend_lines(game: Game, language: str = BASE, look: Screen | None = None) -> list[str]:
    """A line for each sign, as things look at the reader's terminal."""
    kinds = {place.text.kind for place in game.symbols.places.values()}
    lines = [] if kinds & set(PICTURES) else [say("no picture", language)]
    lines += _grids(game, language)
    lines += _drawn(look or Screen(game, language))
    if "hexes" in kinds:
        lines += [say("signs: field", language), *_ways(game, language)]
        lines += _edges(game, "hexes", language)
        lines.append(say("signs: bracket", language))
    return [f"  {line}" for line in [*lines, say("signs: unknown", language)]]


def _ways(game: Game, language: str) -> list[str]:
    """The arrows, if directions are printed on a type of pieces, and how such pieces show that they are turned."""
    lines = []
    for type_ in game.symbols.types.values():
        if any(state.printed and state.type == DIRECTIONS for state in type_.properties.values()):
            piece = type_.names.say(language)
            lines.append(say("signs: ways", language, arrows=" ".join(ARROWS.values()), piece=piece))
            lines.append(say("signs: many ways", language, sign=MANY_WAYS, piece=piece))
            if type_.turned_by is not None:
                state = part_label(game, type_.turned_by, language)
                lines.append(say("signs: turned", language, state=state, piece=piece))
    return lines


def _grids(game: Game, language: str) -> list[str]:
    """The signs in lines of fields; and those in boxes, which are drawn if there are edges or a line is too wide."""
    grids = [name for name, place in game.symbols.places.items() if place.text.kind == "grid"]
    lines = []
    if any(not edges_between(game, name) for name in grids):
        lines.append(say("signs: grid", language, sign=EMPTY))
    if grids:
        lines.append(say("signs: box", language))
    lines += [line for name in grids for line in _passages(game, name, language)]
    return lines + _edges(game, "grid", language)


def _drawn(look: Screen) -> list[str]:
    """The colours of pieces that are drawn, and what cells show."""
    colours, places = look.colours(), look.game.symbols.places
    lines = [say("signs: drawn", look.language, colours=colours)] if colours else []
    if any(place.cells_show and is_small(look.game, name) for name, place in places.items()):
        lines.append(say("signs: shown", look.language, sign=EMPTY))
    return lines


def _passages(game: Game, name: str, language: str) -> list[str]:
    """What a passage between the cells of a grid stands for."""
    states = ((place.name, passage_state(place)) for place in edges_between(game, name))
    return [
        say(
            "signs: passage",
            language,
            signs=f"╞{PASSAGE}╡ {ENDS[0]}",
            state=part_label(game, state, language),
            places=label_of(game, edges, language),
        )
        for edges, state in states
        if state is not None
    ]


def _edges(game: Game, kind: str, language: str) -> list[str]:
    """The sign for pieces on the edges of boards of this kind."""
    places = game.symbols.places
    names = [
        label_of(game, name, language)
        for name, place in places.items()
        if place.text.between and places[place.text.between].text.kind == kind
    ]
    return [say("signs: edge", language, sign=BLOCKED, places=", ".join(names))] if names else []
