"""Going back never replays the whole match, and is as exact as if it did.

The oracle is a match that was only ever played forwards. Kept positions are close together here, so a short match has
many of them.
"""

from __future__ import annotations

import base64
import contextlib
import json
import pickle
import random
import zlib
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, SaveError
from rulewright.interpreter.match.output.log.line import LogLine
from rulewright.interpreter.match.output.log.transcript import EVERY
from rulewright.interpreter.match.records.record import _sealed
from rulewright.interpreter.match.secrecy.observations import FIRST_REPLAYED, ObservedPast, PlayerObservations
from rulewright.interpreter.match.state import checkpoints, history
from rulewright.interpreter.match.state.history import History

from ..amount import sample, some
from .small_games import shipped_game, small_game

SHIPPED = (
    "do-podzemi",
    "hrad",
    "classics/rock-paper-scissors",
    "classics/love-letter",
    "classics/leduc-poker",
    "classics/goofspiel",
    "classics/six-takes",
    "classics/connect-four",
)

SMALL = ("lessons", "signs", "bluff", "heist", "parley", "trail", "duel", "harvest", "endless")


def game_named(name: str) -> Game:
    return small_game(name) if name in SMALL else shipped_game(name)


GAMES = pytest.mark.parametrize("name", [*SHIPPED, *SMALL])


@pytest.fixture(autouse=True)
def close_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "SPACING", 4)
    monkeypatch.setattr(checkpoints, "PLAIN", 3)
    monkeypatch.setattr(history, "LATEST", 2)


def play(match: Match, dice: random.Random, most: int) -> None:
    for _ in range(most):
        if match.is_over:
            return
        decision = dice.choice(match.decisions)
        match.choose(dice.choice(decision.options), decision.player)


def readers(match: Match) -> Iterator[int | None]:
    yield None
    yield from range(len(match.players))


def forwards(match: Match) -> Match:
    """The same match, played forwards without a look at anything."""
    chance = match.rules.lowered.program.explicit_chance
    plain = Match(match.game, match.players, match.seed, match.options, explicit_chance=chance)
    for entry in match.journal:
        plain.take(entry.strand, entry.action)
    return plain


def standing(match: Match) -> dict[str, Any]:
    """Where a match stands."""
    at = match.position
    return {
        "memory": match.snapshot(),
        "fork": at.fork,
        "answers": tuple(at.answers),
        "decisions": match.decisions,
    }


def told(match: Match) -> dict[str, Any]:
    """What is derived from the past of a match."""
    return {
        "logs": [match.log(reader, language) for reader in readers(match) for language in ("en", "cs")],
        "parts": [match.log_parts(reader) for reader in readers(match)],
        "events": [match.events(reader) for reader in readers(match)],
        "objects": [match.objects(reader) for reader in readers(match)],
        "known": [match.choices_known(reader) for reader in readers(match)],
        "asks": [one.ask(language) for one in match.decisions for language in ("en", "cs")],
        "deciders": match.deciders(),
        "reached": match.reached(),
        "turns": match.turns(),
        "lines": list(match.log_lines()),
    }


@GAMES
@pytest.mark.parametrize("chance", [False, True])
def test_a_match_that_goes_back_and_forth_is_one_that_was_played_forwards(name: str, chance: bool) -> None:
    game = game_named(name)
    for seed in sample(range(3), 1):
        dice = random.Random(f"{name} {seed}")
        match = Match(game, dice.randint(*game.players), seed, explicit_chance=chance)
        for _ in range(6):
            play(match, dice, dice.randrange(25))
            if dice.random() < 0.5:
                told(match)
            if dice.random() < 0.3:
                match.back_to(dice.randint(0, len(match.journal)))
            for _ in range(dice.randrange(12)):
                if match.journal:
                    match.undo()
            if dice.random() < 0.3:
                match = match.clone() if dice.random() < 0.5 else pickle.loads(pickle.dumps(match))
            plain = forwards(match)
            assert standing(match) == standing(plain)
        assert told(match) == told(plain)
        step = max(0, len(match.journal) - 5)
        assert match.revelations(step) == plain.revelations(step)


