"""All readings of a text at once: what the parser makes, and what is resolved.

The parser makes a packed forest: each symbol over the same words is one `Node`, with all its derivations. Resolved
are trees: what can be read in one way only is a plain `Tree`; what can be read in several ways is a `Choice` of
trees as low as it can stand, or `Steps`, the ways through a row of statements. So n places that can be read in two
ways are n choices, not 2 to the power of n trees.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

MOST_READINGS = 64
"""So many readings may one expression have as far as its own words go."""
DEEPEST = 100
"""So deep may a tree be: no rule is half as deep, and whatever walks it stays within Python's own bound."""

ROW = "_seq"


class Token(str):
    """A word of a text as one terminal, and where it stands."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, type_: str, value: str, start_pos: int, end_pos: int) -> Token:
        made = super().__new__(cls, value)
        made.type, made.start_pos, made.end_pos = type_, start_pos, end_pos
        return made


class Tree:
    """A syntax tree. `certain`: it can be read in one way only. `tokens`: of how many words and names it consists."""

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
    """Words that can be read in several ways. It has no children of its own: one of the ways has to be taken."""

    __slots__ = ("ways",)

    def __init__(self, data: str, ways: Sequence[Tree]) -> None:
        first = ways[0]
        super().__init__(data, (), first.start_pos, first.end_pos)
        self.ways = ways
        self.certain = False
        self.depth = max(way.depth for way in ways)
        self.tokens = min(way.tokens for way in ways)


def ways_of(tree: Tree) -> Sequence[Tree]:
    """The ways in which a tree can be read: itself, unless it is a choice."""
    return tree.ways if isinstance(tree, Choice) else (tree,)


@attrs.frozen
class Step:
    """One statement of a row: from the place where the one before it ends to its own end."""

    start: int
    end: int
    tree: Tree


class Steps(Tree):
    """A row of statements that can be divided in several ways: each way from `first` to `last` is one."""

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
    """What a rule of the grammar makes of its parts. `name` of None: its children become those of what holds it."""

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
    """A symbol over some words, with every way in which it is derived."""

    __slots__ = ("end", "start", "symbol", "tails", "ways")

    def __init__(self, symbol: str, start: int, end: int, tails: int = 0) -> None:
        self.symbol = symbol
        self.start = start
        self.end = end
        self.tails = tails  # how many slots of a phrase it has at least, if it is the rest of one
        self.ways: list[tuple[Shape, tuple[Node | Leaf, ...]]] = []

    @property
    def inlined(self) -> bool:
        return self.symbol.startswith("_")


class TooLarge(Exception):  # noqa: N818 - becomes a diagnostic
    """A stated bound is passed: `what` is `deep` or `many`; the words from `start` to `end`."""

    def __init__(self, what: str, start: int, end: int) -> None:
        super().__init__(what)
        self.what = what
        self.start = start
        self.end = end
