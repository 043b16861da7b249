"""Writes a position as a vector, as `match.output.encoding` does in Python, from the same plan.

In: `Vectors`, the plan as tables (`match.output.encoding.tables` makes them of an encoder), a memory that holds only
what the reader may see, and the reader. Out: the numbers of the vector, all of them. Nothing here knows a game; and
what a reader may know is decided by the plan and by the knowledge in the memory, here as there.
"""

from __future__ import annotations

from ..ir import NONE, OVER, WINNERS, WORD_BITS
from ..memory.dice import MASK, shifted
from ..memory.luck import signed
from .kernel import Bytes, Cells, Floats, Halves, Routine, Singles, clear, lowest, real, record, whole

EVERYTHING = -2
"""The reader who knows all pieces and sees all states: nobody who plays. (NONE is an onlooker.)"""

# How a value is written.
NOTHING, NUMBER, ONE, SPOT, MANY, FACE, FACES, BIT = range(8)

# What a text has named, and where it lies.
NOWHERE, A_PIECE, PIECES, A_CELL, CELLS = range(5)


@record
class Coded:
    """How the values of a type are written.

    Attributes:
        kind: one of the constants above.
        scale: by what a number is divided; if it is `wide`, by that and the number.
        least: the first value that `at` knows.
        at: for each value, member or face where it is written, or -1.
        along: for each of `at` the numbers behind it: two coordinates, 0 if there are none.
        copies: for each face how many pieces can show it.
    """

    kind: int
    scale: float
    wide: int
    least: int
    at: Halves
    along: Floats
    copies: Halves


@record
class Source:
    """A value in the memory: its address, the `words` of a set, the bit of a yes-or-no state; and where it is
    written: `index`, with room for `width` numbers. `only` is the single player who sees it, or -1.
    `kept` says where the past keeps a set, so that only what differs is written; -1: nowhere."""

    address: int
    words: int
    shift: int
    index: int
    width: int
    only: int
    coded: Coded
    kept: int


@record
class Group:
    """What several alike pieces remember by an ability: `count` pieces with `size` sources each, from `first` on;
    the indexes of their rooms begin at `rooms`."""

    first: int
    count: int
    size: int
    rooms: int


@record
class Order:
    """A place that keeps an order: its address, whether it is a `pile`, for how many pieces there is room, and by
    face where their numbers begin, or -1."""

    base: int
    pile: int
    room: int
    index: Halves


@record
class Named:
    """Something that texts name: how it is written, where; and how and where it is written where it lies (`spot`,
    `where`). `sort` is one of the constants above. Of a set with `words` the past keeps it (`kept`; -1: it does
    not)."""

    coded: Coded
    index: int
    sort: int
    spot: Coded
    where: int
    words: int
    kept: int


@record
class Scan:
    """A state of pieces: `count` of them from the `first` on, with `words` cells each, from an address on; what is
    not written is `none`. If it is `bits`, a set of all pieces."""

    address: int
    count: int
    words: int
    first: int
    none: int
    bits: int


@record
class Past:
    """What has been written to a vector.

    Attributes:
        keys: by piece where it was counted.
        kept: the sets that were written.
        noted: how many numbers were written besides, and where; -1: that is not known.
    """

    keys: Halves
    kept: Cells
    noted: Halves


