"""Runs the scenario files of a game, each with the variants that it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

import attrs

from ..dsl.diagnostics.report import Report
from ..dsl.model.game import Game
from ..interpreter.scenarios import ScenarioDoc, ScenarioFile
from .files.game_cache import GameCache
from .files.games import GameFiles, shown
from .files.shipped import SUFFIX

if TYPE_CHECKING:
    from ..interpreter.scenarios import Result


@attrs.frozen
class FileResult:
    """One scenario file: what is wrong with the file itself, and the result of each scenario."""

    name: str
    report: Report
    results: tuple[Result, ...]
    game: Game | None = None
    own: bool = True  # the file names all variants that it was run with


def run_all(
    found: GameFiles,
    *,
    variants: tuple[str, ...] = (),
    within: tuple[str, ...] | None = None,
    only: str | None = None,
    coverage: bool = True,
    cache: GameCache | None = None,
) -> Iterator[FileResult]:
    """Runs every scenario file of a game (with `variants` applied to all). With `within`, runs only files that name
    no variants but these, each with those that it names. A game with errors gives one result, which reports them:
    nothing can be run. Without `coverage`, results do not say what was reached, and take less time. `cache` may have
    read the game before."""
    from ..interpreter.scenarios.run import run_scenarios  # `check` reads scenarios but runs none

    cache = cache or GameCache(found)
    whole = Report()
    if cache.game(whole, variants) is None:
        yield FileResult(found.name, whole, ())
        return
    reported = {variants}
    applied = {path: _applied(cache, path, variants, within) for path in found.scenarios()}
    paths = [path for path, names in applied.items() if names is not None]
    _get_all_ready(cache, {path: applied[path] or () for path in paths}, only)
    for path in paths:
        report = Report()
        file = cache.scenarios(path, report)
        if file is None:
            yield FileResult(shown(path), report, ())
            continue
        names = applied[path] or ()
        game = cache.game(Report() if names in reported else report, names)
        reported.add(names)
        if game is None and not report.has_errors:  # an earlier file has reported these variants
            message = f"with {', '.join(names)} the game has errors, so nothing in this file was run"
            report.error("RW602", message, next((name.span for name in file.variants), None))
        results = run_scenarios(game, file, only=only, coverage=coverage) if game is not None else []
        own = set(variants) <= set(_variants(file, variants, only=True))
        yield FileResult(shown(path), report, tuple(results), game, own)


def _applied(
    cache: GameCache, path: Traversable, variants: tuple[str, ...], within: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    """The variants with which a scenario file is run; None if it names others than those `within` which to stay. One
    that both the file and the command line name is applied once."""
    file = cache.scenarios(path, Report())
    if file is None:
        return variants
    if within is None:
        return _variants(file, variants)
    game = cache.game(Report(), within)
    names = _variants(file, within, only=True)
    known = {*within, *(game.variants if game is not None else ())}
    return names if known.issuperset(names) else None


def _get_all_ready(cache: GameCache, files: Mapping[Traversable, tuple[str, ...]], only: str | None) -> None:
    """Prepares the game, with each set of variants, for all scenarios that are about to be run with it."""
    from ..interpreter.scenarios.run import get_ready

    docs: dict[tuple[str, ...], list[ScenarioDoc]] = {}
    for path, names in files.items():
        file = cache.scenarios(path, Report())
        for name, doc in file.scenarios.items() if file is not None else ():
            if only is None or only in str(name):
                docs.setdefault(names, []).append(doc)
    for names, wanted in docs.items():
        game = cache.game(Report(), names)
        if game is not None:
            get_ready(game, wanted)


def verify_all(cache: GameCache, game: Game | None, report: Report, variants: tuple[str, ...] = ()) -> None:
    """Reports what is wrong in the scenario files of a game, as far as that shows without running them. If the game
    has errors (None), or a file is not for these variants, only its keys are checked."""
    reported = {variants}
    for path in cache.found.scenarios():
        file = cache.scenarios(path, report)
        if file is None or game is None:
            continue
        names = _variants(file, ())
        if not set(variants) <= set(names):
            continue
        if names not in reported:
            reported.add(names)
            inner = Report()
            cache.game(inner, names)
            for error in inner.errors:
                report.add(error)
        cache.verify(path, names, report)


def _variants(file: ScenarioFile, more: tuple[str, ...], *, only: bool = False) -> tuple[str, ...]:
    """The variants that a file names, and after them `more` of them, unless `only` those are asked for. The scenarios
    can name one of `more` that is a path without its folder and suffix, as they name the game's own variants."""
    paths = {name.rpartition("/")[2].removesuffix(SUFFIX): name for name in more}
    named = [paths.get(str(name), str(name)) for name in file.variants]
    return tuple(dict.fromkeys(named if only else (*named, *more)))
