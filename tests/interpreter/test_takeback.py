"""What a player may take back: the own last decision, until somebody has learnt something."""

from __future__ import annotations

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match, NoDecisionError, UndoError

from .small_games import shipped_game, small_game


@pytest.fixture
def game() -> Game:
    return small_game("lessons")


def chosen(match: Match, *options: str | int) -> Match:
    for option in options:
        match.choose(option if isinstance(option, str) else match.decision.options[option])
    return match


@pytest.mark.parametrize(
    "options",
    [
        ("earn",),
        ("bury",),
        ("bet", 2),  # what one chooses in secret is told to nobody
        ("lay",),  # nothing is laid yet
    ],
)
def test_what_told_nobody_anything_is_taken_back(game: Game, options: tuple[str | int, ...]) -> None:
    match = Match(game, 2, seed=4)
    start = match.snapshot()
    chosen(match, *options)
    assert match.revelations() == []
    for _ in match.journal[:]:
        match.undo(0)
    assert match.snapshot() == start


@pytest.mark.parametrize(
    ("option", "kind", "player"),
    [
        ("gamble", "luck", -1),
        ("mix", "luck", -1),
        ("peek", "knowledge", 0),
        ("show", "knowledge", 1),
        ("draw", "knowledge", 0),
        ("unveil", "knowledge", 0),  # what player 2 has bid
        ("spring", "knowledge", 0),  # a secret of nobody's
        ("ask", "knowledge", 0),  # a secret that is a bit of a set
        ("feel", "knowledge", 0),  # a card that nobody has seen
    ],
)
def test_what_told_somebody_something_is_not(game: Game, option: str, kind: str, player: int) -> None:
    match = chosen(Match(game, 2, seed=4), option)
    before = match.snapshot()
    assert [(one.step, one.kind, one.player) for one in match.revelations()] == [(0, kind, player)]
    with pytest.raises(UndoError, match="not possible") as caught:
        match.undo(0)
    assert option in str(caught.value)  # it says at which choice
    assert caught.value.reasons["cs"].startswith("nejde to: ")
    assert match.snapshot() == before
    match.undo()  # a scenario, a test or an administrator may
    assert not match.journal


def test_a_card_that_is_laid_face_up_is_laid(game: Game) -> None:
    match = chosen(Match(game, 2, seed=4), "lay", 0)
    with pytest.raises(UndoError, match="Player 2 has learnt something"):
        match.undo(0)


def test_what_is_known_already_is_no_news(game: Game) -> None:
    match = chosen(Match(game, 2, seed=4), "peek", "earn", "peek", "earn", "peek")
    assert [one.step for one in match.revelations()] == [0]
    match.undo(0)
    assert len(match.journal) == 4


def test_a_decision_of_another_person_stays_and_one_of_a_bot_does_not(game: Game) -> None:
    match = chosen(Match(game, 2, seed=4), "earn", "earn")
    with pytest.raises(UndoError, match="another person has decided since"):
        match.undo(0)
    match.undo(0, bots={1})
    assert not match.journal
    chosen(match, "earn", "peek")
    with pytest.raises(UndoError, match="Player 2 has learnt something"):
        match.undo(0, bots={1})


def test_who_has_decided_nothing_takes_nothing_back(game: Game) -> None:
    match = chosen(Match(game, 2, seed=4), "earn")
    with pytest.raises(NoDecisionError, match="nothing of yours"):
        match.undo(1)


def answer(match: Match, player: int, number: int) -> None:
    decision = next(one for one in match.decisions if one.player == player)
    match.choose(decision.options[number], player)


def test_an_answer_is_taken_back_until_all_have_answered(game: Game) -> None:
    """Others' answers stay; whether there are any is not told."""
    match = chosen(Match(game, 3, seed=4), "choose at once")
    answer(match, 0, 1)
    answer(match, 1, 2)
    seen = match.view(1)
    match.undo(0)
    assert match.view(1) == seen
    assert sorted(one.player for one in match.decisions) == [0, 2]
    with pytest.raises(UndoError, match="at the same time"):
        match.undo(0)  # the choice that led there
    answer(match, 0, 3)
    answer(match, 2, 0)
    with pytest.raises(UndoError, match="another person"):
        match.undo(1)
    with pytest.raises(UndoError, match="all have answered"):
        match.undo(2)


def test_the_reason_tells_nothing_of_what_others_answer(game: Game) -> None:
    waiting = chosen(Match(game, 3, seed=4), "choose at once")
    told = []
    for answers in ((), (1,), (1, 2)):
        match = waiting.clone()
        for player in answers:
            answer(match, player, 1)
        with pytest.raises(UndoError) as caught:
            match.undo(0)
        told.append(caught.value.reasons)
    assert told[0] == told[1] == told[2]


def test_bots_answers_that_have_come_out_are_not_taken_back() -> None:
    match = Match(small_game("signs"), 2, seed=1)
    answer(match, 0, 0)
    answer(match, 1, 0)
    with pytest.raises(UndoError, match="all have answered"):
        match.undo(0, bots={1})


def test_with_luck_as_decisions_luck_is_no_choice_of_anybody(game: Game) -> None:
    match = Match(game, 2, seed=4, explicit_chance=True)
    while match.decision.player == -1:
        chosen(match, 0)
    chosen(match, "gamble", 0)
    with pytest.raises(UndoError, match="luck has decided"):
        match.undo(0)


def test_a_card_that_was_looked_at_stays_looked_at() -> None:
    match = Match(shipped_game("do-podzemi"), 2, seed=5)
    player = match.decision.player
    match.choose("draw")
    with pytest.raises(UndoError, match=r"has learnt something since \(.*: draw a monster\)"):
        match.undo(player)
    match.choose("sacrifice")
    match.undo(player)
