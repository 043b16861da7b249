"""Matches: what they refuse and why, what is kept when something goes wrong, saves, secrets, histories."""

from __future__ import annotations

import json
import random
from array import array

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Text
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.resolve import statements
from rulewright.dsl.resolve.context import Context
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.tree import Stmt
from rulewright.interpreter import (
    BrokenRulesError,
    IllegalChoiceError,
    Match,
    MatchError,
    NoDecisionError,
    Option,
    SaveError,
    SetupError,
    StaleSaveError,
)
from rulewright.interpreter.lower import Start
from rulewright.interpreter.match.setup.names import MatchNames
from rulewright.interpreter.match.setup.rules import prepare

from .small_games import shipped_game, small_game

GAME = "do-podzemi"


@pytest.fixture
def game() -> Game:
    return shipped_game(GAME)


def played(match: Match, seed: int = 0, most: int = 10_000) -> Match:
    """Random choices until the end, or so many."""
    dice = random.Random(seed)
    while not match.is_over and most > 0:
        match.choose(dice.choice(match.decision.options))
        most -= 1
    return match


# ---------------------------------------------------------------------- choosing


def test_an_option_is_chosen_by_itself_its_number_its_name_or_its_label(game: Game) -> None:
    matches = [Match(game, 2, seed=1) for _ in range(4)]
    option = matches[0].decision.options[0]
    ways: tuple[Option | int | str, ...] = (option, option.number, option.name, option.label("cs"))
    for match, way in zip(matches, ways, strict=True):
        match.choose(way)
    assert len({match.snapshot() for match in matches}) == 1


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ("summon", "is not an option of this decision"),
        (3, "is not an option of this decision"),
        (10**9, "no such option"),
        ("", "no such option"),
    ],
)
def test_an_illegal_choice_says_why_and_changes_nothing(game: Game, choice: int | str, reason: str) -> None:
    match = Match(game, 2, seed=1)
    before = match.snapshot()
    with pytest.raises(IllegalChoiceError, match=reason) as caught:
        match.choose(choice)
    assert "draw" in str(caught.value), "it says what is open"
    assert match.snapshot() == before
    assert match.journal == []
    assert match.why_not(choice)


def test_a_condition_that_does_not_hold_is_named(game: Game) -> None:
    match = Match(game, 2, seed=3)
    while True:  # everybody draws and summons until the deck is empty
        names = [option.name for option in match.decision.options]
        if names == ["pass"]:
            break
        match.choose("draw" if "draw" in names else "summon")
    reason = match.why_not("draw")
    assert reason is not None
    assert "the monster deck is not empty" in reason
    assert match.why_not("pass") is None


def test_the_wrong_player_is_told_who_decides(game: Game) -> None:
    match = Match(game, ["Anna", "Bob"], seed=1)
    other = 1 - match.decision.player
    with pytest.raises(IllegalChoiceError, match="decides now"):
        match.choose("draw", other)


def test_a_stale_option_is_refused(game: Game) -> None:
    match = Match(game, 2, seed=1)
    stale = match.decision.options[0]
    match.choose(stale)
    with pytest.raises(IllegalChoiceError, match="not an option of this decision"):
        match.choose(stale, match.decision.player)


def test_after_the_end_nothing_can_be_chosen(game: Game) -> None:
    match = played(Match(game, 2, seed=5))
    assert match.result is not None
    assert sorted(match.result) == [-1, 1]
    assert match.decisions == ()
    for ask in (lambda: match.decision, lambda: match.choose("draw")):
        with pytest.raises(NoDecisionError):
            ask()
    assert match.why_not("draw") == "the match is over"


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (1, {}, "2 to 4 players"),
        (5, {}, "2 to 4 players"),
        (2, {"victories": 2}, "no option 'victories'"),
        (2, {"victories to win": 4}, "from 2 to 3"),
        (2, {"victories to win": "many"}, "from 2 to 3"),
        (2, {"starting hero": "dragon"}, "kind of hero"),
    ],
)
def test_a_set_up_that_the_game_does_not_have(
    game: Game, players: int, options: dict[str, int | str], message: str
) -> None:
    with pytest.raises(SetupError, match=message):
        Match(game, players, options=options)


def test_options_of_the_set_up(game: Game) -> None:
    match = Match(game, 2, options={"starting hero": "rogue", "victories to win": "3"})
    assert match.view()["game state"]["hero"] == "rogue"
    assert match.view()["game state"]["victory cards"] == 8


# ------------------------------------------------------------------- rules that go wrong


