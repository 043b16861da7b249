"""Texts of the rules in other languages: patterns of the catalogue, sentences of phrases, and what has no words."""

from __future__ import annotations

import pytest
from rulewright.dsl.languages import catalogue
from rulewright.dsl.languages.cs.patterns import PATTERNS, polished
from rulewright.dsl.languages.sentence_slots import SLOT
from rulewright.dsl.printing.patterns.printer import PatternPrinter, in_words

from .test_czech_forms import GAME
from .tiny import GAMES, load, loaded, shipped

CARDS = {
    "plate armour": ["+5 k počtu životů"],
    "magic sword": ["zabíjí nestvůry druhu, který se určí před výpravou"],
    "dragon spear": ["zabíjí draky"],
    "holy grail": ["zabíjí nestvůry se sudou silou"],
    "torch": ["zabíjí nestvůry se silou nejvýše 3"],
    "war hammer": ["zabíjí golemy"],
    "magic axe": [
        "místo toho, že hrdina bojuje s nestvůrou, dobrodruh může:",
        "  zabij tu nestvůru",
        "  odlož tento kus výzbroje",
    ],
    "potion of life": [
        "místo toho, že hrdina umírá:",
        "  počet životů se mění na: zdraví hrdiny",
        "  odlož tento kus výzbroje",
    ],
    "omnipotence": [
        "místo toho, že výprava ztroskotá, pokud nestvůry v potkaných nestvůrách se navzájem liší druhem: "
        "výprava se zdaří"
    ],
    "demonic pact": ["zabíjí démony a po nich i další nestvůru"],
    "polymorph": [
        "místo toho, že hrdina bojuje s nestvůrou, pokud balíček nestvůr není prázdný, dobrodruh může:",
        "  přesuň tu nestvůru do proměněných nestvůr",
        "  odlož tento kus výzbroje",
        "  dobrodruh potkává vrchní nestvůru balíčku nestvůr",
    ],
    "ring of power": [
        "zabíjí nestvůry se silou nejvýše 2 a přidává tolik životů, jaká je jejich síla",
    ],
    "invisibility cloak": ["zabíjí nestvůry se silou nejméně 6"],
}


@pytest.mark.parametrize("name", CARDS)
def test_a_card_reads_in_czech(name: str) -> None:
    game = shipped("do-podzemi")
    (ability,) = game.symbols.designs[name].abilities
    assert in_words(ability.ability, game, "cs") == "\n".join(CARDS[name])


@pytest.mark.parametrize("name", ["do-podzemi", "hrad"])
def test_nothing_of_a_game_is_left_without_words(name: str) -> None:
    game = shipped(name)
    printer = PatternPrinter(game, "cs")
    for text in game.texts:
        printer.text(text.tree)
    assert not printer.missing


@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_every_game_is_printed(name: str) -> None:
    """Names that are missing stay as the rules have them, and no slot stays unfilled."""
    game = shipped(name)
    printer = PatternPrinter(game, "cs")
    for text in game.texts:
        said = printer.text(text.tree)
        assert said.strip()
        assert "{" not in said, text.where


def test_a_game_without_words_is_read_as_it_was_written() -> None:
    game = loaded(PLAIN)
    (text,) = [one for one in game.texts if one.where == "phase 'play'"]
    assert in_words(text.tree, game, "cs") is None
    assert in_words(text.tree, game, "en") is None


PLAIN = """
rulewright: 1
game: plain
title: Plain
players: 2
phrases:
  the bell rings: {do: nothing}
flow:
  - phase: play
    do: |
      the bell rings
      the match ends
"""


