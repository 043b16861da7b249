"""A design table: its match is carried on under the rules that its designer has just saved.

In: a table, and the files of its game. After each clean save, what was chosen is repeated under the new rules, by
what it means; where that goes no further, the match stands before the choice. Of a save that is not clean, designers
learn the findings, and the table keeps the last good rules.

What was chosen once is kept until somebody chooses something else: if a choice cannot be repeated under one save, but
can under the next one, the match is where it was.
"""

from __future__ import annotations

import posixpath
import shlex
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import attrs

from ...dsl.diagnostics.diagnostic import Diagnostic, Severity
from ...dsl.diagnostics.excerpt import excerpt
from ...dsl.diagnostics.source import Span
from ...dsl.scenarios.notation import GAME, Unreadable
from ...interpreter import BrokenRulesError, Match
from ...interpreter.match.errors import MatchError
from ...interpreter.match.output.objects.classes import Objects
from ...interpreter.match.output.objects.difference import difference
from ...interpreter.match.setup.rules import prepare
from ...interpreter.scenarios.written import under_given
from ..live.followed import FollowedGame, Saved
from ..live.line import PlayLine, repeated, set_by_hand
from ..live.measuring import Sample, Setting
from ..live.scenario import write_scenario
from ..live.settings import settings_at
from ..live.why import Cause, because
from ..wire.refusals import RefusalError
from . import messages as m
from .measuring import Asked, asked
from .rules import Rules, RulesLibrary
from .table import Messages, Table

SHOWN = 30
"""How many findings a page shows."""


@attrs.frozen(eq=False)
class Kept:
    """Rules to which the table can go back, with what was chosen under them."""

    rules: Rules
    line: PlayLine


