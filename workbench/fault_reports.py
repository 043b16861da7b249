"""Faults of the rules that matches met, told as everything is that is wrong in rules: each once, at its place."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from rulewright.dsl.diagnostics.diagnostic import Diagnostic, Note
from rulewright.dsl.diagnostics.text import SHOWN, to_text
from rulewright.interpreter import BrokenRulesError
from rulewright.interpreter.simulation.statistics import Statistics

from .console import Console
from .terminal.text_tables import matches_of


def faults_of(parts: Sequence[Statistics]) -> list[Diagnostic]:
    """Each fault that the simulations met, with how often it came and what repeats it, the most frequent first."""
    known = {fault: diagnostic for part in parts for fault, diagnostic in part.diagnostics.items()}
    counts = {fault: [_seeds(part, fault) for part in parts] for fault in known}
    often = sorted(known, key=lambda fault: (-sum(map(len, counts[fault])), fault))
    return [
        attrs.evolve(known[fault], notes=tuple(_notes(parts, counts[fault], known[fault]))) for fault in often
    ]


def _seeds(part: Statistics, fault: str) -> list[int]:
    return [seed for seed, told, _ in part.faults if told == fault]


def _notes(parts: Sequence[Statistics], seeds: list[list[int]], diagnostic: Diagnostic) -> list[Note]:
    found = [
        Note(f"in {len(mine):,} of {matches_of(part.matches, part.players)}, the first with seed {mine[0]}")
        for part, mine in zip(parts, seeds, strict=True)
        if mine
    ]
    return [*diagnostic.notes, *found]


def tell_faults(parts: Sequence[Statistics], console: Console) -> None:
    """Beside what was asked for: the faults, and the matches that did not end."""
    faults = faults_of(parts)
    if faults:
        console.remark(to_text(faults[:SHOWN], colour=console.remark_colour).rstrip())
    for part in parts:
        if part.endless:
            count = "a match" if len(part.endless) == 1 else f"{len(part.endless):,} matches"
            console.remark(
                f"{count} of {part.players} players did not end, the first with seed {part.endless[0]}"
            )


def tell_fault(broken: BrokenRulesError, console: Console) -> None:
    """The fault that a match has just met."""
    console.remark(to_text([broken.diagnostic], colour=console.remark_colour).rstrip())
