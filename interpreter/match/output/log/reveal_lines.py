"""The line that the log has for a `reveal`, and whether another line already says it.

In: what is revealed, where it lies, and the lines around. Out: a line that names it, or none. A reveal has a line of
its own, so that everybody who reads the log has seen a card that is shuffled away again. It has none if the pieces
lie where everybody sees them anyway, or if another line names them to all: the choice with which they were picked, or
the next line of the same action, such as that of the phrase which reveals them (`docs/decisions/revealed-once.md`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .....dsl import tree as t
from .....dsl.diagnostics.source import Source, Span
from .....dsl.languages import say
from .....dsl.model.game import LogSlot
from .....dsl.tree.types import Type
from ....ir import NONE
from ....memory.words import members
from ...secrecy.visibility import ALL
from .line import LogLine, SlotValue

REVEALED = "reveal"
"""The key of such a line."""
SHOWN = "shown"
"""The key of a line that says what is shown to some players."""
LAID = "laid"
"""The key of a line that says what a player picked earlier, as it lies openly now."""
_NOWHERE = Span(Source("log", ""), 0, 0)
_PIECES = LogSlot(t.Variable("revealed", span=_NOWHERE, type=Type("pieces")), "nom")
_PLACE = LogSlot(t.Variable("place", span=_NOWHERE, type=Type("place")), "nom")
_PLAYER = LogSlot(t.Variable("player", span=_NOWHERE, type=Type("player")), "nom")
_PLAYERS = LogSlot(t.Variable("players", span=_NOWHERE, type=Type("players")), "nom")
_SLOTS = {"\x01": _PIECES, "\x02": _PLACE, "\x03": _PLAYER, "\x04": _PLAYERS}


def revealed_line(
    step: int, pieces: int, place: int, knows: tuple[int, ...], languages: tuple[str, ...]
) -> LogLine:
    """The line for a reveal of a set of pieces that lie in a place (NONE: in several, or nowhere); `knows` is what
    each player knew before."""
    key = "log.revealed" if place == NONE else "log.revealed in"
    template = {language: _parts(say(key, language, pieces="\x01", place="\x02")) for language in languages}
    values = [SlotValue(_PIECES, Type("pieces"), pieces, ALL, 0)]
    if place != NONE:
        values.append(SlotValue(_PLACE, Type("place"), place, ALL, 0))
    after = tuple(known | pieces for known in knows)
    return LogLine(step, "event", after, template=template, values=tuple(values), key=REVEALED)


def shown_line(
    step: int,
    pieces: int,
    players: int,
    place: int,
    knows: tuple[int, ...],
    languages: tuple[str, ...],
    *,
    whole: bool,
    noticed: bool,
) -> LogLine:
    """The line for pieces that are shown to a set of players: it names them to these only. `place` is where the
    text says that they lie (NONE: it does not say that), `whole`: all that lie there. Others read it if it is
    `noticed`."""
    own = "log.shown to you" if place == NONE else "log.shown to you in"
    others = "log.shown somewhere" if place == NONE else "log.shown" if whole else "log.shown part"

    def template(key: str) -> dict[str, tuple[str | LogSlot, ...]]:
        slots = {"pieces": "\x01", "place": "\x02", "players": "\x04"}
        return {language: _parts(say(key, language, **slots)) for language in languages}

    values = [
        SlotValue(_PIECES, Type("pieces"), pieces, players, 0),
        SlotValue(_PLAYERS, Type("players"), players, ALL, 0),
    ]
    if place != NONE:
        values.append(SlotValue(_PLACE, Type("place"), place, ALL, 0))
    after = tuple(known | (pieces if players >> one & 1 else 0) for one, known in enumerate(knows))
    return LogLine(
        step,
        "event",
        after,
        template=template(others),
        values=tuple(values),
        key=SHOWN,
        readers=ALL if noticed else players,
        own=template(own),
        seers=players,
    )


def names_to(line: LogLine, pieces: int, players: int) -> bool:
    """Whether a line names pieces to each of a set of players."""
    named = 0
    for value in line.values:
        if value.readers == ALL or not players & ~value.readers:
            if value.type.kind == "pieces":
                named |= value.number
            elif value.type.kind == "piece" and value.number >= 0:
                named |= 1 << value.number
            elif value.type.kind in ("kind", "kinds"):
                named |= value.faces
    known = (line.knows[player] for player in members(players))
    return not pieces & ~named and all(not pieces & ~one for one in known)


def laid_line(
    step: int,
    player: int,
    pieces: int,
    knows: tuple[int, ...],
    languages: tuple[str, ...],
    asked: Mapping[str, str],
) -> LogLine:
    """The line for a set of pieces that a player has picked, and that all see now; `asked` is the question."""
    slots = {"player": "\x03", "choice": "\x01"}
    template = {
        language: _parts(say("log.answer", language, question=asked.get(language, ""), **slots))
        for language in languages
    }
    values = (
        SlotValue(_PLAYER, Type("player"), player, ALL, 0),
        SlotValue(_PIECES, Type("pieces"), pieces, ALL, 0),
    )
    after = tuple(known | pieces for known in knows)
    return LogLine(step, "event", after, template=template, values=values, key=LAID)


def _parts(text: str) -> tuple[str | LogSlot, ...]:
    return tuple(_SLOTS.get(part, part) for part in re.split("([\x01-\x04])", text) if part)


def says_what(line: LogLine, other: LogLine) -> bool:
    """Whether another line names to everybody all that the line of a reveal names."""
    pieces = next(value.number for value in line.values if value.type.kind == "pieces")
    if other.step != line.step or other.strand != line.strand or other.readers != ALL:
        return False
    if any(pieces & ~known for known in other.knows):
        return False
    named = 0
    for value in other.values:
        if value.readers == ALL and value.type.kind in ("piece", "pieces") and value.slot.agrees == ():
            named |= value.number if value.type.kind == "pieces" else _set(value.number)
        if value.readers == ALL and value.type.kind in ("kind", "kinds"):
            named |= value.faces  # the design of a piece is named
    return pieces & ~named == 0


def _set(piece: int) -> int:
    return 1 << piece if piece >= 0 else 0
