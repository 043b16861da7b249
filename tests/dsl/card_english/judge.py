"""How effects are answered that are worded as on printed cards.

`effects.txt` and `more_effects.txt` hold a text on each line, for the game of `base.yaml`. `verdicts.txt` says how
each is answered: `read`, and as what; `rewritten`, with the texts that the help offers; `open`, with the readings
that the message shows; or `explained`, with the help, if no text of the game can say it. A person has judged each.
`python -m tests.dsl.card_english` writes the file again: read what changes in it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.document.reader import Text
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.rewritings import BREAK
from rulewright.dsl.resolve.roundtrip import RESOLVERS

from ..tiny import load

HERE = Path(__file__).parent
LISTS = ("effects", "more_effects")
VERDICTS = HERE / "verdicts.txt"
WRITE, READING = "write: ", "one reading: "


@cache
def base() -> Game:
    game, report = load((HERE / "base.yaml").read_text(encoding="utf-8"))
    assert game is not None, str(report)
    return game


def meaning(text: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """A text as it was understood, in the canonical way, and what was found."""
    report = Report.for_people()
    context = Context(base().symbols, Text(text), flow=False, turn=False)
    tree = resolve_text(Text(text), "effect", RESOLVERS["effect"], context, report)
    return (None if tree is None else show(tree, base().symbols)), report.errors


def verdict(text: str) -> dict[str, Any]:
    """How a text is answered, as `verdicts.txt` says it."""
    read, errors = meaning(text)
    if read is not None:
        return {"read": read}
    error = errors[0]
    readings = [
        note.message.removeprefix(READING).replace(BREAK, "\n")
        for note in error.notes
        if note.message.startswith(READING)
    ]
    if readings:
        return {"open": readings}
    help_ = error.help or ""
    if help_.startswith(WRITE):
        return {"rewritten": help_.removeprefix(WRITE).replace(BREAK, "\n").split(", or: ")}
    return {"explained": f"{error.code}: {error.message}; {help_}"}


def texts(name: str) -> list[str]:
    return [line for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines() if line]


def written() -> dict[str, dict[str, dict[str, Any]]]:
    found: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load(VERDICTS.read_text(encoding="utf-8"))
    return found


def page() -> str:
    """`verdicts.txt` as it is now."""
    now = {name: {text: verdict(text) for text in texts(name)} for name in LISTS}
    return yaml.safe_dump(now, allow_unicode=True, sort_keys=False, width=10_000)
