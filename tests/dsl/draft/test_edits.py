"""Drafts: after any edits, what is read again is what a fresh draft reads."""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Iterator

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source, Span
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.draft.draft import Draft
from rulewright.dsl.draft.versions import Versions
from rulewright.workbench.files.games import find_game, read

from ...amount import is_whole

GAMES = ("do-podzemi", "classics/gem-merchants", "classics/love-letter", "cookbook/rooms-and-portals", "hrad")
EDITS = 200 if is_whole() else 10


def sources_of(name: str) -> list[Source]:
    found = find_game(name, Report())
    assert found is not None
    sources = [read(file, Report()) for file in found.files]
    return [one for one in sources if one is not None]


def seen(draft: Draft) -> tuple[list[object], list[tuple[str, str, str, str, object]]]:
    """What a draft says: findings with their places, and texts with their trees."""
    findings: list[object] = [
        (one.code, one.message, one.help, one.severity, str(one.span), one.span and one.span.end)
        for one in draft.findings
    ]
    texts = [
        (str(draft.now(one.text.span)), one.where, one.start, one.text.value, one.tree)
        for one in draft.attempts
    ]
    # Named values are read when a text reads them, so their order depends on which texts are read again.
    return findings, sorted(texts, key=lambda one: one[:4])


def fresh(draft: Draft) -> Draft:
    return Draft.of([Source(one.name, one.text) for one in draft.sources.values()])


def agrees(draft: Draft) -> None:
    """The draft says what a fresh one says, if all YAML can be read (what stands in for broken YAML differs)."""
    draft.settle()
    if any(read_document(one, Report()) is None for one in draft.sources.values()):
        return
    other = fresh(draft)
    expected, found = seen(other), seen(draft)
    assert found[0] == expected[0]
    if other.model is not None:  # otherwise the draft keeps what there was last
        assert found[1] == expected[1]


def random_edits(draft: Draft, dice: random.Random, count: int) -> Iterator[tuple[str, int, int, str]]:
    """Edits as people make them: letters in texts, words exchanged, names changed, lines removed, moved or doubled;
    now and then something that breaks the YAML. Each other edit takes back the one before it."""
    for _ in range(count):
        name = dice.choice(sorted(draft.sources))
        text = draft.sources[name].text
        words = list(re.finditer(r"[A-Za-z]{2,}", text))
        kind = dice.random()
        if kind < 0.35 and (
            texts := [one for one in draft.attempts if one.text.span.source.name in draft.sources]
        ):
            one = dice.choice(texts)
            span = draft.now(one.text.span)
            if span is None:
                continue
            name, text = span.source.name, span.source.text
            at = dice.randint(span.start, span.end)
            start, end, new = (
                at,
                min(span.end, at + dice.randint(0, 3)),
                dice.choice(["", "a", " ", "3", "x\n"]),
            )
        elif kind < 0.6:
            match, other = dice.choice(words), dice.choice(words)
            start, end, new = match.start(), match.end(), other.group()
        elif kind < 0.8:
            line = text.rfind("\n", 0, dice.randint(0, len(text) - 1)) + 1
            end = text.find("\n", line) + 1 or len(text)
            start, new = line, dice.choice(["", text[line:end] * 2, "# " + text[line:end]])
        elif kind < 0.9:
            number = [*re.finditer(r"\b[0-9]+\b", text)]
            match = dice.choice(number or words)
            start, end, new = match.start(), match.end(), str(dice.randint(0, 99))
        else:
            start = dice.randint(0, len(text))
            end, new = start, dice.choice(["'", "[", ": ", "\t", "{", '"', "|", "- "])
        old = text[start:end]
        yield name, start, end, new
        yield name, start, start + len(new), old


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_again_is_what_a_fresh_draft_reads(name: str) -> None:
    draft = Draft.of(sources_of(name))
    assert not draft.findings
    begun = seen(draft)
    dice = random.Random(22)
    for number, (source, start, end, new) in enumerate(random_edits(draft, dice, EDITS)):
        draft.edit(source, start, end, new)
        try:
            agrees(draft)
        except AssertionError as wrong:
            message = f"edit {number} of {source}: {start}..{end} became {new!r}"
            raise AssertionError(f"{message}: {wrong}") from wrong
    assert seen(draft) == begun, "every edit was taken back"
    assert draft.game is not None


def test_an_edit_in_a_text_reads_only_this_text() -> None:
    draft = Draft.of(sources_of("do-podzemi"))
    others = [one.tree for one in draft.attempts]
    span = next(one.text.span for one in draft.attempts if one.text.value == "put foe into the graveyard")
    name, at = span.source.name, span.source.text.index(" ", span.start)
    draft.edit(name, at, at, " blue")
    assert [one.code for one in draft.findings] == ["RW202"]
    assert sum(one.tree is not other for one, other in zip(draft.attempts, others, strict=True)) == 1
    draft.edit(name, at, at + 5, "")
    assert not draft.findings


