"""Mistakes that authors make: each gets one message, with its code, at the words that are wrong."""

import pytest

from .front import underlined
from .tiny import SMALL, load

PHRASE = '  "{taker: player} takes {prize: card}":\n'
BONUS = '  "+{n: 1..3} income":\n'
STATE = "  purse: {type: 0..99, cs: měšec}\n"
FIRST = "      the leader becomes the starter\n"


def found(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    """The codes and the underlined words of the findings in the small game with some of its text changed."""
    text = SMALL.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    _, report = load(text, name="small.yaml")
    return [(one.code, underlined(one)) for one in report.diagnostics]


def said(line: str) -> tuple[str, str]:
    """The small game whose setup also says a line."""
    return FIRST, "".join(f"      {part}\n" for part in line.split("\n")) + FIRST


@pytest.mark.parametrize(
    ("signature", "code", "where"),
    [
        ("{player} takes {prize: card}", "RW216", "{player}"),
        ("{} takes {prize: card}", "RW216", "{}"),
        ("{taker: player takes {prize: card}", "RW216", "{taker: player takes {prize: card}"),
        ("{taker: player} takes {prize: card", "RW216", "{prize: card"),
        ("taker: player} takes {prize: card}", "RW216", "}"),
        ("{prize: player} takes {prize: card}", "RW218", "prize"),
        ("{purse: player} takes {prize: card}", "RW218", "purse"),
        ("{each: player} takes {prize: card}", "RW218", "each"),
        ("{...: player} takes {prize: card}", "RW218", "..."),
        ("{taker: player} {prize: card}", "RW216", '"{taker: player} {prize: card}"'),
    ],
)
def test_signatures(signature: str, code: str, where: str) -> None:
    assert (code, where) in found((PHRASE, f'  "{signature}":\n'))


def test_a_slot_may_stand_anywhere_and_be_called_like_a_type() -> None:
    assert found((PHRASE, '  "{ 5..3taker: player} takes {prize: card}":\n'))  # once an error of Python
    body = "put prize into the taker's store"
    assert (
        found(
            (PHRASE, PHRASE.replace("prize", "card")),
            (body, body.replace("prize", "card")),
            ("the value of prize,", "the value of card,"),
            ("bere: {prize:acc}", "bere: {card:acc}"),
            ("takes the {prize}", "takes the {card}"),
        )
        == []
    )


def test_a_design_whose_name_is_taken() -> None:
    thorn = "      thorn: {value: 4, cs: {nom: trn, acc: trn}, power: stops cards with value <= 2}\n"
    assert found((thorn, thorn.replace("thorn", "shuffle")))[0] == ("RW218", "shuffle")


SET = '  "{winner: player} gets {n: 1..3}":\n    do: |\n      the winner\'s score goes up by n, as far as possible\n'


@pytest.mark.parametrize(
    ("line", "shared"),
    [
        ("the player wins", True),
        ("shuffle the deck", True),
        ("choose a card in the deck at random, as the gift\n  the player looks at the gift", True),
        ("reveal the top card of the deck", True),
        ("purse becomes 1", True),
        ("players become resting", True),
        ("the leader's score goes up by 1", True),
        ("the leader looks at the top card of the deck", True),
        ("put the top card of the deck into the player's store", True),
        ("the player chooses a card in the player's store, as the gift\n  put the gift into the table", True),
        ("simultaneously, each player:\n    the player becomes resting", True),
        ("the player takes the top card of the deck", True),
        ("the leader gets 2", True),
        ("the player gets 2", False),
        ("the player becomes resting", False),
        ("the player looks at the top card of the deck", False),
        ("the player may:\n    the player's score goes up by 1", False),
        (
            "the player chooses a card in the player's store, as the gift\n  put the gift into the player's store",
            False,
        ),
    ],
)
def test_simultaneously(line: str, shared: bool) -> None:
    codes = [code for code, _ in found((BONUS, SET + BONUS), said(f"simultaneously, each player:\n  {line}"))]
    assert ("RW318" in codes) == shared
    assert shared or not codes or codes == ["RW302"]  # a phrase that is only there for some of the lines


@pytest.mark.parametrize(
    ("type_", "said"),
    [
        ("crad", ("RW202", "crad")),
        ("crad or none", ("RW202", "crad or none")),
        ("number", ("RW202", "number")),
        ("red or red", ("RW216", "red or red")),
        ("red or blue or none", None),
        ("card or none", None),
    ],
)
def test_types(type_: str, said: tuple[str, str] | None) -> None:
    told = [one for one in found((STATE, f"{STATE}  gem: {{type: {type_}, cs: x}}\n")) if one[0] != "RW302"]
    assert told == ([said] if said else [])


@pytest.mark.parametrize(
    ("line", "said_"),
    [
        ("purse becomes 100", [("RW211", "purse becomes 100")]),
        ("purse becomes purse + 100", [("RW211", "purse becomes purse + 100")]),
        ("purse becomes purse + 1", []),
        ("the starter gets 4", [("RW209", "4")]),
        ("the starter gets purse", []),  # which may be a fault while it runs
    ],
)
def test_numbers_that_never_fit(line: str, said_: list[tuple[str, str]]) -> None:
    assert found((BONUS, SET + BONUS), said("the starter gets 1\n" + line)) == said_


def test_a_number_given_to_an_ability_fits_its_slot() -> None:
    power = "power: +1 income"
    for number, said_ in (("+9", [("RW209", "9")]), ("+purse", [("RW209", "purse")]), ("+3", [])):
        assert found((power, f"power: {number} income")) == said_


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("choose a player at random, as the leader", "leader"),
        ("let purse be 3", "purse"),
        ("reveal the top card of the deck, as the table", "table"),
        ("for each player, as the goal: that player becomes resting", "goal"),
    ],
)
def test_a_name_given_in_a_text_is_new(line: str, where: str) -> None:
    assert found(said(line)) == [("RW218", where)]


