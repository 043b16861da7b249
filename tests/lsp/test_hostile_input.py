"""The server refuses whatever odd input it gets, and goes on with the next message."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from rulewright.workbench.files.edited import Edited, with_edits
from rulewright.workbench.lsp.incoming import LARGEST, NOTHING, Incoming

from .client import Data, Editor, RequestError

GAME = "rulewright: 1\ngame: g\nplayers: 2\ntitle: '\U0001f600\U0001f600 ab\U0001f600'\nflow:\n  - phase: a\n"
INVALID, NOT_JSON = -32600, -32700


class Unread(list[str]):
    """A log with whatever in it: the server says there what it made of its input."""

    def append(self, line: str) -> None:
        pass


def write(editor: Editor, data: bytes) -> None:
    assert editor.process.stdin is not None
    editor.process.stdin.write(data)
    editor.process.stdin.flush()


def lives(editor: Editor) -> None:
    assert editor.request("workspace/symbol", {"query": "nothing has this name"}) == []


def refusal(editor: Editor) -> int:
    """The code of the next refusal of something that has no id."""
    message = editor.wait(lambda one: "error" in one and one.get("id") is None)
    return int(message["error"]["code"])


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: 4\n\n",
        b"Content-Length:4\r\nContent-Type: application/vscode-jsonrpc; charset=nonsense\r\n\r\n",
        b"X: " + b"a" * 100_000 + b"\r\nContent-Length: 4\r\n\r\n",
        b"Content-Length: -5\r\nContent-Length: 0\r\nContent-Length: x\r\nhello\r\nContent-Length: 4\r\n\r\n",
    ],
    ids=["lower case and line feeds", "charset", "long", "several"],
)
def test_odd_headers(header: bytes) -> None:
    with Editor(check=False) as editor:
        write(editor, header + b"null")
        assert refusal(editor) == INVALID
        lives(editor)


def test_what_is_not_json_and_what_is_no_message() -> None:
    odd_ids: list[Any] = [1.5, [], {}]
    with Editor(check=False) as editor:
        editor.log = Unread()
        for text in (b'{"jsonrpc":', b"\xff\xfe{}", b"[" * 100_000, b"{'a': 1}", b'{"a":' * 30_000):
            editor.send_raw(text)
            assert refusal(editor) == NOT_JSON, text[:20]
        odd: list[Any] = [1, [], None, "x", True, {}, [{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]]
        for message in odd:
            editor.send(message)
            assert refusal(editor) == INVALID, message
        for id in odd_ids:
            editor.send({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": {}})
            assert refusal(editor) == INVALID, id
        lives(editor)


def test_parameters_of_odd_types() -> None:
    odd: list[Any] = [1, None, [], "x", [1], {"textDocument": 1}, {"textDocument": {"uri": 5}}, {"id": []}]
    odd += [{"textDocument": {"uri": "x"}, "position": "x"}, {"command": 5}, {"arguments": 5}]
    methods = (
        "textDocument/hover",
        "textDocument/rename",
        "workspace/executeCommand",
        "textDocument/codeAction",
    )
    notices = ("textDocument/didOpen", "textDocument/didChange", "$/cancelRequest", "no/such", "$/nosuch")
    with Editor(check=False) as editor:
        editor.log = Unread()
        for params in odd:
            for method in methods:
                try:
                    assert not editor.request(method, params)
                except RequestError:
                    continue
            for method in notices:
                editor.notify(method, params)
        for id in ("rulewright-1", 77, "nobody asked"):
            editor.send({"jsonrpc": "2.0", "id": id, "result": {}})
            editor.send({"jsonrpc": "2.0", "id": id, "error": 1})
        with pytest.raises(RequestError, match="Not Found"):
            editor.request("no/such", {})
        lives(editor)


def test_nothing_is_answered_after_a_shutdown() -> None:
    with Editor(check=False) as editor:
        editor.request("shutdown", None)
        for method in ("textDocument/hover", "initialize", "shutdown"):
            with pytest.raises(RequestError, match="not the time"):
                editor.request(method, {})
        editor.notify("exit", None)
        assert editor.process.wait(10) == 0
        editor.request = lambda *_: None  # type: ignore[method-assign]
        editor.notify = lambda *_: None  # type: ignore[method-assign]


def test_positions_that_are_nowhere() -> None:
    """In the middle of a pair of surrogates, behind the end, negative, no numbers; half characters are inserted."""
    dice, uri = random.Random(3), Path("/nowhere/game.yaml").as_uri()
    places = (0, 1, 3, 7, 8, 9, 10, 11, 12, 13, 99, 2**31, -1, 10**30)
    pieces = ("", "a", "\U0001f600", "\ud800", "\udc00", "\r", "\n", "\r\n", "\0", "\ufeff", "\u2028")

    odd: list[Any] = [None, 1, [1], [{}], [{"text": 5}], [{"range": {}, "text": ""}]]

    def at() -> Data:
        return {"line": dice.choice((0, 3, 3, 3, 4, 9, 2**31, -1)), "character": dice.choice(places)}

    with Editor(check=False) as editor:
        editor.log = Unread()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": GAME}
        editor.notify("textDocument/didOpen", {"textDocument": document})
        for number in range(200):
            change = {"range": {"start": at(), "end": at()}, "text": dice.choice(pieces)}
            about = {"uri": uri, "version": dice.choice((number, 1, None, -5, "x"))}
            editor.notify("textDocument/didChange", {"textDocument": about, "contentChanges": [change]})
        for changes in odd:
            editor.notify("textDocument/didChange", {"textDocument": {"uri": uri}, "contentChanges": changes})
        asked = {"textDocument": {"uri": uri}, "position": at(), "positions": [at()], "options": {}}
        for method in ("hover", "completion", "definition", "rangeFormatting", "selectionRange", "inlayHint"):
            editor.request(f"textDocument/{method}", {**asked, "range": {"start": at(), "end": at()}})


def test_a_document_that_is_too_large() -> None:
    uri = Path("/nowhere/game.yaml").as_uri()
    text = GAME + f"# {'a' * 96}\n" * 25_000
    with Editor() as editor:
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        editor.notify("textDocument/didOpen", {"textDocument": document})
        asked = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 3}}
        assert not editor.request("textDocument/completion", asked)
        assert not editor.request("textDocument/documentSymbol", asked)
        assert [one["code"] for one in editor.diagnostics[uri]] == ["RW004"]


class Endless:
    """A stream that has as much as anybody wants, a piece at a time."""

    def __init__(self) -> None:
        self.given = 0

    def readline(self, most: int) -> bytes:
        return b"Content-Length: " + b"9" * 5_000 + b"\r\n"

    def read(self, most: int) -> bytes:
        self.given += most
        return bytes(most)


def test_a_message_that_is_too_large_is_skipped_in_pieces() -> None:
    stream: Any = Endless()
    incoming = Incoming(stream)
    assert incoming.readline() == b"Content-Length: 1000000000000000000\r\n"
    assert incoming.read(LARGEST + 1) == NOTHING
    assert stream.given == LARGEST + 1


def test_a_name_that_no_file_can_have() -> None:
    with Editor(check=False) as editor:
        document = {"uri": "x" * 100_000, "languageId": "yaml", "version": 1, "text": GAME}
        editor.notify("textDocument/didOpen", {"textDocument": document})
        lives(editor)


def test_edits_are_found_through_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "round").symlink_to("round")
    edit = Edited(tmp_path / "link" / "game.yaml", b"")
    odd = [Edited(tmp_path / name / "game.yaml", b"") for name in ("round", "a\0b", "x" * 5_000)]
    assert with_edits((), tmp_path / "real", (edit, *odd)) == (edit,)
