"""Machine code searches as Python does: the same tree with the same numbers, and so the same choice."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from functools import cache

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, MatchError
from rulewright.interpreter.bots.deals import Deals
from rulewright.interpreter.bots.routines import python_routines
from rulewright.interpreter.bots.searcher import Searcher
from rulewright.interpreter.kernels import tree
from rulewright.interpreter.kernels.machine import Machine, Plain, Routines
from rulewright.interpreter.match.decisions.decision import Decision
from rulewright.interpreter.match.setup.rules import Rules, prepare
from rulewright.interpreter.memory.dice import Dice
from rulewright.interpreter.memory.faults import RulesFault
from rulewright.interpreter.native.building import Recipe, build
from rulewright.interpreter.native.searching import FIRST_ROOM, kernels, routines_of

from ...amount import sample
from .. import grown
from ..small_games import shipped_game, small_game
from .callbacks import CallbackRoutines

Arms = dict[tuple[int, int, int], tuple[int, int, int, float, float]]

SMALL = (
    "signs",
    "heist",
    "faulty",
    "harvest",
    "tower",
    "bluff",
    "duel",
    "mounds",
    "parley",
    "keyed",
    "sowing",
    "cellar",
    "errand",
)


def game_of(name: str) -> Game:
    return small_game(name) if name in SMALL else shipped_game(name)


@cache
def machine_code(name: str, chance: bool) -> Routines:
    return routines_of_rules(prepare(game_of(name), explicit_chance=chance))


def routines_of_rules(rules: Rules) -> Routines:
    lowered = rules.lowered
    exported = tuple(one for one in (lowered.score, lowered.heuristic) if one is not None)
    found = routines_of(build(Recipe(lowered.program, exported)), lowered.score, lowered.heuristic)
    assert found is not None
    return found


def arms(searcher: Searcher) -> Arms:
    """Everything in a tree."""
    found = {}
    for number in range(searcher.arm_count):
        one = searcher.arm(number)
        found[one.node, one.who, one.action] = (one.could, one.taken, one.judged, one.total, one.seemed)
    return found


def searcher(
    match: Match, decision: Decision, seed: int, routines: Routines | None, machine: Machine | None = None
) -> Searcher:
    """A search in Python, or in machine code by these routines."""
    deals, dice = Deals(match, decision.player, Dice.of(seed, 1)), Dice.of(seed, 2)
    rules = match.rules
    if routines is None:
        return Searcher(
            decision,
            rules,
            rules.engine,
            deals,
            dice,
            machine or Plain(),
            python_routines(rules, rules.engine),
        )
    return Searcher(decision, rules, rules.engine, deals, dice, kernels(), routines)


def think(one: Searcher, iterations: int, steps: int) -> None:
    while one.done < iterations and not one.stopped:
        one.run(min(iterations - one.done, steps))


def decisions(
    game: Game, players: int, seed: int, most: int, chance: bool = False
) -> Iterator[tuple[Match, Decision]]:
    """The decisions of a random match at which somebody has a choice."""
    match = Match(game, players, seed, explicit_chance=chance)
    dice = random.Random(seed)
    while not match.is_over and most:
        decision = dice.choice(match.decisions)
        if not decision.is_chance and len(decision.options) > 1:
            most -= 1
            yield match, decision
        try:
            match.choose(dice.choice(decision.options), decision.player if decision.player >= 0 else None)
        except MatchError:
            return  # the rules go wrong, in the game that is made for it


def compare(name: str, players: int, iterations: int, most: int, chance: bool, routines: Routines) -> int:
    """Compares trees and verdicts at some decisions; returns how many these were."""
    compared = 0
    for seed in range(2):
        for match, decision in decisions(game_of(name), players, seed, most, chance):
            python, native = (searcher(match, decision, seed, one) for one in (None, routines))
            think(python, iterations, 1)
            think(native, iterations, 7)
            assert arms(python) == arms(native)
            assert [*map(python.verdict, decision.options)] == [*map(native.verdict, decision.options)]
            compared += 1
    return compared


GAMES = [
    ("do-podzemi", 3, 25, 4),
    ("hrad", 3, 6, 2),
    ("classics/connect-four", 2, 60, 3),
    ("classics/love-letter", 3, 30, 4),
    ("classics/goofspiel", 2, 25, 3),
    ("classics/leduc-poker", 2, 60, 4),
    ("classics/kuhn-poker", 2, 60, 4),
    ("classics/six-takes", 3, 8, 3),
    ("classics/fireworks", 2, 8, 4),
    ("classics/breakthrough", 2, 5, 2),
    ("classics/blackjack", 1, 40, 4),
    *((name, 2, 40, 4) for name in SMALL if name != "mounds"),
]


@pytest.mark.parametrize(("name", "players", "iterations", "most"), sample(GAMES, 14), ids=str)
def test_the_trees_are_equal(name: str, players: int, iterations: int, most: int) -> None:
    """With secrets, scores, heuristics, faults and simultaneous play."""
    assert compare(name, players, iterations, most, False, machine_code(name, False))


class Dealing(Plain):
    """Python that deals by the kernels, as machine code does."""

    deals = True


@pytest.mark.parametrize(("name", "players"), [("do-podzemi", 3), ("classics/six-takes", 3), ("hrad", 3)])
def test_kernels_deal_as_matches_do(name: str, players: int) -> None:
    """`match.rename_pieces` is the faster way in Python, and the same."""
    for match, decision in decisions(game_of(name), players, 1, 3):
        made = [searcher(match, decision, 1, None, machine) for machine in (Plain(), Dealing())]
        for one in made:
            think(one, 5, 5)
        assert arms(made[0]) == arms(made[1])


EXPLICIT = ("heist", "faulty", "tower", "classics/kuhn-poker", "classics/leduc-poker", "classics/pig")


@pytest.mark.parametrize("name", EXPLICIT)
def test_the_trees_are_equal_where_luck_decides(name: str) -> None:
    assert compare(name, 2, 30, 4, True, machine_code(name, True))


@pytest.mark.parametrize("name", ["do-podzemi", "heist", "tower", "harvest", "faulty", "cellar"])
def test_the_kernels_need_only_the_routines_of_a_game(name: str) -> None:
    """The routines may be anything that plays: here they are functions of Python."""
    routines = CallbackRoutines(prepare(game_of(name))).routines()
    assert compare(name, 2, 25, 3, False, routines)


def test_a_full_tree_grows_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is at hand when it is full: a player's arms, or the nodes of strands."""
    for name in ("do-podzemi", "heist", "classics/connect-four"):
        for most in (1, 9, 17, 40):
            monkeypatch.setattr(tree, "MOST_ARMS", most)
            assert compare(name, 2, 30, 2, False, machine_code(name, False))


