"""Random matches by the native engine, for `peers.py` and `run.py`: a loop over whole matches, in machine code.

Nothing here needs llvmlite until it is called. Each match is made and played to its end, with all checks; each
decision draws one number by SplitMix64.
"""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import tempfile
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rulewright
from measuring import Player, cpu_clock

# What is measured below the public interface: the program of a game, and what compiles it.
from rulewright.interpreter.ir import WINNERS, Program
from rulewright.interpreter.lower import lower
from rulewright.interpreter.python.engine import PythonEngine

GAMMA = 0x9E3779B97F4A7C15
"""What SplitMix64 adds to its state for each number: so the state says how many were drawn."""
BOUND = 1_000_000
"""The most decisions of a match."""


def why_not() -> str:
    """Why there is no native engine here; empty if there is one."""
    if importlib.util.find_spec("llvmlite") is None:
        return "llvmlite is not installed: the native engine was not measured."
    return ""


def native_playouts(game: rulewright.Game, players: int) -> Player | None:
    """Whole matches in machine code; None without a native engine."""
    if why_not():
        return None
    playouts = Playouts(lower(game).program)
    return lambda matches: playouts.play(matches, players)[0]


class Playouts:
    """A program as machine code, with a function that plays many matches."""

    def __init__(self, program: Program) -> None:
        from rulewright.interpreter.native.compiling import compiled
        from rulewright.interpreter.native.context import Context
        from rulewright.interpreter.native.module import build_module

        native = build_module(program)
        add_loop(native)
        self.program = program
        self.context = Context(native.scratch_cells)
        self.code = compiled(native.module, "full")

    @classmethod
    def of(cls, program: Program, scratch: int, code: Any) -> Playouts:
        """Machine code of the program, with so many cells of scratch, to which the loop has been added."""
        from rulewright.interpreter.native.context import Context

        made = object.__new__(cls)
        made.program, made.context, made.code = program, Context(scratch), code
        return made

    def play(self, matches: int, players: int, seed: int = 1) -> tuple[int, list[int]]:
        """How many decisions there were, and how many matches each set of players won (as bits: 0 is nobody).

        Raises RuntimeError for a fault of the rules.
        """
        memory = array("q", bytes(8 * self.program.layout.size))
        tally = array("q", bytes(8 * 2**players))
        dice = ctypes.c_uint64(seed)
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        function = ctypes.CFUNCTYPE(number, pointer, number, number, number, pointer, pointer, pointer)
        status = function(self.code.address("playouts"))(
            memory.buffer_info()[0],
            players,
            seed,
            matches,
            ctypes.addressof(dice),
            tally.buffer_info()[0],
            self.context.address,
        )
        if status:
            raise RuntimeError(f"the matches ended with status {status}")
        drawn = (dice.value - seed) * pow(GAMMA, -1, 2**64) % 2**64
        return drawn, tally.tolist()


def add_loop(native: Any) -> None:
    """Adds `playouts(m, players, seed, matches, dice, tally, context)`; it returns a status."""
    from rulewright.interpreter.native import assembly as ir

    cell, pointer = ir.IntType(64), ir.PointerType()
    function = ir.Function(
        native.module,
        ir.FunctionType(cell, [pointer, cell, cell, cell, pointer, pointer, pointer]),
        name="playouts",
    )
    m, players, seed, matches, dice, tally, context = function.args
    entry, head, body, started, ended, done = (function.append_basic_block() for _ in range(6))
    ir.IRBuilder(entry).branch(head)
    at = ir.IRBuilder(head)
    number = at.phi(cell)
    number.add_incoming(cell(0), entry)
    at.cbranch(at.icmp_unsigned("<", number, matches), body, done)

    at = ir.IRBuilder(body)
    luck = at.add(seed, number)
    secret = at.xor(luck, cell(0x5851F42D4C957F2D))
    status = at.call(native.functions["start"], [m, players, luck, secret, context])
    failed = function.append_basic_block()
    at.cbranch(at.icmp_unsigned("==", status, cell(0)), started, failed)

    at = ir.IRBuilder(started)
    over = at.call(native.functions["finish"], [m, dice, cell(BOUND), context])
    at.cbranch(at.icmp_unsigned("==", over, cell(0)), ended, failed)

    at = ir.IRBuilder(failed)
    which = at.phi(cell)
    which.add_incoming(status, body)
    which.add_incoming(over, started)
    at.ret(which)

    at = ir.IRBuilder(ended)
    winners = at.load(at.gep(m, [cell(WINNERS)], source_etype=cell), typ=cell)
    count = at.gep(tally, [winners], source_etype=cell)
    at.store(at.add(at.load(count, typ=cell), cell(1)), count)
    number.add_incoming(at.add(number, cell(1)), ended)
    at.branch(head)
    ir.IRBuilder(done).ret(cell(0))


# ------------------------------------------------------------------------ compiling


@dataclass(frozen=True)
class Compiling:
    """CPU seconds from a program to an engine."""

    python: float
    light: float
    full: float
    cached: float
    """With full machine code in the cache on disk."""


def compiling(game: rulewright.Game, rounds: int) -> Compiling:
    """How long it takes to compile a game's program: the least of some rounds, each time from nothing."""
    from rulewright.interpreter.native.building import Recipe, build
    from rulewright.interpreter.native.cache import Cache

    program = lower(game).program
    light, full = Recipe(program, level="light"), Recipe(program, level="full")
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            kept = Cache(Path(folder) / "cache")
            works = (
                lambda: PythonEngine(program),
                lambda kept=kept: build(light, kept=kept),
                lambda kept=kept: build(full, kept=kept),
                lambda kept=kept: build(full, kept=kept),
            )
            found.append([_taken(work) for work in works])
    return Compiling(*map(min, zip(*found, strict=True)))


def _taken(work: Callable[[], object]) -> float:
    gc.collect()  # what one leaves behind is not collected in the time of the next
    start = cpu_clock()
    work()
    return cpu_clock() - start
