"""`rulewright prose`: what a rulebook and its game say differently, and what they do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT, Run

ORCHARD = """
rulewright: 1
game: orchard
title: {en: The Orchard, cs: Sad}
players: 2..4
players have:
  baskets: {type: 0..20, cs: {nom: košíky, gen: košíků, gender: i pl}}
components:
  tree:
    cs: {nom: strom, gen: stromu, also: [dřevina]}
    properties: {fruit: {type: 0..9, cs: {nom: ovoce, gen: ovoce}}}
    starts in: the meadow
    designs:
      apple: {copies: 4, fruit: 3, cs: {nom: jabloň, gen: jabloně, gender: f}, source: house}
      pear: {copies: 3, fruit: 2, cs: {nom: hrušeň, gen: hrušně, gender: f}, source: house}
      cherry: {copies: 2, fruit: 5, cs: {nom: třešeň, gen: třešně, gender: f}, source: house}
      walnut: {copies: 1, fruit: 4, cs: {nom: ořešák, gen: ořešáku}, source: house}
  bird:
    cs: {nom: pták, gen: ptáka, gender: m}
    properties: {hunger: {type: 0..9, cs: {nom: hlad, gen: hladu}}}
    starts in: the meadow
    designs:
      starling: {copies: 2, hunger: 2, cs: {nom: špaček, gen: špačka, gender: m}, source: house}
      jay: {copies: 2, hunger: 3, cs: {nom: sojka, gen: sojky, gender: f}, source: house}
  helper:
    cs: {nom: pomocník, gen: pomocníka, gender: m}
    starts in: the meadow
    designs:
      friend of the wind: {cs: {nom: přítel větru, gen: přítele větru, gender: m}, source: house}
      wooden ladder: {cs: {nom: dřevěný žebřík, gen: dřevěného žebříku}, source: house}
places: {meadow: {is: "area of trees and birds and helpers", cs: {nom: louka, gen: louky}}}
labels: {pick: {cs: natrhat ovoce}}
rules:
  fruit.1: {says: Every tree bears fruit., cs: Každý strom rodí ovoce až do podzimu., kind: note}
plain words: {cs: [brouk], en: [beetle]}
flow:
  - phase: play
    do: the match ends
