"""Luck in machine code: SplitMix64, numbers below a bound and shuffles, exactly as `memory/luck.py` draws them."""

from __future__ import annotations

from ..memory.dice import FIRST_MIX, GAMMA, SECOND_MIX
from ..memory.luck import stretches
from . import assembly as ir
from . import sets
from .code import Code
from .values import CELL, WIDE, ZERO, Value, cell


def next_bits(code: Code, state: Value) -> Value:
    """64 random bits; `state` points to the cell of the generator."""
    b = code.b
    z = b.add(b.load(state, typ=CELL), cell(GAMMA))
    b.store(z, state)
    z = b.mul(b.xor(z, b.lshr(z, cell(30))), cell(FIRST_MIX))
    z = b.mul(b.xor(z, b.lshr(z, cell(27))), cell(SECOND_MIX))
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
    bits = [max(bound - 1, 1).bit_length() for bound in range(len(products))]
    factors = [-(-(1 << 63 + bits[bound]) // bound) if bound > 1 else 0 for bound in range(len(products))]
    factor_of = unit.table("shuffle_factors", factors)
    shift_of = unit.table("shuffle_shifts", [one - 1 for one in bits])
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
    # What is drawn is below 2**63, so its quotient is exactly the high half of a product.
    high = sets.scaled(code, number, code.entry(factor_of, bound))
    quotient = b.lshr(high, code.entry(shift_of, bound))
    chosen = b.sub(number, b.mul(quotient, bound))
    code.set(drawn, quotient)
    one = code.at(b.add(first, b.sub(bound, cell(1))))
    other = code.at(b.add(first, chosen))
    one_value, other_value = b.load(one, typ=CELL), b.load(other, typ=CELL)
    b.store(other_value, one)
    b.store(one_value, other)
    code.set(left, b.sub(bound, cell(1)))
    code.go(turn)
    code.begin(done)
    b.ret_void()
