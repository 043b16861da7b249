"""How early it is known who will win: who leads while a match goes on, and whether they win it in the end.

In: matches with their journals. Out: for each part of a match, in how many somebody led alone, and how many of these
leaders won. The game's score or its heuristic decides on the leader (`Scheme.lead`); players who stand and fall
together lead together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from ..engine.protocol import Engine
from ..match.setup.options import OptionValue, option_cells
from ..memory.faults import RulesFault
from ..memory.words import Memory
from .counts import Row
from .interval import Share
from .scheme import Scheme

PARTS = 20
"""The number of equal parts at whose beginnings a match is looked at, and then at its very end."""


@attrs.frozen
class Known:
    """At a part of all decisions (0 to 1): in how many matches somebody led, and of these, in how many they won."""

    at: float
    led: Share
    won: Share

    def as_json(self) -> dict[str, Any]:
        """All figures, as plain data."""
        return {"at": round(self.at, 4), "led": self.led.as_json(), "won": self.won.as_json()}


def known(
    scheme: Scheme, options: Mapping[str, OptionValue], rows: Iterable[Row], parts: int = PARTS
) -> tuple[Known, ...]:
    """How often whoever leads wins in the end; nothing if the game does not say who leads. Matches in which all win,
    or nobody, do not count."""
    if scheme.lead is None:
        return ()
    led, won, of = [0] * (parts + 1), [0] * (parts + 1), 0
    for row in rows:
        if not row.ended or len(row.winners) in (0, scheme.players) or not row.journal:
            continue
        try:
            leaders = _leaders(scheme, options, row, parts)
        except RulesFault:  # the score of such a position never ends
            continue
        of += 1
        for at, leader in enumerate(leaders):
            led[at] += leader is not None
            won[at] += leader is not None and leader in row.winners
    if not of:
        return ()
    return tuple(
        Known(at / parts, Share(led[at], of), Share(won[at], led[at])) for at in range(parts + 1) if led[at]
    )


def _leaders(scheme: Scheme, options: Mapping[str, OptionValue], row: Row, parts: int) -> list[int | None]:
    """The leader at each part of a match."""
    engine: Engine = scheme.rules.engine
    assert scheme.lead is not None
    lead = engine.function(scheme.lead)
    m = engine.start(scheme.players, row.seed, None, option_cells(scheme.rules.lowered.tables, options))
    found, length = [], len(row.journal)
    wanted = [at * length // parts for at in range(parts + 1)]
    for number in range(length + 1):
        found += [_leader(scheme, lead, m)] * wanted.count(number)
        if number < length:
            entry = row.journal[number]
            engine.act(m, entry.strand, entry.action)
    return found


def _leader(scheme: Scheme, lead: Any, m: Memory) -> int | None:
    """The leader; None if several do who are no allies."""
    values: Sequence[int] = [lead(m, player) for player in range(scheme.players)]
    best = max(values)
    first = [player for player, value in enumerate(values) if value == best]
    allies = scheme.allies
    together = len({allies[player] if player < len(allies) else player for player in first}) == 1
    return first[0] if together else None
