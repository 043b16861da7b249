"""What kernels, which `translate` turns into machine code, are written with: pointers, and operations of the machine.

None of it runs in Python: the classes are only types, and the functions only names for what the translator writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import attrs
from llvmlite import ir


class Cells(Protocol):
    """A pointer to numbers of 64 bits."""

    def __getitem__(self, index: int) -> int:
        """The number that lies `index` cells further."""

    def __setitem__(self, index: int, value: int) -> None:
        """Writes it."""

    def __add__(self, cells: int) -> Cells:
        """The pointer moved on."""


class Floats(Protocol):
    """A pointer to floats of 64 bits."""

    def __getitem__(self, index: int) -> float:
        """The float that lies `index` places further."""

    def __setitem__(self, index: int, value: float) -> None:
        """Writes it."""

    def __add__(self, places: int) -> Floats:
        """The pointer moved on."""


class Routine(Protocol):
    """A pointer to machine code that takes numbers and pointers and returns a number."""

    def __call__(self, *arguments: Any) -> int:
        """Runs it."""


@attrs.frozen
class Intrinsic:
    """An operation: the types of its arguments and of its value, and how it is written."""

    parameters: tuple[str, ...]
    returns: str
    write: Callable[..., Any]


INTRINSICS: dict[str, Intrinsic] = {}

_CELL, _WIDE, _POINTER = ir.IntType(64), ir.IntType(128), ir.PointerType()


def _only_translated(name: str) -> TypeError:
    return TypeError(f"{name} is an operation of machine code; only kernels use it")


def shifted(value: int, by: int) -> int:
    """The 64 bits moved down; zeros come in from above."""
    raise _only_translated("shifted")


def high_product(left: int, right: int) -> int:
    """The upper 64 bits of the product of two numbers without signs."""
    raise _only_translated("high_product")


def lowest(value: int) -> int:
    """The number of the lowest bit that is set; 64 if none is."""
    raise _only_translated("lowest")


def copy(to: Cells, source: Cells, count: int) -> None:
    """Copies cells to where none of them lies."""
    raise _only_translated("copy")


def root(value: float) -> float:
    """The square root."""
    raise _only_translated("root")


def cells(address: int) -> Cells:
    """The cells at an address of the machine."""
    raise _only_translated("cells")


def floats(address: int) -> Floats:
    """The floats at an address of the machine."""
    raise _only_translated("floats")


def as_floats(pointer: Cells) -> Floats:
    """The same place, read as floats."""
    raise _only_translated("as_floats")


def address(pointer: Cells) -> int:
    """The address of the machine to which a pointer leads."""
    raise _only_translated("address")


def routine(address: int) -> Routine:
    """The machine code at an address of the machine."""
    raise _only_translated("routine")


def real(value: int) -> float:
    """The number as a float."""
    raise _only_translated("real")


def _write_high_product(b: ir.IRBuilder, left: Any, right: Any) -> Any:
    product = b.mul(b.zext(left, _WIDE), b.zext(right, _WIDE))
    return b.trunc(b.lshr(product, ir.Constant(_WIDE, 64)), _CELL)


def _write_lowest(b: ir.IRBuilder, value: Any) -> Any:
    return b.cttz(value, ir.Constant(ir.IntType(1), 0))


def _write_copy(b: ir.IRBuilder, to: Any, source: Any, count: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [_POINTER, _POINTER, _CELL, ir.IntType(1)])
    name = "llvm.memcpy.p0.p0.i64"
    function = b.module.globals.get(name) or ir.Function(b.module, kind, name)
    return b.call(function, [to, source, b.mul(count, ir.Constant(_CELL, 8)), ir.Constant(ir.IntType(1), 0)])


def _write_root(b: ir.IRBuilder, value: Any) -> Any:
    return b.call(b.module.declare_intrinsic("llvm.sqrt", [ir.DoubleType()]), [value])


def _write_pointer(b: ir.IRBuilder, value: Any) -> Any:
    return b.inttoptr(value, _POINTER)


INTRINSICS.update(
    {
        shifted.__name__: Intrinsic(("int", "int"), "int", ir.IRBuilder.lshr),
        high_product.__name__: Intrinsic(("int", "int"), "int", _write_high_product),
        lowest.__name__: Intrinsic(("int",), "int", _write_lowest),
        copy.__name__: Intrinsic(("Cells", "Cells", "int"), "None", _write_copy),
        root.__name__: Intrinsic(("float",), "float", _write_root),
        cells.__name__: Intrinsic(("int",), "Cells", _write_pointer),
        floats.__name__: Intrinsic(("int",), "Floats", _write_pointer),
        as_floats.__name__: Intrinsic(("Cells",), "Floats", lambda _, pointer: pointer),
        address.__name__: Intrinsic(("Cells",), "int", lambda b, pointer: b.ptrtoint(pointer, _CELL)),
        routine.__name__: Intrinsic(("int",), "Routine", lambda _, value: value),
        real.__name__: Intrinsic(("int",), "float", lambda b, value: b.sitofp(value, ir.DoubleType())),
    }
)
