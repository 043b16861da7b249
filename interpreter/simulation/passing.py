"""Pieces that move in the middle of a match and are back at its end: counting, which looks at the end, misses them.

In: a game, and designs that counting has not seen move. Out: those that do move in some random matches, which are
played with every decision looked at. The matches are always the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...dsl.model.game import Game
from ..match.errors import BrokenRulesError
from ..match.match import Match
from ..match.setup.rules import Rules
from ..memory.dice import Dice

MOST_MATCHES = 20
"""The number of matches in which designs are looked for; fewer, if all have been seen."""


def moved_in_passing(rules: Rules, players: int, designs: Iterable[str]) -> set[str]:
    """Those designs of which a piece leaves its first place in one of the matches, whether it returns or not. What
    moves in a match is kept with the game: who measures it with each of its options asks again and again."""
    known: dict[tuple[int, int], frozenset[str]] = rules.game.made.setdefault("moved in passing", {})
    missing, found = set(designs), set[str]()
    for seed in range(MOST_MATCHES):
        if not missing:
            break
        if (players, seed) not in known:
            known[players, seed] = _moved(rules.game, players, seed)
        found |= missing & known[players, seed]
        missing -= known[players, seed]
    return found


def _moved(game: Game, players: int, seed: int) -> frozenset[str]:
    """The designs that move in a match; none if its rules go wrong, which is counted where matches are counted."""
    try:
        match, dice = Match(game, players, seed, engine="python"), Dice.of(seed)
        while not match.is_over and len(match.journal) < game.step_bound:
            strand = match.position.first_strand()
            match.take(strand, dice.choice(match.legal(strand)))
        return frozenset(name.removeprefix("moved ") for name in match.reached() if name.startswith("moved "))
    except BrokenRulesError:
        return frozenset()
