"""Repeats some work whenever a rule file changes. Needs the extra `cli`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...interpreter.extras import needed
from ..files.shipped import SUFFIX
from .console import BAD_USAGE, Console


def watch(work: Callable[[], int], folders: Callable[[], list[Path]], console: Console) -> int:
    """Does the work, and again after each change in the folders, until Ctrl-C; gives its last exit code. If there is
    no game, there is nothing to watch."""
    watchfiles = needed("watchfiles", "cli")
    code = work()
    if code == BAD_USAGE:
        return code
    console.out.flush()
    console.remark("watching for changes; Ctrl-C stops")
    for _ in watchfiles.watch(
        *folders(), watch_filter=lambda _, path: path.endswith(SUFFIX), raise_interrupt=True
    ):
        console.clear()
        code = work()
        console.out.flush()
    return code