@pytest.mark.parametrize(
    ("components", "where"),
    [
        ("  player: {designs: {bob: {}}}", "player"),
        ("  deer: {plural: cards, designs: {bambi: {}}}", "cards"),
        ("  deer: {designs: {bambi: {plural: oaks}}}", "oaks"),
        ("  deer: {designs: {bambi: {plural: oak}}}", "oak"),
        ("  deer: {designs: {bambi: {plural: all}}}", "all"),
        ("  deer: {designs: {oaks: {}}}", "oaks"),
    ],
)
def test_names_and_plurals_are_taken_once(components: str, where: str) -> None:
    assert found(("places:\n", f"{components}\n\nplaces:\n")) == [("RW218", where)]


def test_a_plural_may_be_the_name_itself() -> None:
    deer = "  deer:\n    plural: deer\n    designs: {sheep: {plural: sheep}}\n"
    told = found(("places:\n", f"{deer}\nplaces:\n"))
    assert {code for code, _ in told} == {"RW302", "RW502"}  # they are never used, and have no Czech name


def test_numbers_read_each_other_in_any_order_but_not_themselves() -> None:
    income = "  income: {is: purse, cs: příjem}\n"
    later = "  wealth: {is: purse, cs: x}\n"
    assert found((income, income.replace("is: purse", "is: wealth") + later)) == []
    assert found((income, income.replace("is: purse", "is: income + 1"))) == [("RW319", "income")]
    around = later.replace("purse", "income")
    assert found((income, income.replace("is: purse", "is: wealth") + around)) == [("RW319", "income")]


def test_a_name_is_no_number_and_a_number_no_name() -> None:
    income = "  income: {is: purse, cs: příjem}\n"
    assert found((income, income + "  chief: {is: player 1, cs: x}\n")) == [("RW210", "player 1")]
    assert found(("numbers:\n", "names:\n  wealth: {is: purse, cs: x}\nnumbers:\n")) == [("RW210", "purse")]


def test_an_ability_may_change_a_number_whose_own_text_is_wrong() -> None:
    income = "  income: {is: purse, cs: příjem}\n"
    slotted = '  "income of {saver: player}": {is: the ward of saver, cs: příjem}\n'
    ability = ("    ability: income is n more\n", "    ability: the income of the player is n more\n")
    assert found((income, income + slotted), ability) == [("RW202", "ward")]


def test_its_is_said_in_the_text_of_a_piece_only() -> None:
    income = "  income: {is: purse, cs: příjem}\n"
    assert found((income, income.replace("purse", "its holder"))) == [("RW203", "its holder")]


def test_an_ability_phrase_is_not_made_of_another() -> None:
    rich = '  "makes rich": {ability: +1 income}\n'
    assert found((BONUS, rich + BONUS), ("power: +1 income", "power: makes rich")) == [("RW208", "+1 income")]


