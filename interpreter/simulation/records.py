"""What is counted at the end of a match, as the record that kernels fill in, for Python or for machine code."""

from __future__ import annotations

from ..ir import NONE
from ..kernels.counting import Counting, Sections, Side
from ..kernels.kernel import Cells
from ..kernels.machine import Maker
from .scheme import Scheme, SideState


def counting_of(scheme: Scheme, maker: Maker) -> Counting:
    """The record of a scheme. The caller sets `counts`, and `context` if routines need one."""
    c, players = maker.record(Counting), scheme.players
    c.at = maker.record(Sections)
    for name, section in scheme.sections.items():
        setattr(c.at, name, section.start if section.size else NONE)
    c.players, c.allies = players, maker.cells(scheme.allies)
    c.scores, c.result = maker.cells([0] * players), maker.cells([0])
    c.sides, c.side_count = maker.rows(Side, [_side(one, maker) for one in scheme.sides]), len(scheme.sides)
    c.before, c.after = (maker.cells([NONE] * (players * len(scheme.sides))) for _ in range(2))
    return c


def _side(side: SideState, maker: Maker) -> tuple[int, int, int, Cells]:
    """The fields of a `Side`. A number in memory that stands for several values stands for the first."""
    places = {value: place for place, value in reversed([*enumerate(side.values)])}
    size = max(places, default=NONE) + 1
    numbers = maker.cells(places.get(value, NONE) for value in range(size))
    return side.address, side.first, size, numbers
