"""Cards as a page to print, in the sizes of a paper in millimetres, with marks where to cut.

In: the designs of a game. Out: HTML that needs nothing else, and that a browser prints or saves as PDF. A card has
the face that it has on the table: its colour, symbol, numbers in the corners, costs as chips, and its whole text.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from ..dsl.model.game import Game
from ..dsl.model.symbols import Design
from ..interpreter.match.decisions.disambiguate import part_label, table_text
from ..interpreter.match.output.objects.cards import card_of
from ..interpreter.match.output.objects.classes import Sign
from ..interpreter.match.output.objects.signs import Signs, corners, signs
from .files.images import media_type

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The papers that can be printed on: their widths and heights in millimetres."""
POKER = (63.0, 88.0)
"""The size of a card unless another one is wanted, in millimetres."""
MARGIN = 8.0
"""What printers leave free at each edge of the paper."""
LEAST, MOST = 20.0, 180.0
"""How short and how long the side of a card may be."""
_MARK, _GAP = 4.0, 1.0  # how long a mark is, and how far from the cards

_STYLE = """\
* { box-sizing: border-box }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact }
body { margin: 0; font-family: system-ui, sans-serif; color: #1c1a16; background: #fff; hyphens: auto }
.sheet { position: relative; overflow: hidden; break-after: page; margin: 0 auto }
.sheet:last-child { break-after: auto }
.cards { position: absolute; display: grid }
.mark { position: absolute; background: #000 }
article { padding: 2mm; overflow: hidden; break-inside: avoid }
.face { display: flex; flex-direction: column; width: 100%; height: 100%; overflow: hidden;
  border: 0.3mm solid #1c1a16; border-radius: 2.5mm; background: #fff }
.head { display: flex; align-items: center; gap: 1.5mm; min-height: 10mm; padding: 1.2mm 2mm }
h2 { flex: 1; margin: 0; font-size: 11pt; line-height: 1.1; overflow-wrap: break-word; min-width: 0 }
h2::first-letter { text-transform: uppercase }
.corner { flex: none; min-width: 7mm; padding: 0 1mm; border-radius: 3.5mm; background: #fffdf6; color: #1c1a16;
  box-shadow: 0 0 0 0.3mm #1c1a16; font-size: 12pt; font-weight: 700; line-height: 7mm; text-align: center }
.symbol { flex: none; font-size: 14pt; line-height: 1; font-variant-emoji: text }
.type { margin: 1mm 2mm 0; font-size: 7.5pt; color: #555 }
dl { margin: 1mm 2mm 0; display: flex; flex-wrap: wrap; gap: 0 3mm; font-size: 8.5pt }
dl div { display: flex; gap: 1mm }
dt { color: #555 }
dd { margin: 0; font-weight: 600 }
.costs { margin: 1mm 2mm 0; display: flex; flex-wrap: wrap; align-items: center; gap: 1mm; font-size: 8.5pt }
.chip { padding: 0 1.5mm; border-radius: 2.5mm; border: 0.2mm solid rgb(0 0 0 / 50%); font-weight: 600;
  line-height: 5mm; font-variant-emoji: text }
.art { flex: 1 1 0; min-height: 0; margin: 1.5mm 2mm 2mm; border-radius: 1.5mm; overflow: hidden; display: grid;
  place-items: center; font-size: 40pt; line-height: 1; font-variant-emoji: text }
.art img { width: 100%; height: 100%; object-fit: contain }
.text { flex: none; margin: 0 2mm 2mm; white-space: pre-line; line-height: 1.25 }
.costs:last-child { margin-bottom: 2mm }"""


@attrs.frozen
class Layout:
    """How many cards of a size lie on a paper, and where; all in millimetres."""

    paper: tuple[float, float]
    card: tuple[float, float]

    @property
    def columns(self) -> int:
        return int((self.paper[0] - 2 * MARGIN + 1e-6) // self.card[0])

    @property
    def rows(self) -> int:
        return int((self.paper[1] - 2 * MARGIN + 1e-6) // self.card[1])

    @property
    def corner(self) -> tuple[float, float]:
        """Where the cards begin: they lie in the middle of the paper."""
        width, height = self.columns * self.card[0], self.rows * self.card[1]
        return (self.paper[0] - width) / 2, (self.paper[1] - height) / 2


def page(
    game: Game,
    language: str,
    title: str,
    designs: Sequence[Design],
    layout: Layout,
    images: Mapping[str, bytes],
) -> str:
    """A page with a card for each copy of these designs; `images` by their paths."""
    drawn = signs(game)
    articles = [
        one
        for design in designs
        for one in [_article(game, design, language, drawn, _image(game, design, images))] * design.copies
    ]
    fit = layout.columns * layout.rows
    sheets = [articles[at : at + fit] for at in range(0, len(articles), fit)]
    width, height = (f"{side:g}mm" for side in layout.paper)
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{html.escape(language)}">',
            f'<head><meta charset="utf-8"><title>{html.escape(title)}</title><style>',
            f"@page {{ size: {width} {height}; margin: 0 }}",
            _STYLE,
            f".sheet {{ width: {width}; height: {height} }}",
            f"article {{ width: {layout.card[0]:g}mm; height: {layout.card[1]:g}mm }}",
            "</style></head>",
            "<body><main>",
            *(line for sheet in sheets for line in _sheet(sheet, layout)),
            "</main></body></html>",
        )
    )