TOKEN = "  token:\n    starts in: the deck\n    designs: {chip: {}}\n"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("starts in: the deck", "starts in: the starter's store"), "RW202"),
        (("starts in: the deck", "starts in: the leader's store"), "RW206"),
        (("starts in: the deck", "starts in: purse"), "RW206"),
        (("places:\n", f"{TOKEN}\nplaces:\n"), "RW206"),
        (("goal: {type: 3..9, default: 5,", "goal: {type: cards,"), "RW216"),
        (("goal: {type: 3..9, default: 5,", "goal: {type: player or none,"), "RW216"),
        (("value: 1..9, power", "value: place, power"), "RW216"),
        (("value: 1..9, power", "value: 1..9 or none, power"), "RW216"),
        ((STATE, STATE + "  spot: {type: abilities, cs: x}\n"), "RW216"),
        ((STATE, STATE + "  spot: {type: list of kinds of cards, cs: x}\n"), "RW216"),
        (('{prize: card}"', '{prize: abilities}"'), "RW216"),
        (("- phase: round", "- phase: Setup"), "RW218"),
        (("- phase: round", "- phase: up/down"), "RW218"),
        (("  score: {", "  Score: {type: 0..9}\n  score: {"), "RW218"),
    ],
)
def test_declarations(change: tuple[str, str], told: str) -> None:
    assert [code for code, _ in found(change)][:1] == [told]


@pytest.mark.parametrize(
    ("declared", "alike"),
    [
        ("properties: {value: 0..20}\n    designs: {chip: {value: 20}}", True),
        ("properties: {value: red or blue}\n    designs: {chip: {value: red}}", False),
        ("state: {value: 1..9}\n    designs: {chip: {}}", False),
    ],
)
def test_properties_of_one_name_mean_the_same(declared: str, alike: bool) -> None:
    token = f"  token:\n    {declared}\n"
    codes = [code for code, _ in found(("places:\n", f"{token}\nplaces:\n"))]
    assert ("RW218" in codes) != alike


def test_ends_where_there_is_nothing_to_end() -> None:
    assert found(said("the turn ends")) == [("RW221", "turn ends")]
    assert found(said("simultaneously, each player: the phase ends")) == [("RW221", "phase ends")]


def test_a_phrase_that_says_what_the_language_says() -> None:
    text = SMALL.read_text(encoding="utf-8")
    phrase = '  "shuffle the deck":\n    do: purse becomes 1\n'
    _, report = load(text.replace(BONUS, phrase + BONUS), name="small.yaml")
    (one,) = report.diagnostics
    assert one.code == "RW217"
    notes = {note.message for note in one.notes}
    assert notes == {"one reading: the words of the language", "one reading: the phrase 'shuffle the deck'"}


@pytest.mark.parametrize(
    "line", ["{taker takes the {prize}.", "{taker} takes} the {prize}.", "{} takes the {prize}."]
)
def test_braces_of_a_line_of_the_log(line: str) -> None:
    assert [code for code, _ in found(("{taker} takes the {prize}.", line))] == ["RW201"]


def test_a_game_without_flow() -> None:
    text = SMALL.read_text(encoding="utf-8")
    _, report = load(text[: text.index("flow:")].replace(", rule: end.1", ""))
    assert ("RW216", "small") in {(one.code, underlined(one)) for one in report.diagnostics}


def test_a_singular_where_the_plural_should_stand() -> None:
    _, report = load(
        SMALL.read_text(encoding="utf-8").replace("row of cards", "row of card"), name="small.yaml"
    )
    (one,) = report.diagnostics
    assert (one.code, underlined(one), one.help) == ("RW201", "card", "write 'cards'")


def test_a_label_of_nothing() -> None:
    labels = "labels:\n  kep: {cs: nechat}\n  rest: {cs: odpočívat}\n  enough: {cs: dost}\n  lay: {cs: vyložit}\n\n"
    text = SMALL.read_text(encoding="utf-8").replace("flow:\n", labels + "flow:\n", 1)
    (one,) = load(text, name="small.yaml")[1].diagnostics
    assert (one.code, underlined(one), one.help) == ("RW302", "kep", "did you mean 'keep'?")


def test_a_recursion_that_asks_what_it_was_given() -> None:
    phrase = '  "dig {n: 1..9}":\n    do: "if n < 9: dig n + 1"\n'
    assert found((BONUS, phrase + BONUS), said("dig 1")) == []
    endless = phrase.replace("if n < 9: dig n + 1", "dig n")
    assert [code for code, _ in found((BONUS, endless + BONUS), said("dig 1"))] == ["RW315"]


def test_players_that_cannot_be_are_told_once() -> None:
    seat = said("the leader becomes player 2")
    assert found(seat) == []
    assert found(seat, ("players: 2..4", "players: 2..13")) == [("RW216", "2..13")]
    assert found(seat, ("players: 2..4", "players: 1..4")) == [("RW210", "player 2")]


