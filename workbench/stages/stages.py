"""All stages of a text together."""

from __future__ import annotations

from ...dsl.model.game import Game, ResolvedText
from . import reading, running


class Stages:
    """The stages of texts of one game, which is lowered once, when the first text is asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._program = running.program_of(game)

    def of(self, text: ResolvedText) -> dict[str, list[str]]:
        """The lines of each stage: `words`, `readings`, `tree`, `program`, `python`. A text that became part of
        others (a number, a design's ability) may leave no lines of its own in the last two."""
        lattice = reading.lattice_of(self._game, text)
        tree = reading.syntax(self._game, text, lattice)
        count = reading.readings(tree)
        nothing = ["(nothing of its own: it became part of what uses it)"]
        return {
            "words": list(reading.words(lattice)),
            "readings": [f"{count} in all", *reading.syntax_outline(tree)],
            "tree": list(reading.tree_outline(text.tree)),
            "program": list(running.instructions(self._program, text)) or nothing,
            "python": list(running.python(self._program, text)) or nothing,
        }
