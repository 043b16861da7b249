"""Objects with ids: what readers call pieces from decision to decision, what options and events name."""

from __future__ import annotations

import copy
import itertools
import pickle
import random

import pytest
import rulewright
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.interpreter import IllegalChoiceError, Match, MatchError
from rulewright.interpreter.ir import NONE
from rulewright.interpreter.match.output.objects.catalogue import catalogue
from rulewright.interpreter.match.output.objects.classes import Open, Score
from rulewright.interpreter.match.output.objects.difference import applied, difference
from rulewright.interpreter.match.output.objects.identities import Appearance, Appearances, PieceIds, next_ids

from .small_games import shipped_game

HAND, TABLE, YARD = 1, 2, 3


def look(place: int, *states: int, meant: tuple[int, ...] = ()) -> Appearance:
    return Appearance(place, states, meant)


def seen(*looks: Appearance, numbers: tuple[int, ...] = ()) -> dict[str, Appearances]:
    """The coins that a reader knows: their looks, and their numbers in the memory."""
    return {
        "coin": tuple(
            sorted((one, 0, number) for one, number in zip(looks, numbers or range(9), strict=False))
        )
    }


def told(called: PieceIds) -> dict[str, Appearance]:
    """By id how a coin looks."""
    return {f"piece:coin#{number}": one for number, one in called["coin"].numbers}


def followed(*steps: dict[str, Appearances]) -> PieceIds:
    called: PieceIds = {}
    for step in steps:
        called = next_ids(called, step)
    return called


# --------------------------------------------------------------------- what pieces are called


def test_a_piece_that_moves_keeps_its_id() -> None:
    called = followed(seen(look(HAND), look(TABLE)), seen(look(YARD), look(TABLE)))
    assert told(called) == {"piece:coin#1": look(YARD), "piece:coin#2": look(TABLE)}
    assert called["coin"].fresh == {"piece:coin#1"}


def test_pieces_that_move_are_told_apart_by_their_states() -> None:
    called = followed(seen(look(HAND, 5), look(TABLE, 7)), seen(look(YARD, 7), look(YARD, 5)))
    assert told(called) == {"piece:coin#1": look(YARD, 5), "piece:coin#2": look(YARD, 7)}


def test_a_state_that_changes_leaves_the_id_where_it_is() -> None:
    called = followed(seen(look(HAND, 5), look(TABLE, 5)), seen(look(TABLE, 6), look(HAND, 5)))
    assert told(called) == {"piece:coin#1": look(HAND, 5), "piece:coin#2": look(TABLE, 6)}


def test_pieces_that_look_the_same_are_all_one() -> None:
    called = followed(seen(look(HAND), look(HAND), look(TABLE)))
    ids = {number: called["coin"].alike[number] for number in range(3)}
    both = ("piece:coin#1", "piece:coin#2")
    assert ids == {0: both, 1: both, 2: ("piece:coin#3",)}


def test_what_others_mean_tells_pieces_apart() -> None:
    called = followed(seen(look(HAND, meant=(4,)), look(HAND)))
    assert {len(group) for group in called["coin"].alike.values()} == {1}


def test_a_piece_out_of_sight_loses_its_id_and_the_next_one_takes_it() -> None:
    called = followed(
        seen(look(HAND), look(TABLE)), seen(look(TABLE)), seen(look(TABLE), look(TABLE), look(YARD))
    )
    assert told(called) == {
        "piece:coin#1": look(TABLE),
        "piece:coin#2": look(TABLE),
        "piece:coin#3": look(YARD),
    }
    assert followed(seen(look(HAND)), {}) == {}


@pytest.mark.parametrize("numbers", list(itertools.permutations(range(4))))
def test_the_numbers_of_pieces_decide_nothing(numbers: tuple[int, ...]) -> None:
    """The same views, in which equal pieces have other numbers each time."""
    views = [
        [look(HAND, 1), look(HAND, 1), look(TABLE, 0), look(YARD, 0)],
        [look(HAND, 1), look(TABLE, 1), look(TABLE, 0), look(HAND, 0)],
        [look(YARD, 1), look(TABLE, 1), look(TABLE, 0), look(YARD, 1)],
    ]
    called: PieceIds = {}
    plain: PieceIds = {}
    for at, view in enumerate(views):
        other = numbers[at:] + numbers[:at]
        called = next_ids(called, seen(*view, numbers=other))
        plain = next_ids(plain, seen(*view))
        assert told(called) == told(plain)
        by_look = {one: called["coin"].alike[number] for one, number in zip(view, other, strict=True)}
        assert by_look == {one: plain["coin"].alike[number] for number, one in enumerate(view)}


# ----------------------------------------------------------------------------------- matches


