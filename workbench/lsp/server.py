"""The server: which handler answers which message.

Every answer is made from drafts (`rulewright.dsl.draft`), which have holes where something is wrong; a handler that
meets something that it cannot deal with answers with nothing, and the log says why.
"""

from __future__ import annotations

import asyncio
import gc
import linecache
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ...dsl.syntax.parser import keep_readings
from ..installation import installed
from . import completion, formatting, hints, hover, lenses, naming, outline
from .actions import KINDS, actions
from .colours import LEGEND, Colours
from .commands import COMMANDS, Commands
from .connection import Connection, Data, Failure, Handler, log_to
from .diagnostics import Diagnostics
from .documents import path_of_uri
from .incoming import Incoming
from .lean import tidy
from .naming import Names
from .positions import agreed
from .progress import cancelled
from .session import Session

logger = logging.getLogger("rulewright.lsp")

Feature = Callable[[Session, Data], Any]


class Server:
    """A language server on standard input and output."""

    def __init__(self) -> None:
        self.connection = Connection()
        self.session = Session(self.connection)
        self.diagnostics = Diagnostics(self.session)
        self._rest: asyncio.TimerHandle | None = None
        for method, handler in {
            "initialize": self.initialize,
            "initialized": self.initialized,
            "exit": self.exit,
            "$/setTrace": lambda params: None,
            "textDocument/didOpen": self.did_open,
            "textDocument/didChange": self.did_change,
            "textDocument/didSave": lambda params: self.diagnostics.saved(),
            "textDocument/didClose": self.did_close,
            "workspace/didChangeWatchedFiles": self.files_changed,
            "workspace/didChangeConfiguration": self.configured,
            "window/workDoneProgress/cancel": cancelled,
            "workspace/didChangeWorkspaceFolders": lambda params: None,
        }.items():
            self.connection.handle(method, self._safe(method, handler))
        for method, feature in FEATURES.items():
            self.connection.handle(method, self._answering(method, feature))
        self.connection.handle("shutdown", self._awaited("shutdown", self.shutdown))
        names = Names(self.diagnostics)
        for method, answer in {
            "textDocument/references": names.references,
            "textDocument/rename": names.rename,
        }.items():
            self.connection.handle(method, self._awaited(method, answer))
        commands, self.colours = Commands(self.session, self.diagnostics), Colours()
        self.connection.handle("workspace/executeCommand", self._awaited("a command", commands.execute))
        for method, feature in {
            "textDocument/codeAction": lambda session, params: actions(self.diagnostics, params),
            "textDocument/semanticTokens/full": self.colours.full,
            "textDocument/semanticTokens/full/delta": self.colours.changes,
            "textDocument/semanticTokens/range": self.colours.part,
        }.items():
            self.connection.handle(method, self._answering(method, feature))

    def _safe(self, method: str, handler: Handler) -> Handler:
        def safe(params: Any) -> Any:
            try:
                return handler(params if params is not None else {})
            except Failure:
                raise
            except Exception:
                logger.exception("%s failed", method)
                return None

        return safe

    def _answering(self, method: str, feature: Feature) -> Handler:
        def answer(params: Any) -> Any:
            self.diagnostics.flush()
            self._rest_later()
            return feature(self.session, params)

        return self._safe(method, answer)

    def _rest_later(self) -> None:
        """When nothing has been asked for a while, memory that answers needed is given back."""
        if self._rest is not None:
            self._rest.cancel()
        self._rest = asyncio.get_running_loop().call_later(_REST, self._rest_now)

    def _rest_now(self) -> None:
        for project in self.session.workspace.projects:
            project.rest()
        tidy()

    def _awaited(self, method: str, handler: Callable[[Data], Awaitable[Any]]) -> Handler:
        """Like `_safe`, for what takes long."""

        async def awaited(params: Any) -> Any:
            try:
                return await handler(params if params is not None else {})
            except Failure:
                raise
            except Exception:
                logger.exception("%s failed", method)
                return None

        return awaited

    # -------------------------------------------------------------------- life cycle

    def initialize(self, params: Data) -> Data:
        session = self.session
        session.client = params.get("capabilities") or {}
        session.workspace.encoding = agreed(session.can("general", "positionEncodings"))
        self._set(params.get("initializationOptions"))
        folders = params.get("workspaceFolders") or []
        uris = [one["uri"] for one in folders] or [params.get("rootUri")]
        session.roots = [path_of_uri(uri) for uri in uris if isinstance(uri, str)]
        self.connection.is_open = True
        return {
            "capabilities": {"positionEncoding": session.workspace.encoding, **CAPABILITIES},
            "serverInfo": {"name": "rulewright", "version": installed()},
        }

    def initialized(self, params: Data) -> None:
        if self.session.can("workspace", "didChangeWatchedFiles", "dynamicRegistration"):
            watchers = [{"globPattern": pattern} for pattern in ("**/*.yaml", "**/*.yml")]
            registration = {
                "id": "rulewright-files",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": {"watchers": watchers},
            }
            self.connection.request("client/registerCapability", {"registrations": [registration]})

    def configured(self, params: Data) -> None:
        self._set(params.get("settings"))
        self.diagnostics.changed(at_once=True)

    def _set(self, settings: Any) -> None:
        """Takes over settings; see docs/lsp.md. Editors may put them under the name of the server."""
        if isinstance(settings, dict):
            inner = settings.get("rulewright")
            self.session.settings = inner if isinstance(inner, dict) else settings
            self.diagnostics.checks = self.session.settings.get("checks") is not False

    async def shutdown(self, params: Data) -> None:
        self.connection.is_open = False
        self.connection.protocol._shutdown = True
        self.connection.exit_code = 0
        await self.session.jobs.stop_all()

    def exit(self, params: Data) -> None:
        self.connection.stop()

    # --------------------------------------------------------------------- documents

    def did_open(self, params: Data) -> None:
        self.session.workspace.open(params["textDocument"])
        self.diagnostics.changed(at_once=True)

    def did_change(self, params: Data) -> None:
        document = self.session.document(params)
        if document is not None:
            document.change(params["contentChanges"], params["textDocument"].get("version"))
            self.diagnostics.changed()

    def did_close(self, params: Data) -> None:
        self.session.workspace.close(params["textDocument"]["uri"])
        self.colours.forget(params["textDocument"]["uri"])
        self.diagnostics.changed()

    def files_changed(self, params: Data) -> None:
        changes = params["changes"]
        uris = [str(one["uri"]) for one in changes]
        there = [uri for uri in uris if Path(path_of_uri(uri)).suffix in (".yaml", ".yml")]
        if there or any(one["type"] == _DELETED for one in changes):  # a folder may have been deleted
            everything = any(one["type"] in (_CREATED, _DELETED) for one in changes)
            self.session.workspace.changed_on_disk(there, everything=everything)
            self.diagnostics.changed()


