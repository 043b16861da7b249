"""What a language adds to the reading of prose: which words stand before nouns, and which words are ordinary."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

NOTHING = "(?!)"
"""An expression that matches no word."""


def listed(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


@attrs.frozen(eq=False)
class Prose:
    """What the reader of a rulebook needs to know of its language. Words are in small letters.

    - `stems`: the algorithm of the Snowball stemmer
    - `prepositions`, after which a noun stands; `stranded`: those of them that may also end a clause
    - `determiners`: other words before a noun and its adjectives; they are no part of a name
    - `joins`: the words before the last member of a list
    - `numbers`: number words
    - `theirs`, `its`: possessives of several, and of one
    - `players`: the forms of "player"; `purpose`: the words before a number of them that a game can be played by
    - `amount`: the forms of "number", for names such as "number of lives"
    - `of`: the word between a noun and what it is of; empty in a language that has a genitive
    - `adjectives`: the endings of adjectives, each with those of the nouns that it can stand before. Empty in a
      language whose adjectives have none: there, the last of several words after a preposition is the noun
    - `participles`: adjectives that say what has been done to a thing, and so belong to no name
    - `others`: endings of words that are no nouns
    - `function`: words that are no nouns, whatever they look like
    - `pieces`: the words for what a piece is made as (card, token), which a rulebook puts before its name
    - `plain`: the ordinary words of rulebooks
    """

    stems: str
    prepositions: frozenset[str]
    joins: frozenset[str]
    numbers: Mapping[str, int] = attrs.field(repr=False)
    theirs: frozenset[str]
    its: frozenset[str]
    purpose: frozenset[str]
    players: frozenset[str]
    amount: frozenset[str]
    function: frozenset[str] = attrs.field(repr=False)
    pieces: frozenset[str] = attrs.field(repr=False)
    plain: frozenset[str] = attrs.field(repr=False)
    determiners: frozenset[str] = frozenset()
    stranded: frozenset[str] = frozenset()
    of: str = ""
    adjectives: tuple[tuple[str, str], ...] = ()
    participles: str = NOTHING
    others: str = NOTHING
