"""Drafts: after any edits, what is read again is what a fresh draft reads."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import read_document
from rulewright.dsl.draft.draft import Draft
from rulewright.workbench.files.games import find_game, read

GAMES = ("do-podzemi", "classics/gem-merchants", "classics/love-letter", "cookbook/rooms-and-portals", "hrad")
EDITS = {"hrad": 25}


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
    for number, (source, start, end, new) in enumerate(random_edits(draft, dice, EDITS.get(name, 60))):
        draft.edit(source, start, end, new)
        try:
            agrees(draft)
        except AssertionError as wrong:
            message = f"edit {number} of {source}: {start}..{end} became {new!r}"
            raise AssertionError(f"{message}: {wrong}") from wrong
    assert seen(draft) == begun, "every edit was taken back"
    assert draft.game is not None
