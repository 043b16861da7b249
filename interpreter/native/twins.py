"""What dice and the tree of a search are in machine code: records, and a kernel for each method.

They do the same as the classes of Python: the same draws, and the same numbers for the same arms.
"""

from __future__ import annotations

from ..kernels.counting import add_one_product, add_product
from ..kernels.kernel import Cells, record
from ..kernels.redealing import all_equal, each_equal
from ..kernels.tree import Arm, Tree
from ..memory.dice import (
    APART,
    FIRST_MIX,
    FIRST_OF_SEED,
    GAMMA,
    SECOND_MIX,
    SECOND_OF_SEED,
    Dice,
    high_product,
    shifted,
)
from .translate import Swaps, Twin, Twins

_SPREAD = 0x9E3779B97F4A7C15


@record
class MachineDice:
    """Dice are their state."""

    state: int


def next_bits(dice: MachineDice) -> int:
    """`Dice.next`."""
    z = dice.state + GAMMA
    dice.state = z
    z = (z ^ shifted(z, 30)) * FIRST_MIX
    z = (z ^ shifted(z, 27)) * SECOND_MIX
    return z ^ shifted(z, 31)


def below(dice: MachineDice, bound: int) -> int:
    """`Dice.below`."""
    return high_product(next_bits(dice), bound)


def restart(dice: MachineDice, seed: int) -> None:
    """`Dice.restart`."""
    z = APART ^ seed
    z = (z ^ shifted(z, 33)) * FIRST_OF_SEED
    z = (z ^ shifted(z, 33)) * SECOND_OF_SEED
    dice.state = z ^ shifted(z, 33)


@record
class MachineTree:
    """A tree, which its owner makes longer.

    Attributes:
        arms: `count` of them; there is room for `room`, and `most` is how many there may be.
        margin: how many arms one iteration can add.
        slots: a power of two of numbers that find an arm: 1 more than its number, or 0. `mask` is one less than
    theirs."""

    arms: list[Arm]
    count: int
    room: int
    most: int
    margin: int
    slots: Cells
    mask: int


def slot_of(tree: MachineTree, node: int, who: int, action: int) -> int:
    """The slot of an arm, or the empty one where it belongs."""
    slots = tree.slots
    at = node * _SPREAD + who * 0x632BE59BD9B4E019 + action * 0x8CB92BA72F3D8DD7
    at = ((at ^ (at >> 29)) * _SPREAD) >> 20 & tree.mask
    while slots[at] != 0:
        one = tree.arms[slots[at] - 1]
        if one.node == node and one.who == who and one.action == action:
            return at
        at = (at + 1) & tree.mask
    return at


def find(tree: MachineTree, node: int, who: int, action: int) -> int:
    """`Tree.find`."""
    return tree.slots[slot_of(tree, node, who, action)] - 1


def arm(tree: MachineTree, node: int, who: int, action: int) -> int:
    """`Tree.arm`."""
    at = slot_of(tree, node, who, action)
    if tree.slots[at] != 0:
        return tree.slots[at] - 1
    number = tree.count
    if number >= tree.most:
        return -1
    one = tree.arms[number]  # all zeros
    one.node = node
    one.who = who
    one.action = action
    tree.count = number + 1
    tree.slots[at] = number + 1
    return number


def has_room(tree: MachineTree) -> bool:
    """`Tree.has_room`."""
    return tree.count + tree.margin <= tree.room or tree.room >= tree.most


def file_arms(tree: MachineTree) -> None:
    """Fills the slots anew, which are all empty."""
    for number in range(tree.count):
        one = tree.arms[number]
        tree.slots[slot_of(tree, one.node, one.who, one.action)] = number + 1


TWINS: Twins = {
    Dice: Twin(MachineDice, {"next": next_bits, "below": below, "restart": restart}),
    Tree: Twin(MachineTree, {"find": find, "arm": arm, "has_room": has_room}),
}
"""The classes that are written twice."""

SWAPS: Swaps = {add_product: add_one_product, all_equal: each_equal}
"""And the functions."""
