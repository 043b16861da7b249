"""Instructions, which never suspend, and terminators, which end blocks and may suspend."""

from __future__ import annotations

from enum import Enum

import attrs

from ...dsl.diagnostics.source import Span
from .expressions import Expr


@attrs.frozen
class Instr:
    """An instruction; `span` is the rule text that it comes from."""

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
    """Stores a value; a value outside `least`..`most` is a fault, and nothing is stored."""

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
    """A loop; each evaluation of its test counts as a step."""

    test: Expr
    body: tuple[Instr, ...]


@attrs.frozen
class ForEachBit(Instr):
    """Runs the body for every member that a set has when the loop starts, in ascending order."""

    register: int
    members: Expr
    body: tuple[Instr, ...]


@attrs.frozen
class ForEachIn(Instr):
    """Runs the body for every piece that an ordered place holds when the loop starts, from the bottom or the top."""

    register: int
    place: Expr
    from_top: bool
    body: tuple[Instr, ...]


@attrs.frozen
class Put(Instr):
    """Moves a piece to a place: on top (also for places without order) or to the bottom.

    Updates order, membership and knowledge: players who see the place (a table of the layout) know the piece
    from now on. A full place, and a piece or place that does not exist, is the given fault. In every memory,
    including the initial one, players who see a place know everything that lies there, so an engine need not
    teach it again.
    """

    piece: Expr
    place: Expr
    to_bottom: bool
    fault: int


@attrs.frozen
class PutAll(Instr):
    """Moves every piece of the set `pieces` to a place, in ascending order, each as `Put` does.

    In an ordered place, this order says something about the pieces: whoever sees one of them later knows that those
    below have lower numbers. `PutPile` keeps the order of a pile instead; rules that must not say anything shuffle.
    """

    pieces: Expr
    place: Expr
    to_bottom: bool
    fault: int


@attrs.frozen
class PutPile(Instr):
    """Moves every piece that lies in an ordered place now, starting from the bottom, each as `Put` does."""

    source: Expr
    place: Expr
    to_bottom: bool
    fault: int


@attrs.frozen
class Shuffle(Instr):
    """Puts an ordered place into a random order; afterwards, only players who see it know its pieces.

    Not allowed in a program with explicit chance (there shuffling is lowered to chance decisions).
    """

    place: Expr


@attrs.frozen
class Forget(Instr):
    """Removes the knowledge that a shuffle of this place removes, without shuffling it (for explicit chance)."""

    place: Expr


@attrs.frozen
class SwapAt(Instr):
    """Swaps two positions (from the bottom, from 0) of an ordered place; no such position is the fault RANGE."""

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
    """Sets the register to a number from 0 to `bound` - 1, all equally likely; a `secret` one is drawn from the
    generator of secret luck. A bound below 1 is the fault RANGE."""

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
    """Counts zero or more steps. Exceeding the program's limit between two decisions is a fault.

    A call of a procedure from outside, or of `actions`, starts a new count.
    """

    steps: Expr


@attrs.frozen
class Emit(Instr):
    """Sends an event with integer arguments to the sink; compiled away without tracing."""

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
    DESIGN = "design"  # pieces that differ by their design only: the design's number
    PIECE = "piece"  # pieces with a state of their own: the piece's number
    POSITION = "position"  # pieces the chooser may not know: their position in the place, from the bottom


@attrs.frozen
class Option:
    """One option of a decision, or a family of options that differ in their argument.

    Its actions have the numbers `action + argument`. `guard` says whether it is offered; `candidates` is
    the set to choose from (None with `Argument.NONE`). The chosen member goes into `register`; for
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

    If no option is offered, that is the fault `fault`.
    """

    site: int
    player: Expr
    options: tuple[Option, ...]
    fault: int


@attrs.frozen
class Chance(Terminator):
    """Luck as a decision (explicit chance only): a member of the set goes into `register`.

    If `argument` is DESIGN, members of one design are a single outcome, weighted by their number.
    """

    site: int
    action: int
    members: Expr
    argument: Argument
    register: int
    target: int


@attrs.frozen
class CallFrame(Terminator):
    """Calls a procedure that can suspend, in a frame of its own, and continues at `target`."""

    procedure: int
    arguments: tuple[Expr, ...]
    register: int | None
    target: int


@attrs.frozen
class Return(Terminator):
    value: Expr | None = None


@attrs.frozen
class Fork(Terminator):
    """Starts a strand for each player of the set, which runs `procedure(player)`; continues when all have ended.
    The cell FORKS counts the forks."""

    players: Expr
    procedure: int
    arguments: tuple[Expr, ...]
    target: int


@attrs.frozen
class Halt(Terminator):
    """Ends the match with the set of the winners. Not allowed in a player's strand."""

    winners: Expr
