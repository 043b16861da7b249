"""The index of a draft: every name leads to its declaration, and that to every place which names it."""

from __future__ import annotations

import re

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.draft.attempts import Attempt
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.library.library import in_library
from rulewright.dsl.model.game import CHOSEN
from rulewright.dsl.model.uses import BUILTIN
from rulewright.dsl.naming.names import Index, places_of
from rulewright.dsl.naming.references import Memory, index, index_again
from rulewright.dsl.tree.types import DIRECTION
from rulewright.workbench.files.shipped import shipped_games

from .whole import draft_of, files_of

GAME = """\
rulewright: 1
game: names
players: 2..3
conventions: {chooser: the leader}
options: {long game: {type: yes or no, default: no}}
components:
  card:
    properties: {cost: 0..9, colour: red or blue, kit: list of kinds of cards, power: effect}
    state: {open: yes or no}
    public: [cost]
    face up: open
    starts in: the deck
    source: book
    designs:
      ruby: {plural: rubies, cost: 3, colour: red, kit: [pearl], power: nothing, rule: setup.1}
      pearl: {cost: 2, colour: blue, kit: [ruby, pearl], power: draw from the deck}
places:
  deck: pile of cards, hidden
  hall: {is: map of cards, cell: room, cells: {north room: {to: [south room]}, south room: {}}}
  hand: hand of cards
game has:
  leader: {type: player, starts: the first player, until: play}
players have:
  gold: {type: 0..99, singular: coin}
  gems: {type: 0..9 for each kind of card, starts: {ruby: 1}}
numbers:
  wealth: the player's gold
  "price of {ware: card}": cost of ware + 1
phrases:
  "{buyer: player} buys {prize: card}":
    cs: "{buyer} kupuje {prize:acc}"
    forms: ["{prize: card} goes to {buyer: player}"]
    log: {en: "{buyer} pays {price of prize} {price of prize: gold}."}
    rule: [setup.1, setup.2]
    do: put prize into buyer's hand
  "draw from {source: place}":
    do: nothing
flow:
  - phase: play
    turns: clockwise from the leader, each player
    options:
      buy:
        do: |
          choose a ruby in the deck, as the pick
          player buys pick
      pass: {if: long game = yes, do: nothing}
ask:
  pick: {en: "Which of these?"}
labels:
  buy: {en: buy it}
  red: {en: crimson}
rules:
  setup.1: One buys.
  setup.2: {says: One pays., kind: decision, why: It does not say so., about: [setup.1]}
sections:
  setup: {en: Set-up}
sources:
  book: The book
look:
  order: [deck]
  designs: {ruby: {colour: red}}
  cells: {hall: {north room: {at: 1 1}}}
"""
VARIANT = """\
rulewright: 1
variant: rich
of: names
set:
  components/card/designs/ruby/cost: 5
  flow/play/options/buy/if: the player's gold >= 1
remove: ["players have/gems"]
"""
SCENARIOS = """\
scenarios:
  it is bought:
    rule: setup.1
    options: {long game: yes}
    given: {deck: [2 ruby, pearl], leader: player 2, player 1: {gold: 3, hand: [ruby], gems: {pearl: 2}}}
    start: play
    when: ["player 1: buy", player 2: ruby, expect: {ruby's open: yes}]
    then: {deck: [pearl], player 1: {hand: 2}, north room: empty, options: [buy, pass]}
"""


def indexed(scenarios: str = SCENARIOS) -> tuple[Index, dict[str, str]]:
    draft = Draft.of([Source("game.yaml", GAME)])
    node = read_document(Source("scenarios.yaml", scenarios), Report())
    assert node is not None
    texts = {"game.yaml": GAME, "scenarios.yaml": scenarios}
    return index(draft, [node]), texts


@pytest.mark.parametrize(
    ("sort", "name", "said", "elsewhere"),
    [
        ("type", "card", "cards?", 0),
        ("design", "ruby", "ruby|rubies", 0),
        ("design", "pearl", "pearl", 0),
        ("place", "deck", "deck", 0),
        ("noun", "room", "(?<!north )(?<!south )room", 0),
        ("cell", "north room", "north room", 0),
        ("cell", "south room", "south room", 0),
        ("state", "leader", "leader", 0),
        ("property", "gold", "gold|coin", 0),
        ("property", "cost", "cost", 0),
        ("property", "open", "open", 0),
        ("property", "power", "power", 0),
        ("word", "red", "red", 1),  # a colour
        ("word", "blue", "blue", 0),
        ("option", "long game", "long game", 0),
        ("phase", "play", "(?<!dis)play", 0),
        ("label", "buy", "buy", 1),  # what players read
        ("label", "pass", "pass", 0),
        ("rule", "setup.1", r"setup\.1", 0),
        ("section", "setup", "setup", 0),
        ("source", "book", "book", 1),  # what players read
        ("number", "wealth", "wealth", 0),
    ],
)
def test_every_place_that_names_something_is_found(sort: str, name: str, said: str, elsewhere: int) -> None:
    found, texts = indexed()
    (declared,) = [one for one in found.declarations if (one.sort, one.name) == (sort, name)]
    assert declared.places
    places = {(one.source, one.start) for one in declared.references}
    pattern = re.compile(rf"\b(?:{said})\b")
    every = {(source, match.start()) for source, text in texts.items() for match in pattern.finditer(text)}
    assert places <= every
    assert len(every - places) == elsewhere, [
        texts[source][at - 20 : at + 20] for source, at in every - places
    ]
    for one in declared.references:
        assert texts[one.source][one.start : one.end] == one.said


