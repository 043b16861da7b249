"""How the operations that `kernels.kernel` declares are written in machine code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs

from . import assembly as ir


@attrs.frozen
class Intrinsic:
    """An operation: the types of its arguments and of its value, and how it is written."""

    parameters: tuple[str, ...]
    returns: str
    write: Callable[..., Any]


_CELL, _WIDE, _BYTE, _POINTER = ir.IntType(64), ir.IntType(128), ir.IntType(8), ir.PointerType()


def _high_product(b: ir.IRBuilder, left: Any, right: Any) -> Any:
    product = b.mul(b.zext(left, _WIDE), b.zext(right, _WIDE))
    return b.trunc(b.lshr(product, ir.Constant(_WIDE, 64)), _CELL)


def _lowest(b: ir.IRBuilder, value: Any) -> Any:
    return b.cttz(value, ir.Constant(ir.IntType(1), 0))


def _copy(b: ir.IRBuilder, to: Any, source: Any, count: Any) -> Any:
    taken = [_POINTER, _POINTER, _CELL, ir.IntType(1)]
    function = b.module.intrinsic("llvm.memcpy.p0.p0.i64", ir.VoidType(), taken)
    return b.call(function, [to, source, b.mul(count, ir.Constant(_CELL, 8)), ir.Constant(ir.IntType(1), 0)])


def _zeros(b: ir.IRBuilder, out: Any, first: Any, count: Any, *, kind: Any, size: int) -> Any:
    taken = [_POINTER, _BYTE, _CELL, ir.IntType(1)]
    function = b.module.intrinsic("llvm.memset.p0.i64", ir.VoidType(), taken)
    at = b.gep(out, [first], source_etype=kind)
    no = ir.Constant(ir.IntType(1), 0)
    return b.call(function, [at, ir.Constant(_BYTE, 0), b.mul(count, ir.Constant(_CELL, size)), no])


def _root(b: ir.IRBuilder, value: Any) -> Any:
    return b.root(value)


INTRINSICS: dict[str, Intrinsic] = {
    "shifted": Intrinsic(("int", "int"), "int", ir.IRBuilder.lshr),
    "high_product": Intrinsic(("int", "int"), "int", _high_product),
    "lowest": Intrinsic(("int",), "int", _lowest),
    "copy": Intrinsic(("Cells", "Cells", "int"), "None", _copy),
    "clear": Intrinsic(("Singles", "int", "int"), "None", partial(_zeros, kind=ir.FloatType(), size=4)),
    "wipe": Intrinsic(("Bytes", "int", "int"), "None", partial(_zeros, kind=ir.IntType(8), size=1)),
    "signed": Intrinsic(("int",), "int", lambda b, value: value),  # all numbers are
    "root": Intrinsic(("float",), "float", _root),
    "whole": Intrinsic(("float",), "int", lambda b, value: b.fptosi(value, _CELL)),
    "real": Intrinsic(("int",), "float", lambda b, value: b.sitofp(value, ir.DoubleType())),
}
