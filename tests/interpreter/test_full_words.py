"""Sets whose last word is full: their highest bit is the sign of the cell."""

from __future__ import annotations

import random
from array import array

import pytest
from rulewright.interpreter.ir import (
    Assign,
    CallFrame,
    CellKind,
    Expr,
    If,
    Learn,
    LoadSet,
    PlaceCount,
    PlaceSet,
    Put,
    PutAll,
    Return,
    Store,
    StoreSet,
    Unary,
)
from rulewright.interpreter.ir.check import check_program
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.state.audit import audit
from rulewright.interpreter.memory.words import load_set, store_set
from rulewright.interpreter.python.engine import PythonEngine

from .assembler import Assembler, block, const, framed, load, op, r
from .hand_made import ask, halt
from .lower.micro import Play
from .reference import Reference
from .small_games import shipped_game

BOARD = """\
rulewright: 1
game: full
title: Full
players: 1..2
game has:
  n: {type: 0..99}
components:
  token:
    starts in: the bag
    designs: {stone: {copies: 64}}
places:
  bag: area of tokens
  field: {is: "grid of tokens, 8 by 8", cell: square, state: {marked: yes or no}}
  box: area of tokens
flow:
  - phase: play
    repeat: 32 times
    turns: clockwise from player 1, each player, once each
    turn: |
      choose a square in the field that is not marked, as the spot
      put any token in the bag into the spot
      the spot becomes marked
      n becomes the number of squares that are marked
"""


@pytest.mark.parametrize("pieces", [64, 128, 192])
def test_the_highest_piece_is_like_any_other(pieces: int) -> None:
    a = Assembler((0,) * pieces)
    last = pieces - 1
    bag = a.place("bag", tuple(range(pieces)), ordered=False)
    pile, area = a.place("pile"), a.place("area", ordered=False, viewers=1)
    held = a.take("held", 1, a.words, CellKind.PIECES)
    found = a.take("found", 6)

    def wide(expr: Expr) -> Expr:
        return op("and", expr, 1 << last | 1)

    here = op("add", load(found), bag)  # the bag, as a place that is known only at run time
    main = framed(
        "main",
        block(
            StoreSet(const(held), a.words, PlaceSet(const(bag))),
            Store(const(found + 1), PlaceCount(const(bag))),
            Store(const(found + 2), Unary("size", LoadSet(const(held), a.words))),
            If(op("has", LoadSet(const(held), a.words), last), (Store(const(found + 3), const(1)),)),
            Put(const(last), const(pile), False, 0),
            PutAll(wide(PlaceSet(here)), const(area), False, 0),
            Put(const(last), const(area), False, 0),
            Store(const(found + 4), PlaceCount(here)),
            Learn(const(0b10), wide(LoadSet(const(held), a.words))),
            PutAll(wide(PlaceSet(const(area))), const(bag), False, 0),
            PutAll(PlaceSet(const(bag)), const(area), False, 0),
            Assign(0, LoadSet(const(held), a.words)),
            CallFrame(1, (op("minus", r(0), 1),), 1, 1),
        ),
        block(
            StoreSet(const(held), a.words, op("and", r(0), r(1))),
            Store(const(found + 5), Unary("lowest", op("minus", r(1), (1 << last) - 1))),
            ask(1, 10, 2, 2, 2),
        ),
        block(halt()),
        kinds=(CellKind.PIECES, CellKind.PIECES, CellKind.NUMBER),
    )
    sub = framed(
        "sub",
        block(ask(0, 0, 2, 1, 1)),
        block(Return(r(0))),
        parameters=1,
        kinds=(CellKind.PIECES, CellKind.NUMBER),
    )
    program = a.program(main, sub)
    assert check_program(program) == []
    engine, model = PythonEngine(program), Reference(program, 2, 10_000)
    m = engine.start(2, 0)
    for action in (1, 10):
        assert m[: program.layout.stacks] == model.m[: program.layout.stacks]
        engine.act(m, 0, action)
        model.act(action)
    assert m[found + 1 : found + 6].tolist() == [pieces, pieces, 1, pieces - 2, last]
    assert load_set(m, held, a.words) == (1 << pieces) - 2
    assert load_set(m, a.knows + a.words, a.words) == 1 << last | 1


@pytest.mark.parametrize("words", [1, 2, 3, 5])
def test_a_set_is_stored_as_it_is_loaded_or_not_at_all(words: int) -> None:
    m = array("q", [7] * 8)
    for value in (0, 1, 1 << 63, (1 << 64 * words) - 1, 1 << 64 * words - 1):
        store_set(m, 1, words, value)
        assert load_set(m, 1, words) == value
    before = m[:]
    for value in (1 << 64 * words, -1):
        with pytest.raises(OverflowError):
            store_set(m, 1, words, value)
    assert m == before
    with pytest.raises(IndexError):
        load_set(m, 9 - words, words)
    with pytest.raises(IndexError):
        store_set(m, 9 - words, words, 1)


def test_a_board_of_64_cells_and_64_pieces_take_one_word_each() -> None:
    play, dice = Play(BOARD), random.Random(3)
    layout = play.lowered.program.layout
    assert (layout.members, layout.piece_words) == (64, 1)
    assert {cell.words for cell in layout.cells} == {1}
    while not play.over:
        play.act(dice.choice(play.engine.actions(play.m)))
        assert audit(play.lowered, play.m) == []
    assert play.of("n") == 64


def test_the_squares_of_a_board_take_one_word_whatever_lies_beside_it() -> None:
    match = Match(shipped_game("classics/breakthrough"), ["Ann", "Ben"], seed=1)
    layout = match.rules.lowered.program.layout
    assert layout.members == 64 < len(layout.places)
    assert all(place.name[0] in "abcdefgh" for place in layout.places[:64])
