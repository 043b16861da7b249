"""Planes that kernels write are those of `Encoder.boards`, bit by bit, for each reader; mistakes in the kernel are
seen. In `test_batch`, batches write them for all games that ship."""

from __future__ import annotations

import inspect
import random
from array import array
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import attrs
import numpy as np
import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.kernels import planes
from rulewright.interpreter.kernels.machine import PlainMaker
from rulewright.interpreter.learning.batch import Batch, Reset
from rulewright.interpreter.match.errors import MatchError
from rulewright.interpreter.match.output.encoding.encoder import Encoder

from ..amount import some
from .small_games import shipped_game

BOARDS = (
    "classics/breakthrough",
    "classics/connect-four",
    "classics/tic-tac-toe",
    "cookbook/costs",
    "cookbook/digging",
    "cookbook/hexes-and-paths",
    "cookbook/open-plan",
    "cookbook/roll-a-hero",
    "cookbook/secret-set-up",
    "hrad",
    "hrdina-v-kostce",
    "priseri",
    "vladci-podzemi",
)
ENGINES = ("python", "auto")


@attrs.frozen
class Laid:
    """Vectors of a game, as its readers see positions, and their planes, one board behind the other."""

    encoder: Encoder
    vectors: list[Any]
    expected: list[bytes]

    def by_kernel(self, kernel: Any = planes) -> Iterator[bytes]:
        """The planes of all vectors, each written over those before."""
        b = self.encoder.plane_tables(PlainMaker())
        out = array("f", b"".join(one.of_nothing().tobytes() for one in self.encoder.boards.values()))
        for vector in self.vectors:
            kernel.write_planes(b, vector, out)
            yield out.tobytes()


@cache
def laid(name: str) -> Laid:
    game, dice, vectors = shipped_game(name), random.Random(name), []
    encoder = Encoder(Match(game, game.players[1], 0))
    for seed in range(some(2, 6)):
        match = Match(game, game.players[1], seed)
        while not match.is_over and len(match.journal) < some(150, 600):
            if len(match.journal) % 3 == 0:
                readers = None, *range(len(match.players))
                vectors += [encoder.vector(match, reader) for reader in readers]
                vectors.append(encoder.state(match))
            one = dice.choice(match.pending())
            match.take(one.strand, dice.choice(match.legal(one.strand)))
    boards = encoder.boards.values()
    expected = [b"".join(board.of(vector).tobytes() for board in boards) for vector in vectors]
    return Laid(encoder, vectors, expected)


@pytest.mark.parametrize("name", BOARDS)
def test_the_kernel_writes_what_the_encoder_does(name: str) -> None:
    made = laid(name)
    assert len({*made.expected}) > 3  # something happens on the boards
    assert all(one == other for one, other in zip(made.by_kernel(), made.expected, strict=True))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["classics/connect-four", "cookbook/open-plan", "cookbook/secret-set-up"])
