"""Lowers a checked game to a program: the one entry is `lower`.

Comes in: a `Game`. Goes out: a `Lowered`, whose program passes `check_program`. Procedures that can never
reach a decision, hooks included, are plain; frames are only for those that can.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import attrs
from rulewright.dsl import tree as t
from rulewright.dsl.analysis.disclosure import Exposure, Known, disclosure_of
from rulewright.dsl.diagnostics.source import Span
from rulewright.dsl.library.library import in_library
from rulewright.dsl.model.game import Game, LogSlot
from rulewright.dsl.model.symbols import Phrase
from rulewright.dsl.tree.passes import over
from rulewright.dsl.tree.types import Type
from rulewright.dsl.tree.walk import walk

from ..ir import (
    Assign,
    Binary,
    Call,
    CellKind,
    Check,
    Const,
    Emit,
    Expr,
    Fault,
    Layout,
    Pick,
    Procedure,
    Program,
    Reg,
    Return,
    Table,
    Unary,
)
from ..ir.cycles import callees_first, components
from ..ir.frames import plan_frames, stack_cells
from ..ir.steps import counted
from .builder import Builder, Scope, kind_of
from .chains import certain_parts
from .chance import Luck
from .choice_sites import Offers
from .events import Events
from .expressions import Expressions
from .flow import Flow
from .info import Event, EventKind, Lowered
from .initial import initial_memory, prepare_procedure
from .inline import inline_calls
from .numbering import Tables, number_everything
from .numbers import number_procedure
from .printed_texts import Key, Printed, key_of
from .scores import Scores
from .sides import Sides
from .start import Start
from .statements import Statements
from .swaps import Moving
from .values import load, may_be_missing
from .watches import Watches, key_of_watch

MOST_INSIDE = 12
"""So many procedures are lowered one inside the other: where rules call each other deeper, they come later."""
MOST_PLAIN = 50
"""So many procedures may call each other as functions of the machine; beyond that they have frames."""
NONE_HERE = "this is none, where something is needed"


def lower(game: Game, *, explicit_chance: bool = False, start: Start | None = None) -> Lowered:
    """The program of a game. With explicit chance, luck is decided by a player called chance.

    `start` lets the match begin elsewhere than at the beginning of the flow, for scenarios.
    """
    return Lowerer(game, explicit_chance, start).run()


class Lowerer:
    def __init__(self, game: Game, explicit_chance: bool, start: Start | None = None) -> None:
        self.game = game
        self.start = start
        self.symbols = game.symbols
        self.explicit_chance = explicit_chance
        self.disclosure = disclosure_of(game)
        if start is not None and start.effect:
            self.disclosure = self.disclosure.including(start.effect)
        self.tables: Tables = number_everything(game)
        self.procedures: list[Procedure | None] = []
        self.faults: list[Fault] = []
        self.offers = Offers(self)
        self.event_list: list[Event] = []
        self.uses_strands = False
        self.turn_end = self.phase_end = 0
        self.secret_depth = 0
        self.trying = False  # while something is lowered that is done on trial
        self._told: dict[str, int] = {}
        self._event_numbers: dict[str, int] = {}
        self._needed: dict[int, int] = {}  # by the identity of nodes, which the game keeps alive
        self._number_numbers: dict[str, int] = {}
        self._alike: dict[int, list[int]] = {}  # plain procedures by what they are made of
        self._inside = 0  # how many procedures are being lowered, one inside the other
        self._waiting: deque[Callable[[], None]] = deque()  # those that would have been too deep inside
        designs = tuple(self.tables.design(name) for name in self.tables.pieces)
        self.design_table = self.tables.constant(designs)
        self.design_masks = tuple(self.tables.mask_of_design(name) for name in self.tables.design_names)
        self.mask_table = self.tables.constant(self.design_masks)
        everyone = tuple((1 << count) - 1 for count in range(self.tables.most_players + 1))
        self.everyone_table = self.tables.constant(everyone)
        self.expressions = Expressions(self)
        self.luck = Luck(self)
        self.moving = Moving(self)
        self.statements = Statements(self)
        self.events = Events(self)
        self.printed = Printed(self)
        self.scores = Scores(self)
        self.watches = Watches(self)
        self.sides = Sides(self)
        self._framed = self._find_framed()

    # -------------------------------------------------------------------------- run

    def run(self) -> Lowered:
        main = Flow(self).procedure()
        main_number = self.add(main, framed=True)
        for signature, phrase in self.symbols.phrases.items():
            if not phrase.ability and not phrase.holds:
                self.event_procedure(signature)
        score = self.scores.procedure()
        heuristic = self.scores.heuristic()
        named = {
            name: self.number_procedure(name)
            for name, number in self.symbols.numbers.items()
            if number.value.type.kind != "table" and not in_library(number.span)
        }
        invariants = tuple((one.name, self._invariant(one.name, one.test)) for one in self.game.invariants)
        whole = self._program(main_number)
        kept = [number for _, number in invariants] + ([score] if score is not None else [])
        kept += [heuristic] if heuristic is not None else []
        kept += named.values()
        program, numbers = inline_calls(whole, kept)
        program = _with_stacks(counted(program))
        return Lowered(
            game=self.game,
            tables=self.tables,
            program=program,
            sites=tuple(self.offers.sites),
            actions=tuple(self.offers.action_list),
            events=tuple(self.event_list),
            options={name: slot.address for name, slot in self.tables.options.items()},
            invariants=tuple((name, numbers[old]) for name, old in invariants),
            score=numbers[score] if score is not None else None,
            heuristic=numbers[heuristic] if heuristic is not None else None,
            numbers={name: numbers[old] for name, old in named.items()},
        )

    def _program(self, main: int) -> Program:
        tables = self.tables
        prepare = prepare_procedure(self)
        self._lower_waiting()
        procedures = tuple(procedure for procedure in self.procedures if procedure is not None)
        assert len(procedures) == len(self.procedures)
        strands = 1 + tables.most_players if self.uses_strands else 1
        layout = Layout(
            cells=tuple(tables.cells),
            places=tuple(tables.places),
            pieces=len(tables.pieces),
            piece_words=tables.piece_words,
            designs=tuple(tables.design(name) for name in tables.pieces),
            at=tables.at,
            knows=tables.knows,
            pools=tables.pools,
            max_players=tables.most_players,
            stacks=tables.size,
            stack=0,  # known once the frames are
            strands=strands,
            size=tables.size,
        )
        return Program(
            layout=layout,
            procedures=procedures,
            main=main,
            tables=tuple(tables.constants),
            faults=tuple(self.faults),
            initial=initial_memory(self, layout.size),
            explicit_chance=self.explicit_chance,
            actions=self.offers.action_count,
            prepare=prepare,
        )

    def _invariant(self, name: str, test: t.Expr) -> int:
        b = Builder(f"invariant {name}", test.span)
        b.parameter(CellKind.PLAYER)
        b.end(Return(self.expressions.lower(test, Scope(Const(-1)))))
        return self.add(b, framed=False)

    # ------------------------------------------------------------- what can suspend

    def _find_framed(self) -> set[str]:
        """The actions whose procedures need frames: the least fixpoint, and all that recur."""
        self._framed = set(self._recursive())
        tests: dict[str, Callable[[], bool]] = {}
        for signature, phrase in self.symbols.phrases.items():
            if not (phrase.ability or phrase.holds):
                tests[signature] = partial(self._phrase_suspends, phrase)
        for watch, _ in self.watches.all:
            tests[key_of_watch(watch)] = partial(self._any_suspends, [watch.body], watched=False)
        for key, bodies in self.printed.effects().items():
            tests[_effect(key)] = partial(self._any_suspends, bodies)
        grows = True
        while grows:
            grows = False
            deep: dict[str, int] = {}  # how many plain procedures are called one inside the other
            for name in self._callees_first:  # so that a chain of calls takes one round
                below = max((deep.get(one, 0) for one in self._calls.get(name, ())), default=0)
                too_deep = below >= MOST_PLAIN
                if name in tests and name not in self._framed and (too_deep or tests[name]()):
                    self._framed.add(name)
                    grows = True
                deep[name] = 0 if name in self._framed else below + 1
        return self._framed

    def _any_suspends(self, bodies: Iterable[Iterable[t.Stmt]], *, watched: bool = True) -> bool:
        return any(self.suspends(node, watched=watched) for body in bodies for node in body)

    def effect_framed(self, key: Key) -> bool:
        return _effect(key) in self._framed

    def _phrase_suspends(self, phrase: Phrase) -> bool:
        if self.events.may_choose(phrase.signature) or self.events.ordered_by_choice(phrase.signature):
            return True
        if any(instance.trigger.may for instance in self.events.hooks(phrase.signature)):
            return True
        hooks = self.events.hooks(phrase.signature)
        return self._any_suspends([phrase.body, *(i.trigger.body for i in hooks)])

    def _recursive(self) -> set[str]:
        """Actions that can come to happen inside themselves."""
        calls: dict[str, set[str]] = {}
        for signature, phrase in self.symbols.phrases.items():
            bodies = [phrase.body, *(i.trigger.body for i in self.events.hooks(signature))]
            calls[signature] = self._called(bodies)
        for key, effects in self.printed.effects().items():
            calls[_effect(key)] = self._called(effects)
        for watch, _ in self.watches.all:
            calls[key_of_watch(watch)] = self._called([watch.body], watched=False)
        names = list(calls)
        numbers = {name: number for number, name in enumerate(names)}
        graph = {
            numbers[name]: [numbers[one] for one in called if one in numbers]
            for name, called in calls.items()
        }
        self._calls = calls
        self._callees_first = [names[number] for number in callees_first(graph)]
        return {names[number] for loop in components(graph) for number in loop}

    @over(t.Stmt, leaves="MOVES SETS SHOWS ENDS MENUS FLOW Choose Let Nothing Shuffle")
    def _called(self, bodies: Iterable[object], *, watched: bool = True) -> set[str]:
        """The actions, effects and watches that bodies set off."""
        found = set()
        for node in walk(tuple(bodies)):
            if isinstance(node, t.Call):
                found.add(node.phrase)
            elif isinstance(node, t.Perform):
                found.add(_effect(key_of(node.of)))
            if watched:
                found |= {key_of_watch(watch) for watch in self.watches.set_off(node)}
        return found

    @over(t.Stmt, subject="inner", leaves="MOVES SETS SHOWS If Let Nothing OnlyIf Repeat")
    def suspends(self, node: t.Stmt, *, watched: bool = True) -> bool:
        """Whether a statement may suspend, or leave its place in the flow."""
        if self.trying:
            return False
        for inner in walk(node):
            if isinstance(inner, SUSPENDING):
                return True
            if isinstance(inner, t.Perform) and _effect(key_of(inner.of)) in self._framed:
                return True
            watching = watched and not self.watches.off
            if watching and any(self.watches.suspends(watch) for watch in self.watches.set_off(inner)):
                return True
            if isinstance(inner, t.Choose):
                several = inner.of.how != "one"
                if inner.player is not None or self.explicit_chance or several:
                    return True
            if isinstance(inner, t.Shuffle) and self.explicit_chance:
                return True
            if isinstance(inner, t.ForEach) and "any order" in (inner.order, inner.ties):
                return True
            if isinstance(inner, t.Call) and inner.phrase in self._framed:
                return True
        return False

    def framed(self, signature: str) -> bool:
        return signature in self._framed

    @contextmanager
    def trial(self) -> Iterator[None]:
        """While something is lowered that is done on trial: nothing in it suspends."""
        before = self.trying, self.secret_depth
        self.trying, self.secret_depth = True, 0
        try:
            yield
        finally:
            self.trying, self.secret_depth = before

    # ------------------------------------------------------------------- procedures

    def add(self, b: Builder, *, framed: bool) -> int:
        number = self.reserve()
        self._keep(number, b.procedure(framed))
        return number

    def _keep(self, number: int, procedure: Procedure) -> None:
        self.procedures[number] = procedure
        if not procedure.framed:
            made_of = hash((procedure.parameters, procedure.kinds, procedure.blocks))
            self._alike.setdefault(made_of, []).append(number)

    def _in_turn(self, work: Callable[[], None]) -> None:
        """Lowers a procedure that another one calls: at once, or, where one is deep inside the other, later."""
        if self._inside >= MOST_INSIDE:
            self._waiting.append(work)
            return
        self._inside += 1
        try:
            work()
        finally:
            self._inside -= 1

    def _lower_waiting(self) -> None:
        while self._waiting:
            self._in_turn(self._waiting.popleft())

    def reserve(self) -> int:
        self.procedures.append(None)
        return len(self.procedures) - 1

    def helper_call(self, b: Builder, arguments: list[Expr]) -> Expr:
        """A call of a helper procedure that has just been built; an equal one is used again."""
        made = b.procedure(framed=False)
        for number in self._alike.get(hash((made.parameters, made.kinds, made.blocks)), ()):
            known = self.procedures[number]
            assert known is not None
            if (known.parameters, known.kinds, known.blocks) == (made.parameters, made.kinds, made.blocks):
                return Call(number, tuple(arguments))
        self._keep(number := self.reserve(), made)
        return Call(number, tuple(arguments))

    def event_procedure(self, signature: str) -> int:
        """The procedure of an action, lowered when first asked for (it may call itself)."""
        if signature not in self._event_numbers:
            self._event_numbers[signature] = self.reserve()
            self._in_turn(partial(self._lower_event, signature))
        return self._event_numbers[signature]

    def _lower_event(self, signature: str) -> None:
        outer, self.secret_depth = self.secret_depth, 0
        with self.watches.on():
            b = self.events.procedure(self.symbols.phrases[signature])
        self.secret_depth = outer
        self._keep(self._event_numbers[signature], b.procedure(self.framed(signature)))

    def holds_procedure(self, signature: str) -> int:
        """A plain procedure: whether what a phrase says is so, for who acts and its slots."""
        if signature not in self._event_numbers:
            self._event_numbers[signature] = self.reserve()
            self._in_turn(partial(self._lower_holds, signature))
        return self._event_numbers[signature]

    def _lower_holds(self, signature: str) -> None:
        phrase = self.symbols.phrases[signature]
        b = Builder(signature, phrase.span)
        scope = Scope(b.parameter(CellKind.PLAYER))
        for slot in phrase.slots:
            scope = scope.bind(slot.name, b.parameter(kind_of(slot.type)), slot.type)
        assert phrase.test is not None
        b.end(Return(self.expressions.lower(phrase.test, scope)))
        self._keep(self._event_numbers[signature], b.procedure(framed=False))

    def number_procedure(self, name: str) -> int:
        if name not in self._number_numbers:
            self._number_numbers[name] = self.reserve()
            self._in_turn(partial(self._lower_number, name))
        return self._number_numbers[name]

    def _lower_number(self, name: str) -> None:
        procedure = number_procedure(self.events, name).procedure(framed=False)
        self._keep(self._number_numbers[name], procedure)

    def next_player(self, b: Builder, players: Reg, start: Expr, *, back: bool = False) -> Expr:
        """The first player of a set that is not empty, clockwise from `start` on (0 to how many play), or, if `back`,
        counterclockwise (-1 to how many play)."""
        if back:
            return self._player_before(b, players, start)
        later = b.register(CellKind.PLAYERS)
        b.emit(Assign(later.index, Binary("minus", players, Table(self.everyone_table, start))))
        return Unary("lowest", Pick(later, later, players))

    def _player_before(self, b: Builder, players: Reg, start: Expr) -> Expr:
        earlier = b.register(CellKind.PLAYERS)
        upto = Table(self.everyone_table, Binary("add", start, Const(1)))
        b.emit(Assign(earlier.index, Binary("and", players, upto)))
        b.emit(Assign(earlier.index, Pick(earlier, earlier, players)))
        return Binary("nth", earlier, Binary("sub", Unary("size", earlier), Const(1)))

    # --------------------------------------------------------------- faults, events

    def fault(self, code: str, message: str, span: Span | None) -> int:
        self.faults.append(Fault(code, message, span))
        return len(self.faults) - 1

    def covered(self, key: str, span: Span | None) -> int:
        """The number of the event that tells that a text was reached."""
        self.event_list.append(Event(len(self.event_list), "cover", key, span))
        return len(self.event_list) - 1

    def cover(self, key: str, span: Span | None, b: Builder) -> None:
        b.emit(Emit(self.covered(key, span), (), span=span))

    def log_line(self, key: str, scope: Scope, span: Span | None, b: Builder) -> None:
        """Tells the values of the slots of a line of the log, in the order in which they are first named."""
        lines = self.game.logs.get(key)
        if lines is None:
            return
        known = self.disclosure.slots(key.removeprefix("phrase ")) if key.startswith("phrase ") else {}
        self._tell_values("log", key, lines, known, scope, span, b)

    def ask(self, site: int, node: t.Node | None, scope: Scope, b: Builder) -> None:
        """Tells, before a choice, the values of the slots of what is asked there."""
        name = self.offers.sites[site].asked
        if name is not None:
            known = self.disclosure.named_before(node) if node is not None else self.disclosure.slots(name)
            self._tell_values("ask", name, self.game.asks[name], known, scope, b.span, b)

    def _tell_values(
        self,
        kind: EventKind,
        key: str,
        lines: dict[str, tuple[str | LogSlot, ...]],
        known: Known,
        scope: Scope,
        span: Span | None,
        b: Builder,
    ) -> None:
        number = len(self.event_list)
        self.event_list.append(Event(number, kind, key, span))
        arguments: list[Expr] = []
        with self.expressions.leniently():
            for value in log_values(lines):
                exposure = self.disclosure.exposure(value, known)
                arguments.append(self.expressions.lower(value, scope))
                arguments += self.guarded(exposure, scope)
        b.emit(Emit(number, tuple(arguments), span=span))

    def guarded(self, exposure: Exposure, scope: Scope) -> tuple[Expr, Expr]:
        """The set of the players who may be shown a value (-1: all), and the set of the pieces that one must know."""
        readers: Expr = Const(-1)
        for owner in sorted(exposure.owners, key=repr):
            own = Const(0) if owner is None else Unary("bit", self.expressions.lower(owner, scope))
            readers = own if readers == Const(-1) else Binary("and", readers, own)
        faces: Expr = Const(0)
        for face in sorted(exposure.faces, key=repr):
            pieces = self.expressions.as_set(face, scope)
            faces = pieces if faces == Const(0) else Binary("or", faces, pieces)
        return readers, faces

    def tell(self, kind: EventKind, b: Builder, *arguments: Expr) -> None:
        """Tells whoever listens about the course of things: see `Event`."""
        number = self._told.get(kind)
        if number is None:
            number = self._told[kind] = len(self.event_list)
            self.event_list.append(Event(number, kind, kind))
        b.emit(Emit(number, arguments))

    @contextmanager
    def secretly(self, secret: bool | Exposure, who: Expr | Scope, b: Builder) -> Iterator[None]:
        """Lines of the log that are written meanwhile are for one player alone: who chooses, or whose secrets it
        depends on."""
        if not secret:
            yield
            return
        readers: Expr = Const(0)
        if isinstance(secret, Exposure):
            assert isinstance(who, Scope)
            readers, _ = self.guarded(secret, who)
        elif isinstance(who, Expr):
            readers = Unary("bit", who)
        self.secret_depth += 1
        self.tell("secret", b, readers)
        yield
        self.tell("open", b)
        self.secret_depth -= 1

    def leave_secrets(self, b: Builder) -> None:
        """Before control leaves its place: what comes there is no secret."""
        for _ in range(self.secret_depth):
            self.tell("open", b)

    @over(
        t.Expr,
        subject="inner",
        leaves="LITERALS NAMES SEATS OPERATORS OF_SETS STATES FIGURES FACES LYING STEPS SHAPE CanBeDone CanPay "
        "CellValue EndOf NumberValue OptionValue Select So",
    )
    def guard_none(self, node: t.Expr, scope: Scope, b: Builder) -> frozenset[int]:
        """Checks, before a statement, that whatever it is sure to ask something of is there.

        Gives the nodes (by identity) that are checked; what only a condition leads to checks itself.
        """
        checked: set[int] = set()
        for inner in certain_parts(node):
            of = None
            if isinstance(inner, t.Property | t.Holds):
                of = inner.of
            elif isinstance(inner, t.PlaceValue):
                of = inner.owner
            if of is None or not may_be_missing(of):
                continue
            fault = self.fault("RW403", NONE_HERE, of.span)
            with self.expressions.assuming(frozenset(checked)):
                test = Binary("ge", self.expressions.lower(of, scope), Const(0))
            b.emit(Check(test, fault, span=of.span))
            checked.add(id(of))
        return frozenset(checked)

    def needed_procedure(self, node: t.Expr) -> int:
        """A plain procedure that gives back its argument, and is a fault if that is none."""
        number = self._needed.get(id(node))
        if number is None:
            b = Builder("needed", node.span)
            value = b.parameter(kind_of(node.type))
            fault = self.fault("RW403", NONE_HERE, node.span)
            b.emit(Check(Binary("ge", value, Const(0)), fault, span=node.span))
            b.end(Return(value))
            number = self._needed[id(node)] = self.add(b, framed=False)
        return number

    # ------------------------------------------------------------------------- misc

    def least_of(self, of: Type, name: str) -> int:
        """The least number that stands for a value of a property (none is -1)."""
        if name == "kind":
            return 0
        type_ = self.symbols.properties_of(of)[name].type
        return type_.least if type_.kind == "number" else -1

    def is_ordered(self, place: str) -> bool:
        return any(info.ordered for (name, _), info in self._places() if name == place)

    def keeps_order(self, where: t.Expr) -> bool:
        """Whether what lies in a place, or on a cell, lies in an order, whichever it is."""
        if isinstance(where, t.PlaceValue):
            return self.is_ordered(where.name)
        return self.symbols.ordered(where.type)

    def _places(self) -> list[tuple[tuple[str, int], Any]]:
        return [(key, self.tables.places[number]) for key, number in self.tables.place_numbers.items()]

    def chooser(self, scope: Scope, b: Builder) -> Expr:
        """Who chooses where a text does not say."""
        return self._convention("chooser", scope, b)

    def replacement_chooser(self, scope: Scope, b: Builder) -> Expr:
        """Who picks when several abilities could act instead of the same event."""
        return self._convention("replacements", scope, b)

    def _convention(self, name: str, scope: Scope, b: Builder) -> Expr:
        who = self.symbols.conventions.get(name, "the player").removeprefix("the ").strip()
        state = self.tables.game_states.get(who)
        known = state is not None and state.type.kind == "player"
        player = load(state) if state is not None and known else scope.actor
        fault = self.fault("RW403", f"nobody is '{who}' here, who has to choose", b.span)
        b.emit(Check(Binary("ge", player, Const(0)), fault, span=b.span))
        return player


SUSPENDING = (
    t.ChooseOne
    | t.May
    | t.MayRepeatedly
    | t.AnyOrder
    | t.Alternatives
    | t.Offer
    | t.Simultaneously
    | t.Win
    | t.EndOfMatch
    | t.EndOfTurn
    | t.EndOfPhase
)


def _effect(key: Key) -> str:
    """What an effect that is printed is called among the actions."""
    return f"{key[1]} of {key[0]}"


def _with_stacks(program: Program) -> Program:
    """The program with room for its stacks behind the rest of the memory."""
    layout, cells = program.layout, stack_cells(program, plan_frames(program))
    room = layout.strands * cells
    layout = attrs.evolve(layout, stack=cells, size=layout.size + room)
    return attrs.evolve(program, layout=layout, initial=(*program.initial, *[0] * room))


def log_values(lines: dict[str, tuple[str | LogSlot, ...]]) -> list[t.Expr]:
    """The different values that the lines of a log entry show, in order."""
    values: list[t.Expr] = []
    for parts in lines.values():
        for part in parts:
            if isinstance(part, LogSlot) and part.value not in values:
                values.append(part.value)
    return values


__all__ = ["Lowerer", "log_values", "lower"]
