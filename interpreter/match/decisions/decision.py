"""Decisions and their options, as the players of a match see them."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ....dsl.languages import BASE, in_language
from ...ir import Argument


@attrs.frozen
class Option:
    """One legal action of a decision.

    `number` is the action's number, stable for a game's content hash. `name` is its name in the rules (of an
    option, a design, a player); `argument` is the number of the thing that is chosen (None: nothing), and `kind`
    says what that is: none, design, player, piece or position. `labels` are the texts for players, by language,
    and `bare` the same without the field and the states that distinguish options with the same name.
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
        """The text for players."""
        return in_language(self.labels, language) or self.name

    def __str__(self) -> str:
        return self.label()


@attrs.frozen
class Decision:
    """A point where a player must choose; `player` is -1 (and `is_chance`) if luck chooses, with explicit chance.

    `site` is the choice site in the rules; `options` are all legal options. `prompt` is the question in the words
    of the rules; `ask` returns it as the player reads it.
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
        """The prompt in a language: in the game's own words, if it has any, with their slots filled in."""
        if self.filled is not None and (text := self.filled(language)) is not None:
            return text
        return in_language(self.prompts, language) or self.prompt

    def title(self, language: str = BASE) -> str:
        """The title of the phase to whose turn the decision belongs; empty if there is none."""
        return in_language(self.titles, language)

    @property
    def is_chance(self) -> bool:
        """Whether luck decides, and no player: only with explicit chance."""
        return self.player < 0

    def option(self, name: str | int) -> Option | None:
        """The option with this name, label or number: the first, if there are several; None if there is none.
        Case is ignored, unless an option has exactly this name. The field and the states after a name may be
        left out if the rest fits only one option."""
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
        """All options that a person may mean by a typed text: those with this label, or else this name, or else
        those with this name without their field and states."""
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
        """If luck decides: the probability of each option."""
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
