"""How many pieces in a line win on which board, where the rules say so: for a table, which marks the line."""

from __future__ import annotations

from .....dsl import tree as t
from .....dsl.model.game import Game
from .....dsl.tree.walk import walk


def winning_lines(game: Game) -> dict[str, int]:
    """The shortest line that wins, by the name of its board: `if marks in the board make a line of 3: … wins`."""
    found: dict[str, int] = {}
    for text in game.texts:
        for node in walk(text.tree):
            if isinstance(node, t.If):
                for test, body in node.cases:
                    if any(isinstance(one, t.Win) for one in walk(body)):
                        _add(test, found)
    return found


def _add(test: t.Expr, found: dict[str, int]) -> None:
    for line in walk(test):
        if isinstance(line, t.MakeLine) and isinstance(line.count, t.Number):
            for place in walk(line.of):
                if isinstance(place, t.PlaceValue):
                    found[place.name] = min(line.count.value, found.get(place.name, line.count.value))
