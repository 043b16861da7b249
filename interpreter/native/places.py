"""Places in machine code: what lies where, piles, moves; exactly as `memory/places.py` and `memory/moves.py` do it.

Functions here are written once for each constant place that needs one, and once for a place known only at run time.
A number that only the memory knows (where a piece lies, how many a pile holds) is checked before it is used as an
address: rules may have written anything there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..ir import PLAYERS, PlaceInfo
from ..memory.faults import RANGE
from ..memory.places import cleared
from . import sets
from .code import Code
from .values import CELL, NOTHING, ONE, VOID, ZERO, Value, Words, cell, constant, of_number

FINE, FAULT, OUTSIDE = ZERO, ONE, cell(2)
"""What a move returns: it is done; its own fault; something lies outside of its range."""


def known(code: Code, place: Value) -> PlaceInfo | None:
    """The place, if its number is a constant."""
    number = constant(place)
    places = code.layout.places
    return places[number] if number is not None and 0 <= number < len(places) else None


def check_place(code: Code, place: Value) -> None:
    """RANGE unless it is the number of a place."""
    if known(code, place) is None:
        code.fail_if(code.b.icmp_unsigned(">=", place, cell(len(code.layout.places))), RANGE)


def base_of(code: Code, place: Value) -> Value:
    """The base of a place whose number is in range."""
    info = known(code, place)
    if info is not None:
        return cell(info.base)
    if code.unit.apart is not None:
        first, step = code.unit.apart
        return code.plus(code.b.mul(place, cell(step), flags=("nsw",)) if step != 1 else place, first)
    return code.entry(code.unit.bases(), place)


def has_order(code: Code, place: Value) -> Value | bool:
    """Whether a place has an order: known now, or a bit."""
    info = known(code, place)
    if info is not None:
        return info.ordered
    if code.unit.all_open:
        return False
    if code.unit.all_ordered:
        return True
    return code.b.icmp_unsigned("!=", code.entry(code.unit.ordered(), place), ZERO)


def set_at(code: Code, base: Value) -> Words:
    return [code.load(base, word) for word in range(code.unit.piece_words)]


def pile_count(code: Code, base: Value, place: Value) -> Value:
    """The number of pieces of an ordered place; RANGE if the cell holds what no pile has room for."""
    count = code.load(base)
    code.fail_if(beyond(code, count, place), RANGE)
    return count


def beyond(code: Code, count: Value, place: Value) -> Value:
    """Whether a place cannot hold that many pieces."""
    return code.b.icmp_unsigned(">", count, capacity_of(code, place))


def capacity_of(code: Code, place: Value) -> Value:
    info = known(code, place)
    return cell(info.capacity) if info is not None else code.entry(code.unit.capacities(), place)


def check_order(code: Code, place: Value) -> None:
    """RANGE unless it is the number of an ordered place."""
    check_place(code, place)
    order = has_order(code, place)
    if isinstance(order, bool):
        if not order:
            code.fail(RANGE)
    else:
        code.fail_if(code.b.not_(order), RANGE)


# ------------------------------------------------------------------------- expressions


def count(code: Code, place: Value) -> Value:
    """How many pieces lie in a place."""
    check_place(code, place)
    base, order = base_of(code, place), has_order(code, place)
    if isinstance(order, bool):
        return code.load(base) if order else sets.size(code, set_at(code, base))
    return code.choice(order, lambda: [code.load(base)], lambda: [sets.size(code, set_at(code, base))])[0]


def set_of(code: Code, place: Value) -> Words:
    """The set of the pieces in a place."""
    check_place(code, place)
    base, order = base_of(code, place), has_order(code, place)
    if isinstance(order, bool):
        return _pile_set(code, base, place) if order else set_at(code, base)
    return code.choice(order, lambda: _pile_set(code, base, place), lambda: set_at(code, base))


def _pile_set(code: Code, base: Value, place: Value) -> Words:
    found = [code.variable(ZERO) for _ in range(code.unit.piece_words)]
    with code.times(pile_count(code, base, place)) as index:
        bits = sets.bit(code, code.load(code.b.add(base, index), 1), len(found))
        for variable, word in zip(found, bits, strict=True):
            code.set(variable, code.b.or_(code.get(variable), word))
    return [code.get(variable) for variable in found]


def at_position(code: Code, place: Value, position: Value) -> Value:
    """The piece at a position of an ordered place, -1 if there is none; negative positions count from the top."""
    check_order(code, place)
    base = base_of(code, place)
    number = pile_count(code, base, place)
    given = constant(position)
    if given is None:
        from_top = code.b.icmp_signed("<", position, ZERO)
        position = code.b.select(from_top, code.b.add(position, number), position)
    elif given < 0:
        position = code.b.add(position, number)
    there = code.b.icmp_unsigned("<", position, number)
    return code.choice(there, lambda: [code.load(code.b.add(base, position), 1)], lambda: [NOTHING])[0]


def at_end(code: Code, place: Value, among: Words, from_top: bool) -> Value:
    """The topmost or bottommost piece of an ordered place that is in a set; -1 if none is."""
    check_order(code, place)
    base = base_of(code, place)
    number = pile_count(code, base, place)
    found = code.variable(NOTHING)
    after = code.block()
    with code.times(number) as index:
        position = code.b.sub(number, index) if from_top else code.plus(index, 1)
        piece = code.load(code.b.add(base, position))

        def hit(piece: Value = piece) -> None:
            code.set(found, piece)
            code.go(after)

        code.when(sets.has(code, among, piece), hit)
    code.go(after)
    code.begin(after)
    return code.get(found)


# ------------------------------------------------------------------------------- piles


@contextmanager
def pieces(code: Code, place: Value, from_top: bool = False) -> Iterator[Value]:
    """A loop over the pieces that an ordered place holds now; they are copied first."""
    check_order(code, place)
    base = base_of(code, place)
    number = pile_count(code, base, place)
    info = known(code, place)
    held = code.buffer(code.unit.longest if info is None else info.capacity)
    code.copy(held, code.at(base, 1), number)
    with code.times(number) as index:
        position = code.b.sub(code.b.sub(number, index), ONE) if from_top else index
        yield code.b.load(code.item(held, position), typ=CELL)


def swap(code: Code, place: Value, first: Value, second: Value) -> None:
    check_order(code, place)
    base = base_of(code, place)
    number = pile_count(code, base, place)
    for position in (first, second):
        code.fail_if(code.b.icmp_unsigned(">=", position, number), RANGE)
    one, other = code.at(code.b.add(base, first), 1), code.at(code.b.add(base, second), 1)
    a, b = code.b.load(one, typ=CELL), code.b.load(other, typ=CELL)
    code.b.store(b, one)
    code.b.store(a, other)


# ------------------------------------------------------------------------------- moves


def putter(code: Code, place: int | None, to_bottom: bool) -> Value:
    """`put(m, context, piece[, place])` returns FINE, FAULT or OUTSIDE."""
    name = f"put_{'bottom' if to_bottom else 'top'}" + ("" if place is None else f"_{place}")
    parameters = [CELL] if place is not None else [CELL, CELL]
    return code.helper(name, CELL, parameters, lambda inner: _write_put(inner, place, to_bottom))


def drawer(code: Code, source: int, place: int | None, to_bottom: bool) -> Value:
    """`draw(m, context[, place])` puts the topmost piece of another pile there; returns FINE, FAULT or OUTSIDE."""
    name = f"draw_{source}_to_{'bottom' if to_bottom else 'top'}" + ("" if place is None else f"_{place}")
    parameters = [CELL] if place is None else []
    return code.helper(name, CELL, parameters, lambda inner: _write_draw(inner, source, place, to_bottom))


def _write_draw(code: Code, source: int, to: int | None, to_bottom: bool) -> None:
    """As the piece is known to lie on top of the pile, nobody has to look where it lies."""
    b, layout = code.b, code.layout
    code.leave = b.ret
    place = code.given[0] if to is None else cell(to)
    pile = layout.places[source]
    number = code.load(pile.base)
    _leave_if(code, b.icmp_unsigned(">", number, cell(pile.capacity)), OUTSIDE)
    _leave_if(code, b.icmp_unsigned("==", number, ZERO), FAULT)
    top = code.at(code.plus(number, pile.base))
    piece = b.load(top, typ=CELL)
    if to is None:

        def put_back() -> None:
            b.ret(code.call(putter(code, None, to_bottom), piece, place))

        code.when(b.icmp_unsigned("==", place, cell(source)), put_back, likely=False)
    _leave_if(code, b.icmp_unsigned(">=", piece, cell(layout.pieces)), FAULT)
    info = known(code, place)
    if info is None:
        _leave_if(code, b.icmp_unsigned(">=", place, cell(len(layout.places))), FAULT)
    base = base_of(code, place)
    _check_full(code, place, base, cell(source))
    b.store(ZERO, top)
    code.store(b.sub(number, ONE), pile.base)
    _lay(code, place, piece, base, to_bottom)
    _teach(code, info, place, piece, cell(source))
    b.ret(FINE)


def _write_put(code: Code, to: int | None, to_bottom: bool) -> None:
    b, layout = code.b, code.layout
    code.leave = b.ret
    piece = code.given[0]
    place = code.given[1] if to is None else cell(to)
    info = known(code, place)
    _leave_if(code, b.icmp_unsigned(">=", piece, cell(layout.pieces)), FAULT)
    if info is None:
        _leave_if(code, b.icmp_unsigned(">=", place, cell(len(layout.places))), FAULT)
    old = code.load(piece, layout.at)
    _leave_if(code, b.icmp_unsigned(">", b.add(old, ONE), cell(len(layout.places))), OUTSIDE)
    base = base_of(code, place)
    _check_full(code, place, base, old)
    code.when(
        b.icmp_signed(">=", old, ZERO),
        lambda: code.leave_if(_failed(code, taken := code.call(_taker(code), piece, old)), lambda: taken),
        likely=True,
    )
    _lay(code, place, piece, base, to_bottom)
    _teach(code, info, place, piece, old)
    b.ret(FINE)


def _lay(code: Code, place: Value, piece: Value, base: Value, to_bottom: bool) -> None:
    """Lays a piece that lies nowhere now into a place, which has room for it."""
    b, layout, unit = code.b, code.layout, code.unit
    order = has_order(code, place)

    def lay_open() -> None:
        word, bit = sets.word_and_bit(code, piece, unit.piece_words)
        there = code.at(base if unit.piece_words == 1 else b.add(base, word))
        b.store(b.or_(b.load(there, typ=CELL), bit), there)

    def lay_on_pile() -> None:
        now = code.load(base)
        # The pile has room: it was not full, or the piece was one of its own and is gone now.
        _leave_if(code, b.icmp_unsigned(">=", now, capacity_of(code, place)), OUTSIDE)
        if to_bottom:
            first = code.at(base, 1)
            code.move(code.at(base, 2), first, now)
            b.store(piece, first)
        else:
            code.store(piece, b.add(base, now), 1)
        code.store(code.plus(now, 1), base)

    if isinstance(order, bool):
        (lay_on_pile if order else lay_open)()
    else:
        code.when(order, lay_on_pile, lay_open)
    code.store(place, piece, layout.at)


def gather(code: Code, place: int) -> None:
    """Puts all pieces of the game on top of an ordered place, in ascending order, by clearing all places."""
    layout, info = code.layout, code.layout.places[place]
    for first, end in cleared(layout, place, False):
        code.fill(code.at(first), 0, 8 * (end - first))
    pieces = cell(layout.pieces)
    code.copy(
        code.at(info.base),
        code.unit.table("all_pieces", (layout.pieces, *range(layout.pieces))),
        code.plus(pieces, 1),
    )
    code.copy(code.at(layout.at), code.unit.table(f"all_in_{place}", [place] * layout.pieces), pieces)
    if info.viewers:  # what lay where they see it, they know already
        everything = of_number((1 << layout.pieces) - 1, code.unit.piece_words)
        learn(code, cell(info.viewers), everything)


def _leave_if(code: Code, test: Value, status: Value) -> None:
    code.leave_if(test, lambda: status)


def _failed(code: Code, status: Value) -> Value:
    return code.b.icmp_unsigned("!=", status, FINE)


def _check_full(code: Code, place: Value, base: Value, old: Value) -> None:
    """A full place is a fault, unless the piece lies there already."""
    b, layout = code.b, code.layout
    info = known(code, place)
    if info is None:
        if all(not one.ordered and one.capacity >= layout.pieces for one in layout.places):
            return
    elif not info.ordered and info.capacity >= layout.pieces:
        return
    elif not info.ordered and code.unit.piece_words == 1 and info.capacity == 1:
        # The usual case: the cell of a board.
        full = b.icmp_unsigned("!=", code.load(base), ZERO)
        _leave_if(code, b.and_(full, b.icmp_unsigned("!=", old, place)), FAULT)
        return
    order = has_order(code, place)
    if isinstance(order, bool):
        now = code.load(base) if order else sets.size(code, set_at(code, base))
    else:
        now = code.choice(order, lambda: [code.load(base)], lambda: [sets.size(code, set_at(code, base))])[0]
    full = b.icmp_signed(">=", now, capacity_of(code, place))
    _leave_if(code, b.and_(full, b.icmp_unsigned("!=", old, place)), FAULT)


def _taker(code: Code) -> Value:
    """`take(m, context, piece, place)` takes a piece out of the place where it lies; returns FINE or OUTSIDE."""
    return code.helper("take", CELL, [CELL, CELL], _write_take)


def _write_take(code: Code) -> None:
    b, unit = code.b, code.unit
    code.leave = b.ret
    piece, place = code.given
    base, order = base_of(code, place), has_order(code, place)

    def take_open() -> None:
        word, bit = sets.word_and_bit(code, piece, unit.piece_words)
        there = code.at(base if unit.piece_words == 1 else b.add(base, word))
        b.store(b.and_(b.load(there, typ=CELL), b.not_(bit)), there)

    def take_from_pile() -> None:
        number = code.load(base)
        none = b.icmp_unsigned(">=", b.sub(number, ONE), capacity_of(code, place))
        _leave_if(code, none, OUTSIDE)
        top = code.at(b.add(base, number))
        above = b.load(top, typ=CELL)
        b.store(ZERO, top)
        code.store(b.sub(number, ONE), base)
        code.when(b.icmp_unsigned("!=", above, piece), lambda: _close_hole(code, base, number, above, piece))

    if isinstance(order, bool):
        (take_from_pile if order else take_open)()
    else:
        code.when(order, take_from_pile, take_open)
    b.ret(FINE)


def _close_hole(code: Code, base: Value, number: Value, top: Value, piece: Value) -> None:
    """Moves the pieces above one down by one position, from the top on; a piece that is not there is OUTSIDE."""
    b = code.b
    head, body, other, after = (code.block() for _ in range(4))
    before = b.block
    code.go(head)
    code.begin(head)
    position, above = b.phi(CELL), b.phi(CELL)
    position.add_incoming(number, before)
    above.add_incoming(top, before)
    below = b.sub(position, ONE)
    _leave_if(code, b.icmp_unsigned("==", below, ZERO), OUTSIDE)
    code.go(body)
    code.begin(body)
    there = code.at(b.add(base, below))
    one = b.load(there, typ=CELL)
    b.store(above, there)
    code.branch(b.icmp_unsigned("==", one, piece), after, other)
    code.begin(other)
    position.add_incoming(below, other)
    above.add_incoming(one, other)
    code.go(head)
    code.begin(after)


def _teach(code: Code, info: PlaceInfo | None, place: Value, piece: Value, old: Value) -> None:
    """The players who see the place, but not the one where the piece lay, know the piece from now on."""
    b, layout, unit = code.b, code.layout, code.unit
    everywhere = {one.viewers for one in layout.places}
    if everywhere == {0} or (info is not None and info.viewers == 0):
        return
    if len(everywhere) == 1:  # only a piece that lay nowhere can be new to anybody
        seen = next(iter(everywhere))
        learners = b.select(b.icmp_signed("<", old, ZERO), cell(seen), ZERO)
    else:
        number = b.select(b.icmp_signed("<", old, ZERO), cell(len(layout.places)), old)
        before = code.entry(unit.viewers(), number)
        now = cell(info.viewers) if info is not None else code.entry(unit.viewers(), place)
        learners = b.and_(now, b.not_(before))
    code.when(
        b.icmp_unsigned("!=", learners, ZERO),
        lambda: learn(code, learners, sets.bit(code, piece, unit.piece_words)),
        likely=False,
    )


def learn(code: Code, players: Value, known_pieces: Words) -> None:
    """Every player of a set who is in the match knows these pieces from now on."""
    function = code.helper("learn", VOID, [CELL] * (1 + code.unit.piece_words), _write_learn)
    code.call(function, players, *known_pieces)


def _write_learn(code: Code) -> None:
    b, layout = code.b, code.layout
    players, *words = code.given
    taught = b.and_(players, in_the_match(code))
    with sets.members(code, [taught]) as player:
        row = code.b.mul(player, cell(len(words))) if len(words) > 1 else player
        for number, word in enumerate(words):
            there = code.at(row, layout.knows + number)
            b.store(b.or_(b.load(there, typ=CELL), word), there)
    b.ret_void()


def in_the_match(code: Code) -> Value:
    """The set of the players who are in the match: never more than there are seats."""
    b = code.b
    playing = code.load(PLAYERS)
    every = cell((1 << code.layout.max_players) - 1)
    few = b.icmp_unsigned("<", playing, cell(min(code.layout.max_players, 63)))
    some = b.sub(b.shl(ONE, b.and_(playing, cell(63))), ONE)
    # A negative number of players is nobody.
    return b.select(few, some, b.select(b.icmp_signed("<", playing, ZERO), ZERO, every))
