"""References and renaming in all files of a game: what cannot say the name is not read, and
people see how far it is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from rulewright.dsl.naming.names import Declaration, Index
from rulewright.dsl.naming.rename import references_in, rename
from rulewright.dsl.naming.sayings import Sayings
from rulewright.workbench.lsp.everywhere import Game
from rulewright.workbench.lsp.naming import asked

from ..amount import some
from ..dsl.naming.whole import files_of
from .client import CAPABILITIES, Data, Editor, RequestError, copied

GAME = "do-podzemi"
NEW = "something new"


def told(**_: Any) -> None:
    """Nobody listens."""


def same_place(index: list[Index], declaration: Declaration) -> set[tuple[object, ...]]:
    return {
        (one.source, one.start, one.end, one.said, one.which, one.form, one.part, one.declares)
        for one in references_in(index, declaration)
    }


def test_what_is_left_out_cannot_say_the_name() -> None:
    """The same is found, and renamed, whether all is read or only what can say the name."""
    files = files_of(GAME)
    whole = Game(files, None)
    indexes = list(whole.indexes((), told))
    declared = [one for one in indexes[0].declarations if one.places]
    symbols = whole.symbols
    for one in random.Random(GAME).sample(declared, some(8, len(declared))):
        said = asked(one, symbols, NEW)
        if said is None:
            continue
        part = Game(files, Sayings(frozenset(map(frozenset, said))))
        found = list(part.indexes((), told))
        again = found[0].declaration(one.key)
        assert again is not None
        assert same_place(found, again) == same_place(indexes, one), one.key
        assert rename(found, again, NEW) == rename(indexes, one, NEW), one.key


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Editor, str]]:
    """A game with a number that only one file names, and a variant that has another plural for goblins."""
    folder = copied(GAME, tmp_path_factory.mktemp("games"))
    (folder / "variants" / "herds.yaml").write_text(
        "rulewright: 1\nvariant: herds\nof: do-podzemi\nset:\n  components/monster/designs/goblin/plural: vermin\n"
        "invariants:\n  few: the number of vermin in the monster deck <= 9\n"
    )
    path = folder / "components.yaml"
    path.write_text(path.read_text() + "numbers:\n  quizzical size: 3\n  another: quizzical size + 1\n")
    window = {**CAPABILITIES["window"], "workDoneProgress": True}
    with Editor(capabilities={**CAPABILITIES, "window": window}) as editor:
        yield editor, editor.open(path)


def asking(editor: Editor, uri: str, **more: Any) -> int:
    """Asks where goblins are named, and does not wait for the answer; returns the id of the request."""
    editor.messages.clear()
    params = {**editor.at(uri, "      goblin", ":"), "context": {"includeDeclaration": True}, **more}
    id = next(_IDS)
    editor.send({"jsonrpc": "2.0", "id": id, "method": "textDocument/references", "params": params})
    return id


_IDS = itertools.count(700)


def kinds(editor: Editor) -> list[str]:
    return [one["params"]["value"]["kind"] for one in editor.messages if one["method"] == "$/progress"]


def test_how_far_it_is(opened: tuple[Editor, str]) -> None:
    """Also, a plural that only a variant has is found."""
    editor, uri = opened
    id = asking(editor, uri, workDoneToken="mine")
    answer = editor.wait(lambda one: one.get("id") == id)
    said = [one["params"] for one in editor.messages if one["method"] == "$/progress"]
    assert {one["token"] for one in said} == {"mine"}
    assert (kinds(editor)[0], kinds(editor)[1], kinds(editor)[-1]) == ("begin", "report", "end")
    in_variant = [one for one in answer["result"] if one["uri"].endswith("herds.yaml")]
    assert [one["range"]["start"]["line"] for one in in_variant] == [4, 4, 6]


@pytest.mark.parametrize("how", ["the request", "its progress"])
def test_it_can_be_cancelled(how: str, opened: tuple[Editor, str]) -> None:
    editor, uri = opened
    id = asking(editor, uri, workDoneToken="mine")
    editor.wait(lambda one: one.get("method") == "$/progress")
    if how == "the request":
        editor.notify("$/cancelRequest", {"id": id})
    else:
        editor.notify("window/workDoneProgress/cancel", {"token": "mine"})
    answer = editor.wait(lambda one: one.get("id") == id)
    assert answer["error"]["code"] == -32800
    assert kinds(editor)[-1] == "end"


def test_an_editor_that_can_show_progress_is_asked_for_it(opened: tuple[Editor, str]) -> None:
    editor, uri = opened
    id = asking(editor, uri)
    editor.wait(lambda one: one.get("id") == id)
    created = [one for one in editor.messages if one["method"] == "window/workDoneProgress/create"]
    assert len(created) <= 1  # if it is done soon, nobody is told
    assert kinds(editor)[:1] == (["begin"] if kinds(editor) else [])


def test_what_no_other_file_can_say_is_found_at_once(opened: tuple[Editor, str]) -> None:
    """The answer comes from the index that the server has: nothing is started, so nothing is told."""
    editor, uri = opened
    editor.messages.clear()
    more: Data = {"context": {"includeDeclaration": True}, "workDoneToken": "mine"}
    assert len(editor.ask("references", uri, "  quizzical si", "ze: 3", **more)) == 2
    edit = editor.ask("rename", uri, "  quizzical si", "ze: 3", newName="odd size", workDoneToken="mine")
    assert [one["newText"] for one in edit["documentChanges"][0]["edits"]] == ["odd size"] * 2
    assert kinds(editor) == []
    with pytest.raises(RequestError, match="word of the language"):
        editor.ask("rename", uri, "  quizzical si", "ze: 3", newName="choose")