SENTENCES = {
    '"{taker} bere {n: doll acc}: {toy:acc}"': None,
    '"{taker} bere {n: puppet acc}: {toy:acc}"': "nothing that can be counted is called 'puppet acc'",
    '"{taker} bere {n} {n:kus;kusy;kusů}: {toy:acc}"': None,
    '"{taker} bere {n} {n:kus;kusy}: {toy:acc}"': "2 words are given, but Czech needs one for each of: one, "
    "few, many",
    '"{taker} bere {n} { toy : acc }"': None,
    '"{taker} bere {n} {toy:akk}"': "this asks for a form 'akk', which Czech does not have",
    '"{taker} bere {n} {toy}, {toy: vzat/vzata}"': "2 words are given, but Czech needs one for each of: m or i, f, n",
    '"{taker} bere {n} {toy}, {toy:je}"': "this asks for a form 'je', which Czech does not have",
    '"{taker} bere {n} {toy}, {toy:je;jsou;jest}"': "words that agree by number are two: one, several",
    '"{taker} bere {n} kusů"': "this sentence does not show 'toy'",
    '"{taker} bere {n} {n} {toy}"': "'n' stands twice in this sentence",
    '"{taker} bere {n} {toi}"': "the phrase has no slot 'toi'",
    '"{taker} bere {n} {toy"': "this brace is not part of a slot",
    '"{taker} bere {n} {toy:gender}"': "this asks for a form 'gender', which Czech does not have",
    '"{taker} bere {n} {toy:acc} {toy~vybraný:in}"': "an adjective has no form 'in'",
    '"{taker} bere {n} {toy:acc} {toy~vybraný:one}"': "an adjective has no form 'one'",
    '"{taker} bere {n} {toy:acc} {toy~vybraný:pl gen}"': None,
    '["{taker} bere {n} {toy:acc}", "{toy}: {taker} {n}"]': None,
    '"{taker} {taker:bere;berou} {n} {toy:acc}; {toy~celý} {toy: vzat/vzata/vzato}"': None,
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_shows_each_slot_once(sentence: str) -> None:
    text = GAME.replace(
        "    do: put toy into the shelf", f"    cs: {sentence}\n    do: put toy into the shelf"
    )
    _, report = load(text)
    found = [one.message for one in report.diagnostics]
    expected = SENTENCES[sentence]
    assert (expected in found) if expected else not found


def said(effect: str, sentence: str = "{taker} bere {n}krát {toy:acc}") -> str:
    text = GAME.replace(
        "    do: put toy into the shelf", f'    cs: "{sentence}"\n    do: put toy into the shelf'
    )
    text = (
        text[: text.index("    do: |")]
        + "    do: |\n"
        + "".join(f"      {one}\n" for one in effect.split("\n"))
    )
    game = loaded(text)
    (found,) = [one for one in game.texts if one.where == "phase 'play'"]
    printer = PatternPrinter(game, "cs")
    printed = printer.text(found.tree)
    assert not printer.missing
    return printed


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("player 1 takes 2 like any bear in the shelf", "hráč 1 bere 2krát libovolného medvěda v polici"),
        ("put dolls in the shelf into the shelf", "přesuň panenky v polici do police"),
        ("player 1 chooses 5 dolls in the shelf", "hráč 1 vybere 5 panenek v polici"),
        ("choose a doll in the shelf at random", "vyber náhodně panenku v polici"),
        ("player 2 chooses up to 3 dolls in the shelf", "hráč 2 vybere nejvýše 3 panenky v polici"),
        (
            "for each bear in the shelf: put that bear into the shelf",
            "pro každého medvěda v polici: přesuň toho medvěda do police",
        ),
        (
            "if the shelf is not empty: the match ends\notherwise: nothing",
            "pokud police není prázdná: partie končí\njinak: nestane se nic",
        ),
        ("if there are bears in the shelf: the match ends", "pokud je tu medvěd v polici: partie končí"),
        (
            "repeat while the number of dolls in the shelf > 2, at most 4 times: the match ends",
            "opakuj, dokud počet panenek v polici je větší než 2, nejvýše 4×: partie končí",
        ),
        (
            "player 1 may: put any doll in the shelf into the shelf",
            "hráč 1 může: přesuň libovolnou panenku v polici do police",
        ),
    ],
)
def test_statements_read_in_czech(effect: str, expected: str) -> None:
    assert said(effect).removesuffix("\n") == expected


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        ("1", "hráč 1 bere 1 panenku (kus): libovolného medvěda v polici"),
        ("3", "hráč 1 bere 3 panenky (kusy): libovolného medvěda v polici"),
        ("5", "hráč 1 bere 5 panenek (kusů): libovolného medvěda v polici"),
        (
            "the number of dolls in the shelf",
            "hráč 1 bere (počet panenek v polici) panenek (kusů): libovolného medvěda v polici",
        ),
    ],
)
def test_numbers_in_sentences_count(n: str, expected: str) -> None:
    sentence = "{taker} bere {n: doll acc} ({n:kus;kusy;kusů}): {toy:acc}"
    effect = f"player 1 takes {n} like any bear in the shelf"
    assert said(effect, sentence) == expected