"""


@pytest.fixture
def orchard(tmp_path: Path) -> str:
    Path("orchard.yaml").write_text(ORCHARD, encoding="utf-8")
    return "./orchard.yaml"


def found(run: Run, game: str, text: str, language: str) -> list[tuple[str, tuple[int, ...], str]]:
    """Kind, lines and message of each finding about a text."""
    Path("book.txt").write_text(text, encoding="utf-8")
    done = run("prose", game, "book.txt", "--lang", language, "--format", "json")
    assert done.err == ""
    findings = json.loads(done.out)["findings"]
    assert done.code == (1 if findings else 0)
    assert all(one["line"] == one["lines"][0] for one in findings)
    return [(one["kind"], tuple(one["lines"]), one["message"]) for one in findings]


FAULTS = {
    # --- names with another word
    "another word after a noun": (
        "cs",
        "Přítel deště pomáhá. Když přijde přítel deště, vezmi si strom.",
        [("term", (1,), "'přítel deště', but the game says 'přítel větru'")],
    ),
    "once, before a mark": (
        "cs",
        "Na konci přijde přítel louky.\n",
        [("term", (1,), "'přítel louky', but the game says 'přítel větru'")],
    ),
    "another adjective": (
        "cs",
        "Vezmi si kovový žebřík.",
        [("term", (1,), "'kovový žebřík', but the game says 'dřevěný žebřík'")],
    ),
    "another noun": (
        "cs",
        "Opři o strom dřevěné schody. Na schody si stoupni.",
        [
            ("noun", (1,), "'schody' is said 2 times, and nothing in the game has this name"),
            ("term", (1,), "'dřevěné schody', but the game says 'dřevěný žebřík'"),
        ],
    ),
    "another word in English": (
        "en",
        "Ask the friend of the rain.",
        [("term", (1,), "'friend of the rain', but the game says 'friend of the wind'")],
    ),
    # --- nouns
    "a noun": (
        "cs",
        "Za plotem roste strom.\nStrom stojí u plotu.",
        [("noun", (1, 2), "'plotu' is said 2 times, and nothing in the game has this name")],
    ),
    "a noun in English": (
        "en",
        "Walk to the fence. A tree stands by the old fence.",
        [("noun", (1,), "'fence' is said 2 times, and nothing in the game has this name")],
    ),
    # --- counts
    "too few": ("cs", "Obsah:\n• 9 stromů\n• 4 ptáci", [("count", (2,), "9 of 'strom', but the game has 10")]),
    "cards of it": ("cs", "• 9 karet stromů", [("count", (1,), "9 of 'strom', but the game has 10")]),
    "times": (
        "cs",
        "V sadu je jabloň (3×) a ořešák (1x).",
        [("count", (1,), "3 of 'jabloň', but the game has 4")],
    ),
    "too many in English": ("en", "- 11 trees\n- 4 birds", [("count", (1,), "11 of 'tree', but the game has 10")]),
    # --- lists
    "two lists": (
        "cs",
        "Zasaď louku, třešně, hrušně a sojky.\n\n- louka: tady\n- třešeň: tam\n- hrušeň: tam\n- špaček: vedle",
        [
            (
                "list",
                (1, 3, 4, 5, 6),
                "two lists differ in one member: 'sojky' (line 1), 'špaček' (line 6)",
            )
        ],
    ),
    "a set of the game": (
        "cs",
        "Stromem je jabloň, hrušeň, třešeň nebo švestka.",
        [("list", (1,), "a list has 'švestka' where the game has 'ořešák' (the designs of 'strom')")],
    ),
    # --- properties
    "a possessive": (
        "cs",
        "Zažeň ptáky. Sečti jejich ovoce.",
        [("property", (1,), "'jejich ovoce' is of 'pták', which has no such property")],
    ),
    "a genitive": (
        "cs",
        "Sečti hlad stromů.",
        [("property", (1,), "'hlad stromů' is of 'strom', which has no such property")],
    ),
    "a possessive in English": (
        "en",
        "Chase the birds. Add up their fruit.",
        [("property", (1,), "'their fruit' is of 'bird', which has no such property")],
    ),
    # --- players
    "a table": (
        "cs",
        "2 hráči: 3 karty\n3 hráči: 4 karty",
        [("players", (1, 2), "a table is for 2, 3 players, but not for 4")],
    ),
    "the columns of a table": (
        "cs",
        "Počet hráčů: 2 4\nKaret: 5 6",
        [("players", (1,), "a table is for 2, 4 players, but not for 3")],
    ),
    "too many players": (
        "cs",
        "Hra pro 2 až 6 hráčů, nejlépe pro 5 hráčů.",
        [("players", (1,), "5 players, but the game is for 2 to 4")],
    ),
    # --- icons and holes
    "an icon": (
        "cs",
        "Vezmi si \uf022 ovoce.\n\nUtrhni \uf023.\n" + "\n" * 9 + "Strom \ufffd.",
        [
            ("icon", (1, 3), "a character that is no letter, number or mark (U+F022, U+F023): an icon was here"),
            ("icon", (13,), "a character that is no letter, number or mark (U+FFFD): an icon was here"),
        ],
    ),
    "empty brackets": (
        "cs",
        "Strom ( ) stojí.",
        [("hole", (1,), "nothing in the brackets '( )': something is missing here")],
    ),
    "no noun": ("cs", "Ovoce dej do.", [("hole", (1,), "nothing between 'do' and '.': something is missing here")]),
    "a space": ("cs", "Utrhni , co chceš.", [("hole", (1,), "a space before ',': something is missing here")]),
    "a space in a word": ("cs", "Natrhej o vo ce.", [("hole", (1,), "a space within 'ovoce'")]),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_found(rulewright: Run, orchard: str, case: str) -> None:
    language, text, expected = FAULTS[case]
    assert found(rulewright, orchard, text, language) == expected


RIGHT = {
    "the name itself": ("cs", "Přítel větru přišel. S přítelem větru se radí pták."),
    "a verb after the noun": ("cs", "Žebřík stojí. Žebřík stojí u stromu."),
    "an ordinary adjective": ("cs", "Vezmi si druhý žebřík a položený žebřík."),
    "a word that an adjective describes": ("cs", "Žebřík stojí, žebřík spadne. Vezmi si kovový žebřík."),
    "the name in English": ("en", "The friend of the wind calls. Ask a friend of the wind."),
    "a noun that is said once": ("cs", "Za plotem roste strom."),
    "an ordinary noun": ("cs", "Na začátku hry je na řadě hráč. Od začátku hry je na tahu."),
    "a noun of a statement": ("cs", "Od podzimu do podzimu."),
    "a word of a label": ("cs", "Do ovoce a z ovoce."),
    "another name": ("cs", "Pod dřevinou a nad dřevinou."),
    "a plain word": ("cs", "Na brouka a pro brouka."),
    "a plain word in English": ("en", "Look at the beetle. Take the beetle."),
    "adjectives and pronouns": ("cs", "S nimi, do některého, na prázdném, u něj. S nimi, do některého, na prázdném."),
    "the right counts": ("cs", "• 10 stromů\n• 4 ptáci\n• 2 špačci\nVedle stojí jabloň (4×)."),
    "some of them": ("cs", "• 3 stromy pro hráče\n• alespoň 3 stromy\n• vezmi 2 stromy"),
    "labels of a picture": ("cs", "2 Strom\n\n3 Pták"),
    "a list of all": ("cs", "Stromem je jabloň, hrušeň, třešeň nebo ořešák."),
    "the same list twice": ("cs", "Zasaď jabloň, hrušeň, třešeň a ořešák. Poraz ořešák, jabloň, hrušeň a třešeň."),
    "lists that differ in two": ("cs", "Vezmi jabloň, špačka, louku a sojku. Vrať jabloň, louku, košíky a ořešák."),
    "a property of its own": ("cs", "Prohlédni si stromy. Sečti jejich ovoce a hlad ptáků. Ovoce stromů je zralé."),
    "a table of all": ("cs", "2 hráči 3 karty\n3–4 hráči 4 karty"),
    "columns for all": ("cs", "Počet hráčů: 2 3–4\nKaret: 5 6"),
    "one row is no table": ("cs", "2 hráči se střídají."),
    "players": ("cs", "Hra pro 2 až 4 hráče, nejlépe pro 3 hráče."),
    "marks": ("cs", "Jdi kolem. Co [..] dál… (a tak dále), 50 %, „ovoce“ – 2 × 3 = 6 °C"),
    "a divided word": ("cs", "Utrhni ovo-\nce a dej je pří-\n\nteli větru."),
    "byte order and line ends": ("cs", "\ufeffStrom rodí ovoce.\r\nPták má hlad.\r\n"),
}  # fmt: skip


@pytest.mark.parametrize("case", RIGHT)
def test_what_fits_is_not_found(rulewright: Run, orchard: str, case: str) -> None:
    language, text = RIGHT[case]
    assert found(rulewright, orchard, text, language) == []


def test_the_lines_of_a_finding(rulewright: Run, orchard: str) -> None:
    """The first stands before it, as editors read it; many others are cut."""
    Path("book.txt").write_text("Stojí u plotu.\n" * 12, encoding="utf-8")
    done = rulewright("prose", orchard, "book.txt", "--lang", "cs")
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines() == [
        "book.txt:1: noun: 'plotu' is said 12 times, and nothing in the game has this name "
        "(also lines 2, 3, 4, 5, 6, 7, 8, 9, …)",
        "1 finding",
    ]
    Path("book.txt").write_text("Strom.\n", encoding="utf-8")
    assert rulewright("prose", orchard, "book.txt", "--lang", "cs").out == "nothing found\n"


def test_names_of_a_shipped_game(rulewright: Run) -> None:
    text = "Contents:\n- 14 monsters\n- 4 heroes\n\nPick a hero: knight, barbarian, mage or thief."
    assert [one[:2] for one in found(rulewright, "do-podzemi", text, "en")] == [
        ("count", (2,)),
        ("list", (5,)),
    ]
    text = "Prsten síly zabíjí gobliny.\nZabij nestvůry a sečti jejich zdraví."
    assert [one[:2] for one in found(rulewright, "do-podzemi", text, "cs")] == [
        ("term", (1,)),
        ("property", (2,)),
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "No such file or directory"),
        (b"", "it is empty"),
        (b" \n\n", "it is empty"),
        (b"strom\0", "it is no text file"),
        (b"\x89PNG\r\n\x1a\n\xff", "it is not encoded as UTF-8; save it so"),
        ("košík".encode("cp1250"), "it is not encoded as UTF-8; save it so"),
    ],
)
def test_a_file_that_cannot_be_read(rulewright: Run, orchard: str, data: bytes | None, reason: str) -> None:
    if data is not None:
        Path("book.txt").write_bytes(data)
    done = rulewright("prose", orchard, "book.txt", "--lang", "cs")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"rulewright prose: book.txt cannot be read: {reason}\n"


def test_a_folder_is_no_rulebook(rulewright: Run, orchard: str) -> None:
    Path("book.txt").mkdir()
    done = rulewright("prose", orchard, "book.txt")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("rulewright prose: book.txt cannot be read: ")


def test_languages_without_lists_of_words(rulewright: Run, orchard: str) -> None:
    Path("book.txt").write_text("Strom.\n", encoding="utf-8")
    for language in ("xx", ""):
        done = rulewright("prose", orchard, "book.txt", "--lang", language)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"rulewright prose: rulebooks cannot be read in the language '{language}'\n"


def test_a_game_without_names_in_the_language(rulewright: Run) -> None:
    Path("plain.yaml").write_text(
        "rulewright: 1\ngame: plain\nplayers: 2\nflow:\n  - phase: play\n    do: the match ends\n",
        encoding="utf-8",
    )
    Path("book.txt").write_text("Strom.\n", encoding="utf-8")
    done = rulewright("prose", "./plain.yaml", "book.txt", "--lang", "cs")
    assert (done.code, done.out) == (2, "")
    assert done.err == "rulewright prose: nothing in plain has a name in the language 'cs'\n"


def test_the_stemmer_is_an_extra(orchard: str) -> None:
    Path("book.txt").write_text("Tree.\n", encoding="utf-8")
    program = (
        "import sys; sys.modules['snowballstemmer'] = None\n"
        f"from rulewright.workbench.cli import main; sys.exit(main(['prose', {orchard!r}, 'book.txt']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / ".ns"), "PATH": ""},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith('which is not installed: pip install "rulewright[prose]"\n')
