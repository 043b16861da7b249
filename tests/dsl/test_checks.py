"""Checks of whole games: what each reports, and what it must leave alone. (One example per code: errors/.)"""

import pytest

from .test_errors_page import generate
from .tiny import SMALL, load

FIRST = "      the leader becomes the starter\n"
DRAW = "        if: the deck is not empty\n"
WIN = "          if the player's score >= goal: the player wins\n"
PHRASE = '  "+{n: 1..3} income":\n'
STATE = "  purse: {type: 0..99, cs: měšec}\n"


def findings(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    """The codes and messages for the small game with pieces of its text put before or in place of others."""
    text = SMALL.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    _, report = load(text, name="small.yaml")
    return [(found.code, found.message) for found in report.diagnostics]


def codes(*changes: tuple[str, str]) -> set[str]:
    return {code for code, _ in findings(*changes)}


def setup(line: str) -> tuple[str, str]:
    """The small game whose setup also says a line."""
    return FIRST, "".join(f"      {part}\n" for part in line.split("\n")) + FIRST


@pytest.mark.parametrize(
    ("condition", "constant"),
    [
        ("purse >= 0", True),
        ("purse < 0", True),
        ("purse + 1 > 0", True),
        ("purse = purse", True),
        ("the starter is none", True),
        ("goal < 3", True),
        ("purse > 5 and purse < 3", True),
        ("purse = 1 and not (purse = 1)", True),
        ("the total value of cards in the table >= 0", True),
        ("the leader is none", False),
        ("purse > 98", False),
        ("income > 150", False),  # abilities change it
        ("purse > 3 and purse < 5", False),
        ("purse > 5 or purse < 3", False),
        ("the number of cards in the table > 3", False),
        ("there is a card in the table with value > 3 and value < 6", False),
        ("there is a card in the table with value > 6 and value < 3", True),
        ("there is a card in the table with value >= 1", True),
    ],
)
def test_constant_conditions(condition: str, constant: bool) -> None:
    found = codes(setup(f"if {condition}: shuffle the deck"))
    assert found == ({"RW310"} if constant else set())


@pytest.mark.parametrize(
    ("loop", "stuck"),
    [
        ("repeat until purse = 0: shuffle the deck", True),
        ("repeat until purse = 0, at most 9 times: shuffle the deck", False),
        ("repeat until purse = 9: purse goes up by 1", False),
        ("repeat while the deck is not empty: put the top card of the deck into the table", False),
        ("repeat while the deck is not empty: the starter takes the top card of the deck", False),
        ("repeat while the deck is not empty: purse becomes 0", True),
        ("repeat while purse = 0:\n  the starter may shuffle the deck", False),
        ("repeat 3 times: shuffle the deck", False),
        ("repeat while income < 9: put the top card of the deck into the table", False),
        (
            "repeat until the number of cards in the table = 5: put the top card of the deck into the table",
            True,
        ),
        (
            "repeat while the number of cards in the table != 5: put the top card of the deck into the table",
            True,
        ),
        ("repeat until the number of cards in the table = 5, at most 9 times: shuffle the deck", False),
        (
            "repeat until the number of cards in the table >= 5: put the top card of the deck into the table",
            False,
        ),
        (
            "repeat until the number of cards in the deck = 0: put the top card of the deck into the table",
            False,
        ),
        ("repeat until purse = 9: purse goes up by 2", True),
        ("repeat until purse = 99: purse goes up by 2, as far as possible", False),
        ("repeat while purse = 9: purse goes up by 2", False),
    ],
)
def test_loops(loop: str, stuck: bool) -> None:
    assert ("RW312" in codes(setup(loop))) == stuck


@pytest.mark.parametrize(
    ("line", "differ"),
    [
        ("put any card in the table into the deck", True),
        ("put any 2 cards in the deck into the table", True),
        ("let pick be any card in the table", True),
        ("the starter takes any card in the table", True),
        ("put any card in the table with value >= 2 into the deck", True),
        ("put any card in the table with value = 2 into the deck", False),  # all of them are oaks
        ("put any card in the table with the lowest value into the deck", False),
        ("put any oak in the table into the deck", False),
        ("put any card in the starter's store into the deck", False),  # an area: heaps that are alike
        ("put the first card in the table into the deck", False),
        ("choose a card in the table at random; put that card into the deck", False),
    ],
)
def test_any_of_pieces_that_differ(line: str, differ: bool) -> None:
    assert ("RW333" in codes(setup(line))) == differ


@pytest.mark.parametrize(
    ("line", "lost"),
    [
        ("put the picks on top of the deck", True),
        ("put the picks into the table", True),
        ("put the picks under the deck", True),
        ("put the picks into the starter's store", False),  # an area has no order
        ("for each card among the picks, in any order: put that card on top of the deck", False),
        ("for each card among the picks, in printed order: put that card on top of the deck", False),
    ],
)
@pytest.mark.parametrize(
    ("how", "several"),
    [
        ("chooses 2 cards in the table", True),
        ("chooses up to 3 cards in the table", True),
        ("chooses 1 card in the table", False),
    ],
)
def test_the_order_of_picks_is_said(line: str, lost: bool, how: str, several: bool) -> None:
    assert ("RW335" in codes(setup(f"the starter {how}, as the picks\n{line}"))) == (lost and several)


def test_the_way_to_choose_one_of_pieces_that_differ_is_accepted() -> None:
    text = SMALL.read_text(encoding="utf-8").replace(*setup("put any card in the table into the deck"))
    _, report = load(text, name="small.yaml")
    (found,) = [one for one in report.diagnostics if one.code == "RW333"]
    assert found.help is not None
    for way in found.help.split("'")[1::2]:
        pick = way if way.startswith("choose") else f"let pick be {way}"
        assert codes(setup(f"{pick.replace('choose', 'the starter chooses')}; reveal the pick")) == set(), way


def test_an_event_is_about_any() -> None:
    power = "stops cards with value <= 2"
    assert "RW333" not in codes((power, '"before: a player takes any card: purse becomes 0"'))


def test_a_phase_that_repeats_needs_a_decision() -> None:
    phase = "  - phase: idle\n    repeat: until the match ends\n    do: shuffle the deck\n"
    assert "RW312" in codes(("  - phase: round\n", phase + "  - phase: round\n"))
    counted = phase.replace("until the match ends", "3 times")
    assert "RW312" not in codes(("  - phase: round\n", counted + "  - phase: round\n"))


@pytest.mark.parametrize(
    ("line", "nobody"),
    [
        ("the player becomes resting", True),
        ("choose one:\n  a: nothing\n  b: shuffle the deck", True),
        ("simultaneously, each player: the player becomes resting", False),
        ("for each player: that player becomes resting", False),
        ("the leader may shuffle the deck", False),
    ],
)
def test_who_acts(line: str, nobody: bool) -> None:
    assert ("RW311" in codes(setup(line))) == nobody


def test_who_acts_in_an_action_that_a_phase_sets_off() -> None:
    phrase = '  "rest":\n    do: the player becomes resting\n'
    found = findings((PHRASE, phrase + PHRASE), setup("rest"))
    assert [code for code, _ in found] == ["RW311"]
    assert codes((PHRASE, phrase + PHRASE), (WIN, WIN + "          rest\n")) == set()


@pytest.mark.parametrize(
    ("condition", "secret"),
    [
        ("the value of the top card of the deck > 1", True),
        ("the top card of the deck is a stone", True),
        ("there are oaks in the deck", True),
        ("the number of cards in the deck with value > 1 > 3", True),
        ("the total value of cards in the deck > 9", True),
        ("there is a card in the deck where (that card's value > 1)", True),
        ("the number of cards in the deck where (that card is a stone) > 1", True),
        ("there is a card in the table where (that card's value > 1)", False),
        ("the number of cards in the deck > 3", False),
        ("there are oaks in the table", False),
        ("the value of the top card of the table > 1", False),
    ],
)
def test_conditions_of_options_read_only_what_is_known(condition: str, secret: bool) -> None:
    assert codes((DRAW, f"        if: {condition}\n")) == ({"RW316"} if secret else set())


NAMES = "names:\n  lot: {is: cards in the deck, cs: x}\n  gem: {is: the top card of the deck, cs: x}\n\n"


@pytest.mark.parametrize(
    "condition",
    [
        "there is a card among lot with value > 1",
        "there is a card among lot where (that card is a stone)",
        "the total value of cards among (cards in the deck) > 9",
        "the value of gem > 1",
        "gem is a stone",
    ],
)
def test_names_do_not_hide_whose_faces_are_read(condition: str) -> None:
    found = codes(("phrases:\n", NAMES + "phrases:\n"), (DRAW, f"        if: {condition}\n"))
    assert "RW316" in found


def test_what_was_looked_at_is_known() -> None:
    keep = "            keep: the player takes the find\n"
    of_find = "            keep, if the value of the find > 1: the player takes the find\n"
    assert codes((keep, of_find)) == set()


OFFERED = """\
choose one:
  rise, if the value of the top card of the deck > 1: nothing
  stay: nothing
"""


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (OFFERED, True),
        (f"the player looks at the top card of the deck\n{OFFERED}", False),
        (f"reveal the top card of the deck\n{OFFERED}", False),
        (f"show the top card of the deck to the player\n{OFFERED}", False),
        (f"show the top card of the deck to players\n{OFFERED}", False),
        (f"the player looks at cards in the deck\n{OFFERED}", False),
        # By another player, or another card, or not yet, or not for certain.
        (f"the player after the player looks at the top card of the deck\n{OFFERED}", True),
        (f"show the top card of the deck to the player after the player\n{OFFERED}", True),
        (f"the player looks at the bottom card of the deck\n{OFFERED}", True),
        (f"{OFFERED}the player looks at the top card of the deck", True),
        (f"if there is a card in the table: reveal the top card of the deck\n{OFFERED}", True),
        # What was looked at does not lie there any more.
        (f"reveal the top card of the deck\nshuffle the deck\n{OFFERED}", True),
        (f"reveal cards in the deck\nshuffle the deck\n{OFFERED}", True),
        (f"reveal the top card of the deck\nput the top card of the deck into the table\n{OFFERED}", True),
        (f"reveal cards in the deck\nput the top card of the deck into the table\n{OFFERED}", False),
    ],
)
def test_only_who_was_shown_these_very_cards_knows_them(text: str, secret: bool) -> None:
    body = "".join(f"          {part}\n" for part in text.strip().split("\n"))
    found = codes((WIN, WIN + body))
    assert ("RW316" in found) == secret
    assert {code for code in found if code < "RW3"} == set()


