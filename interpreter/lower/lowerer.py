"""Lowers a checked game to a program: the one entry is `lower`.

In: a `Game`. Out: a `Lowered`, whose program passes `check_program`. Procedures that can never reach a
decision, including their hooks, are plain; only the others have frames.
"""

from __future__ import annotations

from typing import Any

from ...dsl import tree as t
from ...dsl.library.library import in_library
from ...dsl.model.game import Game, Question
from ...dsl.secrecy.disclosure import OPEN
from ..ir import Binary, CellKind, Const, Expr, Layout, Pick, Program, Return
from ..ir.kinds import with_results
from .building.abilities import Abilities
from .building.builder import Builder, Scope
from .building.operations import fold
from .building.printers import Printers
from .building.suspension import Suspension
from .building.unit import Unit
from .building.watching import Watching
from .choices.asking import Asked
from .choices.beginnings import Beginnings
from .choices.chance import Luck
from .choices.choosing import Choices
from .choices.menu import Menus
from .choices.moving import Moving
from .choices.reports import Reports
from .choices.sites import ChoiceSites
from .choices.windows import Windows
from .lowered import Lowered
from .passes.inline import Entries
from .passes.pipeline import finished
from .procedures.beside import beside_procedures, column_procedures
from .procedures.events import Events
from .procedures.flow import Flow
from .procedures.initial import initial_memory, prepare_procedure
from .procedures.numbers import Numbers
from .procedures.printed_texts import Printed
from .procedures.scores import Scores
from .procedures.together import Together
from .procedures.watches import Watches
from .recursion import Body, PrintedKey, PrintedUse
from .start import Start
from .statements.branching import Branching
from .statements.calls import Calls
from .statements.costs import Costs
from .statements.loops import Loops
from .statements.moves import Moves
from .statements.number_table_changes import Stocks
from .statements.sides import Sides
from .statements.statement_table import Ends, Statements
from .statements.states import States
from .statements.storing import Storing
from .values.common import Values
from .values.in_force import InForce
from .values.value_table import Expressions


def lower(game: Game, *, explicit_chance: bool = False, starts: tuple[Start, ...] = ()) -> Lowered:
    """The program of a game. With explicit chance, a player called chance decides luck.

    `starts` let the matches of scenarios begin elsewhere than at the start of the flow. If there are several, a match
    writes the number of its own into the cell `start_cell` before the rules begin.
    """
    return Lowerer(game, explicit_chance, starts).run()


