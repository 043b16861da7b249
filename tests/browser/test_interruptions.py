"""What comes between people and their match: pages loaded again, a server that is killed, second tabs, bots that
stand in, new links, a host who ends it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from .people import Page, Server, act_together, play

GAME = "do-podzemi"
"""A game of many choices, with secrets."""


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own."""
    found = Server(tmp_path)
    yield found
    found.stop()


def sit_down(server: Server, pages: list[Page], game: str = GAME, seed: int = 5) -> list[str]:
    match = server.match(game, *["person"] * len(pages), seed=seed)
    links = [match.link(seat) for seat in range(len(pages))]
    for page, link in zip(pages, links, strict=True):
        page.join(link)
    return links


def test_a_page_is_loaded_again(server: Server, pair: list[Page]) -> None:
    sit_down(server, pair)
    dice = random.Random(1)
    act_together(pair, dice, 8)
    for _ in range(3):
        for page in pair:
            before = page.settled()
            page.driver.refresh()
            page.until(lambda page=page: page.state() is not None)
            assert page.settled() == before
            assert len(before["log"]) > 3
        act_together(pair, dice, 2)
    play(pair, dice)


def test_the_server_is_killed(fragile: Server, pair: list[Page]) -> None:
    """The pages say that the connection is lost, and come back by themselves to what they were. The server may even
    be killed at the moment of a choice: what anybody has seen of it is still there."""
    sit_down(fragile, pair)
    dice = random.Random(2)
    act_together(pair, dice, 8)
    before = [page.settled() for page in pair]
    fragile.kill()
    for page, text in zip(pair, ("connection is lost", "Spojení se přerušilo"), strict=True):
        assert text in page.one("[data-lost]").text
    fragile.start()
    for page, seen in zip(pair, before, strict=True):
        page.until(lambda page=page: page.state() is not None, "the page does not come back")
        assert page.settled() == seen
    for _ in range(3):
        page = pair[act_together(pair, dice, 1)[-1]]
        fragile.kill()
        logs = [one.log() for one in pair]
        fragile.start()
        for one, log in zip(pair, logs, strict=True):
            one.until(lambda one=one: one.state() is not None, "the page does not come back")
            assert one.settled()["log"][: len(log)] == log
    play(pair, dice)
    for page in pair:
        assert "over" in page.text("[data-end]") or "skončila" in page.text("[data-end]")


def test_two_tabs_of_one_seat(server: Server, pair: list[Page]) -> None:
    """Both follow what happens; and if both choose at the same moment, only one choice is made."""
    ann, bob = pair
    links = sit_down(server, pair, "classics/tic-tac-toe")
    driver = ann.driver
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    second = driver.current_window_handle
    ann.join(links[0])
    dice = random.Random(3)
    for tab in (first, second, first):
        driver.switch_to.window(tab)
        ann.until(lambda: ann.act(dice), "Ann cannot choose")
        bob.until(lambda: bob.act(dice) or (bob.state() or {}).get("over"), "Bob cannot choose")
        log = [text for text in bob.settled()["log"] if text]
        for other in (first, second):
            driver.switch_to.window(other)
            ann.until(lambda log=log: len(ann.log()) == len(log), "a tab does not follow")


def test_a_click_that_comes_too_late(server: Server, pair: list[Page]) -> None:
    """Two windows of one seat click at the same moment. One click is refused as outdated, or its page has followed
    the other by then; one choice is made."""
    match = server.match("classics/tic-tac-toe", "person", "person")
    for page in pair:
        page.join(match.link(0))
    for page in pair:
        page.until(lambda page=page: (page.state() or {}).get("lit"))
    for page, cell in zip(pair, ("cell:board/a1", "cell:board/c3"), strict=True):
        page.click("object", cell)
    for page in pair:
        page.until(lambda page=page: len(page.log()) == 1, "a window does not follow")
        page.until(lambda page=page: not (page.state() or {"busy": True})["busy"])
    seen = [page.settled() for page in pair]
    assert seen[0]["drawn"] == seen[1]["drawn"]
    assert [len(one["log"]) for one in seen] == [1, 1]
    assert [one["lit"] for one in seen] == [[], []], "it is the other player's turn"


def test_a_seat_is_handed_to_a_bot_and_back(server: Server, pair: list[Page]) -> None:
    """They play a game that nobody can win in the few moves that this takes. A move is two choices."""
    ann, bob = pair
    sit_down(server, pair, "classics/breakthrough")
    dice = random.Random(4)
    act_together(pair, dice, 4)
    bob.tap("[data-seat='1'] button")
    bob.until(lambda: bob.one("dialog select").get_attribute("value"), "there are no bots")
    bob.tap("[data-hand=bot]")
    bob.until(lambda: "Hraje za vás bot" in bob.text(".prompt"), "Bob is not told that a bot plays")
    ann.until(lambda: "bot" in ann.text("[data-seat='1']"), "Ann is not told that a bot plays")
    for _ in range(2):
        ann.until(lambda: (ann.state() or {}).get("lit"), "the bot does not choose")
        before = len(ann.settled()["log"])
        for moved in (before + 1, before + 2):  # a piece, and where it goes
            ann.until(lambda moved=moved: ann.act(dice) and len(ann.log()) >= moved, "Ann cannot choose")
        bob.until(lambda before=before: len(bob.log()) >= before + 4, "the bot does not choose")
        state = bob.state()
        assert state is not None
        assert not state["lit"]
    bob.tap(".prompt [data-hand=person]")
    ann.until(lambda: "here" in ann.text("[data-seat='1']"), "Ann is not told that Bob is back")
    before = len(bob.log())
    act_together(pair, dice, 4)
    assert len(bob.log()) > before


def test_a_new_link_ends_the_old_page(server: Server, pair: list[Page]) -> None:
    """The page that makes a new link for its seat keeps working; another page with the old link stops."""
    match = server.match("classics/tic-tac-toe", "person", "random", seed=2)
    ann, other = pair
    for page in pair:
        page.join(match.link(0))
    ann.tap("[data-seat='0'] button")
    ann.tap("[data-new-link]")
    new = ann.one("[data-link='0']").get_attribute("value")
    assert "nahrazen" in other.one("[data-moved]").text
    assert not other.all("[data-lit]")
    ann.tap("dialog .sheet-head button")
    assert ann.driver.current_url == new
    ann.driver.refresh()
    ann.until(lambda: ann.state() is not None, "the new link does not work")
    play([ann], random.Random(1))


def test_the_host_removes_the_match(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    links = sit_down(server, pair, "classics/tic-tac-toe")
    bob.tap("[data-seat='1'] button")
    bob.one("dialog [data-new-link]")
    assert "Odstranit partii" not in bob.text("dialog"), "only the host may remove the match"
    bob.tap("dialog .sheet-head button")
    ann.tap("[data-seat='0'] button")
    ann.tap("dialog button.bad", "Remove the match")
    ann.tap("dialog button.bad", "Remove the match")
    ann.one("[data-game]")
    assert not ann.all(".mine-link")
    bob.until(lambda: "Taková partie tu není" in bob.text(), "Bob is not told")
    bob.open(links[1])
    assert "Taková partie tu není" in bob.one("[role=alert]").text
