"""What players lose in a shuffle, in machine code: exactly as `memory/knowledge.py` does it."""

from __future__ import annotations

from ..ir import WORD_BITS
from ..memory.faults import RANGE
from . import luck, places, sets
from .code import Code
from .places import FINE, OUTSIDE
from .values import BIT, BYTE, CELL, NOTHING, ONE, ZERO, Value, Words, cell, of_number


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
    everything = of_number((1 << layout.pieces) - 1, code.unit.piece_words)
    mixed = sets.intersection(code, places.set_of(code, place), everything)
    code.when(code.b.not_(sets.nonzero(code, mixed)), lambda: b.ret(FINE))
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


def _regroup(code: Code, mixed: Words, hidden: Words) -> None:
    """The pools after pieces were shuffled; see `regroup` in `memory/knowledge.py`."""
    b, layout = code.b, code.layout
    pieces = layout.pieces

    def pool_of(piece: Value) -> Value:
        pool = code.load(piece, layout.pools)
        code.leave_if(b.icmp_unsigned(">=", pool, cell(pieces)), lambda: OUTSIDE)
        return pool

    if pieces <= WORD_BITS:
        _leave_if_one_pool(code, mixed[0], hidden[0])
    pools = _FewPools(code) if pieces <= WORD_BITS else _ManyPools(code)
    for of, flag in ((mixed, TOUCHED), (hidden, REACHES_OUT)):
        with sets.members(code, of) as piece:
            pools.mark(pool_of(piece), flag)
    merged = code.variable(NOTHING)
    least = code.buffer(pieces)  # of the rest of each pool, the lowest piece

    def join(piece: Value) -> None:
        so_far = code.get(merged)
        number = b.select(b.icmp_signed("<", so_far, ZERO), piece, so_far)
        code.set(merged, number)
        code.store(number, piece, layout.pools)

    def stay(piece: Value, pool: Value) -> None:
        there = code.item(least, pool)
        number = b.select(pools.has(pool, SEEN), b.load(there, typ=CELL), piece)
        pools.mark(pool, SEEN)
        b.store(number, there)
        code.store(number, piece, layout.pools)

    def renumber(piece: Value, pool: Value) -> None:
        joins = b.or_(pools.has(pool, REACHES_OUT), sets.has(code, mixed, piece))
        code.when(joins, lambda: join(piece), lambda: stay(piece, pool))

    with code.times(cell(pieces)) as piece:
        pool = pool_of(piece)
        code.when(pools.has(pool, TOUCHED), lambda: renumber(piece, pool))


def _leave_if_one_pool(code: Code, mixed: Value, hidden: Value) -> None:
    """Nothing changes if all the shuffled pieces are of one pool, whose other pieces are hidden, as when a pile is
    shuffled again."""
    b, layout = code.b, code.layout
    pool = code.load(sets.lowest(code, [mixed]), layout.pools)
    same = code.variable(ZERO)
    with code.times(cell(layout.pieces)) as piece:
        one = b.icmp_unsigned("==", code.load(piece, layout.pools), pool)
        code.set(same, b.or_(code.get(same), b.shl(b.zext(one, CELL), piece)))
    others = b.and_(code.get(same), b.not_(mixed))
    strangers = b.or_(b.and_(mixed, b.not_(code.get(same))), b.and_(others, b.not_(hidden)))
    code.when(b.icmp_unsigned("==", strangers, ZERO), lambda: b.ret(FINE))


TOUCHED, REACHES_OUT, SEEN = 0, 1, 2
"""What is noted of a pool: it has shuffled pieces; it has pieces elsewhere that somebody does not know; the rest of
it has a number."""


class _FewPools:
    """Notes of the pools of 64 pieces at most: a word for each kind of note."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.words = [code.variable(ZERO) for _ in (TOUCHED, REACHES_OUT, SEEN)]

    def mark(self, pool: Value, flag: int) -> None:
        code = self.code
        code.set(self.words[flag], code.b.or_(code.get(self.words[flag]), code.b.shl(ONE, pool)))

    def has(self, pool: Value, flag: int) -> Value:
        code = self.code
        return code.b.trunc(code.b.lshr(code.get(self.words[flag]), pool), BIT)


class _ManyPools:
    """Notes of any number of pools: a byte for each."""

    def __init__(self, code: Code) -> None:
        self.code = code
        pieces = code.layout.pieces
        self.bytes = code.buffer(pieces, BYTE)
        code.fill(self.bytes, 0, pieces)

    def mark(self, pool: Value, flag: int) -> None:
        b, there = self.code.b, self.code.item(self.bytes, pool, BYTE)
        b.store(b.or_(b.load(there, typ=BYTE), BYTE(1 << flag)), there)

    def has(self, pool: Value, flag: int) -> Value:
        b, there = self.code.b, self.code.item(self.bytes, pool, BYTE)
        return b.icmp_unsigned("!=", b.and_(b.load(there, typ=BYTE), BYTE(1 << flag)), BYTE(0))
