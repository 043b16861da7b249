"""The report that collects diagnostics. Nothing in `dsl` raises for bad input: it adds to a `Report`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from .codes import CODES
from .diagnostic import Diagnostic, Note, Severity
from .editions import STRICTER
from .fix import Fix, instead
from .source import Span
from .suggest import Guess, guess
from .text import to_text

MOST_GUESSES = 200
"""The most findings that come with a suggestion. A person sees fewer."""
MOST_REWRITINGS = 200
"""The most findings for which other ways to say a whole text are tried, which takes ten times as long."""


@attrs.define(eq=False)
class Report:
    """Collects diagnostics; gives them sorted and without duplicates."""

    guesses: int = MOST_GUESSES
    """How many suggestions may still be looked for; below 0, one was not."""
    rewritings: int = 0
    """How many texts may still be rewritten (none, unless somebody will read the findings); below 0, one was not."""
    _found: list[Diagnostic] = attrs.field(factory=list, init=False)

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

    def stricter(
        self,
        name: str,
        message: str,
        span: Span | None,
        *,
        notes: Iterable[Note] = (),
        help: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Something that an edition of the language is stricter about, by its name among `STRICTER`: a warning, which
        is an error in files of later editions. `fix` keeps what the rules do."""
        self.add(
            Diagnostic(
                STRICTER[name].code, message, span, tuple(notes), help, Severity.WARNING, fix, stricter=name
            )
        )

    def add(self, diagnostic: Diagnostic) -> None:
        """Collect a diagnostic that was made elsewhere."""
        assert diagnostic.code in CODES, (
            f"the code {diagnostic.code} is not registered in dsl/diagnostics/codes"
        )
        self._found.append(diagnostic)

    def may_guess(self) -> bool:
        """Whether suggestions are still looked for: a search goes through all names, so their number is limited."""
        self.guesses -= 1
        return self.guesses >= 0

    def may_rewrite(self) -> bool:
        """Whether other ways to say a text are still tried."""
        self.rewritings -= 1
        return self.rewritings >= 0

    def guess(self, word: str, candidates: Callable[[], Iterable[str]]) -> Guess | None:
        """The candidate that the author most likely meant, or None."""
        return guess(word, candidates()) if self.may_guess() else None

    @classmethod
    def for_people(cls) -> Report:
        """A report whose findings show other ways to say what is refused."""
        return cls(rewritings=MOST_REWRITINGS)

    def revise(self, change: Callable[[Diagnostic], Diagnostic]) -> None:
        """Replace each finding by what `change` makes of it."""
        self._found = [change(found) for found in self._found]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings in reading order; what was found twice at one place is given once."""
        once = {(d.sort_key, d.severity): d for d in reversed(self._found)}
        return tuple(sorted(once.values(), key=lambda diagnostic: diagnostic.sort_key))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that keep the rules from being used, in reading order."""
        return tuple(found for found in self.diagnostics if found.severity is Severity.ERROR)

    def __str__(self) -> str:
        """All findings as a person reads them in a terminal."""
        return to_text(self.diagnostics)

    @property
    def count(self) -> int:
        """How many findings were added, duplicates included."""
        return len(self._found)

    @property
    def has_errors(self) -> bool:
        return any(found.severity is Severity.ERROR for found in self._found)


def _fix(span: Span | None, meant: Guess | None) -> Fix | None:
    return instead(span, meant) if span is not None else None


class Unheard(Report):
    """A report that nobody reads: for what is only tried. Nothing is looked for that would only be suggested."""

    def add(self, diagnostic: Diagnostic) -> None:
        pass

    def may_guess(self) -> bool:
        return False

    def may_rewrite(self) -> bool:
        return False
