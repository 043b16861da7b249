"""A first match explains itself, options that are not open say why, and what others do can be followed slowly."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from .people import Page, Server

GAME = "classics/gem-merchants"


def test_a_first_match_tells_each_rule_where_it_is_first_needed(server: Server, pair: list[Page]) -> None:
    match = server.match(GAME, "person", "random", seed=3)
    ann = pair[0]
    ann.join(match.link(0))
    assert not ann.all("[data-lessons]")
    ann.tap("[data-learn]")
    ann.until(lambda: ann.all("[data-lesson=asked]"), "nothing is explained")
    first = {one.get_attribute("data-rule") for one in ann.all("[data-lessons] [data-rule]")}
    assert {"turn.1", "setup.1"} <= first
    ann.tap("[data-option]", "take two alike")
    ann.until(lambda: "Of which gem" in ann.text(".question"))
    second = {one.get_attribute("data-rule") for one in ann.all("[data-lessons] [data-rule]")}
    assert not first & second
    ann.tap("[data-learn]")
    ann.until(lambda: not ann.all("[data-lessons]"))
    assert ann.problems() == []


def test_an_option_that_is_not_open_says_which_condition_fails(server: Server, pair: list[Page]) -> None:
    match = server.match(GAME, "person", "random", seed=3)
    for page, why in ((pair[0], "within reach"), (pair[1], "lze koupit")):
        page.join(match.link(0))
        page.until(lambda page=page: page.all("[data-closed=buy]"))
        page.one("[data-closed=buy]").send_keys(Keys.ENTER)
        page.until(lambda page=page, why=why: page.all("[data-why]") and why in page.text("[data-why]"))


def test_what_others_do_waits_at_a_slow_pace_and_is_skipped(server: Server, pair: list[Page]) -> None:
    match = server.match(GAME, "person", "random", "random", seed=3)
    ann = pair[0]
    ann.join(match.link(0))
    Select(ann.one("[data-pace]")).select_by_value("4")
    ann.tap("[data-option]", "take two alike")
    ann.until(lambda: "Of which gem" in ann.text(".question"))
    ann.tap(".word-options [data-option]")
    ann.until(lambda: ann.all("[data-skip]"), "nothing waits")
    ann.one("[data-skip]").click()
    ann.until(lambda: not ann.all("[data-skip]"))
    ann.until(lambda: ann.all("[data-turn-of='player:2']"), "a turn has no head")
