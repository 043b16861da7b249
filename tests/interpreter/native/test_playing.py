"""Playing on at random in machine code: the choices that the same dice make in Python; and calls from outside."""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable

import pytest
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.lower import Lowered, lower
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.memory.words import Memory
from rulewright.interpreter.native.context import Context
from rulewright.interpreter.native.engine import NativeEngine
from rulewright.interpreter.python.engine import PythonEngine

from ...battery.games import Shipped, game_of
from .lockstep import native

GAMES = (
    "classics/tic-tac-toe",
    "classics/leduc-poker",
    "classics/love-letter",
    "classics/rock-paper-scissors",
    "cookbook/secret-orders",
    "cookbook/many-cards",
    "do-podzemi",
)


def lowered(name: str, chance: bool = False) -> Lowered:
    return lower(game_of(Shipped(name)), explicit_chance=chance)


def drawn(engine: Engine, m: Memory, strand: int, dice: Dice) -> int:
    """A legal action; if luck decides, as likely as its weight says."""
    if next(one for one in engine.pending(m) if one.strand == strand).player >= 0:
        actions = engine.actions(m, strand)
        return actions[dice.below(len(actions))]
    outcomes = engine.outcomes(m, strand)
    left = dice.below(sum(weight for _, weight in outcomes))
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    raise AssertionError("no outcome")


def function(engine: NativeEngine, name: str, arguments: int) -> Callable[..., int]:
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    kind = ctypes.CFUNCTYPE(number, pointer, *[number] * arguments, pointer)
    return kind(engine.code.address(name))


class Hand:
    """Calls functions as search and simulations do, with dice of its own."""

    def __init__(self, engine: NativeEngine, state: int) -> None:
        self.engine, self.context = engine, Context(engine.module.scratch_cells)
        self.cells = array("Q", [state & (2**64 - 1), 0])
        self.dice, self.total = (self.cells.buffer_info()[0] + 8 * index for index in range(2))

    def finish(self, m: Memory, bound: int) -> int:
        return function(self.engine, "finish", 2)(m.buffer_info()[0], self.dice, bound, self.context.address)

    def draw(self, m: Memory, strand: int) -> int:
        call = function(self.engine, "draw", 3)
        return call(m.buffer_info()[0], strand, self.dice, self.total, self.context.address)

    def waiting(self, m: Memory) -> int:
        return function(self.engine, "waiting", 0)(m.buffer_info()[0], self.context.address)


@pytest.mark.parametrize("chance", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_dice_make_the_same_choices(name: str, chance: bool) -> None:
    program = lowered(name, chance).program
    python, engine = PythonEngine(program), native(program)
    for seed in range(6):
        dice = Dice.of(seed)
        hand = Hand(engine, dice.state)
        m, n = python.start(2, seed), engine.start(2, seed)
        options = 0
        for _ in range(30):
            if python.over(m):
                assert hand.waiting(n) == -1
                break
            strand = python.pending(m)[0].strand
            assert hand.waiting(n) == strand
            action = drawn(python, m, strand, dice)
            options += len(python.actions(m, strand))
            assert hand.draw(n, strand) == action
            assert hand.cells.tolist() == [dice.state & (2**64 - 1), options]
            python.act(m, strand, action)
            engine.act(n, strand, action)
        for bound in (0, 7, 500):
            decisions = 0
            while decisions < bound and not python.over(m):
                strand = python.pending(m)[0].strand
                python.act(m, strand, drawn(python, m, strand, dice))
                decisions += 1
            assert hand.finish(n, bound) == (0 if python.over(m) else -1)
            assert m == n


def test_threads_share_an_engine() -> None:
    program = lowered("classics/love-letter").program
    engine = native(program)
    ends: dict[int, bytes] = {}

    def play(seed: int) -> None:
        hand = Hand(engine, seed)
        for match in range(40):
            m = engine.start(2 + match % 3, 100 * seed + match)
            assert hand.finish(m, 10_000) == 0
            ends[100 * seed + match] = m.tobytes()

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    together = dict(ends)
    for seed in range(4):
        play(seed)
    assert len(ends) == 160
    assert ends == together


@pytest.mark.parametrize("name", ["classics/leduc-poker", "classics/love-letter", "classics/gem-merchants"])
def test_procedures_are_called_from_outside(name: str) -> None:
    rules = lowered(name)
    numbers = sorted({one for one in (rules.score, rules.heuristic) if one is not None})
    assert numbers
    python, engine = PythonEngine(rules.program), native(rules.program, numbers)
    for seed in range(5):
        m = engine.start(2, seed)
        Hand(engine, seed).finish(m, 10 * seed)
        for number in numbers:
            for player in range(2):
                assert engine.function(number)(m, player) == python.function(number)(m, player)


def test_an_edited_memory_is_played_from() -> None:
    """What a set-up with options or a scenario asks for is answered through Python."""
    program = lowered("do-podzemi").program
    python, engine = PythonEngine(program), native(program)

    def edit(m: Memory) -> None:
        m[program.layout.pools] = m[program.layout.pools]

    one, other = python.start(3, 5, edit=edit), engine.start(3, 5, edit=edit)
    assert one == other
    assert python.candidates(one) == engine.candidates(other)
