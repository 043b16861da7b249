"""Leaks that were found by hand, each as it was found."""

from __future__ import annotations

import pytest
from rulewright.dsl.tree.types import Type
from rulewright.interpreter import Match
from rulewright.interpreter.match.output.encoding.encoder import Encoder
from rulewright.workbench.protocol.messages import LogParams
from rulewright.workbench.protocol.server import page_of
from rulewright.workbench.seats.state import state_of

from ..interpreter.small_games import shipped_game
from .games import SIMULTANEOUSLY, TURN, checked, game_of, written
from .test_noninterference import is_open
from .worlds import Play, first_difference


def begun(statements: str, players: int = 2, *, key: str = "turn", explicit: bool = False) -> Match:
    return Match(game_of(written([(key, statements)])), players, 7, explicit_chance=explicit)


# ------------------------------------------------------------------------------ choices


def test_a_number_that_goes_into_a_secret_state_is_told_to_nobody_else() -> None:
    match = begun(TURN["number"])
    match.choose("5")
    assert match.log(0) == ["Round 0.", "Player 1: choose a number – 5", "Round 1."]
    assert match.log(1) == match.log() == ["Round 0.", "Player 1 has chosen.", "Round 1."]


def test_a_slot_of_the_log_shows_a_secret_only_to_its_owner() -> None:
    match = begun(TURN["through a phrase"])
    match.choose("5")
    assert match.log(0)[1] == "Player 1 notes 5."
    assert match.log(1)[1] == match.log()[1] == "Player 1 notes an unknown number."
    assert match.log(1, "cs")[1] == "Player 1 si píše neznámé číslo."


@pytest.mark.parametrize(
    "what",
    [
        "branches within",
        "may",
        "one or the other",
        "in any order",
        "a player",
        "branches that tell",
    ],
)
def test_no_way_to_choose_a_secret_tells_it(what: str) -> None:
    match = begun(TURN[what])
    while match.decision.player == 0:
        match.choose(match.decision.options[0])
    assert match.log(1) == ["Round 0.", "Player 1 has chosen.", "Round 1."]


def test_what_luck_deals_in_secret_is_not_told() -> None:
    match = begun(TURN["luck of all"], explicit=True)
    while match.decision.is_chance:
        match.choose(match.decision.options[0])
    lines = [line for line in match.log(0) if line.startswith("Luck")]
    assert lines
    assert set(lines) == {"Luck has decided."}


def test_openly_and_secretly_say_who_is_told() -> None:
    text = """
        the player {} chooses a number from 0 to 5, as the wager
        the player's bid becomes the wager
        the player's gold goes up by the wager
    """
    one, other = begun(text.format("secretly")), begun(text.format("openly"))
    one.choose("5")
    other.choose("5")
    assert one.log(1)[1] == "Player 1 has chosen."
    assert other.log(1)[1] == "Player 1: choose a number – 5"


# ------------------------------------------------------------------------ pieces and pairs


def test_a_pair_in_a_hand_does_not_show() -> None:
    """Whoever plays one of two guards reads like whoever plays the only one."""
    game = shipped_game("classics/love-letter")
    lines: dict[int, set[str]] = {}
    for seed in range(400):
        match = Match(game, 2, seed)
        hand = match.view(0)["players"][0]["places"]["holding"]["pieces"]
        if "guard" in hand:
            match.choose("guard")
            lines.setdefault(hand.count("guard"), set()).add(match.log(1)[1])
    assert lines == {1: {"Player 1 plays the guard."}, 2: {"Player 1 plays the guard."}}


def test_where_unknown_pieces_stand_in_a_set_does_not_tell_their_designs() -> None:
    """Pieces are numbered by their designs, so their order would reveal an unknown one between two others."""
    match = Match(shipped_game("do-podzemi"), 2, 1)
    pieces = match.rules.lowered.tables.pieces
    first, between, last = (pieces.index(name) for name in ("goblin", "orc", "dragon"))
    assert first < between < last
    known = 1 << first | 1 << last
    said = match.names.value(Type("pieces"), known | 1 << between, known=known)
    assert said == "goblin, dragon, an unknown monster"


# ------------------------------------------------------------------------ simultaneously


def test_answers_change_nothing_for_others_until_all_have_answered() -> None:
    match = begun(SIMULTANEOUSLY["open numbers"], 3, key="do")
    encoder = Encoder(match)
    before = [
        (match.view(reader), encoder.vector(match, reader), match.log(reader)) for reader in (None, 1, 2)
    ]
    match.choose("5", 0)
    match.choose("3", 0)
    after = [
        (match.view(reader), encoder.vector(match, reader), match.log(reader)) for reader in (None, 1, 2)
    ]
    assert after == before
    assert match.view(0)["players"][0]["state"]["gold"] == 8
    assert match.view(0)["deciding"] == [1, 2]
    assert match.why_not("4", 0) == "it is not Player 1 who decides now, but Player 2, Player 3"
    assert match.why_not("4", None) is None
    for player in (1, 2):
        match.choose("1", player)
        match.choose("1", player)
    assert match.view(1)["players"][0]["state"]["gold"] == 8
    assert "Player 1: choose a number – 5" in match.log(1)
    assert "Player 1: choose a number – 3" not in match.log(1)


