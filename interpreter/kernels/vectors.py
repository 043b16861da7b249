"""Writes a position as a vector, as `match.output.encoding` does in Python, from the same plan.

In: `Vectors`, the plan as tables (`match.output.encoding.tables` makes them of an encoder), a memory that holds only
what the reader may see, and the reader. Out: the numbers of the vector, all of them. Nothing here knows a game; and
what a reader may know is decided by the plan and by the knowledge in the memory, here as there.

From one decision to the next some ten words of a memory change, of thousands. So a `Past` keeps the words that a
vector was written from, and what the reader knew: what they are compared with says which parts of the vector are
written again. Only the open decision, and what is under way, are written each time.
"""

from __future__ import annotations

from ..ir import NONE, OVER, WINNERS, WORD_BITS
from ..memory.dice import MASK, shifted
from ..memory.luck import signed
from .kernel import (
    LANE,
    Bytes,
    Cells,
    Floats,
    Halves,
    Routine,
    Singles,
    below,
    clear,
    differing,
    fetch,
    fetch_half,
    lowest,
    moved,
    real,
    record,
    whole,
)

EVERYTHING = -2
"""The reader who knows all pieces and sees all states: nobody who plays. (NONE is an onlooker.)"""

UNKNOWN = -3
"""Stands for whoever decides, where the rules have to be asked."""

# How a value is written.
NOTHING, NUMBER, ONE, SPOT, MANY, FACE, FACES, BIT = range(8)

# What a text has named, and where it lies.
NOWHERE, A_PIECE, PIECES, A_CELL, CELLS = range(5)

# What depends on a word of the memory: a part of the vector, the states of a piece, or a state that holds or not of
# 64 pieces.
A_PART, STATES, HOLDING = range(3)

ALL = (1 << LANE) - 1
"""All words of a lane."""
MOST = (1 << 63) - 1
"""The greatest number."""


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
        among: how many values there are, if these can be compared as numbers (`number_of`); else 0. `ranks`: for each
            of `at` which number that is.
    """

    kind: int
    scale: float
    wide: int
    least: int
    at: Halves
    along: Floats
    copies: Halves
    among: int
    ranks: Halves


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
    the indexes of their rooms begin at `rooms`. Together they are `width` numbers from `index` on."""

    first: int
    count: int
    size: int
    rooms: int
    index: int
    width: int


