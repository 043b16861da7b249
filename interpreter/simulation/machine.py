"""Counts matches between random players in machine code.

In: a scheme, the options of the set-up, and a range of matches of a job. Out: the same `Counts` as `tally` gives for
them. A match in which the rules go wrong is left to `tally`, which also knows the record and the diagnostic.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..engine import background
from ..ir import NONE
from ..match.errors import EngineError
from ..match.setup.engine_choice import unavailable
from ..match.setup.options import OptionValue, option_cells
from ..memory.words import members
from .counts import MOST_KEPT, Counts, Row
from .scheme import BINS, EXACT, FINE, Scheme
from .seeds import match_seed
from .tally import Tally

if TYPE_CHECKING:
    from ..native.batches import Batch, Work
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
        self._batch = _batch(scheme, options, seed, level, rows)

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
        stopped = self._batch.play(first, last, counts.cells)
        if stopped < last:  # what was counted of that match is mixed with the rest
            counts = Counts.of(self.scheme)
            self._batch.play(first, stopped, counts.cells)
        self._complete(counts)
        return counts, stopped

    def _complete(self, counts: Counts) -> None:
        """Adds what is not in the cells."""
        counts.endless = [(number, match_seed(self.seed, number)) for number in self._batch.endless]
        for line in self._batch.lines:
            winners = tuple(members(line.winners)) if line.ended else ()
            row = line.number, line.seed, line.ended, line.decisions, line.turns, line.starter
            counts.rows.append(Row(*row, winners, line.scores))


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


def _batch(scheme: Scheme, options: Mapping[str, OptionValue], seed: int, level: Level, rows: bool) -> Batch:
    engine = engine_of(scheme, level)
    from ..native.batches import Batch

    return Batch(engine, _work(scheme, options, seed, rows))


def _work(scheme: Scheme, options: Mapping[str, OptionValue], seed: int, rows: bool) -> Work:
    from ..native.batches import Work

    lowered, detail = scheme.rules.lowered, scheme.detail
    return Work(
        program=scheme.program,
        players=scheme.players,
        seed=seed,
        cells=option_cells(lowered.tables, options),
        bound=scheme.game.step_bound,
        single=scheme.rules.single,
        sections={name: one.start if one.size else NONE for name, one in scheme.sections.items()},
        bins=(BINS, EXACT, FINE),
        families=scheme.family_of,
        uses=scheme.designs_of,
        designs=len(scheme.designs),
        invariants=[procedure for _, procedure in lowered.invariants],
        score=lowered.score,
        lead=scheme.lead,
        lead_every=scheme.lead_every,
        allies=scheme.allies,
        lead_at_turns=scheme.lead_at_turns,
        turns=[event for event, begins in enumerate(scheme.begins_turn) if begins and detail],
        texts=_texts(scheme) if detail else [],
        events=len(scheme.text_of) if detail else 0,
        moves=detail,
        sides=[(side.address, side.first, side.values) for side in scheme.sides],
        most_endless=MOST_KEPT,
        rows=rows,
    )


def _texts(scheme: Scheme) -> list[list[int]]:
    """The events that report each text."""
    found: list[list[int]] = [[] for _ in scheme.texts]
    for event, text in enumerate(scheme.text_of):
        if text >= 0:
            found[text].append(event)
    return found
