"""The log of a match: what happened, in the reader's language, and only what the reader may know.

It is not written while the match runs, but derived: the journal is replayed on the engine that emits events. A line
stores what each player knew at that moment and which players may read it, so that no line reveals more than its
reader knew; `sight` decides. Others can read what a player does simultaneously once all have answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from operator import and_, or_
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
from .sight import ALL, Choice, Visibility, among, in_time, may_read, visibility

_TURNS = ("turn ", "option ")  # what is covered once per turn: its text, or the option that was taken


@attrs.frozen
class Value:
    """What a slot of a line shows: a value of a type, the readers who may see it, and the pieces that they must
    know to see it."""

    slot: LogSlot
    type: Type
    number: int
    readers: int
    faces: int


def _known(knows: tuple[int, ...], reader: int | None) -> int:
    """The pieces that a reader knows, of those that each player does: onlookers know what all players know."""
    return knows[reader] if reader is not None else reduce(and_, knows, ALL)


@attrs.frozen
class Line:
    """One thing that happened at the `step`-th action of the journal (from 0; -1: before the first).

    `kind`: choice, luck, event, or over. `knows[p]` is the set of pieces that player p knew then, `readers` the set
    of players who may read the line. Others may read a line of a `strand` from the action `joined` on, with which
    the last player answered (None: not yet).
    """

    step: int
    kind: str
    player: int
    labels: dict[str, str]
    secret: bool
    template: dict[str, tuple[str | LogSlot, ...]]
    values: tuple[Value, ...]
    knows: tuple[int, ...]
    pieces: int = 0  # for a choice, the pieces that were picked
    scores: tuple[int, ...] = ()  # of the players at the end, if the game keeps a score
    readers: int = ALL
    strand: int = 0
    joined: int | None = None
    within: bool = False  # for a choice: it immediately follows the previous one and adds details to it
    action: int = NONE  # for a choice, the number of the option
    spot: tuple[int, int] | None = None  # for a piece picked by its position, the place and the position
    before: tuple[int, ...] = ()  # for a choice, the pieces that each player knew before it
    place: int = 0  # the position among all lines; for lines of a joined strand, where others read them

    def visibility(self, reader: int | None) -> Visibility:
        """What a reader may know of it now."""
        if not in_time(reader, self.strand, self.joined is not None):
            return "nothing"
        if self.kind in ("choice", "luck"):
            choice = Choice(self.player, self.secret, self.pieces, self.readers)
            return visibility(choice, reader, self.known(reader))
        return "what" if among(reader, self.readers) else "nothing"

    def visible_from(self, reader: int | None) -> int:
        """The action from which on a reader may know of it."""
        late = self.joined is not None and reader != self.strand - 1
        return self.joined if late and self.joined is not None else self.step

    def text(self, names: Names, reader: int | None, language: str = BASE) -> str:
        """The line as a player (None: an onlooker) may read it; empty if that reader may not read it."""
        found = self.visibility(reader)
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
        return _known(self.knows, reader)

    def shows_what_was_picked(self, reader: int | None) -> bool:
        """Whether a reader knows which piece a pick by position was of. Of several pieces that became known together,
        a reader knows which ones they are, but not which of them lay where."""
        before, after = _known(self.before, reader), _known(self.knows, reader)
        return not self.pieces & ~before or (after & ~before).bit_count() == 1

    def _choice(self, names: Names, found: Visibility, language: str) -> str:
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
        """A template with its slots filled in for a reader who knows some pieces."""
        by_slot = {id(value.slot): value for value in self.values}
        parts = []
        for part in template:
            if isinstance(part, str):
                parts.append(part)
                continue
            value = by_slot[id(part)]
            if not may_read(reader, known, value.readers, value.faces):
                parts.append(names.hidden_value(value.type, language))
            elif part.counted is not None:
                parts.append(names.counted(part.counted, value.number, language))
            else:
                parts.append(names.value(value.type, value.number, language, part.form, known))
        return TWO_ARTICLES.sub(_one_article, "".join(parts))


TWO_ARTICLES = re.compile(r"\b(the|an?) (an unknown )", re.IGNORECASE)
"""Matches a double article: a line says `the {card}`, and its reader does not know the card."""


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
        self._strand = 0  # the strand in which events happen now
        self._waiting: list[int] = []  # the lines of strands that have not joined
        self._readers: list[int] = []  # the readers of the current text, and of the texts around it
        self._picked = 0
        self._asked: dict[int, tuple[str, Line]] = {}  # the last prompt with slots, by strand

    def asked(self, strand: int, reader: int, name: str, language: str) -> str | None:
        """The prompt with this name in a strand, as its player may read it; None if there was no such prompt, or
        the game has no words in that language."""
        self._catch_up()
        key, line = self._asked.get(strand, ("", None))
        if line is None or key != name or language not in line.template:
            return None
        return line.filled(line.template[language], line.known(reader), self._names, reader, language)

    def turns(self) -> int:
        """How many turns of phases with turns were begun, or taken, if a turn is a choice of one option."""
        self._catch_up()
        return self._turns

    def covered(self) -> set[str]:
        """The texts that were reached so far."""
        self._catch_up()
        return set(self._covered)

    def lines(self, since: int = 0) -> Iterator[Line]:
        self._catch_up()
        return iter([line for line in self._lines if line.step >= since or since <= 0])

    def texts(self, position: Position, reader: int | None, language: str, since: int = 0) -> list[str]:
        """The lines as a reader may read them, in the order in which they become visible to that reader.

        A series of secret choices of one player is a single line, which appears when the series ends: a secret
        choice may have led to further ones.
        """
        found = self._read(position, reader, language)
        return [text for step, text, _ in found if step >= since or since <= 0]

    def read(self, position: Position, reader: int | None) -> list[tuple[int, Line]]:
        """The lines that a reader may read, each with the action from which on it is visible."""
        return [(step, line) for step, _, line in self._read(position, reader, BASE)]

    def parts(self, position: Position, reader: int | None, language: str) -> list[tuple[str, str]]:
        """The lines that a reader may read, each with what it adds to the previous one if both belong to one move:
        what to do, with what, and where are separate choices. Empty if a line stands for itself."""
        found: list[tuple[str, str]] = []
        before: Line | None = None
        for _, text, line in self._read(position, reader, language):
            joins = before is not None and self._joins(before, line, reader)
            added = in_language(line.labels, language) if joins else ""
            found.append((text, added))
            before = line
        return found

    def _joins(self, before: Line, line: Line, reader: int | None) -> bool:
        """Whether two consecutive lines belong to one move of a player."""
        same = before.kind == line.kind == "choice" and before.player == line.player
        near = before.strand == line.strand and (line.strand != 0 or before.step == line.step - 1)
        return (
            line.within and same and near and {before.visibility(reader), line.visibility(reader)} == {"what"}
        )

    def choices(self, position: Position, reader: int | None) -> int:
        """How many choices a reader knows of: consecutive secret ones count once."""
        return sum(line.kind in ("choice", "luck") for _, _, line in self._read(position, reader, BASE))

    def _read(self, position: Position, reader: int | None, language: str) -> list[tuple[int, str, Line]]:
        """The lines that a reader may read, each with the action from which on it is visible, and its text."""
        self._catch_up()
        found: list[tuple[int, str, Line]] = []
        chosen: tuple[int, int] | None = None  # the player and action of a secret choice that ends the log
        for line in self._in_order(reader):
            if not (text := line.text(self._names, reader, language)):
                continue
            that = line.kind == "choice" and line.visibility(reader) == "that"
            by = (line.player, line.place if line.strand else NONE) if that else None
            if by is None or by != chosen:
                found.append((line.visible_from(reader), text, line))
            chosen = by
        if chosen is not None and chosen[1] == NONE and self._goes_on_in_secret(position, reader, chosen[0]):
            found.pop()
        return found

    def _goes_on_in_secret(self, position: Position, reader: int | None, player: int) -> bool:
        pending = position.seen_by(reader).pending()
        return any(one.player == player and self._rules.site(one.site).secret for one in pending)

    def _in_order(self, reader: int | None) -> list[Line]:
        """The lines in the order in which they become visible to a reader. Lines of joined strands are sorted by
        player, since the order in which players answered is not public."""
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
        self._add(attrs.evolve(line, action=entry.action, spot=self._spot(entry), before=knows))
        sink = _Sink(self, m, knows)
        engine.act(m, entry.strand, entry.action, sink)
        # By then, a played card has been seen, though it may be shuffled away immediately.
        learnt = tuple(map(or_, sink.learnt, self._knows(m)))
        if self._picked:
            self._lines[said] = attrs.evolve(self._lines[said], pieces=self._picked, knows=learnt)
        self._see_moved(m)
        if engine.over(m):
            self._end(m)

    def _spot(self, entry: Entry) -> tuple[int, int] | None:
        """The place and position of a piece that is picked by its position."""
        action = self._rules.action_of[entry.action]
        if action.argument is not Argument.POSITION:
            return None
        places = self._rules.tracing.positions(self._memory, entry.strand)
        return places[action.first], entry.action - action.first

    def _see_moved(self, m: Memory) -> None:
        """Notes the designs that have a piece which is no longer where it began."""
        layout = self._rules.lowered.program.layout
        initial = self._rules.lowered.program.initial
        for piece in range(layout.pieces):
            if m[layout.at + piece] != initial[layout.at + piece]:
                design = self._rules.lowered.tables.design_names[layout.designs[piece]]
                self._covered.add(f"moved {design}")

    def _add(self, line: Line) -> None:
        """Adds a line in the current strand and text."""
        readers = ALL
        for one in self._readers:
            readers = one if readers == ALL else readers & one
        if self._strand:
            self._waiting.append(len(self._lines))
        self._lines.append(attrs.evolve(line, readers=readers, strand=self._strand))

    def _join(self) -> None:
        """All have answered: what they did becomes visible."""
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

    def _event(self, emitted: tuple[int, ...], m: Memory) -> None:
        event: Event = self._rules.lowered.events[emitted[0]]
        match event.kind:
            case "log":
                self._line(event, emitted[1:], self._knows(m))
            case "ask":
                line = self._valued(event, self._rules.game.asks[event.key], emitted[1:], self._knows(m))
                self._asked[self._strand] = event.key, line
            case "picked":
                self._picked |= 1 << emitted[1] if emitted[1] >= 0 else 0
            case "secret":
                self._readers.append(emitted[1])
            case "open":
                del self._readers[-1:]  # none, if the log begins within such a text
            case "strand":
                self._strand = emitted[1] + 1
            case "joined":
                self._join()
            case _:
                if all(emitted[1:]):  # an ability that did not apply has a 0
                    self._covered.add(event.key)
                    self._turns += event.key.startswith(_TURNS)

    def _line(self, event: Event, emitted: tuple[int, ...], knows: tuple[int, ...]) -> None:
        self._add(self._valued(event, self._rules.game.logs[event.key], emitted, knows))

    def _valued(
        self,
        event: Event,
        template: dict[str, tuple[str | LogSlot, ...]],
        emitted: tuple[int, ...],
        knows: tuple[int, ...],
    ) -> Line:
        """A template with the emitted values of its slots."""
        exprs = log_values(template)
        found = {expr: emitted[3 * number : 3 * number + 3] for number, expr in enumerate(exprs)}
        slots = [part for parts in template.values() for part in parts if isinstance(part, LogSlot)]
        values = tuple(Value(slot, slot.value.type, *found[slot.value]) for slot in slots)
        return Line(self._step, "event", NONE, {}, False, template, values, knows)


class _Sink(list[Any]):
    """A sink of the tracing engine. With a memory, it notes what is known at each event."""

    def __init__(self, keeper: LogKeeper, m: Memory | None = None, knows: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.keeper = keeper
        self.m = m
        self.learnt = knows  # for each player, everything that was known at some event
        self.events: list[tuple[int, ...]] = []

    def append(self, emitted: tuple[int, ...]) -> None:
        if self.m is None:
            self.events.append(emitted)
        else:
            self.learnt = tuple(map(or_, self.learnt, self.keeper._knows(self.m)))
            self.keeper._event(emitted, self.m)
