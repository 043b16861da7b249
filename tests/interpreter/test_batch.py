"""Matches that are stepped together: each row is a match like any other, in machine code as in Python."""

from __future__ import annotations

import random

import numpy as np
import pytest
import rulewright
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.ir import NONE
from rulewright.interpreter.learning.batch import Batch
from rulewright.interpreter.match.errors import (
    BrokenRulesError,
    IllegalChoiceError,
    MatchError,
    SaveError,
    SetupError,
    StaleSaveError,
)

from ..amount import sample, some
from ..battery.games import Shipped, all_shipped, loaded
from .small_games import shipped_game, small_game

ENGINES = ("python", "auto")


def as_match(batch: Batch, row: int) -> Match:
    """Checks that a row is the match that it says it is."""
    match = batch.match(row)
    assert match.snapshot() == batch.memory(row)
    assert len(match.journal) == batch.decisions[row]
    assert match.seed == batch.seeds[row]
    encoder = batch.encoder
    if match.is_over:
        assert not batch.masks[row].any()
        return match
    decision = match.pending()[0]
    assert batch.players[row] == decision.player
    reader = None if decision.player == NONE else decision.player
    vector = encoder.vector(match, reader)
    assert vector.tobytes() == batch.observations[row].tobytes()
    for name, planes in batch.planes.items():
        assert planes[row].tobytes() == encoder.boards[name].of(vector).tobytes()
    space = encoder.actions
    offset = len(space.numbers)
    indexes = {**space.indexes, **{one: offset + at for one, at in space.chance_indexes.items()}}
    legal = {indexes[number] for number in match.legal(decision.strand)}
    assert legal == set(np.flatnonzero(batch.masks[row]).tolist())
    return match


def follow(game: Game, players: int, engine: str, steps: int, *, explicit_chance: bool = False) -> None:
    """Steps some matches, and looks at them now and then."""
    batch = Batch(
        game,
        6,
        players,
        seed=5,
        engine=engine,
        explicit_chance=explicit_chance,
        autoreset="next-step",
        planes=True,
    )
    assert batch.planes.keys() == batch.encoder.boards.keys()
    assert batch.engine == ("python" if engine == "python" else "native")
    dice = random.Random(3)
    for number in range(steps):
        before = batch.decisions.copy()
        batch.step_random()
        ended = batch.done | batch.truncated
        for row in range(6):
            if ended[row]:
                match = as_match(batch, row)
                assert match.is_over == batch.done[row]
                expected = [0.0] * players if not match.is_over else [*(match.scores or match.result or ())]
                assert batch.rewards[row].tolist() == expected
                assert batch.decisions[row] == before[row] + 1
            else:
                assert not batch.rewards[row].any()
        if number % 7 == 0:
            row, reader = dice.randrange(6), dice.randrange(players)
            match = as_match(batch, row)
            seen = batch.observe(reader)
            vector = batch.encoder.vector(match, reader)
            assert vector.tobytes() == seen[row].tobytes()
            for name, planes in batch.planes_of(seen).items():
                assert planes[row].tobytes() == batch.encoder.boards[name].of(vector).tobytes()
            assert batch.encoder.state(match).tobytes() == batch.state()[row].tobytes()


@pytest.mark.parametrize("case", sample([one for one in all_shipped() if not one.variants], 16), ids=str)
def test_a_shipped_game(case: Shipped) -> None:
    game = loaded(case)[0]
    for players in {game.players[0], game.players[1]}:
        follow(game, players, "auto", some(40, 300))


@pytest.mark.parametrize("case", sample([one for one in all_shipped() if not one.variants], 6), ids=str)
def test_a_shipped_game_with_explicit_luck(case: Shipped) -> None:
    game = loaded(case)[0]
    follow(game, game.players[0], "auto", some(40, 200), explicit_chance=True)


@pytest.mark.parametrize("explicit_chance", [False, True])
@pytest.mark.parametrize("name", ["do-podzemi", "classics/goofspiel", "cookbook/secret-orders"])
def test_python_steps_as_machine_code_does(name: str, explicit_chance: bool) -> None:
    game = shipped_game(name)
    made = [
        Batch(game, 5, 2, seed=9, engine=one, explicit_chance=explicit_chance, finals=True) for one in ENGINES
    ]
    python, native = made
    assert (python.engine, native.engine) == ("python", "native")
    for _ in range(60):
        assert python.step_random().tolist() == native.step_random().tolist()
        for name in (
            "observations",
            "masks",
            "players",
            "rewards",
            "done",
            "truncated",
            "decisions",
            "seeds",
        ):
            assert getattr(python, name).tolist() == getattr(native, name).tolist(), name
        assert python.final_observations.tobytes() == native.final_observations.tobytes()


