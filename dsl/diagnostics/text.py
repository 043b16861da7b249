"""Diagnostics as text for people and as data for programs.

In: diagnostics in the order in which they are shown. Out: text in the style of `docs/language.md` (place, excerpt,
underline, notes, help), or a list of plain dictionaries for JSON. The text holds no control characters except line
breaks and, on request, colours.
"""

from collections.abc import Sequence
from typing import Any

import attrs

from .diagnostic import Diagnostic, Severity
from .excerpt import GUTTER, excerpt, printable
from .fix import Fix
from .source import Span

SHOWN = 50
"""The number of diagnostics that a person sees by default."""

_ASIDE = 6  # blank columns before the text to the right of notes and help
_ASIDE_MOST = 96  # beyond this column, text to the right is not aligned

_COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
_INDENT = " " * (GUTTER - 3)


def to_text(diagnostics: Sequence[Diagnostic], *, colour: bool = False, most: int | None = SHOWN) -> str:
    """All diagnostics as one text, separated by blank lines; `most=None` shows every one."""
    shown = diagnostics if most is None else diagnostics[:most]
    blocks = [render(diagnostic, colour=colour) for diagnostic in shown]
    left = len(diagnostics) - len(shown)
    if left:
        blocks.append(f"(and {left:,} more: --all shows them)")
    return "\n\n".join(blocks) + "\n" if blocks else ""


def render(diagnostic: Diagnostic, *, colour: bool = False) -> str:
    """One diagnostic as text, without a line break at its end."""
    paint = _Paint(colour)
    tone = _COLOURS[diagnostic.severity]
    label = paint(f"{diagnostic.severity.value} {diagnostic.code}", tone)
    place = f"{printable(str(diagnostic.span))}: " if diagnostic.span else ""
    lines = [f"{paint(place, '1')}{label}: {printable(diagnostic.message)}"]
    if diagnostic.span is not None and diagnostic.span.source.text:
        shown = excerpt(diagnostic.span)
        lines.append(f"{shown.number:>{GUTTER - 1}} | {shown.text}".rstrip())
        lines.append(f"{'':{GUTTER}}| {' ' * shown.start}{paint('^' * shown.width, tone)}")
    lines.extend(_remarks(diagnostic, paint))
    return "\n".join(lines)


@attrs.frozen
class _Paint:
    active: bool

    def __call__(self, text: str, tone: str) -> str:
        return f"\x1b[{tone}m{text}\x1b[0m" if self.active and text else text


def _remarks(diagnostic: Diagnostic, paint: _Paint) -> list[str]:
    """The lines of notes and help, with places and the command that explains the code at their right."""
    explain = f"rulewright explain {diagnostic.code}"
    pairs = [("note", note.message, _place(note.span)) for note in diagnostic.notes]
    pairs.append(("help", diagnostic.help, explain) if diagnostic.help else ("help", explain, ""))
    rows = [(kind, f"{_INDENT}= {kind}: {printable(text)}", aside) for kind, text, aside in pairs]
    fitting = [len(left) for _, left, aside in rows if aside and len(left) + _ASIDE <= _ASIDE_MOST]
    column = max(fitting, default=0) + _ASIDE
    lines = []
    for kind, left, aside in rows:
        gap = max(column - len(left), 2)
        label = f"= {kind}:"
        lines.append((left + " " * gap + aside).rstrip().replace(label, paint(label, "1"), 1))
    return lines


def _place(span: Span | None) -> str:
    """The place of a note, in the form in which the place of the diagnostic itself is shown."""
    return f"({printable(span.source.name)}:{span.line})" if span is not None else ""


def to_json(diagnostics: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """The same as plain data. Lines and columns count from 1; the end is exclusive."""
    return [
        {
            **_region(diagnostic.span),
            "code": diagnostic.code,
            "severity": diagnostic.severity.value,
            "message": diagnostic.message,
            "notes": [{"message": note.message, **_region(note.span)} for note in diagnostic.notes],
            "help": diagnostic.help,
            "fix": _fix(diagnostic.fix),
        }
        for diagnostic in diagnostics
    ]


def _fix(fix: Fix | None) -> dict[str, Any] | None:
    return None if fix is None else {**_region(fix.span), "replacement": fix.replacement}


def _region(span: Span | None) -> dict[str, Any]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