def test_every_pattern_has_slots_that_can_be_filled() -> None:
    known = catalogue("cs")
    assert known is not None
    for key, pattern in PATTERNS.items():
        rest = SLOT.sub("", pattern)
        assert "{" not in rest, key
        forms = [match[3] for match in SLOT.finditer(pattern) if match[3]]
        for form in forms:
            assert ";" in form or "/" in form or form in (*known.forms, "in", "into"), (key, form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s silou", "se silou"),
        ("s medvědem", "s medvědem"),
        ("v vězení", "ve vězení"),
        ("v polici", "v polici"),
        ("z zásoby", "ze zásoby"),
        ("k kostce", "ke kostce"),
        ("figurka, která stojí, , pokud", "figurka, která stojí, pokud"),
        ("karta, která leží,", "karta, která leží"),
    ],
)
def test_prepositions_and_commas_are_polished(text: str, expected: str) -> None:
    assert polished(text) == expected


def test_spaces_in_slots_do_not_matter() -> None:
    sentence = "{taker} bere { n }krát { toy : acc }, { toy : vzat / vzata / vzato }"
    assert said("player 1 takes 2 like any bear in the shelf", sentence) == (
        "hráč 1 bere 2krát libovolného medvěda v polici, vzat"
    )


def test_two_phrases_that_read_the_same_are_an_error() -> None:
    two = GAME.replace(
        "phrases:",
        'phrases:\n  "greet {toy: doll or bear}": {cs: "hladí { toy:acc }", do: nothing}\n'
        '  "kill {victim: doll or bear}": {cs: "hladí {victim}", do: nothing}',
    )
    _, report = load(two)
    assert "this reads in Czech as 'greet {toy: doll or bear}' does" in [
        one.message for one in report.diagnostics
    ]


@pytest.mark.parametrize("gender", ["x", "M", "f sg", '" pl"'])
def test_a_gender_that_there_is_not_is_reported(gender: str) -> None:
    _, report = load(GAME.replace("gen: medvěda, gender: m}", f"gen: medvěda, gender: {gender}}}"))
    wrong = gender.strip('"')
    assert f"'bear' has a gender '{wrong}', which Czech does not have" in [
        one.message for one in report.diagnostics
    ]


def test_cells_are_called_what_their_board_says() -> None:
    board = """places:
  shelf: {is: area of dolls and bears, cs: {nom: police, gen: police, gender: f}}
  yard:
    is: "grid of dolls, 2 by 2"
    cell: spot
    cs: {nom: dvorek, gen: dvorku}
    cell names: {cs: {nom: kout, gen: koutu, in: v koutě, into: do kouta}}
"""
    line = next(one for one in GAME.splitlines(keepends=True) if one.startswith("places:"))
    text = GAME.replace(line, board).replace("      the match ends", BOARD_TEXT + "      the match ends")
    game = loaded(text.replace("    do: put toy", '    cs: "{taker} bere {n} {toy}"\n    do: put toy'))
    (found,) = [one for one in game.texts if one.where == "phase 'play'"]
    said_ = PatternPrinter(game, "cs").text(found.tree)
    assert "vyber náhodně kout" in said_
    assert "přesuň libovolnou panenku v polici do toho koutu" in said_
    assert "přesuň libovolnou panenku v tom koutu do police" in said_
    flat = text.replace("in: v koutě, into: do kouta", "in: na koutě, into: na kout")
    game = loaded(flat.replace("    do: put toy", '    cs: "{taker} bere {n} {toy}"\n    do: put toy'))
    (found,) = [one for one in game.texts if one.where == "phase 'play'"]
    assert "přesuň libovolnou panenku v polici na ten kout" in PatternPrinter(game, "cs").text(found.tree)


BOARD_TEXT = """      choose a spot at random, as the goal
      put any doll in the shelf into the goal
      if there is a doll in the goal: put any doll in the goal into the shelf
"""


def test_languages_that_there_are_not_are_reported() -> None:
    _, report = load(GAME.replace("flow:", "plain words: {xx: [stolek]}\nflow:"))
    assert "there is no language 'xx'" in [one.message for one in report.diagnostics]


