"""A site in Chromium: Python runs in the page, and nothing else is asked."""

from __future__ import annotations

import functools
import random
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import rulewright
from rulewright.workbench.cli import main
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from .people import Page, people

RUNTIME = Path(__file__).parents[2] / "workbench/web/page/node_modules/pyodide"
GAME = "classics/tic-tac-toe"


class Space:
    """A web space with a site, which remembers what it was asked for."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        handler = functools.partial(_Handler, self.asked, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://localhost:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, asked: list[str], *arguments: Any, **more: Any) -> None:
        self.asked = asked
        super().__init__(*arguments, **more)

    def log_message(self, format: str, *args: object) -> None:
        self.asked.append(self.path)


def made(folder: Path, *arguments: str) -> Iterator[Space]:
    assert main(("site", *arguments, "-o", str(folder), "--runtime", str(RUNTIME))) == 0
    found = Space(folder)
    yield found
    found.close()


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Space]:
    yield from made(tmp_path_factory.mktemp("site"), GAME, "--play")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Space]:
    """A site with an editor."""
    yield from made(tmp_path_factory.mktemp("workshop"))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with people(tmp_path_factory.mktemp("visitor"), "en") as (one,):
        yield one


def begun(page: Page) -> None:
    """Waits until Python runs."""
    page.until(
        lambda: page.driver.execute_script(
            "return !document.querySelector('[data-loading]') && document.querySelector('main') !== null"
        ),
        "the page does not begin",
    )


def test_a_match_is_played_to_the_end_and_kept(space: Space, page: Page) -> None:
    """Against a bot; and then the web space is away."""
    page.open(space.address)
    begun(page)
    assert "#/new?game=classics/tic-tac-toe" in page.driver.current_url, "it begins with the one game"
    page.tap("form[data-new] button[type=submit]")
    page.until(lambda: page.state() is not None)
    address, dice = page.driver.current_url, random.Random(1)
    page.until(lambda: (page.act(dice) and False) or page.state_now()["over"], "the match does not end")
    ended = page.text("[data-end]")
    assert ended
    log = page.log()
    page.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    asked = [*space.asked]
    space.close()
    page.open(address)  # the browser has kept the match, and the page
    begun(page)
    page.until(lambda: page.state() is not None)
    assert page.text("[data-end]") == ended
    assert page.settled()["log"] == log
    assert page.problems() == []
    assert space.asked == asked
    assert not [one for one in asked if "/api/" in one], "nothing is asked but files"


def test_people_pass_the_screen_on(workshop: Space, page: Page) -> None:
    """Whoever has to decide takes the screen over; until then, it is covered. The match is saved as a record."""
    page.renew()
    page.open(f"{workshop.address}#/new?game=classics%2Fkuhn-poker")
    begun(page)
    Select(page.one("select[name=plays-1]")).select_by_value("person")
    page.tap("form[data-new] button[type=submit]")
    page.until(lambda: page.state() is not None)
    cards, dice = [page.ids()], random.Random(2)
    while not page.state_now()["over"]:
        if page.all("[data-pass-on]"):
            page.tap("[data-i-am]")
            page.until(lambda: not page.all("[data-pass-on]") and page.state() is not None)
            cards.append(page.ids())
        page.act(dice)
    assert len(cards) > 1
    assert cards[0] != cards[1], "each sees the own card"
    record = page.driver.execute_async_script(
        "const done = arguments[0];"
        "const make = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { blob.text().then(done); return make(blob); };"
        "document.querySelector('[data-save-record]').click();"
    )
    match = rulewright.Match.replay(rulewright.load("classics/kuhn-poker"), record)
    assert match.is_over
    assert page.problems() == []


def at_the_end(page: Page) -> None:
    """Puts the cursor at the end of the file."""
    page.driver.execute_script("document.querySelector('.cm-content').focus()")
    page.press(Keys.END, Keys.CONTROL)


def test_a_game_is_written_from_nothing(workshop: Space, page: Page) -> None:
    """An error appears while somebody types, and its suggestion mends it; the table plays on; a link carries it."""
    page.open(workshop.address)
    begun(page)
    page.tap("[data-new-game]")
    page.one("[data-editor][data-ready]")
    address = page.driver.current_url
    page.tap("[data-play]")
    page.driver.switch_to.frame(page.one("[data-table-frame]"))
    page.one("[data-design-table]")
    page.driver.switch_to.default_content()
    at_the_end(page)
    page.press("\nscor: 3 ")
    page.one('[data-problem="RW101"]')
    page.driver.switch_to.frame(page.one("[data-table-frame]"))
    page.one("[data-design-table]:not([data-clean])[data-saves='1']")
    page.driver.switch_to.default_content()
    page.tap("[data-fix]", "score")
    page.until(lambda: not page.all('[data-problem="RW101"]'), "the suggestion mends nothing")
    assert "score: 3" in page.text(".cm-content")
    page.tap('[data-run="paraphrase"]')
    page.one("[data-output]")
    assert "game.yaml" in page.text("[data-output] pre")
    link = page.driver.execute_async_script(
        "const done = arguments[0];"
        "navigator.clipboard.writeText = (text) => { done(text); return Promise.resolve(); };"
        "document.querySelector('[data-share]').click();"
    )
    page.open(address)  # the browser has kept it
    begun(page)
    page.one("[data-editor][data-ready]")
    page.one(".cm-content")
    at_the_end(page)
    page.until(lambda: "score: 3" in page.text(".cm-content"), "what was written is lost")
    page.renew()  # somebody else
    page.open(link)
    begun(page)
    page.tap("[data-keep]")
    page.one("[data-editor][data-ready]")
    assert page.problems() == []
