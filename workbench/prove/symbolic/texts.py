"""The texts that say how a game goes."""

from __future__ import annotations

from ....dsl.model.game import Game, ResolvedText


def ruling(game: Game) -> tuple[ResolvedText, ...]:
    """All texts but those of questions: what is asked about a game changes nothing in it."""
    asked = {f"question '{one.name}'" for one in game.questions}
    return tuple(text for text in game.texts if text.where not in asked)
