"""What players are asked, in their language, and no more of it than they may know."""

from __future__ import annotations

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match
from rulewright.interpreter.scenarios import read_scenarios, run_scenarios

from .small_games import shipped_game

RULES = """\
rulewright: 1
game: asked
title: {en: Asked, cs: Na co se ptám}
players: 2
components:
  card:
    cs: {nom: karta, acc: kartu, plural: karty, many: karet}
    properties: {worth: 1..3}
    starts in: the deck
    designs:
      oak: {worth: 1, copies: 3, cs: {nom: dub, acc: dub}}
      elm: {worth: 2, copies: 3, cs: {nom: jilm, acc: jilm}}
places:
  deck: {is: "pile of cards, hidden", cs: balíček}
  tray: {is: area of cards, cs: tác}
players have:
  coins: {type: 0..30, starts: 3, singular: coin, cs: {nom: mince, one: mince, one acc: minci, many: mincí}}
ask:
%s
phrases:
  "{doer: player} digs {n: 1..5} times":
    log: {en: "{doer} digs {n: card}.", cs: "{doer} kope: {n: card acc}."}
    do: "doer's coins go down by 1"
flow:
  - phase: play
    turns: clockwise from player 1, each player, until the deck is empty
    turn: |
      the player looks at the top card of the deck, as the find
      let cost be 2
      choose one:
        keep: put the find into the tray
        sink: put the find under the deck
      the player may: the player digs 2 times
      the player may: put the find into the tray
      choose 2 cards in the deck, as the spoils
"""


def game(asked: str) -> tuple[Game, str]:
    report = Report()
    found = load_game([Source("asked.yaml", RULES % asked)], report)
    assert found is not None, str(report)
    return found, str(report)


WORDS = """\
  keep:
    en: "{find} for {cost: coin}, {the player} has {the player's coins: coin}?"
    cs: "{find:acc} za {cost: coin acc}?"
"""


def test_slots_show_what_the_text_has_named() -> None:
    match = Match(game(WORDS)[0], ["Eva", "Jan"], seed=1)
    name = match.view(0)["underway"][0]["names"][-1]["find"]
    assert match.decision.ask("en") == f"{name} for 2 coins, Eva has 3 coins?"
    czech = {"oak": "dub", "elm": "jilm"}[name]
    assert match.decision.ask("cs") == f"{czech} za 2 mince?"
    assert match.decision.prompt == "choose one"


def test_a_decision_that_is_over_says_what_is_asked_in_general() -> None:
    match = Match(game(WORDS)[0], ["Eva", "Jan"], seed=1)
    old = match.decision
    match.choose("keep")
    assert old.ask("en") == "Choose one."


def test_whoever_may_not_know_is_not_told() -> None:
    """Who is asked has not looked at the card; a card on a hidden place is named to nobody."""
    asked = '  keep: {en: "Is it the {the top card of the deck}?", cs: "Je to {the top card of the deck}?"}'
    rules = RULES.replace(
        "the player looks at the top card of the deck", "player 2 looks at the top card of the deck"
    )
    report = Report()
    found = load_game([Source("asked.yaml", rules % asked)], report)
    assert found is not None, str(report)
    match = Match(found, ["Eva", "Jan"], seed=1)
    assert match.decision.ask("en") == "Is it an unknown card?"


def test_a_redealt_match_asks_its_player_the_same() -> None:
    match = Match(game(WORDS)[0], ["Eva", "Jan"], seed=1)
    assert match.determinize(0, 5).decision.ask("cs") == match.decision.ask("cs")


def test_where_nothing_is_said_czech_words_are_general() -> None:
    match = Match(game('  that nothing: {en: "?"}')[0], ["Eva", "Jan"], seed=1)
    found = []
    for choice in ("keep", "no", "no"):
        found.append(match.decision.ask("cs"))
        match.choose(choice)
    found.append(match.decision.ask("cs"))
    assert found == [
        "Vyber jednu možnost.",
        "Chceš toto: hráč kope: …?",
        "Chceš přesunout kartu?",
        "Vyber postupně kartu. Kolik: 2.",
    ]


def test_what_is_asked_of_no_choice_is_told() -> None:
    _, told = game('  keap: {en: "Keep it?"}')
    assert "RW302" in told
    assert "did you mean 'keep'?" in told


def test_choices_without_czech_words_are_told_once_some_have_them() -> None:
    english = game('  keep: {en: "Keep it?"}')[1]
    assert "'spoils' has no words in English" in english
    assert "in Czech" not in english
    told = game('  keep: {en: "Keep it?", cs: "Necháš si ji?"}')[1]
    for what in (
        "'spoils' has no words in Czech",
        "digs {n: 1..5} times' has no words in Czech",
        "'put the find into the tray' has no words in Czech",
        "'sink'",
    ):
        assert what in told, told


IN_ANY_ORDER = """\
phrases:
  dig:
    do: the player's coins go down by 1
  rest:
    do: the player's coins go up by 1
  the player digs and rests:
    do: |
      the player in any order: dig; rest
      the player's coins go down by 1 / put the top card of the deck into the tray
"""


def test_options_that_a_text_lists_are_told_if_they_have_no_czech_words() -> None:
    """Parts that are done in any order, and alternatives: as they are called where they are offered."""
    report = Report()
    rules = RULES.replace("phrases:\n", IN_ANY_ORDER).replace(
        "choose 2 cards in the deck, as the spoils", "the player digs and rests"
    )
    labels = "labels:\n  rest: {en: rest, cs: odpočívat}\n  dig: {en: dig}\n"
    assert load_game([Source("asked.yaml", labels + rules % WORDS)], report) is not None, str(report)
    found = {one.message: one.help for one in report.diagnostics if one.code == "RW503"}
    assert found["the branch 'dig' has no Czech name"] == "add it: labels: 'dig': {cs: …}"
    pay = "the player's coins go down by 1"
    assert found[f"the branch '{pay}' has no Czech name"] == f'add it: labels: "{pay}": {{en: …, cs: …}}'
    assert "the branch 'put the top card of the deck into the tray' has no Czech name" in found
    assert not any("'rest'" in message for message in found)


