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
from rulewright.workbench.cli import main

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


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Space]:
    folder = tmp_path_factory.mktemp("site")
    assert main(("site", GAME, "--play", "-o", str(folder), "--runtime", str(RUNTIME))) == 0
    found = Space(folder)
    yield found
    found.close()


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
    page.open(space.address)
    begun(page)
    assert "#/new?game=classics/tic-tac-toe" in page.driver.current_url, "it begins with the one game"
    page.tap("form[data-new] button[type=submit]")
    page.tap("[data-sit]")
    page.until(lambda: page.state() is not None)
    address, dice = page.driver.current_url, random.Random(1)
    page.until(lambda: (page.act(dice) and False) or page.state_now()["over"], "the match does not end")
    ended = page.text("[data-end]")
    assert ended
    log = page.log()
    page.open(address)  # the browser has kept the match
    begun(page)
    page.until(lambda: page.state() is not None)
    assert page.text("[data-end]") == ended
    assert page.settled()["log"] == log
    assert page.problems() == []
    assert not [one for one in space.asked if "/api/" in one], "nothing is asked but files"
