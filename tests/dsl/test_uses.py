"""What the words of texts name, recorded while they are resolved."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Text
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.load import load_game
from rulewright.dsl.model.game import Game
from rulewright.dsl.model.symbols import Symbols
from rulewright.dsl.model.uses import Use
from rulewright.dsl.resolve import readings, recorded
from rulewright.dsl.resolve.context import Context, Notes
from rulewright.dsl.resolve.readings import resolve_text
from rulewright.dsl.resolve.roundtrip import RESOLVERS
from rulewright.dsl.syntax.forest import Token, Tree
from rulewright.dsl.syntax.keywords import VOCABULARY
from rulewright.workbench.files.games import find_game, read
from rulewright.workbench.files.shipped import shipped_games

MARKS = frozenset({"_NL", "_INDENT", "_DEDENT", "$END", "INT"})
"""Terminals of the vocabulary that name nothing."""

GAME = """
rulewright: 1
game: uses
players: 2..4
components:
  card:
    properties: {cost: 0..9, colour: red or blue, power: effect}
    state: {open: yes or no}
    designs:
      ruby: {plural: rubies, cost: 3, colour: red, power: nothing}
      pearl: {cost: 2, colour: blue, power: nothing}
  pawn:
    properties: {cost: 0..9}
    designs: {scout: {cost: 1}}
places:
  deck: pile of cards, hidden
  hall: {is: "map of pawns", cell: room, cells: {north room: {to: [south room]}, south room: {}}}
  hand: hand of cards
game has: {pot: 0..99, card: card or none}
players have: {gold: {type: 0..99, singular: coin}, ready: yes or no}
options: {long game: {type: yes or no, default: no}}
numbers:
  limit: pot + 1
  "price of {ware: card}": cost of ware + 1
phrases:
  "{buyer: player} buys {prize: card}":
    forms: ["{prize: card} goes to {buyer: player}"]
    state: {sold: 0..9}
    do: put prize into buyer's hand
flow:
  - phase: set-up
    do: nothing
"""


def game() -> Game:
    report = Report()
    found = load_game([Source("game.yaml", GAME)], report, strict=False)
    assert found is not None, [one.message for one in report.diagnostics]
    return found


def uses(text: str, start: str = "effect", of: Game | None = None) -> list[tuple[str, str, str]]:
    """The words, what they name, and whose it is."""
    symbols = (of or game()).symbols
    given = Text(text)
    context = Context(symbols, given, uses=[])
    report = Report()
    assert resolve_text(given, start, RESOLVERS[start], context, report) is not None, [
        one.message for one in report.diagnostics
    ]
    assert context.uses is not None
    return [
        (text[use.start : use.end], use.sort, " or ".join((use.name, *use.owner))) for use in context.uses
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("put the top card of the deck into the player's hand", "type card; place deck; place hand"),
        ("the player gains 2 gold; pay a coin", "property gold/player; property gold/player"),
        (
            "let n be the pot + the limit; pot becomes n",
            "variable n; state pot; number limit; state pot; variable n",
        ),
        (
            "for each card in the deck: that card becomes open",
            "type card; place deck; type card; property open/card",
        ),
        (
            "if there is a card in the deck with colour = red: nothing",
            "type card; place deck; property colour/card; word red",
        ),
        (
            "the player buys any ruby in the deck",
            "phrase {buyer: player} buys {prize: card}; design ruby; place deck",
        ),
        ("buy any ruby in the deck", "phrase {buyer: player} buys {prize: card}; design ruby; place deck"),
        (
            "choose a ruby in the deck, as the gem; gem goes to player",
            "design ruby; place deck; variable gem; variable gem; phrase {buyer: player} buys {prize: card}",
        ),
        ("pot becomes the price of card", "state pot; number price of {ware: card}; state card"),
        ("let n be card's price", "variable n; state card; number price of {ware: card}"),
        ("choose a pawn in north room", "type pawn; cell north room/hall"),
        ("choose a room", "noun room"),
        ("if long game = yes: nothing", "option long game"),
        ("choose one:\n  take it: nothing\n  leave it: nothing", "label take it; label leave it"),
        (
            "for each player who is ready: that player does card's power",
            "property ready/player; state card; property power/card",
        ),
        (
            "let n be the total cost of cards in the deck",
            "variable n; property cost/card; type card; place deck",
        ),
        ("for each kind of card: nothing", "type card"),
    ],
)
def test_words_name(text: str, expected: str) -> None:
    found = [use for use in uses(text) if use[1] != "built-in"]
    assert "; ".join(f"{sort} {name.replace(' or ', '/')}" for _, sort, name in found) == expected


def test_a_use_says_which_run_of_which_form_it_is() -> None:
    symbols = game().symbols
    text = Text("choose a ruby in the deck, as the gem; gem goes to player")
    context = Context(symbols, text, uses=[])
    assert resolve_text(text, "effect", RESOLVERS["effect"], context, Report()) is not None
    (use,) = [one for one in context.uses or () if one.sort == "phrase"]
    phrase = symbols.phrases[use.name]
    assert phrase.forms[use.form - 1][use.part] == ("goes", "to")


def test_an_imperative_leaves_out_the_first_slot() -> None:
    symbols = game().symbols
    text = Text("buy any ruby in the deck")
    context = Context(symbols, text, uses=[])
    assert resolve_text(text, "effect", RESOLVERS["effect"], context, Report()) is not None
    (use,) = [one for one in context.uses or () if one.sort == "phrase"]
    assert symbols.phrases[use.name].parts[use.part] == ("buys",)


def test_what_a_text_binds_is_marked() -> None:
    symbols = game().symbols
    text = Text("let n be the pot; pot becomes n")
    context = Context(symbols, text, uses=[])
    assert resolve_text(text, "effect", RESOLVERS["effect"], context, Report()) is not None
    assert [one.binds for one in context.uses or () if one.name == "n"] == [True, False]


def test_nothing_is_recorded_unless_it_is_asked_for() -> None:
    text = Text("let n be the pot; pot becomes n")
    context = Context(game().symbols, text)
    assert resolve_text(text, "effect", RESOLVERS["effect"], context, Report()) is not None
    assert context.uses is None


def test_texts_of_types_and_places_are_recorded_too() -> None:
    draft = Draft.of([Source("game.yaml", GAME)])
    said = {(str(one.text), use.sort, use.name) for one in draft.attempts for use in one.uses}
    assert ("pile of cards, hidden", "type", "card") in said
    assert ("red or blue", "word", "red") in said
    assert ("card or none", "type", "card") in said


def _tokens(notes: Notes) -> Iterator[Token]:
    noted: dict[tuple[int, int], Use] = {}
    read: list[Tree] = []
    recorded._gather(notes, noted, read)
    for tree in read:
        for token, _ in recorded._tokens(tree):
            yield token


@pytest.mark.parametrize("name", shipped_games())
def test_every_word_of_a_game_that_is_no_keyword_has_a_use(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = []

    def uses_in(notes: Notes, symbols: Symbols) -> list[Use]:
        found = recorded.uses_in(notes, symbols)
        places = {(use.start, use.end) for use in found}
        for token in _tokens(notes):
            named = token.type in VOCABULARY and token.type not in MARKS
            if named and (token.start_pos, token.end_pos) not in places:
                missing.append((token.type, str(token)))
        return found

    monkeypatch.setattr(readings, "uses_in", uses_in)
    files = find_game(name, Report())
    assert files is not None
    sources = [source for file in files.files if (source := read(file, Report())) is not None]
    draft = Draft.of(sources)
    assert any(text.uses for text in draft.attempts)
    assert not missing