SECRET_SCORE = ("  score: {type: 0..99, cs: body}\n", "  score: {type: 0..99, secret: yes, cs: body}\n")


@pytest.mark.parametrize("when", ["after", "instead of"])
@pytest.mark.parametrize(
    ("rest", "secret"),
    [
        (":\\n  if the value of the top card of the deck > 2: the player pays 1 score", True),
        (":\\n  if there is a card in the deck: the player pays 1 score", False),
        (": the player pays 1 score", False),
        (": player 2 pays 1 score", True),
        (", if the value of the top card of the deck > 2: the player pays 1 score", True),
    ],
)
def test_what_an_ability_that_may_act_begins_with_tells_no_secret(when: str, rest: str, secret: bool) -> None:
    power = f'"the player may, {when}: a player takes a card{rest}"'
    found = codes(("power: +1 income", f"power: {power}"), SECRET_SCORE)
    assert ("RW316" in found) == secret
    assert {code for code in found if code < "RW3"} == set()
    must = power.replace("the player may, ", "")
    assert "RW316" not in codes(("power: +1 income", f"power: {must}"), SECRET_SCORE)


@pytest.mark.parametrize(("who", "secret"), [("the leader", True), ("the player", False)])
def test_whoever_picks_replacements_decides_whether_an_ability_acts(who: str, secret: bool) -> None:
    convention = ("players: 2..4\n", f"players: 2..4\nconventions: {{replacements: {who}}}\n")
    power = ("power: +1 income", 'power: "may, after: a player takes a card: the player pays 1 score"')
    assert ("RW316" in codes(power, convention, SECRET_SCORE)) == secret


