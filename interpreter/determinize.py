"""Deals anew what a player cannot know: another match that looks the same to that player.

Pieces that the player cannot tell apart (one pool, none of them known) exchange their identities, and with
them everything that names them; what others know stays with the card that they have seen. Luck is seeded
anew. States that are secret from the player are drawn anew only together with the choices that they came
from: a match in which other players hold such secrets is played again from its beginning with other
choices in their place (see `_replay`).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from .ir import LUCK
from .luck import signed
from .memory import load_set
from .rename import rename

if TYPE_CHECKING:
    from .match import Match


def determinize(match: Match, player: int, seed: int) -> Match:
    """A clone that gives the player the same view; `seed` decides how the rest is dealt."""
    copy = match.clone()
    rng = random.Random(seed)
    lowered = match.rules.lowered
    if any(strand > 0 for strand in _open_strands(match)):
        _replay_secrets(copy, player, rng)
    new = _deal(copy, player, rng)
    copy.memory = rename(lowered, match.rules.engine.plan, copy.memory, new)
    copy.memory[LUCK] = signed(rng.getrandbits(64))
    copy.forget_history()
    return copy


def classes(match: Match, player: int) -> list[list[int]]:
    """The classes of pieces that the player cannot tell apart, each in ascending order."""
    layout = match.rules.lowered.program.layout
    m = match.memory
    known = load_set(m, layout.knows + player * layout.piece_words, layout.piece_words)
    found: dict[int, list[int]] = {}
    for piece in range(layout.pieces):
        if not known >> piece & 1:
            found.setdefault(m[layout.pools + piece], []).append(piece)
    return list(found.values())


def _deal(match: Match, player: int, rng: random.Random) -> list[int]:
    new = list(range(match.rules.lowered.program.layout.pieces))
    for pieces in classes(match, player):
        dealt = pieces[:]
        rng.shuffle(dealt)
        for piece, other in zip(pieces, dealt, strict=True):
            new[piece] = other
    return new


def _open_strands(match: Match) -> list[int]:
    """The strands in which players act at once, at this moment."""
    layout = match.rules.lowered.program.layout
    m = match.memory
    return [
        strand for strand in range(1, layout.strands) if m[layout.stacks] and strand_started(match, strand)
    ]


def strand_started(match: Match, strand: int) -> bool:
    """Whether a player's strand has been answered since the players began to act at once."""
    for entry in reversed(match.journal):
        if entry.strand == 0:
            return False
        if entry.strand == strand:
            return True
    return False


def _replay_secrets(match: Match, player: int, rng: random.Random) -> None:
    """What others have chosen since players began to act at once is chosen anew, at random."""
    first = len(match.journal)
    while first > 0 and match.journal[first - 1].strand > 0:
        first -= 1
    tail = match.journal[first:]
    memory = match.beginning()
    engine = match.rules.engine
    for entry in match.journal[:first]:
        engine.act(memory, entry.strand, entry.action)
    for entry in tail:
        action = entry.action
        if entry.strand != player + 1:
            action = rng.choice(engine.actions(memory, entry.strand))
        engine.act(memory, entry.strand, action)
    match.memory = memory