class Designing:
    """What a design table has besides its match.

    Args:
        table: the table. Methods that change it are called while nothing else happens there.
        library: the rules of games.
    """

    def __init__(self, table: Table, library: RulesLibrary) -> None:
        self.table = table
        self.saves = -1  # the first look is no save
        self._library = library
        self._followed = FollowedGame(table.rules.name, table.rules.variants)
        self._line = PlayLine.of(table.match)  # the longest one, of which the match is the beginning
        self._at = 0  # in which of its stretches the match stands
        self._carried = list(table.match.journal)  # the choices that were repeated last
        self._saved: Saved | None = None
        self._newest = table.rules  # those of the last clean save
        self._before: Kept | None = None
        self._stop: m.Stop | None = None
        self._refused: str | None = None
        self._fault: tuple[Diagnostic, ...] = ()
        self._took = 0
        self._clean = deque([table.rules], maxlen=2)  # the rules of the last clean saves
        self._numbers = {table.rules.key: 0}  # the number of each save

    # -------------------------------------------------------------------------- the files

    def has_changed(self) -> bool:
        """Whether something was saved."""
        return self._followed.has_changed()

    def look(self) -> Rules | None:
        """Reads what was saved. Returns the rules, ready to be played, if it is clean. Needs the table for nothing,
        and may take a while."""
        began = time.perf_counter()
        self.saves += 1
        saved = self._saved = self._followed.look()
        self._refused, self._fault = None, ()
        if saved is None:
            self._refused = "the files of the game are gone"
        if saved is not None and saved.game is None and saved.gone:
            gone = ", ".join(saved.gone)
            self._refused = (
                f"{gone} has gone since the last clean save: put it back, or take out what names its parts"
            )
        if saved is None or saved.game is None:
            return None
        rules = self._library.saved(self.table.rules.name, self.table.rules.variants, saved.files, saved.game)
        ready = prepare(rules.game)
        ready.traced = True  # the log is read after each save, so one engine serves for both
        ready.engine  # noqa: B018  compiled here, where nobody waits for the table
        self._library.page(rules)
        if rules.key != self._clean[-1].key:
            self._clean.append(rules)
            self._numbers[rules.key] = self.saves
        self._took = int(1000 * (time.perf_counter() - began))
        return rules

    # -------------------------------------------------------------------------- the match

    def carry_on(self, rules: Rules) -> Messages:
        """Repeats what was chosen under the rules of a save. Nothing happens if it is no match under these rules, or
        if the table has them already."""
        began = time.perf_counter()
        self._newest = rules
        if rules.key == self.table.rules.key:
            return {}
        self._note()
        before = Kept(self.table.rules, self._line)
        found = self._repeat(rules, self._line)
        if found:
            self._before = before
            self._took += int(1000 * (time.perf_counter() - began))
        return found

    def _note(self) -> None:
        """If somebody has chosen or taken back something since, that is now what was chosen."""
        if self.table.match.journal != self._carried:
            self._keep_here()

    def _keep_here(self) -> None:
        """From now on, the line ends where the match stands."""
        self._line = self._line.now(self.table.match, self._at)
        self._carried = list(self.table.match.journal)
        self._stop = None

    def _repeat(self, rules: Rules, line: PlayLine) -> Messages:
        try:
            found = repeated(rules.game, line)
            if found.halt is None:
                found.match.take_forced("take")
            else:  # from the next choice on: it stands before the one that is not possible
                found.match.forced = "take"
        except BrokenRulesError as error:
            self._fault = (error.diagnostic,)
            self._refused = str(error)
            return {}
        except MatchError as error:
            self._refused = str(error)
            return {}
        halt = found.halt
        if halt is not None and halt.fault is not None:
            self._fault = (halt.fault,)
        self._stop = (
            None if halt is None else m.Stop(step=halt.step, total=line.choices, message=halt.message)
        )
        self._line, self._at = line, found.at
        return self._set(rules, found.match)

    def _set(self, rules: Rules, match: Match) -> Messages:
        old = self.table.rules
        self.table.rewrite(rules, match)
        self._carried = list(match.journal)
        changed = self._changed_designs(old, rules)
        return self.table.told_anew(lambda before, now: marks(before, now, changed))

    def _changed_designs(self, old: Rules, new: Rules) -> frozenset[str]:
        """The designs of which something that is printed has changed."""
        before, after = self._library.catalogue(old).designs, self._library.catalogue(new).designs
        return frozenset(one for one, design in after.items() if before.get(one) != design)

    def do(self, what: str) -> Messages:
        """What a designer wants. Raises `RefusalError`."""
        self._note()
        if what == "keep":
            self._keep_here()
            return {}
        if what == "again":
            return self._again()
        if what == "newest":
            return {} if self._newest.key == self.table.rules.key else self.carry_on(self._newest)
        if self._before is None:
            raise RefusalError("RW740", "there are no other rules to go back to", "save a change first")
        before, self._before = self._before, None
        return self._repeat(before.rules, before.line)

    def _again(self) -> Messages:
        """The match from its beginning: the same players, seed and options."""
        match, rules = self.table.match, self.table.rules
        new = Match(rules.game, match.players, match.seed, match.options, forced=match.forced)
        self._line, self._at, self._stop = PlayLine.of(new), 0, None
        return self._set(rules, new)

    # ---------------------------------------------------------------------------- by hand

    def set(self, given: Sequence[m.SetData]) -> Messages:
        """Sets something by hand; the match goes on from there. Raises `RefusalError`."""
        self._note()
        self._keep_here()
        lines = [(GAME if one.of is None else one.of, one.name, one.value) for one in given]
        _check_whole(lines)
        said, trial = under_given(lines), self.table.match.clone()
        try:
            set_by_hand(trial, said)
            if not trial.decisions and not trial.is_over:
                raise RefusalError("RW740", "then nobody would have anything to decide", "set something else")
        except Unreadable as problem:
            raise RefusalError("RW740", problem.message, problem.help or "", "given") from None
        except BrokenRulesError as error:
            raise RefusalError(
                "RW740", f"with this the rules go wrong: {error}", "set something else"
            ) from None
        self._line, self._at = self._line.then(said, trial), self._at + 1
        return self._set(self.table.rules, trial)

    def settings(self, identity: str, reader: int | None) -> tuple[m.SettingData, ...]:
        """What can be set by hand at an object."""
        return tuple(
            m.SettingData(**attrs.asdict(one)) for one in settings_at(self.table.match, identity, reader)
        )

    def because(self, of: int | None, name: str, language: str) -> m.BecauseData:
        """Why a state or a place is as it is. Raises `RefusalError` if there is none of this name."""
        known = self.table.match.names.languages
        if language not in known:
            raise RefusalError("RW721", f"this should be one of {', '.join(known)}", path="because.language")
        found = because(
            self.table.match,
            self._line.now(self.table.match, self._at),
            GAME if of is None else of,
            name,
            language,
            self._followed.now,
        )
        if found is None:
            raise RefusalError("RW740", f"there is no state or place '{name}'", "ask for the settings first")

        def causes(given: tuple[Cause, ...]) -> tuple[m.CauseData, ...]:
            return tuple(m.CauseData(part=one.part, at=one.at, text=one.text, lie=one.lie) for one in given)

        return m.BecauseData(
            value=found.value,
            changes=tuple(m.ChangeData(**attrs.asdict(one)) for one in found.changes),
            texts=causes(found.texts),
            abilities=causes(found.abilities),
            terms=tuple(m.TermData(text=one.text, value=one.value) for one in found.terms),
        )

    def write(self, name: str, rules: tuple[str, ...]) -> str:
        """Writes how the match came to where it stands as a scenario. Raises `RefusalError` if it would not pass."""
        self._note()
        line = self._line.now(self.table.match, self._at)
        files = self._library.games.files(self.table.rules.name)
        return str(write_scenario(files, self.table.match, line, name, rules))

    # -------------------------------------------------------------------------- measuring

    def to_measure(self) -> Asked:
        """The rules of the last clean save, to be compared with those of the one before it."""
        match, rules = self.table.match, self._clean[-1]
        before = self._clean[0] if len(self._clean) > 1 else None
        return asked(rules, before, Setting(len(match.players), dict(match.options)))

    def measured(self, about: Asked, found: tuple[Sample, ...] | None) -> m.Measured:
        """What was found, for designers; None: it is being measured."""
        return m.Measured(
            running=found is None,
            save=self._numbers.get(about.key, 0),
            against=self._numbers.get(about.before),
            samples=tuple(_sample(one, about) for one in found or ()),
        )

    # ---------------------------------------------------------------------- what is shown

    @property
    def stop(self) -> m.Stop | None:
        """Before which choice the table stands that is not possible any more; None as soon as somebody has chosen
        something else."""
        return self._stop if self.table.match.journal == self._carried else None

    def state(self, *, on: bool = True) -> m.DesignState:
        """How it stands, for designers."""
        found = sorted(
            (*self._fault, *(() if self._saved is None else self._saved.findings)),
            key=lambda one: one.severity is not Severity.ERROR,
        )
        clean = self._refused is None and self._saved is not None and self._saved.game is not None
        return m.DesignState(
            on=on,
            saves=max(self.saves, 0),
            clean=clean or self._saved is None,
            refused=self._refused,
            findings=tuple(map(finding, found[:SHOWN])),
            more=max(len(found) - SHOWN, 0),
            stop=self.stop,
            behind=not clean or self.table.rules.key != self._newest.key,
            can_back=self._before is not None,
            by_hand=self._at,
            milliseconds=self._took,
        )


