"""`rulewright cards`: sheets and pages of cards, in each language."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser

import pytest

from ..amount import sample
from .conftest import Run


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines(keepends=True)))


def test_a_sheet_has_a_row_for_each_design(rulewright: Run) -> None:
    done = rulewright("cards", "do-podzemi")
    assert (done.code, done.err) == (0, "")
    by_id = {row["id"]: row for row in rows(done.out)}
    assert by_id["dragon"] == {
        "id": "dragon",
        "name": "dragon",
        "type": "monster",
        "copies": "1",
        "strength": "9",
        "health": "",
        "kit": "",
        "text": "",
    }
    assert by_id["torch"]["text"] == "kills monsters with strength <= 3"
    assert by_id["torch"]["copies"] == "2"


def test_a_sheet_in_another_language(rulewright: Run) -> None:
    by_id = {row["id"]: row for row in rows(rulewright("cards", "do-podzemi", "--lang", "cs").out)}
    assert by_id["dragon"]["name"] == "drak"
    assert by_id["dragon"]["síla"] == "9"
    assert by_id["polymorph"]["text"].splitlines()[1:] == [
        "  přesuň tu nestvůru do proměněných nestvůr",
        "  odlož tento kus výzbroje",
        "  dobrodruh potkává vrchní nestvůru balíčku nestvůr",
    ]


class Page(HTMLParser):
    """Counts elements, and fails if one is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_page_has_a_card_for_each_copy(rulewright: Run) -> None:
    done = rulewright("cards", "do-podzemi", "--lang", "cs", "--format", "html")
    page = Page()
    page.feed(done.out)
    assert page.open == []
    copies = sum(int(row["copies"]) for row in rows(rulewright("cards", "do-podzemi").out))
    assert page.seen.count("article") == copies == 41
    assert page.words.count("pochodeň") == 2
    assert "kills monsters with strength <= 3" not in done.out


def test_only_some_types_are_printed(rulewright: Run) -> None:
    done = rulewright("cards", "do-podzemi", "--format", "html", "--type", "hero", "--type", "monster")
    page = Page()
    page.feed(done.out)
    assert "knight" in page.words
    assert "torch" not in page.words
    assert [row["type"] for row in rows(rulewright("cards", "do-podzemi", "--type", "hero").out)] == [
        "hero"
    ] * 4
    wrong = rulewright("cards", "do-podzemi", "--type", "spell")
    assert (wrong.code, "there is no type 'spell'" in wrong.err) == (1, True)


@pytest.mark.parametrize(
    ("size", "paper", "columns", "rows"),
    [("63x88", "a4", 3, 3), ("44x68", "a4", 4, 4), ("63x88", "letter", 3, 2), ("180x180", "a4", 1, 1)],
)
def test_cards_fill_the_paper(rulewright: Run, size: str, paper: str, columns: int, rows: int) -> None:
    done = rulewright("cards", "classics/love-letter", "--format", "html", "--size", size, "--paper", paper)
    sheets = done.out.split('<section class="sheet">')[1:]
    counts = [sheet.count("<article>") for sheet in sheets]
    assert sum(counts) == 16
    assert set(counts[:-1]) <= {columns * rows}
    assert len(counts) == -(-16 // (columns * rows))
    assert sheets[0].count('class="mark"') == 2 * (columns + 1) + 2 * (rows + 1)


@pytest.mark.parametrize("size", ["63", "63x880", "0x88", "9x9", "63x88mm", "1e2x88"])
def test_a_size_that_no_card_has(rulewright: Run, size: str) -> None:
    done = rulewright("cards", "do-podzemi", "--format", "html", "--size", size)
    assert (done.code, "as in 63x88" in done.err) == (2, True)


def test_costs_are_printed_as_chips_in_the_colours_of_gems(rulewright: Run) -> None:
    out = rulewright(
        "cards", "classics/gem-merchants", "--lang", "cs", "--format", "html", "--type", "card"
    ).out
    chips = set(re.findall(r'<span class="chip" style="background: (#\w{6}); color: #\w{6}">\d (\w+)', out))
    assert {name for _, name in chips} == {"diamant", "safír", "smaragd", "rubín", "onyx"}
    assert len({colour for colour, _ in chips}) == 5


def test_cards_as_json(rulewright: Run) -> None:
    data = json.loads(rulewright("cards", "do-podzemi", "--lang", "cs", "--format", "json").out)
    torch = next(card for card in data["cards"] if card["id"] == "torch")
    assert torch == {
        "id": "torch",
        "name": "pochodeň",
        "type": "kus výzbroje",
        "copies": 2,
        "text": "zabíjí nestvůry se silou nejvýše 3",
        "facts": {},
    }


@pytest.mark.parametrize(
    "game", sample(["hrad", "priseri", "hrdina-v-kostce", "vladci-podzemi", "classics/love-letter"], 2)
)
def test_every_game_has_a_sheet(rulewright: Run, game: str) -> None:
    done = rulewright("cards", game, "--lang", "cs")
    assert done.code == 0
    found = rows(done.out)
    assert found
    assert all(row["name"] for row in found)


def test_a_language_that_the_game_does_not_have(rulewright: Run) -> None:
    done = rulewright("cards", "do-podzemi", "--lang", "xx")
    assert done.code == 1
    assert done.err == "rulewright cards: the game has no language 'xx'; it has: en, cs\n"


def test_markup_in_names_is_escaped(rulewright: Run) -> None:
    import pathlib

    folder = pathlib.Path("g")
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "rulewright: 1\ngame: g\ntitle: G\nplayers: 2\n"
        "components: {card: {starts in: the box, designs: {ace: {en: a <b> ace, source: house}}}}\n"
        "places: {box: area of cards}\n"
        "flow: [{phase: play, do: the match ends}]\n",
        encoding="utf-8",
    )
    done = rulewright("cards", "./g", "--format", "html")
    assert "<b>" not in done.out.replace("<body>", "")
