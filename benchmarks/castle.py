"""How even the castle is: who wins between bots, who attacks, and what each figure, spell, trap and event is worth.

    python benchmarks/castle.py --players 3 --matches 400 --bot search:200 --seed 30000

It reads the log of each match, since `rulewright simulate` does not say who cast a spell or which figures were there.
"""

from __future__ import annotations

import argparse
import collections
import functools
import multiprocessing
import re
from collections.abc import Sequence

import attrs
import rulewright
from rulewright.interpreter.simulation.interval import Share

GAME = "hrad"
HEROES = ("knight", "ranger", "dwarf", "sorceress")
MONSTERS = ("ogre", "werewolf", "spectre", "giant spider", "gargoyle")
SEEDS_APART = 7919
"""Between the seeds of the bots of two matches."""


@attrs.frozen
class Told:
    """What the log of a match tells."""

    heroes_won: bool
    counts: dict[str, int]
    casts: dict[tuple[str, str], int]
    """By side (`lord` or `heroes`) and spell."""
    turned_up: dict[str, int]
    figures: frozenset[str]


@functools.cache
def game() -> rulewright.Game:
    """Read once in each process."""
    return rulewright.load(GAME)


def play(job: tuple[int, str, str, int]) -> Told:
    """A match of this many players, with the first bot as the lord and the second as each hero, from this seed."""
    players, lord, heroes, seed = job
    match = rulewright.Match(game(), players=players, seed=seed, engine="native")
    bots = [
        rulewright.make_bot(heroes if seat else lord, SEEDS_APART * seed + seat) for seat in range(players)
    ]
    while not match.is_over:
        decision = match.decisions[0]
        match.choose(bots[decision.player].choose(match, decision), decision.player)
    return told(match.log(None), match.players[0], 0 not in match.winners)


def told(log: list[str], lord: str, heroes_won: bool) -> Told:
    """Reads a log."""
    counts: collections.Counter[str] = collections.Counter()
    casts: collections.Counter[tuple[str, str]] = collections.Counter()
    turned_up: collections.Counter[str] = collections.Counter()
    figures: set[str] = set()
    for line in log:
        figures |= {figure for figure in HEROES + MONSTERS if re.search(rf"\b{figure}\b", line)}
        if found := re.fullmatch(r"The (.+) attacks the (.+)\.", line):
            between = found[1] in HEROES and found[2] in HEROES
            side = "between heroes" if between else "of the lord" if found[1] in MONSTERS else "of the heroes"
            counts[f"attacks {side}"] += 1
        elif found := re.fullmatch(r"The (.+) dies\.", line):
            counts["monsters dead" if found[1] in MONSTERS else "heroes dead"] += 1
        elif found := re.fullmatch(r"(.+) casts: (.+)\.", line):
            casts["lord" if found[1] == lord else "heroes", found[2]] += 1
        elif found := re.fullmatch(r"(?:Trap|Event): (.+)\.", line):
            turned_up[found[1]] += 1
        elif " explores " in line:
            counts["fields explored"] += 1
        elif line.startswith("A wall rises"):
            counts["walls"] += 1
    return Told(heroes_won, dict(counts), dict(casts), dict(turned_up), frozenset(figures))


def share(wins: Sequence[bool]) -> str:
    """The share of matches that the heroes won, with Wilson's 95 % interval."""
    if not wins:
        return "-"
    won = Share(sum(wins), len(wins))
    low, high = won.interval
    return f"{won.share:4.0%} ({low:.0%}-{high:.0%}, {len(wins)})"


def report(matches: Sequence[Told]) -> str:
    """All that was counted, as text."""
    counts: collections.Counter[str] = collections.Counter()
    for match in matches:
        counts.update(match.counts)
    lines = [f"won by the heroes  {share([match.heroes_won for match in matches])}"]
    lines += [f"{what:22s}  {count / len(matches):6.2f} a match" for what, count in sorted(counts.items())]
    attacks = counts["attacks of the lord"] + counts["attacks of the heroes"]
    lines += [f"attacks by the lord  {counts['attacks of the lord'] / max(1, attacks):.0%}", ""]
    for figure in HEROES + MONSTERS:
        there = [match.heroes_won for match in matches if figure in match.figures]
        lines.append(f"{figure:16s}  in {len(there):4d}  won by the heroes with it {share(there)}")
    copies = {
        design.name: design.copies
        for design in rulewright.catalogue(game()).designs.values()
        if design.type == "spell"
    }
    casts: collections.Counter[str] = collections.Counter()
    for match in matches:
        for (_, spell), count in match.casts.items():
            casts[spell] += count
    mean = sum(casts.values()) / sum(copies.values())
    lines += ["", "spell: casts of a copy against the mean; won by the heroes if cast by heroes, by the lord"]
    for spell in sorted(copies, key=lambda spell: -casts[spell] / copies[spell]):
        by = [
            share([match.heroes_won for match in matches if (side, spell) in match.casts])
            for side in ("heroes", "lord")
        ]
        lines.append(
            f"{spell:16s} x{copies[spell]}  {casts[spell] / copies[spell] / mean:.2f}  {by[0]}  {by[1]}"
        )
    lines += ["", "trap or event: how often; won by the heroes with it"]
    for card in sorted({card for match in matches for card in match.turned_up}):
        there = [match.heroes_won for match in matches if card in match.turned_up]
        often = sum(match.turned_up.get(card, 0) for match in matches)
        lines.append(f"{card:16s}  {often:4d}  {share(there)}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--bot", default="search:50")
    parser.add_argument("--lord", help="the lord's bot, if it is another than the heroes'")
    parser.add_argument("--seed", type=int, default=1, help="of the first match; the others follow")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    lord = args.lord or args.bot
    jobs = [(args.players, lord, args.bot, args.seed + number) for number in range(args.matches)]
    with multiprocessing.Pool(args.processes) as pool:
        print(report(pool.map(play, jobs, chunksize=max(1, len(jobs) // (8 * args.processes)))))


if __name__ == "__main__":
    main()
