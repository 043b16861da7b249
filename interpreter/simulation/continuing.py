"""The players of matches in which something is tried otherwise: at random, natively if that pays, or bots.

Both do the same: play a match, go through it once more, choose among some of the options, and play on from a position
to the end. Whatever is compared is played on with the same luck and with the same dice of the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, cast

import attrs

from ..bots.registry import make_bot
from ..bots.routines import python_routines
from ..engine.protocol import Engine
from ..ir import LUCK, OVER, SECRET_LUCK, WINNERS, Fault
from ..kernels.counting import match_seed
from ..match.errors import BrokenRulesError
from ..match.match import Match
from ..match.setup.options import OptionValue, option_cells
from ..match.setup.rules import Rules
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..memory.luck import signed
from ..memory.words import Memory, members
from .simulate import BotMaker

Look = Callable[[int, Memory], None]
"""Gets the memory at each decision, with its number."""
_FIRST, _ONWARD, _LUCK = 11, 12, 13


@attrs.frozen
class Step:
    """A decision of a match, and what was chosen."""

    strand: int
    player: int
    legal: tuple[int, ...]
    action: int


@attrs.frozen
class End:
    """The winners and the scores; nobody wins a match that does not end."""

    winners: frozenset[int]
    scores: tuple[int, ...] = ()


@attrs.frozen
class Course:
    """A match: its decisions and its end."""

    seed: int
    steps: tuple[Step, ...]
    end: End
    ended: bool


class Players(Protocol):
    """Plays, and plays on. All methods raise `RulesFault` or `BrokenRulesError` if the rules go wrong."""

    def course(self, seed: int, look: Look) -> Course:
        """Plays a match."""

    def again(self, course: Course) -> Iterator[Any]:
        """The positions of a match, decision by decision; each is valid until the next."""

    def memory(self, at: Any) -> Memory:
        """The memory of a position."""

    @property
    def engine(self) -> Engine:
        """What plays at the moment."""

    def first(self, at: Any, step: Step, allowed: Sequence[int], seed: int) -> int:
        """What is chosen if only these actions are allowed."""

    def after(self, at: Any, step: Step, action: int, seed: int, number: int) -> End:
        """How the match ends after an action. From `number` 1 on, luck is another than in the match."""

    def onward(self, at: Any, memory: Memory, seed: int, number: int) -> End:
        """How the match ends from another memory at this position."""


class AtRandom:
    """All choose at random."""

    def __init__(self, rules: Rules, players: int, options: Mapping[str, OptionValue]) -> None:
        self._rules, self._players = rules, players
        self._cells = option_cells(rules.lowered.tables, options)
        self._bound = rules.game.step_bound
        self._finish: tuple[Engine, Callable[[Memory, int, int], int], Callable[[int], Fault]] | None = None

    @property
    def engine(self) -> Engine:
        return self._rules.engine

    def course(self, seed: int, look: Look) -> Course:
        engine, single, dice, steps = self.engine, self._rules.single, Dice.of(seed), list[Step]()
        m = engine.start(self._players, seed, None, self._cells)
        while not m[OVER] and len(steps) < self._bound:
            look(len(steps), m)
            strand = 0 if single else engine.waiting(m)
            legal = engine.actions(m, strand)
            step = Step(strand, engine.player(m, strand), tuple(legal), legal[dice.below(len(legal))])
            engine.act(m, strand, step.action)
            steps.append(step)
        self._rules.tiers.expect(len(steps))
        return Course(seed, tuple(steps), self._end(m), m[OVER] != 0)

    def again(self, course: Course) -> Iterator[Memory]:
        engine = self.engine
        m = engine.start(self._players, course.seed, None, self._cells)
        for step in course.steps:
            yield m
            engine.act(m, step.strand, step.action)

    def memory(self, at: Memory) -> Memory:
        return at

    def first(self, at: Memory, step: Step, allowed: Sequence[int], seed: int) -> int:
        return allowed[Dice.of(seed, _FIRST).below(len(allowed))]

    def after(self, at: Memory, step: Step, action: int, seed: int, number: int) -> End:
        m = self._with_luck(at, seed, number)
        self.engine.act(m, step.strand, action)
        return self._played(m, seed)

    def onward(self, at: Memory, memory: Memory, seed: int, number: int) -> End:
        return self._played(self._with_luck(memory, seed, number), seed)

    def _with_luck(self, memory: Memory, seed: int, number: int) -> Memory:
        m = memory[:]
        if number:
            luck = Dice.of(seed, _LUCK)
            m[LUCK], m[SECRET_LUCK] = signed(luck.next()), signed(luck.next())
        return m

    def _played(self, m: Memory, seed: int) -> End:
        self._rules.tiers.expect_thought(1, None)
        engine = self.engine
        if self._finish is None or self._finish[0] is not engine:
            self._finish = (engine, *_finishing(self._rules, engine))
        _, finish, fault = self._finish
        status = finish(m, Dice.of(seed, _ONWARD).state, self._bound)
        if status > 0:
            raise RulesFault(fault(status))
        return self._end(m)

    def _end(self, m: Memory) -> End:
        score = self._rules.score
        scores = tuple(score(m, player) for player in range(self._players)) if score and m[OVER] else ()
        return End(frozenset(members(m[WINNERS])) if m[OVER] else frozenset(), scores)


def _finishing(
    rules: Rules, engine: Engine
) -> tuple[Callable[[Memory, int, int], int], Callable[[int], Fault]]:
    """What plays on at random to the end on an engine, and what the statuses that it returns stand for."""
    if engine.name == "native":
        from ..native.engine import NativeEngine

        native = cast(NativeEngine, engine)
        return native.finish, native.fault
    made = python_routines(rules, engine)
    return lambda m, state, bound: made.finish(m, Dice(state), bound, []), made.fault


class Thinking:
    """Bots choose. Those of every playout are new ones, with the same seeds for all that is compared."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Mapping[str, OptionValue],
        bots: Sequence[BotMaker],
        engine: str | None,
    ) -> None:
        self._rules, self._players, self._options = rules, players, options
        self._bots, self._engine = bots, engine
        self._bound = rules.game.step_bound

    @property
    def engine(self) -> Engine:
        return self._rules.engine

    def _match(self, seed: int) -> Match:
        return Match(self._rules.game, self._players, seed, self._options, engine=self._engine)

    def course(self, seed: int, look: Look) -> Course:
        match, steps = self._match(seed), list[Step]()
        bots = [make_bot(name, seed + seat) for seat, name in enumerate(self._bots)]
        while not match.is_over and len(steps) < self._bound:
            look(len(steps), match.memory)
            decision = match.decision
            option = bots[decision.player].choose(match, decision)
            legal = tuple(one.number for one in decision.options)
            steps.append(Step(decision.strand, decision.player, legal, option.number))
            match.take(decision.strand, option.number)
        return Course(seed, tuple(steps), self._end(match), match.is_over)

    def again(self, course: Course) -> Iterator[Match]:
        match = self._match(course.seed)
        for step in course.steps:
            yield match
            match.take(step.strand, step.action)

    def memory(self, at: Match) -> Memory:
        return at.memory

    def first(self, at: Match, step: Step, allowed: Sequence[int], seed: int) -> int:
        if len(allowed) == 1:
            return allowed[0]
        decision = next(one for one in at.decisions if one.strand == step.strand)
        left = attrs.evolve(decision, options=tuple(one for one in decision.options if one.number in allowed))
        chosen = make_bot(self._bots[step.player], match_seed(seed, _FIRST)).choose(at, left).number
        return chosen if chosen in allowed else allowed[0]

    def after(self, at: Match, step: Step, action: int, seed: int, number: int) -> End:
        match = at.clone()
        match.take(step.strand, action)
        return self._played(match, seed)

    def onward(self, at: Match, memory: Memory, seed: int, number: int) -> End:
        match = at.clone()
        match.restore(memory.tobytes())
        return self._played(match, seed)

    def _played(self, match: Match, seed: int) -> End:
        bots = [make_bot(name, match_seed(seed, _ONWARD + seat)) for seat, name in enumerate(self._bots)]
        for _ in range(self._bound):
            if match.is_over:
                break
            decision = match.decision
            match.choose(bots[decision.player].choose(match, decision))
        return self._end(match)

    def _end(self, match: Match) -> End:
        return End(frozenset(match.winners), (match.scores or ()) if match.is_over else ())


class ThenAtRandom(Thinking):
    """Bots choose in the match, and what is tried otherwise; then all play on at random."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Mapping[str, OptionValue],
        bots: Sequence[BotMaker],
        engine: str | None,
    ) -> None:
        super().__init__(rules, players, options, bots, engine)
        self._others = AtRandom(rules, players, options)

    def after(self, at: Match, step: Step, action: int, seed: int, number: int) -> End:
        return self._others.after(at.memory, step, action, seed, number)

    def onward(self, at: Match, memory: Memory, seed: int, number: int) -> End:
        return self._others.onward(at.memory, memory, seed, number)


WRONG = (RulesFault, BrokenRulesError)
"""What is raised where the rules go wrong."""
