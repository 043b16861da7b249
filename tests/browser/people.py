"""People with browsers: a server in a process of its own, and Chromium windows whose pages are clicked on."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
PATIENCE = 30.0
"""Seconds after which a page that does not do what it should is a failure."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-prefers-reduced-motion",
)

_STATE = """
const table = document.querySelector('[data-table]');
if (!table || document.querySelector('[data-lost]')) return null;
const over = table.hasAttribute('data-over'), busy = table.hasAttribute('data-busy');
const all = (query) => Array.from(document.querySelectorAll(query));
const dialog = document.querySelector('dialog[open]');
const scope = dialog ? 'dialog[open] ' : '';
const shown = (one) => one.getClientRects().length > 0;
const seen = (one) => shown(one) && one.getAttribute('aria-disabled') !== 'true' && !one.disabled;
const words = all(scope + '[data-option]').filter(seen);
const lit = dialog ? [] : all('[data-table] [data-lit]').filter(seen);
return {over, busy, turn: table.dataset.turn ?? null, dialog: dialog !== null,
        words: words.map((one) => one.dataset.option), lit: lit.map((one) => one.dataset.id)};
"""
_FIND = """
const [kind, wanted] = arguments;
const scope = document.querySelector('dialog[open]') ?? document;
const same = (one) => (kind === 'option' ? one.dataset.option : one.dataset.id) === wanted;
const found = Array.from(scope.querySelectorAll(kind === 'option' ? '[data-option]' : '[data-table] [data-lit]'))
  .filter(same).find((one) => one.getClientRects().length > 0);
if (!found) return null;
found.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
const box = found.getBoundingClientRect();
const parts = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95];
for (const down of parts) {
  for (const right of parts) {
    const x = Math.round(box.left + right * box.width), y = Math.round(box.top + down * box.height);
    const hit = document.elementFromPoint(x, y)?.closest('[data-id], [data-option], button, a');
    if (hit === found) return [found, x, y];
  }
}
const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
return [found, null, over?.outerHTML.slice(0, 300) ?? 'nothing'];
"""
"""Finds a lit object, or the button of an option, and a point of it that nothing covers."""


class Server:
    """`rulewright serve --http` in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, *games: str) -> None:
        self.folder, self.games, self.port = folder, games, 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "rulewright", "serve", "--http", *self.games, "--pace", "0"]
        command += ["--port", str(self.port), "--matches", str(self.folder / "matches.sqlite")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
        assert self.process.stdout is not None
        found = re.search(r"http://\S+?:(\d+)", self.process.stdout.readline())
        assert found is not None, "the server did not start"
        self.address, self.port = found[0], int(found[1])

    def kill(self) -> None:
        """Ends it as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()

    def match(self, game: str, *plays: str, seed: int = 1, names: tuple[str, ...] = ()) -> Match:
        """Starts a match without a browser."""
        players = names or ("Anna", "Bob", "Cyril", "Dana")[: len(plays)]
        body = {"game": game, "players": players, "plays": plays, "seed": seed}
        request = urllib.request.Request(
            f"{self.address}/api/matches",
            json.dumps(body).encode(),
            {"Origin": self.address, "Content-Type": "application/json"},
            method="POST",
        )
        with urllib.request.urlopen(request) as answer:
            found = json.load(answer)
        return Match(self.address, found["match"], tuple(found["tokens"]), found["host"])


class Match:
    """The links of a match."""

    def __init__(self, address: str, match: str, tokens: tuple[str | None, ...], host: str) -> None:
        self.tokens, self.host = tokens, host
        self.watch = f"{address}/t/{match}"

    def link(self, seat: int) -> str:
        return f"{self.watch}#{self.tokens[seat]}"


