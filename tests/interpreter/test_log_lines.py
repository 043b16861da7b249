"""Lines of the log: what belongs to one move, questions beside answers, names of the text, and nothing said twice."""

from __future__ import annotations

import pytest
from rulewright.interpreter import Match
from rulewright.workbench.terminal.wording import in_moves

from .lower.micro import game_of

BASE = """\
rulewright: 1
game: lines
title: Lines
players: 2..2
components:
  disc:
    starts in: the pool
    designs: {rose: {copies: 6}, skull: {copies: 2}}
places:
  pool: area of discs
  hand: hand of discs, per player
  stock: "pile of discs, hidden"
  mat: "pile of discs, per player, seen by its owner"
  line: {is: "grid of discs, 3 by 1, per player", cell: space}
players have: {score: 0..99}
"""


def match_of(rest: str, seed: int = 1) -> Match:
    return Match(game_of(BASE + rest), ["Ann", "Bob"], seed)


def lines(match: Match, reader: int | None = None) -> list[str]:
    """As people read them at a table."""
    return in_moves(match.log_parts(reader))


def play(match: Match, *names: str) -> None:
    for name in names:
        match.choose(next(one for one in match.decision.options if name in (one.name, one.label("en"))))


TWO_PHASES = """\
flow:
  - phase: first
    do: player 1 chooses a disc in the pool, as the gift; put the gift into player 2's hand
  - phase: second
    do: player 1 chooses a disc in the pool, as the price; put the price into player 1's hand
  - phase: third
    do: |
      repeat 2 times:
        player 1 chooses a disc in the pool, as the pick
        player 1 chooses an empty space in player 1's line, as the spot
        put the pick into the spot
  - phase: fourth
    do: |
      player 1 chooses up to 2 discs in the pool, as the picks
      put the picks into player 1's hand
      player 1 may: player 1 gains 1 score
"""


def test_a_phase_or_a_loop_begins_a_new_line() -> None:
    match = match_of(TWO_PHASES)
    play(match, "rose", "skull", "rose", "a1", "skull", "b1", "rose", "rose")
    assert lines(match) == [
        "Ann: choose a disc – rose",
        "Ann: choose a disc – skull",
        "Ann: choose a disc – rose – choose a space: a1",
        "Ann: choose a disc – skull – choose a space: b1",
        "Ann: choose discs – rose – rose",
    ]


def test_an_answer_has_its_question_beside_it() -> None:
    match = match_of(TWO_PHASES)
    play(match, "rose", "skull", "rose", "a1", "skull", "b1", "rose", "rose", "no")
    assert lines(match)[-2] == "Ann: gain 1 score – no"
    asked = match_of(TWO_PHASES.replace("flow:", "ask:\n  player 1 gains 1 score: A point?\nflow:"))
    play(asked, "rose", "skull", "rose", "a1", "skull", "b1", "rose", "rose", "no")
    assert lines(asked)[-2] == "Ann: A point? – no"


def test_going_back_forgets_what_belonged_to_the_move() -> None:
    match = match_of(TWO_PHASES)
    play(match, "rose", "skull", "rose")
    before = lines(match)
    play(match, "a1", "skull")
    match.undo()
    match.undo()
    assert lines(match) == before
    play(match, "b1")
    assert lines(match)[-1] == "Ann: choose a disc – rose – choose a space: b1"


LAID = """\
phrases:
  "{laid by: player} lays {what: disc}":
    log: "{laid by} lays a disc."
    do: put what on top of laid by's mat
flow:
  - phase: deal
    do: |
      for each player:
        repeat 2 times: put any rose in the pool into that player's hand
        put any skull in the pool into that player's hand
  - phase: lay
    repeat: until the match ends
    turns: clockwise from player 1, each player
    do: |
      the player chooses a disc in the player's hand, as the pick
      the player lays the pick
"""