_CREATED, _DELETED = 1, 3
_REST = 5.0  # seconds
_READINGS = 250
"""The number of texts whose readings are kept until the next pause; drafts keep their own texts."""

FEATURES: dict[str, Feature] = {
    "textDocument/hover": hover.hover,
    "textDocument/completion": completion.complete,
    "textDocument/definition": naming.definition,
    "textDocument/documentHighlight": naming.highlights,
    "textDocument/prepareRename": naming.prepare_rename,
    "textDocument/codeLens": lenses.lenses,
    "textDocument/documentLink": lenses.links,
    "textDocument/inlayHint": hints.hints,
    "textDocument/formatting": formatting.whole,
    "textDocument/rangeFormatting": formatting.part,
    "textDocument/documentSymbol": outline.symbols,
    "textDocument/foldingRange": outline.folds,
    "textDocument/selectionRange": outline.selections,
    "workspace/symbol": outline.workspace_symbols,
}
"""What answers each request about documents."""

CAPABILITIES: Data = {
    "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
    "hoverProvider": True,
    "completionProvider": {"triggerCharacters": list(completion.TRIGGERS)},
    "definitionProvider": True,
    "documentHighlightProvider": True,
    "referencesProvider": {"workDoneProgress": True},
    "renameProvider": {"prepareProvider": True, "workDoneProgress": True},
    "codeActionProvider": {"codeActionKinds": KINDS},
    "codeLensProvider": {"resolveProvider": False},
    "documentLinkProvider": {"resolveProvider": False},
    "inlayHintProvider": True,
    "documentFormattingProvider": True,
    "documentRangeFormattingProvider": True,
    "semanticTokensProvider": {"legend": LEGEND, "range": True, "full": {"delta": True}},
    "executeCommandProvider": {"commands": list(COMMANDS)},
    "documentSymbolProvider": True,
    "foldingRangeProvider": True,
    "selectionRangeProvider": True,
    "workspaceSymbolProvider": True,
    "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
}


def serve() -> int:
    """Runs a server on standard input and output; gives the exit code."""
    log_to()
    # Collecting garbage takes as long as an edit, whose own garbage is in no cycles, so it waits until nobody types
    # (see `tidy`).
    gc.disable()
    linecache.clearcache()  # the sources of the methods that attrs makes
    keep_readings(_READINGS)
    out, sys.stdout = sys.stdout, sys.stderr  # whatever prints must not come between the messages
    server = Server()
    incoming: Any = Incoming(sys.stdin.buffer)
    server.connection.start_io(stdin=incoming, stdout=out.buffer)
    return server.connection.exit_code
