"""Findings as the server keeps them: with places by the names of files, so that they can come from another process,
and move with the text while somebody edits it."""

from __future__ import annotations

from typing import Any

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic
from ...dsl.diagnostics.source import Span


@attrs.frozen
class FindingPlace:
    """A stretch of a file, in offsets."""

    name: str
    start: int
    end: int

    def moved(self, name: str, start: int, end: int, length: int) -> FindingPlace | None:
        """Where it stands after an edit has put `length` characters in the place of others; None if the edit has
        changed it."""
        if self.name != name or self.end < start:
            return self
        if self.start < end or self.start == start:
            return None
        by = length - (end - start)
        return FindingPlace(name, self.start + by, self.end + by)


@attrs.frozen
class Finding:
    code: str
    severity: str
    message: str
    place: FindingPlace | None = None
    notes: tuple[tuple[str, FindingPlace | None], ...] = ()
    help: str | None = None
    fix: tuple[FindingPlace, str] | None = None

    def moved(self, name: str, start: int, end: int, length: int) -> Finding | None:
        """Like that of places. What an edit makes of a finding that it has not touched is found out later."""
        if self.place is None:
            return self
        place = self.place.moved(name, start, end, length)
        if place is None:
            return None
        notes = ((text, at and at.moved(name, start, end, length)) for text, at in self.notes)
        at = self.fix[0].moved(name, start, end, length) if self.fix is not None else None
        return attrs.evolve(
            self,
            place=place,
            notes=tuple(notes),
            fix=(at, self.fix[1]) if at is not None and self.fix else None,
        )


def finding(found: Diagnostic) -> Finding:
    fix = found.fix
    return Finding(
        found.code,
        found.severity.value,
        found.message,
        place(found.span),
        tuple((note.message, place(note.span)) for note in found.notes),
        found.help,
        (FindingPlace(fix.span.source.name, fix.span.start, fix.span.end), fix.replacement)
        if fix is not None
        else None,
    )


def place(span: Span | None) -> FindingPlace | None:
    return None if span is None else FindingPlace(span.source.name, span.start, span.end)


def to_data(one: Finding) -> dict[str, Any]:
    """A finding as JSON can hold it."""
    return attrs.asdict(one)


def from_data(data: dict[str, Any]) -> Finding:
    """A finding that another process has written."""

    def at(data: Any) -> FindingPlace | None:
        return None if data is None else FindingPlace(**data)

    fix = data["fix"]
    return Finding(
        data["code"],
        data["severity"],
        data["message"],
        at(data["place"]),
        tuple((text, at(where)) for text, where in data["notes"]),
        data["help"],
        None if fix is None else (FindingPlace(**fix[0]), fix[1]),
    )
