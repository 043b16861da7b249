"""What belongs to what: every construct that can end open, before everything that can come after it.

`constructs.yaml` lists both. Each pair is read in the game of `game.yaml`, as an expression, a condition and a
statement. What comes out is refused, or ambiguous (with the readings that are shown), or agreed: read in one way, and
then it is marked which words belong together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import yaml
from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.game import Game
from rulewright.dsl.walk import walk

from ..tiny import load, read

HERE = Path(__file__).parent
NO_SPACE = ("'s", ",", ";")
CARRIERS: dict[str, list[tuple[str, str]]] = {
    "numbers": [
        ("expression", "{}"),
        ("condition_text", "{}"),
        ("condition_text", "n = {}"),
        ("effect", "let x be {}"),
        ("effect", "deal {}"),
    ],
    "things": [
        ("expression", "{}"),
        ("condition_text", "{}"),
        ("condition_text", "the leader is {}"),
        ("condition_text", "the pick is {}"),
        ("effect", "let x be {}"),
    ],
    "sets": [
        ("expression", "{}"),
        ("condition_text", "{}"),
        ("condition_text", "there are {}"),
        ("effect", "let x be {}"),
    ],
    "picked": [("effect", "the leader chooses {}"), ("condition_text", "there is {}")],
    "conditions": [("condition_text", "{}")],
    "statements": [("effect", "{}")],
    "cases": [("expression", "{}, otherwise 0")],
}
"""As what a construct of each kind is read; what comes after it stands in the braces too."""


@attrs.frozen
class Pair:
    """A construct, what comes after it, and in what they stand."""

    kind: str
    open: str
    after: str
    start: str
    carrier: str

    @property
    def said(self) -> str:
        return self.open + ("" if self.after.startswith(NO_SPACE) else " ") + self.after

    @property
    def text(self) -> str:
        return self.carrier.format(self.said)

    @property
    def span(self) -> tuple[int, int]:
        """Where what comes after stands in the text."""
        end = self.carrier.index("{}") + len(self.said)
        return end - len(self.after), end


@attrs.frozen
class Verdict:
    """How a pair is read: `refused`, `ambiguous` or `agreed`, and the readings as they are shown."""

    sort: str
    shown: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()


@cache
def game() -> Game:
    found, report = load((HERE / "game.yaml").read_text(encoding="utf-8"), strict=False)
    assert found is not None, report.diagnostics
    return found


@cache
def constructs() -> dict[str, Any]:
    return yaml.safe_load((HERE / "constructs.yaml").read_text(encoding="utf-8"))


def pairs() -> Iterator[Pair]:
    after = [one for several in constructs()["after"].values() for one in several]
    for kind, carriers in CARRIERS.items():
        for open_ in constructs()[kind]:
            for one in after:
                for start, carrier in carriers:
                    yield Pair(kind, str(open_), str(one), start, carrier)


def verdict(pair: Pair) -> Verdict:
    tree, findings = read(pair.text, pair.start, game())
    if not findings:
        return Verdict("agreed", (marked(pair, tree),))
    if findings[0].code != "RW217":
        return Verdict("refused", findings=findings)
    shown = [note.message.removeprefix("one reading: ") for note in findings[0].notes]
    return Verdict("ambiguous", tuple(shown), findings)


def marked(pair: Pair, tree: object) -> str:
    """The text, with brackets round the smallest part that what comes after is joined to."""
    start, end = pair.span
    around = [
        node.span for node in walk(tree) if node.span.start < start and node.span.end >= end
    ]
    text = pair.text
    if not around:
        return f"{text[:start].rstrip()} | {text[start:]}"
    least = min(around, key=lambda span: span.end - span.start)
    return f"{text[: least.start]}[{text[least.start : least.end]}]{text[least.end :]}"
