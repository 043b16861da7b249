"""Colours at a terminal: words for colours and their codes, and the width of text that holds such codes."""

from __future__ import annotations

import re

from ..commandline.visible import PAINT

PLAIN = "\x1b[0m"
GROUNDS = {
    "black": "97;40",
    "blue": "97;44",
    "brown": "97;48;5;94",
    "cyan": "30;46",
    "gold": "30;43",
    "golden": "30;43",
    "gray": "30;48;5;247",
    "green": "30;42",
    "grey": "30;48;5;247",
    "magenta": "97;45",
    "orange": "30;48;5;208",
    "pink": "30;48;5;218",
    "purple": "97;45",
    "red": "97;41",
    "silver": "30;48;5;252",
    "turquoise": "30;46",
    "violet": "97;45",
    "white": "30;107",
    "yellow": "30;103",
}
"""The codes for text on a ground of each colour, by its word in the language of the rules."""
_CODE = re.compile(PAINT)
_WORD = re.compile(rf"(?:{PAINT}[^\x1b]*\x1b\[0m|\S)+")


def painted(text: str, colour: str) -> str:
    """Text on a ground of a colour, which must be one of `GROUNDS`."""
    return f"\x1b[{GROUNDS[colour]}m{text}{PLAIN}"


def width(text: str) -> int:
    """How many columns a text takes; codes take none."""
    return len(_CODE.sub("", text))


def filled(text: str, columns: int) -> str:
    """A text with spaces after it up to this many columns."""
    return text + " " * (columns - width(text))


def wrapped(text: str, columns: int) -> list[str]:
    """A text in lines of at most this many columns, if its words allow it; all lines but the first are indented by
    two more columns. Nothing that is painted is broken."""
    indent = " " * (len(text) - len(text.lstrip()))
    lines: list[str] = []
    for word in _WORD.findall(text):
        if lines and width(lines[-1]) + 1 + width(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{indent}  {word}" if lines else f"{indent}{word}")
    return lines
