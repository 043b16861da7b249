"""A text with several meanings: the message that shows them, without the parts that all of them share.

In: the meanings. Out: one diagnostic about the statements that differ, whatever else the text says.
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


def report_meanings(text: Text, meanings: Sequence[object], context: Context, report: Report) -> None:
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
    """The canonical text of each meaning, without the lines that all of them share."""
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
    """The difference between readings that print alike: the words are those of a phrase, of a name or of the
    language."""
    said = [f"the phrase '{node.phrase}'" for node in walk(meaning) if isinstance(node, t.Call)]
    said += [f"the name '{node.name}'" for node in walk(meaning) if isinstance(node, t.NumberValue)]
    return " and ".join(dict.fromkeys(said)) or "the words of the language"


def _said(meaning: object) -> tuple[tuple[str, ...], ...]:
    """The names and signs of a meaning. If they are the same in all meanings, only the grouping is open.

    Texts need not name the player who does something, so players are left out.
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
    """The parts in which meanings differ: statements that not all of them share or, in a block, the parts inside
    it."""
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
    """The first row, and those that differ from it earliest and in the fewest statements: only one place is shown."""
    apart = [(_alike((rows[0], row)), row) for row in rows[1:]]
    first = min(first for (first, _), _ in apart)
    last = max(last for (at, last), _ in apart if at == first)
    return [rows[0], *(row for alike, row in apart if alike == (first, last))]


def _alike(rows: Sequence[_Row]) -> tuple[int, int]:
    """The number of statements that all rows share at the beginning, and at the end."""
    least = min(map(len, rows))
    first = _alike_at(rows, range(least))
    return first, _alike_at(rows, range(-1, first - least - 1, -1))


def _alike_at(rows: Sequence[_Row], places: range) -> int:
    """The number of successive places at which all rows are the same."""
    return next(
        (count for count, at in enumerate(places) if not _same([row[at] for row in rows])), len(places)
    )


def _inside(values: Sequence[object]) -> Sequence[object] | None:
    """The bodies in which blocks differ that are otherwise the same."""
    if all(_is_body(value) for value in values):
        return _innermost(values)
    rows = [value for value in map(_parts, values) if value is not None]
    if len(rows) < len(values) or len({len(row) for row in rows}) > 1:
        return None
    apart = [column for column in zip(*rows, strict=True) if not _same(column)]
    return _inside(apart[0]) if len(apart) == 1 else None


def _parts(value: object) -> _Row | None:
    """The parts of a block or of a statement; None for an expression, which is shown together with its statement."""
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
    """The span of the statements in which the meanings differ."""
    parts = [part for meaning in meanings for part in (meaning if isinstance(meaning, tuple) else (meaning,))]
    spans = [part.span for part in parts if isinstance(part, t.Stmt)]
    if not spans:
        return text.span
    return min(spans, key=lambda span: span.start).to(max(spans, key=lambda span: span.end))
