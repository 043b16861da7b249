"""What kernels write of a position is what `Encoder` writes, bit by bit; and mistakes in the kernels are seen."""

from __future__ import annotations

import inspect
import random
from array import array
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import attrs
import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.bots.routines import python_routines
from rulewright.interpreter.ir import NONE
from rulewright.interpreter.kernels import vectors
from rulewright.interpreter.kernels.machine import PlainMaker
from rulewright.interpreter.match.output.encoding.encoder import Encoder

from ..amount import sample, some
from ..battery.games import Shipped, all_shipped, loaded
from .small_games import shipped_game, small_game

SMALL = ("bluff", "signs", "heist", "patience", "mounds", "keyed", "trail", "harvest", "tower", "satchels")


@attrs.frozen
class Seen:
    """A position as a reader sees it, what kernels need to write it, and what they should write."""

    match: Match
    reader: int
    memory: Any
    expected: bytes


class Written:
    """A game, with its encoder, and the same as tables."""

    def __init__(self, game: Game, players: int, *, explicit_chance: bool = False) -> None:
        self.game, self.players, self.explicit_chance = game, players, explicit_chance
        first = self.match(0)
        self.encoder = Encoder(first)
        tables = self.encoder.tables(PlainMaker())
        self.vectors, self.writing, self.past = tables.vectors(), tables.writing(), tables.past()
        self.out = array("f", bytes(4 * self.encoder.size))
        self.routines = python_routines(first.rules, first.rules.tiers.python)

    def match(self, seed: int) -> Match:
        return Match(self.game, self.players, seed, explicit_chance=self.explicit_chance)

    def seen(self, match: Match, reader: int | None) -> Seen:
        expected = self.encoder.vector(match, reader).tobytes()
        memory = match.position.seen_by(reader).memory[:]
        return Seen(match, NONE if reader is None else reader, memory, expected)

    def everything(self, match: Match) -> Seen:
        expected = self.encoder.state(match).tobytes()
        return Seen(match, vectors.EVERYTHING, match.memory[:], expected)

    def positions(self, seeds: int, most: int, dice: random.Random) -> Iterator[Match]:
        """Positions of random matches."""
        for seed in range(seeds):
            match = self.match(seed)
            while not match.is_over and len(match.journal) < most:
                yield match
                one = dice.choice(match.pending())
                match.take(one.strand, dice.choice(match.legal(one.strand)))
            yield match

    def by_kernel(self, one: Seen, kernel: Any = vectors, *, anew: bool = True) -> bytes:
        if anew:
            self.past.noted[0] = NONE
        scores = list(one.match.scores or ()) if one.match.is_over else []
        player = self.routines.player
        asked = vectors.UNKNOWN
        given: tuple[Any, ...] = self.vectors, self.writing, one.memory, one.reader, asked, scores, player, []
        kernel.write_vector(*given, self.out, self.past)
        return self.out.tobytes()

    def differences(self, one: Seen) -> list[tuple[str, float, float]]:
        """The numbers that differ, for the message of a test."""
        expected = array("f", one.expected)
        trio = zip(self.encoder.names, expected, self.out, strict=True)
        return [(name, left, right) for name, left, right in trio if left != right][:5]


def compare(written: Written, seeds: int, most: int) -> None:
    dice = random.Random(repr((written.game.id, written.players)))
    for match in written.positions(seeds, most, dice):
        readers: tuple[int | None, ...] = (None, *range(written.players))
        for one in (*(written.seen(match, reader) for reader in readers), written.everything(match)):
            anew = dice.random() < 0.1  # else only what has changed is written
            assert written.by_kernel(one, anew=anew) == one.expected, (one.reader, written.differences(one))


@pytest.mark.parametrize("explicit_chance", [False, True])
@pytest.mark.parametrize("case", sample([one for one in all_shipped() if not one.variants], 16), ids=str)
def test_a_shipped_game(case: Shipped, explicit_chance: bool) -> None:
    game = loaded(case)[0]
    for players in {game.players[0], game.players[1]}:
        compare(Written(game, players, explicit_chance=explicit_chance), some(2, 4), some(20, 200))


