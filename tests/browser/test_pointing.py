"""Pointing at the table: boards are zoomed and dragged, options light what they name, and a bank is clicked on."""

from __future__ import annotations

from selenium.webdriver.common.action_chains import ActionChains

from .people import Page, Server

ZOOMED = """
const frame = document.querySelector(".t-board-frame");
return [Number(frame.dataset.zoom), frame.scrollLeft, frame.scrollTop, frame.scrollWidth > frame.clientWidth + 1];
"""


def hover(page: Page, query: str) -> None:
    ActionChains(page.driver, duration=50).move_to_element(page.one(query)).perform()


def test_a_board_is_zoomed_and_dragged_without_a_choice(server: Server, pair: list[Page]) -> None:
    match = server.match("classics/connect-four", "person", "person", seed=1)
    anna, _ = pair
    anna.join(match.link(0))
    turn = anna.state_now()["turn"]
    assert anna.driver.execute_script(ZOOMED) == [1, 0, 0, False]
    plus, minus = anna.all(".t-zoom button")[::-1]
    assert not minus.is_enabled()
    for _ in range(2):
        plus.click()
    zoom, left, top, wider = anna.driver.execute_script(ZOOMED)
    assert zoom > 2
    assert wider
    # The lowest cells can be chosen, so they have come into the middle.
    assert top > 0
    frame = anna.one(".t-board-frame")
    ActionChains(anna.driver, duration=50).move_to_element(frame).click_and_hold().move_by_offset(
        90, 60
    ).release().perform()
    now = anna.driver.execute_script(ZOOMED)
    assert now[1] < left
    assert now[2] < top
    assert anna.state_now()["turn"] == turn, "a drag is no click"
    while anna.all(".t-zoom button")[0].is_enabled():
        anna.all(".t-zoom button")[0].click()
    assert anna.driver.execute_script(ZOOMED)[0] == 1


def test_options_and_what_they_name_light_each_other(server: Server, pair: list[Page]) -> None:
    match = server.match("classics/gem-merchants", "person", "person", seed=1)
    anna, bob = pair
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    anna.tap(".prompt button", "take different gems")
    ruby = '[data-value="design:ruby"][data-lit]'
    anna.until(lambda: anna.all(ruby))
    hover(anna, '.prompt [data-names~="design:ruby"]')
    assert anna.one(ruby).get_attribute("data-pointed") == ""
    hover(anna, "h1")
    assert anna.one(ruby).get_attribute("data-pointed") is None
    hover(anna, ruby)
    lit = anna.all(".prompt [data-names][data-pointed]")
    assert [one.get_attribute("data-names") for one in lit] == ["design:ruby"]
    # A number of the bank is clicked on, and then cannot be taken again.
    anna.one(ruby).click()
    anna.until(lambda: not anna.all(ruby))
    assert anna.all('[data-value="design:onyx"][data-lit]')
    bob.until(lambda: "rubín" in " ".join(bob.log()))


def test_who_leads_who_wins_and_who_comes_next(server: Server, pair: list[Page]) -> None:
    match = server.match("classics/gem-merchants", "person", "person", seed=1)
    anna, bob = pair
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    assert anna.text("[data-lead]") == "Nobody leads: all have prestige 0"
    assert "15 prestige" in anna.text("[data-winning]")
    assert [one.get_attribute("data-seat") for one in anna.all("li:has([data-next])")] == ["1"]
    assert "další na tahu" in bob.text('[data-seat="1"]')
    assert "Nevede nikdo" in bob.text("[data-lead]")
