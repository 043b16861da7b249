"""Images of a game: only what is one, and lies in the folder, is used; the server gives exactly these."""

from __future__ import annotations

import base64
import os
import struct
import zlib
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.workbench.files.games import open_game
from rulewright.workbench.files.images import LARGEST, image_bytes, images_of, media_type
from rulewright.workbench.seats.library import GameLibrary
from rulewright.workbench.web.guard import HEADERS
from rulewright.workbench.web.rules import RulesLibrary, image_in

from .conftest import Run
from .pages import run, serving

GAME = """\
rulewright: 2
game: pictured
title: Pictured
players: 2
components: {card: {starts in: the box, designs: {ace: {}, old king: {}}}}
places: {box: area of cards, yard: {is: "grid of cards, 2 by 2", cell: square}}
flow: [{phase: play, do: the match ends}]
look:
  types: {card: {image: "art/{design}.png", back: art/back.png}}
  places: {yard: {board: art/yard.png}}
"""
NAMES = ("ace", "old-king", "back", "yard")


def png(shade: int = 0) -> bytes:
    """An image of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes((0, shade)))) + chunk(b"IEND", b"")
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "pictured"
    (found / "art").mkdir(parents=True)
    (found / "game.yaml").write_text(GAME, encoding="utf-8")
    for shade, name in enumerate(NAMES):
        (found / f"art/{name}.png").write_bytes(png(shade))
    return found


def found_in(folder: Path) -> list[str]:
    report = Report()
    open_game(str(folder), report)
    assert all(one.code == "RW227" and one.span is not None and one.help for one in report.errors)
    return [one.message for one in report.errors]


def test_images_are_read(folder: Path) -> None:
    report = Report()
    game = open_game(str(folder), report)
    assert game is not None, report.diagnostics
    assert images_of(folder, game) == {f"art/{name}.png": png(shade) for shade, name in enumerate(NAMES)}


def test_what_is_not_there_is_said_with_its_place(folder: Path) -> None:
    (folder / "art/old-king.png").unlink()
    assert found_in(folder) == ["'art/old-king.png' is not there"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "holds no image"),
        (b"<html><script>alert(1)</script></html>", "holds no image"),
        (b"", "holds no image"),
        (b"GIF89a" + bytes(20), "holds another sort of image: gif"),
        (b"\xff\xd8\xff" + bytes(20), "holds another sort of image: jpeg"),
        (b"RIFF\0\0\0\0WEBP", "holds another sort of image: webp"),
        (png() + bytes(LARGEST), f"has {len(png()) + LARGEST:,} bytes"),
    ],
)
def test_what_is_no_such_image_is_refused(folder: Path, data: bytes, message: str) -> None:
    (folder / "art/ace.png").write_bytes(data)
    assert found_in(folder) == [f"'art/ace.png' {message}"]


def test_no_link_leads_out_of_the_folder(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(png())
    (folder / "art/ace.png").unlink()
    (folder / "art/ace.png").symlink_to(secret)
    assert found_in(folder) == ["'art/ace.png' leads out of the folder of the game"]
    (folder / "art/ace.png").unlink()
    (folder / "art/ace.png").symlink_to("back.png")
    assert found_in(folder) == [], "inside the folder, a link is a file like others"
    outside = tmp_path / "outside"
    (folder / "art").rename(outside)
    (folder / "art").symlink_to(outside)
    assert len(found_in(folder)) == len(NAMES), "nor does a folder"


def test_what_is_no_file_is_not_waited_for(folder: Path) -> None:
    (folder / "art/ace.png").unlink()
    os.mkfifo(folder / "art/ace.png")
    assert found_in(folder) == ["'art/ace.png' is no file"]
    (folder / "art/ace.png").unlink()
    (folder / "art/ace.png").mkdir()
    assert found_in(folder) == ["'art/ace.png' is no file"]


def test_rules_keep_their_images(folder: Path) -> None:
    """A match has those with which it began; new ones belong to other rules. Only what the rules name is given."""
    library = RulesLibrary(GameLibrary([str(folder)]))
    first = library.current(str(folder), ())
    (folder / "art/ace.png").write_bytes(png(99))
    second = library.current(str(folder), ())
    assert first.key != second.key
    again = RulesLibrary(GameLibrary()).stored(first.key, first.name, (), first.bundle)
    assert image_in(again, "art/ace.png") == image_in(first, "art/ace.png") == png(0)
    assert image_in(second, "art/ace.png") == png(99)
    assert [image_in(first, path) for path in ("game.yaml", "art/../game.yaml", "art/none.png", "")] == [
        None
    ] * 4


def test_a_match_goes_on_without_an_image_that_was_lost(folder: Path) -> None:
    library = RulesLibrary(GameLibrary([str(folder)]))
    game = library.games.game(str(folder), ())
    files = library.games.files(str(folder))
    (folder / "art/ace.png").unlink()
    rules = library.saved(str(folder), (), files, game)
    again = RulesLibrary(GameLibrary()).stored(rules.key, rules.name, (), rules.bundle)
    assert image_in(again, "art/ace.png") is None
    assert image_in(again, "art/back.png") == png(2)


def test_what_a_browser_is_told_is_what_the_bytes_are(folder: Path) -> None:
    (folder / "art/one.JPG").write_bytes(b"\xff\xd8\xff" + bytes(9))
    assert image_bytes(folder, "art/one.JPG")
    assert media_type("art/one.JPG") == "image/jpeg"


def test_the_server_gives_what_the_rules_name_under_the_strict_policy(folder: Path, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, str(folder)) as server:
            started = await server.start(str(folder), "person", "person")
            page = await server.joined(started["match"])
            rules = await server.request("GET", f"/api/rules/{page.messages[0]['rules']}")
            base, known = rules.data["images"], rules.data["catalogue"]
            assert known["designs"]["design:old king"]["image"] == "art/old-king.png"
            assert known["types"]["card"]["back_image"] == "art/back.png"
            assert known["places"]["yard"]["ground"] == "art/yard.png"
            answer = await server.request("GET", f"{base}art/ace.png")
            assert (answer.status, answer.body, answer.headers["content-type"]) == (200, png(0), "image/png")
            assert HEADERS.items() <= answer.headers.items()
            assert answer.headers["x-content-type-options"] == "nosniff"
            (folder / "art/unnamed.png").write_bytes(png())
            others = (
                "game.yaml",
                "../game.yaml",
                "art/../../game.yaml",
                "art/unnamed.png",
                "/etc/passwd",
                "",
            )
            for path in others:
                assert (await server.request("GET", base + path)).status == 404
            assert (await server.request("GET", "/api/rules/none/images/art/ace.png")).status == 404

    run(work())


def test_images_are_printed_on_cards(folder: Path, rulewright: Run) -> None:
    out = rulewright("cards", str(folder), "--format", "html").out
    assert f'src="data:image/png;base64,{base64.b64encode(png(1)).decode()}"' in out
