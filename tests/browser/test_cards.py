"""Cards on the table: their names stay whole, costs are chips, and the large card says all that is on them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from ..workbench.test_images import png
from .people import Page, Server, act_together, play

# Of each card the words of its name and text that do not fit into their line, or lie under its button.
_BROKEN = """
const letters = (one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getBoundingClientRect();
};
return [...document.querySelectorAll(".t-card .t-face")].flatMap((face) => {
  const parts = [...face.querySelectorAll(".t-card-name, .t-card-text, .t-card-facts, .t-card-costs")];
  const info = face.parentElement.querySelector(".t-info")?.getBoundingClientRect();
  const under = (one) => info && one.matches(".t-card-name") && letters(one).right > info.left + 4;
  return parts.filter((one) => one.scrollWidth > one.clientWidth + 1 || under(one)).map((one) => one.textContent);
});
"""

# The names of the images in the page that have been loaded.
_LOADED = """
const all = [...document.querySelectorAll("[data-table] img")].filter((one) => one.naturalWidth > 0);
return [...new Set(all.map((one) => one.src.split("/").pop()))].sort();
"""
PICTURED = """\
rulewright: 2
game: pictured
title: Pictured
players: 2
components:
  card: {properties: {worth: 1..9}, starts in: the deck, designs: {ace: {worth: 1, copies: 3}, king: {worth: 2}}}
places:
  deck: "pile of cards, hidden"
  row: row of cards
  yard: {is: "grid of cards, 2 by 2", cell: square}
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: |
      put any ace in the deck into the row
      put any king in the deck into the row
      choose an empty square
look:
  types: {card: {image: "art/{design}.png", back: art/back.png}}
  places: {yard: {board: art/yard.png}}
"""


def table(server: Server, pair: list[Page], game: str, clicks: int, seed: int = 1) -> None:
    match = server.match(game, "person", "person", seed=seed)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    act_together(pair, random.Random(seed), clicks)
    for page in pair:
        page.settled()


def rest_on(page: Page, at: WebElement) -> str:
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", at)
    ActionChains(page.driver).move_to_element(at).perform()
    page.until(lambda: page.all(".t-preview"), "no large card")
    return page.text(".t-preview")


@pytest.mark.parametrize(
    ("game", "clicks"), [("hrdina-v-kostce", 16), ("classics/gem-merchants", 0), ("do-podzemi", 7)]
)
def test_no_word_on_a_card_is_broken(server: Server, pair: list[Page], game: str, clicks: int) -> None:
    table(server, pair, game, clicks)
    for page in pair:
        assert page.all(".t-card")
        assert page.driver.execute_script(_BROKEN) == []


def test_costs_are_chips_of_their_gems(server: Server, pair: list[Page]) -> None:
    table(server, pair, "classics/gem-merchants", 0)
    for page in pair:
        chips = page.all(".t-place .t-cost")
        colours = {chip.value_of_css_property("background-color") for chip in chips}
        assert len(colours) == 5, "five gems, no two alike"
        # Whoever hears the page learns what the chip counts, in the reader's language.
        words = {(chip.get_attribute("textContent") or "").strip(" ,").split()[-1] for chip in chips}
        assert len(words) == 5


def test_the_large_card_says_all_and_cites_its_rules(server: Server, pair: list[Page]) -> None:
    table(server, pair, "classics/love-letter", 0)
    for page in pair:
        card = page.all("[data-place^='place:holding'] .t-card")[0]
        printed = [page.text("[data-place^='place:holding'] .t-card-" + part) for part in ("name", "text")]
        large = rest_on(page, card)
        assert all(printed)
        assert all(part.rstrip(" …") in large for part in printed)
        assert "card." in large, "the rule that the design cites"
        page.press(Keys.ESCAPE)
        page.until(lambda page=page: not page.all(".t-preview"))
        assert page.problems() == []


def test_the_large_card_comes_by_keyboard_too(server: Server, pair: list[Page]) -> None:
    table(server, pair, "classics/love-letter", 0)
    page = next(page for page in pair if page.settled()["lit"])
    page.pressed_until(Keys.TAB, ".t-card .t-face:focus")
    page.until(lambda: page.all(".t-preview"), "no large card")
    page.press(Keys.TAB)
    page.press(Keys.TAB)


def test_a_finger_that_rests_on_a_card_opens_its_page_and_chooses_nothing(
    server: Server, pair: list[Page]
) -> None:
    table(server, pair, "classics/love-letter", 0)
    page = next(page for page in pair if page.settled()["lit"])
    before = page.one("[data-table]").get_attribute("data-turn")
    page.driver.execute_script(
        "const at = document.querySelector('.t-card .t-face[data-lit]');"
        "at.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch'}));"
        "setTimeout(() => { at.dispatchEvent(new PointerEvent('pointerup', {bubbles: true, pointerType: 'touch'}));"
        "  at.click(); }, 900);"
    )
    page.until(lambda: page.all("dialog[data-card]"), "no page of the card")
    page.tap("dialog .sheet-head button")
    page.until(lambda: not page.all("dialog"))
    assert page.settled()["lit"]
    assert page.one("[data-table]").get_attribute("data-turn") == before


def test_the_winner_and_the_last_move_are_seen_on_the_board(server: Server, pair: list[Page]) -> None:
    """Names have the colours of the discs; the four that won are marked, and where the last one fell."""
    match = server.match("classics/connect-four", "person", "person", seed=3)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    act_together(pair, random.Random(3), 1)
    for page in pair:
        page.settled()
        seats = [one.value_of_css_property("background-color") for one in page.all(".seat-colour")]
        assert seats == ["rgba(184, 50, 42, 1)", "rgba(224, 187, 44, 1)"]
        assert len(page.all(".t-cell[data-last]")) == 1
        assert not page.all(".t-won")
    play(pair, random.Random(3))
    for page in pair:
        page.until(lambda page=page: page.all(".t-won"), "no line is marked")
        assert page.problems() == []


def test_dice_have_pips(server: Server, pair: list[Page]) -> None:
    table(server, pair, "classics/cant-stop", 0)
    page = pair[0]
    dice = page.all("[data-place='place:cup'] .t-pips")
    shown = [len(one.find_elements("tag name", "circle")) for one in dice]
    assert len(shown) == 4
    assert all(1 <= one <= 6 for one in shown)


def test_images_are_shown_on_cards_backs_and_under_boards(tmp_path: Path, pair: list[Page]) -> None:
    folder = tmp_path / "pictured"
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_text(PICTURED, encoding="utf-8")
    for shade, name in enumerate(("ace", "king", "back", "yard")):
        (folder / f"art/{name}.png").write_bytes(png(shade))
    server = Server(tmp_path, str(folder))
    try:
        match = server.match(str(folder), "person", "person")
        for seat, page in enumerate(pair):
            page.join(match.link(seat))
        page = pair[0]
        page.settled()
        page.until(lambda: page.driver.execute_script(_LOADED) == ["ace.png", "back.png", "king.png"])
        assert (page.one(".t-ground").get_attribute("href") or "").endswith("/art/yard.png")
        page.tap("[data-table] button[data-card]")
        assert page.one("dialog .card-image").get_attribute("naturalWidth") == "1"
        page.tap("dialog .sheet-head button")
        assert page.problems() == [], "the policy refuses none of them"
    finally:
        server.stop()
