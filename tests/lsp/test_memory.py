"""The server stays small, whatever it has been asked. Linux tells how much memory a process has."""

import sys
import time
from pathlib import Path

import pytest

from .client import Editor, copied

OPEN = 55
"""The most MB while the game is open, and somebody types."""
ASKED = 63
"""The most after everything has been asked of every file. Usually it is 57 to 60."""
LARGEST = "hrdina-v-kostce"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def size(editor: Editor) -> float:
    """The memory of the server, in MB."""
    status = Path(f"/proc/{editor.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def test_the_largest_game_is_open_and_everything_was_asked(tmp_path: Path) -> None:
    game = copied(LARGEST, tmp_path)
    with Editor(check=False) as editor:
        uris = [editor.open(path) for path in sorted(game.glob("*.yaml"))]
        editor.next_for(uris[0])
        assert size(editor) < OPEN
        for uri in uris:
            for method in (
                "documentSymbol",
                "foldingRange",
                "semanticTokens/full",
                "codeLens",
                "documentLink",
            ):
                editor.about(method, uri)
            end = editor.position(uri, len(editor.texts[uri]))
            whole = {"start": {"line": 0, "character": 0}, "end": end}
            editor.about("inlayHint", uri, range=whole)
            editor.about("codeAction", uri, range=whole, context={"diagnostics": []})
            editor.about("formatting", uri, options={"tabSize": 2, "insertSpaces": True})
            for line in range(0, end["line"], 25):
                place = {"position": {"line": line, "character": 12}}
                for method in ("hover", "definition", "documentHighlight", "completion"):
                    editor.about(method, uri, **place)
        flow = next(uri for uri in uris if uri.endswith("flow.yaml"))
        here = editor.texts[flow].index("if ")
        for _ in range(5):
            editor.edit(flow, here, here, "x")
            editor.next_for(flow)
            editor.edit(flow, here, here + 1, "")
            editor.next_for(flow)
        time.sleep(6)  # it rests
        print(f"{size(editor):.1f} MB")
        assert size(editor) < ASKED
