"""From a packed forest to one tree: plain where there is one reading, a choice where there are several.

In: the root of the forest. Out: a `Tree` with alternatives. The readings of a statement, a condition or an expression
stay together there; the readings of the parts of a phrase or a filter become readings of the expression or statement
that they belong to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeVar

from .forest import Choice, Leaf, Node, Shape, Step, Steps, Token, TooLarge, Tree, ways_of
from .vocabulary import Piece

T = TypeVar("T")

LEVELS = ("", "_f", "_v", "_s")  # of arithmetic, see the grammar
MOST_READINGS = 64
"""The most readings that the words of one expression can have."""
DEEPEST = 100
"""The deepest tree. No rule is half as deep, and walking it stays within Python's recursion limit."""

ROWS = frozenset({"_seq", "_many", "_rows"})
"""Rows of statements."""
_JOINTS = frozenset({"_stop", "_and_s", "_list_s"})
_KEPT = frozenset(
    {
        "stmt",
        "lone",
        "slashed",
        "act",
        "line",
        "alternative",
        "deeds",
        "bought",
        "deeds_",
        "bought_",
        "lead",
        "lead_",
        "cond",
        "conj",
        "clause",
        "disj",
    }
    | {"noun", "single", "atom", "primary", "number_", "bracket", "range"}
    | {f"{part}{level}" for part in ("sum", "long", "product", "many", "ratio", "factor") for level in LEVELS}
    | {"unsigned", "ratio_u", "ratio_uf", "ratio_uv"}
    | {"open_v", "open_s", "last_f", "last_s", "ended_f", "ended_s", "final", "measured"}
)
"""The rules whose readings stay together as a choice; the readings of other rules become readings of their parent."""

_Item = Tree | Token
_Rope = tuple["_Item | _Rope", ...]
"""Children in order, nested like the lists of the grammar: each list holds the one before it."""


def unfold(root: Node, pieces: Sequence[Piece]) -> Tree:
    """The tree of a forest, with its alternatives. Raises `TooLarge`."""
    unfolded = _Unfolded(pieces)
    for node in _below(root):
        unfolded.add(node)
    ways = unfolded.trees(root)
    return ways[0] if len(ways) == 1 else _choice(root, ways)


def _below(root: Node) -> Iterator[Node]:
    """A node and everything below it, children before parents."""
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
    """The nodes that a node consists of; a row consists of its statements."""
    if node.symbol in ROWS:
        yield from (step for _, _, step in _steps(node))
        return
    for shape, parts in node.ways:
        yield from (part for at in shape.kept if isinstance(part := parts[at], Node))


class _Unfolded:
    """The trees of nodes, and the children that lists pass to their parents."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.made: dict[Node, list[Tree | Token]] = {}
        self.ropes: dict[Node, list[_Rope]] = {}

    def add(self, node: Node) -> None:
        if node.symbol in ROWS:
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
        """The possible lists of children by one rule."""
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
        if len({start for start, _, _ in found}) == len(found):  # there is only one way on from each place
            return tuple([self.made[step][0] for _, _, step in sorted(found, key=lambda one: one[0])])
        steps = [Step(start, end, tree) for start, end, step in found for tree in self.trees(step)]
        return (Steps(steps, node.start, node.end),)


def _bounded(found: list[T], node: Node) -> list[T]:
    if len(found) > MOST_READINGS:
        raise TooLarge("many", node.start, node.end)
    return found


def _choice(node: Node, ways: Sequence[Tree]) -> Choice:
    """A choice does not carry the name of a rule, except for conditions, which are looked up by name."""
    return Choice("cond" if node.symbol == "cond" else "_" + node.symbol, ways)


def _flat(rope: _Rope) -> list[_Item]:
    """The children that a rope holds, in order."""
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
    """Each statement of a row: the end of the one before it (or the start of the row), its own end, and its node."""
    found: dict[tuple[int, Node], None] = {}
    todo, seen = [row], {row}
    while todo:
        node = todo.pop()
        for _, parts in node.ways:
            at = node.start
            for part in parts:
                assert isinstance(part, Node), row.symbol
                if part.symbol in ROWS:
                    at = part.end
                    if part not in seen:
                        seen.add(part)
                        todo.append(part)
                elif part.symbol not in _JOINTS:
                    found[at, part] = None
                    at = part.end
    return [(start, node.end, node) for start, node in found]
