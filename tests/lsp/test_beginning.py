"""The first minutes of a game: an empty file, a key that is being typed, and what a statement does."""

from __future__ import annotations

from pathlib import Path

import pytest

from .client import Editor, codes, copied


def offered(editor: Editor, file: Path, text: str) -> list[str]:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    uri = editor.open(file)
    at = {"textDocument": {"uri": uri}, "position": editor.position(uri, len(text))}
    found = editor.request("textDocument/completion", at)
    return [item["label"] for item in found["items"]] if found else []


def test_a_game_is_begun_in_an_empty_file(tmp_path: Path) -> None:
    with Editor() as editor:
        assert offered(editor, tmp_path / "a/game.yaml", "")[:3] == ["rulewright", "game", "players"]
        assert "game" in offered(editor, tmp_path / "b/game.yaml", "# my first game\n\nga")
        # What is something else already, or lies beside a game, is left alone.
        assert offered(editor, tmp_path / "c/other.yaml", "services: {}\nga") == []
        (tmp_path / "a/game.yaml").write_text("rulewright: 2\ngame: there\n", encoding="utf-8")
        assert "rulewright" not in offered(editor, tmp_path / "a/more.yaml", "")


def test_a_missing_key_is_no_news_while_a_key_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("rulewright: 2\ngame: small\n", encoding="utf-8")
    with Editor() as editor:
        uri = editor.open(file)
        assert codes(editor.wait_for(uri, bool)) == ["RW102"]
        editor.write(uri, editor.texts[uri] + "pl")
        assert codes(editor.wait_for(uri, lambda found: "RW010" in codes(found))) == ["RW010"]
        editor.write(uri, editor.texts[uri][:-2] + "title: Small\n")
        assert codes(editor.wait_for(uri, lambda found: "RW010" not in codes(found))) == ["RW102"]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("make a li", "ne of 4", "**make a line of**: That many cells in a row"),
        ("      cho", "ose an empty", "**choose**: A player picks"),
        ("the player w", "ins", "**win**: The match ends"),
        ("clock", "wise from", "**clockwise**: Players in the order"),
    ],
)
def test_a_keyword_says_what_it_does(tmp_path: Path, before: str, after: str, says: str) -> None:
    folder = copied("classics/connect-four", tmp_path)
    with Editor() as editor:
        uri = editor.open(folder / "game.yaml")
        found = editor.ask("hover", uri, before, after)["contents"]["value"]
    assert found.startswith(says)
    assert "for example: `" in found
    assert "```rulewright" in found, "the whole text, as it was understood"