@pytest.mark.parametrize("name", SMALL)
def test_a_small_game(name: str) -> None:
    game = small_game(name)
    compare(Written(game, game.players[0]), 4, 60)


# ------------------------------------------------------------------------- mistakes


@attrs.frozen
class Mistake:
    """`old` stands once in the source of the kernel, and becomes `new`; the positions of a game show it."""

    old: str
    new: str
    game: str

    def mutated(self) -> Any:
        """The module with the mistake."""
        text = inspect.getsource(vectors)
        assert text.count(self.old) == 1, f"{self.old!r} is there {text.count(self.old)} times"
        module: Any = ModuleType("mutant")
        module.__package__ = vectors.__package__
        exec(compile(text.replace(self.old, self.new), "mutant", "exec"), vars(module))
        return module


DUNGEON, POKER, CASTLE, BACKS = "do-podzemi", "classics/leduc-poker", "hrad", "cookbook/backs"
LORDS, MONSTERS, TAKES = "vladci-podzemi", "priseri", "classics/no-thanks"
ORDERS, SATCHELS = "cookbook/blocked-orders", "satchels"
MISTAKES = {
    "a known piece is unknown": Mistake(
        "if shifted(w.known[piece // WORD_BITS], piece % WORD_BITS) & 1 != 0:",
        "if shifted(w.known[piece // WORD_BITS], piece % WORD_BITS) & 1 == 0:",
        POKER,
    ),
    "the knowledge of the next": Mistake(
        "v.knows + reader * v.piece_words + word]", "v.knows + word]", POKER
    ),
    "an onlooker knows what one knows": Mistake("bits = bits & m[v.knows", "bits = m[v.knows", DUNGEON),
    "somebody else looks": Mistake("put(w, v.reader + reader, 1.0)", "put(w, v.reader, 1.0)", POKER),
    "somebody else decides": Mistake("w.open = w.open | (1 << who)", "w.open = w.open | 1", POKER),
    "not squashed": Mistake("if c.wide != 0:", "if c.wide > 1:", TAKES),
    "not scaled": Mistake("return real(value) / below", "return real(value)", DUNGEON),
    "secrets are seen by all": Mistake(
        "seen = source.only == NONE or source.only == reader", "seen = source.only != 99", TAKES
    ),
    "the first of a set is left out": Mistake(
        "        bits = m[address + word] & MASK\n        while bits != 0:\n            where",
        "        bits = m[address + word] & MASK & -2\n        while bits != 0:\n            where",
        SATCHELS,
    ),
    "the outermost of what runs several times": Mistake(
        "told[one] != w.vector and (", "told[one] != -1 and (", CASTLE
    ),
    "where named pieces lie": Mistake(
        "m, v.at + value, 0, 0, named.where)", "m, v.at + value, 0, 0, named.index)", CASTLE
    ),
    "unknown pieces are located": Mistake(
        "        if face_of(v, w, value) < v.first_back:", "        if face_of(v, w, value) >= 0:", DUNGEON
    ),
    "a pile from below": Mistake("    if order.pile != 0:", "    if order.pile == 0:", DUNGEON),
    "the rank in an order": Mistake("out[index + met[face]] = real", "out[index] = real", MONSTERS),
    "how far in an order": Mistake(
        "real(order.room - at) / room", "real(order.room - at - 1) / room", DUNGEON
    ),
    "one piece more in a place": Mistake("real(scale) + 0.5) + more", "real(scale) + 0.5) + 2", POKER),
    "what lies alike in any order": Mistake(
        "rank += below(w.position, LANE * lane, w.position[one])", "rank = one", CASTLE
    ),
    "what lies in a pile in any order": Mistake(
        "position += position_of(v, w, m, place, piece)", "position += 0", CASTLE
    ),
    "less comes last": Mistake("position += number_of(v, w, source, m)", "position += among", CASTLE),
    "numbers that are less than nothing": Mistake("return value - c.least + 1", "return 1", SATCHELS),
    "on cells the last counts": Mistake(
        "if first == NONE or is_nearer(v, w, face, count, first):", "if first <= count:", MONSTERS
    ),
    "what is seen of backs": Mistake(
        "+ after + 1] < 0:",
        "+ after + 1] < -9:",
        BACKS,
    ),
    "alone is alike": Mistake("m, v.room[face] + source.index)", "m, v.room[face])", CASTLE),
    "the coordinates of cells": Mistake("put(w, index + 2, c.along", "put(w, index + 1, c.along", CASTLE),
    "who has won": Mistake("put(w, v.winners + lowest(won), 1.0)", "put(w, v.winners, 1.0)", POKER),
}


