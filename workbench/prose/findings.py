"""All that does not fit in a rulebook, by its lines."""

from __future__ import annotations

from itertools import chain

from .figures import counts, players
from .lists import lists
from .marks import holes, icons
from .owned import properties
from .reading import Finding, Reading
from .terms import Vocabulary
from .text import Rulebook
from .wording import nouns, parts_of_names

SORTS = (icons, holes, parts_of_names, nouns, counts, lists, properties, players)


def findings(book: Rulebook, words: Vocabulary) -> list[Finding]:
    """The findings about a rulebook that is read with the words of a game."""
    reading = Reading(book, words)
    found = chain.from_iterable(sort(reading) for sort in SORTS)
    return sorted(dict.fromkeys(found), key=lambda one: (one.lines, one.kind, one.message))