def test_a_secret_choice_is_not_told_beside_what_the_player_did() -> None:
    match = match_of(
        LAID.replace("    do: |\n      the player chooses", "    turn: |\n      the player chooses")
    )
    play(match, "rose", "skull")
    assert lines(match, 1) == ["Ann lays a disc.", "Bob: choose a disc – skull", "Bob lays a disc."]
    assert lines(match, 0) == ["Ann: choose a disc – rose", "Ann lays a disc.", "Bob lays a disc."]
    assert lines(match) == ["Ann lays a disc.", "Bob lays a disc."]


SUMS = """\
phrases:
  "{actor: player} sums up":
    log: "{actor} has {sum} in all, from {found}."
    do: |
      reveal the top disc of the stock, as the found
      let sum be the actor's score + 1
      the actor's score becomes sum
flow:
  - phase: only
    do: |
      put any rose in the pool into the stock
      player 2 sums up
      player 2 chooses a disc in the pool, as the pick; put the pick into player 2's hand
"""


def test_a_line_can_show_what_the_action_names_first() -> None:
    assert lines(match_of(SUMS)) == ["Bob has 1 in all, from rose."]


SECRET_SUM = """\
game has: {purse: {type: 0..9, starts: 3}}
phrases:
  "{actor: player} peeks":
    log: "{actor} peeks: {face}."
    do: |
      the actor looks at the bottom disc of player 1's mat, as face
flow:
  - phase: only
    do: |
      put discs in the pool into the stock
      shuffle the stock
      put the top disc of the stock into player 1's mat
      player 1 peeks
      player 2 chooses a disc in player 1's mat, as the pick; put the pick into player 2's hand
"""


def test_a_name_in_a_line_is_shown_only_to_whoever_knows_the_piece() -> None:
    match = match_of(SECRET_SUM)
    assert lines(match, 0)[-1] in ("Ann peeks: skull.", "Ann peeks: rose.")
    assert lines(match, 1)[-1] == "Ann peeks: an unknown disc."


BRANCHES = """\
flow:
  - phase: only
    do: |
      player 1 chooses one:
        take the new value: player 1's score becomes 1
        keep the old value: nothing
"""


def test_labels_of_branches_keep_their_articles() -> None:
    match = match_of(BRANCHES)
    assert [one.label("en") for one in match.decision.options] == ["take the new value", "keep the old value"]
    match.choose("take new value")  # in names, articles mean nothing
    assert lines(match)[0] == "Ann: take the new value"


@pytest.mark.parametrize("reader", [0, 1])
def test_a_cell_of_somebody_else_is_named_with_its_owner(reader: int) -> None:
    match = match_of("""\
flow:
  - phase: only
    do: |
      player 1 chooses an empty space in player 2's line, as the spot
      put any skull in the pool into the spot
""")
    play(match, "player 2's b1")
    assert lines(match, reader)[0] == "Ann: choose a space – Bob's b1"


MAY = """\
phrases:
  "{finder: player} picks up a disc":
    cs: "{finder} zvedá kámen"
    log: {en: "{finder} picks up a disc.", cs: "{finder} zvedá kámen."}
    do: |
      the finder chooses a disc in the pool, as the find
      put the find into the finder's hand
flow:
  - phase: only
    turns: clockwise from player 1, each player, once each
    turn: |
      the player may repeatedly: the player picks up a disc
      the player may:
        choose a disc in the player's hand, as the gift
        put the gift into the pool
      the player chooses up to 2 discs in the pool, as the picks
      put the picks into the player's hand
"""


def read(match: Match, language: str) -> list[str]:
    return in_moves(match.log_parts(None, language))


def test_what_a_player_may_do_is_said_instead_of_yes() -> None:
    match = match_of(MAY)
    play(match, "yes", "rose", "enough", "yes")
    said = [line for line in lines(match) if line.startswith("Ann:")]
    assert said == ["Ann: pick up a disc", "Ann: choose a disc – rose", "Ann: choose a disc"]
    assert read(match, "cs")[:2] == ["Ann: zvedá kámen", "Ann zvedá kámen."]


