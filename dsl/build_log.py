"""Resolves the lines of the log: texts with slots, in each language."""

from __future__ import annotations

import re

from .build_base import Texts
from .document import Text
from .game import LogSlot
from .resolve_expr import expression
from .schema import NodeDoc, Title
from .types import Type

LOG_SLOT = re.compile(r"\{([^{}:]+?)(?::\s*([a-z ]+?)\s*)?\}")
Line = tuple[str | LogSlot, ...]


def logs(b: Texts) -> dict[str, dict[str, Line]]:
    """The lines that the log writes, by `phrase <signature>` and `phase <path>`."""
    found: dict[str, dict[str, Line]] = {}
    for signature, doc in b.doc.phrases.items():
        phrase = b.symbols.phrases.get(str(signature))
        if doc.log is not None and phrase is not None:
            variables = {slot.name: slot.type for slot in phrase.slots}
            found[f"phrase {signature}"] = _log(b, doc.log, f"log of '{signature}'", variables)
    _phase_logs(b, b.doc.flow, "", found)
    return found


def _phase_logs(b: Texts, nodes: list[NodeDoc], above: str, found: dict[str, dict[str, Line]]) -> None:
    for node in nodes:
        path = f"{above}{node.phase}"
        if node.log is not None:
            found[f"phase {path}"] = _log(b, node.log, f"log of phase '{path}'", {})
        _phase_logs(b, node.phases, path + "/", found)


def _log(b: Texts, title: Title, where: str, variables: dict[str, Type]) -> dict[str, Line]:
    lines = {}
    for language, text in (("en", title.en), ("cs", title.cs)):
        if text is not None:
            lines[language] = _template(b, text, where, variables)
    return lines


def _template(b: Texts, text: Text, where: str, variables: dict[str, Type]) -> Line:
    parts: list[str | LogSlot] = []
    position = 0
    for match in LOG_SLOT.finditer(str(text)):
        parts.append(str(text)[position : match.start()])
        inner = Text(match.group(1), text.span_of(match.start(1), match.end(1)))
        value = b.resolve(inner, "expression", expression, where, variables=dict(variables))
        if value is not None and value.type.kind == "table":
            message, way_out = "a line of the log does not tell a whole table", "tell an entry: {… in …}"
            b.report.error("RW211", message, inner.span, help=way_out)
        elif value is not None:
            parts.append(LogSlot(value, match.group(2) or "nom"))
        position = match.end()
    parts.append(str(text)[position:])
    _check_braces(b, text)
    return tuple(part for part in parts if part != "")


def _check_braces(b: Texts, text: Text) -> None:
    """A brace that belongs to no slot would be shown to players."""
    rest = LOG_SLOT.sub(lambda match: " " * len(match.group()), str(text))
    found = re.search(r"[{}]", rest)
    if found is not None:
        span = text.span_of(*found.span())
        way_out = "a slot is {name}, or {name:acc} for a form of it"
        b.report.error("RW201", "this brace is not part of a slot", span, help=way_out)
