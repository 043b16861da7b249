"""What proving reports: a claim or question, how it was decided, and the witness that shows it."""

from __future__ import annotations

from enum import Enum

import attrs

from ...dsl.diagnostics.source import Span


class Verdict(Enum):
    """How a claim stands. `HOLDS` and `FAILS` are proofs: of every position, or by a witness; `OPEN` is neither."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"


@attrs.frozen
class Witness:
    """What shows a claim to be true or false: a record that `play --resume` opens, or a scenario.

    `text` is the content of a file that ends with `suffix`; `steps` says in words what is chosen, one line each.
    """

    text: str
    suffix: str
    steps: tuple[str, ...] = ()


@attrs.frozen
class Finding:
    """A claim, how it stands, and why.

    `part` names the method: "searched", "symbolic" or "solved". `claim` is what was asked, in words; `said` how it
    was decided: "found: a witness of 9 choices". If it is a `fault`, the game does not do what it should (or what its
    author asked for), and `span` and `help` say where, and what to do.
    """

    part: str
    claim: str
    verdict: Verdict
    said: str
    fault: bool = False
    span: Span | None = None
    help: str = ""
    witness: Witness | None = None

    def as_json(self) -> dict[str, object]:
        """The finding as plain data."""
        found: dict[str, object] = {
            "part": self.part,
            "claim": self.claim,
            "verdict": self.verdict.value,
            "said": self.said,
            "fault": self.fault,
        }
        if self.span is not None:
            found["place"] = str(self.span)
        if self.help:
            found["help"] = self.help
        if self.witness is not None:
            found["witness"] = list(self.witness.steps)
        return found
