"""Damage: tokens of files left out, doubled, exchanged and moved; bytes; values of any shape."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.dsl.syntax import keywords
from rulewright.workbench.files.shipped import rule_files, shipped_games

ROOT = Path(__file__).parents[2]
TOKEN = re.compile(r"\s+|[^\W\d_]+|\d+|.")
ODD = """
0 -1 2 9 99 1..9 5..3 1000000000 99999999999999999999 { } [ ] | # & * ! % @ ` ' " : - ? , . .. / \\ ² ٣ ½ é 漢
player players the each of 's ( ) <= >= != = + no yes none nothing
""".split()  # noqa: SIM905 - a list of them would be a page
CONTROL = ["\x00", "\x1b[31m", "\r", "\u202e", "\u200b", "\u2028", "\x85", "\ufeff", "\t", "\U0001f600"]
WORDS = sorted({spelling for word in keywords.WORDS for spelling in word.spellings}) + ODD


@cache
def games() -> dict[str, dict[str, str]]:
    """The files of the shipped games and of the small ones of the tests, by their names."""
    small = (
        (ROOT / "tests" / "dsl").rglob("*.yaml"),
        (ROOT / "tests" / "interpreter" / "games").glob("*.yaml"),
    )
    found = {
        f"tests/{path.stem}": {path.name: path.read_text(encoding="utf-8")}
        for paths in small
        for path in sorted(paths)
    }
    for name, folder in shipped_games().items():
        found[name] = {file.name: file.read_text(encoding="utf-8") for file in rule_files(folder)}
    return found


def damaged(text: str, dice: random.Random) -> str:
    """The text with one to three things changed."""
    for _ in range(dice.randint(1, 3)):
        text = dice.choice(_CHANGES)(text, dice)
    return text


def _tokens(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    words = TOKEN.findall(lines[at])
    which = [number for number, word in enumerate(words) if not word.isspace()]
    if not which:
        return text
    number = dice.choice(which)
    borrowed = [word for word in TOKEN.findall(lines[other]) if not word.isspace()] or ["x"]
    words[number] = dice.choice(
        [
            "",
            f"{words[number]} {words[number]}",
            dice.choice(WORDS),
            f"{words[number]} {dice.choice(WORDS)}",
            dice.choice(borrowed),
            dice.choice(ODD),
        ]
    )
    lines[at] = "".join(words)
    return "\n".join(lines)


def _lines(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    change = dice.randrange(5)
    if change == 0:
        lines.insert(other, lines[at])
    elif change == 1:
        del lines[at : at + dice.randint(1, 5)]
    elif change == 2:
        lines[at] = " " * dice.randint(0, 8) + lines[at].lstrip()
    elif change == 3:
        key, colon, _ = lines[at].partition(": ")
        lines[at] = key + colon + lines[other].partition(": ")[2] if colon else lines[at]
    else:
        depth = len(lines[at]) - len(lines[at].lstrip())
        end = at + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > depth:
            end += 1
        block = lines[at:end]
        del lines[at:end]
        lines[other:other] = block if dice.random() < 0.5 else []
    return "\n".join(lines)


def _letters(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    new = dice.choice([dice.choice(CONTROL), dice.choice(ODD), chr(dice.randrange(32, 0x3000)), ""])
    return text[:at] + new + text[at + dice.randint(0, 3) :]


_CHANGES = (_tokens, _tokens, _tokens, _lines, _lines, _letters)


def damaged_bytes(data: bytes, dice: random.Random) -> bytes:
    """Some bytes changed, left out, doubled or put in."""
    made = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(made) + 1)
        change = dice.randrange(4)
        if change == 0 and at < len(made):
            made[at] ^= 1 << dice.randrange(8)
        elif change == 1:
            del made[at : at + dice.randint(1, 9)]
        elif change == 2:
            made[at:at] = bytes(dice.randrange(256) for _ in range(dice.randint(1, 4)))
        else:
            made[at:at] = made[max(0, at - dice.randint(1, 30)) : at]
    return bytes(made)


SCALARS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3.5, 10**18, 1 << 63, -(1 << 63), 10**30, float("nan"), 1e400),
    *(
        "",
        "x",
        "0",
        "1",
        "player 1",
        "\ud800",
        "\x1b[2J",
        "\u202e",
        "x" * 5_000,
        "m1",
        "random",
        "search:3",
        "en",
    ),
)


def anything(dice: random.Random, depth: int = 3) -> Any:
    """A value that JSON can write, more or less."""
    if depth == 0 or dice.random() < 0.6:
        return dice.choice(SCALARS)
    if dice.random() < 0.5:
        return [anything(dice, depth - 1) for _ in range(dice.randint(0, 3))]
    keys = ("a", "b", "match", "seat", "game", "players", "0", "1", "")
    return {dice.choice(keys): anything(dice, depth - 1) for _ in range(dice.randint(0, 3))}


def changed(data: Any, dice: random.Random) -> Any:
    """The same data with one thing in it changed."""
    if isinstance(data, dict) and data and dice.random() < 0.8:
        key = dice.choice(sorted(data))
        change = dice.randrange(6)
        if change == 0:
            return {name: value for name, value in data.items() if name != key}
        if change == 1:
            return {**data, dice.choice(("x", "seat", "match", key + "s")): anything(dice)}
        return {**data, key: changed(data[key], dice)}
    if isinstance(data, list) and data and dice.random() < 0.8:
        at = dice.randrange(len(data))
        change = dice.randrange(4)
        if change == 0:
            return data[:at] + data[at + 1 :]
        if change == 1:
            return [*data[:at], data[at], *data[at:]]
        return [*data[:at], changed(data[at], dice), *data[at + 1 :]]
    if type(data) is int and dice.random() < 0.7:
        return data + dice.choice((-1, 1, 2, 64, -100))
    return anything(dice)
