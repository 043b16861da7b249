"""The passes that follow each other over a program, from what was lowered to what engines run."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ...ir import Program
from ...ir.fits import fitting
from ...ir.frames import plan_frames, stack_cells
from ...ir.steps import counted
from .inline import Entries, inline_calls
from .kept import with_kept_sets
from .masks import with_masks


def finished(program: Program, entries: Entries) -> tuple[Program, Entries]:
    """The program after all passes, and the numbers that its entries have then."""
    for one in PASSES:
        program, entries = one(program, entries)
    return program, entries


def _alone(change: Callable[[Program], Program]) -> Callable[[Program, Entries], tuple[Program, Entries]]:
    """A pass that leaves the procedures their numbers."""
    return lambda program, entries: (change(program), entries)


def with_stacks(program: Program) -> Program:
    """The program, with room for its stacks after the rest of the memory."""
    layout, cells = program.layout, stack_cells(program, plan_frames(program))
    room = layout.strands * cells
    layout = attrs.evolve(layout, stack=cells, size=layout.size + room)
    return attrs.evolve(program, layout=layout, initial=(*program.initial, *[0] * room))


PASSES = (
    _alone(with_masks),  # expressions about each member of a set treat it as a whole
    inline_calls,  # what is called once becomes part of its caller, and what nothing calls goes
    _alone(with_kept_sets),  # what moves pieces also updates the sets that the program reads
    _alone(counted),  # what could run without bound counts its steps
    _alone(fitting),  # sums that may be too large are checked
    _alone(with_stacks),  # the frames are known now
)