BOARD = """  deck: {is: "pile of cards, hidden", cs: balíček}
  court: {is: "grid of cards, 2 by 2, SIGHT", cell: flag, properties: {worth: 0..3}, cells: {CELLS}}
""".replace("CELLS", ", ".join(f"{cell}: {{worth: 1}}" for cell in ("a1", "a2", "b1", "b2")))


@pytest.mark.parametrize(
    ("sight", "line", "secret"),
    [
        ("hidden", "choose a card in the court, as the pick", True),
        ("hidden", "choose a card in a1, as the pick", True),
        ("hidden", "choose a flag in the court where (there is an oak in that flag), as the spot", True),
        ("hidden", "choose a flag where (the total value of cards in that flag > 2), as the spot", True),
        ("hidden", "choose a flag in the court where (there is a card in that flag), as the spot", False),
        ("hidden", "choose a flag in the court with worth > 0, as the spot", False),
        ("hidden", "choose a card in the court at random, as the pick", False),
        ("hidden", "the player looks at cards in a1\nchoose a card in a1, as the pick", False),
        ("per player, seen by its owner", "choose a card in player 1's court, as the pick", True),
        ("per player, seen by its owner", "choose a card in player 1's a1, as the pick", True),
        ("per player, seen by its owner", "choose a card in the player's a1, as the pick", False),
        (
            "per player, seen by its owner",
            "choose a flag in player 1's court where (there is an oak in that flag), as the spot",
            True,
        ),
        (
            "per player, seen by its owner",
            "choose a flag in the player's court where (there is an oak in that flag), as the spot",
            False,
        ),
    ],
)
def test_what_lies_face_down_on_a_board_is_not_chosen_by(sight: str, line: str, secret: bool) -> None:
    deck, court = BOARD.splitlines(keepends=True)
    body = "".join(f"          {part}\n" for part in line.split("\n"))
    found = codes((deck, deck + court.replace("SIGHT", sight)), (WIN, WIN + body))
    assert ("RW316" in found) == secret
    assert {code for code in found if code < "RW3"} == set()


