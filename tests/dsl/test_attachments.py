"""No silent misreading: where words could belong to several things, both readings are shown, or one is agreed."""

from __future__ import annotations

import re

import pytest
from rulewright.dsl.printing.statements import show
from rulewright.dsl.resolve.ambiguity import BY_BRACKETS

from ..amount import is_whole, sample, some
from .attachments import audit
from .tiny import load

OPEN = sample(audit.opens(), 40)


def test_the_table_is_the_one_that_was_reviewed() -> None:
    """If it differs: `python -m tests.dsl.attachments` writes it, and each change needs a look and a reason."""
    shown = audit.shown_rows()
    assert set(shown) <= set(audit.opens())
    assert {one: shown.get(one, {}) for one in OPEN} == {one: audit.row(*one) for one in OPEN}
    if is_whole():
        assert audit.page() == audit.PAGE.read_text(encoding="utf-8")


def test_every_construct_can_be_said_by_itself() -> None:
    for kind, carriers in audit.CARRIERS.items():
        for one in audit.constructs()[kind]:
            sayable = [audit.meaning(carrier.format(one), start) for start, carrier in carriers]
            found = [findings[0].code if findings else None for _, findings in sayable]
            assert None in found or "RW217" in found, (kind, one, found)


def test_every_construct_of_the_grammar_that_ends_open_is_audited() -> None:
    audited: set[str] = set()
    for kind, carriers in audit.CARRIERS.items():
        for one in audit.constructs()[kind]:
            for start, carrier in carriers:
                audited |= audit.on_the_edge(carrier.format(one), start)
    missing = audit.open_rules() - audited - set(audit.constructs()["closed"])
    assert not missing


def test_ambiguous_pairs_show_readings_that_can_be_written() -> None:
    """Each reading is a text, which says only itself, and no two are the same."""
    ambiguous = [one for open_ in OPEN for one in audit.verdicts(*open_) if one[1].sort == "ambiguous"]
    assert len(ambiguous) > some(20, 100)
    for pair, found in ambiguous:
        assert len(set(found.shown)) == len(found.shown) >= 2, pair
        assert found.findings[0].help == BY_BRACKETS, pair
        for reading in found.shown:
            start = pair.start if reading.count("otherwise") < 2 else "expression"
            tree, findings = audit.meaning(reading, start)
            assert not findings, (pair, reading, findings)
            assert audit.meaning(show(tree, audit.game().symbols), start) == (tree, ())


def test_the_tables_of_subjects_and_lists_are_the_ones_that_were_reviewed() -> None:
    shown = audit.PAGE.read_text(encoding="utf-8")
    assert shown.split(audit.BEGIN_WHO)[1].split(audit.END_WHO)[0] == audit.who_table()
    assert shown.split(audit.BEGIN_LISTS)[1].split(audit.END_LISTS)[0] == audit.list_table()


def test_a_verb_never_passes_from_one_subject_to_another() -> None:
    """Whoever does the second of two statements is who the first is about, or is named, or the text is refused."""
    joints = len(audit.constructs()["joints"])
    for first, cells in audit.who_rows():
        about = re.match(r"\W*(the player after the leader|the player\b(?!'s boss)|swims|the leader)", first)
        who = "the player" if about is None or about[1] == "swims" else about[1]
        verbs, orders = cells[:joints], cells[joints:]
        assert set(verbs) <= {who, audit.ASKED}, first
        assert orders[0] in ("the player", audit.ASKED, "**2 readings**"), first
        if who != "the player" and "and shuffle" not in first:
            assert orders[0] in (audit.ASKED, "**2 readings**"), first
            assert verbs[3:] == [audit.ASKED] * 2 or "may" in first, first
        assert (verbs[0] == who) == (verbs[1] == who) == (verbs[2] == who), first


@pytest.mark.parametrize("kind", audit.constructs()["next"])
def test_all_verbs_of_players_are_alike(kind: str) -> None:
    for first in audit.constructs()["first"]:
        for form, said in enumerate(audit.constructs()["next"][kind]):
            for joint in audit.constructs()["joints"]:
                gains = audit.doer_of(first, joint, audit.constructs()["next"]["gain"][form])
                assert audit.doer_of(first, joint, said) == gains, (first, joint, said)


