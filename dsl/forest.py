"""All readings of a text at once: a packed forest, and the trees with alternatives that are made of it.

Comes in: what the parser found, where each symbol over the same words is one node with all its derivations.
Goes out: one `Tree`. What can be read in one way only is a plain tree; what can be read in several ways, is a
`Choice` of trees as low as it can stand, or `Steps`, the ways through a row of statements. So n places that can be
read in two ways are n choices, not 2 to the power of n trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeVar

import attrs

from .vocabulary import Piece

MOST_READINGS = 64
"""So many readings may one expression have as far as its own words go."""
DEEPEST = 100
"""So deep may a tree be: no rule is half as deep, and whatever walks it stays within Python's own bound."""

T = TypeVar("T")

ROW = "_seq"
_KEPT = frozenset(
    {"stmt", "line", "alternative", "cond", "conj", "clause", "noun", "single", "atom", "primary"}
    | {"sum", "product", "factor", "factor_", "number_", "bracket"}
)
"""The rules whose readings stay together as a choice; those of the others are readings of what holds them."""


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


# -------------------------------------------------------------------- unfolding

_Item = Tree | Token
_Rope = tuple["_Item | _Rope", ...]
"""Children in their order, within each other as the grammar's lists are: each list holds the one before it."""


def unfold(root: Node, pieces: Sequence[Piece]) -> Tree:
    """The tree of a forest, with its alternatives. Raises `TooLarge`."""
    unfolded = _Unfolded(pieces)
    for node in _below(root):
        unfolded.add(node)
    ways = unfolded.trees(root)
    return ways[0] if len(ways) == 1 else _choice(root, ways)


def _below(root: Node) -> Iterator[Node]:
    """A node and all below it, what holds others after them."""
    done: set[Node] = set()
    todo: list[tuple[Node, bool]] = [(root, False)]
    while todo:
        node, complete = todo.pop()
        if complete:
            yield node
        elif node not in done:
            done.add(node)
            todo.append((node, True))
            todo.extend((part, False) for part in _parts(node) if part not in done)


def _parts(node: Node) -> Iterator[Node]:
    """The nodes that a node is made of; a row is made of its statements."""
    if node.symbol == ROW:
        yield from (step for _, _, step in _steps(node))
        return
    for shape, parts in node.ways:
        yield from (part for at in shape.kept if isinstance(part := parts[at], Node))


class _Unfolded:
    """The trees of nodes, and the children that lists give to what holds them."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.made: dict[Node, list[Tree | Token]] = {}
        self.ropes: dict[Node, list[_Rope]] = {}

    def add(self, node: Node) -> None:
        if node.symbol == ROW:
            self.ropes[node] = [self._row(node)]
        elif node.inlined:
            found = [rope for shape, parts in node.ways for rope in self._children(node, shape, parts)]
            self.ropes[node] = _bounded(found, node)
        else:
            self.made[node] = self._ways(node)

    def trees(self, node: Node) -> list[Tree]:
        return [one for one in self.made[node] if isinstance(one, Tree)]

    def _ways(self, node: Node) -> list[Tree | Token]:
        found: list[Tree | Token] = []
        start, end = self.pieces[node.start].start, self.pieces[node.end - 1].end
        for shape, parts in node.ways:
            for rope in self._children(node, shape, parts):
                children = _flat(rope)
                if shape.passes and len(children) == 1:
                    found.append(children[0])
                    continue
                assert shape.name is not None
                tree = Tree(shape.name, children, start, end)
                if tree.depth > DEEPEST:
                    raise TooLarge("deep", node.start, node.end)
                found.append(tree)
        if len(found) > 1 and node.symbol in _KEPT:
            ways = [way for one in found if isinstance(one, Tree) for way in ways_of(one)]
            assert len(ways) >= len(found), node.symbol
            _bounded(ways, node)
            return [_choice(node, ways)]
        return _bounded(found, node)

    def _children(self, node: Node, shape: Shape, parts: tuple[Node | Leaf, ...]) -> list[_Rope]:
        """What can be the children by one rule."""
        options: list[Sequence[_Item | _Rope]] = []
        several = 1
        for at in shape.kept:
            part = parts[at]
            option: Sequence[_Item | _Rope]
            if isinstance(part, Leaf):
                option = part.tokens
            elif part.inlined:
                option = self.ropes[part]
            else:
                option = self.made[part]
            options.append(option)
            several *= len(option)
        if several == 1:
            return [tuple([option[0] for option in options])]
        if several > MOST_READINGS:
            raise TooLarge("many", node.start, node.end)
        return list(product(*options))

    def _row(self, node: Node) -> _Rope:
        """The statements of a row, or the ways through them."""
        found = _steps(node)
        if len({start for start, _, _ in found}) == len(found):  # from nowhere do two ways lead on
            return tuple([self.made[step][0] for _, _, step in sorted(found, key=lambda one: one[0])])
        steps = [Step(start, end, tree) for start, end, step in found for tree in self.trees(step)]
        return (Steps(steps, node.start, node.end),)


def _bounded(found: list[T], node: Node) -> list[T]:
    if len(found) > MOST_READINGS:
        raise TooLarge("many", node.start, node.end)
    return found


def _choice(node: Node, ways: Sequence[Tree]) -> Choice:
    """A choice is never taken for a tree of a rule, but for conditions, which are looked for by their name."""
    return Choice("cond" if node.symbol == "cond" else "_" + node.symbol, ways)


def _flat(rope: _Rope) -> list[_Item]:
    """The children that a rope holds, in their order."""
    if not any(isinstance(part, tuple) for part in rope):
        return list(rope)  # type: ignore[arg-type]
    found: list[_Item] = []
    todo: list[_Item | _Rope] = [rope]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        else:
            found.append(part)
    return found


def _steps(row: Node) -> list[tuple[int, int, Node]]:
    """Each statement of a row: where the one before it ends (or the row begins), where it ends, and itself."""
    found: dict[tuple[int, Node], None] = {}
    todo, seen = [row], {row}
    while todo:
        node = todo.pop()
        for _, parts in node.ways:
            at = node.start
            for part in parts:
                assert isinstance(part, Node), row.symbol
                if part.symbol == "stmt":
                    found[at, part] = None
                    at = part.end
                elif part.symbol != "_then":
                    at = part.end
                    if part not in seen:
                        seen.add(part)
                        todo.append(part)
    return [(start, node.end, node) for start, node in found]
