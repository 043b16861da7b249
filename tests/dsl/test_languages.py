"""Catalogues of languages: they say the same things, plural rules, and a third language in a few lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

import attrs
import pytest
from rulewright.dsl import languages
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.languages.catalogue import Catalogue, Template
from rulewright.dsl.languages.plurals import category, is_rule
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.interpreter import Match

OTHERS = [tag for tag in languages.tags() if tag != languages.BASE]


def read(tag: str) -> Catalogue:
    found = languages.catalogue(tag)
    assert found is not None
    return found


def arguments(template: Template) -> set[str]:
    """The names of the arguments of a message, without the forms that are asked for."""
    texts = [template] if isinstance(template, str) else template.values()
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_english_comes_first_and_stands_in() -> None:
    assert languages.tags()[0] == languages.BASE == "en"
    assert "cs" in languages.tags()
    assert languages.say("log.nobody", "xx") == languages.say("log.nobody", languages.BASE)


@pytest.mark.parametrize("tag", OTHERS)
def test_a_catalogue_says_what_the_others_say(tag: str) -> None:
    found, base = read(tag), languages.base()
    assert found.tag == tag
    assert languages.lacks(tag) == ()
    for sort in ("messages", "nouns", "commands", "library"):
        assert list(getattr(found, sort)) == list(getattr(base, sort)), "the same keys in the same order"
    for own, english in ((found.messages, base.messages), (found.library, base.library)):
        assert {key: arguments(said) for key, said in own.items()} == {
            key: arguments(said) for key, said in english.items()
        }


@pytest.mark.parametrize("tag", languages.tags())
def test_a_catalogue_fits_its_own_grammar(tag: str) -> None:
    found = read(tag)
    assert found.cases[0] == languages.PLAIN
    assert list(found.plurals.values())[-1] == "", "the last category takes all other numbers"
    assert all(map(is_rule, found.plurals.values()))
    assert set(found.by_plural) <= set(found.plurals)
    for forms in found.nouns.values():
        assert languages.PLAIN in forms
        assert set(forms) <= set(found.forms)
    for key, said in found.messages.items():
        if isinstance(said, Mapping):
            assert list(said) == list(found.plurals), key
            assert all("count" in arguments(text) for text in said.values()), key
        for text in [said] if isinstance(said, str) else said.values():
            for _, _, form, _ in Formatter().parse(text):
                assert not form or form in found.cases, f"{key}: {form}"


@pytest.mark.parametrize(
    ("rules", "numbers"),
    [
        ({"one": "n = 1", "other": ""}, {0: "other", 1: "one", -1: "one", 2: "other"}),
        (
            {"one": "i = 1 and v = 0", "few": "i = 2..4 and v = 0", "many": ""},
            {0: "many", 1: "one", 2: "few", 4: "few", -3: "few", 5: "many", 22: "many"},
        ),
        (
            {  # Polish
                "one": "i = 1 and v = 0",
                "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
                "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or i % 100 = 12..14",
                "other": "",
            },
            {0: "many", 1: "one", 2: "few", 5: "many", 12: "many", 22: "few", 112: "many", 121: "many"},
        ),
        ({"zero": "n = 0", "two": "n = 2, 4", "other": ""}, {0: "zero", 2: "two", 3: "other", 4: "two"}),
    ],
)
def test_plural_rules_are_those_of_cldr(rules: dict[str, str], numbers: dict[int, str]) -> None:
    assert all(map(is_rule, rules.values()))
    assert {number: category(rules, number) for number in numbers} == numbers


@pytest.mark.parametrize("rule", ["one", "n is 1", "n = ", "n = 1 or", "x = 1", "n = 1 and and n = 2"])
def test_what_is_no_plural_rule(rule: str) -> None:
    assert not is_rule(rule)


def test_a_message_of_a_number_takes_the_form_of_its_language() -> None:
    assert languages.say("table.took back", "en", count=1) == "took back 1 action"
    assert languages.say("table.took back", "en", count=3) == "took back 3 actions"
    assert languages.say("table.took back", "cs", count=3) == "vzaty zpět 3 kroky"


def test_an_argument_is_text_and_never_read_as_a_message() -> None:
    said = languages.say("refusal.unknown", "en", option="{option} {0}")
    assert said == "there is no such option as '{option} {0}'"


GERMAN = Catalogue(
    tag="de",
    name="German",
    cases=("nom", "gen", "dat", "acc"),
    messages={
        "log.over": "Ende; gewonnen hat {winners}.",
        "ask.choose": "wähle: {what:acc}",
        "option.no": "nein",
    },
)


@pytest.fixture
def german() -> Iterator[None]:
    languages.add(GERMAN)
    yield
    languages.remove("de")


RULES = """\
rulewright: 1
game: third
title: {en: Third, de: Dritte}
players: 2
components:
  card:
    de: {nom: Karte, plural: Karten, other: Karten}
    starts in: the deck
    designs:
      oak: {copies: 3, de: {nom: Eiche, acc: Eiche}}
      elm: {copies: 3, de: {nom: Ulme, acc: Ulme}}
