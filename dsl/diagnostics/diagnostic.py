"""One finding: a code, a message, a place, notes and a way out."""

from enum import Enum

import attrs

from .fix import Fix
from .source import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@attrs.frozen
class Note:
    """A remark on a diagnostic, perhaps with a place of its own."""

    message: str
    span: Span | None = None


@attrs.frozen
class Diagnostic:
    """One finding. `span` is None only where there is no text to point at (a missing file). `stricter` is the name of
    what an edition of the language has become stricter about, if this is such a finding (see `editions`)."""

    code: str
    message: str
    span: Span | None = None
    notes: tuple[Note, ...] = ()
    help: str | None = None
    severity: Severity = Severity.ERROR
    fix: Fix | None = None
    stricter: str | None = None

    @property
    def full_message(self) -> str:
        """The message with all notes and the help, a line each, for formats that have no other room for them."""
        lines = [self.message, *(f"note: {note.message}" for note in self.notes)]
        return "\n".join([*lines, f"help: {self.help}"] if self.help else lines)

    @property
    def sort_key(self) -> tuple[str, int, str, int, str]:
        """Reading order: file, place, code."""
        if self.span is None:
            return "", -1, self.code, -1, self.message
        return self.span.source.name, self.span.start, self.code, self.span.end, self.message
