"""Faults of the rules in matches, reported like all other findings: each once, with its place."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ..dsl.diagnostics.diagnostic import Diagnostic, Note
from ..dsl.diagnostics.text import SHOWN, to_text
from ..interpreter import BrokenRulesError
from ..interpreter.simulation.statistics import Statistics
from .commandline.console import Console
from .terminal.text_tables import matches_of


def faults_of(parts: Sequence[Statistics]) -> list[Diagnostic]:
    """Each fault in the simulations, with how often it occurred and the seed that repeats it, most frequent first."""
    known = {fault: diagnostic for part in parts for fault, diagnostic in part.diagnostics.items()}
    counts = {fault: [_seeds(part, fault) for part in parts] for fault in known}
    often = sorted(known, key=lambda fault: (-sum(map(len, counts[fault])), fault))
    return [
        attrs.evolve(known[fault], notes=tuple(_notes(parts, counts[fault], known[fault]))) for fault in often
    ]


def _seeds(part: Statistics, fault: str) -> list[int]:
    return [seed for seed, key, _ in part.faults if key == fault]


def _notes(parts: Sequence[Statistics], seeds: list[list[int]], diagnostic: Diagnostic) -> list[Note]:
    found = [
        Note(
            f"in {_at_least(part)}{len(mine):,} of {matches_of(part.matches, part.players)}, "
            f"the first with seed {mine[0]}"
        )
        for part, mine in zip(parts, seeds, strict=True)
        if mine
    ]
    return [*diagnostic.notes, *found]


def _at_least(part: Statistics) -> str:
    """Of very many matches that go wrong, only the first are known one by one."""
    return "at least " if part.faulty > len(part.faults) else ""


def report_faults(parts: Sequence[Statistics], console: Console) -> None:
    """Prints on standard error the faults, and how many matches did not end."""
    faults = faults_of(parts)
    if faults:
        console.remark(to_text(faults[:SHOWN], colour=console.remark_colour).rstrip())
    for part in parts:
        if part.endless:
            count = "a match" if part.unended == 1 else f"{part.unended:,} matches"
            console.remark(
                f"{count} of {part.players} players did not end, the first with seed {part.endless[0]}"
            )


def report_fault(broken: BrokenRulesError, console: Console) -> None:
    """Prints on standard error the fault that has just ended a match."""
    console.remark(to_text([broken.diagnostic], colour=console.remark_colour).rstrip())
