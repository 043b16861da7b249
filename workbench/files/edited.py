"""Text in place of a file: what an editor has not saved yet, or what a fix would write.

It can be read like a file, so code that reads rules need not know where they come from.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import IO, Any, Literal, overload

import attrs


@attrs.frozen
class Edited(Traversable):
    """The bytes that a file would hold. The file need not exist yet."""

    path: Path
    data: bytes = attrs.field(repr=False)

    @property
    def name(self) -> str:
        return self.path.name

    def is_file(self) -> bool:
        return True

    def is_dir(self) -> bool:
        return False

    def iterdir(self) -> Iterator[Traversable]:
        return iter(())

    def joinpath(self, *descendants: str | PathLike[str]) -> Traversable:
        raise NotADirectoryError(str(self.path))

    def __truediv__(self, child: str | PathLike[str]) -> Traversable:
        return self.joinpath(child)

    def read_bytes(self) -> bytes:
        return self.data

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        return self.data.decode(encoding or "utf-8", errors or "strict")

    @overload
    def open(self, mode: Literal["r"] = "r", *args: Any, **kwargs: Any) -> IO[str]: ...
    @overload
    def open(self, mode: Literal["rb"], *args: Any, **kwargs: Any) -> IO[bytes]: ...
    def open(self, mode: str = "r", *args: Any, **kwargs: Any) -> IO[str] | IO[bytes]:
        return io.BytesIO(self.data) if "b" in mode else io.StringIO(self.read_text())


def with_edits(
    files: tuple[Traversable, ...], folder: Traversable, edits: tuple[Edited, ...]
) -> tuple[Traversable, ...]:
    """The files of a folder, sorted by name, with the edits in that folder: new files, or in place of those on
    disk."""
    found = {file.name: file for file in files}
    for edit in edits:
        if isinstance(folder, Path) and same(edit.path.parent, folder):
            found[edit.name] = edit
    return tuple(found[name] for name in sorted(found))


def same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file or folder."""
    try:
        return one.resolve() == other.resolve()
    except (OSError, ValueError):  # ValueError: a NUL in a name
        return False
