"""From the notes of the winning meaning of a text to the uses in it: one for each of its words that names something.

Handlers note what depends on the context: which state, whose property, which phrase. Words that mean the same
wherever they stand (types, designs, words of lists) are known from the trees that were read.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.symbols import Symbols
from ..model.uses import BUILTIN, DESIGN, LABEL, NOUN, PHASE, STEP, TYPE, VARIABLE, WORD, Use
from ..syntax.forest import Choice, Steps, Token, Tree
from .context import PLURAL, Notes

DESIGNS = frozenset({"DESIGN_S", "DESIGN_P", "KINDNAME"})
TYPES = frozenset({"TYPE_S", "TYPE_P"})
DECLARING = frozenset({"word", "some_of", "word_keys"})
"""Rules of the texts of types in which a new name is a word of a list."""


def uses_in(notes: Notes, symbols: Symbols) -> list[Use]:
    """The uses in a text, in the order of their places."""
    noted: dict[tuple[int, int], Use] = {}
    read: list[Tree] = []
    _gather(notes, noted, read)
    for tree in read:
        for token, rule in _tokens(tree):
            at = (token.start_pos, token.end_pos)
            use = _plain(token, rule, symbols) if at not in noted else None
            if use is not None:
                noted[at] = use
    return [noted[at] for at in sorted(noted)]


def _gather(notes: Notes, noted: dict[tuple[int, int], Use], read: list[Tree]) -> None:
    for note in notes:
        if isinstance(note, Use):
            noted[note.start, note.end] = note
        elif isinstance(note, Tree):
            read.append(note)
        else:
            _gather(note, noted, read)


def _tokens(tree: Tree) -> Iterator[tuple[Token, str]]:
    """The tokens of a tree, each with the rule that it stands in, up to where it can be read in several ways."""
    for child in tree.children:
        if isinstance(child, Token):
            yield child, tree.data
        elif not isinstance(child, Choice | Steps):
            yield from _tokens(child)


def _plain(token: Token, rule: str, symbols: Symbols) -> Use | None:
    """The use of a word that means the same wherever it stands; None for a keyword."""
    start, end, terminal, name = token.start_pos, token.end_pos, token.type, str(token)
    if terminal in TYPES:
        sort = NOUN if name in symbols.cells else TYPE if name in symbols.types else BUILTIN
        return Use(start, end, sort, name, plural=terminal in PLURAL)
    if terminal in DESIGNS:
        return Use(start, end, DESIGN, name, plural=terminal in PLURAL)
    if terminal in ("WORD", "WORD_B"):
        return Use(start, end, WORD, name)
    if terminal == "NEWNAME":
        return Use(start, end, WORD if rule in DECLARING else VARIABLE, name, binds=True)
    if terminal == "LABEL":
        return Use(start, end, LABEL, name, binds=True)
    if terminal == "PERIOD":
        return Use(start, end, PHASE if name in symbols.phases else BUILTIN, name)
    if terminal == "STEP":
        boards = tuple(place.name for place in symbols.places.values() if name in place.way_names)
        return Use(start, end, STEP, name, boards) if boards else None
    return None
