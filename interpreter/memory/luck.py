"""Luck: SplitMix64 in a memory cell (LUCK, or SECRET_LUCK), numbers below a bound and shuffles, both without bias.

Every engine must draw exactly as this module does: the same seed then gives the same match everywhere.
"""

from __future__ import annotations

from array import array
from functools import cache

from ..ir import LUCK
from .dice import shifted
from .words import Memory

_M64 = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_STRETCH = 1 << 63  # the product of bounds that share one draw stays below this


def signed(value: int) -> int:
    """The low 64 bits of a number, as a signed number that fits into a cell."""
    value &= _M64
    return value - (value >> 63 << 64)


def secret_bits(seed: int) -> int:
    """The bits of `secret_seed`. (Kernels call it, too.)"""
    z = (seed ^ 0x5851F42D4C957F2D) & _M64
    z = ((z ^ shifted(z, 33)) * 0xFF51AFD7ED558CCD) & _M64
    return z ^ shifted(z, 33)


def secret_seed(seed: int) -> int:
    """The initial state of the generator of secret luck for a seed; it differs from that of luck."""
    return signed(secret_bits(seed))


def below(m: Memory, bound: int, cell: int = LUCK) -> int:
    """A number from 0 to bound - 1 (1 <= bound < 2**63), all equally likely, by Lemire's method."""
    if bound < 1:
        raise ValueError(f"no number below {bound}")
    while True:
        z = (m[cell] + _GAMMA) & _M64
        m[cell] = z - (z >> 63 << 64)
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _M64
        x = (z ^ (z >> 31)) * bound
        low = x & _M64
        if low >= bound or low >= ((1 << 64) - bound) % bound:
            return x >> 64


@cache
def stretches(count: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """How a shuffle of `count` pieces groups its steps: (product of the bounds, the bounds) per draw.

    The bounds are those of the Fisher-Yates shuffle, from `count` down to 2. Up to 20 pieces need a single draw.
    """
    groups: list[tuple[int, tuple[int, ...]]] = []
    product = 1
    bounds: list[int] = []
    for bound in range(count, 1, -1):
        if product * bound >= _STRETCH:
            groups.append((product, tuple(bounds)))
            product, bounds = 1, []
        product *= bound
        bounds.append(bound)
    if bounds:
        groups.append((product, tuple(bounds)))
    return tuple(groups)


def shuffle(m: Memory, first: int, count: int) -> None:
    """Puts `count` cells, starting at the address `first`, into a random order; all orders are equally likely."""
    if count < 2:
        return
    cells = m[first : first + count].tolist()  # a list swaps faster than an array
    for product, bounds in stretches(count):
        drawn = below(m, product)
        for bound in bounds:
            chosen = drawn % bound
            drawn //= bound
            bound -= 1
            cells[bound], cells[chosen] = cells[chosen], cells[bound]
    m[first : first + count] = array("q", cells)