def opened(match: Match, player: int) -> Open:
    decision = match.objects(player).decision
    assert decision is not None
    return decision


def played(name: str, seed: int, most: int = 40) -> Match:
    """A match some way in, chosen by ids."""
    game, dice = shipped_game(name), random.Random(seed)
    match = Match(game, game.players[1], seed)
    for _ in range(most):
        if match.is_over:
            break
        player = match.decision.player
        match.choose(dice.choice(opened(match, player).options).id, player)
    return match


def test_a_pawn_is_clicked_and_then_where_it_goes() -> None:
    match = Match(shipped_game("classics/breakthrough"))
    player = match.decision.player
    before = match.objects(player)
    pawn = opened(match, player).options[0].objects[0]
    (option,) = opened(match, player).naming(pawn)
    match.choose(option.id)
    between = match.objects(player)
    assert [one.id for one in between.underway[0].names if one.kind == "piece"] == [pawn]
    (cell, *_) = opened(match, player).objects
    (option,) = opened(match, player).naming(cell)
    match.choose(option.id)
    after = match.objects(player)
    assert after.pieces[pawn].place == cell
    assert difference(before, after).pieces.keys() == {pawn}
    assert applied(before, difference(before, after)) == after


def test_an_unknown_card_is_called_by_where_it_lies() -> None:
    match = Match(shipped_game("classics/love-letter"), 2, 1)
    one, other = match.objects(0), match.objects(1)
    (hand,) = (place for place in one.places.values() if place.owner == "player:1" and place.pieces)
    (card,) = hand.pieces
    assert card == f"piece:?{hand.id.partition(':')[2]}#0"
    assert one.pieces[card].design is None
    assert one.pieces[card].position == 0
    assert card not in other.pieces
    (known,) = other.places[hand.id].pieces
    assert other.pieces[known].design is not None


def test_a_card_that_is_shuffled_away_loses_its_id() -> None:
    match = Match(shipped_game("do-podzemi"), 2, 3)
    player = match.decision.player
    match.choose("draw")
    seen = {one.design for one in match.objects(player).pieces.values() if one.type == "monster"} - {None}
    assert len(seen) == 1
    while not any("begins" in line.text["en"] or "won" in line.text["en"] for line in match.events()[3:]):
        match.choose(opened(match, match.decision.player).options[-1].id)
        if match.is_over or len(match.journal) > 60:
            break
    monsters = [one for one in match.objects(1 - player).pieces.values() if one.place == "place:monster deck"]
    assert all(one.id.startswith("piece:?monster deck#") or one.design is not None for one in monsters)


@pytest.mark.parametrize(
    "name", ["hrad", "do-podzemi", "classics/love-letter", "cookbook/keep-the-heroes-out"]
)
def test_ids_come_again_after_undo_loading_copying_and_redealing(name: str) -> None:
    match = played(name, 4)
    readers = [None, *range(len(match.players))]
    now = [match.objects(reader) for reader in readers]
    assert [match.clone().objects(reader) for reader in readers] == now
    assert [copy.deepcopy(match).objects(reader) for reader in readers] == now
    assert [pickle.loads(pickle.dumps(match)).objects(reader) for reader in readers] == now
    assert [Match.load(match.game, match.save()).objects(reader) for reader in readers] == now
    for player in range(len(match.players)):
        assert match.determinize(player, 5).objects(player) == now[player + 1]
        assert match.determinize(player, 5).clone().objects(player) == now[player + 1]
    if not match.is_over:
        other = match.clone()
        other.choose(other.decision.options[0])
        other.undo()
        assert [other.objects(reader) for reader in readers] == now


@pytest.mark.parametrize("name", ["hrad", "do-podzemi", "cookbook/planning"])
def test_events_are_the_lines_of_the_log(name: str) -> None:
    match = played(name, 2)
    for reader in (None, *range(len(match.players))):
        events = match.events(reader)
        for language in ("en", "cs"):
            said = iter([one.text[language] for one in events])
            assert all(line in said for line in match.log(reader, language)), "in order, and nothing else"
        assert [one.number for one in events] == list(range(len(events)))
        assert match.events(reader, 3) == events[3:]
        assert match.events(reader, len(events)) == []
        for one in events:
            assert (one.player is None) == (one.kind not in ("choice",))


def test_events_name_pieces_as_they_are_called_now() -> None:
    match = played("hrad", 7, 120)
    objects = match.objects(0)
    figures = catalogue(match.game).types["figure"].designs
    named = {
        part.design: part.id
        for event in match.events(0)
        for part in event.arguments
        if event.kind == "choice" and part.kind == "piece" and part.design in figures
    }
    assert len(named) > 2
    for design, called in named.items():
        assert called is not None
        assert objects.pieces[called].design == design


