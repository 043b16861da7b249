"""Text in place of a file: what an editor has not saved yet, or what a fix would write.

It can be read like a file, so code that reads rules need not know where they come from.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cached_property
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

    @cached_property
    def folder(self) -> Path | None:
        """The folder in which it lies, without links on the way; None if there can be none."""
        return _real(self.path.parent)

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
    here = _real(folder) if edits and isinstance(folder, Path) else None
    if here is not None:
        found |= {edit.name: edit for edit in edits if edit.folder == here}
    return tuple(found[name] for name in sorted(found))


def same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file or folder."""
    real = _real(one)
    return real is not None and real == _real(other)


def _real(path: Path) -> Path | None:
    """A path without links; None if nothing can have it."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):  # too long, a NUL in it, links in a circle
        return None
