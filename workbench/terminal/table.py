"""A match at one terminal: shows each person what that person may see, asks, and lets bots choose.

If several people share the terminal, the screen is handed over before a person's own information is shown. A match
that is interrupted is saved.
"""

from __future__ import annotations

import contextlib
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from ...dsl.languages import in_language
from ...interpreter import (
    BrokenRulesError,
    Decision,
    IllegalChoiceError,
    Match,
    MatchError,
    NoDecisionError,
    Option,
    UndoError,
)
from ...interpreter.bots import Bot
from ...interpreter.match.decisions.refusals import which
from ...interpreter.match.match import Forced
from ...interpreter.match.output.log.line import LogLine
from ...interpreter.match.state.journal import JournalEntry
from ..commandline.console import CLEAN, FINDINGS, Console
from ..files.saves import beside_others, write_save
from .board import Parts, changed_lines, view_lines, view_parts
from .boards import tiles
from .legend import has_picture, legend_lines
from .look import Screen
from .lookup import read, rules_lines
from .option_texts import option_text
from .speech import command_of, say
from .wording import in_moves, short_prompt

WITHIN = ("choose", "choose one")
"""The kinds of decisions in the middle of an effect."""
BETWEEN_LINES = 0.5
"""For how many seconds somebody who watches bots sees nothing new. Each time, the log is read anew."""


