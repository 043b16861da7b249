"""Luck in machine code: SplitMix64, numbers below a bound and shuffles, exactly as `memory/luck.py` draws them."""

from __future__ import annotations

from llvmlite import ir

from ..memory.luck import stretches
from .code import Code
from .values import CELL, WIDE, ZERO, Value, cell

_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def next_bits(code: Code, state: Value) -> Value:
    """64 random bits; `state` points to the cell of the generator."""
    b = code.b
    z = b.add(b.load(state, typ=CELL), cell(_GAMMA))
    b.store(z, state)
    z = b.mul(b.xor(z, b.lshr(z, cell(30))), cell(_FIRST))
    z = b.mul(b.xor(z, b.lshr(z, cell(27))), cell(_SECOND))
    return b.xor(z, b.lshr(z, cell(31)))


def below(code: Code, bound: Value, address: int) -> Value:
    """A number from 0 to bound - 1, by the generator at an address; bound >= 1."""
    return code.call(_below(code), cell(address), bound)


def _below(code: Code) -> Value:
    return code.helper("below", CELL, [CELL, CELL], _write_below)


def _write_below(code: Code) -> None:
    b = code.b
    address, bound = code.given
    state = code.at(address)
    again, rare, done = code.block(), code.block(), code.block()
    code.go(again)
    code.begin(again)
    drawn = next_bits(code, state)
    product = b.mul(b.zext(drawn, WIDE), b.zext(bound, WIDE))
    low = b.trunc(product, CELL)
    code.branch(b.icmp_unsigned(">=", low, bound), done, rare, likely=True)
    code.begin(rare)
    least = b.urem(b.sub(ZERO, bound), bound)
    code.branch(b.icmp_unsigned(">=", low, least), done, again)
    code.begin(done)
    b.ret(b.trunc(b.lshr(product, WIDE(64)), CELL))


def shuffler(code: Code) -> Value:
    """`shuffle(m, context, first, count)`: puts `count` cells, starting at an address, into a random order.

    `count` is at most the capacity of the largest ordered place.
    """
    return code.helper("shuffle", ir.VoidType(), [CELL, CELL], _write_shuffle)


def _write_shuffle(code: Code) -> None:
    b, unit = code.b, code.unit
    # The first stretch of a shuffle of each size: the product of its bounds, and the last of them less 1. The rest
    # is the shuffle of that size.
    products, lasts = [1, 1], [1, 1]
    for count in range(2, unit.longest + 1):
        product, bounds = stretches(count)[0]
        products.append(product)
        lasts.append(bounds[-1] - 1)
    product_of, last_of = unit.table("shuffle_products", products), unit.table("shuffle_lasts", lasts)
    first, count = code.given
    left, drawn = code.variable(count), code.variable()
    head, body, turn, swap, done = (code.block() for _ in range(5))
    code.go(head)
    code.begin(head)
    now = code.get(left)
    code.branch(b.icmp_signed(">", now, cell(1)), body, done)
    code.begin(body)
    code.set(drawn, below(code, code.entry(product_of, now), 0))
    last = code.entry(last_of, now)
    code.go(turn)
    code.begin(turn)
    bound = code.get(left)
    code.branch(b.icmp_signed(">", bound, last), swap, head)
    code.begin(swap)
    number = code.get(drawn)
    chosen = b.urem(number, bound)
    code.set(drawn, b.udiv(number, bound))
    one = code.at(b.add(first, b.sub(bound, cell(1))))
    other = code.at(b.add(first, chosen))
    one_value, other_value = b.load(one, typ=CELL), b.load(other, typ=CELL)
    b.store(other_value, one)
    b.store(one_value, other)
    code.set(left, b.sub(bound, cell(1)))
    code.go(turn)
    code.begin(done)
    b.ret_void()
