"""The games that a server offers: those that ship, and those that it was started with. Each is loaded once.

Names in requests come from outside and are never used as paths: they must be those of offered games and of their own
variants.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from ...dsl.diagnostics.report import Report
from ...dsl.model.game import Game
from ..files.games import GameFiles, find_game, load_files
from ..files.headers import listed
from ..files.shipped import closest_game, rule_files, shipped_games
from ..wire.refusals import RefusalError
from .latest import keep

MOST_OPEN = 30
"""The most games, each with its variants, that are kept loaded."""


class GameLibrary:
    """Loads games by name. `more` holds names or paths to offer besides the games that ship. A loaded game is kept
    until one of its files changes."""

    def __init__(self, more: Sequence[str] = ()) -> None:
        self._shipped = shipped_games()
        self.names = tuple(dict.fromkeys([*self._shipped, *more]))
        self._open: dict[tuple[str, tuple[str, ...]], tuple[Stamp, Game]] = {}
        self._listed: dict[str, tuple[Stamp, dict[str, object]]] = {}

    def offer(self, game: str) -> None:
        """Offers another game, by name or path."""
        self.names = tuple(dict.fromkeys((*self.names, game)))

    def titles(self) -> list[dict[str, object]]:
        """The header of each game as data."""
        return [self._title(files) for name in self.names if (files := self._found(name)) is not None]

    def _title(self, files: GameFiles) -> dict[str, object]:
        now = stamp_of(files)
        known = self._listed.get(files.name)
        if known is None or known[0] != now:
            known = self._listed[files.name] = (now, listed(files))
        return known[1]

    def game(self, name: str, variants: tuple[str, ...]) -> Game:
        """The game. Raises `RefusalError`."""
        if len(set(variants)) < len(variants):
            raise RefusalError("RW726", "a variant is named twice", "name each once", "variants")
        files = self.files(name)
        key = (name, variants)
        known = self._open.get(key)
        if known is None or known[0] != stamp_of(files, known[1]):
            now = stamp_of(files)  # before it is read: what is saved meanwhile is noticed
            game = self._load(files, variants)
            known = (now + stamp_of_images(files, game), game)
        keep(self._open, key, known, MOST_OPEN)
        return known[1]

    def _found(self, name: str) -> GameFiles | None:
        folder = self._shipped.get(name)
        try:
            return GameFiles(name, rule_files(folder), folder) if folder else find_game(name, Report())
        except OSError:
            return None

    def files(self, name: str) -> GameFiles:
        """The files of a game. Raises `RefusalError`."""
        files = self._found(name) if name in self.names else None
        if files is None:
            meant = closest_game(name[:100], self.names)
            hint = f"did you mean '{meant}'?" if meant else "'games' lists all games"
            raise RefusalError("RW726", f"there is no game '{name[:100]}' here", hint, "game")
        return files

    def _load(self, files: GameFiles, variants: tuple[str, ...]) -> Game:
        own = files.variants()
        for variant in variants:
            if variant not in own:
                choices = files.choices()
                known = f"its variants: {', '.join(choices)}" if choices else "it has none"
                message = f"{files.name} has no variant '{variant[:100]}'"
                raise RefusalError("RW726", message, known, "variants")
        report = Report()
        game = load_files(files, report, variants=variants)
        if game is None:
            first = next(iter(report.errors), None)
            where = f"{first.span}: " if first is not None and first.span is not None else ""
            reason = f"{where}{first.code}: {first.message}" if first is not None else "it has changed"
            message = f"{files.name} cannot be played: {reason}"
            raise RefusalError("RW726", message, f"'rulewright check {files.name}' shows all errors", "game")
        return game


Stamp = tuple[tuple[str, int, int], ...]


def stamp_of(files: GameFiles, game: Game | None = None) -> Stamp:
    """A value that changes if a file of the game or of a variant is changed, added or removed; with the game, also if
    one of its images is."""
    parts = (*files.files, *(one for variant in files.variants().values() for one in variant))
    return _stamp(parts) + (() if game is None else stamp_of_images(files, game))


def stamp_of_images(files: GameFiles, game: Game) -> Stamp:
    """A value that changes if an image that the game names is changed, added or removed."""
    paths = dict.fromkeys(one.path for one in game.look.every_image)
    return _stamp([files.folder.joinpath(*path.split("/")) for path in paths])


def _stamp(files: Sequence[Traversable]) -> Stamp:
    found = []
    for file in files:
        if isinstance(file, Path):  # files in an archive do not change
            with contextlib.suppress(OSError):
                known = file.stat()
                found.append((str(file), known.st_mtime_ns, known.st_size))
    return tuple(found)
