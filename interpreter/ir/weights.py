"""Upper bounds of the work in instructions and expressions, in single machine operations.

Loops over sets that can change weigh nothing here: their iterations are counted when they run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dsl.tree.passes import over
from . import (
    STEP,
    WORD_BITS,
    Any,
    Binary,
    Binder,
    Call,
    CellKind,
    Check,
    Const,
    Expr,
    Filter,
    Fits,
    Forget,
    HowMany,
    If,
    Instr,
    Layout,
    Learn,
    LoadSet,
    PlaceAt,
    PlaceCount,
    PlaceEnd,
    PlaceSet,
    Put,
    Random,
    Reg,
    Shift,
    Shuffle,
    Store,
    StoreRanged,
    StoreSet,
    SwapAt,
    Trial,
    Unary,
    Union,
)
from .walk import children

MOVED = 24  # moving one piece, with the knowledge that this brings
SHUFFLED = 24  # one piece of a pile that is shuffled
COPIED = 64  # the number of memory cells that can be copied and restored in the time of a single operation
FRAMED = 40  # a call of a framed procedure
EACH = 4  # taking the next member of a set


class Weights:
    """`calls` holds the weight of a call of each plain procedure that does not count its own steps; `kinds` the
    kinds of the registers of the procedure whose parts are weighed."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.calls: dict[int, int] = {}
        self.kinds: Sequence[CellKind] = ()
        self.most = {
            CellKind.PIECE: layout.pieces,
            CellKind.PLAYER: layout.max_players,
            CellKind.DESIGN: max(layout.designs, default=0) + 1,
            CellKind.PLACE: layout.members,
        }
        self.largest = max((place.capacity for place in layout.places), default=0)

    def members(self, kind: CellKind) -> int:
        """How many members a set can have, by the kind of its members."""
        return self.most.get(kind, WORD_BITS * max(1, self.layout.piece_words))

    def room(self, place: Expr) -> int:
        """The number of pieces that a place can hold."""
        return self.layout.places[place.value].capacity if isinstance(place, Const) else self.largest

    def of(self, exprs: Iterable[Expr]) -> int:
        """The weight of expressions, with all that they contain; what a `turn` counts is left out, except for the
        fraction of a step that remains."""
        found = 0
        waiting = [(expr, 1) for expr in exprs]
        while waiting:
            node, times = waiting.pop()
            found += times * self._one(node)
            parts = children(node)
            if isinstance(node, Binder):
                members, inside = parts
                waiting.append((members, times))
                if node.turn:
                    found += times * STEP
                else:
                    waiting.append((inside, times * self.most_of(node)))
            else:
                waiting += ((part, times) for part in parts)
        return found

    def most_of(self, binder: Binder) -> int:
        """How many members the set of a binder can have."""
        if isinstance(binder.members, Const):
            return binder.members.value.bit_count()
        return self.members(self.kinds[binder.register])

    def turn(self, binder: Binder) -> int:
        """The weight of what a binder does for each member."""
        return EACH + self.of(children(binder)[1:])

    @over(Expr, leaves="Load Pick Table")
    def _one(self, node: Expr) -> int:
        match node:
            case Const() | Reg() | Fits():
                return 0
            case Filter() | Any() | HowMany() | Union():
                return 0 if node.turn else EACH * self.most_of(node)
            case Call(procedure=procedure):
                return 6 + self.calls.get(procedure, 0)
            case Trial(procedure=procedure):
                return 20 + self.layout.size // COPIED + self.calls.get(procedure, 0)
            case LoadSet(words=words):
                return words
            case PlaceSet(place=place):
                return 2 + self.layout.piece_words + self._pile(place)
            case PlaceCount():
                return 2 + self.layout.piece_words
            case PlaceEnd(place=place):
                return 4 + self.room(place)
            case PlaceAt():
                return 4
            case Binary(op="nth") | Unary(op="lowest" | "size" | "bit") | Shift():
                return 2 + self.layout.piece_words
        return 1

    def _pile(self, place: Expr) -> int:
        """The work of listing the pieces that lie in a place."""
        if isinstance(place, Const):
            info = self.layout.places[place.value]
            return EACH * info.capacity if info.ordered else 0
        return EACH * max((info.capacity for info in self.layout.places if info.ordered), default=0)

    def instruction(self, instr: Instr) -> int:
        """The weight of an instruction itself, without nested instructions and without what it does to each piece."""
        return self.of(children(instr)) + self._operation(instr)

    @over(
        Instr,
        subject="instr",
        leaves="Assign Count Emit ForEachBit ForEachIn PutAll PutPile Run While",
    )
    def _operation(self, instr: Instr) -> int:
        words, pieces = self.layout.piece_words, self.layout.pieces
        match instr:
            case Put() | Learn() | Random() | SwapAt():
                return MOVED + words
            case Shuffle() | Forget():
                return 8 * pieces
            case Store() | StoreRanged() | Check() | If():
                return 2
            case StoreSet(words=stored):
                return 2 + stored
        return 1
