"""Games that are deep or wide in one way: long sums, deep brackets, nested blocks, many phases, designs, options."""

from __future__ import annotations

import random
from collections.abc import Callable

GAME = """\
rulewright: 1
game: wide
players: 1..3
steps: 200
components:
  card:
    properties: {{value: 0..9}}
    starts in: the deck
    designs:
{designs}
places:
  deck: {{is: "pile of cards"}}
  table: {{is: "row of cards"}}
game has:
  purse: {{type: 0..99}}
{states}
phrases:
  "{{taker: player}} draws": {{do: "if the deck is not empty: put the top card of the deck into the table"}}
{phrases}
flow:
  - phase: round
    repeat: 5 times
    turns: clockwise from player 1, each player, once each
    options:
      draw:
        do: |
{effect}
      stop: {{do: the match ends}}
{options}
{phases}
{more}
"""


def game(dice: random.Random, scale: float) -> str:
    """One such game; `scale` says how far it goes: 1 is about a hundred of something."""
    make = dice.choice(MAKERS)
    count = max(1, int(2 ** (dice.random() * 6.6) * scale))
    parts = {"designs": "      stone: {value: 1, copies: 3}", "effect": "          the player draws"}
    parts |= dict.fromkeys(("states", "phrases", "options", "phases", "more"), "")
    return GAME.format(**{**parts, **make(count, dice)})


Parts = dict[str, str]


def _effect(*lines: str) -> Parts:
    return {"effect": "\n".join(f"          {line}" for line in lines)}


def _sum(count: int, dice: random.Random) -> Parts:
    sign = dice.choice([" + ", " - ", " * "])
    return _effect("purse goes up by " + sign.join(["1"] * count) + ", as far as possible")


def _brackets(count: int, dice: random.Random) -> Parts:
    return _effect(f"purse becomes {'(' * count}1{')' * count}")


def _joined(count: int, dice: random.Random) -> Parts:
    word = dice.choice([" and ", " or "])
    return _effect(
        "if " + word.join(f"purse >= {number % 99}" for number in range(count)) + ": the player draws"
    )


def _negated(count: int, dice: random.Random) -> Parts:
    return _effect(f"if {'not (' * count}purse = 1{')' * count}: the player draws")


def _otherwise(count: int, dice: random.Random) -> Parts:
    lines = ["if purse = 0: the player draws"]
    lines += [f"otherwise if purse = {number % 99}: the player draws" for number in range(1, count)]
    return _effect(*lines)


def _nested(count: int, dice: random.Random) -> Parts:
    heads = [
        "repeat 2 times:",
        "if purse < 50:",
        "for each player:",
        "repeat while purse < 9, at most 3 times:",
    ]
    kind = dice.choice([*heads, "any"])
    lines = [
        "  " * depth + (dice.choice(heads) if kind == "any" else kind) for depth in range(min(count, 3 * 40))
    ]
    return _effect(*lines, "  " * len(lines) + "purse goes up by 1, as far as possible")


def _runaway(count: int, dice: random.Random) -> Parts:
    most = dice.choice([9, 999, 99999])
    return _effect(*("  " * depth + f"repeat {most} times:" for depth in range(3)), "      purse becomes 1")


def _calls(count: int, dice: random.Random) -> Parts:
    count = min(count, 60)
    made = [f'  "step {number}": {{do: "step {number + 1}; step {number + 1}"}}' for number in range(count)]
    return {"phrases": "\n".join([*made, f'  "step {count}": {{do: nothing}}']), **_effect("step 0")}


def _statements(count: int, dice: random.Random) -> Parts:
    return _effect(*["purse becomes the number of cards in the deck"] * count)


def _one_line(count: int, dice: random.Random) -> Parts:
    return _effect(dice.choice(["; ", " and ", ", then "]).join(["the player draws"] * count))


def _phases(count: int, dice: random.Random) -> Parts:
    return {"phases": "\n".join(f"  - {{phase: p{number}, do: nothing}}" for number in range(count))}


def _inner_phases(count: int, dice: random.Random) -> Parts:
    count = min(count, 60)
    inner = "{phase: last, do: nothing}"
    for number in range(count):
        inner = f"{{phase: p{number}, phases: [{inner}]}}"
    return {"phases": f"  - {inner}"}


def _designs(count: int, dice: random.Random) -> Parts:
    copies = dice.choice([1, 2, 30])
    made = (f"      d{number}: {{value: {number % 10}, copies: {copies}}}" for number in range(count))
    return {"designs": "\n".join(made)}


def _states(count: int, dice: random.Random) -> Parts:
    kinds = ["0..9", "yes or no", "red or blue", "player or none", "cards", "-999999999..999999999"]
    return {"states": "\n".join(f"  s{number}: {{type: {dice.choice(kinds)}}}" for number in range(count))}


def _options(count: int, dice: random.Random) -> Parts:
    made = (
        f"      o{number}: {{if: purse >= {number % 3}, do: the player draws}}" for number in range(count)
    )
    return {"options": "\n".join(made)}


def _slots(count: int, dice: random.Random) -> Parts:
    count = min(count, 60)
    slots = " ".join(f"w{number} {{n{number}: 0..9}}" for number in range(count))
    said = " ".join(f"w{number} 1" for number in range(count))
    return {"phrases": f'  "{slots}": {{do: nothing}}', **_effect(said)}


def _numbers(count: int, dice: random.Random) -> Parts:
    big = "9" * min(count, 4_000)
    return _effect(f"purse goes up by {big} * {big}, as far as possible")


def _rules(count: int, dice: random.Random) -> Parts:
    return {
        "more": "rules:\n" + "\n".join(f"  r.{number}: {{says: x, kind: note}}" for number in range(count))
    }


def _unknown_keys(count: int, dice: random.Random) -> Parts:
    return {"more": "\n".join(f"k{number}: x" for number in range(count))}


def _long_names(count: int, dice: random.Random) -> Parts:
    return {"states": f"  {'long ' * count}name: {{type: 0..9}}"}


def _lists(count: int, dice: random.Random) -> Parts:
    return {"more": f"labels: {'[' * count}{']' * count}"}


MAKERS: tuple[Callable[[int, random.Random], Parts], ...] = (
    *(
        _sum,
        _brackets,
        _joined,
        _negated,
        _otherwise,
        _nested,
        _runaway,
        _calls,
        _statements,
        _one_line,
        _phases,
    ),
    *(
        _inner_phases,
        _designs,
        _states,
        _options,
        _slots,
        _numbers,
        _rules,
        _unknown_keys,
        _long_names,
        _lists,
    ),
)
