"""A unit of lowering: what nearly every part of lowering needs, and what depends on none of them.

It holds the numbers of everything that has a name, the procedures, faults and events made so far, and the current
context (on trial, or inside a secret).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from ....dsl import tree as t
from ....dsl.diagnostics.source import Span
from ....dsl.model.game import Game
from ....dsl.secrecy.disclosure import disclosure_of
from ....dsl.tree.types import Type
from ...ir import (
    PLAYERS,
    Binary,
    Call,
    CellKind,
    Const,
    Emit,
    Expr,
    Fault,
    Load,
    Pick,
    Procedure,
    Reg,
    Table,
    Unary,
)
from ..lowered import EmittedEvent, EventKind
from ..numbering import Tables
from ..start import Start
from .binding import Bound
from .builder import Builder, kind_of
from .operations import is_some

MOST_INSIDE = 12
"""How deep the lowering of procedures may be nested; deeper ones are lowered later."""
NONE_HERE = "this is none, where something is needed"


class Unit:
    """One game on its way to one program."""

    def __init__(self, game: Game, explicit_chance: bool, starts: tuple[Start, ...] = ()) -> None:
        self.game = game
        self.starts = starts
        self.symbols = game.symbols
        self.explicit_chance = explicit_chance
        self.disclosure = disclosure_of(game)
        effects = tuple(start.effect for start in starts if start.effect)
        if effects:
            self.disclosure = self.disclosure.including(*effects)
        self.tables = Tables(game, effects or None)
        # A program with several starts reads in a cell of its own which of them a match has.
        self.start_cell = (
            self.tables.take("start", CellKind.NUMBER, 1, Type("number", least=0, most=len(starts) - 1))
            if len(starts) > 1
            else None
        )
        self.procedures: list[Procedure | None] = []
        self.faults: list[Fault] = []
        self.bound = Bound()
        self.event_list: list[EmittedEvent] = []
        self.uses_strands = False
        self.turn_end = self.phase_end = 0
        self.secret_depth = 0
        self.trying = False  # whether the current text is lowered to run on trial
        self._event_numbers: dict[tuple[str, str], int] = {}
        self._alike: dict[int, list[int]] = {}  # plain procedures by what they are made of
        self._known: dict[Hashable, int] = {}  # procedures by what asks for them
        self._inside = 0  # how deep the lowering of procedures is nested
        self._waiting: deque[Callable[[], None]] = deque()  # those that would have been nested too deep
        designs = tuple(self.tables.design(name) for name in self.tables.pieces)
        self.design_table = self.tables.constant(designs)
        self.design_masks = tuple(self.tables.mask_of_design(name) for name in self.tables.design_names)
        self.mask_table = self.tables.constant(self.design_masks)
        everyone = tuple((1 << count) - 1 for count in range(self.tables.most_players + 1))
        self.everyone_table = self.tables.constant(everyone)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Inside this context, texts are lowered to run on trial: nothing in them suspends."""
        before = self.trying, self.secret_depth
        self.trying, self.secret_depth = True, 0
        try:
            yield
        finally:
            self.trying, self.secret_depth = before

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Inside this context, a procedure is lowered in which no secret is open yet."""
        outer, self.secret_depth = self.secret_depth, 0
        yield
        self.secret_depth = outer

    # ------------------------------------------------------------------- procedures

    def add(self, b: Builder, *, framed: bool) -> int:
        number = self.reserve()
        self.keep(number, b.procedure(framed))
        return number

    def keep(self, number: int, procedure: Procedure) -> None:
        self.procedures[number] = procedure
        if not procedure.framed:
            made_of = hash((procedure.parameters, procedure.kinds, procedure.blocks))
            self._alike.setdefault(made_of, []).append(number)

    def reserve(self) -> int:
        self.procedures.append(None)
        return len(self.procedures) - 1

    def once(self, key: Hashable, build: Callable[[], Builder]) -> int:
        """A plain procedure that is built when it is first used."""
        if key not in self._known:
            self._known[key] = self.add(build(), framed=False)
        return self._known[key]

    def recursive(
        self, key: Hashable, build: Callable[[], Builder], *, framed: bool = False, later: bool = True
    ) -> int:
        """The same for a procedure that may use itself; `later`: it is built later if many are being built."""
        if key not in self._known:
            number = self._known[key] = self.reserve()

            def work() -> None:
                self.keep(number, build().procedure(framed))

            if later:
                self.in_turn(work)
            else:
                work()
        return self._known[key]

    def helper_call(self, b: Builder, arguments: list[Expr]) -> Expr:
        """A call of a helper procedure that has just been built; an equal one is reused."""
        made = b.procedure(framed=False)
        for number in self._alike.get(hash((made.parameters, made.kinds, made.blocks)), ()):
            known = self.procedures[number]
            assert known is not None
            if (known.parameters, known.kinds, known.blocks) == (made.parameters, made.kinds, made.blocks):
                return Call(number, tuple(arguments))
        self.keep(number := self.reserve(), made)
        return Call(number, tuple(arguments))

    def in_turn(self, work: Callable[[], None]) -> None:
        """Lowers a procedure that another one calls: immediately, or later if many are already being lowered."""
        if self._inside >= MOST_INSIDE:
            self._waiting.append(work)
            return
        self._inside += 1
        try:
            work()
        finally:
            self._inside -= 1

    def lower_waiting(self) -> None:
        while self._waiting:
            self.in_turn(self._waiting.popleft())

    def needed_procedure(self, node: t.Expr) -> int:
        """A plain procedure that returns its argument; none is a fault."""

        def build() -> Builder:
            b = Builder("needed", node.span)
            value = b.parameter(kind_of(node.type))
            self.check(is_some(value), "RW403", NONE_HERE, node.span, b)
            b.give(value)
            return b

        return self.once(("needed", id(node)), build)  # the game keeps the node alive

    # --------------------------------------------------------------- faults, events

    def fault(self, code: str, message: str, span: Span | None) -> int:
        self.faults.append(Fault(code, message, span))
        return len(self.faults) - 1

    def check(self, test: Expr, code: str, message: str, span: Span | None, b: Builder) -> None:
        """Checks that a test holds; otherwise that is a fault."""
        b.check(test, self.fault(code, message, span), span)

    def outside(self, want: Type, span: Span | None) -> int:
        """The fault that a number lies outside of a range."""
        return self.fault("RW401", f"the value is outside {want.least}..{want.most}", span)

    def covered(self, key: str, span: Span | None) -> int:
        """The number of the event that reports that a text was reached."""
        self.event_list.append(EmittedEvent(len(self.event_list), "cover", key, span))
        return len(self.event_list) - 1

    def cover(self, key: str, span: Span | None, b: Builder) -> None:
        b.emit(Emit(self.covered(key, span), (), span=span))

    def emit_event(self, kind: EventKind, b: Builder, *arguments: Expr, key: str = "") -> None:
        """Emits an event about the course of the match: see `EmittedEvent`."""
        key = key or kind
        number = self._event_numbers.get((kind, key))
        if number is None:
            number = self._event_numbers[kind, key] = len(self.event_list)
            self.event_list.append(EmittedEvent(number, kind, key))
        b.emit(Emit(number, arguments))

    def leave_secrets(self, b: Builder) -> None:
        """Before a jump: ends secrets, since what follows at the target is not secret."""
        for _ in range(self.secret_depth):
            self.emit_event("open", b)

    # ---------------------------------------------------------------- players, places

    def everyone(self) -> Expr:
        """The set of all players."""
        return Table(self.everyone_table, Load(Const(PLAYERS)))

    def next_player(self, b: Builder, players: Reg, start: Expr, *, back: bool = False) -> Expr:
        """The first player of a non-empty set, clockwise from `start` (0 to the number of players), or, if `back`,
        counterclockwise (-1 to the number of players)."""
        if back:
            return self._player_before(b, players, start)
        later = b.held(CellKind.PLAYERS, Binary("minus", players, Table(self.everyone_table, start)))
        return Unary("lowest", Pick(later, later, players))

    def _player_before(self, b: Builder, players: Reg, start: Expr) -> Expr:
        earlier = b.register(CellKind.PLAYERS)
        upto = Table(self.everyone_table, Binary("add", start, Const(1)))
        b.set(earlier, Binary("and", players, upto))
        b.set(earlier, Pick(earlier, earlier, players))
        return Binary("nth", earlier, Binary("sub", Unary("size", earlier), Const(1)))

    def least_of(self, of: Type, name: str) -> int:
        """The least number that represents a value of a property (none is -1)."""
        if name == "kind":
            return 0
        type_ = self.symbols.properties_of(of)[name].type
        return type_.least if type_.kind == "number" else -1

    def keeps_order(self, where: t.Expr) -> bool:
        """Whether the place or cell that an expression means keeps an order, whichever it is."""
        if isinstance(where, t.PlaceValue):
            return any(
                self.tables.places[number].ordered
                for (name, _), number in self.tables.place_numbers.items()
                if name == where.name
            )
        return self.symbols.ordered(where.type)

    def ordered_place(self, node: t.Expr) -> t.Expr | None:
        """The place from which a selection takes pieces, if it keeps an order."""
        filters = node.filters if isinstance(node, t.Select) else ()
        places = (one.place for one in filters if isinstance(one, t.InPlace))
        return next((one for one in places if self.keeps_order(one)), None)
