"""Writing a text in the one way in which the printer says what it means.

In: a text of a draft. Out: the edit that replaces it, if it is said otherwise now, and if what is written then reads
to the same tree and changes nothing else in its file.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from ...dsl.diagnostics.report import Unheard
from ...dsl.document.reader import Layout
from ...dsl.draft.attempts import Attempt
from ...dsl.draft.draft import Draft
from ...dsl.printing.statements import show_as
from ...dsl.resolve.readings import resolve_text

Edit = tuple[int, int, str]
"""A stretch of the current version of the file, and what stands there instead."""

WIDTH = 110
"""How wide the lines of a folded text get."""


def canonical(draft: Draft, attempt: Attempt) -> Edit | None:
    """The edit that writes a text as the printer does; None if it is written so, or cannot be."""
    if attempt.tree is None:
        return None
    said = show_as(attempt.start, attempt.tree, draft.symbols)
    span = draft.now(attempt.text.span)
    if span is None or said.split() == attempt.text.value.split():
        return None
    layout = attempt.text.layout or Layout("", attempt.text.span.start, attempt.text.span.end)
    shift = span.start - attempt.text.span.start
    source = span.source.text
    start, end = layout.start + shift, layout.end + shift
    if source[start:end] != attempt.text.span.source.text[layout.start : layout.end]:
        return None  # it has been edited since, and not read again
    if layout.style in ("|", ">"):
        end = start + len(source[start:end].rstrip())
    for written in _written(said, layout.style, source, start, end):
        text = draft.tried(attempt, start, end, written)
        if text is None or text.value.rstrip("\n") != said:
            continue
        context = attempt.context(draft.symbols)
        context.text = text
        if resolve_text(text, attempt.start, attempt.resolver, context, Unheard()) == attempt.tree:
            return start, end, written
    return None


def _written(said: str, style: str, source: str, start: int, end: int) -> Iterator[str]:
    """The ways to write it in YAML, the one that is most like what stands there first."""
    line = source[source.rfind("\n", 0, start) + 1 : start]
    lead = re.match(r" *(?:- +)*", line)
    indent = " " * (len(lead[0]) + 2 if lead is not None else 2)
    if style in ("|", ">"):
        header, _, body = source[start:end].partition("\n")
        first = re.search(r"^( *)\S", body, re.MULTILINE)
        indent = first[1] if first is not None else indent
        if "\n" in said:
            header = header.replace(">", "|", 1)
        elif style == ">":
            said = "\n".join(textwrap.wrap(said, WIDTH - len(indent), break_on_hyphens=False))
        yield f"{header}\n{textwrap.indent(said, indent)}"
    elif "\n" in said:
        yield f"|\n{textwrap.indent(said, indent)}"
    elif style == "'":
        yield "'" + said.replace("'", "''") + "'"
    else:
        if not style:
            yield said
        yield '"' + said.replace("\\", "\\\\").replace('"', '\\"') + '"'