@pytest.mark.parametrize(("place", "secret"), [("deck", True), ("table", False)])
def test_which_pieces_lie_face_down_is_not_asked_one_by_one(place: str, secret: bool) -> None:
    rest = "          the player becomes resting\n"
    line = f"          choose a card where (that card is in the {place}), as the pick\n"
    assert ("RW316" in codes((rest, rest + line))) == secret


@pytest.mark.parametrize(
    ("named", "secret"),
    [
        ("let worth be the value of the top card of the deck", True),
        ("let worth be the number of cards in the deck", False),
        ("let worth be the value of the top card of the table", False),
        ("let height be the value of the top card of the deck\nlet worth be height + 1", True),
        ("let worth be 1\nlet worth be worth + the total value of cards in the deck", True),
        (
            "the player looks at the top card of the deck\nlet worth be the value of the top card of the deck",
            False,
        ),
        ("let worth be 1\nlet worth be worth + 1", False),
    ],
)
def test_a_name_for_what_nobody_knows_is_no_less_secret(named: str, secret: bool) -> None:
    rest = "          the player becomes resting\n"
    body = "".join(f"          {line}\n" for line in named.split("\n"))
    choice = (
        "          choose one:\n            dare, if worth > 3: shuffle the deck\n            wait: nothing\n"
    )
    found = codes((rest, rest + body + choice))
    assert ("RW316" in found) == secret
    assert {code for code in found if code < "RW3"} == set()


