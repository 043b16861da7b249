"""Changes of documents: by the editor, on disk, and by what the server offers."""

import re
from pathlib import Path
from typing import Any

import pytest
import rulewright

from .client import Data, Editor, codes, copied


def applied(text: str, edits: list[Data], editor: Editor, uri: str) -> str:
    """A text after the edits that the server wants."""
    places = [
        (editor.offset(uri, one["range"]["start"]), editor.offset(uri, one["range"]["end"]), one["newText"])
        for one in edits
    ]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def test_a_correction_is_offered_and_all_at_once(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "components.yaml")
        editor.next_for(uri)
        right = editor.texts[uri]
        wrong = right.replace("strength <= 3", "strenght <= 3").replace("strength >= 6", "strenght >= 6")
        editor.write(uri, wrong)
        found = editor.wait_for(uri, bool)
        (fix, explain) = editor.about(
            "codeAction", uri, range=found[0]["range"], context={"diagnostics": found[:1]}
        )[:2]
        assert fix["isPreferred"]
        assert explain["command"]["arguments"] == ["RW205"]
        whole = {"start": {"line": 0, "character": 0}, "end": editor.position(uri, len(wrong))}
        context = {"diagnostics": [], "only": ["source.fixAll"]}
        (every,) = editor.about("codeAction", uri, range=whole, context=context)
        edits = every["edit"]["documentChanges"][0]["edits"]
        assert applied(wrong, edits, editor, uri) == right


def test_a_renamed_game_is_clean(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "flow.yaml")
        found = editor.ask("rename", uri, "put foe into the grave", "yard", newName="boneyard")
        for change in found["documentChanges"]:
            path = Path(change["textDocument"]["uri"].removeprefix("file://"))
            there = editor.open(path) if change["textDocument"]["uri"] != uri else uri
            path.write_text(applied(editor.texts[there], change["edits"], editor, there))
    assert not rulewright.check(game)
    texts = "".join(path.read_text() for path in game.rglob("*.yaml"))
    assert not re.search(r"\bgraveyard\b", texts)
    assert rulewright.load_scenarios(game)


def test_formatting_changes_only_what_was_asked_for(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "game.yaml")
        right = editor.texts[uri]
        wrong = right.replace("game: do-podzemi", "game:    do-podzemi").replace(
            "players: 2..4", "players:   2..4"
        )
        editor.write(uri, wrong)
        options = {"tabSize": 2, "insertSpaces": True}
        edits = editor.about("formatting", uri, options=options)
        assert applied(wrong, edits, editor, uri) == right
        line = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 5}}
        edits = editor.about("rangeFormatting", uri, range=line, options=options)
        assert applied(wrong, edits, editor, uri) == right.replace("players: 2..4", "players:   2..4")


