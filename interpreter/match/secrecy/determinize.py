"""Re-deals what a player cannot know: makes a memory that looks the same to that player.

Pieces that the player cannot tell apart (in one pool, and unknown) exchange their identities, together with
everything that names them; what others know stays with the piece that they have seen. Luck gets a new seed. Secret
choices of others, and of luck, are drawn again, together with their consequences (`resample`). While players act
simultaneously, the others have not answered yet in the re-dealt match: the player sees the position in which they
began, with only the player's own answers applied.

Pieces are dealt from an order that does not depend on which of them lies where, so a deal follows from its seed and
from what the player may know, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...ir import LUCK, OVER, SECRET_LUCK
from ...memory.dice import Dice
from ...memory.faults import RulesFault
from ...memory.luck import signed
from ...memory.words import Memory
from ..setup.rules import Rules
from ..state.history import History
from ..state.position import Position
from ..state.rename_pieces import rename
from .observations import ObservedPast, has_secrets
from .resample import resampled
from .unknown_pieces import classes, exchanged, in_order

TRIES = 50
"""How often pieces are dealt again if a deal would leave a decision without options."""


def determinize(
    position: Position, history: History, past: Callable[[], ObservedPast], player: int, seed: int
) -> Memory:
    """A memory in which the player has the same view of a position; the rest is dealt by `seed`. `past` returns what
    the player has seen of the history, and is called only if there are secrets besides pieces."""
    rng = Dice.of(seed)
    memory, dealt = _with_other_secrets(position, history, past, player, rng)
    if not dealt:
        origin = Position(position.rules, position.names, memory)
        found = classes([origin], player)
        memory = _dealt(origin, in_order(origin, found), found, rng)
    return _with_other_luck(memory, rng)


def exchanges_only_pieces(rules: Rules, past: Callable[[], ObservedPast]) -> bool:
    """Whether pieces and luck are all that `determinize` deals. Then what it has dealt can be dealt again from there,
    by `redealt`, without the history."""
    return not has_secrets(rules) or past().is_open


def redealt(origin: Position, classes: Sequence[Sequence[int]], seed: int) -> Memory:
    """Another memory with the same view, made from a position in which nothing but pieces was exchanged. `classes`
    are those pieces of it that the player cannot tell apart."""
    rng = Dice.of(seed)
    memory = _dealt(origin, origin.memory, classes, rng) if classes else origin.memory[:]
    return _with_other_luck(memory, rng)


def _with_other_luck(memory: Memory, rng: Dice) -> Memory:
    memory[LUCK] = signed(rng.next())
    memory[SECRET_LUCK] = signed(rng.next())
    return memory


def _with_other_secrets(
    position: Position, history: History, past: Callable[[], ObservedPast], player: int, rng: Dice
) -> tuple[Memory, bool]:
    """The memory as the player may see it, with secrets of others drawn again, and whether this has also dealt
    its hidden pieces again (then the memory is a copy that the caller may change)."""
    found = resampled(position, history, past(), player, rng) if has_secrets(position.rules) else None
    if found is None:
        return position.seen_by(player).memory, False
    memory, dealt = found
    for entry in position.answers:
        if entry.strand == player + 1:
            position.rules.engine.act(memory, entry.strand, entry.action)
    return memory, dealt


def _dealt(position: Position, m: Memory, classes: Sequence[Sequence[int]], rng: Dice) -> Memory:
    """The memory `m` of a position with re-dealt pieces, in which every open decision still has an option: if another
    player is asked for an instant, one of the deals must let them have it. If no such deal is found, the position
    stays the same."""
    lowered, plan = position.rules.lowered, position.rules.engine.plan
    for _ in range(TRIES):
        memory = rename(lowered, plan, m, exchanged(lowered.program.layout.pieces, classes, rng))
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