def test_enough_says_of_what_unless_something_was_done() -> None:
    match = match_of(MAY)
    play(match, "enough", "enough", "yes", "rose", "enough", "no", "rose", "enough")
    assert lines(match)[:3] == [
        "Ann: pick up a disc – enough",
        "Ann: choose discs – enough",
        "Bob: pick up a disc",
    ]
    assert lines(match)[-4:-1] == [
        "Bob: choose a disc – rose",
        "Bob: choose a disc – no",
        "Bob: choose discs – rose",
    ]
    ends = [event.text["en"] for event in match.events() if event.name == "enough"]
    assert ends[-1] == "Bob: choose discs – enough"  # each choice has an event


def test_labels_name_what_a_player_may_do() -> None:
    named = """labels: {"{finder: player} picks up a disc": {en: one more, cs: ještě jeden}}\n"""
    match = match_of(named + MAY)
    assert [option.label("en") for option in match.decision.options] == ["one more", "enough"]
    play(match, "yes", "rose")
    assert lines(match)[0] == "Ann: one more"
    assert read(match, "cs")[0] == "Ann: ještě jeden"


PLAYS = """\
phrases:
  "{actor: player} plays {what: disc}":
    log: {en: "{actor} plays {what}.", cs: "{actor} hraje {what}."}
    do: put what into the pool
  "{actor: player} hides {what: disc}":
    log: "{actor} hides {what}."
    do: |
      put what on top of the stock
      shuffle the stock
      let found be the top disc of the stock
      put found into the pool
flow:
  - phase: deal
    do: put discs in the pool into player 1's hand
  - phase: only
    do: |
      player 1 chooses a disc in player 1's hand, as the pick
      player 1 VERBS the pick
"""


@pytest.mark.parametrize("reader", [0, 1, None])
def test_a_line_names_what_its_phrase_puts_where_all_see_it(reader: int | None) -> None:
    match = match_of(PLAYS.replace("VERBS", "plays"))
    play(match, "skull")
    assert lines(match, reader)[0] == "Ann plays a skull."
    assert in_moves(match.log_parts(reader, "cs"))[0] == "Ann hraje skull."
    said = next(event for event in match.events(reader) if event.text["en"] == "Ann plays a skull.")
    assert [one.design for one in said.arguments if one.kind == "piece"] == ["design:skull"]


def test_a_line_does_not_name_what_comes_to_light_by_luck() -> None:
    match = match_of(PLAYS.replace("VERBS", "hides"))
    play(match, "skull")
    assert "Ann hides an unknown disc." in lines(match, 1)
    assert "Ann hides a skull." in lines(match, 0)


SKULL_EACH = 1
"""A seed with which either player gets a skull."""

SEVERAL = """\
flow:
  - phase: deal
    do: |
      put discs in the pool into the stock
      shuffle the stock
      for each player: put the top 4 discs of the stock into that player's hand
  - phase: only
    turns: clockwise from player 1, each player, once each
    turn: |
      the player chooses QUANTITY in the player's hand, as the picks
      BETWEEN
      put the picks into GOAL
"""


def several(quantity: str, between: str = "nothing", goal: str = "the pool") -> Match:
    return match_of(
        SEVERAL.replace("QUANTITY", quantity).replace("BETWEEN", between).replace("GOAL", goal), SKULL_EACH
    )


@pytest.mark.parametrize("reader", [1, None])
def test_what_is_laid_openly_is_named_in_one_line(reader: int | None) -> None:
    match = several("3 discs")
    play(match, "rose", "skull")
    assert lines(match, reader) == []  # nothing has been told yet
    assert [event.kind for event in match.events(reader)] == []
    play(match, "rose")
    assert lines(match, reader) == ["Ann: choose discs – rose, rose, skull"]
    [event] = match.events(reader)
    assert event.kind == "choice"
    assert event.text["en"] == "Ann: choose discs – rose, rose, skull"
    assert len(event.arguments) == 3
    assert lines(match, 0) == ["Ann: choose discs – rose – skull – rose"]
    match.undo()
    assert lines(match, reader) == []
    play(match, "rose")
    assert lines(match, reader) == ["Ann: choose discs – rose, rose, skull"]


