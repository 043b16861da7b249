"""From the first page to the table, by clicks and typing alone: matches are made, links are sent, people sit down."""

from __future__ import annotations

import random

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from .people import Page, Server, play

NAME = '<b>Žofie & "x"</b>'
"""A name that would spoil a page that took it for markup."""


def find(page: Page, server: Server, words: str, game: str) -> None:
    """Goes from the first page to the form of a new match."""
    page.open(server.address)
    page.tap("input[type=search]")
    page.type(words)
    page.until(lambda: len(page.all("[data-game]")) in range(1, 5), "the games are not searched")
    page.tap(f"[data-game='{game}']")
    page.one("form[data-new]")


def write(page: Page, field: str, text: str) -> None:
    """Types into a field of the form."""
    page.tap(f"[name='{field}']")
    page.type(text)


def choose(page: Page, field: str, value: str) -> None:
    """Chooses from a list of the form."""
    Select(page.one(f"[name='{field}']")).select_by_value(value)


def links(page: Page) -> dict[str, str]:
    """The links that the page shows, by whom they are for."""
    page.one("[data-link]")
    return {
        one.get_attribute("data-link") or "": one.get_attribute("value") or ""
        for one in page.all("[data-link]")
    }


def test_two_equal_names(server: Server, pair: list[Page]) -> None:
    """What is wrong is said in the reader's language."""
    page = pair[1]
    find(page, server, "tic", "classics/tic-tac-toe")
    write(page, "name-0", "Eva")
    write(page, "name-1", "Eva ")
    page.tap("form[data-new] [type=submit]")
    assert "Dva hráči mají stejné jméno" in page.one("[role=alert]").text


