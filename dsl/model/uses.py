"""What the words of a text name: recorded while the text is resolved, for whoever follows names through a game.

Editors need this: to show what a name means, to find its declaration, to rename it everywhere. Matches do not, so it
is recorded only if a text is resolved with a list for it (`Context.uses`).
"""

from __future__ import annotations

from typing import Final

import attrs

TYPE: Final = "type"
DESIGN: Final = "design"
PLACE: Final = "place"
NOUN: Final = "noun"
"""The noun for the cells of a board."""
CELL: Final = "cell"
"""A cell by its name: of a map, or `b3`."""
STATE: Final = "state"
"""A state of the game."""
PROPERTY: Final = "property"
"""What players, pieces or cells have: printed, or a state. The owners are `player`, types, and boards."""
PHRASE_STATE: Final = "phrase state"
NUMBER: Final = "number"
"""A value with a name, under `numbers:` or `names:`."""
OPTION: Final = "option"
PHRASE: Final = "phrase"
PHASE: Final = "phase"
WORD: Final = "word"
"""A word of a list. Lists that have a word in common share it: a value of the one can be compared with the other."""
STEP: Final = "step"
LABEL: Final = "label"
"""The label of a branch."""
VARIABLE: Final = "variable"
"""A name that the text binds itself, or a slot of the phrase or number that the text belongs to."""
BUILTIN: Final = "built-in"
"""What the language itself names: the player, kind, holder, row and column, turns."""


@attrs.frozen
class Use:
    """A stretch of a text, as offsets into its value, that names something.

    `owner` says whose property it is: `player`, or the types of pieces or the boards that declare it; several, if
    the text does not tell them apart. `binds`: the text gives this name here. `plural`: it is the name of several.
    A phrase has one use for each run of its words: `part` is the index of the run in `parts` of the phrase, or in
    its form number `form` (0: the phrase itself, 1: the first of its forms). `variable` is the name by which the text
    refers back to what was mentioned before: `that card`, where the use itself is one of the type `card`.
    """

    start: int
    end: int
    sort: str
    name: str
    owner: tuple[str, ...] = ()
    binds: bool = False
    plural: bool = False
    form: int = 0
    part: int = 0
    variable: str = ""
