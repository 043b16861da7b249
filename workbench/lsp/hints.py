"""Inlay hints: what a text leaves to the conventions of its game."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

from ...dsl import tree as t
from ...dsl.diagnostics.source import Span
from ...dsl.draft.attempts import Attempt
from ...dsl.model.symbols import Symbols
from ...dsl.printing.statements import show
from ...dsl.tree.walk import parts_of, walk
from .connection import Data
from .documents import Document
from .projects import Project
from .session import Session

logger = logging.getLogger("rulewright.lsp")

_ORDERED = re.compile(r"\b(from|clockwise|counterclockwise|order|highest|lowest)\b", re.IGNORECASE)
_TYPE, _PARAMETER = 1, 2


def hints(session: Session, params: Data) -> list[Data]:
    found = session.project(params)
    if found is None or session.settings.get("hints") is False:
        return []
    document, project = found
    start, end = document.lines.offsets(params["range"])
    made: list[Data] = []
    for place, label, tooltip, before in _all(document, project):
        if start <= place <= end:
            made.append(
                {
                    "position": document.lines.position(place),
                    "label": label,
                    "kind": _PARAMETER if before else _TYPE,
                    "tooltip": tooltip,
                    "paddingRight": before,
                    "paddingLeft": not before,
                }
            )
    return made


Hint = tuple[int, str, str, bool]
"""An offset, what is shown there, why, and whether it belongs to what follows."""


def _all(document: Document, project: Project) -> Iterator[Hint]:
    draft = project.draft
    symbols = draft.symbols
    for attempt in draft.attempts:
        if attempt.text.span.source.name == document.name and attempt.tree is not None:
            try:
                yield from _in_text(attempt, project, symbols)
            except Exception:  # a game with holes
                logger.exception("a text cannot be looked through")
    for state in symbols.states():
        at = _here(state.span, document, project)
        unsaid = state.starts is not None and state.span is not None and _same(state.starts.span, state.span)
        if at is not None and unsaid and state.starts is not None:
            yield (
                at.end,
                f"starts {show(state.starts, symbols)}",
                "what it starts with, as nothing else is said",
                False,
            )


def _here(span: Span | None, document: Document, project: Project) -> Span | None:
    """Where a place is in the document as it is now."""
    if span is None or span.source.name != document.name:
        return None
    at = project.draft.now(span)
    return at if at is not None and at.source.text == document.text else None


def _in_text(attempt: Attempt, project: Project, symbols: Symbols) -> Iterator[Hint]:
    draft = project.draft
    seen: set[int] = set()
    for node in walk(attempt.tree):
        at = draft.now(node.span) if node.span.source.name == attempt.text.span.source.name else None
        if at is None:
            continue
        if isinstance(node, t.Stmt):
            player = _unsaid_player(node)
            if player is not None and at.start not in seen:
                seen.add(at.start)
                yield at.start, f"{show(player, symbols)}:", "who does this, as the text names nobody", True
        if (
            isinstance(node, t.ForEach)
            and node.order in ("printed order", "any order")
            and node.value is None
        ):
            head = at.source.text[at.start : at.end].partition(":")[0]
            if not _ORDERED.search(head) and head.lstrip().startswith(("for each", "For each")):
                way = "in " + node.order
                yield at.start + len(head.rstrip()), way, "in what order, as the text says none", False


def _unsaid_player(node: t.Stmt) -> t.Expr | None:
    """The player who does something, if the text does not name this player at the statement: then the player has the
    place of the whole statement."""
    for name in parts_of(type(node)):
        value = getattr(node, name)
        first = value[0] if isinstance(value, tuple) and value else value
        if isinstance(first, t.Expr) and first.type.kind == "player" and _same(first.span, node.span):
            return first
    return None


def _same(one: Span, other: Span) -> bool:
    return one.source is other.source and (one.start, one.end) == (other.start, other.end)