class Lowerer:
    """The parts of lowering. Each is built from those above it; `Recursion` says what leads back."""

    def __init__(self, game: Game, explicit_chance: bool, starts: tuple[Start, ...] = ()) -> None:
        self.unit = unit = Unit(game, explicit_chance, starts)
        # What values are.
        self.values = values = Values(unit, self)
        self.expressions = expressions = Expressions(values)
        boards, payments, keyed = expressions.boards, expressions.payments, expressions.keyed
        properties = expressions.properties
        # What is known of the game before its texts are lowered.
        abilities, printers, watching = Abilities(unit), Printers(unit), Watching(unit)
        self.suspension = suspension = Suspension(unit, abilities, printers, watching)
        # What players and luck decide.
        self.sites = sites = ChoiceSites(values)
        reports = Reports(values, sites)
        luck = Luck(unit, sites)
        moving = Moving(unit, luck)
        beginnings = Beginnings(values, payments, expressions.computed, watching)
        menus = Menus(unit, sites, reports, self)
        choices = Choices(values, boards, menus, beginnings, luck, moving)
        # Procedures.
        self.scores = scores = Scores(values)
        in_force = InForce(values, properties, abilities)
        self.numbers = Numbers(in_force)
        self.printed_texts = Printed(values, printers, suspension, beginnings)
        self.events = events = Events(Asked(in_force, menus, beginnings), suspension)
        together, watches = Together(events, choices), Watches(values, reports, suspension)
        # Statements.
        storing, calls = Storing(unit), Calls(values, abilities, suspension, beginnings)
        stocks = Stocks(values, keyed, payments, storing)
        sides = Sides(unit, boards)
        self.statements = Statements(
            sides,
            watches,
            Moves(values, luck, moving, reports),
            choices,
            Windows(values, menus, beginnings),
            States(values, storing, stocks, calls),
            Costs(values, payments, storing, stocks, calls),
            Branching(values, suspension, reports, beginnings),
            Loops(values, expressions.selections, storing, choices, reports, suspension, together),
            calls,
            Ends(values, scores),
        )
        self.flow = Flow(values, abilities.flags, scores, sides, menus, beginnings)

    def run(self) -> Lowered:
        flow = self.flow
        main_number = self.unit.add(flow.procedure(), framed=True)
        for signature, phrase in self.unit.symbols.phrases.items():
            if not phrase.ability and not phrase.holds:
                self.action(signature)
        effects: Entries = {("effect", one): one for one in flow.effects}
        known = {**self._entries(), **effects}
        program, entries = finished(self._program(main_number), known)

        def of(sort: str) -> dict[Any, int]:
            return {name: number for (one, name), number in entries.items() if one == sort}

        score = self.unit.game.score
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
            open_score=score is not None and self.unit.disclosure.exposure(score, {}) == OPEN,
            heuristic=of("points").get("heuristic"),
            numbers=of("number"),
            questions=of("question"),
            winners=of("winners"),
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
        for key, number in beside_procedures(self.values).items():
            found["beside", key] = number
        for column, number in column_procedures(self.values).items():
            found["column", column] = number
        for name, declared in self.unit.symbols.named_values.items():
            if declared.value.type.kind != "table" and not in_library(declared.span):
                found["number", name] = self.number(name)
        for one in self.unit.game.invariants:
            found["invariant", one.name] = self._invariant(one.name, one.test)
        if self.unit.explicit_chance:  # so programs that only play do not contain them
            for question in self.unit.game.questions:
                found |= self._question(question)
        return found

    def _question(self, question: Question) -> dict[tuple[str, Any], int]:
        """What a question asks of a position: whether its condition holds there (where what must be given holds), or
        who are to have won."""
        found: dict[tuple[str, Any], int] = {}
        tests = [one for one in (question.given, question.test) if one is not None]
        b = Builder(f"question {question.name}", question.span)
        actor = b.parameter(CellKind.PLAYER)
        lowered = [self.lower(one, Scope(actor)) for one in tests]
        if question.always and question.test is not None and len(lowered) == 2:
            given, test = lowered
            b.end(Return(Pick(given, test, Const(1))))
        else:
            holds: Expr = Const(1)
            for one in reversed(lowered):
                holds = fold(Binary("both", one, holds))
            b.end(Return(holds))
        found["question", question.name] = self.unit.add(b, framed=False)
        if isinstance(question.ending, t.Win):
            b = Builder(f"winners of {question.name}", question.span)
            actor = b.parameter(CellKind.PLAYER)
            b.end(Return(self.values.checked_set(question.ending.winners, Scope(actor), b)))
            found["winners", question.name] = self.unit.add(b, framed=False)
        return found

    def _program(self, main: int) -> Program:
        tables = self.unit.tables
        prepare = prepare_procedure(self.values)
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
            initial=initial_memory(self.values, layout.size),
            explicit_chance=self.unit.explicit_chance,
            actions=self.sites.action_count,
            prepare=prepare,
        )
        return with_results(made)

    def _invariant(self, name: str, test: t.Expr) -> int:
        b = Builder(f"invariant {name}", test.span)
        b.parameter(CellKind.PLAYER)
        b.end(Return(self.lower(test, Scope(Const(-1)))))
        return self.unit.add(b, framed=False)

    # -------------------------------------------------------------------- recursion

    def lower(self, node: t.Expr, scope: Scope) -> Expr:
        return self.expressions.handle(node, scope)

    def body(self, body: Body, scope: Scope, b: Builder) -> Scope:
        return self.statements.body(body, scope, b)

    def action(self, signature: str) -> int:
        def build() -> Builder:
            with self.unit.apart(), self.suspension.watching.on():
                return self.events.procedure(self.unit.symbols.phrases[signature])

        framed = self.suspension.framed(signature)
        return self.unit.recursive(("action", signature), build, framed=framed)

    def condition(self, signature: str) -> int:
        def build() -> Builder:
            phrase = self.unit.symbols.phrases[signature]
            assert phrase.test is not None
            b = Builder(signature, phrase.span)
            b.end(Return(self.lower(phrase.test, b.scope_of(phrase.slots))))
            return b

        return self.unit.recursive(("condition", signature), build)

    def number(self, name: str) -> int:
        return self.unit.recursive(("number", name), lambda: self.numbers.procedure(name))

    def printed(self, use: PrintedUse, key: PrintedKey) -> int:
        return self.printed_texts.procedure(use, key)
