"""An editor for tests: it runs the real server over standard input and output, one message after the other.

Whatever the server sends is read as lsprotocol reads it, so a message that no editor would understand fails the test.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

from rulewright.dsl.diagnostics.report import Report
from rulewright.workbench.files.games import find_game

ROOT = Path(__file__).parents[2]
Data = dict[str, Any]
PATIENCE = 30.0
"""How long to wait for an answer, in seconds."""

CAPABILITIES: Data = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {
        "workspaceEdit": {"documentChanges": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "applyEdit": True,
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
    },
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "hover": {"contentFormat": ["markdown"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}}},
        "rename": {"prepareSupport": True},
    },
    "window": {"showDocument": {"support": True}},
}


BREAK = re.compile(r"\r\n|\r|\n")
"""What ends a line, as the protocol says."""


def units(text: str) -> int:
    """How many units of UTF-16 a text has."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@lru_cache(maxsize=64)
def starts_of(text: str) -> tuple[int, ...]:
    """Where the lines of a text begin."""
    return 0, *(found.end() for found in BREAK.finditer(text))


class RequestError(Exception):
    """The server refused a request."""


@cache
def _converter() -> Any:
    from lsprotocol import converters

    return converters.get_converter()


def understood(method: str, message: Data) -> None:
    """Reads a message as lsprotocol does; raises if it is not as the protocol says."""
    from lsprotocol import types

    kinds = types.METHOD_TO_TYPES.get(method)
    if kinds is not None:
        kind = kinds[1] if "result" in message else kinds[0]
        if kind is not None:
            _converter().structure(json.loads(json.dumps(message)), kind)


