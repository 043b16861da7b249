"""Where a command writes: text to standard output, remarks to standard error, tables, colours or none.

All that the workbench says goes through here, and here what comes from outside is made harmless: see `visible`.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import attrs

from .visible import visible

CLEAN = 0
FINDINGS = 1
BAD_USAGE = 2


@attrs.define
class Console:
    """The two streams; `colour` and `remark_colour` say which of them is a terminal that shows colours."""

    out: TextIO
    err: TextIO
    colour: bool = False
    remark_colour: bool = False

    def write(self, text: str = "") -> None:
        """A line, or lines, of what was asked for."""
        print(visible(text, painted=self.colour), file=self.out)

    def remark(self, text: str) -> None:
        """A line beside what was asked for: progress, usage, a refusal."""
        print(visible(text, painted=self.remark_colour), file=self.err, flush=True)

    def clear(self) -> None:
        """Nothing of what was shown stays on the screen, if that is a terminal."""
        if self.colour:
            print("\x1b[2J\x1b[H", file=self.out)

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour and text else text

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Columns as wide as their widest cell, two blanks apart."""
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        for number, row in enumerate((head, *rows)):
            cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            self.write(self.bold(cells) if number == 0 else cells)


def standard_console() -> Console:
    """The console of this process. Characters that a stream cannot show are escaped, not an error."""
    out, err = (
        sys.stdout or io.StringIO(),
        sys.stderr or io.StringIO(),
    )  # None: the process began with it closed
    for stream in (out, err):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    return Console(out, err, _shows_colour(out), _shows_colour(err))


def _shows_colour(stream: TextIO) -> bool:
    """See no-color.org: any value but the empty one of NO_COLOR turns colours off."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