@pytest.mark.parametrize(
    ("choice", "code"),
    [("ask", "RW403"), ("pick", "RW404"), ("grow", "RW413"), ("spin", "RW410"), ("dig", "RW411")],
)
def test_a_fault_of_the_rules_names_the_rule_and_changes_nothing(choice: str, code: str) -> None:
    match = Match(small_game("faulty"), 2, seed=1)
    before = match.snapshot()
    with pytest.raises(BrokenRulesError) as caught:
        match.choose(choice)
    assert caught.value.fault_code == code
    assert "faulty.yaml:" in caught.value.where
    assert str(caught.value.diagnostic.span) == caught.value.where
    assert match.snapshot() == before
    assert match.journal == []
    match.choose("climb")  # the match goes on
    record = json.loads(caught.value.record)
    assert len(record["actions"]) == 1, "the record leads to the fault"


def test_a_chooser_who_is_none_is_a_fault_and_no_chance_decision(game: Game) -> None:
    rules = prepare(game, start=Start(effect=_effect(game, "the expedition begins")))

    def arm(m: array[int]) -> None:
        tables = rules.lowered.tables
        m[tables.game_states["hero"].address] = tables.pieces.index("knight")
        for piece in tables.pieces_of_design("magic sword"):
            moves = rules.lowered.program.layout
            m[moves.at + piece] = tables.place_numbers[("gear", -1)]
        m[moves.places[tables.place_numbers[("dungeon", -1)]].base] = 1  # something to name a kind for

    with pytest.raises(BrokenRulesError) as caught:
        Match.begin(rules, ["Anna", "Bob"], edit=arm)
    assert caught.value.fault_code == "RW403"


def _effect(game: Game, text: str) -> tuple[Stmt, ...]:
    read = resolve_text(Text(text), "effect", statements.body, Context(game.symbols, Text(text)), Report())
    assert read is not None
    return read


def test_states_whose_first_value_is_computed_give_way_to_what_is_given(game: Game) -> None:
    nothing = prepare(game, start=Start(effect=_effect(game, "nothing")))
    cell = nothing.lowered.tables.game_states["victory cards"].address
    usual = Match.begin(nothing, ["Anna", "Bob"], options={"victories to win": 3})
    assert usual.memory[cell] == 8
    assert usual.log() == ["The match is over; nobody won."]

    def six(m: array[int]) -> None:
        m[cell] = 6

    assert Match.begin(nothing, ["Anna", "Bob"], edit=six).memory[cell] == 6


def test_a_value_outside_its_range_and_an_empty_pile() -> None:
    match = Match(small_game("faulty"), 1, seed=1)
    for choice, code in (("climb", "RW401"), ("take", "RW402")):
        for _ in range(3):
            match.choose(choice)
        with pytest.raises(BrokenRulesError) as caught:
            match.choose(choice)
        assert caught.value.fault_code == code


def test_the_record_of_a_fault_repeats_it() -> None:
    game = small_game("faulty")
    match = Match(game, 1, seed=9)
    match.choose("climb")
    with pytest.raises(BrokenRulesError) as caught:
        match.choose("ask")
    with pytest.raises(BrokenRulesError, match="RW403") as again:
        Match.replay(game, caught.value.record)
    assert again.value.record == caught.value.record
    before = Match.load(game, caught.value.record, before_fault=True)
    assert before.snapshot() == match.snapshot()


AT_ONCE = """\
rulewright: 1
game: at once
players: 2
players have: {score: 0..3}
flow:
  - phase: round
    repeat: until the match ends
    do: |
      simultaneously, each player:
        choose one:
          wait: nothing
          climb: the player's score goes up by 5
"""


def test_the_record_of_a_fault_where_players_act_at_once_names_the_player() -> None:
    report = Report()
    game = load_game([Source("g.yaml", AT_ONCE)], report)
    assert game is not None, report
    match = Match(game, 2)
    with pytest.raises(BrokenRulesError) as caught:
        match.choose("climb", 1)
    with pytest.raises(BrokenRulesError) as again:
        Match.replay(game, caught.value.record)
    assert again.value.record == caught.value.record
    assert json.loads(caught.value.record)["actions"][0][0] == match.decisions[1].strand


# ------------------------------------------------------------------------- histories


def test_undo_goes_back_to_the_beginning_and_no_further(game: Game) -> None:
    match = Match(game, 3, seed=4)
    start = match.snapshot()
    played(match, most=12)
    while match.journal:
        match.undo()
    assert match.snapshot() == start
    with pytest.raises(NoDecisionError):
        match.undo()


def test_a_clone_is_independent(game: Game) -> None:
    match = played(Match(game, 3, seed=4), most=5)
    before, log = match.snapshot(), match.log()
    played(match.clone(), seed=1)
    assert match.snapshot() == before
    assert match.log() == log


