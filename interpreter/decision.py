"""Decisions and their options, as the players of a match see them."""

from __future__ import annotations

import attrs

from .ir import Argument


@attrs.frozen
class Option:
    """One legal action of a decision.

    `number` is the action's number, stable for a game's content hash. `name` is what it is called in the
    rules (an option, a design, a player); `argument` is what is chosen, by its number (None: nothing), and
    `kind` says what that is: none, design, player, piece or position.
    """

    number: int
    name: str
    kind: str
    argument: int | None
    player: int
    labels: dict[str, str] = attrs.field(eq=False, repr=False)
    weight: int = attrs.field(default=1, eq=False, repr=False)

    def label(self, language: str = "en") -> str:
        """What a player is shown."""
        return self.labels.get(language) or self.labels.get("en") or self.name

    def __str__(self) -> str:
        return self.label()


@attrs.frozen
class Decision:
    """A point where a player must choose; `player` is -1 (and `is_chance`) where luck does, with explicit chance.

    `site` is the choice site in the rules; `options` are all that is legal.
    """

    player: int
    site: int
    kind: str
    prompt: str
    options: tuple[Option, ...]
    strand: int = attrs.field(default=0, repr=False)
    prompts: dict[str, str] = attrs.field(factory=dict, eq=False, repr=False)

    def ask(self, language: str = "en") -> str:
        """The prompt in a language."""
        return self.prompts.get(language, self.prompt)

    @property
    def is_chance(self) -> bool:
        return self.player < 0

    def option(self, name: str | int) -> Option | None:
        """The option of this name, label or number; None if there is none. Upper and lower case count as the
        same, unless an option is called exactly so."""
        for option in self.options:
            if name in (option.number, option.name) or name in option.labels.values():
                return option
        folded = name.casefold() if isinstance(name, str) else None
        for option in self.options:
            if folded in {called.casefold() for called in (option.name, *option.labels.values())}:
                return option
        return None

    @property
    def probabilities(self) -> tuple[float, ...]:
        """At a chance: how likely each option is."""
        total = sum(option.weight for option in self.options)
        return tuple(option.weight / total for option in self.options)


KINDS = {
    Argument.NONE: "none",
    Argument.VALUE: "design",
    Argument.DESIGN: "design",
    Argument.PIECE: "piece",
    Argument.POSITION: "position",
}