def test_a_secret_choice_names_nothing_to_others() -> None:
    match = Match(shipped_game("classics/goofspiel"), 2, 1)
    match.choose(opened(match, 0).options[0].id, 0)
    (own,) = [one for one in match.events(0) if one.kind == "choice"]
    assert own.arguments
    assert not [one for one in match.events(1) if one.kind == "choice" and one.arguments]


def test_options_of_numbers_and_words_have_values() -> None:
    match = played("cookbook/asked", 1, 2)
    arguments = [
        part
        for player in range(len(match.players))
        for choice in match.choices(player).values()
        for part in choice.arguments
    ]
    assert all((part.id is None) == (part.kind in ("number", "word")) for part in arguments)


def test_bad_questions_are_refused() -> None:
    match = Match(shipped_game("do-podzemi"), 2, 3)
    for ask in (match.objects, match.events, match.choices):
        with pytest.raises(MatchError, match="there is no player 7"):
            ask(7)
    with pytest.raises(IllegalChoiceError, match="option:0/nowhere"):
        match.choose("option:0/nowhere")
    with pytest.raises(ValueError, match="different"):
        difference(match.objects(0), match.objects(1))
    assert match.choices(1 - match.decision.player) == {}


PAIRS = """
rulewright: 1
game: pairs
players: 2
components:
  card: {starts in: deck, designs: {imp: {copies: 3}, elf: {copies: 3}}}
places:
  deck: "pile of cards, hidden"
  well: "area of cards, hidden"
  holding: hand of cards
flow:
  - phase: set up
    do: |
      shuffle the deck
      repeat 4 times: put the top card of the deck into the well
  - phase: go
    turns: clockwise from player 1, each player, once each
    turn: |
      choose 2 cards in the well, as the pair
      put the pair into the player's holding
"""


def test_of_pieces_that_become_known_together_no_event_says_which_lay_where() -> None:
    """Two worlds in which a player takes the same cards, from the two positions the other way round."""
    game = rulewright.loads(PAIRS)
    told: dict[str, set[tuple[bool, str]]] = {}
    for seed in range(24):
        match = Match(game, 2, 1).determinize(0, seed)
        lying = match.position.pieces_in(match.rules.lowered.tables.place_numbers["well", NONE])
        design = match.rules.lowered.tables.pieces[lying[1]]
        match.choose("#2")
        match.choose("#1")
        held = match.view(0)["players"][0]["places"]["holding"]["pieces"]
        (taken,) = match.events(0)[-1].arguments
        told.setdefault(str(held), set()).add((design == "imp", str(taken.id)))
    assert {is_imp for is_imp, _ in told["['imp', 'elf']"]} == {True, False}
    assert {called for _, called in told["['imp', 'elf']"]} == {"piece:?well#0"}


def test_what_is_of_a_wrong_type_is_said() -> None:
    match = Match(shipped_game("do-podzemi"), 2, 3)
    here = match.objects(0)
    with pytest.raises(TypeError, match=r"a position is what `Match\.objects` gives, not None"):
        difference(here, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a player is a number from 0, not True"):
        match.objects(True)
    with pytest.raises(TypeError, match="the number of an event is a number from 0, not 'x'"):
        match.events(0, "x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a match is of a Game, not None"):
        Match.load(None, match.save())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["hrad", "do-podzemi", "priseri", "vladci-podzemi", "hrdina-v-kostce", "classics/leduc-poker"]
)
def test_what_is_taken_from_the_position_before_is_what_would_be_seen_anew(name: str) -> None:
    """A clone has looked at nothing before; the match itself takes pieces and cells from its last look."""
    game = shipped_game(name)
    for seed in range(2):
        match, dice = Match(game, players=game.players[1], seed=seed), random.Random(seed)
        readers = (None, *range(game.players[1]))
        for step in range(120):
            if match.is_over:
                break
            if dice.random() < 0.1 and len(match.journal) > 3:
                match.back_to(len(match.journal) - dice.randint(1, 3))
            for reader in readers if step % 4 == 0 else (dice.choice(readers),):
                assert match.objects(reader) == match.clone().objects(reader), (seed, step, reader)
            match.choose(dice.choice(match.decision.options))


def test_objects_belong_to_whoever_gets_them() -> None:
    match = Match(shipped_game("do-podzemi"), players=2, seed=3)
    first = match.objects(0)
    expected = copy.deepcopy(first)
    first.pieces.clear()
    first.places.clear()
    assert match.objects(0) == expected


