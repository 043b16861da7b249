"""Pieces that move in the middle of a match and are back at its end: counting, which looks at the end, misses them.

In: a game, and designs that counting has not seen move. Out: those that do move in some random matches, which are
played with every decision looked at. The matches are always the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..ir import OVER
from ..match.setup.rules import Rules
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..python.engine import PythonEngine

MOST_MATCHES = 20
"""The number of matches in which designs are looked for; fewer, if all have been seen."""


def moved_in_passing(
    rules: Rules,
    players: int,
    designs: Iterable[str],
    engine: Callable[[], PythonEngine] | None = None,
) -> set[str]:
    """Those designs of which a piece leaves its first place in one of the matches, whether it returns or not. What
    moves in a match is kept with the game: who measures it with each of its options asks again and again. `engine`
    gives one of these rules that plays, if one is there already."""
    known: dict[tuple[int, int], frozenset[str]] = rules.game.made.setdefault("moved in passing", {})
    missing, found = set(designs), set[str]()
    for seed in range(MOST_MATCHES):
        if not missing:
            break
        if (players, seed) not in known:
            playing = rules.tiers.python if engine is None else engine()
            known[players, seed] = _moved(rules, playing, players, seed)
        found |= missing & known[players, seed]
        missing -= known[players, seed]
    return found


def _moved(rules: Rules, engine: PythonEngine, players: int, seed: int) -> frozenset[str]:
    """The designs that move in a match; none if its rules go wrong, which is counted where matches are counted."""
    layout, names = engine.program.layout, rules.lowered.tables.design_names
    places = slice(layout.at, layout.at + layout.pieces)
    first, dice, moved = engine.program.initial[places], Dice.of(seed), set[int]()
    try:
        m = engine.start(players, seed)
        for _ in range(rules.game.step_bound):
            if m[OVER]:
                break
            strand, before = engine.waiting(m), m[places]
            engine.act(m, strand, dice.choice(engine.actions(m, strand)))
            if (now := m[places]) != before or not moved:
                moved.update(piece for piece in range(layout.pieces) if now[piece] != first[piece])
    except RulesFault:
        return frozenset()
    return frozenset(names[layout.designs[piece]] for piece in moved)
