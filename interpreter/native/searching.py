"""Machine code that searches: the kernels of `kernels.search`, what they work on, and the routines of a game."""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

import attrs

from ..engine.background import GivenUpError, stage
from ..ir import Fault
from ..kernels import search as kernels_of_search
from ..kernels.kernel import Cells
from ..kernels.machine import Routines
from ..kernels.search import Search
from ..kernels.tree import Arm, Tree
from ..memory.dice import Dice
from ..memory.faults import STEP_LIMIT
from ..memory.luck import signed
from . import twins
from .compiling import MachineCode
from .context import Context
from .engine import NativeEngine
from .images import kernel_image
from .records import NativeMaker, Rows, address_of, stored
from .statuses import CannotCompile
from .twins import MachineDice, MachineTree

EXPORTED = (
    kernels_of_search.search,
    kernels_of_search.compare,
    kernels_of_search.taken_of,
    kernels_of_search.worth_of,
    twins.file_arms,
)

FIRST_ROOM = 1 << 10
"""For how many arms there is room at first."""


class Kernels(NativeMaker):
    """The compiled kernels, as `kernels.machine.Machine` describes. Other threads of Python run while they do."""

    name = "native"
    deals = True

    def __init__(self, code: MachineCode) -> None:
        self.code = code
        self._file_arms = self._function("file_arms", None, 0)
        self._search = self._function("search", ctypes.c_int64, 1)
        self._compare = self._function("compare", ctypes.c_int64, 1)
        self._taken_of = self._function("taken_of", ctypes.c_int64, 1)
        self._worth_of = self._function("worth_of", ctypes.c_double, 1)

    def _function(self, name: str, returns: Any, arguments: int) -> Callable[..., Any]:
        kind = ctypes.CFUNCTYPE(returns, ctypes.c_void_p, *[ctypes.c_int64] * arguments)
        return kind(self.code.address(name))

    def search(self, s: Search, count: int) -> int:
        return cast(int, self._search(address_of(s), count))

    def compare(self, s: Search, count: int) -> int:
        return cast(int, self._compare(address_of(s), count))

    def taken_of(self, s: Search, action: int) -> int:
        return cast(int, self._taken_of(address_of(s), action))

    def worth_of(self, s: Search, action: int) -> float:
        return cast(float, self._worth_of(address_of(s), action))

    # ----------------------------------------------------------- what they work on

    def memories(self, dealt: Sequence[Cells]) -> list[Cells]:
        return cast(list[Cells], array("q", map(address_of, dealt)))

    def context(self, scratch: int) -> Cells:
        return cast(Cells, Context(scratch).fields)

    def dice(self, state: int) -> Dice:
        made = stored(MachineDice)
        made.state = signed(state)
        return cast(Dice, made)

    def tree(self, most: int, margin: int) -> Tree:
        made = stored(MachineTree)
        made.most, made.margin = most, margin
        made.arms = cast(list[Arm], Rows(Arm))
        self._grow(made, FIRST_ROOM)
        return cast(Tree, made)

    def arm_count(self, tree: Tree) -> int:
        return cast(MachineTree, tree).count

    def make_room(self, tree: Tree, iterations: int) -> None:
        one = cast(MachineTree, tree)
        wanted = one.count + iterations * one.margin
        if wanted > one.room and one.room < one.most:
            self._grow(one, max(wanted, 2 * one.room))

    def _grow(self, tree: MachineTree, room: int) -> None:
        """Makes the tree longer, and no longer than it may become."""
        room = min(max(room, tree.count + tree.margin), tree.most)
        rows = cast(Rows, tree.arms)
        rows.make_room(room)
        size = 1 << (2 * room).bit_length()
        tree.room, tree.mask = room, size - 1
        tree.arms, tree.slots = cast(list[Arm], rows), array("q", bytes(8 * size))
        self._file_arms(address_of(tree))


@cache
def kernels() -> Kernels:
    """The kernels, linked once in a process. Raises `CannotCompile` where the sources of rulewright are missing, or
    the process cannot compile."""
    try:
        image = kernel_image("searching", EXPORTED)
        with stage():
            return Kernels(MachineCode(image))
    except GivenUpError:
        raise CannotCompile("this process was forked while another thread compiled") from None


_ROUTINES: weakref.WeakKeyDictionary[NativeEngine, Routines | None] = weakref.WeakKeyDictionary()


def routines_of(engine: NativeEngine, score: int | None, heuristic: int | None) -> Routines | None:
    """The routines of an engine, and those of the procedures for score and heuristic of its game; None if one of
    these cannot be called from outside."""
    if engine not in _ROUTINES:
        _ROUTINES[engine] = _routines_of(engine, {"score": score, "heuristic": heuristic})
    return _ROUTINES[engine]


def _routines_of(engine: NativeEngine, numbers: dict[str, int | None]) -> Routines | None:
    code, module = engine.code, engine.module
    if any(one is not None and module.result_words.get(one) != 1 for one in numbers.values()):
        return None
    addresses: dict[str, Any] = {
        name: code.address(name) for name in ("act", "options", "waiting", "player", "draw", "finish")
    }
    for name, one in numbers.items():
        addresses[name] = None if one is None else code.address(f"call{one}")
    return Routines(
        **addresses,
        fault=_Faults(module.faults),
        endless=tuple(status for status, one in enumerate(module.faults, 1) if one.code == STEP_LIMIT.code),
        scratch=module.scratch_cells,
        most_options=module.most_options,
        code=code,
    )


@attrs.frozen
class _Faults:
    """What statuses stand for: status n for the fault n - 1."""

    faults: tuple[Fault, ...]

    def __call__(self, status: int) -> Fault:
        return self.faults[status - 1]
