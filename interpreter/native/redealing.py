"""Kernels that re-deal pieces: dice, new names for the pieces that cannot be told apart, and the memory renamed.

They repeat what `memory.dice`, `match.unknown_pieces` and `match.rename_pieces` do in Python, draw by draw.

A table of numbers describes the layout, so that no kernel knows a game: a list of the addresses to which each
kind of change applies, each list preceded by its length.
"""

from __future__ import annotations

from ..ir import WORD_BITS
from ..ir.frames import FIRST_ENTRY
from ..memory.dice import FIRST_MIX, GAMMA, SECOND_MIX
from .kernel import Cells, cells, high_product, lowest, shifted

APART = 0xD1B54A32D192ED03
_FIRST_OF_SEED, _SECOND_OF_SEED = 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53

# The numbers of a re-dealing, which its caller owns.
ORIGIN = 0  # the address of the memory that is dealt again
SIZE = 1  # its cells
PIECES = 2  # the number of pieces
NEW = 3  # the address of PIECES cells: the new name of each piece; those of pieces in no class are their own
CLASSES = 4  # the address of a table: (the size of a class, its pieces)..., 0
ALL = 5  # the address of a table: the number of all pieces in classes, and these
PER_PIECE = 6  # a table: the number of entries, (address, first piece, count, words)...
PILES = 7  # a table: the number of entries, address...
NAMES = 8  # a table: the number of entries, (address, count)...
SETS = 9  # a table: the number of entries, (address, words)...
# A table: the number of entries, (address, words, address of the target's table or 0, piece)...
ABILITIES = 10
# A table: the number of entries, then for each where its registers begin, and where the last's end.
ENTRIES = 11
REGISTERS = 12  # a table: (offset, words; 0 words: the name of one piece)...
STACKS = 13  # the address of the first stack in the memory
STACK = 14  # the cells of a stack
STRANDS = 15
TOUCHED = 16  # the address of the words of a set: the pieces in classes
MOVING = 17  # the address of as many words, for the kernels
WAITS = 18  # a table: the number of entries, and for each whether it waits for a decision
REDEALING = 19


def next_bits(dice: Cells) -> int:
    """64 random bits; `dice` is the state."""
    z = dice[0] + GAMMA
    dice[0] = z
    z = (z ^ shifted(z, 30)) * FIRST_MIX
    z = (z ^ shifted(z, 27)) * SECOND_MIX
    return z ^ shifted(z, 31)


def below(dice: Cells, bound: int) -> int:
    """A number from 0 to bound - 1."""
    return high_product(next_bits(dice), bound)


def dice_of(seed: int) -> int:
    """The state of new dice for a seed."""
    z = APART ^ seed
    z = (z ^ shifted(z, 33)) * _FIRST_OF_SEED
    z = (z ^ shifted(z, 33)) * _SECOND_OF_SEED
    return z ^ shifted(z, 33)


def exchange(r: Cells, dice: Cells) -> None:
    """Draws new names: the pieces of each class exchange theirs."""
    new = cells(r[NEW])
    one = cells(r[CLASSES])
    while one[0] != 0:
        count = one[0]
        one = one + 1
        for number in range(count):
            new[one[number]] = one[number]
        last = count - 1
        while last > 0:  # the new names are shuffled where they are
            other = below(dice, last + 1)
            name = new[one[last]]
            new[one[last]] = new[one[other]]
            new[one[other]] = name
            last -= 1
        one = one + count


def rename(r: Cells, m: Cells) -> None:
    """Writes to `m` the origin with the new names."""
    origin = cells(r[ORIGIN])
    for address in range(r[SIZE]):
        m[address] = origin[address]
    _rename_states(r, origin, m)
    _rename_abilities(r, origin, m)
    _rename_cells(r, m)
    _rename_frames(r, origin, m)


def _rename_states(r: Cells, origin: Cells, m: Cells) -> None:
    """Moves the states of each piece to its new name."""
    new = cells(r[NEW])
    moved = cells(r[ALL])
    table = cells(r[PER_PIECE])
    for entry in range(table[0]):
        one = table + (1 + 4 * entry)
        first = one[1]
        end = first + one[2]
        words = one[3]
        base = one[0] - first * words
        for number in range(moved[0]):
            piece = moved[1 + number]
            name = new[piece]
            if first <= piece and piece < end and first <= name and name < end:
                for word in range(words):
                    m[base + name * words + word] = origin[base + piece * words + word]


def _rename_abilities(r: Cells, origin: Cells, m: Cells) -> None:
    """Moves what abilities of pieces remember."""
    new = cells(r[NEW])
    table = cells(r[ABILITIES])
    for entry in range(table[0]):
        one = table + (1 + 4 * entry)
        others = cells(one[2])
        target = others[new[one[3]]]
        if target < 0:
            target = one[0]
        for word in range(one[1]):
            m[target + word] = origin[one[0] + word]


def _rename_cells(r: Cells, m: Cells) -> None:
    """Renames what names pieces: piles, cells and sets."""
    new = cells(r[NEW])
    piles = cells(r[PILES])
    for entry in range(piles[0]):
        base = piles[1 + entry]
        for address in range(base + 1, base + 1 + m[base]):
            m[address] = new[m[address]]
    names = cells(r[NAMES])
    for entry in range(names[0]):
        first = names[1 + 2 * entry]
        for address in range(first, first + names[2 + 2 * entry]):
            if m[address] >= 0:
                m[address] = new[m[address]]
    sets = cells(r[SETS])
    for entry in range(sets[0]):
        _rename_set(r, m + sets[1 + 2 * entry], sets[2 + 2 * entry])


def _rename_set(r: Cells, value: Cells, words: int) -> None:
    """Renames the members of a set where it is."""
    new = cells(r[NEW])
    touched = cells(r[TOUCHED])
    moving = cells(r[MOVING])
    for word in range(words):
        moving[word] = value[word] & touched[word]
        value[word] = value[word] ^ moving[word]
    for word in range(words):
        left = moving[word]
        while left != 0:
            name = new[word * WORD_BITS + lowest(left)]
            left = left & (left - 1)
            value[name // WORD_BITS] = value[name // WORD_BITS] | (1 << (name % WORD_BITS))


def _rename_frames(r: Cells, origin: Cells, m: Cells) -> None:
    """Renames the live registers of every frame."""
    new = cells(r[NEW])
    entries = cells(r[ENTRIES])
    registers = cells(r[REGISTERS])
    for strand in range(r[STRANDS]):
        frame = origin[r[STACKS] + strand * r[STACK]]
        while frame != 0:
            entry = origin[frame + 1] - FIRST_ENTRY
            if entry < 0 or entry >= entries[0]:
                break
            for number in range(entries[1 + entry], entries[2 + entry]):
                at = frame + registers[2 * number]
                words = registers[2 * number + 1]
                if words > 0:
                    _rename_set(r, m + at, words)
                elif m[at] >= 0:
                    m[at] = new[m[at]]
            frame = origin[frame]


KERNELS = (
    next_bits,
    below,
    dice_of,
    exchange,
    rename,
    _rename_states,
    _rename_abilities,
    _rename_cells,
    _rename_set,
    _rename_frames,
)