def test_a_restored_snapshot_begins_a_new_history(game: Game) -> None:
    match = played(Match(game, 3, seed=4), most=6)
    snapshot = match.snapshot()
    played(match, seed=2, most=3)
    match.restore(snapshot)
    assert match.snapshot() == snapshot
    played(match, seed=3, most=4)
    while match.journal:
        match.undo()
    assert match.snapshot() == snapshot
    with pytest.raises(MatchError, match="no snapshot"):
        match.restore(snapshot[:-8])


# ----------------------------------------------------------------------------- saves


def test_a_save_is_small_and_exact(game: Game) -> None:
    match = played(Match(game, ["Žofie", "Řehoř", "Ann"], seed=2**63, options={"victories to win": 3}))
    text = match.save()
    assert len(text.encode("utf-8")) < 4096
    loaded = Match.load(game, text)
    assert loaded.snapshot() == match.snapshot()
    assert (loaded.players, loaded.seed, loaded.options) == (match.players, match.seed, match.options)
    assert loaded.undo() == match.undo()
    assert loaded.snapshot() == match.snapshot()


def test_every_cut_and_every_altered_letter_of_a_save_is_found(game: Game) -> None:
    text = played(Match(game, 2, seed=3), most=7).save()
    for cut in range(len(text)):
        with pytest.raises(SaveError):
            Match.load(game, text[:cut])
    dice = random.Random(1)
    for _ in range(300):
        place = dice.randrange(len(text))
        letter = dice.choice('09azAZ{}[],:"\\ \0é')
        changed = text[:place] + letter + text[place + 1 :]
        if changed != text:
            with pytest.raises(MatchError):
                Match.load(game, changed)


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "[" * 100_000, "1e999", '{"format": 1}', "\x00"])
def test_what_is_no_save_at_all(game: Game, text: str) -> None:
    with pytest.raises(SaveError):
        Match.load(game, text)


def test_a_save_of_another_game_or_of_other_rules_is_refused(game: Game) -> None:
    text = played(Match(game, 2, seed=3), most=7).save()
    with pytest.raises(StaleSaveError, match="do-podzemi"):
        Match.load(small_game("faulty"), text)
    other = shipped_game(GAME, "three-victories")
    with pytest.raises(StaleSaveError, match="opened is do-podzemi with the variant three-victories"):
        Match.load(other, text)


def test_variants_make_the_same_game_in_whatever_order_they_are_given() -> None:
    both = ("three-victories", "forced-summons")
    match = played(Match(shipped_game(GAME, *both), 2, seed=3), most=7)
    same = shipped_game(GAME, *reversed(both))
    assert Match.load(same, match.save()).snapshot() == match.snapshot()
    with pytest.raises(StaleSaveError, match="do-podzemi with the variants forced-summons, three-victories"):
        Match.load(shipped_game(GAME), match.save())


def test_other_rules_can_be_tried_on_purpose(game: Game) -> None:
    import attrs

    match = played(Match(game, 2, seed=3), most=7)
    changed = attrs.evolve(game, content_hash="0" * 16)
    with pytest.raises(StaleSaveError, match="rules have changed"):
        Match.load(changed, match.save())
    assert Match.load(changed, match.save(), other_rules=True).snapshot() == match.snapshot()


# --------------------------------------------------------------------------- at once


def test_players_who_act_at_once_answer_in_any_order_and_know_nothing_of_each_other() -> None:
    game = small_game("signs")
    one, two = Match(game, 2, seed=1), Match(game, 2, seed=1)
    one.choose("rock", 0)
    assert [decision.player for decision in one.decisions] == [1]
    assert "sign" not in one.view(1)["players"][0]["state"]
    assert one.view(0)["players"][0]["state"]["sign"] == "rock"
    assert one.log(1) == [], "until all have answered nobody is told anything of the others"
    assert one.view(1)["deciding"] == one.view()["deciding"] == [0, 1]
    assert one.view(0)["deciding"] == [1]
    assert one.log(0) == ["Player 1: Choose one – rock"]
    assert one.log(0, "cs") == ["Player 1: Vyber jednu možnost – kámen"]
    one.choose("paper", 1)
    assert one.log(1)[:2] == ["Player 2: Choose one – paper", "Player 1 has chosen."]
    two.choose("paper", 1)
    two.choose("rock", 0)
    assert one.snapshot() == two.snapshot()
    assert one.view()["players"][1]["state"]["score"] == 1


def test_what_others_have_answered_simultaneously_is_still_open_when_re_dealt() -> None:
    match = Match(small_game("signs"), 2, seed=1)
    match.choose("rock", 1)
    dealt = [match.determinize(0, seed) for seed in range(40)]
    assert {m.view(1)["players"][1]["state"]["sign"] for m in dealt} == {None}
    assert all([decision.player for decision in m.decisions] == [0, 1] for m in dealt)
    assert all(m.view(0) == match.view(0) for m in dealt)
    own = [match.determinize(1, seed) for seed in range(10)]
    assert all(m.view(1) == match.view(1) for m in own), "a player's own choice stays"


