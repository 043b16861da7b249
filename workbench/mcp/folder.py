"""The one folder in which a language model may read and write rule files, and the games that it may name."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import attrs

from ..files.belonging import SCENARIOS, VARIANTS
from ..files.shipped import SUFFIX, shipped_game, shipped_games

LARGEST = 256 * 1024
"""How many bytes a rule file that is written may have."""


class RefusedPathError(ValueError):
    """A path or a text that is refused; the message says why, and what would do."""


@attrs.frozen
class Folder:
    """`root` is absolute, without links. Nothing outside it is read or written."""

    root: Path

    @classmethod
    def at(cls, path: Path) -> Folder:
        return cls(path.resolve(strict=True))

    def game(self, name: str) -> str:
        """How a command that runs in the folder is given a game: one that ships by its name, another by its path."""
        path = self.located(name)
        return (
            path
            if shipped_game(path) is not None
            else os.path.join(os.curdir, Path(path).relative_to(self.root))
        )

    def located(self, name: str) -> str:
        """The name of a game that ships, or the absolute path of one in the folder."""
        if shipped_game(name) is not None:
            return name
        path = self.inside(name)
        if not path.exists():
            own = ", ".join(self.games()) or "none yet"
            raise RefusedPathError(
                f"there is no game '{name}'. Games in the folder: {own}. The tool list_games lists those that ship"
            )
        return str(path)

    def games(self) -> list[str]:
        """The folders with rule files, by their paths."""
        found = {file.parent for file in self._files() if file.parent.name not in (SCENARIOS, VARIANTS)}
        return sorted(str(folder.relative_to(self.root)) for folder in found)

    def files(self, game: str) -> dict[str, Path]:
        """The rule files of a game in the folder, by their paths below the folder; of one that ships, by their
        names."""
        shipped = shipped_game(game)
        if shipped is not None:
            base = Path(str(shipped))
            return {f"{game}/{file.relative_to(base)}": file for file in sorted(base.rglob(f"*{SUFFIX}"))}
        path = Path(self.located(game))
        found = [path] if path.is_file() else sorted(path.rglob(f"*{SUFFIX}"))
        return {str(file.relative_to(self.root)): file for file in found if self._is_inside(file)}

    def read(self, name: str) -> str:
        """The text of a rule file, in the folder or of a game that ships."""
        game = next((one for one in shipped_games() if name.startswith(f"{one}/")), None)
        file = self.files(game).get(name) if game is not None else None
        if file is None:
            file = self.inside(name)
        if not file.is_file():
            raise RefusedPathError(f"there is no file '{name}': the tool list_files lists those of a game")
        return file.read_text(encoding="utf-8", errors="replace")

    def write(self, name: str, text: str, *, replace: bool) -> bool:
        """Writes a rule file as a whole; gives whether it is new. A file that exists is replaced only on request."""
        path = self.inside(name)
        if path.suffix != SUFFIX:
            raise RefusedPathError(f"only rule files are written here: '{name}' must end with {SUFFIX}")
        data = text.encode("utf-8", "replace")
        if len(data) > LARGEST:
            raise RefusedPathError(
                f"a rule file has at most {LARGEST} bytes, not {len(data)}: split the game"
            )
        new = not path.exists()
        if not new and not replace:
            raise RefusedPathError(
                f"'{name}' exists, and nothing is overwritten unasked: read it, then write it with replace: true"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        # a reader sees the old text or the new one, and a full disk loses neither
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as stream:
            stream.write(data)
        os.chmod(stream.name, 0o644 if new else path.stat().st_mode & 0o777)
        os.replace(stream.name, path)
        return new

    def inside(self, name: str) -> Path:
        """The path of a name below the folder. Raises `RefusedPathError` if it leads out of it, links included."""
        try:
            path = (self.root / name).resolve()
        except (OSError, ValueError, RuntimeError):
            raise RefusedPathError(f"{name!r} is no path") from None
        if not self._is_inside(path):
            raise RefusedPathError(
                f"'{name}' is outside the folder: give a path below it, such as my-game/game{SUFFIX}"
            )
        return path

    def _is_inside(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.root)

    def _files(self) -> list[Path]:
        return [file for file in self.root.rglob(f"*{SUFFIX}") if self._is_inside(file)]
