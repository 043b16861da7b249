"""Words and numbers of a report, in its language."""

from __future__ import annotations

import attrs

from ...dsl import languages
from ...dsl.languages.messages import Argument
from ...dsl.model.game import Game
from ...interpreter.match.setup.rules import prepare
from ...interpreter.simulation.interval import Share


class Counted(int):
    """A number that decides on the words around it, and stands between them as it is written in the language."""

    _text = ""

    def written(self, text: str) -> Counted:
        """The same number, written so."""
        self._text = text
        return self

    def __str__(self) -> str:
        return self._text


@attrs.frozen
class Words:
    """What a report says in a language, about one game."""

    game: Game
    language: str
    labels: dict[str, str] = attrs.field(init=False)

    @labels.default
    def _labels(self) -> dict[str, str]:
        """What players read for the names of families of options."""
        rules = prepare(self.game)
        found: dict[str, str] = {}
        for action in rules.lowered.actions:
            site = rules.site(action.site)
            name = action.name or site.prompt
            said = languages.in_language(action.label, self.language) if action.name else ""
            found.setdefault(name, said or (name if action.name else site.question(self.language)))
        return found

    def __call__(self, key: str, **parts: Argument) -> str:
        """A sentence of the report."""
        return languages.say(f"report.{key}", self.language, **parts)

    @property
    def title(self) -> str:
        return languages.in_language(self.game.title, self.language)

    def option(self, name: str) -> str:
        """A family of options, as players read it."""
        return self.labels.get(name, name)

    def design(self, name: str) -> str:
        """The name of a design."""
        design = self.game.symbols.designs.get(name)
        return name if design is None else design.names.say(self.language)

    def place(self, name: str) -> str:
        """The name of a place."""
        place = self.game.symbols.places.get(name)
        return name if place is None else place.names.say(self.language)

    def number(self, value: float, digits: int = 0) -> str:
        """A number."""
        shown = f"{value:,.{digits}f}".replace("-", "\N{MINUS SIGN}")
        signs = {",": self("thousands"), ".": self("point")}
        return "".join(signs.get(one, one) for one in shown)

    def counted(self, count: int) -> Counted:
        """A number for a sentence that depends on it."""
        return Counted(count).written(self.number(count))

    def percent(self, value: float, digits: int = 0) -> str:
        """A share of 1."""
        return self("percent", number=self.number(100 * value, digits))

    def share(self, share: Share) -> str:
        """A share with its interval."""
        low, high = share.interval
        return f"{self.percent(share.share)} ({self.range(low, high)})"

    def range(self, low: float, high: float) -> str:
        """From one share to another."""
        return f"{self.number(100 * low)}\N{EN DASH}{self.percent(high)}"

    def between(self, low: float, high: float, digits: int = 0) -> str:
        """From one number to another, which may be negative."""
        return self("between", low=self.number(low, digits), high=self.number(high, digits))

    def matches(self, count: int) -> str:
        """So many matches."""
        return self("of matches", count=self.counted(count))

    def players(self, count: int) -> str:
        """So many players."""
        return self("of players", count=count)

    def how(self, bots: str, matches: int, players: int) -> str:
        """What was measured: which bots, how many matches."""
        return self("how", bots=bots, matches=self.matches(matches), players=self.players(players))
