"""Deals anew what a player cannot know: another match that looks the same to that player.

Pieces that the player cannot tell apart (one pool, none of them known) exchange their identities, and with
them everything that names them; what others know stays with the card that they have seen. Luck is seeded
anew. What others have chosen in secret, and what luck has, is drawn anew together with what came of it
(`resample`). While players act simultaneously, others have not answered yet in the re-dealt match: the player
sees the position in which they began, with the player's own answers since.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..ir import LUCK, OVER, SECRET_LUCK
from ..memory.faults import RulesFault
from ..memory.luck import signed
from ..memory.words import Memory, load_set
from .rename_pieces import rename
from .resample import has_secrets, resampled

if TYPE_CHECKING:
    from .match import Match

TRIES = 50
"""So often the pieces are dealt again if nobody could decide then."""


def determinize(match: Match, player: int, seed: int) -> Match:
    """A clone that gives the player the same view; `seed` decides how the rest is dealt."""
    copy = match.clone()
    rng = random.Random(seed)
    memory, dealt = _with_other_secrets(match, player, rng)
    copy.place(memory[:], None, ())
    if not dealt:
        copy.memory = _dealt(copy, player, rng)
    copy.memory[LUCK] = signed(rng.getrandbits(64))
    copy.memory[SECRET_LUCK] = signed(rng.getrandbits(64))
    copy.forget_history()
    copy.dealt_from(match, player)
    return copy


def _with_other_secrets(match: Match, player: int, rng: random.Random) -> tuple[Memory, bool]:
    """The memory as the player may see it, with what others keep secret drawn anew, and whether its hidden pieces
    have been dealt anew with that."""
    if not has_secrets(match.rules):
        return match.seen(player), False
    found = resampled(match, player, match.past(player), rng)
    if found is None:
        return match.seen(player), False
    memory, dealt = found
    if match.fork is not None:
        for entry in match.journal[match.fork.began :]:
            if entry.strand == player + 1:
                match.rules.engine.act(memory, entry.strand, entry.action)
    return memory, dealt


def _dealt(match: Match, player: int, rng: random.Random) -> Memory:
    """The memory with what the player cannot know dealt anew, so that whoever decides now still can: another
    who is asked for an instant holds one. If no deal is found, it stays as it is."""
    lowered, plan = match.rules.lowered, match.rules.engine.plan
    for _ in range(TRIES):
        memory = rename(lowered, plan, match.memory, deal(match, player, rng))
        if _decidable(match, memory):
            return memory
    return match.memory[:]


def _decidable(match: Match, m: Memory) -> bool:
    """Whether every open decision has an option."""
    if m[OVER]:
        return True
    engine = match.rules.engine
    try:
        return all(engine.actions(m, one.strand) for one in engine.pending(m))
    except RulesFault:
        return False


def classes(match: Match, player: int) -> list[list[int]]:
    """The classes of pieces that the player cannot tell apart, each in ascending order: those of one pool whose
    backs show the same."""
    layout = match.rules.lowered.program.layout
    m = match.seen(player)
    known = load_set(m, layout.knows + player * layout.piece_words, layout.piece_words)
    backs = match.rules.lowered.tables.backs
    found: dict[object, list[int]] = {}
    for piece in range(layout.pieces):
        if not known >> piece & 1:
            found.setdefault((m[layout.pools + piece], backs[piece]), []).append(piece)
    return list(found.values())


def deal(match: Match, player: int, rng: random.Random) -> list[int]:
    """New names of pieces: those that the player cannot tell apart exchange theirs."""
    new = list(range(match.rules.lowered.program.layout.pieces))
    for pieces in classes(match, player):
        dealt = pieces[:]
        rng.shuffle(dealt)
        for piece, other in zip(pieces, dealt, strict=True):
            new[piece] = other
    return new
