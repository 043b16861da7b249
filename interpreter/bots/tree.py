"""The tree of one decision, shared by all deals: its arms are numbered, and what is known of each stands in columns.

A node is a number, too: 0 is the root, and arm i leads to node i + 1. Every engine that searches keeps this tree in
its own way, but with the same arms, and takes the same one of them.
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


class FullError(Exception):
    """The tree has no room for another arm."""


@attrs.define(eq=False)
class Tree:
    """For each arm: how often it could be taken, how often it was, and the total worth of the ends that it led to.
    Positions that the heuristic valued (`judged` of them) are summed separately, as their scale is not known yet."""

    arms: dict[tuple[int, int, int], int] = attrs.field(factory=dict)
    could: list[int] = attrs.field(factory=list)
    taken: list[int] = attrs.field(factory=list)
    judged: list[int] = attrs.field(factory=list)
    total: list[float] = attrs.field(factory=list)
    seemed: list[float] = attrs.field(factory=list)

    def arm(self, node: int, who: int, action: int) -> int:
        """The arm of a player's action at a node; a new one if there is none. (The player is part of it, since luck
        can pass the move to another.) Raises `FullError`."""
        found = self.arms.get((node, who, action))
        if found is None:
            found = len(self.could)
            if found >= MOST_ARMS:
                raise FullError
            self.arms[(node, who, action)] = found
            self.could.append(0)
            self.taken.append(0)
            self.judged.append(0)
            self.total.append(0.0)
            self.seemed.append(0.0)
        return found

    def below(self, node: int, who: int, action: int) -> int:
        """The node to which an arm leads."""
        return self.arm(node, who, action) + 1
