"""Trials in machine code: the memory is as it was when a trial ends.

Most trials write a few cells, and a memory is large. So a procedure on trial notes what a cell held before it writes
there. Before whatever may write many cells (a move, a shuffle), and when there is no room for another note, the whole
memory is copied, once in a trial. Plain procedures that write and may run on trial are compiled a second time for
that: so writing in earnest costs what it always did.

The record of a trial lies in the scratch: the number of notes, whether there is a copy, the notes (each an address,
and what the cell there held), and the copy. The context says which record is the current one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ..ir import Expr, Program, Trial
from ..ir.cycles import callees_first
from ..ir.walk import all_expressions, carried_out, flat, walk, writes
from .code import Code
from .unit import COPY, HEAD, NOTES
from .values import CELL, ONE, POINTER, VOID, ZERO, Value, cell

_COUNT, _COPIED = 0, 1  # the head of a record


def writers(program: Program) -> frozenset[int]:
    """The plain procedures that may run on trial, and that write or call others that do."""
    plain = {number: one for number, one in enumerate(program.procedures) if not one.framed}
    calls = {number: carried_out(all_expressions(one)) for number, one in plain.items()}
    writing: set[int] = set()
    for number in callees_first(calls):
        instructions = flat(plain[number].blocks[0].instructions)
        if calls[number] & writing or any(map(writes, instructions)):
            writing.add(number)
    left = [number for one in program.procedures for number in _tried(all_expressions(one))]
    reached: set[int] = set()
    while left:
        number = left.pop()
        if number not in reached:
            reached.add(number)
            left += calls[number]
    return frozenset(reached & writing)


def _tried(exprs: Iterable[Expr]) -> set[int]:
    return {e.procedure for expr in exprs for e in walk(expr) if isinstance(e, Trial)}


@contextmanager
def undone(code: Code, level: int) -> Iterator[None]:
    """Whatever the code in here calls on trial, the memory is the same afterwards. `level` says which scratch it
    has."""
    outer, record = code.b.load(code.trial(), typ=POINTER), code.scratch(level)
    for field in (_COUNT, _COPIED):
        code.b.store(ZERO, code.item(record, cell(field)))
    code.b.store(record, code.trial())
    with code.unseen():
        yield
    code.call(code.helper("take_back", VOID, [], _write_take_back))
    code.b.store(outer, code.trial())


def note(code: Code, address: Value, words: int = 1) -> None:
    """Notes what some cells hold; the address lies in the memory."""
    function = code.helper("note", VOID, [CELL], _write_note)
    for word in range(words):
        code.call(function, code.plus(address, word))


def copy(code: Code) -> None:
    """Copies the memory, unless the current trial has a copy."""
    code.call(code.helper("copy_once", VOID, [], _write_copy))


def _record(code: Code) -> Value:
    return code.b.load(code.trial(), typ=POINTER)


def _write_note(code: Code) -> None:
    b, (address,), record = code.b, code.given, _record(code)
    copied = b.load(code.item(record, cell(_COPIED)), typ=CELL)
    code.when(b.icmp_unsigned("!=", copied, ZERO), b.ret_void)
    place = code.item(record, cell(_COUNT))
    number = b.load(place, typ=CELL)

    def full() -> None:
        copy(code)
        b.ret_void()

    code.when(b.icmp_unsigned("==", number, cell(NOTES)), full, likely=False)
    at = code.plus(b.mul(number, cell(2)), HEAD)
    b.store(address, code.item(record, at))
    b.store(code.load(address), code.item(record, code.plus(at, 1)))
    b.store(code.plus(number, 1), place)
    b.ret_void()


def _write_copy(code: Code) -> None:
    code.function.attributes.add("noinline")
    b, record = code.b, _record(code)
    place = code.item(record, cell(_COPIED))
    code.when(b.icmp_unsigned("!=", b.load(place, typ=CELL), ZERO), b.ret_void)
    b.store(ONE, place)
    code.copy(code.item(record, cell(COPY)), code.m, cell(code.layout.size))
    b.ret_void()


def _write_take_back(code: Code) -> None:
    """The copy comes first: what was noted was written before."""
    b, record = code.b, _record(code)
    copied = b.load(code.item(record, cell(_COPIED)), typ=CELL)
    size = cell(code.layout.size)
    code.when(
        b.icmp_unsigned("!=", copied, ZERO),
        lambda: code.copy(code.m, code.item(record, cell(COPY)), size),
        likely=False,
    )
    number = b.load(code.item(record, cell(_COUNT)), typ=CELL)
    with code.times(number) as index:
        at = code.plus(b.mul(b.sub(b.sub(number, index), ONE), cell(2)), HEAD)
        address = b.load(code.item(record, at), typ=CELL)
        code.store(b.load(code.item(record, code.plus(at, 1)), typ=CELL), address)
    b.ret_void()
