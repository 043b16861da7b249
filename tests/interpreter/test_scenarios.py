"""Scenarios: what fails is told at its place, what cannot be run says why, and no file ends in an exception."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.diagnostic import Diagnostic
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.diagnostics.text import to_text
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.model.game import Game
from rulewright.interpreter.scenarios import Result, read_scenarios, run_scenarios, verify_scenarios

from .small_games import shipped_game, small_game

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("games/*/scenarios/*.yaml"))


@pytest.fixture
def game() -> Game:
    return shipped_game("do-podzemi")


def results(text: str, game: Game) -> list[Result]:
    report = Report()
    node = read_document(Source("s.yaml", text), report)
    file = read_scenarios(node, report) if node is not None else None
    assert file is not None, to_text(report.diagnostics)
    return run_scenarios(game, file)


def run(body: str, game: Game) -> Result:
    """The result of one scenario; its body is written without indentation."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    text = f"scenarios:\n  it:\n{lines}"
    (result,) = results(text, game)
    seen, shown = ({to_text([one]) for one in found} for found in (verified(text, game), result.diagnostics))
    assert not seen or seen & shown, "what is seen without running shows on running"
    return result


def verified(text: str, game: Game) -> tuple[Diagnostic, ...]:
    """What is told of scenarios that are not run."""
    report = Report()
    node = read_document(Source("s.yaml", text), report)
    file = read_scenarios(node, report) if node is not None else None
    assert file is not None
    verify_scenarios(game, file, report)
    return report.diagnostics


def only(result: Result) -> Diagnostic:
    assert len(result.diagnostics) == 1, to_text(result.diagnostics)
    assert not result.passed
    return result.diagnostics[0]


def at(found: Diagnostic) -> str:
    """The text that a diagnostic points at."""
    assert found.span is not None
    return found.span.source.text[found.span.start : found.span.end]


MEET = "do: 'for each monster in the dungeon, from the top: the delver meets that monster'\n"
GIVEN = "given: {hero: knight, delver: player 1, hit points: 9, gear: [torch], dungeon: [lich, orc]}\n"
MET = GIVEN + MEET
BIDDING = """
start: round/bidding
given:
  {hero: knight, leader: player 1, gear: [torch], player 1: {bidding: yes}, player 2: {bidding: yes}}
"""


# --------------------------------------------------------------------- expectations


def test_what_holds_passes_and_tells_what_it_reached(game: Game) -> None:
    result = run("rule: items.2\n" + MET + "then: {hit points: 3, gear: [torch], graveyard: 2}", game)
    assert (result.name, result.passed, result.rules, result.diagnostics) == ("it", True, ("items.2",), ())
    assert "phrase kill {foe: monster}" in result.reached
    assert result.match is not None
    assert result.match.is_over


@pytest.mark.parametrize(
    ("then", "place", "message"),
    [
        ("hit points: 4", "4", "'hit points' should be '4', but is '3'"),
        ("gear: [2 torch]", "[2 torch]", "'gear' should be [torch, torch], but is [torch]"),
        ("gear: empty", "empty", "'gear' should be [], but is [torch]"),
        ("dungeon: 2", "2", "the number of pieces in 'dungeon' should be 2, but is 0"),
        ("hero: mage", "mage", "'hero' should be 'mage', but is 'knight'"),
        ("leader: player 2", "player 2", "'leader' should be 'player 2', but is 'none'"),
        ("player 1: {aid card: dark}", "dark", "'aid card' should be 'dark', but is 'white'"),
        ("player 2: {bidding: yes}", "yes", "'bidding' should be 'yes', but is 'no'"),
        ("magic sword's named: orc", "orc", "'magic sword's named' should be 'orc', but is 'none'"),
        ("over: no", "no", "the match should be still going on, but is the opposite"),
        ("winners: player 2", "player 2", "the winners should be [player 2], but is []"),
        ("decides: player 2", "player 2", "who decides should be [player 2], but is nobody"),
        ("options: [draw]", "[draw]", "the options should be [draw], but is []"),
        ("options with: draw", "draw", "the options should be with [draw], but is []"),
        (
            "log: [turns up the lich, turns up the orc]",
            "[turns up the lich, turns up the orc]",
            "the log should",
        ),
        (
            "view of player 2: {gear: 2}",
            "2",
            "the number of pieces in 'gear' in the view should be 2, but is 1",
        ),
        (
            "view of player 1: {gear: [unknown]}",
            "[unknown]",
            "'gear' in the view should be [unknown], but is",
        ),
        ("view of player 1: {hit points: 9}", "9", "'hit points' in the view should be '9', but is '3'"),
    ],
)
def test_what_does_not_hold_is_told_at_its_place(game: Game, then: str, place: str, message: str) -> None:
    found = only(run(MET + f"then: {{{then}}}", game))
    assert (found.code, at(found)) == ("RW601", place)
    assert found.message.startswith(message)


