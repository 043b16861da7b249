"""Instructions, which never suspend, and terminators, which end blocks and may."""

from __future__ import annotations

from enum import Enum

import attrs
from rulewright.dsl.diagnostics.source import Span

from .expressions import Expr


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
    """A loop; each time that its test is evaluated is a step."""

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
    """The register becomes a number from 0 to `bound` - 1 (bound >= 1), each as likely; a `secret` one is drawn
    from the generator of secret luck."""

    register: int
    bound: Expr
    secret: bool = False


@attrs.frozen
class Check(Instr):
    """A fault of the rules unless the test is not 0."""

    test: Expr
    fault: int


@attrs.frozen
class Count(Instr):
    """So many steps, none or more. More than the program's limit from one decision to the next are a fault.

    Whoever calls a procedure from outside, or asks for the actions that are legal, begins to count anew.
    """

    steps: Expr


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
    """Starts a strand for each player of the set, running `procedure(player)`; goes on when all ended. The cell
    FORKS counts it."""

    players: Expr
    procedure: int
    arguments: tuple[Expr, ...]
    target: int


@attrs.frozen
class Halt(Terminator):
    """Ends the match with the set of the winners. Not in a strand of a player."""

    winners: Expr