def test_a_sentence_that_leaves_out_its_player_is_an_order() -> None:
    turns = """flow:
  - phase: play
    turns: clockwise from player 1, each player, until the shelf is empty
    options:
      take: {do: take 2 like any bear in the shelf}
      leave: {do: player 1 takes 1 like any bear in the shelf}
"""
    sentences = '["{taker} bere {n}krát {toy:acc}", "vezmi {n}krát {toy:acc}"]'
    text = GAME[: GAME.index("flow:")] + turns
    text = text.replace(
        "    do: put toy into the shelf", f"    cs: {sentences}\n    do: put toy into the shelf"
    )
    game = loaded(text)
    printer = PatternPrinter(game, "cs")
    found = {one.where: printer.text(one.tree) for one in game.texts}
    assert "vezmi 2krát libovolného medvěda v polici" in found.values()
    assert "hráč 1 bere 1krát libovolného medvěda v polici" in found.values()


@pytest.mark.parametrize(
    "sentences", ['["vezmi {n}krát {toy:acc}"]', '["{taker} bere {n} {toy}", "vezmi {n}krát"]']
)
def test_the_first_sentence_has_its_player_and_no_other_slot_is_left_out(sentences: str) -> None:
    text = GAME.replace(
        "    do: put toy into the shelf", f"    cs: {sentences}\n    do: put toy into the shelf"
    )
    _, report = load(text)
    assert any(one.message.startswith("this sentence does not show") for one in report.diagnostics)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            "put dolls in the shelf where (that doll is a rag doll) into the shelf",
            "přesuň panenky v polici, které jsou hadrové panenky, do police",
        ),
        (
            "put dolls in the shelf where (not (that doll is a rag doll)) into the shelf",
            "přesuň panenky v polici, které nejsou hadrové panenky, do police",
        ),
        (
            "repeat (the number of dolls in the shelf) times: nothing",
            "opakuj tolikrát: počet panenek v polici: nestane se nic",
        ),
    ],
)
def test_more_statements_read_in_czech(effect: str, expected: str) -> None:
    assert said(effect).removesuffix("\n") == expected


def test_braces_in_a_name_are_an_error() -> None:
    _, report = load(GAME.replace("nom: panenka, gen: panenky", 'nom: "panenka {n}", gen: panenky'))
    assert any(one.message.startswith("the name of 'doll' in 'cs' has braces") for one in report.diagnostics)


def test_names_without_a_form_are_listed() -> None:
    text = GAME.replace("cs: {nom: panenka, gen: panenky}", "cs: panenka")
    text = text.replace(
        "    do: put toy into the shelf", '    cs: "{taker} bere {n} {toy}"\n    do: put toy into the shelf'
    )
    game = loaded(text)
    printer = PatternPrinter(game, "cs")
    for one in game.texts:
        printer.text(one.tree)
    assert "doll" in printer.unformed


def test_sections_without_a_name_are_reported_when_others_have_one() -> None:
    rules = "rules: {a.1: {says: One., kind: note}, b.1: {says: Two., kind: note}}\nsections: {a: Alpha, c: Gamma}\n"
    _, report = load(GAME.replace("flow:", rules + "flow:"))
    found = [one.message for one in report.diagnostics]
    assert "the section 'b' has no name, and others have" in found
    assert "the section 'c' has no rules: no id begins with 'c.'" in found


def test_two_sentences_of_a_phrase_do_not_swap_its_slots() -> None:
    two = GAME.replace(
        "phrases:",
        'phrases:\n  "{ann: player} hits {bob: player}":\n'
        '    cs: ["{ann} bije: {bob}", "{bob} bije: {ann}"]\n    do: nothing',
    )
    _, report = load(two)
    message = "two Czech sentences of this phrase differ only in which slot stands where"
    assert message in [one.message for one in report.diagnostics]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            "put dolls in the shelf where (that doll is in the shelf and there is a bear in the shelf) "
            "into the shelf",
            "přesuň panenky v polici, pro které platí (daná panenka je v polici a je tu medvěd v polici), do police",
        ),
        (
            "for each doll in the shelf: put any doll in the shelf where (that doll is in the shelf) into the shelf",
            "pro každou panenku v polici: přesuň libovolnou panenku v polici, "
            "pro kterou platí (daná panenka je v polici), do police",
        ),
    ],
)
def test_members_of_a_selection_are_called_by_another_word(effect: str, expected: str) -> None:
    assert said(effect).removesuffix("\n") == expected


def test_a_number_of_thousands_of_digits_is_no_crash() -> None:
    _, report = load(
        GAME.replace(
            "    do: put toy", f'    cs: "{{taker}} bere {{n}} {{toy}} {"9" * 5000}"\n    do: put toy'
        )
    )
    assert not any(one.code == "RW000" for one in report.diagnostics)
