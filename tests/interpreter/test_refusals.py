"""Why an option is refused: the one condition that does not hold, in the language of play."""

from __future__ import annotations

import pytest
from rulewright.interpreter import IllegalChoiceError, Match
from rulewright.interpreter.match.setup.rules import prepare

from .small_games import shipped_game, small_game


@pytest.mark.parametrize(
    ("before", "option", "why"),
    [
        ((), "buy", "it needs: day > 0 (it is 0: 1 too few)"),
        ((), "hire", "it needs: day > 0 (it is 0: 1 too few)"),
        (("wait", "wait"), "wait", "it needs: day < 2 (it is 2: 1 too many)"),
        (("wait", "buy", "apple"), "buy", "it needs: the player's gold > 1 (it is 1: 1 too few)"),
        (("wait", "buy", "apple"), "hire", "it costs 1 gold more than you have"),
        (("wait",), "return", "there is nothing to choose: a good in the basket"),
        (("wait",), "tidy", "this cannot be done: put any good in the basket into the cart"),
        (("haggle",), "high", "it needs: bid > 5 (it is 1: 5 too few)"),
        (("haggle",), "low", "it needs: day = 2 (it is 0)"),
        (
            ("wait", "buy"),
            "melon",
            "it must be one of: goods with price <= the player's gold (it is 5 against 2: 3 too many)",
        ),
    ],
)
def test_the_condition_that_does_not_hold_is_named_and_no_other(
    before: tuple[str, ...], option: str, why: str
) -> None:
    match = Match(small_game("stall"), 1, seed=1)
    for one in before:
        match.choose(one)
    reason = match.why_not(option)
    assert reason is not None
    assert reason.partition("; open are: ")[0].partition("is not open: ")[2] == why


def test_refusals_follow_the_language_and_take_names_of_it() -> None:
    match = Match(small_game("stall"), 1, seed=1)
    assert match.why_not("koupit", None, "cs") == (
        "možnost 'koupit' není otevřená: musí platit: day > 0 (je to 0: chybí 1); lze vybrat: počkat, haggle"
    )
    assert match.why_not("KOUPIT", None, "cs") == match.why_not("buy", None, "cs")
    assert match.why_not("nic", None, "cs") == "taková možnost tu není: 'nic'; lze vybrat: počkat, haggle"
    assert match.why_not("high", None, "cs") == (
        "teď se rozhoduje o něčem jiném než 'high'; lze vybrat: počkat, haggle"
    )


def test_an_option_is_chosen_in_any_case_of_its_letters() -> None:
    match = Match(small_game("stall"), 1, seed=1)
    match.choose("Počkat")
    match.choose("WAIT A DAY")
    assert match.view()["game state"]["day"] == 2
    with pytest.raises(IllegalChoiceError, match="it needs: day < 2"):
        match.choose("Wait")


def test_a_refusal_does_not_tell_where_a_hidden_piece_lies() -> None:
    """A name is looked up among designs, and among pieces only if the player knows where they lie."""
    match = Match(shipped_game("do-podzemi"), ["Eva", "Jan"], seed=5)
    match.choose("draw")
    match.choose("sacrifice")
    told = {match.why_not(name, match.decision.player) for name in ("golem", "goblin", "lich", "dragon")}
    assert {reason.partition("' is not open")[2] for reason in told if reason} == {
        ": it must be one of: equipment in the gear; open are: "
        + ", ".join(str(one) for one in match.decision.options)
    }


def test_what_is_asked_says_what_may_be_done() -> None:
    sites = prepare(shipped_game("cookbook/costs")).lowered.sites
    may = [site.prompts for site in sites if site.kind == "may"]
    assert {"en": "Do you want to use it?", "cs": "Chceš to použít?"} in may
    assert any(prompts["en"] == "Do you want to pay 1 food?" for prompts in may)


def test_options_of_the_language_itself_have_czech_names() -> None:
    actions = prepare(shipped_game("cookbook/costs")).lowered.actions
    labels = {action.name: action.label.get("cs") for action in actions if action.name in ("yes", "no")}
    assert labels == {"yes": "ano", "no": "ne"}


def test_a_refusal_of_a_numbered_piece_names_no_cell_where_it_lies_face_down() -> None:
    match = Match(shipped_game("cookbook/secret-set-up"), 2, seed=1)
    while match.decision.kind != "choose" or "rival" not in match.decision.prompt:
        match.choose(match.decision.options[0])
    me = match.decision.player
    pieces = [action for action in match.rules.lowered.actions if action.sort == "piece"]
    numbers = [action.first + piece for action in pieces for piece in range(action.width)]
    told = [match.why_not(number, me) or "" for number in numbers]
    named = [reason.partition("' is not an option of this decision")[0] for reason in told]
    mine, theirs = f"player {me + 1}'s ", f"player {2 - me}'s "
    assert any(mine in one for one in named)
    assert not any(theirs in one for one in named)


def test_an_object_that_cannot_be_chosen_says_what_can_be() -> None:
    match = Match(shipped_game("cookbook/keep-the-heroes-out"), players=1, seed=3, forced="take")
    lit = set(match.objects(0).decision.objects)  # type: ignore[union-attr]
    for identity in (*match.objects(0).pieces, *match.objects(0).places, "player:0"):
        reason = match.why_not(identity, 0)
        assert (reason is None) == (identity in lit)
        if reason is not None:
            assert "choos" in reason or "chosen" in reason, reason


def test_an_object_is_called_as_its_reader_knows_it() -> None:
    match = Match(shipped_game("do-podzemi"), players=2, seed=3, forced="take")
    other = 1 - match.decision.player
    assert "unknown monster" in str(match.why_not("piece:?monster deck#3", match.decision.player))
    assert "neznámá karta" in str(match.why_not("piece:?monster deck#3", match.decision.player, "cs"))
    assert "decides now" in str(match.why_not("place:monster deck", other))
    assert match.why_not("piece:nothing like it", match.decision.player) is not None


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "for 'buy a card', it costs 4 diamond, 2 sapphire, 1 onyx more than you have"),
        ("cs", "k možnosti 'koupit kartu': na zaplacení chybí: diamant 4, safír 2, onyx 1"),
    ],
)
def test_a_card_that_is_too_dear_says_what_is_missing(language: str, why: str) -> None:
    match = Match(shipped_game("classics/gem-merchants"), ["Ann", "Bob"], 1)
    reason = match.why_not("piece:emerald card 11", 0, language)
    assert reason is not None
    assert why in reason


def test_nothing_is_said_of_what_the_chooser_does_not_see() -> None:
    """Whether a card in somebody's hand, or in a stack, could be bought would tell what it is."""
    match = Match(shipped_game("classics/gem-merchants"), ["Ann", "Bob"], 1)
    match.choose("reserve")
    match.choose("stack top")
    match.choose(match.decision.options[0])
    unknown = [piece for piece in match.objects(1).pieces if piece.startswith("piece:?")]
    assert any("reserved" in piece for piece in unknown)
    for piece in unknown:
        reason = str(match.why_not(piece, 1))
        assert "not among what can be chosen now" in reason, reason
