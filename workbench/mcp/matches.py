"""The matches that a language model plays: each is shown as its reader may see it, and waits for a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ...dsl.languages import BASE
from ...interpreter import Match
from ...interpreter.bots import Bot
from ...interpreter.bots.registry import make_bot
from ...interpreter.match.setup.options import OptionValue
from ..api.loading import load
from ..terminal.board import view_lines

MOST = 20
"""How many matches are kept; the oldest one gives way."""
OPTIONS = 100
"""How many options of a decision are listed."""


@attrs.define
class Playing:
    """A match, the bots of its seats, and how much of its log its reader has seen."""

    match: Match
    bots: dict[int, Bot]
    told: int = 0
    stops: list[int] = attrs.field(factory=list)
    """How long the journal was before each choice that no bot made."""

    def go_on(self) -> None:
        """Lets bots choose until somebody else has to."""
        while not self.match.is_over:
            waiting = [one for one in self.match.decisions if one.player in self.bots]
            if not waiting:
                return
            decision = waiting[0]
            self.match.choose(self.bots[decision.player].choose(self.match, decision), decision.player)


@attrs.define
class Matches:
    """The matches by their numbers."""

    _kept: dict[int, Playing] = attrs.field(factory=dict)
    _last: int = 0

    def start(
        self,
        game: str,
        variants: Sequence[str],
        players: int | None,
        seed: int,
        options: Mapping[str, OptionValue],
        bots: Mapping[int, str],
    ) -> str:
        """Begins a match and shows it. Raises `RulesError` or `MatchError`."""
        rules = load(game, variants=variants)
        least, most = rules.players
        match = Match(
            rules,
            players=min(max(least, 3), most) if players is None else players,
            seed=seed,
            options=dict(options),
            forced="take",
        )
        seats = {}
        for seat, bot in bots.items():
            if not 1 <= seat <= len(match.players):
                raise ValueError(f"there is no seat {seat}: they are numbered from 1 to {len(match.players)}")
            seats[seat - 1] = make_bot(bot, seed=seat)
        playing = Playing(match, seats)
        playing.go_on()
        self._last += 1
        self._kept[self._last] = playing
        while len(self._kept) > MOST:
            del self._kept[min(self._kept)]
        return self._shown(self._last, playing)

    def choose(self, number: int, option: str, seat: int | None) -> str:
        """Chooses for a seat (counted from 1; the first that has to, without one), and shows what came of it."""
        playing = self.find(number)
        match = playing.match
        if match.is_over:
            return self._shown(number, playing)
        player = match.decisions[0].player if seat is None else seat - 1
        decision = next((one for one in match.decisions if one.player == player), None)
        wanted: str | int = option
        if decision is not None and decision.option(option) is None and option.isdigit():
            position = int(option)
            if 1 <= position <= len(decision.options):
                wanted = decision.options[position - 1].number
        before = len(match.journal)
        match.choose(wanted, player)
        playing.stops.append(before)
        playing.go_on()
        return self._shown(number, playing)

    def undo(self, number: int) -> str:
        """Takes back the last choice that no bot made, with what bots have chosen since."""
        playing = self.find(number)
        if not playing.stops:
            raise ValueError("there is nothing to take back")
        playing.match.back_to(playing.stops.pop())
        playing.told = 0
        return self._shown(number, playing)

    def find(self, number: int) -> Playing:
        found = self._kept.get(number)
        if found is None:
            raise ValueError(f"there is no match {number}: start_match begins one (the last {MOST} are kept)")
        return found

    def look(self, number: int, seat: int | None) -> str:
        """What a seat may see (the first that has to choose, without one; 0: an onlooker)."""
        return self._shown(number, self.find(number), seat, all_log=True)

    def why_not(self, number: int, option: str, seat: int | None) -> str:
        match = self.find(number).match
        player = match.decisions[0].player if seat is None and not match.is_over else (seat or 1) - 1
        return match.why_not(option, player) or f"'{option}' can be chosen"

    def _shown(self, number: int, playing: Playing, seat: int | None = None, *, all_log: bool = False) -> str:
        match = playing.match
        reader = match.decisions[0].player if seat is None and not match.is_over else None
        if seat is not None and seat > 0:
            reader = seat - 1
        log = match.log(reader, BASE)
        lines = [f"match {number}", "", "what happened:"]
        lines += [f"  {line}" for line in (log if all_log else log[playing.told :])] or ["  nothing yet"]
        playing.told = len(log)
        who = "an onlooker" if reader is None else match.players[reader]
        lines += [
            "",
            f"what {who} sees:",
            *(f"  {line}" for line in view_lines(match.game, match.view(reader))),
        ]
        if match.is_over:
            winners = " and ".join(match.players[one] for one in match.winners) or "nobody"
            return "\n".join([*lines, "", f"the match is over; {winners} won; scores: {match.scores}"])
        for decision in match.decisions:
            if reader in (None, decision.player) or seat is None:
                lines += [
                    "",
                    f"{match.players[decision.player]} (seat {decision.player + 1}) decides: {decision.ask(BASE)}",
                ]
            if decision.player == reader:
                lines += [
                    f"  {place}. {option.label(BASE)}"
                    for place, option in enumerate(decision.options[:OPTIONS], 1)
                ]
                lines += [f"  … and {len(decision.options) - OPTIONS} more"] * (
                    len(decision.options) > OPTIONS
                )
        return "\n".join(lines)
