"""How the operations that `kernels.kernel` declares are written in machine code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs

from ..kernels.kernel import LANE
from . import assembly as ir


@attrs.frozen
class Intrinsic:
    """An operation: the types of its arguments and of its value, and how it is written."""

    parameters: tuple[str, ...]
    returns: str
    write: Callable[..., Any]


_CELL, _HALF, _WIDE, _BYTE = (ir.IntType(bits) for bits in (64, 32, 128, 8))
_POINTER = ir.PointerType()


def _high_product(b: ir.IRBuilder, left: Any, right: Any) -> Any:
    product = b.mul(b.zext(left, _WIDE), b.zext(right, _WIDE))
    return b.trunc(b.lshr(product, ir.Constant(_WIDE, 64)), _CELL)


def _lowest(b: ir.IRBuilder, value: Any) -> Any:
    return b.cttz(value, ir.Constant(ir.IntType(1), 0))


def _copy(b: ir.IRBuilder, to: Any, source: Any, count: Any, *, size: int = 8) -> Any:
    taken = [_POINTER, _POINTER, _CELL, ir.IntType(1)]
    function = b.module.intrinsic("llvm.memcpy.p0.p0.i64", ir.VoidType(), taken)
    return b.call(
        function, [to, source, b.mul(count, ir.Constant(_CELL, size)), ir.Constant(ir.IntType(1), 0)]
    )


def _lane(b: ir.IRBuilder, of: Any, first: Any, kind: Any = _CELL) -> Any:
    at = b.gep(of, [first], source_etype=kind)
    return b.load(at, align=kind.width // 8, typ=ir.VectorType(kind, LANE))


def _as_set(b: ir.IRBuilder, lane: Any) -> Any:
    return b.bitcast(lane, ir.IntType(LANE))


def _differing(b: ir.IRBuilder, one: Any, first: Any, other: Any, second: Any) -> Any:
    lanes = _lane(b, one, first), _lane(b, other, second)
    return b.zext(_as_set(b, b.icmp_unsigned("!=", *lanes)), _CELL)


def _moved(b: ir.IRBuilder, memory: Any, first: Any, kept: Any, second: Any) -> Any:
    before = b.sext(_lane(b, kept, second, _HALF), ir.VectorType(_CELL, LANE))
    return b.zext(_as_set(b, b.icmp_unsigned("!=", _lane(b, memory, first), before)), _CELL)


def _below(b: ir.IRBuilder, numbers: Any, first: Any, bound: Any) -> Any:
    kind = ir.VectorType(_CELL, LANE)
    same: Any = ir.Constant(kind, ir.Undefined)
    for at in range(LANE):
        same = b.insert_element(same, bound, ir.Constant(_HALF, at))
    return b.zext(b.ctpop(_as_set(b, b.icmp_signed("<", _lane(b, numbers, first), same))), _CELL)


def _fetch(b: ir.IRBuilder, of: Any, at: Any, kind: Any = _CELL) -> Any:
    taken = ir.FunctionType(ir.VoidType(), [_POINTER, _HALF, _HALF, _HALF])
    name = "llvm.prefetch.p0"
    function = b.module.globals.get(name) or ir.Function(b.module, taken, name)
    to_read, near, data = (ir.Constant(_HALF, one) for one in (0, 3, 1))
    return b.call(function, [b.gep(of, [at], source_etype=kind), to_read, near, data])


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
    "copy_singles": Intrinsic(("Singles", "Singles", "int"), "None", partial(_copy, size=4)),
    "copy_halves": Intrinsic(("Halves", "Halves", "int"), "None", partial(_copy, size=4)),
    "clear": Intrinsic(("Singles", "int", "int"), "None", partial(_zeros, kind=ir.FloatType(), size=4)),
    "wipe": Intrinsic(("Bytes", "int", "int"), "None", partial(_zeros, kind=ir.IntType(8), size=1)),
    "signed": Intrinsic(("int",), "int", lambda b, value: value),  # all numbers are
    "differing": Intrinsic(("Cells", "int", "Cells", "int"), "int", _differing),
    "fetch": Intrinsic(("Cells", "int"), "None", _fetch),
    "fetch_half": Intrinsic(("Halves", "int"), "None", partial(_fetch, kind=_HALF)),
    "moved": Intrinsic(("Cells", "int", "Halves", "int"), "int", _moved),
    "below": Intrinsic(("Cells", "int", "int"), "int", _below),
    "root": Intrinsic(("float",), "float", _root),
    "whole": Intrinsic(("float",), "int", lambda b, value: b.fptosi(value, _CELL)),
    "real": Intrinsic(("int",), "float", lambda b, value: b.sitofp(value, ir.DoubleType())),
}
