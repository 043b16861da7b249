"""Lowers moves that no single instruction does: two pieces change places."""

from __future__ import annotations

from ....dsl.diagnostics.source import Span
from ...ir import (
    Assign,
    Binary,
    Call,
    CellKind,
    Const,
    Expr,
    ForEachBit,
    Forget,
    If,
    Instr,
    PlaceCount,
    PlaceInfo,
    Put,
    Reg,
    Run,
    SwapAt,
    Table,
    Unary,
    While,
)
from ..building.builder import Builder
from ..building.operations import at, is_some
from ..building.unit import Unit
from .chance import Luck


class Moving:
    def __init__(self, unit: Unit, luck: Luck) -> None:
        self.unit, self.tables, self.luck = unit, unit.tables, luck

    def swap(self, left: Reg, right: Reg, span: Span | None, b: Builder) -> None:
        fault = self.unit.fault("RW402", "there is no piece to swap, or it lies nowhere", span)
        for piece in (left, right):
            b.check(self._lies(piece), fault, span)
        number = self.unit.once("swap", lambda: self._procedure(fault))
        b.emit(Run(Call(number, (left, right)), span=span))

    def mix(self, piece: Reg, chooser: Expr | None, span: Span | None, b: Builder) -> None:
        """Removes knowledge as soon as a piece is chosen (by luck, if there is no `chooser`): players who do not see
        where it lies no longer know which pieces lie there, so that nothing shows them which one it is. A piece that
        the chooser does not see either is named by its position, which everybody learns."""
        everyone = (1 << self.tables.most_players) - 1
        seers = tuple(
            everyone * self._covered(place, drawn=True)
            if chooser is None
            else place.viewers * self._covered(place, drawn=False)
            for place in self.tables.places
        )
        if not any(seers):
            return
        sees: Expr = Table(self.tables.constant(seers), at(self.tables.at, piece))
        if chooser is not None:
            sees = Binary("and", sees, Unary("bit", chooser))
        b.emit(self._forget(piece, sees, span))

    def _lies(self, piece: Expr) -> Expr:
        """Whether there is a piece, and it lies somewhere."""
        return Binary("both", is_some(piece), is_some(at(self.tables.at, piece)))

    def _forget(self, piece: Expr, test: Expr, span: Span | None) -> Instr:
        """Removes knowledge of where a piece lies, if it lies somewhere and a test holds."""
        there = Binary("both", self._lies(piece), test)
        return If(there, (Forget(at(self.tables.at, piece), span=span),), span=span)

    def _covered(self, place: PlaceInfo, *, drawn: bool) -> bool:
        """Whether others should not know which piece leaves a place: only its owner sees it, or luck has chosen, and
        not all see it."""
        everyone = (1 << self.tables.most_players) - 1
        return place.viewers != everyone and (drawn or bool(place.viewers >> max(place.owner, 0) & 1))

    def conceal(self, what: Expr, single: bool, drawn: bool, span: Span | None, b: Builder) -> Expr:
        """Removes knowledge before a chosen piece moves to a place that is not open: players who do not see where it
        lay no longer know which pieces lie there, as after a shuffle. Returns the pieces to move, computed once.

        This applies to places that only the owner sees, and, if luck has chosen, to places that the owner does not
        see. A piece that a player chooses unseen is named by its position, which everybody learns.
        """
        covered = tuple(int(self._covered(place, drawn=drawn)) for place in self.tables.places)
        held = b.held(CellKind.PIECE if single else CellKind.PIECES, what, span)
        piece = held if single else b.register(CellKind.PIECE)
        forget = self._forget(piece, Table(self.tables.constant(covered), at(self.tables.at, piece)), span)
        b.emit(forget if single else ForEachBit(piece.index, held, (forget,), span=span))
        return held

    def _procedure(self, fault: int) -> Builder:
        """Puts each piece where the other lay, and moves it down to the other's position."""
        b = Builder("swap")
        pieces = b.parameter(CellKind.PIECE), b.parameter(CellKind.PIECE)
        places = b.register(CellKind.PLACE), b.register(CellKind.PLACE)
        positions = b.register(CellKind.NUMBER), b.register(CellKind.NUMBER)
        step = b.register(CellKind.NUMBER)
        ordered = self.tables.constant(tuple(int(place.ordered) for place in self.tables.places))
        for piece, place, position in zip(pieces, places, positions, strict=True):
            b.set(place, at(self.tables.at, piece))
            find = Call(self.luck.position(), (place, piece))
            b.set(position, Const(0))
            b.emit(If(Table(ordered, place), (Assign(position.index, find),)))
        same = Binary("both", Binary("eq", *places), Table(ordered, places[0]))
        together = (SwapAt(places[0], positions[0], positions[1]),)
        apart = []
        for piece, place, position in (
            (pieces[0], places[1], positions[1]),
            (pieces[1], places[0], positions[0]),
        ):
            apart.append(Put(piece, place, False, fault))
            sink = While(
                Binary("gt", step, position),
                (
                    SwapAt(place, step, Binary("sub", step, Const(1))),
                    Assign(step.index, Binary("sub", step, Const(1))),
                ),
            )
            top = Assign(step.index, Binary("sub", PlaceCount(place), Const(1)))
            apart.append(If(Table(ordered, place), (top, sink)))  # type: ignore[arg-type]
        different = Binary("ne", *places)
        b.emit(If(same, together, (If(different, tuple(apart)),)))
        b.give()
        return b
