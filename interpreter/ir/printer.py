"""Prints a program, for people who look for a bug in rules or in lowering. The text cannot be read back."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ...dsl.tree.passes import over
from . import (
    Any,
    Binary,
    Binder,
    CallFrame,
    Choose,
    Const,
    Expr,
    Filter,
    Fits,
    HowMany,
    If,
    Instr,
    Jump,
    Load,
    LoadSet,
    Option,
    Pick,
    Procedure,
    Program,
    Reg,
    Shift,
    Terminator,
    Trial,
    Unary,
    Union,
)
from .walk import bodies

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%",
    "lt": "<", "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">=",
    "both": "and", "either": "or", "or": "|", "and": "&", "minus": "\\",
}  # fmt: skip


def print_program(program: Program) -> str:
    """Every procedure, block by block."""
    lines: list[str] = []
    for number, procedure in enumerate(program.procedures):
        lines += _procedure(number, procedure)
    return "\n".join(lines) + "\n"


@over(Expr, subject="expr", leaves="OF_PLACES Call Table")
def print_expr(expr: Expr) -> str:
    match expr:
        case Const(value=value):
            return str(value)
        case Reg(index=index):
            return f"r{index}"
        case Load(address=address):
            return f"[{print_expr(address)}]"
        case LoadSet(address=address, words=words):
            return f"[{print_expr(address)}:{words}]"
        case Binary(op=op, left=left, right=right):
            return f"({print_expr(left)} {_SIGNS.get(op, op)} {print_expr(right)})"
        case Unary(op=op, value=inner):
            return f"{op}({print_expr(inner)})"
        case Trial(procedure=procedure, arguments=arguments):
            return f"try p{procedure}({', '.join(map(print_expr, arguments))})"
        case Pick(test=test, then=then, otherwise=otherwise):
            return f"({print_expr(test)} ? {print_expr(then)} : {print_expr(otherwise)})"
        case Filter(members=members, test=inner):
            return f"{{{_each(expr, members)} | {print_expr(inner)}}}"
        case Any(members=members, test=inner):
            return f"any({_each(expr, members)} | {print_expr(inner)})"
        case HowMany(members=members, test=inner):
            return f"count({_each(expr, members)} | {print_expr(inner)})"
        case Union(members=members, value=inner):
            return f"union({_each(expr, members)} | {print_expr(inner)})"
        case Fits(value=inner):
            return f"fits{print_expr(inner)}"
        case Shift(value=inner, by=by):
            return f"shift({print_expr(inner)}, {by})"
    return _fields(expr)


def _each(binder: Binder, members: Expr) -> str:
    turn = f", {binder.turn} each" if binder.turn else ""
    return f"r{binder.register} in {print_expr(members)}{turn}"


def _fields(node: Expr | Instr | Option) -> str:
    """`Name(field, ...)`: the notation of nodes that have none of their own."""
    shown = []
    for field in attrs.fields(type(node)):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        if field.name in ("span", "then", "otherwise", "body") or value is None:
            continue
        shown.append(f"{field.name}={_show(value)}")
    return f"{type(node).__name__}({', '.join(shown)})"


def _show(value: object) -> str:
    if isinstance(value, Expr):
        return print_expr(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(_show(item) for item in value) + ")"
    name = getattr(value, "value", None)
    return str(value) if name is None else str(name)


def _procedure(number: int, procedure: Procedure) -> Iterator[str]:
    kinds = ", ".join(f"r{index}: {kind.value}" for index, kind in enumerate(procedure.kinds))
    shape = "framed" if procedure.framed else "plain"
    yield f"{shape} {number} {procedure.name}/{procedure.parameters} ({kinds})"
    for index, block in enumerate(procedure.blocks):
        yield f"  block {index}"
        yield from print_instructions(block.instructions, "    ")
        yield from print_terminator(block.terminator)


def print_instructions(instructions: tuple[Instr, ...], indent: str) -> Iterator[str]:
    for instr in instructions:
        yield indent + _fields(instr)
        for place, body in enumerate(bodies(instr)):
            if isinstance(instr, If) and place and body:
                yield indent + "else"
            yield from print_instructions(body, indent + "  ")


@over(Terminator, subject="terminator", leaves="Branch Chance Fork Halt Return")
def print_terminator(terminator: object) -> Iterator[str]:
    match terminator:
        case Jump(block=block):
            yield f"    -> {block}"
        case Choose(site=site, player=player, options=options):
            yield f"    choose, site {site}, player {print_expr(player)}"
            for option in options:
                yield f"      {_fields(option)}"
        case CallFrame(procedure=procedure, arguments=arguments, register=register, target=target):
            result = "" if register is None else f"r{register} = "
            yield f"    {result}call {procedure}{_show(arguments)} -> {target}"
        case _:
            shown = (
                f"{field.name}={_show(getattr(terminator, field.name))}"
                for field in attrs.fields(type(terminator))  # type: ignore[arg-type]
                if field.name != "span"
            )
            yield f"    {type(terminator).__name__} {', '.join(shown)}"
