"""The classics in lockstep with OpenSpiel's own: who moves, what is legal, luck, who knows what, how it ends.

Without OpenSpiel these tests are skipped, loudly; under CI they fail.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Hashable
from typing import Any

import pytest

from ..amount import some
from .lockstep import AT_ONCE, CHANCE, INSTALLED, OVER, Pair, Walk
from .pairs import ALL, BLACKJACK, BREAKTHROUGH, CONNECT_FOUR, PIG, THREE_PLAYERS, TIC_TAC_TOE, WHOLE
from .test_counts import leaves

pytestmark = pytest.mark.usefixtures("_needed")

MATCHES = {"breakthrough": 30, "connect_four": 500, "pig": 100, "goofspiel": 300}
"""How many random matches; of short games there are more."""


@pytest.fixture
def _needed() -> None:
    if not INSTALLED:
        assert not os.environ.get("CI"), "OpenSpiel has to be installed for CI"
        pytest.skip("OpenSpiel is not installed: nothing was compared")


def step(walk: Walk, dice: random.Random) -> bool:
    """One move at random on both sides; False at the end."""
    player = walk.player()
    if player == OVER:
        return False
    if player == CHANCE:
        ways = [next(iter(found.items())) for _, found in walk.outcomes().values()]
        walk.go(dice.choice(ways))
    elif player == AT_ONCE:
        walk.go(*(dice.choice(list(walk.moves(one).items())) for one in range(walk.pair.players)))
    else:
        walk.go(dice.choice(list(walk.moves(player).items())))
    return True


@pytest.mark.parametrize("pair", ALL, ids=str)
def test_random_matches_go_the_same_way(pair: Pair) -> None:
    dice = random.Random(7)
    matches = MATCHES.get(pair.theirs, 1500)
    for _ in range(some(matches // 4, matches)):
        walk = pair.begin()
        while step(walk, dice):
            pass
        walk.compare_ends()


def our_knowledge(walk: Walk, player: int) -> str:
    """All that a player sees here: the view, and the log."""
    return json.dumps([walk.match.view(player), walk.match.log(player)])


@pytest.mark.parametrize("pair", WHOLE, ids=str)
def test_players_can_tell_apart_what_they_can_with_openspiel_and_no_more(pair: Pair) -> None:
    """The whole tree: a player of ours distinguishes two histories if and only if one of theirs does."""
    same = Same()
    nodes = [pair.begin()]
    while nodes:
        walk = nodes.pop()
        if walk.player() == OVER:
            walk.compare_ends()
        elif walk.player() != CHANCE:
            for player in range(pair.players):
                same.add((player, walk.told[player]), (player, our_knowledge(walk, player)))
        nodes += [child for _, child in walk.children()]
    assert same.size > 10


class Same:
    """Checks that two ways to name things are equivalent: neither has two names for one of the other."""

    def __init__(self) -> None:
        self.there: dict[Hashable, Hashable] = {}
        self.here: dict[Hashable, Hashable] = {}

    def add(self, theirs: Hashable, ours: Hashable) -> None:
        assert self.there.setdefault(theirs, ours) == ours, f"we tell apart what they do not:\n{theirs}"
        assert self.here.setdefault(ours, theirs) == theirs, f"they tell apart what we do not:\n{ours}"

    @property
    def size(self) -> int:
        return len(self.here)


def test_nobody_sees_what_others_choose_at_the_same_time() -> None:
    """Between two states of OpenSpiel's: whatever one player has bid, the others see the same."""
    dice = random.Random(3)
    told_apart = 0
    for _ in range(40):
        walk = THREE_PLAYERS.begin()
        for _ in range(dice.randrange(9)):
            step(walk, dice)
        while walk.player() not in (AT_ONCE, OVER):
            step(walk, dice)
        after = []
        for way in walk.moves(0).values() if walk.player() == AT_ONCE else ():
            later = walk.copy()
            later.match.choose(way[0])
            after.append(later)
        for player in (1, 2):
            assert len({our_knowledge(one, player) for one in after}) <= 1
        told_apart += len({our_knowledge(one, 0) for one in after}) == len(after) > 1
    assert told_apart > 20


@pytest.mark.parametrize("pair", [TIC_TAC_TOE, CONNECT_FOUR, BREAKTHROUGH], ids=str)
def test_positions_are_told_apart_alike(pair: Pair) -> None:
    """Two positions have one key if and only if they are one position of OpenSpiel's."""
    same = Same()
    dice = random.Random(3)
    for _ in range(40 if pair is BREAKTHROUGH else 250):
        walk = pair.begin()
        for _ in range(dice.randrange(9)):
            if not step(walk, dice):
                break
        if not walk.match.is_over:
            same.add(str(walk.state), walk.match.position_key())
    assert same.size > 10


def test_what_is_seen_in_pig_is_what_openspiel_shows() -> None:
    same = Same()
    dice = random.Random(3)
    for _ in range(20):
        walk = PIG.begin()
        while step(walk, dice):
            if walk.player() >= 0:
                same.add(walk.state.observation_string(0), json.dumps(walk.match.view(0)))
    assert same.size > 500


def test_what_is_seen_in_blackjack_is_what_openspiel_shows() -> None:
    """But for suits, which do not count, and the order in which cards came."""
    same = Same()
    dice = random.Random(3)
    for _ in range(300):
        walk = BLACKJACK.begin()
        while step(walk, dice):
            if walk.player() == 0:
                lines = re.findall("Cards: (.*)", walk.state.observation_string(0))
                cards = tuple(tuple(sorted(card[-1] for card in line.split())) for line in lines)
                same.add(cards, json.dumps(walk.match.view(0)))
    assert same.size > 300


@pytest.mark.parametrize(
    ("pair", "before", "moves"), [(CONNECT_FOUR, 22, 4), (BREAKTHROUGH, 40, 2), (TIC_TAC_TOE, 3, 6)], ids=str
)
def test_there_are_as_many_ways_to_go_on(pair: Pair, before: int, moves: int) -> None:
    """From the middle of random matches, where columns are full and pawns meet."""
    dice = random.Random(5)
    for _ in range(5):
        walk = pair.begin()
        for _ in range(before):
            step(walk, dice)
        engine = walk.match.rules.engine
        assert leaves(engine, walk.match.memory, moves * pair.choices) == theirs(walk.state, moves)


def theirs(state: Any, moves: int) -> int:
    """The number of ways to make a number of moves in OpenSpiel."""
    if state.is_terminal() or moves == 1:
        return len(state.legal_actions())
    return sum(theirs(state.child(action), moves - 1) for action in state.legal_actions())