def test_two_people_meet(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    find(ann, server, "trav", "cookbook/expansions")
    ann.tap("label.chip", "storm")
    write(ann, "option-length", "3")
    write(ann, "name-0", NAME)
    write(ann, "name-1", "Bob")
    choose(ann, "plays-1", "person")
    ann.tap("form[data-new] [type=submit]")
    found = links(ann)
    assert set(found) == {"0", "1", "watch"}
    assert len(set(found.values())) == 3
    assert f"Link of {NAME}" in ann.text("main")
    assert ann.all("main b") == []
    ann.tap("[data-sit]")
    bob.join(found["1"])
    ann.until(lambda: ann.state(), "the table is not there")
    for page in pair:
        page.until(lambda page=page: len(page.all("[data-seat] .dot.here")) == 2, "one of two is not seen")
        assert NAME in page.text("[data-panel=seats]")
        assert NAME in page.text("[data-table]")
    play(pair, random.Random(1))
    for page in pair:
        assert NAME in page.text("[data-end], [data-log]")
        assert page.all(".play script, .play x") == []
        assert not any("fie" in one.text for one in page.all(".play b")), "a name is no markup"
        assert page.problems() == []


def test_variants_and_options_are_played(server: Server, pair: list[Page]) -> None:
    """By the sea, four lands are on offer and not three; a match with an option is played to its end."""
    for page, ticked in zip(pair, (False, True), strict=True):
        find(page, server, "cookbook/exp", "cookbook/expansions")
        if ticked:
            page.tap("label.chip", "sea")
            write(page, "option-length", "2")
        page.tap("form[data-new] [type=submit]")
        page.tap("[data-sit]")
        page.until(lambda page=page: page.state())
    offers = [page.all('[data-table] [data-place="place:offer row"] [data-id^="piece:"]') for page in pair]
    assert [len(one) for one in offers] == [3, 4]
    choices = []
    for page in pair:
        play([page], random.Random(1))
        choices.append(len(page.all("[data-event].is-choice")))
    assert all(choices), "both are played to the end; how long they take is luck, too"


def test_a_bot_plays_along(server: Server, pair: list[Page]) -> None:
    ann = pair[0]
    find(ann, server, "tic", "classics/tic-tac-toe")
    write(ann, "name-0", "Ann")
    assert Select(ann.one("[name=plays-1]")).first_selected_option.get_attribute("value") != "person"
    ann.tap("form[data-new] [type=submit]")
    assert set(links(ann)) == {"0", "watch"}, "a bot needs no link"
    ann.tap("[data-sit]")
    ann.until(lambda: ann.state())
    assert play([ann], random.Random(2)) in range(3, 6)


def test_links_are_copied(server: Server, pair: list[Page]) -> None:
    ann = pair[0]
    find(ann, server, "tic", "classics/tic-tac-toe")
    ann.tap("form[data-new] [type=submit]")
    found = links(ann)
    for who in ("0", "watch"):
        ann.tap(f".copy-row:has([data-link='{who}']) button")
        ann.until(lambda: "Copied" in ann.text("main"), "it does not say that it is copied")
        ann.tap(".mark")
        ann.tap("input[type=search]")
        ann.press("v", Keys.CONTROL)
        assert ann.one("input[type=search]").get_attribute("value") == found[who]
        ann.tap(".mine a", "Links")
        ann.one("[data-link]")


def test_an_onlooker_sees_no_secrets(server: Server, pair: list[Page]) -> None:
    ann, onlooker = pair
    match = server.match("classics/six-takes", "person", "random", seed=3)
    ann.join(match.link(0))
    onlooker.join(match.watch)
    dice = random.Random(3)
    found = 0
    for _ in range(6):
        ann.until(lambda: ann.act(dice), "Ann cannot choose")
        ann.until(lambda: (ann.state() or {}).get("lit"), "the bot does not choose")
        ann.settled()
        hidden = ann.ids("[data-place='place:hand@0'] [data-id^='piece:']")
        found += len(hidden)
        document = onlooker.document()
        assert not [one for one in hidden if f'"{one}"' in document]
        state = onlooker.state()
        assert state is not None
        assert not state["words"]
        assert not state["lit"]
    assert found, "there was no secret to look for"
    assert "Přihlížíte" in onlooker.text(".prompt")
    onlooker.tap("[data-table] [data-id]")
    assert "jen hráči" in onlooker.one("[data-why]").text


def test_links_that_do_not_work_say_so(server: Server, pair: list[Page]) -> None:
    english, czech = pair
    match = server.match("classics/tic-tac-toe", "person", "person")
    for address, texts in (
        (match.watch + "#notatoken", ("not valid any more", "nebo už neplatí")),
        (f"{server.address}/t/nosuchmatch", ("no match with this link", "Taková partie tu není")),
    ):
        for page, text in zip(pair, texts, strict=True):
            page.open(address)
            assert text in page.one("[role=alert]").text
    english.tap("main a", "Games")
    english.one("[data-game]")
    czech.tap("main a", "Hry")
    czech.one("[data-game]")


def test_a_replaced_link_says_so(server: Server, pair: list[Page]) -> None:
    ann, bob = pair
    match = server.match("classics/tic-tac-toe", "person", "person")
    ann.join(match.link(0))
    bob.join(match.link(1))
    ann.tap("[data-seat='1'] button")
    ann.tap("[data-new-link]")
    new = links(ann)["1"]
    assert "nahrazen" in bob.one("[data-moved]").text
    bob.open(match.link(1))
    assert "už neplatí" in bob.one("[role=alert]").text
    bob.join(new)
    ann.press(Keys.ESCAPE)
    play(pair, random.Random(1))


def test_own_matches_are_listed(server: Server, pair: list[Page]) -> None:
    ann = pair[0]
    find(ann, server, "tic", "classics/tic-tac-toe")
    write(ann, "name-0", NAME)
    ann.tap("form[data-new] [type=submit]")
    found = links(ann)
    ann.open(server.address)
    assert NAME in ann.one(".mine").text
    ann.tap(".mine a", "Links")
    assert links(ann) == found
    ann.open(server.address)
    ann.tap(".mine-link")
    ann.until(lambda: ann.state())
    assert ann.driver.current_url == found["0"]
    ann.until(lambda: ann.act(random.Random(1)))
    ann.tap(".mark")
    ann.one("[data-game]")
    ann.tap(".mine button", "Forget")
    ann.until(lambda: not ann.all(".mine"), "it is not forgotten")
