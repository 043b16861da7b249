"""Makes the open decisions of a position, each with all its options, as its player reads them.

Decisions that read the same in every match and position are made once and kept with the rules.
"""

from __future__ import annotations

from ...engine.protocol import Pending
from ...ir import NONE
from ..state.position import Position
from .decision import Decision, Option
from .disambiguate import disambiguated

MOST_KEPT = 10_000
"""The number of decisions that are kept for all matches of a game."""


def decisions_of(position: Position) -> tuple[Decision, ...]:
    """All open decisions; more than one only while players act simultaneously."""
    return tuple(decision_of(position, pending) for pending in position.pending())


def decision_of(position: Position, pending: Pending) -> Decision:
    """An open decision with its options. Raises `RulesFault`."""
    rules, numbers = position.rules, position.legal(pending.strand)
    if pending.player == NONE:
        weights = position.weights(pending.strand)
        return _made(position, pending, [position.option(n, NONE, weights[n]) for n in numbers])
    key = (pending.strand, pending.site, pending.player, *numbers)
    known = rules.decisions.get(key)
    if known is None:
        options = [position.option(n, pending.player) for n in numbers]
        told = disambiguated(position, options, pending.player)
        known = _made(position, pending, told)
        placed = any(a.kind == "none" and a.labels != b.labels for a, b in zip(options, told, strict=True))
        if len(rules.decisions) < MOST_KEPT and not placed and not any(map(rules.differs, told)):
            rules.decisions[key] = known
    return known


def _made(position: Position, pending: Pending, options: list[Option]) -> Decision:
    site = position.rules.site(pending.site)
    return Decision(
        pending.player,
        pending.site,
        site.kind,
        site.prompt,
        tuple(options),
        pending.strand,
        site.prompts,
        site.title,
    )


__all__ = ["decision_of", "decisions_of"]
