"""How a game looks: names are checked, colours, symbols and positions become what programs draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.model.look import COLOURS, Look, Sign, Spot

SMALL = (Path(__file__).parent / "errors/small.yaml").read_text(encoding="utf-8")
BOARDS = """
  land: {is: map of cards, cell: town, cells: {hall: {to: [mill]}, mill: {to: [hall]}}}
  yard: {is: "grid of cards, 2 by 2", cell: square, plural: squares}
  paths: {is: "edges of cards, between squares", cell: path}
"""


def loaded(look: str, *, variants: tuple[str, ...] = (), extra: str = "") -> tuple[Game | None, Report]:
    report = Report()
    text = SMALL.replace("\ngame has:", f"{extra.rstrip()}\n\ngame has:", 1)
    files = [Source(f"v{number}.yaml", one) for number, one in enumerate(variants)]
    game = load_game([Source("small.yaml", f"{text}\n{look}\n")], report, variants=files, strict=False)
    return game, report


def look_of(look: str, *, variants: tuple[str, ...] = (), extra: str = "") -> Look:
    game, report = loaded(look, variants=variants, extra=extra)
    assert game is not None, report.diagnostics
    return game.look


def told(look: str, *, variants: tuple[str, ...] = (), extra: str = "") -> list[tuple[str, str]]:
    game, report = loaded(look, variants=variants, extra=extra)
    assert (game is None) == bool(report.diagnostics)
    return [(one.code, one.message) for one in report.diagnostics]


def test_everything_that_can_have_a_look() -> None:
    found = look_of(
        "look:\n"
        "  order: [table, deck]\n"
        '  players: [crimson, "#24A"]\n'
        '  types: {card: {colour: "#7A2f2f", symbol: k}}\n'
        '  designs: {stone: {symbol: "☠"}}\n'
        "  places: {deck: {colour: Navy}}\n"
        '  cells: {land: {hall: {at: "1.5 -2", colour: "#ddd"}}, yard: {a1: {symbol: x}}}',
        extra=BOARDS,
    )
    assert found == Look(
        order=("table", "deck"),
        players=("#dc143c", "#2244aa"),
        types={"card": Sign("#7a2f2f", "k")},
        designs={"stone": Sign(None, "☠")},
        places={"deck": Sign("#000080", None)},
        cells={"land": {"hall": Spot("#dddddd", None, (1.5, -2.0))}, "yard": {"a1": Spot(None, "x")}},
    )


def test_a_word_of_a_list_has_a_look() -> None:
    extra = "\ngame has:\n  mood: {type: red or blue or none}"
    text = SMALL.replace("\ngame has:", extra, 1) + "\nlook: {words: {red: {colour: red}}}\n"
    report = Report()
    game = load_game([Source("small.yaml", text)], report, strict=False)
    assert game is not None, report.diagnostics
    assert game.look.words == {"red": Sign("#ff0000", None)}


def test_a_grid_can_be_drawn_as_far_as_anything_lies_on_it() -> None:
    assert look_of("look: {places: {yard: {crop: yes}}}", extra=BOARDS).cropped == {"yard"}
    assert look_of("look: {places: {yard: {crop: no}}}", extra=BOARDS).cropped == frozenset()


def test_a_game_without_a_look_has_an_empty_one() -> None:
    assert look_of("") == Look()


@pytest.mark.parametrize(
    ("look", "code", "message"),
    [
        ("order: [tabel]", "RW223", "there is no place 'tabel'"),
        ("order: [table, table]", "RW223", "'table' stands twice in 'order'"),
        ("types: {crad: {symbol: k}}", "RW223", "there is no type of pieces 'crad'"),
        ("places: {dek: {symbol: k}}", "RW223", "there is no place 'dek'"),
        ("fold: [tabel]", "RW223", "there is no place or state 'tabel'"),
        ("hidden: [table, table]", "RW223", "'table' stands twice in 'hidden'"),
        ("panel: [table]", "RW223", "there is no state or number 'table'"),
        ("leads: table", "RW223", "there is no number of players 'table'"),
        ("next: table", "RW223", "there is no name of a player 'table'"),
        ("words: {blue: {symbol: k}}", "RW223", "there is no word 'blue'"),
        ("cells: {table: {a1: {symbol: k}}}", "RW223", "there is no board 'table'"),
        ("cells: {yard: {a3: {symbol: k}}}", "RW223", "there is no square of 'yard' 'a3'"),
        ("cells: {paths: {a1-b2: {symbol: k}}}", "RW223", "there is no path of 'paths' 'a1-b2'"),
        ("players: [12]", "RW224", "'12' is no colour"),
        ('designs: {oak: {colour: "#12345"}}', "RW224", "'#12345' is no colour"),
        ('designs: {oak: {symbol: "a b"}}', "RW225", "'a b' is no symbol: …"),
        ('cells: {yard: {a1: {at: "1 1"}}}', "RW226", "the cells of 'yard' lie where its shape says"),
        ('cells: {land: {hall: {at: "1, 1"}}}', "RW226", "'1, 1' is no position"),
        ('cells: {land: {hall: {at: "1"}}}', "RW226", "'1' is no position"),
        ("places: {land: {crop: yes}}", "RW226", "'land' is no grid, so nothing of it can be left out"),
        ("places: {yard: {crop: often}}", "RW226", "'crop' is yes or no, not 'often'"),
        ("designs: {oak: {color: red}}", "RW101", "there is no key 'color' in 'oak'"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(look: str, code: str, message: str) -> None:
    ((found, said),) = told(f"look:\n  {look}", extra=BOARDS)
    assert found == code
    assert said == message or (message.endswith("…") and said.startswith(message[:-1]))


def test_what_is_declared_and_could_not_be_used_is_reported_once() -> None:
    look = "look: {places: {attic: {symbol: a}}, types: {card: {symbol: k}}}"
    assert [code for code, _ in told(look, extra="\n  attic: {is: heap of cards}")] == ["RW202"]


def test_every_named_colour_has_six_digits() -> None:
    assert all(len(one) == 7 and int(one[1:], 16) >= 0 for one in COLOURS.values())


def test_how_a_game_looks_is_no_part_of_its_hash() -> None:
    plain, _ = loaded("")
    painted, _ = loaded("look: {types: {card: {colour: red}}}")
    other, _ = loaded("sections: {end: {en: End}}")
    assert plain is not None
    assert painted is not None
    assert other is not None
    assert plain.content_hash == painted.content_hash != other.content_hash


HEAD = "rulewright: 1\nvariant: v\nof: small\n"


def test_a_variant_adds_to_the_look_and_changes_it() -> None:
    look = "look:\n  order: [table]\n  designs: {oak: {symbol: o, colour: green}}"
    patch = (
        "set: {look/designs/oak/symbol: x}\nreplace: {look/order: [deck, table]}\n"
        "look: {designs: {stone: {symbol: s}}}"
    )
    found = look_of(look, variants=(HEAD + patch,))
    assert found.order == ("deck", "table")
    assert found.designs == {"oak": Sign("#008000", "x"), "stone": Sign(None, "s")}


def test_what_a_variant_misspells_is_an_error() -> None:
    assert told("", variants=(HEAD + "look: {designs: {okk: {symbol: s}}}",)) == [
        ("RW223", "there is no design 'okk'")
    ]


def test_what_a_variant_removes_may_keep_its_look() -> None:
    look = "look:\n  designs: {thorn: {symbol: t}, oak: {symbol: o}}"
    found = look_of(look, variants=(HEAD + "remove: [components/card/designs/thorn]",))
    assert found.designs == {"oak": Sign(None, "o")}


def test_what_one_variant_removes_from_another_may_keep_its_look() -> None:
    one = HEAD.replace("variant: v", "variant: a") + (
        "components: {card: {designs: {fern: {value: 1}}}}\nlook: {designs: {fern: {symbol: f}, oak: {symbol: o}}}"
    )
    other = HEAD.replace("variant: v", "variant: b") + "over: a\nremove: [components/card/designs/fern]"
    assert look_of("", variants=(one, other)).designs == {"oak": Sign(None, "o")}


def test_a_misspelt_name_is_an_error_with_variants_too() -> None:
    said = told("look: {designs: {okk: {symbol: o}}}", variants=(HEAD + "set: {steps: 100}",))
    assert said == [("RW223", "there is no design 'okk'")]


def test_images_and_corners() -> None:
    found = look_of(
        "look:\n"
        '  types: {card: {image: "art/{design}.png", back: art/back.webp, corners: [value]}}\n'
        "  designs: {stone: {image: other/a stone.JPG}}\n"
        "  places: {yard: {board: art/yard.gif}}",
        extra=BOARDS,
    )
    assert found.images["stone"].path == "other/a stone.JPG"
    assert {one.path for name, one in found.images.items() if name != "stone"} == {
        f"art/{name.replace(' ', '-')}.png" for name in found.images if name != "stone"
    }
    assert {name: one.path for name, one in found.backs.items()} == {"card": "art/back.webp"}
    assert {name: one.path for name, one in found.grounds.items()} == {"yard": "art/yard.gif"}
    assert found.corners == {"card": ("value",)}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("../stone.png", "leads to no file inside"),
        ("art/../../stone.png", "leads to no file inside"),
        ("/etc/stone.png", "leads to no file inside"),
        ("art//stone.png", "leads to no file inside"),
        ("art\\stone.png", "leads to no file inside"),
        (".git/stone.png", "leads to no file inside"),
        ("https://example.org/stone.png", "leads to no file inside"),
        ("stone.svg", "can hold programs"),
        ("stone.html", "is no image"),
        ("stone", "is no image"),
        ("{design}.png", "names no file"),
    ],
)
def test_a_path_that_is_no_image(path: str, message: str) -> None:
    ((code, said),) = told(f"look:\n  designs: {{stone: {{image: '{path}'}}}}")
    assert code == "RW227"
    assert said.startswith(f"'{path}' {message}")


def test_only_boards_have_a_ground_and_only_numbers_stand_in_corners() -> None:
    assert told("look: {places: {deck: {board: a.png}}}") == [
        ("RW227", "'deck' is no board, so nothing lies under its cells")
    ]
    ((code, _),) = told("look: {types: {card: {corners: [vlaue]}}}")
    assert code == "RW223"
