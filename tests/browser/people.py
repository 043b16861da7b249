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

import rulewright
from rulewright.dsl.model.game import Game
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
PATIENCE = 30.0
"""Seconds after which a page that does not do what it should is a failure."""
LARGE = {"do-podzemi": 5, "hrad": 2, "priseri": 1, "vladci-podzemi": 1, "hrdina-v-kostce": 1}
"""The large games, and the seeds of their matches."""
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
_FREE = """
const TARGETS = '[data-id], [data-option], button, a, input, select, summary';
const free = (found) => {
  found.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  const box = found.getBoundingClientRect();
  for (const down of [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95]) {
    for (const right of [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95]) {
      const x = Math.round(box.left + right * box.width), y = Math.round(box.top + down * box.height);
      const hit = document.elementFromPoint(x, y);
      const target = hit?.closest(TARGETS);
      if (hit && found.contains(hit) && (target === found || !found.contains(target) || found.matches('label'))) {
        return [x, y];
      }
    }
  }
  return null;
};
const above = (found) => {
  const box = found.getBoundingClientRect();
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return over?.outerHTML.slice(0, 300) ?? 'nothing';
};
const shown = (one) => one.getClientRects().length > 0;
"""
"""Finds a point of an element that nothing covers."""
_FIND = (
    _FREE
    + """
const [kind, wanted] = arguments;
const scope = document.querySelector('dialog[open]') ?? document;
const same = (one) => (kind === 'option' ? one.dataset.option : one.dataset.id) === wanted;
const found = Array.from(scope.querySelectorAll(kind === 'option' ? '[data-option]' : '[data-table] [data-lit]'))
  .filter(same).find(shown);
return found ? [found, free(found), above(found)] : null;
"""
)
"""Finds a lit object, or the button of an option, and a point of it that nothing covers."""
_TAP = (
    _FREE
    + """
const [query, text] = arguments;
const scope = document.querySelector('dialog[open]') ?? document;
const found = Array.from(scope.querySelectorAll(query))
  .find((one) => shown(one) && !one.disabled && one.textContent.includes(text));
return found ? [found, free(found), above(found)] : null;
"""
)
_COVERED = (
    _FREE
    + """
const before = [window.scrollX, window.scrollY];
const all = Array.from(document.querySelectorAll('[data-table] [data-lit], .prompt [data-option]'));
const found = all.filter((one) => shown(one) && !free(one))
  .map((one) => `${one.dataset.id ?? one.dataset.option} is under ${above(one)}`);
window.scrollTo(...before);
return found;
"""
)
"""What can be chosen, but not clicked on."""
_SEEN = """
const all = (query) => Array.from(document.querySelectorAll(query));
const of = (one) => one.closest('[data-on], [data-place]');
const place = (one) => of(one)?.dataset.on ?? of(one)?.dataset.place ?? '';
return {
  log: all('[data-event]').map((one) => one.innerText),
  drawn: all('[data-table] [data-id]').map((one) => `${one.dataset.id} in ${place(one)}`).sort(),
  lit: all('[data-table] [data-lit]').map((one) => one.dataset.id).sort(),
  options: all('[data-option]').map((one) => one.dataset.option).sort(),
};
"""
_AXE = """
const [rules, done] = arguments;
const short = (node) => `${node.target.join(' ')}: ${node.failureSummary} ${node.html.slice(0, 200)}`;
const told = (one) => [`${one.id}: ${one.help}`, ...one.nodes.slice(0, 4).map(short)].join(' | ');
axe.run(document, rules).then(
  (found) => done(found.violations.map(told)),
  (error) => done([String(error)]),
);
"""
AXE = Path(__file__).parents[2] / "workbench/web/page/node_modules/axe-core/axe.min.js"
"""What checks pages for those who cannot see them, or not well."""


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

    def match(self, game: str, *plays: str, seed: int = 1, **more: Any) -> Match:
        """Starts a match without a browser, perhaps with a clock or an absence."""
        players = ("Anna", "Bob", "Cyril", "Dana")[: len(plays)]
        body = {"game": game, "players": players, "plays": plays, "seed": seed, **more}
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
        self.origins: set[str] = set()
        self.last: tuple[str, str] | None = None

    def close(self) -> None:
        self.driver.quit()

    def renew(self) -> None:
        """Makes the window what it was at first: one tab, of the first size, that remembers nothing."""
        for other in self.driver.window_handles[1:]:
            self.driver.switch_to.window(other)
            self.driver.close()
        self.driver.switch_to.window(self.driver.window_handles[0])
        self.driver.get("about:blank")
        for origin in self.origins:
            self.driver.execute_cdp_cmd(
                "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"}
            )
        self.origins.clear()
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.look(dark=False)
        self.problems()
        self.last = None

    def size(self, width: int, height: int = 800) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def look(self, *, dark: bool) -> None:
        """What the reader has set the system to: light or dark."""
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, address: str) -> None:
        """Opens an address afresh, and waits until the page is there."""
        self.driver.get("about:blank")  # only another fragment would load nothing
        self.driver.get(address)
        self.origins.add(address.split("/t/")[0].rstrip("/"))
        self.until(lambda: self.driver.execute_script("return document.querySelector('main') !== null"))

    def join(self, address: str) -> None:
        """Opens a link of a match, and waits until the table is there."""
        self.open(address)
        self.until(lambda: self.state() is not None)

    def state(self) -> dict[str, Any] | None:
        """What can be done; None while the table is not there, or the connection is lost."""
        found: dict[str, Any] | None = self.driver.execute_script(_STATE)
        return found

    def until(self, holds: Callable[..., Any], what: str = "") -> Any:
        """Waits until something, which is called without arguments, holds, and returns it."""
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
        element, point, above = found
        try:
            if keyboard:
                self.driver.execute_script("arguments[0].focus()", element)
                element.send_keys(Keys.ENTER)
            else:
                assert point is not None, f"{wanted} is lit, and covered by {above}"
                self._click_at(*point)
        except StaleElementReferenceException:
            return False
        self.last = kind, wanted
        return True

    def rest(self) -> None:
        """Takes the mouse, and the focus, to where they mark nothing."""
        self._point_at(1, 1).perform()
        self.driver.execute_script("document.activeElement?.blur(); window.scrollTo(0, 0)")

    def _click_at(self, x: int, y: int) -> None:
        mouse = self._point_at(x, y)
        mouse.pointer_action.click()
        mouse.perform()

    def _point_at(self, x: int, y: int) -> ActionBuilder:
        mouse = ActionBuilder(self.driver, duration=0)
        mouse.pointer_action.move_to_location(x, y)  # type: ignore[no-untyped-call]
        return mouse

    def tap(self, query: str, text: str = "") -> None:
        """Clicks on whatever there is on the page, with a text in it, as soon as it is there."""

        def tapped() -> bool:
            found = self.driver.execute_script(_TAP, query, text)
            if found is None or found[1] is None:
                return False
            self._click_at(*found[1])
            return True

        self.until(tapped, f"{query} {text} cannot be clicked on")

    def type(self, text: str) -> None:
        """Types into what has the focus, instead of what is there."""
        self.press("a", Keys.CONTROL)
        self.press(text)

    def press(self, keys: str, held: str | None = None) -> None:
        """Presses keys, wherever the focus is, with another one held down or without."""
        chain = ActionChains(self.driver, duration=0)
        if held is None:
            chain.send_keys(keys).perform()
        else:
            chain.key_down(held).send_keys(keys).key_up(held).perform()

    def pressed_until(self, key: str, query: str, most: int = 120) -> None:
        """Presses a key until something else that has the focus matches a query."""
        script = "return document.activeElement?.matches(arguments[0]) ?? false"
        for _ in range(most):
            self.press(key)
            if self.driver.execute_script(script, query):
                return
        focus = self.driver.execute_script("return document.activeElement?.outerHTML.slice(0, 300)")
        raise AssertionError(f"{query} is not reached by keyboard; the focus is on {focus}")

    def covered(self) -> list[str]:
        """What can be chosen, but not clicked on, with what lies over it."""
        found: list[str] = self.driver.execute_script(_COVERED)
        return found

    def state_now(self) -> dict[str, Any]:
        """What can be done, once the table is there."""
        found: dict[str, Any] = self.until(self.state, "the table is not there")
        return found

    def seen(self) -> dict[str, Any]:
        """What the table shows, to compare."""
        found: dict[str, Any] = self.driver.execute_script(_SEEN)
        return found

    def settled(self) -> dict[str, Any]:
        """What the table shows, once no choice is under way and it has stayed the same for a moment."""
        before = None
        ends = time.monotonic() + PATIENCE
        while True:
            state, now = self.state(), self.seen()
            if state is not None and not state["busy"] and now == before:
                return now
            assert time.monotonic() < ends, "the page does not come to rest"
            before = now
            time.sleep(0.15)

    def log(self) -> list[str]:
        found: list[str] = self.seen()["log"]
        return found

    def hurdles(self, *rules: str) -> list[str]:
        """What axe-core finds against the page, by all of its rules or by some."""
        if not self.driver.execute_script("return 'axe' in window"):
            self.driver.execute_script(AXE.read_text())
        wanted = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
        found: list[str] = self.driver.execute_async_script(_AXE, {**wanted, "resultTypes": ["violations"]})
        return found

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