def test_every_difference_is_told(game: Game) -> None:
    result = run(MET + "then: {hit points: 1, gear: 0, over: yes, graveyard: [orc]}", game)
    assert [at(found) for found in result.diagnostics] == ["1", "0", "[orc]"]


def test_a_decision_that_is_still_open_is_told(game: Game) -> None:
    """What is expected may come only after it."""
    steps = BIDDING + "when: [player 1: draw%s]\n%s"
    found = only(run(steps % ("", "then: {graveyard: [orc]}"), game))
    assert [note.message for note in found.notes] == [
        "the log ends: player 1: draw a monster",
        "player 1 still has to choose: You have drawn: dragon. What do you do with it? (summon, sacrifice)",
    ]
    for between in (steps % (", expect: {graveyard: [orc]}", ""), steps % ("", "then: {options: [draw]}")):
        assert len(only(run(between, game)).notes) == 1


def test_expectations_between_choices_are_told_with_the_end_of_the_log(game: Game) -> None:
    found = only(run(BIDDING + "when: [player 1: draw, expect: {options: [draw]}, player 1: summon]", game))
    assert found.message == "the options should be [draw], but is [sacrifice, summon]"
    assert [note.message for note in found.notes] == ["the log ends: player 1: draw a monster"]


@pytest.mark.parametrize(
    ("then", "place", "message", "way_out"),
    [
        (
            "hit pionts: 3",
            "hit pionts",
            "there is no state or place 'hit pionts'",
            "did you mean 'hit points'?",
        ),
        ("player 1: {aid crad: dark}", "aid crad", "there is no state or place 'aid crad'", "'aid card'"),
        ("player 3: {aid card: dark}", "player 3", "'player 3' is not a player", "'player 1' to 'player 2'"),
        ("leader: player 0", "player 0", "'player 0' is not a player", "'player 1' to 'player 2'"),
        ("graveyard: [ork]", "ork", "there is no design 'ork'", "did you mean 'orc'?"),
        ("graveyard: [torch]", "torch", "'torch' is a piece of equipment, not monster", None),
        ("hero: orc", "orc", "'orc' is a monster, not", None),
        ("hit points: many", "many", "'many' is not", None),
        ("player 1: {aid card: drak}", "drak", "there is no word 'drak'", "did you mean 'dark'?"),
        ("over: maybe", "maybe", "'maybe' is neither yes nor no", None),
        ("options without: [drwa]", "drwa", "there is no option 'drwa'", "did you mean 'draw'?"),
        ("view of player 9: {gear: 1}", "player 9", "'player 9' is not a player", "'player 1' to"),
        (
            "view of player 1: {gaer: 1}",
            "gaer",
            "there is no part of the view 'gaer'",
            "did you mean 'gear'?",
        ),
        ("player 1: dark", "dark", "what is expected of a player is a mapping of names to values", None),
    ],
)
def test_what_the_game_does_not_have_is_an_error(
    game: Game, then: str, place: str, message: str, way_out: str | None
) -> None:
    found = only(run(MET + f"then: {{{then}}}", game))
    assert (found.code, at(found)) == ("RW602", place)
    assert found.message.startswith(message)
    assert (way_out or "") in (found.help or "")


# ---------------------------------------------------------------------------- given


