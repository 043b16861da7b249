"""The arrays of a batch: views of one block of memory, which is made once."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

ALIGNED = 64
"""Each array begins at a multiple of this many bytes, as processors read them."""


class Block:
    """Makes arrays that lie behind each other in one piece of memory."""

    def __init__(self) -> None:
        self._wanted: dict[str, tuple[tuple[int, ...], np.dtype[Any]]] = {}
        self._memory: Array = np.empty(0, np.uint8)
        self._from: dict[str, int] = {}
        self.nbytes = 0

    def want(self, name: str, shape: tuple[int, ...], kind: Any) -> None:
        """Asks for an array of zeros."""
        self._wanted[name] = shape, np.dtype(kind)

    def make(self) -> dict[str, Array]:
        """The arrays that were asked for."""
        at = 0
        for name, (shape, kind) in self._wanted.items():
            self._from[name] = at
            at += -(-kind.itemsize * int(np.prod(shape)) // ALIGNED) * ALIGNED
        whole = np.zeros(at + ALIGNED, np.uint8)
        skip = -whole.ctypes.data % ALIGNED
        self._memory, self.nbytes = whole[skip:], at
        return {
            name: np.ndarray(shape, kind, self._memory, self._from[name])
            for name, (shape, kind) in self._wanted.items()
        }


@attrs.frozen(eq=False)
class Step:
    """What a step leads to. All of these are views: the next step changes them, so copy what you keep.

    Attributes:
        observations: by row what the player who decides may know, as `Encoder` writes it.
        masks: by row and action whether it is legal.
        players: by row the seat that decides; -1 if luck does.
        rewards: by row and seat.
        done: by row whether the match is over.
        truncated: by row whether it was broken off, since it went on for too long.
    """

    observations: Array
    masks: Array
    players: Array
    rewards: Array
    done: Array
    truncated: Array

    def __iter__(self) -> Any:
        return iter((self.observations, self.masks, self.players, self.rewards, self.done, self.truncated))


def shown(array: Array) -> Array:
    """A view that cannot be written to."""
    found = array.view()
    found.flags.writeable = False
    return found