@record
class Vectors:
    """How positions become vectors.

    Attributes:
        size: how many numbers there are.
        reader, deciding, winners, scores, open: the first index of each of these parts; `over` is an index.
        decides: by entry of the frame plan: 1 if a player decides there, 2 if luck does, else 0; there are `entries`.
        site: by entry the index of its open decision. `secret`: whether others see nothing of it.
        named_from: by entry where its names begin in `names`, and one more: (offset, words, number, whether only the
            chooser sees it)..., the last that a frame says first.
        named: what they are, `named_count` of them.
        named_cells: by place where it is written that it is named, or -1; the set of these places has `place_words`,
            and the past keeps it from `marks_kept` on.
        static: `static_count` states; a past keeps `kept_count` words of their sets.
        groups: `group_count` of them; `remembered` are their sources, and `rooms` their indexes.
        at, pieces, knows, piece_words, stacks, stack, strands: the layout.
        designs, backs: by piece its face if it is known, and if it is not. Faces from `first_back` on are backs, of
            `faces` in all.
        held: by place + 1 and face where the number of such pieces stands, or -1; from `contents` on, each with a
        scale.
        orders: `order_count` of them.
        bases: by place its address.
        scans: where the states of pieces lie, `scan_count` of them.
        face_from: by face where the pieces with states that can show it begin in `face_pieces`, and one more;
            `face_type` is by design the number of its type.
        states_from: by piece where its states begin in `states`, and one more.
        outside: by type and place + 1 the number of what is seen of pieces whose faces are not, or -1; `outsides`
        is how
            many numbers there are, and `outside_from` says by piece and number where these states begin, and end.
        room, room_width, alone: by face where the states of pieces stand, or -1; how much each needs; whether there
        is
            one such piece.
        types: by piece the number of its type, of `type_count`.
        cell_room: by place + 1 and type where the states of pieces stand once more, or -1.
        shared: the faces that are not alone, in order; `shared_count` of them.
    """

    size: int
    players: int
    reader: int
    over: int
    deciding: int
    winners: int
    scores: int
    score: Coded
    score_width: int
    scored: int
    entries: int
    decides: Halves
    site: Halves
    secret: Bytes
    named_from: Halves
    names: Halves
    named: list[Named]
    named_count: int
    named_cells: Halves
    place_words: int
    marks_kept: int
    static: list[Source]
    static_count: int
    kept_count: int
    groups: list[Group]
    group_count: int
    remembered: list[Source]
    rooms: Halves
    at: int
    pieces: int
    knows: int
    piece_words: int
    stacks: int
    stack: int
    strands: int
    memory: int
    designs: Halves
    backs: Halves
    first_back: int
    faces: int
    held: Halves
    contents: int
    scales: Halves
    orders: list[Order]
    order_count: int
    bases: Halves
    scans: list[Scan]
    scan_count: int
    face_from: Halves
    face_pieces: Halves
    face_type: Halves
    states_from: Halves
    states: list[Source]
    outside: Halves
    outsides: int
    outside_from: Halves
    room: Halves
    room_width: Halves
    alone: Bytes
    types: Halves
    type_count: int
    place_count: int
    cell_room: Halves
    shared: Halves
    shared_count: int
    ordered: Bytes


@record
class Writing:
    """Room for writing vectors, for one thread.

    Attributes:
        known: the words of the set of the pieces that the reader knows.
        tally: counts by index, all 0 between two uses.
        met: counts by face, likewise.
        dirty: by face the number of the vector in which it was noted last that it has states; `touched` are these
            faces, `face_count` of them.
        head, tail, after: by face the first and the last of alike pieces, and by these the next one; -1: none.
        codes: the states of alike pieces, `wide` numbers for each.
        piece: by alike piece which it is; first, last: where its states are in `states`; position: where it lies in a
            place that keeps an order, else 0.
        done: by index the number of the vector (`vector`) in which it was written last.
        told: likewise by what texts name. marks: the set of the places that are named.
        strand, player: the decision that counts for the reader; strand -1 if there is none.
        open: the set of the players who decide.
        out: the vector; `noted` is where numbers are noted, `count` of less than `most`; `lost`: some were not.
            `unnoted` is for those that need not be.
    """

    known: Cells
    tally: Cells
    met: Cells
    dirty: Cells
    touched: Cells
    face_count: int
    head: Cells
    tail: Cells
    after: Cells
    piece: Cells
    first: Cells
    last: Cells
    position: Cells
    codes: Singles
    wide: int
    done: Cells
    told: Cells
    marks: Cells
    vector: int
    strand: int
    player: int
    open: int
    out: Singles
    noted: Halves
    unnoted: Halves
    count: int
    most: int
    lost: int


