"""The options of a decision, with what each of them names as typed arguments.

Pieces are named as the player knows them. An option may stand for any of several pieces: they are all one to the
player, or it names their design. Then all of them are listed, as a click on any of them means it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ...ir import Argument as How
from ...lower import Action
from ...memory.words import members
from ..decision import Decision, Option
from ..view import pieces_in
from .classes import Argument, Choice
from .ids import option_id

if TYPE_CHECKING:
    from .observe import Observer


class Choices:
    """The options of one open decision, for the player who decides."""

    def __init__(self, observer: Observer, decision: Decision) -> None:
        self.observer = observer
        self.decision = decision
        self.rules = observer.match.rules
        engine = self.rules.engine
        ways = {self._action(one).argument for one in decision.options}
        m, strand = observer.m, decision.strand
        self.positions = engine.positions(m, strand) if How.POSITION in ways else {}
        self.candidates = engine.candidates(m, strand) if How.DESIGN in ways else {}

    def _action(self, option: Option) -> Action:
        return self.rules.action_of[option.number]

    def options(self) -> tuple[Choice, ...]:
        pieces = [option for option in self.decision.options if self._action(option).sort == "piece"]
        named = self.observer.called([self._value(option) for option in pieces])
        found = {option.number: name for option, name in zip(pieces, named, strict=True)}
        return tuple(self._choice(option, found.get(option.number)) for option in self.decision.options)

    def _value(self, option: Option) -> int:
        return option.number - self._action(option).first

    def _choice(self, option: Option, called: tuple[str, tuple[str, ...]] | None) -> Choice:
        arguments = self._arguments(option, called)
        what = arguments[0] if arguments and option.kind != "none" else None
        named = option.name if what is None else what.value if what.id is None else what.id
        return Choice(
            id=option_id(self.decision.site, f"{named}"),
            number=option.number,
            name=option.name,
            labels=dict(option.labels),
            arguments=arguments,
        )

    def _arguments(self, option: Option, called: tuple[str, tuple[str, ...]] | None) -> tuple[Argument, ...]:
        observer, action, value = self.observer, self._action(option), self._value(option)
        match action.sort:
            case "none":
                return self._brought(action)
            case "piece":
                assert called is not None
                return (self._of_piece(value, called),)
            case "position":
                piece = pieces_in(observer.match, observer.m, self.positions[action.first])[value]
                return (self._of_piece(piece, (observer.ids[piece], ())),)
            case "design":
                one = observer.argument("design", value)
                return (attrs.evolve(one, also=self._of_design(action, value)),)
        return (observer.argument(action.sort, value),)

    def _of_piece(self, piece: int, called: tuple[str, tuple[str, ...]]) -> Argument:
        name, also = called
        if not self.observer.is_known(piece):
            name = self.observer.ids.get(piece, name)
        return self.observer.of_piece(piece, name, also)

    def _brought(self, action: Action) -> tuple[Argument, ...]:
        """What an option without an argument names: the design that brings it, or by which it is called."""
        facts = self.observer.facts
        names = action.designs or ((action.name,) if action.name in facts.game.symbols.designs else ())
        numbers = map(facts.lowered.tables.design, names)
        return tuple(self.observer.argument("design", number) for number in numbers)

    def _of_design(self, action: Action, design: int) -> tuple[str, ...]:
        """The pieces that can be meant by a design."""
        designs = self.observer.facts.lowered.program.layout.designs
        pieces = members(self.candidates.get(action.first, 0))
        meant = [one for one in pieces if designs[one] == design and self.observer.is_known(one)]
        return tuple(sorted(self.observer.ids[one] for one in meant if one in self.observer.ids))