def act_together(pages: list[Page], dice: random.Random, clicks: int) -> list[int]:
    """Lets people click, in turn, up to a number of clicks or the end of the match. Returns whose pages clicked."""
    made: list[int] = []
    quiet = time.monotonic()
    while len(made) < clicks:
        for seat, page in enumerate(pages):
            if len(made) < clicks and page.act(dice):
                made.append(seat)
                quiet = time.monotonic()
        states = [page.state() for page in pages]
        if any(one is not None and one["over"] for one in states):
            break
        assert time.monotonic() - quiet < PATIENCE, f"nobody can go on: {states}"
    return made


def secrets(page: Page, game: Game, seat: int) -> set[str]:
    """The pieces that lie face up, for this person alone, in the person's own hidden places."""
    places = [
        one.ids[seat]
        for one in rulewright.catalogue(game).places.values()
        if one.sight == "owner" and one.per_player
    ]
    script = """
    const places = new Set(arguments[0]);
    return Array.from(document.querySelectorAll('[data-table] [data-place]'))
      .filter((one) => places.has(one.dataset.place))
      .flatMap((one) => Array.from(one.querySelectorAll('[data-id^="piece:"]')).map((piece) => piece.dataset.id));
    """
    found: list[str] = page.driver.execute_script(script, places)
    return {one for one in found if not one.startswith("piece:?") and "#" not in one}


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
