"""What a player has seen of a match, since the last point at which no secret was set.

In: the history of a match and a player. Out: an `ObservedPast`, for each position of the match: the points since
then, and which actions the player learnt. `PlayerObservations` go on from what they have seen, also after going back;
if that is nothing yet, they look back no further than to that point.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

import attrs

from ...ir import SECRET_LUCK
from ...lower.numbering import StateSlot, leaves
from ...memory.luck import secret_seed
from ...memory.words import Memory, load_set, memory_of
from ..output.log.line import LogLine
from ..output.view import view_of
from ..setup.rules import Rules
from ..state.forks import ForkPoint
from ..state.history import History
from ..state.journal import JournalEntry
from ..state.position import Position

FIRST_REPLAYED = 64
"""How many actions a witness looks back at first."""


@attrs.frozen
class Observation:
    """A position of the past, and what the player saw then."""

    memory: bytes
    fork: ForkPoint | None
    seen: Any


@attrs.frozen
class ObservedPast:
    """The past of a match for one player, since the last point at which no secret was set: after `clean` actions (0
    also if there is no such point). `points` are that one and those after each action since then; `lucky` says of
    each action whether secret luck was drawn, and `learnt` whether the player learnt it. `began_lucky`: the past goes
    back to the beginning, where secret luck was drawn."""

    clean: int
    began_lucky: bool
    points: tuple[Observation, ...]
    entries: tuple[JournalEntry, ...]
    lucky: tuple[bool, ...]
    learnt: tuple[bool, ...]

    @property
    def is_open(self) -> bool:
        """Whether no secret besides pieces is set."""
        return not self.entries and not self.began_lucky


class PlayerObservations:
    """Sees a match as one of its players does. Between two calls the journal may grow; `cut` says that it was cut."""

    def __init__(self, history: History, player: int) -> None:
        self._history, self._player = history, player
        self._forget()

    def _forget(self) -> None:
        self._clean, self._began_lucky = -1, False
        self._points: list[Observation] = []
        self._lucky: list[bool] = []
        self._memory: Memory
        self._fork: ForkPoint | None = None

    def cut(self, count: int, position: Position) -> None:
        """Forgets what is after the first `count` actions, which lead to this position; if players are acting
        simultaneously there, what is after they began."""
        memory = position.memory[:]
        if position.fork is not None:
            count, memory = position.fork.began, memory_of(position.fork.memory)
        kept = count - self._clean
        if kept < 0:
            self._forget()
        elif kept < len(self._lucky):
            del self._points[kept + 1 :], self._lucky[kept:]
            self._memory, self._fork = memory, position.fork

    def go_on(self, count: int) -> int:
        """Sees the first `count` actions. Returns how many of them lead to the point where the past begins."""
        try:
            if self._clean < 0:
                self._look_back(count)
            while self._clean + len(self._lucky) < count:
                self._see()
        except BaseException:
            self._forget()  # the memory is somewhere within an action
            raise
        return self._clean

    def past(self, lines: Iterable[LogLine]) -> ObservedPast:
        """What has been seen. `lines` are those of the log since the past begins."""
        entries = self._history.journal[self._clean : self._clean + len(self._lucky)]
        choices = [line for line in lines if line.kind in ("choice", "luck")]
        learnt = tuple(line.visibility(self._player) == "what" for line in choices)
        points, lucky = tuple(self._points), tuple(self._lucky)
        return ObservedPast(self._clean, self._began_lucky, points, tuple(entries), lucky, learnt)

    def _look_back(self, count: int) -> None:
        """Finds the last point at which no secret was set: among the last actions, or among more and more of them."""
        far = FIRST_REPLAYED
        while True:
            first, m, fork = self._history.checkpoint_before(max(count - far, 0))
            self._memory, self._fork, self._clean, self._lucky = m, fork, first, []
            drawn = m[SECRET_LUCK] != secret_seed(self._history.seed)
            self._began_lucky = first == 0 and self._history.start is None and drawn
            self._points = [self._point(first)]
            while self._clean + len(self._lucky) < count:
                self._see()
            if first == 0 or self._clean > first:
                return
            far *= 2

    def _see(self) -> None:
        """Sees the next action of the journal."""
        history, m, number = self._history, self._memory, self._clean + len(self._lucky)
        luck, site = m[SECRET_LUCK], history.decision_at(m, number).site
        self._fork = history.step(m, number, self._fork)
        secret = (
            history.rules.site(site).secret or self._fork is not None or _is_set(history, m, self._player)
        )
        if secret:
            self._points.append(self._point(number + 1))
            self._lucky.append(m[SECRET_LUCK] != luck)
        else:
            self._clean, self._began_lucky, self._lucky = number + 1, False, []
            self._points = [self._point(number + 1)]

    def _point(self, count: int) -> Observation:
        position = self._history.position(self._memory, self._fork, count)
        return Observation(self._memory.tobytes(), self._fork, observation(position, self._player))


def has_secrets(rules: Rules) -> bool:
    """Whether anything besides pieces can be chosen or drawn in secret."""
    return rules.draws_in_secret or any(site.secret for site in rules.lowered.sites)


def hides_nothing(rules: Rules, players: int) -> bool:
    """Whether every player surely knows all of every position: no piece, state, choice or draw is hidden, and nobody
    acts simultaneously. Luck that is still to come is unknown to all."""
    everyone = (1 << players) - 1
    return (
        rules.lowered.program.layout.strands == 1
        and not has_secrets(rules)
        and all(place.viewers & everyone == everyone for place in rules.lowered.tables.places)
        and not any(secret_cells(rules, player, players) for player in range(players))
    )


def observation(position: Position, player: int) -> Any:
    """What a player sees of a position and may do in it."""
    mine = [(one.site, position.legal(one.strand)) for one in position.pending() if one.player == player]
    return view_of(position, player), mine


def _is_set(history: History, m: Memory, player: int) -> bool:
    """Whether a state that is secret from a player differs from its first value."""
    initial = history.rules.lowered.program.initial
    for address, words, mask in secret_cells(history.rules, player, len(history.players)):
        first = load_set(array("q", initial[address : address + words]), 0, words)
        if (load_set(m, address, words) ^ first) & mask:
            return True
    return False


def secret_cells(rules: Rules, player: int, players: int) -> list[tuple[int, int, int]]:
    """Where states that a player does not see lie: the address, the number of cells, and which bits of them."""
    tables, symbols = rules.lowered.tables, rules.game.symbols
    found = [
        _whole(slot, 0)
        for name, state in symbols.game.items()
        if state.secret
        for slot in leaves([tables.game_states[name]])
    ]
    of_players = [
        (state, slot)
        for name, state in symbols.players.items()
        for slot in leaves([tables.player_states[name]])
    ]
    for state, slot in of_players:
        if state.secret and slot.bits:
            found.append((slot.address, slot.words, ~(1 << player)))
        elif state.secret:
            found += [_whole(slot, other) for other in range(players) if other != player]
    of_pieces = [(name, one) for name, slot in tables.piece_states.items() for one in leaves([slot])]
    for name, slot in of_pieces:
        owners = [one.properties for one in symbols.types.values() if name in one.properties]
        if any(properties[name].secret for properties in owners):
            found += [_whole(slot, slot.first + number) for number in range(1 if slot.bits else slot.count)]
    for (board, name), slot in tables.cell_states.items():
        if symbols.places[board].properties[name].secret:
            cells = [
                number
                for (cell, _), number in tables.place_numbers.items()
                if tables.board_of_cell.get(cell) == board
            ]
            for one in leaves([slot]):
                found += [_whole(one, one.first if one.bits else number) for number in cells]
    for (_, name, _), slot in tables.ability_states.items():
        if any(name in phrase.state and phrase.state[name].secret for phrase in symbols.phrases.values()):
            found.append(_whole(slot, 0))
    return found


def _whole(slot: StateSlot, owner: int) -> tuple[int, int, int]:
    first = 0 if slot.bits else (owner - slot.first) * slot.words
    return slot.address + first, slot.words, -1
