"""On a phone, 360 pixels wide: nothing has to be scrolled sideways, and everything that can be chosen can be hit."""

from __future__ import annotations

import random

import pytest

from .people import AXE, LARGE, Page, Server, act_together

CLICKS = 60
EVERY = 20
"""After how many clicks the page is looked at."""


def narrow(server: Server, pair: list[Page], name: str) -> None:
    match = server.match(name, "person", "person", seed=LARGE[name])
    for seat, page in enumerate(pair):
        page.size(360, 740)
        page.join(match.link(seat))


def check(page: Page) -> None:
    """Nothing stands out at the side, and nothing that is to be hit is covered or too small (WCAG 2.2, 2.5.8)."""
    page.settled()
    script = """
    const root = document.documentElement, wide = root.clientWidth;
    if (root.scrollWidth <= wide) return null;
    const isOut = (one) => one.getBoundingClientRect().right > wide + 1;
    const out = Array.from(document.body.querySelectorAll('*')).filter(isOut);
    return [root.scrollWidth, wide, ...out.slice(0, 3).map((one) => one.outerHTML.slice(0, 200))];
    """
    assert page.driver.execute_script(script) is None
    assert page.covered() == []
    if AXE.exists():
        # The sign towards what is out of sight floats over the page, which is scrolled to reach what is under it.
        sign = "document.querySelector('.t-elsewhere')?.style.setProperty('display', arguments[0])"
        page.driver.execute_script(sign, "none")
        found = page.hurdles("target-size")
        page.driver.execute_script(sign, "")
        assert found == []


def test_a_whole_match(server: Server, pair: list[Page]) -> None:
    narrow(server, pair, "do-podzemi")
    dice = random.Random(LARGE["do-podzemi"])
    while act_together(pair, dice, 4):
        for page in pair:
            check(page)
    assert pair[0].one("[data-end]").is_displayed()


@pytest.mark.parametrize("name", [one for one in LARGE if one != "do-podzemi"])
def test_the_tables_of_large_games(name: str, server: Server, pair: list[Page]) -> None:
    narrow(server, pair, name)
    dice = random.Random(LARGE[name])
    for _ in range(CLICKS // EVERY):
        act_together(pair, dice, EVERY)
        for page in pair:
            check(page)


def test_the_lobby(server: Server, pair: list[Page]) -> None:
    page = pair[1]
    page.size(360, 740)

    def fits() -> None:
        script = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.driver.execute_script(script)
        if AXE.exists():
            assert page.hurdles("target-size") == []

    page.open(server.address)
    page.one("[data-game]")
    fits()
    page.tap("[data-game='do-podzemi']")
    page.one("form[data-new]")
    fits()
    page.tap("form[data-new] [type=submit]")
    page.one("[data-link]")
    fits()
    page.tap("[data-sit]")
    page.until(lambda: page.state() is not None)
    page.tap(".head-menu-button")
    page.tap("[data-open=rules]")
    page.one("dialog[open]")
    fits()
