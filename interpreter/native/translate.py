"""Machine code from functions in a small part of Python, for what is the same in every game, such as searching.

What the rules of a game do is written by the emitter, from their program. A kernel does not depend on a program: it
is an ordinary function with annotations, and its statements mean what they mean in Python, within these limits:

- Values are `int` (64 bits; sums and products wrap around), `float`, `bool`, `Routine` (machine code that is called),
  `Cells` and `Floats` (numbers in a row; in `Singles`, `Halves` and `Bytes` they take less room), records, and rows
  of records or of such rows (`list[Arm]`). A variable keeps the type of its first value.
- Statements: assignment, `if`, `while`, `for` over a `range` or `lanes`, `break`, `continue`, `return`, and calls.
- Expressions: numbers, variables, constants of the module, arithmetic, one comparison, `and`, `or`, `not`, `p[i]`,
  `r.field`, and calls of kernels, of routines, of the methods of `twins`, and of what `kernel` declares. `//` and `%`
  are for numbers that are not negative, `/` is for floats.

Anything else is a `TypeError` while translating, with the line.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

import attrs

from ..kernels.kernel import fields_of
from . import assembly as ir
from .intrinsics import INTRINSICS

CELL, FLOAT, BIT = ir.IntType(64), ir.DoubleType(), ir.IntType(1)
POINTER = ir.PointerType()


@attrs.frozen
class Narrow:
    """Numbers that take less room in a row than the values that they are: the type of these, the one in memory, and
    the operations that lead from one to the other."""

    kind: str
    stored: Any
    longer: str
    shorter: str

    def loaded(self, b: ir.IRBuilder, address: Any) -> Any:
        return getattr(b, self.longer)(b.load(address, typ=self.stored), TYPES[self.kind])

    def shortened(self, b: ir.IRBuilder, value: Any) -> Any:
        return getattr(b, self.shorter)(value, self.stored)


NARROW = {
    "Singles": Narrow("float", ir.FloatType(), "fpext", "fptrunc"),
    "Halves": Narrow("int", ir.IntType(32), "sext", "trunc"),
    "Bytes": Narrow("int", ir.IntType(8), "zext", "trunc"),
}
TYPES = {
    "int": CELL,
    "float": FLOAT,
    "bool": BIT,
    "Cells": POINTER,
    "Floats": POINTER,
    **dict.fromkeys(NARROW, POINTER),
    "Routine": CELL,  # llvmlite calls typed pointers only
    "None": ir.VoidType(),
}
_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_SEVERAL = "llvm.loop.vectorize.enable"
"""Asks for a loop of which the processor does several steps together; otherwise none is such a loop."""
_OF_NUMBERS = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "udiv",
    ast.Mod: "urem",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
_OF_FLOATS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}

Kernel = Callable[..., Any]
Typed = tuple[str, Any]
"""A value and the name of its type."""


@attrs.frozen
class Twin:
    """What a class of Python is in machine code: a record, and a kernel for each method."""

    record: type
    methods: Mapping[str, Kernel]


Twins = Mapping[type, Twin]


Swaps = Mapping[Kernel, Kernel]
"""What machine code has instead of some functions of Python."""


def translate(
    name: str, exported: Iterable[Kernel], twins: Twins | None = None, swaps: Swaps | None = None
) -> ir.Module:
    """A module with these functions, which can be called from outside, and all that they call. Raises `TypeError` for
    what cannot be translated, and `OSError` where the source of a kernel cannot be read."""
    module = ir.Module(name)
    add_kernels(module, exported, twins, swaps)
    return module


def add_kernels(
    module: ir.Module,
    exported: Iterable[Kernel],
    twins: Twins | None = None,
    swaps: Swaps | None = None,
    given: Mapping[Kernel, ir.Function] | None = None,
) -> None:
    """Adds kernels to a module. They can call functions that are there already: `given` has these by what declares
    their arguments, functions of Python without a meaning of their own. Raises as `translate` does."""
    found = _Kernels(module, twins or {}, swaps or {})
    for declaration, function in (given or {}).items():
        found.give(declaration, function)
    for kernel in exported:
        found.signature(kernel, exported=True)
    while found.waiting:
        signature = found.waiting.pop()
        _Function(found, signature).write()


def _tree(kernel: Kernel) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kernel))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


@attrs.frozen(eq=False)
class _Signature:
    function: ir.Function
    tree: ast.FunctionDef
    names: Mapping[str, Any]
    parameters: list[str]
    returns: str


class _Kernels:
    """The kernels of a module, and the types of their values."""

    def __init__(self, module: ir.Module, twins: Twins, swaps: Swaps) -> None:
        self.module, self.twins, self.swaps = module, twins, swaps
        self.waiting: list[_Signature] = []
        """Those of which the bodies are not written yet."""
        self._known: dict[Kernel, _Signature] = {}
        self._records: dict[str, type] = {}
        self._fields: dict[str, dict[str, tuple[int, str]]] = {}

    # ------------------------------------------------------------------- functions

    def give(self, declaration: Kernel, function: ir.Function) -> None:
        """A function that is there already."""
        self._known[declaration] = self._signature(declaration, lambda returns, taken: function)

    def signature(self, kernel: Kernel, exported: bool = False) -> _Signature:
        """What calls a kernel, which is written if it is not yet."""
        kernel = self.swaps.get(kernel, kernel)
        if kernel not in self._known:

            def declared(returns: Any, taken: list[Any]) -> ir.Function:
                name = kernel.__name__ if exported else f"kernel.{kernel.__name__}"
                function = ir.Function(self.module, ir.FunctionType(returns, taken), name)
                function.attributes.add("nounwind")
                if not exported:
                    function.linkage = "internal"
                return function

            self._known[kernel] = self._signature(kernel, declared)
            self.waiting.append(self._known[kernel])
        return self._known[kernel]

    def _signature(self, kernel: Kernel, function: Callable[[Any, list[Any]], ir.Function]) -> _Signature:
        tree, names = _tree(kernel), inspect.unwrap(kernel).__globals__
        parameters = [self._annotated(one.annotation, names) for one in tree.args.args]
        returns = self._annotated(tree.returns, names)
        made = function(self.llvm(returns), [self.llvm(one) for one in parameters])
        return _Signature(made, tree, names, parameters, returns)

    def _annotated(self, node: ast.expr | None, names: Mapping[str, Any]) -> str:
        return self.kind(ast.unparse(node) if node is not None else "None", names)

    # ----------------------------------------------------------------------- types

    def kind(self, name: str, names: Mapping[str, Any]) -> str:
        """A type by its name, where these names are known. Raises `TypeError`."""
        if name in TYPES:
            return name
        item = _item_of(name)
        if item is not None:
            self.kind(item, names)
            return name
        found = names.get(name)
        if not isinstance(found, type) or not (attrs.has(found) or found in self.twins):
            raise TypeError(f"a kernel has no values of type {name}")
        self._records[name] = found
        return name

    def llvm(self, kind: str) -> Any:
        """The type in LLVM; a record and a row are pointers."""
        return TYPES.get(kind, POINTER)

    def fields(self, record: str) -> dict[str, tuple[int, str]]:
        """The fields of a record: the place and the type of each."""
        if record not in self._fields:
            kind = self._records[record]
            kind = self.twins[kind].record if kind in self.twins else kind
            names = vars(sys.modules[kind.__module__])
            self._fields[record] = {
                name: (place, self.kind(of, names))
                for place, (name, of) in enumerate(fields_of(kind).items())
            }
        return self._fields[record]

    def is_record(self, kind: str) -> bool:
        """Whether a type is a record."""
        return kind in self._records

    def method(self, record: str, name: str) -> _Signature | None:
        """The kernel that is a method of a record's class."""
        twin = self.twins.get(self._records[record])
        kernel = None if twin is None else twin.methods.get(name)
        return None if kernel is None else self.signature(kernel)


