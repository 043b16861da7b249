"""A game whose author means harm: its names, titles and texts are shown as they are written, and do nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import cycle
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.keys import Keys

from .people import Page, Server

TEXTS = (
    "<img src=x onerror=harm()>",
    "<script>harm()</script>",
    "</title></script><script>harm()</script>",
    '"><svg onload=harm()>',
    "' onmouseover=harm() autofocus onfocus='harm()",
    "javascript:harm()",
    "<a href=javascript:harm()>here</a>",
    "<iframe srcdoc='<script>parent.harm()</script>'></iframe>",
    "<style>* — display: none</style>",
    "<base href=//127.0.0.2/><link rel=stylesheet href=//127.0.0.2/x.css>",
    "<form action=//127.0.0.2><button autofocus>x",
    "<meta http-equiv=refresh content='0;url=//127.0.0.2'>",
    "url(//127.0.0.2/x) ; background: red; position: fixed",
    "expression(harm()) /* */ --x: y",
    "<!-- <![CDATA[ ]]> &lt;b&gt; &#x3c;script&#x3e;harm()",
    "<math><mtext><table><mglyph><style><img src=x onerror=harm()>",
    "<details open ontoggle=harm()><summary>x",
    "<object data=//127.0.0.2><embed src=//127.0.0.2>",
    "__proto__ constructor toString",
    "W" * 2_000,
    "é" + "\u0301" * 200,
    "ﷺ\u0e49\u0e49\u0e49\u0e49 \U0001f468 \u05d0\u05d1 \u0627\u0644",
)
WATCH = """
window.harmed = 0; window.harm = () => { window.harmed += 1; };
window.refused = [];
document.addEventListener('securitypolicyviolation',
  (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
STATE = """
const foreign = 'img, iframe, base, object, embed, math, style, form:not([data-new]), meta[http-equiv], [onload]';
return {
  harmed: window.harmed, refused: window.refused,
  foreign: Array.from(document.querySelectorAll(foreign)).map((one) => one.outerHTML.slice(0, 200)),
  links: Array.from(document.querySelectorAll('[href], [src], [action]'))
    .map((one) => one.href || one.src || one.action)
    .filter((one) => one !== 'data:,' && !one.startsWith(location.origin)),
  loaded: performance.getEntriesByType('resource').map((one) => one.name),
  wide: document.scrollingElement.scrollWidth - window.innerWidth,
};
"""


def hostile(name: str = "hostile") -> str:
    """A small game that has such a text wherever a game can have one of its own."""
    texts = cycle(TEXTS)

    def text(before: str = "", after: str = "") -> str:
        return json.dumps(before + next(texts) + after, ensure_ascii=False)

    def both(before: str = "") -> str:
        return f"{{en: {text(before)}, cs: {text(before)}}}"

    return f"""\
rulewright: 2
game: {name}
title: {both()}
players: 2..4
steps: 60
components:
  stone:
    cs: {{nom: {text()}, acc: {text()}}}
    properties: {{weight: {{type: 1..9, cs: {text()}}}}}
    starts in: the bag
    designs:
      ruby: {{copies: 4, weight: 1, plural: rubies, cs: {{nom: {text()}, acc: {text()}}}, source: house}}
      opal: {{copies: 4, weight: 2, cs: {{nom: {text()}, acc: {text()}}}, source: house}}
places:
  bag: {{is: "pile of stones, hidden", cs: {text()}}}
  tray: {{is: area of stones, cs: {text()}}}
  box: {{is: "area of stones, per player", cs: {text()}}}
game has:
  weather: {{type: fine or foul, cs: {text()}}}
players have:
  points: {{type: -90..90, cs: {text()}}}
labels: {{take: {both()}, leave: {both()}, fine: {both()}, foul: {both()}}}
score: the player's points
phrases:
  "{{taker: player}} takes {{taken: stone}}":
    cs: {text("{taker} ", " {taken:acc}")}
    log: {{en: {text("{taker} ", " {taken}")}, cs: {text("{taker} ", " {taken}")}}}
    do: |
      put taken into the taker's box
      the taker's points goes up by 1
      the weather becomes foul
flow:
  - phase: collecting
    title: {both()}
    do: |
      shuffle the bag
      repeat 3 times: put the top stone of the bag into the tray
    turns: clockwise from player 1, each player, until the tray is empty
    turn: |
      choose a stone in the tray, as the find
      choose one:
        take: the player takes the find
        leave: put the find into the bag
look:
  players: [crimson, "#2244aa"]
  types: {{stone: {{colour: ivory, symbol: "<b>"}}}}
  designs: {{ruby: {{colour: "#c2185b", symbol: "'><"}}, opal: {{colour: gold, symbol: "&lt"}}}}
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("hostile")
    game = folder / "hostile"
    game.mkdir()
    (game / "game.yaml").write_text(hostile(), encoding="utf-8")
    server = Server(folder, str(game))
    yield server
    server.stop()


def harmless(page: Page, server: Server) -> None:
    """Nothing ran, nothing was loaded or refused, no element came of a text, nothing is pushed out of the page."""
    state = page.driver.execute_script(STATE)
    assert (state["harmed"], state["refused"], state["foreign"], state["links"]) == (0, [], [], [])
    assert {urlsplit(one).netloc for one in state["loaded"]} <= {urlsplit(server.address).netloc}
    assert state["wide"] <= 0, f"{state['wide']} pixels too wide"


def test_texts_in_the_page(shop: Server, pair: list[Page]) -> None:
    game, dice = str(shop.folder / "hostile"), random.Random(1)
    for page in pair:
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    for page in pair:
        page.open(shop.address)
        page.until(lambda page=page: page.all("[data-game]"))
        harmless(page, shop)
    match = shop.match(game, "person", "person", players=['<b onclick="harm()">x</b>', "javascript:harm()"])
    for seat, page in enumerate(pair):
        page.join(match.link(seat))
        harmless(page, shop)
    for _ in range(40):
        for page in pair:
            if page.act(dice):
                page.settled()
                harmless(page, shop)
        if all((page.state() or {}).get("over") for page in pair):
            break
    for page in pair:
        assert any("<" in line for line in page.log()), "the log shows such texts"
        page.press("?")
        harmless(page, shop)
        page.press(Keys.ESCAPE)
        page.size(360)
        harmless(page, shop)
    page.driver.execute_script("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=harm()>')")
    with pytest.raises(AssertionError):  # as it would be if a text came into the page as markup
        harmless(page, shop)
