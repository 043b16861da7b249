"""Applies the fixes of diagnostics in memory until there are no more; the caller writes or shows the result.

A fix that leads to another error at the same place is undone: it was not the only way out.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs

from ..dsl.diagnostics.diagnostic import Diagnostic, Severity
from ..dsl.diagnostics.fix import Fix
from .files.edited import Edited
from .files.games import GameFiles, shown

_MOST_ROUNDS = 20  # a fix can uncover more to fix, but not without end

Findings = Callable[[GameFiles], Iterable[Diagnostic]]


@attrs.frozen
class Fixed:
    """The game with all fixes applied; `files` holds the changed files, `count` is the number of fixes."""

    game: GameFiles
    files: tuple[Edited, ...] = ()
    count: int = 0


def fixed(game: GameFiles, others: Iterable[Traversable], findings: Findings) -> Fixed:
    """Fixes whatever `findings` reports, in the files of the game and in `others` (variants from elsewhere). Where
    text stands for a file, only that text is fixed: the caller gets it back, and the files on disk stay."""
    fixable: Iterable[Traversable] = game.edits or (*game.everything(), *others)
    known = {shown(file): file for file in fixable}
    before = {edit.path: edit for edit in game.edits}
    refused: set[tuple[str, int, str]] = set()
    done, count = Fixed(game), 0
    found = tuple(findings(game))
    for _ in range(_MOST_ROUNDS):
        fixes = [fix for fix in _once(found) if fix.span.source.name in known and _key(fix) not in refused]
        if not fixes:
            break
        edits = dict(before)
        places: dict[str, list[tuple[int, int, Fix]]] = {}
        for name in dict.fromkeys(fix.span.source.name for fix in fixes):
            mine = [fix for fix in fixes if fix.span.source.name == name]
            text, places[name] = _applied(mine)
            edit = edited(known[name], text)
            edits[edit.path] = edit
        trial = game.edited(tuple(edits.values()))
        after = tuple(findings(trial))
        wrong = {_key(fix) for name, moved in places.items() for fix in _unhelpful(moved, name, after)}
        if wrong:
            refused |= wrong
            continue
        before, found, count = edits, after, count + len(fixes)
        refused = set()
        changed = tuple(edit for path, edit in edits.items() if edit not in game.edits)
        done = Fixed(trial, changed, count)
    return done


def _once(found: Iterable[Diagnostic]) -> list[Fix]:
    """The fixes, each once, in the order of the text; of overlapping fixes, only the first."""
    fixes = {_key(one.fix): one.fix for one in found if one.fix is not None}
    chosen: list[Fix] = []
    for fix in sorted(fixes.values(), key=lambda fix: (fix.span.source.name, fix.span.start)):
        last = chosen[-1].span if chosen else None
        if last is None or last.source.name != fix.span.source.name or fix.span.start >= last.end:
            chosen.append(fix)
    return chosen


def _key(fix: Fix) -> tuple[str, int, str]:
    return fix.span.source.name, fix.span.start, fix.replacement


def _applied(fixes: list[Fix]) -> tuple[str, list[tuple[int, int, Fix]]]:
    """The text of one file with fixes applied, and where each replacement is in it."""
    text = fixes[0].span.source.text
    parts: list[str] = []
    places: list[tuple[int, int, Fix]] = []
    at = length = 0
    for fix in fixes:
        parts += [text[at : fix.span.start], fix.replacement]
        length += fix.span.start - at
        places.append((length, length + len(fix.replacement), fix))
        length += len(fix.replacement)
        at = fix.span.end
    return "".join([*parts, text[at:]]), places


def _unhelpful(places: list[tuple[int, int, Fix]], name: str, after: Iterable[Diagnostic]) -> list[Fix]:
    """The fixes that leave an error at their place."""
    wrong = [
        one.span
        for one in after
        if one.severity is Severity.ERROR and one.span is not None and one.span.source.name == name
    ]
    return [
        fix
        for start, end, fix in places
        if any(span.start < end and start < max(span.end, span.start + 1) for span in wrong)
    ]


def edited(file: Traversable, text: str) -> Edited:
    path = file.path if isinstance(file, Edited) else file
    assert isinstance(path, Path)
    mark = codecs.BOM_UTF8 if file.read_bytes().startswith(codecs.BOM_UTF8) else b""
    return Edited(path, mark + text.encode("utf-8"))


def difference(file: Traversable, text: str) -> str:
    """The change of a file as a unified diff; empty if nothing changes."""
    import difflib  # most checks show no differences

    before = file.read_bytes().decode("utf-8", "replace") if file.is_file() else ""
    name = shown(file)
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), text.splitlines(keepends=True), name, name, lineterm="\n"
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
