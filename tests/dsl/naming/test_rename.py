"""Renaming: what is renamed everywhere gives the same game under other names."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.model.game import Game
from rulewright.dsl.naming.names import ASKED, GAME, SECTION, VARIANT, Declaration, Index
from rulewright.dsl.naming.references import index
from rulewright.dsl.naming.rename import Edits, Refused, rename
from rulewright.interpreter import Match
from rulewright.workbench.files.games import GameFiles, load_files
from rulewright.workbench.files.shipped import shipped_games
from rulewright.workbench.scenarios import run_all

from ...amount import is_whole, sample, some
from .whole import copied, edited, files_of, indexes_of

SMALL = """\
rulewright: 1
game: small
players: 2..3
components:
  orc:
    properties: {cost: 0..9, colour: red or blue}
    designs:
      wolf: {cost: 3, colour: red}
      rat: {plural: vermin, cost: 1, colour: blue}
places:
  deck: pile of orcs, hidden
  hand: hand of orcs
players have: {gold: {type: 0..99, singular: coin}}
numbers:
  "price of {ware: orc}": cost of ware + 1
phrases:
  "{buyer: player} buys {prize: orc}":
    cs: "{buyer} kupuje {prize:acc}"
    forms: ["{prize: orc} goes to {buyer: player}"]
    log: {en: "{buyer} takes the {prize}."}
    do: put prize into buyer's hand
  "all players sing":
    do: nothing
flow:
  - phase: play
    do: |
      choose an orc with colour = red in the deck, as the pick; the player buys the pick
      buy any orc in the deck; each player buys nothing
"""
SMALL = SMALL.replace("; each player buys nothing", "; the player gains 1 coin and (the pick's price) gold")
SCENARIOS = """\
scenarios:
  a wolf is bought:
    given: {deck: [2 wolf, rat], player 1: {gold: 3}}
    start: play
    when: [player 1: wolf]
    then: {player 1: {hand: [wolf, rat]}, log: [player 1 takes the wolf.]}
