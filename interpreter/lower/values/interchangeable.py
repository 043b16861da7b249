"""Lowers which of several pieces become options: only one of those that are interchangeable.

Pieces are interchangeable if they are of one design, lie together in a place without order, and have the same
states. If pieces can differ in ways that their chooser does not see, all of them are options: a state is secret, or
refers to a certain piece (as `the hero` does), or an ability remembers something for each piece.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....dsl import tree as t
from ....dsl.tree.types import Type, overlap
from ...ir import Any, Binary, CellKind, Const, Expr, Filter, Pick, PlaceSet, Reg, Table, Unary
from ..building.builder import Builder
from ..building.operations import at, fold, is_some, owned
from ..building.unit import Unit
from .boards import Boards

PIECES = ("piece", "pieces")


def one_of_each(boards: Boards, candidates: Expr, of: Type) -> Expr:
    """The candidates, with only the first of those that are interchangeable; all, if none can be."""
    unit = boards.unit
    types = of.of or tuple(unit.symbols.types)
    several = any(
        unit.symbols.designs[name].copies > 1 for one in types for name in unit.symbols.types[one].designs
    )
    if not several or any(_may_differ_unseen(unit, name) for name in types):
        return candidates
    b = Builder("interchangeable pieces")
    among = b.parameter(CellKind.PIECES)
    piece, other = unit.bound.register(CellKind.PIECE), unit.bound.register(CellKind.PIECE)
    design = Table(unit.mask_table, Table(unit.design_table, piece))
    together = Binary("and", Binary("and", among, design), _lying_with(unit, piece))
    states = [
        state for one in types for state in unit.symbols.types[one].properties.values() if not state.printed
    ]
    test: Expr = Binary("eq", Unary("lowest", together), piece)
    if states:
        before: Expr = Binary("lt", other, piece)
        for name in dict.fromkeys(state.name for state in states):
            before = fold(Binary("both", before, _equal(unit, of, name, piece, other)))
        test = Unary("not", Any(other.index, together, before))
    b.give(Pick(_each_alone(boards, among, types), among, Filter(piece.index, among, test)))
    return unit.helper_call(b, [candidates])


def _each_alone(boards: Boards, pieces: Expr, types: Sequence[str]) -> Expr:
    """Whether these pieces lie on boards, and no two pieces lie together on any cell."""
    placed = boards.placed(types)
    if placed is None:
        return Const(0)
    alone = Binary("eq", Unary("size", placed), Unary("size", boards.occupied()))
    return Binary("both", Binary("eq", Binary("minus", pieces, placed), Const(0)), alone)


def _lying_with(unit: Unit, piece: Reg) -> Expr:
    """The pieces that lie together with a piece, without order; only itself, if it does not lie in such a place."""
    where = at(unit.tables.at, piece)
    known = Binary("both", is_some(where), Table(unit.tables.loose, where))
    return Pick(known, PlaceSet(where), Unary("bit", piece))


def _equal(unit: Unit, of: Type, name: str, piece: Reg, other: Reg) -> Expr:
    """Whether two pieces of one design have the same value of a state, if they have that state."""
    slot = unit.tables.piece_states[name]
    equal = Binary("eq", owned(slot, piece), owned(slot, other))
    has_cell = unit.tables.has_cell(of, name, piece)
    return equal if has_cell is None else Pick(has_cell, equal, Const(1))


def _may_differ_unseen(unit: Unit, type_name: str) -> bool:
    """Whether pieces of a type can differ in ways that their chooser does not see."""
    type_ = unit.symbols.types[type_name]
    if any(state.secret for state in type_.properties.values()):
        return True
    if any(
        state.type.kind in PIECES and overlap(state.type, Type("piece", (type_name,)))
        for state in unit.symbols.states()
    ):
        return True
    remembered = (one for name in type_.designs for one in unit.symbols.designs[name].abilities)
    calls = (one.ability for one in remembered if isinstance(one.ability, t.AbilityCall))
    return any(unit.symbols.phrases[one.phrase].state for one in calls)
