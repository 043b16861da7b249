"""The values of machine code, as llvmlite has them: types, constants, and sets as lists of words."""

from __future__ import annotations

from typing import Any, TypeAlias

from llvmlite import ir

from ..ir import WORD_BITS

Value: TypeAlias = Any
"""One of llvmlite's values, which have no types of their own for Python."""
Words: TypeAlias = list[Any]
"""A set as its words, lowest first; a number has one word."""

CELL = ir.IntType(64)
BIT = ir.IntType(1)
BYTE = ir.IntType(8)
WIDE = ir.IntType(128)
POINTER = ir.PointerType()
VOID = ir.VoidType()

COMPARED = {"lt": "<", "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">="}
"""The comparisons of the representation, as llvmlite spells them."""


def signed(value: int) -> int:
    """The low 64 bits of a number as a signed number: the way cells hold them."""
    value &= (1 << 64) - 1
    return value - (value >> 63 << 64)


def cell(value: int) -> Value:
    return ir.Constant(CELL, signed(value))


ZERO, ONE, NOTHING = cell(0), cell(1), cell(-1)
NO, YES = ir.Constant(BIT, 0), ir.Constant(BIT, 1)


def constant(value: Value) -> int | None:
    """The number that a value is known to be."""
    return value.constant if isinstance(value, ir.Constant) else None


def is_empty_word(word: Value) -> bool:
    """Whether a word is known to hold no member."""
    return constant(word) == 0


def words_of(value: int) -> int:
    """How many words a constant set needs."""
    return max(1, -(-max(value, 0).bit_length() // WORD_BITS))


def of_number(value: int, words: int) -> Words:
    """A constant set, or, in one word, any constant number."""
    if words == 1:
        return [cell(value)]
    return [cell(value >> WORD_BITS * word & ((1 << WORD_BITS) - 1)) for word in range(words)]
