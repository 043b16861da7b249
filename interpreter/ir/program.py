"""Programs: procedures of blocks, and the layout of the memory that they run on."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from ...dsl.diagnostics.source import Span
from ...dsl.tree.types import Type

IR_VERSION = 2
"""Counts up when the same nodes come to mean something else: compiled code is kept for one version."""

if TYPE_CHECKING:
    from .instructions import Instr, Terminator


@attrs.frozen
class Block:
    instructions: tuple[Instr, ...]
    terminator: Terminator


@attrs.frozen
class Named:
    """What a register stands for in the text: its name there, its type, and to whom it may be `shown` during a
    decision: all, chooser (the player who decides), or nobody. `turns`: the path of the phase of which it counts the
    turns."""

    register: int
    name: str
    type: Type
    shown: str
    turns: str = ""


@attrs.frozen
class Procedure:
    """Registers 0..parameters-1 hold the arguments. `kinds[r]` types each register for the layout; `names` says
    which of them stand for something in the text.

    A plain procedure has exactly one block, which ends in `Return`. A framed one may have many blocks;
    block 0 is the entry. `counts`: it counts steps, or calls a procedure that does.

    `result` is the kind of what its Returns give, and so how many words a caller gets; None: it returns nothing,
    which reads as 0 (`ir.kinds` infers it, `ir.check` compares).
    """

    name: str
    parameters: int
    kinds: tuple[CellKind, ...]
    blocks: tuple[Block, ...]
    framed: bool
    counts: bool = True
    span: Span | None = attrs.field(default=None, eq=False, repr=False)
    names: tuple[Named, ...] = attrs.field(default=(), eq=False, repr=False)
    result: CellKind | None = None


class CellKind(Enum):
    """What a cell or register holds; checks of saves, re-dealing and position keys rely on it."""

    NUMBER = "number"
    PIECE = "piece"
    PIECES = "pieces"  # a set of pieces
    DESIGN = "design"
    DESIGNS = "designs"
    PLAYER = "player"
    PLAYERS = "players"
    PLACE = "place"
    PLACES = "places"  # a set of places
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

    Ordered: `base` holds the count, and `base+1 ...` the pieces from the bottom. Unordered: the set starts at
    `base` and takes `Layout.piece_words` cells. `viewers` is the set of the players who see what lies there.
    """

    name: str
    owner: int  # player, or -1
    ordered: bool
    base: int
    capacity: int
    viewers: int


@attrs.frozen
class Kept:
    """A set that follows from where pieces lie, and that the program keeps up to date whenever it moves pieces: the
    pieces in some places, or, with `occupied`, those of these places in which something lies."""

    address: int
    words: int
    places: int
    occupied: bool


@attrs.frozen
class Layout:
    """The fixed part of the memory. Addresses 0..6 are the same for every game:

    0 luck (SplitMix64 state) · 1 over (0 running, 1 over) · 2 winners (a set of players)
    3 number of players · 4 player who acts in a scenario's effect · 5 secret luck: the generator for draws
    that only affect secret states, so that these can be drawn again without changing anything else
    6 forks: how often players have begun to act simultaneously

    Then, at `stacks`, come `strands` stacks of `stack` cells each: strand s begins at stacks + s*stack. The first
    cell of a stack is the address of its top frame (0: none); frames follow. A frame: [address of the frame
    below (0: none), number of the entry where it resumes, registers...].
    """

    cells: tuple[Cell, ...]
    places: tuple[PlaceInfo, ...]
    pieces: int
    piece_words: int
    designs: tuple[int, ...]  # design of each piece
    at: int  # address of the first of `pieces` cells: the place that each piece lies in (-1: none)
    knows: int  # address of `max_players` sets of pieces: what each player knows
    pools: int  # address of `pieces` cells: the class a piece was last shuffled into
    max_players: int
    stacks: int
    stack: int
    strands: int
    size: int
    members: int = 0  # how many places, from the first on, sets of places can hold: cells, and what is chosen
    kept: tuple[Kept, ...] = ()

    @cached_property
    def keeps_order(self) -> bool:
        """Whether some place keeps the order of its pieces."""
        return any(place.ordered for place in self.places)


LUCK, OVER, WINNERS, PLAYERS, ACTOR, SECRET_LUCK, FORKS = 0, 1, 2, 3, 4, 5, 6
FIXED_HEAD = 7


@attrs.frozen
class Fault:
    """An error that the rules can make at run time; `message` is for the author of the rules."""

    code: str
    message: str
    span: Span | None = attrs.field(default=None, eq=False, repr=False)


STEP = 2000
"""The number of single operations, of some 40 ns each, that make up a step; fewer go uncounted."""

STEP_LIMIT = 50_000
"""The limit of steps between two decisions. It takes about a second at most; the shipped games need up to 3,500."""


@attrs.frozen
class Program:
    """Everything that an engine needs. `procedures[main]` is framed, takes no arguments and starts the match. The
    plain procedure `prepare`, if there is one, runs before it, once the options of the set-up are known."""

    layout: Layout
    procedures: tuple[Procedure, ...]
    main: int
    tables: tuple[tuple[int, ...], ...]
    faults: tuple[Fault, ...]
    initial: tuple[int, ...]  # the memory before the match starts (luck and players are filled in)
    explicit_chance: bool
    actions: int  # the number of action numbers
    step_limit: int = STEP_LIMIT
    prepare: int | None = None
