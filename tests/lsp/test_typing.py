"""Somebody types: after each key the server answers, and afterwards it finds what a server finds that starts then.

A few texts of a few games, always the same; all texts of all games: `python -m tests.fuzz.typing --all`.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .. import amount
from ..fuzz.typing import Typist, found_by, small_of, texts_of
from .client import Data, Editor, copied

GAMES = ("do-podzemi", "classics/gem-merchants", "cookbook/expansions", "hrad")
LONGEST = 90
QUICK = {"checks": False}
"""Without the checks of whole games, which come later: so it is known when the server has found everything."""


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_typed_key_by_key(name: str, tmp_path: Path) -> None:
    folder = copied(name, tmp_path).resolve()
    dice = random.Random(name)
    texts = small_of(texts_of(folder), LONGEST)
    with Editor(options=QUICK) as editor:
        typist = Typist(editor, folder)
        for text in dice.sample(texts, amount.some(4, min(60, len(texts)))):
            typist.type(text)
            typist.correct(text, dice)


@pytest.mark.parametrize("name", GAMES[:3])
def test_edits_at_random_places(name: str, tmp_path: Path) -> None:
    folder = copied(name, tmp_path).resolve()
    dice = random.Random(name)
    with Editor(options=QUICK) as editor:
        typist = Typist(editor, folder)
        for _ in range(amount.some(4, 40)):
            typist.scribble(dice, dice.randint(1, 8))


@pytest.mark.parametrize(
    "change",
    [
        ("strength <= 3", "strenght <= 3"),
        ("starts in: the monster deck", "starts in: the monster heap"),
        ("goblin:   {strength: 1,", "goblin:   {strength: 12,"),
        ("power: kills golems", "power: kills golem cards"),
    ],
    ids=lambda change: change[1].split(":")[0],
)
def test_what_is_found_is_what_a_check_finds(change: tuple[str, str], tmp_path: Path) -> None:
    """The whole check, as `rulewright check` prints it: codes and places."""
    folder = copied("do-podzemi", tmp_path).resolve()
    path = folder / "components.yaml"
    with Editor() as editor:
        uri = editor.open(path)
        editor.replace(uri, *change)
        path.write_text(editor.texts[uri], encoding="utf-8")
        editor.save(uri)
        expected = checked(folder)
        assert expected
        editor.wait(lambda _: places(editor) == expected, 20)
        editor.replace(uri, change[1], change[0])
        path.write_text(editor.texts[uri], encoding="utf-8")
        editor.save(uri)
        editor.wait(lambda _: not places(editor), 20)


def checked(folder: Path) -> set[tuple[str, str, int, int]]:
    """What `rulewright check` finds in the game itself."""
    command = [sys.executable, "-m", "rulewright", "check", f"{folder}/", "--format", "json", "--all"]
    done = subprocess.run(command, capture_output=True, cwd=folder, check=False)
    found: set[tuple[str, str, int, int]] = set()
    for one in json.loads(done.stdout)["diagnostics"]:
        found.add((one["code"], Path(one["file"]).name, one["line"], one["column"]))
    return found


def places(editor: Editor) -> set[tuple[str, str, int, int]]:
    def start(one: Data) -> tuple[int, int]:
        return one["range"]["start"]["line"] + 1, one["range"]["start"]["character"] + 1

    return {
        (one["code"], uri.rpartition("/")[2], *start(one))
        for uri, found in found_by(editor).items()
        for one in found
    }


# --------------------------------------------------------------------------- other changes


def test_a_deleted_file_and_one_that_comes_back(tmp_path: Path) -> None:
    folder = copied("do-podzemi", tmp_path).resolve()
    with Editor(options=QUICK) as editor:
        uri = editor.open(folder / "components.yaml")
        assert editor.next_for(uri) == []
        for name in ("game.yaml", "flow.yaml", "components.yaml"):
            path = folder / name
            kept = path.read_bytes()
            path.unlink()
            editor.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 3}]})
            editor.about("documentSymbol", uri)
            path.write_bytes(kept)
            editor.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 1}]})
            assert editor.about("documentSymbol", uri)
            assert not found_by(editor), name


def test_the_whole_folder_goes(tmp_path: Path) -> None:
    folder = copied("do-podzemi", tmp_path).resolve()
    with Editor() as editor:
        uri = editor.open(folder / "components.yaml")
        assert editor.next_for(uri) == []
        shutil.rmtree(folder)
        editor.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": folder.as_uri(), "type": 3}]})
        editor.about("documentSymbol", uri)
        editor.edit(uri, 0, 0, "# alone\n")
        editor.about("hover", uri, position={"line": 3, "character": 3})
        editor.close(uri)


def test_several_requests_at_once_are_all_answered(tmp_path: Path) -> None:
    """Also those that another process works on: a newer one may take the place of an older one."""
    folder = copied("classics/pig", tmp_path).resolve()
    with Editor(options=QUICK) as editor:
        uri = editor.open(folder / "game.yaml")
        at = {**editor.at(uri, "", "points"), "context": {"includeDeclaration": True}}
        messages = [
            {"jsonrpc": "2.0", "id": 900 + number, "method": "textDocument/references", "params": at}
            for number in range(4)
        ]
        assert editor.process.stdin is not None
        bodies = [json.dumps(one).encode() for one in messages]
        editor.process.stdin.write(
            b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in bodies)
        )
        editor.process.stdin.flush()
        left = {one["id"] for one in messages}

        def answered(message: Data) -> bool:
            left.discard(message.get("id", 0))
            return not left

        editor.wait(answered, 20)
