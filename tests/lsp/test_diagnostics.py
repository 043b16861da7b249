"""Mistakes show while somebody types, and disappear when they are corrected."""

from pathlib import Path

from .client import Editor, codes, copied


def test_a_misspelt_name_is_reported_and_taken_back(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "components.yaml")
        assert editor.next_for(uri) == []
        editor.replace(uri, "strength <= 3", "strenght <= 3")
        (found,) = editor.wait_for(uri, bool)
        assert found["code"] == "RW205"
        assert editor.text_of(uri, found["range"]) == "strenght"
        assert "did you mean 'strength'" in found["message"]
        editor.replace(uri, "strenght <= 3", "strength <= 3")
        assert editor.wait_for(uri, lambda found: not found) == []


def test_the_whole_game_is_checked_after_a_pause(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "game.yaml")
        editor.replace(uri, "invariants:", "names:\n  idle one: the player\n\ninvariants:")
        found = editor.wait_for(uri, bool)
        assert "RW302" in codes(found)
        assert [one["tags"] for one in found if one["code"] == "RW302"] == [[1]]
        editor.replace(uri, "names:\n  idle one: the player\n\n", "")
        assert editor.wait_for(uri, lambda found: not found) == []


def test_an_edit_in_one_file_shows_in_another(tmp_path: Path) -> None:
    game = copied("do-podzemi", tmp_path)
    with Editor() as editor:
        uri = editor.open(game / "components.yaml")
        flow = (game / "flow.yaml").as_uri()
        editor.replace(uri, "  monster:", "  ogre:")
        assert editor.wait_for(flow, bool)
        editor.replace(uri, "  ogre:", "  monster:")
        assert editor.wait_for(flow, lambda found: not found) == []
