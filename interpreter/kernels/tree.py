"""The tree of one decision, shared by all deals: its arms are numbered, and what is known of each is in its record.

A node is a number, too: 0 is the root, and arm i leads to node i + 1. Machine code has a tree of its own, with the
same arms (`native.twins`): Python finds an arm best by a dict, and a machine by a table of slots.
"""

from __future__ import annotations

import attrs

ROOT = 0
STRAND = -2
"""Instead of a player: the node at which a strand begins, by its number."""
JOINED = -3
"""Instead of a player: the node to which the strands lead together, by the node that each has reached."""
DEEPEST = 200
"""The maximum depth of the tree, in decisions."""
MOST_ARMS = 1 << 22
"""A tree with that many arms (about 400 MB in machine code) grows no further."""


@attrs.define(eq=False)
class Arm:
    """An arm: what a player does at a node, how often that could be taken, how often it was, and the total worth of
    the ends that it led to. Positions that the heuristic valued (`judged` of them) are summed separately (`seemed`),
    as their scale is not known yet. (The player is part of an arm, since luck can pass the move to another.)"""

    node: int
    who: int
    action: int
    could: int = 0
    taken: int = 0
    judged: int = 0
    total: float = 0.0
    seemed: float = 0.0


@attrs.define(eq=False)
class Tree:
    """The arms in Python, and `most`, how many there may be."""

    most: int
    arms: list[Arm] = attrs.field(factory=list)
    _numbers: dict[tuple[int, int, int], int] = attrs.field(factory=dict)

    def find(self, node: int, who: int, action: int) -> int:
        """The number of the arm of a player's action at a node; -1 if there is none."""
        return self._numbers.get((node, who, action), -1)

    def arm(self, node: int, who: int, action: int) -> int:
        """The same; a new one if there is none, or -1 if the tree is full."""
        key = node, who, action
        number = self._numbers.get(key)
        if number is None:
            number = len(self.arms)
            if number >= self.most:
                return -1
            self._numbers[key] = number
            self.arms.append(Arm(node, who, action))
        return number

    def has_room(self) -> bool:
        """Whether another iteration can begin. A machine has to make room before."""
        return True
