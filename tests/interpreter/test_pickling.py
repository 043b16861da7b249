"""Matches and games go to other processes, and are copied: there they are the same, and play on in the same way."""

from __future__ import annotations

import copy
import hashlib
import multiprocessing
import pickle
import random
import zlib
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import BrokenRulesError, Match, MatchError, SetupError, StaleSaveError, UndoError
from rulewright.interpreter.lower import Start
from rulewright.interpreter.match.setup.rules import prepare
from rulewright.interpreter.memory.faults import STEP_LIMIT, RulesFault

from .grown import DEEP
from .lower.micro import game_of
from .small_games import shipped_game, small_game

MOST = 25


def play_on(match: Match, seed: int = 5, most: int = MOST) -> Match:
    """Plays this many random choices."""
    dice = random.Random(seed)
    for _ in range(most):
        if match.is_over:
            break
        decision = dice.choice(match.decisions)
        if decision.is_chance:
            match.choose(dice.choices(decision.options, [one.weight for one in decision.options])[0])
        else:
            match.choose(dice.choice(decision.options), decision.player)
    return match


def shown(match: Match) -> dict[str, Any]:
    """Whatever a program can get of a match."""
    readers = [None, *range(len(match.players))]
    return {
        "hash": match.game.content_hash,
        "players": match.players,
        "memory": match.snapshot(),
        "journal": match.journal[:],
        "save": match.save(),
        "key": match.position_key(),
        "views": [match.view(reader) for reader in readers],
        "logs": [match.log(reader, "cs") for reader in readers],
        "objects": [match.objects(reader) for reader in readers],
        "events": [match.events(reader) for reader in readers],
        "asks": [one.ask(language) for one in match.decisions for language in ("en", "cs")],
        "decisions": match.decisions,
        "revelations": match.revelations(max(0, len(match.journal) - 2)),
        "deals": [match.determinize(player, 3).view(player) for player in range(len(match.players))],
        "forced": match.forced,
    }


