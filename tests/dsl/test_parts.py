"""Printed effects whose parts are done in any order: reading them, printing them as they stand on the card, mistakes,
and where games can have them.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulewright.dsl import tree as t
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.printing.statements import show, show_as, show_parts
from rulewright.dsl.resolve.roundtrip import read_again
from rulewright.dsl.tree.types import EFFECT, PARTS, mixed

from ..amount import some
from . import board_trees
from .tiny import boards, load, loaded, read

FINE = settings(
    max_examples=some(60, 150), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
TAKES = "the player takes the find: gain 1 gold"

# ---------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("written", "understood", "card"),
    [
        (
            "gain 1 gold; shuffle the deck",
            "the player in any order: the player gains 1 gold; shuffle the deck",
            "the player gains 1 gold; shuffle the deck",
        ),
        (
            "gain 1 gold and gain 1 gold",
            "the player in any order: the player gains 1 gold; the player gains 1 gold",
            "the player gains 1 gold; the player gains 1 gold",
        ),
        (
            "gain 1 gold; nothing\nshuffle the deck\n",
            "the player in any order: the player gains 1 gold; nothing; shuffle the deck",
            "the player gains 1 gold; nothing; shuffle the deck",
        ),
        (
            f"{TAKES}\nshuffle the deck",
            "the player in any order: (the player takes the find: the player gains 1 gold); shuffle the deck",
            "(the player takes the find: the player gains 1 gold); shuffle the deck",
        ),
        (
            "the leader in any order: the leader gains 1 gold; shuffle the deck",
            "the leader in any order: the leader gains 1 gold; shuffle the deck",
            "the leader in any order: the leader gains 1 gold; shuffle the deck",
        ),
        (
            "in any order: gain 1 gold; shuffle the deck",
            "the player in any order: the player gains 1 gold; shuffle the deck",
            "the player gains 1 gold; shuffle the deck",
        ),
    ],
)
def test_several_parts_are_in_any_order(written: str, understood: str, card: str) -> None:
    tree, wrong = read(written, "parts", boards())
    assert not wrong
    assert show(tree, boards().symbols) == understood
    assert show_as("parts", tree, boards().symbols) == understood
    assert show_parts(tree, boards().symbols) == card
    assert tree == read(understood, "effect", boards())[0]


@pytest.mark.parametrize(
    "written",
    [
        "the player gains 1 gold",
        "nothing",
        "the player gains 1 gold / (the player gains 2 gold; shuffle the deck)",
        "the player takes the find: the player gains 1 gold",
        "the player takes the find:\n  the player gains 1 gold\n  shuffle the deck",
        "the player pays 1 gold: the player gains 1 score",
        "the player pays 1 gold:\n  the player gains 1 score\n  shuffle the deck",
        "(the player pays 1 gold / the player pays 1 score): shuffle the deck",
        "the player pays 1 gold:\n  shuffle the deck / the player gains 1 score",
        "repeat 2 times:\n  the player gains 1 gold\n  shuffle the deck",
        "the player chooses one:\n  cheer: the player gains 1 gold\n  lay aside: shuffle the deck",
        "for each player, clockwise from the player: nothing",
        "the player may: the player gains 1 gold",
        "the player may:\n  the player gains 1 gold\n  shuffle the deck",
    ],
)
def test_a_single_statement_stays_as_it_is(written: str) -> None:
    """It means what it means as an effect, and what is in it is done in order."""
    tree, wrong = read(written, "parts", boards())
    assert not wrong
    assert not any(isinstance(one, t.AnyOrder) for one in tree)
    assert tree == read(written, "effect", boards())[0]
    assert show_parts(tree, boards().symbols) == written
    assert show_as("parts", tree, boards().symbols) == written


def test_brackets_keep_an_order() -> None:
    ordered, _ = read("(gain 1 gold; shuffle the deck)", "parts", boards())
    assert ordered == read("gain 1 gold; shuffle the deck", "effect", boards())[0]
    assert show_parts(ordered, boards().symbols) == "(the player gains 1 gold; shuffle the deck)"


costs = board_trees.payments.map(lambda cost: (cost,))
either = st.lists(costs, min_size=2, max_size=2, unique=True).map(
    lambda bodies: (t.Alternatives(board_trees.ACTOR, tuple(bodies), span=board_trees.S),)
)
rests = st.lists(board_trees.simple, min_size=1, max_size=2).map(tuple)
printable = st.one_of(
    board_trees.any_order.map(lambda one: (one,)),
    st.lists(board_trees.simple, min_size=2, max_size=3).map(
        lambda of: (t.AnyOrder(board_trees.ACTOR, tuple(of), span=board_trees.S),)
    ),
    board_trees.statements.map(lambda one: (one,)),
    st.tuples(costs | either, rests).map(lambda both: both[0] + both[1]),
    st.lists(board_trees.simple | board_trees.only_if, min_size=2, max_size=3).map(tuple),
)


@FINE
@given(printable)
def test_what_is_printed_reads_back(tree: tuple[t.Stmt, ...]) -> None:
    for printed in (show_parts(tree, boards().symbols), show_as("parts", tree, boards().symbols)):
        found, wrong = read(printed, "parts", boards())
        assert not wrong, (printed, wrong)
        assert found == tree, printed


# --------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("written", "code", "at", "says"),
    [
        ("gain 1 gold, then shuffle the deck", "RW213", "shuffle the deck", "'then' gives an order"),
        ("gain 1 gold / gain 1 score; shuffle the deck", "RW217", None, "2 ways"),
        ("gain 1 gold / gain 1 score, then shuffle the deck", "RW217", None, "2 ways"),
        ("may gain 1 gold; shuffle the deck", "RW217", None, "2 ways"),
        ("may gain 1 gold, then shuffle the deck", "RW217", None, "2 ways"),
        ("gain 1 gold; (gain 1 gold / gain 1 score)", "RW213", None, "not one of several"),
        ("gain 1 gold\nmay gain 1 score", "RW213", None, "left out already"),
        (
            "gain 1 gold\nrepeat 2 times: gain 1 score",
            "RW213",
            "repeat 2 times: gain 1 score\n",
            "not a block",
        ),
        ("gain 1 gold\npay 1 gold: gain 1 score", "RW213", "pay 1 gold: gain 1 score\n", "these are several"),
        (
            "in any order: gain 1 gold; nothing\nnothing",
            "RW213",
            "in any order: gain 1 gold; nothing\n",
            "block",
        ),
        ("the leader gains 1 gold; pays 2 gold", "RW212", "pays 2 gold", "does not say who does it"),
        ("gain 1 gold; gain 1 glod", "RW205", "glod", "no property 'glod'"),
        ("choose a card in the deck, as the pick; the player takes the pick", "RW202", "pick", "not named"),
    ],
)
def test_mistakes(written: str, code: str, at: str | None, says: str) -> None:
    tree, wrong = read(written, "parts", boards())
    assert tree is None
    assert [one.code for one in wrong] == [code]
    assert says in wrong[0].message
    span = wrong[0].span
    assert span is not None
    assert written[span.start : span.end] == (written if at is None else at).rstrip("\n") or at is None


def test_a_mistake_has_its_line_and_column() -> None:
    _, report = load(GAME.replace("grow; rest; rest", "grow; rset"))
    (one,) = report.diagnostics
    assert one.span is not None
    assert (one.code, one.span.line) == ("RW202", GAME.split("\n").index(STAFF) + 1)
    assert GAME.split("\n")[one.span.line - 1][one.span.column - 1 :].startswith("rest; rest}")


# ------------------------------------------------------------------------- games

STAFF = "      staff: {text: grow; rest; rest}"
GAME = f"""\
rulewright: 1
game: parts
players: 1..2
components:
  card:
    properties: {{text: effect in any order}}
    starts in: deck
    designs:
{STAFF}
      song: {{text: "pay 1 calm: grow"}}
      verse:
        text: |
          grow
          rest
      "rod {{n}}": {{each: {{n: 1..2}}, text: "gain {{n}} size; rest"}}
  rune:
    properties: {{text: effect}}
    starts in: deck
    designs:
      oath: {{text: grow; rest}}