class Page:
    """A browser window of one person."""

    def __init__(self, folder: Path, language: str, width: int = 1280, height: int = 900) -> None:
        assert CHROMIUM is not None
        assert DRIVER is not None
        options = ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (
            *FLAGS,
            f"--user-data-dir={folder}",
            f"--window-size={width},{height}",
            f"--lang={language}",
        ):
            options.add_argument(flag)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = Chrome(options=options, service=Service(DRIVER))
        self.language = language
        self.last: tuple[str, str] | None = None

    def close(self) -> None:
        self.driver.quit()

    def open(self, address: str) -> None:
        """Opens an address afresh, and waits until the page is there."""
        self.driver.get("about:blank")  # only another fragment would load nothing
        self.driver.get(address)
        self.until(lambda: self.driver.execute_script("return document.querySelector('main') !== null"))

    def join(self, address: str) -> None:
        """Opens a link of a match, and waits until the table is there."""
        self.open(address)
        self.until(lambda: self.state() is not None)

    def state(self) -> dict[str, Any] | None:
        """What can be done; None while the table is not there, or the connection is lost."""
        found: dict[str, Any] | None = self.driver.execute_script(_STATE)
        return found

    def until(self, holds: Callable[[], Any], what: str = "") -> Any:
        """Waits until something holds, and returns it."""
        ends = time.monotonic() + PATIENCE
        while not (found := holds()):
            assert time.monotonic() < ends, (
                f"{what or 'nothing happened'}: {self.state()}, {self.driver.current_url}"
            )
            time.sleep(0.02)
        return found

    def one(self, query: str) -> WebElement:
        """The one element for a query, once it is there."""
        return self.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, query), query)[0]  # type: ignore[no-any-return]

    def all(self, query: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, query)

    def text(self, query: str = "body") -> str:
        found: str = self.driver.execute_script(
            "return document.querySelector(arguments[0])?.innerText ?? ''", query
        )
        return found

    def document(self) -> str:
        """All that is in the page, whether it is shown or not."""
        found: str = self.driver.execute_script("return document.documentElement.outerHTML")
        return found

    def ids(self, query: str = "[data-table] [data-id]") -> set[str]:
        """The ids of the objects that are drawn."""
        script = "return Array.from(document.querySelectorAll(arguments[0])).map((one) => one.dataset.id)"
        return set(self.driver.execute_script(script, query))

    def click(self, kind: str, wanted: str, *, keyboard: bool = False) -> bool:
        """Clicks on a lit object, or on the button of an option; or presses Enter there. False if it has gone."""
        found = self.driver.execute_script(_FIND, kind, wanted)
        if found is None:
            return False
        element, x, y = found
        try:
            if keyboard:
                self.driver.execute_script("arguments[0].focus()", element)
                element.send_keys(Keys.ENTER)
            else:
                assert x is not None, f"{wanted} is lit, and covered by {y}"
                mouse = ActionBuilder(self.driver)
                mouse.pointer_action.move_to_location(x, y).click()  # type: ignore[no-untyped-call]
                mouse.perform()
        except StaleElementReferenceException:
            return False
        self.last = kind, wanted
        return True

    def act(self, dice: random.Random, *, keyboard: bool = False) -> bool:
        """Makes one click on something that can be chosen, if there is anything. Returns whether there was."""
        state = self.state()
        if state is None or state["over"] or state["busy"]:
            return False
        wanted = [("option", one) for one in state["words"]]
        wanted += [
            ("object", one) for one in state["lit"] if ("object", one) != self.last or not state["words"]
        ]
        if not wanted:
            return False
        return self.click(*dice.choice(wanted), keyboard=keyboard)

    def problems(self) -> list[str]:
        """What the browser has complained about: errors of scripts, refused resources, breaches of the policy."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")  # type: ignore[no-untyped-call]
            if entry["level"] == "SEVERE" and "WebSocket" not in entry["message"]
        ]


def play(
    pages: list[Page],
    dice: random.Random,
    *,
    most: int = 3000,
    between: Callable[[], None] | None = None,
    keyboard: bool = False,
) -> int:
    """Lets people click on what can be chosen until the match is over. Returns how many clicks that took."""
    clicks, quiet = 0, time.monotonic()
    while True:
        acted = False
        for page in pages:
            if page.act(dice, keyboard=keyboard):
                clicks, acted = clicks + 1, True
                if between is not None:
                    between()
        if acted:
            quiet = time.monotonic()
        states = [page.state() for page in pages]
        if all(one is not None and one["over"] for one in states):
            return clicks
        assert clicks < most, "the match does not end"
        assert time.monotonic() - quiet < PATIENCE, f"nobody can go on: {states}"


@contextlib.contextmanager
def people(folder: Path, *languages: str, width: int = 1280) -> Iterator[list[Page]]:
    """A window for each person."""
    pages: list[Page] = []
    try:
        for number, language in enumerate(languages):
            pages.append(Page(folder / f"person {number}", language, width))
        yield pages
    finally:
        for page in pages:
            page.close()
