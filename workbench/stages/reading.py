"""From the words of a text to its typed tree, as outlines that people can read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from ...dsl.document.reader import Text
from ...dsl.model.game import Game, ResolvedText
from ...dsl.resolve.context import Context
from ...dsl.resolve.readings import local_vocabulary
from ...dsl.syntax.forest import Steps, Tree, ways_of
from ...dsl.syntax.lexer import Lattice
from ...dsl.syntax.parser import read_afresh
from ...dsl.syntax.stacks import Large, Stuck

INDENT = "  "
_PART = re.compile(r"_[A-Z]$")
_OPEN = frozenset({"NEWNAME", "LABEL"})
"""Terminals that any run of words can be: they say nothing about a word."""


def lattice_of(game: Game, text: ResolvedText) -> Lattice:
    """The words of a text, with all that each of them can be."""
    context = Context(
        game.symbols, Text(text.value), variables=dict(text.variables), this=text.this, state=text.state
    )
    return Lattice(text.value, local_vocabulary(text.value, context))


def words(lattice: Lattice) -> Iterator[str]:
    """A line for each run of words that is a terminal, or several: `the strength  PROP PROP_N`."""
    for node in range(lattice.end):
        found: dict[int, list[str]] = {}
        for edge in lattice.edges(node):
            if edge.terminal not in _OPEN:
                found.setdefault(edge.to, []).append(edge.terminal)
        for to in sorted(found):
            said = " ".join(piece.word for piece in lattice.pieces[node:to]).replace("\n", "(line end)")
            yield f"{said:<24} {' '.join(_by_stem(found[to]))}"


def _by_stem(terminals: list[str]) -> Iterator[str]:
    """The terminals of a word, which are counted where it plays many parts (`_AND_A`, `_AND_B` …)."""
    stems: dict[str, list[str]] = {}
    for one in sorted(set(terminals)):
        stems.setdefault(_PART.sub("", one), []).append(one)
    for stem, several in stems.items():
        yield from several if len(several) < 4 else [f"{stem}_… ({len(several)})"]


def syntax(game: Game, text: ResolvedText, lattice: Lattice) -> Tree:
    """The tree of a text with all its readings. The text was accepted, so there is one."""
    tree = read_afresh(lattice, text.start, game.symbols.most_slots + 1)
    assert not isinstance(tree, Stuck | Large)
    return tree


def readings(tree: Tree) -> int:
    """In how many ways the grammar reads a tree, before names and types are looked at."""
    if isinstance(tree, Steps):
        ways = {tree.first: 1}
        for step in tree.steps:
            ways[step.end] = ways.get(step.end, 0) + ways.get(step.start, 0) * readings(step.tree)
        return ways[tree.last]
    return sum(_of_parts(way) for way in ways_of(tree))


def _of_parts(tree: Tree) -> int:
    count = 1
    for child in tree.children:
        count *= readings(child) if isinstance(child, Tree) else 1
    return count


def syntax_outline(tree: Tree, depth: int = 0) -> Iterator[str]:
    """A line for each rule of the grammar, with its words; rules that hold a single other one stand on its line."""
    if isinstance(tree, Steps):
        for step in tree.steps:
            yield f"{INDENT * depth}statement"
            yield from syntax_outline(step.tree, depth + 1)
        return
    ways = ways_of(tree)
    if len(ways) > 1:
        for number, way in enumerate(ways):
            yield f"{INDENT * depth}{'or' if number else 'either'}"
            yield from syntax_outline(way, depth + 1)
        return
    inner = ways[0]
    names = [inner.data]
    while len(inner.children) == 1:
        child = inner.children[0]
        if not isinstance(child, Tree) or isinstance(child, Steps) or len(ways_of(child)) > 1:
            break
        names.append(child.data)
        inner = child
    tokens = [child for child in inner.children if not isinstance(child, Tree)]
    said = f": {' '.join(tokens)}" if tokens else ""
    yield f"{INDENT * depth}{' > '.join(names)}{said}"
    for child in inner.children:
        if isinstance(child, Tree):
            yield from syntax_outline(child, depth + 1)


def tree_outline(node: Any, depth: int = 0, name: str = "") -> Iterator[str]:
    """A line for each node of a typed tree: its class, its type, its plain values; then its parts by name."""
    head = f"{INDENT * depth}{f'{name}: ' if name else ''}"
    if isinstance(node, tuple):
        for number, one in enumerate(node, 1):
            yield from tree_outline(one, depth, f"{name} {number}" if name and len(node) > 1 else name)
        return
    if not attrs.has(type(node)):
        yield f"{head}{node}"
        return
    plain, parts = [], []
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        if not field.eq or field.repr is False or value is None or value == () or value == field.default:
            continue
        if field.name == "type":
            plain.append(f"({value})")
        elif _is_part(value):
            parts.append((field.name, value))
        else:
            plain.append(f"{field.name} {value}")
    yield f"{head}{type(node).__name__}{''.join(f' {one}' for one in plain)}"
    for part, value in parts:
        yield from tree_outline(value, depth + 1, part)


def _is_part(value: object) -> bool:
    if isinstance(value, tuple):
        return any(_is_part(one) for one in value)
    return attrs.has(type(value))
