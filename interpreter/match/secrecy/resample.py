"""Draws secret choices, of others and of luck, again: finds another past that looks the same to a player.

Pieces that a player cannot tell apart simply exchange their names (`determinize`). But the value of a secret state
came from a choice, from secret luck, or from hidden pieces. So the match is replayed from the last point at which no
secret was set, with hidden pieces exchanged, with other choices where the player did not learn the choice, and with
other secret luck. After each action, the player must see what was seen then; if not, the last draw is repeated with
another outcome, up to the limit `effort`. If no other past is found, the search tries again with the original pieces;
if that fails, too, the match stays as it was, because the player could tell the difference.
"""

from __future__ import annotations

from ...ir import FORKS, NONE, OVER, SECRET_LUCK, Argument
from ...memory.dice import Dice
from ...memory.faults import RulesFault
from ...memory.luck import signed
from ...memory.words import Memory, memory_of
from ..state.forks import ForkPoint, fork_now
from ..state.history import History
from ..state.journal import JournalEntry
from ..state.position import Position
from ..state.rename_pieces import rename
from .observations import ObservedPast, observation
from .unknown_pieces import deal

AGAIN = 20
"""How often secret luck is drawn again for one action."""


def resampled(
    position: Position, history: History, past: ObservedPast, player: int, rng: Dice
) -> tuple[Memory, bool] | None:
    """The memory at the end of another past, and whether its hidden pieces have been re-dealt; None if no other past
    was found."""
    if past.is_open:
        return None
    for dealt in (True, False):
        found = _Search(position, history, past, player, rng, dealt).run()
        if found is not None:
            return found, dealt
    return None


class _Search:
    """A depth-first search: at each action, the possible draws are tried in a random order."""

    def __init__(
        self,
        position: Position,
        history: History,
        past: ObservedPast,
        player: int,
        rng: Dice,
        dealt: bool,
    ) -> None:
        self.position, self.history, self.past, self.player = position, history, past, player
        self.rng, self.dealt = rng, dealt
        self.rules, self.engine = history.rules, history.rules.engine
        self.effort = 200 + 20 * len(past.entries)

    def run(self) -> Memory | None:
        for _ in range(AGAIN):
            found = self._try()
            if found is not None or self.effort <= 0:
                return found
        return None

    def _try(self) -> Memory | None:
        past, last = self.past, len(self.past.entries)
        begun = self._first()
        if begun is None:
            return None
        trail: list[tuple[Memory, ForkPoint | None]] = [begun]
        actions: list[JournalEntry] = []
        left: list[list[int]] = []
        while len(trail) - 1 < last:
            at = len(trail) - 1
            m, fork = trail[-1]
            if len(left) < len(trail):
                left.append(self._choices(m, past.entries[at], at))
            if not left[-1] or self.effort <= 0:
                left.pop()
                trail.pop()
                if not trail or self.effort <= 0:
                    return None
                actions.pop()
                continue
            entry = JournalEntry(past.entries[at].strand, left[-1].pop())
            after = self._step(m, fork, [*actions, entry], at)
            if after is not None:
                trail.append(after)
                actions.append(entry)
        return trail[-1][0]

    def _first(self) -> tuple[Memory, ForkPoint | None] | None:
        """Where the search begins: the original point, or, if luck drew secrets at the beginning, a new beginning."""
        self.effort -= 1
        point, fork = self.past.points[0], self.past.points[0].fork
        m = memory_of(point.memory)
        if self.past.began_lucky:
            m = self.history.beginning(signed(self.rng.getrandbits(64)))
            fork = fork_now(self.engine, m, None, 0, 0)
        if self.dealt:
            # Exchanges pieces that the player could tell apart neither then nor now. A fork at this point would need
            # its pieces exchanged, too, but points without secrets have no fork.
            then = Position(self.rules, self.position.names, m)
            m = rename(
                self.rules.lowered, self.engine.plan, m, deal([then, self.position], self.player, self.rng)
            )
        m[SECRET_LUCK] = signed(self.rng.getrandbits(64))
        begun = self._at(m, fork, [])
        return (m, fork) if observation(begun, self.player) == point.seen else None

    def _choices(self, m: Memory, entry: JournalEntry, at: int) -> list[int]:
        """The alternatives for an action; the last is tried first."""
        waiting = next((one for one in self.engine.pending(m) if one.strand == entry.strand), None)
        if waiting is None or m[OVER]:
            return []
        try:
            legal = self.engine.actions(m, entry.strand)
        except RulesFault:  # nothing can be chosen there: with this deal, the past is impossible
            return []
        kept = self.past.learnt[at] or waiting.player == self.player
        if not kept and (self.dealt or not self._of_pieces(entry)):
            return self._shuffled(m, entry.strand, legal, waiting.player == NONE)
        if entry.action not in legal:
            return []
        return [entry.action] * (AGAIN if self.past.lucky[at] else 1)

    def _of_pieces(self, entry: JournalEntry) -> bool:
        return self.rules.action_of[entry.action].argument in (Argument.DESIGN, Argument.PIECE)

    def _shuffled(self, m: Memory, strand: int, legal: list[int], luck: bool) -> list[int]:
        """A random order, in which likely outcomes of luck tend to come first."""
        weights = dict(self.engine.outcomes(m, strand)) if luck else {}
        keys = {one: self.rng.random() ** (1 / max(weights.get(one, 1), 1)) for one in legal}
        return sorted(legal, key=keys.__getitem__)

    def _step(
        self, m: Memory, fork: ForkPoint | None, actions: list[JournalEntry], at: int
    ) -> tuple[Memory, ForkPoint | None] | None:
        """The point after one action; None if the player would have seen something else."""
        self.effort -= 1
        m, forks = m[:], m[FORKS]
        if self.past.lucky[at]:
            m[SECRET_LUCK] = signed(self.rng.getrandbits(64))
        try:
            self.engine.act(m, actions[-1].strand, actions[-1].action)
            fork = fork_now(self.engine, m, fork, forks, self.past.clean + len(actions))
            reached = self._at(m, fork, actions)
            same = observation(reached, self.player) == self.past.points[at + 1].seen
        except RulesFault:
            return None
        return (m, fork) if same else None

    def _at(self, m: Memory, fork: ForkPoint | None, actions: list[JournalEntry]) -> Position:
        """The position of a memory to which these actions lead from the first point."""
        answers = () if fork is None else tuple(actions[fork.began - self.past.clean :])
        return Position(self.rules, self.position.names, m, fork, answers)
