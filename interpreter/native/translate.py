"""Machine code from functions in a small part of Python, for what is the same in every game, such as searching.

What the rules of a game do is written by the emitter, from their program. A kernel does not depend on a program: it
is an ordinary function with annotations, and its statements mean what they mean in Python, within these limits:

- Values are `int` (64 bits; sums and products wrap around), `float`, `bool`, `Cells` and `Floats` (pointers to
  numbers) and `Routine` (a pointer to machine code). A variable keeps the type of its first value.
- Statements: assignment, `if`, `while`, `for` over a `range`, `break`, `continue`, `return`, and calls.
- Expressions: numbers, variables, constants of the module, arithmetic, one comparison, `and`, `or`, `not`, `p[i]`,
  `p + i`, and calls of kernels, of routines, of `float`, and of what `kernel` declares. `//` and `%` are for numbers
  that are not negative, `/` is for floats.

Anything else is a `TypeError` while translating, with the line.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from llvmlite import ir

from .kernel import INTRINSICS

CELL, FLOAT, BIT, WIDE = ir.IntType(64), ir.DoubleType(), ir.IntType(1), ir.IntType(128)
POINTER = ir.PointerType()
TYPES = {
    "int": CELL,
    "float": FLOAT,
    "bool": BIT,
    "Cells": POINTER,
    "Floats": POINTER,
    "Routine": CELL,  # llvmlite calls typed pointers only
    "None": ir.VoidType(),
}
_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
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


def translate(name: str, kernels: Iterable[Kernel], exported: Iterable[Kernel]) -> ir.Module:
    """A module with these functions; only the exported ones can be called from outside. Raises `TypeError` for what
    cannot be translated, and `OSError` where the source of a kernel cannot be read."""
    module = ir.Module(name)
    add_kernels(module, kernels, exported)
    return module


def add_kernels(
    module: ir.Module,
    kernels: Iterable[Kernel],
    exported: Iterable[Kernel],
    given: Mapping[Kernel, ir.Function] | None = None,
) -> None:
    """Adds kernels to a module. They can call functions that are there already: `given` has these by what declares
    their arguments, functions of Python without a meaning of their own. Raises as `translate` does."""
    chosen = {one.__name__ for one in exported}
    found: dict[str, _Signature] = {}
    for declaration, function in (given or {}).items():
        found[declaration.__name__] = _Signature(function, *_types(_tree(declaration)))
    trees = []
    for kernel in kernels:
        tree = _tree(kernel)
        found[kernel.__name__] = _declared(module, tree, kernel.__name__ in chosen)
        trees.append((tree, kernel))
    for tree, kernel in trees:
        _Function(module, found, tree, kernel.__globals__).write()


def _tree(kernel: Kernel) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kernel))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


class _Signature:
    def __init__(self, function: ir.Function, parameters: list[str], returns: str) -> None:
        self.function, self.parameters, self.returns = function, parameters, returns


def _types(tree: ast.FunctionDef) -> tuple[list[str], str]:
    return [_annotation(one.annotation) for one in tree.args.args], _annotation(tree.returns)


def _declared(module: ir.Module, tree: ast.FunctionDef, exported: bool) -> _Signature:
    parameters, returns = _types(tree)
    kind = ir.FunctionType(TYPES[returns], [TYPES[one] for one in parameters])
    function = ir.Function(module, kind, tree.name if exported else f"kernel.{tree.name}")
    function.attributes.add("nounwind")
    if not exported:
        function.linkage = "internal"
    return _Signature(function, parameters, returns)


def _annotation(node: ast.expr | None) -> str:
    name = ast.unparse(node) if node is not None else "None"
    if name not in TYPES:
        raise TypeError(f"a kernel has no values of type {name}")
    return name


class _Function:
    """Writes the body of one kernel."""

    def __init__(
        self, module: ir.Module, kernels: dict[str, _Signature], tree: ast.FunctionDef, names: dict[str, Any]
    ) -> None:
        self.module, self.kernels, self.tree, self.names = module, kernels, tree, names
        self.signature = kernels[tree.name]
        self.function = self.signature.function
        self.variables: dict[str, Typed] = {}
        self.loops: list[tuple[Any, Any]] = []  # where `continue` and `break` go
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
                iter=ast.Call(func=ast.Name(id="range"), args=bounds),
                body=body,
                orelse=[],
            ):
                self._for(name, bounds, body)
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
        elif isinstance(target, ast.Subscript):
            kind, address = self._item(target)
            if kind != value[0]:
                raise self._refuse(target, f"holds {kind}, not {value[0]}")
            self.b.store(value[1], address)
        else:
            raise self._refuse(target, "nothing can be assigned to this")

    def _set(self, name: str, value: Typed) -> None:
        kind, found = value
        if name not in self.variables:
            self.variables[name] = kind, self._first.alloca(TYPES[kind], name=name)
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

    def _for(self, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> None:
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
        self.b.branch(head)
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
                return kind, self.b.load(address, typ=TYPES[kind])
            case ast.Name(id=name):
                return self._constant(node, self.names.get(name))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(node, op, self._value(left), self._value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compared(node, op, self._value(left), self._value(right))
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return "bool", self._truth(node)
            case ast.Subscript():
                kind, address = self._item(node)
                return kind, self.b.load(address, typ=TYPES[kind])
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(node, name, [self._value(one) for one in arguments])
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

    def _item(self, node: ast.Subscript) -> Typed:
        kind, pointer = self._value(node.value)
        if kind not in ("Cells", "Floats"):
            raise self._refuse(node, f"{kind} has no items")
        index = self._value(node.slice)[1]
        item = "int" if kind == "Cells" else "float"
        return item, self.b.gep(pointer, [index], source_etype=TYPES[item])

    def _binary(self, node: ast.AST, op: ast.operator, left: Typed, right: Typed) -> Typed:
        kinds = left[0], right[0]
        if kinds == ("int", "int") and type(op) in _OF_NUMBERS:
            return "int", getattr(self.b, _OF_NUMBERS[type(op)])(left[1], right[1])
        if kinds == ("float", "float") and type(op) in _OF_FLOATS:
            return "float", getattr(self.b, _OF_FLOATS[type(op)])(left[1], right[1])
        if kinds[0] in ("Cells", "Floats") and kinds[1] == "int" and isinstance(op, ast.Add):
            item = CELL if kinds[0] == "Cells" else FLOAT
            return kinds[0], self.b.gep(left[1], [right[1]], source_etype=item)
        raise self._refuse(node, f"no such operation on {kinds[0]} and {kinds[1]}")

    def _compared(self, node: ast.AST, op: ast.cmpop, left: Typed, right: Typed) -> Typed:
        sign = _COMPARISONS.get(type(op))
        if sign is not None and left[0] == right[0] == "int":
            return "bool", self.b.icmp_signed(sign, left[1], right[1])
        if sign is not None and left[0] == right[0] == "float":
            return "bool", self.b.fcmp_ordered(sign, left[1], right[1])
        raise self._refuse(node, f"no such comparison of {left[0]} and {right[0]}")

    def _call(self, node: ast.AST, name: str, arguments: list[Typed]) -> Typed:
        kinds = [kind for kind, _ in arguments]
        values = [value for _, value in arguments]
        if self.variables.get(name, ("",))[0] == "Routine":
            taken = ir.FunctionType(CELL, [TYPES[one] for one in kinds])
            code = self.b.inttoptr(self.b.load(self.variables[name][1], typ=CELL), taken.as_pointer())
            return "int", self.b.call(code, values)
        if name in self.kernels:
            signature = self.kernels[name]
            if kinds != signature.parameters:
                raise self._refuse(node, f"{name} takes {signature.parameters}")
            return signature.returns, self.b.call(signature.function, values)
        intrinsic = INTRINSICS.get(name)
        if intrinsic is None or tuple(kinds) != intrinsic.parameters:
            raise self._refuse(node, f"there is no {name} of {', '.join(kinds)}")
        return intrinsic.returns, intrinsic.write(self.b, *values)


__all__ = ["add_kernels", "translate"]
