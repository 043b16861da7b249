"""A program as one module of machine code, before it is compiled.

In: a program (checked by `ir.check`). Out: `NativeModule`: a module of LLVM's language, its functions, and the faults
that statuses stand for. A program that machine code cannot run raises `CannotCompile`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs

from ..ir import Fault, Program, Return
from ..ir.cycles import callees_first
from ..ir.walk import all_expressions, called
from . import assembly as ir
from . import framed, trials
from .batch import add_batch
from .code import Code
from .driver import Driver
from .expressions import parameters, result_words, returns
from .instructions import Instructions
from .meter import Meter
from .unit import Unit
from .values import cell


@attrs.frozen
class NativeModule:
    """`functions` are those of the module, by name, so that other code can be added that calls them.

    All of them take the memory first and a context last: a pointer to what `Context` describes, one for each thread,
    where `scratch` has `scratch_cells` cells, and `seen` one for each event. They return a status, unless their
    description says otherwise: 0 if all went well, else 1 plus the index of a fault. Buffers of options have room for
    `most_options` cells.
    """

    module: Any
    functions: dict[str, Any]
    faults: tuple[Fault, ...]
    scratch_cells: int
    most_options: int
    result_words: dict[int, int]  # of each exported procedure
    argument_words: dict[int, int]
    metered: tuple[str, ...] = ()  # the functions that count what they execute

    @property
    def text(self) -> str:
        """The module in LLVM's language."""
        return str(self.module)


def build_module(
    program: Program,
    exported: Collection[int] = (),
    counting: bool = False,
    batch: bool = False,
    metered: bool = False,
) -> NativeModule:
    """Writes a program; `exported` are the plain procedures that can be called from outside, as `call{n}`.

    With `counting`, an event adds 1 to its number in `seen`, unless one of its arguments is 0; without, events are
    nothing. With `batch`, there is also a function that plays and counts many matches: see `batch`. `metered` code
    counts what it executes: see `meter`.
    """
    unit = Unit(program, counting, batch)
    if metered:
        unit.meter = Meter(unit.module, _most_functions(program))
    calls = {
        number: called(all_expressions(procedure))
        for number, procedure in enumerate(program.procedures)
        if not procedure.framed
    }
    order = callees_first(calls)
    for number in order:
        unit.plain[number] = unit.function(f"plain{number}", returns(unit, number), parameters(unit, number))
    for number in sorted(trials.writers(program)):
        unit.tried[number] = unit.function(f"tried{number}", returns(unit, number), parameters(unit, number))
    for number in order:
        _write_plain(unit, number)
        if number in unit.tried:
            _write_plain(unit, number, on_trial=True)
    frames = {number: framed.declare(unit, number) for number in unit.plan.frames}
    for number, function in frames.items():
        code = Code(unit, function)
        code.leave = _leave_frame(code)
        framed.Framed(code, number, code.given[0]).write()
        code.finish()
    functions = Driver(unit, frames).write(exported)
    unit.check_room()
    if batch:
        add_batch(unit.module, functions)
    return NativeModule(
        unit.module,
        functions,
        tuple(unit.statuses.faults),
        unit.levels * unit.record_cells + unit.most_options,
        unit.most_options,
        {number: result_words(unit, number) for number in exported},
        {number: len(parameters(unit, number)) for number in exported},
        () if unit.meter is None else tuple(unit.meter.names),
    )


def _most_functions(program: Program) -> int:
    """More than a module has: some for each block of each procedure, and what all programs have alike."""
    return 1000 + 5 * sum(len(one.blocks) for one in program.procedures)


def _leave_frame(code: Code) -> Any:
    return lambda status: code.b.ret(code.b.sub(cell(framed.FIRST_FAULT), status))


def _write_plain(unit: Unit, number: int, on_trial: bool = False) -> None:
    procedure = unit.program.procedures[number]
    function = (unit.tried if on_trial else unit.plain)[number]
    code = Code(unit, function)
    code.span = procedure.span

    def give(words: list[Any], status: Any) -> None:
        found: Any = ir.Constant(returns(unit, number), ir.Undefined)
        for index, word in enumerate([*words, status]):
            found = code.b.insert_value(found, word, index)
        code.b.ret(found)

    width = result_words(unit, number)
    code.leave = lambda status: give([cell(0)] * width, status)
    body = Instructions(code, procedure, on_trial)
    given = iter(code.given)
    for register in range(procedure.parameters):
        body.assign(register, [next(given) for _ in range(body.words_in(register))])
    block = procedure.blocks[0]
    body.instructions(block.instructions)
    assert isinstance(block.terminator, Return)
    code.span = block.terminator.span or code.span
    value = block.terminator.value
    give([cell(0)] if value is None else body.words(value, width), cell(0))
    code.finish()
    unit.returned[number] = code.statuses