def test_the_way_out_names_who_does_it_and_is_accepted() -> None:
    for first in audit.constructs()["first"]:
        for second in (*audit.constructs()["next"]["gain"], *audit.constructs()["next"]["choose"]):
            text = f"{first} and {second}"
            _, findings = audit.meaning(text, "effect")
            if [one.code for one in findings] != ["RW212"]:
                continue
            help_text = findings[0].help
            assert help_text is not None
            if not help_text.startswith("say who: "):  # the whole text again
                continue
            closed = f"({first})" if first.startswith("the leader may") else first
            for way in help_text.removeprefix("say who: ").split(", or: "):
                if not way.startswith("'for each player"):
                    assert audit.meaning(f"{closed} and {way}", "effect")[1] == (), (text, way)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        (
            "the leader may swim and gains 2 gold",
            [
                "the leader may: the leader swims the leader gains 2 gold",
                "the leader may: the leader swims the leader gains 2 gold",
            ],
        ),
        (
            "the leader may swim and swims",
            [
                "the leader may: the leader swims the leader swims",
                "the leader may: the leader swims the leader swims",
            ],
        ),
    ],
)
def test_what_may_be_done_or_is_done_in_any_case_is_said_in_both_ways(text: str, ways: list[str]) -> None:
    _, findings = audit.meaning(text, "effect")
    assert [one.code for one in findings] == ["RW212"]
    said = str(findings[0].help).removeprefix("say: ").split(", or: ")
    trees = [audit.meaning(one, "effect") for one in said]
    assert [findings for _, findings in trees] == [(), ()]
    assert trees[0] != trees[1]
    assert [" ".join(show(tree, audit.game().symbols).split()) for tree, _ in trees] == ways


def test_who_could_be_another_one_by_then_gets_a_name() -> None:
    said = "the first player who is rest gains 1 gold and becomes not rest and swims"
    _, findings = audit.meaning(said, "effect")
    assert [one.code for one in findings] == ["RW212"]
    assert str(findings[0].help).startswith(
        "say: let x be the first player who is rest; x …, then x becomes not rest"
    )
    way_out = "let x be the first player who is rest; x gains 1 gold, then x becomes not rest and swims"
    assert audit.meaning(way_out, "effect")[1] == ()


def test_the_readings_of_a_list_can_be_written() -> None:
    for listed in audit.constructs()["lists"]:
        for end in audit.constructs()["ends"]:
            _, findings = audit.meaning(listed.format(end), "effect")
            if [one.code for one in findings] != ["RW217"]:
                continue
            for note in findings[0].notes:
                reading = note.message.removeprefix("one reading: ")
                tree, again = audit.meaning(reading, "effect")
                assert again == (), reading
                assert show(tree, audit.game().symbols) == reading


