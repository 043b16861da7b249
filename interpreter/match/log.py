"""The log of a match: what happened, in the reader's language and for the reader's eyes.

It is not kept while the match runs: the journal is played again on the engine that tells events. A line remembers
what each player knew at that moment and for whom it is, so that no line tells more than its reader knew; `sight`
decides. What players do simultaneously the others read when all have answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import or_
from typing import Any

import attrs
from rulewright.dsl.languages import BASE, in_language, say
from rulewright.dsl.model.game import LogSlot
from rulewright.dsl.tree.types import Type

from ..ir import NONE, WINNERS, Argument
from ..lower import Event
from ..lower.reports import log_values
from ..memory.words import Memory, members
from .history import History
from .journal import Entry
from .names import Names
from .position import Position, known_by_each
from .sight import ALL, Choice, Telling, among, in_time, may_read, telling

_TURNS = ("turn ", "option ")  # what is covered once in a turn: its text, or the option that was taken


@attrs.frozen
class Value:
    """What a slot of a line shows: a value of a type, the readers who may be shown it, and the pieces that one
    must know to be shown it."""

    slot: LogSlot
    type: Type
    number: int
    readers: int
    faces: int


@attrs.frozen
class Line:
    """One thing that happened at the `step`-th action of the journal (from 0; -1: before the first).

    `kind`: choice, luck, event, or over. `knows[p]` is the set of pieces that player p knew then, `readers` the set
    of those whom it is for. A line of a `strand` the others read from the action `joined` on, at which the last
    player had answered (None: not yet).
    """

    step: int
    kind: str
    player: int
    labels: dict[str, str]
    secret: bool
    template: dict[str, tuple[str | LogSlot, ...]]
    values: tuple[Value, ...]
    knows: tuple[int, ...]
    pieces: int = 0  # those that were picked, of a choice
    scores: tuple[int, ...] = ()  # of the players at the end, where the game keeps a score
    readers: int = ALL
    strand: int = 0
    joined: int | None = None
    within: bool = False  # of a choice: it says more about the one before, which it comes after at once
    action: int = NONE  # the number of the option, of a choice
    spot: tuple[int, int] | None = (
        None  # the place and the position in it, of a piece that was picked by these
    )
    place: int = 0  # among all lines; of those of a strand, once it has joined, where others read them

    def telling(self, reader: int | None) -> Telling:
        """What a reader may be told of it now."""
        if not in_time(reader, self.strand, self.joined is not None):
            return "nothing"
        if self.kind in ("choice", "luck"):
            choice = Choice(self.player, self.secret, self.pieces, self.readers)
            return telling(choice, reader, self.known(reader))
        return "what" if among(reader, self.readers) else "nothing"

    def told(self, reader: int | None) -> int:
        """The action from which on a reader may be told of it."""
        late = self.joined is not None and reader != self.strand - 1
        return self.joined if late and self.joined is not None else self.step

    def text(self, names: Names, reader: int | None, language: str = BASE) -> str:
        """The line as a player (None: an onlooker) may read it; empty if it is not for that reader."""
        found = self.telling(reader)
        if found == "nothing":
            return ""
        if self.kind == "over":
            winners = ", ".join(names.player(player) for player in self.knows) or say("log.nobody", language)
            return say("log.over", language, winners=winners) + self._scores(names, language)
        if self.kind in ("choice", "luck"):
            return self._choice(names, found, language)
        return self._event(names, reader, language)

    def _scores(self, names: Names, language: str) -> str:
        if not self.scores:
            return ""
        each = (f"{names.player(player)}: {score}" for player, score in enumerate(self.scores))
        return say("log.scores", language, scores=", ".join(each))

    def known(self, reader: int | None) -> int:
        """The pieces that a reader knew."""
        if reader is not None:
            return self.knows[reader]
        found = ALL
        for one in self.knows:
            found &= one
        return found

    def _choice(self, names: Names, found: Telling, language: str) -> str:
        label = in_language(self.labels, language)
        if self.kind == "luck" and found == "what":
            return say("log.luck", language, choice=label)
        if self.kind == "luck":
            return say("log.secret luck", language)
        player = names.player(self.player, language)
        if found == "that":
            return say("log.secret choice", language, player=player)
        return say("log.choice", language, player=player, choice=label)

    def _event(self, names: Names, reader: int | None, language: str) -> str:
        known = self.known(reader)
        if not self.template.get(language):
            language = BASE  # names too: their forms are those that a line of this language asks for
        template = self.template.get(language, ())
        return self.filled(template, known, names, reader, language)

    def filled(
        self,
        template: tuple[str | LogSlot, ...],
        known: int,
        names: Names,
        reader: int | None,
        language: str,
    ) -> str:
        """A template with its slots filled as a reader may read them, who knows some pieces."""
        by_slot = {id(value.slot): value for value in self.values}
        parts = []
        for part in template:
            if isinstance(part, str):
                parts.append(part)
                continue
            value = by_slot[id(part)]
            if not may_read(reader, known, value.readers, value.faces):
                parts.append(names.untold(value.type, language))
            elif part.counted is not None:
                parts.append(names.counted(part.counted, value.number, language))
            else:
                parts.append(names.value(value.type, value.number, language, part.form, known))
        return TWO_ARTICLES.sub(_one_article, "".join(parts))


TWO_ARTICLES = re.compile(r"\b(the|an?) (an unknown )", re.IGNORECASE)
"""A line says `the {card}`, and its reader does not know the card."""


def _one_article(found: re.Match[str]) -> str:
    return found[2].capitalize() if found[1][0].isupper() else found[2]


class LogKeeper:
    """The lines of one history so far; resumes where it stopped when the journal has grown."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._rules = history.rules
        self._names = history.names
        self._players = len(history.players)
        self._done = -1
        self._lines: list[Line] = []
        self._memory: Memory
        self._step = -1
        self._covered: set[str] = set()
        self._turns = 0
        self._strand = 0  # in which things happen now
        self._waiting: list[int] = []  # the lines of strands that have not joined
        self._readers: list[int] = []  # whom the text at hand is for, and the texts around it
        self._picked = 0
        self._asked: dict[int, tuple[str, Line]] = {}  # what was last asked with slots, by strand

    def asked(self, strand: int, reader: int, name: str, language: str) -> str | None:
        """What is asked in a strand under a name, as its player may read it; None if nothing was told of that, or
        the game has no words in that language."""
        self._catch_up()
        key, line = self._asked.get(strand, ("", None))
        if line is None or key != name or language not in line.template:
            return None
        return line.filled(line.template[language], line.known(reader), self._names, reader, language)

    def turns(self) -> int:
        """How many turns of phases with turns were begun, or taken where a turn is one of several options."""
        self._catch_up()
        return self._turns

    def covered(self) -> set[str]:
        """The texts that were reached so far."""
        self._catch_up()
        return set(self._covered)

    def lines(self, since: int = 0) -> Iterator[Line]:
        self._catch_up()
        return iter([line for line in self._lines if line.step >= since or since <= 0])

    def told(self, position: Position, reader: int | None, language: str, since: int = 0) -> list[str]:
        """The lines as a reader may read them, in the order in which the reader is told of them.

        That a player has chosen in secret is told once, and when the player does not go on choosing in secret: what
        was chosen may have asked for further choices.
        """
        found = self._read(position, reader, language)
        return [text for step, text, _ in found if step >= since or since <= 0]

    def read(self, position: Position, reader: int | None) -> list[tuple[int, Line]]:
        """The lines that a reader may read, each with the action from which on."""
        return [(step, line) for step, _, line in self._read(position, reader, BASE)]

    def parts(self, position: Position, reader: int | None, language: str) -> list[tuple[str, str]]:
        """The lines that a reader may read, each with what it adds to the one before if both are one move: what is
        done, with what and where are choices of their own. Empty if it stands for itself."""
        found: list[tuple[str, str]] = []
        before: Line | None = None
        for _, text, line in self._read(position, reader, language):
            joins = before is not None and self._joins(before, line, reader)
            added = in_language(line.labels, language) if joins else ""
            found.append((text, added))
            before = line
        return found

    def _joins(self, before: Line, line: Line, reader: int | None) -> bool:
        """Whether two lines that follow each other are of one move of a player."""
        same = before.kind == line.kind == "choice" and before.player == line.player
        near = before.strand == line.strand and (line.strand != 0 or before.step == line.step - 1)
        return line.within and same and near and {before.telling(reader), line.telling(reader)} == {"what"}

    def choices(self, position: Position, reader: int | None) -> int:
        """How many choices a reader has been told of: secret ones that follow each other count once."""
        return sum(line.kind in ("choice", "luck") for _, _, line in self._read(position, reader, BASE))

    def _read(self, position: Position, reader: int | None, language: str) -> list[tuple[int, str, Line]]:
        """The lines that a reader may read, each with the action from which on, and its text."""
        self._catch_up()
        found: list[tuple[int, str, Line]] = []
        chosen: tuple[int, int] | None = (
            None  # who has chosen in secret last, with nothing told since, and when
        )
        for line in self._in_order(reader):
            if not (text := line.text(self._names, reader, language)):
                continue
            that = line.kind == "choice" and line.telling(reader) == "that"
            by = (line.player, line.place if line.strand else NONE) if that else None
            if by is None or by != chosen:
                found.append((line.told(reader), text, line))
            chosen = by
        if chosen is not None and chosen[1] == NONE and self._goes_on_in_secret(position, reader, chosen[0]):
            found.pop()
        return found

    def _goes_on_in_secret(self, position: Position, reader: int | None, player: int) -> bool:
        pending = position.seen_by(reader).pending()
        return any(one.player == player and self._rules.site(one.site).secret for one in pending)

    def _in_order(self, reader: int | None) -> list[Line]:
        """The lines in the order in which a reader is told of them; those of strands, when these have joined, by
        whose they are: in which order players have answered is nobody's business."""
        places = [
            (line.place, line.strand)
            if line.joined is not None and reader != line.strand - 1
            else (number, 0)
            for number, line in enumerate(self._lines)
        ]
        return [self._lines[number] for number in sorted(range(len(places)), key=places.__getitem__)]

    def _catch_up(self) -> None:
        engine = self._rules.tracing
        if self._done < 0:
            sink = _Sink(self)
            self._memory = self._history.traced_beginning(sink)
            for event in sink.events:
                self._event(event, self._memory)
            if engine.over(self._memory):
                self._end(self._memory)
            self._done = 0
        while self._done < len(self._history.journal):
            self._play(self._history.journal[self._done])
            self._done += 1

    def _play(self, entry: Entry) -> None:
        engine, m = self._rules.tracing, self._memory
        self._step = self._done
        pending = next(one for one in engine.pending(m) if one.strand == entry.strand)
        option = Position(self._rules, self._names, m).option(entry.action, pending.player)  # as it was then
        kind = "luck" if pending.player == NONE else "choice"
        knows, said = self._knows(m), len(self._lines)
        self._strand, self._picked = entry.strand, 0
        site = self._rules.site(pending.site)
        within = site.kind in ("choose", "choose one") and option.name != "enough"
        line = Line(
            self._step, kind, pending.player, option.labels, site.secret, {}, (), knows, within=within
        )
        self._add(attrs.evolve(line, action=entry.action, spot=self._spot(entry)))
        sink = _Sink(self, m, knows)
        engine.act(m, entry.strand, entry.action, sink)
        # A card that is played is seen by then, though it may be shuffled away immediately.
        learnt = tuple(map(or_, sink.learnt, self._knows(m)))
        if self._picked:
            self._lines[said] = attrs.evolve(self._lines[said], pieces=self._picked, knows=learnt)
        self._see_moved(m)
        if engine.over(m):
            self._end(m)

    def _spot(self, entry: Entry) -> tuple[int, int] | None:
        """Where a piece lies that is picked by its position."""
        action = self._rules.action_of[entry.action]
        if action.argument is not Argument.POSITION:
            return None
        places = self._rules.tracing.positions(self._memory, entry.strand)
        return places[action.first], entry.action - action.first

    def _see_moved(self, m: Memory) -> None:
        """Notes the designs of which a piece lies elsewhere than where it began."""
        layout = self._rules.lowered.program.layout
        initial = self._rules.lowered.program.initial
        for piece in range(layout.pieces):
            if m[layout.at + piece] != initial[layout.at + piece]:
                design = self._rules.lowered.tables.design_names[layout.designs[piece]]
                self._covered.add(f"moved {design}")

    def _add(self, line: Line) -> None:
        """A line of the strand and the text at hand."""
        readers = ALL
        for one in self._readers:
            readers = one if readers == ALL else readers & one
        if self._strand:
            self._waiting.append(len(self._lines))
        self._lines.append(attrs.evolve(line, readers=readers, strand=self._strand))

    def _join(self) -> None:
        """All have answered: what they did can be told."""
        for number in self._waiting:
            line = attrs.evolve(self._lines[number], joined=self._step, place=len(self._lines) - 1)
            self._lines[number] = line
        self._waiting, self._strand = [], 0

    def _end(self, m: Memory) -> None:
        self._strand, self._readers = 0, []
        winners = tuple(members(m[WINNERS]))
        score = self._rules.score
        scores = tuple(score(m, player) for player in range(self._players)) if score is not None else ()
        self._add(Line(self._step, "over", NONE, {}, False, {}, (), winners, scores=scores))

    def _knows(self, m: Memory) -> tuple[int, ...]:
        return known_by_each(self._rules, m, self._players)

    def _event(self, told: tuple[int, ...], m: Memory) -> None:
        event: Event = self._rules.lowered.events[told[0]]
        match event.kind:
            case "log":
                self._line(event, told[1:], self._knows(m))
            case "ask":
                line = self._valued(event, self._rules.game.asks[event.key], told[1:], self._knows(m))
                self._asked[self._strand] = event.key, line
            case "picked":
                self._picked |= 1 << told[1] if told[1] >= 0 else 0
            case "secret":
                self._readers.append(told[1])
            case "open":
                del self._readers[-1:]  # none, where the log begins within such a text
            case "strand":
                self._strand = told[1] + 1
            case "joined":
                self._join()
            case _:
                if all(told[1:]):  # an ability that did not apply says so by a 0
                    self._covered.add(event.key)
                    self._turns += event.key.startswith(_TURNS)

    def _line(self, event: Event, told: tuple[int, ...], knows: tuple[int, ...]) -> None:
        self._add(self._valued(event, self._rules.game.logs[event.key], told, knows))

    def _valued(
        self,
        event: Event,
        template: dict[str, tuple[str | LogSlot, ...]],
        told: tuple[int, ...],
        knows: tuple[int, ...],
    ) -> Line:
        """A template with the values that were told for its slots."""
        exprs = log_values(template)
        found = {expr: told[3 * number : 3 * number + 3] for number, expr in enumerate(exprs)}
        slots = [part for parts in template.values() for part in parts if isinstance(part, LogSlot)]
        values = tuple(Value(slot, slot.value.type, *found[slot.value]) for slot in slots)
        return Line(self._step, "event", NONE, {}, False, template, values, knows)


class _Sink(list[Any]):
    """What the tracing engine tells events to. With a memory, each event is noted with what is known then."""

    def __init__(self, keeper: LogKeeper, m: Memory | None = None, knows: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.keeper = keeper
        self.m = m
        self.learnt = knows  # for each player, all that was known at one of the events
        self.events: list[tuple[int, ...]] = []

    def append(self, told: tuple[int, ...]) -> None:
        if self.m is None:
            self.events.append(told)
        else:
            self.learnt = tuple(map(or_, self.learnt, self.keeper._knows(self.m)))
            self.keeper._event(told, self.m)