@pytest.mark.parametrize(
    ("given", "place", "message", "way_out"),
    [
        ("geer: [torch]", "geer", "there is no state or place 'geer'", "did you mean 'gear'?"),
        ("gear: [trch]", "trch", "there is no design 'trch'", "did you mean 'torch'?"),
        ("gear: [orc]", "orc", "'orc' is a monster, not piece of equipment", ""),
        ("dungeon: [3 orc]", "[3 orc]", "there are not that many pieces of 'orc'", ""),
        ("hero: torch", "torch", "'torch' is a piece of equipment, not a hero or none", ""),
        ("hit points: 61", "61", "61 is outside -60..60", ""),
        ("hit points: " + "9" * 5000, "9" * 5000, "'999", ""),
        ("leader: player 4", "player 4", "'player 4' is not a player", ""),
        ("player 1: {knows: [dungoen]}", "dungoen", "there is no place 'dungoen'", "did you mean 'dungeon'?"),
        ("magic sword's nmaed: orc", "magic sword's nmaed", "there is no state or place", ""),
        ("magic sword's named: torch", "torch", "'torch' is a piece of equipment, not", ""),
        ("monster deck: the rest, dungeon: the rest", "the rest", "two places cannot both hold the rest", ""),
    ],
)
def test_what_cannot_be_given_says_why(
    game: Game, given: str, place: str, message: str, way_out: str
) -> None:
    found = only(run(f"given: {{{given}}}\ndo: nothing", game))
    assert (found.code, at(found)) == ("RW602", place)
    assert found.message.startswith(message)
    assert way_out in (found.help or "")


def test_the_rest_is_what_lies_nowhere_else(game: Game) -> None:
    body = "given: {store: empty, gear: [torch], dungeon: [2 orc], monster deck: the rest}\ndo: nothing\n"
    assert run(body + "then: {monster deck: 11, dungeon: [2 orc], gear: [torch], store: empty}", game).passed


def test_a_place_holds_exactly_what_is_given_in_this_order(game: Game) -> None:
    body = "given: {monster deck: [orc, dragon, orc]}\n"
    body += "do: put the top monster of the monster deck into the graveyard\n"
    assert run(body + "then: {monster deck: [orc, dragon], graveyard: [orc], dungeon: empty}", game).passed


def test_players_can_know_hidden_places_and_their_own(game: Game) -> None:
    body = """
given:
  dungeon: [orc, lich]
  player 1: {set aside: [demon], knows: [dungeon]}
  player 2: {set aside: [orc], knows: [set aside]}
do: nothing
then:
  view of player 1: {dungeon: [orc, lich], player 1: {set aside: [unknown]}, player 2: {set aside: [unknown]}}
  view of player 2: {dungeon: [2 unknown], player 1: {set aside: [unknown]}, player 2: {set aside: [orc]}}
"""
    result = run(body, game)
    assert result.passed, to_text(result.diagnostics)


# -------------------------------------------------------------------------- choices


@pytest.mark.parametrize(
    ("step", "place", "message"),
    [
        ("player 1: summon", "summon", "player 1 cannot choose 'summon': "),
        (
            "player 2: draw",
            "draw",
            "player 2 cannot choose 'draw': it is not player 2 who decides now, but player 1",
        ),
        (
            "player 1: darw",
            "darw",
            "player 1 cannot choose 'darw': there is no such option as 'darw'; open are: ",
        ),
        ("player 7: draw", "player 7", "'player 7' is not a player"),
        ("draw", "draw", "'draw' is not a step"),
        ("'player 1: darw'", "darw", "player 1 cannot choose 'darw'"),
        ("undo", None, "there is nothing to take back"),
        ("[player 1]", "[player 1]", "a step is a mapping of names to values"),
        ("cannot: {player 2: darw}", "darw", "there is no option 'darw'"),
        ("cannot: darw", "darw", "there is no option 'darw'"),
        ("player 1: [draw]", "[draw]", "a text is expected here"),
    ],
)
def test_a_step_that_cannot_be_made_says_why(game: Game, step: str, place: str | None, message: str) -> None:
    found = only(run(BIDDING + f"when:\n  - {step}", game))
    assert found.code == "RW602"
    assert place is None or at(found) == place
    assert found.message.startswith(message)