def test_any_number_of_threads_does_the_same() -> None:
    game = shipped_game("do-podzemi")
    one, three = (Batch(game, 200, 3, seed=2, threads=threads) for threads in (1, 3))
    for _ in range(30):
        assert one.step_random().tolist() == three.step_random().tolist()
        assert one.observations.tobytes() == three.observations.tobytes()
        assert one.masks.tobytes() == three.masks.tobytes()
    assert one.memory(199) == three.memory(199)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_illegal_action_changes_nothing(engine: str) -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 4, engine=engine)
    batch.step([0, 1, 2, 3])
    before = [batch.memory(row) for row in range(4)], batch.observations.tobytes(), batch.decisions.tolist()
    with pytest.raises(IllegalChoiceError, match=r"row 2: action 2 cannot be chosen: .*a1"):
        batch.step([4, 4, 2, 4])
    with pytest.raises(IllegalChoiceError, match=r"row 1: there is no action 9 .*0 to 8"):
        batch.step([4, 9, 4, 4])
    with pytest.raises(IllegalChoiceError, match="row 0: there is no action -1"):
        batch.step([-1, 4, 4, 4])
    with pytest.raises(MatchError, match="one for each of 4 rows"):
        batch.step([4, 4])
    with pytest.raises(MatchError, match="whole numbers"):
        batch.step([4.0, 4.0, 4.0, 4.0])
    assert before == (
        [batch.memory(row) for row in range(4)],
        batch.observations.tobytes(),
        batch.decisions.tolist(),
    )


def test_arrays_are_views_of_one_block_that_nobody_writes_to() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 4)
    seen = batch.observations
    blocks = {id(one.base.base if one.base is not None else None) for one in batch.step([0, 0, 0, 0])}
    assert len(blocks) == 1
    assert batch.observations is seen
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = True


def test_the_next_match_begins_in_the_same_step() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 2, seed=4, finals=True)
    same = Batch(shipped_game("classics/tic-tac-toe"), 2, seed=4, autoreset="next-step")
    while not batch.done[0]:
        chosen = batch.step_random()
        same.step(chosen)
    assert batch.decisions[0] == 0
    assert batch.masks[0].all()
    assert abs(batch.rewards[0]).sum() in (0, 2)
    assert batch.final_observations[0].tobytes() == same.observations[0].tobytes()
    assert same.match(0).is_over
    same.step(
        np.where(same.done, 8, same.masks.argmax(axis=1))
    )  # of a match that is over, the action does not matter
    assert same.decisions[0] == 0
    assert not same.done[0]
    assert not same.rewards[0].any()
    assert same.seeds[0] == batch.seeds[0]


@pytest.mark.parametrize("engine", ["python", "auto"])
@pytest.mark.parametrize("name", ["classics/leduc-poker", "do-podzemi"])
def test_what_was_seen_before_is_gone_when_a_match_begins(name: str, engine: str) -> None:
    batch = Batch(shipped_game(name), 4, seed=2, engine=engine)
    begun = 0
    while begun < 6:
        batch.step_random()
        for row in np.flatnonzero(batch.done).tolist():
            as_match(batch, row)
            begun += 1


def test_a_row_begins_when_it_is_told_to() -> None:
    batch = Batch(shipped_game("classics/tic-tac-toe"), 2, seed=4, autoreset="off")
    while not batch.done.any():
        batch.step_random()
    row = int(batch.done.argmax())
    with pytest.raises(IllegalChoiceError, match=f"row {row}: the match is over .*reset"):
        batch.step(batch.masks.argmax(axis=1))
    ended = batch.memory(row)
    batch.step_random()  # leaves it alone
    assert batch.memory(row) == ended
    other = batch.memory(1 - row)
    batch.reset([row])
    assert batch.decisions[row] == 0
    assert batch.memory(1 - row) == other
    batch.reset(np.array([True, True]))
    assert batch.decisions.tolist() == [0, 0]


def test_a_seed_makes_it_as_new() -> None:
    batch = Batch(shipped_game("do-podzemi"), 8, seed=1)
    first = batch.observations.copy(), batch.seeds.copy()
    for _ in range(30):
        batch.step_random()
    batch.reset(seed=1)
    assert (batch.observations == first[0]).all()
    assert (batch.seeds == first[1]).all()
    batch.reset(seed=2)
    assert (batch.seeds != first[1]).all()
    assert len(set(batch.seeds.tolist())) == 8
    with pytest.raises(MatchError, match="a seed is for all rows"):
        batch.reset([0], seed=3)


