"""Measures what scenarios and random matches of a game reach.

Rules are reached by the scenarios that cite them; texts (phrases, options, phases, abilities) by running;
designs by being chosen, acting, or having been in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

import attrs

from ..dsl.diagnostics.diagnostic import Diagnostic
from ..dsl.diagnostics.text import to_json
from ..dsl.model.game import Game
from ..interpreter.match.setup.options import setups
from ..interpreter.match.setup.rules import prepare
from ..interpreter.simulation.simulate import Job, simulate
from ..interpreter.simulation.statistics import Statistics
from .fault_reports import faults_of
from .files.games import GameFiles
from .scenarios import run_all

Progress = Callable[[int, int], None]


@attrs.frozen
class Part:
    """One kind of things: all of them, and those that were reached."""

    all: tuple[str, ...]
    reached: frozenset[str]

    @property
    def missing(self) -> list[str]:
        return [name for name in self.all if name not in self.reached]


@attrs.frozen
class Coverage:
    """What was reached, and the results of the random matches for each set-up."""

    parts: dict[str, Part]
    matches: tuple[Statistics, ...] = ()
    unread: tuple[Diagnostic, ...] = ()  # why scenario files were not run

    @property
    def gaps(self) -> bool:
        """Whether anything was not reached."""
        return any(part.missing for part in self.parts.values())

    @property
    def wrong(self) -> bool:
        """Whether there were faults of the rules, matches without an end, or scenarios that could not be run."""
        return bool(self.unread) or any(part.faults or part.endless for part in self.matches)

    def as_json(self) -> dict[str, Any]:
        return {
            name: {"all": len(part.all), "reached": len(part.reached), "missing": part.missing}
            for name, part in self.parts.items()
        } | {"faults": to_json([*self.unread, *faults_of(self.matches)])}


def measure(
    found: GameFiles,
    game: Game,
    loader: Callable[[], Game],
    matches: int,
    seed: int,
    variants: tuple[str, ...] = (),
    *,
    progress: Progress | None = None,
) -> Coverage:
    """Runs all scenarios, and `matches` random matches for each number of players and each value of an option. With
    variants, scenarios run with those that they name, and those that name further ones are left out; so are the rules
    that only these implement."""
    by_scenarios: set[str] = set()
    cited: set[str] = set()
    unread: list[Diagnostic] = []
    places = _places(game)
    for file in run_all(found, within=variants) if variants else run_all(found):
        unread += file.report.errors
        same = _same_texts(file.game, places) if variants and file.game is not None else places.keys()
        for result in file.results:
            by_scenarios |= result.reached & same
            cited |= set(result.rules)
    played = _simulated(game, loader, matches, seed, progress)
    by_matches = {name for part in played for name in part.reached}
    options = {name for part in played for name in part.chosen}
    texts = texts_of(game)
    implemented = {citation.rule for citation in game.citations}
    shown = tuple(
        rule.id
        for rule in game.rules.values()
        if rule.kind != "note" and (rule.kind != "variant" or not variants or rule.id in implemented)
    )
    return Coverage(
        matches=played,
        unread=tuple(unread),
        parts={
            "rules shown by scenarios": Part(shown, frozenset(cited) & set(shown)),
            "texts run by scenarios": Part(texts, frozenset(by_scenarios) & set(texts)),
            "texts run by random matches": Part(texts, frozenset(by_matches) & set(texts)),
            "options chosen by random matches": Part(
                options_of(game), frozenset(options) & set(options_of(game))
            ),
            "designs used by random matches": _designs(game, played),
        },
    )


def _simulated(
    game: Game, loader: Callable[[], Game], matches: int, seed: int, progress: Progress | None
) -> tuple[Statistics, ...]:
    if not matches:
        return ()
    jobs = [Job(loader, matches, players, seed, options=options) for players, options in setups(game)]
    return tuple(simulate(job, progress=progress) for job in jobs)


def _places(game: Game) -> dict[str, tuple[str, int]]:
    """The file and offset of every text that reports when it is reached."""
    events = prepare(game).lowered.events
    spans = {event.key: event.span for event in events if event.kind == "cover"}
    return {
        key: (span.source.name, span.start) if span is not None else ("", 0) for key, span in spans.items()
    }


def _same_texts(game: Game, places: Mapping[str, tuple[str, int]]) -> Set[str]:
    """The texts that a game with fewer variants has in common with the one whose texts are at these places."""
    return {key for key, place in _places(game).items() if places.get(key) == place}


def texts_of(game: Game) -> tuple[str, ...]:
    """Every text that reports when it is reached."""
    events = prepare(game).lowered.events
    return tuple(dict.fromkeys(event.key for event in events if event.kind == "cover"))


def options_of(game: Game) -> tuple[str, ...]:
    """The names of all options. `instead of` abilities count as texts: most act without a choice."""
    lowered = prepare(game).lowered
    chosen = [action for action in lowered.actions if lowered.sites[action.site].kind != "instead"]
    return tuple(dict.fromkeys(action.name for action in chosen if action.name))


def _designs(game: Game, played: Sequence[Statistics]) -> Part:
    """Designs are used if they are chosen (by players, or as an option of the set-up), one of their abilities
    acts, or one of their pieces moves."""
    names = tuple(game.symbols.designs)
    used = {name for part in played for name in names if name not in part.never.designs}
    if played:
        used |= {str(value) for _, options in setups(game) for value in options.values()}
    return Part(names, frozenset(used & set(names)))
