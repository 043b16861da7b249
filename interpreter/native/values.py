"""The values of machine code: types, constants, and sets as lists of words."""

from __future__ import annotations

from typing import Any, TypeAlias

from ..ir import WORD_BITS
from . import assembly as ir

Value: TypeAlias = Any
"""What an instruction takes or gives: see `assembly`."""
Words: TypeAlias = list[Any]
"""A set as its words, lowest first; a number has one word."""

CELL = ir.IntType(64)
BIT = ir.IntType(1)
BYTE = ir.IntType(8)
WIDE = ir.IntType(128)
POINTER = ir.PointerType()
VOID = ir.VoidType()

COMPARED = {"lt": "<", "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">="}
"""The comparisons of the representation, as `assembly` spells them."""


def signed(value: int) -> int:
    """The low 64 bits of a number as a signed number: the way cells hold them."""
    value &= (1 << 64) - 1
    return value - (value >> 63 << 64)


def cell(value: int) -> Value:
    return ir.Constant(CELL, signed(value))


ZERO: Value = cell(0)
ONE: Value = cell(1)
NOTHING: Value = cell(-1)
NO: Value = ir.Constant(BIT, 0)
YES: Value = ir.Constant(BIT, 1)


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
