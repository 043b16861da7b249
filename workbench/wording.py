"""Words for what a view shows: names of places and states, pieces, values."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rulewright.dsl.game import Game

HIDDEN = "?"
EMPTY = "–"
LONGEST = 60  # characters of a value
ALIKE = 4
"""So many alike are counted, not listed."""
WORDS = {"en": {True: "yes", False: "no", None: "none"}, "cs": {True: "ano", False: "ne", None: "nic"}}


def label_of(game: Game, name: str, language: str) -> str:
    """What a place or a state is called."""
    if language == "en":
        return name
    symbols = game.symbols
    place = symbols.places.get(name)
    state = symbols.game.get(name) or symbols.players.get(name)
    names = place.names if place is not None else state.names if state is not None else None
    return names.cs.get("nom", name) if names is not None else name


def states_text(game: Game, states: dict[str, Any], language: str) -> str:
    """States with their values."""
    shown = []
    for name, value in states.items():
        word = (
            WORDS[language].get(value, str(value))
            if not isinstance(value, int) or isinstance(value, bool)
            else value
        )
        if isinstance(word, str) and len(word) > LONGEST:
            word = word[:LONGEST].rpartition(",")[0] + ", …"
        shown.append(f"{label_of(game, name, language)} {word}")
    return ", ".join(shown)


def pieces_text(pieces: list[Any]) -> str:
    """The pieces, with a run of unknown ones as one."""
    if not pieces:
        return EMPTY
    if all(piece is None for piece in pieces):
        return HIDDEN
    parts: list[str] = []
    for known, group in groupby(pieces, key=lambda piece: piece is not None):
        run = list(group)
        parts += (
            _counted([_piece(piece) for piece in run])
            if known
            else [f"{len(run)} × {HIDDEN}" if len(run) > 1 else HIDDEN]
        )
    return ", ".join(parts)


def _counted(texts: list[str]) -> list[str]:
    """Many alike, one after the other, are counted."""
    found: list[str] = []
    for text, group in groupby(texts):
        count = len(list(group))
        found += [f"{count} × {text}"] if count >= ALIKE else [text] * count
    return found


def _piece(piece: Any) -> str:
    if not isinstance(piece, dict):
        return str(piece)
    shown = {name: _value(value) for name, value in piece.items() if name != "name"}
    return f"{piece['name']} ({', '.join(f'{name} {value}' for name, value in shown.items())})"


def _value(value: Any) -> Any:
    return WORDS["en"][value] if value is None or isinstance(value, bool) else value