def test_a_tree_that_outgrows_its_room_is_the_same() -> None:
    match, decision = next(decisions(game_of("classics/connect-four"), 2, 1, 1))
    python, native = (
        searcher(match, decision, 1, one) for one in (None, machine_code("classics/connect-four", False))
    )
    think(python, 700, 1)
    think(native, 700, 300)
    assert len(arms(python)) > FIRST_ROOM
    assert arms(python) == arms(native)


def test_rules_that_do_not_end_end_the_search() -> None:
    """After a few endless playouts; the tree is the same until then."""
    stopped = 0
    for seed in range(6):
        for match, decision in decisions(small_game("faulty"), 2, seed, 3):
            python, native = (
                searcher(match, decision, seed, one) for one in (None, machine_code("faulty", False))
            )
            think(python, 200, 1)
            think(native, 200, 50)
            assert python.stopped == native.stopped
            assert arms(python) == arms(native)
            stopped += native.stopped
    assert stopped


def test_positions_that_cannot_be_valued_end_the_search() -> None:
    """The fault is that of the rules, with its place."""
    game = load_game(
        [Source("endless.yaml", grown.game(["nothing"], grown.beyond("heuristic: {0}\n")))], Report()
    )
    assert game is not None
    match, decision = next(decisions(game, 2, 1, 1))
    found = []
    for routines in (None, routines_of_rules(match.rules)):
        with pytest.raises(RulesFault) as error:
            think(searcher(match, decision, 1, routines), 20, 5)
        found.append((error.value.fault, error.value.fault.span))
    assert found[0] == found[1]
    assert found[0][0].code == "RW410"


def test_searches_run_in_threads() -> None:
    """Each has its own arrays, so they do not disturb each other."""
    name = "do-podzemi"
    routines = machine_code(name, False)
    match, decision = next(decisions(game_of(name), 3, 5, 1))
    walks = [searcher(match, decision, seed, routines) for seed in range(6)]
    alone = [searcher(match, decision, seed, routines) for seed in range(6)]
    threads = [threading.Thread(target=think, args=(one, 3000, 500)) for one in walks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in alone:
        think(one, 3000, 3000)
    assert [arms(one) for one in walks] == [arms(one) for one in alone]