# ------------------------------------------------------------------------------ values


def written(c: Coded, value: int) -> float:
    """A number that is not 0, as it is written."""
    below = c.scale
    if c.wide != 0:
        if value < 0:
            below = below - real(value)
        else:
            below = below + real(value)
    return real(value) / below


def put(w: Writing, index: int, number: float) -> None:
    """Writes a number, and notes where, so that the next vector can take it away."""
    w.out[index] = number
    count = w.count + 1
    if count < w.most:
        w.noted[count] = index
        w.count = count
    else:
        w.lost = 1


def face_of(v: Vectors, w: Writing, piece: int) -> int:
    """What the reader sees of a piece."""
    if shifted(w.known[piece // WORD_BITS], piece % WORD_BITS) & 1 != 0:
        return v.designs[piece]
    return v.backs[piece]


def write_value(
    v: Vectors, w: Writing, c: Coded, m: Cells, address: int, words: int, shift: int, index: int
) -> None:
    """Writes what lies at an address."""
    kind = c.kind
    if kind == BIT:
        if (m[address] >> shift) & 1 != 0:
            put(w, index, 1.0)
    elif kind == NUMBER:
        if m[address] != 0:
            put(w, index, written(c, m[address]))
    elif kind == MANY:
        write_members(w, c, m, address, words, index)
    elif kind == FACES:
        write_faces(v, w, c, m, address, words, index)
    elif kind != NOTHING and m[address] != NONE:
        if kind == FACE:
            put(w, index + c.at[face_of(v, w, m[address])], 1.0)
        else:
            where = c.at[m[address] - c.least]
            put(w, index + where, 1.0)
            if kind == SPOT:
                write_along(w, c, m[address] - c.least, index + where)


def write_along(w: Writing, c: Coded, entry: int, index: int) -> None:
    """The coordinates of a cell of a large board."""
    if c.along[2 * entry] != 0.0:
        put(w, index + 1, c.along[2 * entry])
    if c.along[2 * entry + 1] != 0.0:
        put(w, index + 2, c.along[2 * entry + 1])


def write_members(w: Writing, c: Coded, m: Cells, address: int, words: int, index: int) -> None:
    """Each member of a set."""
    at = c.at
    for word in range(words):
        bits = m[address + word] & MASK
        while bits != 0:
            where = at[WORD_BITS * word + lowest(bits)]
            bits = bits & (bits - 1)
            if where >= 0:
                put(w, index + where, 1.0)


def write_faces(v: Vectors, w: Writing, c: Coded, m: Cells, address: int, words: int, index: int) -> None:
    """How many pieces of a set show each face."""
    met = w.met
    for word in range(words):
        bits = m[address + word] & MASK
        while bits != 0:
            face = face_of(v, w, WORD_BITS * word + lowest(bits))
            bits = bits & (bits - 1)
            met[face] += 1
            put(w, index + c.at[face], real(met[face]) / real(c.copies[face]))
    for word in range(words):
        bits = m[address + word] & MASK
        while bits != 0:
            met[face_of(v, w, WORD_BITS * word + lowest(bits))] = 0
            bits = bits & (bits - 1)


def write_source(v: Vectors, w: Writing, s: Source, m: Cells, index: int) -> None:
    """Writes a value of the memory."""
    write_value(v, w, s.coded, m, s.address, s.words, s.shift, index)


# ------------------------------------------------------------------- the whole vector


def write_vector(
    v: Vectors,
    w: Writing,
    m: Cells,
    reader: int,
    scores: Cells,
    player: Routine,
    context: Cells,
    out: Singles,
    past: Past,
) -> None:
    """Writes all numbers. `scores` are those of a match that is over; `player` is the routine of the rules; `past`
    says what has been written to `out` before."""
    w.out = out
    w.vector += 1
    take_away(v, w, past)
    see(v, w, m, reader)
    look(v, w, m, reader, player, context)
    write_situation(v, w, m, reader, scores)
    for word in range(v.place_words):
        w.marks[word] = 0
    if w.strand != NONE:
        write_underway(v, w, m, reader, past.kept)
    write_named_sets(v, w, past.kept)
    write_states(v, w, m, reader, past.kept)
    if v.pieces != 0:
        write_contents(v, w, m, past.keys)
        write_orders(v, w, m)
        if v.scan_count != 0:
            write_pieces(v, w, m)
    past.noted[0] = w.count
    if w.lost != 0:
        past.noted[0] = NONE


def take_away(v: Vectors, w: Writing, past: Past) -> None:
    """Takes away what was written the last time, but for the contents of places; all of it if that is not known."""
    out = w.out
    noted = past.noted
    w.noted = noted
    w.count = 0
    w.lost = 0
    if noted[0] < 0:
        clear(out, 0, v.size)
        keys = past.keys
        for piece in range(v.pieces):
            keys[piece] = NONE
        for at in range(v.kept_count):
            past.kept[at] = 0
    else:
        for at in range(1, noted[0] + 1):
            out[noted[at]] = 0.0


def see(v: Vectors, w: Writing, m: Cells, reader: int) -> None:
    """Which pieces the reader knows."""
    for word in range(v.piece_words):
        bits = NONE
        if reader >= 0:
            bits = m[v.knows + reader * v.piece_words + word]
        elif reader == NONE:
            for player in range(v.players):
                bits = bits & m[v.knows + player * v.piece_words + word]
        w.known[word] = bits


def entry_of(v: Vectors, m: Cells, strand: int) -> int:
    """The number at which a strand waits; 0 if it does not."""
    frame = m[v.stacks + strand * v.stack]
    if frame <= 0 or frame >= v.memory - 1:
        return 0
    entry = m[frame + 1]
    if entry < 0 or entry >= v.entries or v.decides[entry] == 0:
        return 0
    return entry


def look(v: Vectors, w: Writing, m: Cells, reader: int, player: Routine, context: Cells) -> None:
    """Finds out who decides, and which decision counts for the reader: the first of their own, or else the first."""
    w.strand = NONE
    w.player = NONE
    w.open = 0
    if m[OVER] != 0:
        return
    own = 0
    for strand in range(v.strands):
        entry = entry_of(v, m, strand)
        if entry != 0:
            who = NONE
            if v.decides[entry] == 1:
                who = player(m, strand, context)
            if who >= 0:
                w.open = w.open | (1 << who)
            mine = who >= 0 and who == reader
            if w.strand == NONE or (own == 0 and mine):
                w.strand = strand
                w.player = who
            if mine:
                own = 1


def write_situation(v: Vectors, w: Writing, m: Cells, reader: int, scores: Cells) -> None:
    """The reader, who decides, and the end of the match."""
    if reader >= 0:
        put(w, v.reader + reader, 1.0)
    open_ = w.open
    while open_ != 0:
        put(w, v.deciding + lowest(open_), 1.0)
        open_ = open_ & (open_ - 1)
    if m[OVER] != 0:
        put(w, v.over, 1.0)
        won = m[WINNERS]
        while won != 0:
            put(w, v.winners + lowest(won), 1.0)
            won = won & (won - 1)
        if v.scored != 0:
            for seat in range(v.players):
                write_value(v, w, v.score, scores, seat, 0, 0, v.scores + seat * v.score_width)


def write_named_sets(v: Vectors, w: Writing, kept: Cells) -> None:
    """Takes away the sets that nothing names any more, and writes which cells are named."""
    for number in range(v.named_count):
        one = v.named[number]
        if one.kept >= 0 and w.told[number] != w.vector:
            for word in range(one.words):
                if kept[one.kept + word] != 0:
                    change(w, one.coded.at, one.index, WORD_BITS * word, 0, kept, one.kept + word)
    for word in range(v.place_words):
        if w.marks[word] != kept[v.marks_kept + word]:
            change(w, v.named_cells, 0, WORD_BITS * word, w.marks[word], kept, v.marks_kept + word)


def write_underway(v: Vectors, w: Writing, m: Cells, reader: int, kept: Cells) -> None:
    """The open decision, and what texts have named on the way to it: of a text that runs several times, the innermost
    time."""
    chooser = (reader >= 0 and w.player == reader) or reader == EVERYTHING
    entry = entry_of(v, m, w.strand)
    if v.secret[entry] != 0 and not chooser:
        return
    put(w, v.site[entry], 1.0)
    names = v.names
    told = w.told
    frame = m[v.stacks + w.strand * v.stack]
    while frame > 0:
        entry = m[frame + 1]
        if entry < 0 or entry >= v.entries:
            break
        for number in range(v.named_from[entry], v.named_from[entry + 1]):
            one = names[4 * number + 2]
            if told[one] != w.vector and (chooser or names[4 * number + 3] == 0):
                told[one] = w.vector
                write_named(v, w, v.named[one], m, frame + names[4 * number], names[4 * number + 1], kept)
        frame = m[frame]


def write_named(
    v: Vectors, w: Writing, named: Named, m: Cells, address: int, words: int, kept: Cells
) -> None:
    """Something that a text has named, and where it lies."""
    if named.kept >= 0:
        for word in range(words):
            now = m[address + word] & MASK
            if now != kept[named.kept + word] & MASK:
                change(w, named.coded.at, named.index, WORD_BITS * word, now, kept, named.kept + word)
    else:
        write_value(v, w, named.coded, m, address, words, 0, named.index)
    sort = named.sort
    value = m[address]
    if sort == A_PIECE and value != NONE:
        if face_of(v, w, value) < v.first_back:
            write_value(v, w, named.spot, m, v.at + value, 0, 0, named.where)
            mark_cell(v, w, m[v.at + value])
    elif sort == A_CELL and value != NONE:
        mark_cell(v, w, value)
    elif sort == CELLS:
        for word in range(words):
            w.marks[word] = w.marks[word] | m[address + word]
    elif sort == PIECES:
        locate(v, w, named, m, address, words)


def mark_cell(v: Vectors, w: Writing, place: int) -> None:
    """Notes of a place that it is named."""
    if place >= 0:
        word = place // WORD_BITS
        w.marks[word] = signed(w.marks[word] | (1 << (place % WORD_BITS)))


def locate(v: Vectors, w: Writing, named: Named, m: Cells, address: int, words: int) -> None:
    """Says on which cells pieces lie that are named and that the reader knows, and how many on each."""
    tally = w.tally
    spot = named.spot
    for again in range(2):
        for word in range(words):
            bits = m[address + word] & MASK
            while bits != 0:
                piece = WORD_BITS * word + lowest(bits)
                bits = bits & (bits - 1)
                place = m[v.at + piece]
                if face_of(v, w, piece) < v.first_back and place >= 0 and v.named_cells[place] >= 0:
                    index = named.where + spot.at[place]
                    if again == 0:
                        mark_cell(v, w, place)
                        tally[index] += 1
                        put(w, index, real(tally[index]) / spot.scale)
                    else:
                        tally[index] = 0


# ------------------------------------------------------------------------------ states


def write_states(v: Vectors, w: Writing, m: Cells, reader: int, kept: Cells) -> None:
    """States of the game, of players, of cells and of abilities."""
    static = v.static
    for number in range(v.static_count):
        source = static[number]
        seen = source.only == NONE or source.only == reader or reader == EVERYTHING
        if source.kept >= 0:
            write_changes(w, source, m, seen, kept)
        elif seen:
            write_source(v, w, source, m, source.index)
    for number in range(v.group_count):
        group = v.groups[number]
        if group.count == 1:
            for at in range(group.size):
                write_source(v, w, v.remembered[group.first + at], m, v.rooms[group.rooms + at])
        else:
            write_group(v, w, group, m)


def write_changes(w: Writing, s: Source, m: Cells, seen: bool, kept: Cells) -> None:
    """Writes in what a set differs from the one that was written last; one that is not seen is empty."""
    for word in range(s.words):
        now = 0
        if seen:
            now = m[s.address + word] & MASK
        if now != kept[s.kept + word] & MASK:
            change(w, s.coded.at, s.index, WORD_BITS * word, now, kept, s.kept + word)


def change(w: Writing, at: Halves, index: int, first: int, now: int, kept: Cells, here: int) -> None:
    """Writes in what a word of a set, whose members are counted from the `first` on, differs from the one that is
    kept."""
    bits = (now ^ kept[here]) & MASK
    kept[here] = signed(now)
    while bits != 0:
        member = lowest(bits)
        bits = bits & (bits - 1)
        where = at[first + member]
        if where >= 0:
            w.out[index + where] = real(shifted(now, member) & 1)


def write_group(v: Vectors, w: Writing, g: Group, m: Cells) -> None:
    """Of alike pieces the one with less comes first."""
    wide = w.wide
    w.head[0] = NONE
    w.tail[0] = NONE
    for one in range(g.count):
        w.first[one] = g.first + one * g.size
        w.last[one] = w.first[one] + g.size
        read_codes(v, w, v.remembered, m, one)
        insert(w, v.remembered, 0, one)
    one = w.head[0]
    room = g.rooms
    while one != NONE:
        for at in range(g.size):
            source = v.remembered[w.first[one] + at]
            index = v.rooms[room + at]
            put_codes(w, index, one * wide + source.index, source.width)
        room += g.size
        one = w.after[one]
    w.head[0] = NONE


def put_codes(w: Writing, index: int, first: int, width: int) -> None:
    """Writes the states of one of several alike pieces."""
    for number in range(width):
        if w.codes[first + number] != 0.0:
            put(w, index + number, w.codes[first + number])


def read_codes(v: Vectors, w: Writing, sources: list[Source], m: Cells, one: int) -> None:
    """Writes the states of one of several alike pieces where they can be compared."""
    out = w.out
    noted = w.noted
    count = w.count
    lost = w.lost
    clear(w.codes, one * w.wide, w.wide)
    w.out = w.codes
    w.noted = w.unnoted
    for number in range(w.first[one], w.last[one]):
        source = sources[number]
        w.count = 0
        write_source(v, w, source, m, one * w.wide + source.index)
    w.out = out
    w.noted = noted
    w.count = count
    w.lost = lost


def insert(w: Writing, sources: list[Source], face: int, one: int) -> None:
    """Puts one of several alike pieces behind all that are not more than it."""
    w.after[one] = NONE
    last = w.tail[face]
    if last == NONE or not comes_before(w, sources, one, last):
        if last == NONE:
            w.head[face] = one
        else:
            w.after[last] = one
        w.tail[face] = one
    else:
        before = NONE
        here = w.head[face]
        while not comes_before(w, sources, one, here):
            before = here
            here = w.after[here]
        w.after[one] = here
        if before == NONE:
            w.head[face] = one
        else:
            w.after[before] = one


def comes_before(w: Writing, sources: list[Source], one: int, other: int) -> bool:
    """Whether the states of one are less: of the first that differ the number, and what is not 0 is more than
    nothing, and less than what stands further on."""
    size = w.last[one] - w.first[one]
    more = w.last[other] - w.first[other]
    both = size
    if more < both:
        both = more
    codes = w.codes
    for at in range(both):
        mine = sources[w.first[one] + at]
        theirs = sources[w.first[other] + at]
        left = one * w.wide + mine.index
        right = other * w.wide + theirs.index
        width = mine.width
        if theirs.width > width:
            width = theirs.width
        for number in range(width):
            here = 0.0
            there = 0.0
            if number < mine.width:
                here = codes[left + number]
            if number < theirs.width:
                there = codes[right + number]
            if here != there:
                if here == 0.0:
                    return is_empty(codes, left + number, left + mine.width)
                if there == 0.0:
                    return not is_empty(codes, right + number, right + theirs.width)
                return here < there
    return size < more


def is_empty(codes: Singles, first: int, last: int) -> bool:
    """Whether there is nothing from here on."""
    for number in range(first, last):
        if codes[number] != 0.0:
            return False
    return True


# ------------------------------------------------------------------------------ pieces


def write_contents(v: Vectors, w: Writing, m: Cells, keys: Halves) -> None:
    """How many pieces of each face lie in each place: what has changed. A key says where a piece lay, and whether its
    face was known."""
    first = v.at
    for word in range(v.piece_words):
        bits = w.known[word]
        begin = WORD_BITS * word
        end = begin + WORD_BITS
        if end > v.pieces:
            end = v.pieces
        for piece in range(begin, end):
            key = 2 * (m[first + piece] + 1) + (bits & 1)
            bits = bits >> 1
            if key != keys[piece]:
                if keys[piece] != NONE:
                    count_piece(v, w, piece, keys[piece], -1)
                keys[piece] = key
                count_piece(v, w, piece, key, 1)


def count_piece(v: Vectors, w: Writing, piece: int, key: int, more: int) -> None:
    """Counts a piece where a key says, or no longer."""
    face = v.backs[piece]
    if key & 1 != 0:
        face = v.designs[piece]
    index = v.held[(key >> 1) * v.faces + face]
    if index >= 0:
        scale = real(v.scales[index - v.contents])
        count = whole(w.out[index] * scale + 0.5) + more
        w.out[index] = real(count) / scale


def write_orders(v: Vectors, w: Writing, m: Cells) -> None:
    """Where pieces lie in places that keep an order."""
    met = w.met
    for number in range(v.order_count):
        order = v.orders[number]
        first = order.base + 1
        count = m[order.base]
        room = real(order.room)
        step = 1
        piece_at = first
        if order.pile != 0:
            step = -1
            piece_at = first + count - 1
        some = 0
        for at in range(count):
            face = face_of(v, w, m[piece_at])
            piece_at += step
            index = order.index[face]
            if index >= 0:
                put(w, index + met[face], real(order.room - at) / room)
                met[face] += 1
                some = 1
        if some != 0:
            for at in range(first, first + count):
                met[face_of(v, w, m[at])] = 0


def write_pieces(v: Vectors, w: Writing, m: Cells) -> None:
    """The states of pieces. Of alike pieces the first is the one that lies in the first place, there at the bottom,
    and of those that lie alike the one with less. Faces whose pieces have no state that would be written are left
    out."""
    w.face_count = 0
    for number in range(v.scan_count):
        scan(v, w, m, v.scans[number])
    for number in range(w.face_count):
        face = w.touched[number]
        if v.alone[face] != 0:
            piece = v.face_pieces[v.face_from[face]]
            if v.held[(m[v.at + piece] + 1) * v.faces + face] >= 0:
                for at in range(v.states_from[piece], v.states_from[piece + 1]):
                    source = v.states[at]
                    write_source(v, w, source, m, v.room[face] + source.index)
        else:
            gather(v, w, m, face)


def scan(v: Vectors, w: Writing, m: Cells, one: Scan) -> None:
    """Finds the faces of pieces that have a state which is written."""
    address = one.address
    words = one.words
    if one.bits != 0:
        for word in range(words):
            bits = m[address + word] & MASK
            while bits != 0:
                touch(v, w, WORD_BITS * word + lowest(bits))
                bits = bits & (bits - 1)
    else:
        none = one.none
        piece = one.first
        for at in range(address, address + one.count * words):
            if m[at] != none:
                touch(v, w, piece + (at - address) // words)


def touch(v: Vectors, w: Writing, piece: int) -> None:
    """Notes the face of a piece."""
    face = face_of(v, w, piece)
    if v.room[face] >= 0 and w.dirty[face] != w.vector:
        w.dirty[face] = w.vector
        w.touched[w.face_count] = face
        w.face_count += 1


def gather(v: Vectors, w: Writing, m: Cells, face: int) -> None:
    """Writes the states of all pieces with a face."""
    count = 0
    for at in range(v.face_from[face], v.face_from[face + 1]):
        piece = v.face_pieces[at]
        place = m[v.at + piece]
        if face_of(v, w, piece) == face and v.held[(place + 1) * v.faces + face] >= 0:
            first = v.states_from[piece]
            last = v.states_from[piece + 1]
            seen = True
            if face >= v.first_back:
                outside = v.outside[v.types[piece] * (v.place_count + 1) + place + 1]
                seen = outside >= 0
                if seen:
                    first = v.outside_from[2 * (piece * v.outsides + outside)]
                    last = v.outside_from[2 * (piece * v.outsides + outside) + 1]
            if seen:
                w.first[count] = first
                w.last[count] = last
                w.piece[count] = piece
                w.position[count] = 0
                if v.ordered[place] != 0:
                    w.position[count] = position_of(m, v.bases[place], piece)
                read_codes(v, w, v.states, m, count)
                insert_piece(v, w, m, face, count)
                count += 1
    index = v.room[face]
    one = w.head[face]
    while one != NONE:
        write_alike(v, w, m, face, one, index)
        index += v.room_width[face]
        one = w.after[one]
    w.head[face] = NONE
    w.tail[face] = NONE


def position_of(m: Cells, base: int, piece: int) -> int:
    """Where a piece lies in a place that keeps an order."""
    at = 0
    while m[base + 1 + at] != piece:
        at += 1
    return at


def write_alike(v: Vectors, w: Writing, m: Cells, face: int, one: int, index: int) -> None:
    """The states of one of several alike pieces; and once more, if it is the first of its type that lies on a
    cell."""
    width = v.room_width[face]
    put_codes(w, index, one * w.wide, width)
    if face < v.first_back:
        piece = w.piece[one]
        row = m[v.at + piece] + 1
        on_cell = v.cell_room[row * v.type_count + v.types[piece]]
        if on_cell >= 0 and w.done[on_cell] != w.vector:
            w.done[on_cell] = w.vector
            if is_first(v, w, row, face, v.types[piece]):
                put_codes(w, on_cell, one * w.wide, width)


def is_first(v: Vectors, w: Writing, row: int, face: int, type_: int) -> bool:
    """Whether no piece of the same type lies there whose face comes before."""
    for number in range(v.shared_count):
        other = v.shared[number]
        if other >= face:
            return True
        if v.face_type[other] == type_:
            index = v.held[row * v.faces + other]
            if index >= 0 and w.out[index] != 0.0:
                return False
    return True


def insert_piece(v: Vectors, w: Writing, m: Cells, face: int, one: int) -> None:
    """Puts one of several alike pieces behind all that come before it, or lie and are alike."""
    w.after[one] = NONE
    last = w.tail[face]
    if last == NONE or not lies_before(v, w, m, one, last):
        if last == NONE:
            w.head[face] = one
        else:
            w.after[last] = one
        w.tail[face] = one
    else:
        before = NONE
        here = w.head[face]
        while not lies_before(v, w, m, one, here):
            before = here
            here = w.after[here]
        w.after[one] = here
        if before == NONE:
            w.head[face] = one
        else:
            w.after[before] = one


def lies_before(v: Vectors, w: Writing, m: Cells, one: int, other: int) -> bool:
    """Whether one lies in an earlier place, or further down, or lies there as well and has less."""
    mine = w.piece[one]
    theirs = w.piece[other]
    place = m[v.at + mine]
    if place != m[v.at + theirs]:
        return place < m[v.at + theirs]
    if w.position[one] != w.position[other]:
        return w.position[one] < w.position[other]
    return comes_before(w, v.states, one, other)
