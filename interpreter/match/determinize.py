"""Deals anew what a player cannot know: a memory that looks the same to that player.

Pieces that the player cannot tell apart (one pool, none of them known) exchange their identities, and with
them everything that names them; what others know stays with the card that they have seen. Luck is seeded
anew. What others have chosen in secret, and what luck has, is drawn anew together with what came of it
(`resample`). While players act simultaneously, others have not answered yet in the re-dealt match: the player
sees the position in which they began, with the player's own answers since.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from ..ir import LUCK, OVER, SECRET_LUCK
from ..memory.faults import RulesFault
from ..memory.luck import signed
from ..memory.words import Memory
from .history import History
from .position import Position
from .rename_pieces import rename
from .resample import Past, has_secrets, resampled
from .unknown_pieces import deal

TRIES = 50
"""So often the pieces are dealt again if nobody could decide then."""


def determinize(
    position: Position, history: History, past: Callable[[], Past], player: int, seed: int
) -> Memory:
    """A memory that gives the player the same view of a position; `seed` decides how the rest is dealt. `past` gives
    what the player has seen of its history, and is asked only where there are secrets besides pieces."""
    rng = random.Random(seed)
    memory, dealt = _with_other_secrets(position, history, past, player, rng)
    if not dealt:
        memory = _dealt(Position(position.rules, position.names, memory), player, rng)
    memory[LUCK] = signed(rng.getrandbits(64))
    memory[SECRET_LUCK] = signed(rng.getrandbits(64))
    return memory


def _with_other_secrets(
    position: Position, history: History, past: Callable[[], Past], player: int, rng: random.Random
) -> tuple[Memory, bool]:
    """The memory as the player may see it, with what others keep secret drawn anew, and whether its hidden pieces
    have been dealt anew with that (and the memory is nobody else's)."""
    found = resampled(position, history, past(), player, rng) if has_secrets(position.rules) else None
    if found is None:
        return position.seen_by(player).memory, False
    memory, dealt = found
    for entry in position.answers:
        if entry.strand == player + 1:
            position.rules.engine.act(memory, entry.strand, entry.action)
    return memory, dealt


def _dealt(position: Position, player: int, rng: random.Random) -> Memory:
    """A memory with what the player cannot know dealt anew, so that whoever decides now still can: another
    who is asked for an instant holds one. If no deal is found, it is as it was."""
    lowered, plan = position.rules.lowered, position.rules.engine.plan
    for _ in range(TRIES):
        memory = rename(lowered, plan, position.memory, deal([position], player, rng))
        if _decidable(position, memory):
            return memory
    return position.memory[:]


def _decidable(position: Position, m: Memory) -> bool:
    """Whether every open decision has an option."""
    if m[OVER]:
        return True
    engine = position.rules.engine
    try:
        return all(engine.actions(m, one.strand) for one in engine.pending(m))
    except RulesFault:
        return False


__all__ = ["determinize"]
