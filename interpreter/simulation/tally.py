"""Plays matches on an engine and counts them while they are played.

In: a scheme, the options of the set-up, and for each match its seed and what is chosen: at random, or a journal.
Out: `Counts`. A match is played on the Python engine that emits events; nothing is replayed, except a match that goes
wrong, whose record and diagnostic come from a `Match`. The action that goes wrong counts as a decision, but what it
reached does not.

Much is only collected while a match is played, and counted for many matches together (`_fold`): most matches have
much in common, and counting equal things takes no time.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import ne

from ..engine.protocol import Sink
from ..ir import NONE, OVER, WINNERS, Fault
from ..kernels.counting import count_end, note_leader
from ..kernels.machine import PlainMaker
from ..match.errors import BrokenRulesError
from ..match.match import Match
from ..match.setup.options import OptionValue, option_cells
from ..match.state.journal import JournalEntry
from ..memory.dice import Dice
from ..memory.faults import RulesFault, diagnostic_of
from ..memory.words import Memory, members
from ..python.engine import PythonEngine
from .counts import MOST_KEPT, Broken, Counts, Row
from .records import counting_of
from .scheme import Scheme

FOLDED = 20_000
"""The number of decisions that are collected before they are counted together."""
MOST_KNOWN = 50_000
"""The number of different sets of options of which it is remembered to which families they belong."""


class Tally:
    """Counts the matches of one job, one after the other.

    Args:
        scheme: what is counted.
        options: the options of the set-up.
        rows: whether to keep a row for each match.
        journals: whether these rows have what was chosen.
    """

    def __init__(
        self,
        scheme: Scheme,
        options: Mapping[str, OptionValue],
        *,
        rows: bool = False,
        journals: bool = False,
    ) -> None:
        self.scheme, self.rules = scheme, scheme.rules
        self.options = dict(options)
        self.rows, self.journals = rows, journals
        self.engine = counting_engine(scheme)
        self._cells = option_cells(scheme.rules.lowered.tables, options)
        lowered = self.rules.lowered
        declared = {one.name: one for one in scheme.game.invariants}
        self._invariants = [(declared[name], self.engine.function(at)) for name, at in lowered.invariants]
        self._holds = tuple(holds for _, holds in self._invariants)
        self._score = None if lowered.score is None else self.engine.function(lowered.score)
        self._lead = None if scheme.lead is None else self.engine.function(scheme.lead)
        self._c = counting_of(scheme, PlainMaker())
        self._c.context = []
        self._at_turns = scheme.lead_at_turns
        self._choosing = frozenset(at for at, designs in enumerate(scheme.designs_of) if designs)
        self._meaning = _Meaning(scheme)
        self._families: dict[tuple[int, ...], frozenset[int]] = {}
        layout = lowered.program.layout
        self._pieces = slice(layout.at, layout.at + layout.pieces)
        self._lay = lowered.program.initial[self._pieces]
        self._side_cells = tuple(
            side.address + player for side in scheme.sides for player in range(scheme.players)
        )
        self._counts = Counts.of(scheme)
        # What is collected: for each decision its legal actions and the one taken, and for each match its end, the
        # texts that it reached, and which pieces had moved.
        self._offers: list[list[int]] = []
        self._taken: list[int] = []
        self._ends: list[_End] = []
        self._reached: list[set[int]] = []
        self._moved: list[bytes] = []
        self._begin_match()

    def _begin_match(self) -> None:
        self._m: Memory = array("q")
        self._first = len(self._taken)
        self._strands: list[int] = []  # of the actions taken, if there can be more than one
        self._chose: list[tuple[int, int]] = []  # (player, action) for actions that choose designs
        self._sink: Sink = []
        self._seen = 0  # events that have been looked through for turns
        self._c.leader = self._c.changes = self._c.starter = NONE
        self._sides: tuple[int, ...] = ()

    def take(self) -> Counts:
        """The counts of the matches since the last call."""
        self._fold()
        counts, self._counts = self._counts, Counts.of(self.scheme)
        return counts

    # ----------------------------------------------------------------------------- matches

    def random_match(self, number: int, seed: int) -> None:
        """Counts a match in which all choose at random."""
        self._count(number, seed, Dice.of(seed), None, None)

    def given_match(
        self, number: int, seed: int, journal: Sequence[JournalEntry], broken: BrokenRulesError | None
    ) -> None:
        """Counts a match with these choices, which ended in a fault if `broken` says so."""
        self._count(number, seed, None, journal, broken)

    def _count(
        self,
        number: int,
        seed: int,
        dice: Dice | None,
        journal: Sequence[JournalEntry] | None,
        broken: BrokenRulesError | None,
    ) -> None:
        if len(self._taken) >= FOLDED:
            self._fold()
        self._begin_match()
        try:
            sink = self._sink if self.engine.trace else None
            self._m = self.engine.start(self.scheme.players, seed, sink, self._cells)
            self._look_at_start(number)
            if dice is None:
                self._follow(journal or ())
            elif self.rules.single:
                self._at_random(dice)
            else:
                self._at_random_by_strand(dice)
        except RulesFault as fault:
            broken = broken or self._explained(seed, fault)
            self._forget_last(seed)
        scores: tuple[int, ...] = ()
        if broken is None and self._m[OVER] and self._score is not None:
            try:
                scores = tuple(self._score(self._m, player) for player in range(self.scheme.players))
            except RulesFault as fault:
                broken = self._explained(seed, fault)
        self._finish(number, seed, scores, broken)

    def _forget_last(self, seed: int) -> None:
        """Keeps only the events before the action that went wrong, as if it had not been taken."""
        self._sink = []
        taken = self._taken[self._first :]
        if not self.engine.trace or not taken:
            return
        m = self.engine.start(self.scheme.players, seed, self._sink, self._cells)
        for strand, action in zip(self._strands_of(taken), taken[:-1], strict=False):
            self.engine.act(m, strand, action, self._sink)

    def _strands_of(self, taken: list[int]) -> list[int]:
        return self._strands or [0] * len(taken)

    def _at_random(self, dice: Dice) -> None:
        """The inner loop for most games."""
        m, engine, below = self._m, self.engine, dice.below
        actions, act = engine.actions_main, engine.act_main
        offer, take = self._offers.append, self._taken.append
        choosing, holds, leads = self._choosing, self._holds, self._looks_who_leads
        sink = (self._sink,) if engine.trace else ()
        for _ in range(self.scheme.game.step_bound):
            if m[OVER]:
                return
            legal = actions(m)
            number = legal[below(len(legal))]
            offer(legal)
            take(number)
            if number in choosing:
                self._chose.append((engine.player(m), number))
            act(m, number, *sink)
            for held in holds:
                if not held(m, NONE):
                    self._check()
            if leads:
                self._look_for_turns()

    def _at_random_by_strand(self, dice: Dice) -> None:
        m, engine = self._m, self.engine
        for _ in range(self.scheme.game.step_bound):
            if m[OVER]:
                return
            strand = engine.pending(m)[0].strand
            legal = engine.actions(m, strand)
            self._act(strand, legal, legal[dice.below(len(legal))])

    def _follow(self, journal: Iterable[JournalEntry]) -> None:
        for entry in journal:
            self._act(entry.strand, self.engine.actions(self._m, entry.strand), entry.action)

    def _act(self, strand: int, legal: list[int], number: int) -> None:
        self._offers.append(legal)
        self._taken.append(number)
        self._strands.append(strand)
        if number in self._choosing:
            self._chose.append((self.engine.player(self._m, strand), number))
        self.engine.act(self._m, strand, number, *((self._sink,) if self.engine.trace else ()))
        self._check()
        if self._looks_who_leads:
            self._look_for_turns()

    # ---------------------------------------------------------------- looks at the position

    def _look_at_start(self, number: int) -> None:
        m = self._m
        self._looks_who_leads = self._lead is not None and number % self.scheme.lead_every == 0
        self._sides = tuple([m[cell] for cell in self._side_cells])
        if not m[OVER]:
            first = 0 if self.rules.single else self.engine.pending(m)[0].strand
            self._c.starter = NONE if first else self.engine.player(m)
        self._check()

    def _check(self) -> None:
        for invariant, holds in self._invariants:
            if not holds(self._m, NONE):
                raise RulesFault(Fault("RW413", f"this no longer holds: {invariant.name}", invariant.span))

    def _leads(self, m: Memory, player: int, result: list[int], context: object) -> int:
        """How far a player is, as a routine."""
        assert self._lead is not None
        try:
            result[0] = self._lead(m, player)
        except RulesFault:
            return 1
        return 0

    def _look_for_turns(self) -> None:
        """After each action: finds out who leads, if a turn has begun, or if nothing in the game is a turn."""
        fresh = self._sink[self._seen :]
        self._seen += len(fresh)
        if not self._at_turns or self._m[OVER] or sum(map(self._meaning.__getitem__, fresh)) >= TURN:
            note_leader(self._c, self._leads, self._m)

    # -------------------------------------------------------------------- the end of a match

    def _finish(
        self, number: int, seed: int, scores: tuple[int, ...], broken: BrokenRulesError | None
    ) -> None:
        m, counts = self._m, self._counts
        ended = broken is None and len(m) > 0 and m[OVER] != 0
        won = m[WINNERS] if ended else NONE
        turns = 0
        if self._sink:
            meant = [*map(self._meaning.__getitem__, self._sink)]
            self._reached.append(set(meant))
            turns = sum(meant) // TURN
        decisions = len(self._taken) - self._first
        sides = (self._sides, tuple([m[cell] for cell in self._side_cells])) if ended else ((), ())
        self._ends.append((decisions, turns, self._c.starter, won, self._c.changes, scores, *sides))
        if ended and self.scheme.detail:
            self._moved.append(bytes(map(ne, m[self._pieces], self._lay)))
        if ended and self._chose:
            self._count_uses(won)
        if broken is not None:
            counts.cells[counts.sections["faulty"].start] += 1
            if len(counts.broken) < MOST_KEPT:
                counts.broken.append(Broken(number, seed, str(broken), broken.record, broken.diagnostic))
        elif not ended:
            counts.cells[counts.sections["endless"].start] += 1
            if len(counts.endless) < MOST_KEPT:
                counts.endless.append((number, seed))
        if self.rows:
            winners = tuple(members(won)) if ended else ()
            row = number, seed, ended, decisions, turns, self._c.starter, winners, scores, self._journal()
            counts.rows.append(Row(*row))

    def _journal(self) -> tuple[JournalEntry, ...]:
        """What was chosen in this match, if anybody asks for that."""
        taken = self._taken[self._first :] if self.journals else []
        return tuple(map(JournalEntry, self._strands_of(taken), taken))

    def _count_uses(self, won: int) -> None:
        cells, sections, designs_of = self._counts.cells, self._counts.sections, self.scheme.designs_of
        winning, losing = sections["won_with"].start, sections["lost_with"].start
        for player, design in {(player, one) for player, at in self._chose for one in designs_of[at]}:
            cells[(winning if won >> player & 1 else losing) + design] += 1

    def _explained(self, seed: int, fault: RulesFault) -> BrokenRulesError:
        """The fault with the record that repeats it: the same choices in a `Match` go wrong in the same way."""
        taken = self._taken[self._first :]
        try:
            match = Match(self.scheme.game, self.scheme.players, seed, self.options)
            for strand, action in zip(self._strands_of(taken), taken, strict=True):
                match.take(strand, action)
        except BrokenRulesError as broken:
            return broken
        return BrokenRulesError(diagnostic_of(fault.fault, fault.callers), match.record())

    # ------------------------------------------------------------------- what was collected

    def _fold(self) -> None:
        """Counts what has been collected."""
        self._c.counts = self._counts.cells
        self._fold_decisions()
        for end, times in Counter(self._ends).items():
            self._fold_end(end, times)
        cells, sections = self._counts.cells, self._counts.sections
        start = sections["reached"].start
        for meant, times in Counter(chain.from_iterable(self._reached)).items():
            if meant:
                cells[start + meant % TURN - 1] += times
        start, designs = sections["moved"].start, self.rules.lowered.program.layout.designs
        for moved, times in Counter(self._moved).items():
            for design in {design for design, has in zip(designs, moved, strict=True) if has}:
                cells[start + design] += times
        for collected in (self._offers, self._taken, self._ends, self._reached, self._moved):
            collected.clear()

    def _fold_decisions(self) -> None:
        cells, sections = self._counts.cells, self._counts.sections
        sizes = Counter(map(len, self._offers))
        cells[sections["options"].start] += sum(size * times for size, times in sizes.items())
        cells[sections["forced"].start] += sizes[1]
        widest = sections["widest"].start
        cells[widest] = max(cells[widest], *sizes, cells[widest])
        start = sections["offered"].start
        for legal, times in Counter(map(tuple, self._offers)).items():
            for family in self._families_of(legal):
                cells[start + family] += times
        start = sections["chosen"].start
        for action, times in Counter(self._taken).items():
            cells[start + action] += times

    def _fold_end(self, end: _End, times: int) -> None:
        """Counts several matches with the same end."""
        c = self._c
        c.decisions, c.turns, c.starter, c.won, c.changes, scores, before, after = end
        c.scored, c.scores, c.before, c.after = int(bool(scores)), [*scores], [*before], [*after]
        count_end(c, times)

    def _families_of(self, legal: tuple[int, ...]) -> frozenset[int]:
        found = self._families.get(legal)
        if found is None:
            if len(self._families) >= MOST_KNOWN:
                self._families.clear()
            found = self._families[legal] = frozenset(map(self.scheme.family_of.__getitem__, legal))
        return found


_End = tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Decisions, turns, who decided first, the set of winners (NONE: it did not end), how often the leader changed (NONE:
nobody led), scores, and the states that may be sides at the beginning and at the end."""


TURN = 1 << 40


class _Meaning(dict[tuple[int, ...], int]):
    """What an emitted event means, in one number: 1 + the text that it reports (0: none), plus TURN if it begins a
    turn. So the sum of many says how many turns began. Remembers what it was asked."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self._scheme = scheme

    def __missing__(self, emitted: tuple[int, ...]) -> int:
        event, found = emitted[0], 0
        if all(emitted[1:]):
            found = self._scheme.text_of[event] + 1 + TURN * self._scheme.begins_turn[event]
        self[emitted] = found
        return found


def counting_engine(scheme: Scheme) -> PythonEngine:
    """The engine that counts; compiled once for each game. Without detail, it emits no events."""
    made, name = scheme.game.made, f"counting {scheme.detail}"
    if name not in made:
        made[name] = PythonEngine(scheme.program, trace=scheme.detail)
    found: PythonEngine = made[name]
    return found
