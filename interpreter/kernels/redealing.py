"""Renames pieces throughout a memory, and re-deals those that cannot be told apart, which exchange their names.

Since every cell has a kind, a permutation of pieces can be applied to everything that names a piece: the order of
piles, sets, states held per piece, registers of frames, knowledge. The layout of the memory is data here, so that no
kernel knows a game.
"""

from __future__ import annotations

from typing import Any

from ..ir import LUCK, NONE, OVER, SECRET_LUCK, WORD_BITS
from ..ir.frames import FIRST_ENTRY
from ..memory.dice import MASK, Dice
from ..memory.luck import signed
from .kernel import Cells, Routine, copy, lowest, record


@record
class States:
    """A state of pieces: its address, the first piece that has it, how many have it, and the cells of each."""

    address: int
    first: int
    count: int
    words: int


@record
class Remembered:
    """What an ability of a piece remembers: its address and its cells. `others` has for each piece the address of the
    same thing there, or -1."""

    address: int
    words: int
    others: Cells
    piece: int


@record
class Names:
    """Where memories of a program name pieces. A table has the number of its entries before them.

    Attributes:
        size: the cells of a memory.
        states: `state_count` of them.
        piles: a table: the address of each.
        names: a table: (address, number of cells that name one piece each).
        sets: a table: (address, words).
        remembered: `remembered_count` of them.
        entries: a table: for each entry of the frame plan where its registers begin, and where the last's end.
        registers: (offset, words; 0 words: the name of one piece)...
        waits: a table: for each entry whether it waits for a decision.
        stacks: the address of the first stack in the memory, `stack` the cells of each.
    """

    size: int
    states: list[States]
    state_count: int
    piles: Cells
    names: Cells
    sets: Cells
    remembered: list[Remembered]
    remembered_count: int
    entries: Cells
    registers: Cells
    waits: Cells
    stacks: int
    stack: int
    strands: int


@record
class Redealing:
    """How a memory is dealt again.

    Attributes:
        where: it names pieces.
        origin: the memory that is dealt again.
        new: the new name of each piece; those of pieces in no class are their own.
        classes: (the size of a class, its pieces)..., 0.
        moving: a table: the pieces that may get other names; `touched` the words of the set of these.
        changing: as many words, for the kernels.
    """

    where: Names
    origin: Cells
    new: Cells
    classes: Cells
    moving: Cells
    touched: Cells
    changing: Cells


def deal(
    r: Redealing, m: Cells, dice: Dice, tries: int, options: Routine, legal: Cells, context: Cells
) -> None:
    """Writes to `m` the origin with its pieces dealt again and with other luck, so that every open decision has an
    option; if that many tries find no such deal, with its pieces as they are. `options` is that of `Search`."""
    left = tries
    if r.classes[0] == 0:
        left = 0
    while left > 0:
        exchange(r, dice)
        rename(r, m)
        if is_decidable(r.where, m, options, legal, context):
            break
        left -= 1
    if left == 0:
        copy(m, r.origin, r.where.size)
    m[LUCK] = signed(dice.next())
    m[SECRET_LUCK] = signed(dice.next())


def is_decidable(where: Names, m: Cells, options: Routine, legal: Cells, context: Cells) -> bool:
    """Whether every open decision has an option."""
    if m[OVER] != 0:
        return True
    for strand in range(where.strands):
        frame = m[where.stacks + strand * where.stack]
        if frame != 0:
            entry = m[frame + 1] - FIRST_ENTRY
            waiting = entry >= 0 and entry < where.waits[0] and where.waits[1 + entry] != 0
            if waiting and options(m, strand, legal, context) < 0:
                return False
    return True


def exchange(r: Redealing, dice: Dice) -> None:
    """Draws new names: the pieces of each class exchange theirs."""
    new = r.new
    classes = r.classes
    first = 1
    while classes[first - 1] != 0:
        count = classes[first - 1]
        for number in range(first, first + count):
            new[classes[number]] = classes[number]
        last = count - 1
        while last > 0:  # the new names are shuffled where they are
            one = classes[first + last]
            other = classes[first + dice.below(last + 1)]
            name = new[one]
            new[one] = new[other]
            new[other] = name
            last -= 1
        first += count + 1