@pytest.mark.parametrize(
    ("phrase", "holds", "asked", "secret"),
    [
        ("fortune smiles", "the value of the top card of the deck > 1", "fortune smiles", True),
        ("fortune smiles", "there is a card in the deck", "fortune smiles", False),
        (
            "{thing: card} lies deep",
            "thing is in the deck",
            "there is a card where (that card lies deep)",
            True,
        ),
        (
            "{thing: card} lies deep",
            "thing is in the table",
            "there is a card where (that card lies deep)",
            False,
        ),
        ("{rival: player} leads", "the score of rival > 3", "player 2 leads", True),
        ("{rival: player} leads", "the score of rival > 3", "the player leads", False),
    ],
)
def test_what_a_phrase_asks_for_is_asked_by_the_condition(
    phrase: str, holds: str, asked: str, secret: bool
) -> None:
    """Of who decides, a phrase may ask what only that player knows; of others it may not."""
    rest = "          the player becomes resting\n"
    own = f'  "{phrase}":\n    holds: {holds}\n'
    kept = ("  score: {type: 0..99, cs: body}\n", "  score: {type: 0..99, secret: yes, cs: body}\n")
    choice = (
        f"          choose one:\n            dare, if {asked}: shuffle the deck\n            wait: nothing\n"
    )
    found = codes((rest, rest + choice), (PHRASE, own + PHRASE), kept)
    assert ("RW316" in found) == secret
    assert {code for code in found if code < "RW3"} == set()


def test_a_number_that_reads_a_secret_is_one() -> None:
    choice = (
        "          choose one:\n            dare, if THIS > 3: shuffle the deck\n            wait: nothing\n"
    )
    rest = "          the player becomes resting\n"
    number = "  income: "
    for value, secret in (
        ("the value of the top card of the deck", True),
        ("the number of cards in the deck", False),
    ):
        own = f"  luck: {{is: {value}, cs: štěstí}}\n"
        found = codes((rest, rest + choice.replace("THIS", "luck")), (number, own + number))
        assert ("RW316" in found) == secret
        assert {code for code in found if code < "RW3"} == set()


@pytest.mark.parametrize(
    ("ripe", "secret"),
    [
        ("the value of the top card of the deck > 1", True),
        ("there is an oak in the deck", True),
        ("the deck is empty", False),
        ("there is an oak in the table", False),
    ],
)
def test_a_printed_condition_reads_only_what_is_known(ripe: str, secret: bool) -> None:
    """A text of a piece about itself reads all pieces that can be chosen, so it reveals just as much."""
    rest = "          the player becomes resting\n"
    properties = "    properties: {value: 1..9, power: abilities"
    stone = "      stone: {value: 1"
    choice = "          choose a card in the table that is ripe, as the pick\n          put the pick into the deck\n"
    found = codes(
        (rest, rest + choice),
        (properties, properties + ", ripe: condition"),
        (stone, stone + f', ripe: "{ripe}"'),
    )
    assert ("RW316" in found) == secret
    assert {code for code in found if code < "RW3"} == set()


def test_secret_states_of_others() -> None:
    secret = ("  score: {type: 0..99, cs: body}\n", "  score: {type: 0..99, secret: yes, cs: body}\n")
    own, others = "the player's score > 3", "the highest score of players > 3"
    assert codes(secret, (DRAW, f"        if: {own}\n")) == set()
    assert codes(secret, (DRAW, f"        if: {others}\n")) == {"RW316"}


@pytest.mark.parametrize(
    ("declared", "what"),
    [
        (("  store: {is:", "  attic: {is: area of cards, cs: půda}\n  store: {is:"), "place 'attic'"),
        ((STATE, STATE + "  debts: {type: 0..9, cs: dluhy}\n"), "state 'debts'"),
        (("numbers:\n", "numbers:\n  upkeep: {is: purse, cs: x}\n"), "number 'upkeep'"),
        (("components:\n", "  speed: {type: 1..3, default: 1, cs: x}\n\ncomponents:\n"), "option 'speed'"),
        (
            (PHRASE, '  "{sleeper: player} rests":\n    do: sleeper becomes resting\n' + PHRASE),
            "phrase '{sleeper: player} rests'",
        ),
    ],
)
def test_unused_names(declared: tuple[str, str], what: str) -> None:
    assert any(code == "RW302" and what in message for code, message in findings(declared))


