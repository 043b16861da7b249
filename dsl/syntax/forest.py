"""All readings of a text together: what the parser builds, and what is resolved.

The parser builds a packed forest: each symbol over the same words is one `Node`, with all its derivations. What is
resolved are trees: what can be read in only one way is a plain `Tree`; what can be read in several ways is a `Choice`
of trees, as low in the tree as possible, or `Steps`, the ways through a row of statements. So n places with two
readings each are n choices, not 2 to the power of n trees.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

MOST_READINGS = 64
"""The most readings that the words of one expression can have."""
DEEPEST = 100
"""The deepest tree. No rule is half as deep, and walking it stays within Python's recursion limit."""

ROW = "_seq"


class Token(str):
    """A word of a text as one terminal, with its place."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, type_: str, value: str, start_pos: int, end_pos: int) -> Token:
        made = super().__new__(cls, value)
        made.type, made.start_pos, made.end_pos = type_, start_pos, end_pos
        return made


class Tree:
    """A syntax tree. `certain`: it has only one reading. `tokens`: the number of words and names in it."""

    __slots__ = ("certain", "children", "data", "depth", "end_pos", "start_pos", "tokens")
    children: Sequence[Tree | Token]
    certain: bool
    depth: int
    tokens: int

    def __init__(self, data: str, children: Sequence[Tree | Token], start_pos: int, end_pos: int) -> None:
        self.data = data
        self.children = children
        self.start_pos = start_pos
        self.end_pos = end_pos
        certain, depth, tokens = True, 0, 0
        for child in children:
            if isinstance(child, Tree):
                certain = certain and child.certain
                depth = max(depth, child.depth)
                tokens += child.tokens
            else:
                tokens += 1
        self.certain = certain
        self.depth = depth + 1
        self.tokens = tokens


class Choice(Tree):
    """Words with several readings. It has no children of its own: one of the ways has to be taken."""

    __slots__ = ("ways",)

    def __init__(self, data: str, ways: Sequence[Tree]) -> None:
        first = ways[0]
        super().__init__(data, (), first.start_pos, first.end_pos)
        self.ways = ways
        self.certain = False
        self.depth = max(way.depth for way in ways)
        self.tokens = min(way.tokens for way in ways)


def ways_of(tree: Tree) -> Sequence[Tree]:
    """The readings of a tree: itself, unless it is a choice."""
    return tree.ways if isinstance(tree, Choice) else (tree,)


@attrs.frozen
class Step:
    """One statement of a row, from the end of the statement before it to its own end."""

    start: int
    end: int
    tree: Tree


class Steps(Tree):
    """A row of statements that can be divided in several ways; each way from `first` to `last` is a reading."""

    __slots__ = ("first", "last", "steps")

    def __init__(self, steps: Sequence[Step], first: int, last: int) -> None:
        trees = [step.tree for step in steps]
        super().__init__(ROW, trees, min(one.start_pos for one in trees), max(one.end_pos for one in trees))
        self.steps = sorted(steps, key=lambda step: (step.end, -step.start))
        self.first, self.last = first, last
        self.certain = False
        fewest = {first: 0}
        for step in self.steps:
            count = fewest[step.start] + step.tree.tokens
            fewest[step.end] = min(count, fewest.get(step.end, count))
        self.tokens = fewest[last]


# ---------------------------------------------------------------------- packed


@attrs.frozen(eq=False)
class Shape:
    """What a rule of the grammar makes of its parts. A `name` of None passes its children to its parent."""

    symbol: str
    size: int
    name: str | None
    kept: tuple[int, ...]
    passes: bool
    """A single child stands for itself."""


class Leaf:
    """The tokens of one terminal over the same words."""

    __slots__ = ("end", "start", "tokens")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.tokens: list[Token] = []


class Node:
    """A symbol over some words, with all its derivations."""

    __slots__ = ("end", "start", "symbol", "tails", "ways")

    def __init__(self, symbol: str, start: int, end: int, tails: int = 0) -> None:
        self.symbol = symbol
        self.start = start
        self.end = end
        self.tails = tails  # the least number of slots, if it is the rest of a phrase
        self.ways: list[tuple[Shape, tuple[Node | Leaf, ...]]] = []

    @property
    def inlined(self) -> bool:
        return self.symbol.startswith("_")


class TooLarge(Exception):  # noqa: N818 - becomes a diagnostic
    """The words from `start` to `end` exceed a stated bound; `what` is `deep` or `many`."""

    def __init__(self, what: str, start: int, end: int) -> None:
        super().__init__(what)
        self.what = what
        self.start = start
        self.end = end
