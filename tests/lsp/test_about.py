"""What the server says about the statements that a decision is about."""

from __future__ import annotations

from .client import Editor

GAME = """\
rulewright: 1
game: race
players: 2
flow:
  - {phase: race, do: the match ends, rule: [race.1, ours.1]}
rules:
  race.1: Nobody wins.
  ours.1: {says: The match ends., kind: decision, why: It does not say so., about: [race.1]}
"""


def test_hover_definition_and_rename_of_what_a_decision_is_about() -> None:
    with Editor() as editor:
        uri = editor.open("untitled:Untitled-1", GAME)
        editor.next_for(uri)
        found = editor.ask("hover", uri, "about: [ra", "ce.1]")["contents"]["value"]
        assert "**race.1**: Nobody wins." in found
        assert "ours.1 is about it" in found
        found = editor.ask("hover", uri, "  ou", "rs.1: {")["contents"]["value"]
        assert "about race.1" in found
        (declared,) = editor.ask("definition", uri, "about: [ra", "ce.1]")
        assert editor.text_of(uri, declared["range"]) == "race.1"
        assert declared["range"]["start"]["line"] == 6
        more = {"context": {"includeDeclaration": True}}
        assert len(editor.ask("references", uri, "about: [ra", "ce.1]", **more)) == GAME.count("race.1")
        edit = editor.ask("rename", uri, "about: [ra", "ce.1]", newName="race.2")
        assert [one["newText"] for one in edit["documentChanges"][0]["edits"]] == ["race.2"] * 3
