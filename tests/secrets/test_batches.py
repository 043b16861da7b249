"""What players get from a batch does not change when only what is hidden from them is dealt anew."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.bots.routines import python_routines
from rulewright.interpreter.kernels import vectors
from rulewright.interpreter.kernels.machine import PlainMaker
from rulewright.interpreter.learning.batch import Batch
from rulewright.interpreter.match.output.encoding.encoder import Encoder

from ..interpreter.small_games import shipped_game

SECRETIVE = (
    "classics/leduc-poker",
    "classics/love-letter",
    "classics/fireworks",
    "cookbook/backs",
    "cookbook/secret-orders",
    "do-podzemi",
)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_vector_does_not_depend_on_what_is_hidden(name: str) -> None:
    """In one buffer, where first the one world and then the other is written: what has changed in between would
    show."""
    game, dice = shipped_game(name), random.Random(name)
    match = Match(game, game.players[0], 4)
    encoder = Encoder(match)
    maker = PlainMaker()
    tables = encoder.tables(maker)
    v, w, past, out = tables.vectors(), tables.writing(), tables.past(), maker.singles(encoder.size)
    player = python_routines(match.rules, match.rules.tiers.python).player
    compared = differing = 0
    while not match.is_over and compared < 60:
        for reader in range(len(match.players)):
            found = []
            for world in (match, match.determinize(reader, dice.getrandbits(32))):
                m = world.position.seen_by(reader).memory
                vectors.write_vector(v, w, m, reader, vectors.UNKNOWN, [], player, [], out, past)
                found.append(bytes(out))  # type: ignore[call-overload]
                differing += world.snapshot() != match.snapshot()
            assert found[0] == found[1]
            compared += 1
        one = dice.choice(match.pending())
        match.take(one.strand, dice.choice(match.legal(one.strand)))
    assert differing  # there were other worlds


@pytest.mark.parametrize("name", ["hrad", "priseri", "vladci-podzemi", "cookbook/secret-set-up"])
def test_planes_do_not_depend_on_what_is_hidden(name: str) -> None:
    """Each row is dealt anew for its reader: what is seen then in a batch is as it was."""
    game, dice = shipped_game(name), random.Random(name)
    match = Match(game, game.players[0], 4)
    encoder = Encoder(match)
    batch = Batch(game, 1, game.players[0], engine="python", observe=False)
    worlds: list[tuple[array[float], array[float]]] = []
    while not match.is_over and len(worlds) < 60:
        if len(match.journal) % 5 == 0:
            for reader in range(len(match.players)):
                other = match.determinize(reader, dice.getrandbits(32))
                if other.snapshot() != match.snapshot():
                    worlds.append((encoder.vector(match, reader), encoder.vector(other, reader)))
        one = dice.choice(match.pending())
        match.take(one.strand, dice.choice(match.legal(one.strand)))
    assert len(worlds) > 10
    here, there = (batch.planes_of(np.array(side, np.float32)) for side in zip(*worlds, strict=True))
    assert here.keys() == encoder.boards.keys()
    for board in here:
        assert here[board].tobytes() == there[board].tobytes()


def test_only_the_state_for_a_critic_shows_everything() -> None:
    """Of two rows that look the same to a player, only `state` tells the difference."""
    batch = Batch(shipped_game("classics/kuhn-poker"), 64, 2, seed=1, engine="auto")
    mine, whole = batch.observe(0), batch.state()
    alike: dict[bytes, set[bytes]] = {}
    for row in range(64):
        alike.setdefault(mine[row].tobytes(), set()).add(whole[row].tobytes())
    assert len(alike) == 3  # the card that player 1 holds
    assert all(len(worlds) == 2 for worlds in alike.values())  # and that of player 2
