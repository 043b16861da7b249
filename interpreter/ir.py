"""The intermediate representation: what checked rules are lowered to, and what every engine runs.

A program is a set of procedures over one flat array of signed 64-bit integers, the memory. Inside a
block, instructions are structured (`If`, `While`, `ForEachBit`) and never suspend. Between blocks,
terminators say where control goes; only they can suspend (`Choose`, `Chance`, `Fork`, a `CallFrame`).

Values are integers. A *set* is a non-negative integer used as a bit mask; in memory it takes
`words` cells of 63 bits each, lowest first. `none` is -1. Truth is 0 or 1.
"""

from __future__ import annotations

from enum import Enum

import attrs
from rulewright.dsl.source import Span

WORD_BITS = 63
NONE = -1


# ---------------------------------------------------------------- expressions


class Expr:
    """An expression: evaluated without side effects (but for `Call`, whose procedure may have some)."""

    __slots__ = ()


@attrs.frozen
class Const(Expr):
    value: int


@attrs.frozen
class Reg(Expr):
    """A register of the procedure."""

    index: int


@attrs.frozen
class Load(Expr):
    """The memory cell at an address."""

    address: Expr


@attrs.frozen
class LoadSet(Expr):
    """The set held in `words` cells from an address on."""

    address: Expr
    words: int


@attrs.frozen
class Binary(Expr):
    """`op` is one of BINARY. `both` and `either` do not evaluate the right side when the left decides."""

    op: str
    left: Expr
    right: Expr


BINARY = frozenset(
    # numbers; `div` and `mod` floor, dividing by zero is a fault that lowering guards against
    {"add", "sub", "mul", "div", "mod", "min", "max", "lt", "le", "eq", "ne", "gt", "ge"}
    # truth
    | {"both", "either"}
    # sets: union, intersection, difference; `has`: 1 if the bit `right` is in the set `left` (right >= 0);
    # `nth`: the member of `left` with the number `right`, in ascending order from 0 (there is one)
    | {"or", "and", "minus", "has", "nth"}
)


@attrs.frozen
class Unary(Expr):
    """`op` is one of UNARY."""

    op: str
    value: Expr


# `bit`: the set that holds only that index; of a negative index (none) the empty set.
# `lowest`: the least member of a set, -1 of the empty set. `size`: how many members.
UNARY = frozenset({"not", "neg", "bit", "lowest", "size"})


@attrs.frozen
class Table(Expr):
    """Entry `index` (from 0) of a constant table of the program."""

    table: int
    index: Expr


@attrs.frozen
class Pick(Expr):
    """`then` if the test is not 0, else `otherwise`; only one of them is evaluated."""

    test: Expr
    then: Expr
    otherwise: Expr


@attrs.frozen
class PlaceCount(Expr):
    """How many pieces lie in the place with this number."""

    place: Expr


@attrs.frozen
class PlaceSet(Expr):
    """The set of the pieces in the place with this number."""

    place: Expr


@attrs.frozen
class PlaceAt(Expr):
    """The piece at a position of an ordered place: 0 is the bottom; -1 is the top; -1 if there is none.

    A position from -1 downwards counts from the top.
    """

    place: Expr
    position: Expr


@attrs.frozen
class PlaceEnd(Expr):
    """The uppermost (or lowest) piece of an ordered place that is in the set `among`; -1 if none is."""

    place: Expr
    among: Expr
    from_top: bool


@attrs.frozen
class Call(Expr):
    """Calls a plain procedure (one that cannot suspend) and gives what it returns (0 if nothing)."""

    procedure: int
    arguments: tuple[Expr, ...] = ()


# --------------------------------------------------------------- instructions


@attrs.frozen
class Instr:
    """An instruction; `span` is the rule text it comes from."""

    span: Span | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class Assign(Instr):
    register: int
    value: Expr


@attrs.frozen
class Store(Instr):
    address: Expr
    value: Expr


@attrs.frozen
class StoreSet(Instr):
    address: Expr
    words: int
    value: Expr


@attrs.frozen
class StoreRanged(Instr):
    """A store that is a fault when the value lies outside `least`..`most` (nothing is stored then)."""

    address: Expr
    value: Expr
    least: int
    most: int
    fault: int


@attrs.frozen
class Run(Instr):
    """Evaluates an expression for its effect (a `Call`)."""

    value: Expr


