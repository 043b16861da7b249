"""Measures what scenarios and random matches of a game reach.

Rules are reached by the scenarios that cite them; texts (phrases, options, phases, abilities) by running;
designs by being chosen, acting, or having been in play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from rulewright.dsl.game import Game
from rulewright.interpreter.rules import prepare
from rulewright.interpreter.simulate import Job, simulate

from .files import GameFiles
from .scenarios import run_all

Progress = Callable[[int, int], None]


@attrs.frozen
class Part:
    """One sort of things: all of them, and those that were reached."""

    all: tuple[str, ...]
    reached: frozenset[str]

    @property
    def missing(self) -> list[str]:
        return [name for name in self.all if name not in self.reached]


@attrs.frozen
class Coverage:
    parts: dict[str, Part]

    @property
    def gaps(self) -> bool:
        """Whether anything was not reached."""
        return any(part.missing for part in self.parts.values())

    def as_json(self) -> dict[str, Any]:
        return {
            name: {"all": len(part.all), "reached": len(part.reached), "missing": part.missing}
            for name, part in self.parts.items()
        }


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
    """Runs all scenarios, and so many random matches for each number of players."""
    by_scenarios: set[str] = set()
    cited: set[str] = set()
    for file in run_all(found, variants=variants):
        for result in file.results:
            by_scenarios |= result.reached
            cited |= set(result.rules)
    by_matches, options, designs = _simulated(game, loader, matches, seed, progress)
    texts = texts_of(game)
    shown = tuple(rule.id for rule in game.rules.values() if rule.kind != "note")
    return Coverage(
        {
            "rules shown by scenarios": Part(shown, frozenset(cited) & set(shown)),
            "texts run by scenarios": Part(texts, frozenset(by_scenarios) & set(texts)),
            "texts run by random matches": Part(texts, frozenset(by_matches) & set(texts)),
            "options chosen by random matches": Part(
                options_of(game), frozenset(options) & set(options_of(game))
            ),
            "designs used by random matches": _designs(game, designs, by_matches),
        }
    )


def _simulated(
    game: Game, loader: Callable[[], Game], matches: int, seed: int, progress: Progress | None
) -> tuple[set[str], set[str], set[str]]:
    reached: set[str] = set()
    options: set[str] = set()
    designs: set[str] = set()
    least, most = game.players
    for players in range(least, most + 1):
        if matches:
            statistics = simulate(Job(loader, matches, players, seed), progress=progress)
            reached |= set(statistics.reached)
            options |= set(statistics.chosen)
            designs |= set(statistics.designs)
    return reached, options, designs


def texts_of(game: Game) -> tuple[str, ...]:
    """Everything that tells when it is reached."""
    events = prepare(game).lowered.events
    return tuple(dict.fromkeys(event.key for event in events if event.kind == "cover"))


def options_of(game: Game) -> tuple[str, ...]:
    """Everything that can be chosen, by name. Replacements count as texts: most act without a choice."""
    lowered = prepare(game).lowered
    chosen = [action for action in lowered.actions if lowered.sites[action.site].kind != "instead"]
    return tuple(dict.fromkeys(action.name for action in chosen if action.name))


def _designs(game: Game, chosen: set[str], reached: set[str]) -> Part:
    """Designs are used when they are chosen, when an ability of theirs acts, or when a piece of theirs moves."""
    names = tuple(game.symbols.designs)
    seen = {
        key.partition(" ")[2].removeprefix("of ") for key in reached if key.startswith(("ability", "moved"))
    }
    return Part(names, frozenset(chosen | seen) & set(names))
