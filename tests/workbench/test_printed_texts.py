"""`rulewright texts`: printed texts are proved, trusted or open."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from .conftest import Run

TWINS = """
rulewright: 1
game: twins
title: {en: Twins, cs: Dvojčata}
players: 2
players have:
  gold: {type: 0..20, cs: {nom: zlaťáky, gen: zlaťáků, gender: i pl}}
  food: {type: 0..20, cs: {nom: jídlo, gen: jídla}}
components:
  card:
    cs: {nom: karta, gen: karty}
    properties: {text: {type: effect, cs: {nom: účinek, gen: účinku}}}
    starts in: the box
    designs:
      purse: {cs: {nom: měšec, gen: měšce, gender: i}, text: the player finds 3 gold, source: house}
      chest: {cs: {nom: truhla, gen: truhly}, text: the player finds 5 gold, source: house}
      gift: {cs: {nom: dar, gen: daru}, text: the player is lucky, source: house}
places: {box: {is: area of cards, cs: {nom: krabice, gen: krabice, gender: f}}}
phrases:
  "{finder: player} finds {n: 0..9} gold":
    cs: ["{finder} nachází {n} zlatých", "{finder}: vezmi si {n} zlatých"]
    do: finder's gold go up by n
  "{finder: player} is lucky":
    cs: "{finder} má štěstí"
    do: finder's food goes up by 1
flow:
  - phase: play
    do: |
      for each card in the box: player 1 does the text of that card
      the match ends
