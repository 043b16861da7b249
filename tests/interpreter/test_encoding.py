"""Positions as numbers: of one length, in their ranges, saying what the view says and nothing else."""

from __future__ import annotations

import json
import random
from array import array
from typing import Any

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.match.errors import MatchError
from rulewright.interpreter.match.output.encoding.coders import NumberCoder
from rulewright.interpreter.match.output.encoding.encoder import Encoder

from .small_games import shipped_game, small_game

SMALL = ("bluff", "signs", "heist", "patience", "mounds", "keyed", "trail", "harvest", "tower")
SHIPPED = (
    "do-podzemi",
    "hrad",
    "classics/breakthrough",
    "classics/fireworks",
    "classics/gem-merchants",
    "classics/love-letter",
    "classics/six-takes",
    "cookbook/backs",
    "cookbook/keep-the-heroes-out",
    "cookbook/looked-at",
    "cookbook/many-cards",
    "cookbook/nearest",
    "cookbook/secret-orders",
    "cookbook/tokens",
)
GAMES = (*SMALL, *SHIPPED)


def game_of(name: str) -> Game:
    return small_game(name) if name in SMALL else shipped_game(name)


def positions(name: str, matches: int, most: int = 40, *, explicit_chance: bool = False) -> list[Match]:
    """Positions at which players decide, from the beginning of random matches."""
    dice = random.Random(name)
    found: list[Match] = []
    game = game_of(name)
    for seed in range(matches):
        match = Match(game, game.players[0], seed, explicit_chance=explicit_chance)
        last = len(found) + most
        while not match.is_over and len(found) < last:
            pending = dice.choice(match.pending())
            if pending.player >= 0:
                found.append(match.clone())
            match.take(pending.strand, dice.choice(match.legal(pending.strand)))
        found.append(match)
    return found


def readers(match: Match) -> tuple[int | None, ...]:
    return (None, *range(len(match.players)))


def numbers(encoder: Encoder, match: Match, reader: int | None) -> dict[str, int]:
    """A vector by its names, with the numbers that the rules know."""
    vector = encoder.vector(match, reader)
    return {field.name: field.whole(one) for field, one in zip(encoder.fields, vector, strict=True)}


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_in_its_range_and_has_its_name(name: str) -> None:
    found = positions(name, 3)
    encoder = Encoder(found[0])
    assert len(set(encoder.names)) == encoder.size
    cells = tuple(found[0].rules.lowered.tables.board_of_cell)
    on_cells = [field for field in encoder.fields if field.most > 1]
    assert all(-1 <= field.least <= 0 <= field.most for field in encoder.fields)
    assert all(" in " in field.name and field.name.endswith(cells) for field in on_cells)
    for match in found:
        for reader in readers(match):
            vector = encoder.vector(match, reader)
            assert len(vector) == encoder.size
            wrong = [
                (field, number)
                for field, number in zip(encoder.fields, vector, strict=True)
                if not field.least - 1e-6 <= number <= field.most
            ]
            assert not wrong


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_in_it(name: str) -> None:
    dice = random.Random(3)
    found = positions(name, 3, 25)
    encoder = Encoder(found[0])
    for match in found:
        for player in range(len(match.players)) if not match.is_over else ():
            other = match.determinize(player, dice.getrandbits(32))
            assert encoder.vector(other, player) == encoder.vector(match, player)


def view_of(match: Match, reader: int | None) -> Any:
    """A view, in which it makes no difference in which order the members of a set are named."""
    view = match.view(reader)
    for one in view["underway"]:
        for frame in one["names"]:
            frame.update({key: sorted(value) for key, value in frame.items() if isinstance(value, list)})
    return view


