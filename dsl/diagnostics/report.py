"""What is wrong and where: diagnostics, and the report that collects them.

Nothing in `dsl` raises for a bad input; it tells a `Report`, and goes on.
"""

from collections.abc import Callable, Iterable
from enum import Enum

import attrs

from .codes import CODES
from .fix import Fix, instead
from .source import Span
from .suggest import Guess, guess

MOST_GUESSES = 200
"""So many findings come with a suggestion. A person is shown fewer."""


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@attrs.frozen
class Note:
    """A remark to a diagnostic, perhaps with a place of its own."""

    message: str
    span: Span | None = None


@attrs.frozen
class Diagnostic:
    """One finding. `span` is None only where there is no text to point at (a file that is missing); `fix` is there if
    there is exactly one way out."""

    code: str
    message: str
    span: Span | None = None
    notes: tuple[Note, ...] = ()
    help: str | None = None
    severity: Severity = Severity.ERROR
    fix: Fix | None = None

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


@attrs.define(eq=False)
class Report:
    """Collects diagnostics; says them sorted and each once."""

    _found: list[Diagnostic] = attrs.field(factory=list, init=False)
    _guesses: int = attrs.field(default=0, init=False)

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        notes: Iterable[Note] = (),
        help: str | None = None,
        meant: Guess | None = None,
    ) -> None:
        """Something that keeps the rules from being used. `meant` is what belongs in the place of the whole span."""
        self.add(Diagnostic(code, message, span, tuple(notes), help, fix=_fix(span, meant)))

    def warn(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        notes: Iterable[Note] = (),
        help: str | None = None,
        meant: Guess | None = None,
    ) -> None:
        """Something that is likely a mistake, but can be played; `meant` as in `error`."""
        self.add(Diagnostic(code, message, span, tuple(notes), help, Severity.WARNING, _fix(span, meant)))

    def add(self, diagnostic: Diagnostic) -> None:
        """Collect a diagnostic that was made elsewhere."""
        assert diagnostic.code in CODES, f"the code {diagnostic.code} is not registered in dsl/codes"
        self._found.append(diagnostic)

    def may_guess(self) -> bool:
        """Whether what was meant is still looked for: each look goes through all names, so only so many are taken."""
        self._guesses += 1
        return self._guesses <= MOST_GUESSES

    def guess(self, word: str, candidates: Callable[[], Iterable[str]]) -> Guess | None:
        """Which of the candidates the author meant, if that can be told."""
        return guess(word, candidates()) if self.may_guess() else None

    def revise(self, change: Callable[[Diagnostic], Diagnostic]) -> None:
        """Say each finding as `change` has it."""
        self._found = [change(found) for found in self._found]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings in reading order; what was found twice at one place is said once."""
        once = {(d.sort_key, d.severity): d for d in reversed(self._found)}
        return tuple(sorted(once.values(), key=lambda diagnostic: diagnostic.sort_key))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What keeps the rules from being used, in reading order."""
        return tuple(found for found in self.diagnostics if found.severity is Severity.ERROR)

    def __str__(self) -> str:
        """All findings as a person reads them in a terminal."""
        from .text import to_text  # it renders diagnostics, so it cannot be imported above

        return to_text(self.diagnostics)

    @property
    def has_errors(self) -> bool:
        return any(found.severity is Severity.ERROR for found in self._found)


def _fix(span: Span | None, meant: Guess | None) -> Fix | None:
    return instead(span, meant) if span is not None else None
