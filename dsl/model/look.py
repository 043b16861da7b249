"""How a game looks in a browser: colours, symbols, the order of places, where the cells of maps lie.

Nothing in it is a rule: it changes no match, and is no part of the content hash.
"""

from __future__ import annotations

import re

import attrs

from ..diagnostics.source import Span
from .symbols import Symbols


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
class Image:
    """An image in the folder of the game: its path from there, and where the game names it."""

    path: str
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Look:
    """What the game says about its look; `cells` by the name of the board and of the cell. `images` are those of
    designs, `backs` of types, `grounds` those under boards; `corners` the properties whose numbers stand in the
    corners of a type's cards. `cropped` are the grids that are drawn only as far as anything lies on them. `leads` is
    the state, or the number as `panel_name` makes it, of each player that shows who leads; `next` the name under
    `names:` of the player whose turn comes next. The panel has names of states, and of numbers as `panel_name` makes
    them."""

    order: tuple[str, ...] = ()
    panel: tuple[str, ...] = ()
    fold: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    leads: str | None = None
    next: str | None = None
    types: dict[str, Sign] = attrs.field(factory=dict)
    designs: dict[str, Sign] = attrs.field(factory=dict)
    places: dict[str, Sign] = attrs.field(factory=dict)
    words: dict[str, Sign] = attrs.field(factory=dict)
    cells: dict[str, dict[str, Spot]] = attrs.field(factory=dict)
    images: dict[str, Image] = attrs.field(factory=dict)
    backs: dict[str, Image] = attrs.field(factory=dict)
    grounds: dict[str, Image] = attrs.field(factory=dict)
    corners: dict[str, tuple[str, ...]] = attrs.field(factory=dict)
    cropped: frozenset[str] = frozenset()

    @property
    def every_image(self) -> tuple[Image, ...]:
        """All images that the game names, in the order of their names."""
        return tuple(one for part in (self.images, self.backs, self.grounds) for one in part.values())


def panel_name(number: str) -> str:
    """What a panel calls a number of `numbers:`: its name without a player, so that `prestige of {owner: player}` is
    `prestige`."""
    return _SLOT.sub(" ", number).strip()


def panel_numbers(symbols: Symbols) -> dict[str, str]:
    """The numbers that a panel can show, of the game or of each player: their whole names by what it calls them."""
    return {
        panel_name(name): name
        for name, one in symbols.named_values.items()
        if one.value.type.kind == "number"
        and len(one.slots) <= 1
        and all(slot.type.kind == "player" for slot in one.slots)
    }


def leading_numbers(symbols: Symbols) -> tuple[str, ...]:
    """The numbers that each player has: states that are not secret, and what is computed."""
    states = (name for name, one in symbols.players.items() if one.type.kind == "number" and not one.secret)
    computed = (name for name, whole in panel_numbers(symbols).items() if symbols.named_values[whole].slots)
    return (*states, *computed)


def panel_players(symbols: Symbols) -> tuple[str, ...]:
    """The names of the game that stand for a player."""
    return tuple(
        name
        for name, one in symbols.named_values.items()
        if one.value.type.kind == "player" and not one.slots
    )


_SLOT = re.compile(r"(?:\s+(?:of|by|for|to|from))?\s*\{[^}]*\}('s)?\s*")

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
