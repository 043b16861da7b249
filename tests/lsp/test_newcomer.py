"""What somebody meets who writes a first game: from the skeleton, with mistakes, a new name, and a scenario."""

import re
from pathlib import Path

import pytest
from rulewright.workbench.cli import main

from .client import Editor, RequestError, codes

SCENARIO = """\
scenarios:
  a snake takes everything:
    given: {player 1: {score: 5}}
    do: player 1 is bitten
    then: {player 1: {score: 0}}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    assert main(["new", "game", "first", "--dir", str(tmp_path)]) == 0
    return tmp_path / "first"


def test_a_first_game(game: Path) -> None:
    with Editor() as editor:
        uri = editor.open(game / "game.yaml")
        assert editor.next_for(uri) == []

        editor.replace(uri, "starts in: the deck", "start in: the deck")
        (found,) = editor.wait_for(uri, bool)
        actions = editor.about("codeAction", uri, range=found["range"], context={"diagnostics": [found]})
        (fix,) = [one for one in actions if one.get("isPreferred")]
        take(editor, fix["edit"])
        assert editor.wait_for(uri, lambda found: not found) == []

        editor.replace(uri, "the worth of find", "the woth of find")
        assert codes(editor.wait_for(uri, bool)) == ["RW202"]
        with pytest.raises(RequestError, match=r"a text with an error may name it, too.*game\.yaml:\d+"):
            editor.ask("rename", uri, "  fi", "nds: ", newName="hoard")
        editor.replace(uri, "the woth of find", "the worth of find")
        assert editor.wait_for(uri, lambda found: not found) == []

        for old, rest, new in (("finds", ": ", "hoard"), ("treasure", ":", "gem")):
            take(editor, editor.ask("rename", uri, f"  {old[:2]}", old[2:] + rest, newName=new))
            assert re.search(rf"^  {new}:", editor.texts[uri], re.MULTILINE)
        editor.about("documentSymbol", uri)
        assert editor.diagnostics[uri] == []
        (game / "game.yaml").write_text(editor.texts[uri], encoding="utf-8")

        (game / "scenarios").mkdir()
        scenarios = editor.open(game / "scenarios" / "first.yaml", SCENARIO)
        assert editor.next_for(scenarios) == []
        (run,) = [
            one["command"] for one in editor.about("codeLens", scenarios) if one["command"]["title"] == "run"
        ]
        ask = {"command": run["command"], "arguments": run["arguments"]}
        assert editor.request("workspace/executeCommand", ask)["passed"] == 1
        editor.replace(scenarios, "score: 0", "score: 1")
        assert editor.request("workspace/executeCommand", ask)["failed"] == 1
        assert editor.text_of(scenarios, editor.wait_for(scenarios, bool)[0]["range"])


def take(editor: Editor, edit: dict[str, object]) -> None:
    """Applies an edit to open documents."""
    changes: list[dict[str, object]] = edit["documentChanges"]  # type: ignore[assignment]
    for change in changes:
        uri: str = change["textDocument"]["uri"]  # type: ignore[index]
        parts: list[dict[str, dict[str, dict[str, int]]]] = change["edits"]  # type: ignore[assignment]
        for part in sorted(parts, key=lambda one: tuple(one["range"]["start"].values()), reverse=True):
            start, end = (editor.offset(uri, part["range"][side]) for side in ("start", "end"))
            editor.edit(uri, start, end, str(part["newText"]))
