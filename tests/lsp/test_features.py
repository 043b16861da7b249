"""What editors ask for, one by one, in one game that is not changed."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .client import Data, Editor, RequestError, copied


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor() as one:
        yield one


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied("do-podzemi", tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def open_file(editor: Editor, game: Path) -> Any:
    known: dict[str, str] = {}

    def opened(name: str) -> str:
        if name not in known:
            known[name] = editor.open(game / name)
        return known[name]

    return opened


def hovered(editor: Editor, uri: str, before: str, after: str) -> str:
    found = editor.ask("hover", uri, before, after)
    return str(found["contents"]["value"]) if found is not None else ""


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        (
            "flow.yaml",
            "the hero figh",
            "ts foe",
            ["an action", "put the foe into the graveyard", "cites expedition.4"],
        ),
        ("flow.yaml", "the hero figh", "ts foe", ["Czech:", "hrdina bojuje s tou nestvůrou"]),
        (
            "flow.yaml",
            "put foe into the grave",
            "yard",
            ["**graveyard**: area of monsters", "game.yaml, line 42"],
        ),
        ("flow.yaml", "put f", "oe into the grave", ["**foe**: a monster"]),
        (
            "flow.yaml",
            "the delver's vic",
            "tories go up",
            ["a number from 0 to 3", "starts: 0", "cites goal.1"],
        ),
        (
            "flow.yaml",
            "rule: [setup.3, new-",
            "round.2]",
            ["chooses any of the four heroes", "Czech:", "cited by phrase"],
        ),
        ("flow.yaml", "    d", "o: |", ["**do**: an effect"]),
        (
            "flow.yaml",
            "choose a piece of equipment in the gear, as ",
            "the loss",
            ["**asks** the player", "**needs** something to choose (equipment in the gear)"],
        ),
        (
            "flow.yaml",
            "the delver mee",
            "ts ",
            ["**changes** the hit points", "**instead of it** may act: magic sword"],
        ),
        ("rules.yaml", "  go", "al.1:", ["twice wins the match", "cited by option 'victories to win'"]),
        ("components.yaml", "      tor", "ch:", ["**torch**: a design of piece of equipment, 2 copies"]),
        (
            "scenarios/after.yaml",
            "aid ca",
            "rd: white",
            ["white or dark (state of each player)", "starts: white"],
        ),
        ("scenarios/after.yaml", "gear: [tor", "ch]", ["kills monsters with strength <= 3"]),
        ("scenarios/after.yaml", "    gi", "ven:", ["the position it begins with"]),
        ("variants/forced-summons.yaml", "  flow/round/bidd", "ing/options/pass/if", ["a phase"]),
        ("variants/forced-summons.yaml", "the player is not n", "ew", ["yes or no", "hráč není nový"]),
    ],
)
def test_hover(editor: Editor, open_file: Any, file: str, before: str, after: str, said: list[str]) -> None:
    found = hovered(editor, open_file(file), before, after)
    assert all(one in found for one in said), found


@pytest.mark.parametrize(
    ("file", "before", "after", "leads_to"),
    [
        ("flow.yaml", "put foe into the grave", "yard", ("game.yaml", "graveyard")),
        ("flow.yaml", "the hero figh", "ts foe", ("flow.yaml", "the hero fights")),
        ("flow.yaml", "put f", "oe into the grave", ("flow.yaml", "foe")),
        ("scenarios/after.yaml", "start: round/exp", "edition", ("flow.yaml", "expedition")),
        ("scenarios/after.yaml", "rule: [aft", "er.1", ("rules.yaml", "after.1")),
        ("variants/forced-summons.yaml", "of: do-", "pod", ("game.yaml", "do-podzemi")),
    ],
)
def test_definition(
    editor: Editor, open_file: Any, game: Path, file: str, before: str, after: str, leads_to: tuple[str, str]
) -> None:
    (found,) = editor.ask("definition", open_file(file), before, after)
    name, said = leads_to
    assert found["uri"] == (game / name).as_uri()
    declared = open_file(name)
    line = editor.texts[declared].split("\n")[found["range"]["start"]["line"]]
    assert line[found["range"]["start"]["character"] :].startswith(said) or said in line


def test_references_are_found_in_all_files(editor: Editor, open_file: Any) -> None:
    found = editor.ask(
        "references",
        open_file("flow.yaml"),
        "put foe into the grave",
        "yard",
        context={"includeDeclaration": True},
    )
    files = {one["uri"].rpartition("/")[2] for one in found}
    assert {"game.yaml", "flow.yaml", "look.yaml", "after.yaml", "items-mage.yaml"} <= files
    without = editor.ask(
        "references",
        open_file("flow.yaml"),
        "put foe into the grave",
        "yard",
        context={"includeDeclaration": False},
    )
    assert len(without) == len(found) - 1


def test_what_is_the_same_is_marked(editor: Editor, open_file: Any) -> None:
    uri = open_file("flow.yaml")
    found = editor.ask("documentHighlight", uri, "put foe into the grave", "yard")
    assert [editor.text_of(uri, one["range"]) for one in found] == ["graveyard"] * 3


def test_rename_is_prepared_and_refused(editor: Editor, open_file: Any) -> None:
    uri = open_file("flow.yaml")
    found = editor.ask("prepareRename", uri, "put foe into the grave", "yard")
    assert (editor.text_of(uri, found["range"]), found["placeholder"]) == ("graveyard", "graveyard")
    with pytest.raises(RequestError, match="already the name of a place"):
        editor.ask("rename", uri, "put foe into the grave", "yard", newName="dungeon")
    assert editor.ask("prepareRename", uri, "for each ki", "nd in") is None


def labels(found: Data) -> list[str]:
    return [one["label"] for one in found["items"]]


@pytest.mark.parametrize(
    ("file", "before", "after", "offered"),
    [
        ("flow.yaml", "      put foe into the ", "grave", "graveyard"),
        ("flow.yaml", "    rule: [setup.3, ", "new-round.2", "new-round.2"),
        ("flow.yaml", "      - phase: preparation\n        ", "rule", "repeat"),
        ("scenarios/after.yaml", "start: round/", "exp", "round/expedition"),
        ("scenarios/after.yaml", "    given:\n      ", "hero: barb", "hero"),
    ],
)
def test_completion(editor: Editor, open_file: Any, file: str, before: str, after: str, offered: str) -> None:
    assert offered in labels(editor.ask("completion", open_file(file), before, after))


def test_symbols(editor: Editor, open_file: Any) -> None:
    found = {one["name"]: one for one in editor.about("documentSymbol", open_file("flow.yaml"))}
    assert list(found) == ["numbers", "phrases", "flow"]
    assert found["flow"]["children"][1]["name"] == "round"
    bidding = found["flow"]["children"][1]["children"][1]
    assert [bidding["name"], *(one["name"] for one in bidding["children"])] == ["bidding", "draw", "pass"]
    scenarios = editor.about("documentSymbol", open_file("scenarios/after.yaml"))
    assert "one victory each does not win" in [one["name"] for one in scenarios[0]["children"]]
    everywhere = editor.request("workspace/symbol", {"query": "goblin"})
    assert [one["containerName"] for one in everywhere] == ["monster"]


def test_folding_and_selection(editor: Editor, open_file: Any) -> None:
    uri = open_file("flow.yaml")
    assert {"startLine": 0, "endLine": 1} in editor.about("foldingRange", uri)
    at = editor.at(uri, "hit points g", "o down")["position"]
    (found,) = editor.about("selectionRange", uri, positions=[at])
    texts = []
    while found is not None:
        texts.append(editor.text_of(uri, found["range"]))
        found = found.get("parent")
    assert texts[0] == "go"
    assert "hit points go down" in texts[1]
    assert texts[-1] == editor.texts[uri]
    assert all(inner in outer for inner, outer in itertools.pairwise(texts))


def decoded(editor: Editor, uri: str, data: list[int]) -> list[tuple[str, str]]:
    """The coloured words, each with its type."""
    kinds = editor.capable["semanticTokensProvider"]["legend"]["tokenTypes"]
    line = column = 0
    found = []
    for at in range(0, len(data), 5):
        down, right, length, kind, _ = data[at : at + 5]
        column = right if down else column + right
        line += down
        start = {"line": line, "character": column}
        end = {"line": line, "character": column + length}
        found.append((editor.text_of(uri, {"start": start, "end": end}), kinds[kind]))
    return found


def test_colours(editor: Editor, open_file: Any) -> None:
    uri = open_file("flow.yaml")
    full = editor.about("semanticTokens/full", uri)
    found = decoded(editor, uri, full["data"])
    for word in (("put", "keyword"), ("graveyard", "namespace"), ("foe", "parameter"), ("monster", "class")):
        assert word in found
    again = editor.about("semanticTokens/full/delta", uri, previousResultId=full["resultId"])
    assert again["edits"] == []
    first = {"start": {"line": 0, "character": 0}, "end": {"line": 20, "character": 0}}
    part = editor.about("semanticTokens/range", uri, range=first)["data"]
    assert decoded(editor, uri, part) == found[: len(part) // 5]


def test_effects_in_scenarios_are_texts_like_others(editor: Editor, open_file: Any) -> None:
    uri = open_file("scenarios/items-together.yaml")
    found = decoded(editor, uri, editor.about("semanticTokens/full", uri)["data"])
    for word in (("for", "keyword"), ("dungeon", "namespace"), ("meets", "function"), ("lich", "enumMember")):
        assert word in found
    assert ("given", "keyword") not in found
    before, after = "for each monster in the dung", "eon, from the top"
    text = hovered(editor, uri, before, after)
    assert "**dungeon**: pile of monsters" in text
    assert "from the top: the delver meets that monster" in text  # how it was understood
    (declared,) = editor.ask("definition", uri, before, after)
    assert declared["uri"] == open_file("game.yaml")
    here = editor.ask("documentHighlight", uri, before, after)
    assert len(here) == editor.texts[uri].count("in the dungeon, from the top")
    assert all(editor.text_of(uri, one["range"]) == "dungeon" for one in here)


def test_a_text_is_rewritten_as_the_printer_says_it(editor: Editor, open_file: Any) -> None:
    uri = open_file("flow.yaml")
    at = editor.at(uri, "put foe into the grave", "yard")["position"]
    asked: Data = {"range": {"start": at, "end": at}, "context": {"diagnostics": [], "only": ["refactor"]}}
    (found,) = editor.about("codeAction", uri, **asked)
    assert (found["kind"], found["title"]) == ("refactor.rewrite", "Rewrite as canonical text")
    (edit,) = found["edit"]["documentChanges"][0]["edits"]
    assert "put foe into the graveyard" in editor.text_of(uri, edit["range"])
    assert "put the foe into the graveyard" in edit["newText"]
    at = editor.at(uri, "phase: ", "bidding")["position"]
    assert editor.about("codeAction", uri, **{**asked, "range": {"start": at, "end": at}}) == []


def test_hints(editor: Editor, open_file: Any) -> None:
    uri = open_file("flow.yaml")
    whole = {"start": {"line": 0, "character": 0}, "end": editor.position(uri, len(editor.texts[uri]))}
    found = editor.about("inlayHint", uri, range=whole)
    lines = editor.texts[uri].split("\n")
    said = [(one["label"], lines[one["position"]["line"]].strip()) for one in found]
    assert ("the player:", "choose one:") in said
    assert ("in printed order", "for each player:") in said
    assert not any("from the top" in line for label, line in said if label == "in printed order")
    state = editor.about("inlayHint", open_file("game.yaml"), range=whole)
    assert "starts none" in [one["label"] for one in state]


def test_lenses_and_links(editor: Editor, open_file: Any, game: Path) -> None:
    uri = open_file("scenarios/after.yaml")
    titles = [one["command"]["title"] for one in editor.about("codeLens", uri)]
    assert titles[:3] == ["run all", "run", "play from here"]
    play = next(
        one["command"] for one in editor.about("codeLens", uri) if one["command"]["title"] == "play from here"
    )
    file = f"{game / 'scenarios/after.yaml'}:a success takes a victory card"
    assert play["arguments"] == ["play", str(game), "--scenario", file]
    rules = open_file("rules.yaml")
    if not any(one.get("method") == "workspace/codeLens/refresh" for one in editor.messages):
        editor.wait(lambda one: one.get("method") == "workspace/codeLens/refresh")
    found = [one["command"] for one in editor.about("codeLens", rules)]
    assert [one["title"] for one in found[:2]] == ["cited by 2", "shown by 9 scenarios"]
    assert len(found[1]["arguments"][2]) == 9
    links = editor.about("documentLink", open_file("variants/forced-summons.yaml"))
    assert [one["target"] for one in links] == [(game / "game.yaml").as_uri()]


def command(editor: Editor, name: str, *arguments: Any) -> Any:
    return editor.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})


def test_scenarios_are_run(editor: Editor, open_file: Any) -> None:
    uri = open_file("scenarios/after.yaml")
    one = command(editor, "rulewright.runScenario", uri, "one victory each does not win")
    assert (one["passed"], one["failed"]) == (1, 0)
    assert command(editor, "rulewright.runScenarios", uri)["failed"] == 0
    with pytest.raises(RequestError, match="no open file"):
        command(editor, "rulewright.runScenario", "file:///nowhere.yaml", "x")


def test_messages_are_explained(editor: Editor) -> None:
    assert command(editor, "rulewright.explain", "RW205").startswith("RW205: ")
    with pytest.raises(RequestError, match="no code"):
        command(editor, "rulewright.explain", "RW000")
    with pytest.raises(RequestError, match="no command"):
        command(editor, "rulewright.fly")


def test_a_formatted_file_stays_as_it_is(editor: Editor, open_file: Any) -> None:
    assert (
        editor.about("formatting", open_file("flow.yaml"), options={"tabSize": 2, "insertSpaces": True}) == []
    )
