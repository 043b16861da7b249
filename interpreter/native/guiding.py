"""Machine code that searches by priors and values from outside: the kernels of `kernels.guided`. They work on the
matches and workers of `stepping`, which also lends them the routines of a game."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from ..engine.background import GivenUpError, stage
from ..kernels import guided
from .compiling import MachineCode
from .images import kernel_image
from .statuses import CannotCompile

EXPORTED = (guided.guide_rows, guided.sum_rows)


class Guides:
    """The compiled kernels. As in `stepping`, Python is free for other threads, but for those with `_here`."""

    def __init__(self, code: MachineCode) -> None:
        self.code = code
        taken: list[Any] = [ctypes.c_void_p] * 3 + [ctypes.c_int64] * 2
        for make, suffix in ((ctypes.CFUNCTYPE, ""), (ctypes.PYFUNCTYPE, "_here")):
            for kernel in EXPORTED:
                name = kernel.__name__
                setattr(self, name + suffix, make(ctypes.c_int64, *taken)(code.address(name)))


@cache
def guides() -> Guides:
    """The kernels, linked once in a process. Raises `CannotCompile` where the sources of rulewright are missing, or
    the process cannot compile."""
    try:
        image = kernel_image("guiding", EXPORTED)
        with stage():
            return Guides(MachineCode(image))
    except GivenUpError:
        raise CannotCompile("this process was forked while another thread compiled") from None
