"""Choices are taken back: those of a move that is not done immediately, others if the next players agree; but not
what somebody has learnt something by."""

from __future__ import annotations

from typing import Any

import pytest

from .people import Page, Server

GAME = "classics/tic-tac-toe"


def put(page: Page, square: str) -> None:
    """Puts a mark on a square, and waits until it is there."""
    before = len(page.log())
    page.until(lambda: page.click("object", f"cell:board/{square}"), f"{square} is not lit")
    page.until(lambda: len(page.log()) > before, "nothing comes of it")


@pytest.fixture
def table(server: Server, pair: list[Page]) -> list[Page]:
    """Two people at a match without secrets or luck."""
    match = server.match(GAME, "person", "person")
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    return pair


def after(pages: list[Page], lines: int) -> list[dict[str, Any]]:
    """What people see once the log has this many lines."""
    for page in pages:
        page.until(lambda page=page: len(page.log()) == lines, f"there are not {lines} lines")
    return [page.settled() for page in pages]


def test_a_move_that_is_not_done(server: Server, pair: list[Page]) -> None:
    """Nobody else has to choose yet, so nobody is asked."""
    match = server.match("classics/breakthrough", "person", "person")
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    mover = next(page for page in pair if page.state_now()["lit"])
    for by_key in (False, True):
        start = [page.settled() for page in pair]
        turn = mover.state_now()["turn"]
        mover.until(lambda: mover.click("object", mover.state_now()["lit"][0]), "nothing is lit")
        mover.until(lambda turn=turn: mover.state_now()["turn"] != turn, "nothing comes of it")
        if by_key:
            mover.press("u")
        else:
            mover.tap("[data-undo]")
        mover.until(lambda start=start: [page.settled() for page in pair] == start, "it stays")
        assert not mover.all("dialog[open], .banner")


def test_the_next_player_is_asked_before_answering(table: list[Page]) -> None:
    ann, bob = table
    start = after(table, 0)
    put(ann, "b2")
    ann.tap("[data-undo]")
    bob.tap("[data-consent=agree]")
    assert after(table, 0) == start


def test_the_other_agrees(table: list[Page]) -> None:
    ann, bob = table
    put(ann, "a1")
    before = after([bob], 1)
    put(bob, "c3")
    put(ann, "b2")
    asked = after(table, 3)
    bob.tap("[data-undo]")
    assert "would like to take back" in ann.one("[data-consent-dialog]").text
    assert "Čeká se na souhlas: Anna" in bob.one(".banner").text
    assert ann.log()[1].rstrip(".") in ann.text("[data-consent-dialog]")
    assert [page.log() for page in table] == [one["log"] for one in asked], "nothing has happened yet"
    ann.tap("[data-consent=agree]")
    assert after([ann, bob], 1)[1:] == before
    assert not ann.all("dialog[open], .banner")
    assert not bob.all("dialog[open], .banner")
    put(bob, "b2")
    after(table, 2)


def test_the_other_refuses(table: list[Page]) -> None:
    ann, bob = table
    put(ann, "a1")
    put(bob, "c3")
    before = after(table, 2)
    ann.tap("[data-undo]")
    assert "chce vzít zpět" in bob.one("[data-consent-dialog]").text
    bob.tap("[data-consent=refuse]")
    for page in table:
        page.until(lambda page=page: not page.all("dialog[open], [data-withdraw]"), "the question stays")
    assert after(table, 2) == before
    told = ann.one("[data-not-agreed]")
    assert "It was not agreed" in told.text
    assert ann.hurdles() == []
    assert not bob.all("[data-not-agreed]")
    ann.tap("[data-undo]")
    ann.until(lambda: "again in 7 s" in told.text, "it does not count down")
    assert not ann.all("[role=alert]"), "it is said already"
    ann.until(lambda: not ann.all(".banner"), "it stays")
    ann.tap("[data-undo]")
    bob.one("[data-consent-dialog]")


def test_who_has_asked_thinks_better_of_it(table: list[Page]) -> None:
    ann, bob = table
    put(ann, "a1")
    put(bob, "c3")
    before = after(table, 2)
    ann.tap("[data-undo]")
    bob.tap("[data-consent-dialog] button", "Nejdřív se podívat na stůl")
    assert bob.one(".banner [data-consent=agree]").is_displayed()
    ann.tap("[data-withdraw]")
    for page in table:
        page.until(lambda page=page: not page.all("dialog[open], .banner"), "the question stays")
    assert after(table, 2) == before
    put(ann, "b2")
    after(table, 3)


def test_what_luck_has_decided_stays(server: Server, pair: list[Page]) -> None:
    """The reason is given in the reader's language."""
    match = server.match("classics/pig", "person", "person", seed=4)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    ann, bob = pair
    reasons = []
    for page in pair:
        page.tap("[data-option$='/roll']")
        page.until(lambda page=page: page.log(), "nothing is rolled")
        log = page.settled()["log"]
        page.tap("[data-undo]")
        reasons.append(page.one(".prompt [role=alert]").text)
        assert page.settled()["log"] == log
        page.tap(".prompt [role=alert] button")
        if page is ann:
            pass_on(ann)
            bob.until(lambda: bob.all("[data-option]"), "the turn does not pass on")
    assert "luck has decided" in reasons[0]
    assert "rozhodla náhoda" in reasons[1]


def pass_on(page: Page) -> None:
    """Holds the die, if it has not gone on by itself."""
    if any(one.endswith("/hold") for one in page.seen()["options"]):
        page.tap("[data-option$='/hold']")