BROKEN = """\
rulewright: 1
game: broken
players: 2
components:
  card: {designs: {ace: {}, king: {copies: 2}}}
places:
  deck: pile of cards, hidden
  hand: area of cards, per player
phrases:
  "{drawer: player} draws":
    do: |
      put the top card of the deck into the drawer's hand
flow:
  - phase: play
    do: "for each player, clockwise from player 1: that player draws"
"""


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("king: {copies: 2}", "king: {copies: 2", ["RW0"]),
        ("deck: pile of cards, hidden", "deck: pile of cads, hidden", ["RW2"]),
        ("put the top card of the deck", "put the top card of the", ["RW2"]),
        ('  "{drawer: player} draws":', '  "{drawer: player} draws', ["RW0"]),
        ("players: 2", "players:", ["RW1"]),
        ("game: broken", "", ["RW1"]),
        ("rulewright: 1", "rulewright: 99", ["RW1"]),
        ("hand: area of cards", "\thand: area of cards", ["RW0"]),
    ],
)
def test_names_are_known_while_something_is_broken(old: str, new: str, codes: list[str]) -> None:
    """Both while somebody types (the last good parts stay), and when a broken file is opened."""
    draft = Draft.of([Source("broken.yaml", BROKEN)])
    assert not draft.findings
    at = BROKEN.index(old)
    draft.edit("broken.yaml", at, at + len(old), new)
    assert {one.code[:3] for one in draft.findings} == set(codes)
    assert draft.game is None
    assert {"ace", "king"} <= draft.symbols.designs.keys()
    assert draft.attempts
    draft.edit("broken.yaml", at, at + len(new), old)
    assert not draft.findings
    assert draft.game is not None
    opened = Draft.of([Source("broken.yaml", BROKEN.replace(old, new))])
    assert {one.code[:3] for one in opened.findings} >= set(codes)
    if "game" not in old and "rulewright" not in old and "players" not in old:
        assert len(opened.attempts) > 2, "what is not broken is read"


def test_places_of_older_versions_are_found_in_the_current_one() -> None:
    versions = Versions(Source("a", "one two three"))
    first = versions.current
    versions.edit(0, 0, "zero ")  # zero one two three
    second = versions.current
    versions.edit(9, 12, "2.5")  # zero one 2.5 three
    three = versions.now(Span(first, 8, 13))
    assert three is not None
    assert str(versions.current.text[three.start : three.end]) == "three"
    two = versions.now(Span(first, 4, 7))
    assert two is not None
    assert versions.current.text[two.start : two.end] == "2.5"
    versions.edit(8, 12, "")  # zero one three
    assert versions.now(Span(second, 9, 12)) is None
    assert versions.then(first, len("zero one th")) == len("one two th")
    assert versions.now(Span(Source("a", "unknown"), 0, 1)) is None


@pytest.mark.parametrize("name", ["do-podzemi", "hrad"])
def test_what_an_edit_replaces_is_freed_immediately(name: str) -> None:
    """No cycles keep an old version of the game alive until somebody collects garbage, which takes longer than an
    edit."""
    draft, chance = Draft.of(sources_of(name)), random.Random(7)
    for _ in range(3):  # caches are filled
        scribble(draft, chance)
    gc.collect()
    gc.disable()
    try:
        for _ in range(6):
            scribble(draft, chance)
        assert gc.collect() < 100
    finally:
        gc.enable()


def scribble(draft: Draft, chance: random.Random) -> None:
    """Deletes a letter of a name, and puts it back."""
    declared = [one.span for one in draft.symbols.types.values()]
    declared += [one.span for one in draft.symbols.phrases.values()]
    spans = [draft.now(one) for one in declared]
    span = chance.choice([one for one in spans if one is not None and one.source.name in draft.sources])
    letter = span.source.text[span.end - 2]
    draft.edit(span.source.name, span.end - 2, span.end - 1, "")
    draft.edit(span.source.name, span.end - 2, span.end - 2, letter)


@pytest.mark.parametrize("seed", range(5))
def test_old_versions_know_their_texts(seed: int) -> None:
    """They keep edits instead, because each would be a copy of the whole file."""
    chance = random.Random(seed)
    versions = Versions(Source("a", "some words that are edited"))
    known = [(versions.current, versions.current.text)]
    for _ in range(60):
        start = chance.randrange(len(versions.current.text) + 1)
        end = start + chance.choice((0, 0, 1, 3))
        made = versions.edit(start, end, chance.choice(("", "a", "bc", "\n")))
        known.append((made, made.text))
        if chance.random() < 0.1:
            versions.holds(made)
    assert all(source.text == text for source, text in known)
    assert known[1][0].position(len(known[1][1])) == Source("b", known[1][1]).position(len(known[1][1]))
