"""What the server says of shipped games: nothing is wrong in it, every name in every text can be hovered over
and leads to its declaration, and all places that are named lie in the documents.

Which names there are is found out here, from drafts; what the server says of them is compared. Usually a sample of
the names of each file, and of the games of the cookbook, is tested, the same one every time; `--whole` tests all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.library.library import in_library
from rulewright.dsl.model.uses import BUILTIN, CELL, NUMBER, PHRASE, Use
from rulewright.dsl.tree.types import COMPASS
from rulewright.workbench.files.games import find_variant
from rulewright.workbench.files.shipped import shipped_games

from .. import amount
from ..fuzz.typing import found_game, sources_of
from .client import BREAK, Data, Editor, copied, starts_of, units

_COOKBOOK = [name for name in shipped_games() if name.startswith("cookbook/")]
GAMES = (
    *amount.sample([name for name in shipped_games() if name not in _COOKBOOK], 6),
    *amount.sample(_COOKBOOK, 5),
)
"""All games, usually a sample: of the cookbook, whose games are small and alike, and of the others."""
OF_FILE = 2
"""How many names of a file are tested, usually."""
ASKED = amount.sample(GAMES, 3)
"""The games where references are asked for, usually: another process works them out."""
FILES = 4
"""How many files of a game are, usually."""
_GIVEN = frozenset((*COMPASS, "row", "column"))
"""Words of the language: directions, and the rows and columns of what is drawn."""
_KEY = re.compile(r"[{,]\s*([a-z][^\n{}:,]*): ")
"""A key in a line of several."""
_WORD = re.compile(r"[^\W\d_]+|\d+")


@attrs.frozen(eq=False)
class Named:
    """A name in a file: where it stands, in code points, and what it names."""

    uri: str
    start: int
    end: int
    use: Use
    told: str = attrs.field(repr=False)
    is_ours: bool = attrs.field(repr=False)  # whether a file of the game declares it

    def range(self, editor: Editor) -> Data:
        return {"start": editor.position(self.uri, self.start), "end": editor.position(self.uri, self.end)}

    def __str__(self) -> str:
        return f"{self.uri.rpartition('/')[2]}:{self.start} {self.told!r} ({self.use.sort} {self.use.name!r})"


@attrs.define(eq=False)
class Opened:
    """A game with some of its files open in an editor."""

    name: str
    editor: Editor
    folder: Path
    rules: list[str]
    variants: list[str]
    scenarios: list[str]
    names: list[Named]
    states: frozenset[str]  # what the game and its players have, and its places

    @property
    def all(self) -> list[str]:
        return [*self.rules, *self.variants, *self.scenarios]

    def where(self, uri: str, offset: int) -> Data:
        return {"textDocument": {"uri": uri}, "position": self.editor.position(uri, offset)}

    def inside(self, uri: str, *ranges: Data) -> bool:
        """Whether ranges lie in a document, and none is back to front."""
        lines = lines_of(text_of(self.editor, uri))
        return all(
            _before(one["start"], one["end"]) and _on(lines, one["start"]) and _on(lines, one["end"])
            for one in ranges
        )


def _before(one: Data, other: Data) -> bool:
    return (one["line"], one["character"]) <= (other["line"], other["character"])


def _on(lines: list[str], at: Data) -> bool:
    return bool(0 <= at["line"] < len(lines) and 0 <= at["character"] <= units(lines[at["line"]]))


def text_of(editor: Editor, uri: str) -> str:
    """The text of a document, or of a file that is not open."""
    if uri not in editor.texts:
        editor.texts[uri] = path_of(uri).read_bytes().decode()
    return editor.texts[uri]


@lru_cache(maxsize=64)
def lines_of(text: str) -> list[str]:
    return BREAK.split(text)


def path_of(uri: str) -> Path:
    from urllib.parse import unquote, urlsplit

    return Path(unquote(urlsplit(uri).path))


def names_of(draft: Draft, folder: Path) -> list[Named]:
    """The names in all texts of a draft, at their places."""
    found: dict[tuple[str, int, int], Named] = {}
    for attempt in draft.attempts:
        if attempt.text.span.source.name not in draft.sources:
            continue
        uri = Path(attempt.text.span.source.name).resolve().as_uri()
        for use in attempt.uses:
            span = attempt.text.span_of(use.start, use.end)
            told = span.source.text[span.start : span.end]
            if (
                told.split() == attempt.text.value[use.start : use.end].split()
            ):  # else a slot of `each:` was filled
                found[uri, span.start, span.end] = Named(
                    uri, span.start, span.end, use, told, _ours(draft, use)
                )
    return list(found.values())


def _ours(draft: Draft, use: Use) -> bool:
    symbols = draft.symbols
    if use.sort == BUILTIN or use.name in _GIVEN:
        return False
    declared: Any = None
    if use.sort == PHRASE:
        declared = symbols.phrases.get(use.name)
    elif use.sort == NUMBER:
        declared = symbols.named_values.get(use.name)
    return declared is None or not in_library(declared.span)


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor() as editor:
        yield editor


@pytest.fixture(scope="module", params=GAMES)
def game(
    request: pytest.FixtureRequest, editor: Editor, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Opened]:
    folder = copied(request.param, tmp_path_factory.mktemp("game")).resolve()
    files = found_game(folder)
    known = files.variants()
    own = sources_of(files.files)
    draft = Draft.of(own)
    symbols = draft.symbols
    states = frozenset((*symbols.game, *symbols.players, *symbols.places))
    names = names_of(draft, folder)
    others = {name: lambda report, inner=inner: sources_of(inner) for name, inner in known.items()}
    variants: list[str] = []
    for name in amount.sample(list(known), 1):
        changes = sources_of(find_variant(files, name, Report()))
        draft = Draft.of(own, variants=[changes], others=others)
        uris = {Path(one.name).resolve().as_uri() for one in changes}
        names += [one for one in names_of(draft, folder) if one.uri in uris]
        variants += amount.sample(sorted(uris), 2)
    scenarios = [
        Path(str(one)).resolve().as_uri() for one in amount.sample([str(one) for one in files.scenarios()], 2)
    ]
    rules = [Path(str(one)).resolve().as_uri() for one in files.files]
    chosen = {*amount.sample(rules, FILES), *variants}
    names = [one for one in names if one.uri in chosen]
    by_file: dict[str, list[Named]] = {}
    for one in names:
        by_file.setdefault(one.uri, []).append(one)
    names = [one for several in by_file.values() for one in amount.sample(several, OF_FILE)]
    for uri in [*rules, *variants, *scenarios]:
        editor.open(path_of(uri))
    yield Opened(request.param, editor, folder, rules, variants, scenarios, names, states)
    for uri in [*rules, *variants, *scenarios]:
        editor.close(uri)
    editor.texts.clear()


def nothing_wrong(found: list[str]) -> None:
    assert not found, "\n" + "\n".join(found[:30])


def ascii_words(text: str) -> list[str]:
    return [one.casefold() for one in _WORD.findall(text)]


def alike(told: str, declared: str) -> bool:
    """Whether a word of the one is a word of the other, perhaps in the plural."""
    ours, theirs = ascii_words(told), ascii_words(declared)
    return any(one[:3] == other[:3] for one in ours for other in theirs)


# --------------------------------------------------------------------------- findings


def test_opening_finds_nothing(game: Opened) -> None:
    for uri in game.all:
        game.editor.about("documentSymbol", uri)
    found = {uri: [one["message"] for one in told] for uri, told in game.editor.diagnostics.items() if told}
    assert not {uri: told for uri, told in found.items() if uri.startswith(game.folder.as_uri())}


# ------------------------------------------------------------------------------- names


def test_every_name_hovers(game: Opened) -> None:
    wrong = []
    for one in game.names:
        for offset in {one.start, one.end}:
            found = game.editor.request("textDocument/hover", game.where(one.uri, offset))
            said = found["contents"]["value"].casefold() if found else ""
            if not (alike(one.told, said) or one.use.name.casefold() in said):
                wrong.append(f"{one}: {said[:200]!r}")
            if found and "range" in found and not game.inside(one.uri, found["range"]):
                wrong.append(f"{one}: {found['range']}")
    nothing_wrong(wrong)


def locations(found: Any) -> list[tuple[str, Data]]:
    several = [] if found is None else found if isinstance(found, list) else [found]
    return [
        (one.get("uri") or one["targetUri"], one.get("range") or one["targetSelectionRange"])
        for one in several
    ]


def said(game: Opened, uri: str, range_: Data, *, whole: bool) -> str:
    """What stands in a range; `whole`: in its line, for a name of several parts."""
    text_of(game.editor, uri)
    if not whole:
        return game.editor.text_of(uri, range_)
    line: int = range_["start"]["line"]
    return lines_of(text_of(game.editor, uri))[line]


def test_every_use_leads_to_its_declaration_and_back(game: Opened) -> None:
    wrong = []
    editor, asked = game.editor, game.name not in ASKED
    for one in game.names:
        places = locations(editor.request("textDocument/definition", game.where(one.uri, one.start)))
        if not places and one.is_ours:
            wrong.append(f"{one}: leads nowhere")
        wrong += [f"{one}: {uri} {range_}" for uri, range_ in places if not game.inside(uri, range_)]
        if not places or wrong:
            continue
        declared = [said(game, uri, range_, whole=one.use.sort == PHRASE) for uri, range_ in places]
        board = one.use.sort == CELL and any(
            text in game.states for text in declared
        )  # which names its cells
        if not board and not any(alike(one.told, text) or alike(one.use.name, text) for text in declared):
            wrong.append(f"{one}: leads to {declared}")
        here = editor.request("textDocument/documentHighlight", game.where(one.uri, one.start))
        if not any(_within(marked["range"], one.range(editor)) for marked in here or ()):
            wrong.append(f"{one}: is not marked itself")
        wrong += [f"{one}: {marked}" for marked in here or () if not game.inside(one.uri, marked["range"])]
        if amount.is_whole() or not asked:
            asked = True
            uri, range_ = places[0]
            about = {"textDocument": {"uri": uri}, "position": range_["start"]}
            found = locations(
                editor.request("textDocument/references", {**about, "context": {"includeDeclaration": True}})
            )
            wrong += [f"{one}: {there} {at}" for there, at in found if not game.inside(there, at)]
            if not any(there == one.uri and _within(at, one.range(editor)) for there, at in found):
                wrong.append(f"{one}: is no reference of its declaration")
            if (uri, range_["start"]) not in [(there, at["start"]) for there, at in found]:
                wrong.append(f"{one}: its declaration is not among its references")
    nothing_wrong(wrong)


def test_names_in_scenarios_lead_into_the_rules(game: Opened) -> None:
    wrong, asked = [], 0
    for uri in game.scenarios:
        text = text_of(game.editor, uri)
        keys = [one for one in _KEY.finditer(text) if one[1] in game.states]
        for match in amount.sample(keys, 4):
            found = locations(game.editor.request("textDocument/definition", game.where(uri, match.start(1))))
            asked += 1
            if not any(there.startswith(game.folder.as_uri()) and there != uri for there, _ in found):
                wrong.append(f"{uri}: {match[1]!r} at {match.start(1)} leads nowhere")
    nothing_wrong(wrong)


# --------------------------------------------------------------------------- documents


def test_symbols(game: Opened) -> None:
    wrong = []
    for uri in game.all:
        found = game.editor.about("documentSymbol", uri)
        assert found, uri
        todo = [(one, None) for one in found]
        while todo:
            one, around = todo.pop()
            if not game.inside(uri, one["range"], one["selectionRange"]):
                wrong.append(f"{uri}: {one['name']}: outside")
            if not _within(one["selectionRange"], one["range"]):
                wrong.append(f"{uri}: {one['name']}: its name is not in it")
            if around is not None and not _within(one["range"], around["range"]):
                wrong.append(f"{uri}: {one['name']} is not in {around['name']}")
            if one["name"] not in game.editor.text_of(uri, one["selectionRange"]):
                wrong.append(
                    f"{uri}: {one['name']!r} is not {game.editor.text_of(uri, one['selectionRange'])!r}"
                )
            todo += [(inner, one) for inner in one.get("children", ())]
    nothing_wrong(wrong)


def _within(one: Data, other: Data) -> bool:
    return _before(other["start"], one["start"]) and _before(one["end"], other["end"])


def test_symbols_of_the_workspace(game: Opened) -> None:
    if not game.names:
        return
    found = game.editor.request("workspace/symbol", {"query": ""})
    assert found
    assert all(game.inside(one["location"]["uri"], one["location"]["range"]) for one in found)


def test_folds_and_selections(game: Opened) -> None:
    wrong = []
    for uri in game.all:
        count = len(BREAK.split(text_of(game.editor, uri)))
        for one in game.editor.about("foldingRange", uri):
            if not 0 <= one["startLine"] < one["endLine"] < count:
                wrong.append(f"{uri}: {one}")
    for named in amount.sample(game.names, 10):
        at = game.where(named.uri, named.start + 1)["position"]
        (one,) = game.editor.about("selectionRange", named.uri, positions=[at])
        depth, word = 0, game.editor.text_of(named.uri, one["range"])
        if word not in named.told and named.told not in word:
            wrong.append(f"{named}: selects {word!r} first")
        while one is not None:
            if not game.inside(named.uri, one["range"]) or not _within(
                {"start": at, "end": at}, one["range"]
            ):
                wrong.append(f"{named}: {one['range']}")
            if "parent" in one and not _within(one["range"], one["parent"]["range"]):
                wrong.append(f"{named}: is not in what is around it")
            one, depth = one.get("parent"), depth + 1
        if depth < 3:
            wrong.append(f"{named}: only {depth} steps")
    nothing_wrong(wrong)


SORTS = {
    "type": "class",
    "phrase": "function",
    "property": "property",
    "design": "enumMember",
    "variable": "parameter",
}


def decoded(game: Opened, uri: str, data: list[int]) -> list[tuple[int, int, str]]:
    """Tokens of a document as stretches in code points with their types. Raises if one is outside of its line, or
    before the one before it."""
    types = game.editor.capable["semanticTokensProvider"]["legend"]["tokenTypes"]
    lines = lines_of(text_of(game.editor, uri))
    starts = starts_of(text_of(game.editor, uri))
    found: list[tuple[int, int, str]] = []
    line = column = 0
    end = (0, 0)
    assert len(data) % 5 == 0
    for down, right, length, kind, _ in zip(*(iter(data),) * 5, strict=True):
        line, column = line + down, right if down else column + right
        assert length > 0
        assert (line, column) >= end, (uri, line, column)
        end = line, column + length
        assert column + length <= units(lines[line]), (uri, line, column)
        before = lines[line].encode("utf-16-le")[: 2 * column].decode("utf-16-le")
        told = lines[line].encode("utf-16-le")[2 * column : 2 * (column + length)].decode("utf-16-le")
        start = starts[line] + len(before)
        found.append((start, start + len(told), types[kind]))
    return found


def test_colours(game: Opened) -> None:
    wrong = []
    tokens = {}
    for uri in {one.uri for one in game.names}:
        data = game.editor.about("semanticTokens/full", uri)["data"]
        tokens[uri] = decoded(game, uri, data)
        assert tokens[uri], uri
        whole = {
            "start": {"line": 0, "character": 0},
            "end": game.editor.position(uri, len(text_of(game.editor, uri))),
        }
        assert game.editor.about("semanticTokens/range", uri, range=whole)["data"] == data
    for one in game.names:
        here = [token for token in tokens[one.uri] if token[0] < one.end and one.start < token[1]]
        expected = SORTS.get(one.use.sort)
        if not _WORD.search(one.told):
            continue  # a sign
        if {kind for _, _, kind in here} & {"keyword"} or (
            expected and {kind for *_, kind in here} != {expected}
        ):
            wrong.append(f"{one}: {here}")
    nothing_wrong(wrong)


def test_hints_lenses_and_links(game: Opened) -> None:
    wrong = []
    for uri in game.all:
        text = text_of(game.editor, uri)
        whole = {"start": {"line": 0, "character": 0}, "end": game.editor.position(uri, len(text))}
        for one in game.editor.about("inlayHint", uri, range=whole):
            if not game.inside(uri, {"start": one["position"], "end": one["position"]}) or not one["label"]:
                wrong.append(f"{uri}: {one}")
        found = game.editor.about("codeLens", uri)
        titles = [one["command"]["title"] for one in found]
        wrong += [f"{uri}: {one}" for one in found if not game.inside(uri, one["range"])]
        if uri in game.scenarios:
            count = len(re.findall(r"^  \S[^\n]*:", text.partition("\nscenarios:")[2] or text, re.MULTILINE))
            if titles.count("run") == 0 or titles.count("run") > count:
                wrong.append(f"{uri}: {titles.count('run')} scenarios can be run, of {count}")
        has_rules = re.search(r"^rules:", text, re.MULTILINE) and uri in game.rules
        if has_rules and not any(title.startswith("cited by") for title in titles):
            wrong.append(f"{uri}: no rule says what cites it")
        for one in game.editor.about("documentLink", uri):
            if not game.inside(uri, one["range"]) or not path_of(one["target"]).is_file():
                wrong.append(f"{uri}: {one}")
        if game.editor.about("formatting", uri, options={"tabSize": 2, "insertSpaces": True}):
            wrong.append(f"{uri}: formatting changes it")
    nothing_wrong(wrong)


def test_completion_offers_what_stands_there(game: Opened) -> None:
    wrong, hit, asked = [], 0, 0
    for one in amount.sample(game.names, 6):
        found = game.editor.request("textDocument/completion", game.where(one.uri, one.start))
        items = found["items"] if isinstance(found, dict) else found or []
        asked += 1
        hit += any(alike(one.told, item["label"]) for item in items)
        for item in items:
            edit = item.get("textEdit")
            range_ = edit and (edit.get("range") or edit["insert"])
            if range_ and (
                not game.inside(one.uri, range_) or range_["start"]["line"] != range_["end"]["line"]
            ):
                wrong.append(f"{one}: {item['label']}: {range_}")
    nothing_wrong(wrong)
    assert hit * 2 >= asked, (hit, asked)


# ---------------------------------------------------------------------------- odd letters, variants


def test_places_behind_letters_of_two_units(tmp_path: Path) -> None:
    """Editors count in UTF-16, where an emoji is two units long."""
    folder = copied("do-podzemi", tmp_path).resolve()
    with Editor() as editor:
        uri = editor.open(folder / "game.yaml")
        assert editor.next_for(uri) == []
        editor.replace(uri, "no victory card is lost", "žádná \U0001f409\U0001f409 karta")
        before, after = "\U0001f409 karta: victory cards + the total vic", "tories"
        found = editor.ask("hover", uri, before, after)
        assert "victories" in found["contents"]["value"]
        assert editor.text_of(uri, found["range"]) == "victories"
        (place,) = editor.ask("definition", uri, before, after)
        assert editor.text_of(uri, place["range"]) == "victories"
        marked = editor.ask("documentHighlight", uri, before, after)
        assert {editor.text_of(uri, one["range"]) for one in marked} == {"victories"}
        opened = Opened("", editor, folder, [], [], [], [], frozenset())
        words = decoded(opened, uri, editor.about("semanticTokens/full", uri)["data"])
        here = editor.texts[uri].index("victory cards + the total")
        told = [editor.texts[uri][start:end] for start, end, _ in words if here <= start < here + 40]
        assert told == ["victory", "cards", "the", "total", "victories", "of", "players"][: len(told)]
        assert len(told) > 4
        editor.replace(
            uri, "karta: victory cards + the total victories", "karta: victory cards + the total victorys"
        )
        (wrong,) = editor.wait_for(uri, bool)
        assert editor.text_of(uri, wrong["range"]) == "victorys"


def test_a_variant_is_checked_and_leads_into_its_game(tmp_path: Path) -> None:
    folder = copied("do-podzemi", tmp_path).resolve()
    with Editor() as editor:
        uri = editor.open(folder / "variants" / "forced-summons.yaml")
        assert editor.next_for(uri) == []
        (place,) = editor.ask("definition", uri, "the top mon", "ster of")
        assert place["uri"] == (folder / "components.yaml").as_uri()
        editor.replace(uri, "into the player's sacrifices", "into the player's sacrifice")
        (found,) = editor.wait_for(uri, bool)
        assert editor.text_of(uri, found["range"]) == "sacrifice"
        editor.replace(uri, "into the player's sacrifice\n", "into the player's sacrifices\n")
        assert editor.wait_for(uri, lambda found: not found) == []
        editor.replace(uri, "flow/round/bidding/options/draw", "flow/round/biding/options/draw")
        (found,) = editor.wait_for(uri, bool)
        assert "biding" in editor.text_of(uri, found["range"])