def test_what_is_done_in_any_order_is_not_one_choice_but_the_next_step() -> None:
    rules = RULES.replace("phrases:\n", IN_ANY_ORDER).replace(
        "choose 2 cards in the deck, as the spoils", "the player digs and rests"
    )
    found = load_game([Source("asked.yaml", rules % WORDS)], Report())
    assert found is not None
    match = Match(found, ["Eva", "Jan"], seed=1)
    for choice in ("keep", "no", "no"):
        match.choose(choice)
    assert [match.decision.ask(language) for language in ("en", "cs")] == [
        "What do you do next?",
        "Co provedeš teď?",
    ]


VARIANT = """\
rulewright: 1
variant: digging
of: asked
title: {en: Digging, cs: Kopání}
add:
  phrases/the player works:
    do: |
      choose a card in the deck, as the best find
      the player in any order: nap; sleep
  phrases/sleep: {do: the player's coins go up by 2}
  phrases/nap: {do: the player's coins go up by 3}
set:
  phrases/rest/do: the player works
"""


WITHOUT_LABELS = ["add: labels: {'nap': {en: …, cs: …}}", "add: labels: {'sleep': {en: …, cs: …}}"]
WITH_LABELS = ["set: 'labels/nap/cs': …", "add: 'labels/sleep': {en: …, cs: …}"]


@pytest.mark.parametrize(
    ("labels", "expected"), [("", WITHOUT_LABELS), ("labels:\n  nap: {en: nap}\n", WITH_LABELS)]
)
def test_the_way_out_has_the_form_of_a_variant_where_one_lacks_words(
    labels: str, expected: list[str]
) -> None:
    rules = labels + RULES.replace("phrases:\n", IN_ANY_ORDER) % WORDS

    def found(variant: str) -> list[str]:
        report = Report()
        game = load_game([Source("a.yaml", rules)], report, variants=[Source("digging.yaml", variant)])
        assert game is not None, str(report)
        told = [one for one in report.diagnostics if one.code == "RW503" and "digging.yaml" in str(one.span)]
        said = [one for one in told if "Czech" in one.message]
        return [
            str(one.help).partition(", under ")[2].replace("'add:'", "add").replace("'set:'", "set")
            for one in said
        ]

    helps = ["add: 'ask/best find': {en: …, cs: …}", *expected]
    assert found(VARIANT) == helps
    variant = VARIANT
    for one in dict.fromkeys(helps if labels else helps[:2]):  # two lines with one key cannot stand in a file
        verb, _, line = one.partition(": ")
        variant = variant.replace(f"\n{verb}:\n", f"\n{verb}:\n  {line}\n")
    assert len(found(variant)) == (0 if labels else 1), "what it advises is what a variant can say"


def test_what_cannot_be_counted_is_told() -> None:
    report = Report()
    assert load_game([Source("a.yaml", RULES.replace("{n: card}", "{n: cord}") % WORDS)], report) is None
    assert "nothing that can be counted is called 'cord'" in str(report)
    report = Report()
    load_game([Source("a.yaml", RULES.replace(", many: karet", "") % WORDS)], report)
    assert "'card' has no Czech form 'many', so it cannot be counted" in str(report)
    report = Report()
    load_game(
        [Source("a.yaml", RULES.replace("singular: coin, ", "") % WORDS.replace(": coin", ": coins"))], report
    )
    assert "'coins' has no 'singular:'" in str(report)


@pytest.mark.parametrize(
    ("count", "czech"), [(0, "0 kouzel"), (1, "1 kouzlo"), (4, "4 kouzla"), (5, "5 kouzel")]
)
def test_numbers_are_followed_by_the_form_that_they_ask_for(count: int, czech: str) -> None:
    hrad = shipped_game("hrad")
    lines = hrad.logs["phrase {drawer: player} takes {n: 0..9} spells to {hero: figure or none}"]
    slot = lines["cs"][2]
    match = Match(hrad, ["Eva", "Jan"])
    assert not isinstance(slot, str)
    assert slot.counted is not None
    assert match.names.counted(slot.counted, count, "cs") == czech
    assert match.names.counted(slot.counted, count) == ("1 spell" if count == 1 else f"{count} spells")


DIGGING = """
scenarios:
  the words of the game need a name that this text does not have:
    do: "player 1 may: player 1 digs 2 times"
    when: [expect: {prompt: "%s"}, player 1: "yes"]
    then: {player 1: {coins: 2}}
  the text has the name:
    do: |
      let cost be 4
      player 1 may: player 1 digs 2 times
    when: [expect: {prompt: "Dig for 4?"}]
"""


def test_a_scenario_of_its_own_words_is_asked_in_general() -> None:
    found, _ = game(
        '  "{doer: player} digs {n: 1..5} times": {en: "Dig for {cost}?", cs: "Kopat za {cost}?"}'
    )
    report = Report()
    node = read_document(Source("digging.yaml", DIGGING % "player 1 digs 2 times"), report)
    assert node is not None
    file = read_scenarios(node, report)
    assert file is not None, str(report)
    assert [result.passed for result in run_scenarios(found, file)] == [True, True]
