"""Writes the lines of a log: what happened at each action, and who may know it. Readers get them by way of `log`.

It is not written while the match runs, but derived: the journal is replayed on the engine that emits events. A line
stores what each player knew at that moment and which players may read it, so that no line reveals more than its
reader knew; `visibility` decides. Others can read what a player does simultaneously once all have answered.

The writer reads each action once: new lines cost the same however many there are already, and going back discards
only what is later.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import or_
from typing import Any, NamedTuple

import attrs

from .....dsl.languages import say
from .....dsl.model.game import LogSlot
from .....dsl.tree.types import Type
from ....ir import NONE, WINNERS, Argument
from ....lower import ChoiceSite, EmittedEvent
from ....lower.lowered import log_values, spoken
from ....memory.words import Memory, members
from ...decisions.decision import Option
from ...secrecy.visibility import ALL
from ...state.history import History
from ...state.journal import JournalEntry
from ...state.position import SORTS, Position, known_by_each
from .line import GatheredPicks, LogLine, Picked, SlotValue, Template
from .reveal_lines import REVEALED, SHOWN, laid_line, names_to, revealed_line, says_what, shown_line

_TURNS = ("turn ", "option ")  # what is covered once per turn: its text, or the option that was taken
_BEGINNINGS = ("phase ", "turn ")  # what is covered where no move goes on
REFUSALS = ("no", "nothing", "enough")
"""Options of the language after which another move begins."""
ANSWERS = ("yes", "no", "nothing", "enough")
"""Options of the language that say nothing without the question."""


@attrs.frozen
class _Picks:
    """What a player has picked in a series of choices and not yet laid openly: the first and the last action, the
    lines, and the pieces; `within`: the series adds details to the move before it."""

    first: int
    last: int
    lines: tuple[int, ...]
    pieces: int
    within: bool


class _State(NamedTuple):
    """What the writer knew after some actions: how many lines and turns there were, the readers of the texts around,
    the lines of strands that had not joined, the last prompts, the moves that may go on, what was done in the
    series of choices that `enough` ends, what was picked, by player and site, and the turn."""

    lines: int
    turns: int
    readers: tuple[int, ...]
    waiting: tuple[int, ...]
    asked: dict[int, tuple[str, LogLine]]
    moves: dict[int, tuple[int, ...]]
    series: dict[int, frozenset[int]]
    picks: dict[tuple[int, int], _Picks]
    turn: tuple[int, int]


class LogWriter:
    """The lines of one history so far; resumes where it stopped when the journal has grown."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._rules = history.rules
        self._names = history.names
        self._players = len(history.players)
        self._forget()

    def _forget(self) -> None:
        """Begins from the beginning."""
        self._states: list[_State] = []  # after each action, beginning with none
        self._lines: list[LogLine] = []
        self._memory: Memory
        self._step = -1
        self._covered: dict[str, int] = {}  # the action that reached a text first
        self._unmoved = list(range(self._rules.lowered.program.layout.pieces))
        self._turns = 0
        self._strand = 0  # the strand in which events happen now
        self._waiting: list[int] = []  # the lines of strands that have not joined
        self._readers: list[int] = []  # the readers of the current text, and of the texts around it
        self._picked = 0
        self._reveals: list[int] = []  # lines of reveals since the last line for all, of the current action
        self._open: list[int] = []  # lines of the current action whose phrases have not ended
        self._named = False  # whether the line of the current choice names to all what was picked
        self._asked: dict[int, tuple[str, LogLine]] = {}  # the last prompt with slots, by strand
        # The sites of the choices that make a move so far, by strand.
        self._moves: dict[int, tuple[int, ...]] = {}
        self._series: dict[int, frozenset[int]] = {}  # the sites where something was done, by strand
        self._picks: dict[tuple[int, int], _Picks] = {}  # by player and site
        self._shows: list[tuple[str, int]] = []  # lines of what phrases have shown, before their own lines
        self._taken, self._from = 0, NONE  # the pieces taken from the place that was chosen in this action
        self._laid = 0  # the pieces that a name of the text has put where all see them, in the current action
        self._turn = 0, NONE  # how many turns and phases have begun, and whose turn it is
        self._began = False  # whether a phase or a turn has begun in the current action

    # -------------------------------------------------------------- going back, copies

    def cut(self, count: int, memory: Memory) -> int | None:
        """Discards what happened after the first `count` actions, which lead to this memory (it is not changed).
        Returns how many lines stay as they are; None if nothing was discarded."""
        if len(self._states) <= count + 1:
            return None if self._states else 0
        state = self._states[count]
        for number in state.waiting:
            self._lines[number] = attrs.evolve(self._lines[number], joined=None, place=0)
        del self._states[count + 1 :], self._lines[state.lines :]
        self._memory, self._turns = memory[:], state.turns
        self._readers, self._waiting, self._asked = list(state.readers), list(state.waiting), state.asked
        self._moves, self._series, self._picks = state.moves, state.series, state.picks
        self._turn = state.turn
        self._covered = {text: step for text, step in self._covered.items() if step < count}
        self._unmoved = list(range(self._rules.lowered.program.layout.pieces))
        return min((state.lines, *state.waiting))

    def copy_for(self, history: History, count: int) -> LogWriter | None:
        """A writer for another history, which has the first `count` actions in common with this one: `cut` it to
        them before anything else. None if this one has not come so far."""
        if len(self._states) <= count:
            return None
        copy = LogWriter(history)
        copy._states, copy._lines = self._states[:], self._lines[:]
        copy._covered = dict(self._covered)
        copy._states.append(copy._states[-1])  # so that there is something to discard
        return copy

    # ------------------------------------------------------------------------- answers

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

    def lines(self, since: int = 0) -> Iterator[LogLine]:
        """All lines from the `since`-th action on; with 0, also those before the first action."""
        self._catch_up()
        first = bisect_left(self._lines, since, key=_step_of) if since > 0 else 0
        return iter(self._lines[first:])

    def written(self) -> tuple[list[LogLine], int]:
        """All lines, which are not to be changed, and how many of them are final: others wait for the answers of all
        who act simultaneously."""
        self._catch_up()
        return self._lines, min(self._waiting, default=len(self._lines))

    def picks_go_on(self, player: int, site: int) -> bool:
        """Whether the last action was one of a series of picks of a player at a site."""
        picks = self._picks.get((player, site))
        return picks is not None and picks.last == len(self._states) - 2

    # ------------------------------------------------------------------ reading the journal

    def _catch_up(self) -> None:
        try:
            self._go_on()
        except BaseException:
            self._forget()  # the memory is somewhere within an action
            raise

    def _go_on(self) -> None:
        engine = self._rules.tracing
        if not self._states:
            sink = _Sink(self)
            self._memory = self._history.traced_beginning(sink, sink.look_into)
            if engine.over(self._memory):
                self._end(self._memory)
            self._note()
        while len(self._states) <= len(self._history.journal):
            self._play(len(self._states) - 1)
            self._note()

    def _note(self) -> None:
        """Notes what is known after an action."""
        readers, waiting = tuple(self._readers), tuple(self._waiting)
        count = len(self._lines)
        state = _State(
            count,
            self._turns,
            readers,
            waiting,
            self._asked,
            self._moves,
            self._series,
            self._picks,
            self._turn,
        )
        self._states.append(state)

    def _play(self, number: int) -> None:
        """Plays the next action of the journal."""
        engine, m, entry = self._rules.tracing, self._memory, self._history.journal[number]
        self._step = number
        pending = self._history.decision_at(m, number)
        option = Position(self._rules, self._names, m).option(entry.action, pending.player)  # as it was then
        kind = "luck" if pending.player == NONE else "choice"
        knows, said = self._knows(m), len(self._lines)
        self._strand, self._picked, self._reveals, self._open = entry.strand, 0, [], []
        self._laid, self._began, self._taken, self._shows = 0, False, 0, []
        site = self._rules.site(pending.site)
        chosen = self._rules.action_of[entry.action]
        openly = chosen.sort == "cell" and not site.secret and not entry.strand
        self._from = entry.action - chosen.first if openly else NONE
        ends = self._ends(entry.strand, site, option.name)
        within = self._within(entry.strand, site, option.name, ends)
        labels, asked = self._said(site, option)
        question = self._asked.get(entry.strand, ("", None))[1] if site.asked is not None else None
        picks = self._rules.action_of[entry.action].argument in (Argument.PIECE, Argument.DESIGN)
        self._named = picks and not site.secret and pending.player != NONE and entry.strand == 0
        line = LogLine(
            self._step,
            kind,
            knows,
            pending.player,
            labels,
            site.secret,
            within=within,
            asked=asked,
            ends=ends,
            skips=self._skips(),
            question=question,
            told=site.told if option.name not in ANSWERS else {},
            site=site.number,
            picked=self._picked_thing(entry.action, option),
        )
        self._add(attrs.evolve(line, action=entry.action, spot=self._spot(entry), before=knows))
        self._named = self._named and self._lines[said].readers == ALL
        sink = _Sink(self, m, knows)
        self._history.carry_out(engine, m, number, sink)
        if self._picked:
            # What was known before may be forgotten with the choice, and does not show which piece it was. But a
            # played card has been seen, though it may be shuffled away immediately.
            recognised = sink.recognised(m)
            self._lines[said] = attrs.evolve(self._lines[said], pieces=self._picked, knows=recognised)
        if self._taken:
            self._lines[said] = self._with_taken(said)
        if not entry.strand:
            self._gather(site, said)
        self._see_moved(m)
        if engine.over(m):
            self._end(m)

    def _with_taken(self, said: int) -> LogLine:
        """The line of the choice of a place, with what was taken there, unless another line names it."""
        line = self._lines[said]
        taken = laid_line(self._step, line.player, self._taken, line.knows, self._names.languages, line.asked)
        if line.readers != ALL or any(says_what(taken, other) for other in self._lines[said + 1 :]):
            return line
        return attrs.evolve(line, taken=self._taken)

    def _gather(self, site: ChoiceSite, said: int) -> None:
        """Tells what was picked in earlier actions and lies openly now: in the line of the current choice, if it is
        the last of the series, else in a line after it. Notes what the current choice has picked."""
        line = self._lines[said]
        mine = (line.player, site.number)
        for whose, picks in list(self._picks.items()):
            if not (laid := picks.pieces & self._laid):
                continue
            self._picks = {one: other for one, other in self._picks.items() if one != whose}
            if picks.pieces & ~laid:
                self._picks[whose] = attrs.evolve(picks, pieces=picks.pieces & ~laid)
            if whose == mine and picks.last == self._step - 1:
                own = line.pieces if line.visibility(None) == "what" else 0
                gathered = GatheredPicks(laid | own, picks.first, picks.within, self._saw(picks))
                self._lines[said] = attrs.evolve(line, gathered=gathered)
                continue
            asked = self._lines[picks.lines[-1]].asked
            later = laid_line(self._step, whose[0], laid, line.knows, self._names.languages, asked)
            if not any(says_what(later, other) for other in self._lines[said + 1 :]):
                self._lines.insert(said + 1, later)
        hidden = line.pieces if line.visibility(None) == "that" else 0
        if site.laid and hidden & ~self._laid:
            before = self._picks.get(mine)
            if before is None or before.last != self._step - 1:
                before = _Picks(self._step, self._step, (), 0, line.within)
            picks = attrs.evolve(
                before, last=self._step, lines=(*before.lines, said), pieces=before.pieces | hidden
            )
            self._picks = {**self._picks, mine: picks}
        if self._began:
            self._picks = {}

    def _saw(self, picks: _Picks) -> frozenset[int | None]:
        """The readers who have read of each pick what it was."""
        readers = (*range(self._players), None)
        return frozenset(
            reader
            for reader in readers
            if all(self._lines[number].visibility(reader) == "what" for number in picks.lines)
        )

    def _within(self, strand: int, site: ChoiceSite, option: str, ends: bool) -> bool:
        """Whether a choice adds details to the move of the one before. A new phase or turn begins a new move, and so
        does a loop that comes back to a choice by way of others, and whatever follows when a player does nothing.
        Notes the choice as part of its move."""
        if ends:  # the line is left out
            return False
        move = self._moves.get(strand, ())
        details = site.kind in ("choose", "choose one") and option != "enough"
        goes_on = details and (site.number not in move or site.number == move[-1])
        after = (*(move if goes_on else ()), site.number) if option not in REFUSALS else ()
        self._moves = {**self._moves, strand: after}
        return goes_on and bool(move)

    def _ends(self, strand: int, site: ChoiceSite, option: str) -> bool:
        """Whether an option ends a series of choices in which something was done, so that the lines before say it.
        Notes what is done in series."""
        series = self._series.get(strand, frozenset())
        if not site.does or option == "no":
            return False
        after = series - {site.number} if option == "enough" else series | {site.number}
        self._series = {**self._series, strand: after}
        return option == "enough" and site.number in series

    def _skips(self) -> int:
        """How many actions immediately before this one have only a line that is left out."""
        before = next((one for one in reversed(self._lines) if one.kind in ("choice", "luck")), None)
        return before.skips + 1 if before is not None and before.ends else 0

    def _said(self, site: ChoiceSite, option: Option) -> tuple[dict[str, str], dict[str, str]]:
        """What a line says of an option, by language, and the question to which it is the answer, if the option says
        nothing without it: an answer such as `no`, something that is picked, or an option called like a thing.
        Instead of `yes` it says what the player does."""
        if option.kind != "none" or any(
            one.casefold() in self._rules.things for one in option.labels.values()
        ):
            return option.labels, {language: site.question(language) for language in self._names.languages}
        if option.name not in ANSWERS:
            return option.labels, {}
        labels, asked = dict(option.labels), {}
        for language in self._names.languages:
            yes = option.name == "yes" and site.kind == "may"
            if yes and labels.get(language, "") != say("option.yes", language):
                continue  # the game's own words
            if yes and (done := site.done(language)):
                labels[language] = done
            elif question := site.question(language):
                asked[language] = question
        return labels, asked

    def _picked_thing(self, number: int, option: Option) -> Picked | None:
        """What an option stands for, if that has forms of its name."""
        action = self._rules.action_of[number]
        type_ = SORTS.get(action.sort)
        if action.sort == "cell":
            type_ = Type("cell")
        return None if type_ is None else Picked(type_, number - action.first, option.bare)

    def _spot(self, entry: JournalEntry) -> tuple[int, int] | None:
        """The place and position of a piece that is picked by its position."""
        action = self._rules.action_of[entry.action]
        if action.argument is not Argument.POSITION:
            return None
        places = self._rules.tracing.positions(self._memory, entry.strand)
        return places[action.first], entry.action - action.first

    def _see_moved(self, m: Memory) -> None:
        """Notes the designs that have a piece which is no longer where it began."""
        layout, tables = self._rules.lowered.program.layout, self._rules.lowered.tables
        initial = self._rules.lowered.program.initial
        left = []
        for piece in self._unmoved:
            if m[layout.at + piece] == initial[layout.at + piece]:
                left.append(piece)
            else:
                self._covered.setdefault(f"moved {tables.design_names[layout.designs[piece]]}", self._step)
        self._unmoved = left

    def _add(self, line: LogLine) -> None:
        """Adds a line in the current strand and text."""
        readers = ALL
        for one in (line.readers, *self._readers):
            readers = one if readers == ALL else readers if one == ALL else readers & one
        line = attrs.evolve(line, readers=readers, strand=self._strand, turn=self._turn)
        if line.key == SHOWN:
            pass
        elif readers == ALL and line.key != REVEALED:  # a line for some must not change what others read
            self._said_again(line)
        elif readers == ALL:
            self._reveals.append(len(self._lines))
        if self._strand:
            self._waiting.append(len(self._lines))
        self._lines.append(line)

    def _said_again(self, line: LogLine) -> None:
        """Removes the lines of the reveals just before a line that names all that they name."""
        reveals, self._reveals = self._reveals, []
        if reveals and all(says_what(self._lines[number], line) for number in reveals):
            for number in reversed(reveals):
                self._drop(number)

    def _reveal(self, pieces: int, m: Memory) -> None:
        """Adds a line for pieces that are about to be revealed, unless their choice names them."""
        if self._named and not pieces & ~self._picked:
            return
        layout = self._rules.lowered.program.layout
        places = {m[layout.at + piece] for piece in members(pieces)}
        everybody = (1 << self._players) - 1
        seen = (one != NONE and not everybody & ~layout.places[one].viewers for one in places)
        if not all(seen):  # not: if not all know them, since who knows what may be a secret
            place = places.pop() if len(places) == 1 else NONE
            self._add(revealed_line(self._step, pieces, place, self._knows(m), self._names.languages))

    def _join(self) -> None:
        """All have answered: what they did becomes visible."""
        for number in self._waiting:
            line = attrs.evolve(self._lines[number], joined=self._step, place=len(self._lines) - 1)
            self._lines[number] = line
        self._waiting, self._strand, self._moves, self._series = [], 0, {}, {}

    def _end(self, m: Memory) -> None:
        self._strand, self._readers, self._turn = 0, [], (self._turn[0] + 1, NONE)
        winners = tuple(members(m[WINNERS]))
        self._add(LogLine(self._step, "over", winners, scores=self._scores(m)))

    def _scores(self, m: Memory) -> tuple[int, ...]:
        """The scores of the players, if the game keeps any."""
        score = self._rules.score
        return tuple(score(m, player) for player in range(self._players)) if score is not None else ()

    def _knows(self, m: Memory) -> tuple[int, ...]:
        return known_by_each(self._rules, m, self._players)

    def _in_sight(self, pieces: int, m: Memory) -> tuple[int, ...]:
        """For each player, those of some pieces that lie where the player sees them."""
        layout = self._rules.lowered.program.layout
        found = [0] * self._players
        for piece in members(pieces):
            place = m[layout.at + piece]
            viewers = layout.places[place].viewers if place != NONE else 0
            for player in range(self._players):
                found[player] |= (viewers >> player & 1) << piece
        return tuple(found)

    def _event(self, emitted: tuple[int, ...], m: Memory) -> None:
        event: EmittedEvent = self._rules.lowered.events[emitted[0]]
        match event.kind:
            case "log":
                self._line(event, emitted[1:], self._knows(m), m)
                if event.key.startswith("phrase "):
                    self._open.append(len(self._lines) - 1)
            case "told":
                del self._open[-1:]  # none, if the phrase began with an earlier action
            case "ask":
                words = event.lines or spoken(self._rules.game, event.key)
                line = self._valued(event, words, emitted[1:], self._knows(m))
                asks = event.lines or self._rules.game.asks.get(event.key, {})
                self._asked = {**self._asked, self._strand: (event.key, attrs.evolve(line, template=asks))}
            case "picked":
                self._picked |= 1 << emitted[1] if emitted[1] >= 0 else 0
            case "taken":
                self._take(emitted[1], m)
            case "shown":
                self._show(event, emitted[1], emitted[2], emitted[3], m)
            case "seen":
                self._see_named(event, emitted[1], m)
            case "revealed":
                self._reveal(emitted[1], m)
            case "secret":
                self._readers.append(emitted[1])
            case "open":
                del self._readers[-1:]  # none, if the log begins within such a text
            case "strand":
                self._strand = emitted[1] + 1
            case "joined":
                self._join()
            case "turn":
                self._turn = self._turn[0] + 1, emitted[1]
            case _:
                if all(emitted[1:]):  # an ability that did not apply has a 0
                    self._covered.setdefault(event.key, self._step)
                    self._turns += event.key.startswith(_TURNS)
                    if event.key.startswith("phase "):
                        self._turn = self._turn[0] + 1, NONE
                    if event.key.startswith(_BEGINNINGS):
                        self._moves, self._series, self._began = {}, {}, True

    def _show(self, event: EmittedEvent, pieces: int, players: int, place: int, m: Memory) -> None:
        """Adds a line for pieces that are about to be shown to some players, unless the line of the phrase that shows
        them names them to these."""
        noticed, whole, phrase = event.key.split("/", 2)
        layout = self._rules.lowered.program.layout
        if whole and place != NONE and not pieces:
            return  # nothing lies there, as everybody knows
        viewers = layout.places[place].viewers if place != NONE else 0
        players &= ((1 << self._players) - 1) & ~viewers
        if not players:
            return
        around = self._lines[self._open[-1]] if self._open else None
        if around is not None and around.key == phrase and names_to(around, pieces, players):
            return
        knows, languages = self._knows(m), self._names.languages
        noted = bool(noticed) and not self._moves_alone(players)
        line = shown_line(
            self._step, pieces, players, place, knows, languages, whole=bool(whole), noticed=noted
        )
        if phrase:
            self._shows.append((phrase, len(self._lines)))
        self._add(line)

    def _moves_alone(self, players: int) -> bool:
        """Whether these are exactly the player whose choice began the action: others have read of it, and need not
        read that this player then looked at something."""
        return any(
            line.step == self._step and line.kind == "choice" and players == 1 << line.player
            for line in reversed(self._lines)
            if line.player != NONE
        )

    def _said_to_them(self, line: LogLine) -> None:
        """Removes the lines of what a phrase has just shown to some players if its own line names it to them."""
        for phrase, number in reversed(self._shows):
            shown = self._lines[number]
            if phrase == line.key and names_to(line, shown.values[0].number, shown.seers):
                self._drop(number)
        self._shows = []

    def _drop(self, number: int) -> None:
        """Removes a line of the current action."""
        del self._lines[number]
        self._waiting = [one - (one > number) for one in self._waiting if one != number]
        self._open = [one - (one > number) for one in self._open]
        self._reveals = [one - (one > number) for one in self._reveals]

    def _take(self, piece: int, m: Memory) -> None:
        """Notes a piece that is about to be taken from the place that was chosen, if all players see it there."""
        place = m[self._rules.lowered.program.layout.at + piece] if piece != NONE else NONE
        if place != NONE and place == self._from and self._all_see(place):
            self._taken |= 1 << piece

    def _all_see(self, place: int) -> bool:
        return not ((1 << self._players) - 1) & ~self._rules.lowered.program.layout.places[place].viewers

    def _see_named(self, event: EmittedEvent, pieces: int, m: Memory) -> None:
        """Lets the line of a phrase name pieces to players who have just seen that they are what a slot stands for:
        the phrase has put them where these players see them. The line must be of this action, so that nobody has
        read it."""
        layout = self._rules.lowered.program.layout
        for piece in members(pieces):
            place = m[layout.at + piece]
            if place != NONE and not self._began and self._all_see(place):
                self._laid |= 1 << piece
        if not self._open or self._lines[self._open[-1]].key != event.key:
            return
        line = self._lines[self._open[-1]]
        knows = tuple(map(or_, line.knows, self._in_sight(pieces, m)))
        self._lines[self._open[-1]] = attrs.evolve(line, knows=knows)

    def _line(self, event: EmittedEvent, emitted: tuple[int, ...], knows: tuple[int, ...], m: Memory) -> None:
        line = self._valued(event, self._rules.game.logs[event.key], emitted, knows)
        if event.key.startswith("phase ") and self._rules.lowered.open_score:
            line = attrs.evolve(line, scores=self._scores(m))
        self._said_to_them(line)
        self._add(line)

    def _valued(
        self,
        event: EmittedEvent,
        template: Template,
        emitted: tuple[int, ...],
        knows: tuple[int, ...],
    ) -> LogLine:
        """A template with the emitted values of its slots."""
        exprs = log_values(template)
        found = {expr: emitted[3 * number : 3 * number + 3] for number, expr in enumerate(exprs)}
        slots = [part for parts in template.values() for part in parts if isinstance(part, LogSlot)]
        values = tuple(SlotValue(slot, slot.value.type, *found[slot.value]) for slot in slots)
        return LogLine(self._step, "event", knows, template=template, values=values, key=event.key)


