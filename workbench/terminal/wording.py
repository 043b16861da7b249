"""Words for what a view shows: names of places and states, pieces, values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from ...dsl.languages import PLAIN
from ...dsl.model.game import Game
from ...interpreter.match.decisions.disambiguate import part_states, says_nothing, table_text
from ...interpreter.match.output.objects.cards import value_text
from .look import Screen

HIDDEN = "?"
EMPTY = "–"
LONGEST = 60  # characters of a value or a prompt
LONGEST_PROMPT = 110
ALIKE = 4
"""From this many equal ones in a row, they are counted, not listed."""


def label_of(game: Game, name: str, language: str) -> str:
    """The name of a place or a state."""
    symbols = game.symbols
    place = symbols.places.get(name)
    state = symbols.game.get(name) or symbols.players.get(name)
    names = place.names if place is not None else state.names if state is not None else None
    return names.say(language) if names is not None else name


def in_moves(parts: Iterable[tuple[str, str]]) -> list[str]:
    """Lines of the log, with all that belongs to one move on one line; see `Match.log_parts`."""
    lines: list[str] = []
    for text, added in parts:
        if added and lines:
            lines[-1] += f" – {added}"
        else:
            lines.append(text)
    return lines


def short_prompt(prompt: str) -> str:
    """A long prompt shortened, without its conditions: the options are listed below it anyway."""
    if len(prompt) <= LONGEST:
        return prompt
    return textwrap.shorten(_bare_prompt(prompt), LONGEST_PROMPT, placeholder=" …")


def _bare_prompt(prompt: str) -> str:
    signs = (" where (", " with ", " that is ", " that are ", " but ")
    cuts = [at for sign in signs if (at := prompt.find(sign)) > 0]
    return prompt[: min(cuts)] if cuts else prompt


def states_text(
    game: Game, states: dict[str, Any], language: str, *, brief: bool = False, nought: bool = False
) -> str:
    """States with their values. `brief` leaves out those that are none, no, empty, or 0 (unless `nought`), and shows
    only the length of a long list."""
    shown = []
    for name, value in states.items():
        if isinstance(value, dict):
            if nought or not brief or any(value.values()):
                shown.append(f"{label_of(game, name, language)} {table_text(game, value, language)}")
            continue
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if brief and says_nothing(value) and not (nought and is_number):
            continue
        word = value if is_number else value_text(value, language)
        if isinstance(word, str) and len(word) > LONGEST:
            word = f"({word.count(', ') + 1})" if brief else word
        shown.append(f"{label_of(game, name, language)} {word}")
    return ", ".join(shown)


def pieces_text(game: Game, pieces: list[Any], language: str, look: Screen | None = None) -> str:
    """The pieces, drawn as `look` says; a run of unknown pieces is counted."""
    if not pieces:
        return EMPTY
    pieces = [None if _says_nothing(game, piece, language) else piece for piece in pieces]
    if all(piece is None for piece in pieces):
        return HIDDEN
    drawn = [look.piece(piece) if look is not None and piece is not None else None for piece in pieces]
    parts: list[str] = []
    for sort, group in groupby(zip(pieces, drawn, strict=True), key=_sort):
        run = list(group)
        if sort == "unknown":
            parts.append(f"{len(run)} × {HIDDEN}" if len(run) > 1 else HIDDEN)
        elif sort == "drawn":
            parts.append(" ".join(_counted([str(picture) for _, picture in run])))
        else:
            parts += _counted([_piece(game, piece, language) for piece, _ in run])
    return ", ".join(parts)


def _sort(piece: tuple[Any, str | None]) -> str:
    """How a piece of a place is shown, which may have a picture."""
    return "unknown" if piece[0] is None else "named" if piece[1] is None else "drawn"


def _says_nothing(game: Game, piece: Any, language: str) -> bool:
    """Whether nothing is known of a piece except that it is there."""
    hidden = isinstance(piece, dict) and piece["name"] is None
    return piece is None or (hidden and not part_states(game, _states_of(piece), language))


def _states_of(piece: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in piece.items() if name != "name"}


def _counted(texts: list[str]) -> list[str]:
    """Texts with long runs of equal ones counted."""
    found: list[str] = []
    for text, group in groupby(texts):
        count = len(list(group))
        found += [f"{count} × {text}"] if count >= ALIKE else [text] * count
    return found


def _gender(game: Game, name: str | None, language: str) -> str:
    """The gender of a design by what it is called in a language."""
    if name is None or not game.language(language).genders:
        return ""
    named = (one.names.forms.get(language, {}) for one in game.symbols.designs.values())
    return next((forms.get("gender", "") for forms in named if forms.get(PLAIN) == name), "")


def _piece(game: Game, piece: Any, language: str) -> str:
    if not isinstance(piece, dict):
        return str(piece)
    states = part_states(game, _states_of(piece), language, _gender(game, piece["name"], language))
    name = HIDDEN if piece["name"] is None else str(piece["name"])
    return f"{name} ({states})" if states else name
