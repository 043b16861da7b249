"""A match: one play of a game, from decision to decision.

    match = Match(game, players=3, seed=7)
    while not match.is_over:
        decision = match.decision
        match.choose(decision.options[0])
    print(match.winners)

A match belongs to one thread at a time; the game and its rules can be shared. It consists of a position, which holds
the memory and is replaced with every action, and of a history: the set-up and the journal, from which undo, log and
record derive. `Match` is a facade: the modules below it do the work on positions and histories, and do not know it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, ParamSpec, TypeVar

import attrs

from ...dsl.languages import BASE
from ...dsl.model.game import Game
from ..engine.protocol import Pending
from ..ir import NONE, OVER
from ..lower.start import Start
from ..memory.faults import RulesFault
from ..memory.words import Memory, memory_of
from .decisions.decision import Decision, Option
from .decisions.open_decisions import OpenDecisions
from .decisions.takeback import answers_after, last_of
from .errors import (
    BrokenRulesError,
    MatchError,
    NoDecisionError,
    SaveError,
)
from .output.log.line import LogLine
from .output.objects.choices import objects_of
from .output.objects.classes import Choice, Event, Objects
from .output.objects.events import events_of
from .output.readers import Readers
from .output.view import View, view_of
from .records.named_choices import Stopped, notes_in
from .records.record import (
    broken_rules,
    check_memory,
    check_rules,
    entries_of,
    leads_there,
    past_positions,
    players_of,
    read_record,
    record_text,
    save_text,
    start_of,
)
from .records.replaying import replay, retrace
from .secrecy.determinize import determinize, exchanges_only_pieces
from .secrecy.information_gain import Revelation, revelations
from .setup.names import MatchNames, check_reader
from .setup.options import OptionValue, check_player, check_seed, names_of, options_of
from .setup.rules import Rules, prepare
from .state.audit import audit
from .state.forks import ForkPoint
from .state.history import Edit, History
from .state.journal import JournalEntry
from .state.position import Position
from .state.position_key import position_key

Forced = Literal["ask", "take"]
"""What happens if there is only one option."""

P = ParamSpec("P")
R = TypeVar("R")


@attrs.frozen
class Retraced:
    """How far a record could be repeated under the rules of another game: the match, in which the first `taken` of
    the record's `total` choices have been made, and what has stopped it (None: nothing, all have been made)."""

    match: Match
    taken: int
    total: int
    stop: Stopped | None


