"""Near-misses of phrases: a line has some words of a phrase, in their order, but not all.

In: the words of a line. Out: notes for a message about it. `loses 1 life` suggests the phrase `loses {n} lives`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..diagnostics.diagnostic import Note
from ..model.symbols import Phrase, Slot, Symbols
from ..syntax.keywords import WORDS

_MOST = 3
_FUNCTION = frozenset(part for word in WORDS for spelling in word.spellings for part in spelling.split())


def near_misses(words: Sequence[str], symbols: Symbols, *, whole: bool = False) -> tuple[Note, ...]:
    """At most three phrases, the best match first; with `whole`, also phrases of which every word is there."""
    shares = {phrase.signature: _share(words, phrase, symbols) for phrase in symbols.phrases.values()}
    near = [name for name, share in shares.items() if 0.5 <= share < 1 or (whole and share == 1)]
    near.sort(key=lambda name: -shares[name])
    return tuple(Note(f"a phrase is: {name}", symbols.phrases[name].span) for name in near[:_MOST])


def _share(words: Sequence[str], phrase: Phrase, symbols: Symbols) -> float:
    """The share of a phrase, or of a form of it, that is there: from 0 to 1."""
    return max(_said(words, parts, symbols) for parts in (phrase.parts, *phrase.forms))


def _said(words: Sequence[str], parts: tuple[tuple[str, ...] | Slot, ...], symbols: Symbols) -> float:
    """The share of the phrase's words that the line has in their order; 0 without the first word that is its own."""
    wanted = [word for part in parts if isinstance(part, tuple) for word in part]
    own = next((word for word in wanted if not _means_more(word, symbols)), None)
    found, at = [], 0
    for word in wanted:
        if word in words[at:]:
            found.append(word)
            at = words.index(word, at) + 1
    return len(found) / len(wanted) if own in found else 0


def _means_more(word: str, symbols: Symbols) -> bool:
    """Whether other things use the word as well, so that it does not show that the phrase is meant."""
    return word in _FUNCTION or any(
        not terminal.startswith("PH_") for terminal in symbols.vocabulary.terminals_of(word)
    )
