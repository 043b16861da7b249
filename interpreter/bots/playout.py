"""Random playouts on the integers of the kernel, by which bots that think ahead value positions."""

from __future__ import annotations

from ..ir import FORKS, NONE, OVER
from ..match.decisions.decision import Decision
from ..match.setup.rules import Rules
from ..memory.dice import Dice
from ..memory.faults import STEP_LIMIT, RulesFault
from ..memory.words import Memory
from .worth import UnjudgedError, Worth

MOST_ENDLESS = 3
"""After this many endless playouts, a bot decides with what it has found so far, since each takes long."""
AHEAD = 3
"""After this many random choices, the heuristic judges, if it is the same for all players, or if there is only one.

Players who stand and fall together have no opponent whose answer must be awaited, and a single player has nobody else
at all. What random players do with the rest of a long turn would only hide what the decision was worth."""


class Playout:
    """Finishes matches of one game. All draw from the same dice, so a seed repeats all of them. `alone`: these are
    matches of a single player."""

    def __init__(self, rules: Rules, dice: Dice, alone: bool = False) -> None:
        self.engine, self.lowered = rules.engine, rules.lowered
        self.dice = dice
        self.worth = Worth(rules)
        self.bound = rules.game.step_bound
        self.ahead = AHEAD if alone or self.worth.together else self.bound
        self.endless = 0  # how often rules did not end
        self._single = rules.single

    def __call__(self, m: Memory) -> list[float]:
        """Plays a memory to its end (and so uses it up); returns the worth of that end to each player.

        If the rules fail, nobody is better off: a bot should neither seek nor avoid that.
        """
        try:
            if self._single:
                self._quickly(m)
            else:
                self._strand_by_strand(m)
        except RulesFault as fault:
            self.bear(fault)
            return self.worth.nothing(m)
        return self.worth(m)

    def bear(self, fault: RulesFault) -> None:
        """Skips faults of the rules in a match that is tried out."""
        if isinstance(fault, UnjudgedError):
            raise fault
        self.endless += fault.fault.code == STEP_LIMIT.code

    def _quickly(self, m: Memory) -> None:
        below, actions, act = self.dice.below, self.engine.actions_main, self.engine.act_main
        for _ in range(self.bound):
            if m[OVER]:
                return
            legal = actions(m)
            act(m, legal[below(len(legal))])

    def _strand_by_strand(self, m: Memory) -> None:
        for _ in range(self.bound):
            if m[OVER]:
                return
            pending = self.engine.pending(m)[0]
            self.engine.act(m, pending.strand, self.draw(m, pending.strand, pending.player))

    def while_deciding(self, m: Memory, player: int, forks: int) -> None:
        """Plays on until another player has a choice, which is the end of this player's move; or for `AHEAD` choices,
        if all players stand equally well or there is no other. Whoever acts simultaneously with the player answers
        first: until all have, nothing has come of the move. `forks` is how often players had begun to act
        simultaneously before the last action, so that none who begin now are meant.

        A single answer is no choice. Many who are asked can only pass: they are asked so that nobody learns that they
        have no answer, and that does not end a move."""
        left = self.ahead
        for _ in range(self.bound):
            if m[OVER] or not left:
                return
            pending = self.engine.pending(m)[0]
            luck = pending.player == NONE
            legal = [] if luck else self.engine.actions(m, pending.strand)
            if len(legal) != 1:
                if pending.player != player and not (pending.strand and m[FORKS] == forks):
                    return
                left -= 1
            action = self.draw(m, pending.strand, NONE) if luck else legal[self.dice.below(len(legal))]
            self.engine.act(m, pending.strand, action)

    def let_others_answer(self, m: Memory, decision: Decision) -> RulesFault | None:
        """If players act simultaneously, lets the others answer at random, so that every option is tried against
        the same answers. Returns the fault if the rules fail."""
        try:
            for _ in range(self.bound if decision.strand else 0):
                others = [one for one in self.engine.pending(m) if one.strand != decision.strand]
                if not others:
                    break
                self.engine.act(m, others[0].strand, self.draw(m, others[0].strand, others[0].player))
        except RulesFault as fault:
            return fault
        return None

    def draw(self, m: Memory, strand: int, player: int) -> int:
        """A legal action; all are equally likely, unless luck decides: then each has its own probability."""
        if player == NONE:
            outcomes = self.engine.outcomes(m, strand)
            return outcomes[self.dice.weighted([weight for _, weight in outcomes])][0]
        legal = self.engine.actions(m, strand)
        return legal[self.dice.below(len(legal))]
