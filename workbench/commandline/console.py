"""Where a command writes: text to standard output, remarks to standard error, tables, with or without colours.

All output of the workbench passes through here, and text from outside is made harmless here: see `visible`.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TextIO

import attrs

from .visible import visible

CLEAN = 0
FINDINGS = 1
BAD_USAGE = 2

COLORS = ("auto", "always", "never")


class RefusedError(Exception):
    """A command cannot do what was requested, and has printed why; `code` is its exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@attrs.define
class Console:
    """The two streams; `colour` and `remark_colour` say whether standard output and standard error show colours."""

    out: TextIO
    err: TextIO
    colour: bool = False
    remark_colour: bool = False

    def write(self, text: str = "") -> None:
        """Prints a line, or lines, of the result."""
        print(visible(text, painted=self.colour), file=self.out)

    def give(self, data: bytes) -> None:
        """The bytes of a file as they are, whatever stands in them."""
        self.out.flush()
        stream = getattr(self.out, "buffer", None)
        if stream is None:  # a stream of text alone
            self.out.write(data.decode("utf-8", "replace"))
        else:
            stream.write(data)
            stream.flush()

    def remark(self, text: str) -> None:
        """Prints a line that is not part of the result: progress, usage, an error."""
        print(visible(text, painted=self.remark_colour), file=self.err, flush=True)

    def clear(self) -> None:
        """Clears the screen, if it is a terminal."""
        if self.colour and self.out.isatty():
            print("\x1b[2J\x1b[H", file=self.out)

    def columns(self) -> int | None:
        """How many columns the screen has; None if it is no terminal."""
        return shutil.get_terminal_size().columns if self.out.isatty() else None

    def paint(self, when: str | None) -> None:
        """Uses colours `always`, `never`, or (`auto`) as the terminal and the environment suggest; None changes
        nothing."""
        if when is not None:
            self.colour, self.remark_colour = (
                shows_colour(stream) if when == "auto" else when == "always"
                for stream in (self.out, self.err)
            )

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour and text else text

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Prints columns as wide as their widest cell, two spaces apart."""
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        for number, row in enumerate((head, *rows)):
            cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            self.write(self.bold(cells) if number == 0 else cells)


def standard_console() -> Console:
    """The console of this process. Characters that a stream cannot show are escaped."""
    out, err = (
        sys.stdout or io.StringIO(),
        sys.stderr or io.StringIO(),
    )  # a stream is None if the process was started with it closed
    for stream in (out, err):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    return Console(out, err, shows_colour(out), shows_colour(err))


def shows_colour(stream: TextIO) -> bool:
    """See no-color.org and force-color.org: any value that is not empty counts, and NO_COLOR takes precedence."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")