class Table:
    """One match being played. `bots` decide for their seats, people for the others. `again` gives the command that
    resumes a save. `forced` says what happens at a decision with only one option. `resumable`: a save of this match
    can be resumed. One that begins in a scenario cannot, so it is never saved. `own`: the save that this match is
    resumed from, which it may write over."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        console: Console,
        language: str,
        saves: Path,
        source: TextIO,
        again: Callable[[Path], str],
        forced: Forced = "take",
        resumable: bool = True,
        own: Path | None = None,
    ) -> None:
        self.match = match
        self.resumable = resumable
        self.bots = bots
        self.console = console
        self.language = language
        self.saves = saves
        self.own = own
        self.source = source
        self.again = again
        self.forced = forced
        self.people = [seat for seat in range(len(match.players)) if seat not in bots]
        self.lines_shown = 0
        self.shown_at = time.monotonic()
        self.at = self.people[0] if len(self.people) == 1 else None
        self.chosen = 0  # the length of the journal after a person's last choice; 0 if there was none
        self.hinted = False
        self.seen: Parts = {}  # the parts shown last

    def play(self) -> int:
        """Plays to the end, or until a person leaves; returns the exit code."""
        write = self.console.write
        write(
            self.console.bold(f"{in_language(self.match.game.title, self.language)}")
            + f" (seed {self.match.seed})"
        )
        self._greet()
        try:
            self.match.take_forced(self.forced)
            while not self.match.is_over:
                if len(self.match.journal) >= self.match.game.step_bound:
                    return self._endless()
                decision = self._next()
                if decision.player in self.bots:
                    option = self.bots[decision.player].choose(self.match, decision)
                    self.match.choose(option, decision.player)
                    self._show_progress()
                elif not self._ask(decision):
                    return self._leave()
        except BaseException as error:  # interrupted, a fault of the rules, a closed pipe: the match is saved
            if isinstance(error, BrokenRulesError):
                self._show_log()  # what led there
            if self.people:
                with contextlib.suppress(OSError):
                    self._leave()
            raise
        self._show_log()
        return CLEAN

    def _greet(self) -> None:
        """Says where people sit, and names the commands."""
        if not self.people:
            return
        count = len(self.match.players)
        names = ", ".join(
            self._say("seat", name=self.match.players[seat], number=seat + 1, count=count)
            for seat in self.people
        )
        self.console.write(self._say("you", names=names))
        picture = " " + self._say("picture") if has_picture(self.match.game) else ""
        self.console.write(self._say("ways") + picture)

    def _say(self, key: str, **parts: str | int) -> str:
        return say(key, self.language, **parts)

    def _endless(self) -> int:
        """Stops after more decisions than a match may take: bots would play on forever."""
        self._show_log()
        bound = self.match.game.step_bound
        self.console.remark(self._say("endless", bound=bound))
        if self.people:
            self._leave()
        return FINDINGS

    def _next(self) -> Decision:
        """The next decision: a person's, if there is one (bots can wait)."""
        decisions = self.match.decisions
        return next((one for one in decisions if one.player not in self.bots), decisions[0])

    def _show_log(self) -> None:
        """Prints what has happened since the person at the screen last looked."""
        parts = self.match.log_parts(self.at, self.language)
        for line in in_moves(parts[self.lines_shown :]):
            self.console.write(line)
        self.lines_shown = len(parts)

    def _show_progress(self) -> None:
        """For somebody who only watches: prints what has happened, but for the last line, to which the next decision
        may add."""
        now = time.monotonic()
        if self.people or now - self.shown_at < BETWEEN_LINES:
            return
        parts = self.match.log_parts(self.at, self.language)
        begun = max((number for number, (_, added) in enumerate(parts) if not added), default=0)
        for line in in_moves(parts[self.lines_shown : begun]):
            self.console.write(line)
        self.lines_shown, self.shown_at = max(self.lines_shown, begun), now

    # ------------------------------------------------------------------------ people

    def _ask(self, decision: Decision) -> bool:
        """Asks a person until the decision is made; false if the person leaves."""
        if not self._hand_over(decision.player):
            return False
        self._show_log()
        self._show(decision)
        while True:
            words = self._read()
            if words is None or command_of(words) == "quit":
                return False
            if words and self._answer(words, decision):
                return True

    def _hand_over(self, player: int) -> bool:
        """Clears the screen before another person sits down; false if that person leaves."""
        if self.at == player:
            return True
        name = self.match.players[player]
        if len(self.people) > 1:
            self.console.clear()
            self.console.write(self._say("hand over", name=name))
            if self._read() is None:
                return False
            self.lines_shown, self.seen = 0, {}
        self.at = player
        return True

    def _show(self, decision: Decision, *, again: bool = False, all_of_it: bool = False) -> None:
        """Prints the position, the question and the options. Parts that have not changed since they were last shown
        are left out, unless `again`; `all_of_it` leaves out nothing."""
        write = self.console.write
        view = self.match.view(self.at, self.language)
        game = self.match.game
        if all_of_it:
            lines = view_lines(game, view, self.language, look=self._look())
        else:
            now = view_parts(game, view, self.language, brief=True, look=self._look())
            lines = changed_lines(game, {} if again else self.seen, now, self.language)
            self.seen = now
        write("\n".join(["", *lines]))
        prompt = self._prompt(decision, all_of_it=all_of_it)
        asked = " – ".join(filter(None, (self.match.players[decision.player], decision.title(self.language))))
        write(self.console.bold(f"{asked}: {prompt}"))
        lying = tiles(game, view)
        for number, option in enumerate(decision.options, 1):
            tile = lying.get(option.name, "") if option.kind == "cell" else ""
            text = tile or option_text(game, option, self.language)
            write(f"  {number}. {option.label(self.language)}" + (f" ({text})" if text else ""))
        twofold = self._twofold(decision)
        if twofold:
            write(self._say("twofold", names=", ".join(twofold), example=twofold[0]))
        self.lines_shown = len(self.match.log(self.at, self.language))
        self._hint(decision)

    def _look(self) -> Screen:
        """How things look at this terminal now: people may have changed the width of its window."""
        return Screen(self.match.game, self.language, self.console.colour, self.console.columns())

    def _prompt(self, decision: Decision, *, all_of_it: bool) -> str:
        """The question; a player who may react also sees what has just happened."""
        asked = decision.ask(self.language)
        ruled = asked == decision.prompt  # the game's own words for players are not shortened
        prompt = short_prompt(asked) if ruled and not all_of_it else asked
        lines = self._news() if decision.kind == "offer" else []
        if not lines:
            return prompt
        event = lines[-1].text(self.match.names, self.at, self.language)
        key = "answering" if lines[-1].kind == "event" else "answering after"
        return self._say(key, prompt=prompt, event=event)

    def _news(self) -> list[LogLine]:
        """The lines of the log from the last choice. A player who only passes adds nothing: the next player still
        reacts to what happened before."""
        step = len(self.match.journal) - 1
        while step >= 0 and self._passed(self.match.journal[step]):
            step -= 1
        lines = (line for line in self.match.log_lines(step) if line.step == step)
        return [line for line in lines if line.visibility(self.at) != "nothing"]

    def _passed(self, entry: JournalEntry) -> bool:
        """Whether an entry of the journal is a pass, where a player could have reacted."""
        action = self.match.rules.action_of[entry.action]
        return action.name == "pass" and self.match.rules.site(action.site).kind == "offer"

    def _hint(self, decision: Decision) -> None:
        """Explains once that a choice which leads to another one of the same person can be left by undoing it."""
        if self.hinted or decision.kind not in WITHIN or not 0 < self.chosen == len(self.match.journal):
            return
        if self._can_undo(decision.player):
            self.hinted = True
            self.console.write(self._say("unfinished"))

    def _read(self) -> str | None:
        self.console.out.write("> ")
        self.console.out.flush()
        line = self.source.readline()
        return None if not line else line.strip()

    def _answer(self, words: str, decision: Decision) -> bool:
        """Does what the person typed; true if the decision is made (or the position has changed)."""
        meant = self._meant(words, decision)
        if len({option.label(self.language) for option in meant}) > 1:
            self.console.write(which(meant, self.language))
            return False
        if meant:
            return self._choose(decision, meant[0])
        first, _, rest = words.partition(" ")
        command = command_of(first)
        rest = rest.strip()
        if command == "undo" and not rest:
            return self._undo(decision.player)
        if command is None or not self._run_command(command, rest, decision):
            return self._choose(decision, words)
        return False

    def _run_command(self, command: str, rest: str, decision: Decision) -> bool:
        """Carries out a command that changes nothing; false if it makes no sense with these words."""
        write, game = self.console.write, self.match.game
        if command == "save":
            if rest:
                self._save(Path(rest))
            else:
                self._keep()
        elif command == "read":
            write("\n".join(self._card(rest, decision)))
        elif command == "rules":
            write("\n".join(rules_lines(game, rest, self.language)))
        elif command == "why" and rest:
            name = self._called(rest, decision)
            write(self.match.why_not(name, decision.player, self.language) or self._say("is open", name=name))
        elif rest:
            return False
        elif command in ("look", "view"):
            self._show(decision, again=True, all_of_it=command == "view")
        elif command == "log":
            write("\n".join(in_moves(self.match.log_parts(self.at, self.language))))
        elif command == "legend":
            write("\n".join(legend_lines(game, self.language, self._look())))
        else:
            write(self._say("help"))
        return True

    def _card(self, asked: str, decision: Decision) -> list[str]:
        """The lines about a name, or about the option with this number."""
        if not asked:
            return [self._say("read what", example=decision.options[0].label(self.language))]
        return read(self.match.game, self._called(asked, decision), self.language)

    def _called(self, asked: str, decision: Decision) -> str:
        """The name that a player asks about; the number of an option stands for its name."""
        meant = self._meant(asked, decision) if asked.rstrip(".").isdecimal() else ()
        return meant[0].label(self.language) if len(meant) == 1 else asked

    def _meant(self, words: str, decision: Decision) -> tuple[Option, ...]:
        """The options that may be meant. A name takes precedence over a number in the list; a dot marks a number."""
        numbered = {str(number): option for number, option in enumerate(decision.options, 1)}
        listed = numbered.get(words.removesuffix("."))
        called = decision.called(words)
        return called or ((listed,) if listed is not None else ())

    def _twofold(self, decision: Decision) -> list[str]:
        """Words that are the name of one option and the number of another one."""
        numbered = {str(number): option for number, option in enumerate(decision.options, 1)}
        found = ((number, decision.called(number)) for number in numbered)
        return [number for number, called in found if called and numbered[number] not in called]

    def _choose(self, decision: Decision, option: Option | str) -> bool:
        try:
            self.match.choose(option, decision.player)
        except IllegalChoiceError as error:
            reason = self.match.why_not(option, decision.player, self.language) or str(error)
            self.console.write(f"{reason}; {self._say('see help')}")
            return False
        self.chosen = len(self.match.journal)
        return True

    def _undo(self, player: int) -> bool:
        """Undoes the person's last decision, and those of bots since, as long as nobody has learnt anything from
        them."""
        steps = len(self.match.journal)
        try:
            self.match.undo(player, self.bots)
        except UndoError as error:
            self.console.write(error.reasons[self.language])
            return False
        except NoDecisionError:
            self.console.write(self._say("nothing to take back"))
            return False
        count = steps - len(self.match.journal)
        self.console.write(self._say("took back", count=count))
        self.lines_shown = len(self.match.log(self.at, self.language))
        return True

    def _can_undo(self, player: int) -> bool:
        try:
            self.match.clone().undo(player, self.bots)
        except MatchError:
            return False
        return True

    def _leave(self) -> int:
        """Saves the match: to the file for saves, or to a temporary file if that fails."""
        if not self.resumable or self._keep():
            return CLEAN
        try:
            spare = Path(tempfile.mkdtemp(prefix="rulewright-")) / "match.save"
        except OSError:
            return FINDINGS
        return CLEAN if self._save(spare) else FINDINGS

    def _keep(self) -> bool:
        """Saves the match to the file for saves; beside it, if another match is kept there."""
        if not self.resumable or self.saves == self.own:
            return self._save(self.saves)
        return self._save(beside_others(self.saves, self.match.save()))

    def _save(self, path: Path) -> bool:
        """Saves the match. The old save is replaced only by a whole new one, so a full disk loses nothing."""
        try:
            if not self.resumable:
                raise OSError("a match that begins in a scenario cannot be resumed")
            write_save(path, self.match.save())
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self.console.write(self._say("not saved", path=str(path), reason=reason))
            return False
        self.saves = self.own = path
        self.console.write(self._say("saved", path=str(path), command=self.again(path)))
        return True
