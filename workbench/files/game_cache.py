"""The files of one game, kept open while a command examines the game with several sets of variants.

Each file is read once, each text is parsed once and each set of variants is checked once, however often they are
requested; their findings are added to the report of every request. Files that change meanwhile are not read again: a
cache belongs to one command.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from ...dsl.diagnostics.diagnostic import Diagnostic
from ...dsl.diagnostics.report import Report
from ...dsl.diagnostics.source import Source
from ...dsl.document.reader import Node, read_document
from ...dsl.model.game import Game
from ...interpreter.lower.numbering import Tables
from ...interpreter.scenarios import ScenarioFile, read_scenarios, verify_scenarios
from .games import GameFiles, load_read, read

T = TypeVar("T")


class GameCache:
    """What has been read and checked of a game so far."""

    def __init__(self, found: GameFiles) -> None:
        self.found = found
        self._known: dict[Hashable, tuple[Any, tuple[Diagnostic, ...]]] = {}

    def game(self, report: Report, variants: tuple[str, ...] = ()) -> Game | None:
        """The checked game with these variants, in whatever order; None if there is any error."""
        variants = tuple(sorted(variants))

        def load(inner: Report) -> Game | None:
            return load_read(self.found, inner, variants, self._source, self._document)

        return self._once(("game", variants), load, report)

    def document(self, file: Traversable) -> Node | None:
        """The document of a file, without its findings; None if it cannot be read."""
        source = self._source(file, Report())
        return None if source is None else self._document(source, Report())

    def scenarios(self, file: Traversable, report: Report) -> ScenarioFile | None:
        """A scenario file; None if it cannot be read."""

        def scenarios(inner: Report) -> ScenarioFile | None:
            source = self._source(file, inner)
            node = self._document(source, inner) if source is not None else None
            return read_scenarios(node, inner) if node is not None else None

        return self._once(("scenarios", file), scenarios, report)

    def verify(self, file: Traversable, variants: tuple[str, ...], report: Report) -> None:
        """Reports what is wrong in a scenario file, as far as that shows without running the scenarios."""
        variants = tuple(sorted(variants))
        scenarios = self.scenarios(file, Report())
        game = self.game(Report(), variants)
        if scenarios is not None and game is not None:
            tables = self._once(("tables", variants), lambda _: Tables(game), report)
            self._once(
                ("verified", file, variants),
                lambda inner: verify_scenarios(game, scenarios, inner, tables=tables),
                report,
            )

    def _source(self, file: Traversable, report: Report) -> Source | None:
        return self._once(("source", file), lambda inner: read(file, inner), report)

    def _document(self, source: Source, report: Report) -> Node | None:
        return self._once(("document", id(source)), lambda inner: read_document(source, inner), report)

    def _once(self, key: Hashable, work: Callable[[Report], T], report: Report) -> T:
        """The result of `work` for a key, computed once; its findings are added to the report every time."""
        if key not in self._known:
            inner = Report()
            made = work(inner)
            self._known[key] = made, inner.diagnostics
        made, found = self._known[key]
        for diagnostic in found:
            report.add(diagnostic)
        return made