def test_the_file_counts_again_when_its_document_is_closed(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        flow = editor.open(game / "flow.yaml")
        uri = editor.open(game / "components.yaml")
        editor.replace(uri, "  monster:", "  ogre:")
        assert editor.wait_for(flow, bool)
        editor.close(uri)
        assert editor.wait_for(flow, lambda found: not found) == []


def test_files_change_on_disk(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        flow = editor.open(game / "flow.yaml")
        editor.next_for(flow)
        file = game / "components.yaml"
        text = file.read_text()

        def changed(kind: int) -> None:
            changes = [{"uri": file.as_uri(), "type": kind}]
            editor.notify("workspace/didChangeWatchedFiles", {"changes": changes})

        file.write_text(text.replace("  monster:", "  ogre:"))
        changed(2)
        assert editor.wait_for(flow, bool)
        file.unlink()
        changed(3)
        assert editor.next_for(flow)
        file.write_text(text)
        changed(1)
        assert editor.wait_for(flow, lambda found: not found) == []


def test_a_variant_is_checked_with_its_game(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "variants" / "forced-summons.yaml")
        assert editor.next_for(uri) == []
        editor.replace(uri, "the player is not new", "the player is not nwe")
        assert codes(editor.wait_for(uri, bool)) == ["RW202"]


def test_scenarios_are_checked_and_failures_marked(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "scenarios" / "after.yaml")
        editor.next_for(uri)
        editor.replace(uri, "victory cards: 4", "victory crads: 4")
        found = editor.wait_for(uri, bool)
        assert [one["source"] for one in found] == ["rulewright"]
        editor.replace(uri, "victory crads: 4", "victory cards: 3")
        editor.wait_for(uri, lambda found: not found)
        run = {"command": "rulewright.runScenario", "arguments": [uri, "a success takes a victory card"]}
        assert editor.request("workspace/executeCommand", run)["failed"] == 1
        (wrong,) = editor.diagnostics[uri]
        assert (wrong["code"], editor.text_of(uri, wrong["range"])) == ("RW601", "3")
        editor.replace(uri, "victory cards: 3", "victory cards: 4")
        assert editor.wait_for(uri, lambda found: not found) == []


GAME = """\
rulewright: 1
game: tiny
players: 2
flow:
  - phase: end
    do: the match ends
rules: {}
"""


def test_a_document_without_a_file() -> None:
    with Editor() as editor:
        uri = editor.open("untitled:Untitled-1", GAME)
        assert "RW" not in "".join(codes(editor.next_for(uri)))
        editor.replace(uri, "the match ends", "the match endz")
        assert codes(editor.wait_for(uri, bool)) == ["RW202"]
        assert "an effect" in editor.ask("hover", uri, "    d", "o: the")["contents"]["value"]


def test_a_file_of_no_game_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "compose.yaml"
    other.write_text("services:\n  web: {image: nginx}\nrules:\n  - verbs: [get]\n")
    scenarios = tmp_path / "alone.yaml"
    scenarios.write_text("scenarios:\n  nothing: {}\n")
    with Editor() as editor:
        uri = editor.open(other)
        for method in ("documentSymbol", "foldingRange", "codeLens"):
            assert editor.about(method, uri) == []
        assert editor.ask("hover", uri, "ser", "vices") is None
        lonely = editor.open(scenarios)
        editor.wait(lambda one: one.get("method") == "window/showMessage")
        assert uri not in editor.diagnostics
        assert editor.about("documentSymbol", lonely) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_in_each_encoding(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(
        GAME.replace("rules: {}", 'title: {en: "🐉 é", cs: the match endz}\n').replace("ends", "ends # 🐉é\n")
    )
    capabilities = {"general": {"positionEncodings": [encoding]}}
    with Editor(capabilities=capabilities) as editor:
        assert editor.capable["positionEncoding"] == encoding
        uri = editor.open(file)
        found = editor.about("documentSymbol", uri)
        title = next(one for one in found if one["name"] == "title")
        line = editor.texts[uri].split("\n")[title["range"]["start"]["line"]]
        length = {
            "utf-8": len(line.encode()),
            "utf-16": len(line.encode("utf-16-le")) // 2,
            "utf-32": len(line),
        }
        assert title["range"]["end"]["character"] == length[encoding]


def test_lines_break_as_editors_break_them(tmp_path: Path) -> None:
    file = tmp_path / "tiny.yaml"
    text = GAME.replace("\n", "\r\n")
    file.write_bytes(text.encode())
    with Editor() as editor:
        uri = editor.open(file)
        found = {one["name"]: one["range"]["start"]["line"] for one in editor.about("documentSymbol", uri)}
        assert found["flow"] == 3


def test_nothing_ends_the_server(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor(check=False) as editor:
        uri = editor.open(game / "flow.yaml")
        editor.next_for(uri)
        for body in (
            b"{",
            b"[]",
            b"null",
            b'{"jsonrpc": "2.0"}',
            b'{"jsonrpc": "2.0", "method": 7, "id": []}',
        ):
            editor.send_raw(body)
        odd: tuple[Any, ...] = (None, {}, [], {"textDocument": {"uri": "file:///none.yaml"}, "position": {}})
        for params in odd:
            for method in editor_methods():
                editor.request(method, params)
        for text in (
            "",
            "\t",
            "a: [",
            "- - -",
            "\ufeff",
            "flow:\n  - phase: x\n    do: |\n",
            "é" * 10,
            "%YAML 9\n---",
        ):
            editor.write(uri, text)
            at: dict[str, Any] = {"position": {"line": 0, "character": 99}}
            for method in ("hover", "completion", "definition", "documentSymbol", "foldingRange", "codeLens"):
                editor.about(method, uri, **at)
            editor.about("semanticTokens/full", uri)
        editor.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 99}})
        editor.write(uri, (game / "flow.yaml").read_text())
        assert editor.wait_for(uri, lambda found: not found) == []
        assert "an action" in editor.ask("hover", uri, "the hero figh", "ts foe")["contents"]["value"]
        editor.log.clear()  # what was wrong is logged, as it should be


def editor_methods() -> list[str]:
    names = (
        "hover completion definition documentSymbol foldingRange codeLens selectionRange references rename "
        "prepareRename formatting rangeFormatting inlayHint documentLink codeAction semanticTokens/full"
    )
    return [f"textDocument/{name}" for name in names.split()]