def test_a_batch_writes_them_for_any_observations(name: str, engine: str) -> None:
    made = laid(name)
    batch = Batch(shipped_game(name), 3, made.encoder.players, engine=engine, observe=False)
    assert batch.planes == {}
    seen = np.array(made.vectors, np.float32)[: len(made.vectors) // 2 * 2].reshape(2, -1, made.encoder.size)
    found = batch.planes_of(seen)
    assert [one.shape for one in found.values()] == [
        (2, seen.shape[1], *board.shape) for board in made.encoder.boards.values()
    ]
    together = np.concatenate([one.reshape(2 * seen.shape[1], -1) for one in found.values()], axis=1)
    assert [one.tobytes() for one in together] == made.expected[: len(together)]


@attrs.frozen
class Mistake:
    """`old` stands once in the source of the kernel, and becomes `new`; the positions of a game show it."""

    old: str
    new: str
    game: str

    def mutated(self) -> Any:
        """The module with the mistake."""
        text = inspect.getsource(planes)
        assert text.count(self.old) == 1, f"{self.old!r} is there {text.count(self.old)} times"
        module: Any = ModuleType("mutant")
        module.__package__ = planes.__package__
        exec(compile(text.replace(self.old, self.new), "mutant", "exec"), vars(module))
        return module


CASTLE, LORDS = "hrad", "vladci-podzemi"
MISTAKES = {
    "another place": Mistake("out[targets[at]]", "out[targets[at] - 1]", "classics/tic-tac-toe"),
    "every other number": Mistake("range(b.count)", "range(0, b.count, 2)", "classics/connect-four"),
    "states stay where a piece was": Mistake("range(b.blank_count)", "range(0)", CASTLE),
    "nothing is something": Mistake("out[b.blanks[at]] = 0.0", "out[b.blanks[at]] = 1.0", CASTLE),
    "pieces that lie elsewhere": Mistake(
        "vector[b.singles[first]] != 0.0", "vector[b.singles[first]] > -1.0", CASTLE
    ),
    "no states of single pieces": Mistake("range(b.single_count)", "range(0)", CASTLE),
    "every other single piece": Mistake("range(b.single_count)", "range(0, b.single_count, 2)", LORDS),
    "states of another piece": Mistake(
        "source = b.singles[first + 1]", "source = b.singles[first + 1] + 1", CASTLE
    ),
    "states of another cell": Mistake(
        "target = b.singles[first + 2]", "target = b.singles[first + 2] + 1", CASTLE
    ),
    "the first state only": Mistake("range(b.singles[first + 3])", "range(1)", CASTLE),
    "states in neighbouring cells": Mistake("apart = b.singles[first + 4]", "apart = 1", CASTLE),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_the_kernel_is_seen(name: str) -> None:
    mistake = MISTAKES[name]
    made = laid(mistake.game)
    pairs = zip(made.by_kernel(mistake.mutated()), made.expected, strict=True)
    assert any(one != other for one, other in pairs)


# ------------------------------------------------------------------------------ batches


def check(batch: Batch) -> None:
    """The planes of a batch are those of its observations."""
    for row, observation in enumerate(batch.observations):
        vector = array("f", observation.tobytes())
        for name, board in batch.encoder.boards.items():
            assert batch.planes[name][row].shape == board.shape
            assert batch.planes[name][row].tobytes() == board.of(vector).tobytes()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "off"])
def test_planes_follow_observations(autoreset: Reset, engine: str) -> None:
    batch = Batch(
        shipped_game("classics/tic-tac-toe"), 5, seed=2, planes=True, engine=engine, autoreset=autoreset
    )
    check(batch)
    for _ in range(8):
        batch.step_random()
        check(batch)
        rows = np.flatnonzero(batch.done)
        if autoreset == "off" and len(rows):
            batch.reset(rows)
            check(batch)
    again = Batch.load(batch.game, batch.save(), engine=engine)
    check(again)
    batch.play("random", 5)
    check(batch)
    batch.step_random() if autoreset != "off" else batch.reset()
    check(batch)
    batch.reset(seed=4)
    check(batch)


def test_threads_share_planes() -> None:
    one, three = (
        Batch(shipped_game("classics/connect-four"), 200, seed=2, threads=threads, planes=True)
        for threads in (1, 3)
    )
    for _ in range(20):
        one.step_random()
        three.step_random()
        assert one.planes["rack"].tobytes() == three.planes["rack"].tobytes()
    check(three)


def test_what_cannot_be() -> None:
    game = shipped_game("classics/tic-tac-toe")
    with pytest.raises(MatchError, match="leave out observe=False"):
        Batch(game, 2, planes=True, observe=False)
    batch = Batch(game, 2, planes=True)
    with pytest.raises(ValueError, match="read-only"):
        batch.planes["board"][0] = 1
    with pytest.raises(MatchError, match=r"shape \(2, 35\)"):
        batch.planes_of(np.zeros((2, 35)))
    with pytest.raises(MatchError, match=r"shape \(2, 9\)"):
        batch.planes_of(batch.masks.astype(np.float32))
    assert batch.planes_of(batch.observations[:0])["board"].shape == (0, 3, 3, 3)
    none = Batch(shipped_game("do-podzemi"), 2, planes=True)
    assert none.planes == none.planes_of(none.observations) == {}
