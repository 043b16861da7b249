"""Lowers statements about pieces: they are put somewhere, swapped, shuffled, looked at and shown."""

from __future__ import annotations

from ....dsl import tree as t
from ....dsl.tree.types import PLACE
from ...ir import (
    Binary,
    CellKind,
    Const,
    Expr,
    Learn,
    PlaceEnd,
    Put,
    PutAll,
    PutPile,
    Reg,
    Table,
    Unary,
    While,
)
from ..building.builder import NOTHING, Builder, Scope, kind_of
from ..building.operations import is_some
from ..building.unit import Unit
from ..choices.chance import Luck
from ..choices.moving import Moving
from ..choices.reports import Reports
from ..values.common import OnValues, Values


class Moves(OnValues):
    def __init__(self, values: Values, luck: Luck, moving: Moving, reports: Reports) -> None:
        super().__init__(values)
        self.luck, self.moving, self.reports = luck, moving, reports

    def put(self, node: t.Put, scope: Scope, b: Builder) -> None:
        place = self.values.needed(self.values.checked(node.place, scope, b), node.place, PLACE, b)
        what = self.values.checked(node.what, scope, b)
        held = self.unit.symbols.held_in(node.place.type)
        certain = bool(node.what.type.of) and set(node.what.type.of) <= set(held)
        if not (certain and (isinstance(node.place, t.PlaceValue) or node.place.type.kind == "cell")):
            self.holds(place, node, scope, b)
        if self._unseen(node, scope):
            drawn = isinstance(node.what, t.Variable) and node.what.name in scope.drawn
            what = self.moving.conceal(what, node.what.type.kind == "piece", drawn, node.span, b)
        fault = self.unit.fault("RW402", "there is nothing to put, or the place is full", node.span)
        bottom = node.how == "under"
        if node.what.type.kind == "piece":
            if isinstance(node.what, t.EndOf):
                self.unit.emit_event("taken", b, what)
            b.emit(Put(what, place, bottom, fault, span=node.span))
            self._seen(node.what, scope, b)
            return
        if isinstance(node.what, t.EndOf):
            self._one_by_one(node.what, what, place, bottom, fault, scope, b)
            return
        source = _whole_pile(node.what, self.unit)
        if source is not None:
            from_ = self.certain(source, scope)
            b.emit(PutPile(from_, place, bottom, fault, span=node.span))
        else:
            b.emit(PutAll(what, place, bottom, fault, span=node.span))
            self._seen(node.what, scope, b)

    def _one_by_one(
        self, of: t.EndOf, pieces: Expr, place: Expr, bottom: bool, fault: int, scope: Scope, b: Builder
    ) -> None:
        """Moves the pieces at an end of a place, each after the one that lay further out."""
        from_, goal = b.register(CellKind.PLACE), b.register(CellKind.PLACE)
        rest, each = b.register(CellKind.PIECES), b.register(CellKind.PIECE)
        source = self.certain(of.place, scope)
        b.set(from_, source, of.place.span)
        b.set(goal, place, of.span)
        b.set(rest, pieces, of.span)
        with b.inside() as body:
            b.set(each, PlaceEnd(from_, rest, of.top), of.span)
            b.set(rest, Binary("minus", rest, Unary("bit", each)))
            b.emit(Put(each, goal, bottom, fault, span=of.span))
        b.emit(While(rest, tuple(body), span=of.span))

    def _seen(self, what: t.Expr, scope: Scope, b: Builder) -> None:
        """Emits that players may see now what a name of the text stands for, if only for a moment."""
        if isinstance(what, t.Variable):
            value = scope.variables.get(what.name)
            # Anything else may have changed with it.
            held: Expr = value if isinstance(value, Reg) else NOTHING
            pieces = Unary("bit", held) if what.type.kind == "piece" and held != NOTHING else held
            key = f"phrase {scope.phrase}" if what.name in scope.slots else "seen"
            self.unit.emit_event("seen", b, pieces, key=key)

    def _unseen(self, node: t.Put, scope: Scope) -> bool:
        """Whether a chosen piece may go where others do not see it, so that they do not know which it was."""
        if not isinstance(node.what, t.Variable) or node.what.name not in scope.chosen:
            return False
        if isinstance(node.place, t.PlaceValue):
            return self.unit.symbols.places[node.place.name].text.sight != "open"
        places = self.unit.symbols.places.values()
        boards = (
            self.unit.symbols.places[name] for name in node.place.type.of if node.place.type.kind == "cell"
        )
        known = boards if node.place.type.kind == "cell" else places
        return any(place.text.sight != "open" for place in known)

    def swap(self, node: t.Swap, scope: Scope, b: Builder) -> None:
        """Two pieces change places; in ordered places, they take each other's positions."""
        pieces = []
        for one in (node.left, node.right):
            register = b.register(CellKind.PIECE)
            b.set(register, self.values.checked(one, scope, b), one.span)
            pieces.append(register)
        self.moving.swap(pieces[0], pieces[1], node.span, b)

    def holds(self, place: Expr, node: t.Put, scope: Scope, b: Builder) -> None:
        """Checks that pieces of this type may lie in a place that is known only at run time."""
        tables = self.tables
        masks = tuple(
            sum(tables.mask_of_type(name) for name in tables.types_held(place_name))
            for place_name, _ in tables.place_numbers
        )
        allowed = Table(tables.constant(masks), place)
        fault = self.unit.fault("RW402", "this cannot lie in that place", node.span)
        wrong = Binary("minus", self.as_set(node.what, scope), allowed)
        b.check(Binary("eq", wrong, Const(0)), fault, node.span)

    def shuffle(self, node: t.Shuffle, scope: Scope, b: Builder) -> None:
        place = self.values.needed(self.values.checked(node.place, scope, b), node.place, PLACE, b)
        self.luck.shuffle(place, node.span, b)

    def look(self, node: t.Look, scope: Scope, b: Builder) -> Scope:
        player = self.values.player(node.player, scope, b)
        return self.learn(Unary("bit", player), node.what, node.name, scope, b, shows=node)

    def reveal(self, node: t.Reveal, scope: Scope, b: Builder) -> Scope:
        return self.learn(self.unit.everyone(), node.what, node.name, scope, b, told=True)

    def show(self, node: t.Show, scope: Scope, b: Builder) -> Scope:
        return self.learn(self.values.checked_set(node.to, scope, b), node.what, None, scope, b, shows=node)

    def learn(
        self,
        players: Expr,
        what: t.Expr,
        name: str | None,
        scope: Scope,
        b: Builder,
        *,
        told: bool = False,
        shows: t.Look | t.Show | None = None,
    ) -> Scope:
        """Players learn what pieces are; with `told`, the log says so to all, with `shows` to these players."""
        value = self.values.checked(what, scope, b)
        if name is not None:
            register = b.held(kind_of(what.type), value, what.span)
            value = register
            b.call_it(register, name, what.type)
            scope = scope.bind(name, register, what.type)
        if what.type.kind == "piece":
            self.unit.check(is_some(value), "RW402", "there is no piece to look at", what.span, b)
            value = Unary("bit", value)
        if told and not self.unit.trying:
            self.unit.emit_event("revealed", b, value)
        if shows is not None and not self.unit.trying:
            self.reports.shown(shows, value, players, scope, b)
        b.emit(Learn(players, value, span=what.span))
        self._seen(what, scope, b)
        return scope


def _whole_pile(what: t.Expr, unit: Unit) -> t.Expr | None:
    """The ordered place whose pieces are all moved, and keep their order."""
    if isinstance(what, t.Select) and what.base == "type" and len(what.filters) == 1:
        only = what.filters[0]
        where = only.place if isinstance(only, t.InPlace) else None
        if where is not None and unit.keeps_order(where) and unit.symbols.held_in(where.type) == (what.name,):
            return where
    return None
