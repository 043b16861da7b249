"""What lies in each place, in a vector: how many pieces of each face, and where in places that keep an order."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from .fields import Field, Vector
from .plan import Plan, Seen


@attrs.frozen
class Order:
    """A place that keeps an order: its address, whether it is a pile, for how many pieces there is room, and, by
    face, where the numbers of the pieces begin; they are `width` numbers."""

    base: int
    pile: bool
    room: int
    index: dict[int, int]
    width: int


class Contents:
    """The contents of places. `rows` says, for each place, by face, where the number of such pieces stands; None for
    places that do not exist in these matches, and (the last) for no place."""

    def __init__(self, plan: Plan) -> None:
        self._plan, names = plan, plan.faces.names
        infos, index = plan.layout.places, plan.index
        self.rows: list[dict[int, int] | None] = [None] * (len(infos) + 1)
        self.scales: list[int] = []
        self.orders: list[Order] = []
        self.first = len(plan.fields)
        held = {place: self._counts(place) for place in index.shown}
        for place in index.shown:
            row = self.rows[place] = dict[int, int]()
            for face, most in held[place].items():
                label, on_cell = f"{names[face]} in {index.names[place]}", place in index.board
                row[face] = plan.fields.add([Field(label, 0, most) if on_cell else Field(label, 0, 1, most)])
                self.scales.append(1 if on_cell else most)
        for place in index.shown:
            room = sum(most for face, most in held[place].items() if face < plan.faces.first_back)
            if infos[place].ordered and room > 1:
                self.orders.append(self._order(place, room, held[place]))

    def _counts(self, place: int) -> dict[int, int]:
        """The faces that pieces in a place can show, and how many can show each. Where all players see what lies
        there, no face is unknown."""
        types, layout, faces = self._plan.index.types_in(place), self._plan.layout, self._plan.faces
        seen_by_all = layout.places[place].viewers == (1 << layout.max_players) - 1
        found: dict[int, int] = {}
        for piece, type_ in enumerate(self._plan.tables.piece_types):
            if not types or type_ in types:
                for face in (faces.designs[piece], *(() if seen_by_all else (faces.backs[piece],))):
                    found[face] = found.get(face, 0) + 1
        return dict(sorted(found.items()))

    def _order(self, place: int, room: int, counts: dict[int, int]) -> Order:
        """Where in a place its pieces lie. Of those whose faces are unknown it follows from the others, unless there
        are several backs."""
        plan, faces = self._plan, self._plan.faces
        backs = sum(face >= faces.first_back for face in counts)
        name, of = plan.index.names[place], plan.facts.places[place].declared
        index, before = dict[int, int](), len(plan.fields)
        for face, most in counts.items():
            if face < faces.first_back or backs > 1:
                called = [faces.names[face] + (f" {at + 1}" if most > 1 else "") for at in range(most)]
                index[face] = plan.fields.add(
                    [Field(f"place of {one} in {name}", 0, 1, room) for one in called]
                )
        base, pile = plan.layout.places[place].base, "pile" in (of.text.kind, of.text.each)
        return Order(base, pile, room, index, len(plan.fields) - before)

    def write(self, seen: Seen, out: Vector) -> None:
        rows, counts = self.rows, dict[int, int]()
        for face, place in zip(seen.faces, seen.places, strict=True):
            row = rows[place]
            if row is not None:
                index = row[face]
                counts[index] = counts.get(index, 0) + 1
        first, scales, m = self.first, self.scales, seen.m
        for index, count in counts.items():
            out[index] = count / scales[index - first]
        for order in self.orders:
            count = m[order.base]
            if count:
                _write_order(order, m[order.base + 1 : order.base + 1 + count], seen.faces, out)


def _write_order(order: Order, pieces: Sequence[int], faces: Sequence[int], out: Vector) -> None:
    """Of a pile the top is 1, else the first."""
    met: dict[int, int] = {}
    for at, piece in enumerate(reversed(pieces) if order.pile else pieces):
        face = faces[piece]
        index = order.index.get(face)
        if index is not None:
            rank = met[face] = met.get(face, -1) + 1
            out[index + rank] = (order.room - at) / order.room