def test_why_an_option_is_not_open_is_told(game: Game) -> None:
    body = BIDDING.replace("gear: [torch]", "gear: [torch], monster deck: empty")
    found = only(run(body + "when: [player 1: draw]", game))
    assert "the monster deck is not empty" in found.message


@pytest.mark.parametrize("step", ["cannot: draw", "cannot: 'player 1: draw'", "cannot: {player 1: draw}"])
def test_what_is_open_is_told_where_it_should_not_be(game: Game, step: str) -> None:
    found = only(run(BIDDING + f"when:\n  - {step}", game))
    assert (found.code, found.message) == ("RW601", "'draw' should not be open, but is")


def test_what_is_open_for_another_player_only_cannot_be_chosen(game: Game) -> None:
    assert run(BIDDING + "when: [cannot: {player 2: draw}, cannot: summon, player 1: draw]", game).passed


def test_a_choice_is_taken_back(game: Game) -> None:
    body = BIDDING + "when: [player 1: draw, undo, player 1: pass]\nthen: {decides: player 2}"
    assert run(body.replace("hero: knight", "hero: knight, dungeon: [orc]"), game).passed


def test_where_players_act_at_once_everybody_decides() -> None:
    body = """
when:
  - expect: {decides: [player 1, player 2]}
  - player 2: paper
  - expect: {decides: player 1}
  - player 1: rock
then: {player 2: {score: 1}, decides: [player 1, player 2]}
"""
    result = run(body, small_game("signs"))
    assert result.passed, to_text(result.diagnostics)


# ------------------------------------------------------------- beginnings, and faults


@pytest.mark.parametrize(
    ("body", "place", "message", "way_out"),
    [
        (
            "start: round/expeditoin",
            "round/expeditoin",
            "there is no phase",
            "did you mean 'round/expedition'?",
        ),
        ("players: 9", "it", "do-podzemi is for 2 to 4 players, not for 9", ""),
        ("players: Ann", "it", "do-podzemi is for 2 to 4 players, not for 1", ""),
        ("seed: soon", "soon", "'soon' is not a number", ""),
        ("seed: 9223372036854775808", "9223372036854775808", "'9223372036854775808' is not a number", ""),
        ("seed: ²", "²", "'²' is not a number", ""),
        ("options: {victories to win: 9}", "it", "option 'victories to win'", ""),
        ("options: {victoires: 3}", "it", "the game has no option 'victoires'", ""),
        ("as: player 5\ndo: nothing", "player 5", "'player 5' is not a player", ""),
    ],
)
def test_a_scenario_that_cannot_begin_says_why(
    game: Game, body: str, place: str, message: str, way_out: str
) -> None:
    found = only(run(body, game))
    assert (found.code, at(found)) == ("RW602", place)
    assert found.message.startswith(message)
    assert way_out in (found.help or "")
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    (seen,) = verified(f"scenarios:\n  it:\n{lines}", game)
    assert to_text([seen]) == to_text([found]), "it shows without running, too"


WRONG = """\
scenarios:
  it:
    rule: itmes.3
    given: {graevyard: [orc], hero: knihgt}
    do: put monsters in the dungeon into the graevyard
    when: [player 9: draw, draw, cannot: {player 8: pass}, expect: {decides: player 7}]
    then:
      hit piont: 3
      hit points: many
      dungeon: [ocr]
      player 1: {victroies: 3}
      player 6: {victories: 3}
      over: perhaps
      winners: [player 5]
      view of player 4: {dungeon: 1}
"""


def test_all_that_means_nothing_in_a_scenario_is_seen_without_running_it(game: Game) -> None:
    seen = {at(one) for one in verified(WRONG, game)}
    wrong = {"itmes.3", "graevyard", "player 9", "draw", "player 8", "player 7", "hit piont", "many", "ocr"}
    wrong |= {"victroies", "player 6", "perhaps", "player 5", "player 4"}
    assert seen == wrong


def test_an_effect_that_cannot_be_read_is_told_in_its_text(game: Game) -> None:
    found = run("do: put monsters in the dungeon into the graevyard", game).diagnostics
    assert "graevyard" in at(found[0])
    assert found[0].code.startswith("RW2")


