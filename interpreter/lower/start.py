"""Where a scenario begins, for the lowering of the flow."""

from __future__ import annotations

import attrs
from rulewright.dsl import tree as t


@attrs.frozen
class Start:
    """Where a scenario begins: at a phase, by its path, or with an effect, after which the match is over; and the
    path of the phase with whose end it ends."""

    phase: str | None = None
    effect: tuple[t.Stmt, ...] = ()
    times: tuple[tuple[str, int], ...] = ()  # of phases that are repeated, by name: which time it is
    end: str | None = None
