"""Games that are grown: deep ones, wide ones, and ones whose rules go on far too long. Each is a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

BASE = """\
rulewright: 1
game: grown
title: Grown
players: 1..2
game has:
  level: 0..9
  mass: 0..999999999
"""
CARDS = """\
components:
  card:
    properties: {{worth: 0..9}}
    starts in: the deck
    designs:
      ant: {{worth: 1, copies: {copies}}}
      bee: {{worth: 2}}
places:
  deck: "pile of cards, hidden"
  heap: pile of cards
  table: area of cards
"""
NAMES = "abcdefghijklmnopqrstuvwxyz"
ASK = ["the player chooses one:", "  go: nothing", "  stay: nothing"]


def name(number: int) -> str:
    """A name of letters alone: texts take digits for numbers."""
    letters = ""
    while True:
        number, rest = divmod(number, 26)
        letters = NAMES[rest] + letters
        if not number:
            return f"x{letters}x"


def indented(lines: Iterable[str], depth: int) -> list[str]:
    return [" " * depth + line for line in lines]


def game(do: Iterable[str], more: str = "", flow: str = "") -> str:
    """A game that does this, and then asks whoever plays, again and again."""
    lines = [BASE + more + "flow:", "  - phase: only", "    do: |", *indented(do, 6)]
    lines.append(flow or ASKING)
    return "\n".join(lines) + "\n"


ASKING = """\
  - phase: asking
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
      go: {do: nothing}
      end: {do: the match ends}"""


def cards(copies: int = 9) -> str:
    return CARDS.format(copies=copies)


def nested(heads: Iterable[str], leaf: str) -> list[str]:
    lines = [" " * (2 * depth) + head for depth, head in enumerate(heads)]
    return [*lines, " " * (2 * len(lines)) + leaf]


# ---------------------------------------------------------------------------- runaway


def doubling_phrases(count: int, leaf: str = "mass becomes 1") -> str:
    """Phrases that each call the next one twice."""
    lines = ["phrases:"]
    for number in range(count):
        inner = f"{name(number + 1)} happens; {name(number + 1)} happens"
        lines += [f'  "{name(number)} happens":', f'    do: "{inner if number < count - 1 else leaf}"']
    return "\n".join(lines) + "\n"


def doubling_numbers(count: int) -> str:
    """Numbers that are each the sum of the next one and itself."""
    lines = ["numbers:", f"  {name(count - 1)}: level"]
    for number in reversed(range(count - 1)):
        lines.append(f"  {name(number)}: {name(number + 1)} + {name(number + 1)}")
    return "\n".join(lines) + "\n"


def guarded(condition: str) -> str:
    """A phase with an option that has a condition."""
    return f"""\
  - phase: asking
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
      go: {{do: nothing}}
      end: {{if: "{condition}", do: the match ends}}"""


FIRST = name(0)
LATE = "if level = 9: choose a player, as the pick"
THREE = ["for each card, as the one:", "for each card, as the other:", "for each card, as the third:"]
TURN = ["put cards in the deck into the heap", "put cards in the heap into the deck"]


def beyond(number: str) -> str:
    """A number that comes to be computed outside of the flow."""
    return doubling_numbers(26) + number.format(FIRST)


RUNAWAY: dict[str, Callable[[], str]] = {
    "phrases that double": lambda: game([f"{FIRST} happens"], doubling_phrases(26)),
    "phrases with a decision that double": lambda: game([f"{FIRST} happens"], doubling_phrases(26, LATE)),
    "numbers that double": lambda: game([f"mass becomes {FIRST}"], doubling_numbers(26)),
    "a condition of an option": lambda: game(["nothing"], doubling_numbers(26), guarded(f"{FIRST} = 1")),
    "an invariant": lambda: game(["nothing"], beyond("invariants:\n  quick: {{holds: {0} < 1}}\n")),
    "a first value": lambda: game(["nothing"], beyond("")).replace(
        "  mass: 0..999999999", f"  mass: 0..999999999\n  start: {{type: 0..9, starts: {FIRST}}}"
    ),
    "two loops": lambda: game(nested(["repeat 99999 times:"] * 2, "mass becomes 1")),
    "five loops": lambda: game(nested(["repeat 99999 times:"] * 5, "mass becomes 1")),
    "loops with a decision": lambda: game(nested(["repeat 99999 times:"] * 2, LATE)),
    "a long loop": lambda: game(
        nested(["repeat 99999 times:"], "; ".join(["mass becomes level + level * 2"] * 90))
    ),
    "shuffles": lambda: game(nested(["repeat 99999 times:"], "shuffle the deck"), cards(900)),
    "moves": lambda: game(["repeat 99999 times:", *indented(TURN, 2)], cards(900)),
    "sets": lambda: game(nested(THREE, "mass becomes the number of cards in the deck"), cards(900)),
    "what is where": lambda: game(
        [
            *nested(
                ["repeat 99999 times:"], "mass becomes the number of cards with worth = level in the deck"
            ),
        ],
        cards(900),
    ),
    "conditions in brackets": lambda: game(
        [
            "mass becomes the number of cards where (the number of cards where (the number of cards where "
            "(that card is in the deck) > level) > level)"
        ],
        cards(300),
    ),
    "phases": lambda: game(
        ["nothing"], flow="  - phase: night\n    repeat: until level = 1\n    do: level becomes 2"
    ),
}
