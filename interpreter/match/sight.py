"""What a reader may be told: the one place that decides it.

A reader is a player, or None: an onlooker, who knows what every player knows. Log, views, options, prompts,
refusals, encodings, information states and re-dealing ask here, and nowhere else, what of an event or a value may be
shown. What is kept secret, and what a value is made of, is known when the game is loaded (`analysis/disclosure.py`);
what a player knows of pieces lies in the memory.
"""

from __future__ import annotations

from typing import Literal

import attrs

ALL = -1
"""As a set of readers: everybody, onlookers too. As a set of pieces: all."""

Telling = Literal["nothing", "that", "what"]
"""Of a choice: nothing is told, that something was chosen, or what."""


@attrs.frozen
class Choice:
    """What decides who is told of a choice: `chooser` is -1 for luck; `secret` that of its site. `pieces` is the set
    of the pieces that were picked; `readers` those for whom the text at hand is written (ALL: for everybody)."""

    chooser: int
    secret: bool
    pieces: int = 0
    readers: int = ALL


def among(reader: int | None, readers: int) -> bool:
    """Whether a reader is one of a set."""
    return readers == ALL or (reader is not None and bool(readers >> reader & 1))


def in_time(reader: int | None, strand: int, joined: bool) -> bool:
    """Whether a reader may see yet what happens in a strand: others see it when all have answered."""
    return joined or strand == 0 or reader == strand - 1


def telling(choice: Choice, reader: int | None, known: int) -> Telling:
    """What a reader is told of a choice; `known` are the pieces that the reader knows once it is carried out."""
    if reader is not None and reader == choice.chooser:
        return "what"
    if not among(reader, choice.readers):
        return "nothing"
    return "that" if choice.secret or choice.pieces & ~known else "what"


def may_read(reader: int | None, known: int, readers: int, faces: int) -> bool:
    """Whether a reader may be shown a value that `readers` may be shown, by who knows the pieces `faces`."""
    return among(reader, readers) and not faces & ~known


def sees_state(reader: int | None, secret: bool, owner: int | None = None) -> bool:
    """Whether a reader sees a state: a secret one only the player does whose it is."""
    return not secret or (owner is not None and reader == owner)
