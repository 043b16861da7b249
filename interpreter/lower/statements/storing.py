"""Stores values in states: checked for their range, and in sets of owners where a state is yes or no."""

from __future__ import annotations

from ....dsl.diagnostics.source import Span
from ....dsl.tree.types import Type
from ...ir import Binary, Const, Expr, Pick, Store, StoreRanged, StoreSet, Unary
from ..building.builder import Builder
from ..building.operations import SETS, base, fold, load_bits
from ..building.unit import NONE_HERE, Unit
from ..numbering import StateSlot
from ..values.common import fits


class Storing:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    def slot(
        self, slot: StateSlot, owner: Expr | None, value: Expr, have: Type, span: Span | None, b: Builder
    ) -> None:
        if slot.bits:
            assert owner is not None
            self._bit(slot, owner, value, span, b)
            return
        address: Expr = Const(base(slot))
        if owner is not None:
            scaled = owner if slot.words == 1 else Binary("mul", owner, Const(slot.words))
            address = fold(Binary("add", scaled, address))
        want = slot.type
        if want.kind in SETS:
            b.emit(StoreSet(address, slot.words, value, span=span))
        elif want.kind == "number" and not fits(have, want):
            fault = self.unit.outside(want, span)
            b.emit(StoreRanged(address, value, want.least, want.most, fault, span=span))
        elif have.optional and not want.optional and want.kind in ("piece", "kind", "player"):
            fault = self.unit.fault("RW403", NONE_HERE, span)
            b.emit(StoreRanged(address, value, 0, 1 << 40, fault, span=span))
        else:
            b.emit(Store(address, value, span=span))

    def _bit(self, slot: StateSlot, owner: Expr, value: Expr, span: Span | None, b: Builder) -> None:
        bit = Unary("bit", owner)
        if isinstance(value, Const):
            self.bits(slot, bit, value.value, span, b)
            return
        now = load_bits(slot)
        new = Pick(value, Binary("or", now, bit), Binary("minus", now, bit))
        b.emit(StoreSet(Const(slot.address), slot.words, new, span=span))

    def bits(self, slot: StateSlot, owners: Expr, value: int, span: Span | None, b: Builder) -> None:
        """Sets a yes-or-no state of all owners in a set to the same value."""
        new = Binary("or" if value else "minus", load_bits(slot), owners)
        b.emit(StoreSet(Const(slot.address), slot.words, new, span=span))


def unchecked(want: Type) -> Type:
    """The type of a number that has to be checked before it is stored."""
    return Type("number", least=want.least - 1, most=want.most)


def clamped(value: Expr, want: Type, clamp: bool) -> tuple[Expr, Type]:
    """A new number, kept within its range or to be checked; and its type."""
    if not clamp:
        return value, unchecked(want)
    return Binary("max", Const(want.least), Binary("min", Const(want.most), value)), want
