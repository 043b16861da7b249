"""Machine code that steps many matches: the kernels of `kernels.stepping`, what they work on, and the routines of a
game.

Memory that numpy has is given by its address; whoever gives it keeps it alive.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, cast

from ..engine.background import GivenUpError, stage
from ..ir import NONE
from ..kernels import playing as kernels_of_playing
from ..kernels import stepping as kernels_of_stepping
from ..kernels.kernel import LANE, Cells
from ..kernels.stepping import Matches, Worker
from ..kernels.vectors import Past, Writing
from ..memory.dice import Dice
from .compiling import MachineCode
from .context import Context
from .engine import NativeEngine
from .images import kernel_image
from .records import APART, NativeMaker, address_of, stored
from .statuses import CannotCompile
from .twins import MachineDice

EXPORTED = (
    kernels_of_stepping.step_rows,
    kernels_of_stepping.random_rows,
    kernels_of_stepping.start_rows,
    kernels_of_stepping.seed_rows,
    kernels_of_stepping.show_rows,
    kernels_of_stepping.first_illegal,
    kernels_of_playing.play_rows,
    kernels_of_stepping.observe_rows,
    kernels_of_stepping.lay_rows,
    kernels_of_stepping.replay_row,
)

ROUTINES = ("begin", "act", "options", "waiting", "player", "draw")


class Steps(NativeMaker):
    """The compiled kernels. Python is free for other threads while they run, but for those that end with `_here`:
    they are for a few rows, where that would cost more than it gains."""

    def __init__(self, code: MachineCode) -> None:
        self.code = code
        rows = [ctypes.c_void_p] * 3 + [ctypes.c_int64] * 2
        for make, suffix in ((ctypes.CFUNCTYPE, ""), (ctypes.PYFUNCTYPE, "_here")):
            for kernel in EXPORTED[:-3]:
                name = kernel.__name__
                setattr(self, name + suffix, make(ctypes.c_int64, *rows)(code.address(name)))
        into = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4, *[ctypes.c_int64] * 2)
        self.observe_rows: Callable[..., int] = into(code.address("observe_rows"))
        self.lay_rows: Callable[..., int] = into(code.address("lay_rows"))
        self.replay_row: Callable[..., int] = ctypes.CFUNCTYPE(
            ctypes.c_int64,
            *[ctypes.c_void_p] * 2,
            *[ctypes.c_int64] * 2,
            ctypes.c_void_p,
            ctypes.c_int64,
        )(code.address("replay_row"))

    def cells(self, values: Iterable[int]) -> Cells:
        found = array("q", values)
        return found + array("q", bytes(8 * max(APART - len(found), 0)))

    def worker(self, engine: NativeEngine, w: Writing, fresh: Past, players: int) -> Worker:
        """The room of one thread."""
        module, size = engine.module, engine.program.layout.size
        k = stored(Worker)
        k.w, k.fresh, k.context = w, fresh, cast(Cells, Context(module.scratch_cells).fields)
        k.buffer, k.total, k.result = (
            self.cells([0] * module.most_options),
            self.cells([0]),
            self.cells([0] * 64),
        )
        k.dice, k.scores, k.memory = (
            cast(Dice, stored(MachineDice)),
            self.cells([0] * players),
            self.cells([0] * (size + LANE)),  # kernels may read behind it
        )
        return k

    @staticmethod
    def lend(s: Matches, engine: NativeEngine, score: int | None) -> None:
        """Gives the matches the routines of a game."""
        for name in ROUTINES:
            setattr(s, name, engine.code.address(name))
        if score is not None:
            s.scored, s.score = 1, cast(Any, engine.code.address(f"call{score}"))

    def holding(self, engine: NativeEngine, procedure: int, memory: int) -> Callable[[], bool]:
        """Whether what a plain procedure says holds in the memory at an address. Raises `CannotCompile` if it cannot
        be called from outside."""
        if engine.module.result_words.get(procedure) != 1 or engine.module.argument_words.get(procedure) != 1:
            raise CannotCompile("an invariant cannot be called from outside")
        types = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
        call = ctypes.PYFUNCTYPE(ctypes.c_int64, *types)(engine.code.address(f"call{procedure}"))
        result, context = self.cells([0]), cast(Cells, Context(engine.module.scratch_cells).fields)
        given = memory, NONE, address_of(result), address_of(context)

        def holds(kept: object = (engine, context)) -> bool:
            return call(*given) == 0 and result[0] != 0

        return holds

    @staticmethod
    def matches() -> Matches:
        """A record of zeros."""
        return stored(Matches)

    @staticmethod
    def addresses(first: int, step: int, count: int) -> Any:
        """The addresses of rows that lie behind each other."""
        return array("q", range(first, first + step * count, step)) if count else array("q", [0])

    @staticmethod
    def address(of: Any) -> int:
        """The address of a record or a row."""
        return address_of(of)


@cache
def steps() -> Steps:
    """The kernels, linked once in a process. Raises `CannotCompile` where the sources of rulewright are missing, or
    the process cannot compile."""
    try:
        image = kernel_image("stepping", EXPORTED)
        with stage():
            return Steps(MachineCode(image))
    except GivenUpError:
        raise CannotCompile("this process was forked while another thread compiled") from None