def test_scores_and_numbers_that_all_may_know() -> None:
    """The score stands beside each player if it tells no secret; numbers on the panel have labels."""
    merchants = rulewright.load("classics/gem-merchants")
    assert rulewright.catalogue(merchants).score is not None
    match = rulewright.Match(merchants, ["Ann", "Bob"], 1)
    dice = random.Random(1)
    while not match.is_over and not any(match.scores or ()):
        match.choose(dice.choice(match.legal()))
    assert any(match.scores or ())
    assert {match.objects(reader).standing for reader in (None, 0, 1)} == {match.scores}
    secret = rulewright.load("classics/no-thanks")  # chips count, and they are hidden
    assert rulewright.catalogue(secret).score is None
    assert rulewright.Match(secret, ["Ann", "Bob", "Cyril"], 1).objects(None).standing is None
    heroes = rulewright.load("hrdina-v-kostce")
    numbers = rulewright.Match(heroes, ["Ann", "Bob"], 1).objects(None).numbers
    assert numbers.keys() == rulewright.catalogue(heroes).numbers.keys() == {"alignment", "spaces to fill"}
    assert numbers["spaces to fill"] == (18, 18)


def test_what_shows_who_leads_without_a_score() -> None:
    """A state of players, and a number that is computed from what all may know."""
    dungeon = rulewright.load("do-podzemi")
    assert rulewright.catalogue(dungeon).score == Score(
        labels={"en": "victories", "cs": "vítězství"}, state="victories"
    )
    match = rulewright.Match(dungeon, ["Ann", "Bob"], 1)
    dice = random.Random(1)
    while not match.is_over and match.objects(None).standing == (0, 0):
        match.choose(dice.choice(match.legal()))
    found = match.objects(0)
    assert found.standing == tuple(one.states["victories"] for one in found.players.values()) != (0, 0)
    points = TWO + "look: {leads: points}\nnumbers:\n  'points of {holder: player}': the holder's coins * 2\n"
    game = load_game([Source("two.yaml", points)], report := Report())
    assert game is not None, report.diagnostics
    assert rulewright.catalogue(game).score == Score(labels={"en": "points", "cs": "points"}, state=None)
    assert rulewright.Match(game, ["Ann", "Bob"], 1).objects(None).standing == (2, 2)


TWO = """rulewright: 2
game: two
players: 2..4
players have: {coins: {type: 0..9, starts: 1}, waiting: {type: yes or no, starts: yes},
  hunch: {type: yes or no, secret: yes}}
flow:
  - phase: play
    turns: clockwise from player 2, each player, until the total coins of players >= 9
    turn: |
      choose a number from 1 to 2, as the yield
      the player's coins go up by the yield
"""


def nexts(text: str, choices: int, players: int = 3) -> list[str | None]:
    """Who is said to come next, before each of some choices."""
    game = load_game([Source("two.yaml", text)], report := Report())
    assert game is not None, report.diagnostics
    match = rulewright.Match(game, players, 1)
    found: list[str | None] = []
    for _ in range(choices):
        seen = {match.objects(reader).next for reader in (None, *range(players))}
        assert len(seen) == 1
        found += seen
        match.choose(match.legal()[0])
    return found


EACH = "clockwise from player 2, each player, until the total coins of players >= 9"


@pytest.mark.parametrize(
    ("turns", "found"),
    [
        (EACH, ["player:2", "player:0", "player:1"]),
        (EACH.replace("clockwise", "counterclockwise"), ["player:0", "player:2", "player:1"]),
        ("clockwise from player 2, each player, once each", ["player:2", "player:0", None]),
        (EACH.replace("each player", "each player who is waiting"), ["player:2", "player:0", "player:1"]),
        # What is secret is not asked.
        (EACH.replace("each player", "each player who is not hunch"), [None, None, None]),
        (EACH.replace("each player", "each player where (that player's coins < 9)"), [None, None, None]),
    ],
)
def test_whose_turn_comes_next_where_the_order_of_the_turns_tells(
    turns: str, found: list[str | None]
) -> None:
    assert nexts(TWO.replace(EACH, turns), 3) == found


def test_whose_turn_comes_next_where_a_name_of_the_game_tells() -> None:
    named = "look: {next: the heir}\nnames: {the heir: the first player with the lowest coins}\n"
    assert nexts(TWO + named, 3) == ["player:0", "player:0", "player:0"]
    heroes = rulewright.Match(rulewright.load("priseri"), 3, 1)
    while heroes.objects(None).states["active player"] is None:
        heroes.choose(heroes.legal()[0])
    active = str(heroes.objects(None).states["active player"])
    assert heroes.objects(None).next == f"player:{(int(active[-1]) + 1) % 3}"


def test_whoever_takes_turns_alone_is_not_next() -> None:
    """The last of those who still take turns comes again, which nobody needs to be told."""
    alone = TWO.replace("each player, until", "each player who is waiting, until").replace(
        "      the player's coins",
        "      each player but the player becomes not waiting\n      the player's coins",
    )
    assert nexts(alone, 2) == ["player:2", None]