def test_enough_names_what_was_chosen() -> None:
    match = several("up to 3 discs")
    play(match, "skull", "rose", "enough", "enough")
    assert lines(match)[:2] == ["Ann: choose discs – rose, skull", "Bob: choose discs – enough"]
    assert lines(match, 0)[0] == "Ann: choose discs – skull – rose"


def test_what_is_laid_after_another_choice_is_named_then() -> None:
    match = several("2 discs", "the player chooses an empty space in the player's line, as the spot")
    play(match, "skull", "rose")
    assert lines(match) == ["Ann has chosen."]
    play(match, "a1")
    assert lines(match) == ["Ann has chosen.", "Ann: choose a space – a1", "Ann: choose discs – rose, skull"]
    assert lines(match, 0) == ["Ann: choose discs – skull – rose – choose a space: a1"]


def test_what_is_not_laid_openly_stays_secret() -> None:
    match = several("2 discs", goal="the player's mat")
    play(match, "skull", "rose")
    assert lines(match) == ["Ann has chosen."]
    assert lines(match, 1) == ["Ann has chosen."]


WINNERS = """\
flow:
  - phase: offers
    turns: clockwise from player 1, each player, once each
    options:
      stay: {do: nothing}
      go: {do: nothing}
  - phase: end
    do: everyone wins
"""


def test_winners_are_listed_as_in_a_sentence() -> None:
    match = match_of(WINNERS)
    play(match, "stay", "go")
    assert lines(match)[-1] == "The match is over; Ann and Bob won."
    assert read(match, "cs")[-1] == "Konec hry. Vítězí: Ann a Bob."


def test_nobody_is_asked_by_the_bare_name_of_a_phase() -> None:
    match = match_of(WINNERS)
    assert match.decision.ask("en") == "It is your turn. What do you do?"
    titled = match_of(WINNERS.replace("phase: offers\n", "phase: offers\n    title: Take an offer\n"))
    assert titled.decision.ask("en") == "Take an offer"


LIBRARY = """\
rulewright: 1
game: drawing
players: 2
components:
  card: {starts in: the deck, designs: {copper: {copies: 20}}}
places: {deck: "pile of cards, hidden", hand: "hand of cards"}
flow:
  - phase: only
    do: |
      deal 1 card to everyone
      player 1 draws 2 cards
"""


def test_lines_of_the_library_say_what_is_drawn() -> None:
    match = Match(game_of(LIBRARY), ["Ann", "Bob"], 1)
    assert lines(match)[:2] == ["Each is dealt 1 card.", "Ann draws 2 cards."]


HEAPS = """\
rulewright: 1
game: heaps
players: 2
components:
  card: {starts in: the deck, designs: {plum: {copies: 9}, fig: {copies: 9}}}
places:
  deck: "pile of cards, hidden"
  hand: hand of cards
  heaps: {is: "map of cards, in rows", cell: heap, cells: {red heap: {}, blue heap: {}}}
flow:
  - phase: fill
    do: |
      put any fig in the deck on top of the deck
      put any fig in the deck on top of the deck
      for each heap: put the top card of the deck into that heap
  - phase: only
    do: |
      player 1 chooses a heap
      put the top card of that heap into player 1's hand
      player 2 chooses a heap
"""


@pytest.mark.parametrize("reader", [0, 1, None])
def test_what_is_taken_from_an_open_place_is_named(reader: int | None) -> None:
    match = Match(game_of(HEAPS), ["Ann", "Bob"], 1)
    play(match, "red heap")
    assert lines(match, reader)[0] == "Ann: choose a heap – red heap – fig"
    assert [one.kind for one in match.events(reader)[0].arguments] == ["cell", "piece"]


