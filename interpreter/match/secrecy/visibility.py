"""Decides what a reader may know. No other module does.

A reader is a player, or None: an onlooker, who knows what every player knows. Log, views, options, prompts,
refusals, encodings, information states and re-dealing all use this module to decide which parts of an event or a
value they may show. What is secret, and what a value depends on, is known when the game is loaded
(`secrecy/disclosure.py`); which pieces a player knows is in the memory.
"""

from __future__ import annotations

from typing import Literal

import attrs

ALL = -1
"""As a set of readers: everybody, including onlookers. As a set of pieces: all."""

Visibility = Literal["nothing", "that", "what"]
"""What a reader learns of a choice: nothing, that something was chosen, or what was chosen."""


@attrs.frozen
class ChoiceFacts:
    """The facts that decide which readers learn of a choice: `chooser` is -1 for luck; `secret` is that of the site.
    `pieces` is the set of the picked pieces; `readers` are the players for whom the text is (ALL: everybody)."""

    chooser: int
    secret: bool
    pieces: int = 0
    readers: int = ALL


def among(reader: int | None, readers: int) -> bool:
    """Whether a reader is in a set."""
    return readers == ALL or (reader is not None and bool(readers >> reader & 1))


def in_time(reader: int | None, strand: int, joined: bool) -> bool:
    """Whether a reader may already see what happens in a strand: others see it once all have answered."""
    return joined or strand == 0 or reader == strand - 1


def visibility(choice: ChoiceFacts, reader: int | None, known: int) -> Visibility:
    """What a reader learns of a choice; `known` are the pieces that the reader knows after it."""
    if reader is not None and reader == choice.chooser:
        return "what"
    if not among(reader, choice.readers):
        return "nothing"
    return "that" if choice.secret or choice.pieces & ~known else "what"


def may_read(reader: int | None, known: int, readers: int, faces: int) -> bool:
    """Whether a reader may see a value that is for `readers`, and only for those who know the pieces `faces`."""
    return among(reader, readers) and not faces & ~known


def sees_state(reader: int | None, secret: bool, owner: int | None = None) -> bool:
    """Whether a reader sees a state: only its owner sees a secret one."""
    return not secret or (owner is not None and reader == owner)
