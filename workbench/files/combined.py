"""Which variants to name, so that a variant is applied that cannot be named alone.

In: the files of a game, and a function that reads a file. A variant that joins others is applied if all of these are
named; one that only serves others, if one of these is.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable

from ...dsl.diagnostics.report import Report
from ...dsl.document.reader import Node, read_document
from ...dsl.variants.closure import names_under
from .games import GameFiles, read

Document = Callable[[Traversable], Node | None]


def document(file: Traversable) -> Node | None:
    """The document of a file, without its findings."""
    source = read(file, Report())
    return None if source is None else read_document(source, Report())


def to_name(game: GameFiles, variant: str, document: Document = document) -> tuple[str, ...]:
    """The names that apply a variant: its own if it can be named, or if there are none."""
    return _to_name(game, variant, document, frozenset())


def _to_name(game: GameFiles, variant: str, document: Document, above: frozenset[str]) -> tuple[str, ...]:
    known = game.variants()
    if variant in game.choices() or variant not in known or variant in above:
        return (variant,)
    above |= {variant}
    wanted = _names(known[variant], "joins", document)
    if not wanted:
        needing = (one for one, files in known.items() if variant in _names(files, "needs", document))
        wanted = list(needing)[:1]
    found = (name for one in wanted for name in _to_name(game, one, document, above))
    return tuple(dict.fromkeys(found)) or (variant,)


def _names(files: tuple[Traversable, ...], key: str, document: Document) -> list[str]:
    nodes = (document(file) for file in files)
    return [name.value for node in nodes if node is not None for name in names_under(node, key)]
