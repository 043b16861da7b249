"""The design table in a browser: edit, save, and the same position is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rulewright.workbench.cli import main

from ..workbench.test_images import png
from .people import Page, Server

# Whether there are images in the page, and all of them have been loaded.
LOADED = """
const all = [...document.querySelectorAll("[data-table] img")];
return all.length > 0 && all.every((one) => !one.hidden && one.naturalWidth > 0);
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game that `rulewright new game` makes."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "finds"]) == 0
    return tmp_path / "finds"


@pytest.fixture
def designing(folder: Path) -> Iterator[Server]:
    found = Server(folder.parent, str(folder), "--live")
    yield found
    found.stop()


def change(folder: Path, old: str, new: str) -> None:
    file = folder / "game.yaml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def dig(pair: list[Page]) -> None:
    """Whoever has to decide digs."""
    page = pair[0].until(lambda: next((one for one in pair if one.state_now()["words"]), None))
    lines = len(page.log())
    page.tap(".prompt [data-option]", "dig")
    page.until(lambda: len(page.log()) > lines)
    page.settled()


def state(page: Page, *, saves: int, clean: bool) -> None:
    query = f"[data-design-table][data-saves='{saves}']{'[data-clean]' if clean else ':not([data-clean])'}"
    page.one(query)
    page.settled()


def test_what_is_saved_is_played_on_from_the_same_position(
    designing: Server, pair: list[Page], folder: Path
) -> None:
    page, other = pair
    match = designing.match(str(folder), "person", "person", seed=3)
    page.join(match.link(0))
    other.join(match.link(1))
    page.tap("[data-design='on']")
    page.one("[data-design-table]")
    assert not other.all("[data-design-table]"), "the second player is no designer"
    for _ in range(3):
        dig(pair)
    before = [one.settled() for one in pair]

    change(folder, "copper: {worth: 1,", "copper: {worth: 3,")
    state(page, saves=1, clean=True)
    assert [one.settled()["drawn"] for one in pair] == [one["drawn"] for one in before]
    assert [one.settled()["log"] for one in pair] == [one["log"] for one in before]

    change(folder, "put find into the digger's finds", "put find into the digger's fines")
    state(page, saves=2, clean=False)
    assert page.settled()["drawn"] == before[0]["drawn"]
    found = page.one("[data-finding]")
    assert "fines" in found.text
    place = page.one("[data-at]").get_attribute("data-at")
    assert place is not None
    assert place.startswith("finds/game.yaml:")
    page.tap("[data-at]")
    page.until(lambda: place in page.text(".design-sheet [role=status]"), "the place is not copied")

    change(folder, "fines", "finds")
    state(page, saves=3, clean=True)
    assert not page.all("[data-finding]")

    change(folder, "if: the deck is not empty", "if: the number of treasures in player's finds < 1")
    state(page, saves=4, clean=True)
    stop = page.one("[data-design-stop]").text
    assert "Choice 3" in stop
    assert "'dig'" in stop
    assert page.settled()["drawn"] != before[0]["drawn"]
    page.tap("[data-design='back']")
    page.until(lambda: page.settled()["drawn"] == before[0]["drawn"])
    page.tap("[data-design='newest']")
    page.one("[data-design-stop]")
    page.tap("[data-design='keep']")
    page.until(lambda: not page.all("[data-design-stop]"))
    page.tap("[data-design='again']")
    page.until(lambda: len(page.log()) < 3)
    page.tap("[data-design-table] [aria-controls='design-sheet']")
    page.tap("[data-settings='player:0']")
    page.tap("[data-because='score']")
    assert "game.yaml:" in page.one("[data-because-shown]").text
    page.one("input[data-setting='score']").clear()
    page.one("input[data-setting='score']").send_keys("7")
    page.tap("[data-set]")
    page.until(lambda: not page.all("[data-settings-dialog]"), "it is not set")
    page.tap("[data-design='set-up']")
    page.tap("[data-place='place:deck'] [data-id]")
    page.tap("[data-settings-dialog] [data-lay='']")
    page.tap("[data-settings-dialog] [data-lay='gold']")
    page.tap("[data-set]")
    page.until(lambda: not page.all("[data-settings-dialog]"), "it is not set")
    page.tap("[data-design='set-up']")
    page.tap("[data-design-table] [aria-controls='design-sheet']")
    page.one("[data-scenario-name]").send_keys("one piece of gold is left")
    page.tap("[data-design='scenario']")
    page.until(lambda: "one-piece-of-gold-is-left.yaml" in page.text("[data-written]"), "it is not written")
    assert main(["test", str(folder)]) == 0
    assert "deck: [gold]" in (folder / "scenarios" / "one-piece-of-gold-is-left.yaml").read_text("utf-8")
    page.one("[data-measured] [data-bot='random'] .figures td")
    assert page.hurdles() == []
    assert [one.problems() for one in pair] == [[], []]


def test_images_that_a_save_names_are_shown_at_once(
    designing: Server, pair: list[Page], folder: Path
) -> None:
    page, other = pair
    match = designing.match(str(folder), "person", "person", seed=3)
    page.join(match.link(0))
    other.join(match.link(1))
    page.tap("[data-design='on']")
    page.one("[data-design-table]")
    for _ in range(2):
        dig(pair)
    (folder / "art").mkdir()
    for name in ("copper", "silver", "gold", "snake", "back"):
        (folder / f"art/{name}.png").write_bytes(png())
    look = 'look:\n  types: {treasure: {image: "art/{design}.png", back: art/back.png}}\n\nflow:\n'
    change(folder, "flow:\n", look)
    state(page, saves=1, clean=True)
    for one in pair:
        one.until(lambda one=one: one.driver.execute_script(LOADED), "the images are not there")
