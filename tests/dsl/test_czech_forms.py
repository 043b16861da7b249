"""Forms of Czech names: paradigms, names of several words, what is given, and what is guessed."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest
import rulewright
from rulewright.dsl.languages import catalogue
from rulewright.dsl.languages.cs.declension import CASES, adjective, inflected

from .tiny import load, loaded

PARADIGMS = [
    line
    for line in (Path(__file__).parent / "czech_paradigms.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def forms(of: str, gen: str, gender: str = "", **more: str) -> dict[str, str]:
    return inflected({"nom": of, "gen": gen, **({"gender": gender} if gender else {}), **more})


@pytest.mark.parametrize("line", PARADIGMS)
def test_a_noun_is_declined(line: str) -> None:
    gender, one, several = (part.split() for part in line.split("|"))
    found = forms(one[0], one[1], " ".join(gender))
    assert [found[case] for case in CASES] == one
    assert [found[f"plural {case}"] for case in CASES] == several
    assert (found["few"], found["many"]) == (several[0], several[1])


@pytest.mark.parametrize(
    ("nom", "gen", "gender", "form", "expected"),
    [
        ("ohnivá stěna", "ohnivé stěny", "", "acc", "ohnivou stěnu"),
        ("svatý grál", "svatého grálu", "", "plural loc", "svatých grálech"),
        ("dračí kopí", "dračího kopí", "n", "dat", "dračímu kopí"),
        ("padací mříž", "padací mříže", "f", "plural ins", "padacími mřížemi"),
        ("obří pavouk", "obřího pavouka", "m", "plural nom", "obří pavouci"),
        ("strážný golem", "strážného golema", "m", "plural nom", "strážní golemi"),
        ("prsten moci", "prstenu moci", "", "ins", "prstenem moci"),
        ("smlouva s démonem", "smlouvy s démonem", "", "acc", "smlouvu s démonem"),
        ("přesýpací hodiny", "přesýpacích hodin", "f pl", "loc", "přesýpacích hodinách"),
        ("přesýpací hodiny", "přesýpacích hodin", "f pl", "acc", "přesýpací hodiny"),
        ("životy", "životů", "i pl", "many", "životů"),
        ("dveře", "dveří", "f pl", "ins", "dveřemi"),
        ("bodáky", "bodáků", "i pl", "loc", "bodácích"),
        ("hrdinové", "hrdinů", "m pl", "dat", "hrdinům"),
        ("padlí", "padlých", "m pl", "ins", "padlými"),
        ("natočení", "natočení", "n pl", "gen", "natočení"),
        ("natočení", "natočení", "n pl", "loc", "natočeních"),
        ("vrata", "vrat", "n pl", "ins", "vraty"),
    ],
)
def test_a_name_of_several_words_or_without_a_singular(
    nom: str, gen: str, gender: str, form: str, expected: str
) -> None:
    assert forms(nom, gen, gender)[form] == expected


@pytest.mark.parametrize(
    ("word", "gender", "form", "expected"),
    [
        ("mladý", "f", "acc", "mladou"),
        ("vysoký", "m", "plural nom", "vysocí"),
        ("jarní", "n", "dat", "jarnímu"),
        ("tichý", "m", "plural", "tiší"),
        ("lame", "f", "acc", "lame"),
    ],
)
def test_an_adjective_agrees(word: str, gender: str, form: str, expected: str) -> None:
    assert adjective(word, gender, form) == expected


def test_what_is_given_is_kept() -> None:
    found = forms("andílek", "andílka", "m", plural="andílci", many="andílků")
    assert (found["plural"], found["plural nom"], found["few"], found["many"]) == (
        "andílci",
        "andílci",
        "andílci",
        "andílků",
    )
    assert forms("syn", "syna", "m", dat="synu")["dat"] == "synu"
    found = forms("zeď", "zdi", "f", **{"plural ins": "zdmi", "plural gen": "zdí"})
    assert (found["few ins"], found["many ins"], found["many"]) == ("zdmi", "zdmi", "zdí")


@pytest.mark.parametrize(
    ("nom", "gen", "acc", "gender"),
    [
        ("karta", "karty", "", "f"),
        ("kouzlo", "kouzla", "", "n"),
        ("hrad", "hradu", "", "i"),
        ("upír", "upíra", "upíra", "m"),
        ("duše", "duše", "duši", "f"),
        ("meč", "meče", "", None),
        ("pole", "pole", "", None),
    ],
)
def test_a_gender_is_guessed_only_if_the_forms_tell_it(
    nom: str, gen: str, acc: str, gender: str | None
) -> None:
    assert forms(nom, gen, "", **({"acc": acc} if acc else {})).get("gender") == gender


def test_nothing_follows_from_a_nominative_alone_or_from_what_fits_no_paradigm() -> None:
    assert inflected({"nom": "kupec"}) == {"nom": "kupec"}
    assert forms("kupec", "kupec", "m") == {"nom": "kupec", "gen": "kupec", "gender": "m"}
    for nom, gen in (
        ("včela", "vosy"),
        ("sousedův pes", "sousedova psa"),
    ):
        assert set(forms(nom, gen, "f")) == {"nom", "gen", "gender"}, "not what the paradigms can do"
    assert forms("pán hradu", "pána", "m") == {"nom": "pán hradu", "gen": "pána", "gender": "m"}


def test_the_catalogue_has_every_form_that_is_made() -> None:
    known = catalogue("cs")
    assert known is not None
    assert set(forms("karta", "karty")) <= set(known.forms)
    assert set(known.genders) >= {"m", "i", "f", "n", "f pl"}


GAME = """
rulewright: 1
game: fair
title: {en: Fair, cs: Pouť}
players: 2
components:
  doll:
    cs: {nom: panenka, gen: panenky}
    starts in: the shelf
    designs: {rag doll: {copies: 6, cs: {nom: hadrová panenka, gen: hadrové panenky}, source: house}}
  bear:
    cs: {nom: medvěd, gen: medvěda, gender: m}
    starts in: the shelf
    designs: {brown bear: {cs: {nom: medvěd hnědý, gen: medvěda hnědého, gender: m}, source: house}}
