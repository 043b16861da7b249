"""Decisions and their options, as the players of a match see them."""

from __future__ import annotations

from collections.abc import Callable

import attrs
from rulewright.dsl.languages import BASE, in_language

from ..ir import Argument


@attrs.frozen
class Option:
    """One legal action of a decision.

    `number` is the action's number, stable for a game's content hash. `name` is what it is called in the
    rules (an option, a design, a player); `argument` is what is chosen, by its number (None: nothing), and
    `kind` says what that is: none, design, player, piece or position. `labels` are what a player is shown, by
    language, and `bare` the same without the field and the states that tell it from others.
    """

    number: int
    name: str
    kind: str
    argument: int | None
    player: int
    labels: dict[str, str] = attrs.field(eq=False, repr=False)
    weight: int = attrs.field(default=1, eq=False, repr=False)
    bare: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)

    def label(self, language: str = BASE) -> str:
        """What a player is shown."""
        return in_language(self.labels, language) or self.name

    def __str__(self) -> str:
        return self.label()


@attrs.frozen
class Decision:
    """A point where a player must choose; `player` is -1 (and `is_chance`) where luck does, with explicit chance.

    `site` is the choice site in the rules; `options` are all that is legal. `prompt` is what is asked in the words
    of the rules; `ask` says it as the player reads it.
    """

    player: int
    site: int
    kind: str
    prompt: str
    options: tuple[Option, ...]
    strand: int = attrs.field(default=0, repr=False)
    prompts: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    titles: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)
    filled: Callable[[str], str | None] | None = attrs.field(default=None, eq=False, repr=False)

    def ask(self, language: str = BASE) -> str:
        """The prompt in a language: in the game's own words where it has some, with what their slots show now."""
        if self.filled is not None and (text := self.filled(language)) is not None:
            return text
        return self.prompts.get(language, self.prompt)

    def title(self, language: str = BASE) -> str:
        """What it is part of: the title of the phase in whose turn it is asked; empty if there is none."""
        return in_language(self.titles, language)

    @property
    def is_chance(self) -> bool:
        """Whether luck decides, and no player: only with explicit chance."""
        return self.player < 0

    def option(self, name: str | int) -> Option | None:
        """The option of this name, label or number; the first, where several are called so; None if there is none.
        Upper and lower case count as the same, unless an option is called exactly so. The field and the states
        behind a name may be left out where only one option is meant."""
        for option in self.options:
            if name in (option.number, option.name) or name in option.labels.values():
                return option
        folded = name.casefold() if isinstance(name, str) else None
        for option in self.options:
            if folded in {called.casefold() for called in (option.name, *option.labels.values())}:
                return option
        meant = self.called(name) if isinstance(name, str) else ()
        return meant[0] if len(meant) == 1 else None

    def called(self, name: str) -> tuple[Option, ...]:
        """All options that may be meant by what a person types: those whose label it is, or else whose name, or
        else those that are called so without their field and states."""
        folded = name.casefold()
        ways: tuple[Callable[[Option], bool], ...] = (
            lambda option: name in option.labels.values(),
            lambda option: name == option.name,
            lambda option: folded in _folded(option.labels),
            lambda option: folded == option.name.casefold(),
            lambda option: folded in _folded(option.bare),
        )
        found = (tuple(filter(way, self.options)) for way in ways)
        return next((options for options in found if options), ())

    @property
    def probabilities(self) -> tuple[float, ...]:
        """At a chance: how likely each option is."""
        total = sum(option.weight for option in self.options)
        return tuple(option.weight / total for option in self.options)


def _folded(labels: dict[str, str]) -> set[str]:
    return {label.casefold() for label in labels.values()}


KINDS = {
    Argument.NONE: "none",
    Argument.VALUE: "design",
    Argument.DESIGN: "design",
    Argument.PIECE: "piece",
    Argument.POSITION: "position",
}