def told(*changes: tuple[str, str]) -> list[tuple[str, str | None]]:
    text = SMALL.read_text(encoding="utf-8")
    for old, new in changes:
        text = text.replace(old, new)
    return [(one.message, one.help) for one in load(text, name="small.yaml")[1].diagnostics]


@pytest.mark.parametrize(
    ("hue", "needs", "message", "help"),
    [
        ("blue", "oak", "'blue' is no hue", "there are: red, green"),
        ("the Red", "zzz", "'zzz' is no card", "there are: stone, oak, thorn"),
        ("red", "glaive", "'glaive' is no card", "did you mean 'stone'?"),  # what players call it
    ],
)
def test_values_of_designs_that_are_not_there(hue: str, needs: str, message: str, help: str) -> None:
    typed = ("value: 1..9, power", "value: 1..9, hue: red or green, needs: list of kinds of cards, power")
    given = ("stone: {value: 1", f"stone: {{en: glaive, hue: {hue}, needs: [{needs}], value: 1")
    found = [one for one in told(typed, given) if "has no hue" not in one[0]]
    assert found == [(message, help)]


def test_a_property_that_a_design_lacks_says_what_it_can_be() -> None:
    found = told(("value: 1..9, power", "value: 1..9, hue: red or green, height: 2..4, power"))
    assert ("stone has no hue", "add 'hue:', red or green") in found
    assert ("stone has no height", "add 'height:', a number from 2 to 4") in found


def test_an_ability_under_the_key_of_an_effect_is_sent_to_the_key_of_abilities() -> None:
    typed = ("value: 1..9, power", "value: 1..9, deed: effect, power")
    found = told(typed, ("stone: {value: 1", "stone: {deed: stops cards with value = 1, value: 1"))
    message = "'stops {prey: cards}' is an ability: it does not happen, it is in force"
    assert found == [(message, "an ability is a text of its own under 'power:'")]


@pytest.mark.parametrize(
    ("test", "shared"),
    [
        ("player 1's score > 3", False),
        ("purse > 3", False),
        ("the table is empty", False),
        ("player 1's store is empty", True),
        ("income > 3", False),
    ],
)
def test_what_is_watched_cannot_change_simultaneously(test: str, shared: bool) -> None:
    """Only what a watch really reads: players may move cards while it watches something else."""
    watch = f"whenever:\n  tip: {{if: {test}, do: the leader becomes none}}\n\nphrases:"
    line = "simultaneously, each player:\n  put any card in the player's store into the player's store"
    codes = [code for code, _ in found(("phrases:", watch), said(line))]
    assert ("RW318" in codes) == shared


@pytest.mark.parametrize(
    ("where", "alone"),
    [
        ("this is in the table", False),
        ("this is in the leader's store", False),
        ("this is in the player's store", True),
    ],
)
def test_in_force_says_the_player_where_nobody_acts(where: str, alone: bool) -> None:
    """An ability on an action is in force for the player who acts: if nobody acts, that is an error, and not
    'never'."""
    line = said("the starter takes the top card of the deck")
    codes = [code for code, _ in found(("in force: this is in the table", f"in force: {where}"), line)]
    assert ("RW311" in codes) == alone


@pytest.mark.parametrize(
    ("hue", "word", "message"),
    [
        ("oak or red or blue", "oak", "'oak' is a design, so it cannot be a word of a list too"),
        ("red or oak or blue", "oak", "'oak' is a design, so it cannot be a word of a list too"),
        ("red, blue or oak", "oak", "'oak' is a design, so it cannot be a word of a list too"),
        (
            "card or red",
            "card",
            "'card' is a type, and 'red' a word, but a list has only types, or only words",
        ),
        ("red, blue", "blue", "the last of a list is joined with 'or'"),
        ("red, blue or green", "", ""),
    ],
)
def test_a_name_among_the_words_of_a_list_is_the_cause(hue: str, word: str, message: str) -> None:
    typed = ("value: 1..9, power", f'value: 1..9, hue: "{hue}", power')
    text = SMALL.read_text(encoding="utf-8").replace(*typed)
    first = load(text, name="small.yaml")[1].diagnostics[0]
    if not word:
        assert "has no hue" in first.message  # the list itself is read
        return
    assert (underlined(first), first.message) == (word, message)
    assert first.help


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("purse goes up by 3 divided by purse rounded up", "divide by (the greater of 1 and …)"),
        ("if 3 is a multiple of 0: nothing", "say a number that is never below 1: a multiple of 5"),
        ("player 0 wins", "player 1"),
        ("purse goes up by the starter", "a number, a state or property that is one"),
    ],
)
def test_why_a_number_does_not_fit_has_its_own_way_out(line: str, help: str) -> None:
    findings = [one for one in told(said(line)) if one[1] is not None]
    assert findings
    assert findings[0][1] is not None
    assert findings[0][1].startswith(help)