def _step_of(line: LogLine) -> int:
    return line.step


class _Sink(list[Any]):
    """A sink of the tracing engine. It notes at each event what players have learnt since the one before, and which
    of the picked pieces they see; `knows` is what they knew before the first. What happens after all have answered
    does not count: it would show whose answer was the last. Before the first event it needs a memory."""

    def __init__(self, writer: LogWriter, m: Memory | None = None, knows: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.writer = writer
        self.m = m
        self._knows = knows
        self._recognised = (0,) * len(knows)
        self._answers = writer._strand != 0  # whether the action is a simultaneous answer
        self._joined = False

    def look_into(self, m: Memory) -> None:
        """The memory in which everything happens, before it does."""
        self.m, self._knows = m, self.writer._knows(m)
        self._recognised = (0,) * len(self._knows)

    def append(self, emitted: tuple[int, ...]) -> None:
        assert self.m is not None, "look_into comes first"
        self.writer._event(emitted, self.m)
        if not self._joined:
            self._look(self.m)
            self._joined = self._answers and self.writer._strand == 0

    def recognised(self, m: Memory) -> tuple[int, ...]:
        """For each player, the pieces that were learnt on the way, the picked ones that lay in sight, and those that
        were known in the end."""
        if not self._joined:
            self._look(m)
        return tuple(map(or_, self._recognised, self._knows))

    def _look(self, m: Memory) -> None:
        knows, seen = self.writer._knows(m), self.writer._in_sight(self.writer._picked, m)
        learnt = (after & ~before for before, after in zip(self._knows, knows, strict=True))
        self._recognised = tuple(map(or_, self._recognised, map(or_, learnt, seen)))
        self._knows = knows
