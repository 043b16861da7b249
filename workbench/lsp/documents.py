"""The documents that an editor has open. Their texts count, not the files on disk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import attrs
from pygls.uris import from_fs_path, to_fs_path

from ...dsl.diagnostics.source import Source
from ..files.belonging import Belonging, look
from ..files.edited import Edited
from ..files.games import shown
from ..files.shipped import SUFFIX
from .positions import Lines

_NOWHERE = Path(os.sep, "untitled")
"""The folder that documents without a file seem to stand in; it does not exist."""


@attrs.define(eq=False)
class Document:
    """An open document. `name` is how messages name its file; `path` is made up if it has none."""

    uri: str
    path: Path
    name: str
    text: str
    version: int | None
    encoding: str
    _lines: Lines | None = None
    _look: Belonging | None = None
    _source: Source | None = None

    @property
    def lines(self) -> Lines:
        if self._lines is None:
            self._lines = Lines(self.text, self.encoding)
        return self._lines

    @property
    def look(self) -> Belonging:
        """What the keys at the beginnings of its lines show."""
        if self._look is None:
            self._look = look(self.edited)
        return self._look

    @property
    def source(self) -> Source:
        """Its text as a source; the same one until the text changes."""
        if self._source is None:
            self._source = Source(self.name, self.text)
        return self._source

    @property
    def edited(self) -> Edited:
        """It, to be read in place of its file."""
        return Edited(self.path, self.text.encode("utf-8", "surrogatepass"))

    def change(self, changes: list[dict[str, Any]], version: int | None) -> None:
        """Applies the changes of a message, one after the other. Raises, and changes nothing, for what is no text."""
        if not all(isinstance(one["text"], str) for one in changes):
            raise TypeError("a change needs a text")
        for one in changes:
            if "range" in one:
                start, end = self.lines.offsets(one["range"])
                self.set(self.text[:start] + one["text"] + self.text[end:])
            else:
                self.set(one["text"])
        self.version = version

    def set(self, text: str) -> None:
        self.text, self._lines, self._look, self._source = text, None, None, None


def opened(item: dict[str, Any], encoding: str) -> Document:
    """A document as the editor describes it."""
    uri = str(item["uri"])
    path = path_of_uri(uri)
    return Document(uri, path, shown(path), str(item["text"]), item.get("version"), encoding)


def path_of_uri(uri: str) -> Path:
    """The path of a file. A document that has none is thought to stand alone in a folder."""
    path = to_fs_path(uri)
    if path is not None and "\0" not in path:
        return Path(path)
    plain = "".join(one if one.isalnum() or one in "-." else "-" for one in uri)
    return _NOWHERE / f"{plain.removesuffix(SUFFIX)}{SUFFIX}"


def uri_of_path(path: Path) -> str:
    return str(from_fs_path(os.path.abspath(path)))
