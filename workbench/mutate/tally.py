"""Counts verdicts by kind of mistake, and samples mistakes evenly over the kinds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import attrs

from .judge import CHECKER, FAULT, NOBODY, SAME, SCENARIOS, Verdict
from .mistakes import KINDS, Mistake


@attrs.frozen
class Count:
    """How many mistakes of a kind were made, and what noticed them. Mistakes that change no meaning count only as
    `same`."""

    made: int
    checker: int
    scenarios: int
    survived: int
    same: int

    @property
    def share(self) -> str:
        """The percentage that was noticed, never rounded up."""
        return f"{100 * (self.made - self.survived) // self.made} %" if self.made else "–"


def chosen(mistakes: Sequence[Mistake], kinds: Sequence[str], limit: int, luck: Random) -> list[Mistake]:
    """At most `limit` mistakes of each of these kinds, in reading order."""
    found = []
    for kind in kinds:
        own = [number for number, one in enumerate(mistakes) if one.kind == kind]
        found += luck.sample(own, limit) if len(own) > limit else own
    return [mistakes[number] for number in sorted(found)]


def tally(verdicts: Sequence[Verdict]) -> dict[str, Count]:
    """A count for each kind that occurred."""
    found = {}
    for kind in KINDS:
        own = [one.by for one in verdicts if one.mistake.kind == kind]
        if own:
            made = sum(by != SAME for by in own)
            survived = sum(by in (NOBODY, FAULT) for by in own)
            found[kind] = Count(made, own.count(CHECKER), own.count(SCENARIOS), survived, own.count(SAME))
    return found


def survivors(verdicts: Sequence[Verdict]) -> list[Verdict]:
    return [one for one in verdicts if one.by in (NOBODY, FAULT)]


def as_json(verdicts: Sequence[Verdict], seed: int, places: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """All counts, and the survivors with line and column."""
    counts = {kind: attrs.asdict(count) for kind, count in tally(verdicts).items()}
    left = [
        {
            "file": one.mistake.file,
            "line": line,
            "column": column,
            "kind": one.mistake.kind,
            "was": one.mistake.was,
            "became": one.mistake.became,
            **({"fault": one.how} if one.by == FAULT else {}),
        }
        for one, (line, column) in zip(survivors(verdicts), places, strict=True)
    ]
    return {"seed": seed, "kinds": counts, "survivors": left}
