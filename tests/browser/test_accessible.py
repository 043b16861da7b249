"""Pages are usable by those who do not see them, or not well: axe-core finds nothing against them, light and dark,
wide and narrow; and a match can be played by keyboard alone."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest
from selenium.webdriver.common.keys import Keys

from .people import AXE, LARGE, Page, Server, act_together, play

MIDDLE = {"do-podzemi": 6, "hrad": 24, "priseri": 16, "vladci-podzemi": 24, "hrdina-v-kostce": 24}
"""After how many clicks the large games are in the middle of a match."""


@pytest.fixture(autouse=True, scope="module")
def _checker_is_there() -> None:
    if not AXE.exists():
        message = "the page's packages are missing (make page)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


WAYS = ((False, 1280), (True, 360), (True, 1280), (False, 360))
"""How a page may be looked at: whether dark, and how wide."""


def check(page: Page, ways: Sequence[tuple[bool, int]] = WAYS) -> None:
    """Looks for hurdles on a page, light and dark, wide and narrow."""
    found = {}
    for dark, width in ways:
        page.look(dark=dark)
        page.size(width, 800)
        if hurdles := page.hurdles():
            found["dark" if dark else "light", width] = hurdles
    assert not found
    page.look(dark=False)
    page.size(1280, 900)


def unnamed(page: Page) -> list[str]:
    """What can be chosen, and has no name that a screen reader could say."""
    return [
        (one.get_attribute("outerHTML") or "")[:200]
        for one in page.all("[data-table] [data-lit], [data-option]")
        if not one.accessible_name.strip() or one.aria_role != "button"
    ]


def test_the_lobby(server: Server, pair: list[Page]) -> None:
    page = pair[0]
    page.open(server.address)
    page.one("[data-game]")
    check(page)
    page.tap("[data-game='cookbook/expansions']")
    page.one("form[data-new]")
    page.tap("summary")
    check(page)
    page.tap("form[data-new] [type=submit]")
    page.one("[data-link]")
    check(page)
    page.open(server.address)
    page.one(".mine")
    check(page)
    page.open(f"{server.address}/t/nosuchmatch")
    page.one("[role=alert]")
    check(page)


@pytest.mark.parametrize("name", LARGE)
def test_the_tables_of_large_games(name: str, server: Server, pair: list[Page]) -> None:
    """In the middle of a match; and everything that can be chosen has a name."""
    match = server.match(name, "person", "person", seed=LARGE[name])
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    act_together(pair, random.Random(LARGE[name]), MIDDLE[name])
    for page, ways in zip(pair, (WAYS[:2], WAYS[2:]), strict=True):
        page.settled()
        assert unnamed(page) == []
        check(page, ways)


def test_the_end_of_a_match(server: Server, pair: list[Page]) -> None:
    match = server.match("do-podzemi", "person", "person", seed=5)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    play(pair, random.Random(5))
    for page, ways in zip(pair, (WAYS[:2], WAYS[2:]), strict=True):
        check(page, ways)


def test_dialogs_and_looking_back(server: Server, pair: list[Page]) -> None:
    page = pair[1]
    match = server.match("do-podzemi", "person", "random", seed=5)
    page.join(match.link(0))
    page.until(lambda: page.act(random.Random(5)))
    page.settled()
    for opener in (
        "[data-open=rules]",
        "[data-open=help]",
        "[data-seat='0'] button",
        "[data-event]",
        "[data-table] button[data-card]",
    ):
        page.tap(opener)
        page.one("dialog[open]")
        check(page)
        page.press(Keys.ESCAPE)
        page.until(lambda: not page.all("dialog"), "Escape does not close the dialog")
    page.tap("[data-open=replay]")
    page.one("[data-replay]")
    page.tap("[data-step='1']")
    check(page)


def test_the_question_whether_a_choice_may_be_taken_back(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    match = server.match("classics/tic-tac-toe", "person", "person")
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    act_together(pair, random.Random(1), 2)
    ann.until(lambda: len(ann.log()) == 2)
    ann.tap("[data-undo]")
    bob.one("[data-consent-dialog]")
    check(bob)
    check(ann)


def test_a_match_by_keyboard_alone(server: Server, pair: list[Page]) -> None:
    """From the first page to the end of a match, with Tab, arrows, letters and Enter."""
    page = pair[0]
    page.open(server.address)
    page.one("[data-game]")
    page.pressed_until(Keys.TAB, "input[type=search]")
    page.type("tic")
    page.until(lambda: len(page.all("[data-game]")) in range(1, 5), "the games are not searched")
    page.pressed_until(Keys.TAB, "[data-game='classics/tic-tac-toe']")
    page.press(Keys.ENTER)
    page.one("form[data-new]")
    page.pressed_until(Keys.TAB, "[name=name-0]")
    page.type("Ann")
    page.pressed_until(Keys.TAB, "[type=submit]")
    page.press(Keys.ENTER)
    page.one("[data-sit]")
    page.pressed_until(Keys.TAB, "[data-sit]")
    page.press(Keys.ENTER)
    page.until(lambda: page.state() is not None)
    arrows = [Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_UP]
    moved = 0
    for _ in range(5):
        state = page.until(lambda: one if (one := page.state()) and (one["lit"] or one["over"]) else None)
        if state["over"]:
            break
        page.pressed_until(Keys.TAB, "[data-table] [data-lit]")
        script = "return document.activeElement.dataset.id"
        first = page.driver.execute_script(script)
        for arrow in arrows:
            page.press(arrow)
            if page.driver.execute_script(script) != first:
                moved += 1
                break
        chosen = page.driver.execute_script(script)
        assert chosen in state["lit"]
        page.press(Keys.ENTER)
        page.until(lambda chosen=chosen: chosen not in (page.state() or {"lit": [chosen]})["lit"])
    assert moved > 1
    page.one("[data-end]")
    page.press("b")
    page.until(lambda: page.one("[data-replay]").get_attribute("max") != "0", "there are no steps")
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda: page.one("[data-replay]").get_attribute("value") == "1")
    page.press(Keys.ESCAPE)
    page.one("[data-end]")


def test_a_dialog_gives_the_focus_back(server: Server, pair: list[Page]) -> None:
    page = pair[0]
    page.join(server.match("do-podzemi", "person", "random", seed=5).link(0))
    for opener in ("[data-open=rules]", "[data-open=help]", "[data-event]"):
        page.pressed_until(Keys.TAB, opener)
        page.press(Keys.ENTER)
        page.one("dialog[open]")
        for _ in range(8):
            page.press(Keys.TAB)
            inside = (
                "const at = document.activeElement; return at === document.body || !!at.closest('dialog')"
            )
            assert page.driver.execute_script(inside), "the focus leaves the dialog"
        page.press(Keys.ESCAPE)
        page.until(lambda: not page.all("dialog"))
        assert page.driver.execute_script("return document.activeElement.matches(arguments[0])", opener)