def test_a_rule_that_is_not_there_is_an_error(game: Game) -> None:
    found = only(run("rule: [items.2, itmes.3]\ndo: nothing", game))
    assert (found.code, at(found)) == ("RW301", "itmes.3")
    assert "did you mean 'items.3'?" in (found.help or "")


def test_a_fault_can_be_expected() -> None:
    body = "start: play\ngiven: {opener: player 1, level: 3}\nwhen: [player 1: climb]\n"
    game = small_game("faulty")
    assert run(body + "then: {fault: RW401}", game).passed
    assert only(run(body + "then: {fault: RW404}", game)).code == "RW603"
    unexpected = only(run(body, game))
    assert (unexpected.code, at(unexpected)) == ("RW603", "player 1: climb")
    assert unexpected.message.startswith("the rules went wrong: ")
    assert unexpected.notes[0].message == "went wrong in: level"
    missing = only(run(body.replace("level: 3", "level: 2") + "then: {fault: RW401}", game))
    assert (missing.code, missing.message) == (
        "RW601",
        "the rules should have gone wrong here, but did not",
    )


def test_a_fault_at_the_very_beginning_can_be_expected() -> None:
    body = "do: level goes up by 1\ngiven: {level: 3}\n"
    assert run(body + "then: {fault: RW401}", small_game("faulty")).passed


# ------------------------------------------------------------------------- bad files


def test_a_secret_state_is_unknown_to_others() -> None:
    game = shipped_game("classics/rock-paper-scissors")
    view = "when: ['player 2: rock']\nthen: {{view of player {}: {{player 2: {{sign: {}}}}}}}"
    assert run(view.format(1, "unknown"), game).passed
    assert run(view.format(2, "rock"), game).passed
    assert only(run(view.format(1, "rock"), game)).message.endswith("should be 'rock', but is 'unknown'")
    assert only(run(view.format(2, "unknown"), game)).message.endswith("should be 'unknown', but is 'rock'")


JUNK: tuple[str, ...] = ("", "0", "-1", "no", "none", "player 1", "player 99", "orc", "torch", "empty")
JUNK += (
    "the rest",
    "[]",
    "{}",
    "[[]]",
    "{a: b}",
    "9" * 30,
    "²",
    "undo",
    "x: y",
    "999 orc",
    "999999999999 orc",
)
JUNK += ("round", "?", "the")


def damaged(text: str, dice: random.Random) -> str:
    """The text with a few words, lines or values replaced by others."""
    lines = text.splitlines()
    for _ in range(dice.randint(1, 3)):
        number = dice.randrange(len(lines))
        words = lines[number].split(" ")
        change = dice.randrange(4)
        if change == 0:
            del lines[number]
        elif change == 1:
            words[dice.randrange(len(words))] = dice.choice(JUNK)
            lines[number] = " ".join(words)
        elif change == 2:
            lines[number] = lines[number].partition(":")[0] + ": " + dice.choice(JUNK)
        else:
            lines[number] = lines[number].replace("player 1", dice.choice(JUNK))
        if not lines:
            return ""
    return "\n".join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_damaged_files_end_in_findings(game: Game, path: Path) -> None:
    _, *blocks = path.read_text(encoding="utf-8").split("\n\n")
    dice = random.Random(path.stem)
    for block in blocks:
        text = f"scenarios:\n{damaged(block, dice)}\n"
        report = Report()
        node = read_document(Source(path.name, text), report)
        file = read_scenarios(node, report) if node is not None else None
        for result in run_scenarios(game, file) if file is not None else ():
            assert result.passed or result.diagnostics
            assert all(
                found.message and found.code in to_text(result.diagnostics) for found in result.diagnostics
            )


def test_a_board_is_said_by_its_cells() -> None:
    found = only(run("given: {board: [nought]}\nthen: {over: no}", shipped_game("classics/tic-tac-toe")))
    assert (found.code, at(found)) == ("RW602", "board")
    assert (found.message, found.help) == (
        "'board' is a board, and pieces lie on its cells",
        "name a cell, such as `a1: …`",
    )
    expected = "do: nothing\nthen: {board: empty}"
    assert only(run(expected, shipped_game("classics/tic-tac-toe"))).message == found.message


