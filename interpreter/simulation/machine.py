"""Counts matches between random players in machine code.

In: a scheme, the options of the set-up, and a range of matches of a job. Out: the same `Counts` as `tally` gives for
them. A match in which the rules go wrong is left to `tally`, which also knows the record and the diagnostic.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from ..engine import background
from ..kernels.counting import match_seed
from ..match.errors import EngineError
from ..match.setup.engine_choice import unavailable
from ..match.setup.options import OptionValue, option_cells
from ..memory.dice import MASK
from ..memory.luck import signed
from ..memory.words import members
from .counts import MOST_KEPT, Counts, Row
from .records import counting_of
from .scheme import Scheme
from .tally import Tally

if TYPE_CHECKING:
    from ..native.batches import Batches
    from ..native.building import Recipe
    from ..native.compiling import Level
    from ..native.engine import NativeEngine

_BUILDING = threading.Lock()


class MachineTally:
    """Counts matches of one job, in one thread. Threads share the machine code.

    Args:
        scheme: what is counted.
        options: the options of the set-up.
        seed: the seed of the job.
        level: the pipeline by which the rules are compiled, if they are not yet.
        rows: whether to keep a row for each match.

    Raises:
        EngineError: there can be no machine code for this game here.
    """

    def __init__(
        self,
        scheme: Scheme,
        options: Mapping[str, OptionValue],
        seed: int,
        level: Level,
        *,
        rows: bool = False,
    ) -> None:
        self.scheme, self.seed, self.options, self.rows = scheme, seed, options, rows
        self._batches = _batches(scheme, options, seed, level, rows)

    @cached_property
    def _tally(self) -> Tally:
        """Counts what goes wrong."""
        return Tally(self.scheme, self.options, rows=self.rows)

    def play(self, first: int, last: int) -> Counts:
        """The counts of the matches from `first` to `last` - 1."""
        total, stopped = self._good(first, last)
        while stopped < last:
            self._tally.random_match(stopped, match_seed(self.seed, stopped))
            total.add(self._tally.take())
            counts, stopped = self._good(stopped + 1, last)
            total.add(counts)
        return total

    def _good(self, first: int, last: int) -> tuple[Counts, int]:
        """The counts of the matches before the first one that goes wrong, and the number of that one, or `last`."""
        counts = Counts.of(self.scheme)
        stopped = self._batches.play(first, last, counts.cells)
        if stopped < last:  # what was counted of that match is mixed with the rest
            counts = Counts.of(self.scheme)
            self._batches.play(first, stopped, counts.cells)
        self._complete(counts)
        return counts, stopped

    def _complete(self, counts: Counts) -> None:
        """Adds what is not in the cells."""
        counts.endless = [(number, match_seed(self.seed, number)) for number in self._batches.endless]
        for line, scores in self._batches.lines:
            seed, winners = line.seed & MASK, tuple(members(line.winners))
            row = line.number, seed, line.ended != 0, line.decisions, line.turns, line.starter
            counts.rows.append(Row(*row, winners, scores))


def recipe(scheme: Scheme, level: Level) -> Recipe:
    """What to compile for a scheme."""
    from ..native.batches import procedures_of
    from ..native.building import Recipe

    called = procedures_of(scheme.program, _called(scheme))
    return Recipe(scheme.program, called, counting=scheme.detail, batch=True, level=level)


def _called(scheme: Scheme) -> list[int | None]:
    """The plain procedures that are called after a match, or while it is played."""
    lowered = scheme.rules.lowered
    return [lowered.score, scheme.lead, *(procedure for _, procedure in lowered.invariants)]


def engine_of(scheme: Scheme, level: Level) -> NativeEngine:
    """The machine code that counts, compiled once for each game. Raises `EngineError`."""
    made, name = scheme.game.made, f"machine {scheme.detail} {scheme.lead}"
    with _BUILDING:
        found: tuple[NativeEngine, Level] | None = made.get(name)
        if found is not None and level in ("light", found[1]):
            return found[0]
        if why := unavailable():
            raise EngineError(why)
        try:
            from ..native.building import build
            from ..native.statuses import CannotCompile
        except (ImportError, OSError) as error:
            raise EngineError(f"the native engine cannot be loaded: {error}") from None
        try:
            engine = build(recipe(scheme, level), stage=background.stage)
        except CannotCompile as cannot:
            raise EngineError(f"the native engine cannot run this game: {cannot}") from None
        except background.GivenUpError:
            raise EngineError(
                "the native engine cannot be compiled in a process that was forked meanwhile"
            ) from None
        made[name] = engine, level
        return engine


def _batches(
    scheme: Scheme, options: Mapping[str, OptionValue], seed: int, level: Level, rows: bool
) -> Batches:
    engine = engine_of(scheme, level)
    from ..native.batches import Batches
    from ..native.records import NativeMaker

    cells, events = option_cells(scheme.rules.lowered.tables, options), len(scheme.text_of) * scheme.detail
    made = Batches(engine, scheme.program, counting_of(scheme, NativeMaker()), cells, events)
    j = made.j
    j.seed, j.bound, j.single = signed(seed), scheme.game.step_bound, int(scheme.rules.single)
    j.most_endless, j.endless, j.has_rows = MOST_KEPT, made.zeros(MOST_KEPT), int(rows)
    _count_options(scheme, made)
    _call_procedures(scheme, made)
    if scheme.detail:
        j.turns = made.table(event for event, begins in enumerate(scheme.begins_turn) if begins)
        j.texts = made.lists(_texts(scheme))
        j.pieces = scheme.program.layout.pieces
    else:
        j.turns, j.texts = made.table([]), made.lists([])
    return made


def _count_options(scheme: Scheme, made: Batches) -> None:
    """Families and designs."""
    j, designs = made.j, len(scheme.designs)
    j.family_of = made.cells(scheme.family_of)
    j.family_marks = made.zeros(max(scheme.family_of, default=0) + 1)
    j.uses = made.cells(design for chosen in scheme.designs_of for design in chosen)
    j.uses_from = made.cells(accumulate(map(len, scheme.designs_of), initial=0))
    j.designs, j.design_marks = designs, made.zeros(designs)
    j.use_marks, j.used = made.zeros(scheme.players * designs), made.zeros(2 * scheme.players * designs)


def _call_procedures(scheme: Scheme, made: Batches) -> None:
    """Invariants, score and lead."""
    j, lowered = made.j, scheme.rules.lowered
    invariants = [procedure for _, procedure in lowered.invariants]
    j.invariants, j.invariant_count = made.routines(invariants), len(invariants)
    if lowered.score is not None:
        j.has_score, j.score = 1, made.routine(lowered.score)
    if scheme.lead is not None:
        j.has_lead, j.lead = 1, made.routine(scheme.lead)
    j.lead_every, j.lead_at_turns = scheme.lead_every, int(scheme.lead_at_turns)


def _texts(scheme: Scheme) -> list[list[int]]:
    """The events that report each text."""
    found: list[list[int]] = [[] for _ in scheme.texts]
    for event, text in enumerate(scheme.text_of):
        if text >= 0:
            found[text].append(event)
    return found