def test_recursion_that_a_condition_or_a_decision_ends_is_left_alone() -> None:
    for body in (
        "      if purse > 0:\n        purse goes down by 1\n        taker starts over\n",
        "      taker may taker starts over\n",
        "      taker may:\n        taker starts over\n",
    ):
        phrase = f'  "{{taker: player}} starts over":\n    do: |\n{body}'
        assert "RW315" not in codes((PHRASE, phrase + PHRASE), setup("the starter starts over"))


def test_phrases_that_call_each_other_are_followed() -> None:
    phrases = (
        '  "{singer: player} sings":\n    do: singer dances\n'
        '  "{dancer: player} dances":\n    do: dancer sings\n'
    )
    assert codes((PHRASE, phrases + PHRASE), setup("the starter sings")) == {"RW315"}


@pytest.mark.parametrize(
    ("convention", "code"),
    [
        ("chooser: the leader", None),
        ("chooser: the leeder", "RW220"),
        ("choser: the leader", "RW101"),
        ("order of each: printed order", None),
        ("order of each: printed ordre", "RW220"),
        ("as far as possible: maybe", "RW220"),
    ],
)
def test_conventions(convention: str, code: str | None) -> None:
    found = codes(("options:\n  goal", f"conventions: {{{convention}}}\n\noptions:\n  goal"))
    assert found == ({code} if code else set())


def test_forms_are_asked_only_of_games_with_czech_names() -> None:
    text = SMALL.read_text(encoding="utf-8").replace("cs: {nom: kámen, acc: kámen}", "cs: kámen")
    assert generate.findings(generate.Example("", "files", text, ""))[0].code == "RW501"


@pytest.mark.parametrize(
    ("type_", "text", "never"),
    [
        ("calm or angry or nose", "if mood is calm: mood becomes angry", ["nose"]),
        ("calm or angry or none", "if mood is calm: mood becomes angry", []),
        ("calm or angry", "mood becomes angry", []),  # it starts as the other
        ("calm or angry", "if mood is calm: shuffle the deck", ["angry"]),
    ],
)
def test_words_of_a_list_that_no_text_says(type_: str, text: str, never: list[str]) -> None:
    found = findings((STATE, f"{STATE}  mood: {{type: {type_}, cs: nálada}}\n"), setup(text))
    assert found == [("RW302", f"'mood' is never '{word}': no text uses this word") for word in never]


def test_a_source_that_is_not_known() -> None:
    stone = "copies: 4, "
    assert findings((stone, stone + "source: house, ")) == []
    assert codes((stone, stone + "source: hous, ")) == {"RW320"}
    declared = ("rules:\n", "sources: {fair: as sold at a fair}\nrules:\n")
    assert findings((stone, stone + "source: fair, "), declared) == []


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ("for each player: the player's score goes up by 1", True),
        ("for each player: that player's score goes up by 1", False),
        ("for each player: put the top card of the deck into the table", False),
        ("for each player but the player: that player takes the top card of the deck", False),
        ("for each card in the table, in printed order: the player takes that card", False),
    ],
)
def test_a_repetition_over_players_is_about_each_of_them(line: str, reported: bool) -> None:
    look = "          the player looks at the top card of the deck, as the find\n"
    assert codes((look, f"          {line}\n{look}")) == ({"RW321"} if reported else set())


LINE = "{taker} takes the {prize}."
LOOK = "the player looks at the top card of the deck, as the find"
BLIND = (LOOK, "let the find be the top card of the deck")