@pytest.mark.parametrize(
    ("body", "message", "mended"),
    [
        (
            "given: {player 1: {shelf: [ace]}}",
            "'shelf' is not one for each player",
            "given: {player 1: {}, shelf: [ace]}",
        ),
        (
            "given: {player 2: {trays: [ace]}}",
            "'trays' is not one for each player",
            "given: {player 2: {}, west: [ace]}",
        ),
        (
            "given: {hand: [ace]}",
            "each player has a 'hand' of their own",
            "given: {player 1: {hand: [ace]}}",
        ),
        ("then: {player 1: {drawer: 0}}", "'drawer' is not one for each player", "then: {drawer: 0}"),
        ("then: {hand: 0}", "each player has a 'hand' of their own", "then: {player 1: {hand: 0}}"),
        (
            "then: {view of player 1: {player 2: {shelf: 0}}}",
            "'shelf' is not one for each player",
            "then: {view of player 1: {shelf: 0}}",
        ),
    ],
)
def test_whose_a_place_is_is_said(body: str, message: str, mended: str) -> None:
    found = only(run(body + "\ndo: nothing", small_game("hands")))
    assert (found.code, found.message) == ("RW602", message)
    assert found.help
    assert run(mended + "\ndo: nothing", small_game("hands")).passed


@pytest.mark.parametrize(
    ("place", "ordered"),
    [("player 1: {hand: %s}", False), ("shelf: %s", False), ("drawer: %s", True), ("west: %s", True)],
)
def test_only_piles_and_rows_are_compared_in_order(place: str, ordered: bool) -> None:
    game = small_game("hands")
    laid, turned = "[ace, king, queen]", "[queen, ace, king]"
    given = "given: {" + place % laid + "}\ndo: nothing\nthen: {"
    assert run(given + place % laid + "}", game).passed
    assert run(given + place % turned + "}", game).passed != ordered
    assert not run(given + place % "[ace, ace, queen]" + "}", game).passed
    if "player" in place:
        seen = given + "view of player 1: {" + place % turned + "}}"
        assert run(seen, game).passed
        marked = "given: {player 1: {hand: [ace, king, ace]}, ace's mark: [1, 2]}\ndo: nothing\nthen: "
        assert run(marked + "{player 1: {hand: [2 ace, king]}, ace's mark: [2, 1]}", game).passed


# ------------------------------------------------------------- what is set between choices


def test_a_scenario_sets_something_between_choices_and_goes_on_from_there(game: Game) -> None:
    result = run(
        """
        rule: bidding.1
        options: {starting hero: knight}
        seed: 3
        when:
          - player 1: draw
          - player 1: summon
          - given: {monster deck: [dragon, 2 goblin], player 2: {victories: 1}}
          - expect: {dungeon: 1, player 2: {victories: 1}, decides: player 2}
          - player 2: draw
          - player 2: summon
        then: {monster deck: [dragon, goblin], dungeon: 2}
        """.replace("\n        ", "\n"),
        game,
    )
    assert result.passed, to_text(result.diagnostics)
    assert any("bidding" in one for one in result.reached)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{monster dock: [dragon]}", "there is no state or place 'monster dock'"),
        ("{monster deck: [dragin]}", "there is no design 'dragin'"),
        ("{player 2: {victories: 99}}", "99 is outside"),
        ("{monster deck: [9 dragon]}", "there are not that many pieces of 'dragon'"),
    ],
)
def test_what_cannot_be_set_between_choices_says_why(game: Game, given: str, message: str) -> None:
    result = run(f"options: {{starting hero: knight}}\nwhen:\n  - given: {given}", game)
    assert message in only(result).message


def test_the_largest_seed_of_a_match_is_one_of_scenarios() -> None:
    """What is written at a table has the seed of its match."""
    assert run(f"seed: {(1 << 63) - 1}", shipped_game("classics/tic-tac-toe")).passed


def test_nothing_before_what_is_set_can_be_taken_back(game: Game) -> None:
    steps = "[player 1: draw, given: {player 2: {victories: 1}}, undo]"
    result = run(f"options: {{starting hero: knight}}\nseed: 3\nwhen: {steps}", game)
    assert not result.passed
    assert only(result).code == "RW602"
