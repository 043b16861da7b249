"""What players lose in a shuffle, in machine code: exactly as `memory/knowledge.py` does it."""

from __future__ import annotations

from ..ir import WORD_BITS
from ..memory.faults import RANGE
from . import assembly as ir
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
    everybody_sees = info is not None and info.viewers == (1 << code.layout.max_players) - 1
    if everybody_sees or not code.layout.pieces:
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

    _regroup_one_pool(code, mixed, hidden, pool_of(sets.lowest(code, mixed)))
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


def _regroup_one_pool(code: Code, mixed: Words, hidden: Words, pool: Value) -> None:
    """The usual case, in which all the shuffled pieces are of one pool: then the function ends here."""
    b = code.b
    same = _pieces_of(code, pool)
    others = sets.nonzero(code, sets.difference(code, mixed, same))
    rest = sets.difference(code, same, mixed)
    reaches_out = sets.nonzero(code, sets.intersection(code, rest, hidden))

    def renumber(pieces: Words) -> None:
        number = sets.lowest(code, pieces)

        def write() -> None:
            with sets.members(code, pieces) as piece:
                code.store(number, piece, code.layout.pools)

        code.when(b.icmp_unsigned("!=", number, pool), write)

    def split() -> None:
        renumber(mixed)
        renumber(rest)

    def one_pool() -> None:
        code.when(reaches_out, lambda: renumber(same), split)
        b.ret(FINE)

    code.when(b.not_(others), one_pool, likely=True)


_LANES = 8
"""How many cells are compared side by side."""


def _pieces_of(code: Code, pool: Value) -> Words:
    """The set of the pieces of a pool."""
    b, layout = code.b, code.layout
    vector = ir.VectorType(CELL, _LANES)
    whole: Value = ir.Constant(vector, ir.Undefined)
    for lane in range(_LANES):
        whole = b.insert_element(whole, pool, ir.IntType(32)(lane))

    def word(first: Value, count: int) -> Value:
        """The bits of some pieces in a row, at most as many as a word has."""
        found: Value = ZERO
        for at in range(0, count - count % _LANES, _LANES):
            there = code.at(first, layout.pools + at)
            cells = b.load(there, align=8, typ=vector)
            bits = b.bitcast(b.icmp_unsigned("==", cells, whole), ir.IntType(_LANES))
            found = b.or_(found, b.shl(b.zext(bits, CELL), cell(at)))
        for at in range(count - count % _LANES, count):
            one = b.icmp_unsigned("==", code.load(first, layout.pools + at), pool)
            found = b.or_(found, b.shl(b.zext(one, CELL), cell(at)))
        return found

    full, last = divmod(layout.pieces, WORD_BITS)
    held = code.buffer(full + (last > 0))
    with code.times(cell(full)) as number:
        b.store(word(b.mul(number, cell(WORD_BITS)), WORD_BITS), code.item(held, number))
    if last:
        b.store(word(cell(full * WORD_BITS), last), code.item(held, cell(full)))
    return [b.load(code.item(held, cell(number)), typ=CELL) for number in range(full + (last > 0))]


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