@pytest.mark.parametrize(
    ("changes", "unreadable"),
    [
        ((BLIND, (LINE, "{taker} takes the {the top card of the deck}.")), True),
        ((BLIND, (LINE, "{taker} takes {the value of the top card of the deck}.")), True),
        ((BLIND, (LINE, "{taker} takes one of {cards in the deck}.")), True),
        ((BLIND, (LINE, "{taker} takes one of {the number of cards in the deck}.")), False),
        ((BLIND, (LINE, "{taker} takes one of {cards in the table}.")), False),
        (((LINE, "{taker} takes the {the top card of the deck}."),), False),  # who takes has looked at it
        (
            (
                BLIND,
                (LINE, "{taker} takes the {the top card of the deck}."),
                setup("put each card in the table into the deck"),  # known, until it is shuffled
            ),
            False,
        ),
        (
            (
                BLIND,
                (LINE, "{taker} takes the {the top card of the deck}."),
                setup("put each card in the table into the deck\nshuffle the deck"),
            ),
            True,
        ),
    ],
)
def test_lines_that_nobody_can_read(changes: tuple[tuple[str, str], ...], unreadable: bool) -> None:
    assert ("RW326" in codes(*changes)) == unreadable


TWO_TYPES = """
rulewright: 1
game: mixed
players: 2
components:
  card: {properties: {worth: 1..9}, starts in: the deck, designs: {ring: {worth: 2, copies: 4}}}
  charm: {properties: {worth: 0..5}, starts in: the deck, designs: {idol: {worth: 4, copies: 4}}}
places:
  deck: {is: "pile of cards and charms, hidden"}
  hand: {is: hand of cards and charms}
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    options:
      rich: {if: CONDITION, do: nothing}
      stay: {do: nothing}
"""


@pytest.mark.parametrize(
    ("condition", "secret"),
    [
        ("the highest worth of cards and charms in player 2's hand > 3", True),
        ("there is a charm in player 2's hand", True),
        ("there is a card or charm in player 2's hand with worth > 4", True),
        ("there are no charms in player 2's hand", True),
        ("the number of cards and charms in player 2's hand > 1", False),
    ],
)
def test_of_which_type_a_hidden_piece_is_belongs_to_its_face(condition: str, secret: bool) -> None:
    _, report = load(TWO_TYPES.replace("CONDITION", condition), strict=True)
    assert ("RW316" in {one.code for one in report.diagnostics}) == secret, report


ANSWERS = """
rulewright: 1
game: answers
players: 2
components:
  hero:
    plural: heroes
    properties: {power: abilities}
    in force: its holder is not none
    starts in: the inn
    designs: {rogue: {power: "POWER"}}
places: {inn: area of heroes, party: "area of heroes, per player"}
players have: {gold: 0..90}
phrases:
  "{digger: player} digs": {do: digger's gold goes up by 1}
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: the player digs; gain 1 gold; put any hero in the inn into the player's party
"""


@pytest.mark.parametrize(
    ("power", "loops"),
    [
        ("after: the holder of this gains any gold: the holder of this gains 1 gold", True),
        ("after: the holder of this gains any gold: the gold of the holder of this goes up by 1", False),
        ("after: a player digs: that player digs", True),
        ("after: a player digs: that player gains 1 gold", False),
    ],
)
def test_an_ability_that_sets_itself_off_is_found(power: str, loops: bool) -> None:
    _, report = load(ANSWERS.replace("POWER", power), strict=True)
    assert ("RW315" in {one.code for one in report.diagnostics}) == loops, report


CIRCLES = """
rulewright: 2
game: circles
players: 3
components:
  unit:
    properties: {power: abilities}
    state: {marked: {type: yes or no}}
    in force: there is a player where (this is in that player's field)
    starts in: the pool
    designs:
      ant: {power: "ANT"}
      bee: {power: "BEE"}
places: {pool: area of units, field: "area of units, per player"}
players have: {gold: 0..90}
phrases:
  "{victim: player} is hit": {do: "the victim's gold goes down by 1, as far as possible"}
  "{patient: player} is healed": {do: "the patient's gold goes up by 1, as far as possible"}
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: |
      this_happens
      put any unit in the pool into the player's field
""".replace("this_happens", "the player is hit; the player is healed")
HEALS, HITS = "after: a player is hit: that player is healed", "after: a player is healed: that player is hit"
NEXT = "after: the player after the holder of this is hit: the holder of this is hit"


