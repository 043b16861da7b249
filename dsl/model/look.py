"""How a game looks in a browser: colours, symbols, the order of places, where the cells of maps lie.

Nothing in it is a rule: it changes no match, and is no part of the content hash.
"""

from __future__ import annotations

import attrs


@attrs.frozen
class Sign:
    """How something looks: a colour such as `#2e7d32` and a symbol of up to three characters; None: not said."""

    colour: str | None = None
    symbol: str | None = None


@attrs.frozen
class Spot(Sign):
    """How a cell looks, and on a map where it lies: to the right, and down."""

    at: tuple[float, float] | None = None


@attrs.frozen
class Look:
    """What the game says about its look; `cells` by the name of the board and of the cell."""

    order: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    types: dict[str, Sign] = attrs.field(factory=dict)
    designs: dict[str, Sign] = attrs.field(factory=dict)
    places: dict[str, Sign] = attrs.field(factory=dict)
    words: dict[str, Sign] = attrs.field(factory=dict)
    cells: dict[str, dict[str, Spot]] = attrs.field(factory=dict)


COLOURS = {
    "black": "#000000",
    "white": "#ffffff",
    "green": "#008000",
    "silver": "#c0c0c0",
    "gray": "#808080",
    "grey": "#808080",
    "red": "#ff0000",
    "maroon": "#800000",
    "crimson": "#dc143c",
    "tomato": "#ff6347",
    "coral": "#ff7f50",
    "salmon": "#fa8072",
    "pink": "#ffc0cb",
    "orange": "#ffa500",
    "gold": "#ffd700",
    "yellow": "#ffff00",
    "khaki": "#f0e68c",
    "beige": "#f5f5dc",
    "ivory": "#fffff0",
    "tan": "#d2b48c",
    "brown": "#a52a2a",
    "sienna": "#a0522d",
    "chocolate": "#d2691e",
    "olive": "#808000",
    "lime": "#00ff00",
    "teal": "#008080",
    "turquoise": "#40e0d0",
    "aqua": "#00ffff",
    "cyan": "#00ffff",
    "blue": "#0000ff",
    "navy": "#000080",
    "indigo": "#4b0082",
    "purple": "#800080",
    "violet": "#ee82ee",
    "orchid": "#da70d6",
    "plum": "#dda0dd",
    "fuchsia": "#ff00ff",
    "magenta": "#ff00ff",
}
"""The colours that have names, which are those of CSS."""
