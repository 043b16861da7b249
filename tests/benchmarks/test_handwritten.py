"""The hand-written program plays by the rules of the game; otherwise a comparison would mean nothing."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest

PATH = Path(__file__).parents[2] / "benchmarks" / "handwritten.py"


def load() -> Any:
    """`benchmarks` is no package, so the program is imported by its path."""
    spec = importlib.util.spec_from_file_location("handwritten", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


hand = load()
KNIGHT, BARBARIAN, MAGE, ROGUE = hand.HEROES


class Scripted(random.Random):
    """Luck that answers with given numbers, and fails when asked too often."""

    def __init__(self, *answers: float) -> None:
        super().__init__(0)
        self.answers = list(answers)

    def random(self) -> float:
        return self.answers.pop(0)


def explore(
    hero: Any,
    gear: list[str],
    dungeon: list[int],
    answers: list[float] | None = None,
    deck: list[int] | None = None,
) -> bool:
    """Whether the expedition succeeds; the dungeon is given in the order in which it is turned up."""
    luck = Scripted(*(answers or []))
    succeeds = hand.Match(luck, 3).explore(hero, gear, dungeon[::-1], [] if deck is None else deck)
    assert not luck.answers, "more choices were scripted than were asked for"
    return bool(succeeds)


def first(count: int) -> float:
    """The answer that picks the first of `count` options."""
    return nth(0, count)


def nth(index: int, count: int) -> float:
    """The answer that picks the option at `index` of `count`."""
    return (index + 0.5) / count


def name(kind: int) -> float:
    """The answer that names a kind of monster."""
    return nth(hand.KINDS.index(kind), len(hand.KINDS))


# ---- whole matches


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seeds_reproduce_matches(players: int) -> None:
    once, again = ([hand.play(random.Random(seed), players) for seed in range(200)] for _ in range(2))
    assert once == again
    assert len(set(once)) > 20


@pytest.mark.parametrize(("players", "low", "high"), [(2, 11, 13), (3, 25, 27.5), (4, 43, 46.5)])
def test_winners_are_seats_and_matches_of_plausible_length(players: int, low: float, high: float) -> None:
    rng = random.Random(7)
    matches = [hand.play(rng, players) for _ in range(3000)]
    winners = [winner for winner, _ in matches]
    assert set(winners) == set(range(players))
    for seat in range(players):
        assert abs(winners.count(seat) / 3000 - 1 / players) < 0.04  # the starting player is drawn
    assert low < sum(count for _, count in matches) / 3000 < high


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        hand.play(random.Random(1), players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_ends_with_a_second_success(players: int) -> None:
    for seed in range(200):
        match = hand.Match(random.Random(seed), players)
        winner = match.play()
        if len(match.seats) > 1:
            assert match.wins[winner] == 2
            assert match.wins.count(2) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_ends_with_the_last_player_left(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random players are almost never eliminated, so here every expedition fails."""
    monkeypatch.setattr(hand.Match, "explore", lambda *_: False)
    for seed in range(200):
        match = hand.Match(random.Random(seed), players)
        winner = match.play()
        assert match.seats == [winner]
        assert all(match.failed[seat] for seat in range(players) if seat != winner)


