"""What the header of a game says: its title, players and variants, read without checking the game."""

from __future__ import annotations

from typing import Any

from ...dsl.diagnostics.report import Report
from ...dsl.document.reader import Mapping, Text, read_document
from ...dsl.languages import BASE, tags
from ...dsl.schema.languages import declared_languages
from .games import GameFiles, read
from .shipped import header


def listed(game: GameFiles) -> dict[str, Any]:
    """The header of a game as data. A broken game is listed too: `check` reports what is wrong with it."""
    top = _header(game)
    title = top.get("title") if top else None
    titles = dict.fromkeys(tags(), "") | {BASE: _text(title)}
    if isinstance(title, Mapping):
        languages = (*tags(), *(declared_languages(top) if top else ()))
        titles = {language: _text(title.get(language)) for language in languages}
    return {
        "name": game.name,
        "title": titles,
        "players": _text(top.get("players")) if top else "",
        "variants": list(game.choices()),
    }


def _header(game: GameFiles) -> Mapping | None:
    file = header(game.files)
    source = read(file, Report()) if file is not None else None
    node = read_document(source, Report()) if source is not None else None
    return node if isinstance(node, Mapping) else None


def _text(node: object) -> str:
    return node.value if isinstance(node, Text) else ""
