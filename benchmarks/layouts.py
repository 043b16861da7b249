"""Where luck lays the objects of the castle: how evenly, and what finding some tells of the keys.

    python benchmarks/layouts.py --number 10000

Draws lay-outs as the game does, when the lord changes nothing, and checks the distances of each. Then it draws as
many with a program of its own: a Metropolis chain over all legal lay-outs, which in the long run visits each as often
as any other. If the two agree on where keys lie, the game draws evenly, and what is uneven is how objects pack.
"""

from __future__ import annotations

import argparse
import collections
import random
import statistics
from collections.abc import Mapping, Sequence

import rulewright

GAME = "hrad"
APART, APART_OF_A_SORT = 2, 3
CASTLE, GROUND = "castle", "bare ground"
MOVES = 400
"""Of the chain, between two lay-outs."""

Layout = Mapping[str, str]
"""What lies on each field, but for bare ground."""


def drawn(number: int) -> tuple[list[Layout], list[str]]:
    """Lay-outs of the game, from the seeds 0, 1, 2, ..., and the fields on which something can lie."""
    game = rulewright.load(GAME)
    found: list[Layout] = []
    places: list[str] = []
    for seed in range(number):
        match = rulewright.Match(game, players=3, seed=seed, engine="native")
        while "all lies well" not in [option.name for option in match.decision.options]:
            match.choose(match.decision.options[0])
        pieces = match.view(0)["places"]["depths"]["pieces"]
        found.append({piece["site"]: piece["name"] for piece in pieces if piece["name"] != GROUND})
        places = sorted(piece["site"] for piece in pieces)
    return found, places


def distance(one: str, other: str) -> int:
    """In steps, on a plan of hexes with side 5."""
    (q, r), (q2, r2) = _axial(one), _axial(other)
    return max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2))


def _axial(field: str) -> tuple[int, int]:
    column = "abcdefghi".index(field[0]) - 4
    return column, int(field[1:]) - 5 - min(column, 0)


def is_legal(sort: str, field: str, others: Mapping[str, str]) -> bool:
    """Whether an object may lie on a field besides the others (field: sort)."""
    if sort == CASTLE:
        return True
    return all(
        one == CASTLE or distance(field, at) >= (APART_OF_A_SORT if one == sort else APART)
        for at, one in others.items()
    )


def chain(first: Layout, places: Sequence[str], number: int, seed: int) -> list[Layout]:
    """As many lay-outs of a Metropolis chain: move any object to any field, if that is legal."""
    dice = random.Random(seed)
    now, found = dict(first), list[Layout]()
    for step in range(number * MOVES):
        start, goal = dice.choice(tuple(now)), dice.choice(places)
        if goal not in now:
            sort = now.pop(start)
            legal = is_legal(sort, goal, now)
            now[goal if legal else start] = sort
        if step % MOVES == MOVES - 1:
            found.append(dict(now))
    return found


def keys_in(layouts: Sequence[Layout]) -> collections.Counter[str]:
    return collections.Counter(field for one in layouts for field, sort in one.items() if sort == "key")


def left_for_a_key(layouts: Sequence[Layout], places: Sequence[str], found: int) -> list[int]:
    """In each lay-out, on how many fields a key may still lie for somebody who knows this many other objects."""
    dice = random.Random(found)
    counts = []
    for one in layouts:
        others = [field for field, sort in one.items() if sort not in ("key", CASTLE)]
        known = dice.sample(others, found)
        counts.append(sum(all(distance(field, at) >= APART for at in known) for field in places))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=10_000)
    args = parser.parse_args()
    layouts, places = drawn(args.number)
    wrong = 0
    for one in layouts:
        for field, sort in one.items():
            wrong += not is_legal(sort, field, {at: other for at, other in one.items() if at != field})
    print(f"{len(layouts)} lay-outs on {len(places)} fields, {wrong} objects too near to another")
    keys, other = keys_in(layouts), keys_in(chain(layouts[0], places, args.number, seed=5))
    castles = collections.Counter(field for one in layouts for field, sort in one.items() if sort == CASTLE)
    for name, count in (("keys", keys), ("keys, by the chain", other), ("castles", castles)):
        ranked = sorted(places, key=lambda field: count[field])
        shown = ", ".join(f"{field} {count[field]}" for field in (*ranked[:3], *ranked[-3:]))
        print(
            f"{name:20s} a field on average {sum(count.values()) / len(places):.0f}; least and most: {shown}"
        )
    apart = sum(abs(keys[field] - other[field]) for field in places) / 2 / max(1, sum(keys.values()))
    print(f"keys that would have to move for the two to agree: {apart:.1%}")
    for found in (1, 2, 4, 8, 12):
        counts = left_for_a_key(layouts, places, found)
        middle = statistics.mean(counts)
        print(f"known objects: {found:2d}; fields left for a key: {middle:.1f} ({min(counts)}-{max(counts)})")


if __name__ == "__main__":
    main()