places:
  deck: {is: area of cards, de: Stapel}
  tray: {is: area of cards, de: Ablage}
phrases:
  "{doer: player} lays {lain: card}":
    log: {en: "{doer} lays {lain}, {the number of cards in the tray: card} lie there.",
          de: "{doer} legt {lain:acc}, dort liegen {the number of cards in the tray: card}."}
    do: put lain into the tray
flow:
  - phase: play
    turns: clockwise from player 1, each player, once each
    turn: |
      choose a card in the deck
      the player may: the player lays that card
"""


def load(rules: str) -> tuple[Game | None, Report]:
    report = Report()
    return load_game([Source("third.yaml", rules)], report), report


def test_a_third_language_is_a_catalogue_more(german: None) -> None:
    """Three messages, and the names of a game: what it lacks is said in English, and listed."""
    assert languages.tags() == ("en", "cs", "de")
    game, report = load(RULES)
    assert game is not None, str(report)
    match = Match(game, ["Eva", "Jan"], seed=1)
    assert match.decision.ask("de") == "wähle: Karte"
    assert match.decision.ask("cs") == "Vyber card."
    match.choose("Eiche")
    assert [option.label("de") for option in match.decision.options] == ["yes", "nein"]
    assert match.decision.ask("de") == "Do you want this: player legt Karte, dort liegen ….?".replace(
        ".?", "?"
    )
    while not match.is_over:
        match.choose(match.decision.options[0])
    log = match.log(0, "de")
    assert log[1:3] == [
        "Eva: legt Karte, dort liegen …",
        "Eva legt Eiche, dort liegen 0 Karten.",
    ]
    assert log[-1] == "Ende; gewonnen hat nobody."
    assert "dort liegen 1 Karte." in "\n".join(log)
    assert match.view(0, "de")["places"]["tray"]["pieces"] == ["Eiche", "Eiche"]


def test_phrases_of_the_library_are_logged_in_a_third_language(german: None) -> None:
    languages.add(attrs.evolve(GERMAN, library={"{taker: player} draws a card": "{taker} zieht eine Karte."}))
    rules = RULES
    for own, library in (
        ("places:\n", 'places:\n  hand: {is: "area of cards, per player"}\n'),
        ("deck: {is: area", "deck: {is: pile"),
        ("choose a card in the deck\n", "draw a card\n"),
        ("lays that card", "lays the top card of the deck"),
    ):
        assert rules.count(own) == 1
        rules = rules.replace(own, library)
    game, report = load(rules)
    assert game is not None, str(report)
    match = Match(game, ["Eva", "Jan"], seed=1)
    drawn = [match.log(0, tag)[0] for tag in languages.tags()]
    assert drawn == ["Eva draws a card.", "Eva líže kartu.", "Eva zieht eine Karte."]


def test_what_a_third_language_lacks_is_listed(german: None) -> None:
    lacking = languages.lacks("de")
    base = languages.base()
    assert len(lacking) == sum(map(len, (base.messages, base.nouns, base.commands, base.library))) - 3
    assert {"messages/log.nobody", "nouns/player", "commands/undo"} <= set(lacking)
    assert "messages/log.over" not in lacking
    with pytest.raises(ValueError, match="no catalogue of 'xx'; there are: en, cs, de"):
        languages.lacks("xx")


def test_what_a_game_lacks_in_a_third_language_is_found(german: None) -> None:
    missing = RULES
    for whole, broken in (
        ("{is: area of cards, de: Ablage}", "area of cards"),
        ("acc: Ulme", "gen: Ulme"),
        ("plural: Karten, other: Karten", "plurall: Karten"),
        ("title: {en: Third, de: Dritte}", "title: Third"),
    ):
        assert missing.count(whole) == 1
        missing = missing.replace(whole, broken)
    told = str(load(missing)[1])
    assert "RW502: 'tray' has no German name" in told
    assert "RW502: the title has no German text" in told
    assert "RW501: 'elm' has no German form 'acc'" in told
    assert "RW501: 'card' has no German form 'other', so it cannot be counted" in told
    assert "RW504: 'card' gives a form 'plurall', which German does not have" in told
    assert "did you mean 'plural'?" in told
    assert "Czech" not in told


def test_a_language_without_a_catalogue_is_no_key() -> None:
    game, report = load(RULES)
    assert game is None
    assert "RW101: there is no key 'de' in 'title'" in str(report)


DECLARED = RULES.replace(
    "players: 2\n", "players: 2\nlanguages:\n  de: {name: German, forms: [acc], plurals: {one: n = 1}}\n"
)


def test_a_game_may_declare_a_language() -> None:
    """Its names and lines are read in it; what the machine says is said in English."""
    game, report = load(DECLARED)
    assert game is not None, str(report)
    assert not report.diagnostics, str(report)
    match = Match(game, ["Eva", "Jan"], seed=1)
    assert match.decision.ask("de") == match.decision.ask("en") == "Choose a card."
    match.choose("Eiche")
    match.choose("yes")
    assert match.log(0, "de")[-1] == "Eva legt Eiche, dort liegen 0 Karten."
    told = str(load(DECLARED.replace(", de: Ablage", "").replace("acc: Eiche", "dat: Eiche"))[1])
    assert "RW502: 'tray' has no German name" in told
    assert "RW504: 'oak' gives a form 'dat', which German does not have" in told


NAMELESS = """\
rulewright: 1
game: nameless
players: 2
languages:
  de: {name: German, plurals: {one: n = 1}}