@GAMES
def test_every_position_of_the_past_is_the_one_that_was_played(name: str) -> None:
    game = game_named(name)
    match, seen = Match(game, game.players[1], 5), []
    dice = random.Random(5)
    for _ in range(60):
        seen.append(standing(match))
        if match.is_over:
            break
        play(match, dice, 1)
    for count in dice.sample(range(len(seen)), min(len(seen), 20)):
        copy = match.clone() if dice.random() < 0.5 else pickle.loads(pickle.dumps(match))
        copy.back_to(count)
        assert standing(copy) == seen[count]


@GAMES
def test_who_has_decided_is_the_same_in_any_order_of_asking(name: str) -> None:
    game, dice = game_named(name), random.Random(9)
    match = Match(game, game.players[1], 9)
    made: list[int] = []
    while len(made) < 50 and not match.is_over:
        decision = dice.choice(match.decisions)
        made.append(decision.player)
        match.choose(dice.choice(decision.options), decision.player)
    numbers = dice.sample(range(len(made)), len(made))
    assert [match.history.decider(number) for number in numbers] == [made[number] for number in numbers]
    assert match.deciders() == made


def test_a_long_match_keeps_few_positions_uncompressed_and_sends_fewer() -> None:
    match = Match(shipped_game("classics/pig"), 2, 3)
    dice = random.Random(1)
    while len(match.journal) < 100 and not match.is_over:
        match.choose("roll" if dice.random() < 0.5 else match.decision.options[-1])
    kept = list(match.history.checkpoints)
    assert [mark.count for mark in kept] == list(range(4, len(match.journal) + 1, 4))
    assert sum(not isinstance(mark.memory, bytes) for mark in kept) == checkpoints.PLAIN
    sent = match.history.checkpoints.spread(len(match.journal))
    assert 2 <= len(sent) <= 6
    assert len(match.journal) - sent[-1].count <= 4


@GAMES
def test_a_log_read_in_pieces_is_the_log_read_as_a_whole(name: str) -> None:
    """Each reader reads as the match goes on, and again after going back; `since` leaves out what came before."""
    game = game_named(name)
    for seed in sample(range(11, 14), 1):
        dice = random.Random(seed)
        match = Match(game, game.players[1], seed)
        for _ in range(40):
            play(match, dice, dice.randrange(4))
            for _ in range(dice.choice([0, 0, 0, 1, 4])):
                if match.journal:
                    match.undo()
            reader, since = dice.choice([*readers(match)]), dice.randrange(len(match.journal) + 2)
            whole = forwards(match)
            assert match.log(reader, since=since) == whole.log(reader, since=since)
            assert match.log(reader) == whole.log(reader)
            number = dice.randrange(len(whole.events(reader)) + 2)
            assert match.events(reader, number) == whole.events(reader)[number:]
            assert match.choices_known(reader) == whole.choices_known(reader)
            assert list(match.log_lines(since)) == [
                line for line in whole.log_lines() if line.step >= since or since <= 0
            ]


