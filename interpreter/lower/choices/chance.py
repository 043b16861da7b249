"""Lowers luck: as draws from the memory's generator, or, with chance explicit, as chance decisions."""

from __future__ import annotations

from typing import Any

import attrs

from ....dsl.tree.types import SET_OF, Type
from ...ir import (
    Argument,
    Assign,
    Binary,
    Call,
    CellKind,
    Chance,
    Const,
    Expr,
    Forget,
    PlaceAt,
    PlaceCount,
    PlaceSet,
    Random,
    Reg,
    Shuffle,
    SwapAt,
    Unary,
    While,
)
from ..building.builder import Builder, kind_of
from ..building.operations import is_some
from ..building.unit import Unit
from .sites import ChoiceSites


class Luck:
    def __init__(self, unit: Unit, sites: ChoiceSites) -> None:
        self.unit, self.sites = unit, sites

    def pick(
        self, candidates: Expr, single: Type, result: Reg, span: Any, b: Builder, secret: bool = False
    ) -> None:
        """Sets the register to one of the candidates, all equally likely; nobody learns a `secret` outcome."""
        if self.unit.explicit_chance:
            self._chance(candidates, single, result, span, b, secret)
            return
        kind = kind_of(Type(SET_OF[single.kind]))
        members, drawn = b.register(kind), b.register(CellKind.NUMBER)
        b.set(members, candidates, span)
        self.unit.check(
            Binary("ne", members, Const(0)), "RW404", "there is nothing for luck to choose from", span, b
        )
        b.emit(Random(drawn.index, Unary("size", members), secret, span=span))
        b.set(result, Binary("nth", members, drawn), span)

    def _chance(
        self,
        candidates: Expr,
        single: Type,
        result: Reg,
        span: Any,
        b: Builder,
        secret: bool = False,
        shuffle: bool = False,
    ) -> None:
        after = b.block()
        is_piece = single.kind == "piece"
        # A drawn piece is usually hidden: players learn only what they see of it.
        site = self.sites.site("chance", None, span, secret=secret or is_piece)
        argument = Argument.VALUE
        if is_piece:
            # In a shuffle, pieces of one design are one outcome; otherwise they may differ in their states or cells.
            by_piece = not shuffle and self.sites.distinguishable(single)
            argument = Argument.PIECE if by_piece else Argument.DESIGN
        width = self.sites.width(argument, single)
        action = self.sites.actions(width)
        self.sites.name_chance(site, action, argument, single)
        b.end(Chance(site, action, candidates, argument, result.index, after, span=span))
        b.start(after)

    def shuffle(self, place: Expr, span: Any, b: Builder) -> None:
        if not self.unit.explicit_chance:
            b.emit(Shuffle(place, span=span))
            return
        where, rest, piece = (
            b.register(CellKind.PLACE),
            b.register(CellKind.PIECES),
            b.register(CellKind.PIECE),
        )
        last = b.register(CellKind.NUMBER)
        b.set(where, place, span)
        b.emit(Forget(where, span=span))
        b.set(rest, PlaceSet(where))
        b.set(last, Binary("sub", PlaceCount(where), Const(1)))
        head, inside, after = b.block(), b.block(), b.block()
        b.start(head)
        b.branch(Binary("gt", last, Const(0)), inside, after, span)
        b.start(inside)
        sites = self.sites.sites
        self._chance(rest, Type("piece"), piece, span, b, shuffle=True)
        sites[-1] = attrs.evolve(sites[-1], shuffle=True)
        b.emit(SwapAt(where, Call(self.position(), (where, piece)), last, span=span))
        b.set(rest, Binary("minus", rest, Unary("bit", piece)))
        b.set(last, Binary("sub", last, Const(1)))
        b.jump(head)
        b.start(after)

    def position(self) -> int:
        """A plain procedure: the position of a piece in an ordered place, from the bottom; -1 if it is not there."""
        return self.unit.once("position", _position)


def _position() -> Builder:
    b = Builder("position")
    place, piece = b.parameter(CellKind.PLACE), b.parameter(CellKind.PIECE)
    index = b.held(CellKind.NUMBER, Binary("sub", PlaceCount(place), Const(1)))
    here = Binary("ne", PlaceAt(place, index), piece)
    more = Binary("both", is_some(index), here)
    b.emit(While(more, (Assign(index.index, Binary("sub", index, Const(1))),)))
    b.give(index)
    return b
