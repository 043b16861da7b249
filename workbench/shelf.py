"""The games that a server offers: those that ship, and those that it was told of. Each is opened once.

Names come from outside, so none is a path: a game is offered or it is not, and a variant is one of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.diagnostics import Report, Severity
from rulewright.dsl.game import Game
from rulewright.dsl.suggest import closest

from .commands.games import listed
from .files import GameFiles, find_game, load_files
from .shipped import shipped_games

MOST_OPEN = 200
"""So many games, each with its variants, are kept open."""


class ShelfError(ValueError):
    """There is no such game, or it cannot be played; with the way out. `about` is what was asked for wrongly: the
    game, or its variants."""

    def __init__(self, message: str, help_text: str, about: str = "game") -> None:
        super().__init__(message)
        self.help = help_text
        self.about = about


class Shelf:
    """Opens games by name. `more` are names or paths to offer beside the games that ship."""

    def __init__(self, more: Sequence[str] = ()) -> None:
        self.names = tuple(dict.fromkeys([*shipped_games(), *more]))
        self._open: dict[tuple[str, tuple[str, ...]], Game] = {}

    def titles(self) -> list[dict[str, object]]:
        """What the header of each game tells."""
        return [listed(files) for name in self.names if (files := find_game(name, Report())) is not None]

    def game(self, name: str, variants: tuple[str, ...]) -> Game:
        """The game. Raises `ShelfError`."""
        key = (name, variants)
        if key not in self._open:
            if len(self._open) >= MOST_OPEN:
                self._open.pop(next(iter(self._open)))
            self._open[key] = self._load(self._files(name), variants)
        return self._open[key]

    def _files(self, name: str) -> GameFiles:
        files = find_game(name, Report()) if name in self.names else None
        if files is None:
            meant = closest(name[:100], self.names)
            hint = f"did you mean '{meant}'?" if meant else "'games' lists those that are"
            raise ShelfError(f"there is no game '{name[:100]}' here", hint)
        return files

    def _load(self, files: GameFiles, variants: tuple[str, ...]) -> Game:
        own = files.variants()
        for variant in variants:
            if variant not in own:
                known = f"its variants: {', '.join(own)}" if own else "it has none"
                raise ShelfError(f"{files.name} has no variant '{variant[:100]}'", known, "variants")
        report = Report()
        game = load_files(files, report, variants=variants)
        if game is None:
            first = next((found for found in report.diagnostics if found.severity is Severity.ERROR), None)
            told = f"{first.code}: {first.message}" if first is not None else "it is not what it was"
            raise ShelfError(
                f"{files.name} cannot be played: {told}", f"'rulewright check {files.name}' tells more"
            )
        return game