class Match:
    """One play of a game.

    `players` is a number or the players' names; `options` are the options of the set-up by name. With
    `explicit_chance`, luck becomes decisions of a player called chance (number -1). `forced` says what happens if
    there is only one option: "ask" leaves it to the player; "take" carries it out, unless that would reveal a secret,
    or the game wants the player to be asked. Journal and records are the same in both cases.
    `engine` is "python", "native", or "auto" (the usual one): on Python first, and natively once that pays, if it can
    be had. Matches are the same on every engine; `RULEWRIGHT_ENGINE` in the environment says which is the usual one.
    Raises `SetupError` for players and options that the game does not have, `EngineError` for an engine that cannot
    be had, and `TypeError` for wrong Python types.

    A match can be pickled together with its game, and copied by `copy` (a copy is a `clone`).
    """

    def __init__(
        self,
        game: Game,
        players: int | Sequence[str] = 2,
        seed: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        *,
        explicit_chance: bool = False,
        forced: Forced = "ask",
        engine: str | None = None,
    ) -> None:
        rules = prepare(game, explicit_chance=explicit_chance, engine=engine)
        self._set_up(rules, names_of(game, players), seed, options)
        self.take_forced(forced)

    @classmethod
    def begin(
        cls,
        rules: Rules,
        players: Sequence[str],
        seed: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        *,
        edit: Edit | None = None,
        actor: int = 0,
        start: Start | None = None,
    ) -> Match:
        """A match of prepared rules whose memory is edited before the rules begin, for scenarios. `start` is one of
        those of the rules, by default the first."""
        match = object.__new__(cls)
        which = 0 if start is None else rules.starts.index(start)
        match._set_up(rules, names_of(rules.game, players), seed, options, edit, actor, which)
        return match

    def _set_up(
        self,
        rules: Rules,
        players: tuple[str, ...],
        seed: int,
        options: Mapping[str, OptionValue] | None,
        edit: Edit | None = None,
        actor: int = 0,
        which: int = 0,
    ) -> None:
        history = History(
            rules, MatchNames(rules.lowered, players), check_seed(seed), options_of(options), actor, which
        )
        try:
            position = history.position_of(history.begin(edit))
            position.look_ahead()
        except RulesFault as fault:
            raise broken_rules(history, history.explained(fault, None)) from None
        self._hold(Readers(history), position)

    def _hold(self, readers: Readers, position: Position, forced: Forced = "ask") -> None:
        """Sets everything."""
        self.readers, self.position, self.forced = readers, position, forced
        self.history = readers.history
        self.rules = self.history.rules
        self.game = self.rules.game
        self.names = self.history.names
        self.deals_only_pieces = False  # for a re-deal: whether it can be dealt again from there
        self._open_here: OpenDecisions | None = None

    def _fairly(self, question: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """The result of a function; a fault of the rules becomes this match's error."""
        try:
            return question(*arguments, **named)
        except RulesFault as fault:
            raise self.broken(fault) from None

    # ----------------------------------------------------------------- the position

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names."""
        return self.names.players

    @property
    def engine(self) -> str:
        """The engine that plays at the moment: "python" or "native"."""
        return self.rules.engine.name

    @property
    def why_engine(self) -> str:
        """Why this engine plays, for people: "there has been too little to do to compile it"."""
        return self.rules.tiers.why

    @property
    def seed(self) -> int:
        """The seed of luck."""
        return self.history.seed

    @property
    def options(self) -> dict[str, OptionValue]:
        """The given options of the set-up, by name."""
        return self.history.options

    @property
    def memory(self) -> Memory:
        """The memory of the position. Do not change it; after a choice, another memory takes its place."""
        return self.position.memory

    @property
    def journal(self) -> list[JournalEntry]:
        """The actions so far. Do not change the list."""
        return self.history.journal

    @property
    def fork(self) -> ForkPoint | None:
        """Where players began to act simultaneously; None if they do not."""
        return self.position.fork

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.position.memory[OVER] != 0

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won; empty while the match runs, and if nobody has."""
        return self.position.winners

    @property
    def result(self) -> tuple[int, ...] | None:
        """For each player 1 (has won), 0 (nobody has) or -1 (somebody else has); None while the match runs."""
        return self.position.result

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The players' current scores, by the game's `score:`; None if it keeps none."""
        return self._fairly(self.position.scores)

    def number(self, name: str, player: int = NONE) -> int:
        """The current value of a number that the game declares, for the player who acts (NONE: nobody)."""
        numbers = self.rules.lowered.numbers
        if name not in numbers:
            known = ", ".join(numbers) or "none"
            raise MatchError(f"the game declares no number '{name}'", f"it has: {known}")
        return self._fairly(self.position.number, numbers[name], player)

    # -------------------------------------------------------------------- decisions

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All open decisions; more than one only while players act simultaneously."""
        return self._open.all

    @property
    def _open(self) -> OpenDecisions:
        """What can be decided in the position."""
        if self._open_here is None or self._open_here.position is not self.position:
            self._open_here = OpenDecisions(self.position, self.readers)
        return self._open_here

    @property
    def decision(self) -> Decision:
        """The open decision (of the first player, if there are several)."""
        decisions = self.decisions
        if not decisions:
            raise NoDecisionError("the match is over")
        return decisions[0]

    def pending(self) -> list[Pending]:
        """The open decisions by strand, site and player, from which `decisions` is made."""
        return self.position.pending()

    def pending_for(self, reader: int | None) -> list[Pending]:
        """The open decisions that a reader may know of."""
        return self.position.seen_by(reader).pending()

    def legal(self, strand: int = 0) -> list[int]:
        """The numbers of the legal actions of a strand (0: the main strand). Do not change the list."""
        return self.position.legal(strand)

    def option(self, number: int, player: int = NONE) -> Option:
        """The option with an action number, legal or not, as the player reads it."""
        return self.position.option(number, player)

    def choose(self, option: Option | int | str, player: int | None = None) -> None:
        """Takes an option, by itself, its number, id or name, and runs the rules to the next decision.

        Raises `IllegalChoiceError` for an illegal choice, and `BrokenRulesError` if the rules go wrong; in both
        cases, nothing has changed.
        """
        self.take(*self._open.find(option, player))

    def take(self, strand: int, number: int) -> None:
        """Takes a legal action by its number (one of `legal(strand)`): like `choose`, but without a look-up."""
        self._take(strand, number)
        if self.forced == "take":
            self._take_forced(len(self.journal) - 1)

    def take_forced(self, forced: Forced = "take") -> None:
        """Sets what happens from now on if there is only one option; "take" also applies to the open decision."""
        if forced not in ("ask", "take"):
            raise MatchError(f'\'forced\' is "ask" or "take", not {forced!r}')
        self.forced = forced
        if forced == "take":
            self._take_forced(len(self.journal))

    def _take_forced(self, before: int) -> None:
        """Takes forced actions. If the rules go wrong, cuts the journal back to the length `before`."""
        try:
            while len(self.journal) < self.game.step_bound:
                one = next(filter(self.position.is_forced, self.pending()), None)
                if one is None:
                    return
                self._take(one.strand, self.legal(one.strand)[0])
        except BrokenRulesError:
            self.back_to(before)
            raise

    def _take(self, strand: int, number: int) -> None:
        history, entry = self.history, JournalEntry(strand, number)
        try:
            after = self.position.after(strand, number, len(history.journal) + 1)
        except RulesFault as fault:
            raise self.broken(history.explained(fault, self.position, entry), entry) from None
        history.add(entry, self.position, after)
        self.position = after

    def why_not(
        self, option: Option | int | str, player: int | None = None, language: str = BASE
    ) -> str | None:
        """Why an option cannot be chosen now; None if it can. Conditions are quoted from the rules.

        With a player, `option` can also be the id of an object: then None says that some option names the object.
        """
        return self._open.why_not(option, player, language)

    def broken(self, fault: RulesFault, last: JournalEntry | None = None) -> BrokenRulesError:
        """A fault of the rules as this match's error, with the record that leads to it."""
        return broken_rules(self.history, fault, last)

    # ------------------------------------------------------------- copies and history

    def clone(self) -> Match:
        """An independent copy."""
        return self._other(self.readers.clone(self.history.clone()), self.position.clone(), self.forced)

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Match:
        return self.clone()

    @staticmethod
    def _other(readers: Readers, position: Position, forced: Forced) -> Match:
        match = object.__new__(Match)
        match._hold(readers, position, forced)
        return match

    def __getstate__(self) -> tuple[Any, ...]:
        at = self.position
        return self.readers, (at.memory, at.fork, at.answers), self.forced

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        readers, position, forced = state
        history: History = readers.history
        self._hold(readers, Position(history.rules, history.names, *position), forced)

    def snapshot(self) -> bytes:
        """The memory, byte for byte."""
        return self.memory.tobytes()

    def restore(self, snapshot: bytes, journal: Sequence[JournalEntry] | None = None) -> None:
        """Sets the memory to a snapshot of a match of the same game and players."""
        if len(snapshot) != len(self.memory) * self.memory.itemsize:
            raise MatchError("this is no snapshot of a match of this game")
        history = self.history.of_start(snapshot if journal is None else self.history.start, journal or ())
        self._hold(Readers(history), history.position_of(memory_of(snapshot)), self.forced)

    def forget_history(self) -> None:
        """Lets the journal begin here, since the actions before no longer lead to this memory."""
        self.restore(self.snapshot())

    def place(self, memory: Memory, fork: ForkPoint | None, journal: Sequence[JournalEntry]) -> None:
        """Sets the match to a position that the caller has reached; the memory is not copied."""
        history = self.history.of_start(self.history.start, journal)
        self._hold(Readers(history), history.position(memory, fork, len(journal)), self.forced)

    def undo(self, player: int | None = None, bots: Collection[int] = ()) -> JournalEntry:
        """Takes back the last action, whatever it was, and returns it. Raises `NoDecisionError` if there is none.

        With a player, takes back that player's last decision, and decisions of `bots` since then, under the rules for
        people: raises `UndoError` if somebody has learnt something since, or another person has decided.
        """
        if player is None:
            if not self.journal:
                raise NoDecisionError("there is nothing to take back")
            count = self.history.last_asked() if self.forced == "take" else len(self.journal) - 1
            last = self.journal[count]
            self.back_to(count)
            return last
        check_player(player, len(self.players))
        takes_forced = self.forced == "take"
        own = last_of(self.history, self.position, self.readers, player, bots, takes_forced=takes_forced)
        last, later = self.journal[own], self.journal[own + 1 :]
        others = answers_after(self.position, last, later)
        self.back_to(own)
        for entry in others:
            self._take(entry.strand, entry.action)
        return last

    def back_to(self, count: int) -> None:
        """Takes back all but the first `count` actions of the journal."""
        position = self.history.at(count)
        self.history.cut(count)
        self.readers.cut(count, position)
        self.position = position

    def deciders(self) -> list[int]:
        """The player of each action in the journal (-1: luck)."""
        return self.history.deciders()

    def revelations(self, since: int = 0) -> list[Revelation]:
        """The actions, from the `since`-th on, that revealed something. Not for players."""
        return list(revelations(self.history, since))

    def save(self) -> str:
        """The match as text, which `Match.load` resumes."""
        return save_text(self.history, self.memory)

    def record(self) -> str:
        """The record of the match as text, which `Match.replay` replays."""
        return record_text(self.history, over=self.is_over)

    @staticmethod
    def load(
        game: Game,
        text: str,
        *,
        other_rules: bool = False,
        before_fault: bool = False,
        forced: Forced = "ask",
        engine: str | None = None,
    ) -> Match:
        """Resumes a save, or a record; with `before_fault`, the record of a fault is resumed just before that fault.
        It may have been played on another engine. Raises `SaveError` if it is damaged, `StaleSaveError` if it is of
        other rules, and `BrokenRulesError` if the rules go wrong. Other rules can be tried, as by `replay`.

        The save of a long match is resumed from the last of the past positions in it. What lies before that is
        replayed only when it is needed (for the log, or to go back that far), which raises `SaveError` if the save
        was forged so that its actions do not lead there.
        """
        data = read_record(text)
        match = _begun(game, data, other_rules, engine)
        if not _resumed(match, data):
            replay(match, data, before_fault=before_fault)
        check_memory(data, match.position)
        match.take_forced(forced)
        return match

    @staticmethod
    def replay(game: Game, text: str, *, other_rules: bool = False, engine: str | None = None) -> Match:
        """Replays a record (or a save) from its beginning. Raises the same as `load`.

        With `other_rules`, the rules may have changed since. Then what was chosen is looked up by its name, never by
        its number; a choice that cannot be made any more raises `StaleSaveError`, which says what was chosen
        (`retrace` keeps what comes before it).
        """
        data = read_record(text)
        match = _begun(game, data, other_rules, engine)
        replay(match, data)
        return match

    @staticmethod
    def retrace(game: Game, text: str, *, forced: Forced = "ask", engine: str | None = None) -> Retraced:
        """Repeats the choices of a record (or a save) under rules that may have changed since, as far as that goes:
        stops before the first one that these rules cannot repeat, and says which one that was, and why. Raises
        `SaveError` if the text is damaged, `StaleSaveError` if it is of another game or of other variants, and
        `SetupError` if the set-up is not possible any more."""
        data = read_record(text)
        match = _begun(game, data, True, engine)
        stop = retrace(match, data)
        taken = len(match.journal)
        match.take_forced(forced)
        return Retraced(match, taken, len(data["actions"]), stop)

    # --------------------------------------------------------------- what players see

    def view(self, player: int | None = None, language: str = BASE) -> View:
        """What a player (None: an onlooker) may know, as plain data."""
        check_reader(player, language, self.names)
        return self._fairly(view_of, self.position, player, language)

    def objects(self, player: int | None = None) -> Objects:
        """The same as objects with ids: the pieces, places, cells and players, and what the player has to decide."""
        check_reader(player, BASE, self.names)
        decision = None if player is None else self._open.of(player)
        return self._fairly(objects_of, self.readers[player].observer(self.position), decision)

    def choices(self, player: int) -> dict[int, Choice]:
        """The options of a player, by their numbers; empty if the player has nothing to decide."""
        check_player(player, len(self.players))
        return self._open.choices(player)

    def events(self, player: int | None = None, since: int = 0) -> list[Event]:
        """The events, from the `since`-th on, as a player (None: an onlooker) may know them: the lines of the log as
        data, with the objects that they name."""
        check_reader(player, BASE, self.names)
        if not isinstance(since, int):
            raise TypeError(f"the number of an event is a number from 0, not {since!r}")
        first = max(since, 0)
        lines = self.readers.log.transcript(player).lines(self.position, first)
        return events_of(self.position, self.readers[player].identified, lines, player, first)

    def forget_log(self) -> None:
        """Discards the lines of the log, to free memory; they are derived again on next use."""
        self.readers.forget_log()

    def log(self, player: int | None = None, language: str = BASE, since: int = 0) -> list[str]:
        """The lines of the log from the `since`-th action on, as a player (None: an onlooker) may read them."""
        check_reader(player, language, self.names)
        return self.readers.log.transcript(player, language).texts(self.position, since)

    def log_parts(self, player: int | None = None, language: str = BASE) -> list[tuple[str, str]]:
        """The lines of the log, each with what it adds to the previous one if both belong to one move (what to do,
        with what, and where); empty if a line stands for itself."""
        check_reader(player, language, self.names)
        return self.readers.log.transcript(player, language).parts(self.position)

    def log_lines(self, since: int = 0) -> Iterator[LogLine]:
        """The log as data: what happened at each action of the journal, and which players may know it. Not for
        players."""
        return self.readers.lines(since)

    def choices_known(self, reader: int | None) -> int:
        """How many choices have been made so far, as far as a player (None: an onlooker) may know."""
        return self.readers.choices_known(self.position, reader)

    def audit(self) -> list[str]:
        """Inconsistencies of the memory: pieces that are lost or duplicated, values outside their ranges.

        A correct engine never causes any; tests check this after every decision.
        """
        return audit(self.rules.lowered, self.memory)

    def reached(self) -> set[str]:
        """The texts of the game that were reached: phrases, options, phases, abilities of designs."""
        return self.readers.log.writer.covered()

    def turns(self) -> int:
        """The number of turns so far, in phases that have turns."""
        return self.readers.log.writer.turns()

    # --------------------------------------------------------------------- for search

    def position_key(self) -> bytes:
        """A key that is equal for positions that the rules cannot tell apart, regardless of luck and knowledge."""
        return position_key(self.position)

    def determinize(self, player: int, seed: int) -> Match:
        """A match that looks the same to the player, in which everything that the player cannot know is re-dealt."""
        check_player(player, len(self.players))
        past = partial(self.readers.past, player, self.position)
        memory = determinize(self.position, self.history, past, player, seed)
        history = self.history.of_start(memory.tobytes())
        copy = self._other(self.readers.redealt(player, history), history.position_of(memory), self.forced)
        copy.deals_only_pieces = exchanges_only_pieces(self.rules, past)
        return copy


def _begun(game: Game, data: dict[str, Any], other_rules: bool, engine: str | None) -> Match:
    """The match of a record at the beginning of its journal. Raises `SaveError` and `StaleSaveError`."""
    check_rules(game, data, other_rules=other_rules)
    match = Match(
        game, players_of(data), data["seed"], data["options"], explicit_chance=data["chance"], engine=engine
    )
    start = start_of(data, match.position)
    if start is not None:
        match.restore(start)
    return match


def _resumed(match: Match, data: dict[str, Any]) -> bool:
    """Takes a match that has just begun to the end of a save, from the last past position in it. False if the save
    has none, or if it does not lead to the saved position: then its actions must be replayed."""
    past, history = past_positions(data, match.position), match.history
    if not past:
        return False
    copy, entries = history.clone(), entries_of(data)
    try:
        position = copy.claim(entries, past, notes_in(data, entries, match.rules) or [])
        position.look_ahead()
    except (SaveError, RulesFault):
        return False
    if not leads_there(data, position):
        return False
    match._hold(Readers(copy), position)
    return True
