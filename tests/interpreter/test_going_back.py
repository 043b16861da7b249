"""Going back never replays the whole match, and is as exact as if it did.

The oracle is a match that was only ever played forwards. Kept positions are close together here, so a short match has
many of them.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.match import history, marks

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
SMALL = ("lessons", "signs", "bluff", "heist", "parley", "trail", "duel", "harvest")


def game_named(name: str) -> Game:
    return small_game(name) if name in SMALL else shipped_game(name)


GAMES = pytest.mark.parametrize("name", [*SHIPPED, *SMALL])


@pytest.fixture(autouse=True)
def close_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "SPACING", 4)
    monkeypatch.setattr(marks, "PLAIN", 3)
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
    game, dice = game_named(name), random.Random(name)
    for seed in range(3):
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
    kept = list(match.history.marks)
    assert [mark.count for mark in kept] == list(range(4, len(match.journal) + 1, 4))
    assert sum(not isinstance(mark.memory, bytes) for mark in kept) == marks.PLAIN
    sent = match.history.marks.spread(len(match.journal))
    assert 2 <= len(sent) <= 6
    assert len(match.journal) - sent[-1].count <= 4
