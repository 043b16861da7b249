"""Lowers a checked game to a program: the one entry is `lower`.

In: a `Game`. Out: a `Lowered`, whose program passes `check_program`. Procedures that can never reach a
decision, including their hooks, are plain; only the others have frames.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from rulewright.dsl import tree as t
from rulewright.dsl.library.library import in_library
from rulewright.dsl.model.game import Game

from ..ir import CellKind, Const, Layout, Program, Return
from ..ir.kinds import with_results
from .beside import beside_procedures, column_procedures
from .builder import Builder, Scope, kind_of
from .chance import Luck
from .choice_sites import ChoiceSites
from .events import Events
from .expressions import Beyond, Expressions
from .flow import Flow
from .initial import initial_memory, prepare_procedure
from .lowered import Lowered
from .numbers import number_procedure
from .passes.inline import Entries
from .passes.pipeline import finished
from .printed_texts import Printed
from .reports import Reports
from .scores import Scores
from .sides import Sides
from .start import Start
from .statements import Statements
from .suspension import Suspension
from .swaps import Moving
from .together import Together
from .unit import Unit
from .watches import Watches


def lower(game: Game, *, explicit_chance: bool = False, starts: tuple[Start, ...] = ()) -> Lowered:
    """The program of a game. With explicit chance, a player called chance decides luck.

    `starts` let the matches of scenarios begin elsewhere than at the start of the flow. If there are several, a match
    writes the number of its own into the cell `start_cell` before the rules begin.
    """
    return Lowerer(game, explicit_chance, starts).run()


class Lowerer:
    """The parts of lowering, each built from those above it, and the procedures that they need from each other."""

    def __init__(self, game: Game, explicit_chance: bool, starts: tuple[Start, ...] = ()) -> None:
        self.unit = unit = Unit(game, explicit_chance, starts)
        self.expressions = Expressions(unit)
        self.sites = ChoiceSites(unit, self.expressions)
        self.luck = Luck(unit, self.sites)
        self.moving = Moving(unit, self.luck)
        self.scores = Scores(unit, self.expressions)
        self.sides = Sides(unit, self.expressions.boards)
        self.reports = Reports(unit, self.expressions, self.sites)
        self.statements = Statements(self)
        self.events = Events(self)
        self.together = Together(self)
        self.printed = Printed(self)
        self.watches = Watches(self)
        self.suspension = Suspension(unit, self.events, self.printed, self.watches)
        self.expressions.beyond = Beyond(
            self.number_procedure,
            self.holds_procedure,
            self.printed.holds,
            self.printed.can_be_done,
            self.statements.costs.can_pay,
        )
        self._event_numbers: dict[str, int] = {}
        self._number_numbers: dict[str, int] = {}
        self.suspension.find()

    # -------------------------------------------------------------------------- run

    def run(self) -> Lowered:
        flow = Flow(self)
        main_number = self.unit.add(flow.procedure(), framed=True)
        for signature, phrase in self.unit.symbols.phrases.items():
            if not phrase.ability and not phrase.holds:
                self.event_procedure(signature)
        effects: Entries = {("effect", one): one for one in flow.effects}
        known = {**self._entries(), **effects}
        program, entries = finished(self._program(main_number), known)

        def of(sort: str) -> dict[Any, int]:
            return {name: number for (one, name), number in entries.items() if one == sort}

        return Lowered(
            game=self.unit.game,
            tables=self.unit.tables,
            program=program,
            sites=tuple(self.sites.sites),
            actions=tuple(self.sites.action_list),
            events=tuple(self.unit.event_list),
            options={name: slot.address for name, slot in self.unit.tables.options.items()},
            invariants=tuple(of("invariant").items()),
            score=of("points").get("score"),
            heuristic=of("points").get("heuristic"),
            numbers=of("number"),
            beside=of("beside"),
            columns=of("column"),
            start_cell=self.unit.start_cell,
            own_sites=tuple(flow.own_sites),
        )

    def _entries(self) -> dict[tuple[str, Any], int]:
        """The procedures that are called from outside the program, by their sort and name."""
        points = {"score": self.scores.procedure(), "heuristic": self.scores.heuristic()}
        found: dict[tuple[str, Any], int] = {
            ("points", name): number for name, number in points.items() if number is not None
        }
        for key, number in beside_procedures(self.unit, self.expressions).items():
            found["beside", key] = number
        for column, number in column_procedures(self.unit, self.expressions).items():
            found["column", column] = number
        for name, declared in self.unit.symbols.named_values.items():
            if declared.value.type.kind != "table" and not in_library(declared.span):
                found["number", name] = self.number_procedure(name)
        for one in self.unit.game.invariants:
            found["invariant", one.name] = self._invariant(one.name, one.test)
        return found

    def _program(self, main: int) -> Program:
        tables = self.unit.tables
        prepare = prepare_procedure(self.expressions)
        self.unit.lower_waiting()
        procedures = tuple(procedure for procedure in self.unit.procedures if procedure is not None)
        assert len(procedures) == len(self.unit.procedures)
        strands = 1 + tables.most_players if self.unit.uses_strands else 1
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
            stack=0,  # known once the frames are known
            strands=strands,
            size=tables.size,
            kept=tuple(tables.kept),
            members=tables.members,
        )
        made = Program(
            layout=layout,
            procedures=procedures,
            main=main,
            tables=tuple(tables.constants),
            faults=tuple(self.unit.faults),
            initial=initial_memory(self.expressions, layout.size),
            explicit_chance=self.unit.explicit_chance,
            actions=self.sites.action_count,
            prepare=prepare,
        )
        return with_results(made)

    def _invariant(self, name: str, test: t.Expr) -> int:
        b = Builder(f"invariant {name}", test.span)
        b.parameter(CellKind.PLAYER)
        b.end(Return(self.expressions.lower(test, Scope(Const(-1)))))
        return self.unit.add(b, framed=False)

    # ------------------------------------------------------------------- procedures

    def event_procedure(self, signature: str) -> int:
        """The procedure of an action, lowered on first use (it may call itself)."""
        if signature not in self._event_numbers:
            self._event_numbers[signature] = self.unit.reserve()
            self.unit.in_turn(partial(self._lower_event, signature))
        return self._event_numbers[signature]

    def _lower_event(self, signature: str) -> None:
        outer, self.unit.secret_depth = self.unit.secret_depth, 0
        with self.watches.on():
            b = self.events.procedure(self.unit.symbols.phrases[signature])
        self.unit.secret_depth = outer
        self.unit.keep(self._event_numbers[signature], b.procedure(self.suspension.framed(signature)))

    def holds_procedure(self, signature: str) -> int:
        """A plain procedure: whether the condition of a phrase holds, for the player who acts and its slots."""
        if signature not in self._event_numbers:
            self._event_numbers[signature] = self.unit.reserve()
            self.unit.in_turn(partial(self._lower_holds, signature))
        return self._event_numbers[signature]

    def _lower_holds(self, signature: str) -> None:
        phrase = self.unit.symbols.phrases[signature]
        b = Builder(signature, phrase.span)
        scope = Scope(b.parameter(CellKind.PLAYER))
        for slot in phrase.slots:
            scope = scope.bind(slot.name, b.parameter(kind_of(slot.type)), slot.type)
        assert phrase.test is not None
        b.end(Return(self.expressions.lower(phrase.test, scope)))
        self.unit.keep(self._event_numbers[signature], b.procedure(framed=False))

    def number_procedure(self, name: str) -> int:
        if name not in self._number_numbers:
            self._number_numbers[name] = self.unit.reserve()
            self.unit.in_turn(partial(self._lower_number, name))
        return self._number_numbers[name]

    def _lower_number(self, name: str) -> None:
        procedure = number_procedure(self.events, name).procedure(framed=False)
        self.unit.keep(self._number_numbers[name], procedure)
