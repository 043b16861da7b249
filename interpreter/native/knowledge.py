"""What players lose in a shuffle, in machine code: exactly as `memory/knowledge.py` does it."""

from __future__ import annotations

from ..memory.faults import RANGE
from . import luck, places, sets
from .code import Code
from .places import FINE, OUTSIDE
from .values import BYTE, CELL, NOTHING, ONE, ZERO, Value, Words, cell, of_number


def shuffle(code: Code, place: Value) -> None:
    """Puts an ordered place into a random order; afterwards only the players who see it know its pieces."""
    places.check_order(code, place)
    forget(code, place)
    base = places.base_of(code, place)
    code.call(luck.shuffler(code), code.plus(base, 1), places.pile_count(code, base, place))


def forget(code: Code, place: Value) -> None:
    """Removes the knowledge that a shuffle of the place removes."""
    places.check_place(code, place)
    info = places.known(code, place)
    if info is not None and info.viewers == (1 << code.layout.max_players) - 1:
        return
    result = code.call(_forgetter(code), place)
    code.fail_if(code.b.icmp_unsigned("!=", result, FINE), RANGE)


def _forgetter(code: Code) -> Value:
    function = code.helper("forget", CELL, [CELL], _write_forget)
    function.attributes.add("noinline")
    return function


def _write_forget(code: Code) -> None:
    b, layout = code.b, code.layout
    place = code.given[0]
    code.leave = lambda status: b.ret(OUTSIDE)
    everyone = cell((1 << layout.max_players) - 1)
    viewers = code.entry(code.unit.viewers(), place)
    code.when(b.icmp_unsigned("==", viewers, everyone), lambda: b.ret(FINE))
    mixed = places.set_of(code, place)
    hidden = _drop(code, viewers, mixed)
    _regroup(code, mixed, hidden)
    b.ret(FINE)


def _drop(code: Code, viewers: Value, mixed: Words) -> Words:
    """Players who do not see the place know these pieces no more.

    Returns the pieces elsewhere that some player did not know.
    """
    b, layout, words = code.b, code.layout, len(mixed)
    everything = of_number((1 << layout.pieces) - 1, words)
    known_by_all = [code.variable(word) for word in everything]
    with sets.members(code, [places.in_the_match(code)]) as player:
        sees = b.and_(ONE, b.lshr(viewers, player))
        kept = b.sub(ZERO, sees)  # all bits, if the player sees the place
        row = b.mul(player, cell(words))
        for number in range(words):
            there = code.at(row, layout.knows + number)
            knows = b.load(there, typ=CELL)
            code.set(known_by_all[number], b.and_(code.get(known_by_all[number]), knows))
            b.store(b.and_(knows, b.or_(kept, b.not_(mixed[number]))), there)
    found = []
    for whole, known, own in zip(everything, known_by_all, mixed, strict=True):
        found.append(b.and_(whole, b.not_(b.or_(code.get(known), own))))
    return found


_TOUCHED, _REACHES_OUT = 1, 2


def _regroup(code: Code, mixed: Words, hidden: Words) -> None:
    """The pools after pieces were shuffled; see `regroup` in `memory/knowledge.py`."""
    b, layout = code.b, code.layout
    pieces = layout.pieces
    flags, least = code.buffer(pieces, BYTE), code.buffer(pieces)
    code.fill(flags, 0, pieces)
    code.fill(least, 255, 8 * pieces)

    def pool_of(piece: Value) -> Value:
        pool = code.load(piece, layout.pools)
        code.leave_if(b.icmp_unsigned(">=", pool, cell(pieces)), lambda: OUTSIDE)
        return pool

    for of, flag in ((mixed, _TOUCHED), (hidden, _REACHES_OUT)):
        with sets.members(code, of) as piece:
            there = code.item(flags, pool_of(piece), BYTE)
            b.store(b.or_(b.load(there, typ=BYTE), BYTE(flag)), there)
    merged = code.variable(NOTHING)

    def renumber(piece: Value, pool: Value, flag: Value) -> None:
        straddles = b.icmp_unsigned("==", flag, BYTE(_TOUCHED | _REACHES_OUT))
        joins = b.or_(straddles, sets.has(code, mixed, piece))
        rest = code.item(least, pool)
        so_far = b.select(joins, code.get(merged), b.load(rest, typ=CELL))
        number = b.select(b.icmp_signed("<", so_far, ZERO), piece, so_far)
        code.store(number, piece, layout.pools)
        code.when(joins, lambda: code.set(merged, number), lambda: code.set(rest, number))

    with code.times(cell(pieces)) as piece:
        pool = pool_of(piece)
        flag = b.load(code.item(flags, pool, BYTE), typ=BYTE)
        touched = b.icmp_unsigned("!=", b.and_(flag, BYTE(_TOUCHED)), BYTE(0))
        code.when(touched, lambda: renumber(piece, pool, flag))
