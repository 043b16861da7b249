"""Code actions: what can be corrected in exactly one way, what a message means, and a text as the printer says it."""

from __future__ import annotations

import logging

from .commands import EXPLAIN
from .connection import Data
from .diagnostics import Diagnostics
from .documents import Document
from .findings import Finding
from .projects import Project
from .rewriting import Edit, canonical

logger = logging.getLogger("rulewright.lsp")

QUICK, ALL, REWRITE = "quickfix", "source.fixAll", "refactor.rewrite"
KINDS = [QUICK, ALL, REWRITE]


def actions(diagnostics: Diagnostics, params: Data) -> list[Data]:
    session = diagnostics.session
    found = session.project(params)
    if found is None:
        return []
    document, project = found
    only = params["context"].get("only")
    start, end = document.lines.offsets(params["range"])
    made: list[Data] = []
    if _wanted(QUICK, only):
        here = diagnostics.findings_at(document, start, end)
        for one in here:
            if one.fix is not None:
                place, new = one.fix
                made.append(
                    {
                        "title": f"Write {new}" if new else "Delete this",
                        "kind": QUICK,
                        "isPreferred": True,
                        "diagnostics": _data(diagnostics, one),
                        "edit": session.edits({place.name: [(place.start, place.end, new)]}),
                    }
                )
        for code in dict.fromkeys(one.code for one in here):
            command = {"title": f"Explain {code}", "command": EXPLAIN, "arguments": [code]}
            of_code = [data for one in here if one.code == code for data in _data(diagnostics, one)]
            made.append(
                {"title": f"Explain {code}", "kind": QUICK, "diagnostics": of_code, "command": command}
            )
    if _wanted(ALL, only):
        fixes = _fixes(document, diagnostics)
        if fixes and (only or len(fixes) > 1):
            title = "Correct all that can be corrected in only one way"
            made.append({"title": title, "kind": ALL, "edit": session.edits({document.name: fixes})})
    if _wanted(REWRITE, only):
        edit = _canonical(project, document, start)
        if edit is not None:
            changes = session.edits({document.name: [edit]})
            made.append({"title": "Rewrite as canonical text", "kind": REWRITE, "edit": changes})
    return made


def _canonical(project: Project, document: Document, offset: int) -> Edit | None:
    """The edit that writes the text at a place as the printer does."""
    attempt = project.draft.attempt_at(document.name, offset)
    try:
        return canonical(project.draft, attempt) if attempt is not None else None
    except Exception:  # a game with holes
        logger.exception("a text cannot be printed")
        return None


def _data(diagnostics: Diagnostics, one: Finding) -> list[Data]:
    data = diagnostics.data(one)
    return [data] if data is not None else []


def _wanted(kind: str, only: object) -> bool:
    """Whether actions of a kind were asked for: this kind, or one that it is a part of."""
    if not isinstance(only, list):
        return True
    return any(kind == one or kind.startswith(f"{one}.") or not one for one in only)


def _fixes(document: Document, diagnostics: Diagnostics) -> list[tuple[int, int, str]]:
    """All corrections in a document, none inside another."""
    found = diagnostics.findings_at(document, 0, len(document.text))
    edits = sorted(
        {
            (one.fix[0].start, one.fix[0].end, one.fix[1])
            for one in found
            if one.fix and one.fix[0].name == document.name
        }
    )
    kept: list[tuple[int, int, str]] = []
    for edit in edits:
        if not kept or edit[0] >= kept[-1][1]:
            kept.append(edit)
    return kept