@pytest.mark.parametrize("explicit_chance", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_equal_where_the_views_are(name: str, explicit_chance: bool) -> None:
    """Besides the view, a vector says which decision is open."""
    found = positions(name, 6, explicit_chance=explicit_chance)
    encoder = Encoder(found[0])
    views: dict[bytes, str] = {}
    vectors: dict[str, bytes] = {}
    for match in found:
        for reader in readers(match):
            open_ = [(one.player, one.site) for one in match.pending_for(reader)]
            seen = json.dumps([view_of(match, reader), open_])
            vector = encoder.vector(match, reader).tobytes()
            assert json.loads(views.setdefault(vector, seen))[0] == json.loads(seen)[0]
            assert vectors.setdefault(seen, vector) == vector
    assert len(views) > len(found) / 20


def test_a_vector_read_by_its_names() -> None:
    match = Match(small_game("bluff"), 2, 3)
    encoder = Encoder(match)
    mine, theirs = numbers(encoder, match, 0), numbers(encoder, match, 1)
    kinds = list(match.game.symbols.designs)

    def held(seen: dict[str, int], player: int) -> list[int]:
        return [seen[f"{one} in player {player}'s cards held"] for one in (*kinds, "unknown")]

    assert mine["unknown in deck"] == 3
    assert held(mine, 2) == held(theirs, 1) == [0] * len(kinds) + [3]
    assert sum(held(mine, 1)) == sum(held(theirs, 2)) == 3
    assert held(mine, 1)[-1] == held(theirs, 2)[-1] == 0
    assert mine["player 1 decides"] + mine["player 2 decides"] == 1
    assert (mine["player 1 is looking"], theirs["player 1 is looking"]) == (1, 0)
    before = encoder.vector(match, 0)
    match.choose("hide")
    changes = encoder.changes(before, encoder.vector(match, 0))
    assert {change.partition(" =")[0] for change in changes} == {"open decision"}


def test_an_encoder_is_for_its_rules_and_number_of_players() -> None:
    encoder = Encoder(Match(shipped_game("do-podzemi"), 2, 1))
    with pytest.raises(MatchError):
        encoder.vector(Match(shipped_game("do-podzemi"), 3, 1), 0)
    with pytest.raises(MatchError):
        encoder.vector(Match(small_game("bluff"), 2, 1), 0)


def test_pieces_have_room_where_the_rules_can_put_them() -> None:
    """In Hrad there are 235 pieces of 75 designs and 240 places: nowhere near 235 x 240 numbers."""
    encoder = Encoder(Match(shipped_game("hrad"), 2, 1))
    names = set(encoder.names)
    assert encoder.size < 7000
    assert {"bend in e5", "dwarf in e5", "bend in tile stack", "unknown in tile stack"} <= names
    assert not {"wall in e5", "bend in a1-a2", "dwarf in tile stack", "unknown in e5"} & names


@pytest.mark.parametrize(
    "name", ["classics/breakthrough", "hrad", "cookbook/digging", "cookbook/tokens", "trail"]
)
def test_planes_say_of_cells_what_the_vector_says(name: str) -> None:
    for match in positions(name, 2, 30):
        encoder = Encoder(match)
        for reader in readers(match):
            vector = encoder.vector(match, reader)
            view = match.view(reader)
            views = {**view["boards"], **(view["players"][0]["boards"] if view["players"] else {})}
            for called, planes in encoder.boards.items():
                channels, rows, columns = planes.shape
                numbers_ = planes.of(vector)
                assert len(numbers_) == channels * rows * columns
                assert len(planes.channels) == channels
                cells = views.get(called.removeprefix("player 1's "), {"cells": {}})["cells"]
                if called.startswith("player 2"):
                    continue
                area = rows * columns
                assert sum(numbers_[:area]) == len(cells)
                for at, channel in enumerate(planes.channels):
                    of = [
                        piece["name"] if isinstance(piece, dict) else piece
                        for cell in cells.values()
                        for piece in cell["pieces"]
                    ]
                    if channel.name in match.game.symbols.designs:
                        names = match.game.symbols.designs[channel.name].names.base
                        assert sum(numbers_[at * area : (at + 1) * area]) == of.count(names)


def test_hexes_and_edges_lie_where_they_are() -> None:
    """A step to the north-east is one column further; the edge to the north of a field lies above it."""
    encoder = Encoder(Match(shipped_game("hrad"), 2, 1))
    plan, ramparts = encoder.boards["plan"], encoder.boards["ramparts"]
    assert plan.shape[1:] == (9, 9)
    assert ramparts.shape[1:] == (17, 17)
    cells = list(plan.of(encoder.nothing)[:81])
    assert [int(sum(cells[9 * row : 9 * row + 9])) for row in range(9)] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert cells[:9] == [1] * 5 + [0] * 4
    assert sum(ramparts.of(encoder.nothing)[: 17 * 17]) == 156


def test_a_position_has_its_planes() -> None:
    match = Match(shipped_game("classics/tic-tac-toe"), 2, 1)
    match.choose("a1")
    match.choose("c3")
    encoder = Encoder(match)
    board = encoder.boards["board"]
    found = board.of(encoder.vector(match, 0))
    planes = {channel.name: list(found[9 * at : 9 * at + 9]) for at, channel in enumerate(board.channels)}
    assert planes["cross"] == [0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert planes["nought"] == [0, 0, 1, 0, 0, 0, 0, 0, 0]


def test_numbers_of_a_wide_range_are_squashed() -> None:
    """What a score may be is known within millions; what it is, is some tens."""
    match = Match(shipped_game("classics/no-thanks"), 3, 1)
    dice = random.Random(1)
    while not match.is_over:
        match.take(0, dice.choice(match.legal(0)))
    encoder = Encoder(match)
    found = numbers(encoder, match, 0)
    assert match.scores == tuple(found[f"player {seat + 1}'s score at the end"] for seat in range(3))
    fields = {field.name: at for at, field in enumerate(encoder.fields)}
    number = encoder.vector(match, 0)[fields["player 1's score at the end"]]
    score = match.scores[0] if match.scores else 0
    assert number == pytest.approx(score / (abs(score) + 100))
    assert abs(number) > 0.01


def test_wide_numbers_are_exact_up_to_forty_thousand() -> None:
    coder = NumberCoder(-(10**12), 10**13)
    (field,) = coder.fields("score")
    for value in (1, -1, 99, 1000, -1001, 12345, 39999, -40000):
        ((_, number),) = coder.code(value, ())
        assert field.whole(array("f", [number])[0]) == value
    assert field.whole(0.0) == 0
    assert -1 <= field.least < 0 < field.most <= 1
