"""The log of a match: what happened, in English and Czech, for each player's eyes.

It is not kept while the match runs: the journal is played again on the engine that tells events. A line
remembers what each player knew at that moment, so that no line tells more than its reader knew.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import or_
from typing import TYPE_CHECKING, Any

import attrs
from rulewright.dsl.game import LogSlot
from rulewright.dsl.types import Type

from .ir import NONE, WINNERS, Argument
from .journal import Entry
from .lower import Event
from .lower.lowerer import log_values
from .memory import Memory, load_set, members
from .names import Names

if TYPE_CHECKING:
    from .match import Match

CHOICE = {"en": "{player}: {choice}", "cs": "{player}: {choice}"}
SECRET = {"en": "{player} has chosen.", "cs": "{player} má vybráno."}
LUCK = {"en": "Luck: {choice}", "cs": "Náhoda: {choice}"}
SECRET_LUCK = {"en": "Luck has decided.", "cs": "Náhoda rozhodla."}
OVER = {"en": "The match is over; {winners} won.", "cs": "Konec hry; vítězí: {winners}."}
NOBODY = {"en": "nobody", "cs": "nikdo"}
_TURNS = ("turn ", "option ")  # what is covered once in a turn: its text, or the option that was taken
SCORES = {"en": " Scores: {scores}.", "cs": " Body: {scores}."}


@attrs.frozen
class Line:
    """One thing that happened at the `step`-th action of the journal (from 0; -1: before the first).

    `kind`: choice, luck, event, or over. `knows[p]` is the set of pieces that player p knew then. What was
    chosen is told only to who knows all pieces of `among`: those that the choice could have been.
    """

    step: int
    kind: str
    player: int
    labels: dict[str, str]
    secret: bool
    template: dict[str, tuple[str | LogSlot, ...]]
    values: tuple[tuple[LogSlot | None, Type, int], ...]
    knows: tuple[int, ...]
    among: int = 0
    scores: tuple[int, ...] = ()  # of the players at the end, where the game keeps a score

    def text(self, names: Names, reader: int | None, language: str = "en") -> str:
        """The line as a player (None: an onlooker) may read it."""
        if self.kind == "over":
            winners = ", ".join(names.player(player) for player in self.knows) or NOBODY[language]
            return OVER[language].format(winners=winners) + self._scores(names, language)
        if self.kind in ("choice", "luck"):
            return self._choice(names, reader, language)
        known = self._known(reader)
        return self._event(names, known, language)

    def _scores(self, names: Names, language: str) -> str:
        if not self.scores:
            return ""
        each = (f"{names.player(player)}: {score}" for player, score in enumerate(self.scores))
        return SCORES[language].format(scores=", ".join(each))

    def _known(self, reader: int | None) -> int:
        if reader is not None:
            return self.knows[reader]
        found = -1
        for one in self.knows:
            found &= one
        return found

    def _choice(self, names: Names, reader: int | None, language: str) -> str:
        label = self.labels.get(language) or self.labels["en"]
        if self.kind == "luck":
            return SECRET_LUCK[language] if self.secret else LUCK[language].format(choice=label)
        player = names.player(self.player, language)
        hidden = self.secret or self.among & ~self._known(reader)
        if hidden and reader != self.player:
            return SECRET[language].format(player=player)
        return CHOICE[language].format(player=player, choice=label)

    def _event(self, names: Names, known: int, language: str) -> str:
        template = self.template.get(language) or self.template.get("en") or ()
        by_value = {id(slot): (type_, number) for slot, type_, number in self.values}
        parts = []
        for part in template:
            if isinstance(part, str):
                parts.append(part)
                continue
            type_, number = by_value[id(part)]
            parts.append(names.value(type_, number, language, part.form, known))
        return "".join(parts)


class LogKeeper:
    """The lines of one match so far; goes on from where it stopped when the journal grows."""

    def __init__(self, match: Match) -> None:
        self._rules = match.rules
        self._names = match.names
        self._done = -1
        self._lines: list[Line] = []
        self._memory: Memory = match.memory
        self._step = -1
        self._covered: set[str] = set()
        self._turns = 0

    def turns(self, match: Match) -> int:
        """How many turns of phases with turns were begun, or taken where a turn is one of several options."""
        self._catch_up(match)
        return self._turns

    def covered(self, match: Match) -> set[str]:
        """The texts that were reached so far."""
        self._catch_up(match)
        return set(self._covered)

    def lines(self, match: Match, since: int = 0) -> Iterator[Line]:
        self._catch_up(match)
        return iter([line for line in self._lines if line.step >= since or since <= 0])

    def _catch_up(self, match: Match) -> None:
        engine = self._rules.tracing
        if self._done < 0:
            sink = _Sink(self)
            if match._start is not None:
                self._memory = match.beginning()
            else:
                self._memory = engine.start(
                    len(match.players),
                    match.seed,
                    sink,
                    match._cells,
                    match._edit,
                )
                for event in sink.events:
                    self._event(event, self._memory, len(match.players))
            if engine.over(self._memory):
                self._end(self._memory, len(match.players))
            self._done = 0
        while self._done < len(match.journal):
            self._play(match, match.journal[self._done])
            self._done += 1

    def _play(self, match: Match, entry: Entry) -> None:
        engine, m = self._rules.tracing, self._memory
        self._step = self._done
        players = len(match.players)
        pending = next(one for one in engine.pending(m) if one.strand == entry.strand)
        option = match.option(entry.action, pending.player, memory=m)  # as it was called then
        kind = "luck" if pending.player == NONE else "choice"
        knows, said = self._knows(m, players), len(self._lines)
        secret = entry.strand > 0 or self._rules.site(pending.site).secret
        self._add(kind, pending.player, option.labels, secret, knows)
        sink = _Sink(self, m, players, knows)
        engine.act(m, entry.strand, entry.action, sink)
        if kind == "choice" and (among := self._among(entry.action, knows[pending.player])):
            # A card that is played is seen by then, though it may be shuffled away at once.
            learnt = tuple(map(or_, sink.learnt, self._knows(m, players)))
            self._lines[said] = attrs.evolve(self._lines[said], among=among, knows=learnt)
        self._see_moved(m)
        if engine.over(m):
            self._end(m, players)

    def _see_moved(self, m: Memory) -> None:
        """Notes the designs of which a piece lies elsewhere than where it began."""
        layout = self._rules.lowered.program.layout
        initial = self._rules.lowered.program.initial
        for piece in range(layout.pieces):
            if m[layout.at + piece] != initial[layout.at + piece]:
                design = self._rules.lowered.tables.design_names[layout.designs[piece]]
                self._covered.add(f"moved {design}")

    def _among(self, number: int, known: int) -> int:
        """The pieces that a choice of a piece can have meant, as others see it: all alike that the chooser knew."""
        action = self._rules.action_of[number]
        value = number - action.first
        if action.argument is Argument.PIECE:
            return 1 << value
        if action.argument is not Argument.DESIGN:
            return 0
        return known & self._rules.lowered.tables.mask_of_design(
            self._rules.lowered.tables.design_names[value]
        )

    def _add(
        self, kind: str, player: int, labels: dict[str, str], secret: bool, knows: tuple[int, ...]
    ) -> None:
        self._lines.append(Line(self._step, kind, player, labels, secret, {}, (), knows))

    def _end(self, m: Memory, players: int) -> None:
        self._add("over", NONE, {}, False, tuple(members(m[WINNERS])))
        score = self._rules.score
        if score is not None:
            scores = tuple(score(m, player) for player in range(players))
            self._lines[-1] = attrs.evolve(self._lines[-1], scores=scores)

    def _knows(self, m: Memory, players: int) -> tuple[int, ...]:
        layout = self._rules.lowered.program.layout
        words = layout.piece_words
        return tuple(load_set(m, layout.knows + player * words, words) for player in range(players))

    def _event(self, told: tuple[int, ...], m: Memory, players: int) -> None:
        event: Event = self._rules.lowered.events[told[0]]
        if event.kind != "log":
            if all(told[1:]):  # an ability that did not apply says so by a 0
                self._covered.add(event.key)
                self._turns += event.key.startswith(_TURNS)
            return
        template = self._rules.game.logs[event.key]
        exprs = log_values(template)
        numbers = dict(zip(range(len(exprs)), told[1:], strict=True))
        values = []
        for parts in template.values():
            for part in parts:
                if isinstance(part, LogSlot):
                    values.append((part, part.value.type, numbers[exprs.index(part.value)]))
        line = Line(self._step, "event", NONE, {}, False, template, tuple(values), self._knows(m, players))
        self._lines.append(line)


class _Sink(list[Any]):
    """What the tracing engine tells events to. With a memory, each event is noted with what is known then."""

    def __init__(
        self, keeper: LogKeeper, m: Memory | None = None, players: int = 0, knows: tuple[int, ...] = ()
    ) -> None:
        super().__init__()
        self.keeper = keeper
        self.m = m
        self.players = players
        self.learnt = knows  # for each player, all that was known at one of the events
        self.events: list[tuple[int, ...]] = []

    def append(self, told: tuple[int, ...]) -> None:
        if self.m is None:
            self.events.append(told)
        else:
            self.learnt = tuple(map(or_, self.learnt, self.keeper._knows(self.m, self.players)))
            self.keeper._event(told, self.m, self.players)
