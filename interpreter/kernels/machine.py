"""What runs kernels: Python as it is (`Plain`), or machine code (`native.searching`). It makes what they work on.

Whoever fills in a record does the same for both.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import attrs

from ..ir import Fault
from ..memory.dice import Dice
from .kernel import Bytes, Cells, Floats, Halves, Singles, filled, plain
from .search import Search, compare, search, taken_of, worth_of
from .tree import Tree

T = TypeVar("T")


@attrs.frozen
class Routines:
    """The rules of a game as kernels call them: functions, or addresses of machine code. `Search` says what each
    takes and returns; `score` and `heuristic` may be None.

    Attributes:
        fault: what a status stands for.
        endless: the statuses of rules that do not end.
        scratch: how many cells a context has for its own use.
        most_options: for how many actions a list of legal actions must have room.
        code: keeps machine code alive.
    """

    act: Any
    options: Any
    waiting: Any
    player: Any
    draw: Any
    finish: Any
    fault: Callable[[int], Fault]
    endless: tuple[int, ...]
    scratch: int = 0
    most_options: int = 0
    score: Any = None
    heuristic: Any = None
    code: Any = None


class Maker(Protocol):
    """Makes what kernels work on."""

    def record(self, kind: type[T]) -> T:
        """A record of zeros; the caller sets what else it has."""

    def rows(self, kind: type[T], values: Iterable[Sequence[Any]]) -> list[T]:
        """Records with these values, by field."""

    def cells(self, values: Iterable[int]) -> Cells:
        """These numbers in a row."""

    def floats(self, count: int) -> Floats:
        """Zeros in a row."""

    def singles(self, count: int) -> Singles:
        """Zeros in a row, of 32 bits each."""

    def halves(self, values: Iterable[int]) -> Halves:
        """These numbers in a row, of 32 bits each."""

    def bytes(self, values: Iterable[int]) -> Bytes:
        """These numbers in a row, of 8 bits each."""


class Machine(Maker, Protocol):
    """Runs the kernels of `search`."""

    @property
    def name(self) -> str:
        """The engine to which it belongs."""

    @property
    def deals(self) -> bool:
        """Whether kernels should deal, where they can. Python has faster ways."""

    @property
    def search(self) -> Callable[[Search, int], int]:
        """`search.search`."""

    @property
    def compare(self) -> Callable[[Search, int], int]:
        """`search.compare`."""

    @property
    def taken_of(self) -> Callable[[Search, int], int]:
        """`search.taken_of`."""

    @property
    def worth_of(self) -> Callable[[Search, int], float]:
        """`search.worth_of`."""

    def memories(self, dealt: Sequence[Cells]) -> list[Cells]:
        """Memories in a row. The caller keeps them."""

    def context(self, scratch: int) -> Cells:
        """A context for the routines."""

    def dice(self, state: int) -> Dice:
        """Dice in this state."""

    def tree(self, most: int, margin: int) -> Tree:
        """A tree to which one iteration adds at most `margin` arms."""

    def arm_count(self, tree: Tree) -> int:
        """How many arms a tree has."""

    def make_room(self, tree: Tree, iterations: int) -> None:
        """Makes room for several iterations."""


class PlainMaker:
    """Makes it for Python."""

    def record(self, kind: type[T]) -> T:
        return plain(kind)

    def rows(self, kind: type[T], values: Iterable[Sequence[Any]]) -> list[T]:
        return [filled(kind, one) for one in values]

    def cells(self, values: Iterable[int]) -> Cells:
        return [*values]

    def floats(self, count: int) -> Floats:
        return [0.0] * count

    def singles(self, count: int) -> Singles:
        return array("f", bytes(4 * count))

    def halves(self, values: Iterable[int]) -> Halves:
        return [*values]

    def bytes(self, values: Iterable[int]) -> Bytes:
        return bytearray(values)


class Plain(PlainMaker):
    """Python, which runs kernels as they are."""

    name = "python"
    deals = False
    search = staticmethod(search)
    compare = staticmethod(compare)
    taken_of = staticmethod(taken_of)
    worth_of = staticmethod(worth_of)

    def memories(self, dealt: Sequence[Cells]) -> list[Cells]:
        return [*dealt]

    def context(self, scratch: int) -> Cells:
        return []

    def dice(self, state: int) -> Dice:
        return Dice(state)

    def tree(self, most: int, margin: int) -> Tree:
        return Tree(most)

    def arm_count(self, tree: Tree) -> int:
        return len(tree.arms)

    def make_room(self, tree: Tree, iterations: int) -> None:
        """There is always room."""
