"""What the server knows of one editor: what it can do, its documents, and how it names places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from ...dsl.diagnostics.source import Source, Span
from ...dsl.document.reader import LARGEST
from .connection import Connection, Data
from .documents import Document
from .findings import FindingPlace
from .jobs import Jobs
from .positions import Lines, Range
from .projects import Project, Workspace


@attrs.frozen(eq=False)
class Spot:
    """A place in an open document, and the game that the document belongs to."""

    document: Document
    project: Project
    offset: int


class Session:
    """See the module."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.workspace = Workspace()
        self.jobs = Jobs()
        self.client: Data = {}  # the capabilities of the editor
        self.settings: Data = {}
        self.roots: list[Path] = []

    def can(self, *path: str) -> Any:
        """A capability of the editor, by its path; None if it does not say."""
        found: Any = self.client
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    # --------------------------------------------------------------------- documents

    def document(self, params: Data) -> Document | None:
        """The open document that a request is about."""
        return self.workspace.documents.get(params["textDocument"]["uri"])

    def project(self, params: Data) -> tuple[Document, Project] | None:
        """The document that a request is about, and its game; None if it is of no game. Of a document that is larger
        than a rule file may be, diagnostics say so, and nothing else is answered."""
        document = self.document(params)
        if document is not None and len(document.text) > LARGEST:
            return None
        project = self.workspace.project(document) if document is not None else None
        return None if document is None or project is None else (document, project)

    def spot(self, params: Data) -> Spot | None:
        """The place that a request is about."""
        found = self.project(params)
        if found is None:
            return None
        document, project = found
        return Spot(document, project, document.lines.offset(params["position"]))

    # ------------------------------------------------------------------------ places

    def lines(self, source: Source) -> Lines:
        return self.workspace.lines(source)

    def range(self, span: Span) -> Range:
        """A stretch of the current version of a file."""
        return self.lines(span.source).range(span.start, span.end)

    def location(self, span: Span | None) -> Data | None:
        """A stretch of the current version of a file, with the file; None if editors cannot open it."""
        uri = self.workspace.uri_of(span.source.name) if span is not None else None
        return None if span is None or uri is None else {"uri": uri, "range": self.range(span)}

    def location_of(self, place: FindingPlace | None) -> Data | None:
        lines = self.workspace.lines_of(place.name) if place is not None else None
        uri = self.workspace.uri_of(place.name) if place is not None else None
        if place is None or lines is None or uri is None:
            return None
        return {"uri": uri, "range": lines.range(place.start, place.end)}

    def edits(self, changes: dict[str, list[tuple[int, int, str]]]) -> Data:
        """A change of files, by their names: for each stretch its new text."""
        by_uri: dict[str, list[Data]] = {}
        for name, parts in changes.items():
            lines, uri = self.workspace.lines_of(name), self.workspace.uri_of(name)
            if lines is not None and uri is not None:
                by_uri[uri] = [
                    {"range": lines.range(start, end), "newText": new} for start, end, new in parts
                ]
        return self.workspace_edit(by_uri)

    def workspace_edit(self, by_uri: dict[str, list[Data]]) -> Data:
        """The edits of documents, by their URIs, as the editor wants them."""
        if not self.can("workspace", "workspaceEdit", "documentChanges"):
            return {"changes": by_uri}
        return {
            "documentChanges": [
                {"textDocument": {"uri": uri, "version": self._version(uri)}, "edits": edits}
                for uri, edits in by_uri.items()
            ]
        }

    def _version(self, uri: str) -> int | None:
        document = self.workspace.documents.get(uri)
        return document.version if document is not None else None

    # ---------------------------------------------------------------------- messages

    def tell(self, message: str, *, wrong: bool = False) -> None:
        """Shows people a message."""
        self.connection.notify("window/showMessage", {"type": 1 if wrong else 3, "message": message})

    def log(self, message: str) -> None:
        """Writes a line to the log that the editor keeps of the server."""
        self.connection.notify("window/logMessage", {"type": 3, "message": message})