def _sheet(articles: Iterable[str], layout: Layout) -> Iterator[str]:
    left, top = layout.corner
    place = f"left: {left:g}mm; top: {top:g}mm"
    columns = f"grid-template-columns: repeat({layout.columns}, {layout.card[0]:g}mm)"
    yield '<section class="sheet">'
    yield from _marks(layout)
    yield f'<div class="cards" style="{place}; {columns}">'
    yield from articles
    yield "</div></section>"


def _marks(layout: Layout) -> Iterator[str]:
    """Where to cut: short lines in the margin, at every side of a column and of a row."""
    (left, top), (width, height) = layout.corner, layout.card
    right, bottom = left + layout.columns * width, top + layout.rows * height
    for column in range(layout.columns + 1):
        for at in (top - _GAP - _MARK, bottom + _GAP):
            yield _mark(left + column * width - 0.1, at, 0.2, _MARK)
    for row in range(layout.rows + 1):
        for at in (left - _GAP - _MARK, right + _GAP):
            yield _mark(at, top + row * height - 0.1, _MARK, 0.2)


def _mark(left: float, top: float, width: float, height: float) -> str:
    return (
        f'<span class="mark" style="left: {left:g}mm; top: {top:g}mm; width: {width:g}mm; '
        f'height: {height:g}mm"></span>'
    )


def _image(game: Game, design: Design, images: Mapping[str, bytes]) -> str:
    """The image of a design as a part of the page; empty if it has none."""
    image = game.look.images.get(design.name)
    if image is None or image.path not in images:
        return ""
    data = base64.b64encode(images[image.path]).decode("ascii")
    return f'<img alt="" src="data:{media_type(image.path)};base64,{data}">'


def _article(game: Game, design: Design, language: str, drawn: Signs, image: str) -> str:
    card = card_of(game, design, language, plain=True)
    type_ = game.symbols.types[design.type]
    sign = drawn.designs[design.name]
    labels = {part_label(game, name, language): name for name in type_.properties}
    tables = [name for name in design.tables if name in type_.properties]
    facts = [(label, value) for label, value in card.facts if labels.get(label) not in tables]
    numbers = [(label, value) for label, value in facts if labels.get(label) in corners(type_, game.look)]
    if sign.symbol and len(sign.symbol) > 1:  # a playing card has its rank in its symbol
        numbers = []
    facts = [one for one in facts if one not in numbers]
    parts = [
        f'<div class="head" style="background: {sign.colour}; color: {ink(sign.colour or "#777777")}">',
        *(_corner(label, value) for label, value in numbers[:1]),
        f'<span class="symbol">{html.escape(sign.symbol)}</span>' if sign.symbol else "",
        f"<h2>{html.escape(card.name)}</h2>",
        *(_corner(label, value) for label, value in numbers[1:2]),
        "</div>",
        f'<p class="type">{html.escape(card.type)}</p>'
        if card.type.casefold() != card.name.casefold()
        else "",
        _facts(facts),
        _art(sign, image),
        *(_costs(game, name, design.tables[name], language, drawn) for name in tables),
        _text(card.text),
    ]
    return f'<article><div class="face">{"".join(parts)}</div></article>'


def _art(sign: Sign, image: str) -> str:
    """What is left of the face: the image, or the colour of the card with its symbol; long texts leave nothing."""
    colour = sign.colour or "#777777"
    return (
        f'<div class="art" style="background: color-mix(in srgb, {colour} 18%, #fff); '
        f'color: color-mix(in srgb, {colour} 75%, #000)">{image or html.escape(sign.symbol or "")}</div>'
    )


def _corner(label: str, value: str) -> str:
    return f'<span class="corner" title="{html.escape(label)}">{html.escape(value)}</span>'


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    found = "".join(
        f"<div><dt>{html.escape(label)}</dt><dd>{html.escape(value)}</dd></div>" for label, value in facts
    )
    return f"<dl>{found}</dl>" if found else ""


def _costs(game: Game, name: str, table: dict[str, int], language: str, drawn: Signs) -> str:
    """The parts of a table of numbers as chips, in the colours of what they count."""
    chips = "".join(
        _chip(table_text(game, {key: number}, language), drawn.designs.get(key) or drawn.words.get(key))
        for key, number in table.items()
        if number
    )
    return f'<p class="costs">{html.escape(part_label(game, name, language))} {chips}</p>' if chips else ""


def _chip(text: str, sign: Sign | None) -> str:
    """A number of something; its name is written out, since paper cannot be asked."""
    if sign is None or sign.colour is None:
        return f'<span class="chip">{html.escape(text)}</span>'
    look = f"background: {sign.colour}; color: {ink(sign.colour)}"
    symbol = f" {html.escape(sign.symbol)}" if sign.symbol else ""
    return f'<span class="chip" style="{look}">{html.escape(text)}{symbol}</span>'


def _text(text: str) -> str:
    """The text of a card, the smaller the longer it is: nothing of it may be cut off."""
    if not text:
        return ""
    size = next(points for most, points in _SIZES if len(text) <= most)
    return f'<p class="text" style="font-size: {size:g}pt">{html.escape(text)}</p>'


_SIZES = ((150, 9.5), (260, 8.5), (400, 7.5), (600, 6.5), (10_000_000, 5.5))
"""Up to which length a text has how many points."""


def ink(background: str) -> str:
    """Black or white, whichever stands out more."""
    parts = [int(background[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#ffffff" if 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 else "#000000"
