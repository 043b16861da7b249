"""Takes the pictures of large games that stand in the docs: `python -m tests.browser.screenshots [GAME ...]`.

The seeds, and so the matches, are always the same. Both people click at random until the moment of the picture.
"""

from __future__ import annotations

import importlib.util
import io
import random
import sys
import tempfile
from pathlib import Path

import attrs

from .people import Page, Server, act_together, people

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 200_000
"""The most bytes of a picture."""


@attrs.frozen
class Shot:
    """A picture: of which match, after how many clicks, and how."""

    game: str
    language: str
    clicks: int
    seed: int
    dark: bool = False
    width: int = 1440
    height: int = 900

    @property
    def name(self) -> str:
        look = ("-dark" if self.dark else "") + ("-narrow" if self.width < 500 else "")
        return f"{self.game}-{self.language}{look}.png"


SHOTS = (
    Shot("do-podzemi", "en", clicks=7, seed=5),
    Shot("hrad", "cs", clicks=40, seed=2),
    Shot("priseri", "en", clicks=24, seed=1, dark=True),
    Shot("vladci-podzemi", "cs", clicks=60, seed=1),
    Shot("hrdina-v-kostce", "en", clicks=50, seed=1),
    Shot("hrad", "en", clicks=40, seed=2, dark=True),
    Shot("do-podzemi", "cs", clicks=7, seed=5, width=360, height=740),
)


def take(server: Server, pages: dict[str, Page], shot: Shot) -> bytes:
    match = server.match(shot.game, "person", "person", seed=shot.seed)
    both = [pages[shot.language], *(one for name, one in pages.items() if name != shot.language)]
    for seat, page in enumerate(both):
        page.renew()
        page.look(dark=shot.dark)
        page.size(shot.width, shot.height)
        page.join(match.link(seat))
    act_together(both, random.Random(shot.seed), shot.clicks)
    page = both[0]
    dice = random.Random(shot.seed)
    while not page.settled()["lit"] and act_together(both, dice, 1):
        pass  # what can be chosen belongs into the picture
    page.rest()
    page.settled()
    return shrunk(page.driver.get_screenshot_as_png())


def shrunk(picture: bytes) -> bytes:
    """With a palette, where Pillow is installed; else as it is."""
    if importlib.util.find_spec("PIL") is None:
        return picture
    image = importlib.import_module("PIL.Image")
    small = io.BytesIO()
    image.open(io.BytesIO(picture)).convert("RGB").quantize(256).save(small, "PNG", optimize=True)
    return small.getvalue()


def main(games: list[str]) -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(Path(scratch))
        try:
            with people(Path(scratch), "en", "cs") as (english, czech):
                for shot in SHOTS:
                    if games and shot.game not in games:
                        continue
                    picture = take(server, {"en": english, "cs": czech}, shot)
                    (PICTURES / shot.name).write_bytes(picture)
                    print(
                        f"{shot.name}: {len(picture)} bytes"
                        + (", too large" if len(picture) > LARGEST else "")
                    )
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
