"""What the header of a game says: its title, players and variants, read without checking the game."""

from __future__ import annotations

import re
from typing import Any

from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.document.reader import Mapping, Text, read_document
from ...dsl.languages import BASE, tags
from ...dsl.schema.languages import declared_languages
from .games import GameFiles, read
from .shipped import header

_PART = re.compile(r"^(?:title|about|players|languages):(?:.*)(?:\n(?:[ \t].*)?)*", re.MULTILINE)
"""A key of the header with its value, as it stands in a file that cannot be read whole."""


def listed(game: GameFiles) -> dict[str, Any]:
    """The header of a game as data. A broken game is listed too, with the place at which it cannot be read; `check`
    reports all that is wrong with it."""
    top, trouble = _header(game)
    title = top.get("title") if top else None
    titles = dict.fromkeys(tags(), "") | {BASE: _text(title)}
    if isinstance(title, Mapping):
        languages = (*tags(), *(declared_languages(top) if top else ()))
        titles = {language: _text(title.get(language)) for language in languages}
    about = top.get("about") if top else None
    about = about if isinstance(about, Mapping) else None
    return {
        "name": game.name,
        "title": titles,
        "players": _text(top.get("players")) if top else "",
        "about": {language: _text(about.get(language)) for language in titles} if about else {},
        "minutes": _text(about.get("minutes")) if about else "",
        "variants": list(game.choices()),
        "trouble": trouble,
    }


def _header(game: GameFiles) -> tuple[Mapping | None, str]:
    """The header, and why its file cannot be read; then as much of the header as can be."""
    file = header(game.files)
    report = Report()
    source = read(file, report) if file is not None else None
    if source is None:
        return None, ""
    node = read_document(source, report)
    first = next(iter(report.errors), None)
    trouble = "" if first is None else f"{first.span}: {first.message}" if first.span else first.message
    if isinstance(node, Mapping):
        return node, trouble
    parts = [part for part in _PART.findall(source.text) if read_document(Source("", part), Report())]
    kept = read_document(Source(source.name, "".join(f"{part.rstrip()}\n" for part in parts)), Report())
    return (kept if isinstance(kept, Mapping) else None), trouble


def _text(node: object) -> str:
    return node.value if isinstance(node, Text) else ""
