"""Which watches a statement sets off: those whose conditions read what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ....dsl import tree as t
from ....dsl.model.footprint import reads, writes
from ....dsl.model.game import Watch
from ....dsl.tree.types import YES_NO
from ...ir import CellKind
from .unit import Unit


class Watching:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.off = False  # while the effect of a watch itself is lowered
        self.all = [(one, reads(one.test, unit.symbols)) for one in unit.game.watches]
        # The address of whether a watch acts now.
        self.busy = unit.tables.take("a watch acts", CellKind.NUMBER, 1, YES_NO) if self.all else 0

    @contextmanager
    def on(self, *, off: bool = False) -> Iterator[None]:
        """Inside this context, a procedure is lowered that others call too; or, with `off`, the effect of a watch."""
        outer, self.off = self.off, off
        try:
            yield
        finally:
            self.off = outer

    def set_off(self, node: t.Node) -> list[Watch]:
        """The watches that read what a statement changes."""
        changed = writes(node, self.unit.symbols)
        return [watch for watch, read in self.all if changed & read] if changed else []


def key_of_watch(watch: Watch) -> str:
    """The name of a watch among the actions."""
    return f"whenever {watch.name}"
