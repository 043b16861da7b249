"""From a program to what is left of one text in it: found by the places that instructions keep."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ...dsl.diagnostics.source import Span
from ...dsl.model.game import Game, ResolvedText
from ...interpreter.ir import Procedure, Program
from ...interpreter.ir.printer import print_instructions, print_terminator
from ...interpreter.lower.lowerer import lower
from ...interpreter.python.module import build_module


def program_of(game: Game) -> Program:
    return lower(game).program


def instructions(program: Program, text: ResolvedText) -> Iterator[str]:
    """The instructions that a text became, by procedure and block."""
    for number, procedure in enumerate(program.procedures):
        lines = list(_of_procedure(procedure, text.span))
        if lines:
            yield f"procedure {number}, {procedure.name!r}"
            yield from lines


def _of_procedure(procedure: Procedure, span: Span) -> Iterator[str]:
    for number, block in enumerate(procedure.blocks):
        lines: list[str] = []
        for instr in block.instructions:
            if _within(instr.span, span):
                lines += print_instructions((instr,), "    ")
        if _within(block.terminator.span, span):
            lines += print_terminator(block.terminator)
        if lines:
            yield f"  block {number}"
            yield from lines


def python(program: Program, text: ResolvedText) -> Iterator[str]:
    """The lines of Python that a text became, by function."""
    module = build_module(program, trace=False)
    function = shown = ""
    lines = zip(module.source.splitlines(), module.spans, strict=False)
    for span, run in groupby(lines, key=lambda one: one[1]):
        depth = 0
        for line, _ in run:
            if line.startswith("def "):
                function, depth = line, 0
            elif line and _within(span, text.span):
                depth = depth or _indent(line)
                if _indent(line) < depth:  # what follows the statement keeps its place, but is not of it
                    break
                if shown != function:
                    yield function
                    shown = function
                yield line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _within(inner: Span | None, outer: Span) -> bool:
    return (
        inner is not None
        and inner.source is outer.source
        and outer.start <= inner.start
        and inner.end <= outer.end
    )
