"""Saves that were altered and have the right checksum: each is refused, or can be played like any other match."""

from __future__ import annotations

import base64
import contextlib
import json
import zlib
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, MatchError, SaveError
from rulewright.interpreter.match.records.record import _sealed

from .small_games import small_game

SIGNS, FAULTY = small_game("signs"), small_game("faulty")
ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    3.5,
    10**30,
    "x",
    [],
    [[]],
    {},
    [None],
    [-1],
    [10**30],
    [[1, 2]],
    [[-5, 3]],
    [[99, 3]],
    ["A"],
)


def played(match: Match, choices: list[int]) -> Match:
    for number in choices:
        if match.is_over:
            break
        decision = match.decisions[number % len(match.decisions)]
        try:
            match.choose(decision.options[number % len(decision.options)], decision.player)
        except MatchError:
            continue  # a fault of the rules
    return match


def load(match: Match, **changes: Any) -> Match:
    """Loads the match's save with some of it changed; what comes out must bear to be looked at."""
    data = {**json.loads(match.save()), **changes}
    data.pop("check")
    loaded = Match.load(
        match.game, json.dumps(_sealed({key: data[key] for key in data if data[key] != "absent"}))
    )
    loaded.view(0), loaded.log(0), loaded.position_key()
    return played(loaded, [0, 1, 2])


def altered(match: Match, at: int, value: int) -> str:
    memory = array("q", match.memory)
    memory[at % len(memory)] = value
    return base64.b85encode(zlib.compress(memory.tobytes())).decode("ascii")


@given(
    st.sampled_from([SIGNS, FAULTY]),
    st.lists(st.integers(0, 9), max_size=6),
    st.integers(0, 10_000),
    st.one_of(st.integers(-3, 70), st.integers(-(1 << 63), (1 << 63) - 1)),
    st.booleans(),
)
def test_an_altered_memory(game: Game, choices: list[int], at: int, value: int, as_start: bool) -> None:
    match = played(Match(game, 2), choices)
    memory = altered(match, at, value)
    unchanged = memory == altered(match, 0, match.memory[0])
    try:
        load(
            match,
            **({"start": memory, "memory": "absent", "actions": []} if as_start else {"memory": memory}),
        )
    except MatchError:
        assert not unchanged
    else:
        assert as_start or unchanged


@pytest.mark.parametrize("key", json.loads(Match(SIGNS, 2).save()))
def test_parts_of_the_wrong_type(key: str) -> None:
    match = played(Match(SIGNS, 2), [1, 2, 3])
    for value in ODD:
        with contextlib.suppress(MatchError):  # refused, or another match that can be played
            load(match, **{key: value})


def test_half_a_character() -> None:
    """JSON can write what is no text: nothing can be made of it, not even the checksum."""
    save = Match(SIGNS, 2).save()
    with pytest.raises(SaveError, match="altered"):
        Match.load(SIGNS, save.replace("Player 1", "\\ud800"))


def test_a_position_that_its_actions_do_not_lead_to() -> None:
    match = played(Match(SIGNS, 2), [1])
    with pytest.raises(SaveError, match="do not lead to"):
        load(match, actions=[])


def test_a_position_that_was_set_by_hand_is_kept() -> None:
    match = played(Match(SIGNS, 2), [1])
    match.forget_history()
    played(match, [2, 0])
    assert Match.load(SIGNS, match.save()).snapshot() == match.snapshot()
