"""Draws secret choices, of others and of luck, again: finds another past that looks the same to a player.

Pieces that a player cannot tell apart simply exchange their names (`determinize`). But the value of a secret state
came from a choice, from secret luck, or from hidden pieces. So the match is replayed from the last point at which no
secret was set, with hidden pieces exchanged, with other choices where the player did not learn the choice, and with
other secret luck. After each action, the player must see what was seen then; if not, the last draw is repeated with
another outcome, up to the limit `effort`. If no other past is found, the search tries again with the original pieces;
if that fails, too, the match stays as it was, because the player could tell the difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

import attrs

from ..ir import FORKS, NONE, OVER, SECRET_LUCK, Argument
from ..lower.numbering import Slot, leaves
from ..memory.dice import Dice
from ..memory.faults import RulesFault
from ..memory.luck import secret_seed, signed
from ..memory.words import Memory, load_set
from .history import History
from .journal import Entry
from .log_line import Line
from .position import Position
from .rename_pieces import rename
from .rules import Rules
from .simultaneous import Fork, fork_now
from .unknown_pieces import deal
from .view import view_of

AGAIN = 20
"""How often secret luck is drawn again for one action."""


@attrs.frozen
class Point:
    """A position of the past, and what the player saw then."""

    memory: bytes
    fork: Fork | None
    seen: Any


@attrs.frozen
class Past:
    """The past of a match for one player: the points before the first action and after each action; the last point at
    which no secret was set; for the beginning and each action, whether secret luck was drawn; and for each action,
    whether the player learnt it."""

    points: tuple[Point, ...]
    entries: tuple[Entry, ...]
    clean: int
    lucky: tuple[bool, ...]
    learnt: tuple[bool, ...]


def has_secrets(rules: Rules) -> bool:
    """Whether anything besides pieces can be chosen or drawn in secret."""
    return rules.draws_in_secret or any(site.secret for site in rules.lowered.sites)


def past_of(history: History, lines: Iterable[Line], fork: Fork | None, player: int) -> Past:
    """What the player has seen of a match, from its history and the lines of its log; if players are acting
    simultaneously, up to where they began (`fork`)."""
    rules = history.rules
    engine = rules.engine
    entries = history.journal if fork is None else history.journal[: fork.began]
    m = history.beginning()
    fork = fork_now(engine, m, None, 0, 0)
    points = [_point(_at(history, m, fork, entries[:0]), player)]
    began = history.start is None and m[SECRET_LUCK] != secret_seed(history.seed)
    lucky, clean = [began], 0
    for number, entry in enumerate(entries, 1):
        forks, luck = m[FORKS], m[SECRET_LUCK]
        site = next(one.site for one in engine.pending(m) if one.strand == entry.strand)
        engine.act(m, entry.strand, entry.action)
        fork = fork_now(engine, m, fork, forks, number)
        points.append(_point(_at(history, m, fork, entries[:number]), player))
        lucky.append(m[SECRET_LUCK] != luck)
        if not rules.site(site).secret and fork is None and not _is_set(history, m, player):
            clean = number
    learnt = tuple(line.visibility(player) == "what" for line in lines if line.kind in ("choice", "luck"))
    return Past(tuple(points), tuple(entries), clean, tuple(lucky), learnt)


def _at(history: History, m: Memory, fork: Fork | None, journal: list[Entry]) -> Position:
    """The position of a memory to which a journal leads."""
    return Position(history.rules, history.names, m, fork, journal[fork.began :] if fork is not None else ())


def _point(position: Position, player: int) -> Point:
    return Point(position.memory.tobytes(), position.fork, observation(position, player))


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


def _whole(slot: Slot, owner: int) -> tuple[int, int, int]:
    first = 0 if slot.bits else (owner - slot.first) * slot.words
    return slot.address + first, slot.words, -1


def resampled(
    position: Position, history: History, past: Past, player: int, rng: Dice
) -> tuple[Memory, bool] | None:
    """The memory at the end of another past, and whether its hidden pieces have been re-dealt; None if no other past
    was found."""
    last = len(past.entries)
    if past.clean == last and not (past.clean == 0 and past.lucky[0]):
        return None
    for dealt in (True, False):
        found = _Search(position, history, past, player, rng, dealt).run()
        if found is not None:
            return found, dealt
    return None


class _Search:
    """A depth-first search: at each action, the possible draws are tried in a random order."""

    def __init__(
        self,
        position: Position,
        history: History,
        past: Past,
        player: int,
        rng: Dice,
        dealt: bool,
    ) -> None:
        self.position, self.history, self.past, self.player = position, history, past, player
        self.rng, self.dealt = rng, dealt
        self.rules, self.engine = history.rules, history.rules.engine
        self.effort = 200 + 20 * (len(past.entries) - past.clean)

    def run(self) -> Memory | None:
        past = self.past
        for _ in range(AGAIN):
            found = self._from(past.clean)
            if found is not None or self.effort <= 0:
                return found
        return None

    def _from(self, first: int) -> Memory | None:
        past, last = self.past, len(self.past.entries)
        begun = self._first(first)
        if begun is None:
            return None
        trail: list[tuple[Memory, Fork | None]] = [begun]
        actions: list[Entry] = list(past.entries[:first])
        left: list[list[int]] = []
        while len(trail) - 1 < last - first:
            at = first + len(trail) - 1
            m, fork = trail[-1]
            if len(left) < len(trail):
                left.append(self._choices(m, past.entries[at], at))
            if not left[-1] or self.effort <= 0:
                left.pop()
                trail.pop()
                if not trail or self.effort <= 0:
                    return None
                actions.pop()
                continue
            entry = Entry(past.entries[at].strand, left[-1].pop())
            after = self._step(m, fork, [*actions, entry], at)
            if after is not None:
                trail.append(after)
                actions.append(entry)
        return trail[-1][0]

    def _first(self, first: int) -> tuple[Memory, Fork | None] | None:
        """Where the search begins: the original point, or, if luck drew secrets at the beginning, a new beginning."""
        self.effort -= 1
        point, fork = self.past.points[first], self.past.points[first].fork
        m = array("q")
        m.frombytes(point.memory)
        if first == 0 and self.past.lucky[0]:
            m = self.history.beginning(signed(self.rng.getrandbits(64)))
            fork = fork_now(self.engine, m, None, 0, 0)
        if self.dealt:
            # Exchanges pieces that the player could tell apart neither then nor now. A fork at this point would need
            # its pieces exchanged, too, but points without secrets have no fork.
            then = Position(self.rules, self.position.names, m)
            m = rename(
                self.rules.lowered, self.engine.plan, m, deal([then, self.position], self.player, self.rng)
            )
        m[SECRET_LUCK] = signed(self.rng.getrandbits(64))
        begun = _at(self.history, m, fork, list(self.past.entries[:first]))
        return (m, fork) if observation(begun, self.player) == point.seen else None

    def _choices(self, m: Memory, entry: Entry, at: int) -> list[int]:
        """The alternatives for an action; the last is tried first."""
        waiting = next((one for one in self.engine.pending(m) if one.strand == entry.strand), None)
        if waiting is None or m[OVER]:
            return []
        try:
            legal = self.engine.actions(m, entry.strand)
        except RulesFault:  # nothing can be chosen there: with this deal, the past is impossible
            return []
        kept = self.past.learnt[at] or waiting.player == self.player
        if not kept and (self.dealt or not self._of_pieces(entry)):
            return self._shuffled(m, entry.strand, legal, waiting.player == NONE)
        if entry.action not in legal:
            return []
        return [entry.action] * (AGAIN if self.past.lucky[at + 1] else 1)

    def _of_pieces(self, entry: Entry) -> bool:
        return self.rules.action_of[entry.action].argument in (Argument.DESIGN, Argument.PIECE)

    def _shuffled(self, m: Memory, strand: int, legal: list[int], luck: bool) -> list[int]:
        """A random order, in which likely outcomes of luck tend to come first."""
        weights = dict(self.engine.outcomes(m, strand)) if luck else {}
        keys = {one: self.rng.random() ** (1 / max(weights.get(one, 1), 1)) for one in legal}
        return sorted(legal, key=keys.__getitem__)

    def _step(
        self, m: Memory, fork: Fork | None, actions: list[Entry], at: int
    ) -> tuple[Memory, Fork | None] | None:
        """The point after one action; None if the player would have seen something else."""
        self.effort -= 1
        m, forks = m[:], m[FORKS]
        if self.past.lucky[at + 1]:
            m[SECRET_LUCK] = signed(self.rng.getrandbits(64))
        try:
            self.engine.act(m, actions[-1].strand, actions[-1].action)
            fork = fork_now(self.engine, m, fork, forks, len(actions))
            reached = _at(self.history, m, fork, actions)
            same = observation(reached, self.player) == self.past.points[at + 1].seen
        except RulesFault:
            return None
        return (m, fork) if same else None