@pytest.mark.parametrize(
    "read",
    [
        "the player's gold goes up by the gold of the player after the player",
        "if there is a player with gold > 5: the player's bid becomes 1",
        "the player's bid becomes the number of cards in the offering of the player after the player",
        "if the player after the player can pay 2 gold: the player's bid becomes 1",
    ],
)
def test_what_others_change_meanwhile_cannot_be_read(read: str) -> None:
    text = f"""
        simultaneously, each player:
          choose a number from 0 to 5, as the wager
          the player's gold goes up by the wager
          if the player's holding is not empty:
            choose a card in the player's holding, as the pledge
            put the pledge into the player's offering
          {read}
    """
    if "offering of" in read:
        text = text.replace("the offering of the player after the player", "the rival's offering")
        text = text.replace(
            "choose a number", "let rival be the player after the player\n          choose a number"
        )
    _, report = checked(written([("do", text)]))
    assert [one.code for one in report.errors] == ["RW318"], report.diagnostics
    assert report.errors[0].message.startswith("what other players may change cannot be read")


# -------------------------------------------------------------------------- what is pending


def test_what_was_chosen_so_far_is_in_view_and_numbers() -> None:
    """The target of the guard, and the pawn that is going to move."""
    match = Match(shipped_game("classics/breakthrough"), 2, 1)
    encoder = Encoder(match)
    copies = []
    for option in match.decision.options[:2]:
        copy = match.clone()
        copy.choose(option)
        copies.append(copy)
    one, other = copies
    for reader in (None, 0, 1):
        assert one.view(reader)["underway"] != other.view(reader)["underway"]
        assert encoder.vector(one, reader) != encoder.vector(other, reader)
    assert one.view(1)["underway"][0]["names"][0]["runner"].startswith("white pawn ")


def test_what_was_chosen_in_secret_so_far_only_the_chooser_sees() -> None:
    match = begun(TURN["a phrase that asks"])
    match.choose("4")
    assert any(part.get("wager") == 4 for part in _names(match, 0))
    assert not any("wager" in part for part in [*_names(match, 1), *_names(match, None)])


def _names(match: Match, reader: int | None) -> list[dict[str, object]]:
    found: list[dict[str, object]] = match.view(reader)["underway"][0]["names"]
    return found


# ------------------------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    "text",
    [
        "may: the player after the player pays 3 chips",
        "the player after the player pays 3 chips / the player's bid becomes 1",
        "the player may repeatedly: the player after the player pays 1 chips",
        "the player may: the hidden toll is paid by the player after the player",
    ],
)
def test_whether_another_can_pay_in_secret_is_no_offer(text: str) -> None:
    whole = written([("turn", text)]).replace(
        "phrases:\n",
        'phrases:\n  "the hidden toll is paid by {payer: player}": {do: the payer pays 1 chips}\n',
    )
    _, report = checked(whole)
    assert "RW316" in [one.code for one in report.errors], report.diagnostics


# ------------------------------------------------------------------------- other programs


def told_so_far(match: Match, reader: int | None, encoder: Encoder) -> tuple[str, object]:
    """The information state of OpenSpiel, by the journal of a match: as a string, and what its tensor is made of."""
    openspiel = pytest.importorskip("rulewright.workbench.adapters.openspiel")
    assert reader is not None
    played = match.clone()
    played.place(match.history.beginning(), None, ())
    story = openspiel.story(played)
    for entry in match.journal:
        player = next(one.player for one in played.pending() if one.strand == entry.strand)
        played.take(entry.strand, entry.action)
        story = openspiel.story(played, story, entry, player)
    told = story.information(reader, match, encoder)
    return story.text(reader, match, encoder), (told.seen.tolist(), told.choices, told.story)


@pytest.mark.parametrize("what", ["number", "through a phrase", "a player", "a kind", "a card"])
def test_the_information_state_of_openspiel_tells_no_secret(what: str) -> None:
    game = game_of(written([("turn", TURN[what])]))
    one, other = (
        Play(game, 2, 3, 1, world, explicit=True, observe=told_so_far).until(is_open) for world in (1, 2)
    )
    assert one == other, first_difference(one, other)


def test_a_server_tells_a_seat_no_more_than_it_may_know() -> None:
    """Neither the state nor the number of lines shows which players have answered, and how often."""
    game = game_of(written([("turn", TURN["branches within"])]))
    states = []
    for option in ("bid", "pass"):
        match = Match(game, 2, 7)
        match.choose(option)
        if option == "bid":
            match.choose("3")
        page = page_of(match, LogParams(match="m1", seat=1))
        states.append((state_of(match, (1,), ()), page))
    assert states[0] == states[1]