"""


def sheet(text: str, name: str = "cards.csv") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("game", ["do-podzemi", "vladci-podzemi"])
def test_what_cards_print_is_what_effects_say(rulewright: Run, game: str, language: str) -> None:
    printed = sheet(rulewright("cards", game, "--lang", language).out)
    done = rulewright("texts", game, printed, "--lang", language)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1].endswith(", 0 open")


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("nejvýše 3", "nejvýše 4", "pochodeň: open: the card says '4', the effect says '3'"),
        ("nejvýše 3", "nejméně 3", "pochodeň: open: the card says 'nejméně', the effect says 'nejvýše'"),
        (
            "zabíjí golemy",
            "zabíjí draky",
            "válečné kladivo: open: the card says 'draky', the effect says 'golemy'",
        ),
        (
            "zabíjí golemy",
            "nezabíjí golemy",
            "válečné kladivo: open: the card says 'nezabíjí', the effect says 'zabíjí'",
        ),
        (
            " a po nich i další nestvůru",
            "",
            "smlouva s démonem: open: the card says '', the effect says 'a po nich i další nestvůru'",
        ),
    ],
)
def test_a_mistake_on_a_card_is_found(rulewright: Run, right: str, wrong: str, expected: str) -> None:
    text = rulewright("cards", "do-podzemi", "--lang", "cs").out
    assert right in text
    done = rulewright("texts", "do-podzemi", sheet(text.replace(right, wrong)), "--lang", "cs")
    assert done.code == 1
    assert expected in done.out.splitlines()


def test_sentences_without_slots_are_trusted(rulewright: Run) -> None:
    done = rulewright("texts", "do-podzemi", _sword(), "--lang", "cs")
    assert done.code == 0
    assert done.out.splitlines() == [
        "magický meč: trusted: 'kills monsters of a kind named before the expedition'",
        "0 proved, 1 trusted, 0 open",
    ]


def _sword() -> str:
    return sheet("Magický meč: Zabíjí nestvůry druhu, který se určí před výpravou.\n", "sword.yaml")


def test_each_sentence_of_a_phrase_is_recognised(rulewright: Run) -> None:
    Path("twins").mkdir()
    Path("twins/game.yaml").write_text(TWINS, encoding="utf-8")
    assert rulewright("check", "./twins").out == "./twins: clean\n"
    printed = sheet("purse: 'Hráč nachází 3 zlatých.'\nchest: 'hráč: vezmi si 5 zlatých'\n", "s.yaml")
    done = rulewright("texts", "./twins", printed, "--lang", "cs")
    assert (done.code, done.out) == (0, "2 proved, 0 trusted, 0 open\n")


def test_two_effects_that_read_the_same_are_a_finding(rulewright: Run) -> None:
    Path("twins").mkdir()
    same = TWINS.replace('"{finder} má štěstí"', '"{finder} nachází 3 zlatých"')
    Path("twins/game.yaml").write_text(same, encoding="utf-8")
    done = rulewright("texts", "./twins", sheet("purse: hráč nachází 3 zlatých\n", "s.yaml"), "--lang", "cs")
    assert done.code == 1
    assert "purse, gift: two effects read the same: hráč nachází 3 zlatých" in done.out


def test_verdicts_as_json(rulewright: Run) -> None:
    done = rulewright("texts", "do-podzemi", sheet("id,text\ntorch,kills dragons\n"), "--format", "json")
    (torch,) = json.loads(done.out)["texts"]
    assert torch["level"] == "open"
    assert torch["nearest"] == "kills monsters with strength <= 3"
    assert torch["differences"] == [{"printed": "dragons", "effect": "monsters with strength <= 3"}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "a sheet has the columns 'id' (or 'name') and 'text'"),
        ("id,text\ntorch,kills dragons\ntorch,kills golems\n", "'torch' stands twice"),
        ("id,text\ntorhc,kills dragons\n", "nothing is called 'torhc'; did you mean 'torch'?"),
    ],
)
def test_a_sheet_that_cannot_be_used(rulewright: Run, text: str, message: str) -> None:
    done = rulewright("texts", "do-podzemi", sheet(text))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"rulewright texts: cards.csv cannot be used: {message}\n"


def test_a_sheet_that_is_not_there(rulewright: Run) -> None:
    done = rulewright("texts", "do-podzemi", "nowhere.csv")
    assert done.code == 2
    assert "No such file" in done.err
    assert rulewright("texts", "do-podzemi", sheet("- a\n", "s.yaml")).code == 2
    assert rulewright("texts", "do-podzemi", "s.yaml", "--lang", "xx").code == 2


def test_a_sheet_from_another_program(rulewright: Run) -> None:
    """With semicolons, empty rows and accents as two characters, as some programs write them."""
    text = unicodedata.normalize("NFD", "id;text\ntorch;Zabíjí nestvůry se silou nejvýše 3.\n;;\n")
    done = rulewright("texts", "do-podzemi", sheet(text), "--lang", "cs")
    assert (done.code, done.out) == (0, "1 proved, 0 trusted, 0 open\n")
    Path("l.csv").write_bytes("id,text\ntorch,zabíjí\n".encode("cp1250"))
    assert "it is not encoded as UTF-8; save it so" in rulewright("texts", "do-podzemi", "l.csv").err


def test_a_text_without_its_lines_is_only_trusted(rulewright: Run) -> None:
    """Whether the last line belongs to what the player may do, a flattened text does not say."""
    text = rulewright("cards", "do-podzemi", "--lang", "cs", "--format", "json").out
    printed = next(card["text"] for card in json.loads(text)["cards"] if card["id"] == "polymorph")
    for shown, verdict in ((printed, "proved"), (" ".join(printed.split()), "trusted")):
        file = sheet(json.dumps({"polymorph": shown}, ensure_ascii=False), "s.yaml")
        done = rulewright("texts", "do-podzemi", file, "--lang", "cs", "--format", "json")
        (found,) = json.loads(done.out)["texts"]
        assert found["level"] == verdict, found


def test_a_card_that_prints_only_one_of_its_texts_is_trusted(rulewright: Run) -> None:
    file = sheet("study: toto kouzlo přinese svému držiteli 3 kouzla\n", "s.yaml")
    done = rulewright("texts", "hrad", file, "--lang", "cs")
    assert done.out.splitlines()[-1] == "0 proved, 1 trusted, 0 open"
    assert "which is not printed" in done.out


def test_without_a_sheet_the_texts_of_the_designs_are_compared(rulewright: Run) -> None:
    printed = (
        "printed: {en: the player finds 3 gold, cs: hráč nachází 4 zlatých}, text: the player finds 3 gold"
    )
    Path("game.yaml").write_text(TWINS.replace("text: the player finds 3 gold", printed), encoding="utf-8")
    done = rulewright("texts", "game.yaml")
    assert (done.code, done.out.splitlines()[-1]) == (0, "1 proved, 0 trusted, 0 open")
    done = rulewright("texts", "game.yaml", "--lang", "cs")
    assert done.code == 1
    assert "měšec: open: the card says '4', the effect says '3'" in done.out


def test_a_game_that_prints_no_texts_needs_a_sheet(rulewright: Run) -> None:
    Path("game.yaml").write_text(TWINS, encoding="utf-8")
    done = rulewright("texts", "game.yaml")
    assert (done.code, done.out) == (2, "")
    assert "no design says what is 'printed:' in 'en'; name a SHEET" in done.err


@pytest.mark.parametrize("language", ["en", "cs"])
def test_mistakes_in_proved_texts_are_noticed(rulewright: Run, language: str) -> None:
    done = rulewright("mutate", "do-podzemi", "--kind", "printed", "--lang", language, "--format", "json")
    found = json.loads(done.out)["mistakes"]
    proved = [one for one in found if one["level"] == "proved"]
    assert {one["sort"] for one in proved} >= {"number", "comparison", "term", "target"}
    assert {one["where"] for one in proved} == {"text", "effect", "phrases"}
    assert len(proved) > 100
    assert all(one["noticed"] for one in proved if one["where"] != "phrases")
    assert done.code == 0


def test_what_sentences_without_slots_stand_for_is_trusted(rulewright: Run) -> None:
    Path("game.yaml").write_text(TWINS, encoding="utf-8")
    done = rulewright("mutate", "game.yaml", "--kind", "printed", "--lang", "cs")
    assert "trusted  phrases" in done.out
    lucky = TWINS.replace('"{finder: player} is lucky":', "everybody is lucky:").replace(
        'cs: "{finder} má štěstí"\n    do: finder\'s food goes up by 1',
        'cs: "všichni mají štěstí"\n    do: "for each player: that player\'s food goes up by 1"',
    )
    Path("game.yaml").write_text(
        lucky.replace("text: the player is lucky", "text: everybody is lucky"), encoding="utf-8"
    )
    done = rulewright("mutate", "game.yaml", "--kind", "printed", "--lang", "cs")
    assert done.code == 0
    assert "gift: trusted: phrases: number: in 'everybody is lucky': 1 became 2" in done.out


def test_printed_mistakes_stand_alone(rulewright: Run) -> None:
    done = rulewright("mutate", "do-podzemi", "--kind", "printed", "--kind", "numbers")
    assert (done.code, done.out) == (2, "")
    assert "--kind printed stands alone" in done.err
    assert rulewright("mutate", "do-podzemi", "--kind", "printed", "--lang", "xx").code == 2


def test_number_words_are_figures(rulewright: Run) -> None:
    Path("game.yaml").write_text(TWINS, encoding="utf-8")
    done = rulewright(
        "texts", "game.yaml", sheet("id,text\nchest,Hráč nachází pět zlatých.\n"), "--lang", "cs"
    )
    assert done.out.splitlines()[-1] == "1 proved, 0 trusted, 0 open"


def test_texts_in_another_language_than_said_get_a_hint(rulewright: Run) -> None:
    Path("game.yaml").write_text(TWINS, encoding="utf-8")
    done = rulewright("texts", "game.yaml", sheet("id,text\nchest,hráč nachází 5 zlatých\n"))
    assert "add --lang cs" in done.err


def test_the_sheet_prints_what_designs_say_that_they_print(rulewright: Run) -> None:
    printed = "printed: {en: Find three gold!}, text: the player finds 3 gold"
    Path("game.yaml").write_text(TWINS.replace("text: the player finds 3 gold", printed), encoding="utf-8")
    assert "Find three gold!" in rulewright("cards", "game.yaml").out
    assert "hráč nachází 3 zlatých" in rulewright("cards", "game.yaml", "--lang", "cs").out


FLAT = TWINS.replace(
    "text: the player finds 3 gold",
    'text: "the player may:\\n  the player finds 3 gold\\nthe player finds 5 gold"',
)


def test_blocks_that_only_the_card_has_are_not_proved(rulewright: Run) -> None:
    Path("game.yaml").write_text(FLAT, encoding="utf-8")
    said = rulewright("cards", "game.yaml", "--lang", "cs").out
    assert "můžeš:" in said or "hráč může:" in said
    card = "purse: |\n  můžeš:\n    hráč nachází 3 zlatých\n    hráč nachází 5 zlatých\n"
    done = rulewright("texts", "game.yaml", sheet(card, "c.yaml"), "--lang", "cs")
    assert "1 proved" not in done.out


def test_names_in_a_sheet_may_be_decomposed(rulewright: Run) -> None:
    printed = unicodedata.normalize("NFD", "name,text\npochodeň,Zabíjí nestvůry se silou nejvýše 3.\n")
    done = rulewright("texts", "do-podzemi", sheet(printed), "--lang", "cs")
    assert done.out.splitlines()[-1] == "1 proved, 0 trusted, 0 open"


def test_a_sheet_without_texts_is_refused(rulewright: Run) -> None:
    done = rulewright("texts", "do-podzemi", sheet("id,text\ntorch,\n"))
    assert (done.code, done.out) == (2, "")
    assert "no row has a text" in done.err