places: {shelf: {is: area of dolls and bears, cs: {nom: police, gen: police, gender: f}}}
phrases:
  "{taker: player} takes {n: 1..6} like {toy: doll or bear}":
    log:
      en: "{taker} takes {n: doll}."
      cs: "{taker} bere {n: doll acc}; {toy} je {toy: vzat/vzata/vzato}. {taker: Rád/Ráda/Rádo}."
    do: put toy into the shelf
flow:
  - phase: play
    do: |
      player 1 takes 1 like any doll in the shelf
      player 1 takes 3 like any bear in the shelf
      player 1 takes 5 like any doll in the shelf
      the match ends
"""


def test_lines_of_the_log_use_the_forms_and_agree() -> None:
    match = rulewright.Match(loaded(GAME), players=["Anna", "Bob"], seed=1)
    lines = match.log(None, "cs")
    assert lines[:3] == [
        "Anna bere 1 panenku; hadrová panenka je vzata. Rád(a).",
        "Anna bere 3 panenky; medvěd hnědý je vzat. Rád(a).",
        "Anna bere 5 panenek; hadrová panenka je vzata. Rád(a).",
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{toy: vzat/vzata}", "2 words are given, but Czech needs one for each of: m or i, f, n"),
        (
            "{n: vzat/vzata/vzato}",
            "words agree with a piece, a kind, a place or a player, and this is a number from 1 to 6",
        ),
    ],
)
def test_words_that_cannot_agree_are_errors(given: str, message: str) -> None:
    _, report = load(GAME.replace("{toy: vzat/vzata/vzato}", given))
    assert message in [one.message for one in report.diagnostics]


def test_words_of_a_name_without_a_gender_are_reported() -> None:
    _, report = load(GAME.replace("gen: medvěda hnědého, gender: m", "acc: medvěda hnědého"))
    assert "'brown bear' has no Czech form 'gender'" in [one.message for one in report.diagnostics]


def test_names_are_sorted_by_the_czech_alphabet() -> None:
    known = catalogue("cs")
    assert known is not None
    names = [
        "zlodějka",
        "čaroděj",
        "barbar",
        "chrlič",
        "hraničář",
        "rytíř",
        "řeka",
        "ruka",
        "cesta",
        "ďábel",
        "dar",
        "drak",
    ]
    expected = "barbar cesta čaroděj ďábel dar drak hraničář chrlič ruka rytíř řeka zlodějka"
    assert sorted(names, key=known.collated) == expected.split()


def test_the_log_speaks_of_players_in_their_gender() -> None:
    players = [rulewright.Player("Anna", "f"), rulewright.Player("Bob", "m")]
    match = rulewright.Match(loaded(GAME), players=players, seed=1)
    assert match.log(None, "cs")[0] == "Anna bere 1 panenku; hadrová panenka je vzata. Ráda."
    again = rulewright.Match.load(match.game, match.save())
    assert again.log(None, "cs") == match.log(None, "cs")
    assert again.players == ("Anna", "Bob")


def test_a_gender_that_no_language_has_is_refused() -> None:
    with pytest.raises(rulewright.SetupError, match="'Anna' has a gender 'x', which no language has"):
        rulewright.Match(loaded(GAME), players=[rulewright.Player("Anna", "x"), "Bob"])


def test_a_record_with_senseless_genders_is_refused() -> None:
    match = rulewright.Match(loaded(GAME), players=[rulewright.Player("Anna", "f"), "Bob"], seed=1)
    for genders in (["f"], "f", [1, 2]):
        data = json.loads(match.save()) | {"genders": genders}
        data.pop("check")
        data["check"] = zlib.crc32(json.dumps(data, ensure_ascii=False, sort_keys=True).encode("utf-8"))
        with pytest.raises(rulewright.SaveError, match="nothing sensible under 'genders'"):
            rulewright.Match.load(match.game, json.dumps(data))


def test_a_gender_is_a_text() -> None:
    with pytest.raises(TypeError, match="a gender is a text, not None"):
        rulewright.Player("Anna", None)  # type: ignore[arg-type]
