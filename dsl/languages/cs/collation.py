"""The Czech alphabet, by which names are sorted (ČSN 97 6030): č, ch, ř, š and ž are letters of their own, and other
accents do not count."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = ["a", "b", "c", "č", "d", "e", "f", "g", "h", "ch", *"ijklmnopqr", "ř", "s", "š", *"tuvwxyz", "ž"]
_PLACES = {letter: at for at, letter in enumerate(_LETTERS, 1)}


def collated(text: str) -> tuple[int, ...]:
    """A key to sort a text by: the places of its letters in the alphabet, spaces before them and figures after."""
    return tuple(_place(one) for one in re.findall(r"ch|.", text.casefold()))


def _place(letter: str) -> int:
    if letter in _PLACES:
        return _PLACES[letter]
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain in _PLACES:
        return _PLACES[plain]
    return 0 if letter == " " else len(_LETTERS) + 1 + ord(letter[0])
