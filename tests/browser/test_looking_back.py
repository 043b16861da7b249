"""A match is looked back at, and its rules are read: the slider, the log, the rules, the cards, and answers to why
something cannot be chosen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from .people import Page, Server, act_together, play

GAME = "do-podzemi"


@pytest.fixture
def table(server: Server, pair: list[Page]) -> list[Page]:
    """Two people in the middle of a match."""
    match = server.match(GAME, "person", "person", seed=5)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    act_together(pair, random.Random(5), 10)
    for page in pair:
        page.settled()
    return pair


def slider(page: Page) -> tuple[int, int]:
    """Where the slider is, and how far it goes."""
    one = page.one("[data-replay]")
    return int(one.get_attribute("value") or 0), int(one.get_attribute("max") or 0)


def look_back(page: Page) -> int:
    """Looks back, and returns how many steps there are."""
    page.tap("[data-open=replay]")
    page.until(
        lambda: (
            ("Step" in page.text(".replay-count") or "Krok" in page.text(".replay-count")) and slider(page)[1]
        )
    )
    return slider(page)[1]


def drawn(page: Page) -> Any:
    seen = page.settled()
    return seen["drawn"], seen["log"]


def test_the_slider_goes_through_the_whole_match(table: list[Page]) -> None:
    """Each step shows the beginning of what happened, and the last one what is there now."""
    for page in table:
        page.size(
            1920, 1600
        )  # where there is room, nothing is put away for the prompt, which the past has not
        live = page.settled()
        last = look_back(page)
        assert slider(page) == (0, last)
        assert len(page.log()) < len(live["log"])
        logs: list[list[str]] = []
        for at in range(last + 1):
            assert slider(page)[0] == at
            log = page.log()
            assert log == live["log"][: len(log)]
            assert not logs or len(log) >= len(logs[-1])
            assert not page.all("[data-lit], [data-option]"), "nobody chooses in the past"
            logs.append(log)
            if at < last:
                page.tap("[data-step='1']")
        assert drawn(page) == (live["drawn"], live["log"])
        page.tap("[data-replay]")  # in the middle of the slider
        page.until(lambda page=page, last=last: slider(page)[0] in range(1, last))
        page.press(Keys.HOME)
        page.until(lambda page=page: slider(page)[0] == 0)
        page.press(Keys.END)
        page.until(lambda page=page, last=last: slider(page)[0] == last)
        page.tap("[data-live]")
        page.until(lambda page=page: not page.all("[data-replay]"))
        assert page.settled() == live


def test_it_plays_by_itself(table: list[Page]) -> None:
    ann = table[0]
    last = look_back(ann)
    ann.tap(".speeds button", "4×")
    ann.tap("[data-play]")
    ann.until(lambda: slider(ann)[0] > 1, "it does not play")
    ann.tap("[data-play]")
    at = slider(ann)[0]
    assert 1 < at < last or last < 4


def test_the_match_goes_on_meanwhile(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    match = server.match("classics/connect-four", "person", "person")
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    dice = random.Random(1)
    act_together(pair, dice, 5)
    assert len(ann.settled()["log"]) == 5
    last = look_back(ann)
    ann.press(Keys.ARROW_RIGHT)
    ann.press(Keys.ARROW_RIGHT)
    past = drawn(ann)
    bob.until(lambda: bob.act(dice), "Bob cannot choose")
    bob.until(lambda: len(bob.log()) == 6)
    assert drawn(ann) == past
    assert slider(ann) == (2, last)
    ann.press(Keys.ESCAPE)
    ann.until(lambda: len(ann.log()) == 6, "what happened meanwhile is not there")
    assert ann.settled()["drawn"] == bob.settled()["drawn"]
    play(pair, dice)
    assert look_back(ann) > last


def test_a_line_of_the_log_leads_to_its_rules(table: list[Page]) -> None:
    for page, title in zip(table, ("Rules of", "Pravidla:"), strict=True):
        for number, line in enumerate(page.all("[data-event].is-choice")[:3]):
            text = line.text
            page.tap(f"[data-event='{line.get_attribute('data-event')}']")
            assert page.one("dialog h2").text == text
            if number == 0:
                rule = page.one("dialog [data-rule]")
                cited, says = rule.get_attribute("data-rule"), rule.find_element("css selector", "span").text
                page.tap("dialog .rule-id")
                assert page.one("[data-rules] h2").text.startswith(title)
                sought = page.one("[data-rules] .sought")
                assert sought.get_attribute("data-rule") == cited
                assert says in sought.text
                assert page.driver.execute_script(
                    "const box = arguments[0].getBoundingClientRect(); return box.top > 0 && box.top < innerHeight",
                    sought,
                )
            page.tap("dialog .sheet-head button")
            page.until(lambda page=page: not page.all("dialog"))


def test_the_rules_are_searched(table: list[Page]) -> None:
    for page, word in zip(table, ("hero", "HRDIN"), strict=True):
        page.tap("[data-open=rules]")
        everything = page.one("[data-rules] [data-rule]") and len(page.all("[data-rules] [data-rule]"))
        page.tap("[data-rules] input")
        page.type(word)
        page.until(
            lambda page=page, everything=everything: (
                0 < len(page.all("[data-rules] [data-rule]")) < everything
            )
        )
        for one in page.all("[data-rules] [data-rule]"):
            assert word.lower() in one.text.lower()
        page.type("qqqq")
        page.until(lambda page=page: not page.all("[data-rules] [data-rule]"))
        page.press(Keys.ESCAPE)  # empties the field
        page.press(Keys.ESCAPE)
        page.until(lambda page=page: not page.all("dialog"))


def test_cards_are_read(table: list[Page]) -> None:
    """A card says all that it says in the reader's language, and leads to the rules that it cites."""
    names = []
    for page in table:
        card = page.one("[data-table] button[data-card]").get_attribute("data-card")
        page.tap(f"[data-table] button[data-card='{card}']")
        dialog = page.one(f"dialog[data-card='{card}']")
        names.append(dialog.text)
        page.tap("dialog .sheet-head button")
        page.until(lambda page=page: not page.all("dialog"))
    assert names[0] != names[1]


def test_why_something_cannot_be_chosen(server: Server, pair: list[Page]) -> None:
    match = server.match("classics/tic-tac-toe", "person", "person")
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    ann, bob = pair
    ann.click("object", "cell:board/b2")
    bob.until(lambda: (bob.state() or {}).get("lit"))
    bob.tap("[data-table] [data-id^='piece:cross']")
    taken = bob.one("[data-why]").text
    ann.tap("[data-table] [data-id^='piece:cross']")
    waits = ann.one("[data-why]").text
    bob.click("object", "cell:board/a1")
    ann.until(lambda: (ann.state() or {}).get("lit"))
    ann.until(lambda: not ann.all("[data-why]"), "the answer stays, though it is another decision")
    ann.tap("[data-table] [data-id^='piece:cross']")
    english = ann.one("[data-why]").text
    assert "It is not Anna who decides" in waits
    assert "cannot be chosen now" in english
    assert "Teď nelze vybrat" in taken
