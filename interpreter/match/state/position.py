"""A position of a match: its memory, and answers to questions about it. Nothing here changes it.

In: the rules, the players' names, a memory, and, while players act simultaneously, where they began and their answers
since. Out: whether the match is over, the open decisions and their legal actions, options as their players read
them, where pieces lie and who knows them; and, for an action, the next position. How a match reached a position is
its history (`history`), which does not concern this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....dsl.languages import BASE
from ....dsl.tree.types import Type
from ...engine.protocol import Pending
from ...ir import FORKS, NONE, OVER, WINNERS, Argument, Fault
from ...lower import Action, Need
from ...memory.faults import RulesFault
from ...memory.words import Memory, load_set, members
from ..decisions.decision import Option
from ..setup.names import MatchNames
from ..setup.rules import Rules
from .forks import ForkPoint, fork_now
from .journal import JournalEntry

CHANGING = frozenset({"player", "piece"})
"""The kinds of arguments whose names differ from match to match, or from position to position."""

SORTS = {
    "design": Type("kind"),
    "player": Type("player"),
    "piece": Type("piece"),
    "number": Type("number"),
    "word": Type("word"),
}
"""The types of arguments whose names are those of their values, by what actions call them."""


class Position:
    """A position of a match. `fork` is where players began to act simultaneously, `answers` what they have chosen
    since; None and empty if they do not.

    The memory belongs to the position; do not change it. Methods that run rules raise `RulesFault` if these go wrong.
    """

    __slots__ = ("_legal", "_pending", "_seen", "answers", "fork", "memory", "names", "rules")

    def __init__(
        self,
        rules: Rules,
        names: MatchNames,
        memory: Memory,
        fork: ForkPoint | None = None,
        answers: Sequence[JournalEntry] = (),
    ) -> None:
        self.rules = rules
        self.names = names
        self.memory = memory
        self.fork = fork
        self.answers = answers
        self._legal: dict[int, list[int]] = {}
        self._pending: list[Pending] | None = None
        self._seen: dict[int | None, Position] | None = None

    def clone(self) -> Position:
        """The same position, with a memory of its own."""
        return Position(self.rules, self.names, self.memory[:], self.fork, self.answers)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.rules, self.players, self.memory, self.fork, self.answers)

    def after(self, strand: int, action: int, number: int) -> Position:
        """The position to which a legal action leads, the `number`-th of its match (from 1). Raises `RulesFault`,
        also if nothing can be chosen in that position, or an invariant does not hold."""
        rules, m = self.rules, self.memory[:]
        if rules.single:
            rules.engine.act_main(m, action)
            fork: ForkPoint | None = None
            answers: Sequence[JournalEntry] = ()
        else:
            rules.engine.act(m, strand, action)
            fork = fork_now(rules.engine, m, self.fork, self.memory[FORKS], number)
            goes_on = fork is not None and fork is self.fork
            answers = (*self.answers, JournalEntry(strand, action)) if goes_on else ()
        found = Position(rules, self.names, m, fork, answers)
        found.look_ahead()
        rules.tiers.expect(1)
        return found

    def look_ahead(self) -> None:
        """A decision without an option is a fault of the rules; raises it now, not when the decision is read."""
        rules, m = self.rules, self.memory
        if rules.single:
            if not m[OVER]:
                self._legal[0] = rules.engine.actions_main(m)
        else:
            for pending in self.pending():
                self.legal(pending.strand)
        for invariant, holds in rules.invariants:
            if not holds(m, NONE):
                message = f"this no longer holds: {invariant.name}"
                raise RulesFault(Fault("RW413", message, invariant.span))

    # ----------------------------------------------------------------------- the match

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names."""
        return self.names.players

    @property
    def is_over(self) -> bool:
        return self.memory[OVER] != 0

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won; empty while the match runs, and if nobody has."""
        return tuple(members(self.memory[WINNERS])) if self.is_over else ()

    @property
    def result(self) -> tuple[int, ...] | None:
        """For each player 1 (has won), 0 (nobody has) or -1 (somebody else has); None while the match runs."""
        if not self.is_over:
            return None
        won = self.winners
        return tuple((1 if player in won else -1) if won else 0 for player in range(len(self.players)))

    def scores(self) -> tuple[int, ...] | None:
        """The players' current scores; None if the game keeps no score."""
        score = self.rules.score
        if score is None:
            return None
        return tuple(score(self.memory, player) for player in range(len(self.players)))

    def number(self, procedure: int, player: int) -> int:
        """The current value of a number that the game declares, for a player (NONE: nobody)."""
        return self.rules.engine.function(procedure)(self.memory, player)

    # -------------------------------------------------------------------- open decisions

    def pending(self) -> list[Pending]:
        """The open decisions by strand, site and player. Do not change the list."""
        if self._pending is None:
            self._pending = [] if self.memory[OVER] else self.rules.engine.pending(self.memory)
        return self._pending

    def decider(self, strand: int) -> int | None:
        """The player of the open decision of a strand; None if nobody has asked for the open decisions yet."""
        known = self._pending
        if not known:
            return None
        if self.rules.single:
            return known[0].player
        return next((one.player for one in known if one.strand == strand), None)

    def first_strand(self) -> int:
        """The strand of the first open decision, if there is one."""
        return 0 if self.rules.single else self.pending()[0].strand

    def legal(self, strand: int = 0) -> list[int]:
        """The numbers of the legal actions of a strand (0: the main strand). Do not change the list."""
        known = self._legal.get(strand)
        if known is None:
            known = self._legal[strand] = self.rules.engine.actions(self.memory, strand)
        return known

    def weights(self, strand: int) -> dict[int, int]:
        """If luck decides, the probability of each action: its weight over the sum of weights."""
        return dict(self.rules.engine.outcomes(self.memory, strand))

    def is_forced(self, pending: Pending) -> bool:
        """Whether an open decision has only one option, and taking it without asking would reveal nothing."""
        forced = pending.player != NONE and self.rules.site(pending.site).forced
        return forced and len(self.legal(pending.strand)) == 1

    def counted_places(self, strand: int) -> dict[int, int]:
        """The places in which options of an open decision count positions, by the number of the first option."""
        return self.rules.engine.positions(self.memory, strand)

    def failing(self, pending: Pending, action: Action) -> Need | None:
        """The need of an option that is not met; None if it is not known."""
        if len(action.needs) < 2:
            return action.needs[0] if action.needs else None
        at = self.rules.engine.failing(self.memory, pending.strand, action.first, len(action.needs))
        return action.needs[at] if at is not None else None

    # --------------------------------------------------------------------------- pieces

    def place_of(self, piece: int) -> int:
        """The place in which a piece lies; NONE if it lies nowhere."""
        return self.memory[self.rules.lowered.program.layout.at + piece]

    def pieces_in(self, place: int) -> list[int]:
        """The pieces of a place: from the bottom, or by ascending numbers if the place has no order."""
        layout, m = self.rules.lowered.program.layout, self.memory
        info = layout.places[place]
        if info.ordered:
            return list(m[info.base + 1 : info.base + 1 + m[info.base]])
        return members(load_set(m, info.base, layout.piece_words))

    def known_pieces(self, reader: int | None) -> int:
        """The set of the pieces that a player knows; for None, those that every player knows."""
        layout = self.rules.lowered.program.layout
        words = layout.piece_words
        if reader is not None:
            return load_set(self.memory, layout.knows + reader * words, words)
        found = (1 << layout.pieces) - 1
        for known in self.knowledge():
            found &= known
        return found

    def knowledge(self) -> tuple[int, ...]:
        """For each player, the set of the pieces that the player knows."""
        return known_by_each(self.rules, self.memory, len(self.players))

    # ---------------------------------------------------------------- what a reader sees

    def seen_by(self, reader: int | None) -> Position:
        """The position as a player (None: an onlooker) may see it: while players act simultaneously, nobody sees the
        answers of others."""
        if self.fork is None:
            return self
        if self._seen is None:
            self._seen = {}
        if reader not in self._seen:
            m = self.fork.seen_by(self.rules.engine, reader, self.answers)
            self._seen[reader] = Position(self.rules, self.names, m)
        return self._seen[reader]

    def option(self, number: int, player: int = NONE, weight: int = 1) -> Option:
        """The option with an action number, legal or not, as the player reads it."""
        key = (number, player)
        known = (self.rules.options.get(key) or self.names.options.get(key)) if weight == 1 else None
        if known is not None:
            return known
        made = (self if player == NONE else self.seen_by(player))._option(number, player, weight)
        if weight == 1 and made.kind not in CHANGING:
            kept = self.names.options if self.rules.is_owned(made) else self.rules.options
            kept[key] = made
        return made

    def _option(self, number: int, player: int, weight: int) -> Option:
        action = self.rules.action_of[number]
        if action.argument is Argument.NONE:
            return Option(number, action.name, "none", None, player, action.label, weight)
        value = number - action.first
        bare = {
            language: self._argument(action, value, player, language) for language in self.names.languages
        }
        labels = dict(bare)
        if action.sort == "piece":
            labels = {
                language: name + self.cell_of(value, player, language) for language, name in bare.items()
            }
        tables = self.rules.lowered.tables
        called = {"design": tables.design_names, "word": tables.words}.get(action.sort)
        if action.sort == "cell":
            name = tables.places[value].name
        else:
            name = called[value] if called is not None else labels[BASE]
        return Option(number, name, action.sort, value, player, labels, weight, bare)

    def _argument(self, action: Action, value: int, player: int, language: str) -> str:
        if action.sort == "cell":
            return self.names.place(value, language, whose=player)
        type_ = SORTS.get(action.sort)
        return f"#{value + 1}" if type_ is None else self.names.value(type_, value, language)

    def cell_of(self, piece: int, reader: int | None, language: str = BASE) -> str:
        """The name of a piece on a board includes its cell, for readers who know that it lies there."""
        tables = self.rules.lowered.tables
        number = self.place_of(piece)
        if not any(number in board.cells() for board in tables.boards.values()):
            return ""
        if reader != NONE and not self.known_pieces(reader) >> piece & 1:
            return ""
        return " " + (tables.places[number].name if language == BASE else self.names.place(number, language))


def _restored(rules: Rules, players: tuple[str, ...], *rest: Any) -> Position:
    return Position(rules, MatchNames(rules.lowered, players), *rest)


def known_by_each(rules: Rules, m: Memory, players: int) -> tuple[int, ...]:
    """For each player the set of the pieces that the player knows, by a memory that may be on its way to the next
    decision."""
    layout = rules.lowered.program.layout
    words = layout.piece_words
    return tuple(load_set(m, layout.knows + player * words, words) for player in range(players))
