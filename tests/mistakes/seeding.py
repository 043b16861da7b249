"""Small mistakes in modules of Python, such as a programmer makes.

In: the text of a module. Out: all mistakes of the kinds below that can be made in its functions, each with the text
of the module that has it. What only says what went wrong (`raise`, `assert`, f-strings) and annotations are left as
they are, for a mistake there is seldom one of the program.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import attrs

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
LEFT = (ast.Raise, ast.Assert, ast.JoinedStr, ast.AnnAssign, ast.arguments)


@attrs.frozen
class Mistake:
    """What stood on a line, what stands there now, and the whole text with it."""

    line: int
    right: str
    wrong: str
    text: str = attrs.field(repr=False)


def mistakes(text: str) -> list[Mistake]:
    """All mistakes of one expression that can be made in the functions of a module."""
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
    found = {}
    for function in functions:
        for statement in function.body:
            for node in _expressions(statement):
                for wrong in _wrong(node):
                    made = _with(text, node, f"({ast.unparse(wrong)})")
                    found[made.line, made.right, made.wrong] = made
    return [found[key] for key in sorted(found)]


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, LEFT):
        return
    if isinstance(node, ast.expr):
        yield node
    if not isinstance(node, ast.pattern):
        for inner in ast.iter_child_nodes(node):
            yield from _expressions(inner)


def _wrong(node: ast.expr) -> Iterator[ast.expr]:
    """What a programmer may write instead of an expression."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=rest) if type(op) in COMPARED:
            yield ast.Compare(left, [COMPARED[type(op)]()], rest)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COUNTED and not _is_text(left, right):
            yield ast.BinOp(left, COUNTED[type(op)](), right)
        case ast.IfExp(test=test, body=body, orelse=other):
            yield ast.IfExp(test, other, body)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in CALLED:
            yield ast.Call(ast.Name(CALLED[name]), args, keywords)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)


def _is_text(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.JoinedStr) or _is_string(node) for node in nodes)


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _with(text: str, node: ast.expr, wrong: str) -> Mistake:
    """The mistake that puts something in the place of a node."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = text.encode().splitlines(keepends=True)  # columns are those of bytes
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    whole = b"".join(lines)
    made = (whole[:start] + wrong.encode() + whole[end:]).decode()
    return Mistake(node.lineno, ast.unparse(node), wrong[1:-1], made)
