"""What others keep secret changes nothing that a reader gets, until a rule makes it public."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match

from ..amount import sample, some
from .games import (
    ASKED,
    GIFT,
    GIVEN,
    IN_A_CAP,
    KNOWN,
    LEAKS,
    OF_ELVES,
    OF_HANDS,
    PLEDGE,
    SAID_OTHERWISE,
    SIMULTANEOUSLY,
    TAKEN,
    TELLING,
    TURN,
    about,
    checked,
    game_of,
    known,
    some_game,
    written,
)
from .worlds import Play, first_difference

EACH = [
    *(
        (f"turn: {name}", written([("turn", text)]))
        for name, text in (TURN | IN_A_CAP | SAID_OTHERWISE).items()
    ),
    *((f"simultaneously: {name}", written([("do", text)])) for name, text in SIMULTANEOUSLY.items()),
    *((f"known: {name}", known(text)) for name, text in KNOWN.items()),
    ("menus", written([], options=True)),
]


def is_open(match: Match) -> bool:
    """Whether the rules have begun to make things public."""
    return bool(match.view()["game state"]["opened"])


def compare(
    game: Game,
    seed: int,
    what: str,
    *,
    explicit: bool = False,
    answers: bool = False,
    passes: bool = False,
    redeals: bool = False,
    kept: bool = False,
    ended: Callable[[Match], bool] = is_open,
) -> None:
    """Plays one match in two worlds for every reader."""
    players = random.Random(seed).randint(2, 3)
    for reader in (None, *range(players)):
        luck = reader is None or "luck of one" not in what  # its owner sees what luck has drawn
        one, other = (
            Play(
                game,
                players,
                seed,
                reader,
                world,
                explicit,
                luck,
                answers,
                passes=passes,
                redeals=redeals,
                kept=kept,
            ).until(ended)
            for world in (2 * seed, 2 * seed + 1)
        )
        assert one == other, f"{what}, reader {reader}, seed {seed}: {first_difference(one, other)}"


ONE_SORT = [(explicit, what) for explicit in ("luck", "explicit luck") for what, _ in EACH]


@pytest.mark.parametrize(("luck", "what"), sample(ONE_SORT, 54))
def test_one_sort_of_secret(luck: str, what: str) -> None:
    game, explicit = game_of(dict(EACH)[what]), luck != "luck"
    for seed in range(some(2, 4)):
        compare(game, seed, what, explicit=explicit)


def test_known_cards_that_are_chosen_in_secret_stay_secret_when_all_have_answered() -> None:
    game = game_of(known(KNOWN["simultaneously"]))
    for seed in range(4):
        compare(game, seed, "known: simultaneously", answers=True)


@pytest.mark.parametrize("what", SIMULTANEOUSLY)
def test_answers_are_told_when_all_have_answered(what: str) -> None:
    game = game_of(written([("do", SIMULTANEOUSLY[what])]))
    for seed in range(4):
        compare(game, seed, what, answers=True, ended=lambda match: match.fork is None)


@pytest.mark.parametrize("number", range(some(16, 40)))
def test_secrets_of_several_sorts(number: int) -> None:
    what, game = some_game(random.Random(number))
    compare(game, number, what, explicit=number % 4 == 3)


@pytest.mark.parametrize("explicit", [False, True], ids=["luck", "explicit luck"])
def test_what_all_others_see_and_one_does_not(explicit: bool) -> None:
    """What others put into the first player's cap they see, and the first player alone does not."""
    game = game_of(written([("turn", GIVEN)]))
    for seed in range(8):
        one, other = (
            Play(game, 3, seed, 0, world, explicit).until(is_open) for world in (2 * seed, 2 * seed + 1)
        )
        assert one == other, first_difference(one, other)


@pytest.mark.parametrize("what", LEAKS)
def test_what_is_half_secret_is_refused(what: str) -> None:
    _, report = checked(written([("turn", LEAKS[what])]))
    assert [one.code for one in report.errors] == ["RW322"], report.diagnostics


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("explicit", [False, True], ids=["luck", "explicit luck"])
def test_being_asked_does_not_tell(what: str, explicit: bool) -> None:
    game = game_of(about(*ASKED[what]))
    for seed in range(some(3, 8)):
        compare(game, seed, f"asked: {what}", explicit=explicit, passes=True)


@pytest.mark.parametrize("copies", [1, 4], ids=["one elf", "four elves"])
@pytest.mark.parametrize("what", OF_ELVES)
def test_being_asked_does_not_tell_who_holds_an_elf(what: str, copies: int) -> None:
    game = game_of(about(*ASKED[what], copies=copies))
    for seed in range(some(4, 8)):
        compare(game, seed, f"asked: {what}", passes=True, redeals=True)


@pytest.mark.parametrize("copies", [1, 2], ids=["one elf", "two elves"])
@pytest.mark.parametrize("what", TAKEN)
def test_what_the_log_keeps_secret_does_not_show_by_what_follows(what: str, copies: int) -> None:
    game = game_of(about(*TAKEN[what], copies=copies))
    for seed in range(some(2, 8)):
        compare(game, seed, f"taken: {what}", kept=True, redeals=True)


@pytest.mark.parametrize("what", OF_HANDS)
def test_lines_do_not_tell_how_many_cards_there_are(what: str) -> None:
    game = game_of(written([("turn", GIFT), ("turn", OF_HANDS[what])]))
    for seed in range(some(2, 8)):
        compare(game, seed, f"of hands: {what}", redeals=True)


def test_a_set_of_cards_is_named_to_whoever_sees_them() -> None:
    match = Match(game_of(written([("turn", OF_HANDS["some, through a let"])])), 2, 3)
    hand = match.view(0)["players"][0]["places"]["holding"]["pieces"]
    named = ", ".join(one for one in hand if one != "imp")
    assert named
    assert f"Player 1 thinks of {named}." in match.log(0)
    for reader in (1, None):
        assert "Player 1 thinks of something unknown." in match.log(reader)


def tells(game: Game, what: str, *, passes: bool = True, redeals: bool = False, kept: bool = False) -> bool:
    """Whether some match shows a reader what others keep secret."""
    try:
        for seed in range(8):
            compare(game, seed, what, passes=passes, redeals=redeals, kept=kept)
    except AssertionError:
        return True
    return False


NOTICED = """\
the player after the player is hit
choose one:
  grab, if the price < 3: the player's gold goes up by 1
  leave: nothing
"""


@pytest.mark.parametrize("code", TELLING)
def test_what_would_tell_is_refused(code: str) -> None:
    """And what `openly` lets it tell is indeed told: the same match, seen by another player, differs."""
    statements = PLEDGE + NOTICED
    _, report = checked(about(TELLING[code], statements))
    assert [one.code for one in report.errors] == [code[:5]], report.diagnostics
    game = game_of(about(TELLING[code], statements, openly=True))
    assert tells(game, code)