# --------------------------------------------------------------------------- secrets


def test_a_card_that_was_looked_at_is_known_to_that_player_only(game: Game) -> None:
    match = Match(game, 2, seed=8)
    player = match.decision.player
    match.choose("draw")
    mine, theirs = (match.view(one)["places"]["monster deck"]["pieces"] for one in (player, 1 - player))
    assert mine[-1] is not None
    assert mine[:-1] == [None] * 12
    assert theirs == [None] * 13
    match.choose("summon")
    assert match.view(player)["places"]["dungeon"]["pieces"] == [mine[-1]]
    assert match.view(1 - player)["places"]["dungeon"] == {"count": 1, "pieces": [None]}
    assert match.view(None)["places"]["dungeon"] == {"count": 1, "pieces": [None]}


def test_re_dealing_keeps_what_a_player_knows_and_deals_the_rest_anew(game: Game) -> None:
    match = Match(game, 2, seed=8)
    player = match.decision.player
    match.choose("draw")
    match.choose("summon")
    dungeons = set()
    for seed in range(60):
        dealt = match.determinize(player, seed)
        assert dealt.view(player) == match.view(player)
        other = match.determinize(1 - player, seed)
        assert other.view(1 - player) == match.view(1 - player)
        dungeons.add(other.view(player)["places"]["dungeon"]["pieces"][0])
        assert other.audit() == []
    assert len(dungeons) >= 6, "for who did not see it, it can be nearly anything"


def test_names_in_both_languages(game: Game) -> None:
    names = MatchNames(Match(game, 2).rules.lowered, ["Anna", "Bob"])
    goblin = names.lowered.tables.design("goblin")
    assert names.design(goblin, "cs", "acc") == "goblina"
    assert names.design(goblin, "en") == "goblin"
    assert names.design(-1, "cs") == "nic"
    assert names.piece(0, "en", known=False) == "an unknown monster"


def test_a_log_does_not_name_the_card_that_somebody_has_put_down_hidden() -> None:
    match = Match(small_game("bluff"), 2, 3)
    match.choose("hide")
    chooser = match.decision.player
    chosen = match.decision.options[0].label()
    match.choose(match.decision.options[0])
    name = match.players[chooser]
    assert match.log(chooser)[-1] == f"{name}: choose a card – {chosen}"
    assert match.log(1 - chooser)[-1] == match.log(None)[-1] == f"{name} has chosen."


def test_a_choice_that_sets_a_secret_state_is_told_to_nobody_else() -> None:
    match = Match(small_game("colours"), 2, seed=1)
    player = match.decision.player
    option = match.decision.options[0]
    match.choose(option)
    assert match.log(player)[-1].endswith(f" – {option}")
    assert match.log(1 - player)[-1].endswith(" has chosen.")
    assert match.log(None)[-1].endswith(" has chosen.")


def test_a_log_calls_a_piece_by_the_cell_where_it_lay_whenever_it_is_read() -> None:
    match = Match(shipped_game("classics/breakthrough"), 2, seed=4)
    dice = random.Random(1)
    asked: list[str] = []
    while len(asked) < 20:
        decision = match.decision
        option = dice.choice(decision.options)
        asked.append(f"{match.players[decision.player]}: {decision.ask()} – {option}")
        match.choose(option)
    assert match.log(0) == match.clone().log(1) == asked


def test_luck_that_is_decided_one_by_one_gives_no_card_away(game: Game) -> None:
    match = Match(game, 2, explicit_chance=True)
    dice = random.Random(2)
    while match.decision.is_chance:
        match.choose(dice.choice(match.decision.options))
    monsters = [name for name, design in game.symbols.designs.items() if design.type == "monster"]
    lines = match.log(0)
    assert "Luck has decided." in lines
    assert not [line for line in lines for name in monsters if name in line]


def test_what_others_have_chosen_in_secret_is_drawn_anew_when_re_dealt() -> None:
    match = Match(small_game("colours"), 2, seed=1)
    player = match.decision.player
    match.choose("red")
    other = 1 - player
    dealt = [match.determinize(other, seed) for seed in range(40)]
    assert {m.view(player)["players"][player]["state"]["colour"] for m in dealt} == {"red", "black"}
    assert all(m.view(other) == match.view(other) and m.decisions == match.decisions for m in dealt)
    assert {
        m.view(player)["players"][player]["state"]["colour"]
        for m in (match.determinize(player, s) for s in range(9))
    } == {"red"}
    match.choose("black")  # the end tells: red wins
    assert match.winners == (player,)


def test_what_cannot_begin_is_not_offered() -> None:
    match = Match(small_game("faulty"), 1, seed=1)
    for _ in range(3):
        match.choose("deal")
    assert match.why_not("deal") is not None