@record
class Order:
    """A place that keeps an order: its address, whether it is a `pile`, for how many pieces there is room, and by
    face where their numbers begin, or -1: `width` of them from `begin` on. The past keeps it from `saved` on."""

    base: int
    pile: int
    room: int
    index: Halves
    begin: int
    width: int
    saved: int


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
class Past:
    """What has been written to a vector.

    Attributes:
        kept: what it was written from: the reader; what that one knew; which pieces had states; which faces show
            some; which orders matter; sets, as they were written; and words of the memory. `Vectors` says where.
        places: where each piece lay, and what lay in places that keep an order.
        noted: how many numbers were written besides, and where; -1: that is not known.
    """

    kept: Cells
    places: Halves
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
        static: `static_count` states. A past keeps `kept_count` words besides those of the memory.
        groups: `group_count` of them; `remembered` are their sources, and `rooms` their indexes.
        at, pieces, knows, piece_words, stacks, stack, strands: the layout.
        designs, backs: by piece its face if it is known, and if it is not. Faces from `first_back` on are backs, of
            `faces` in all.
        held: by place + 1 and face where the number of such pieces stands, or -1; from `contents` on, each with a
        scale.
        orders: `order_count` of them.
        bases: by place its address.
        face_from: by face where the pieces with states that can show it begin in `face_pieces`, and one more.
            `face_sets` are these as sets.
        states_from: by piece where its states begin in `states`, and one more.
        outside: by type and place + 1 the number of what is seen of pieces whose faces are not, or -1; `outsides`
        is how
            many numbers there are, and `outside_from` says by piece and number where these states begin, and end.
        room, room_width, room_count, alone: by face where the states of pieces stand, or -1; how much each needs; for
            how many there is room; whether there is one such piece.
        types: by piece the number of its type, of `type_count`.
        cell_room: by place + 1 and type where the states of pieces stand once more, or -1; `cell_width` says by
            type how much they need.
        shared_from: by type where its designs begin in `shared` that are not alone, in order, and one more.
        parts: how many parts of the vector are written from fixed words: static states, groups and orders.
        at_lanes: how many times `LANE` words hold the places of the pieces. lanes: the words on which the rest
            depends, likewise: their addresses, `lane_count` of them. The past keeps them from `saved` on.
        on_from: by word of these where in `on` begins what depends on it, and one more: (kind, number)...
        private: the parts that not everybody sees, `private_count` of them.
        facing_from: by type where in `facing` begins what depends on which pieces of it the reader knows, and one
            more: (kind, number)..., where A_PART is a part, and STATES are those of the pieces with a face.
        order_of: by place the number of its order, or -1.
        busy, outer, shown, ranked: where the past keeps which pieces have states; which lie where states are seen of
            pieces whose faces are not; which faces show some; and which orders matter. `known`: what the reader knew.
        packed: by face whether the states of the pieces that show it can be compared as one number. `far` is more
            than there are pieces.
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
    face_from: Halves
    face_pieces: Halves
    face_sets: Cells
    states_from: Halves
    states: list[Source]
    outside: Halves
    outsides: int
    outside_from: Halves
    room: Halves
    room_width: Halves
    room_count: Halves
    alone: Bytes
    types: Halves
    type_count: int
    place_count: int
    cell_room: Halves
    cell_width: Halves
    shared_from: Halves
    shared: Halves
    ordered: Bytes
    parts: int
    lanes: Halves
    lane_count: int
    saved: int
    at_lanes: int
    on_from: Halves
    on: Halves
    private: Halves
    private_count: int
    facing_from: Halves
    facing: Halves
    order_of: Halves
    busy: int
    outer: int
    shown: int
    ranked: int
    known: int
    packed: Bytes
    far: int


@record
class Writing:
    """Room for writing vectors, for one thread.

    Attributes:
        known: the words of the set of the pieces that the reader knows.
        tally: counts by index, all 0 between two uses.
        met: counts by face, likewise.
        vector: the number of the vector. `anew`: nothing is known of what has been written.
        stale, stale_faces, stale_cells: by part, face, and place + 1 and type the number of the vector in which it
            was noted last that it has to be written. `parts`, `touched` and `cells` are these; `part_count`,
            `face_count` and `cell_count` of them.
        moved, stirred: likewise by piece: where it lies or what it shows has been taken in; its states have changed.
            `pieces` are the latter, `piece_count` of them.
        met_types: likewise by type: some pieces of it are known that were not, or the other way round.
        laid: likewise by place: where each piece lies in it stands in `lies`.
        head, tail, after: the first and the last of alike pieces, and by these the next one; -1: none.
        codes: the states of alike pieces, `wide` numbers for each.
        first, last: by alike piece where its states are in `states`; position: where it lies: by place, and in one
            that keeps an order; or that and its states; busy: whether it has states.
        told: by what texts name the number of the vector in which it was written last. marks: the set of the places
            that are named.
        strand, player: the decision that counts for the reader; strand -1 if there is none.
        open: the set of the players who decide.
        out: the vector; `noted` is where numbers are noted while they are (`noting`), `count` of less than `most`;
            `lost`: some were not.
    """

    known: Cells
    tally: Cells
    met: Cells
    vector: int
    anew: int
    stale: Cells
    parts: Cells
    part_count: int
    stale_faces: Cells
    touched: Cells
    face_count: int
    stale_cells: Cells
    cells: Cells
    cell_count: int
    moved: Cells
    stirred: Cells
    pieces: Cells
    piece_count: int
    met_types: Cells
    laid: Cells
    lies: Cells
    head: int
    tail: int
    after: Cells
    first: Cells
    last: Cells
    position: Cells
    busy: Cells
    codes: Singles
    wide: int
    told: Cells
    marks: Cells
    strand: int
    player: int
    open: int
    out: Singles
    noted: Halves
    noting: int
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
    """Writes a number, and notes where if nothing else tells the next vector to take it away."""
    w.out[index] = number
    if w.noting != 0:
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
    decider: int,
    scores: Cells,
    player: Routine,
    context: Cells,
    out: Singles,
    past: Past,
) -> None:
    """Writes all numbers. `decider` is the player who decides, where there is one strand, or UNKNOWN; `scores` are
    those of a match that is over; `player` is the routine of the rules; `past` says what has been written to `out`
    before."""
    kept = past.kept
    w.out = out
    w.vector += 1
    take_away(v, w, past)
    see(v, w, m, reader)
    look(v, w, m, reader, decider, player, context)
    w.noting = 1
    write_situation(v, w, m, reader, scores)
    for word in range(v.place_words):
        w.marks[word] = 0
    if w.strand != NONE:
        write_underway(v, w, m, reader, kept)
    write_named_sets(v, w, kept)
    w.noting = 0
    find_stale(v, w, m, reader, past)
    write_parts(v, w, m, reader, past)
    if v.pieces != 0:
        write_pieces(v, w, m, kept)
    kept[0] = reader
    past.noted[0] = w.count
    if w.lost != 0:
        past.noted[0] = NONE