STALE = {
    "pieces that come": Mistake("count_piece(v, w, (before + 1)", "count_piece(v, w, (after + 1)", DUNGEON),
    "what somebody else knows": Mistake("kept[v.known + word] = w.known[word]", "pass", DUNGEON),
    "states that are not seen by all": Mistake("elif kept[0] != reader:", "elif kept[0] == 99:", TAKES),
    "states of pieces": Mistake("elif kind == STATES:", "elif kind == 99:", CASTLE),
    "states that hold or not": Mistake("bits = (m[address] ^ kept[v.saved + at]) & MASK", "bits = 0", CASTLE),
    "states": Mistake(
        "if kind == A_PART:\n                touch_part", "if kind == 99:\n                touch_part", LORDS
    ),
    "an order that matters": Mistake("if not is_as_it_was(", "if is_as_it_was(", ORDERS),
    "an order that mattered": Mistake("count > 1 and (some or busy))", "False)", ORDERS),
    "pieces that move in an order": Mistake(
        "    if v.order_of[after + 1] >= 0", "    if v.order_of[after] >= 99", DUNGEON
    ),
    "what pieces have shown": Mistake("if kept[word] & bit != 0:", "if w.anew != 0:", CASTLE),
    "the first on a cell": Mistake("touch_cell(v, w, before, piece)", "pass", MONSTERS),
    "backs that lie elsewhere": Mistake("if before != after or w.anew != 0:", "if w.anew != 0:", BACKS),
    "what pieces show that are named": Mistake("touch_facing(v, w, m, v.types[piece])", "pass", SATCHELS),
}
"""Mistakes that are only seen where a vector is written to that holds another position."""


@cache
def taught(name: str) -> tuple[Written, list[Seen]]:
    """Positions of a game, as several readers see them."""
    game, dice = small_game(name) if name == SATCHELS else shipped_game(name), random.Random(name)
    written = Written(game, game.players[0])
    seen: list[Seen] = []
    for number, match in enumerate(written.positions(3, 150, dice)):
        if number % 5 == 0 or match.is_over:
            here = match.clone()
            deciders = {one.player for one in here.pending() if one.player >= 0}
            readers = {None, dice.randrange(written.players), *deciders}
            seen += [written.seen(here, reader) for reader in sorted(readers, key=str)]
    return written, seen


@pytest.mark.parametrize("name", sample([*MISTAKES], 12))
def test_a_mistake_in_the_kernel_is_seen(name: str) -> None:
    mistake = MISTAKES[name]
    written, positions = taught(mistake.game)
    assert all(written.by_kernel(one) == one.expected for one in positions)
    module = mistake.mutated()
    assert any(written.by_kernel(one, module) != one.expected for one in positions)


@pytest.mark.parametrize("name", sample([*STALE], 8))
def test_what_has_changed_is_written(name: str) -> None:
    mistake = STALE[name]
    written, positions = taught(mistake.game)

    def wrong(kernel: Any) -> bool:
        written.past.noted[0] = NONE
        return any(written.by_kernel(one, kernel, anew=False) != one.expected for one in positions)

    assert not wrong(vectors)
    assert wrong(mistake.mutated())
