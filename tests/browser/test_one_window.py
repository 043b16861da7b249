"""On a desktop, the board, the reader's own area, the prompt and the last line of the log are in the window together,
without scrolling, in the middle of matches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .people import LARGE, Page, Server, act_together

SIZES = ((1440, 900), (1920, 1080))
THREE = ("do-podzemi", "priseri", "hrdina-v-kostce")
GAMES = {
    **{name: (seed, 3 if name in THREE else 2) for name, seed in LARGE.items()},
    "classics/gem-merchants": (3, 3),
    "classics/love-letter": (3, 4),
    "classics/connect-four": (1, 2),
}
"""The games, with the seed and the number of players of each."""
CLICKS, POSITIONS = 18, 3
LEAST_CELL = 20
"""A cell of the common board is never drawn narrower than this, in pixels: what is that small is not in sight."""
_LOOK = """
const root = document.documentElement;
const clip = (one) => {  // what is left of it within all that cuts it off
  let {left, top, right, bottom} = one.getBoundingClientRect();
  const whole = (right - left) * (bottom - top);
  for (let at = one.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible') continue;
    const box = at.getBoundingClientRect();
    [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
    [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  [left, top] = [Math.max(left, 0), Math.max(top, 0)];
  [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
  return whole > 0 ? Math.max(0, right - left) * Math.max(0, bottom - top) / whole : 1;
};
const all = (query) => Array.from(document.querySelectorAll(query));
const hidden = (query) => all(query).filter((one) => clip(one) < 0.97).map((one) => one.outerHTML.slice(0, 160));
const lines = all('[data-event]');
return {
  scrolled: [root.scrollWidth > innerWidth, root.scrollHeight > innerHeight, scrollX, scrollY],
  counts: {
    boards: all('.t-main svg').length, own: all('.t-own .t-panel').length, lines: lines.length,
    held: all('.t-own [data-id^="piece:"]').length, prompts: all('.prompt').length,
  },
  hidden: [
    ...hidden('.prompt'), ...hidden('.prompt .question'), ...hidden('.t-main svg'), ...hidden('.t-main .t-cell'),
    ...hidden('.t-own .t-panel-name'), ...hidden('.t-own svg'), ...hidden('.t-own .t-place'),
    ...hidden('.t-own .t-face'),
    ...(lines.length ? [lines[lines.length - 1]].filter((one) => clip(one) < 0.97).map((one) => one.outerHTML) : []),
  ],
  narrowest: Math.min(...all('.t-main .t-cell').map((one) => one.getBoundingClientRect().width)),
};
"""


@pytest.mark.parametrize("name", GAMES)
def test_all_is_in_sight(name: str, server: Server, pair: list[Page]) -> None:
    seed, seats = GAMES[name]
    match = server.match(name, "person", "person", *["random"] * (seats - 2), seed=seed)
    for seat, page in enumerate(pair):
        page.size(*SIZES[0])
        page.join(match.link(seat))
    dice = random.Random(seed)
    boards = 0
    for _ in range(POSITIONS):
        assert act_together(pair, dice, CLICKS if name in LARGE else 4)
        for page in pair:
            for size in SIZES:
                page.size(*size)
                page.settled()
                found: dict[str, Any] = page.driver.execute_script(_LOOK)
                where = f"{name} at {size}, in {page.language}"
                assert found["scrolled"] == [False, False, 0, 0], where
                assert found["hidden"] == [], where
                assert found["counts"]["prompts"] == found["counts"]["own"] == 1, where
                assert found["counts"]["lines"] > 0, where
                assert found["narrowest"] is None or found["narrowest"] >= LEAST_CELL, where
                boards = found["counts"]["boards"]
    assert boards == {"do-podzemi": 0, "classics/gem-merchants": 0, "classics/love-letter": 0}.get(name, 1)