@attrs.frozen
class If(Instr):
    test: Expr
    then: tuple[Instr, ...]
    otherwise: tuple[Instr, ...] = ()


@attrs.frozen
class While(Instr):
    """A loop; every turn of it counts against the step limit."""

    test: Expr
    body: tuple[Instr, ...]


@attrs.frozen
class ForEachBit(Instr):
    """Runs the body for every member of a set as it is now, in ascending order."""

    register: int
    members: Expr
    body: tuple[Instr, ...]


@attrs.frozen
class ForEachIn(Instr):
    """Runs the body for every piece of an ordered place as it is now, from the bottom or from the top."""

    register: int
    place: Expr
    from_top: bool
    body: tuple[Instr, ...]


@attrs.frozen
class Put(Instr):
    """Moves a piece to a place: on top (also for places without order) or to the bottom.

    Keeps order, membership and knowledge: whoever sees the place (a table of the layout) knows the piece
    from now on. A full place, or a piece below 0, is the given fault. In every memory, initial ones too,
    who sees a place knows all that lies there: an engine need not teach what is known already.
    """

    piece: Expr
    place: Expr
    to_bottom: bool
    fault: int


@attrs.frozen
class PutAll(Instr):
    """Moves every piece of the set `pieces` to a place, in ascending order, each as `Put` does."""

    pieces: Expr
    place: Expr
    to_bottom: bool
    fault: int


@attrs.frozen
class PutPile(Instr):
    """Moves every piece of an ordered place, as it lies now, from the bottom, each as `Put` does."""

    source: Expr
    place: Expr
    to_bottom: bool
    fault: int


@attrs.frozen
class Shuffle(Instr):
    """Puts an ordered place into a random order; only who sees it knows its pieces afterwards.

    Not allowed in a program with explicit chance (there shuffling is lowered to chance decisions).
    """

    place: Expr


@attrs.frozen
class Forget(Instr):
    """What knowledge a shuffle of this place takes away, without the shuffling (for explicit chance)."""

    place: Expr


@attrs.frozen
class SwapAt(Instr):
    """Swaps two positions (from the bottom, from 0) of an ordered place."""

    place: Expr
    first: Expr
    second: Expr


@attrs.frozen
class Learn(Instr):
    """Every player of the set `players` now knows the pieces of the set `pieces`."""

    players: Expr
    pieces: Expr


@attrs.frozen
class Random(Instr):
    """The register becomes a number from 0 to `bound` - 1 (bound >= 1), each as likely."""

    register: int
    bound: Expr


@attrs.frozen
class Check(Instr):
    """A fault of the rules unless the test is not 0."""

    test: Expr
    fault: int


@attrs.frozen
class Emit(Instr):
    """Hands an event with integer arguments to whoever listens; compiled away without tracing."""

    event: int
    arguments: tuple[Expr, ...] = ()


# ---------------------------------------------------------------- terminators


@attrs.frozen
class Terminator:
    span: Span | None = attrs.field(default=None, eq=False, repr=False, kw_only=True)


@attrs.frozen
class Jump(Terminator):
    block: int


@attrs.frozen
class Branch(Terminator):
    test: Expr
    then: int
    otherwise: int


class Argument(Enum):
    """How the argument of an action names the thing that is chosen."""

    NONE = "none"  # a labelled option: no argument
    VALUE = "value"  # a member of the set, by its index (player, word, number, design)
    DESIGN = "design"  # pieces that are told apart by their design only: the design's number
    PIECE = "piece"  # pieces with a state of their own: the piece's number
    POSITION = "position"  # pieces the chooser may not know: their position in the place, from the bottom


@attrs.frozen
class Option:
    """One option of a decision, or a family of options that differ in their argument.

    Its actions have the numbers `action + argument`. `guard` says whether it is offered; `candidates` is
    the set chosen from (None with `Argument.NONE`). The chosen member goes into `register`; for
    `DESIGN` that is the lowest candidate of the design. For `POSITION`, `place` is the ordered place.
    """

    action: int
    guard: Expr
    argument: Argument
    candidates: Expr | None
    place: Expr | None
    register: int | None
    target: int


@attrs.frozen
class Choose(Terminator):
    """A decision of a player: suspends until one of the options is chosen. `site` numbers the choice site.

    No option on offer is the fault `fault`.
    """

    site: int
    player: Expr
    options: tuple[Option, ...]
    fault: int