def fetch_ahead(v: Vectors, m: Cells, past: Past) -> None:
    """Says that `write_vector` will be called soon: it is mostly slow since the memory of a match has not been used
    for long."""
    for lane in range(v.at_lanes):
        fetch(m, v.at + LANE * lane)
    for lane in range(v.lane_count):
        fetch(m, v.lanes[lane])
    for lane in range((v.saved + LANE - 1) // LANE + v.lane_count):
        fetch(past.kept, LANE * lane)
    for lane in range((v.pieces + 2 * LANE - 1) // (2 * LANE)):
        fetch_half(past.places, 2 * LANE * lane)
    fetch_half(past.noted, 0)
    fetch_half(past.noted, 2 * LANE)


def take_away(v: Vectors, w: Writing, past: Past) -> None:
    """Takes away what was noted the last time; all there is if that is not known."""
    out = w.out
    noted = past.noted
    w.noted = noted
    w.count = 0
    w.lost = 0
    w.anew = 0
    if noted[0] < 0:
        w.anew = 1
        clear(out, 0, v.size)
        for at in range(v.kept_count):
            past.kept[at] = 0
    else:
        for at in range(1, noted[0] + 1):
            out[noted[at]] = 0.0


# ------------------------------------------------------------------ what has changed


def find_stale(v: Vectors, w: Writing, m: Cells, reader: int, past: Past) -> None:
    """Finds the parts that have to be written, and counts the pieces that have moved or show something else."""
    kept = past.kept
    w.part_count = 0
    w.face_count = 0
    w.cell_count = 0
    w.piece_count = 0
    if w.anew != 0:
        for part in range(v.parts):
            touch_part(w, part)
    elif kept[0] != reader:
        for at in range(v.private_count):
            touch_part(w, v.private[at])
    if v.pieces != 0:
        for lane in range(v.at_lanes):
            changed = ALL
            if w.anew == 0:
                changed = moved(m, v.at + LANE * lane, past.places, LANE * lane)
            if changed != 0:
                move_pieces(v, w, m, past, LANE * lane, changed)
        compare_knowledge(v, w, m, kept)
    for lane in range(v.lane_count):
        changed = ALL
        if w.anew == 0:
            changed = differing(m, v.lanes[lane], kept, v.saved + LANE * lane)
        if changed != 0:
            compare_words(v, w, m, kept, lane, changed)
    for at in range(w.piece_count):
        compare_states(v, w, m, kept, w.pieces[at])
    if w.anew == 0:
        for word in range((v.order_count + WORD_BITS - 1) // WORD_BITS):
            bits = kept[v.ranked + word] & MASK
            while bits != 0:
                number = WORD_BITS * word + lowest(bits)
                bits = bits & (bits - 1)
                if not is_as_it_was(v, m, v.orders[number], past.places):
                    touch_part(w, v.parts - v.order_count + number)


def touch_part(w: Writing, part: int) -> None:
    """Notes a part that has to be written."""
    if w.stale[part] != w.vector:
        w.stale[part] = w.vector
        w.parts[w.part_count] = part
        w.part_count += 1


def touch_face(v: Vectors, w: Writing, face: int) -> None:
    """Notes a face: the states of pieces that show it have to be written."""
    if v.room[face] >= 0 and w.stale_faces[face] != w.vector:
        w.stale_faces[face] = w.vector
        w.touched[w.face_count] = face
        w.face_count += 1


def touch_cell(v: Vectors, w: Writing, place: int, piece: int) -> None:
    """Notes a cell: the states of the first piece of a type that lies there have to be written."""
    at = (place + 1) * v.type_count + v.types[piece]
    if v.cell_room[at] >= 0 and w.stale_cells[at] != w.vector:
        w.stale_cells[at] = w.vector
        w.cells[w.cell_count] = at
        w.cell_count += 1


def stir(v: Vectors, w: Writing, piece: int) -> None:
    """Notes a piece whose states have changed."""
    if w.stirred[piece] != w.vector and v.states_from[piece] != v.states_from[piece + 1]:
        w.stirred[piece] = w.vector
        w.pieces[w.piece_count] = piece
        w.piece_count += 1


def move_pieces(v: Vectors, w: Writing, m: Cells, past: Past, first: int, changed: int) -> None:
    """Some of the pieces from the `first` on lie elsewhere than before."""
    places = past.places
    while changed != 0:
        piece = first + lowest(changed)
        changed = changed & (changed - 1)
        if piece < v.pieces:
            before = places[piece]
            places[piece] = m[v.at + piece]
            w.moved[piece] = w.vector
            show_piece(v, w, past.kept, piece, before, m[v.at + piece])


def compare_knowledge(v: Vectors, w: Writing, m: Cells, kept: Cells) -> None:
    """Some pieces are known that were not before, or the other way round: to this reader, or to the last one."""
    for word in range(v.piece_words):
        bits = (w.known[word] ^ kept[v.known + word]) & MASK
        while bits != 0:
            piece = WORD_BITS * word + lowest(bits)
            bits = bits & (bits - 1)
            if piece < v.pieces:
                touch_facing(v, w, m, v.types[piece])
                if w.moved[piece] != w.vector:
                    show_piece(v, w, kept, piece, m[v.at + piece], m[v.at + piece])
    for word in range(v.piece_words):
        kept[v.known + word] = w.known[word]


def touch_facing(v: Vectors, w: Writing, m: Cells, type_: int) -> None:
    """Notes what says of pieces of a type what they show."""
    if w.met_types[type_] == w.vector:
        return
    w.met_types[type_] = w.vector
    for number in range(v.facing_from[type_], v.facing_from[type_ + 1]):
        one = v.facing[2 * number + 1]
        if v.facing[2 * number] == A_PART:
            touch_part(w, one)
        else:
            touch_face(v, w, one)
            for at in range(v.face_from[one], v.face_from[one + 1]):
                touch_cell(v, w, m[v.at + v.face_pieces[at]], v.face_pieces[at])


def show_piece(v: Vectors, w: Writing, kept: Cells, piece: int, before: int, after: int) -> None:
    """A piece lies elsewhere than before, or shows something else."""
    face = face_of(v, w, piece)
    if w.anew == 0:
        shown = v.backs[piece]
        if shifted(kept[v.known + piece // WORD_BITS], piece % WORD_BITS) & 1 != 0:
            shown = v.designs[piece]
        count_piece(v, w, (before + 1) * v.faces + shown, -1)
        touch_face(v, w, shown)
        if v.order_of[before + 1] >= 0:
            touch_part(w, v.order_of[before + 1])
        touch_cell(v, w, before, piece)
    count_piece(v, w, (after + 1) * v.faces + face, 1)
    if before != after or w.anew != 0:
        word = v.outer + piece // WORD_BITS
        bit = 1 << (piece % WORD_BITS)
        kept[word] = signed((kept[word] & MASK) | bit)
        if v.outside[v.types[piece] * (v.place_count + 1) + after + 1] < 0:
            kept[word] = signed((kept[word] & MASK) ^ bit)
    touch_face(v, w, face)
    if v.order_of[after + 1] >= 0:
        touch_part(w, v.order_of[after + 1])
    touch_cell(v, w, after, piece)


def compare_words(v: Vectors, w: Writing, m: Cells, kept: Cells, lane: int, changed: int) -> None:
    """Notes what depends on the words of a lane that have changed."""
    while changed != 0:
        at = LANE * lane + lowest(changed)
        address = v.lanes[lane] + lowest(changed)
        changed = changed & (changed - 1)
        for number in range(v.on_from[at], v.on_from[at + 1]):
            kind = v.on[2 * number]
            one = v.on[2 * number + 1]
            if kind == A_PART:
                touch_part(w, one)
            elif kind == STATES:
                stir(v, w, one)
            else:
                bits = m[address] & MASK
                if w.anew == 0:
                    bits = (m[address] ^ kept[v.saved + at]) & MASK
                while bits != 0:
                    if one + lowest(bits) < v.pieces:
                        stir(v, w, one + lowest(bits))
                    bits = bits & (bits - 1)
        kept[v.saved + at] = m[address]


def compare_states(v: Vectors, w: Writing, m: Cells, kept: Cells, piece: int) -> None:
    """The states of a piece have changed: notes whether it has any, and what shows them."""
    word = v.busy + piece // WORD_BITS
    bit = 1 << (piece % WORD_BITS)
    kept[word] = signed((kept[word] & MASK) | bit)
    if not has_states(v, m, piece):
        kept[word] = signed((kept[word] & MASK) ^ bit)
    touch_face(v, w, face_of(v, w, piece))
    touch_cell(v, w, m[v.at + piece], piece)
    if v.order_of[m[v.at + piece] + 1] >= 0:
        touch_part(w, v.order_of[m[v.at + piece] + 1])


def has_states(v: Vectors, m: Cells, piece: int) -> bool:
    """Whether a piece has a state that would be written."""
    for at in range(v.states_from[piece], v.states_from[piece + 1]):
        source = v.states[at]
        kind = source.coded.kind
        value = m[source.address]
        if kind == BIT:
            if (value >> source.shift) & 1 != 0:
                return True
        elif kind == NUMBER or kind == MANY or kind == FACES:
            for word in range(source.words):
                if m[source.address + word] != 0:
                    return True
        elif kind != NOTHING and value != NONE:
            return True
    return False


def is_busy(v: Vectors, kept: Cells, piece: int) -> bool:
    """Whether a piece has states."""
    return shifted(kept[v.busy + piece // WORD_BITS], piece % WORD_BITS) & 1 != 0


def is_as_it_was(v: Vectors, m: Cells, order: Order, places: Halves) -> bool:
    """Whether a place holds the same pieces in the same order as before."""
    base = order.base
    left = m[base] + 1
    at = 0
    while left > 0:
        changed = moved(m, base + at, places, order.saved + at)
        if left < LANE:
            changed = changed & ((1 << left) - 1)
        if changed != 0:
            return False
        at += LANE
        left -= LANE
    return True


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


def look(
    v: Vectors, w: Writing, m: Cells, reader: int, decider: int, player: Routine, context: Cells
) -> None:
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
                who = decider
                if decider == UNKNOWN:
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


def write_parts(v: Vectors, w: Writing, m: Cells, reader: int, past: Past) -> None:
    """States of the game, of players, of cells and of abilities, and orders: those that are stale."""
    kept = past.kept
    for at in range(w.part_count):
        number = w.parts[at]
        if number < v.static_count:
            write_static(v, w, m, reader, kept, v.static[number])
        elif number < v.static_count + v.group_count:
            group = v.groups[number - v.static_count]
            blank(w, group.index, group.width)
            if group.count == 1:
                for one in range(group.size):
                    write_source(v, w, v.remembered[group.first + one], m, v.rooms[group.rooms + one])
            else:
                write_group(v, w, group, m)
        else:
            write_order(v, w, m, past, number - v.static_count - v.group_count)


def blank(w: Writing, index: int, width: int) -> None:
    """Takes away what was written before, unless nothing was."""
    if w.anew == 0:
        if width == 1:
            w.out[index] = 0.0
        else:
            clear(w.out, index, width)


def write_static(v: Vectors, w: Writing, m: Cells, reader: int, kept: Cells, source: Source) -> None:
    """A state with a fixed address."""
    seen = source.only == NONE or source.only == reader or reader == EVERYTHING
    if source.kept >= 0:
        write_changes(w, source, m, seen, kept)
    else:
        blank(w, source.index, source.width)
        if seen:
            write_source(v, w, source, m, source.index)


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
    w.head = NONE
    w.tail = NONE
    for one in range(g.count):
        w.first[one] = g.first + one * g.size
        w.last[one] = w.first[one] + g.size
        read_codes(v, w, v.remembered, m, one)
        insert(w, v.remembered, one)
    one = w.head
    room = g.rooms
    while one != NONE:
        for at in range(g.size):
            source = v.remembered[w.first[one] + at]
            index = v.rooms[room + at]
            put_codes(w, index, one * wide + source.index, source.width)
        room += g.size
        one = w.after[one]


def put_codes(w: Writing, index: int, first: int, width: int) -> None:
    """Writes the states of one of several alike pieces."""
    for number in range(width):
        if w.codes[first + number] != 0.0:
            put(w, index + number, w.codes[first + number])


def read_codes(v: Vectors, w: Writing, sources: list[Source], m: Cells, one: int) -> None:
    """Writes the states of one of several alike pieces where they can be compared."""
    out = w.out
    clear(w.codes, one * w.wide, w.wide)
    w.out = w.codes
    for number in range(w.first[one], w.last[one]):
        source = sources[number]
        write_source(v, w, source, m, one * w.wide + source.index)
    w.out = out


def insert(w: Writing, sources: list[Source], one: int) -> None:
    """Puts one of several alike pieces behind all that are not more than it."""
    before = NONE
    here = w.head
    if w.tail != NONE and not comes_before(w, sources, one, w.tail):
        before = w.tail
        here = NONE
    while here != NONE and not comes_before(w, sources, one, here):
        before = here
        here = w.after[here]
    w.after[one] = here
    if here == NONE:
        w.tail = one
    if before == NONE:
        w.head = one
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


def count_piece(v: Vectors, w: Writing, at: int, more: int) -> None:
    """Counts a piece with a face in a place, or no longer."""
    index = v.held[at]
    if index >= 0:
        scale = v.scales[index - v.contents]
        if scale == 1:
            w.out[index] = w.out[index] + real(more)
        else:
            count = whole(w.out[index] * real(scale) + 0.5) + more
            w.out[index] = real(count) / real(scale)


def write_order(v: Vectors, w: Writing, m: Cells, past: Past, number: int) -> None:
    """Where pieces lie in a place that keeps an order. It matters from now on if it shows something, or if there are
    pieces with states: if it changes then, that has to be seen. Otherwise only pieces that come or go, or are known
    or not, can make a difference."""
    order = v.orders[number]
    met = w.met
    out = w.out
    blank(w, order.begin, order.width)
    first = order.base + 1
    count = m[order.base]
    room = real(order.room)
    step = 1
    piece_at = first
    if order.pile != 0:
        step = -1
        piece_at = first + count - 1
    some = False
    busy = False
    for at in range(count):
        piece = m[piece_at]
        piece_at += step
        face = face_of(v, w, piece)
        index = order.index[face]
        if index >= 0:
            out[index + met[face]] = real(order.room - at) / room
            met[face] += 1
            some = True
        if is_busy(v, past.kept, piece):
            busy = True
            touch_face(v, w, face)
            touch_cell(v, w, m[v.at + piece], piece)
    if some:
        for at in range(first, first + count):
            met[face_of(v, w, m[at])] = 0
    matters(v, m, past, number, count > 1 and (some or busy))


def matters(v: Vectors, m: Cells, past: Past, number: int, does: bool) -> None:
    """Keeps whether an order matters and, if it does, what it is. A single piece has none."""
    order = v.orders[number]
    word = v.ranked + number // WORD_BITS
    bit = 1 << (number % WORD_BITS)
    past.kept[word] = signed((past.kept[word] & MASK) | bit)
    if not does:
        past.kept[word] = signed((past.kept[word] & MASK) ^ bit)
    else:
        for at in range(m[order.base] + 1):
            past.places[order.saved + at] = m[order.base + at]


def write_pieces(v: Vectors, w: Writing, m: Cells, kept: Cells) -> None:
    """The states of pieces. Of alike pieces the first is the one that lies in the first place, there at the bottom,
    and of those that lie alike the one with less. What a past keeps of faces says which show any."""
    for number in range(w.face_count):
        face = w.touched[number]
        word = v.shown + face // WORD_BITS
        bit = 1 << (face % WORD_BITS)
        if kept[word] & bit != 0:
            blank(w, v.room[face], v.room_width[face] * v.room_count[face])
            kept[word] = signed((kept[word] & MASK) ^ bit)
        if face_is_busy(v, w, kept, face):
            kept[word] = signed((kept[word] & MASK) | bit)
            if v.alone[face] != 0:
                piece = v.face_pieces[v.face_from[face]]
                if v.held[(m[v.at + piece] + 1) * v.faces + face] >= 0:
                    for at in range(v.states_from[piece], v.states_from[piece + 1]):
                        source = v.states[at]
                        write_source(v, w, source, m, v.room[face] + source.index)
            else:
                gather(v, w, m, kept, face)
    for number in range(w.cell_count):
        write_cell(v, w, m, kept, w.cells[number])


def showing(v: Vectors, w: Writing, kept: Cells, face: int, word: int) -> int:
    """A word of the set of pieces that show a face and may have states which are seen."""
    bits = v.face_sets[face * v.piece_words + word]
    if face < v.first_back:
        return bits & w.known[word] & MASK
    return bits & (NONE ^ w.known[word]) & kept[v.outer + word] & MASK


def face_is_busy(v: Vectors, w: Writing, kept: Cells, face: int) -> bool:
    """Whether a piece with states shows a face."""
    for word in range(v.piece_words):
        if showing(v, w, kept, face, word) & kept[v.busy + word] != 0:
            return True
    return False


def gather(v: Vectors, w: Writing, m: Cells, kept: Cells, face: int) -> None:
    """Writes the states of all pieces with a face: each behind as many as come before it."""
    count = 0
    for word in range(v.piece_words):
        bits = showing(v, w, kept, face, word)
        while bits != 0:
            if take_up(v, w, m, kept, face, WORD_BITS * word + lowest(bits), count):
                count += 1
            bits = bits & (bits - 1)
    index = v.room[face]
    width = v.room_width[face]
    if v.packed[face] != 0:
        for one in range(count, count + LANE):
            w.position[one] = MOST
        for one in range(count):
            if w.busy[one] != 0:
                rank = 0
                for lane in range((count + LANE - 1) // LANE):
                    rank += below(w.position, LANE * lane, w.position[one])
                for number in range(w.first[one], w.last[one]):
                    source = v.states[number]
                    write_source(v, w, source, m, index + rank * width + source.index)
    else:
        for one in range(count):
            if w.busy[one] != 0:
                rank = 0
                for other in range(count):
                    if comes_first(v, w, other, one):
                        rank += 1
                put_codes(w, index + rank * width, one * w.wide, width)


def take_up(v: Vectors, w: Writing, m: Cells, kept: Cells, face: int, piece: int, one: int) -> bool:
    """Takes up one of several alike pieces that show a face, if something is seen of it: where it lies and, if it
    has any, its states."""
    place = m[v.at + piece]
    if v.held[(place + 1) * v.faces + face] < 0:
        return False
    w.first[one] = v.states_from[piece]
    w.last[one] = v.states_from[piece + 1]
    if face >= v.first_back:
        outside = v.outside[v.types[piece] * (v.place_count + 1) + place + 1]
        w.first[one] = v.outside_from[2 * (piece * v.outsides + outside)]
        w.last[one] = v.outside_from[2 * (piece * v.outsides + outside) + 1]
    position = v.far * place
    if v.ordered[place] != 0:
        position += position_of(v, w, m, place, piece)
    w.busy[one] = 0
    if is_busy(v, kept, piece):
        w.busy[one] = 1
        if v.packed[face] == 0:
            read_codes(v, w, v.states, m, one)
    if v.packed[face] != 0:
        for number in range(w.first[one], w.last[one]):
            source = v.states[number]
            among = source.coded.among
            if among > 1:
                position = position * among
                if w.busy[one] != 0:
                    position += number_of(v, w, source, m)
        position = position * v.far + one
    w.position[one] = position
    return True


def number_of(v: Vectors, w: Writing, source: Source, m: Cells) -> int:
    """A value as a number: more for what comes later among alike pieces."""
    c = source.coded
    value = m[source.address]
    if c.kind == BIT:
        return (value >> source.shift) & 1
    if c.kind == NUMBER:
        if value == 0:
            return 0
        return value - c.least + 1
    if value == NONE:
        return 0
    if c.kind == FACE:
        return c.at[face_of(v, w, value)] + 1
    return c.ranks[value - c.least]


def position_of(v: Vectors, w: Writing, m: Cells, place: int, piece: int) -> int:
    """Where a piece lies in a place that keeps an order."""
    if w.laid[place] != w.vector:
        w.laid[place] = w.vector
        base = v.bases[place]
        for at in range(m[base]):
            w.lies[m[base + 1 + at]] = at
    return w.lies[piece]


def comes_first(v: Vectors, w: Writing, one: int, other: int) -> bool:
    """Whether one of several alike pieces lies in an earlier place than another one, or further down, or lies there
    as well and has less. Of two that have the same, one of them."""
    if w.position[one] != w.position[other]:
        return w.position[one] < w.position[other]
    if w.busy[one] == 0 or w.busy[other] == 0:
        return w.busy[one] == 0
    if one < other:
        return not comes_before(w, v.states, other, one)
    return one != other and comes_before(w, v.states, one, other)


def write_cell(v: Vectors, w: Writing, m: Cells, kept: Cells, at: int) -> None:
    """Writes once more the states of the first piece of a type that lies on a cell."""
    row = at // v.type_count
    type_ = at % v.type_count
    index = v.cell_room[at]
    blank(w, index, v.cell_width[type_])
    for number in range(v.shared_from[type_], v.shared_from[type_ + 1]):
        face = v.shared[number]
        here = v.held[row * v.faces + face]
        if here >= 0 and w.out[here] != 0.0:
            first = NONE
            count = 0
            for one in range(v.face_from[face], v.face_from[face + 1]):
                piece = v.face_pieces[one]
                here = face_of(v, w, piece)
                if m[v.at + piece] == row - 1 and here == face and take_up(v, w, m, kept, face, piece, count):
                    if first == NONE or is_nearer(v, w, face, count, first):
                        first = count
                    count += 1
            if first != NONE and w.busy[first] != 0:
                for one in range(w.first[first], w.last[first]):
                    source = v.states[one]
                    write_source(v, w, source, m, index + source.index)
            return


def is_nearer(v: Vectors, w: Writing, face: int, one: int, other: int) -> bool:
    """Whether one of several alike pieces comes before another one."""
    if v.packed[face] != 0:
        return w.position[one] < w.position[other]
    return comes_first(v, w, one, other)