def test_it_begins_with_the_options_of_the_set_up() -> None:
    batch = Batch(shipped_game("do-podzemi"), 2, ["Ann", "Bob"], {"starting hero": "mage"})
    assert batch.match(1).players == ("Ann", "Bob")
    assert batch.match(1).options == {"starting hero": "mage"}
    assert batch.match(1).snapshot() == batch.memory(1)
    with pytest.raises(SetupError):
        Batch(shipped_game("do-podzemi"), 2, 9)
    with pytest.raises(SetupError):
        Batch(shipped_game("do-podzemi"), 2, options={"hero": "mage"})
    with pytest.raises(SetupError):
        Batch(shipped_game("do-podzemi"), 0)
    with pytest.raises(MatchError, match="same-step, next-step, off"):
        Batch(shipped_game("do-podzemi"), 2, autoreset="never")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
def test_decisions_without_a_choice_are_taken(engine: str) -> None:
    game = shipped_game("do-podzemi")
    batch = Batch(game, 3, 2, seed=1, forced="take", engine=engine)
    for _ in range(60):
        batch.step_random()
        for row in range(3):
            match = batch.match(row)
            assert match.snapshot() == batch.memory(row)
            assert not match.position.is_forced(match.pending()[0])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["do-podzemi", "classics/goofspiel"])
def test_a_saved_batch_goes_on(name: str, engine: str) -> None:
    game = shipped_game(name)
    batch = Batch(game, 5, 2, seed=6, engine=engine)
    for _ in range(25):
        batch.step_random()
    again = Batch.load(game, batch.save(), engine="auto")
    for _ in range(40):
        for array in ("observations", "masks", "players", "rewards", "done", "decisions", "seeds"):
            assert (getattr(batch, array) == getattr(again, array)).all(), array
        assert batch.step_random().tolist() == again.step_random().tolist()
    assert [batch.memory(row) for row in range(5)] == [again.memory(row) for row in range(5)]


def test_a_damaged_batch_is_refused() -> None:
    game = shipped_game("do-podzemi")
    batch = Batch(game, 3, 2, seed=6)
    for _ in range(10):
        batch.step_random()
    saved = batch.save()
    with pytest.raises(SaveError):
        Batch.load(game, saved[: len(saved) // 2])
    with pytest.raises(SaveError):
        Batch.load(game, b"nothing of the sort")
    with pytest.raises(StaleSaveError):
        Batch.load(shipped_game("classics/tic-tac-toe"), saved)
    batch._journals[1, 0] = 99_999  # an action that there is not
    with pytest.raises(SaveError, match="row 1: its actions cannot be taken"):
        Batch.load(game, batch.save())


@pytest.mark.parametrize("engine", ENGINES)
def test_rules_that_go_wrong_say_in_which_row(engine: str) -> None:
    batch = Batch(small_game("faulty"), 40, seed=2, engine=engine)

    def play() -> None:
        for _ in range(400):
            batch.step_random()

    with pytest.raises(BrokenRulesError) as wrong:
        play()
    assert "in row " in wrong.value.__notes__[0]
    with pytest.raises(BrokenRulesError) as again:
        Match.replay(batch.game, wrong.value.record)
    assert again.value.fault_code == wrong.value.fault_code
    assert batch.truncated.any()


def test_luck_that_is_explicit_has_a_seat() -> None:
    batch = Batch(shipped_game("classics/kuhn-poker"), 64, explicit_chance=True)
    assert (batch.players == NONE).all()
    assert not batch.masks[:, : len(batch.encoder.actions.numbers)].any()
    assert (batch.step_random() >= len(batch.encoder.actions.numbers)).all()


def test_others_see_what_they_may() -> None:
    batch = Batch(shipped_game("do-podzemi"), 16, 2, seed=3)
    readers = np.arange(16) % 2
    seen = batch.observe(readers)
    for row in range(16):
        assert seen[row].tobytes() == batch.encoder.vector(batch.match(row), row % 2).tobytes()
    out = np.zeros_like(seen)
    assert batch.observe(readers, out) is out
    assert (out == seen).all()
    for wrong in (2, -1, -2):
        with pytest.raises(MatchError):
            batch.observe(wrong)
    with pytest.raises(MatchError):
        batch.observe(np.full(16, -2))
    with pytest.raises(MatchError, match="float32"):
        batch.observe(0, np.zeros((16, 3), np.float32))
    with pytest.raises(MatchError, match="no row 16"):
        batch.match(16)


def test_without_machine_code_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.interpreter.match.setup import tiers

    game = rulewright.loads(
        "rulewright: 2\ngame: tiny\nplayers: 2\nflow:\n  - phase: end\n    turns: clockwise from "
        "player 1, each player, once each\n    options:\n      win: {do: the player wins}\n",
        name="tiny.yaml",
    )
    monkeypatch.setattr(tiers, "unavailable", lambda: "there is none")
    with pytest.warns(UserWarning, match="steps in Python, .*there is none"):
        batch = Batch(game, 2, engine="auto")
    assert batch.engine == "python"
    assert batch.why_engine == "there is none"
    batch.step([0, 0])
    assert batch.done.all()
