"""Lines that players read, as a game's templates make them: which part of a line is what a slot shows.

In: the lines of the log and the questions of a game, as they were resolved. Out: for a text that is such a line, or a
part of one, the stretches that slots have filled, each with the kind of its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from ..languages import BASE
from ..model.game import Game, LogSlot

Shown = list[tuple[int, int, str]]
"""Stretches of a line, each with the kind of the value that it shows."""


@attrs.frozen
class Line:
    """What stands around the slots of a template, in small letters, and the kinds of the values between."""

    parts: tuple[str, ...]
    kinds: tuple[str, ...]


def lines_of(game: Game) -> Iterator[Line]:
    """The lines that players of a game can read."""
    for lines in (*game.logs.values(), *game.asks.values(), *game.answers.values()):
        if BASE in lines:
            yield _line(lines[BASE])
    for label in game.labels.values():
        if BASE in label:
            yield _line([label[BASE]])


def _line(pieces: Iterable[str | LogSlot]) -> Line:
    parts, kinds = [""], list[str]()
    for piece in pieces:
        if isinstance(piece, LogSlot):
            kinds.append(piece.value.type.kind)
            parts.append("")
        else:
            parts[-1] += piece.lower()
    return Line(tuple(parts), tuple(kinds))


def shown_in(text: str, lines: Iterable[Line]) -> Shown | None:
    """What slots show in a text that is a part of a line; None if no template makes such a line. Of several ways to
    read it, the one with the fewest letters in slots."""
    said = text.lower()
    found = [shown for line in lines if (shown := _part_of(said, line)) is not None]
    return min(found, key=_letters, default=None)


def _letters(shown: Shown) -> int:
    return sum(end - start for start, end, _ in shown)


def _part_of(said: str, line: Line) -> Shown | None:
    if any(said in part for part in line.parts):
        return []
    found = [
        shown
        for first, part in enumerate(line.parts[:-1])
        for size in range(len(part) + 1)
        if said.startswith(part[len(part) - size :])
        if (shown := _from(said, size, line, first)) is not None
    ]
    found = [shown for shown in found if _letters(shown) < len(said)]
    return min(found, key=_letters, default=None)


def _from(said: str, at: int, line: Line, slot: int) -> Shown | None:
    """The slots in the rest of a text, from that slot on."""
    shown: Shown = []
    for number, part in enumerate(line.parts[slot + 1 :], slot):
        last = number == len(line.kinds) - 1
        where = len(said) - len(part) if last and said.endswith(part) else said.find(part, at + 1)
        if part and where > at:
            shown.append((at, where, line.kinds[number]))
            at = where + len(part)
            if at == len(said):
                return shown
            continue
        size = next((size for size in range(len(part), -1, -1) if said.endswith(part[:size])), 0)
        return [*shown, (at, len(said) - size, line.kinds[number])] if len(said) - size > at else None
    return None