def _item_of(kind: str) -> str | None:
    """The type of the items, if a type is a row."""
    return kind[5:-1] if kind.startswith("list[") else {"Cells": "int", "Floats": "float"}.get(kind)


class _Function:
    """Writes the body of one kernel."""

    def __init__(self, kernels: _Kernels, signature: _Signature) -> None:
        self.kernels, self.signature = kernels, signature
        self.tree, self.function = signature.tree, signature.function
        self.variables: dict[str, Typed] = {}
        self.loops: list[tuple[Any, Any]] = []
        """Where `continue` and `break` go."""
        self._first = ir.IRBuilder(self.function.append_basic_block("variables"))
        self._start = self.function.append_basic_block("start")
        self.b = ir.IRBuilder(self._start)

    def write(self) -> None:
        for argument, node, kind in zip(
            self.function.args, self.tree.args.args, self.signature.parameters, strict=True
        ):
            self._set(node.arg, (kind, argument))
        self._all(self.tree.body)
        if not self.b.block.is_terminated:
            if self.signature.returns == "None":
                self.b.ret_void()
            else:
                self.b.unreachable()
        self._first.branch(self._start)

    def _refuse(self, node: ast.AST, why: str) -> TypeError:
        line = getattr(node, "lineno", 0)
        return TypeError(f"{self.tree.name}, line {line}: {why}: {ast.unparse(node)}")

    # ---------------------------------------------------------------- statements

    def _all(self, statements: list[ast.stmt]) -> None:
        for one in statements:
            if self.b.block.is_terminated:
                raise self._refuse(one, "nothing leads here")
            self._statement(one)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.Expr(value=value):
                self._value(value)
            case ast.Assign(targets=[target], value=value):
                self._assign(target, self._value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                read = ast.parse(ast.unparse(target), mode="eval").body
                ast.copy_location(read, target)
                self._assign(target, self._binary(node, op, self._value(read), self._value(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                self._if(test, body, orelse)
            case ast.While(test=test, body=body, orelse=[]):
                self._while(test, body)
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range" | "lanes" as steps), args=bounds),
                body=body,
                orelse=[],
            ):
                self._for(name, bounds, body, several=steps == "lanes")
            case ast.Return(value=None):
                self.b.ret_void()
            case ast.Return(value=value):
                assert value is not None
                kind, found = self._value(value)
                if kind != self.signature.returns:
                    raise self._refuse(node, f"returns {kind}, not {self.signature.returns}")
                self.b.ret(found)
            case ast.Break():
                self.b.branch(self.loops[-1][1])
            case ast.Continue():
                self.b.branch(self.loops[-1][0])
            case _:
                raise self._refuse(node, "a kernel has no such statement")

    def _assign(self, target: ast.expr, value: Typed) -> None:
        if isinstance(target, ast.Name):
            self._set(target.id, value)
        elif isinstance(target, ast.Subscript | ast.Attribute):
            kind, address, narrow = self._place(target)
            if kind != value[0]:
                raise self._refuse(target, f"holds {kind}, not {value[0]}")
            self.b.store(narrow.shortened(self.b, value[1]) if narrow else value[1], address)
        else:
            raise self._refuse(target, "nothing can be assigned to this")

    def _set(self, name: str, value: Typed) -> None:
        kind, found = value
        if name not in self.variables:
            self.variables[name] = kind, self._first.alloca(self.kernels.llvm(kind))
        if self.variables[name][0] != kind:
            raise TypeError(f"{self.tree.name}: {name} is {self.variables[name][0]}, not {kind}")
        self.b.store(found, self.variables[name][1])

    def _go(self, block: Any) -> None:
        if not self.b.block.is_terminated:
            self.b.branch(block)

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        yes, no = self.function.append_basic_block(), self.function.append_basic_block()
        after = self.function.append_basic_block() if orelse else no
        self._branch(test, yes, no)
        reached = not orelse
        for block, statements in ((yes, body), (no, orelse)):
            if block is after:
                continue
            self.b.position_at_end(block)
            self._all(statements)
            reached = reached or not self.b.block.is_terminated
            self._go(after)
        if reached:
            self.b.position_at_end(after)
        else:  # both ways leave
            self.function.blocks.remove(after)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        head, inside, after = (self.function.append_basic_block() for _ in range(3))
        self.b.branch(head)
        self.b.position_at_end(head)
        self._branch(test, inside, after)
        self.b.position_at_end(inside)
        self.loops.append((head, after))
        self._all(body)
        self.loops.pop()
        self._go(head)
        self.b.position_at_end(after)

    def _for(self, name: str, bounds: list[ast.expr], body: list[ast.stmt], several: bool) -> None:
        values = [self._value(one)[1] for one in bounds]
        if len(values) > 2:
            raise self._refuse(bounds[-1], "a range has one or two bounds here")
        first, end = values if len(values) == 2 else (ir.Constant(CELL, 0), values[0])
        index = self._first.alloca(CELL)
        self.b.store(first, index)
        head, inside, step, after = (self.function.append_basic_block() for _ in range(4))
        self.b.branch(head)
        self.b.position_at_end(head)
        here = self.b.load(index, typ=CELL)
        self.b.cbranch(self.b.icmp_signed("<", here, end), inside, after)
        self.b.position_at_end(inside)
        self._set(name, ("int", here))
        self.loops.append((step, after))
        self._all(body)
        self.loops.pop()
        self._go(step)
        self.b.position_at_end(step)
        self.b.store(self.b.add(self.b.load(index, typ=CELL), ir.Constant(CELL, 1)), index)
        self.b.branch(head, _SEVERAL if several else "")
        self.b.position_at_end(after)

    def _branch(self, test: ast.expr, yes: Any, no: Any) -> None:
        """Goes to one of two blocks; the rest of a condition is read only if it is needed."""
        match test:
            case ast.BoolOp(op=op, values=values):
                for one in values[:-1]:
                    more = self.function.append_basic_block()
                    if isinstance(op, ast.And):
                        self._branch(one, more, no)
                    else:
                        self._branch(one, yes, more)
                    self.b.position_at_end(more)
                self._branch(values[-1], yes, no)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self._branch(operand, no, yes)
            case _:
                kind, found = self._value(test)
                if kind != "bool":
                    raise self._refuse(test, f"a condition is bool, not {kind}")
                self.b.cbranch(found, yes, no)

    # --------------------------------------------------------------- expressions

    def _value(self, node: ast.expr) -> Typed:
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return self._constant(node, -value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                kind, found = self._value(operand)
                return kind, self.b.fneg(found) if kind == "float" else self.b.neg(found)
            case ast.Name(id=name) if name in self.variables:
                kind, address = self.variables[name]
                return kind, self.b.load(address, typ=self.kernels.llvm(kind))
            case ast.Name(id=name):
                return self._constant(node, self.signature.names.get(name))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(node, op, self._value(left), self._value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compared(node, op, self._value(left), self._value(right))
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return "bool", self._truth(node)
            case ast.Subscript() | ast.Attribute():
                kind, address, narrow = self._place(node)
                if self.kernels.is_record(kind) and isinstance(node, ast.Subscript):
                    return kind, address  # it lies in the row itself
                if narrow is not None:
                    return kind, narrow.loaded(self.b, address)
                return kind, self.b.load(address, typ=self.kernels.llvm(kind))
            case ast.Call(func=ast.Name() | ast.Attribute() as func, args=arguments, keywords=[]):
                return self._call(node, func, [self._value(one) for one in arguments])
            case _:
                raise self._refuse(node, "a kernel has no such expression")

    def _truth(self, node: ast.expr) -> Any:
        """A condition as a value."""
        yes, no, after = (self.function.append_basic_block() for _ in range(3))
        self._branch(node, yes, no)
        for block in (yes, no):
            self.b.position_at_end(block)
            self.b.branch(after)
        self.b.position_at_end(after)
        found = self.b.phi(BIT)
        found.add_incoming(ir.Constant(BIT, 1), yes)
        found.add_incoming(ir.Constant(BIT, 0), no)
        return found

    def _constant(self, node: ast.expr, value: object) -> Typed:
        if isinstance(value, bool):
            return "bool", ir.Constant(BIT, int(value))
        if isinstance(value, int) and -(1 << 63) <= value < 1 << 64:
            return "int", ir.Constant(CELL, value - (value >> 63 << 64) if value >= 0 else value)
        if isinstance(value, float):
            return "float", ir.Constant(FLOAT, value)
        raise self._refuse(node, "neither a variable nor a number")

    def _place(self, node: ast.Subscript | ast.Attribute) -> tuple[str, Any, Narrow | None]:
        """The type of an item or a field, where it lies, and how if it takes less room there."""
        kind, pointer = self._value(node.value)
        if isinstance(node, ast.Attribute):
            if not self.kernels.is_record(kind) or node.attr not in self.kernels.fields(kind):
                raise self._refuse(node, f"{kind} has no field {node.attr}")
            place, field = self.kernels.fields(kind)[node.attr]
            return field, self.b.gep(pointer, [ir.Constant(CELL, place)], source_etype=CELL), None
        index = self._value(node.slice)[1]
        narrow = NARROW.get(kind)
        if narrow is not None:
            return narrow.kind, self.b.gep(pointer, [index], source_etype=narrow.stored), narrow
        item = _item_of(kind)
        if item is None:
            raise self._refuse(node, f"{kind} has no items")
        if self.kernels.is_record(item):
            index = self.b.mul(index, ir.Constant(CELL, len(self.kernels.fields(item))))
        return item, self.b.gep(pointer, [index], source_etype=CELL), None

    def _binary(self, node: ast.AST, op: ast.operator, left: Typed, right: Typed) -> Typed:
        kinds = left[0], right[0]
        if kinds == ("int", "int") and type(op) in _OF_NUMBERS:
            return "int", getattr(self.b, _OF_NUMBERS[type(op)])(left[1], right[1])
        if kinds == ("float", "float") and type(op) in _OF_FLOATS:
            return "float", getattr(self.b, _OF_FLOATS[type(op)])(left[1], right[1])
        raise self._refuse(node, f"no such operation on {kinds[0]} and {kinds[1]}")

    def _compared(self, node: ast.AST, op: ast.cmpop, left: Typed, right: Typed) -> Typed:
        sign = _COMPARISONS.get(type(op))
        if sign is not None and left[0] == right[0] == "int":
            return "bool", self.b.icmp_signed(sign, left[1], right[1])
        if sign is not None and left[0] == right[0] == "float":
            return "bool", self.b.fcmp_ordered(sign, left[1], right[1])
        raise self._refuse(node, f"no such comparison of {left[0]} and {right[0]}")

    def _call(self, node: ast.AST, func: ast.Name | ast.Attribute, arguments: list[Typed]) -> Typed:
        kinds = [kind for kind, _ in arguments]
        values = [value for _, value in arguments]
        if isinstance(func, ast.Attribute):
            of, one = self._value(func.value)
            method = self.kernels.method(of, func.attr) if self.kernels.is_record(of) else None
            if method is not None:
                return self._called(node, method, [method.parameters[0], *kinds], [one, *values])
        if isinstance(func, ast.Attribute) or func.id in self.variables:
            return self._routine(node, self._value(func), kinds, values)
        known = self.signature.names.get(func.id)
        intrinsic = INTRINSICS.get(func.id)
        if intrinsic is None and isinstance(known, FunctionType):
            return self._called(node, self.kernels.signature(known), kinds, values)
        if intrinsic is None or tuple(kinds) != intrinsic.parameters:
            raise self._refuse(node, f"there is no {func.id} of {', '.join(kinds)}")
        return intrinsic.returns, intrinsic.write(self.b, *values)

    def _called(self, node: ast.AST, kernel: _Signature, kinds: list[str], values: list[Any]) -> Typed:
        if kinds != kernel.parameters:
            raise self._refuse(node, f"{kernel.tree.name} takes {kernel.parameters}")
        return kernel.returns, self.b.call(kernel.function, values)

    def _routine(self, node: ast.AST, routine: Typed, kinds: list[str], values: list[Any]) -> Typed:
        if routine[0] != "Routine":
            raise self._refuse(node, f"{routine[0]} cannot be called")
        taken = ir.FunctionType(CELL, [self.kernels.llvm(one) for one in kinds])
        return "int", self.b.call(self.b.inttoptr(routine[1], taken.as_pointer()), values)