def rename(r: Redealing, m: Cells) -> None:
    """Writes to `m` the origin with the new names."""
    copy(m, r.origin, r.where.size)
    rename_states(r, m)
    rename_remembered(r, m)
    rename_cells(r, m)
    rename_frames(r, m)


def all_equal(m: Any, first: int, count: int) -> bool:
    """Whether some cells hold the same number."""
    held = m[first : first + count]
    return bool(held.count(held[0]) == count)


def each_equal(m: Cells, first: int, count: int) -> bool:
    """`all_equal` in machine code."""
    end = first + count
    address = first + 1
    while address < end and m[address] == m[first]:
        address += 1
    return address >= end


def rename_states(r: Redealing, m: Cells) -> None:
    """Moves the states of each piece to its new name."""
    origin = r.origin
    new = r.new
    moving = r.moving
    for number in range(r.where.state_count):
        one = r.where.states[number]
        if all_equal(origin, one.address, one.count * one.words):
            continue
        first = one.first
        end = first + one.count
        words = one.words
        base = one.address - first * words
        for at in range(1, 1 + moving[0]):
            piece = moving[at]
            name = new[piece]
            # Pieces that exchange names have the same states: both have this one, or neither.
            if first <= piece and piece < end and first <= name and name < end:
                for word in range(words):
                    m[base + name * words + word] = origin[base + piece * words + word]


def rename_remembered(r: Redealing, m: Cells) -> None:
    """Moves what abilities of pieces remember."""
    origin = r.origin
    new = r.new
    for number in range(r.where.remembered_count):
        one = r.where.remembered[number]
        target = one.others[new[one.piece]]
        if target < 0:  # only pieces of one design change places where an ability remembers something
            target = one.address
        for word in range(one.words):
            m[target + word] = origin[one.address + word]


def rename_cells(r: Redealing, m: Cells) -> None:
    """Renames what names pieces: piles, cells and sets."""
    new = r.new
    piles = r.where.piles
    for entry in range(1, 1 + piles[0]):
        base = piles[entry]
        for address in range(base + 1, base + 1 + m[base]):
            m[address] = new[m[address]]
    names = r.where.names
    for entry in range(names[0]):
        first = names[1 + 2 * entry]
        count = names[2 + 2 * entry]
        if m[first] == NONE and all_equal(m, first, count):
            continue
        for address in range(first, first + count):
            if m[address] >= 0:
                m[address] = new[m[address]]
    sets = r.where.sets
    for entry in range(sets[0]):
        address = sets[1 + 2 * entry]
        words = sets[2 + 2 * entry]
        if words == 1 and m[address] & r.touched[0] == 0:
            continue
        if words > 1 and m[address] == 0 and all_equal(m, address, words):
            continue
        rename_set(r, m, address, words)


def rename_set(r: Redealing, m: Cells, address: int, words: int) -> None:
    """Renames the members of a set where it is."""
    new = r.new
    touched = r.touched
    changing = r.changing
    for word in range(words):
        changing[word] = m[address + word] & touched[word]
        m[address + word] = m[address + word] ^ changing[word]
    for word in range(words):
        left = changing[word] & MASK
        while left != 0:
            name = new[word * WORD_BITS + lowest(left)]
            left = left & (left - 1)
            to = address + name // WORD_BITS
            m[to] = signed(m[to] | (1 << (name % WORD_BITS)))


def rename_frames(r: Redealing, m: Cells) -> None:
    """Renames the live registers of every frame."""
    origin = r.origin
    new = r.new
    entries = r.where.entries
    registers = r.where.registers
    for strand in range(r.where.strands):
        frame = origin[r.where.stacks + strand * r.where.stack]
        while frame != 0:
            entry = origin[frame + 1] - FIRST_ENTRY
            if entry < 0 or entry >= entries[0]:
                break
            for number in range(entries[1 + entry], entries[2 + entry]):
                at = frame + registers[2 * number]
                words = registers[2 * number + 1]
                if words > 0:
                    rename_set(r, m, at, words)
                elif m[at] >= 0:
                    m[at] = new[m[at]]
            frame = origin[frame]
