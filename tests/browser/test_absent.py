"""Clocks, resigning, somebody who is away, and reminders: what people see of them, and can do."""

from __future__ import annotations

import random

from selenium.webdriver.support.ui import Select

from .people import Page, Server

GAME = "classics/tic-tac-toe"


def put(page: Page, square: str) -> None:
    """Puts a mark on a square."""
    page.until(lambda: page.click("object", f"cell:board/{square}"), f"{square} is not lit")


def choose(page: Page, field: str, value: str) -> None:
    """Chooses from a list of the form of a new match."""
    Select(page.one(f"[name='{field}']")).select_by_value(value)


def runs(page: Page, seat: int) -> bool:
    """Whether a seat's clock runs on a page."""
    return bool(page.all(f"[data-time='{seat}'][data-runs]"))


def test_a_match_with_a_clock_from_the_form_to_the_table(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    ann.open(f"{server.address}/new?game={GAME}")
    ann.one("form[data-new]")
    choose(ann, "plays-1", "person")
    choose(ann, "clock", "match")
    choose(ann, "match", "900")
    choose(ann, "increment", "5")
    choose(ann, "then", "random")
    choose(ann, "absence", "300")
    assert ann.one("[name=back]").is_selected()
    assert ann.hurdles() == []
    ann.tap("form[data-new] [type=submit]")
    links = ann.until(
        lambda: {
            one.get_attribute("data-link"): one.get_attribute("value") or "" for one in ann.all("[data-link]")
        },
        "there are no links",
    )
    ann.join(links["0"])
    assert ann.text("[data-time='0']") == "15:00"
    assert "The clocks begin when everybody has sat down" in ann.text("[data-agreed]")
    assert not runs(ann, 0)
    bob.join(links["1"])
    for page in pair:
        page.until(lambda page=page: runs(page, 0), "the clock does not run")
    assert "15 min na partii a 5 s za každou volbu" in bob.text("[data-agreed]")
    ann.until(lambda: ann.text(".prompt [data-time='0']") == "14:59", "the clock does not count")
    assert not bob.all(".prompt [data-time]"), "this is not the reader's own"
    assert ann.hurdles() == []
    put(ann, "b2")
    for page in pair:
        page.until(lambda page=page: runs(page, 1) and not runs(page, 0), "the clocks do not change")
    assert ann.text("[data-time='0']") in {"15:04", "15:03", "15:02", "15:01", "15:00"}
    assert ann.one("[data-time='1']").get_attribute("aria-live") == "off"


def test_time_is_up_and_a_bot_plays_until_the_person_comes_back(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    clock = {"each": "choice", "seconds": 5, "then": "random"}
    match = server.match(GAME, "person", "person", clock=clock)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    ann.until(lambda: len(ann.log()) == 1 and ann.all("[data-late]"), "no bot comes")
    assert "You have" not in ann.text("[data-time-aloud]")
    bob.until(lambda: bob.all("[data-lit]"), "it is not the other's turn")
    ann.tap("[data-hand=person]")
    ann.until(lambda: not ann.all("[data-late]"), "the seat does not come back")


def test_who_resigns_is_asked_first(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    match = server.match(GAME, "person", "person")
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    put(ann, "b2")
    bob.until(lambda: len(bob.log()) == 1, "nothing has happened")
    bob.tap("[data-seat='1'] > button")
    bob.tap("[data-resign]")
    assert not ann.all("[data-stopped]")
    assert bob.hurdles() == []
    bob.tap("[data-resign=sure]")
    assert "Bob resigned" in ann.one("[data-stopped]").text
    assert "Still at the table: Anna" in ann.text("[data-stopped]")
    assert "Vzdali jste partii" in bob.one("[data-stopped]").text
    assert ann.hurdles() == []
    for page in pair:
        assert not page.all("[data-table] [data-lit]")
    ann.tap("[data-stopped] button")
    ann.until(lambda: ann.all("[type=range]"), "the replay does not come")


def test_a_bot_for_somebody_who_is_away(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    ann.join(server.match(GAME, "person", "person", absence=3600).link(0))
    assert "a bot can play after 1 h" in ann.one("[data-away='1']").text
    assert not ann.all("[data-claim]")
    match = server.match(GAME, "person", "person", absence=5)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    ann.until(lambda: not ann.all("[data-away], [data-claim]"), "both are here")
    bob.driver.get(server.address)
    ann.until(lambda: ann.all("[data-claim='1']"), "there is no button")
    assert ann.hurdles() == []
    ann.pressed_until("\ue004", "[data-claim='1']")
    ann.press("\ue007")
    ann.until(lambda: "bot: quick" in ann.text("[data-seat='1']"), "no bot comes")
    bob.driver.back()
    bob.tap("[data-hand=person]")
    ann.until(lambda: "here" in ann.text("[data-seat='1']"), "nobody comes back")


def test_the_others_are_asked_about_a_bot(server: Server, pair: list[Page]) -> None:
    """Whoever is here is asked in a dialog, on a phone as well; whoever asked sees whom that waits for."""
    ann, bob = pair
    match = server.match("do-podzemi", "person", "person", "person", absence=5)
    for seat, page in enumerate(pair):
        page.size(360, 740)
        page.join(match.link(seat))
        page.tap("[data-last-line]")
        page.tap(".tabs button", "Players" if page is ann else "Hráči")
    ann.tap("[data-claim='2']")
    assert "Waiting for Bob to agree" in ann.one("[data-claim-waits='2']").text
    assert "Bota na místo, kde sedí Cyril, navrhuje Anna" in bob.one("[data-claim-dialog='2']").text
    assert bob.hurdles() == []
    bob.tap("[data-claim-later]")
    assert not bob.all("dialog[open]")
    bob.tap("[data-last-line]")  # the question stands above the players
    bob.tap(".banner [data-claim-agree='2']")
    for page in pair:
        page.until(lambda page=page: not page.all(".banner, [data-claim-dialog]"), "the question stays")
    assert "quick" in ann.one("[data-seat='2']").text
    ann.tap(".tabs button", "What happened")
    assert "A bot plays for Cyril now (quick)." in ann.one("[data-handover='2']").text


def test_panels_of_a_phone_open_from_the_last_line(server: Server, pair: list[Page]) -> None:
    ann, _ = pair
    ann.size(360, 740)
    ann.join(server.match("do-podzemi", "person", "random", seed=3).link(0))
    script = """
    const seen = (query) => {
      const box = document.querySelector(query)?.getBoundingClientRect();
      return !!box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
    };
    return [seen('[data-last-line]'), seen('[data-log]'), seen('#panel-seats')];
    """
    assert ann.driver.execute_script(script) == [True, False, False]
    ann.until(lambda: ann.log()[-1:] and ann.log()[-1] in ann.text("[data-last-line]"), "not the last line")
    ann.tap("[data-last-line]")
    ann.until(lambda: ann.driver.execute_script(script) == [True, True, False], "the log stays shut")
    ann.tap(".tabs button", "Players")
    ann.until(lambda: ann.driver.execute_script(script) == [True, False, True], "no players")
    ann.tap("[data-last-line]")
    ann.until(lambda: ann.driver.execute_script(script) == [True, False, False], "nothing is shut")


def test_who_resigns_learns_who_can_give_the_seat_back(server: Server, pair: list[Page]) -> None:
    """The host has nobody to give the own seat back."""
    ann = pair[0]
    match = server.match("do-podzemi", "person", "person", "person", "person")
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
        page.tap(f"[data-seat='{seat}'] > button")
        page.tap("[data-resign]")
        asked = page.text("[data-seat-dialog]")
        assert ("nobody else could" if page is ann else "může vrátit jen hostitel") in asked
        page.tap("[data-resign=sure]")
        said = page.one("[data-no-return]").text
        assert (
            ("You are the host" in said) if page is ann else (said == "Místo vám může vrátit jen hostitel.")
        )
    assert "Bob has resigned: a bot plays on" in ann.one("[data-handover='1']").text


def test_a_match_that_ran_out_of_time(server: Server, pair: list[Page]) -> None:
    """What was refused before is not told any more, and nobody decides."""
    ann, bob = pair
    clock = {"each": "choice", "seconds": 5, "then": "stop"}
    match = server.match("classics/pig", "person", "person", clock=clock, seed=4)
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    ann.tap("[data-option$='/roll']")
    ann.until(ann.log, "nothing is rolled")
    ann.tap("[data-undo]")
    assert "luck has decided" in ann.one(".prompt [role=alert]").text
    ann.one("[data-stopped]")
    bob.one("[data-stopped]")
    assert not ann.all("[role=alert], .t-deciding")
    assert ann.text("[data-stopped] h2") == "Your time is up"
    assert bob.text("[data-stopped] h2") == "Čas vypršel: Anna"


def test_reminders(server: Server, pair: list[Page]) -> None:
    """The title says it in any case; a notification comes only if it was asked for, and the page is not in sight."""
    ann, bob = pair
    match = server.match(GAME, "person", "person")
    for page in pair:
        page.driver.execute_cdp_cmd(
            "Browser.grantPermissions", {"origin": server.address, "permissions": ["notifications"]}
        )
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
    for page in pair:
        page.driver.execute_script(
            "window.notes = [];"
            "const Old = window.Notification;"
            "window.Notification = class { constructor(title, more) { window.notes.push([title, more.body]); }"
            "  static get permission() { return Old.permission; }"
            "  static requestPermission() { return Old.requestPermission(); } };"
            "Object.defineProperty(document, 'visibilityState', {get: () => window.away ? 'hidden' : 'visible'});"
        )
    assert ann.driver.title.startswith("● ")
    assert not bob.driver.title.startswith("● ")
    bob.tap("[data-notify]")
    bob.until(lambda: bob.one("[data-notify]").get_attribute("aria-pressed") == "true", "it is not turned on")
    put(ann, "b2")
    bob.until(lambda: bob.driver.title.startswith("● Jste na tahu"), "the title does not say it")
    notes = "return window.notes"
    assert bob.driver.execute_script(notes) == [], "the page is in sight"
    bob.driver.execute_script("window.away = true")
    ann.driver.execute_script("window.away = true")
    put(bob, "a1")
    ann.until(lambda: ann.driver.title.startswith("● It is your turn"), "the title does not say it")
    put(ann, "c3")
    bob.until(lambda: bob.driver.execute_script(notes), "no notification comes")
    title, body = bob.driver.execute_script(notes)[0]
    assert (title, bool(body)) == ("Jste na tahu", True)
    assert ann.driver.execute_script(notes) == [], "this one was not asked for"


def test_a_seed_that_somebody_chose(server: Server, pair: list[Page]) -> None:
    ann, _ = pair
    match = server.match("classics/pig", "person", "person", seed=4711)
    ann.join(match.watch)
    assert "4711" in ann.one("[data-seed-notice]").text
    ann.join(match.link(0))
    ann.until(lambda: ann.act(random.Random(1)), "there is nothing to choose")
    ann.until(lambda: not ann.all("[data-seed-notice]"), "the notice stays")
    assert "4711" in ann.one("[data-seed]").text