@attrs.frozen
class Chance(Terminator):
    """Luck as a decision (explicit chance only): a member of the set goes into `register`.

    With `argument` DESIGN members of one design are one outcome, as likely as there are members.
    """

    site: int
    action: int
    members: Expr
    argument: Argument
    register: int
    target: int


@attrs.frozen
class CallFrame(Terminator):
    """Calls a procedure that can suspend, in a frame of its own, and goes on at `target`."""

    procedure: int
    arguments: tuple[Expr, ...]
    register: int | None
    target: int


@attrs.frozen
class Return(Terminator):
    value: Expr | None = None


@attrs.frozen
class Fork(Terminator):
    """Starts a strand for each player of the set, running `procedure(player)`; goes on when all ended."""

    players: Expr
    procedure: int
    arguments: tuple[Expr, ...]
    target: int


@attrs.frozen
class Halt(Terminator):
    """Ends the match with the set of the winners. Not in a strand of a player."""

    winners: Expr


# ------------------------------------------------------------------ structure


@attrs.frozen
class Block:
    instructions: tuple[Instr, ...]
    terminator: Terminator


@attrs.frozen
class Procedure:
    """Registers 0..parameters-1 hold the arguments. `kinds[r]` types each register for the layout.

    A plain procedure has exactly one block, which ends in `Return`. A framed one may have many blocks;
    block 0 is the entry.
    """

    name: str
    parameters: int
    kinds: tuple[CellKind, ...]
    blocks: tuple[Block, ...]
    framed: bool
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


class CellKind(Enum):
    """What a cell or register holds: what save checks, re-dealing and position keys go by."""

    NUMBER = "number"
    PIECE = "piece"
    PIECES = "pieces"  # a set of pieces
    DESIGN = "design"
    DESIGNS = "designs"
    PLAYER = "player"
    PLAYERS = "players"
    PLACE = "place"
    WORD = "word"


@attrs.frozen
class Cell:
    """One named stretch of the fixed part of the memory: `count` values of one kind, `words` cells each."""

    name: str
    address: int
    kind: CellKind
    count: int = 1
    words: int = 1
    least: int = 0
    most: int = 1 << 62
    luck: bool = False  # random state or statistics: not part of the position
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class PlaceInfo:
    """One place (of one owner, if it is per player) in the layout.

    Ordered: `base` holds the count and `base+1 ...` the pieces from the bottom. Unordered: `base` on hold
    the set, in `Layout.piece_words` cells. `viewers` is the set of the players who see what lies there.
    """

    name: str
    owner: int  # player, or -1
    ordered: bool
    base: int
    capacity: int
    viewers: int


@attrs.frozen
class Layout:
    """The fixed part of the memory. Addresses 0..5 are the same for every game:

    0 luck (SplitMix64 state) · 1 over (0 running, 1 over) · 2 winners (a set of players)
    3 players (how many play) · 4 who acts in a scenario's effect · 5 reserved
    `strands` stacks of `stack` cells each begin at `stacks`: strand s at stacks + s*stack. The first cell
    of a stack is the address of its top frame (0: none); frames follow. A frame: [address of the frame
    below (0: none), entry number where it goes on, registers...].
    """

    cells: tuple[Cell, ...]
    places: tuple[PlaceInfo, ...]
    pieces: int
    piece_words: int
    designs: tuple[int, ...]  # design of each piece
    at: int  # address of the first of `pieces` cells: the place each piece lies in (-1: none)
    knows: int  # address of `max_players` sets of pieces: what each player knows
    pools: int  # address of `pieces` cells: the class a piece was last shuffled into
    max_players: int
    stacks: int
    stack: int
    strands: int
    size: int


LUCK, OVER, WINNERS, PLAYERS, ACTOR = 0, 1, 2, 3, 4
FIXED_HEAD = 6


@attrs.frozen
class Fault:
    """Something the rules can do wrong; `message` is for the author of the rules."""

    code: str
    message: str
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Program:
    """All that an engine needs. `procedures[main]` is framed, takes no arguments and starts the match; the
    plain procedure `prepare`, if there is one, runs before it, when the options of the set-up are known."""

    layout: Layout
    procedures: tuple[Procedure, ...]
    main: int
    tables: tuple[tuple[int, ...], ...]
    faults: tuple[Fault, ...]
    initial: tuple[int, ...]  # the memory before the match starts (luck and players are filled in)
    explicit_chance: bool
    actions: int  # how many action numbers there are
    step_limit: int = 1_000_000
    prepare: int | None = None