class Editor:
    """A client with a server of its own; use it with `with`.

    `diagnostics` holds what was published last, by URI; `messages` every notification and request of the server.
    """

    def __init__(
        self, *, capabilities: Data | None = None, check: bool = True, options: Data | None = None
    ) -> None:
        self.capabilities = CAPABILITIES if capabilities is None else capabilities
        self.options = options
        self.check = check
        self.diagnostics: dict[str, list[Data]] = {}
        self.published: dict[str, int] = {}  # how often, by URI
        self.messages: list[Data] = []
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.edits: list[Data] = []  # what the server wanted to be applied
        self.answers: dict[str, Callable[[Data], Any]] = {}  # to requests of the server
        self.capable: Data = {}  # of what the server says that it is
        self._last = 0
        self._inbox: queue.Queue[Data | None] = queue.Queue()

    def __enter__(self) -> Editor:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / ".ns"), os.environ.get("PYTHONPATH", "")]),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self.log: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_log, daemon=True).start()
        params = {"processId": os.getpid(), "rootUri": None, "capabilities": self.capabilities}
        if self.options is not None:
            params["initializationOptions"] = self.options
        self.capable = self.request("initialize", params)["capabilities"]
        self.notify("initialized", {})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.request("shutdown", None)
                self.notify("exit", None)
                assert self.process.wait(PATIENCE) == 0
                assert not [line for line in self.log if "Traceback" in line], "\n".join(self.log)
        finally:
            self.process.kill()
            self.process.wait()

    # -------------------------------------------------------------------- messages

    def request(self, method: str, params: Any, patience: float = PATIENCE) -> Any:
        """The answer to a request. Raises `RequestError` if it is refused."""
        self._last += 1
        id = self._last
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        message = self.wait(lambda one: one.get("id") == id and "method" not in one, patience)
        if "error" in message:
            raise RequestError(message["error"]["message"])
        if self.check:
            understood(method, message)
        return message["result"]

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, message: Any) -> None:
        self.send_raw(json.dumps(message).encode())

    def send_raw(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def wait(self, wanted: Callable[[Data], bool], patience: float = PATIENCE) -> Data:
        """Reads messages until one is as wanted."""
        end = time.monotonic() + patience
        while True:
            try:
                message = self._inbox.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError("the server did not answer in time:\n" + "\n".join(self.log)) from None
            assert message is not None, "the server has ended:\n" + "\n".join(self.log)
            self._take(message)
            if wanted(message):
                return message

    def _take(self, message: Data) -> None:
        method = message.get("method")
        if method is None:
            return
        self.messages.append(message)
        if self.check:
            understood(method, message)
        if method == "textDocument/publishDiagnostics":
            uri = message["params"]["uri"]
            self.diagnostics[uri] = message["params"]["diagnostics"]
            self.published[uri] = self.published.get(uri, 0) + 1
        if "id" in message:
            if method == "workspace/applyEdit":
                self.edits.append(message["params"]["edit"])
            answer = self.answers.get(method, _usual)(message)
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": answer})

    def _read(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self._inbox.put(None)
                return
            self._inbox.put(json.loads(stream.read(length)))

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.decode("utf-8", "replace").rstrip())

    # -------------------------------------------------------------------- documents

    def open(self, path: Path | str, text: str | None = None, *, language: str = "yaml") -> str:
        """Opens a file, or a document without one; returns its URI."""
        uri = path.as_uri() if isinstance(path, Path) else path
        found = path.read_bytes().decode() if text is None and isinstance(path, Path) else text or ""
        self.versions[uri] = 1
        self.texts[uri] = found
        item = {"uri": uri, "languageId": language, "version": 1, "text": found}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def save(self, uri: str) -> None:
        self.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    def write(self, uri: str, text: str) -> None:
        """Replaces the whole text of a document."""
        self.texts[uri] = text
        self._changed(uri, [{"text": text}])

    def edit(self, uri: str, start: int, end: int, new: str) -> None:
        """Replaces a stretch of a document, in code points."""
        range_ = {"start": self.position(uri, start), "end": self.position(uri, end)}
        text = self.texts[uri]
        self.texts[uri] = text[:start] + new + text[end:]
        self._changed(uri, [{"range": range_, "text": new}])

    def replace(self, uri: str, old: str, new: str) -> None:
        """Replaces the first occurrence of a text."""
        at = self.texts[uri].index(old)
        self.edit(uri, at, at + len(old), new)

    def _changed(self, uri: str, changes: list[Data]) -> None:
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def position(self, uri: str, offset: int) -> Data:
        """The position of an offset, in UTF-16."""
        before = BREAK.split(self.texts[uri][:offset])
        return {"line": len(before) - 1, "character": units(before[-1])}

    def offset(self, uri: str, position: Data) -> int:
        """The offset of a position."""
        text = self.texts[uri]
        start = starts_of(text)[position["line"]]
        here = BREAK.split(text[start:], maxsplit=1)[0].encode("utf-16-le", "surrogatepass")
        return start + len(here[: 2 * position["character"]].decode("utf-16-le", "surrogatepass"))

    def text_of(self, uri: str, range_: Data) -> str:
        """What stands in a range."""
        return self.texts[uri][self.offset(uri, range_["start"]) : self.offset(uri, range_["end"])]

    def at(self, uri: str, before: str, after: str = "") -> Data:
        """The parameters of a request about the place between two texts that stand side by side."""
        found = self.texts[uri].index(before + after) + len(before)
        return {"textDocument": {"uri": uri}, "position": self.position(uri, found)}

    def ask(self, method: str, uri: str, before: str, after: str = "", **more: Any) -> Any:
        """A request about a place, as `at` finds it."""
        return self.request(f"textDocument/{method}", {**self.at(uri, before, after), **more})

    def about(self, method: str, uri: str, **more: Any) -> Any:
        """A request about a whole document."""
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})

    def wait_for(
        self, uri: str, wanted: Callable[[list[Data]], bool], patience: float = PATIENCE
    ) -> list[Data]:
        """Waits until what is wrong in a document is as wanted; returns it."""
        if uri in self.diagnostics and wanted(self.diagnostics[uri]):
            return self.diagnostics[uri]

        def published(message: Data) -> bool:
            is_one = (
                message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri
            )
            return is_one and wanted(message["params"]["diagnostics"])

        self.wait(published, patience)
        return self.diagnostics[uri]

    def next_for(self, uri: str, patience: float = PATIENCE) -> list[Data]:
        """Waits until something is published about a document."""
        count = self.published.get(uri, 0)
        self.wait(lambda one: self.published.get(uri, 0) > count, patience)
        return self.diagnostics[uri]


def _usual(message: Data) -> Any:
    if message["method"] == "workspace/applyEdit":
        return {"applied": True}
    if message["method"] == "window/showDocument":
        return {"success": True}
    if message["method"] == "workspace/configuration":
        return [None for _ in message["params"]["items"]]
    return None


def copied(name: str, folder: Path) -> Path:
    """A copy of a shipped game, with its variants and scenarios; returns its folder."""
    found = find_game(name, Report())
    assert found is not None
    there = folder / name.rpartition("/")[2]
    shutil.copytree(str(found.folder), there, ignore=shutil.ignore_patterns("__pycache__"))
    return there


def codes(found: list[Data]) -> list[str]:
    """The codes of diagnostics, in the order of their places."""
    return [
        one["code"] for one in sorted(found, key=lambda one: (one["range"]["start"]["line"], one["code"]))
    ]
