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


def begun(do: Iterable[str]) -> str:
    """A phase with an option that does this."""
    lines = indented(do, 10)
    return ASKING.replace("go: {do: nothing}", "\n".join(["go:", "        do: |", *lines]))


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
LATE = "if level = 9: player 1 chooses a player, as the pick"
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


# ------------------------------------------------------------------------------- deep


def cases(count: int, leaf: str = "mass becomes {}") -> list[str]:
    """A chain of `otherwise if`."""
    lines = ["if level = 9:", "  " + leaf.format(0)]
    for number in range(1, count):
        lines += [f"otherwise if mass = {number}:", "  " + leaf.format(number)]
    return lines


def chain(count: int, leaf: str = "mass becomes 1") -> str:
    """Phrases that each call the next one."""
    lines = ["phrases:"]
    for number in range(count):
        do = f"{name(number + 1)} happens" if number < count - 1 else leaf
        lines += [f'  "{name(number)} happens":', f'    do: "{do}"']
    return "\n".join(lines) + "\n"


def steps(count: int) -> str:
    """Numbers that are each one more than the one before."""
    lines = ["numbers:", f"  {name(0)}: level + 1"]
    lines += [f"  {name(number)}: {name(number - 1)} + 1" for number in range(1, count)]
    return "\n".join(lines) + "\n"


def condition(joint: str, count: int, one: str = "level = {}") -> str:
    return joint.join(one.format(number % 9) for number in range(count))


def bracketed(count: int) -> str:
    return "(1 + " * count + "level" + ")" * count


DRAW = "put the top card of the deck into the heap"
PICK = "player 1 chooses a player, as the pick"
DEEP: dict[str, Callable[[int], str]] = {
    "otherwise if": lambda n: game(cases(n)),
    "otherwise if, choosing": lambda n: game(cases(n, PICK)),
    "repeat": lambda n: game(nested(["repeat 1 times:"] * n, "mass goes up by 1")),
    "repeat, choosing": lambda n: game(nested(["repeat 1 times:"] * n, PICK)),
    "if": lambda n: game(nested(["if level = 0:"] * n, "mass goes up by 1")),
    "if, choosing": lambda n: game(nested(["if level = 0:"] * n, PICK)),
    "for each": lambda n: game(
        nested([f"for each player, as the {name(i)}:" for i in range(n)], "level becomes 1")
    ),
    "and": lambda n: game([f"if {condition(' and ', n)}:", "  mass becomes 1"]),
    "or": lambda n: game([f"if {condition(' or ', n)}:", "  mass becomes 1"]),
    "and in a guard": lambda n: game(["nothing"], "", guarded(condition(" and ", n, "mass >= {}"))),
    "sum": lambda n: game(["mass becomes " + condition(" + ", n, "level")]),
    "differences": lambda n: game(["mass becomes 9" + condition("", n, " + level - level")]),
    "products": lambda n: game(["mass becomes " + condition(" * ", n, "level")]),
    "brackets": lambda n: game([f"mass becomes {bracketed(n)}"]),
    "cases": lambda n: game(["mass becomes " + condition(", ", n, "2 if level = {}") + ", otherwise 3"]),
    "phrases": lambda n: game([f"{FIRST} happens"], chain(n)),
    "phrases, choosing": lambda n: game([f"{FIRST} happens"], chain(n, PICK)),
    "numbers": lambda n: game([f"mass becomes {name(n - 1)}"], steps(n)),
    "statements": lambda n: game(["mass becomes 1"] * n),
    "choices": lambda n: game([PICK] * n),
    "nots": lambda n: game(["if " + "not (" * n + "level = 0" + ")" * n + ":", "  mass becomes 1"]),
    "let": lambda n: game(
        [
            "let xx be level + 1",
            *(f"let {name(i)} be {name(i - 1) if i else 'xx'} + 1" for i in range(n)),
            f"mass becomes {name(n - 1)}",
        ]
    ),
    "cases begun": lambda n: game(["nothing"], cards(2), begun(cases(n, DRAW))),
    "ifs begun": lambda n: game(["nothing"], cards(2), begun(nested(["if level = 0:"] * n, DRAW))),
    "phrases begun": lambda n: game(["nothing"], cards(2) + chain(n, DRAW), begun([f"{FIRST} happens"])),
    "ways begun": lambda n: game(
        ["nothing"],
        cards(2),
        begun(["the player chooses one:", *(f"  {name(i)}: {DRAW}" for i in range(n))]),
    ),
    "wheres": lambda n: game(
        [
            "mass becomes "
            + "the number of cards where (" * n
            + "level = 0"
            + " and that card is in the deck)" * n
        ],
        cards(2),
    ),
}


# ------------------------------------------------------------------------------- wide

ROUND = """\
  - phase: asking
    repeat: until the match ends
    turns: clockwise from player 1, each player
    options:
"""
WIDE: dict[str, Callable[[], str]] = {
    "phases": lambda: game(
        ["nothing"], flow="\n".join(f"  - phase: {name(i)}\n    do: mass becomes {i}" for i in range(150))
    ),
    "designs": lambda: game(
        ["shuffle the deck"],
        cards(2).replace(
            "      bee: {worth: 2}\n", "".join(f"      {name(i)}: {{worth: {i % 9}}}\n" for i in range(600))
        ),
    ),
    "an offer": lambda: game(
        ["player 1 chooses one:", *(f"  {name(i)}: mass becomes {i}" for i in range(300))]
    ),
    "options": lambda: game(
        ["nothing"],
        flow=ROUND
        + "\n".join(f"      {name(i)}: {{if: mass < {i + 1}, do: mass becomes {i}}}" for i in range(500)),
    ),
    "nothing at all": lambda: (
        "rulewright: 1\ngame: least\nplayers: 1..2\nflow:\n  - phase: a\n    do: nothing\n"
    ),
    "one value": lambda: game(["level becomes 5"]).replace("level: 0..9", "level: 5..5"),
    "one piece": lambda: game(["shuffle the deck"], cards(1).replace("      bee: {worth: 2}\n", "")),
}