SHOWN = """\
rulewright: 1
game: shown
players: 3
components:
  card: {starts in: the deck, designs: {princess: {copies: 9}}}
places:
  deck: "pile of cards, hidden"
  hand: hand of cards
phrases:
  "{actor: player} spies on {rival: player}":
    log: {en: "{actor} spies on {rival}.", cs: "{actor} slídí."}
    do: the actor looks at cards in the rival's hand
  "{actor: player} peeks":
    log: {en: "{actor} peeks: {face}.", cs: "{actor} nahlíží: {face}."}
    do: the actor looks at the top card of the deck, as the face
flow:
  - phase: only
    do: |
      for each player: put the top card of the deck into that player's hand
      TEXT
      player 3 chooses a card in player 3's hand
"""


def shown(text: str, reader: int | None, language: str = "en") -> list[str]:
    match = Match(game_of(SHOWN.replace("TEXT", text)), ["Ann", "Bob", "Eva"], 1)
    said = in_moves(match.log_parts(reader, language))
    assert said == [event.text[language] for event in match.events(reader)]
    return said


WHOLE = "show cards in player 2's hand to player 1"


def test_what_is_shown_is_named_to_whoever_sees_it() -> None:
    assert shown(WHOLE, 0) == ["Shown to you – Bob's hand: princess."]
    assert shown(WHOLE, 0, "cs") == ["Ukázáno tobě – hand (Bob): princess."]
    for other in (2, None):
        assert shown(WHOLE, other) == ["Bob's hand is shown to Ann."]
    assert shown(WHOLE, 1) == ["Bob's hand is shown to Ann."]
    part = "player 1 looks at the top card of the deck"
    assert shown(part, 0) == ["Shown to you – deck: princess."]
    assert shown(part, 1) == ["Shown to Ann – deck."]


def test_the_line_of_a_phrase_says_what_it_shows() -> None:
    assert shown("player 1 spies on player 2", 0) == [
        "Shown to you – Bob's hand: princess.",
        "Ann spies on Bob.",
    ]
    assert shown("player 1 spies on player 2", 1) == ["Ann spies on Bob."]
    assert shown("player 1 peeks", 0) == ["Ann peeks: princess."]
    assert shown("player 1 peeks", 1) == ["Ann peeks: an unknown card."]


def test_others_do_not_learn_of_what_is_shown_where_that_is_a_secret() -> None:
    text = "if there is a princess in player 1's hand: player 1 looks at the top card of the deck"
    assert shown(text, 0) == ["Shown to you – deck: princess."]
    for other in (1, None):
        assert shown(text, other) == []


ARTICLES = """\
rulewright: 1
game: articles
players: 2
components:
  card: {starts in: the supply, designs: {curse: {copies: 2}, estate: {}, unicorn: {}, Moat: {}}}
places: {supply: area of cards, hand: hand of cards}
phrases:
  "{taker: player} takes {ware: card}":
    log: {en: "{taker} takes {ware}.", cs: "{taker} bere {ware}."}
    do: put ware into the taker's hand
  "{taker: player} gains the {ware: card}":
    log: "{taker} gains the {ware}."
    do: put ware into the taker's hand
flow:
  - phase: only
    do: |
      player 1 takes any curse in the supply
      player 1 takes any estate in the supply
      player 1 takes any unicorn in the supply
      player 1 takes any Moat in the supply
      player 1 gains the (any curse in the supply)
      player 2 chooses a card in player 1's hand
"""


def test_a_card_that_only_a_verb_precedes_has_an_article() -> None:
    match = Match(game_of(ARTICLES), ["Ann", "Bob"], 1)
    assert lines(match) == [
        "Ann takes a curse.",
        "Ann takes an estate.",
        "Ann takes a unicorn.",
        "Ann takes Moat.",
        "Ann gains the curse.",
    ]
    assert read(match, "cs")[0] == "Ann bere curse."
