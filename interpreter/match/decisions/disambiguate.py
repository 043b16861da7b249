"""Distinguishes options with the same name by the states of their pieces, as far as the player may know them.

In: the options of a decision. Out: the same options; two options `key` have become `key (site b5)` and
`key (site e2)`. The added states are those in the player's own view, so nothing hidden is revealed. Pieces that do
not differ in the view keep the same name, since the player cannot tell them apart anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from ....dsl.languages import BASE, PLAIN, Noun, say, tags
from ....dsl.model.game import Game
from ...ir import NONE
from ..output.view import Viewer
from ..state.position import Position
from .decision import Option


def says_nothing(value: object) -> bool:
    """Whether a value of a state is none, no, 0, or the name of an empty set in views."""
    if isinstance(value, str):
        return any(value == say(key, one) for one in tags() for key in ("name.none", "option.nothing"))
    return value is None or value is False or value == 0


def disambiguated(position: Position, options: list[Option], player: int) -> list[Option]:
    """The options of a player, with states added to those with the same name."""
    viewers: dict[str, Viewer] = {}

    def viewer(language: str) -> Viewer:
        if language not in viewers:
            viewers[language] = Viewer(position, player, language)
        return viewers[language]

    acting, pieces = _alike(position, options)
    found = _noted(position, options, viewer)
    for group in acting:
        of = [position.rules.action_of[options[at].number].pieces[0] for at in group]
        _tell_apart(found, group, of, viewer, by_place=True)
    for group in pieces:
        _tell_apart(found, group, [options[at].argument or 0 for at in group], viewer)
    return found


def _alike(position: Position, options: list[Option]) -> tuple[list[list[int]], list[list[int]]]:
    """The groups of options with the same name: of those that let an ability act, each of one piece, and of those
    that are pieces."""
    acting: dict[str, list[int]] = {}
    pieces: dict[str, list[int]] = {}
    for at, option in enumerate(options):
        if option.kind == "piece":
            pieces.setdefault(option.labels[BASE], []).append(at)
        elif option.kind == "none" and len(position.rules.action_of[option.number].pieces) == 1:
            acting.setdefault(option.labels.get(BASE, option.name), []).append(at)
    several = ([group for group in groups.values() if len(group) > 1] for groups in (acting, pieces))
    return next(several), next(several)


def _tell_apart(
    options: list[Option],
    group: list[int],
    pieces: list[int],
    viewer: Callable[[str], Viewer],
    *,
    by_place: bool = False,
) -> None:
    """Adds the states in which their pieces differ to the labels of a group of options; with `by_place`, or else the
    places where they lie."""
    for language in viewer(BASE).position.names.languages:
        texts = _brackets(viewer(language), pieces)
        if by_place and not any(texts):
            position = viewer(language).position
            places = [position.place_of(piece) for piece in pieces]
            texts = ["" if one == NONE else f" ({position.names.place(one, language)})" for one in places]
        for at, text in zip(group, texts, strict=True):
            labels = options[at].labels
            if language in labels:
                options[at] = attrs.evolve(options[at], labels={**labels, language: labels[language] + text})


def _noted(position: Position, options: list[Option], viewer: Callable[[str], Viewer]) -> list[Option]:
    """Options that are positions, with what their player sees of the piece at each position."""
    if "position" not in position.rules.changing or all(option.kind != "position" for option in options):
        return list(options)
    one = viewer(BASE)
    strand = next((open_.strand for open_ in one.pending if open_.player == one.player), 0)
    starts = one.position.counted_places(strand)
    found = []
    for option in options:
        at = option.argument
        first = option.number - at if at is not None else NONE
        if option.kind != "position" or first not in starts:
            found.append(option)
            continue
        assert at is not None
        piece = one.position.pieces_in(starts[first])[at]
        labels = {
            language: label + _seen_there(viewer(language), piece)
            for language, label in option.labels.items()
        }
        found.append(attrs.evolve(option, labels=labels))
    return found


def _seen_there(viewer: Viewer, piece: int) -> str:
    """What can be seen of a piece that lies face down, in brackets; empty if nothing but its presence."""
    shown = viewer.piece(piece)
    if shown is None:
        return ""
    if viewer.known >> piece & 1:
        by_side = viewer.facts.places[viewer.position.place_of(piece)].declared.text.sight == "side"
        return f" ({viewer.position.names.piece(piece, viewer.language)})" if by_side else ""
    states = part_states(viewer.lowered.game, viewer.states_of_piece(piece), viewer.language)
    text = ", ".join(filter(None, (viewer.position.names.back_text(piece, viewer.language), states)))
    return f" ({text})" if text else ""


def _brackets(viewer: Viewer, pieces: list[int]) -> list[str]:
    """For each piece, the states in which it differs from another one, in brackets; empty for a piece that the player
    does not know."""
    shown = [_states(viewer, piece) for piece in pieces]
    known = [states for states in shown if states is not None]
    differing = [
        name for name in (known[0] if known else {}) if any(one[name] != known[0][name] for one in known)
    ]
    game = viewer.lowered.game
    texts = [
        part_states(game, {name: states[name] for name in differing}, viewer.language) if states else ""
        for states in shown
    ]
    return [f" ({text})" if text else "" for text in texts]


def _states(viewer: Viewer, piece: int) -> dict[str, Any] | None:
    """The states of a piece that the player may know; None if the player does not know the piece."""
    if not viewer.known >> piece & 1:
        return None
    shown = viewer.piece(piece)
    return {name: value for name, value in shown.items() if name != "name"} if isinstance(shown, dict) else {}


def part_label(game: Game, name: str, language: str) -> str:
    """The name of a state of a piece or a cell."""
    owners = [one.properties for one in game.symbols.types.values()]
    owners += [one.properties for one in game.symbols.places.values()]
    names = [known[name].names for known in owners if name in known]
    return next((one.say(language) for one in names if one is not None and one.has(language)), name)


def table_text(game: Game, table: dict[str, int], language: str) -> str:
    """The entries of a table that are not 0."""
    found = [f"{number} {_key(game, key, language)}" for key, number in table.items() if number]
    return " + ".join(found) or "0"


def _key(game: Game, key: str, language: str) -> str:
    """The name of a key of a table: a design, a word, a cell."""
    design = game.symbols.designs.get(key)
    if design is None:
        return game.labels.get(key, {}).get(language, key)
    return design.names.say(language)


def cell_gender(game: Game, board: str, language: str) -> str:
    """The gender of what a cell of a board is called."""
    names = game.symbols.places[board].cell_names
    forms = names.forms.get(language, {}) if names is not None else {}
    return (
        forms.get("gender") or Noun("cell").say(language, "gender") if game.language(language).genders else ""
    )


def part_states(game: Game, states: dict[str, Any], language: str, gender: str = "") -> str:
    """The states of a piece or a cell, without those that are none, no, empty or 0. Adjectives agree with the gender
    of the name."""
    shown = []
    for name, value in states.items():
        if isinstance(value, dict):
            if any(value.values()):
                shown.append(f"{part_label(game, name, language)} {table_text(game, value, language)}")
        elif not says_nothing(value):
            label = part_label(game, name, language)
            if value is True and gender:
                label = game.language(language).adjective(label, gender, PLAIN)
            shown.append(label if value is True else f"{label} {value}")
    return ", ".join(shown)
