"""What programs need to draw a match, for every game: objects with ids, and options that name them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from rulewright.interpreter import Match
from rulewright.interpreter.match.output.objects.classes import Argument, Choice, Objects
from rulewright.interpreter.match.output.objects.difference import applied, difference
from rulewright.interpreter.match.state.rename_pieces import rename

from ..amount import some
from .games import Shipped, game_of
from .games import played as all_played

CASES = pytest.mark.parametrize("case", all_played(), ids=str, scope="session")
USUALLY, WHOLE = 10, 60
"""How many decisions of a match are examined."""


def played(case: Shipped, seed: int = 0) -> Iterator[tuple[Match, random.Random]]:
    """A match at each of its decisions; the caller may continue any of them."""
    game = game_of(case)
    dice = random.Random(seed)
    match = Match(game, game.players[1], seed)
    for _ in range(some(USUALLY, WHOLE)):
        if match.is_over:
            return
        yield match, dice
        if not match.is_over:
            decision = dice.choice(match.decisions)
            match.choose(dice.choice(decision.options), decision.player)


def readers(match: Match) -> list[int | None]:
    return [None, *range(len(match.players))]


def named(objects: Objects) -> Iterator[Argument]:
    """Everything that options and open texts name."""
    for option in objects.decision.options if objects.decision is not None else ():
        yield from option.arguments
    for one in objects.underway:
        yield from one.names


@CASES
def test_options_differ_in_what_they_name_and_are_chosen_by_their_ids(case: Shipped) -> None:
    for match, dice in played(case):
        for decision in match.decisions:
            found = match.objects(decision.player).decision
            assert found is not None
            assert len(found.options) == len(decision.options)
            assert len({one.id for one in found.options}) == len(found.options)
            assert len({said(one) for one in found.options}) == len(found.options), found.options
            assert sum(bool(one.arguments) for one in found.options) >= sum(
                one.kind != "none" for one in decision.options
            )
            one = dice.choice(found.options)
            copy, other = match.clone(), match.clone()
            copy.choose(one.id, decision.player)
            (number,) = (entry.action for entry in copy.journal[len(match.journal) :])
            other.choose(number, decision.player)
            assert copy.snapshot() == other.snapshot()
            names = {option.number: option.name for option in decision.options}
            assert names[number].startswith(one.name) or one.name.startswith(names[number])


def said(option: Choice) -> object:
    """What distinguishes an option from others for a program that does not read labels."""
    return option.arguments or option.name


@CASES
def test_every_id_leads_to_an_object_and_back(case: Shipped) -> None:
    for match, _ in played(case):
        for reader in readers(match):
            objects = match.objects(reader)
            holders: dict[str, Any] = {**objects.places, **objects.cells}
            for key, piece in objects.pieces.items():
                assert piece.id == key
                assert key in holders[piece.place].pieces
                assert piece.position is None or holders[piece.place].pieces[piece.position] == key
            assert sum(len(holder.pieces) for holder in holders.values()) == len(objects.pieces)
            known = {
                "piece": {*objects.pieces, "piece:?"},
                "place": objects.places,
                "cell": objects.cells,
                "edge": objects.cells,
                "player": objects.players,
                "design": {f"design:{name}" for name in match.game.symbols.designs},
            }
            for one in named(objects):
                if one.kind in known:
                    assert one.id in known[one.kind] or one.kind == "piece"
                    assert set(one.also) <= objects.pieces.keys()
                else:
                    assert one.id is None
                    assert one.value is not None
            if objects.decision is not None:
                assert all(one.id in objects.pieces for one in clicked(objects))


def clicked(objects: Objects) -> list[Argument]:
    """The pieces that options name."""
    assert objects.decision is not None
    return [part for one in objects.decision.options for part in one.arguments if part.kind == "piece"]


@CASES
def test_which_of_equal_pieces_lies_where_is_nothing_that_objects_tell(case: Shipped) -> None:
    """Two matches in which equal pieces have exchanged their numbers show every reader the same, as long as their
    views do: in whatever order they are played on."""
    game = game_of(case)
    pieces = Match(game, game.players[1], 0).rules.lowered.tables.pieces
    groups = [[at for at, one in enumerate(pieces) if one == name] for name in dict.fromkeys(pieces)]
    if all(len(group) == 1 for group in groups):
        return
    for match, dice in played(case, 1):
        if match.fork is not None or dice.random() < 0.8:
            continue
        new = list(range(len(pieces)))
        for group in groups:
            for old, other in zip(group, dice.sample(group, len(group)), strict=True):
                new[old] = other
        one, two = match.clone(), match.clone()
        one.restore(match.snapshot())
        two.restore(rename(match.rules.lowered, match.rules.engine.plan, match.memory, new).tobytes())
        for _ in range(12):
            if any(one.view(reader) != two.view(reader) for reader in readers(one)):
                break  # luck draws pieces by their numbers
            for reader in readers(one):
                assert one.objects(reader) == two.objects(reader)
                assert list(one.objects(reader).pieces) == list(two.objects(reader).pieces)
            if one.is_over:
                break
            player = one.decisions[0].player
            decision = one.objects(player).decision
            assert decision is not None
            option = dice.choice(decision.options)
            one.choose(option.id, player)
            two.choose(option.id, player)


@CASES
def test_changes_lead_from_one_position_to_the_next(case: Shipped) -> None:
    before: dict[int | None, Objects] = {}
    for match, _ in played(case, 2):
        for reader in readers(match):
            now = match.objects(reader)
            old = before.get(reader, now)
            changes = difference(old, now)
            assert applied(old, changes) == now
            assert changes.pieces.keys() <= old.pieces.keys() | now.pieces.keys()
            assert difference(now, now).pieces == {}
            before[reader] = now
