"""Numbers that are known of the classics: positions, matches, moves, what can be known, what it is worth."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.engine.protocol import Engine
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.memory.words import Memory

from ..interpreter.small_games import shipped_game
from .solving import Plan, Regrets, best_answer, known, tree, worth

KUHN = Fraction(-1, 18)


def engine(name: str) -> Engine:
    return prepare(shipped_game(f"classics/{name}")).engine


def leaves(engine: Engine, m: Memory, decisions: int) -> int:
    """The number of ways to make a number of decisions."""
    if engine.over(m):
        return 0
    legal = engine.actions(m, 0)
    if decisions == 1:
        return len(legal)
    found = 0
    for action in legal:
        later = m[:]
        engine.act(later, 0, action)
        found += leaves(engine, later, decisions - 1)
    return found


def ends(engine: Engine, m: Memory, counts: dict[int, int]) -> None:
    """Counts the matches by their winners (a set of players as bits)."""
    if engine.over(m):
        counts[m[2]] = counts.get(m[2], 0) + 1
        return
    for action in engine.actions_main(m):
        later = m[:]
        engine.act_main(later, action)
        ends(engine, later, counts)


def test_matches_of_tic_tac_toe() -> None:
    counts: dict[int, int] = {}
    kernel = engine("tic-tac-toe")
    ends(kernel, kernel.start(2, 0), counts)
    assert counts == {0b01: 131_184, 0b10: 77_904, 0: 46_080}
    assert sum(counts.values()) == 255_168


def positions(name: str, plies: int) -> list[int]:
    """How many positions there are after each number of moves."""
    layer = {b"": Match(shipped_game(f"classics/{name}"))}
    found = []
    for _ in range(plies + 1):
        found.append(len(layer))
        following: dict[bytes, Match] = {}
        for match in layer.values():
            for option in () if match.is_over else match.decision.options:
                later = match.clone()
                later.choose(option)
                following.setdefault(later.position_key(), later)
        layer = following
    return found


def test_positions_of_tic_tac_toe() -> None:
    found = positions("tic-tac-toe", 9)
    assert found == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert sum(found) == 5478


def test_positions_of_connect_four() -> None:
    """The sequence A212693 of the On-Line Encyclopedia of Integer Sequences."""
    assert positions("connect-four", 4) == [1, 7, 49, 238, 1120]


@pytest.mark.parametrize(("plies", "count"), [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16807), (6, 117_649)])
def test_moves_of_connect_four(plies: int, count: int) -> None:
    kernel = engine("connect-four")
    assert leaves(kernel, kernel.start(2, 0), plies) == count


@pytest.mark.parametrize(("moves", "count"), [(1, 22), (2, 484), (3, 11_132)])
def test_moves_of_breakthrough(moves: int, count: int) -> None:
    """A move is two decisions: which pawn, and where to."""
    kernel = engine("breakthrough")
    assert leaves(kernel, kernel.start(2, 0), 2 * moves) == count


@pytest.mark.parametrize(("name", "count"), [("kuhn-poker", 12), ("leduc-poker", 936)])
def test_what_can_be_known_at_poker(name: str, count: int) -> None:
    root = tree(Match(shipped_game(f"classics/{name}"), explicit_chance=True))
    assert len(known(root)) == count


def test_kuhn_poker_is_solved() -> None:
    """By learning: the learned plan is nearly optimal, and loses 1/18 for player 1."""
    root = tree(Match(shipped_game("classics/kuhn-poker"), explicit_chance=True))
    plan = Regrets(root).learn(1500)
    assert float(worth(root, plan)) == pytest.approx(float(KUHN), abs=0.002)
    gain = float(best_answer(root, 0, plan)) - float(best_answer(root, 1, plan))
    assert 0 <= gain < 0.03


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_the_value_of_kuhn_poker_is_exact(bluff: Fraction) -> None:
    """Kuhn's solution (1950), with any share of bluffs: player 1 loses 1/18, and neither can do better."""
    root = tree(Match(shipped_game("classics/kuhn-poker"), explicit_chance=True))
    plan = kuhns_plan(bluff, known(root))
    assert worth(root, plan) == KUHN
    assert best_answer(root, 0, plan) == KUHN
    assert best_answer(root, 1, plan) == KUHN


def kuhns_plan(bluff: Fraction, names: dict[tuple[int, str], tuple[str, ...]]) -> Plan:
    """How often to bet (or to call), by player, by card, and by whether the other has bet."""
    third = Fraction(1, 3)
    often = {
        (0, "jack", False): bluff,
        (0, "queen", False): Fraction(0),
        (0, "king", False): 3 * bluff,
        (0, "jack", True): Fraction(0),
        (0, "queen", True): bluff + third,
        (0, "king", True): Fraction(1),
        (1, "jack", False): third,
        (1, "queen", False): Fraction(0),
        (1, "king", False): Fraction(1),
        (1, "jack", True): Fraction(0),
        (1, "queen", True): third,
        (1, "king", True): Fraction(1),
    }
    plan = {}
    for (player, told), options in names.items():
        (card,) = (one for one in ("jack", "queen", "king") if f'"{one}"' in told)
        active, passive = ("call", "fold") if "fold" in options else ("bet", "check")
        share = often[player, card, "fold" in options]
        plan[player, told] = {active: share, passive: 1 - share}
    return plan
