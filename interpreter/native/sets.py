"""Operations on sets as lists of words, lowest first.

They hold for words of `WORD_BITS` bits; where all words but some are known to be 0, they cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce

from ..ir import WORD_BITS
from .code import Code
from .values import (
    BIT,
    CELL,
    NO,
    NOTHING,
    ONE,
    WIDE,
    YES,
    ZERO,
    Value,
    Words,
    cell,
    constant,
    is_empty_word,
    of_number,
)

_UNROLLED = 1  # up to this many words, members are found without a loop over words


def size(code: Code, words: Words) -> Value:
    counts = [code.b.ctpop(word) for word in words if not is_empty_word(word)]
    return code.total(counts) if counts else ZERO


def nonzero(code: Code, words: Words) -> Value:
    """Whether a set has members, or a number is not 0."""
    known = [word for word in words if not is_empty_word(word)]
    if not known:
        return NO
    return code.b.icmp_unsigned("!=", reduce(code.b.or_, known), ZERO)


def lowest(code: Code, words: Words) -> Value:
    """The least member; -1 for the empty set."""
    found = NOTHING
    for number in reversed(range(len(words))):
        word = words[number]
        if is_empty_word(word):
            continue
        here = code.plus(trailing(code, word), WORD_BITS * number)
        found = code.b.select(code.b.icmp_unsigned("==", word, ZERO), found, here)
    return found


def trailing(code: Code, word: Value, known: bool = False) -> Value:
    """The number of zeros below the lowest bit. `known`: the word is not 0."""
    return code.b.cttz(word, YES if known else NO)


def bit(code: Code, member: Value, words: int) -> Words:
    """The set that holds only this member; empty if the member is negative or beyond the words."""
    number = constant(member)
    if number is not None:
        return of_number(1 << number if 0 <= number < WORD_BITS * words else 0, words)
    found = []
    for word in range(words):
        inside, mask = _in_word(code, member, word)
        found.append(code.b.select(inside, mask, ZERO))
    return found


def _in_word(code: Code, member: Value, word: int) -> tuple[Value, Value]:
    """Whether a member belongs to this word, and its bit there."""
    index = code.b.sub(member, cell(WORD_BITS * word)) if word else member
    inside = code.b.icmp_unsigned("<", index, cell(WORD_BITS))
    return inside, code.b.shl(ONE, code.b.and_(index, cell(63)))


def has(code: Code, words: Words, member: Value) -> Value:
    """Whether the set has a member, as a bit; a member that cannot be is not in it."""
    number = constant(member)
    if number is not None:
        if not 0 <= number < WORD_BITS * len(words):
            return NO
        word, place = divmod(number, WORD_BITS)
        return code.b.trunc(code.b.lshr(words[word], cell(place)), BIT)
    found: Value = None
    for number, word in enumerate(words):
        if is_empty_word(word):
            continue
        index = code.b.sub(member, cell(WORD_BITS * number)) if number else member
        inside = code.b.icmp_unsigned("<", index, cell(WORD_BITS))
        here = code.b.trunc(code.b.lshr(word, code.b.and_(index, cell(63))), BIT)
        here = code.b.and_(inside, here)
        found = here if found is None else code.b.or_(found, here)
    return NO if found is None else found


def word_and_bit(code: Code, member: Value, words: int) -> tuple[Value, Value]:
    """The number of the word that holds a member, which the set has room for, and its bit there."""
    if words == 1:
        return ZERO, code.b.shl(ONE, member)
    number = code.b.udiv(member, cell(WORD_BITS))
    index = code.b.urem(member, cell(WORD_BITS))
    return number, code.b.shl(ONE, index)


def union(code: Code, first: Words, second: Words) -> Words:
    return [_or(code, a, b) for a, b in zip(first, second, strict=True)]


def _or(code: Code, a: Value, b: Value) -> Value:
    if is_empty_word(a):
        return b
    return a if is_empty_word(b) else code.b.or_(a, b)


def intersection(code: Code, first: Words, second: Words) -> Words:
    return [
        ZERO if is_empty_word(a) or is_empty_word(b) else code.b.and_(a, b)
        for a, b in zip(first, second, strict=True)
    ]


def difference(code: Code, first: Words, second: Words) -> Words:
    return [
        a if is_empty_word(a) or is_empty_word(b) else code.b.and_(a, code.b.not_(b))
        for a, b in zip(first, second, strict=True)
    ]


def shifted(code: Code, words: Words, by: int) -> Words:
    """Every member plus a constant; members below 0 vanish, and none passes the width."""
    whole, part = divmod(abs(by), WORD_BITS)
    if by >= 0:
        near = [ZERO] * whole + words
        far = [ZERO, *near]  # the word below each
        pairs = [(near[index], far[index]) for index in range(len(words))]
    else:
        near = words[whole:] + [ZERO] * (whole + 1)
        pairs = [(near[index], near[index + 1]) for index in range(len(words))]
    if part == 0:
        return [one for one, _ in pairs]
    found = []
    for one, other in pairs:
        if by >= 0:
            kept = code.b.shl(one, cell(part))
            if WORD_BITS < 64:
                kept = code.b.and_(kept, cell((1 << WORD_BITS) - 1))
            carried = code.b.lshr(other, cell(WORD_BITS - part))
        else:
            kept = code.b.lshr(one, cell(part))
            carried = code.b.shl(other, cell(WORD_BITS - part))
            if WORD_BITS < 64:
                carried = code.b.and_(carried, cell((1 << WORD_BITS) - 1))
        found.append(kept if is_empty_word(other) else code.b.or_(kept, carried))
    return found


@contextmanager
def members(code: Code, words: Words) -> Iterator[Value]:
    """A loop over the members that a set has now, ascending."""
    words = list(words)
    while len(words) > 1 and is_empty_word(words[-1]):
        words.pop()
    if len(words) > _UNROLLED:
        with _members_of_many(code, words) as member:
            yield member
        return
    left = [code.variable(word) for word in words]
    head, body, after = code.block(), code.block(), code.block()
    code.go(head)
    code.begin(head)
    now = [code.get(variable) for variable in left]
    code.branch(nonzero(code, now), body, after)
    code.begin(body)
    if len(words) == 1:
        member = trailing(code, now[0], known=True)
        code.set(left[0], code.b.and_(now[0], code.b.sub(now[0], ONE)))
    else:
        member = lowest(code, now)
        below: Value = None  # whether some lower word has members
        for variable, word in zip(left, now, strict=True):
            dropped = code.b.and_(word, code.b.sub(word, ONE))
            here = code.b.icmp_unsigned("!=", word, ZERO)
            code.set(variable, dropped if below is None else code.b.select(below, word, dropped))
            below = here if below is None else code.b.or_(below, here)
    yield member
    code.go(head)
    code.begin(after)


@contextmanager
def _members_of_many(code: Code, words: Words) -> Iterator[Value]:
    held = code.buffer(len(words))
    for number, word in enumerate(words):
        code.b.store(word, code.item(held, cell(number)))
    with code.times(cell(len(words))) as number:
        word = code.b.load(code.item(held, number), typ=CELL)
        base = code.b.mul(number, cell(WORD_BITS))
        with members(code, [word]) as member:
            yield code.plus(base, member)


def nth(code: Code, words: Words, number: Value) -> Value:
    """Member `number` from 0, ascending; -1 if the set has fewer, or the number is negative."""
    function = code.helper("nth", CELL, [CELL, CELL], _emit_nth)
    found, left, done = NOTHING, number, NO
    for index, word in enumerate(words):
        count = code.b.ctpop(word)
        here = code.b.icmp_unsigned("<", left, count)
        first = here if index == 0 else code.b.and_(here, code.b.not_(done))
        member = code.plus(code.call(function, word, left), WORD_BITS * index)
        found = code.b.select(first, member, found)
        done = here if index == 0 else code.b.or_(done, here)
        if index + 1 < len(words):
            left = code.b.sub(left, count)
    return found


def _emit_nth(code: Code) -> None:
    """Member `number` of a word that has more than `number` members."""
    word, number = code.given
    if code.unit.deposits:
        function = code.unit.intrinsic("llvm.x86.bmi.pdep.64", [CELL, CELL], CELL)
        only = code.b.call(function, [code.b.shl(ONE, code.b.and_(number, cell(63))), word])
        code.b.ret(trailing(code, only))
        return
    # Halves the word until one bit is left.
    found = ZERO
    for width in (32, 16, 8, 4, 2, 1):
        low = code.b.and_(word, cell((1 << width) - 1))
        count = code.b.ctpop(low)
        above = code.b.icmp_unsigned(">=", number, count)
        number = code.b.select(above, code.b.sub(number, count), number)
        word = code.b.select(above, code.b.lshr(word, cell(width)), low)
        found = code.b.select(above, code.b.add(found, cell(width)), found)
    code.b.ret(found)


def scaled(code: Code, draw: Value, count: Value) -> Value:
    """The high half of a product: a number below `count` from 64 random bits."""
    product = code.b.mul(code.b.zext(draw, WIDE), code.b.zext(count, WIDE))
    return code.b.trunc(code.b.lshr(product, WIDE(64)), CELL)