SAID = """
the leader may gain 2 gold                          -> the leader may: the leader gains 2 gold
the leader may: gain 2 gold                         -> the leader may: the leader gains 2 gold
the leader may: gain 2 gold | otherwise: pay 2 gold -> RW212
the leader may: gain 2 gold | otherwise: the leader pays 2 gold \
                                                    -> the leader may: the leader gains 2 gold \
otherwise: the leader pays 2 gold
the player may: gain 2 gold | otherwise: pay 2 gold -> the player may: the player gains 2 gold \
otherwise: the player pays 2 gold
for each player: gain 2 gold                        -> RW212
choose 2 cards in the table; put that card into the deck -> RW203
choose up to 1 card in the table; bless the leader  -> the player chooses up to 1 cards in the table bless the leader
choose a card in the table; choose a card in the deck, as the gift; reveal that card -> RW203
choose a card in the table; choose 2 cards in the deck, as the gifts; reveal that card -> RW203
choose a card in the table; reveal the top card of the deck; put that card into the deck -> RW203
choose a card in the table; reveal that card; put that card into the deck \
-> the player chooses a card in the table reveal that card put that card into the deck
choose a card in the table; look at the pick; choose a card in the deck; reveal that card \
-> the player chooses a card in the table the player looks at the pick the player chooses a card in the deck \
reveal that card
the leader pays 2 gold: gain 2 gold                 -> RW212
the leader pays 2 gold: the leader gains 2 gold     -> the leader pays 2 gold the leader gains 2 gold
the leader swims: gain 2 gold                       -> RW212
the player swims: gain 2 gold                       -> the player swims: the player gains 2 gold
deal 2 to the leader: gain 2 gold                   -> deal 2 to the leader: the player gains 2 gold
the leader in any order: gain 2 gold; shuffle the deck -> RW212
the leader chooses one: |   cheer: gain 2 gold      -> RW212
the player chooses one: |   cheer: gain 2 gold      -> the player chooses one: cheer: the player gains 2 gold
for each player: that player gains 2 gold; choose a card in the table -> RW212
for each player: that player gains 2 gold / nothing -> RW212
for each player: that player may gain 2 gold        -> for each player, in printed order: \
that player may: that player gains 2 gold
the leader may repeatedly: pay 2 gold               -> the leader may repeatedly: the leader pays 2 gold
the leader may choose a card in the table           -> the leader may: the leader chooses a card in the table
the leader may (bless the leader; gain 2 gold)      -> the leader may: bless the leader the leader gains 2 gold
the leader gains 2 gold and pay 2 gold              -> RW212
the leader gains 2 gold; pay 2 gold                 -> the leader gains 2 gold the player pays 2 gold
the leader becomes rest and gains 2 gold            -> the leader becomes rest the leader gains 2 gold
the leader becomes rest, then gains 2 gold          -> the leader becomes rest the leader gains 2 gold
the leader becomes rest and gain 2 gold             -> RW212
the leader swims and gains 2 gold / pays 2 gold     -> RW212
for each player: |   that player swims and pays 2 gold: that player gains 2 gold -> for each player, \
in printed order: that player swims and that player pays 2 gold: that player gains 2 gold
the leader swims and swims                          -> the leader swims the leader swims
the leader swims and wins                           -> the leader swims the leader wins
the leader swims and win                            -> RW212
the leader swims and becomes not rest, then swims   -> the leader swims the leader becomes not rest the leader swims
the leader swims and become rest                    -> RW212
the leader swims, then greets the player and gain 2 gold -> RW212
the leader swims; swims                             -> RW212
the leader greets the player and swims: gain 2 gold -> RW212
the player greets the leader and swims: gain 2 gold -> the player greets the leader and the player swims: \
the player gains 2 gold
the pick becomes bright and becomes not bright      -> the pick becomes bright the pick becomes not bright
the pick becomes bright and becomes not rest        -> RW205
the pick becomes bright and swims                   -> RW212
the pick falls and rots                             -> the pick falls the pick rots
the pick falls and becomes bright, then falls       -> the pick falls the pick becomes bright the pick falls
the pick falls; rots                                -> RW212
the leader swims and rots                           -> RW212
rots                                                -> RW212
swims                                               -> the player swims
swims and gains 2 gold                              -> the player swims the player gains 2 gold
swim and gains 2 gold                               -> RW212
wins                                                -> the player wins
become not rest                                     -> the player becomes not rest
the leader becomes the player and gains 2 gold      -> RW212
for each player: that player swims and gains 2 gold -> for each player, in printed order: \
that player swims that player gains 2 gold
the leader becomes rest and swim                    -> RW212
the leader becomes rest and may gain 2 gold         -> the leader becomes rest \
the leader may: the leader gains 2 gold
the leader becomes rest and deal 2                  -> the leader becomes rest deal 2
the leader becomes rest and shuffle the deck        -> the leader becomes rest shuffle the deck
the leader becomes rest and shuffle the deck and gains 2 gold -> RW212
the leader becomes rest and the player gains 2 gold -> the leader becomes rest the player gains 2 gold
the leader's gold goes down by 1 and gains 2 gold   -> RW212
the pick becomes bright and gains 2 gold            -> RW212
the pick becomes bright and gain 2 gold             -> the pick becomes bright the player gains 2 gold
players become rest and gain 2 gold                 -> RW212
the leader puts the pick into the table and gains 2 gold -> put the pick into the table the leader gains 2 gold
the leader gains 2 gold and puts the pick into the table -> the leader gains 2 gold put the pick into the table
the deck puts the pick into the table               -> RW212
the leader swims and gains 2 gold                   -> the leader swims the leader gains 2 gold
the leader gains 2 gold / pays 2 gold               -> RW212
the leader may gain 2 gold and pays 2 gold          -> RW212
shuffle the deck and gains 2 gold                   -> RW212
if the leader is rest: gains 2 gold                 -> RW212
if the leader is rest: gain 2 gold                  -> if the leader is rest: the player gains 2 gold
if the leader is rest: nothing | otherwise: gains 2 gold -> RW212
the leader may (the leader becomes rest and gains 2 gold) -> the leader may: the leader becomes rest \
the leader gains 2 gold
the leader may (the player becomes rest and gains 2 gold) -> the leader may: the player becomes rest \
the player gains 2 gold
in any order: the leader becomes rest; gains 2 gold -> RW212
the player gains 2 gold and pays 2 gold             -> the player gains 2 gold the player pays 2 gold
nobody wins and the leader gains 2 gold             -> nobody wins the leader gains 2 gold
the leader gains 2 gold and pays 2 gold             -> the leader gains 2 gold the leader pays 2 gold
the leader gains 2 gold; puts the pick into the table -> RW212
the leader gains 2 gold, then may gain 2 gold       -> the leader gains 2 gold \
the leader may: the leader gains 2 gold
reveal the pick, as the gift and shuffle the deck   -> reveal the pick, as the gift shuffle the deck
the leader chooses a card in the table, as far as possible -> RW201
reveal the pick, as the next                        -> reveal the pick, as the next
the number of cards with face = n - 1 becomes 2     -> RW214
purse becomes the number of cards with face = n - 1 -> RW217
let x be the greater of 0 and 3 - 5                 -> RW217
purse becomes the greater of 0 and 3 - 5            -> purse becomes the greater of 0 and (3 - 5)
purse becomes the number of cards with face = (n - 1) -> purse becomes the number of cards with face = (n - 1)
(the leader may gain 2 gold); shuffle the deck      -> the leader may: the leader gains 2 gold shuffle the deck
the leader may gain 2 gold; shuffle the deck        -> RW217
pay 2 gold / pay 3 gold: shuffle the deck           -> RW217
(pay 2 gold / pay 3 gold): nothing                  -> the player pays 2 gold / the player pays 3 gold nothing
(pay 2 gold: nothing) / shuffle the deck            -> (the player pays 2 gold; nothing) / shuffle the deck
if the leader can pay 2 gold: pay 2 gold            -> RW212
if the leader can pay 2 gold: the leader pays 2 gold -> if the leader can pay 2 gold: the leader pays 2 gold
if the player can pay 2 gold: pay 2 gold            -> if the player can pay 2 gold: the player pays 2 gold
reveal cards with face = n - 1                      -> reveal cards with face = (n - 1)
put the (first card in the table) into the deck     -> put the first card in the table into the deck
the leader chooses up to (n + 1) cards in (the table) -> the leader chooses up to (n + 1) cards in the table
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_a_text_means_what_it_says(line: str) -> None:
    text, _, expected = (part.strip() for part in line.partition("->"))
    tree, findings = audit.meaning(text.replace(" | ", "\n"), "effect")
    if findings:
        assert [one.code for one in findings] == [expected]
    else:
        assert " ".join(show(tree, audit.game().symbols).split()) == expected


@pytest.mark.parametrize(
    ("text", "way_out"),
    [
        (
            "reveal cards with face = the number of cards in the deck",
            "write: (number …)",
        ),
        (
            "reveal cards with face = the face of the first card in the table",
            "write: (first …)",
        ),
        (
            "let x be the price of the greater of n and 2",
            "write: (greater …)",
        ),
        (
            "reveal cards among cards in the table",
            "write: (cards …)",
        ),
        ("the leader chooses up to n + 1 cards in the table", "write: (n + …)"),
    ],
)
def test_what_needs_brackets_is_said(text: str, way_out: str) -> None:
    _, findings = audit.meaning(text, "effect")
    assert [(one.code, one.help) for one in findings] == [("RW201", way_out)]


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("after: a player swims: gain 1 gold", "the player who acts, or that player"),
        ("after: the leader swims: gain 1 gold", "the player who acts, or the leader"),
        ("before: a player greets the leader: gain 1 gold", "that player or the leader"),
        ("after: a player swims: that player gains 1 gold", None),
        ("after: the player swims: gain 1 gold", None),
        ("after: deal 2: gain 1 gold", None),
    ],
)
def test_what_an_event_about_players_sets_off_says_who_does_it(text: str, who: str | None) -> None:
    _, findings = audit.meaning(text, "ability")
    assert [one.code for one in findings] == ([] if who is None else ["RW212"])
    assert all(one.message.endswith(who or "") for one in findings)


def test_a_phrase_about_a_player_says_who_does_it() -> None:
    start = (audit.HERE / "game.yaml").read_text(encoding="utf-8")
    swims = '"{friend: player} swims": {do: nothing}'
    assert swims in start
    for does, code in (("gain 1 gold", ["RW212"]), ("the friend gains 1 gold", [])):
        _, report = load(start.replace(swims, swims.replace("nothing", does)), strict=False)
        assert [one.code for one in report.diagnostics] == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("any card in the table is bright", "RW213"),
        ("the face of any card in the table = 2", "RW213"),
        ("each card in the table is the pick", "RW213"),
        ("the pick is any card in the table", "RW213"),
        ("the leader is each player", "RW213"),
        ("the leader trusts any player", "RW213"),
        ("there is a card in the table that is bright", None),
        ("cards in the table are stones", "RW211"),
        ("cards in the table are not stones", "RW211"),
        ("the lot is cards in the table", "RW211"),
        ("the lot = cards in the table", None),
        ("cards in the table != stones", None),
    ],
)
def test_a_condition_asks_about_some_or_all_or_the_same_ones(text: str, code: str | None) -> None:
    tree, findings = audit.meaning(text, "condition_text")
    assert [one.code for one in findings] == ([code] if code else [])
    if code is None:
        assert audit.meaning(show(tree, audit.game().symbols), "condition_text") == (tree, ())


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("cards with the highest face in the table", 2),
        ("squares nearest to the spot with flag = the leader", 2),
        ("the first card with the lowest (n) that is bright", 2),
        ("cards in the table with the highest face", 1),
        ("cards with the highest face with the lowest value but the pick", 1),
        ("cards among (cards with the highest face) in the table", 1),
    ],
)
def test_what_the_best_is_the_best_of_is_clear(text: str, readings: int) -> None:
    _, findings = audit.meaning(text, "expression")
    assert len(findings[0].notes if findings else [text]) == readings


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        (
            "players but the player with the highest gold",
            ["players but (the player) with the highest gold", "players but (players with the highest gold)"],
        ),
        (
            "players who are rest but the player with the highest gold",
            [
                "players who are rest but (the player) with the highest gold",
                "players who are rest but (players who are rest with the highest gold)",
            ],
        ),
        (
            "players but player 1 with gold > 3",
            ["players but (player 1) with gold > 3", "players but (players among player 1 with gold > 3)"],
        ),
        (
            "players but the leader who is rest",
            ["players but (the leader) who are rest", "players but (players among the leader who are rest)"],
        ),
        (
            "players but the player where (that player is rest)",
            [
                "players but (the player) where (that player is rest)",
                "players but (players where (that player is rest))",
            ],
        ),
        (
            "cards but the pick in the table",
            ["cards but (the pick) in the table", "cards but (cards among the pick in the table)"],
        ),
        (
            "cards but the lot with face = n",
            ["cards but (lot) with face = n", "cards but (cards among lot with face = n)"],
        ),
        (
            "kinds of cards but stone with face = n",
            [
                "kinds of cards but (stone) with face = n",
                "kinds of cards but (kinds of cards among stone with face = n)",
            ],
        ),
        (
            "squares but the spot next to the goal",
            [
                "squares but (the spot) next to the goal",
                "squares but (squares among the spot next to the goal)",
            ],
        ),
        ("players with gold > 3 but the leader", ["players with gold > 3 but the leader"]),
        ("players but the leader but player 1", ["players but the leader but player 1"]),
        (
            "players but the leader where (that player is rest)",
            ["players but the leader where (that player is rest)"],
        ),
        (
            "cards but the pick with face = the face of the pick",
            ["cards but the pick with face = the face of the pick"],
        ),
    ],
)
def test_what_is_said_after_a_name_that_is_left_out(text: str, readings: list[str]) -> None:
    """It could be about all of them, or about what has the name. Each reading says only itself."""
    tree, findings = audit.meaning(text, "expression")
    shown = [note.message.removeprefix("one reading: ") for one in findings for note in one.notes]
    assert (shown or [show(tree, audit.game().symbols)]) == readings
    assert [one.code for one in findings] == ["RW217"] * (len(readings) > 1)
    for reading in readings:
        tree, findings = audit.meaning(reading, "expression")
        assert findings == ()
        assert show(tree, audit.game().symbols) == reading


@pytest.mark.parametrize(
    ("text", "way_out"),
    [
        ("reveal cards with face between 2 and 4", "say both ends: face >= … and face <= …"),
        ("reveal cards with face in the table", "say how: face = …, face >= …, face <= …"),
        ("let x be half of n", "say: half of …, rounded down, or: half of …, rounded up"),
    ],
)
def test_how_numbers_are_compared_is_said(text: str, way_out: str) -> None:
    _, findings = audit.meaning(text, "effect")
    assert [one.help for one in findings] == [way_out]


def test_numbers_are_compared_in_words_too() -> None:
    assert audit.meaning("reveal cards with face at least 3", "effect") == audit.meaning(
        "reveal cards with face >= 3", "effect"
    )


def test_what_is_computed_of_each_is_compared_in_brackets() -> None:
    _, findings = audit.meaning("reveal cards with face + 1 = 3", "effect")
    assert [one.code for one in findings] == ["RW201"]
    assert (findings[0].help or "").endswith("where (the face of that … + … = …)")
