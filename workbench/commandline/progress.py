"""A line of progress on standard error: only on a terminal, and removed when the work is done.

With the extra `cli` it is drawn by rich; without, by a line that overwrites itself.
"""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

from .console import Console

WIDTH = 30
EVERY = 0.1  # seconds


class Progress:
    """`with Progress(console, "matches") as progress: progress.update(done, of)`.

    `of` says how much there is to do, if that is known from the start: the first match of bots that think can take
    minutes.
    """

    def __init__(self, console: Console, what: str, of: int | None = None) -> None:
        self.console = console
        self.what = what
        self.of = of
        self.shown = False
        self.last = 0.0
        self._rich: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        if self.console.err.isatty():
            self._rich = _rich_bar(self.console)
            if self._rich is not None:
                self._rich.start()
                self._task = self._rich.add_task(self.what, total=self.of)
            elif self.of is not None:
                self.update(0, self.of)
        return self

    def update(self, done: int, of: int) -> None:
        """Shows that `done` of `of` are done."""
        if not self.console.err.isatty():
            return
        if self._rich is not None:
            self._rich.update(self._task, completed=done, total=of)
            return
        now = time.monotonic()
        if now - self.last < EVERY and done < of:
            return
        self.last, self.shown = now, True
        filled = WIDTH * done // max(of, 1)
        self.console.err.write(f"\r{self.what} [{'#' * filled}{'.' * (WIDTH - filled)}] {done:,}/{of:,}")
        self.console.err.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._rich is not None:
            self._rich.stop()
        elif self.shown:
            self.console.err.write("\n")


def _rich_bar(console: Console) -> Any:
    """The bar of rich, if it is installed."""
    try:
        from rich.console import Console as RichConsole
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress
    except ImportError:
        return None
    target = RichConsole(file=console.err, no_color=not console.remark_colour)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return RichProgress(*columns, console=target, transient=True)
