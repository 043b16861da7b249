"""Where a scenario begins, for the lowering of the flow."""

from __future__ import annotations

import attrs

from ...dsl import tree as t


@attrs.frozen(cache_hash=True)
class Start:
    """Where a scenario begins and ends: it begins at a phase, by its path, or with an effect, after which the match
    is over; it may end with the end of a phase, given by its path. Programs are looked up by it, so the hash, which
    walks through the whole effect, is computed once."""

    phase: str | None = None
    effect: tuple[t.Stmt, ...] = ()
    times: tuple[tuple[str, int], ...] = ()  # for repeated phases, by name: the number of the round
    end: str | None = None
