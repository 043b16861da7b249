"""Matches that begin in a memory that somebody has forged, with the right checksum: each is refused, or it is played,
seen and told as any other, with the same bytes on both engines.
"""

from __future__ import annotations

import base64
import json
import random
import zlib
from array import array
from collections.abc import Callable
from typing import Any

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, MatchError, SaveError
from rulewright.interpreter.ir import ACTOR, CellKind
from rulewright.interpreter.match.records.record import _sealed
from rulewright.interpreter.memory.words import Memory

from ..amount import some
from ..battery.games import Shipped, game_of

GAMES = (
    "classics/cant-stop",
    "classics/goofspiel",
    "classics/love-letter",
    "cookbook/action-points",
    "do-podzemi",
)
EXTREMES = (-(2**63), -(2**32), -2, -1, 0, 1, 2, 3, 7, 31, 63, 64, 2**31, 2**62, 2**63 - 1)


def forged(match: Match, m: Memory) -> str:
    """The save of a match that seems to have begun in a memory."""
    data = {
        key: value
        for key, value in json.loads(match.record()).items()
        if key not in ("check", "chosen", "over")
    }
    start = base64.b85encode(zlib.compress(m.tobytes(), 1)).decode("ascii")
    return json.dumps(_sealed({**data, "actions": [], "start": start}))


def partway(game: Game, dice: random.Random, most: int = 40) -> Match:
    match = Match(game, dice.randint(*game.players), dice.getrandbits(30), engine="python")
    for _ in range(dice.randrange(most)):
        if not match.is_over:
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)
    return match


def damage(m: Memory, stacks: int, dice: random.Random) -> None:
    """Changes a few cells, mostly some that are in use."""
    used = [address for address, value in enumerate(m) if value]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        busy = [address for address in used if address >= stacks or dice.random() < 0.2] or used
        at = dice.choice(busy) if dice.random() < 0.8 else dice.randrange(len(m))
        bit = m[at] ^ 1 << dice.randrange(63)
        near = max(-(2**63), min(2**63 - 1, m[at] + dice.choice((-2, -1, 1, 2))))
        m[at] = dice.choice((dice.choice(EXTREMES), near, bit, dice.randrange(len(m)), dice.choice(m)))


def played(game: Game, save: str, engine: str, seed: int) -> list[Any]:
    """What comes of a save on an engine, or how it is refused."""
    dice, told = random.Random(seed), list[Any]()
    try:
        match = Match.load(game, save, engine=engine)
        for reader in (None, 0):
            told += match.view(reader), match.log(reader), match.objects(reader)
        told.append(match.position_key())
        for _ in range(20):
            if not match.is_over:
                assert match.decisions, "it is not over, and nobody decides"
                decision = dice.choice(match.decisions)
                match.choose(dice.choice(decision.options).number, decision.player)
        told += match.memory.tobytes(), match.log(0)
    except MatchError as error:
        told.append(str(error))
    return told


@pytest.mark.parametrize("name", GAMES)
def test_a_forged_beginning(name: str) -> None:
    game, dice = game_of(Shipped(name)), random.Random(name)
    for number in range(some(60, 5_000)):
        match = partway(game, dice)
        m = array("q", match.memory)
        damage(m, match.rules.lowered.program.layout.stacks, dice)
        save = forged(match, m)
        assert played(game, save, "native", number) == played(game, save, "python", number), save


# --------------------------------------------------------------------------- one by one


def refused(match: Match, change: Callable[[Memory], None]) -> bool:
    m = array("q", match.memory)
    change(m)
    try:
        Match.load(match.game, forged(match, m))
    except SaveError as error:
        return "impossible" in str(error)
    return False


def uppermost(match: Match) -> int:
    """The address of the frame that waits in the first strand."""
    return match.memory[match.rules.lowered.program.layout.stacks]


def held(match: Match, kind: CellKind) -> int:
    """The address of a register of a kind in the uppermost frame, where there is one."""
    rules, frame = match.rules, uppermost(match)
    entry = rules.engine.plan.entry(match.memory[frame + 1])
    assert entry is not None
    kinds = rules.lowered.program.procedures[entry.procedure].kinds
    slots = rules.engine.plan.frames[entry.procedure].slots
    return next((frame + slots[one].offset for one in entry.held if kinds[one] is kind), -1)


def with_held(kind: CellKind, *names: str) -> tuple[Match, int]:
    """A match with a register of a kind in its uppermost frame, and its address."""
    for name in names:
        for seed in range(40):
            match = partway(game_of(Shipped(name)), random.Random(seed))
            if not match.is_over and (address := held(match, kind)) >= 0:
                return match, address
    raise AssertionError(f"no register holds {kind}")


def put(address: int, value: int) -> Callable[[Memory], None]:
    def change(m: Memory) -> None:
        m[address] = value

    return change


def test_what_is_not_changed_is_taken() -> None:
    match, address = with_held(CellKind.NUMBER, "classics/gem-merchants")
    assert not refused(match, put(address, match.memory[address]))


@pytest.mark.parametrize("value", [-1, 4, 2**62, -(2**63)])
def test_a_number_that_the_rules_never_make(value: int) -> None:
    """Engines do not check an index that such a number, as the rules make it, can never lead astray."""
    match, address = with_held(CellKind.NUMBER, "classics/gem-merchants")
    assert refused(match, put(address, value))


def test_a_choice_by_nobody() -> None:
    match, address = with_held(CellKind.PLAYER, "classics/gem-merchants")
    assert refused(match, put(address, -1))


def test_a_match_that_waits_for_nothing() -> None:
    """Its uppermost frame waits for the end of another one."""
    match, frame = None, 0
    for seed in range(60):
        match = partway(game_of(Shipped("do-podzemi")), random.Random(seed))
        if not match.is_over and match.memory[frame := uppermost(match)]:
            break
    assert match is not None
    layout = match.rules.lowered.program.layout

    def change(m: Memory) -> None:
        m[layout.stacks] = m[frame]
        for address in range(frame, layout.stacks + layout.stack):
            m[address] = 0

    assert refused(match, change)


def test_a_circle_of_frames_in_a_match_that_is_over() -> None:
    """`position_key` would walk around in it for ever."""
    dice = random.Random(1)
    match = partway(game_of(Shipped("classics/tic-tac-toe")), dice)
    while not match.is_over:
        match.choose(dice.choice(match.decision.options))
    stack = match.rules.lowered.program.layout.stacks

    def change(m: Memory) -> None:
        m[stack : stack + 3] = array("q", [stack + 1, stack + 1, 2])

    assert refused(match, change)


def test_cells_that_are_free_in_a_frame() -> None:
    for seed in range(60):
        match = partway(game_of(Shipped("do-podzemi")), random.Random(seed))
        frame, plan = uppermost(match), match.rules.engine.plan
        entry = plan.entry(match.memory[frame + 1]) if frame else None
        if entry is None:
            continue
        known = plan.frames[entry.procedure]
        used = {
            known.slots[one].offset + word for one in entry.held for word in range(known.slots[one].words)
        }
        for offset in set(range(2, known.size)) - used:
            assert refused(match, put(frame + offset, 1))
            return
    raise AssertionError("every cell of every frame is in use")


def test_knowledge_of_what_is_not_a_piece() -> None:
    match = Match(game_of(Shipped("do-podzemi")), 2)
    layout = match.rules.lowered.program.layout
    assert refused(match, put(layout.knows + layout.piece_words - 1, -(2**63)))


def test_somebody_acts_who_is_not_in_the_match() -> None:
    assert refused(Match(game_of(Shipped("do-podzemi")), 2), put(ACTOR, 2))
