"""A match: one play of a game, from decision to decision.

    match = Match(game, players=3, seed=7)
    while not match.is_over:
        decision = match.decision
        match.choose(decision.options[0])
    print(match.winners)

A match belongs to one thread at a time; the game and its rules can be shared. Everything that changes lies
in `memory`; the journal of actions beside it is what undo, log and record derive from.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Literal

from rulewright.dsl.languages import BASE
from rulewright.dsl.model.game import Game

from ..ir import ACTOR, FORKS, NONE, OVER, SECRET_LUCK, WINNERS, Argument, Fault
from ..lower import Action, Need
from ..memory.faults import RulesFault, diagnostic_of
from ..memory.words import Memory, members
from ..python.engine import Pending
from . import determinize as redeal
from .audit import audit
from .decision import Decision, Option
from .disambiguate import told_apart
from .errors import BrokenRulesError, IllegalChoiceError, MatchError, NoDecisionError
from .journal import Entry, forced_actions
from .lessons import Lesson, lessons
from .log import Line, LogKeeper
from .names import Names
from .options import OptionValue, check_seed, names_of, option_cells, options_of
from .position_key import position_key
from .record import record_text, replay, restore, save_text
from .refusals import refusal
from .resample import Past, has_secrets, past_of
from .rules import Rules, prepare
from .simultaneous import Fork, fork_now, replayed
from .takeback import left_by
from .view import View, known_pieces, view_of

CHANGING = frozenset({"player", "piece"})
"""What options name that is called differently from match to match, or from position to position."""

Forced = Literal["ask", "take"]
"""What happens where one thing alone can be chosen."""

MOST_KEPT = 10_000
"""So many decisions of a game are kept to be used again, by all of its matches."""


class Match:
    """One play of a game.

    `players` is a number or the players' names; `options` are the options of the set-up by name. With
    `explicit_chance`, luck becomes decisions of a player called chance (number -1). `forced` says what happens
    where one thing alone can be chosen: "ask" leaves it to the player, "take" carries it out, unless that would tell
    somebody a secret, or the game wants it asked. Journal and records are the same in both.
    Raises `SetupError` for what the game does not have, and `TypeError` for what is of a wrong Python type.
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
    ) -> None:
        self._set_up(prepare(game, explicit_chance=explicit_chance), names_of(game, players), seed, options)
        self.take_forced(forced)

    @classmethod
    def begin(
        cls,
        rules: Rules,
        players: Sequence[str],
        seed: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        *,
        edit: Callable[[Memory], None] | None = None,
        actor: int = 0,
    ) -> Match:
        """A match of prepared rules whose memory is changed before the rules begin: for scenarios."""
        match = object.__new__(cls)
        match._set_up(rules, names_of(rules.game, players), seed, options, edit, actor)
        return match

    def _set_up(
        self,
        rules: Rules,
        players: tuple[str, ...],
        seed: int,
        options: Mapping[str, OptionValue] | None,
        edit: Callable[[Memory], None] | None = None,
        actor: int = 0,
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.players = players
        self.seed = check_seed(seed)
        self._edit = edit
        self.options = options_of(options)
        self.names = Names(self.rules.lowered, self.players)
        self._cells = {ACTOR: actor, **option_cells(self.rules.lowered.tables, self.options)}
        self.journal: list[Entry] = []
        self._engine = self.rules.engine
        program = self.rules.lowered.program
        # With one strand and no chance decisions the engine answers without being asked which strand it is.
        self._single = program.layout.strands == 1 and not program.explicit_chance
        self._start: bytes | None = None  # a memory that was set by hand, instead of the usual beginning
        self._legal: dict[int, list[int]] = {}
        self._decisions: tuple[Decision, ...] | None = None
        self._log: LogKeeper | None = None
        self.fork: Fork | None = None  # where players began to act simultaneously, as long as they do
        self._eyes: dict[int | None, Memory] = {}  # the memory as each reader sees it then
        self._pasts: dict[int, Past] = {}  # what each player has seen so far, if it was asked for
        self.forced: Forced = "ask"
        self._dealt: tuple[Match, int] | None = None  # of which match it is a re-deal, and for whom
        self.memory: Memory = array("q")
        self._guarded_start()
        self._notice_fork(0)

    def _guarded_start(self) -> None:
        try:
            self.memory = self._engine.start(len(self.players), self.seed, None, self._cells, self._edit)
            self._look_ahead()
        except RulesFault as fault:
            raise self.broken(fault) from None

    # -------------------------------------------------------------------- decisions

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.memory[OVER] != 0

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won; empty while the match goes on, and when nobody has."""
        return tuple(members(self.memory[WINNERS])) if self.is_over else ()

    @property
    def result(self) -> tuple[int, ...] | None:
        """For each player 1 (has won), 0 (nobody has) or -1 (somebody else has); None while the match goes on."""
        if not self.is_over:
            return None
        won = self.winners
        return tuple((1 if player in won else -1) if won else 0 for player in range(len(self.players)))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What each player has now, by the game's `score:`; None where it keeps none."""
        score = self.rules.score
        if score is None:
            return None
        try:
            return tuple(score(self.memory, player) for player in range(len(self.players)))
        except RulesFault as fault:
            raise self.broken(fault) from None

    def number(self, name: str, player: int = NONE) -> int:
        """What a number that the game declares is now, for who acts (NONE: nobody)."""
        if name not in self.rules.lowered.numbers:
            known = ", ".join(self.rules.lowered.numbers) or "none"
            raise MatchError(f"the game declares no number '{name}'", f"it has: {known}")
        number = self._engine.function(self.rules.lowered.numbers[name])
        try:
            return number(self.memory, player)
        except RulesFault as fault:
            raise self.broken(fault) from None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All open decisions; more than one only where players act at once."""
        if self._decisions is None:
            self._decisions = tuple(self._decision(pending) for pending in self.pending())
        return self._decisions

    @property
    def decision(self) -> Decision:
        """The open decision (of the first player, where there are several)."""
        decisions = self.decisions
        if not decisions:
            raise NoDecisionError("the match is over")
        return decisions[0]

    def pending(self) -> list[Pending]:
        """The open decisions by strand, site and player: what `decisions` is made of."""
        return [] if self.is_over else self._engine.pending(self.memory)

    def legal(self, strand: int = 0) -> list[int]:
        """The numbers of the legal actions of a strand (0: the main one). The list is not to be changed."""
        known = self._legal.get(strand)
        if known is None:
            known = self._legal[strand] = self._engine.actions(self.memory, strand)
        return known

    def positions(self, strand: int, m: Memory) -> dict[int, int]:
        """Of an open decision, the places in which options count positions, by the number of the first option."""
        return self._engine.positions(m, strand)

    def _decision(self, pending: Pending) -> Decision:
        numbers = self.legal(pending.strand)
        if pending.player == NONE:
            weights = dict(self._engine.outcomes(self.memory, pending.strand))
            return self._make_decision(pending, [self.option(n, NONE, weights[n]) for n in numbers])
        key = (pending.strand, pending.site, pending.player, *numbers)
        known = self.rules.decisions.get(key)
        if known is None:
            options = [self.option(n, pending.player) for n in numbers]
            known = self._make_decision(pending, told_apart(self, options, pending.player))
            kept = known.filled is None and len(self.rules.decisions) < MOST_KEPT
            if kept and all(one.kind not in self.rules.changing for one in known.options):
                self.rules.decisions[key] = known
        return known

    def _make_decision(self, pending: Pending, options: list[Option]) -> Decision:
        site = self.rules.site(pending.site)
        filled = partial(self._asked, pending, len(self.journal)) if site.asked is not None else None
        return Decision(
            pending.player,
            pending.site,
            site.kind,
            site.prompt,
            tuple(options),
            pending.strand,
            site.prompts,
            site.title,
            filled,
        )

    def _asked(self, pending: Pending, step: int, language: str) -> str | None:
        """What is asked at a decision, with the slots filled as its player may read them; None if the match has gone
        on since, or begins in the middle of what led there."""
        name = self.rules.site(pending.site).asked
        if name is None or step != len(self.journal):
            return None
        if self._dealt is not None and not self.journal and self._dealt[1] == pending.player:
            dealt = self._dealt[0]  # the player has been told the same there
            return dealt._asked(pending, len(dealt.journal), language)
        if self._log is None:
            self._log = LogKeeper(self)
        return self._log.asked(self, pending.strand, pending.player, name, language)

    def option(
        self, number: int, player: int = NONE, weight: int = 1, memory: Memory | None = None
    ) -> Option:
        """The option with an action number, legal or not, as the player reads it; at the position of another
        `memory` if one is given."""
        known = self.rules.options.get((number, player)) if weight == 1 else None
        if known is not None:
            return known
        if memory is None:
            memory = self.memory if player == NONE else self.seen(player)
        made = self._make_option(number, player, weight, memory)
        if weight == 1 and made.kind not in CHANGING:
            self.rules.options[(number, player)] = made
        return made

    def _make_option(self, number: int, player: int, weight: int, memory: Memory) -> Option:
        action = self.rules.action_of[number]
        if action.argument is Argument.NONE:
            return Option(number, action.name, "none", None, player, action.label, weight)
        value = number - action.first
        at = self.cell_of(value, player, memory) if action.sort == "piece" else ""
        bare = {language: self._argument(action, value, language) for language in self.names.languages}
        labels = {language: name + at for language, name in bare.items()}
        tables = self.rules.lowered.tables
        called = {"design": tables.design_names, "word": tables.words}.get(action.sort)
        name = called[value] if called is not None else labels[BASE]
        return Option(number, name, action.sort, value, player, labels, weight, bare)

    def _argument(self, action: Action, value: int, language: str) -> str:
        if action.sort == "design":
            return self.names.design(value, language)
        if action.sort == "player":
            return self.names.player(value, language)
        if action.sort == "piece":
            return self.names.piece(value, language)
        if action.sort == "number":
            return str(value)
        if action.sort == "word":
            return self.names.word(value, language)
        if action.sort == "cell":
            english = self.rules.lowered.tables.places[value].name
            return english if language == BASE else self.names.place(value, language)
        return f"#{value + 1}"

    def cell_of(self, piece: int, player: int | None, memory: Memory) -> str:
        """A piece on a board is called with its cell, by who knows that it lies there."""
        tables = self.rules.lowered.tables
        number = memory[self.rules.lowered.program.layout.at + piece]
        if not any(number in board.cells() for board in tables.boards.values()):
            return ""
        if player != NONE and not known_pieces(self, memory, player) >> piece & 1:
            return ""
        return f" {tables.places[number].name}"

    def choose(self, option: Option | int | str, player: int | None = None) -> None:
        """Takes an option, by itself, its number, or its name, and runs the rules to the next decision.

        Raises `IllegalChoiceError` for what is not legal and `BrokenRulesError` where the rules go wrong; then
        nothing has changed.
        """
        self.take(*self._find(option, player))

    def take(self, strand: int, number: int) -> None:
        """Takes a legal action by its number (one of `legal(strand)`): `choose` without looking it up."""
        self._take(strand, number)
        if self.forced == "take":
            self._take_forced(len(self.journal) - 1)

    def take_forced(self, forced: Forced = "take") -> None:
        """Says what happens from now on where one thing alone can be chosen, and with "take" does it."""
        if forced not in ("ask", "take"):
            raise MatchError(f'\'forced\' is "ask" or "take", not {forced!r}')
        self.forced = forced
        if forced == "take":
            self._take_forced(len(self.journal))

    def _take_forced(self, before: int) -> None:
        """Carries out what leaves no choice. Where the rules go wrong, the journal is again as long as `before`."""
        try:
            while len(self.journal) < self.game.step_bound:
                one = next(filter(self.is_forced, self.pending()), None)
                if one is None:
                    return
                self._take(one.strand, self.legal(one.strand)[0])
        except BrokenRulesError:
            self.back_to(before)
            raise

    def is_forced(self, pending: Pending) -> bool:
        """Whether one thing alone can be chosen at an open decision, and nobody would learn anything if it were done
        without asking."""
        forced = pending.player != NONE and self.rules.site(pending.site).forced
        return forced and len(self.legal(pending.strand)) == 1

    def _take(self, strand: int, number: int) -> None:
        before = self.memory[:]
        legal = self._legal
        try:
            if self._single:
                self._engine.act_main(self.memory, number)
            else:
                self._engine.act(self.memory, strand, number)
            self._look_ahead()
        except RulesFault as fault:
            self.memory, self._legal, self._decisions = before, legal, None
            raise self.broken(fault, Entry(strand, number)) from None
        self.journal.append(Entry(strand, number))
        self._pasts = {}
        if not self._single:
            self._notice_fork(before[FORKS])

    def _notice_fork(self, forks: int) -> None:
        """Remembers where players have begun to act simultaneously; `forks` is how often they had before."""
        self._eyes = {}
        self.fork = fork_now(self._engine, self.memory, self.fork, forks, len(self.journal))

    def seen(self, reader: int | None) -> Memory:
        """The memory as far as a player (None: an onlooker) may see it, and not to be changed: while players act
        simultaneously, nobody sees what the others have answered."""
        if self.fork is None:
            return self.memory
        if reader not in self._eyes:
            self._eyes[reader] = self.fork.seen_by(self._engine, reader, self.journal)
        return self._eyes[reader]

    def place(self, memory: Memory, fork: Fork | None, journal: Sequence[Entry]) -> None:
        """Sets the match to a position that the caller has played: the memory is not copied."""
        self.memory, self.journal = memory, list(journal)
        self._legal, self._decisions, self._eyes, self._log = {}, None, {}, None
        self._pasts, self._dealt = {}, None
        self.fork = fork

    def past(self, player: int) -> Past:
        """What a player has seen of the match so far: worked out once for each position."""
        if player not in self._pasts:
            self._pasts[player] = past_of(self, player)
        return self._pasts[player]

    def pending_for(self, reader: int | None) -> list[Pending]:
        """The open decisions as far as a reader may know of them."""
        return [] if self.is_over else self._engine.pending(self.seen(reader))

    def _look_ahead(self) -> None:
        """A decision without an option is a fault of the rules: it must show now, not when somebody looks."""
        self._decisions = None
        if self._single:
            self._legal = {} if self.memory[OVER] else {0: self._engine.actions_main(self.memory)}
        else:
            self._legal = {}
            for pending in self.pending():
                self.legal(pending.strand)
        for invariant, holds in self.rules.invariants:
            if not holds(self.memory, NONE):
                message = f"this does not hold any more: {invariant.name}"
                raise RulesFault(Fault("RW413", message, invariant.span))

    def _find(self, option: Option | int | str, player: int | None) -> tuple[int, int]:
        """The strand and number of a legal action; raises `IllegalChoiceError` with the reason."""
        if isinstance(option, Option) and player is None and not self.is_over:
            for decision in self.decisions:
                if decision.player == option.player and option.number in self.legal(decision.strand):
                    return decision.strand, option.number
        self._check_choice(option, player)
        pending = self.pending()
        if not pending:
            raise NoDecisionError("the match is over, nothing can be chosen any more")
        wanted = option.player if isinstance(option, Option) and player is None else player
        for one in pending:
            if wanted is not None and one.player != wanted:
                continue
            number = self._number(option, one)
            if number is not None and number in self.legal(one.strand):
                return one.strand, number
        raise IllegalChoiceError(self.why_not(option, player) or "this cannot be chosen")

    def _number(self, option: Option | int | str, pending: Pending) -> int | None:
        if isinstance(option, Option):
            return option.number
        if isinstance(option, int):
            return option
        found = self._decision(pending).option(option)
        return found.number if found is not None else None

    def why_not(
        self, option: Option | int | str, player: int | None = None, language: str = BASE
    ) -> str | None:
        """Why an option cannot be chosen now; None if it can. Conditions are said as the rules say them."""
        self._check_choice(option, player)
        pending = self.pending()
        wanted = option.player if isinstance(option, Option) and player is None else player
        for one in pending:
            if wanted is None or one.player == wanted:
                number = self._number(option, one)
                if number is not None and number in self.legal(one.strand):
                    return None
        return refusal(self, option, wanted, language)

    def failing(self, pending: Pending, action: Action) -> Need | None:
        """What an option of a decision needs and lacks; None where that is not known."""
        if len(action.needs) < 2:
            return action.needs[0] if action.needs else None
        at = self._engine.failing(self.memory, pending.strand, action.first, len(action.needs))
        return action.needs[at] if at is not None else None

    def broken(self, fault: RulesFault, last: Entry | None = None) -> BrokenRulesError:
        """A fault of the rules as the error of this match, with the record that leads to it."""
        entries = [*self.journal] + ([last] if last is not None else [])
        return BrokenRulesError(diagnostic_of(fault.fault), record_text(self, entries))

    # ------------------------------------------------------------- copies and history

    def clone(self) -> Match:
        """An independent copy; what happens to one does not touch the other."""
        copy = object.__new__(Match)
        copy.__dict__.update(self.__dict__)
        copy.memory = self.memory[:]
        copy.journal = self.journal[:]
        copy._legal, copy._decisions, copy._eyes, copy._pasts = {}, None, {}, {}
        copy._log = None
        return copy

    def snapshot(self) -> bytes:
        """The memory, byte for byte."""
        return self.memory.tobytes()

    def restore(self, snapshot: bytes, journal: Sequence[Entry] | None = None) -> None:
        """Sets the memory to a snapshot of a match of the same game and players."""
        memory = array("q")
        if len(snapshot) != len(self.memory) * self.memory.itemsize:
            raise MatchError("this is no snapshot of a match of this game")
        memory.frombytes(snapshot)
        self.memory = memory
        self.journal = list(journal) if journal is not None else []
        if journal is None:
            self._start = snapshot
        self._changed_history()

    def forget_history(self) -> None:
        """Lets the journal begin here: what came before does not lead to this memory any more."""
        self._start = self.memory.tobytes()
        self.journal = []
        self._changed_history()

    def dealt_from(self, match: Match, player: int) -> None:
        """Remembers that it begins as the player sees another match: what is asked there is asked here too."""
        if any(site.asked is not None for site in self.rules.lowered.sites):
            self._dealt = match.clone(), player

    def _changed_history(self) -> None:
        """Forgets what was derived from the memory and the journal as they were."""
        self._legal, self._decisions, self._eyes, self._pasts = {}, None, {}, {}
        self._log = self._dealt = None
        self.fork = fork_now(self._engine, self.memory, None, 0, 0)
        if self.fork is not None and self.journal:
            _, self.fork = replayed(self._engine, self.beginning(), self.journal)

    def beginning(self, secret_luck: int | None = None) -> Memory:
        """The memory in which the journal begins; with another state of secret luck, if one is given."""
        if self._start is not None:
            memory = array("q")
            memory.frombytes(self._start)
            return memory
        edit = self._edit
        if secret_luck is not None:

            def edit(m: Memory) -> None:
                if self._edit is not None:
                    self._edit(m)
                m[SECRET_LUCK] = secret_luck

        return self._engine.start(len(self.players), self.seed, None, self._cells, edit)

    def undo(self, player: int | None = None, bots: Collection[int] = ()) -> Entry:
        """Takes back the last action, whatever it was; gives it. Raises `NoDecisionError` if there is none.

        With a player, takes back that player's last decision, and what `bots` have decided since, as far as a person
        may: raises `UndoError` if somebody has learnt something since, or another person has decided.
        """
        if player is None:
            if not self.journal:
                raise NoDecisionError("there is nothing to take back")
            count = self._before_forced()
            last = self.journal[count]
            self.back_to(count)
            return last
        self._check_player(player)
        kept = left_by(self, player, bots)
        last = next(old for old, new in zip_longest(self.journal, kept) if old is not None and old != new)
        self._set_history(kept)
        return last

    def _before_forced(self) -> int:
        """How long the journal was before the last action that left a choice; before the last one of all, where
        forced ones are asked too."""
        if self.forced == "ask":
            return len(self.journal) - 1
        taken = forced_actions(self)
        kept = next((number for number in reversed(range(len(taken))) if not taken[number]), None)
        if kept is None:
            raise NoDecisionError("there is nothing to take back")
        return kept

    def back_to(self, count: int) -> None:
        """Takes back all actions but the first so many of the journal."""
        self._set_history(self.journal[:count])

    def _set_history(self, entries: Sequence[Entry]) -> None:
        memory, fork = replayed(self._engine, self.beginning(), entries)
        self.place(memory, fork, entries)

    def lessons(self, since: int = 0) -> list[Lesson]:
        """At which actions, from the `since`-th on, somebody learnt something. It is not for players."""
        return list(lessons(self, since))

    def forget_log(self) -> None:
        """Lets go of the lines of the log: whoever asks for them again waits until they are derived again."""
        self._log = None

    def save(self) -> str:
        """The match as text: gone on with by `Match.load`."""
        return save_text(self)

    def record(self) -> str:
        """What it takes to repeat the match, as text: played again by `Match.replay`."""
        return record_text(self)

    @staticmethod
    def load(
        game: Game,
        text: str,
        *,
        other_rules: bool = False,
        before_fault: bool = False,
        forced: Forced = "ask",
    ) -> Match:
        """Goes on with a save, or a record; with `before_fault`, with the record of a fault just before that. Raises
        `SaveError` if it is damaged, `StaleSaveError` if it is of other rules, `BrokenRulesError` if these go wrong.
        """
        match = restore(game, text, other_rules=other_rules, before_fault=before_fault)
        match.take_forced(forced)
        return match

    @staticmethod
    def replay(game: Game, text: str, *, other_rules: bool = False) -> Match:
        """Plays a record (or a save) again from its beginning."""
        return replay(game, text, other_rules=other_rules)

    # --------------------------------------------------------------- what players see

    def view(self, player: int | None = None, language: str = BASE) -> View:
        """What a player (None: an onlooker) may know, as plain data."""
        self._check_reader(player, language)
        return view_of(self, player, language)

    def log(self, player: int | None = None, language: str = BASE, since: int = 0) -> list[str]:
        """The lines of the log from the `since`-th action on, as a player (None: an onlooker) may read them."""
        self._check_reader(player, language)
        if self._log is None:
            self._log = LogKeeper(self)
        return self._log.told(self, player, language, since)

    def log_parts(self, player: int | None = None, language: str = BASE) -> list[tuple[str, str]]:
        """The lines of the log, each with what it adds to the one before where both are one move of a player (what is
        done, with what, and where); empty if it stands for itself."""
        self._check_reader(player, language)
        if self._log is None:
            self._log = LogKeeper(self)
        return self._log.parts(self, player, language)

    def choices_told(self, reader: int | None) -> int:
        """How many choices were made so far, as far as a player (None: an onlooker) may know."""
        if not has_secrets(self.rules):
            if self.fork is None:
                return len(self.journal)
            own = NONE if reader is None else reader + 1
            return self.fork.began + sum(one.strand == own for one in self.journal[self.fork.began :])
        if self._log is None:
            self._log = LogKeeper(self)
        return self._log.choices(self, reader)

    def log_lines(self, since: int = 0) -> Iterator[Line]:
        """The log as data: what happened at which action of the journal, and who may know. It is not for players."""
        if self._log is None:
            self._log = LogKeeper(self)
        return self._log.lines(self, since)

    def audit(self) -> list[str]:
        """What is wrong with the memory itself: pieces that are lost or doubled, values outside their range.

        An engine that is right never lets this happen; tests ask after every decision.
        """
        return audit(self.rules.lowered, self.memory)

    def reached(self) -> set[str]:
        """Which texts of the game were reached: phrases, options, phases, abilities of designs."""
        if self._log is None:
            self._log = LogKeeper(self)
        return self._log.covered(self)

    def turns(self) -> int:
        """How many turns there were so far, in phases that have turns."""
        if self._log is None:
            self._log = LogKeeper(self)
        return self._log.turns(self)

    # --------------------------------------------------------------------- for search

    def position_key(self) -> bytes:
        """Equal for positions that the rules cannot tell apart; luck and knowledge do not count."""
        return position_key(self)

    def determinize(self, player: int, seed: int) -> Match:
        """A match that looks the same to the player, with what the player cannot know dealt anew."""
        self._check_player(player)
        return redeal.determinize(self, player, seed)

    def _check_reader(self, player: int | None, language: str) -> None:
        """Refuses a player who does not play, and a language that is not spoken."""
        if player is not None:
            self._check_player(player)
        if language not in self.names.languages:
            known = ", ".join(self.names.languages)
            raise MatchError(f"there is no language '{language}'", f"there are: {known}")

    def _check_player(self, player: int) -> None:
        if not isinstance(player, int):
            raise TypeError(f"a player is a number from 0, not {player!r}")
        if not 0 <= player < len(self.players):
            most = len(self.players) - 1
            raise MatchError(f"there is no player {player}", f"players are numbered from 0 to {most}")

    def _check_choice(self, option: Option | int | str, player: int | None) -> None:
        if not isinstance(option, Option | int | str):
            raise TypeError(f"an option is an Option, its number or its name, not {option!r}")
        if player is not None and player != NONE:  # chance chooses as nobody
            self._check_player(player)
