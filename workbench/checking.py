"""Checks all of a game: its rules, its scenarios, and each of its variants.

The input is the files of a game and the requested variants. The output is a `Checked` for the game and for each
variant, with its findings. Each file is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs
from rulewright.dsl.diagnostics.diagnostic import Diagnostic, Severity
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.model.game import Game

from .files.desk import Desk
from .files.games import GameFiles, find_variant
from .scenarios import verify_all


@attrs.frozen
class Checked:
    """A game, or a path, and its findings."""

    name: str
    findings: tuple[Diagnostic, ...]
    game: Game | None = None
    variants: tuple[str, ...] = ()
    missing: bool = False  # there is no such game or variant

    def count(self, severity: Severity) -> int:
        return sum(found.severity is severity for found in self.findings)


def with_variants(
    found: tuple[GameFiles, tuple[str, ...]], variants: Sequence[str]
) -> tuple[GameFiles, tuple[str, ...]]:
    """A game with all requested variants: those that a file implies, and those of --variant."""
    files, implied = found
    return files, (*implied, *(one for one in variants if one not in implied))


def check_found(files: GameFiles, variants: tuple[str, ...]) -> Iterator[Checked]:
    """Checks a game with the requested variants. If there are none and the game has no errors, checks each of its own
    variants as well, and reports only findings that the game itself does not have."""
    report = Report()
    for variant in variants:
        find_variant(files, variant, report)
    if report.has_errors:
        yield Checked(" + ".join((files.name, *variants)), report.diagnostics, missing=True)
        return
    desk = Desk(files)
    game = check(desk, variants)
    yield game
    if variants or game.count(Severity.ERROR):
        return
    known = {one.sort_key for one in game.findings}
    for variant in files.variants():
        changed = check(desk, (variant,))
        own = (one for one in changed.findings if one.sort_key not in known)
        yield attrs.evolve(changed, findings=tuple(own))


def check(desk: Desk, variants: tuple[str, ...] = ()) -> Checked:
    report = Report()
    game = desk.game(report, variants)
    verify_all(desk, game, report, variants)
    return Checked(" + ".join((desk.found.name, *variants)), report.diagnostics, game, variants)