OFF = m.DesignState(
    on=False,
    saves=0,
    clean=True,
    refused=None,
    findings=(),
    more=0,
    stop=None,
    behind=False,
    can_back=False,
    by_hand=0,
    milliseconds=0,
)
"""How a table stands that is no design table."""


def marks(before: Objects, now: Objects, designs: frozenset[str]) -> tuple[str, ...]:
    """The ids of what differs between two positions under different rules for the same eyes: objects, their designs,
    and options that were not open before."""
    changes = difference(before, now)
    found = [*changes.players, *changes.places, *changes.cells]
    found += [one for one, piece in changes.pieces.items() if piece is not None]
    found += [one.id for one in now.pieces.values() if one.design in designs]
    if now.decision is not None:
        known = {one.name for one in before.decision.options} if before.decision is not None else set()
        found += [one.id for one in now.decision.options if one.name not in known]
    return tuple(sorted({*found, *designs}))


def finding(found: Diagnostic) -> m.DesignFinding:
    """A finding as a page shows it."""
    span = found.span
    shown = excerpt(span) if span is not None and span.source.text else None
    return m.DesignFinding(
        code=found.code,
        severity=found.severity.value,
        message=found.message,
        help=found.help,
        at=None if span is None else str(span),
        path=None if span is None else _whole_path(span),
        line=0 if span is None else span.line,
        column=0 if span is None else span.column,
        excerpt="" if shown is None else shown.text,
        start=0 if shown is None else shown.start,
        width=0 if shown is None else shown.width,
        notes=tuple(
            m.FindingNote(message=one.message, at=None if one.span is None else str(one.span))
            for one in found.notes
        ),
    )


def _sample(found: Sample, about: Asked) -> m.SampleData:
    options = [f"{name}={value}" for name, value in about.setting.options.items()]
    words = ["rulewright", "simulate", about.name, "--players", str(about.setting.players)]
    words += [word for one in about.variants for word in ("--variant", one)]
    words += [word for one in options for word in ("--option", one)]
    words += ["--bot", found.bot, "--matches", str(_many_more(found))]
    return m.SampleData(
        bot=found.bot,
        before=found.matches_before,
        matches=found.matches,
        figures=tuple(
            m.FigureData(
                name=one.name,
                share=one.is_share,
                before=one.before,
                now=one.now,
                low=one.low,
                high=one.high,
                differs=one.differs,
            )
            for one in found.figures
        ),
        gone=tuple(_as_saved(one, about.name) for one in found.gone),
        new=tuple(_as_saved(one, about.name) for one in found.new),
        never=found.never,
        faulty=found.faulty,
        fault=_as_saved(found.fault, about.name),
        command=shlex.join(words),
    )


def _many_more(found: Sample) -> int:
    """A round number of matches, well above those that were played."""
    least = 10_000 if found.bot == "random" else 1_000
    more: int = 10 ** len(str(10 * found.matches))
    return max(least, more)


def _as_saved(text: str, name: str) -> str:
    """A text that names files of a game that was read from its bundle, as they are called where they were saved."""
    folder = posixpath.dirname(name) if name.endswith(".yaml") else name.rstrip("/")
    return text.replace(f"{name}/game/", f"{folder}/" if folder else "")


def _check_whole(lines: Sequence[tuple[int, str, str]]) -> None:
    """Refuses values of which YAML would read only the part before a comma. Raises `RefusalError`."""
    for _, key, value in lines:
        if "," in value and not value.lstrip().startswith(("[", "{", "'", '"')):
            raise RefusalError(
                "RW740",
                f"'{value}' is more than one value for '{key}': a list stands in brackets",
                f"write [{value.strip()}]",
                "given",
            )


def _whole_path(span: Span) -> str | None:
    path = Path(span.source.name)
    return str(path.absolute()) if path.is_file() else None


def has_folder(names: Sequence[str], library: RulesLibrary) -> frozenset[str]:
    """Those of these games whose files can be written on this machine."""
    return frozenset(name for name in names if isinstance(library.games.files(name).folder, Path))
