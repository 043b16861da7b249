"""Deals anew what a player cannot know: another match that looks the same to that player.

Pieces that the player cannot tell apart (one pool, none of them known) exchange their identities, and with
them everything that names them; what others know stays with the card that they have seen. Luck is seeded
anew. States that are secret from the player are drawn anew together with the choices that they came from:
what others have chosen while all act at once is played again from where they began, with other choices in
their place (see `_choose_anew`); what they have chosen in secret in their turns, from the beginning (see
`_secrets_anew`). What a player could tell from what was seen is thrown away and tried again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .faults import RulesFault
from .ir import LUCK, NONE, OVER
from .journal import Entry
from .luck import signed
from .memory import Memory, load_set
from .rename import rename

if TYPE_CHECKING:
    from .match import Match

TRIES = 50
"""So often other choices are looked for that the player could not tell from those that were made."""


def determinize(match: Match, player: int, seed: int) -> Match:
    """A clone that gives the player the same view; `seed` decides how the rest is dealt."""
    copy = match.clone()
    rng = random.Random(seed)
    lowered = match.rules.lowered
    if any(site.secret for site in lowered.sites):
        _secrets_anew(copy, player, rng)
    if any(one.strand for one in match.pending()):
        _choose_anew(copy, player, rng)
    copy.memory = _dealt(copy, player, rng)
    copy.memory[LUCK] = signed(rng.getrandbits(64))
    copy.forget_history()
    return copy


def _dealt(match: Match, player: int, rng: random.Random) -> Memory:
    """The memory with what the player cannot know dealt anew, so that whoever decides now still can: another
    who is asked for an instant holds one. If no deal is found, it stays as it is."""
    lowered, plan = match.rules.lowered, match.rules.engine.plan
    for _ in range(TRIES):
        memory = rename(lowered, plan, match.memory, _deal(match, player, rng))
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


# ------------------------------------------------------------- choices not yet told


def _choose_anew(match: Match, player: int, rng: random.Random) -> None:
    """What others have chosen since players began to act at once is chosen anew, at random.

    A try that the player could tell from the match (a strand that ends earlier, a state that is no secret)
    is thrown away. Where all tries are, the player can tell what was chosen, or nearly: it stays.
    """
    began, memory = _fork(match)
    tail = match.journal[began:]
    if all(entry.strand == player + 1 for entry in tail):
        return
    seen, real = match.view(player), match.memory
    for _ in range(TRIES):
        found = _played(match, memory[:], tail, player, rng)
        if found is None:
            continue
        match.restore(found.tobytes(), match.journal)
        if match.view(player) == seen:
            return
    match.restore(real.tobytes(), match.journal)


def _secrets_anew(match: Match, player: int, rng: random.Random) -> None:
    """What others have chosen in secret is chosen anew, and the match played again to the same point."""
    seen, real, journal = match.view(player), match.memory, list(match.journal)
    open_now = [(one.strand, one.site, one.player) for one in match.pending()]
    start, began = match.beginning(), match._start
    for _ in range(TRIES):
        found = _with_other_secrets(match, start[:], player, rng)
        if found is None:
            continue
        memory, actions = found
        match.restore(memory.tobytes(), actions)
        now = [(one.strand, one.site, one.player) for one in match.pending()]
        if now == open_now and match.view(player) == seen:
            return
    match._start = began
    match.restore(real.tobytes(), journal)


def _with_other_secrets(
    match: Match, memory: Memory, player: int, rng: random.Random
) -> tuple[Memory, list[Entry]] | None:
    """The memory after the journal's actions, with those of others at secret sites drawn; None if it ends early."""
    engine, actions = match.rules.engine, []
    for entry in match.journal:
        waiting = [one for one in engine.pending(memory) if one.strand == entry.strand]
        if not waiting or memory[OVER]:
            return None
        legal = engine.actions(memory, entry.strand)
        theirs = match.rules.site(waiting[0].site).secret and waiting[0].player not in (player, NONE)
        action = rng.choice(legal) if theirs else entry.action
        if action not in legal:
            return None
        try:
            engine.act(memory, entry.strand, action)
        except RulesFault:
            return None
        actions.append(Entry(entry.strand, action))
    return memory, actions


def _played(
    match: Match, memory: Memory, tail: Sequence[Entry], player: int, rng: random.Random
) -> Memory | None:
    """The memory after these choices, with those of others drawn; None if the choices do not lead so far."""
    engine = match.rules.engine
    for entry in tail:
        if entry.strand not in _strands(match, memory):
            return None
        legal = engine.actions(memory, entry.strand)
        action = entry.action if entry.strand == player + 1 else rng.choice(legal)
        if action not in legal:
            return None
        try:
            engine.act(memory, entry.strand, action)
        except RulesFault:
            return None
    return memory


def _strands(match: Match, m: Memory) -> set[int]:
    """The strands of players that wait for a decision."""
    return {one.strand for one in match.rules.engine.pending(m) if one.strand} if not m[OVER] else set()


def _fork(match: Match) -> tuple[int, Memory]:
    """The point in the journal at which players began to act at once, as they do now, and the memory then.

    Until all have answered, the main strand stands still, and strands only end: so where it has moved, or
    a strand has begun, they began anew.
    """
    layout = match.rules.lowered.program.layout
    main = slice(layout.stacks, layout.stacks + layout.stack)
    m = match.beginning()
    began, memory, before = 0, m[:], _strands(match, m)
    for step, entry in enumerate(match.journal):
        match.rules.engine.act(m, entry.strand, entry.action)
        now = _strands(match, m)
        if not now <= before or m[main] != memory[main]:
            began, memory = step + 1, m[:]
        before = now
    return began, memory