components:
  card:
    starts in: deck
    designs:
      oak {n}: {each: {n: 1..9}}
      elm: {}
places:
  deck: pile of cards
  house: {is: map of cards, cell: room, cells: {hall: {}, cellar: {}}}
flow:
  - phase: play
    do: everyone wins
"""


def test_a_declared_language_is_looked_for_in_every_name() -> None:
    """Once for designs that one line makes; in cells as soon as one of them has a name in it."""

    def found(rules: str) -> list[tuple[int, str]]:
        diagnostics = load(rules)[1].diagnostics
        return [(one.span.line, one.message) for one in diagnostics if one.code == "RW502" and one.span]

    names = [
        (7, "'card' has no German name"),
        (10, "'oak 1' has no German name (nor have 8 more that are declared here)"),
        (11, "'elm' has no German name"),
        (13, "'deck' has no German name"),
        (14, "'house' has no German name"),
    ]
    assert found(NAMELESS) == names
    assert found(NAMELESS.replace("hall: {}", "hall: {de: Halle}")) == [
        *names,
        (14, "'cellar' has no German name"),
    ]


def test_a_line_in_english_has_english_names() -> None:
    """What the game does not say in German is not German in part, nor without the forms that English needs."""
    line = 'log: {en: "{doer} lays {lain}, {the number of cards in the tray: card} lie there.",'
    assert line in DECLARED
    german = '          de: "{doer} legt {lain:acc}, dort liegen {the number of cards in the tray: card}."}\n'
    game, report = load(DECLARED.replace(line, line[:-1] + "}").replace(german, ""))
    assert game is not None, str(report)
    match = Match(game, ["Eva", "Jan"], seed=1)
    while not match.is_over:
        match.choose(match.decision.options[0])
    laid = [text for text in match.log(0, "de") if text.startswith("Eva lays")]
    assert laid == [text for text in match.log(0, "en") if text.startswith("Eva lays")]
    assert laid[0] == "Eva lays an oak, 0 cards lie there."


@pytest.mark.parametrize(
    ("language", "code", "message"),
    [
        ("deutsch: German", "RW216", "a language is called by the two letters of ISO 639-1"),
        ("en: English", "RW216", "this is the language of the rules themselves"),
        ("pl: {name: Polish, plurals: {one: exactly 1}}", "RW220", "'exactly 1' is no rule for plural forms"),
        ("pl: {forms: [gen]}", "RW102", "the key 'name' is missing"),
    ],
)
def test_a_declared_language_that_cannot_be(language: str, code: str, message: str) -> None:
    game, report = load(f"rulewright: 1\ngame: g\nplayers: 2\nlanguages: {{{language}}}\n")
    assert game is None
    assert (code, True) in [(found.code, message in found.message) for found in report.diagnostics]


def test_a_catalogue_needs_a_tag() -> None:
    with pytest.raises(ValueError, match="ISO 639-1"):
        languages.add(Catalogue("german", "German"))


def test_designs_by_a_rule_have_names_in_every_language(german: None) -> None:
    designs = """\
    designs:
      "{tree} {n}":
        each: {n: 1..2, tree: {oak: {cs: dub, de: {nom: Eiche, gen: der Eiche}}, elm: {cs: jilm, de: Ulme}}}
        cs: "{tree} {n}"
        de: {nom: "{tree} {n}", gen: "{tree} {n}"}
"""
    start, rest = RULES.split("    designs:\n")
    game, report = load(start + designs + "places:" + rest.partition("places:")[2])
    assert game is not None, str(report)
    names = game.symbols.designs["oak 2"].names
    assert (names.say("en"), names.say("cs"), names.say("de", "gen")) == ("oak 2", "dub 2", "der Eiche 2")