class Work:
    """Counts the actions that are carried out again, and the texts that are made for the log."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.actions = self.texts = 0
        act, text = History.carry_out, LogLine.text

        def carry_out(*arguments: Any) -> None:
            self.actions += 1
            act(*arguments)

        def made(*arguments: Any) -> str:
            self.texts += 1
            return text(*arguments)

        monkeypatch.setattr(History, "carry_out", carry_out)
        monkeypatch.setattr(LogLine, "text", made)

    def of(self, do: Callable[[], object]) -> tuple[int, int]:
        self.actions = self.texts = 0
        do()
        return self.actions, self.texts


def endless(length: int, seed: int = 1) -> Match:
    """A match of this many decisions."""
    match, dice = Match(small_game("endless"), 2, seed), random.Random(seed)
    while len(match.journal) < length:
        one = dice.choice(match.decisions)
        options = [option for option in one.options if option.name != "end"]
        match.choose(dice.choice(options), one.player)
    return match


@pytest.mark.parametrize("length", [40, 400, 1200])
def test_the_work_does_not_grow_with_the_match(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    work, match = Work(monkeypatch), endless(length)
    near = (
        3 * checkpoints.SPACING
    )  # kept positions are up to twice as far apart while players act simultaneously
    assert work.of(match.clone().undo)[0] == 0
    assert work.of(lambda: match.clone().back_to(length - 10))[0] <= near
    assert work.of(lambda: match.revelations(length - 3))[0] <= near
    assert work.of(lambda: match.history.decider(length - 1))[0] <= near
    for reader in readers(match):
        match.log(reader), match.events(reader), match.objects(reader)
    for _ in range(3):
        match.undo()
    match.choose("mix" if match.decision.option("mix") else match.decision.options[0])
    for reader in readers(match):
        actions, texts = work.of(partial(match.log, reader))
        assert actions <= 2
        assert texts <= 3 * EVERY
        assert work.of(partial(match.objects, reader))[0] <= 2
    clone = match.clone()
    actions, texts = work.of(lambda: clone.log(0))
    assert actions <= near
    assert texts <= 3 * EVERY
    assert clone.log(0) == forwards(match).log(0)


def test_a_clone_does_not_read_what_its_origin_has_done_since() -> None:
    match = endless(20)
    match.log(0)
    clone = match.clone()
    match.undo()
    match.undo()
    while len(match.journal) < 30:
        match.choose("mix" if match.decision.option("mix") else match.decision.options[0])
    match.log(0)
    assert clone.log(0) == forwards(clone).log(0)
    unread = endless(20)
    unread.log(0)
    unread.choose(unread.decision.options[0])
    clone = unread.clone()
    unread.undo()
    unread.choose(unread.decision.options[-1])
    unread.log(0)
    assert clone.log(0) == forwards(clone).log(0)


def seen_by(match: Match, player: int) -> ObservedPast:
    return match.readers.past(player, match.position)


def seen_from_the_beginning(match: Match, player: int) -> ObservedPast:
    """The same past, by a witness that looks at every action."""
    plain = match.history.of_start(match.history.start, match.journal[:])
    witness = PlayerObservations(plain, player)
    first = witness.go_on(len(match.journal) if match.fork is None else match.fork.began)
    return witness.past([line for line in forwards(match).log_lines() if line.step >= first])


@GAMES
def test_what_players_have_seen_goes_on_from_what_they_had_seen(name: str) -> None:
    game = game_named(name)
    for seed in sample(range(17, 20), 1):
        dice = random.Random(seed)
        match = Match(game, game.players[1], seed)
        for _ in range(12):
            play(match, dice, dice.randrange(5))
            for _ in range(dice.choice([0, 0, 1, 3])):
                if match.journal:
                    match.undo()
            player = dice.randrange(len(match.players))
            assert seen_by(match, player) == seen_from_the_beginning(match, player)
            assert seen_by(match.clone(), player) == seen_by(match, player)
            assert (
                match.determinize(player, 3).snapshot() == forwards(match).determinize(player, 3).snapshot()
            )


@pytest.mark.parametrize("length", [40, 400, 1200])
def test_a_player_looks_back_to_the_last_point_without_secrets(
    monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    work, match = Work(monkeypatch), endless(length)
    while match.decision.kind != "turn":
        match.choose(match.decision.options[0])
    match.choose("guess")
    while match.fork is not None:
        match.choose(match.decision.options[0])  # both bid nothing, as at the beginning
    match.choose("mix")
    assert all(seen_by(match, player).is_open for player in (0, 1))
    match.log(0)
    assert work.of(partial(match.clone().determinize, 0, 1))[0] <= FIRST_REPLAYED + 3 * checkpoints.SPACING
    match.choose("mix" if match.decision.option("mix") else match.decision.options[0])
    assert work.of(partial(match.determinize, 0, 1))[0] <= 3


# ------------------------------------------------------------------------------ saves


@GAMES
def test_a_loaded_match_goes_on_and_back_like_its_origin(name: str) -> None:
    game = game_named(name)
    for seed in sample(range(13, 17), 2):
        dice = random.Random(seed)
        match = Match(game, game.players[1], seed)
        play(match, dice, dice.randrange(20, 60))
        loaded = Match.load(game, match.save())
        assert standing(loaded) == standing(match)
        for _ in range(dice.randrange(12)):
            if match.journal:
                assert loaded.undo() == match.undo()
                assert standing(loaded) == standing(match)
        again = Match.load(game, loaded.save())  # whose past nobody has looked at in between
        play(again, dice, dice.randrange(6))
        plain = forwards(again)
        assert (standing(again), told(again)) == (standing(plain), told(plain))
        assert (standing(match), told(match)) == (standing(loaded), told(loaded))


@pytest.mark.parametrize("length", [40, 400, 1200])
def test_what_is_loaded_is_not_replayed(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    work, match = Work(monkeypatch), endless(length)
    text, near = match.save(), 3 * checkpoints.SPACING
    assert work.of(lambda: Match.load(match.game, text))[0] <= near
    loaded = Match.load(match.game, text)
    assert work.of(loaded.undo)[0] <= near
    assert work.of(partial(loaded.history.decider, length - 2))[0] <= near
    for _ in range(30):
        loaded.undo()
    assert work.of(lambda: [loaded.undo() for _ in range(8)])[0] <= 8 * near
    assert standing(loaded) == standing(forwards(loaded))


def forged(match: Match, change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(match.save())
    data.pop("check")
    change(data)
    return json.dumps(_sealed(data))


def test_a_save_of_another_program_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    work, match = Work(monkeypatch), endless(60)
    older = forged(match, lambda data: data["past"].update(program="another"))
    assert standing(Match.load(match.game, older)) == standing(match)
    assert work.of(lambda: Match.load(match.game, older).log(0))[0] == 60
    assert not Match.load(match.game, older).history.claimed
    assert Match.load(match.game, match.save()).history.claimed


def test_a_forged_past_is_noticed_when_it_is_read() -> None:
    match = endless(60)

    def another(data: dict[str, Any]) -> None:
        data["actions"][3] = next(one for one in range(4) if one != data["actions"][3])

    loaded = Match.load(match.game, forged(match, another))
    loaded.undo()
    play(loaded, random.Random(1), 3)
    reads: list[Callable[[], object]] = [
        lambda: loaded.log(0),
        lambda: loaded.events(1),
        lambda: loaded.objects(0),
        loaded.reached,
        loaded.deciders,
    ]
    for read in reads:
        for _ in range(2):
            with pytest.raises(SaveError):
                read()
    assert standing(loaded)


POSITIONS: tuple[object, ...] = (
    None,
    [None],
    [[4]],
    [[4, None]],
    [[4, ""]],
    [["4", "x"]],
    [[True, "x"]],
    [[-4, "x"]],
    [[10**30, "x"]],
    {},
)


@pytest.mark.parametrize("positions", POSITIONS, ids=repr)
def test_past_positions_that_cannot_be(positions: object) -> None:
    match = endless(30)
    with pytest.raises(SaveError):
        Match.load(match.game, forged(match, lambda data: data["past"].update(positions=positions)))


@pytest.mark.parametrize("past", [None, [], 5, {}, {"program": "a"}, {"positions": [], "program": 1, "a": 1}])
def test_a_past_that_cannot_be(past: object) -> None:
    match = endless(30)
    with pytest.raises(SaveError, match="'past'"):
        Match.load(match.game, forged(match, lambda data: data.update(past=past)))


@settings(max_examples=some(15, 40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 3),
    st.integers(0, 131),
    st.one_of(st.integers(-3, 70), st.integers(-(1 << 63), (1 << 63) - 1)),
)
def test_an_altered_past_position_is_noticed(which: int, at: int, value: int) -> None:
    """The match is refused, or replayed, or the position is noticed when it is needed; in no case does it crash."""
    match = endless(60)

    def change(data: dict[str, Any]) -> None:
        one = data["past"]["positions"][which % len(data["past"]["positions"])]
        m = array("q", zlib.decompress(base64.b85decode(one[1])))
        m[at % len(m)] = value
        one[1] = base64.b85encode(zlib.compress(m.tobytes())).decode("ascii")

    text = forged(match, change)
    loaded = Match.load(match.game, text)
    assert standing(loaded) == standing(match)
    changed = json.loads(text)["past"] != json.loads(match.save())["past"]
    try:
        assert told(loaded) == told(match)
    except SaveError:
        assert changed
    with contextlib.suppress(SaveError):
        while loaded.journal:
            loaded.undo()
