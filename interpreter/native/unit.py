"""A module of machine code while it is written: its constants, its helper functions, its procedures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..ir import WORD_BITS, Argument, CellKind, Chance, Choose, Program, Table, Trial
from ..ir.cycles import callees_first
from ..ir.frames import FramePlan, plan_frames
from ..ir.walk import all_expressions, called, carried_out, walk
from ..ir.widths import kind_words
from . import assembly as ir
from .compiling import host
from .meter import Meter
from .statuses import CannotCompile, Statuses
from .steady import Steady
from .values import CELL, POINTER, VOID, Value, of_number, signed, words_of

_MOST_CELLS = 1 << 24
"""Memories with more cells (128 MB each) are left to other engines."""
_MOST_ROOM = 1 << 17
"""The bytes of buffers that a chain of calls may hold on the stack of its thread."""


NOTES = 32
"""How many cells a trial writes at most before the memory is copied."""
HEAD = 2
COPY = HEAD + 2 * NOTES
"""Where the notes and the copy begin in the record of a trial: see `trials`."""


class Unit:
    """What the functions of one module share."""

    def __init__(self, program: Program, counting: bool, batch: bool = False) -> None:
        if program.layout.size > _MOST_CELLS:
            raise CannotCompile(f"a match needs {program.layout.size} cells of memory")
        self.program, self.layout = program, program.layout
        self.counting, self.batch = counting, batch
        self.plan: FramePlan = plan_frames(program)
        self.module = ir.Module("rules")
        self.deposits = _deposits()
        self.statuses = Statuses()
        self.room: dict[str, int] = {}  # the bytes of the buffers of each function
        self.returned: dict[int, set[int]] = {}  # the statuses that each plain procedure can return
        self.plain: dict[int, Value] = {}
        self.tried: dict[int, Value] = {}  # of plain procedures that write, those that run on trial
        self.helpers: dict[str, Value] = {}
        self.meter: Meter | None = None
        self.steady = Steady(program, counting)
        self.exported: set[str] = set()
        layout = self.layout
        self.longest = max((place.capacity for place in layout.places if place.ordered), default=0)
        self.trials = _trials(program)
        self.levels = max(self.trials.values(), default=0) + 1
        self.record_cells = COPY + layout.size
        self.most_options = _most_options(program, self)
        self._tables: dict[str, Value] = {}
        self._table_words: dict[int, int] = {}
        self.piece_words = layout.piece_words
        self.all_open = not any(place.ordered for place in layout.places)
        self.all_ordered = all(place.ordered for place in layout.places)
        self.design_words = kind_words(layout, CellKind.DESIGNS)
        self.most_words = max(
            kind_words(layout, kind) for kind in (CellKind.PIECES, CellKind.PLACES, CellKind.DESIGNS)
        )
        self.apart = _apart([place.base for place in layout.places])

    # --------------------------------------------------------------- constants

    def table(self, name: str, entries: Iterable[int]) -> Value:
        """A constant array of cells."""
        found = self._tables.get(name)
        if found is None:
            numbers = [signed(entry) for entry in entries] or [0]
            kind = ir.ArrayType(CELL, len(numbers))
            found = self._tables[name] = ir.GlobalVariable(self.module, kind, name)
            found.linkage = "internal"
            found.global_constant = True
            found.unnamed_addr = True
            found.initializer = ir.Constant(kind, numbers)
        return found

    def table_words(self, number: int) -> int:
        """How many words each entry of a table of the program takes."""
        found = self._table_words.get(number)
        if found is None:
            entries = self.program.tables[number]
            found = self._table_words[number] = max(map(words_of, entries), default=1)
        return found

    def table_of(self, node: Table) -> Value:
        words = self.table_words(node.table)
        entries = self.program.tables[node.table]
        if words == 1:
            return self.table(f"table{node.table}", entries)
        cells = [one.constant for entry in entries for one in of_number(max(entry, 0), words)]
        return self.table(f"table{node.table}", cells)

    def bases(self) -> Value:
        return self.table("bases", [place.base for place in self.layout.places])

    def ordered(self) -> Value:
        return self.table("ordered", [int(place.ordered) for place in self.layout.places])

    def capacities(self) -> Value:
        return self.table("capacities", [place.capacity for place in self.layout.places])

    def viewers(self) -> Value:
        """The players who see each place; the last entry is for no place."""
        return self.table("viewers", [*(place.viewers for place in self.layout.places), 0])

    def designs(self) -> Value:
        return self.table("designs", self.layout.designs)

    # --------------------------------------------------------------- functions

    def function(
        self, name: str, returns: Value, parameters: Sequence[Value], exported: bool = False
    ) -> Value:
        """Declares a function of the memory, the context, and these parameters."""
        kinds = [POINTER, *parameters, POINTER] if exported else [POINTER, POINTER, *parameters]
        made = ir.Function(self.module, ir.FunctionType(returns, kinds), name)
        for argument in (made.args[0], made.args[-1 if exported else 1]):
            argument.attributes = "noalias nonnull align 8"
        made.attributes.add("nounwind")
        if exported:
            self.exported.add(name)
        else:
            made.linkage = "internal"
        return made

    def intrinsic(self, name: str, parameters: Sequence[Value], returns: Value = VOID) -> Value:
        return self.module.intrinsic(name, returns, parameters)

    def check_room(self) -> None:
        """Refuses a module whose functions would need too much of a thread's stack."""
        room = sum(self.room.values())
        if room > _MOST_ROOM:
            raise CannotCompile(f"the rules need {room} bytes for sets and piles while they run")


def _apart(bases: list[int]) -> tuple[int, int] | None:
    """The first base and the distance between neighbours, if all distances are equal."""
    if len(bases) < 2:
        return None
    step = bases[1] - bases[0]
    even = all(base == bases[0] + number * step for number, base in enumerate(bases))
    return (bases[0], step) if even else None


def _trials(program: Program) -> dict[int, int]:
    """How deep trials are nested in each plain procedure."""
    calls = {
        number: called(all_expressions(procedure))
        for number, procedure in enumerate(program.procedures)
        if not procedure.framed
    }
    found: dict[int, int] = {}
    for number in callees_first(calls):
        exprs = list(all_expressions(program.procedures[number]))
        tried = {e.procedure for expr in exprs for e in walk(expr) if isinstance(e, Trial)}
        depths = [found[callee] for callee in carried_out(exprs)] + [found[callee] + 1 for callee in tried]
        found[number] = max(depths, default=0)
    return found


def _most_options(program: Program, unit: Unit) -> int:
    """How many actions a decision can have at most."""
    most = 1
    largest = WORD_BITS * max(
        kind_words(program.layout, kind) for kind in (CellKind.PIECES, CellKind.PLACES, CellKind.DESIGNS)
    )
    for procedure in program.procedures:
        for block in procedure.blocks:
            if isinstance(block.terminator, Choose):
                several = sum(one.argument is not Argument.NONE for one in block.terminator.options)
                most = max(most, len(block.terminator.options) + several * max(largest, unit.longest))
            elif isinstance(block.terminator, Chance):
                most = max(most, largest)
    return most


def _deposits() -> bool:
    """Whether the processor has a fast instruction that deposits bits into the members of a mask."""
    here = host()
    return "+bmi2" in here.features.split(",") and here.cpu not in ("znver1", "znver2")
