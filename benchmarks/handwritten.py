"""Do podzemí written by hand: the yardstick that the interpreter is measured against.

It plays whole matches with random choices, as a Python programmer would write the game for simulation:
plain lists, sets and integers, no copies, no generality. Kinds of monster differ in strength, so a monster
is its strength. A decision is a choice among two or more options that differ; forced moves are not counted.

    python benchmarks/handwritten.py --matches 20000 --players 3
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")

MONSTERS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 9)
KINDS = tuple(sorted(set(MONSTERS)))
DEMON = 7
WINS_NEEDED = 2

AXE = "magic axe"
CLOAK = "invisibility cloak"
DAGGER = "magic dagger"
GRAIL = "holy grail"
HAMMER = "war hammer"
OMNIPOTENCE = "omnipotence"
PACT = "demonic pact"
POLYMORPH = "polymorph"
POTION = "potion of life"
RING = "ring of power"
SPEAR = "dragon spear"
SWORD = "magic sword"
TORCH = "torch"

HIT_POINTS = {
    "plate armour": 5,
    "great shield": 3,
    "chainmail": 4,
    "leather shield": 3,
    "wall of fire": 6,
    "bracelet of protection": 3,
    "mithril armour": 5,
    "buckler": 3,
}
KILLS = {  # what kills by itself and without a further effect
    TORCH: {1, 2, 3},
    GRAIL: {2, 4, 6},
    SPEAR: {9},
    HAMMER: {5},
    CLOAK: {6, 7, 9},
}
RING_KILLS = {1, 2}

# What becomes of a monster that was turned up, other than by the ring, pact, axe or polymorph.
SLAY = "slay"
FIGHT = "fight"


class Hero(NamedTuple):
    """A hero: the printed health, and the six pieces of equipment of a fresh round."""

    name: str
    health: int
    kit: tuple[str, ...]


HEROES = (
    Hero("knight", 3, ("plate armour", "great shield", SWORD, SPEAR, GRAIL, TORCH)),
    Hero("barbarian", 4, ("chainmail", "leather shield", AXE, HAMMER, TORCH, POTION)),
    Hero("mage", 2, ("wall of fire", "bracelet of protection", GRAIL, OMNIPOTENCE, PACT, POLYMORPH)),
    Hero("rogue", 3, ("mithril armour", "buckler", RING, CLOAK, DAGGER, POTION)),
)


class Match:
    """One match of random players. `play` runs it to its end; `decisions` counts what they chose."""

    def __init__(self, rng: random.Random, players: int) -> None:
        if not 2 <= players <= 4:
            raise ValueError(f"2 to 4 players can play, not {players}")
        self.rng = rng
        self.decisions = 0
        self.seats = list(range(players))  # who is not eliminated, clockwise
        self.wins = [0] * players
        self.failed = [False] * players  # whose aid card is dark

    def play(self) -> int:
        """Play round after round; the winner's seat."""
        hero = self.rng.choice(HEROES)
        leader = self.rng.choice(self.seats)
        while True:
            deck = list(MONSTERS)
            self.rng.shuffle(deck)
            gear = list(hero.kit)
            delver, dungeon = self.bid(leader, gear, deck)
            leader = delver
            if self.explore(hero, gear, dungeon, deck):
                self.wins[delver] += 1
                if self.wins[delver] == WINS_NEEDED:
                    return delver
            elif not self.failed[delver]:
                self.failed[delver] = True
            else:
                place = self.seats.index(delver)
                self.seats.remove(delver)
                if len(self.seats) == 1:
                    return self.seats[0]
                leader = self.seats[place % len(self.seats)]
            hero = self.choose(HEROES)

    def bid(self, leader: int, gear: list[str], deck: list[int]) -> tuple[int, list[int]]:
        """Bid until one player is left; that player, and the dungeon with the last monster on top.

        Takes from the deck what is drawn, and from the gear what is sacrificed.
        """
        first = self.seats.index(leader)
        bidders = self.seats[first:] + self.seats[:first]
        dungeon: list[int] = []
        turn = 0
        while len(bidders) > 1:
            if not deck or self.flip():
                del bidders[turn]
            else:
                monster = deck.pop()
                if not gear or self.flip():
                    dungeon.append(monster)
                else:
                    gear.remove(self.choose(gear))
                turn += 1
            if turn == len(bidders):
                turn = 0
        return bidders[0], dungeon

    def explore(self, hero: Hero, gear: list[str], dungeon: list[int], deck: list[int]) -> bool:
        """Send the hero through the dungeon; whether the expedition succeeds."""
        hit_points = hero.health
        slain: set[int] = set()
        for item in gear:
            hit_points += HIT_POINTS.get(item, 0)
            slain |= KILLS.get(item, set())
        if dungeon and (SWORD in gear or DAGGER in gear):
            slain.add(self.choose(KINDS))

        met: list[int] = []
        doomed = False  # whether the pact kills the next monster
        while dungeon:
            foe = dungeon.pop()
            if doomed:
                doomed = False
                met.append(foe)
                continue
            answer = self.answer(foe, gear, slain, deck)
            if answer == POLYMORPH:
                gear.remove(POLYMORPH)
                foe = deck.pop()
                answer = self.answer(foe, gear, slain, deck)
            met.append(foe)
            if answer == FIGHT:
                hit_points -= foe
                if hit_points <= 0 and POTION in gear:
                    gear.remove(POTION)
                    hit_points = hero.health
            elif answer == RING:
                hit_points += foe
            elif answer == PACT:
                doomed = True
            elif answer == AXE:
                gear.remove(AXE)
        return hit_points > 0 or (OMNIPOTENCE in gear and len(set(met)) == len(met))

    def answer(self, foe: int, gear: list[str], slain: set[int], deck: list[int]) -> str:
        """Choose what deals with a monster that was just turned up; kills come before a fight."""
        answers = []
        if foe in slain:
            answers.append(SLAY)
        if foe in RING_KILLS and RING in gear:
            answers.append(RING)
        if foe == DEMON and PACT in gear:
            answers.append(PACT)
        if not answers:
            answers.append(FIGHT)
        if AXE in gear:
            answers.append(AXE)
        if POLYMORPH in gear and deck:
            answers.append(POLYMORPH)
        return self.choose(answers)

    def choose(self, options: Sequence[T]) -> T:
        """One of the options at random."""
        if len(options) == 1:
            return options[0]
        self.decisions += 1
        return options[int(self.rng.random() * len(options))]

    def flip(self) -> bool:
        """A choice between two options."""
        self.decisions += 1
        return self.rng.random() < 0.5


def play(rng: random.Random, players: int) -> tuple[int, int]:
    """Play one match; the winner's seat and the number of decisions."""
    match = Match(rng, players)
    return match.play(), match.decisions


def main() -> None:
    """Play many matches and print speed, length and the winners' seats."""
    parser = argparse.ArgumentParser(description="Random matches of Do podzemí, written by hand.")
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--players", type=int, default=3, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)
    wins: Counter[int] = Counter()
    decisions = 0
    start = time.process_time()
    for _ in range(arguments.matches):
        winner, count = play(rng, arguments.players)
        wins[winner] += 1
        decisions += count
    seconds = time.process_time() - start

    print(f"{arguments.matches / seconds:,.0f} matches per CPU second, {decisions / seconds:,.0f} decisions")
    print(f"{decisions / arguments.matches:.1f} decisions/match")
    shares = (f"{seat + 1}: {wins[seat] / arguments.matches:.1%}" for seat in range(arguments.players))
    print("wins by seat:", ", ".join(shares))


if __name__ == "__main__":
    main()