def looked_at(pickled: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a match shows in the process that runs this, and after it has been played on there."""
    match: Match = pickle.loads(pickled)
    return shown(match), shown(play_on(match))


def met_twice(first: bytes, second: bytes) -> tuple[bool, bool, bool]:
    one, other = pickle.loads(first), pickle.loads(second)
    return one.game is other.game, one.rules is other.rules, one.rules.engine is other.rules.engine


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A fresh process, which begins with nothing but what it is sent."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[2]))  # where it finds this module
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield pool


def in_play(name: str, **options: Any) -> Match:
    match = play_on(Match(shipped_game(name), 2, 7, **options), most=5)
    assert not match.is_over
    return match


def undone() -> Match:
    match = in_play("do-podzemi")
    match.undo()
    match.undo()
    return match


def acting() -> Match:
    """In the midst of what players do simultaneously: one has answered."""
    match = Match(shipped_game("classics/rock-paper-scissors"), 2, 3)
    match.choose(match.decisions[1].options[0], 1)
    assert match.fork is not None
    assert len(match.decisions) == 1
    return match


def dealt() -> Match:
    """A re-deal at a decision that asks with slots, whose words were told in another match."""
    match = Match(shipped_game("do-podzemi"), 2, 2)
    while match.decision.filled is None or match.decision.ask() == match.decision.prompt:
        match = play_on(match, len(match.journal), most=1)
    return match.determinize(match.decision.player, 4)


def dealt_and_called() -> Match:
    """A re-deal to a player who calls the pieces what they were called before."""
    match = in_play("classics/breakthrough")
    match.objects(0)
    deal = match.determinize(0, 1)
    stranger = Match.load(match.game, deal.save())
    assert deal.objects(0) != stranger.objects(0), (
        "the names of the pieces are of the match that it is a deal of"
    )
    return deal


def restored() -> Match:
    match = play_on(Match(shipped_game("do-podzemi"), 2, 7), most=2)
    match.restore(match.snapshot())
    match = play_on(match, most=2)
    assert not match.is_over
    return match


def given() -> Match:
    """Begun elsewhere, with a memory that was set by a function that cannot be pickled."""
    rules = prepare(shipped_game("do-podzemi"), start=Start(phase="round"))
    states = rules.lowered.tables.game_states
    cell = states["victory cards"].address

    def edit(m: array[int]) -> None:
        m[cell] = 6
        m[states["leader"].address] = 1
        m[states["hero"].address] = rules.lowered.tables.pieces.index("mage")

    match = Match.begin(rules, ["Ann", "Bob"], 3, edit=edit)
    assert match.memory[cell] == 6
    return match


MATCHES: dict[str, Callable[[], Match]] = {
    "tic-tac-toe": lambda: in_play("classics/tic-tac-toe"),
    "do-podzemi": lambda: in_play("do-podzemi", options={"starting hero": "mage"}),
    "hrad": lambda: play_on(Match(shipped_game("hrad"), ["Ann", "Bob"], 5), most=9),
    "one that is not begun": lambda: Match(shipped_game("classics/leduc-poker"), 2, 1),
    "one that is over": lambda: play_on(Match(shipped_game("classics/pig"), 2, 1), most=2_000),
    "after undo": undone,
    "explicit chance": lambda: in_play("classics/leduc-poker", explicit_chance=True),
    "forced choices taken": lambda: in_play("do-podzemi", forced="take"),
    "acting simultaneously": acting,
    "hidden bids": lambda: in_play("classics/goofspiel"),
    "a re-deal": dealt,
    "a re-deal with known pieces": dealt_and_called,
    "restored": restored,
    "begun by a scenario": given,
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_plays_on_in_another_process_as_here(name: str, elsewhere: ProcessPoolExecutor) -> None:
    match = MATCHES[name]()
    before = shown(match)
    then, later = elsewhere.submit(looked_at, pickle.dumps(match)).result()
    assert then == before
    assert shown(match) == before
    assert later == shown(play_on(match))
    if name != "one that is over":
        assert later["memory"] != before["memory"]


def test_a_process_has_a_game_once(elsewhere: ProcessPoolExecutor) -> None:
    first, second = (pickle.dumps(in_play("classics/love-letter", forced=way)) for way in ("ask", "take"))
    assert elsewhere.submit(met_twice, first, second).result() == (True, True, True)
    game = shipped_game("classics/love-letter")
    assert pickle.loads(first).game is game
    assert pickle.loads(first).rules is prepare(game)
    assert pickle.loads(pickle.dumps(game)) is game


def hash_of(game: Game) -> tuple[str, str, list[str], str]:
    record = Match(game, 2, 1).record()
    return game.content_hash, game.texts[0].span.source.name, [one.name for one in game.sources], record


def test_a_game_goes_whole_to_another_process(elsewhere: ProcessPoolExecutor) -> None:
    game = shipped_game("do-podzemi")
    Match(game, 2)  # what has been made of it stays here
    assert elsewhere.submit(hash_of, game).result() == hash_of(game)


def test_what_is_pickled_is_small() -> None:
    game = shipped_game("hrad")
    packed = pickle.dumps(play_on(Match(game, 2, 1)))
    assert len(packed) < 400_000
    assert packed.count(b"Position") == packed.count(b"Engine") == 0


@pytest.mark.parametrize("name", ["and", "otherwise if", "statements", "phrases"])
def test_deep_games_can_be_pickled(name: str) -> None:
    game = game_of(DEEP[name](300))
    raw = pickle.dumps(game)
    mark = game.content_hash
    del game
    assert pickle.loads(raw).content_hash == mark


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy], ids=lambda function: str(function.__name__))
@pytest.mark.parametrize("name", MATCHES)
def test_a_copy_is_independent(name: str, copied: Callable[[Match], Match]) -> None:
    match = MATCHES[name]()
    before = shown(match)
    other = copied(match)
    assert shown(other) == before
    assert other.game is match.game
    assert other.rules is match.rules
    play_on(other)
    assert shown(match) == before
    if match.journal:
        assert match.undo() is not None
        assert shown(other) != shown(match)


def test_copies_of_what_holds_matches_hold_matches_of_their_own() -> None:
    match = in_play("do-podzemi")
    held: dict[str, Any] = copy.deepcopy(
        {"match": match, "position": match.position, "history": match.history}
    )
    before = shown(match)
    held["match"].choose(held["match"].decision.options[0])
    held["position"].memory[0] ^= 1
    held["history"].journal.clear()
    assert shown(match) == before


def test_positions_and_histories_can_be_pickled() -> None:
    match = acting()
    position, history = pickle.loads(pickle.dumps((match.position, match.history)))
    assert position.memory == match.memory
    assert position.seen_by(0).memory == match.position.seen_by(0).memory != position.memory
    again = history.of_start(history.start, history.journal)
    assert again.at(len(again.journal)).memory == match.memory


def errors() -> Iterator[MatchError]:
    game = shipped_game("do-podzemi")
    match = Match(game, 2, 3)
    broken = Match(small_game("faulty"), 2, 1)
    match.choose("draw")
    tries: list[Callable[[], object]] = [
        lambda: match.choose("pass"),
        lambda: match.undo(0, {1}),
        lambda: Match(game, 9),
        lambda: Match.load(shipped_game("hrad"), match.save()),
        lambda: broken.choose("ask"),
    ]
    for one in tries:
        with pytest.raises(MatchError) as caught:
            one()
        yield caught.value


def test_errors_come_back_from_other_processes_whole() -> None:
    """Otherwise a pool hangs, or says nothing of what went wrong."""
    found = list(errors())
    assert {UndoError, SetupError, StaleSaveError, BrokenRulesError} < {type(one) for one in found}
    for error in found:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.code) == (type(error), str(error), error.code)
        same = {name: str(value) for name, value in vars(error).items()}
        assert {name: str(value) for name, value in vars(again).items()} == same
    fault = pickle.loads(pickle.dumps(RulesFault(STEP_LIMIT)))
    assert (fault.fault, str(fault)) == (STEP_LIMIT, str(RulesFault(STEP_LIMIT)))


def test_a_damaged_game_is_said_to_be_damaged() -> None:
    """A game of this process would be found by its mark, so the mark is another too."""
    make, (mark, packed) = shipped_game("do-podzemi").__reduce__()
    other = bytes(len(mark))
    raw = pickle.dumps({"no": "game"})
    damaged = [
        (other, packed),
        (other, packed[: len(packed) // 2]),
        (other, b""),
        (other, packed[:100] + b"\0" + packed[101:]),
        (hashlib.sha256(raw).digest(), zlib.compress(raw)),
    ]
    for one in damaged:
        with pytest.raises(
            pickle.UnpicklingError, match="damaged, or another version of Rulewright wrote it"
        ):
            make(*one)
