"""The options of a decision, each with the things that it names as typed arguments.

Pieces are named as the player knows them. An option may stand for any of several pieces, because they look the same
to the player, or because the option names their design. Then all of them are listed, since a click on any of them
means this option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from ....ir import Argument as How
from ....lower import Action
from ....memory.words import members
from ...decisions.decision import Decision, Option
from .classes import Argument, Choice, Closed, Objects, Open
from .ids import in_order, option_id, player_id
from .observe import Observer

WITH_OPTIONS = ("turn", "choose one")
"""The kinds of decisions whose options are named by the rules."""


def objects_of(observer: Observer, decision: Decision | None) -> Objects:
    """Everything that a reader may know; `decision` is the open one of this player, if there is one."""
    found = observer.objects()
    if decision is None:
        return found
    return attrs.evolve(found, decision=Choices(observer, decision).opened())


def choices_of(observer: Observer, decision: Decision) -> dict[int, Choice]:
    """The options of the reader's decision, by their numbers."""
    observer.look_around()
    return Choices(observer, decision).options()


class Choices:
    """The options of one open decision, for the player who decides."""

    def __init__(self, observer: Observer, decision: Decision) -> None:
        self.observer = observer
        self.decision = decision
        self.rules = observer.position.rules
        engine = self.rules.engine
        ways = {self._action(one).argument for one in decision.options}
        m, strand = observer.m, decision.strand
        self.positions = engine.positions(m, strand) if How.POSITION in ways else {}
        self.candidates = engine.candidates(m, strand) if How.DESIGN in ways else {}

    def _action(self, option: Option) -> Action:
        return self.rules.action_of[option.number]

    def opened(self) -> Open:
        """The decision with all of its options."""
        decision, observer = self.decision, self.observer
        return Open(
            player=player_id(decision.player),
            site=observer.facts.sites[decision.site],
            prompts={language: decision.ask(language) for language in observer.names.languages},
            options=tuple(self.options().values()),
            closed=tuple(self._closed()),
        )

    def _closed(self) -> Iterator[Closed]:
        """The options of the site that are not open now: conditions read nothing that is hidden from the player.
        Those of abilities are left out, since these may lie where the player does not see them."""
        if self.decision.kind not in WITH_OPTIONS:
            return
        legal = {one.number for one in self.decision.options}
        for action in self.rules.lowered.actions:
            own = action.site == self.decision.site and action.argument is How.NONE
            if own and action.first not in legal and not (action.pieces or action.designs) and action.needs:
                yield Closed(name=action.name, labels=action.label)

    def options(self) -> dict[int, Choice]:
        """The options by their numbers, in an order that depends only on what they name."""
        pieces = {
            option.number: piece
            for option in self.decision.options
            if (piece := self._piece(option)) is not None
        }
        found = dict(zip(pieces, self.observer.called(list(pieces.values())), strict=True))
        choices = {one.number: self._choice(one, found.get(one.number)) for one in self.decision.options}
        return dict(sorted(choices.items(), key=self._place))

    def _place(self, choice: tuple[int, Choice]) -> tuple[int, str, int]:
        """Options keep the order of the rules, but pieces are sorted by their ids."""
        action = self.rules.action_of[choice[0]]
        if action.sort != "piece":
            return action.first, "", choice[0]
        _, name, count = in_order(choice[1].id)
        return action.first, name, count

    def _piece(self, option: Option) -> int | None:
        """The one piece that an option names, or whose ability it lets act."""
        action = self._action(option)
        if action.sort == "piece":
            return self._value(option)
        known = len(action.pieces) == 1 and self.observer.is_known(action.pieces[0])
        return action.pieces[0] if known else None

    def _value(self, option: Option) -> int:
        return option.number - self._action(option).first

    def _choice(self, option: Option, called: tuple[str, tuple[str, ...]] | None) -> Choice:
        arguments = self._arguments(option, called)
        what = arguments[0] if arguments and (option.kind != "none" or called is not None) else None
        named = option.name if what is None else what.value if what.id is None else what.id
        return Choice(
            id=option_id(self.observer.facts.alike[self.decision.site], f"{named}"),
            name=option.name,
            labels=dict(option.labels),
            arguments=arguments,
        )

    def _arguments(self, option: Option, called: tuple[str, tuple[str, ...]] | None) -> tuple[Argument, ...]:
        observer, action, value = self.observer, self._action(option), self._value(option)
        if called is not None:
            piece = self._piece(option)
            assert piece is not None
            return (self._of_piece(piece, called),)
        match action.sort:
            case "none":
                return self._brought(action)
            case "position":
                piece = observer.position.pieces_in(self.positions[action.first])[value]
                return (self._of_piece(piece, (observer.ids[piece], ())),)
            case "design":
                one = observer.facts.argument("design", value)
                return (attrs.evolve(one, also=self._of_design(action, value)),)
        return (observer.facts.argument(action.sort, value),)

    def _of_piece(self, piece: int, called: tuple[str, tuple[str, ...]]) -> Argument:
        name, also = called
        if not self.observer.is_known(piece):
            name = self.observer.ids.get(piece, name)
        return self.observer.of_piece(piece, name, also)

    def _brought(self, action: Action) -> tuple[Argument, ...]:
        """What an option without an argument names: the design from which it comes, or after which it is named."""
        facts = self.observer.facts
        names = action.designs or ((action.name,) if action.name in facts.game.symbols.designs else ())
        also = self._lying(action.pieces)
        designs = (facts.argument("design", facts.lowered.tables.design(name)) for name in names)
        return tuple(attrs.evolve(one, also=also) for one in designs)

    def _lying(self, pieces: Iterable[int]) -> tuple[str, ...]:
        """The ids of the given pieces whose places the player knows, and of all that look the same."""
        known = filter(self.observer.is_known, pieces)
        found = {one for piece in known for one in self.observer.alike(piece)}
        return tuple(sorted(found & self.observer.pieces.keys()))

    def _of_design(self, action: Action, design: int) -> tuple[str, ...]:
        """The pieces that a design can mean."""
        designs = self.observer.facts.lowered.program.layout.designs
        pieces = members(self.candidates.get(action.first, 0))
        return self._lying(one for one in pieces if designs[one] == design)