"""


def small() -> tuple[Index, dict[str, str]]:
    draft = Draft.of([Source("game.yaml", SMALL)])
    node = read_document(Source("scenarios.yaml", SCENARIOS), Report())
    assert node is not None
    return index(draft, [node]), {"game.yaml": SMALL, "scenarios.yaml": SCENARIOS}


def declared(found: Index, name: str) -> Declaration:
    (one,) = [one for one in found.declarations if one.name == name and one.sort != SECTION]
    return one


def renamed(name: str, new: str, form: int = 0) -> str:
    found, texts = small()
    edits = rename(found, declared(found, name), new, form=form)
    assert not isinstance(edits, Refused), edits.reason
    return "".join(edited(text, edits.get(source, [])) for source, text in texts.items())


@pytest.mark.parametrize(
    ("name", "new", "pairs"),
    [
        ("orc", "troll", [("pile of orcs", "pile of trolls"), ("choose an orc", "choose a troll")]),
        ("orc", "imp", [("any orc", "any imp"), ("choose an orc", "choose an imp")]),
        ("wolf", "fox", [("wolf: {", "fox: {"), ("[2 wolf, rat]", "[2 fox, rat]"), ("the wolf.", "the fox.")]),
        ("rat", "mouse", [("rat: {plural: vermin", "mouse: {plural: vermin")]),
        ("rat", "mouse/mice", [("rat: {plural: vermin", "mouse: {plural: mice")]),
        ("gold", "silver", [("1 coin", "1 coin"), (" gold\n", " silver\n"), ("{gold: 3}", "{silver: 3}")]),
        ("gold", "silver/penny", [("singular: coin", "singular: penny"), ("gains 1 coin", "gains 1 penny")]),
        ("red", "green", [("red or blue", "green or blue"), ("colour = red", "colour = green")]),
        ("pick", "prey", [("as the pick", "as the prey"), ("buys the pick", "buys the prey")]),
        ("prize", "thing", [("{prize:acc}", "{thing:acc}"), ("put prize", "put thing"), ("{prize}.", "{thing}.")]),
        ("play", "round", [("start: play", "start: round"), ("phase: play", "phase: round")]),
    ],
)  # fmt: skip
def test_a_name_is_renamed_everywhere(name: str, new: str, pairs: list[tuple[str, str]]) -> None:
    before, after = "".join(small()[1].values()), renamed(name, new)
    for old, now in pairs:
        assert old in before
        assert now in after
        assert old == now or old not in after


def test_a_phrase_is_renamed_with_all_its_runs_in_each_form_of_its_verb() -> None:
    said = renamed("{buyer: player} buys {prize: orc}", "{buyer} purchases {prize}")
    assert '"{buyer: player} purchases {prize: orc}":' in said
    assert "the player purchases the pick" in said
    assert "purchase any orc" in said
    assert "goes to" in said


def test_a_form_of_a_phrase_is_renamed_by_itself() -> None:
    said = renamed("{buyer: player} buys {prize: orc}", "{prize} is given to {buyer}", form=1)
    assert '"{prize: orc} is given to {buyer: player}"' in said
    assert "buys the pick" in said


def test_a_number_that_is_said_like_a_property() -> None:
    said = renamed("price of {ware: orc}", "value of {ware}")
    assert '"value of {ware: orc}"' in said
    assert "(the pick's value)" in said


@pytest.mark.parametrize(
    ("name", "new", "reason"),
    [
        ("wolf", "rat", "'rat' is already the name of a design"),
        ("wolf", "vermins", None),
        ("wolf", "player", "'player' is a word of the language"),
        ("wolf", "if", "'if' is a word of the language"),
        ("wolf", "7", "'7' is a number"),
        ("wolf", "a, b", "has marks in it"),
        ("wolf", "", "a name needs letters or digits"),
        ("wolf", "mouse/mice", "the plural of 'mouse' would be 'mouses'"),
        ("deck", "stock/stocks", "'deck' has only one name"),
        ("pick", "one and all", "a text could not tell where"),
        ("small", "tiny", "called like its folder"),
        ("{buyer: player} buys {prize: orc}", "{prize} buys {buyer}", "stay as they are"),
        ("{buyer: player} buys {prize: orc}", "buys {buyer} {prize}", "its slots stay where they are"),
        ("price of {ware: orc}", "cheapness for {ware}", "let its words end with 'of'"),
    ],
)
def test_what_cannot_be_renamed_says_why(name: str, new: str, reason: str | None) -> None:
    found, _ = small()
    refused = rename(found, declared(found, name), new)
    if reason is None:
        assert not isinstance(refused, Refused)
    else:
        assert isinstance(refused, Refused)
        assert reason in refused.reason


# ------------------------------------------------------------------------- whole games

PREFIX = "zq"


def fresh(one: Declaration) -> str:
    """A name that no game has. It begins with a consonant, and its verbs keep their endings."""
    if "{" in one.name or one.sort == "phrase":
        parts = re.split(r"(\{[^{}]*\})", one.name)
        return "".join(part if part.startswith("{") else _begun(part) for part in parts)
    if one.sort == "rule":
        section, dot, number = one.name.rpartition(".")
        return f"{section}{dot}{PREFIX}{number}"
    return PREFIX + one.name


def _begun(part: str) -> str:
    return re.sub(r"^(\s*(?:the )?\W*)(\w)", rf"\1{PREFIX}\2", part, count=1)


NOT_BY_US = (GAME, VARIANT, ASKED)
WORDS_OF_SENTENCES = {"RW506", "RW507"}
"""What translations must say is decided by the words of a phrase. Ours mean nothing."""


def all_renamed(indexes: list[Index], wanted: Callable[[Declaration], bool]) -> tuple[Edits, int]:
    """The edits that rename all of these together, and how many are renamed."""
    edits: dict[str, set[tuple[int, int, str]]] = {}
    done: set[object] = set()
    count = 0
    for one in (one for found in indexes for one in found.declarations):
        if one.keys & done or one.sort in (*NOT_BY_US, SECTION) or not wanted(one):
            continue
        done |= one.keys
        found = rename(indexes, one, fresh(one))
        if isinstance(found, Refused):
            assert re.search(
                "library|a rule makes|made with|marks in it|is made of words|at most 5 words", found.reason
            ), found
            continue
        count += 1
        for source, several in found.items():
            edits.setdefault(source, set()).update(several)
    return {source: sorted(several) for source, several in edits.items()}, count


def plays(game: Game, seed: int) -> Iterator[bytes]:
    """The memory of a random match after each of its first choices."""
    match, dice = Match(game, game.players[0], seed), random.Random(seed)
    for _ in range(60):
        if match.is_over:
            return
        decision = dice.choice(match.decisions)
        match.choose(dice.choice(decision.options), decision.player)
        yield bytes(match.memory)


def checked(files: GameFiles, variants: tuple[str, ...] = ()) -> Game:
    report = Report()
    game = load_files(files, report, variants=variants)
    found = [f"{one.span}: {one.message}" for one in report.diagnostics if one.code not in WORDS_OF_SENTENCES]
    assert game is not None, found
    assert not found
    return game


def is_the_same(before: GameFiles, after: GameFiles) -> None:
    old, new = checked(before), checked(after)
    for variant in after.choices():
        checked(after, (variant,))
    for seed in range(3):
        assert list(plays(old, seed)) == list(plays(new, seed))
    for file in run_all(after, coverage=False):
        failed = [
            f"{result.name}: {found.message}"
            for result in file.results
            if not result.passed
            for found in result.diagnostics
        ]
        assert not failed


QUICK = ("classics/blackjack", "classics/gem-merchants", "classics/love-letter", "do-podzemi")
"""Games in which everything is renamed at each run of the tests."""


SLOW = sorted({*shipped_games()} - {*QUICK})


@pytest.mark.parametrize("name", [*QUICK, *(SLOW if is_whole() else sample(SLOW, 1))])
def test_a_game_in_which_everything_is_renamed_plays_the_same(name: str, tmp_path: Path) -> None:
    files = files_of(name)
    edits, count = all_renamed(indexes_of(files), lambda one: True)
    assert count > 10
    is_the_same(files, copied(files, edits, tmp_path / "renamed"))


@pytest.mark.parametrize("number", range(some(4, 60)))
def test_a_game_in_which_one_thing_is_renamed_plays_the_same(number: int, tmp_path: Path) -> None:
    name = QUICK[number % len(QUICK)]
    files = files_of(name)
    indexes = indexes_of(files)
    dice = random.Random(number)
    one = dice.choice([one for one in indexes[0].declarations if one.sort not in NOT_BY_US])
    edits, _ = all_renamed(indexes, lambda other: bool(other.keys & one.keys))
    is_the_same(files, copied(files, edits, tmp_path / "renamed"))


def test_sections_are_renamed_with_the_ids_of_their_rules(tmp_path: Path) -> None:
    files = files_of("do-podzemi")
    indexes = indexes_of(files)
    edits: Edits = {}
    for one in indexes[0].declarations:
        if one.sort == SECTION:
            found = rename(indexes, one, PREFIX + one.name)
            assert not isinstance(found, Refused)
            for source, several in found.items():
                edits[source] = sorted({*edits.get(source, []), *several})
    is_the_same(files, copied(files, edits, tmp_path / "renamed"))
