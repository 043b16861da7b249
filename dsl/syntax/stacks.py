"""The parser: all stacks of a table-driven parser together, over all segmentations of a text.

In: a lattice of tokens and the parser's table. Out: a packed forest of all readings, or the place where all readings
stopped. Stacks that are in the same state at the same word are merged (a graph-structured stack), and so are
derivations of the same symbol over the same words. So the work grows with the length of the text, not with the number
of its readings.

Reductions are looked up for one word at a time. A reduction that one word allows is kept for the others: the table
has no conflicts, so any word that can follow the reduced symbol allowed the reduction too.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from .forest import Leaf, Node, Shape, Token
from .lexer import Edge, Lattice

MOST_WAITING = 300
"""The most symbols that can wait to be finished: an open bracket is one or two, an open block about five."""
STEPS_A_WORD = 2_000
"""The most steps for each word; usual texts take about ten."""
END = "$END"
TAIL = "tail"  # of a phrase: a slot, and what follows it

Action = int | Shape
"""Shift to a state, or reduce what was read to a symbol."""


@attrs.frozen(eq=False)
class Table:
    """A parser's table, from one start symbol. A symbol leads from a state to a state."""

    start: int
    end: int
    states: Mapping[int, Mapping[str, Action]]


@attrs.frozen
class Stuck:
    """Where all readings stopped: the node of the lattice, and the terminals that could have followed."""

    node: int
    expected: tuple[str, ...]


@attrs.frozen
class Large:
    """A stated bound that the words from `start` to `end` exceed: `deep` or `many`."""

    what: str
    start: int
    end: int


_Link = tuple["Top", Node | Leaf]


class Top:
    """The common top of all stacks that are in a state at a word. A link leads to a top below, over a symbol.

    `height` is the lowest of these stacks, so that one reading in which much waits does not rule out the others.
    """

    __slots__ = ("at", "done", "height", "links", "state")

    def __init__(self, state: int, at: int, height: int) -> None:
        self.state = state
        self.at = at
        self.height = height
        self.links: list[_Link] = []
        self.done: list[Shape] = []

    def link(self, below: Top, value: Node | Leaf) -> None:
        self.links.append((below, value))
        self.height = min(self.height, below.height + 1)


class Stacks:
    """One run over a lattice. What has more slots than any phrase is not a phrase, so its reading stops."""

    def __init__(self, lattice: Lattice, table: Table, most_slots: int = MOST_WAITING) -> None:
        self.lattice = lattice
        self.most_slots = most_slots
        self.states = table.states
        self.table = table
        self.steps = 0
        self.nodes: dict[tuple[str, int], Node] = {}  # those that end at the current word
        self.tops: dict[int, dict[int, Top]] = {0: {table.start: Top(table.start, 0, 0)}}

    def run(self) -> Node | Stuck | Large:
        lattice, far = self.lattice, 0
        front: dict[int, Top] = {}
        for at in range(lattice.end + 1):
            if at not in self.tops:
                continue
            far, front, self.nodes = at, self.tops.pop(at), {}
            if any(top.height > MOST_WAITING for top in front.values()):
                return Large("deep", at, at)
            if self.steps > STEPS_A_WORD * (at + 10):
                return Large("many", 0, at)
            if at == lattice.end:
                self._reduce(front, END)
            else:
                self.shift(front, at)
        root = front.get(self.table.end) if far == lattice.end else None
        if root is None:
            return Stuck(far, self.could_follow(front))
        ((_, found),) = root.links
        assert isinstance(found, Node)
        return found

    def shift(self, front: dict[int, Top], at: int) -> None:
        """Move all stacks over all tokens that begin here."""
        edges: dict[str, list[Edge]] = {}
        for edge in self.lattice.edges(at):
            edges.setdefault(edge.terminal, []).append(edge)
        for terminal, same in edges.items():
            self._reduce(front, terminal)
            going = [
                (top, action)
                for top in front.values()
                if isinstance(action := self.states[top.state].get(terminal), int)
            ]
            if not going:
                continue
            for leaf in self._leaves(at, same):
                for top, state in going:
                    self.steps += 1
                    tops = self.tops.setdefault(leaf.end, {})
                    if state not in tops:
                        tops[state] = Top(state, leaf.end, top.height + 1)
                    tops[state].link(top, leaf)

    def _leaves(self, at: int, edges: list[Edge]) -> list[Leaf]:
        """The tokens by terminal: those of one terminal over the same words are one leaf."""
        leaves: dict[int, Leaf] = {}
        pieces = self.lattice.pieces
        for edge in edges:
            leaf = leaves.setdefault(edge.to, Leaf(at, edge.to))
            leaf.tokens.append(Token(edge.terminal, edge.value, pieces[at].start, pieces[edge.to - 1].end))
        return list(leaves.values())

    def _reduce(self, front: dict[int, Top], terminal: str) -> None:
        """Finish all symbols that can be finished before a terminal."""
        todo = list(front.values())
        while todo:
            top = todo.pop()
            shape = self.states[top.state].get(terminal)
            if isinstance(shape, Shape) and shape not in top.done:
                top.done.append(shape)
                for link in top.links:
                    self._finish(front, todo, shape, link)

    def _finish(self, front: dict[int, Top], todo: list[Top], shape: Shape, link: _Link) -> None:
        """Apply one rule to everything that lies below a link."""
        found: list[tuple[Top, tuple[Node | Leaf, ...]]] = [(link[0], (link[1],))]
        for _ in range(shape.size - 1):
            found = [(below, (value, *parts)) for top, parts in found for below, value in top.links]
        for below, parts in found:
            self.steps += 1
            last = parts[-1]
            tails = 0
            if shape.symbol == TAIL:
                tails = 1 + (last.tails if isinstance(last, Node) else 0)
                if tails > self.most_slots:
                    continue
            node = self.nodes.get((shape.symbol, below.at))
            if node is None:
                node = self.nodes[shape.symbol, below.at] = Node(shape.symbol, below.at, last.end, tails)
            if (shape, parts) not in node.ways:
                node.tails = min(node.tails, tails)
                node.ways.append((shape, parts))
            self._goto(front, todo, below, node)

    def _goto(self, front: dict[int, Top], todo: list[Top], below: Top, node: Node) -> None:
        state = self.states[below.state][node.symbol]
        assert isinstance(state, int)
        top = front.get(state)
        if top is None:
            top = front[state] = Top(state, node.end, below.height + 1)
            top.link(below, node)
            todo.append(top)
        elif not any(other is below for other, _ in top.links):
            top.link(below, node)
            for shape in top.done:
                self._finish(front, todo, shape, top.links[-1])

    def could_follow(self, front: dict[int, Top]) -> tuple[str, ...]:
        """The terminals that could have followed."""
        could = {name for top in front.values() for name in self.states[top.state] if name.isupper()}
        found = []
        for terminal in sorted(could):
            self._reduce(front, terminal)
            follows = [self.states[top.state].get(terminal) for top in front.values()]
            if terminal == END:
                follows = [self.table.end] if self.table.end in front else []
            if any(isinstance(action, int) for action in follows):
                found.append(terminal)
        return tuple(found)
