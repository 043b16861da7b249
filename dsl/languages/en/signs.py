"""Words of English that name something with a colour or a sign of its own: colours, gems, goods, suits and ranks.

A table draws what a game calls so accordingly, where the game itself says nothing (`look:`).
"""

from __future__ import annotations

COLOURS: dict[str, str] = {
    "red": "#b8322a",
    "crimson": "#a3182f",
    "scarlet": "#c02a1c",
    "orange": "#c9661a",
    "golden": "#c79a1e",
    "yellow": "#e0bb2c",
    "lime": "#8fb339",
    "green": "#34803f",
    "olive": "#7a7d2e",
    "teal": "#1f7f80",
    "cyan": "#2796b4",
    "turquoise": "#2fa9a0",
    "blue": "#2c5fb0",
    "navy": "#1f2f66",
    "indigo": "#41378f",
    "purple": "#74409c",
    "violet": "#74409c",
    "magenta": "#b03a86",
    "pink": "#d98aae",
    "brown": "#7a5230",
    "black": "#26262b",
    "dark": "#3b3a45",
    "grey": "#7c8087",
    "gray": "#7c8087",
    "white": "#f2efe8",
    "ivory": "#efe6cf",
    "light": "#ead9ac",
}
"""Colours, which need no sign beside them."""

THINGS: dict[str, tuple[str, str]] = {
    # gems and metals
    "diamond": ("#dfe9f2", "◇"),
    "sapphire": ("#1f4fa8", "◆"),
    "emerald": ("#128055", "⬢"),
    "ruby": ("#a8163c", "♦"),
    "onyx": ("#26262b", "■"),
    "amethyst": ("#7d46b0", "▲"),
    "topaz": ("#d98f1f", "▼"),
    "amber": ("#c98a12", "⬟"),
    "jade": ("#3f9a6b", "⬣"),
    "pearl": ("#f0e8e2", "○"),
    "opal": ("#a9d3d6", "◎"),
    "garnet": ("#7a1f2b", "◈"),
    "obsidian": ("#2d2a33", "▮"),
    "quartz": ("#e6cfd6", "△"),
    "gold": ("#c79a1e", "●"),
    "silver": ("#b4bac2", "●"),
    "bronze": ("#9a6a33", "●"),
    "copper": ("#b5652f", "●"),
    "iron": ("#5d636b", "▬"),
    "coin": ("#c79a1e", "●"),
    # goods
    "wood": ("#6f4a24", "▥"),
    "lumber": ("#6f4a24", "▥"),
    "timber": ("#6f4a24", "▥"),
    "brick": ("#a84b2f", "▤"),
    "clay": ("#a84b2f", "▤"),
    "stone": ("#85878a", "⬟"),
    "ore": ("#5b6470", "▲"),
    "coal": ("#2f2f33", "⬢"),
    "wheat": ("#d7b13a", "✱"),
    "grain": ("#d7b13a", "✱"),
    "wool": ("#e9e4d4", "❋"),
    "sheep": ("#a9c46c", "❋"),
    "salt": ("#eceae6", "△"),
    "silk": ("#b46ab0", "≋"),
    "spice": ("#b5531c", "✦"),
    "water": ("#2f7fc1", "≈"),
    "fire": ("#cf4a1d", "▲"),
    "earth": ("#6b5a2e", "▼"),
    "air": ("#a8cfe0", "≋"),
    # suits of playing cards
    "heart": ("#b3202e", "♥"),
    "spade": ("#26262b", "♠"),
    "club": ("#1f4a35", "♣"),
}
"""Things with a colour and a sign."""

SUIT_OF_DIAMONDS = ("#c1491f", "♦")
"""What a diamond is where hearts, spades or clubs are, too."""

RANKS: dict[str, str] = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "knave": "J",
    "joker": "★",
    **{
        word: str(number)
        for number, word in enumerate(
            ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=2
        )
    },
}
"""Ranks of playing cards, as they stand in the corner."""
