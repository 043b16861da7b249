"""The first numbers of a vector: who is looking, how the match ends, who decides what, and what is under way."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ....ir import NONE
from ....memory.words import members
from .coders import CellCountsCoder, Coder, PlaceCoder
from .fields import Field, Vector, write
from .plan import Plan, Seen

LOCATED = ("piece", "pieces", "cell", "cells")
"""The kinds of values that lie on cells, or are some."""


@attrs.frozen
class Named:
    """What a text names while a decision is open: where it is written, and where what says where it lies."""

    label: str
    kind: str
    coder: Coder
    index: int
    spot: Coder
    where: int


class Situation:
    """The reader, the end of the match, and the open decisions. `named_cells` says where it is written that a cell is
    named by what is under way, of those that can be."""

    def __init__(self, plan: Plan) -> None:
        self._plan, fields = plan, plan.fields
        seats = [f"player {seat + 1}" for seat in range(plan.players)]
        self.reader = fields.add([Field(f"{seat} is looking") for seat in seats])
        self.over = fields.add([Field("over")])
        self.deciding = fields.add([Field(f"{seat} decides") for seat in seats])
        self.winners = fields.add([Field(f"{seat} has won") for seat in seats])
        score = plan.rules.game.score
        self.score = Coder() if score is None else plan.coders.of(score.type)
        self.scores = [fields.add(self.score.fields(f"{seat}'s score at the end")) for seat in seats]
        self.open = fields.add([Field(f"open decision = {one.prompt}") for one in plan.rules.lowered.sites])
        self.named: dict[int, Named] = {}  # by the identity of what a register stands for
        self._located: set[int] = set()  # the places where something lies that is named, or that are it
        self._name_registers()
        cells = [cell for board in plan.index.boards for cell in board.cells() if cell in self._located]
        names = plan.index.names
        first = fields.add([Field(f"{names[cell]} is named by what is under way") for cell in cells])
        self.named_cells = {cell: first + at for at, cell in enumerate(cells)}

    def _name_registers(self) -> None:
        """Room for what texts have named on the way to a decision."""
        plan = self._plan
        for (label, type_), registers in plan.rules.named_registers.items():
            coder, spot, where = plan.coders.of(type_), Coder(), label
            index = plan.fields.add(coder.fields(label))
            held = plan.index.holding(type_.of or plan.faces.types)
            if type_.kind in LOCATED:
                self._located.update(held if type_.kind.startswith("piece") else plan.coders.places(type_))
            if type_.kind == "piece":
                spot, where = PlaceCoder(held, plan.index), f"{label}, where it lies"
            elif type_.kind == "pieces":
                spot, where = CellCountsCoder(held, plan.index), label
            named = Named(label, type_.kind, coder, index, spot, plan.fields.add(spot.fields(where)))
            self.named.update(dict.fromkeys(registers, named))

    def write(self, seen: Seen, scores: Sequence[int], out: Vector) -> None:
        """`scores` are those at the end of the match; empty before."""
        viewer = seen.viewer
        if viewer.player is not None:
            out[self.reader + viewer.player] = 1
        for one in viewer.pending:
            if one.player != NONE:
                out[self.deciding + one.player] = 1
        if viewer.position.is_over:
            out[self.over] = 1
            for player in viewer.position.winners:
                out[self.winners + player] = 1
        for index, score in zip(self.scores, scores, strict=False):
            write(out, index, self.score.code(score, seen.faces))
        self._write_underway(seen, out)

    def _write_underway(self, seen: Seen, out: Vector) -> None:
        """Of a text that runs several times, the innermost time. The reader's own decision comes first."""
        viewer, rules = seen.viewer, self._plan.rules
        mine = [one for one in viewer.pending if one.player == viewer.player] or viewer.pending
        if not mine:
            return
        at = mine[0]
        if viewer.everything or at.player == viewer.player or not rules.site(at.site).secret:
            out[self.open + rules.facts.alike[at.site]] = 1
        found: dict[str, tuple[Named, int]] = {}
        for frame in viewer.frames(at):
            for named, value in frame:
                known = self.named[id(named)]
                found[known.label] = known, value
        for known, value in found.values():
            write(out, known.index, known.coder.code(value, seen.faces))
            if value != NONE and known.kind in LOCATED:
                self._locate(known, value, seen, out)

    def _locate(self, named: Named, value: int, seen: Seen, out: Vector) -> None:
        """Says where pieces lie that are named and that the reader knows, and which cells are named."""
        places = [value] if named.kind in ("piece", "cell") else members(value)
        if named.kind in ("piece", "pieces"):
            first_back = self._plan.faces.first_back
            places = [seen.places[piece] for piece in places if seen.faces[piece] < first_back]
        if named.kind == "piece" and places:
            write(out, named.where, named.spot.code(places[0], seen.faces))
        on_cells = [place for place in places if place in self.named_cells]
        if isinstance(named.spot, CellCountsCoder):
            write(out, named.where, named.spot.counts(on_cells))
        for cell in on_cells:
            out[self.named_cells[cell]] = 1
