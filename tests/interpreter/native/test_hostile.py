"""Whatever a memory holds and whatever number is asked for, machine code comes back: with an answer, a fault, or the
news that there is no decision. A wrong access would end the process that runs this test.
"""

from __future__ import annotations

import contextlib
import ctypes
import random
from array import array

import pytest
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.ir import Program
from rulewright.interpreter.lower import lower
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.memory.words import Memory
from rulewright.interpreter.native.context import Context
from rulewright.interpreter.native.engine import NativeEngine

from ...amount import some
from ...battery.games import Shipped, game_of
from .lockstep import native

GAMES = (
    "classics/breakthrough",
    "classics/love-letter",
    "classics/fireworks",
    "classics/gem-merchants",
    "cookbook/secret-orders",
    "cookbook/many-cards",
    "do-podzemi",
)
EXTREMES = (-(2**63), 2**63 - 1, -1, -2, 0, 1, 2, 63, 64, 2**31, -(2**32), 2**62)
ANSWERS = (RulesFault, LookupError)


def partway(engine: Engine, players: int, dice: random.Random) -> Memory:
    m = engine.start(players, dice.getrandbits(64))
    for _ in range(dice.randrange(30)):
        if not engine.over(m):
            strand = dice.choice(engine.pending(m)).strand
            engine.act(m, strand, dice.choice(engine.actions(m, strand)))
    return m


def number(program: Program, dice: random.Random) -> int:
    """A number that is likely to do harm."""
    return dice.choice(
        (
            dice.choice(EXTREMES),
            dice.randrange(-3, 8),
            dice.randrange(program.layout.size + 10),
            dice.randrange(len(program.layout.places) + 3),
            dice.getrandbits(64) - 2**63,
        )
    )


def damage(m: Memory, program: Program, dice: random.Random) -> None:
    """Changes a few cells: anywhere, or on the stacks."""
    layout = program.layout
    for _ in range(dice.choice((1, 1, 2, 5, 40))):
        first = dice.choice((0, layout.stacks))
        m[dice.randrange(first, layout.size)] = number(program, dice)


def ask(engine: NativeEngine, m: Memory, dice: random.Random) -> None:
    """Everything that can be asked, with strands and actions that need not exist."""
    strand = dice.choice((0, 0, 1, number(engine.program, dice)))
    with contextlib.suppress(*ANSWERS):
        engine.pending(m)
    actions = [number(engine.program, dice), dice.randrange(engine.program.actions + 1)]
    with contextlib.suppress(*ANSWERS):
        actions = engine.actions(m, strand)
    with contextlib.suppress(*ANSWERS):
        engine.outcomes(m, strand)
    for _ in range(4):
        action = dice.choice((dice.choice(actions), number(engine.program, dice)))
        with contextlib.suppress(*ANSWERS):
            engine.act(m, strand, action)


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_memory_does_no_harm(name: str, chance: bool) -> None:
    game = game_of(Shipped(name))
    engine = native(lower(game, explicit_chance=chance).program)
    dice = random.Random(name)
    for _ in range(some(250, 20_000)):
        m = partway(engine, dice.randint(*game.players), dice)
        damage(m, engine.program, dice)
        ask(engine, m, dice)
        play_on(engine, m, dice)


def play_on(engine: NativeEngine, m: Memory, dice: random.Random) -> None:
    """`finish` and `draw` as search uses them."""
    context = Context(engine.module.scratch_cells)
    cells = array("q", [dice.getrandbits(63), 0])
    state, total = (cells.buffer_info()[0] + 8 * index for index in range(2))
    pointer, integer = ctypes.c_void_p, ctypes.c_int64
    draw = ctypes.CFUNCTYPE(integer, pointer, integer, pointer, pointer, pointer)(engine.code.address("draw"))
    draw(m.buffer_info()[0], dice.choice((0, 1, number(engine.program, dice))), state, total, context.address)
    finish = ctypes.CFUNCTYPE(integer, pointer, pointer, integer, pointer)(engine.code.address("finish"))
    finish(m.buffer_info()[0], state, 200, context.address)


def test_a_memory_of_another_length_is_refused() -> None:
    engine = native(lower(game_of(Shipped("classics/tic-tac-toe"))).program)
    m = engine.start(2, 1)
    with pytest.raises(ValueError, match="a memory of"):
        engine.act(m[:-1], 0, 0)
    with pytest.raises(ValueError, match="players"):
        engine.start(3, 1)


def test_a_match_that_is_over_has_no_decision() -> None:
    engine = native(lower(game_of(Shipped("classics/tic-tac-toe"))).program)
    m, dice = engine.start(2, 1), random.Random(1)
    while not engine.over(m):
        engine.act(m, 0, dice.choice(engine.actions(m)))
    before = m[:]
    for work in (lambda: engine.act(m, 0, 0), lambda: engine.actions(m), lambda: engine.outcomes(m)):
        with pytest.raises(LookupError):
            work()
    assert engine.pending(m) == []
    assert m == before