places:
  deck: pile of cards and runes
  field:
    is: grid of cards, 1 by 1
    cell: spot
    properties: {{gift: effect in any order}}
    cells: {{a1: {{gift: rest; grow}}}}
players have:
  size: {{type: 0..9}}
  calm: {{type: 0..9}}
phrases:
  "{{grower: player}} grows": {{do: the grower gains 1 size, forms: [grow]}}
  rest: {{do: gain 1 calm}}
flow:
  - phase: only
    turns: clockwise from player 1, each player, once each
    turn: |
      choose a card or rune in the deck, as the pick
      if the text of the pick can be done: do the text of the pick
      do the gift of a1
"""
GROW = "the player grows"


def texts(game: Game) -> dict[str, str]:
    found = {name: one.effects["text"] for name, one in game.symbols.designs.items()}
    return {name: show(body, game.symbols) for name, body in found.items()}


def test_a_design_with_several_parts() -> None:
    game = loaded(GAME)
    assert texts(game) == {
        "staff": f"the player in any order: {GROW}; rest; rest",
        "song": f"the player pays 1 calm\n{GROW}",
        "verse": f"the player in any order: {GROW}; rest",
        "rod 1": "the player in any order: the player gains 1 size; rest",
        "rod 2": "the player in any order: the player gains 2 size; rest",
        "oath": f"{GROW}\nrest",
    }
    gift = game.symbols.places["field"].printed["a1"].effects["gift"]
    assert show(gift, game.symbols) == f"the player in any order: rest; {GROW}"


def test_every_text_of_such_a_game_reads_back() -> None:
    game = loaded(GAME)
    for text in game.texts:
        printed, tree, report = read_again(game, text)
        assert not report.diagnostics
        assert tree == text.tree, printed


def test_then_is_refused_in_designs_made_by_a_rule_too() -> None:
    _, report = load(GAME.replace('text: "gain {n} size; rest"', 'text: "gain {n} size, then rest"'))
    assert {one.code for one in report.diagnostics} == {"RW213"}


def test_a_variant_can_change_how_a_property_is_read() -> None:
    def with_variant(change: str) -> Game:
        report = Report()
        variant = Source("v.yaml", f"rulewright: 1\nvariant: other\nof: parts\n{change}")
        game = load_game([Source("game.yaml", GAME)], report, variants=[variant])
        assert game is not None, str(report.diagnostics)
        return game

    plain = with_variant("set: {components/card/properties/text: effect}")
    assert texts(plain)["staff"] == f"{GROW}\nrest\nrest"
    other = with_variant("set: {components/card/designs/staff/text: rest; grow}")
    assert texts(other)["staff"] == f"the player in any order: rest; {GROW}"


def test_an_effect_is_an_effect() -> None:
    """A property of several types can be in any order in some of them."""
    assert mixed(EFFECT, PARTS) == mixed(PARTS, EFFECT) == EFFECT
    assert mixed(PARTS, PARTS) == PARTS
    tree, wrong = read("effect in any order", "type")
    assert not wrong
    assert (str(tree.type), show(tree, boards().symbols)) == ("an effect in any order", "effect in any order")
    assert read("effect in any order or none", "type")[1][0].code == "RW216"
