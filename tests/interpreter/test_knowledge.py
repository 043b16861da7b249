"""What players know, and the pools that a shuffle leaves."""

from __future__ import annotations

import random
from array import array

from rulewright.interpreter import Match
from rulewright.interpreter.ir import PLAYERS, Layout
from rulewright.interpreter.memory.knowledge import Knowledge
from rulewright.interpreter.memory.moves import Moves
from rulewright.interpreter.memory.places import Places
from rulewright.interpreter.memory.words import Memory, load_set

from .assembler import Assembler, block, framed
from .hand_made import halt
from .small_games import shipped_game


def table(pieces: int, *piles: tuple[int, ...], viewers: int = 0) -> tuple[Layout, Memory, Knowledge]:
    a = Assembler((0,) * pieces, players=2)
    for number, pile in enumerate(piles):
        a.place(f"pile {number}", pile, viewers=viewers)
    program = a.program(framed("main", block(halt())))
    m = array("q", program.initial)
    m[PLAYERS] = 2
    return program.layout, m, Knowledge(Places(program.layout))


def pools(layout: Layout, m: Memory) -> list[int]:
    return m[layout.pools : layout.pools + layout.pieces].tolist()


def known(layout: Layout, m: Memory, player: int) -> int:
    return load_set(m, layout.knows + player * layout.piece_words, layout.piece_words)


def test_a_pile_whose_others_are_known_becomes_a_pool_of_its_own() -> None:
    layout, m, knowledge = table(6, (0, 1, 2), (3, 4, 5))
    knowledge.learn(m, 0b11, 0b111000)
    knowledge.forgetter(0)(m)
    assert pools(layout, m) == [0, 0, 0, 3, 3, 3]


def test_what_stays_behind_is_numbered_by_its_least_piece() -> None:
    layout, m, knowledge = table(6, (1, 0, 4), (3, 2, 5))
    knowledge.learn(m, 0b11, 0b101100)
    knowledge.forgetter(0)(m)
    assert pools(layout, m) == [0, 0, 2, 2, 0, 2]


def test_one_player_who_does_not_know_keeps_the_pool_together() -> None:
    layout, m, knowledge = table(6, (0, 1, 2), (3, 4, 5))
    knowledge.learn(m, 0b01, 0b111000)
    knowledge.forgetter(0)(m)
    assert pools(layout, m) == [0] * 6


def test_pools_that_straddle_merge_with_the_pile_and_others_do_not() -> None:
    layout, m, knowledge = table(7, (1, 3), (0, 2, 4, 5, 6))
    for piece, pool in enumerate((0, 0, 2, 2, 2, 5, 5)):
        m[layout.pools + piece] = pool
    knowledge.learn(m, 0b11, 0b0011100)  # 2, 3, 4 are known: their pool does not straddle
    knowledge.forgetter(0)(m)
    assert pools(layout, m) == [0, 0, 2, 0, 2, 5, 5]


def test_a_shuffle_takes_what_was_known_of_its_pieces_only() -> None:
    layout, m, knowledge = table(6, (0, 1, 2), (3, 4, 5))
    knowledge.learn(m, 0b11, 0b001011)
    knowledge.shuffler(0)(m)
    assert known(layout, m, 0) == known(layout, m, 1) == 0b001000
    base = layout.places[0].base
    assert sorted(m[base + 1 : base + 4]) == [0, 1, 2]


def test_who_sees_a_pile_keeps_knowing_it_when_it_is_shuffled() -> None:
    layout, m, knowledge = table(6, (0, 1, 2), (3, 4, 5), viewers=0b10)
    knowledge.learn(m, 0b01, 0b000111)
    knowledge.shuffler(0)(m)
    assert (known(layout, m, 0), known(layout, m, 1)) == (0, 0b111111)


def test_learning_reaches_only_those_who_play() -> None:
    layout, m, knowledge = table(3, (0, 1, 2))
    m[PLAYERS] = 1
    knowledge.learn(m, 0b11, 0b1)
    assert (known(layout, m, 0), known(layout, m, 1)) == (1, 0)


def test_sets_of_several_words() -> None:
    layout, m, knowledge = table(130, tuple(range(60, 130)), tuple(range(60)))
    knowledge.learn(m, 0b11, (1 << 60) - 1)
    knowledge.forgetter(0)(m)
    assert pools(layout, m) == [0] * 60 + [60] * 70
    knowledge.learn(m, 0b10, 1 << 127)
    assert known(layout, m, 1) == 1 << 127 | (1 << 60) - 1


def test_putting_keeps_order_membership_and_what_viewers_know() -> None:
    a = Assembler((0,) * 70, players=2)
    pile = a.place("pile", (1, 2, 69))
    hand = a.place("hand", viewers=0b10)
    bag = a.place("bag", ordered=False)
    program = a.program(framed("main", block(halt())))
    layout, m, places = program.layout, array("q", program.initial), Places(program.layout)
    m[PLAYERS] = 2
    make = Moves(places, program.faults).put
    make(hand, False)(m, 69, 0)
    make(hand, True)(m, 1, 0)
    assert places.pieces(m, hand).tolist() == [1, 69]
    assert places.pieces(m, pile).tolist() == [2]
    assert (known(layout, m, 0), known(layout, m, 1)) == (0, 1 << 69 | 2)
    make(hand, True)(m, 69, 0)
    assert places.pieces(m, hand).tolist() == [69, 1]
    make(bag, False)(m, 69, 0)
    assert places.set_of(m, bag) == 1 << 69
    assert (places.count(m, bag), places.count(m, hand), m[layout.at + 69]) == (1, 1, bag)
    assert m[places.base[hand] + 2] == 0, "what lies above the top is zero"
    assert (places.at(m, hand, -1), places.at(m, hand, 0), places.at(m, hand, 1)) == (1, 1, -1)


def test_a_card_that_is_played_and_shuffled_away_at_once_was_seen() -> None:
    """Whoever plays the princess ends the round, and all cards go back: others have seen her all the same."""
    game, dice, seen = shipped_game("classics/love-letter"), random.Random(2), 0
    for seed in range(400):
        match = Match(game, 2, seed)
        match.choose(dice.choice(match.decision.options))
        decision = match.decision
        princess = decision.option("princess")
        if (
            decision.kind != "choose"
            or princess is None
            or princess.argument is None
            or len(match.journal) != 1
        ):
            continue
        before = match.scores
        match.choose(princess)
        if match.scores != before and decision.player == 1:
            assert "Player 2 plays the princess." in match.log(0)
            seen += 1
    assert seen
