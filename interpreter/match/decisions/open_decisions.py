"""The open decisions of a position, each with all its options, as its player reads them; and what a choice means.

Decisions that read the same in every match and position are made once and kept with the rules.
"""

from __future__ import annotations

from functools import cached_property, partial

import attrs

from ....dsl.languages import BASE
from ...engine.protocol import Pending
from ...ir import NONE
from ..errors import IllegalChoiceError, NoDecisionError, SaveError
from ..output.objects.choices import choices_of
from ..output.objects.classes import Choice
from ..output.objects.clicked import KINDS, known_number, label_of
from ..output.objects.ids import OPTION
from ..output.objects.observe import Observer
from ..output.readers import Readers
from ..setup.options import check_player
from ..state.position import Position
from .decision import Decision, Option
from .disambiguate import disambiguated
from .refusals import refusal, refusal_of_object

MOST_KEPT = 10_000
"""The number of decisions that are kept for all matches of a game."""


class OpenDecisions:
    """What can be decided in a position of a match."""

    def __init__(self, position: Position, readers: Readers) -> None:
        self.position = position
        self._readers = readers
        self._step = len(readers.history.journal)

    @cached_property
    def all(self) -> tuple[Decision, ...]:
        """All open decisions; more than one only while players act simultaneously."""
        return tuple(self._asking(decision_of(self.position, one)) for one in self.position.pending())

    def of(self, player: int) -> Decision | None:
        """The decision of a player, if there is one."""
        return next((one for one in self.all if one.player == player), None)

    def choices(self, player: int) -> dict[int, Choice]:
        """The options of a player, by their numbers; empty if the player has nothing to decide."""
        decision = self.of(player)
        return {} if decision is None else choices_of(self._observer(player), decision)

    def _observer(self, player: int) -> Observer:
        return self._readers[player].observer(self.position)

    # ------------------------------------------------------------------------- prompts

    def _asking(self, decision: Decision) -> Decision:
        """A decision that can fill in the slots of its prompt, if it has any."""
        name = self.position.rules.site(decision.site).asked
        if name is None:
            return decision
        return attrs.evolve(decision, filled=partial(self._asked, decision.strand, decision.player, name))

    def _asked(self, strand: int, player: int, name: str, language: str) -> str | None:
        """The prompt of a decision, with its slots filled in for its player; None if the match has moved on since, or
        if that is not possible."""
        if self._step != len(self._readers.history.journal):
            return None
        return self._readers.asked(strand, player, name, language)

    # ------------------------------------------------------------------ what a choice means

    def find(self, option: Option | int | str, player: int | None) -> tuple[int, int]:
        """The strand and number of a legal action; raises `IllegalChoiceError` with the reason."""
        if isinstance(option, Option) and player is None:
            for decision in self.all:
                if decision.player == option.player and option.number in self.position.legal(decision.strand):
                    return decision.strand, option.number
        self._check(option, player)
        if not self.position.pending():
            raise NoDecisionError("the match is over, nothing can be chosen any more")
        found = self._legal_action(option, player)
        if found is None:
            raise IllegalChoiceError(self.why_not(option, player, BASE) or "this cannot be chosen")
        return found

    def why_not(self, option: Option | int | str, player: int | None, language: str) -> str | None:
        """Why an option cannot be chosen; None if it can. With a player, it may also be the id of an object."""
        self._check(option, player)
        if isinstance(option, str) and option.startswith(KINDS) and player is not None:
            return self._why_not_object(option, player, language)
        if self._legal_action(option, player) is not None:
            return None
        wanted = option.player if isinstance(option, Option) and player is None else player
        return refusal(self.position, self.all, option, wanted, language)

    def _check(self, option: Option | int | str, player: int | None) -> None:
        if not isinstance(option, Option | int | str):
            raise TypeError(f"an option is an Option, its number or its name, not {option!r}")
        if player is not None and player != NONE:  # chance is no player
            check_player(player, len(self.position.players))

    def _legal_action(self, option: Option | int | str, player: int | None) -> tuple[int, int] | None:
        """The strand and number of the legal action that an option means; None if there is none."""
        wanted = option.player if isinstance(option, Option) and player is None else player
        for one in self.position.pending():
            if wanted is None or one.player == wanted:
                number = self._number(option, one)
                if number is not None and number in self.position.legal(one.strand):
                    return one.strand, number
        return None

    def _number(self, option: Option | int | str, pending: Pending) -> int | None:
        if isinstance(option, Option):
            return option.number
        if isinstance(option, int):
            return option
        decision = decision_of(self.position, pending)
        if option.startswith(OPTION):
            choices = choices_of(self._observer(pending.player), decision).items()
            return next((number for number, one in choices if one.id == option), None)
        found = decision.option(option)
        return found.number if found is not None else None

    def _why_not_object(self, identity: str, player: int, language: str) -> str | None:
        decision, observer = self.of(player), self._observer(player)
        label = label_of(observer, identity, language)
        if decision is None or label is None:
            return refusal(self.position, self.all, label or identity, player, language)
        if any(identity in one.objects for one in choices_of(observer, decision).values()):
            return None
        return refusal_of_object(self.position, decision, label, language, known_number(observer, identity))


def decision_of(position: Position, pending: Pending) -> Decision:
    """An open decision with its options. Raises `RulesFault`, and `SaveError` where only a save that was forged
    can lead."""
    rules, numbers = position.rules, position.legal(pending.strand)
    if pending.player == NONE:
        try:
            weights = position.weights(pending.strand)
        except (
            LookupError
        ):  # the rules ask a player who is nobody, although they have checked that it is somebody
            raise SaveError("the position that this match begins with is impossible") from None
        return _made(position, pending, [position.option(n, NONE, weights[n]) for n in numbers])
    key = (pending.strand, pending.site, pending.player, *numbers)
    known = rules.decisions.get(key)
    if known is None:
        options = [position.option(n, pending.player) for n in numbers]
        told = disambiguated(position, options, pending.player)
        known = _made(position, pending, told)
        placed = any(a.kind == "none" and a.labels != b.labels for a, b in zip(options, told, strict=True))
        if len(rules.decisions) < MOST_KEPT and not placed and not any(map(rules.differs, told)):
            rules.decisions[key] = known
    return known


def _made(position: Position, pending: Pending, options: list[Option]) -> Decision:
    site = position.rules.site(pending.site)
    return Decision(
        pending.player,
        pending.site,
        site.kind,
        site.prompt,
        tuple(options),
        pending.strand,
        site.prompts,
        site.title,
    )
