"""Checks all of a game: its rules, its scenarios, and each of its variants.

The input is the files of a game and the requested variants. The output is a `Checked` for the game and for each
variant, with its findings. Each file is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from ..dsl.diagnostics.diagnostic import Diagnostic, Severity
from ..dsl.diagnostics.report import Report
from ..dsl.model.game import Game
from .files.combined import to_name
from .files.game_cache import GameCache
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
    implied = tuple(name for one in implied for name in to_name(files, one))
    return files, (*implied, *(one for one in variants if one not in implied))


def check_found(files: GameFiles, variants: tuple[str, ...]) -> Iterator[Checked]:
    """Checks a game with the requested variants. If there are none and the game has no errors, checks each of its own
    variants as well, and as many of them together as do not conflict; then reports only findings that the game itself
    does not have, or these variants one by one."""
    report = Report()
    for variant in variants:
        find_variant(files, variant, report)
    if report.has_errors:
        yield Checked(" + ".join((files.name, *variants)), report.diagnostics, missing=True)
        return
    cache = GameCache(files)
    game = check(cache, variants)
    yield game
    if variants or game.count(Severity.ERROR):
        return
    known = {one.sort_key for one in game.findings}
    for names in combinations(cache):
        changed = check(cache, names)
        own = tuple(one for one in changed.findings if one.sort_key not in known)
        known |= {one.sort_key for one in own}
        yield attrs.evolve(changed, findings=own)


def combinations(cache: GameCache) -> Iterator[tuple[str, ...]]:
    """The sets of variants to check: each that can be named, all together, and what shows those that cannot be
    named."""
    choices = cache.found.choices()
    seen: list[tuple[str, ...]] = [(name,) for name in choices]
    yield from seen
    together = _together(cache, choices)
    if together not in seen and together:
        seen.append(together)
        yield together
    for variant in cache.found.variants():
        names = to_name(cache.found, variant, cache.document)
        if not any(set(names) <= set(one) for one in seen):
            seen.append(names)
            yield names


def _together(cache: GameCache, names: tuple[str, ...]) -> tuple[str, ...]:
    """All of the variants, or, if some of them conflict, as many as do not, in the order of their names."""
    if not conflict(cache, names):
        return names
    kept: tuple[str, ...] = ()
    for name in names:
        if not conflict(cache, (*kept, name)):
            kept = (*kept, name)
    return kept


def conflict(cache: GameCache, variants: tuple[str, ...]) -> bool:
    """Whether variants change the same part of the game, so that they cannot be applied together."""
    report = Report()
    game = cache.game(report, variants)
    return game is None and any(found.code in CONFLICTS for found in report.diagnostics)


CONFLICTS = ("RW154", "RW155")
"""The codes of what two variants can do to each other."""


def check(cache: GameCache, variants: tuple[str, ...] = ()) -> Checked:
    report = Report.for_people()
    game = cache.game(report, variants)
    verify_all(cache, game, report, variants)
    return Checked(" + ".join((cache.found.name, *variants)), report.diagnostics, game, variants)
