"""The kinds of types that declared things can have, and how messages show them."""

from __future__ import annotations

# The kinds of types that declared things can have. What is printed, or asked at set-up, is known by name.
KEPT = (
    "number",
    "yes-no",
    "word",
    "kind",
    "kinds",
    "piece",
    "pieces",
    "player",
    "players",
    "place",
    "cell",
    "cells",
)
STATES = (*KEPT, "table")
PRINTED = ("number", "yes-no", "word", "words", "kind", "list", "table", "abilities", "effect", "condition")
ON_CELLS = ("number", "yes-no", "word", "words", "kind", "cells", "table", "effect", "condition")
ON_BACKS = ("number", "yes-no", "word", "words", "kind")
ASKED = ("number", "yes-no", "word", "kind")
NAMES_OF_TYPES = {
    "number": "a range, as 0..9",
    "yes-no": "yes or no",
    "word": "words, as red or green",
    "words": "some of red or green",
    "effect": "effect",
    "condition": "condition",
    "kind": "kind of card",
    "kinds": "kinds of cards",
    "list": "list of kinds of cards",
    "piece": "card",
    "pieces": "cards",
    "player": "player",
    "players": "players",
    "place": "place",
    "cell": "square",
    "cells": "squares",
    "table": "a range for each key, as 0..9 for each kind of card",
    "abilities": "abilities",
}
CHOICES = {
    "order of each": ["printed order", "any order"],
    "order of abilities": ["printed order", "any order"],
    "as far as possible": ["yes", "no"],
}

ONLY_DECLARED = frozenset(
    {
        "PILE",
        "ROW",
        "AREA",
        "HAND",
        "GRID",
        "HEXES",
        "SIDE",
        "MAP",
        "EDGES",
        "HIDDEN",
        "OWNER_SEES",
        "OTHERS_SEE",
        "BY_SIDE",
        "PER_PLAYER",
        "IN_ROWS",
        "IN_PILES",
    }
    | {"LIST_OF", "ABILITIES", "EFFECT", "CONDITION", "SOME_OF", "DIRECTIONS", "PIECE", "PIECES"}
)
"""Terminals that stand only in the texts of declarations, so that their words can be names of the game."""
