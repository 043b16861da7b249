"""The picture of how a network has learnt shows the lines that were printed."""

from __future__ import annotations

from .scripts import scripts

with scripts("curves") as _found:
    curves = _found["curves"]


def test_the_picture_is_that_of_the_lines() -> None:
    assert curves.PICTURE.read_text(encoding="utf-8") == curves.drawn(
        curves.read(curves.LINES.read_text(encoding="utf-8"))
    )


def test_lines_become_points() -> None:
    read = curves.read(
        "0.5 minutes: the network wins 0.25 in seat 1\n0.5 minutes: the search wins 1.00 in seat 2\n"
    )
    assert read == {("network", "1"): [(0.5, 0.25)], ("search", "2"): [(0.5, 1.0)]}
    picture = curves.drawn(read)
    assert picture.count("<polyline") == 2
    assert 'stroke-dasharray="5 4"' in picture
