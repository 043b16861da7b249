"""The editions of the language, and what each of them has become stricter about.

A file names its edition (`rulewright: 1`). Within an edition what was clean stays clean: what the language becomes
stricter about is a warning in the editions that there are, and an error from a later one on. Code that finds such a
thing reports it with `Report.stricter`, by its name here; `judged` makes it an error where the edition of its file
says so. The table of migrations in `docs/editions.md` is generated from here.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from .diagnostic import Diagnostic, Note, Severity

EDITIONS = (1, 2)
OLDEST, NEWEST = EDITIONS[0], EDITIONS[-1]


@attrs.frozen
class Stricter:
    """Something that is an error from the edition `since` on, with its code, and for the table of migrations how it
    was written and how it is written now; `by_command`: whether findings of it have a fix."""

    code: str
    since: int
    what: str
    old: str
    new: str
    by_command: bool = True


STRICTER: dict[str, Stricter] = {
    "anywhere": Stricter(
        "RW233",
        since=2,
        what="pieces are counted, and the text does not say where",
        old="gain 1 gold for each rat",
        new="gain 1 gold for each rat anywhere",
    ),
    "newer word": Stricter(
        "RW218",
        since=2,
        what="a name is a word of the language since edition 2",
        old="players have: {anywhere: 0..3}",
        new="players have: {travels: 0..3}",
        by_command=False,
    ),
}
"""By name. One line for each: nothing else says from when on something is an error."""


@attrs.frozen
class Editions:
    """The edition of a game, and those of its variants' files by their names."""

    game: int = OLDEST
    files: Mapping[str, int] = attrs.field(factory=dict)

    def of(self, file: str) -> int:
        """The edition of a file."""
        return self.files.get(file, self.game)

    def judged(self, found: Diagnostic) -> Diagnostic:
        """A finding as severe as the edition of its file makes it."""
        return judged(found, self.of(found.span.source.name) if found.span is not None else self.game)


def judged(found: Diagnostic, edition: int) -> Diagnostic:
    """A finding as severe as an edition makes it. A warning says from when on it will be an error."""
    if found.stricter is None:
        return found
    since = STRICTER[found.stricter].since
    if edition >= since:
        return attrs.evolve(found, severity=Severity.ERROR)
    later = Note(f"from edition {since} of the language on, this is an error")
    return found if later in found.notes else attrs.evolve(found, notes=(*found.notes, later))


def edition_of(written: str | None) -> int | None:
    """The edition that a file names; None if there is none such."""
    return next((one for one in EDITIONS if str(one) == written), None)
