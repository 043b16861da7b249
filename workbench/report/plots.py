"""Pictures of a report, as SVG: drawn by Vega-Lite while the report is made, so that the page needs no script.

Colours are put in as variables of the page's style, and so follow its light or dark look. What a mark stands for is a
`<title>` inside it, which browsers show under the pointer.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from ...interpreter.extras import needed

WIDTH = 520
ROW = 26
LETTER = 6.6
"""How wide a letter of a label is, at most and on average: the fonts of readers are not known here."""
_COLOURS = {
    "ink": "#010101",
    "soft": "#020202",
    "grid": "#030303",
    "one": "#040404",
    "two": "#050505",
    "paper": "#060606",
}
"""Stand-ins for the variables `--ink` and so on, which Vega does not know."""
INK, SOFT, GRID, ONE, TWO, PAPER = _COLOURS.values()
_ARIA = re.compile(r'<(path|rect|line|text)((?: [^<>]*?)? aria-label="([^"]*)"[^<>]*?)(?:/>|></\1>)')
_CONFIG: dict[str, Any] = {
    "background": None,
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "aria": False,
        "labelColor": SOFT,
        "titleColor": SOFT,
        "titleFontWeight": "normal",
        "titleFontSize": 12,
        "labelFontSize": 12,
        "domainColor": GRID,
        "tickColor": GRID,
        "gridColor": GRID,
        "labelLimit": 260,
    },
    "legend": {"aria": False},
}


@attrs.frozen
class Dot:
    """A row of a picture of dots: its label, the number with its interval, a fair number, and a text about it.

    What is unsure is grey.
    """

    label: str
    value: float
    low: float
    high: float
    fair: float | None = None
    said: str = ""
    unsure: bool = False


def dots(rows: Sequence[Dot], axis: str, locale: str, *, percent: bool = True, zero: bool = False) -> str:
    """Dots with their intervals, one under the other, in their order."""
    data = [{**attrs.asdict(row), "row": number} for number, row in enumerate(rows)]
    names = {str(number): row.label for number, row in enumerate(rows)}
    extent = min(LETTER * max(len(row.label) for row in rows) + 8, 260)
    spread = [one for row in rows for one in (row.low, row.high, row.fair) if one is not None]
    scale: dict[str, Any] = {"zero": False, "nice": True}
    if zero:
        spread.append(0.0)
    if percent and not zero:
        scale["domain"] = [math.floor(min(spread) * 10) / 10, math.ceil(max(spread) * 10) / 10]
    x = {
        "type": "quantitative",
        "scale": scale,
        "axis": {"title": axis, "tickCount": 6, **({"format": ".0%"} if percent else {})},
    }
    y = {
        "field": "row",
        "type": "ordinal",
        "axis": {
            "title": None,
            "minExtent": extent,
            "labelExpr": f"{_js(names)}[datum.value]",
            "ticks": False,
            "domain": False,
            "labelColor": INK,
        },
    }
    said = {"field": "said", "type": "nominal"}
    colour = {"condition": {"test": "datum.unsure", "value": SOFT}, "value": ONE}
    layers: list[dict[str, Any]] = [
        {
            "transform": [{"filter": "isValid(datum.fair)"}],
            "mark": {"type": "tick", "thickness": 2, "size": 14},
            "encoding": {"x": {**x, "field": "fair"}, "y": y, "color": {"value": SOFT}},
        },
        {
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "y": y, "color": colour},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
            "encoding": {"x": {**x, "field": "value"}, "y": y, "color": colour, "description": said},
        },
    ]
    if zero:
        rule = {"mark": {"type": "rule", "strokeDash": [3, 3]}, "data": {"values": [{"x": 0}]}}
        layers.insert(
            0, {**rule, "encoding": {"x": {"field": "x", "type": "quantitative"}, "color": {"value": SOFT}}}
        )
    spec = {"width": WIDTH - extent, "height": ROW * len(rows), "data": {"values": data}, "layer": layers}
    return drawn(spec, locale)


@attrs.frozen
class Bars:
    """A histogram: where the first bar begins, how wide bars are, and the share of each."""

    first: int
    step: int
    shares: tuple[float, ...]


def binned(found: dict[int, int], first: int, step: int, bins: int) -> Bars:
    """How many matches lie between one edge and the next."""
    of, shares = sum(found.values()) or 1, [0] * bins
    for length, times in found.items():
        shares[min(max((length - first) // step, 0), bins - 1)] += times
    return Bars(first, step, tuple(one / of for one in shares))


def edges(lengths: Iterable[int], most: int = 30) -> tuple[int, int, int]:
    """Where bars begin, how wide they are, and how many they are: at most `most`, of a round width."""
    found = list(lengths)
    least, largest = min(found), max(found)
    widths = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    step = next(one for one in widths if largest // one - least // one + 1 <= most)
    return least // step * step, step, largest // step - least // step + 1


def histogram(own: Bars, beside: Bars | None, axis: str, share: str, locale: str) -> str:
    """Bars, and the same of random players as a line."""
    x = {
        "type": "quantitative",
        "scale": {"zero": False, "nice": False},
        "axis": {"title": axis, "tickMinStep": 1},
    }
    y = {"type": "quantitative", "axis": {"title": share, "format": ".0%", "tickCount": 5}}
    layers: list[dict[str, Any]] = [
        {
            "data": {"values": _bars(own)},
            "mark": {"type": "rect", "stroke": PAPER},
            "encoding": {
                "x": {**x, "field": "from"},
                "x2": {"field": "to"},
                "y": {**y, "field": "share"},
                "y2": {"datum": 0},
                "color": {"value": ONE},
                "description": {"field": "said", "type": "nominal"},
            },
        }
    ]
    if beside is not None:
        start = {"from": _edge(beside, 0), "share": 0.0}
        end = {"from": _edge(beside, len(beside.shares)), "share": 0.0}
        layers.append(
            {
                "data": {"values": [start, *_bars(beside), end]},
                "mark": {"type": "line", "interpolate": "step-after", "strokeWidth": 2},
                "encoding": {
                    "x": {**x, "field": "from"},
                    "y": {**y, "field": "share"},
                    "color": {"value": TWO},
                },
            }
        )
    return drawn({"width": WIDTH, "height": 180, "layer": layers}, locale)


def _bars(bars: Bars) -> list[dict[str, Any]]:
    return [
        {
            "from": _edge(bars, number),
            "to": _edge(bars, number + 1),
            "share": share,
            "said": _bar(bars, number),
        }
        for number, share in enumerate(bars.shares)
    ]


def _edge(bars: Bars, number: int) -> float:
    """Where a bar begins: half-way between two numbers, so that a bar of a single number stands on it."""
    return bars.first + bars.step * number - 0.5


def _bar(bars: Bars, number: int) -> str:
    """What a bar stands for."""
    least, most = bars.first + bars.step * number, bars.first + bars.step * (number + 1) - 1
    numbers = f"{least}" if least == most else f"{least}\N{EN DASH}{most}"
    return f"{numbers}: {bars.shares[number]:.1%}"


def curve(
    points: Sequence[tuple[float, float, float, float]], fair: float, axis: str, share: str, locale: str
) -> str:
    """Shares along a match, with a band, and a fair share as a dashed line."""
    data = [dict(zip(("at", "value", "low", "high"), one, strict=True)) for one in points]
    x = {
        "field": "at",
        "type": "quantitative",
        "axis": {"title": axis, "format": ".0%"},
        "scale": {"domain": [0, 1]},
    }
    y = {
        "type": "quantitative",
        "axis": {"title": share, "format": ".0%", "tickCount": 5},
        "scale": {"domain": [0, 1]},
    }
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "area", "opacity": 0.2},
            "encoding": {
                "x": x,
                "y": {**y, "field": "low"},
                "y2": {"field": "high"},
                "color": {"value": ONE},
            },
        },
        {
            "mark": {"type": "line", "strokeWidth": 2.5},
            "encoding": {"x": x, "y": {**y, "field": "value"}, "color": {"value": ONE}},
        },
        {
            "data": {"values": [{"fair": fair}]},
            "mark": {"type": "rule", "strokeDash": [4, 4]},
            "encoding": {"y": {**y, "field": "fair"}, "color": {"value": SOFT}},
        },
    ]
    return drawn({"width": WIDTH, "height": 200, "data": {"values": data}, "layer": layers}, locale)


@attrs.frozen
class Priced:
    """A design in a picture of worth against cost; `name` only if it stands out."""

    cost: float
    value: float
    low: float
    high: float
    said: str
    name: str = ""


def against_cost(
    points: Sequence[Priced], base: float, slope: float, axis: str, worth: str, locale: str
) -> str:
    """Worth against cost, with the line of what each cost is usually worth."""
    least, most = min(one.cost for one in points), max(one.cost for one in points)
    line = [{"cost": cost, "value": base + slope * cost} for cost in (least, most)]
    x = {
        "field": "cost",
        "type": "quantitative",
        "axis": {"title": axis, "tickMinStep": 1},
        "scale": {"zero": False, "padding": 20},
    }
    y = {"type": "quantitative", "axis": {"title": worth, "format": ".0%", "tickCount": 6}}
    colour = {"condition": {"test": "datum.name", "value": TWO}, "value": ONE}
    layers: list[dict[str, Any]] = [
        {
            "data": {"values": line},
            "mark": {"type": "line", "strokeDash": [4, 4], "strokeWidth": 1.5},
            "encoding": {"x": x, "y": {**y, "field": "value"}, "color": {"value": SOFT}},
        },
        {
            "mark": {"type": "rule", "opacity": 0.45},
            "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}, "color": colour},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 55, "opacity": 1},
            "encoding": {
                "x": x,
                "y": {**y, "field": "value"},
                "color": colour,
                "description": {"field": "said", "type": "nominal"},
            },
        },
        {
            "transform": [{"filter": "datum.name"}],
            "mark": {"type": "text", "align": "left", "dx": 8, "fontSize": 12},
            "encoding": {
                "x": x,
                "y": {**y, "field": "value"},
                "text": {"field": "name", "type": "nominal"},
                "color": {"value": INK},
            },
        },
    ]
    values = [attrs.asdict(one) for one in points]
    return drawn({"width": WIDTH, "height": 280, "data": {"values": values}, "layer": layers}, locale)


def drawn(spec: dict[str, Any], locale: str) -> str:
    """A picture as SVG. Raises `MissingExtraError` without the library that draws."""
    library = needed("vl_convert", "report")
    whole = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "config": _CONFIG, **spec}
    svg: str = library.vegalite_to_svg(whole, format_locale=locale, allowed_base_urls=[])
    for name, colour in _COLOURS.items():
        svg = svg.replace(colour, f"var(--{name})")
    svg = _ARIA.sub(r"<\1\2><title>\3</title></\1>", svg)
    return re.sub(r' (?:xmlns(?::xlink)?|version|aria-\w+|role)="[^"]*"', "", svg)


def _js(names: dict[str, str]) -> str:
    """Names as an expression of Vega, which is JSON."""
    return json.dumps(names)