@pytest.mark.parametrize(
    ("ant", "bee", "loops"),
    [
        (HEALS, HITS, True),
        (HEALS.replace("after", "before"), HITS.replace("after", "before"), True),
        (HEALS, f"while this is marked: {HITS}", True),
        (NEXT, NEXT, True),
        (HEALS, HEALS, False),
        (HEALS, f"may, {HITS}", False),
        (HEALS, f"once per play: {HITS}", False),
        (HEALS, f"while there is a player with gold > 3: {HITS}", False),
        (HEALS, "after: a player is healed, if that player's gold > 3: that player is hit", False),
        (HEALS, "after: a player is healed, if that player is player 1: player 2 is hit", False),
        (HEALS, f"{HITS}; put this into the pool", False),
        (HEALS, f"while this is marked: {HITS}; this becomes not marked", False),
        (HEALS, "after: player 1 is healed: player 2 is hit", False),
    ],
)
def test_abilities_that_set_each_other_off_are_found(ant: str, bee: str, loops: bool) -> None:
    _, report = load(CIRCLES.replace("ANT", ant).replace("BEE", bee), strict=True)
    assert not report.has_errors, report.diagnostics
    assert ("RW315" in {one.code for one in report.diagnostics}) == loops, report.diagnostics


STOCK = """
rulewright: 1
game: stock
players: 2
components:
  gem: {designs: {ruby: {plural: rubies, copies: 4}, onyx: {}}}
places: {box: area of gems}
players have:
  gems: {type: 0..9 for each kind of gem, singular: gem}
  gold: {type: 0..60}
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: TEXT
"""


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("gain 1 gold for each ruby", True),
        ("gain (the number of gems) gold", True),
        ("gain 1 gold for each ruby in the box", False),
        ("gain (the player's gems in ruby) gold", False),
        ("gain 1 gold for each player", False),
    ],
)
def test_what_a_player_has_is_not_counted_as_pieces(text: str, reported: bool) -> None:
    _, report = load(STOCK.replace("TEXT", text), strict=True)
    assert ("RW310" in {one.code for one in report.diagnostics}) == reported, report


RULE = "  end.1: Whoever has that many points wins.\n"
CITED = "cs: cíl, rule: end.1}"


def decided(*rules: str) -> list[tuple[str, str]]:
    """The findings about the small game with further rules, each a line of which the id stands first."""
    ids = ["end.1", *(rule.partition(":")[0] for rule in rules)]
    cited = (CITED, f"cs: cíl, rule: [{', '.join(ids)}]}}")
    return findings(cited, (RULE, RULE + "".join(f"  {rule}\n" for rule in rules)))


def test_what_a_decision_is_about() -> None:
    assert decided("ours.1: {says: Five., kind: decision, why: It is silent., about: end.1}") == []
    assert decided("ours.1: {says: Five., kind: public, why: It is printed., about: [end.1]}") == []
    assert decided("ours.1: {says: Five., kind: public, why: It is printed.}") == []
    assert decided("ours.1: {says: Five., kind: decision, why: It is silent., about: end.2}") == [
        ("RW301", "there is no rule 'end.2'")
    ]
    one, two = "says: Five., kind: decision, why: It is silent.", "says: Six., kind: decision, why: Likewise."
    assert decided(f"ours.1: {{{one}, about: end.1}}", f"ours.2: {{{two}, about: ours.1}}") == [
        ("RW510", "'ours.1' is a decision, and no statement of the rulebook")
    ]
    assert decided("end.2: {says: Five., about: end.1}") == [
        ("RW510", "'end.2' is of kind 'rule', so it is about no other statement")
    ]


def test_a_misspelt_statement_has_a_suggestion_that_is_no_decision() -> None:
    text = SMALL.read_text(encoding="utf-8").replace(CITED, "cs: cíl, rule: [end.1, end.2]}")
    rule = "  end.2: {says: Five., kind: decision, why: It is silent., about: end.3}\n"
    _, report = load(text.replace(RULE, RULE + rule), name="small.yaml")
    assert [found.help for found in report.diagnostics] == ["did you mean 'end.1'?"]
