"""Machine code that counts what it executes: how often each function is called, and how many of its blocks run.

A block is a stretch of LLVM's intermediate language without a jump, as this package writes it. So the numbers are the
same on every machine and under any load, and follow from the program, the seed and the choices alone. Only code that
is asked to counts (`build_module` with `metered`); it is neither kept nor used to play.
"""

from __future__ import annotations

import ctypes
from typing import Any

import attrs

from . import assembly as ir
from .compiling import MachineCode
from .values import CELL, ONE, cell

COUNTS, NUMBERS = "executed", "where_executed"
"""The numbers, two for each function, and the function that says where they are."""


@attrs.frozen
class Executed:
    """What one function has executed."""

    name: str
    calls: int
    blocks: int


class Meter:
    """Adds the counting to the functions of a module, each as soon as it is written."""

    def __init__(self, module: Any, most: int) -> None:
        """There are at most so many functions."""
        self.names: list[str] = []
        self._room = most
        self._kind = ir.ArrayType(CELL, 2 * most)
        self._numbers = ir.GlobalVariable(module, self._kind, COUNTS)
        self._numbers.initializer = ir.Constant(self._kind, None)
        self._numbers.linkage = "internal"
        function = ir.Function(module, ir.FunctionType(CELL, []), NUMBERS)
        at = ir.IRBuilder(function.append_basic_block())
        at.ret(at.ptrtoint(self._numbers, CELL))

    def add(self, function: Any) -> None:
        """Counts the calls and the blocks of a function."""
        slot = len(self.names)
        if slot >= self._room:
            raise ValueError("more functions than were announced")
        self.names.append(function.name)
        for number, block in enumerate(function.blocks):
            at = ir.IRBuilder(block)
            at.position_in(block, block.after_phis())
            if number == 0:
                self._one_more(at, 2 * slot)
            self._one_more(at, 2 * slot + 1)

    def _one_more(self, at: Any, index: int) -> None:
        place = at.gep(self._numbers, [cell(index)], inbounds=True, source_etype=CELL)
        at.store(at.add(at.load(place, typ=CELL), ONE), place)


def executed(code: MachineCode, names: tuple[str, ...]) -> list[Executed]:
    """What each function of metered code has executed until now; `names` are those of its module."""
    where = ctypes.CFUNCTYPE(ctypes.c_int64)(code.address(NUMBERS))()
    numbers = (ctypes.c_int64 * (2 * len(names))).from_address(where)
    return [Executed(name, numbers[2 * slot], numbers[2 * slot + 1]) for slot, name in enumerate(names)]
