"""What happened as data: the lines of the log that a reader may read, with the objects that they name.

`visibility` decides how much of a line its reader may know, as for its text. A piece has the id that it had for the
reader when the line became visible: after the event, or before it if the reader lost sight of the piece with that
event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, cast

from .....dsl.languages import BASE
from .....dsl.model.game import LogSlot
from .....dsl.printing.statements import show
from .....dsl.tree.types import SETS, member
from ....ir import NONE
from ....ir import Argument as How
from ....memory.words import members
from ...secrecy.visibility import may_read
from ...state.position import Position
from ..log.transcript import TurnLine
from .classes import Argument, Event
from .identities import PieceIds
from .ids import NOWHERE, in_order, player_id, unknown_id

Identify = Callable[[int], PieceIds]
"""Returns the reader's ids of pieces after a number of actions of the journal."""

EventKind = Literal["choice", "luck", "event", "over"]


def events_of(
    position: Position,
    identify: Identify,
    lines: Sequence[TurnLine],
    reader: int | None,
    since: int = 0,
) -> list[Event]:
    """The events from the `since`-th on; `lines` are those that the reader may read, from that one on, each with the
    action from which on it is visible."""
    return [
        _EventOf(position, identify, reader, one).event(number) for number, one in enumerate(lines, since)
    ]


class _EventOf:
    """Turns one line into an event; the line became visible to the reader at an action of the journal."""

    def __init__(self, position: Position, identify: Identify, reader: int | None, told: TurnLine) -> None:
        self.position, self.identify = position, identify
        self.reader, self.step, self.line, self.told = reader, told.step, told.line, told
        self.rules, self.facts = position.rules, position.rules.facts
        line = told.line
        self.known = line.known(reader) if line.kind != "over" else 0

    def event(self, number: int) -> Event:
        line, names = self.line, self.position.names
        chosen = line.kind in ("choice", "luck") and line.visibility(self.reader) == "what"
        action = self.rules.action_of[line.action] if chosen else None
        return Event(
            number=number,
            kind=cast(EventKind, line.kind),
            player=player_id(line.player) if line.player != NONE else None,
            name=None if action is None else action.name or self._bare(),
            site=None if action is None else self.facts.alike[action.site],
            rules=self._told_by() if action is None else self.facts.rules_of_choice(action.site, action.name),
            arguments=tuple(self._chosen() if chosen or line.gathers(self.reader) else self._shown()),
            text={language: line.text(names, self.reader, language) for language in names.languages},
            adds=self._adds(),
            said=self.told.said,
            turn=player_id(line.turn[1]) if line.turn[1] != NONE else None,
            begins=self.told.begins,
            heading=line.key.startswith("phase "),
        )

    def _adds(self) -> dict[str, str]:
        """What it adds to the move of the choice before, by language."""
        if self.told.before is None:
            return {}
        names = self.position.names
        each = {
            language: self.line.adds_to(self.told.before, names, self.reader, language)
            for language in names.languages
        }
        return each if all(each.values()) else {}

    def _told_by(self) -> tuple[str, ...]:
        """The rules cited by the phrase or the phase that tells the line."""
        sort, _, name = self.line.key.partition(" ")
        return self.facts.rules_of(f"{sort} '{name}'") if name else ()

    def _bare(self) -> str:
        """The name of an option that names something, without its location."""
        return self.position.option(self.line.action, self.line.player).bare.get(BASE, "")

    def _chosen(self) -> list[Argument]:
        """The things that the chosen option names, and the pieces that it picked."""
        line = self.line
        if (gathered := line.gathers(self.reader)) is not None:
            return self._pieces(members(gathered.pieces))
        action = self.rules.action_of[line.action]
        value = line.action - action.first
        picked = self._pieces(members(line.pieces))
        if action.argument is How.PIECE or action.sort == "piece":
            return picked or [self._piece(value)]
        if line.spot is not None:
            place, position = line.spot
            unknown = Argument(kind="piece", id=unknown_id(self.facts.places[place].id, position))
            if not line.shows_what_was_picked(self.reader):
                return [unknown]
            return [one if one.id != NOWHERE else unknown for one in picked] or [unknown]
        if action.sort == "none":
            brought = [self._piece(one) for one in action.pieces if len(action.pieces) == 1]
            designs = map(self.facts.lowered.tables.design, action.designs)
            return brought or [self.facts.argument("design", one) for one in designs]
        taken = [self._piece(one) for one in members(line.taken)]
        return [self.facts.argument(action.sort, value), *picked, *taken]

    def _shown(self) -> list[Argument]:
        """The values of a line's slots that its reader may see; at the end, the winners."""
        line = self.line
        if line.kind == "over":
            return [self.facts.argument("player", player, "winner") for player in line.knows]
        if line.kind != "event":
            return []
        template = next(iter(line.words(self.reader).values()), ())
        slots = {id(part): part for part in template if isinstance(part, LogSlot)}
        found: list[Argument] = []
        for value in line.values:
            slot = slots.pop(id(value.slot), None)
            if slot is None or not may_read(self.reader, self.known, value.readers, value.faces):
                continue
            name = show(slot.value, self.rules.game.symbols)
            several = value.type.kind in SETS
            kind = member(value.type).kind if several else value.type.kind
            if value.number == NONE and kind != "number":
                continue
            numbers = members(value.number) if several else [value.number]
            if kind == "piece":
                found += self._pieces(numbers, name)
            else:
                found += [self.facts.argument(kind, one, name) for one in numbers]
        return found

    def _pieces(self, pieces: list[int], slot: str = "") -> list[Argument]:
        return sorted((self._piece(one, slot) for one in pieces), key=lambda one: in_order(one.id))

    def _piece(self, piece: int, slot: str = "") -> Argument:
        """A piece with the id that it had for the reader at that time."""
        if not self.known >> piece & 1:
            return Argument(kind="piece", id=NOWHERE, slot=slot)
        design = self.facts.designs[self.facts.lowered.program.layout.designs[piece]]
        return Argument(kind="piece", id=self._called(piece), design=design, slot=slot)

    def _called(self, piece: int) -> str:
        single = self.facts.single[piece]
        if single is not None:
            return single
        design = self.facts.lowered.tables.pieces[piece]
        for step in (self.step + 1, max(self.step, 0)):
            followed = self.identify(step).get(design)
            if followed is not None and piece in followed.alike:
                alike = followed.alike[piece]
                return next((one for one in alike if one in followed.fresh), alike[0])
        return NOWHERE
