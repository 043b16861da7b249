"""The faces of pieces, by number: what can be seen of a piece is its design or, where that is not known, its back."""

from __future__ import annotations

from collections.abc import Container, Iterable

from ....lower import Lowered

MOST_KEPT = 64
"""The number of cached sets of known pieces, each with the faces of all pieces."""


class Faces:
    """The faces in a game: the designs, and from `first_back` on the backs. `designs` and `backs` are those of each
    piece; `copies` says how many pieces show a face. Of pieces of the types that are `unknown` to somebody at times,
    the backs are seen."""

    def __init__(self, lowered: Lowered, unknown: Container[str]) -> None:
        tables, names = lowered.tables, list(lowered.tables.design_names)
        self.first_back = len(names)
        self.designs = lowered.program.layout.designs
        backs: dict[tuple[tuple[str, int], ...], int] = {}
        self.backs = tuple(backs.setdefault(one, self.first_back + len(backs)) for one in tables.backs)
        for back in backs:
            shown = ", ".join(f"{name} {_printed(lowered, name, value)}" for name, value in back)
            names.append(f"unknown ({shown})" if shown else "unknown")
        copies = [0] * len(names)
        types: dict[str, set[int]] = {name: set() for name in lowered.game.symbols.types}
        for piece, type_ in enumerate(tables.piece_types):
            for face in (self.designs[piece], self.backs[piece]):
                copies[face] += 1
            types[type_].add(self.designs[piece])
            if type_ in unknown:
                types[type_].add(self.backs[piece])
        self.names, self.copies = tuple(names), tuple(copies)
        self._of_types = {name: tuple(sorted(found)) for name, found in types.items()}
        self._seen: dict[int, tuple[int, ...]] = {}

    @property
    def types(self) -> tuple[str, ...]:
        """All types of pieces."""
        return tuple(self._of_types)

    def of_types(self, types: Iterable[str]) -> tuple[int, ...]:
        """The faces of pieces of these types, or of any type if none is given."""
        wanted = tuple(types) or self.types
        return tuple(sorted({face for name in wanted for face in self._of_types.get(name, ())}))

    def seen(self, known: int) -> tuple[int, ...]:
        """The face of each piece for a reader who knows these pieces."""
        found = self._seen.get(known)
        if found is None:
            if len(self._seen) >= MOST_KEPT:
                self._seen.clear()
            bits = bin(known | 1 << len(self.designs))[:2:-1]
            found = tuple(
                design if bit == "1" else back
                for bit, design, back in zip(bits, self.designs, self.backs, strict=True)
            )
            self._seen[known] = found
        return found


def _printed(lowered: Lowered, name: str, value: int) -> str:
    types = lowered.game.symbols.types.values()
    kind = next(one.properties[name].type.kind for one in types if name in one.public)
    if kind == "yes-no":
        return "yes" if value else "no"
    named = {"word": lowered.tables.words, "kind": lowered.tables.design_names}.get(kind)
    return named[value] if named is not None else str(value)
