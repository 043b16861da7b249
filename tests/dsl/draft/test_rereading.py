"""After an edit only the entry around it is read again, and the tree is the one that reading everything gives."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from rulewright.dsl.diagnostics.report import Report
from rulewright.dsl.diagnostics.source import Source
from rulewright.dsl.document.reader import Mapping, Node, Text, read_document
from rulewright.dsl.draft.rereading import reread
from rulewright.dsl.draft.versions import Versions
from rulewright.workbench.files.games import find_game, read
from rulewright.workbench.files.shipped import shipped_games

from ...amount import is_whole, sample

SMALL = """\
a: one
b:
  # a comment
  c: two
  d:
    e: "three: 3"
    f: {g: 4, h: [5, 6]}

  'i j': |
    a block

    of lines
k:
- l: 7
  m: 8
- n
o: last
"""
PIECES = [
    *("\n", " ", "  ", ":", ": ", "- ", "#", " # x", "'", '"', "{", "}", "[", "]", ",", "x", "é", "\t", "|", "? "),
    *("\n\n", "\n  ", "\n    ", "\nq: r\n", "\n  q: r\n", "---\n", "...\n", "\n---\n", "a", "b", "c", "&", "*", "!"),
]  # fmt: skip


def shape(node: Node, versions: Versions) -> object:
    """A tree with the places that it has in the current version."""
    at = versions.now(node.span)
    where = None if at is None else (at.start, at.end)
    if isinstance(node, Text):
        layout = node.layout and node.layout.style  # where the reader stopped behind a block is of no use
        return node.value, where, layout
    if isinstance(node, Mapping):
        return where, [(shape(key, versions), shape(value, versions)) for key, value in node.items]
    return where, [shape(item, versions) for item in node.items]


def check(text: str, seed: int, edits: int) -> int:
    """Makes random edits, and takes back those that break the file. Returns how many were read in part."""
    chance, versions = random.Random(seed), Versions(Source("a.yaml", text))
    tree = read_document(versions.current, Report())
    assert tree is not None
    parts = 0
    for _ in range(edits):
        before = versions.current.text
        start = chance.randrange(len(before) + 1)
        end = min(len(before), start + chance.choice((0, 0, 0, 1, 1, 2, 5, 20)))
        number = versions.number
        for at in range(chance.randint(1, 2)):  # several edits before anything is read
            versions.edit(start + at, end + at, chance.choice(PIECES) if chance.random() < 0.7 else "")
        found = reread(tree, versions, *versions.changed_since(number))
        report = Report()
        fresh = read_document(versions.current, report)
        shown = slice(max(start - 20, 0), end + 20)
        why = f"seed {seed}: {before[shown]!r} -> {versions.current.text[shown]!r}"
        if found is not None:
            parts += 1
            assert fresh is not None, why
            assert not report.diagnostics, why
            assert shape(found[0], versions) == shape(fresh, versions), why
            tree = found[0]
        elif fresh is not None and not report.diagnostics:
            tree = fresh
        else:
            versions.replace(before)
            tree = read_document(versions.current, Report())
            assert tree is not None
    return parts


@pytest.mark.parametrize("seed", range(30))
def test_random_edits_of_a_small_file(seed: int) -> None:
    assert check(SMALL, seed, 150) > 20


def files() -> Iterator[Source]:
    for name in shipped_games():
        for file in find_game(name, Report()).files:  # type: ignore[union-attr]
            source = read(file, Report())
            if source is not None:
                yield source


@pytest.mark.parametrize("source", sample(list(files()), 8), ids=lambda source: source.name)
def test_random_edits_of_rule_files(source: Source) -> None:
    check(source.text, 1, 200 if is_whole() else 12)


@pytest.mark.parametrize(
    ("old", "new", "read_alone"),
    [
        ("two", "twos", "two"),
        ("c: two", "cc: two", "two"),
        ("d:", "c:", None),  # a key for a second time
        ("  c: two", "   c: two", None),  # indented otherwise
        ("  c: two", "c: two", None),
        ("g: 4", "g: 9", "4"),
        ("one", "one\nz: 1", None),  # a second entry
        ("of lines", "of lines\n    and more", "of lines"),
    ],
)
def test_what_is_read_again(old: str, new: str, read_alone: str | None) -> None:
    versions = Versions(Source("a.yaml", SMALL))
    tree = read_document(versions.current, Report())
    assert tree is not None
    start = SMALL.index(old)
    versions.edit(start, start + len(old), new)
    found = reread(tree, versions, *versions.changed_since(0))
    if read_alone is None:
        assert found is None
        return
    assert found is not None
    span = found[1].span
    assert read_alone in span.source.text[span.start : span.end]
    assert len(span.source.text[span.start : span.end]) < 40