def helps(*changes: tuple[str, str]) -> list[tuple[str, str, str | None]]:
    """The codes, the underlined words and the help of the findings."""
    text = SMALL.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    _, report = load(text, name="small.yaml")
    return [(one.code, underlined(one), one.help) for one in report.diagnostics]


@pytest.mark.parametrize(
    ("words", "word"), [("left or rightward", "left"), ("upright or down or left", "left")]
)
def test_a_word_of_the_language_in_a_list_is_blamed_and_not_its_neighbour(words: str, word: str) -> None:
    ((code, where, way_out),) = helps((STATE, STATE + f"  pose: {words}\n"))
    assert (code, where) == ("RW216", word)
    assert way_out == "choose another word, or put a word of your own before it"


POSE = '  pose: {type: upright or flat, cs: póza}\n  seen: {type: "0..9 for each pose", cs: viděno}\n'


def test_a_state_of_the_game_can_be_chosen_and_be_the_type_of_a_slot() -> None:
    log = '    log: {en: "It turns {way}.", cs: "Otočí se {way}."}\n'
    phrase = f'  "turn to {{way: pose}}":\n{log}    do: seen in way becomes 1\n'
    line = "the starter chooses a pose where (seen in that pose = 0), as the way; turn to the way"
    assert helps((STATE, STATE + POSE), (BONUS, phrase + BONUS), said(line)) == []


def test_words_that_are_keys_or_are_chosen_are_used() -> None:
    """The state itself is read by no text, but its words are; deleting it would lose them."""
    listed = "    properties: {value: 1..9, power: abilities}\n"
    state = "    state: {pose: {type: upright or flat, cs: póza}}\n"
    seen = '  seen: {type: "0..9 for each pose", cs: viděno}\n'
    chosen = "the starter chooses a pose; seen in that pose becomes 1"
    assert helps((listed, listed + state), (STATE, STATE + seen), said(chosen)) == []


@pytest.mark.parametrize(
    ("line", "code", "way_out"),
    [
        ("if stone is in the table: purse becomes 1", "RW206", "there is a … in …"),
        (
            "the starter chooses a kind of card where (that kind is not a stone), as the guess; purse becomes 1",
            "RW211",
            "a kind of card but stone",
        ),
        (
            "the starter chooses a number from 1 to purse; purse becomes 1",
            "RW210",
            "(the smaller of 62 and purse)",
        ),
    ],
)
def test_the_way_out_is_named(line: str, code: str, way_out: str) -> None:
    found = helps(said(line))
    assert found[0][0] == code
    assert way_out in (found[0][2] or "")


def test_the_ways_out_are_accepted() -> None:
    for line in (
        "if there is a stone in the table: purse becomes 1",
        "the starter chooses a kind of card but stone, as the guess; "
        "put cards in the table with kind = the guess into the deck",
        "the starter chooses a number from 1 to (the smaller of 62 and purse); purse becomes that number",
    ):
        assert helps(said(line)) == [], line


def test_a_phrase_that_is_wrong_has_no_second_error_in_its_log() -> None:
    phrase = '  "count {hue: kind of card}":\n    log: {en: "{n: card}.", cs: "{n}."}\n    do: |\n'
    body = "      let n be the number of cards in the table with kind = hue\n      if hue is in the table: nothing\n"
    assert [code for code, _, _ in helps((BONUS, phrase + body + BONUS), said("count stone"))] == ["RW206"]


def test_a_design_in_an_event_is_said_as_one_of_its_pieces() -> None:
    wrong = '"after: a player takes the stone: purse becomes 1"'
    ((code, where, way_out), *_) = helps(("stops cards with value <= 2", wrong))
    assert (code, where) == ("RW209", "stone")
    assert (way_out or "").endswith("'a stone'")
    right = helps(("stops cards with value <= 2", wrong.replace("the stone", "a stone")))
    assert "RW209" not in [code for code, _, _ in right]


def test_a_slot_that_an_event_names_is_used() -> None:
    phrase = '  "{friend: player} meets {guest: card}": {do: the friend becomes resting}\n'
    power = ("stops cards with value <= 2", '"after: a player meets a card: purse becomes 1"')
    meets = said("for each player: that player meets the top card of the deck")
    assert "RW303" in [code for code, _, _ in helps((BONUS, phrase + BONUS), meets)]
    assert "RW303" not in [code for code, _, _ in helps((BONUS, phrase + BONUS), power, meets)]