def test_a_phrase_is_found_by_each_run_of_its_words() -> None:
    found, _ = indexed()
    (one,) = [one for one in found.declarations if one.name == "{buyer: player} buys {prize: card}"]
    assert [(place.said, place.form, place.part) for place in one.references] == [
        ("buys", 0, 1),
        ("goes to", 1, 1),
        ("buys", 0, 1),
    ]


def test_a_slot_is_found_in_the_sentence_the_body_and_the_log() -> None:
    found, _ = indexed()
    (one,) = [one for one in found.declarations if (one.sort, one.name) == ("variable", "prize")]
    assert len(one.references) == 6


def test_a_name_that_a_text_binds_is_one_with_what_asks_for_it() -> None:
    found, _ = indexed()
    declaration = found.named_at("game.yaml", GAME.index("pick: {en"))
    assert declaration is not None
    assert declaration.sort == "variable"
    assert len(declaration.references) == 3


def test_what_stands_at_a_place() -> None:
    found, _ = indexed()
    at = GAME.index("buys pick")
    for offset in range(at, at + 5):
        one = found.at("game.yaml", offset)
        assert one is not None
        assert one.key.sort == "phrase"
    assert found.at("game.yaml", GAME.index("yes or no")) is None


def test_the_steps_of_paths_in_a_variant() -> None:
    draft = Draft.of([Source("game.yaml", GAME)], variants=[Source("rich.yaml", VARIANT)])
    found = index(draft)
    said = {
        (one.key.sort, one.said)
        for declaration in found.declarations
        for one in declaration.references
        if one.source == "rich.yaml"
    }
    assert {
        ("type", "card"),
        ("design", "ruby"),
        ("property", "cost"),
        ("phase", "play"),
        ("label", "buy"),
    } <= said
    assert ("variant", "rich") in said


def test_a_draft_with_errors_gives_what_it_has() -> None:
    broken = GAME.replace("player buys pick", "player buys pikc").replace(
        "deck: pile of cards", "deck: heap of cards"
    )
    found = index(Draft.of([Source("game.yaml", broken)]))
    one = found.named_at("game.yaml", broken.index("gold: {type"))
    assert one is not None
    assert one.name == "gold"
    assert [one.name for one in found.declarations if one.sort == "place"] == ["deck", "hall", "hand"]


def test_places_move_with_edits() -> None:
    draft = Draft.of([Source("game.yaml", GAME)])
    at = GAME.index("put prize into")
    draft.edit("game.yaml", at, at + 3, "put  ")
    draft.edit("game.yaml", at, at + 5, "put")
    found = index(draft)
    text = draft.sources["game.yaml"].text
    assert text == GAME
    assert all(
        text[one.start : one.end] == one.said
        for declaration in found.declarations
        for one in declaration.references
    )


def leads_nowhere(found: Index, attempt: Attempt, draft: Draft) -> list[str]:
    """The words of a text that name something of which no declaration is known."""
    if in_library(attempt.text.span):
        return []
    spans = places_of(attempt.text, [(use.start, use.end) for use in attempt.uses])
    missing = []
    for use, span in zip(attempt.uses, spans, strict=True):
        now = draft.now(span)
        known = use.sort == BUILTIN or use.name in DIRECTION.of or use.name in ("row", *CHOSEN)
        if known or now is None:
            continue
        one = found.named_at(now.source.name, now.start)
        if one is None or not one.places:
            missing.append(f"{use.sort} {use.name} in {attempt.where}")
    return missing


@pytest.mark.parametrize("name", shipped_games())
def test_every_use_in_a_game_leads_to_a_declaration(name: str) -> None:
    draft = draft_of(files_of(name))
    found = index(draft)
    assert [said for attempt in draft.attempts for said in leads_nowhere(found, attempt, draft)] == []
    texts = {name: source.text for name, source in draft.sources.items()}
    for declaration in found.declarations:
        assert declaration.places
        for one in declaration.references:
            assert one.source not in texts or texts[one.source][one.start : one.end] == one.said


def everything(found: Index) -> dict[frozenset[object], set[object]]:
    return {frozenset(one.keys): set(one.references) for one in found.declarations}


EDITS = [
    ("put prize into buyer's hand", "put  prize into buyer's hand"),
    ("choose a ruby in the deck, as the pick", "choose a pearl in the deck, as the pick"),
    ("choose a pearl in the deck, as the pick", "choose a pearl in the deck, as the prize"),
    ("player buys pick", "player buys prize"),
    ("north room: {to", "# a comment\n      north room: {to"),
    ("hidden", "face down"),
    ("  wealth: the player's gold", "  riches: the player's gold"),
    ("price of prize: gold", "price of prize: gem"),
    ("  pick: {en", "  prize: {en"),
    ("pearl]", "purl]"),
    ("game has:", "game has"),
    ("game has", "game has:"),
    ("purl]", "pearl]"),
]


def test_an_index_that_remembers_is_like_a_new_one() -> None:
    """After each edit, and once more when what depends on it was read again."""
    draft, memory = Draft.of([Source("game.yaml", GAME)]), Memory()
    node = read_document(Source("scenarios.yaml", SCENARIOS), Report())
    assert node is not None
    for old, new in EDITS:
        at = draft.sources["game.yaml"].text.index(old)
        draft.edit("game.yaml", at, at + len(old), new)
        for _ in range(2):
            found = index_again(draft, [node], memory)
            fresh = index(draft, [node])
            assert everything(found) == everything(fresh), (old, new)
            for offset in range(0, len(draft.sources["game.yaml"].text), 7):
                one, other = found.at("game.yaml", offset), fresh.at("game.yaml", offset)
                assert one == other, (old, new, offset)
            draft.settle()
