"""Tells the editor what is wrong: immediately what reading the texts shows, after a pause what other checks find."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from pathlib import Path
from typing import Any

from ...dsl.syntax.parser import forget_readings
from .connection import Data
from .documents import Document
from .findings import Finding, from_data
from .lean import tidy
from .projects import Project, Shown
from .session import Session

logger = logging.getLogger("rulewright.lsp")

SETTLE = 0.001
"""How long to wait for the next of several edits, in seconds."""
PAUSE = 0.5
"""How long nobody may have typed before the whole game is checked, in seconds."""

SOURCE = "rulewright"
_SEVERITIES = {"error": 1, "warning": 2, "note": 3}
_UNNECESSARY = {"RW302", "RW304"}


_MISSING, _NO_KEY = "RW102", "RW010"


def _is_being_typed(one: Finding, others: Collection[Finding]) -> bool:
    """Whether a key is said to be missing while a line of the same file is no key yet: it may be this one."""
    return one.code == _MISSING and any(other.code == _NO_KEY for other in others)


class Diagnostics:
    """What was published last, and what is to be published next."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.checks = True  # whether whole games are checked
        self._published: dict[str, list[Data]] = {}
        self._quick: asyncio.TimerHandle | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._lonely: set[str] = set()

    def changed(self, *, at_once: bool = False) -> None:
        """A document has changed."""
        loop = asyncio.get_running_loop()
        self.changed_quickly()
        if self._slow is not None:
            self._slow.cancel()
        self._slow = loop.call_later(SETTLE if at_once else PAUSE, self._check)

    def changed_quickly(self) -> None:
        """Something may have to be published, but no document has changed."""
        if self._quick is None:
            self._quick = asyncio.get_running_loop().call_later(SETTLE, self.flush)

    def flush(self) -> None:
        """Publishes what is known now, if anything has changed. Whoever answers a request calls it first."""
        if self._quick is None:
            return
        self._quick.cancel()
        self._quick = None
        try:
            self.publish()
        except Exception:
            logger.exception("what is wrong cannot be published")

    def publish(self) -> None:
        """Publishes what has changed since the last time."""
        workspace = self.session.workspace
        found: dict[str, dict[Finding, None]] = {}
        for document in list(workspace.documents.values()):
            if workspace.project(document) is None:
                self._say_lonely(document)
        for project in workspace.projects:
            for name in project.names:
                uri = workspace.uri_of(name)
                if uri is not None:
                    found.setdefault(uri, {})
            for one in project.findings:
                uri = workspace.uri_of(one.place.name) if one.place is not None else self._header(project)
                if uri is not None:
                    found.setdefault(uri, {})[one] = None
        for uri, findings in found.items():
            told = [one for one in findings if not _is_being_typed(one, findings)]
            self._send(uri, [data for one in told if (data := self.data(one)) is not None])
        self.session.jobs.keep(self._is_wanted)
        for uri in [uri for uri in self._published if uri not in found]:
            self._send(uri, [])
            del self._published[uri]

    def _is_wanted(self, job: str) -> bool:
        """Whether somebody waits for a job: the checks of a game that was closed meanwhile are of no use."""
        games = {_name(project) for project in self.session.workspace.projects}
        kind, _, game = job.partition(" ")
        return kind not in ("check", "shown") or game in games

    def _send(self, uri: str, data: list[Data]) -> None:
        if self._published.get(uri) == data or (
            not data and uri not in self._published and not self._is_open(uri)
        ):
            return
        self._published[uri] = data
        document = self.session.workspace.documents.get(uri)
        params: Data = {"uri": uri, "diagnostics": data}
        if document is not None and document.version is not None:
            params["version"] = document.version
        self.session.connection.notify("textDocument/publishDiagnostics", params)

    def _is_open(self, uri: str) -> bool:
        return uri in self.session.workspace.documents

    def _header(self, project: Project) -> str | None:
        """Where findings without a place are shown."""
        return next((uri for name in project.names if (uri := self.session.workspace.uri_of(name))), None)

    def _say_lonely(self, document: Document) -> None:
        """Says once that a document belongs to no game."""
        if document.uri in self._lonely:
            return
        self._lonely.add(document.uri)
        kind = document.look.kind
        if kind in ("variant", "scenarios"):
            self.session.tell(
                f"{document.name}: there is no game nearby that this belongs to, so nothing in it is checked"
            )
        else:
            self.session.log(f"{document.name} belongs to no game")

    # ------------------------------------------------------------------ as editors want it

    def data(self, found: Finding) -> Data | None:
        """A finding as editors know it; None if its file is gone."""
        at = self.session.location_of(found.place) if found.place is not None else None
        if at is None and found.place is not None:
            return None
        message = f"{found.message}\nhelp: {found.help}" if found.help else found.message
        message += "".join(f"\nnote: {text}" for text, place in found.notes if place is None)
        data: Data = {
            "range": at["range"] if at is not None else {"start": _START, "end": _START},
            "severity": _SEVERITIES[found.severity],
            "code": found.code,
            "source": SOURCE,
            "message": message,
        }
        related = [
            {"location": where, "message": text}
            for text, place in found.notes
            if (where := self.session.location_of(place)) is not None
        ]
        if (
            related
            and self.session.can("textDocument", "publishDiagnostics", "relatedInformation") is not False
        ):
            data["relatedInformation"] = related
        if found.code in _UNNECESSARY:
            data["tags"] = [1]
        return data

    def findings_at(self, document: Document, start: int, end: int) -> list[Finding]:
        """What is wrong in a stretch of a document, each once."""
        project = self.session.workspace.project(document)
        found = project.findings if project is not None else []
        return [
            one
            for one in found
            if one.place is not None
            and one.place.name == document.name
            and one.place.start <= end
            and start <= one.place.end
        ]

    # -------------------------------------------------------------------- whole games

    def saved(self) -> None:
        """A document was saved: then all scenarios are looked at, too."""
        if self._slow is not None:
            self._slow.cancel()
        self._slow = asyncio.get_running_loop().call_later(SETTLE, self._check, True)

    def _check(self, everything: bool = False) -> None:
        """Checks the games of all open documents."""
        self._slow = None
        self._settle()
        forget_readings()  # of the texts that use what was just edited
        tidy()
        if not self.checks:
            return
        for project in self.session.workspace.projects:
            self._check_project(project, everything)
            if everything or project.shown is None:
                self._look_for_shown(project)

    def _settle(self) -> None:
        """Reads again what depends on texts that were edited, and publishes what that changes."""
        for project in self.session.workspace.projects:
            project.draft.settle()
        self.changed_quickly()
        self.flush()

    def _check_project(self, project: Project, everything: bool) -> None:
        version = project.version
        scenarios = [str(one.path) for one in project.scenarios()]
        job = {**self.job(project), "kind": "check", "scenarios": None if everything else scenarios}
        quick = {one for one in project.findings if one not in project.slow}
        found: list[Finding] = []

        def each(data: dict[str, Any]) -> None:
            found.extend(from_data(one) for one in data["findings"])

        def done(well: bool) -> None:
            if well and project.version == version:
                project.slow = tuple(one for one in dict.fromkeys(found) if one not in quick)
                self.publish()

        self.session.jobs.start(f"check {_name(project)}", job, each, done)

    def _look_for_shown(self, project: Project) -> None:
        """Finds out which scenarios show each rule."""
        job = {**self.job(project), "kind": "shown", "encoding": self.session.workspace.encoding}
        shown: Shown = {}

        def each(data: dict[str, Any]) -> None:
            for rule, name, where in data["shown"]:
                shown.setdefault(rule, []).append((name, where))

        def done(well: bool) -> None:
            if well and shown != project.shown:
                project.shown = shown
                if self.session.can("workspace", "codeLens", "refreshSupport"):
                    self.session.connection.request("workspace/codeLens/refresh", None)

        self.session.jobs.start(f"shown {_name(project)}", job, each, done)

    def job(self, project: Project) -> Data:
        """What every job gets: the game, and the texts of open documents."""
        documents = self.session.workspace.documents.values()
        edits = {str(Path(one.path)): one.text for one in documents}
        return {"game": project.files.name, "variants": list(project.variants), "edits": edits}


_START = {"line": 0, "character": 0}


def _name(project: Project) -> str:
    """A name by which games with variants differ."""
    return f"{project.files.folder} {project.files.single} {project.variants}"
