"""A text with several meanings: the message that shows them, each without what all have.

In come the meanings; out goes one diagnostic about the statements that tell them apart, whatever else the text says.
"""

from __future__ import annotations

from collections.abc import Sequence

from .. import tree as t
from ..diagnostics.diagnostic import Note
from ..diagnostics.report import Report
from ..diagnostics.source import Span
from ..document.reader import Text
from ..printing.statements import Printer, show
from ..tree.walk import parts_of, walk
from .context import Context
from .meanings import MOST_OPEN

MOST_SHOWN = 3
BY_BRACKETS = "write it like the reading that you mean: brackets show what belongs together"
BY_NAME = "rename one of the things, or say it in other words"


def tell_meanings(text: Text, meanings: Sequence[object], context: Context, report: Report) -> None:
    apart = _innermost(meanings)
    shown = _differences(apart[:MOST_SHOWN], context)
    count = f"more than {MOST_OPEN}" if context.crowded else str(len(meanings))
    report.error(
        "RW217",
        f"this text can be read in {count} ways",
        _where(text, apart),
        notes=[Note(f"one reading: {line}") for line in shown],
        help=BY_BRACKETS if len({_said(meaning) for meaning in apart}) == 1 else BY_NAME,
    )


def _differences(meanings: Sequence[object], context: Context) -> list[str]:
    """The canonical text of each meaning, without the lines that all have."""
    printed = [show(meaning, context.symbols).split("\n") for meaning in meanings]
    if len(set(map(tuple, printed))) == 1:
        return [_by_phrases(meaning) for meaning in meanings]
    shared = set(printed[0]).intersection(*printed[1:])
    bodies = [meaning for meaning in meanings if isinstance(meaning, tuple)]
    if len(bodies) == len(meanings):
        printer = Printer(context.symbols)
        return [printer.in_line(body) for body in bodies]
    return [
        "; ".join(line.strip() for line in lines if line not in shared) or "(nothing more)"
        for lines in printed
    ]


def _by_phrases(meaning: object) -> str:
    """What tells readings apart that print alike: whether the words are a phrase's, a name's or the language's."""
    said = [f"the phrase '{node.phrase}'" for node in walk(meaning) if isinstance(node, t.Call)]
    said += [f"the name '{node.name}'" for node in walk(meaning) if isinstance(node, t.NumberValue)]
    return " and ".join(dict.fromkeys(said)) or "the words of the language"


def _said(meaning: object) -> tuple[tuple[str, ...], ...]:
    """The names and signs of a meaning: where they are the same in all, only what belongs to what is open.

    Who does something need not be said, so players are left out.
    """
    found = []
    for node in walk(meaning):
        if isinstance(node, t.Expr) and node.type.kind == "player":
            continue
        values = (getattr(node, name) for name in parts_of(type(node)))
        said = tuple(str(value) for value in values if isinstance(value, str | int))
        if said:
            found.append(said)
    return tuple(sorted(set(found)))


def _innermost(meanings: Sequence[object]) -> Sequence[object]:
    """What tells meanings apart: of statements those that not all have, in a block those inside it."""
    rows = [meaning for meaning in meanings if isinstance(meaning, tuple) and _is_body(meaning)]
    if len(rows) < len(meanings):
        return meanings
    rows = _first_apart(rows)
    first, last = _alike(rows)
    rows = [row[first : len(row) - last] for row in rows]
    inside = _inside([row[0] for row in rows]) if all(len(row) == 1 for row in rows) else None
    return rows if inside is None else inside


_Row = tuple[object, ...]


def _first_apart(rows: Sequence[_Row]) -> list[_Row]:
    """The first, and those that are apart from it soonest and for the fewest statements: one place is shown."""
    apart = [(_alike((rows[0], row)), row) for row in rows[1:]]
    first = min(first for (first, _), _ in apart)
    last = max(last for (at, last), _ in apart if at == first)
    return [rows[0], *(row for alike, row in apart if alike == (first, last))]


def _alike(rows: Sequence[_Row]) -> tuple[int, int]:
    """With how many statements all begin, and with how many more all end."""
    least = min(map(len, rows))
    first = _alike_at(rows, range(least))
    return first, _alike_at(rows, range(-1, first - least - 1, -1))


def _alike_at(rows: Sequence[_Row], places: range) -> int:
    """At how many of these places, one after the other, all have the same."""
    return next(
        (count for count, at in enumerate(places) if not _same([row[at] for row in rows])), len(places)
    )


def _inside(values: Sequence[object]) -> Sequence[object] | None:
    """What tells blocks apart that are the same but for one body."""
    if all(_is_body(value) for value in values):
        return _innermost(values)
    rows = [value for value in map(_parts, values) if value is not None]
    if len(rows) < len(values) or len({len(row) for row in rows}) > 1:
        return None
    apart = [column for column in zip(*rows, strict=True) if not _same(column)]
    return _inside(apart[0]) if len(apart) == 1 else None


def _parts(value: object) -> _Row | None:
    """The parts of a block or of what it consists of; an expression is shown with the statement that says it."""
    if isinstance(value, tuple):
        return value
    if not isinstance(value, t.Node) or isinstance(value, t.Expr):
        return None
    return (type(value), *(getattr(value, name) for name in parts_of(type(value))))


def _same(values: Sequence[object]) -> bool:
    return all(value == values[0] for value in values)


def _is_body(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(part, t.Stmt) for part in value)


def _where(text: Text, meanings: Sequence[object]) -> Span:
    """The statements that not all meanings have."""
    parts = [part for meaning in meanings for part in (meaning if isinstance(meaning, tuple) else (meaning,))]
    spans = [part.span for part in parts if isinstance(part, t.Stmt)]
    if not spans:
        return text.span
    return min(spans, key=lambda span: span.start).to(max(spans, key=lambda span: span.end))
