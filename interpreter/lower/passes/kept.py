"""Keeps sets up to date that follow from where pieces lie, so that rules need not look for them.

In: a program that reads some of the sets that its layout says are kept. Out: a program that also writes these, after
whatever moves a piece; kept sets that nothing reads are left out. To engines, these are cells like any others.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ....dsl.tree.passes import over
from ...ir import (
    WORD_BITS,
    Assign,
    Binary,
    Block,
    CellKind,
    Const,
    Expr,
    Filter,
    ForEachBit,
    ForEachIn,
    If,
    Instr,
    Kept,
    Load,
    LoadSet,
    Pick,
    PlaceCount,
    PlaceSet,
    Procedure,
    Program,
    Put,
    PutAll,
    PutPile,
    Reg,
    StoreSet,
    Unary,
    Union,
    While,
)
from ...ir.kept import kept_value
from ...ir.walk import all_expressions, walk
from ...ir.widths import signed_word
from ..building.operations import among, at


def with_kept_sets(program: Program) -> Program:
    """The program, which keeps the sets that it reads."""
    read = {
        node.address.value
        for procedure in program.procedures
        for expr in all_expressions(procedure)
        for node in walk(expr)
        if isinstance(node, LoadSet | Load) and isinstance(node.address, Const)
    }
    kept = tuple(one for one in program.layout.kept if one.address in read)
    layout = attrs.evolve(program.layout, kept=kept)
    program = attrs.evolve(program, layout=layout)
    if not kept:
        return program
    procedures = tuple(_Keeper(program, procedure).run() for procedure in program.procedures)
    initial = list(program.initial)
    for one in kept:
        value = kept_value(one, layout, initial)
        for word in range(one.words):
            initial[one.address + word] = signed_word(value >> WORD_BITS * word)
    return attrs.evolve(program, procedures=procedures, initial=tuple(initial))


class _Keeper:
    def __init__(self, program: Program, procedure: Procedure) -> None:
        self.procedure = procedure
        self.at = program.layout.at
        self.sets = [one for one in program.layout.kept if not one.occupied]
        self.occupied = [one for one in program.layout.kept if one.occupied]
        self.kinds = list(procedure.kinds)

    def run(self) -> Procedure:
        blocks = tuple(
            Block(self.body(block.instructions), block.terminator) for block in self.procedure.blocks
        )
        return attrs.evolve(self.procedure, kinds=tuple(self.kinds), blocks=blocks)

    def body(self, instructions: tuple[Instr, ...]) -> tuple[Instr, ...]:
        return tuple(new for instr in instructions for new in self.instruction(instr))

    @over(Instr, subject="instr", leaves="STORES ORDERS KNOWLEDGE REMARKS Assign Random Run")
    def instruction(self, instr: Instr) -> Iterator[Instr]:
        match instr:
            case If(then=then, otherwise=otherwise):
                yield attrs.evolve(instr, then=self.body(then), otherwise=self.body(otherwise))
            case While(body=body) | ForEachBit(body=body) | ForEachIn(body=body):
                yield attrs.evolve(instr, body=self.body(body))
            case Put():
                yield from self.one(instr)
            case PutAll():
                yield from self.several(instr)
            case PutPile():
                yield from self.pile(instr)
            case _:
                yield instr

    # ------------------------------------------------------------------------- moves

    def one(self, put: Put) -> Iterator[Instr]:
        piece, first = self._held(put.piece, CellKind.PIECE, put)
        place, second = self._held(put.place, CellKind.PLACE, put)
        before, third = self._held(at(self.at, piece), CellKind.PLACE, put) if self.occupied else (place, [])
        yield from (*first, *second, *third)
        yield attrs.evolve(put, piece=piece, place=place)
        yield from self._moved(Unary("bit", piece), place, put)
        for kept in self.occupied:
            now_empty = Binary("eq", PlaceCount(before), Const(0))
            left = _both(_among(before, kept.places), now_empty)
            yield If(left, (self._less(kept, Unary("bit", before), put),), span=put.span)
            yield from self._filled(kept, place, Const(1), put)

    def several(self, put: PutAll) -> Iterator[Instr]:
        pieces, first = self._held(put.pieces, CellKind.PIECES, put)
        place, second = self._held(put.place, CellKind.PLACE, put)
        yield from (*first, *second)
        before: list[Expr] = []
        for kept in self.occupied:
            piece = self._register(CellKind.PIECE)
            here = at(self.at, piece)
            cell = Pick(_among(here, kept.places), Unary("bit", here), Const(0))
            cells, assign = self._held(Union(piece.index, pieces, cell), CellKind.PLACES, put)
            before.append(cells)
            yield from assign
        yield attrs.evolve(put, pieces=pieces, place=place)
        yield from self._moved(pieces, place, put)
        for kept, cells in zip(self.occupied, before, strict=True):
            one = self._register(CellKind.PLACE)
            empty = Filter(one.index, cells, Binary("eq", PlaceCount(one), Const(0)))
            left = Binary("ne", cells, Const(0))
            yield If(left, (self._less(kept, empty, put),), span=put.span)
            yield from self._filled(kept, place, Binary("ne", pieces, Const(0)), put)

    def pile(self, put: PutPile) -> Iterator[Instr]:
        source, first = self._held(put.source, CellKind.PLACE, put)
        place, second = self._held(put.place, CellKind.PLACE, put)
        yield from (*first, *second)
        pieces: Expr = Const(0)
        if any(_differ(source, place, kept) for kept in self.sets):
            pieces, assign = self._held(PlaceSet(source), CellKind.PIECES, put)
            yield from assign
        yield attrs.evolve(put, source=source, place=place)
        if pieces != Const(0):
            yield from self._moved(pieces, place, put)
        for kept in self.occupied:
            emptied = _both(_among(source, kept.places), Binary("eq", PlaceCount(source), Const(0)))
            if emptied != Const(0):
                yield If(emptied, (self._less(kept, Unary("bit", source), put),), span=put.span)
            yield from self._filled(kept, place, Binary("gt", PlaceCount(place), Const(0)), put)

    # -------------------------------------------------------------------------- sets

    def _moved(self, pieces: Expr, place: Expr, put: Instr) -> Iterator[Instr]:
        """Pieces that lie in this place now are in the kept sets of pieces, or no longer."""
        for kept in self.sets:
            held = LoadSet(Const(kept.address), kept.words)
            more, less = Binary("or", held, pieces), Binary("minus", held, pieces)
            inside = _among(place, kept.places)
            value = (
                (more if inside.value else less) if isinstance(inside, Const) else Pick(inside, more, less)
            )
            yield StoreSet(Const(kept.address), kept.words, value, span=put.span)

    def _filled(self, kept: Kept, place: Expr, test: Expr, put: Instr) -> Iterator[Instr]:
        """Something lies in this place now, if the test holds."""
        inside = _both(_among(place, kept.places), test)
        if inside == Const(0):
            return
        held = LoadSet(Const(kept.address), kept.words)
        add = StoreSet(
            Const(kept.address), kept.words, Binary("or", held, Unary("bit", place)), span=put.span
        )
        yield add if inside == Const(1) else If(inside, (add,), span=put.span)

    def _less(self, kept: Kept, cells: Expr, put: Instr) -> Instr:
        held = LoadSet(Const(kept.address), kept.words)
        return StoreSet(Const(kept.address), kept.words, Binary("minus", held, cells), span=put.span)

    # --------------------------------------------------------------------- registers

    def _held(self, value: Expr, kind: CellKind, put: Instr) -> tuple[Expr, list[Instr]]:
        """A value that is evaluated once, and the instructions for that."""
        if isinstance(value, Const | Reg):
            return value, []
        register = self._register(kind)
        return register, [Assign(register.index, value, span=put.span)]

    def _register(self, kind: CellKind) -> Reg:
        self.kinds.append(kind)
        return Reg(len(self.kinds) - 1)


def _among(place: Expr, places: int) -> Expr:
    """Whether a place, which may be none, is one of these."""
    if isinstance(place, Const):
        return Const(int(place.value >= 0 and places >> place.value & 1))
    return among(place, places)


def _both(first: Expr, second: Expr) -> Expr:
    if isinstance(first, Const):
        return second if first.value else first
    return first if second == Const(1) else Binary("both", first, second)


def _differ(source: Expr, place: Expr, kept: Kept) -> bool:
    """Whether pieces that move from one place to another may join or leave a kept set."""
    first, second = _among(source, kept.places), _among(place, kept.places)
    return not (isinstance(first, Const) and first == second)