def test_the_player_to_the_left_of_the_eliminated_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 2 of three is eliminated in the second round, and seat 0 starts the third."""
    leaders = []
    delvers = iter([2, 2, 1, 0, 1])

    def bid(match: Any, leader: int, *_: Any) -> tuple[int, list[int]]:
        leaders.append(leader)
        return next(delvers), []

    monkeypatch.setattr(hand.Match, "bid", bid)
    monkeypatch.setattr(hand.Match, "explore", lambda *_: False)
    assert hand.Match(random.Random(1), 3).play() == 0
    assert leaders[1:] == [2, 0, 1, 0]


def test_components() -> None:
    assert len(hand.MONSTERS) == 13
    assert len(hand.KINDS) == 8
    assert [len(set(hero.kit)) for hero in hand.HEROES] == [6, 6, 6, 6]
    assert [hero.health for hero in hand.HEROES] == [3, 4, 2, 3]


# ---- bidding


def test_bidding_conserves_cards_and_equipment() -> None:
    emptied = stripped = False
    for seed in range(3000):
        match = hand.Match(random.Random(seed), 4)
        deck, gear = list(hand.MONSTERS), list(BARBARIAN.kit)
        delver, dungeon = match.bid(2, gear, deck)
        assert delver in match.seats
        set_aside = 13 - len(deck) - len(dungeon)
        assert set_aside == 6 - len(gear)
        emptied |= not deck
        stripped |= not gear
    assert emptied or stripped


def test_the_leader_bids_first_and_the_last_one_enters() -> None:
    passes, summons, draws, sacrifices = 0.1, 0.1, 0.9, 0.9
    gear = ["plate armour", "great shield"]
    assert hand.Match(Scripted(passes, passes), 3).bid(1, gear, [1, 2, 3]) == (0, [])

    deck = [1, 2, 3, 4]
    luck = Scripted(draws, summons, passes, draws, summons, draws, sacrifices, nth(1, 2), passes)
    assert hand.Match(luck, 3).bid(1, gear, deck) == (1, [4, 3])
    assert deck == [1]
    assert gear == ["plate armour"]


def test_an_empty_deck_forces_a_pass_and_an_empty_gear_a_summon() -> None:
    match = hand.Match(Scripted(0.9), 2)
    assert match.bid(0, [], [5]) == (0, [5])  # seat 0 draws and must summon, seat 1 must pass
    assert match.decisions == 1


# ---- the expedition


@pytest.mark.parametrize(
    ("hero", "gear", "dungeon", "succeeds"),
    [
        (KNIGHT, [], [], True),
        (KNIGHT, [hand.SWORD], [], True),  # nothing to name a kind for
        (KNIGHT, [], [2], True),
        (KNIGHT, [], [3], False),  # as many lost as there were
        (KNIGHT, ["plate armour", "great shield"], [5, 5], True),
        (KNIGHT, ["plate armour", "great shield"], [5, 6], False),
        (KNIGHT, [hand.TORCH], [1, 1, 2, 2, 3, 3], True),
        (KNIGHT, [hand.TORCH], [4], False),
        (KNIGHT, [hand.GRAIL], [2, 4, 6, 4], True),
        (KNIGHT, [hand.SPEAR], [9], True),
        (BARBARIAN, [hand.HAMMER], [5, 5], True),
        (ROGUE, [hand.CLOAK], [6, 7, 9], True),
        (ROGUE, [hand.CLOAK], [5], False),
        (ROGUE, [hand.RING], [1, 2, 5], True),
        (ROGUE, [hand.RING], [5], False),
        (ROGUE, [hand.RING], [3, 1], True),  # the end decides, not the moment at 0
        (ROGUE, [hand.POTION], [9, 2], True),  # 3 again after the dragon
        (ROGUE, [hand.POTION], [9, 3], False),  # only once
        (BARBARIAN, [hand.POTION], [9, 3], True),
        (MAGE, [hand.OMNIPOTENCE], [9, 7, 6], True),
        (MAGE, [hand.OMNIPOTENCE], [9, 4, 4], False),
        (MAGE, [hand.PACT], [7, 9], True),
        (MAGE, [hand.PACT], [7], True),
        (MAGE, [hand.PACT], [7, 9, 3], False),
        (MAGE, [hand.PACT, hand.GRAIL], [7, 4, 3], False),  # the vampire uses the pact up
        (MAGE, [hand.PACT], [3, 7, 9], False),
        (MAGE, [hand.POLYMORPH], [9], False),  # no deck to exchange with
    ],
)
def test_expeditions_without_choices(hero: Any, gear: list[str], dungeon: list[int], succeeds: bool) -> None:
    assert explore(hero, gear, dungeon) is succeeds


def test_the_named_kind_is_killed_each_time() -> None:
    assert explore(KNIGHT, [hand.SWORD], [4, 4], [name(4)])
    assert not explore(ROGUE, [hand.DAGGER], [4, 4], [name(5)])


def test_the_axe_is_used_once_and_at_will() -> None:
    use, keep = nth(1, 2), first(2)
    assert explore(BARBARIAN, [hand.AXE], [9], [use])
    assert not explore(BARBARIAN, [hand.AXE], [9], [keep])
    assert not explore(BARBARIAN, [hand.AXE], [9, 9], [use])
    # It is offered also on what the torch kills.
    assert explore(BARBARIAN, [hand.AXE, hand.TORCH], [1, 9], [keep, use])
    assert not explore(BARBARIAN, [hand.AXE, hand.TORCH], [1, 9], [use])


def test_the_ring_pays_only_when_it_is_picked() -> None:
    other, ring = first(2), nth(1, 2)
    assert explore(ROGUE, [hand.DAGGER, hand.RING], [2, 3], [name(2), ring])
    assert not explore(ROGUE, [hand.DAGGER, hand.RING], [2, 3], [name(2), other])


def test_polymorph_exchanges_a_monster_for_the_top_of_the_deck() -> None:
    use, keep = nth(1, 2), first(2)
    deck = [9, 1]
    assert explore(MAGE, [hand.POLYMORPH], [5], [use], deck)
    assert deck == [9]
    assert not explore(MAGE, [hand.POLYMORPH], [5], [keep], [1])
    assert not explore(MAGE, [hand.POLYMORPH], [5, 2], [use], [1, 1])  # only once


def test_omnipotence_counts_what_polymorph_brought() -> None:
    use, keep = nth(1, 2), first(2)
    gear = [hand.OMNIPOTENCE, hand.POLYMORPH]
    assert explore(MAGE, gear[:], [5, 5], [keep, use], [9])
    assert not explore(MAGE, gear[:], [9, 5], [use], [5])


def test_nothing_else_is_used_on_the_monster_that_the_pact_kills() -> None:
    use = nth(1, 2)
    gear = [hand.PACT, hand.POLYMORPH]
    assert explore(MAGE, gear[:], [7, 9], [first(2)], [1])
    assert not explore(MAGE, gear[:], [7, 9], [use], [1])  # without the demon the pact does nothing


def test_an_exchanged_demon_comes_with_the_pact() -> None:
    assert explore(MAGE, [hand.PACT, hand.POLYMORPH], [5, 9], [nth(1, 2)], [7])
